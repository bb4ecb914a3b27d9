"""Room in a file for what is written next: the file is as it would be without."""

import os
from pathlib import Path

import pytest

from squaredance import _core

SIZE = 1 << 20


def reserve(descriptor: int, folder: Path) -> bool:
    """Skips where the file system knows no such thing."""
    if not _core.reserve(descriptor, SIZE):
        pytest.skip(f"no room can be reserved in {folder}")
    return True


def test_the_file_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"before")
    with path.open("r+b", buffering=0) as file:
        file.seek(3)
        assert reserve(file.fileno(), tmp_path)
        assert path.read_bytes() == b"before"
        assert os.fstat(file.fileno()).st_blocks * 512 >= SIZE
        assert file.tell() == 3
        file.write(b"!")
    assert path.read_bytes() == b"bef!re"


def test_where_there_is_none(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    assert not _core.reserve(writing, SIZE)
    os.close(reading)
    os.close(writing)
    assert not _core.reserve(writing, SIZE)
    path = tmp_path / "x"
    path.write_bytes(b"")
    with path.open("rb") as file:
        assert not _core.reserve(file.fileno(), SIZE)
    with path.open("ab") as file:  # it is written elsewhere than where it stands
        assert not _core.reserve(file.fileno(), SIZE)
    with path.open("wb") as file:
        assert not _core.reserve(file.fileno(), 0)
    assert path.stat().st_size == 0
