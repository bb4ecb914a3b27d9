"""Files that appear whole or not at all."""

import errno
from pathlib import Path

import pytest

from squaredance.replacing import replacing


def write(name: str, error: OSError | None) -> None:
    with replacing(name) as file:
        file.write(b"half")
        if error is not None:
            raise error


@pytest.mark.parametrize("name", ["new", "old"])
def test_a_failure_names_the_file_and_leaves_what_was(name: str, tmp_path: Path) -> None:
    """Not the name that it has meanwhile, and not none: of several files one must know which."""
    (tmp_path / "old").write_text("before")
    target = tmp_path / name
    with pytest.raises(OSError, match="No space") as error:
        write(str(target), OSError(errno.ENOSPC, "No space left on device"))
    assert error.value.filename == str(target)
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"old": "before"}


def test_what_is_no_plain_file_is_named_too() -> None:
    with pytest.raises(OSError, match="No space") as error:
        write("/dev/full", None)
    assert error.value.filename == "/dev/full"


def test_an_error_about_another_file_stays_so(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as error, replacing(str(tmp_path / "new")):
        (tmp_path / "none").read_bytes()
    assert error.value.filename == str(tmp_path / "none")
    assert list(tmp_path.iterdir()) == []


def test_no_name_is_no_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FileNotFoundError) as error, replacing(""):
        pytest.fail("there is nothing to write to")
    assert error.value.filename == ""
