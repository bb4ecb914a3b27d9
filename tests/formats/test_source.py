"""LineSource: lines, places, limits, and not a byte more than is needed."""

import io
import os
import threading
import tracemalloc
from collections.abc import Iterator
from mmap import ALLOCATIONGRANULARITY
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from squaredance.errors import FormatError
from squaredance.formats import read_cases
from squaredance.formats import source as formats_source
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
    assert str(lines.next()) == "f:2: expected a line of at most 20 bytes, found a longer one"
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


# Text, for those who look for lines themselves


def texts_of(source: LineSource, room: int = 2000) -> list[bytes | str]:
    """All that `take_text` gives; errors as their words."""
    found: list[bytes | str] = []
    buffer = bytearray(room)
    while True:
        size = source.take_text(buffer)
        if isinstance(size, FormatError):
            found.append(str(size))
            source.line += 1
        elif size == 0:
            return found
        else:
            found.append(bytes(buffer[:size]))
            source.line += found[-1].count(b"\n")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"", []),
        (b"a", [b"a"]),
        (b"a\nb", [b"a\nb"]),
        (b"a\r\n\nb\n", [b"a\r\n\nb\n"]),
        (b"ab\n" * 3000, [b"ab\n" * 666] * 4 + [b"ab\n" * 336]),
    ],
)
def test_text_is_taken_as_it_is(text: bytes, expected: list[bytes]) -> None:
    assert texts_of(LineSource(io.BytesIO(text))) == expected
    assert b"".join(texts_of(LineSource(io.StringIO(text.decode(), newline="")))) == text


def test_text_after_lines_that_were_looked_at() -> None:
    source = LineSource(io.BytesIO(b"a\r\nb\n\xff\nc\nd"), "x")
    assert source.peek(1) == b"b"
    bad = "x:3:1: expected UTF-8 text, found byte 0xff"
    assert texts_of(source) == [b"a\nb\n", bad, b"c\n", b"d"]
    source = LineSource(io.BytesIO(b"a\nb\nc"))
    assert source.next() == b"a"
    assert texts_of(source) == [b"b\n", b"c"]


@pytest.mark.parametrize("length", [101, 1999, 2000, 5000])
def test_text_without_a_line_that_is_too_long(length: int) -> None:
    data = b"a\n" + b"x" * length + b"\nb\n"
    found = texts_of(LineSource(io.BytesIO(data), "f", max_line=100), room=500)
    error = "f:2: expected a line of at most 100 bytes, found a longer one"
    assert [piece for piece in found if isinstance(piece, str)] in ([error], [])
    if length > 500:
        assert found == [b"a\n", error, b"b\n"]


def test_text_of_a_pipe_comes_as_it_is_written() -> None:
    reading, writing = os.pipe()
    waits = 0

    def before_wait() -> None:
        nonlocal waits
        waits += 1

    with open(reading, "rb", buffering=0) as stream:
        source = LineSource(stream, before_wait=before_wait)
        buffer = bytearray(1000)
        assert not source.is_ready()
        os.write(writing, b"a\nb\nc")
        assert source.is_ready()
        assert (source.take_text(buffer), waits) == (4, 0)
        os.write(writing, b"d\n")
        assert source.take_text(buffer) == 3
        assert buffer[:3] == b"cd\n"
        os.set_blocking(reading, False)
        timer = threading.Timer(0.05, os.write, (writing, b"e\n"))
        timer.start()
        assert source.take_text(buffer) == 2
        timer.join()
        assert waits > 0
        os.close(writing)
        assert source.take_text(buffer) == 0
        assert source.take_text(buffer) == 0
        assert source.size is None
        source.widen()


def test_the_size_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"abc")
    with path.open("rb") as file:
        source = LineSource(file)
        assert (source.size, source.is_ready()) == (3, True)


def mapped_and_taken(path: Path, most: int, first: int = 0) -> list[tuple[bool, bytes]]:
    """All text of a file but the first lines: whether it was mapped, and what it is."""
    found = []
    with path.open("rb", buffering=0) as file:
        source = LineSource(file)
        for _ in range(first):
            source.next()
        source.peek()
        buffer = bytearray(2000)
        while True:
            mapped = source.map_text(most)
            if mapped is not None:
                window, start, end = mapped
                assert len(window) <= most
                found.append((True, window[start:end]))
                continue
            size = source.take_text(buffer)
            assert isinstance(size, int)
            if size == 0:
                return found
            found.append((False, bytes(buffer[:size])))


@pytest.mark.parametrize("end", [b"\n", b"\nlast"])
@pytest.mark.parametrize("most", [2 * ALLOCATIONGRANULARITY, 1 << 20])
def test_lines_of_a_file_are_mapped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int, end: bytes
) -> None:
    monkeypatch.setattr(formats_source, "CHUNK", 1000)
    path = tmp_path / "x"
    text = b"".join(b"%d\n" % number for number in range(100_000)) + b"end" + end
    path.write_bytes(text)
    for first in (0, 1):
        pieces = mapped_and_taken(path, most, first)
        assert b"".join(piece for _, piece in pieces) == text[2 * first :]
        assert all(piece.endswith(b"\n") for _, piece in pieces[:-1])
        unmapped = [piece for mapped, piece in pieces if not mapped]
        # What was looked at behind a line that was taken, and a line without end.
        assert len(unmapped) == first + (end != b"\n")


def test_large_maps_start_with_a_whole_page(tmp_path: Path) -> None:
    path = tmp_path / "x"
    text = b"".join(b"%d\n" % number for number in range(2_000_000))
    path.write_bytes(text)
    with path.open("rb", buffering=0) as file:
        source = LineSource(file)
        place = 0
        while (mapped := source.map_text(6 << 20)) is not None:
            window, start, end = mapped
            assert (place - start) % (2 << 20) == 0
            piece = window[start:end]
            assert piece == text[place : place + len(piece)]
            place += len(piece)
        assert place == len(text)


def test_what_cannot_be_mapped_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(formats_source, "CHUNK", 4)
    path = tmp_path / "x"
    long = b"y" * 2 * ALLOCATIONGRANULARITY
    path.write_bytes(b"ab\n" + long + b"\ncd\n")
    with path.open("rb", buffering=0) as file:
        source = LineSource(file, max_line=len(long))
        assert source.map_text(100) is not None  # from the start
        assert source.map_text(ALLOCATIONGRANULARITY) is None  # its line end is not in there
        assert source.take_text(buffer := bytearray(2 * len(long))) == len(long) + 4
        assert buffer.startswith(long)
        assert source.map_text(100) is None
    assert LineSource(io.BytesIO(b"ab\n")).map_text(100) is None
    with path.open("rb") as file:  # buffered: who knows what it has read
        assert LineSource(file).map_text(100) is None


def test_a_file_that_is_shorter_by_now_is_read(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"ab\n" * 10_000)
    with path.open("rb", buffering=0) as file:
        source = LineSource(file)
        assert source.size == 30_000
        path.write_bytes(b"cd\n")
        assert source.map_text(100_000) is None
        assert source.next() == b"cd"


def test_a_file_that_grows_is_read_on(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"ab\n")
    with path.open("rb", buffering=0) as file:
        source = LineSource(file)
        assert source.map_text(100) is not None
        with path.open("ab") as more:
            more.write(b"cd\n")
        assert source.map_text(100) is None
        assert source.next() == b"cd"
