"""State, Path, hint and all_steps; steps as JSON."""

import json
import pickle
import time
from itertools import islice
from random import Random
from xml.etree import ElementTree

import pytest

from squaredance import (
    Geometry,
    Grid,
    Puzzle,
    SquaredanceError,
    State,
    Status,
    Step,
    all_steps,
    explain,
    hint,
    loads,
    solve,
    verify,
)
from squaredance.explain import Candidate, PathStatus, technique_names
from squaredance.explain.catalog import catalog, entry
from tests.explain.puzzles import some_steps
from tests.interrupts import interrupted
from tests.puzzles import (
    DIAGONALS4,
    DOUBLE4,
    NONE4,
    UNIQUE4,
    UNIQUE9,
    UNIQUE9_SOLVED,
    solved_values,
)

HARD9 = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7....."


def _dug(geometry: Geometry, holes: int, random: Random) -> Puzzle:
    """A puzzle with one solution: a full grid, and so many cells emptied where that keeps it."""
    values = bytearray(solved_values(geometry, random))
    for cell in random.sample(range(geometry.cells), holes):
        value, values[cell] = values[cell], 0
        if solve(Puzzle(geometry, bytes(values)), unique=True).status is not Status.UNIQUE:
            values[cell] = value
    return Puzzle(geometry, bytes(values))


def _start(kind: str) -> State:
    """Where a path starts: a puzzle of candidates, of other houses, or the middle of a way."""
    if kind == "candidates":
        state = State(UNIQUE9)
        pairs = zip(state.values, state.candidates, strict=True)
        return State(Puzzle(Geometry(9), bytes(81), [1 << v - 1 if v else m for v, m in pairs]))
    if kind == "later":
        state = State(HARD9)
        for step in islice(explain(HARD9), 5):  # all of its states would be all of its steps
            state = state.apply(step)
        return state
    geometries = {
        "plain": Geometry(9),
        "box": Geometry(6, (3, 2)),
        "diagonals": Geometry(9, extra=[range(0, 81, 10), range(8, 80, 8)]),
        "16x16": Geometry(16),
    }
    geometry = geometries[kind]
    if kind != "diagonals":
        return State(_dug(geometry, geometry.cells, Random(1)))
    full = solve(Puzzle(geometry, bytes(81))).solution
    assert full is not None
    values = bytearray(full.values)
    for cell in Random(1).sample(range(81), 81):
        value, values[cell] = values[cell], 0
        if solve(Puzzle(geometry, bytes(values)), unique=True).status is not Status.UNIQUE:
            values[cell] = value
    return State(Puzzle(geometry, bytes(values)))


class TestState:
    def test_candidates_are_what_the_values_leave(self) -> None:
        state = State(UNIQUE4)
        assert state.values_of(0) == ()
        assert state.values_of(1) == (2, 4)

    def test_from_a_grid_a_puzzle_and_candidates(self) -> None:
        grid = Grid(Geometry(4), b"\1" + bytes(15))
        assert State(grid).values_of(1) == (2, 3, 4)
        puzzle = Puzzle(Geometry(4), bytes(16), [3] * 16)
        assert State(puzzle).values_of(5) == (1, 2)
        assert State(puzzle, candidates=[6] * 16).values_of(5) == (2,)

    def test_what_was_placed_is_no_clue(self) -> None:
        state = State(UNIQUE4)
        after = state.apply(explain(state).steps[0])
        assert after.puzzle == state.puzzle
        assert after.values != state.values
        assert pickle.loads(pickle.dumps(after)) == after
        assert len({state, after}) == 2

    @pytest.mark.parametrize("size", [4, 6, 9, 16, 25])
    def test_its_text_reads_as_candidates(self, size: int) -> None:
        state = State(_dug(Geometry(size), size, Random(size)))
        masks = [
            1 << v - 1 if v else m for v, m in zip(state.values, state.candidates, strict=True)
        ]
        read = loads(str(state), format="candidates")
        assert read.geometry == state.geometry
        assert read.candidates == tuple(masks)
        assert len(str(state).split("\n")) == size + size // state.geometry.box[0] - 1

    def test_its_text_on_large_grids_and_without_boxes(self) -> None:
        lines = str(State(Puzzle(Geometry(36), b"\x24" + bytes(36 * 36 - 1)))).split("\n")
        assert lines[0].startswith("36 ")
        assert "1,2,3" in lines[1]
        assert len(lines) == 36 + 5
        assert str(State([[1, 0, 0], [0, 2, 0], [0, 0, 0]])) == "1  3  23\n3  2  13\n23 13 123"

    def test_a_cell_without_candidates_is_a_dot(self) -> None:
        assert str(State("12..............", candidates=[8] * 16)).startswith("1 2 | 4 4")
        assert "." in str(State("4...............", candidates=[8] * 16))

    def test_its_picture_shows_values_and_candidates(self) -> None:
        state = State(UNIQUE4)
        picture = state._repr_svg_()
        ElementTree.fromstring(picture)
        left = sum(mask.bit_count() for mask in state.candidates)
        assert picture.count("<text") == left + sum(map(bool, state.values))

    def test_errors(self) -> None:
        with pytest.raises(SquaredanceError, match="R1C1: expected its clue 1, found 2"):
            State(UNIQUE4, [2, *bytes(15)])
        step = explain(UNIQUE9).steps[0]
        with pytest.raises(SquaredanceError, match="geometry"):
            State(UNIQUE4).apply(step)
        with pytest.raises(SquaredanceError, match="geometry"):
            verify(step, UNIQUE4)
        with pytest.raises(SquaredanceError, match="expected a Step, found NoneType"):
            verify(None, UNIQUE4)  # type: ignore[arg-type]
        with pytest.raises(SquaredanceError, match="expected a Step, found str"):
            State(UNIQUE4).apply("x")  # type: ignore[arg-type]
        with pytest.raises(AttributeError):
            State(UNIQUE4).values = b""  # type: ignore[misc]

    @pytest.mark.parametrize(
        ("cell", "value", "message"),
        [
            (999, 1, "expected cells from 0 to 15, found 999"),
            (-1, 1, "expected cells from 0 to 15, found -1"),
            (2, 0, "R1C3: expected a value from 1 to 4, found 0"),
            (2, 5, "R1C3: expected a value from 1 to 4, found 5"),
        ],
    )
    def test_a_step_of_what_is_not_there(self, cell: int, value: int, message: str) -> None:
        step = hint(UNIQUE4)
        assert step is not None
        wrong = (Candidate(cell, value),)
        for change in ({"placements": wrong}, {"eliminations": wrong}):
            with pytest.raises(SquaredanceError) as caught:
                State(UNIQUE4).apply(step._replace(**change))
            assert str(caught.value) == message
            assert not verify(step._replace(**change), UNIQUE4)


class TestPath:
    def test_a_solution(self) -> None:
        path = explain(UNIQUE9)
        assert path.status is PathStatus.SOLVED
        assert path.solution == Grid(Geometry(9), map(int, UNIQUE9_SOLVED))
        assert path.states[-1].grid == path.solution
        assert len(path.states) == len(path.steps) + 1
        assert list(path) == list(path.steps)

    def test_it_is_made_while_it_is_read(self) -> None:
        path = explain(UNIQUE9)
        first = next(iter(path))
        assert repr(path) == "<Path se121, 1 step so far>"
        assert path.steps[0] is first

    @pytest.mark.parametrize(
        ("puzzle", "status", "words"),
        [
            (NONE4, PathStatus.NONE, "no solution"),
            (DOUBLE4, PathStatus.MULTIPLE, "several solutions"),
            ("11..............", PathStatus.NONE, "no solution"),
        ],
    )
    def test_no_way_where_there_is_not_one_solution(
        self, puzzle: str, status: PathStatus, words: str
    ) -> None:
        path = explain(puzzle)
        assert (path.status, path.steps, path.solution) == (status, (), None)
        assert words in path.summary
        assert hint(puzzle) is None

    def test_without_uniqueness_steps_hold_in_every_solution(self) -> None:
        path = explain(DOUBLE4, uniqueness=False)
        assert path.status is PathStatus.MULTIPLE
        assert path.steps
        assert "hold in all" in path.summary
        assert explain(NONE4, uniqueness=False).steps == ()

    def test_a_state_that_lost_its_solution(self) -> None:
        masks = list(State(UNIQUE4).candidates)
        masks[1] &= ~0b10  # R1C2 is 2
        assert explain(State(UNIQUE4, None, masks)).status is PathStatus.NONE

    def test_what_is_wrong_is_told(self) -> None:
        right = [int(value) for value in UNIQUE9_SOLVED]
        clues = State(UNIQUE9).values
        first, second = [cell for cell in range(81) if not clues[cell]][:2]
        values = list(clues)
        values[first] = right[first] % 9 + 1
        path = explain(State(UNIQUE9, values))
        assert (path.status, path.steps) == (PathStatus.NONE, ())
        name = f"R{first // 9 + 1}C{first % 9 + 1}={values[first]}"
        assert path.summary == f"There is no way on from here: {name} is not in the solution."
        values[second] = right[second] % 9 + 1
        assert "are not in the solution" in explain(State(UNIQUE9, values)).summary
        masks = list(State(UNIQUE9).candidates)
        masks[second] &= ~(1 << right[second] - 1)
        state = State(UNIQUE9, clues, masks)
        assert "is in the solution, but struck." in explain(state).summary
        assert hint(state) is None
        assert all_steps(state) == []
        assert "has no solution" in explain(State(NONE4)).summary
        full = [value % 9 + 1 for value in right]
        wrong = [clue or value for clue, value in zip(clues, full, strict=True)]
        assert " more are not in the solution." in explain(State(UNIQUE9, wrong)).summary
        assert (
            "no solution has all"
            in explain(State(Grid(Geometry(9), bytes(81)), full[:1] + full[:1] + [0] * 79)).summary
        )

    def test_from_the_middle(self) -> None:
        states = explain(UNIQUE9).states
        path = explain(states[20])
        assert path.states[-1] == states[-1]
        assert explain(states[-1]).summary == "The grid is full already."

    def test_uniqueness_can_be_left_out(self) -> None:
        for step, state, _ in some_steps():
            if step.evidence.patterns:
                assert not verify(step, state, uniqueness=False)
                other = hint(state, scale=step.scale, uniqueness=False)
                assert other is None or verify(other, state, uniqueness=False)

    def test_other_geometries(self) -> None:
        diagonal = Puzzle(DIAGONALS4, bytes((1, 2, 3, 4, *bytes(12))))
        latin = [[1, 0, 0], [0, 2, 0], [0, 0, 0]]
        for path in (explain(diagonal, uniqueness=False), explain(latin)):
            assert path.steps
            for step, state in zip(path.steps, path.states, strict=False):
                assert verify(step, state), step

    @pytest.mark.parametrize(
        ("size", "holes", "seed"), [(6, 36, 5), (12, 144, 4), (16, 256, 2), (25, 330, 3)]
    )
    def test_large_grids(self, size: int, holes: int, seed: int) -> None:
        path = explain(_dug(Geometry(size), holes, Random(seed)))
        assert path.status is PathStatus.SOLVED
        for step, state in zip(path.steps, path.states, strict=False):
            assert verify(step, state), step

    def test_all_steps_are_proved(self) -> None:
        for scale in ("se121", "sukaku118", "hodoku"):
            state = explain(UNIQUE9).states[3]
            steps = all_steps(state, scale=scale, timeout=60)
            assert len(steps) > 20
            for step in steps:
                assert verify(step, state), step

    def test_no_steps_without_a_solution(self) -> None:
        assert all_steps(NONE4) == []
        assert all_steps("11..............") == []
        assert all_steps(DOUBLE4)

    def test_no_time_is_no_step(self) -> None:
        for puzzle in (UNIQUE4, UNIQUE9, NONE4, DOUBLE4, UNIQUE9_SOLVED):
            assert all_steps(puzzle, timeout=0) == []
            assert hint(puzzle, timeout=0) is None
            path = explain(puzzle, timeout=0)
            assert (path.status, path.steps) == (PathStatus.STOPPED, ())

    def test_all_steps_keep_to_the_time(self) -> None:
        puzzle = _dug(Geometry(12), 90, Random(1))  # has thousands of steps
        started = time.perf_counter()
        every = all_steps(puzzle, scale="hodoku")
        whole = time.perf_counter() - started
        assert len(every) > 1000
        some = all_steps(puzzle, scale="hodoku", timeout=0.1)
        assert time.perf_counter() - started - whole < whole  # measured side by side
        assert len(some) < len(every)
        assert some == every[: len(some)]

    def test_wrong_arguments(self) -> None:
        with pytest.raises(SquaredanceError, match="expected a scale of se121"):
            explain(UNIQUE4, scale="se")
        with pytest.raises(SquaredanceError, match="timeout"):
            explain(UNIQUE4, timeout=-1)
        with pytest.raises(SquaredanceError, match="timeout"):
            explain(UNIQUE4, timeout=float("nan"))
        assert explain(UNIQUE4, timeout=10**400).status is PathStatus.SOLVED

    def test_a_time_limit(self) -> None:
        started = time.perf_counter()
        path = explain(HARD9, timeout=0.05)
        assert path.status in (PathStatus.STOPPED, PathStatus.SOLVED)
        assert time.perf_counter() - started < 0.5
        assert explain(HARD9, timeout=0).status is PathStatus.STOPPED

    def test_a_list_in_notebooks(self) -> None:
        html = explain(UNIQUE9)._repr_html_()
        root = ElementTree.fromstring(f"<div>{html}</div>")
        assert [item.text for item in root.iter("li")] == list(map(str, explain(UNIQUE9)))
        assert explain(UNIQUE9).summary in html

    def test_json(self) -> None:
        data = json.loads(json.dumps(explain(UNIQUE4).to_json()))
        assert data["status"] == "solved"
        assert data["puzzle"] == {"size": 4, "box": [2, 2], "clues": UNIQUE4}
        assert data["steps"][0]["sentence"].startswith("R")
        assert "start" not in data

    @pytest.mark.long
    @pytest.mark.parametrize("kind", ["plain", "candidates", "box", "diagonals", "16x16", "later"])
    def test_json_alone_can_be_replayed(self, kind: str) -> None:
        path = explain(_start(kind))
        data = json.loads(json.dumps(path.to_json()))
        state = State(loads(json.dumps(data["puzzle"])))
        if "start" in data:
            start = loads(json.dumps(data["start"]))
            state = State(state.puzzle, start.values, start.candidates)
        assert state == path.start
        for step in map(Step.from_json, data["steps"]):
            assert verify(step, state), step
            state = state.apply(step)
        assert state.is_solved
        assert state == path.states[-1]


def test_ctrl_c_answers_soon() -> None:
    program = f"""
import time
from squaredance import all_steps
print("started", flush=True)
try:
    while True:
        all_steps("{HARD9}")
except KeyboardInterrupt:
    print("interrupted", time.time())
"""
    _, seconds = interrupted(program, after=0.3)
    assert seconds < 0.5


class TestSentences:
    @pytest.mark.parametrize(
        "item", some_steps(), ids=lambda item: item[0].technique if isinstance(item, tuple) else ""
    )
    def test_every_step_has_one(self, item: tuple[Step, State, bytes]) -> None:
        step = item[0]
        first = str(step).split("\n")[0]
        assert first.endswith(".")
        for cell, value in step.placements:
            assert f"R{cell // 9 + 1}C{cell % 9 + 1} must be {value}" in first
        for cell, _ in step.eliminations:
            assert f"R{cell // 9 + 1}C{cell % 9 + 1}" in first
        if step.evidence.nodes:
            assert "\n  1. Suppose R" in str(step)

    def test_they_are_plain(self) -> None:
        assert str(hint("1234341221434.21")) == "R4C2 must be 3: it is the last open cell of box 3."
        sentences = {step.technique: str(step) for step, _, _ in reversed(some_steps())}
        assert "it is the only place for" in sentences["hidden-single"]
        assert sentences["x-wing"].startswith("X-wing: in ")
        assert "two solutions" in sentences["unique-rectangle-1"]

    def test_letters_on_large_grids(self) -> None:
        values = bytes((*range(1, 16), *bytes(241)))
        step = hint(Puzzle(Geometry(16), values), uniqueness=False)
        assert str(step) == "R1C16 must be P: it is the last open cell of row 1."


def test_the_catalog_has_every_technique() -> None:
    assert tuple(catalog()) == technique_names()
    for name, item in catalog().items():
        assert item.title[0].isupper()
        assert item.description.endswith(".")
        assert item.page == f"docs/techniques/{name}.md"
    with pytest.raises(SquaredanceError, match="expected a technique, found 'x'"):
        entry("x")
