"""LineSource: lines, places, limits, and not a byte more than is needed."""

import io
import tracemalloc
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from squaredance.errors import FormatError
from squaredance.formats import read_cases
from squaredance.formats.source import CHUNK, LineSource

from .helpers import LINE4, LINE9, source


class Pieces(io.RawIOBase):
    """A pipe that hands out the pieces it is given, one per read, and counts the reads."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self.pieces = pieces
        self.reads = 0

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        self.reads += 1
        return next(self.pieces, b"")


def lines_of(data: bytes) -> list[bytes | FormatError]:
    found = []
    lines = source(data)
    while (line := lines.next()) is not None:
        found.append(line)
    return found


@given(st.lists(st.binary(max_size=20)), st.integers(1, 7))
def test_chunks_do_not_matter(parts: list[bytes], size: int) -> None:
    data = b"".join(parts)
    cut = LineSource(Pieces(iter([data[i : i + size] for i in range(0, len(data), size)])))
    found = []
    while (line := cut.next()) is not None:
        found.append(line)
    assert [str(line) for line in found] == [str(line) for line in lines_of(data)]


@pytest.mark.parametrize("data", [b"a\nb", b"a\nb\n", b"a\r\nb\r\n", b"\xef\xbb\xbfa\nb\n"])
def test_line_ends_and_bom(data: bytes) -> None:
    assert lines_of(data) == [b"a", b"b"]


def test_peek_takes_nothing() -> None:
    lines = source("a\nb\nc")
    assert (lines.peek(2), lines.peek(3), lines.line) == (b"c", None, 0)
    assert (lines.next(), lines.peek(), lines.batch(), lines.batch()) == (
        b"a",
        b"b",
        [b"b", b"c"],
        [],
    )
    assert lines.line == 3


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"ok\n12\x0034\n", "f:2:3: expected text, found a NUL byte"),
        (b"ok\n1\xff2\n", "f:2:2: expected UTF-8 text, found byte 0xff"),
        ("é€".encode() + b"\xff2\n", "f:1:3: expected UTF-8 text, found byte 0xff"),
        ("é€".encode() + b"\0\n", "f:1:3: expected text, found a NUL byte"),
        (b"\xff\xfe1\x00", "f:1:1: expected UTF-8 text, found byte 0xff"),
    ],
)
def test_binary_junk_has_a_place(data: bytes, message: str) -> None:
    lines = source(data, "f")
    found = [lines.next(), lines.next()]
    bad = next(line for line in found if isinstance(line, FormatError))
    assert str(bad).startswith(message)


def test_long_line_is_refused_and_the_next_is_read() -> None:
    lines = LineSource(io.BytesIO(b"ok\n" + b"1" * 50 + b"\nlast"), "f", max_line=20)
    assert lines.next() == b"ok"
    assert str(lines.next()) == "f:2: expected a line of at most 20 bytes, found 50"
    assert lines.next() == b"last"


def endless(piece: bytes) -> Iterator[bytes]:
    while True:
        yield piece


def test_endless_line_is_refused_at_once() -> None:
    pipe = Pieces(endless(b"1" * CHUNK))
    item = next(read_cases(pipe))
    assert str(item) == "1: expected a line of at most 1048576 bytes, found a longer one"
    assert pipe.reads == (1 << 20) // CHUNK + 1


def test_a_gigabyte_in_one_line_takes_little_memory() -> None:
    pipe = Pieces(iter([b"1" * CHUNK] * 2000 + [b"\n" + LINE9.encode()]))  # 260 MB will do
    tracemalloc.start()
    found = list(read_cases(pipe))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(found) == 2
    assert isinstance(found[0], FormatError)
    assert not isinstance(found[1], FormatError)
    assert found[1].line == 2
    assert peak < 8 << 20


@pytest.mark.parametrize(
    ("piece", "reads"),
    [
        (LINE9.encode() + b"\n", 1),
        (b"1234\n", 4),  # a 4x4 grid is there after its fourth row
        (b"123456789\n", 9),
        (b"-------N---L---H\n", 16),
        (b"1 2 3 4\n", 4),
        (b"1,2,3,4\n", 4),
        (b'{"clues": "' + LINE4.encode() + b'"}\n', 1),
    ],
)
def test_first_case_comes_with_its_last_line(piece: bytes, reads: int) -> None:
    pipe = Pieces(endless(piece))
    item = next(read_cases(pipe))
    assert not isinstance(item, FormatError)
    assert pipe.reads == reads


def test_before_wait_is_called_before_each_read() -> None:
    calls: list[int] = []
    answered: list[int] = []
    pipe = Pieces(iter([LINE9.encode() + b"\n"] * 3))
    for item in read_cases(pipe, before_wait=lambda: calls.append(len(answered))):
        answered.append(item.line or 0)  # noqa: PERF401 (the callback looks at it)
    assert calls == [0, 1, 2, 3]  # each answer could be flushed before the next wait


def test_endless_input_in_bounded_memory() -> None:
    pipe = Pieces(endless((LINE9 + "\n").encode() * 500))
    tracemalloc.start()
    for number, _ in enumerate(read_cases(pipe)):
        if number == 5_000:
            early = tracemalloc.get_traced_memory()[1]
        if number == 50_000:
            break
    late = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert late < early + (1 << 18)


def test_text_streams_work_too() -> None:
    (case,) = read_cases(io.StringIO(LINE9))
    assert not isinstance(case, FormatError)
    assert case.puzzle.clue_count == 30
