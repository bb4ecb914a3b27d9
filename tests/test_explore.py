"""explore: finds are what they say; a run that was stopped goes on as if it had not been."""

import sys
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

import pytest

from squaredance import (
    Geometry,
    Puzzle,
    SquaredanceError,
    canonical,
    explore,
    is_minimal,
    rate,
    solve,
)
from squaredance.exploring.clock import RunClock, TimeIsUpError
from squaredance.exploring.options import Options, options_of
from squaredance.exploring.pool import Entry, Pool
from squaredance.exploring.run import Run
from squaredance.result import Status
from tests.interrupts import interrupted
from tests.puzzles import UNIQUE9

STARTS = [
    UNIQUE9,
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
]


def corner(puzzle: Puzzle) -> float:
    """A goal: many clues in the first rows."""
    return sum(map(bool, puzzle.clues[:27])) / 4


def stepwise(until: int, **options: Any) -> Run:
    """A run that ends after the round in which so many are explored."""
    goal = options.pop("goal", "clues")
    state = options.pop("state", None)
    wish = {"drop": 1, "add": 1, "minimal": True, "keep": 1000, "seed": 0, **options}
    run = Run(
        options_of(goal, "se121", **wish),
        goal,
        threshold=None,
        limit=None,
        threads=2,
        timeout=None,
        state=state,
        progress=None,
    )
    run.start(STARTS)
    round_size = run._round_size
    run._round_size = lambda: round_size() if run.pool.explored < until else 0  # type: ignore[method-assign]
    return run


class TestFinds:
    def test_they_are_what_they_say(self) -> None:
        forms = {canonical(start).form for start in STARTS}
        for found in explore(STARTS, limit=100):
            puzzle = found.puzzle
            assert canonical(puzzle).form == puzzle
            assert puzzle not in forms
            assert found.score == puzzle.clue_count <= found.parent.clue_count
            assert found.generation >= 1
            assert solve(puzzle, unique=True, engine="dance").status is Status.UNIQUE
            assert is_minimal(puzzle)
            forms.add(puzzle)
        assert len(forms) == 102

    def test_each_is_a_move_away_from_its_parent(self) -> None:
        """A form has its cells elsewhere: so the vicinity of the parent is made slowly, and one
        of its puzzles must have this form.
        """
        found = next(explore(UNIQUE9, minimal=False))
        assert found.parent == canonical(UNIQUE9).form
        grids = {found.puzzle}
        clues = found.parent.clues
        solution_of = {}
        for cell, clue in enumerate(clues):
            fewer = found.parent.with_clue(cell, 0)
            for other in range(81) if clue else ():
                if not clues[other]:
                    for value in range(1, 10):
                        moved = fewer.with_clue(other, value)
                        if moved.clue_count == found.score and _may_be(moved, solution_of):
                            grids.discard(canonical(moved).form)
                if not grids:
                    return
        raise AssertionError(found)

    @pytest.mark.parametrize("goal", ["clues", "rating", corner])
    def test_threads_change_nothing(self, goal: Any) -> None:
        some = [list(explore(STARTS, goal=goal, limit=60, threads=n)) for n in (1, 3)]
        assert some[0] == some[1]
        assert list(explore(STARTS, goal=goal, limit=60, seed=1)) != some[0]

    def test_rating(self) -> None:
        for found in explore(STARTS, goal="rating", limit=20):
            er = rate(found.puzzle).er
            of_parent = rate(found.parent).er
            assert er is not None
            assert of_parent is not None
            assert found.score == er >= of_parent

    def test_a_threshold_instead_of_the_parent(self) -> None:
        finds = list(explore(STARTS, goal=corner, threshold=1.5, limit=200))
        assert all(found.score >= 1.5 for found in finds)
        assert any(found.score < corner(found.parent) for found in finds)

    def test_a_function(self) -> None:
        finds = list(explore(STARTS, goal=corner, limit=50))
        assert all(found.score == corner(found.puzzle) >= corner(found.parent) for found in finds)
        with pytest.raises(SquaredanceError, match="expected a number from the goal, found None"):
            next(explore(STARTS, goal=lambda _: None))  # type: ignore[arg-type, return-value]

    def test_it_ends_when_all_is_explored(self) -> None:
        explored: list[int] = []
        finds = list(explore(STARTS, keep=1, progress=lambda n, _: explored.append(n)))
        assert finds
        assert explored[-1] >= 1

    def test_a_timeout(self) -> None:
        assert list(explore(STARTS, timeout=0)) == []
        assert len(list(explore(STARTS, timeout=0.2))) < 100_000


def _may_be(puzzle: Puzzle, known: dict[Puzzle, bool]) -> bool:
    if puzzle not in known:
        known[puzzle] = solve(puzzle, unique=True).status is Status.UNIQUE
    return known[puzzle]


class TestState:
    OPTIONS = (
        {"keep": 1000},
        {"keep": 40, "seed": 9},
        {"keep": 60, "goal": corner},
        {"keep": 100_000, "drop": 2, "minimal": False},
    )

    @pytest.mark.parametrize("options", OPTIONS, ids=["many", "seed", "goal", "drop"])
    def test_stopped_and_resumed_is_as_never_stopped(
        self, options: dict[str, Any], tmp_path: Path
    ) -> None:
        """By breaks after some finds, by the clock, and by Ctrl-C at any line."""
        until = 30
        whole, parts = tmp_path / "whole", tmp_path / "parts"
        list(stepwise(until, state=whole, **options).finds())
        random = Random(1)
        ways = [_after_some_finds, _when_the_time_is_up, _by_ctrl_c]
        stops = 0
        run = None
        while run is None or run.pool.explored < until:
            run = stepwise(until, state=parts, **options)
            before = run.pool.explored
            random.choice(ways)(run, random)
            stops += 1
            assert run.pool.explored >= before
        list(stepwise(until, state=parts, **options).finds())
        assert stops > 5
        assert parts.read_text() == whole.read_text()
        assert sorted(tmp_path.iterdir()) == [parts, whole]

    def test_rating(self, tmp_path: Path) -> None:
        whole, parts = tmp_path / "whole", tmp_path / "parts"
        list(stepwise(4, goal="rating", state=whole).finds())
        for until in (1, 2, 4):
            list(stepwise(until, goal="rating", state=parts).finds())
        assert parts.read_text() == whole.read_text()

    def test_it_is_written_now_and_then(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """What is on the disk when the machine stops is a state like any other."""
        monkeypatch.setattr("squaredance.exploring.run.SAVE", -1.0)
        state = tmp_path / "state"
        run = stepwise(6, state=state)
        for _ in run.finds():
            explored = int(state.read_text().split("explored ", 1)[1].split(",")[0])
            assert explored in range(run.pool.explored)  # of the round before
        assert state.read_text().splitlines()[1].startswith("# explored 6, ")

    def test_it_is_a_list_of_puzzles(self, tmp_path: Path) -> None:
        state = tmp_path / "state"
        list(stepwise(3, state=state).finds())
        first, second, *lines = state.read_text().splitlines()
        options = "goal=clues drop=1 add=1 minimal=yes keep=1000 seed=0"
        assert first == f"# squaredance explore 1: {options}"
        assert second == f"# explored 3, puzzles {len(lines)}"
        assert sum(line.endswith(" explored") for line in lines) == 3
        for line in lines[:20]:
            text, score = line.split(" # ")
            assert score.split()[:2] == [str(Puzzle.from_text(text).clue_count), "generation"]

    def test_the_start_need_not_be_told_again_and_others_may_join(self, tmp_path: Path) -> None:
        state = tmp_path / "state"
        assert len(list(explore(STARTS[0], state=state, limit=5))) == 5
        before = state.read_text()
        assert len(list(explore(state=state, limit=5))) == 5
        assert state.read_text() != before
        list(explore(STARTS[1], state=state, limit=5))
        form = "".join(map(str, canonical(STARTS[1]).form.clues)).replace("0", ".")
        assert f"{form} # 30 generation 0" in state.read_text()

    def test_other_options_are_refused(self, tmp_path: Path) -> None:
        state = tmp_path / "state"
        list(explore(STARTS, state=state, limit=1))
        with pytest.raises(SquaredanceError) as error:
            explore(STARTS, state=state, drop=2)
        wish = "minimal=yes keep=100000 seed=0"
        assert str(error.value) == (
            f"{state}:1: expected a state of goal=clues drop=2 add=1 {wish}, "
            f"found one of goal=clues drop=1 add=1 {wish}"
        )

    @pytest.mark.parametrize(
        ("change", "expected"),
        [
            (lambda text: "hello\n" + text, "1: expected '# squaredance explore 1:', found 'hello"),
            (lambda text: "", "1: expected '# squaredance explore 1:', found ''"),
            (lambda text: text.replace("explored 1", "explored x"), "2: expected how many"),
            (lambda text: text.replace("explored 1", "explored 0"), "2: expected as many explored"),
            (lambda text: text[:-30], "puzzles and the end, found"),
            (lambda text: text[: text.index("\n", 1000) + 1], "puzzles and the end, found"),
            (
                lambda text: _line(text, 5, lambda row: row.replace(".", "x")),
                "5: expected a puzzle",
            ),
            (lambda text: _line(text, 5, lambda row: row[1:]), "5: expected a puzzle of 81"),
            (lambda text: _line(text, 7, _other_digit), "7: expected a canonical form"),
            (
                lambda text: _line(text, 4, lambda row: row.replace("# 2", "# 3")),
                "4: expected a score",
            ),
            (
                lambda text: _line(text, 4, lambda row: row.replace("open", "shut")),
                "4: expected a",
            ),
            (lambda text: _repeated(text), "4: expected each puzzle once"),
        ],
    )
    def test_a_damaged_one_is_refused_with_its_line(
        self, change: Callable[[str], str], expected: str, tmp_path: Path
    ) -> None:
        state = tmp_path / "state"
        list(stepwise(1, state=state).finds())
        text = change(state.read_text())
        state.write_text(text)
        with pytest.raises(SquaredanceError) as error:
            stepwise(1, state=state)
        assert str(error.value).startswith(f"{state}:")
        assert expected in str(error.value)
        assert state.read_text() == text

    def test_ctrl_c(self, tmp_path: Path) -> None:
        state = tmp_path / "state"
        program = f"""
import time
from squaredance import explore
try:
    print("started", flush=True)
    for found in explore({STARTS!r}, state={str(state)!r}):
        pass
except KeyboardInterrupt:
    print("interrupted", time.time())
"""
        _, seconds = interrupted(program, 0.7)
        assert seconds < 5
        assert list(explore(state=state, limit=3))


def _line(text: str, number: int, change: Callable[[str], str]) -> str:
    lines = text.split("\n")
    lines[number - 1] = change(lines[number - 1])
    return "\n".join(lines)


def _other_digit(line: str) -> str:
    place = next(i for i, symbol in enumerate(line) if symbol != ".")
    return f"{line[:place]}9{line[place + 1 :]}"


def _repeated(text: str) -> str:
    lines = text.split("\n")
    return "\n".join([*lines[:3], lines[2], *lines[4:]])


def _after_some_finds(run: Run, random: Random) -> None:
    wanted = random.randrange(1, 40)
    with closing(run.finds()) as finds:  # type: ignore[type-var]
        for number, _ in enumerate(finds, 1):
            if number == wanted:
                return


def _when_the_time_is_up(run: Run, random: Random) -> None:
    looks = iter(range(random.randrange(1, 12)))

    class Short(RunClock):
        def check(self) -> None:
            if next(looks, None) is None:
                raise TimeIsUpError

    run._clock = Short(None)
    list(run.finds())


def _by_ctrl_c(run: Run, random: Random) -> None:
    """Raised in the middle of our own code, as a signal does it."""
    left = random.randrange(1, 30_000)

    def trace(frame: FrameType, event: str, _: object) -> Any:
        nonlocal left
        if "exploring" not in frame.f_code.co_filename:
            return None
        left -= 1
        if left == 0:
            raise KeyboardInterrupt
        return trace

    before = sys.gettrace()
    finds: Iterator[object] = run.finds()
    try:
        sys.settrace(trace)
        with suppress(KeyboardInterrupt):
            list(finds)
    finally:
        sys.settrace(before)


class TestPool:
    @pytest.mark.parametrize("goal", ["clues", "rating"])
    def test_it_has_the_best_of_all_that_ever_came(self, goal: str) -> None:
        random = Random(2)
        options = Options(goal, None, 1, 1, True, 50, 3)
        pool = Pool(options)
        came: dict[bytes, Entry] = {}
        gone: set[bytes] = set()
        for _ in range(60):
            new = {
                random.randbytes(4): Entry(random.randrange(17, 30), 1) for _ in range(20)
            } | dict(random.sample(sorted(came.items()), min(len(came), 5)))
            before = set(pool.entries)
            stayed = pool.add(new)
            came |= new
            best = pool._sorted(came.items())[:50]
            assert pool.ranked() == best
            assert dict(best) == pool.entries
            assert stayed == [form for form, _ in best if form in new]
            gone |= before - set(pool.entries)
            assert not gone & set(pool.entries)
            assert pool.next(7) == [form for form, _ in best[:7]]
        assert len(pool._open) <= 2 * 50 + 1000


def test_bad_arguments() -> None:
    cases: list[tuple[str, Any, dict[str, Any]]] = [
        ("expected a standard 9x9 puzzle to explore, found a 4x4", "1......2.3....4.", {}),
        ("found one with other houses", Puzzle(Geometry(9, None), bytes(81)), {}),
        ("found one with candidates", Puzzle(Geometry(9), bytes(81), [511] * 81), {}),
        ("puzzle 2: expected a puzzle with one solution, found several", [UNIQUE9, "." * 81], {}),
        ("puzzle 1: expected a puzzle with one solution, found none", ["11" + "." * 79], {}),
        ("expected a puzzle to start from, found none", [], {}),
        ("expected a puzzle to start from, found none", None, {}),
        ("expected a goal of clues, rating or a function; found 'best'", UNIQUE9, {"goal": "best"}),
        ("expected a scale of", UNIQUE9, {"goal": "rating", "scale": "se"}),
        ("expected 0 to 8 clues to drop, found 9", UNIQUE9, {"drop": 9}),
        ("expected 0 to 4 clues to add, found -1", UNIQUE9, {"add": -1}),
        ("expected puzzles to keep of 1 or more, found 0", UNIQUE9, {"keep": 0}),
        ("expected a limit of 1 or more, found 0", UNIQUE9, {"limit": 0}),
        ("expected a whole number as seed, found 1.5", UNIQUE9, {"seed": 1.5}),
        ("expected a timeout of 0 seconds or more, found -1", UNIQUE9, {"timeout": -1}),
    ]
    for message, start, options in cases:
        with pytest.raises(SquaredanceError) as error:
            explore(start, **options)
        assert message in str(error.value)
