"""read, loads, dumps and the registries; every format there and back; any bytes at all."""

import io
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from squaredance.errors import FormatError, SquaredanceError
from squaredance.formats import (
    FORMATS,
    JUDGES,
    Case,
    dumps,
    loads,
    loads_all,
    read,
    read_cases,
    write,
)
from squaredance.formats.source import LineSource
from squaredance.geometry import Geometry
from squaredance.puzzle import Puzzle

from .helpers import LINE4, LINE9, ROWS9, items, puzzles, rows

EXAMPLES = Path(__file__).parents[2] / "examples"


# Clauses have a test of their own: a 25x25 makes 750,000 of them. So have library lines, for sizes
# up to 9 only.
@pytest.mark.parametrize("format", [f for f in FORMATS if f not in ("candidates", "cnf", "hodoku")])
@given(puzzle=puzzles())
@settings(max_examples=30, deadline=None)
def test_every_format_there_and_back(format: str, puzzle: Puzzle) -> None:
    text = dumps(puzzle, format)
    assert loads(text, format=format, symbols=symbols_for(puzzle, format)) == puzzle
    (case,) = read_cases(
        io.BytesIO(text.encode()), format=format, symbols=symbols_for(puzzle, format)
    )
    assert isinstance(case, Case)
    assert (
        loads(write(case.puzzle, case.style), format=format, symbols=symbols_for(puzzle, format))
        == puzzle
    )


def symbols_for(puzzle: Puzzle, format: str) -> str | None:
    """Above 9 the text alone is not always certain: then the reader has to be told."""
    return "letters" if puzzle.size > 9 and format not in ("numbers", "json") else None


@pytest.mark.parametrize("format", ["line", "grid", "numbers", "json"])
@pytest.mark.parametrize("size", [26, 36, 49, 64])
def test_large_sizes_there_and_back(format: str, size: int) -> None:
    puzzle = Puzzle(Geometry(size), [(c * 7) % (size + 1) for c in range(size * size)])
    assert loads(dumps(puzzle, format)) == puzzle


@given(puzzle=puzzles(max_size=9))
@settings(max_examples=50, deadline=None)
def test_small_sizes_need_no_option(puzzle: Puzzle) -> None:
    for format in ("grid", "numbers", "ss", "json"):
        assert loads(dumps(puzzle, format)) == puzzle


JUNK = st.one_of(
    st.binary(max_size=300),
    st.text('0123456789.-*?_X |+=ABCDEFGHP,;#\n\t\r[]{}":', max_size=300).map(str.encode),
    st.lists(
        st.sampled_from(
            [
                LINE4,
                LINE9,
                ROWS9,
                "3",
                "",
                "---",
                "end",
                "[Puzzle]",
                "#A x",
                '{"clues": "1"}',
                "1 2 3 4",
                "12 3 4 1",
                "\x00",
                "*--*",
            ]
        ),
        max_size=12,
    ).map(lambda parts: "\n".join(parts).encode()),
)


@pytest.mark.parametrize("format", [None, *FORMATS])
@given(data=JUNK, size=st.sampled_from([None, None, 1, 4, 9, 16, 70]))
@settings(max_examples=150, deadline=None)
@example(data=b"", size=None)
@example(data=b"\n" * 10, size=9)
@example(data=b"[" * 5000, size=None)
def test_any_bytes_give_cases_or_errors(format: str | None, data: bytes, size: int | None) -> None:
    found = list(read_cases(io.BytesIO(data), format=format, size=size))
    assert found
    assert all(isinstance(item, Case | FormatError) for item in found)
    for item in found:
        if isinstance(item, Case):
            write(item.puzzle, item.style)
        else:
            assert "\n" not in str(item)
            assert "expected" in str(item) or "ambiguous" in str(item)


@pytest.mark.parametrize("name", list(JUDGES))
@given(data=JUNK)
@settings(max_examples=100, deadline=None)
def test_judges_take_any_bytes(name: str, data: bytes) -> None:
    for item in JUDGES[name].cases(LineSource(io.BytesIO(data))):
        if isinstance(item, FormatError):
            assert "expected" in str(item)


@given(
    st.lists(st.booleans(), min_size=1, max_size=8), st.sampled_from(["line", "grid", "numbers"])
)
@settings(max_examples=60, deadline=None)
def test_good_cases_are_never_lost(good: list[bool], format: str) -> None:
    one = {"line": LINE9 + "\n", "grid": ROWS9, "numbers": rows(LINE9.replace(".", "0"), 9, " ")}[
        format
    ]
    text = "".join(one if ok else one.replace("9", "!") for ok in good)
    found = items(text, format=format)
    assert [isinstance(item, Case) for item in found] == good


def test_read_a_file(tmp_path: Path) -> None:
    path = tmp_path / "two.sdm"
    path.write_text(f"{LINE9}\n{LINE9}\n")
    assert [p.clue_count for p in read(path)] == [30, 30]
    assert [p.clue_count for p in read(str(path))] == [30, 30]
    path.write_text(f"{LINE9}\nbad\n")
    puzzles = read(path)
    assert next(puzzles).clue_count == 30
    with pytest.raises(FormatError, match=r"two\.sdm:2:4: expected 81 symbols, found 3"):
        next(puzzles)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none"):
        (error,) = read_cases(path)
        assert str(error).startswith(f"{path}: expected a readable file, found: ")


def test_extension_is_a_promise(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text(LINE9)
    (error,) = read_cases(path)
    assert isinstance(error, FormatError)


def test_loads_wants_one() -> None:
    with pytest.raises(FormatError, match="expected one puzzle, found 2"):
        loads(f"{LINE9}\n{LINE9}")
    with pytest.raises(FormatError, match="expected a puzzle, found none"):
        loads("")
    assert len(loads_all(f"{LINE9}\n{LINE9}".encode())) == 2


@pytest.mark.parametrize(
    "call", [lambda: loads(LINE9, format="pdf"), lambda: dumps(loads(LINE9), "pdf")]
)
def test_unknown_format(call: object) -> None:
    with pytest.raises(SquaredanceError, match="expected a format line, grid"):
        call()  # type: ignore[operator]


def test_dumps_options() -> None:
    puzzle = loads(LINE4)
    assert dumps(puzzle, symbols="letters", blank="-", comment="x") == "A------B-C----D- x"
    assert dumps(puzzle, "numbers", blank=".").splitlines()[0] == "1 . . ."
    assert dumps(puzzle, "grid").splitlines()[0] == "1..."


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.*")), ids=lambda path: path.name)
def test_examples_can_be_read(path: Path) -> None:
    if path.suffix in (".out", ".sh", ".md") or path.name.startswith("judge-"):
        pytest.skip("not a puzzle file")
    found = list(read_cases(path))
    assert all(isinstance(item, Case) for item in found)


def test_reading_a_line_imports_little() -> None:
    code = (
        "import io, sys; before = set(sys.modules); from squaredance.formats import read_cases;"
        f"list(read_cases(io.BytesIO(b'{LINE9}')));"
        "heavy = {'dataclasses', 'inspect', 'pathlib', 'json'} & (set(sys.modules) - before);"
        "print(sorted(heavy))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
