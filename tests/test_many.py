"""solve_many: every kind of input, against one puzzle at a time."""

import mmap
from array import array
from collections.abc import Iterator
from itertools import count as numbers
from pathlib import Path
from random import Random

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from squaredance import (
    FormatError,
    Geometry,
    Grid,
    Puzzle,
    SquaredanceError,
    Status,
    check,
    count,
    dumps,
    solve,
    solve_many,
)
from squaredance.many import flow
from tests.many_inputs import CLASH9, EMPTY9, KINDS9, NONE9, TEXT9, values_of
from tests.puzzles import (
    DIAGONALS4,
    DOUBLE4,
    NONE4,
    UNIQUE4,
    UNIQUE4_SOLVED,
    UNIQUE9,
    UNIQUE9_SOLVED,
    candidate_puzzles,
    dug_puzzles,
    examples,
    random_puzzle,
    small_puzzles,
)

SOLVED9 = [UNIQUE9_SOLVED, NONE9, CLASH9, None, UNIQUE9_SOLVED, UNIQUE9_SOLVED]


def check_solution(puzzle: str, solution: str, expected: int) -> None:
    """A valid solution where there is one, else the puzzle."""
    if expected:
        assert check(puzzle, solution)
    else:
        assert solution == puzzle


# Kinds of input


@pytest.mark.parametrize(
    "kind",
    [bytes, bytearray, memoryview, lambda data: memoryview(data)[:]],
    ids=["bytes", "bytearray", "memoryview", "slice"],
)
def test_bytes_of_lines(kind: type) -> None:
    results = solve_many(kind(TEXT9.encode()), unique=True)
    assert type(results.solutions) is bytes
    assert list(results.counts) == [1, 0, 0, 2, 1, 1]
    for puzzle, solution, number in zip(
        KINDS9, results.solutions.decode().splitlines(), results.counts, strict=True
    ):
        check_solution(puzzle, solution, number)


def test_a_path_and_a_map_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.txt"
    path.write_text(TEXT9)
    expected = solve_many(TEXT9.encode())
    assert solve_many(path).solutions == expected.solutions
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
        assert solve_many(mapped).solutions == expected.solutions
    path.write_text(TEXT9 + "12\n")
    with pytest.raises(FormatError) as caught:
        solve_many(path)
    assert str(caught.value) == f"{path}:7:3: expected 81 symbols, found 2"
    with pytest.raises(FormatError, match="expected a readable file, found: No such file"):
        solve_many(tmp_path / "missing")


def test_a_str_is_text_and_never_a_path() -> None:
    results = solve_many(UNIQUE4)
    assert results.solutions == UNIQUE4_SOLVED
    with pytest.raises(FormatError):
        solve_many("README.md")


def test_lists_and_tuples() -> None:
    for kind in (list, tuple):
        results = solve_many(kind([UNIQUE9, NONE9, f"{UNIQUE9} easy"]), unique=True)
        assert results.solutions == [UNIQUE9_SOLVED, NONE9, f"{UNIQUE9_SOLVED} easy"]
        assert list(results.statuses) == [Status.UNIQUE, Status.NONE, Status.UNIQUE]
    assert solve_many([UNIQUE4.encode()]).solutions == [UNIQUE4_SOLVED.encode()]


def test_a_list_of_everything() -> None:
    four, rows = Puzzle.from_text(UNIQUE4), Puzzle.from_text(UNIQUE4).rows()
    solved = solve(UNIQUE4).solution
    impossible = Puzzle.from_text(NONE4)
    free = Puzzle(Geometry(2), bytes(4), [1, 3, 3, 3])  # of candidates
    nine = Puzzle.from_text(UNIQUE9)
    puzzles = [UNIQUE4, four, four, nine, rows, UNIQUE4.encode(), impossible, free, solved, UNIQUE4]
    results = solve_many(puzzles, limit=3)
    assert results.solutions == [
        UNIQUE4_SOLVED,
        solved,
        solved,
        solve(nine).solution,
        solved,
        UNIQUE4_SOLVED.encode(),
        impossible,
        Grid(Geometry(2), [1, 2, 2, 1]),
        solved,
        UNIQUE4_SOLVED,
    ]
    assert list(results.counts) == [1, 1, 1, 1, 1, 1, 0, 1, 1, 1]


def test_an_iterator_gives_an_iterator() -> None:
    answers = solve_many((line for line in KINDS9), unique=True)
    assert isinstance(answers, Iterator)
    found = list(answers)
    assert [answer.count for answer in found] == [1, 0, 0, 2, 1, 1]
    assert [found[0].status, found[1].status] == [Status.UNIQUE, Status.NONE]
    assert [found[0].solution, found[1].solution] == [UNIQUE9_SOLVED, NONE9]


def test_an_iterator_reads_only_so_far_ahead() -> None:
    """The source is endless; what was read when the first answer comes is bounded."""
    read = 0

    def endless() -> Iterator[str]:
        nonlocal read
        for read in numbers(1):  # noqa: B007
            yield UNIQUE9

    answers = solve_many(endless(), threads=2)
    assert next(answers).solution == UNIQUE9_SOLVED
    assert read <= 1000
    for _ in range(40_000):
        next(answers)
    assert read <= 40_000 + 4 * (1 << 13)
    answers.close()
    assert list(solve_many(iter([]))) == []


def test_a_bad_item_of_an_iterator_comes_after_the_good_ones() -> None:
    answers = solve_many(iter([UNIQUE9] * 100 + ["12"]))
    assert [next(answers).solution for _ in range(100)] == [UNIQUE9_SOLVED] * 100
    with pytest.raises(FormatError, match="101:3: expected 81 symbols, found 2"):
        next(answers)


def test_an_error_of_the_source_comes_after_the_good_ones() -> None:
    def source() -> Iterator[str]:
        yield from [UNIQUE9] * 70
        raise ZeroDivisionError

    answers = solve_many(source())
    assert [next(answers).solution for _ in range(70)] == [UNIQUE9_SOLVED] * 70
    with pytest.raises(ZeroDivisionError):
        next(answers)


def test_arrays() -> None:
    values = values_of(KINDS9)
    results = solve_many(values, unique=True)
    assert type(results.solutions) is numpy.ndarray
    assert (results.solutions.dtype, results.solutions.shape) == (numpy.uint8, (6, 81))
    assert numpy.asarray(results.counts).tolist() == [1, 0, 0, 2, 1, 1]
    for row, line in zip(results.solutions.tolist(), SOLVED9, strict=True):
        if line is not None:
            assert row == values_of([line]).tolist()[0]
    assert solve_many(values[:0]).solutions.shape == (0, 81)
    assert len(solve_many(values[:0])) == 0


def test_arrays_with_gaps_between_the_rows() -> None:
    values = numpy.zeros((12, 100), dtype=numpy.uint8)
    values[::2, :81] = values_of(KINDS9)
    results = solve_many(values[::2, :81], unique=True)
    expected = solve_many(values_of(KINDS9), unique=True)
    assert numpy.array_equal(results.solutions, expected.solutions)
    assert results.counts == expected.counts


def test_a_mask_is_not_passed_over() -> None:
    values = values_of(KINDS9)
    with pytest.raises(SquaredanceError) as raised:
        solve_many(numpy.ma.array(values, mask=values > 0))
    assert str(raised.value) == (
        "expected an array without a mask, found a masked one: .filled(0) makes blanks of what "
        "is masked"
    )


def test_arrays_that_cannot_be_written_to() -> None:
    values = values_of(KINDS9)
    values.flags.writeable = False
    before = values.copy()
    assert list(solve_many(values).counts) == [1, 0, 0, 1, 1, 1]
    assert numpy.array_equal(values, before)


def test_a_memoryview_of_rows() -> None:
    data = bytes(Puzzle.from_text(UNIQUE4).clues) * 2
    results = solve_many(memoryview(data).cast("B", (2, 16)))
    assert results.solutions.tolist() == [list(map(int, UNIQUE4_SOLVED))] * 2


VALUES4 = values_of([UNIQUE4])
BAD_ARRAYS = {
    "int64": (VALUES4.astype(numpy.int64), "expected an array of bytes (uint8), found int64"),
    "int8": (VALUES4.astype(numpy.int8), "expected an array of bytes (uint8), found int8"),
    "float": (VALUES4.astype(float), "expected an array of bytes (uint8), found float64"),
    "bool": (VALUES4.astype(bool), "expected an array of bytes (uint8), found bool"),
    "text": (numpy.array([UNIQUE4]), "expected an array of bytes (uint8), found <U16"),
    "flat": (VALUES4[0], "expected an array of shape (n, cells), found (16,)"),
    "cube": (VALUES4.reshape(1, 4, 4), "expected an array of shape (n, cells), found (1, 4, 4)"),
    "array": (array("B", bytes(16)), "expected an array of shape (n, cells), found (16,)"),
    "cells": (
        VALUES4[:, :15],
        "expected N*N cells in a row for a size N from 1 to 64, found 15",
    ),
    "columns": (
        numpy.asfortranarray(numpy.repeat(VALUES4, 2, axis=0)),
        "expected rows with their cells side by side in memory (C order), found strides (1, 2)",
    ),
    "backwards": (
        numpy.repeat(VALUES4, 2, axis=0)[::-1],
        "expected rows with their cells side by side in memory (C order), found strides (-16, 1)",
    ),
}


@pytest.mark.parametrize("name", BAD_ARRAYS)
def test_arrays_are_never_converted(name: str) -> None:
    bad, message = BAD_ARRAYS[name]
    with pytest.raises(SquaredanceError) as caught:
        solve_many(bad)
    assert str(caught.value) == message


def test_a_value_that_is_too_large_is_named() -> None:
    values = numpy.repeat(VALUES4, 3, axis=0)
    values[2, 5] = 5
    with pytest.raises(SquaredanceError) as caught:
        solve_many(values)
    assert str(caught.value) == "row 2, column 5: expected a value from 0 to 4, found 5"


@pytest.mark.parametrize(
    "bad",
    [5, None, 1.5, Puzzle.from_text(UNIQUE4), object()],
    ids=["int", "None", "float", "Puzzle", "object"],
)
def test_what_is_no_collection_of_puzzles(bad: object) -> None:
    with pytest.raises(SquaredanceError, match="expected lines of text, an array, a list"):
        solve_many(bad)


@pytest.mark.parametrize(
    "arguments",
    [
        {"limit": 0},
        {"limit": 2**32 - 1},
        {"limit": 1.5},
        {"limit": 2, "unique": True},
        {"threads": 0},
        {"threads": "all"},
        {"timeout": -1},
        {"timeout": float("nan")},
        {"geometry": 4},
        {"progress": "bar"},
    ],
    ids=str,
)
def test_arguments_that_cannot_be(arguments: dict[str, object]) -> None:
    with pytest.raises(SquaredanceError, match=r"^expected"):
        solve_many(UNIQUE4, **arguments)


# Lines


def test_every_line_stays_where_it_is() -> None:
    text = f"\ufeff# a comment\r\n{UNIQUE9} easy é\r\n\n  {UNIQUE9}\t# odd \n{NONE9};x\n{UNIQUE9}"
    solved = text.replace(f"  {UNIQUE9}\t# odd ", f"{UNIQUE9_SOLVED}\t# odd")
    solved = solved.replace(UNIQUE9, UNIQUE9_SOLVED)
    results = solve_many(text)
    assert results.solutions == solved
    assert list(results.counts) == [1, 1, 0, 1]


def test_numbers_on_a_line_may_become_longer() -> None:
    line = " ".join(["0"] * 16)
    text = f"{line}\n{line} # b\n"
    results = solve_many(text)
    first, second = results.solutions.splitlines()
    assert second == f"{first} # b"
    assert check(first, first)


@pytest.mark.parametrize("symbols", ["ABCDEFGHI", "abcdefghi", "123456789"])
@pytest.mark.parametrize("blank", ".0-*?_Xx")
def test_symbols_and_blanks(symbols: str, blank: str) -> None:
    if symbols[0] == "A" and blank == "x":
        pytest.skip("letters in both cases are ambiguous")
    table = str.maketrans("123456789.", symbols + blank)
    lines = [UNIQUE9.translate(table)] * 3
    solved = UNIQUE9_SOLVED.translate(str.maketrans("123456789", symbols.upper()))
    assert solve_many(lines).solutions == [solved] * 3


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"{UNIQUE9}\n{UNIQUE9[1:]}\n", "2:81: expected 81 symbols, found 80"),
        (f"{UNIQUE9}\n\n# x\n{UNIQUE9}7\n", "4:82: expected 81 symbols, found 82"),
        (f"{UNIQUE9}\n!{UNIQUE9[1:]}", "2:1: expected a symbol 1-9 or a blank, found '!'"),
        (f"{UNIQUE9}\n{UNIQUE9}\nA{UNIQUE9[1:]}", "3:1: expected a symbol 1-9 or a blank, found"),
        (b"1......2.3....4.\n\xff\n", "2:1: expected UTF-8 text, found byte 0xff"),
        (f"{UNIQUE9} a\0b\n", "1:84: expected text, found a NUL byte"),
        (UNIQUE4 + "\n" + UNIQUE9, "2:17: expected 16 symbols, found 81"),
    ],
)
def test_a_bad_line_is_named(text: str | bytes, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        solve_many(text)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("items", "message"),
    [
        ([UNIQUE4, ""], "2: expected a puzzle, found none"),
        ([UNIQUE4, "# x"], "2: expected a puzzle, found none"),
        ([UNIQUE4, f"{UNIQUE4}\n\n"], "2: expected a puzzle on one line, found a line end"),
        (
            [Puzzle.from_text(UNIQUE4), UNIQUE4, "1" + UNIQUE4],
            "3:17: expected 16 symbols, found 17",
        ),
        ([UNIQUE4, 7], "expected a puzzle, a text or rows of values, found 7"),
    ],
)
def test_a_bad_item_is_named(items: list[object], message: str) -> None:
    with pytest.raises(SquaredanceError) as caught:
        solve_many(items)
    assert str(caught.value) == message


def test_a_geometry_can_be_given() -> None:
    empty = "." * 16
    for geometry in (DIAGONALS4, Geometry(4, None), Geometry(4)):
        expected = count(Puzzle(geometry, bytes(16))).count
        for puzzles in (empty, [empty], numpy.zeros((1, 16), numpy.uint8)):
            assert list(solve_many(puzzles, geometry=geometry, limit=10_000).counts) == [expected]
    with pytest.raises(FormatError, match="1:17: expected 16 symbols, found 81"):
        solve_many(UNIQUE9, geometry=Geometry(4))
    with pytest.raises(SquaredanceError, match="expected 16 cells in a row, found 81"):
        solve_many(values_of([UNIQUE9]), geometry=Geometry(4))


def test_the_geometry_of_the_kernel_is_told_from_others() -> None:
    """9x9 without boxes, and 9x9 with extra houses, have other answers."""
    without = solve_many([EMPTY9], geometry=Geometry(9, None))
    assert check(Puzzle(Geometry(9, None), bytes(81)), _grid(without, Geometry(9, None)))
    diagonals = Geometry(9, extra=[range(0, 81, 10), range(8, 80, 8)])
    with_diagonals = solve_many([EMPTY9], geometry=diagonals)
    assert check(Puzzle(diagonals, bytes(81)), _grid(with_diagonals, diagonals))


def _grid(results: object, geometry: Geometry) -> Grid:
    return Grid(geometry, map(int, results.solutions[0]))  # type: ignore[attr-defined]


# Against one puzzle at a time


def expected_count(puzzle: Puzzle, limit: int) -> int:
    return count(puzzle, limit=limit).count


@examples(60)
@given(st.lists(dug_puzzles(9, 9, least_share=0.3), min_size=1, max_size=6), st.integers(1, 3))
def test_9x9_against_solve(puzzles: list[Puzzle], limit: int) -> None:
    boxed = [Puzzle(Geometry(9), puzzle.clues) for puzzle in puzzles]
    results = solve_many([dumps(puzzle) for puzzle in boxed], limit=limit)
    assert list(results.counts) == [expected_count(puzzle, limit) for puzzle in boxed]
    for puzzle, solution, number in zip(boxed, results.solutions, results.counts, strict=True):
        check_solution(dumps(puzzle), solution, number)
    values = numpy.array([list(puzzle.clues) for puzzle in boxed], dtype=numpy.uint8)
    assert solve_many(values, limit=limit).counts == results.counts


@examples(60)
@given(st.lists(st.one_of(small_puzzles(), candidate_puzzles()), max_size=8), st.integers(1, 9))
def test_small_puzzles_of_any_geometry(puzzles: list[Puzzle], limit: int) -> None:
    results = solve_many(puzzles, limit=limit, threads=2)
    assert list(results.counts) == [expected_count(puzzle, limit) for puzzle in puzzles]
    for puzzle, solution, number in zip(puzzles, results.solutions, results.counts, strict=True):
        assert check(puzzle, solution) if number else solution is puzzle


@pytest.mark.parametrize("size", [1, 2, 6, 12, 16, 25, 36, 64])
def test_every_size(size: int) -> None:
    geometry, random = Geometry(size), Random(size)
    puzzles = [random_puzzle(geometry, share, random) for share in (0.8, 0.9, 1.0)] * 2
    results = solve_many(puzzles, unique=True, threads=2)
    expected = [solve(puzzle, unique=True) for puzzle in puzzles]
    assert list(results.statuses) == [result.status for result in expected]
    assert results.solutions == [result.solution for result in expected]
    lines = solve_many("\n".join(dumps(puzzle, symbols=_symbols(size)) for puzzle in puzzles))
    solved = [dumps(result.solution, symbols=_symbols(size)) for result in expected]
    for line, one, result in zip(lines.solutions.split("\n"), solved, expected, strict=True):
        if result.status is Status.UNIQUE:
            assert line == one


def _symbols(size: int) -> str:
    return "digits" if size <= 9 else "letters" if size <= 25 else "decimal"


@pytest.mark.parametrize("unique", [False, True])
def test_threads_and_blocks_change_nothing(unique: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(4)
    lines = [
        dumps(random_puzzle(Geometry(9), random.choice([0.2, 0.3, 0.5]), random))
        for _ in range(3000)
    ]
    text = "".join(f"{line}{random.choice(['', '', ' x'])}\n" for line in lines).encode()
    expected = solve_many(text, unique=unique, threads=1)
    for threads in (2, 3, 4):
        results = solve_many(text, unique=unique, threads=threads)
        assert (results.solutions, results.counts) == (expected.solutions, expected.counts)
    monkeypatch.setattr(flow.Flow, "most", 7, raising=False)
    results = solve_many(lines, unique=unique, threads=2)
    assert results.counts == expected.counts


# Results


def test_statuses_by_limit() -> None:
    puzzles = [UNIQUE4, DOUBLE4, NONE4]
    words = {
        1: ["found", "found", "none"],
        2: ["unique", "multiple", "none"],
        5: ["unique", "multiple", "none"],
    }
    for limit, expected in words.items():
        results = solve_many(puzzles, limit=limit)
        assert [str(status) for status in results.statuses] == expected
        assert results.limit == limit
    assert results.statuses[-1] is Status.NONE
    assert list(results.statuses[:2]) == [Status.UNIQUE, Status.MULTIPLE]
    assert repr(results.statuses) == "<Statuses unique, multiple, none>"
    assert repr(results) == "<Results of 3 puzzles: 1 unique, 1 multiple, 1 none>"
    assert results.tally() == {Status.UNIQUE: 1, Status.MULTIPLE: 1, Status.NONE: 1}
    assert len(results) == 3


def test_statuses_are_equal_to_sequences_of_the_same() -> None:
    statuses = solve_many([UNIQUE4, NONE4], unique=True).statuses
    for same in ([Status.UNIQUE, Status.NONE], (Status.UNIQUE, Status.NONE), statuses[:]):
        assert statuses == same
        assert same == statuses
    for other in ([Status.UNIQUE], [Status.UNIQUE] * 2, [], "un", None, 2, statuses[:1]):
        assert statuses != other
    with pytest.raises(TypeError):
        hash(statuses)


def test_nothing_is_nothing() -> None:
    for nothing, solutions in ((b"", b""), ("", ""), ([], []), (b"\n# x\n", b"\n# x\n")):
        results = solve_many(nothing)
        assert (results.solutions, list(results.counts)) == (solutions, [])
    assert repr(results) == "<Results of 0 puzzles>"


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_the_lines_of_an_open_file(end: str, tmp_path: Path) -> None:
    path = tmp_path / "puzzles.txt"
    path.write_bytes(f"{UNIQUE9}{end}".encode() * 3)
    expected = solve_many([UNIQUE9] * 3).solutions
    with path.open(newline="") as text:
        assert [answer.solution for answer in solve_many(text)] == expected
    with path.open("rb") as lines:
        assert [answer.solution for answer in solve_many(lines)] == [
            line.encode() for line in expected
        ]
    assert solve_many(path.read_text().splitlines(keepends=True)).solutions == expected


def test_more_threads_than_anyone_has() -> None:
    assert solve_many([UNIQUE9] * 3, threads=2**64).solutions == solve_many([UNIQUE9] * 3).solutions
    assert len(list(solve_many(iter([UNIQUE9] * 600), threads=2**64))) == 600


def test_the_name_of_a_file_as_text(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.txt"
    path.write_text(UNIQUE9)
    with pytest.raises(FormatError, match="found the name of a file: Path"):
        solve_many(str(path))
    with pytest.raises(FormatError):
        solve_many(str(tmp_path / "no such file"))
