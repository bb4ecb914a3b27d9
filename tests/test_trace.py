"""trace: the frames of a search that is watched, and how they follow from each other."""

from __future__ import annotations

import pytest

from squaredance import Frame, Puzzle, SquaredanceError, Status, solve, trace
from tests.conformance.cases import Conformance, load_cases
from tests.puzzles import CLASH4, DIAGONALS4, DOUBLE4, NONE4, UNIQUE4, UNIQUE9, UNIQUE9_SOLVED

ENGINES = ("search", "dance")
CASES = [case for case in load_cases() if 4 <= case.puzzle.size <= 16]
MOST = 300  # nodes of a case that is watched to its end


def is_within(masks: tuple[int, ...], others: tuple[int, ...]) -> bool:
    return all(mask & other == mask for mask, other in zip(masks, others, strict=True))


def check_frames(puzzle: Puzzle, engine: str, frames: list[Frame]) -> None:
    """Candidates only shrink on the way down; to go back is to be where the decision was made."""
    # For each decision that stands the frame before it; None is the root, which has no frame.
    before: list[Frame | None] = []
    last: Frame | None = None
    for frame in frames:
        assert all(
            mask == 1 << (value - 1)
            for value, mask in zip(frame.values, frame.masks, strict=True)
            if value and frame.kind != "conflict" and puzzle.clues != frame.values
        )
        if frame.kind == "back" or (frame.kind == "guess" and frame.choice > 1):
            start = before.pop()
            assert start is None or is_within(frame.masks, start.masks)
            if start and frame.kind == "back" and engine == "dance":
                assert (frame.values, frame.masks) == (start.values, start.masks)
                assert (frame.links, frame.covered) == (start.links, start.covered)
            last = start
        if last is not None and frame.kind != "back":
            assert is_within(frame.masks, last.masks)
            grown = [c for c, value in enumerate(frame.values) if value and not last.values[c]]
            if frame.kind == "place" or (frame.kind == "guess" and engine == "dance"):
                assert grown == [frame.cell]
                assert frame.values[grown[0]] == frame.value
        if frame.kind == "guess" or (engine == "dance" and frame.kind == "place"):
            # `search` has its guess told before it is carried out: the state is that before it.
            before.append(frame if engine == "search" else last)
        if engine == "search":
            assert frame.depth == len(before)
        last = frame


def check_links(puzzle: Puzzle, frame: Frame) -> None:
    """Every item is in the ring or covered, and has the options that the candidates say."""
    geometry = puzzle.geometry
    open_cells = {item for item, _ in frame.links if isinstance(item, int)}
    for item, size in frame.links:
        if isinstance(item, int):
            assert size == frame.masks[item].bit_count()
        else:
            house, value = item
            cells = open_cells.intersection(geometry.houses[house])
            assert size == sum(frame.masks[cell] >> (value - 1) & 1 for cell in cells)
    assert len(set(frame.covered)) == len(frame.covered)
    assert not {item for item, _ in frame.links}.intersection(frame.covered)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_effort_and_the_end_are_those_of_solve(case: Conformance, engine: str) -> None:
    result = solve(case.puzzle, unique=True, engine=engine, max_nodes=MOST)
    frames = list(trace(case.puzzle, engine, unique=True, max_nodes=MOST))
    last = frames[-1]
    assert (last.nodes, last.guesses) == (result.nodes, result.guesses)
    ends = {Status.MULTIPLE: "solution", Status.UNKNOWN: "stop"}
    assert last.kind == ends.get(result.status, "end")
    found = [frame.values for frame in frames if frame.kind == "solution"]
    if result.status is Status.UNIQUE:
        assert found == [case.solution]
    assert len(found) == result.count


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("case", CASES[::3], ids=lambda case: case.name)
def test_frames_follow_from_each_other(case: Conformance, engine: str) -> None:
    frames = list(trace(case.puzzle, engine, unique=True, max_nodes=100))
    check_frames(case.puzzle, engine, frames)
    for frame in frames[:: max(1, len(frames) // 20)]:
        if engine == "dance" and frame.links:
            check_links(case.puzzle, frame)
        elif engine == "search":
            assert frame.links == frame.covered == ()


@pytest.mark.parametrize("engine", ENGINES)
def test_the_last_frame_of_a_solved_puzzle_is_its_solution(engine: str) -> None:
    *_, last = trace(UNIQUE9, engine)
    assert last.kind == "solution"
    assert "".join(map(str, last.values)) == UNIQUE9_SOLVED
    assert last.candidates == tuple((value,) for value in last.values)
    assert last.nodes == solve(UNIQUE9, engine=engine).nodes


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("text", "kinds"),
    [(UNIQUE4, "solution"), (DOUBLE4, "solution"), (NONE4, "end"), (CLASH4, "end")],
)
def test_ends(engine: str, text: str, kinds: str) -> None:
    *_, last = trace(text, engine)
    assert last.kind == kinds
    assert len(last.values) == len(last.masks) == 16


@pytest.mark.parametrize("engine", ENGINES)
def test_a_stop_keeps_the_state(engine: str) -> None:
    for most in range(8):
        frames = list(trace("." * 36, engine, max_nodes=most))
        assert frames[-1].kind == "stop"
        assert frames[-1].nodes == most
        if len(frames) > 1:
            assert frames[-1].masks == frames[-2].masks


def test_extra_houses_and_candidates() -> None:
    puzzle = Puzzle(DIAGONALS4, bytes(16), [0b0011] + [0b1111] * 15)
    for engine in ENGINES:
        *frames, last = trace(puzzle, engine)
        assert last.kind == "solution"
        assert last.values[0] in (1, 2)
        check_frames(puzzle, engine, [*frames, last])


def test_the_dance_on_a_small_puzzle() -> None:
    first, second, *_ = trace("1.3..........4..", "dance")
    assert (first.kind, first.cell, first.value, first.item, first.options) == ("place", 3, 4, 3, 1)
    assert first.covered == (3, (0, 4), (7, 4), (9, 4))
    assert second.covered[:4] == first.covered
    assert dict(first.links)[second.item] == second.options == 1


def test_bad_arguments() -> None:
    with pytest.raises(SquaredanceError, match="expected an engine of search, dance; found 'rows'"):
        trace(UNIQUE4, "rows")
    with pytest.raises(SquaredanceError, match="expected max_nodes of 0 or more, found -1"):
        trace(UNIQUE4, max_nodes=-1)
