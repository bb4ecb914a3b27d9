"""squaredance generate: the wishes, the formats, the ends."""

import json
import os
import pty
import re
import signal
import subprocess
import time
from pathlib import Path

import pytest

from squaredance import Status, dumps, generate, loads, random_grids, rate, solve
from tests.cli.conftest import COMMAND, ENVIRONMENT, Run, shown_on


def test_a_line_each(run: Run) -> None:
    ran = run("generate", "--seed", "1", "--count", "5")
    expected = "".join(
        f"{dumps(made.puzzle)}\n" for made in generate(seed=1, count=5) if made.puzzle
    )
    assert ran == (0, expected, "")
    assert run("generate", "--seed", "1", "--count", "5", "--threads", "1") == ran


def test_a_fresh_seed(run: Run) -> None:
    first, second = run("generate", "--json"), run("generate", "--json")
    assert first.out != second.out
    made = json.loads(first.out)
    again = run("generate", "--json", "--seed", str(made["seed"]))
    assert again == first


@pytest.mark.parametrize("format", ["line", "grid", "numbers", "sdk", "ss", "json"])
def test_formats(run: Run, format: str) -> None:
    ran = run("generate", "--seed", "1", "--to", format)
    assert ran.code == 0
    assert loads(ran.out) == generate(seed=1).puzzle


def test_solutions_and_ratings(run: Run) -> None:
    ran = run("generate", "--seed", "1", "--solutions", "--rating", "--count", "3")
    lines = ran.out.splitlines()
    for made, text, solved in zip(generate(seed=1, count=3), lines[::2], lines[1::2], strict=True):
        assert made.puzzle is not None
        assert made.solution is not None
        assert text == f"{dumps(made.puzzle)} # se121 {rate(made.puzzle)}"
        assert solved == dumps(made.solution)
    wished = run("generate", "--seed", "1", "--difficulty", "2.0-3.0", "--rating", "--to", "grid")
    assert wished.out.startswith("# se121 2.") or wished.out.startswith("# se121 3.0")


def test_json_has_all(run: Run) -> None:
    ran = run("generate", "--size", "6", "--seed", "3", "--json", "--difficulty", "hard")
    made = generate(6, seed=3, difficulty="hard")
    assert made.puzzle is not None
    assert made.solution is not None
    assert made.rating is not None
    assert json.loads(ran.out) == {
        "size": 6,
        "box": [2, 3],
        "seed": 3,
        "number": made.number,
        "tries": made.tries,
        "is_met": True,
        "reason": None,
        "clues": made.clues,
        "puzzle": dumps(made.puzzle),
        "solution": dumps(made.solution),
        "rating": made.rating.to_json(),
    }


@pytest.mark.parametrize(
    ("arguments", "wish"),
    [
        (["--clues", "24"], {"clues": 24}),
        (["--clues", "22-24"], {"clues": (22, 24)}),
        (["--clues", "24", "--minimal"], {"clues": 24, "minimal": True}),
        (["--no-minimal"], {"minimal": False}),
        (["--symmetry", "180"], {"symmetry": "rotate180"}),
        (["--pattern", "x" * 60 + "." * 9 + "x" * 12], {"pattern": "x" * 60 + "." * 9 + "x" * 12}),
        (["--difficulty", "easy"], {"difficulty": "easy"}),
        (["--difficulty", "2.6"], {"difficulty": 2.6}),
        (["--difficulty", "1.5-2.3"], {"difficulty": (1.5, 2.3)}),
        (
            ["--difficulty", "100-300", "--scale", "hodoku"],
            {"difficulty": (100, 300), "scale": "hodoku"},
        ),
        (["--technique", "claiming"], {"technique": "claiming"}),
        (["--size", "6", "--box", "3x2", "--to", "json"], None),
    ],
)  # fmt: skip
def test_wishes(run: Run, arguments: list[str], wish: dict[str, object] | None) -> None:
    ran = run("generate", "--seed", "1", *arguments)
    assert (ran.code, ran.err) == (0, "")
    puzzle = loads(ran.out)
    assert solve(puzzle, unique=True).status is Status.UNIQUE
    if wish is None:
        assert puzzle.geometry.box == (3, 2)
    else:
        assert puzzle == generate(seed=1, **wish).puzzle  # type: ignore[call-overload]


def test_a_pattern_from_a_file_or_stdin(run: Run, tmp_path: Path) -> None:
    pattern = "xx.xx.xxx\n" * 9
    file = tmp_path / "pattern.txt"
    file.write_text(pattern)
    made = generate(pattern=pattern, seed=1)
    assert made.puzzle is not None
    expected = dumps(made.puzzle) + "\n"
    assert run("generate", "--seed", "1", "--pattern", file).out == expected
    assert run("generate", "--seed", "1", "--pattern", "-", stdin=pattern).out == expected


@pytest.mark.parametrize("size", [16, 25, 36])
def test_a_long_pattern(run: Run, size: int) -> None:
    """Longer than the name of a file may be."""
    pattern = "x" * (size * size - 1) + "."
    ran = run("generate", "--size", str(size), "--seed", "1", "--no-minimal", "--pattern", pattern)
    assert (ran.code, ran.err) == (0, "")
    assert loads(ran.out).clues[-1] == 0
    ran = run("generate", "--size", str(size), "--pattern", pattern[1:])
    cells = f"expected a pattern of {size * size} cells, found {size * size - 1}"
    found = f"{cells}, and no file of that name"
    assert (ran.code, ran.err) == (2, f"squaredance: {found}\n")


def test_a_time_limit_is_one_for_ratings_too(run: Run) -> None:
    """These take minutes to rate."""
    wish = ["--size", "16", "--count", "40", "--clues", "100-105", "--seed", "1"]
    started = time.perf_counter()
    ran = run("generate", *wish, "--rating", "--timeout", "1.5")
    assert time.perf_counter() - started < 4
    assert ran.code == 124
    assert "# se121 stopped" in ran.out


@pytest.mark.parametrize("shape", [["--size", "6", "--box", "3x2"], ["--box", "none"]])
def test_json_tells_any_boxes(run: Run, shape: list[str]) -> None:
    ran = run("generate", *shape, "--json", "--seed", "1")
    assert (ran.code, ran.err) == (0, "")
    made = json.loads(ran.out)
    box = made["box"] and tuple(made["box"])
    puzzle = loads(made["puzzle"], size=made["size"], box=box)
    assert dumps(solve(puzzle, unique=True).solution) == made["solution"]
    assert run("generate", *shape).code == 2


def test_grids(run: Run) -> None:
    ran = run("generate", "--grids", "--count", "4", "--size", "6", "--seed", "2")
    assert ran == (0, "".join(f"{dumps(grid)}\n" for grid in random_grids(4, 6, seed=2)), "")


def test_the_time_is_up(run: Run) -> None:
    ran = run("generate", "--clues", "17", "--timeout", "0.2", "--seed", "1")
    assert (ran.code, ran.out) == (124, "")
    assert ran.err.startswith("squaredance: the time was up after ")
    assert "too many clues; the nearest: " in ran.err
    ran = run("generate", "--clues", "17", "--timeout", "0.1", "--json")
    assert ran.code == 124
    assert json.loads(ran.out)["is_met"] is False


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--clues", "x"], "expected clues such as 24 or 22-26, found 'x'"),
        (["--clues", "16"], "expected 17 clues or more at 9x9, found 16"),
        (["--difficulty", "x"], "expected a difficulty such as 2.0-3.0, or of easy"),
        (["--technique", "x"], "expected a technique that the scale se121 knows"),
        (["--pattern", "x"], "expected a pattern of 81 cells, found 1"),
        (["--symmetry", "x"], "expected a symmetry of none"),
        (["--size", "65"], "expected a size from 1 to 64, found 65"),
        (["--count", "-1"], "expected a count of 0 or more, found -1"),
        (
            ["--pattern", "no-file.txt"],
            "expected a pattern of 81 cells, found 10, and no file of that name",
        ),
        (["--grids", "--clues", "0"], "expected --grids alone, found it with --clues"),
        (["--grids", "--timeout", "0"], "expected --grids alone, found it with --timeout"),
        (["--grids", "--no-minimal"], "expected --grids alone, found it with --no-minimal"),
        (["--grids", "--scale", "se121"], "expected --grids alone, found it with --scale"),
        (["--grids", "--symmetry", "180"], "expected --grids alone, found it with --symmetry"),
        (["--grids", "--json"], "expected --json or --grids, found both"),
        (["--json", "--to", "sdk"], "expected --json or --to, found both"),
        (["--size", "6", "--box", "3x2"], "expected boxes 2x3 for line"),
    ],
)
def test_bad_arguments(run: Run, arguments: list[str], message: str) -> None:
    ran = run("generate", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err


def test_the_reader_goes_away() -> None:
    with subprocess.Popen(
        [*COMMAND, "generate", "--count", "1000000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
    ) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        assert len(child.stdout.readline()) == 82
        child.stdout.close()
        assert child.wait(timeout=20) == 141
        assert child.stderr.read() == b""


def test_it_streams_and_ends_with_ctrl_c() -> None:
    with subprocess.Popen(
        [*COMMAND, "generate", "--count", "1000000", "--difficulty", "8.0-9.0", "--threads", "1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
    ) as child:
        assert child.stdout is not None
        assert len(child.stdout.readline()) == 82  # before a buffer is full
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=20)
    assert (child.returncode, err) == (130, b"")
    assert len(out) % 82 == 0


@pytest.mark.parametrize("on_terminal", [True, False])
def test_a_rare_wish_tells_its_tries_on_a_terminal(on_terminal: bool) -> None:
    main_end, child_end = pty.openpty()
    try:
        ran = subprocess.run(
            [*COMMAND, "generate", "--clues", "17", "--timeout", "1.5", "--seed", "1"],
            stdout=child_end if on_terminal else subprocess.DEVNULL,
            stderr=child_end,
            env=ENVIRONMENT,
            timeout=20,
        )
    finally:
        os.close(child_end)
        told = shown_on(main_end)
    assert ran.returncode == 124
    assert re.search(r"0 puzzles, 0/s, [\d,]+ tries in 1 s", told)
    assert "the time was up after" in told
