"""Bad input: one line that says where and what, exit 3, earlier results are out."""

import os
from pathlib import Path
from threading import Thread

import pytest

from tests.cli.conftest import Run
from tests.puzzles import UNIQUE4, UNIQUE4_SOLVED, UNIQUE9, UNIQUE9_SOLVED

COMMANDS = [["solve"], ["count"], ["check"], ["convert", "--to", "line"]]


def assert_refused(ran: object, *parts: str) -> None:
    code, _, err = ran  # type: ignore[misc]
    assert code == 3
    assert len(err.splitlines()) == 1
    assert err.startswith("squaredance: ")
    for part in parts:
        assert part in err


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_missing_file(run: Run, command: list[str], tmp_path: Path) -> None:
    ran = run(*command, tmp_path / "missing.txt")
    assert_refused(ran, "missing.txt", "No such file or directory")
    assert ran.out == ""


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_directory(run: Run, command: list[str], tmp_path: Path) -> None:
    assert_refused(run(*command, tmp_path), str(tmp_path), "found a directory")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "secret.txt"
    path.write_text(UNIQUE4)
    path.chmod(0)
    assert_refused(run("solve", path), "secret.txt", "Permission denied")


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("text", ["", "\n", " \n\t\n\n"])
def test_nothing(run: Run, command: list[str], text: str) -> None:
    ran = run(*command, stdin=text)
    assert_refused(ran, "stdin", "expected a puzzle, found none")
    assert ran.out == ""


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize(
    "junk",
    [
        b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0>\0\x01\0\0\0",
        bytes(range(256)) * 8,
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
        b"\xff\xfe1\0.\0.\0.\0",
    ],
    ids=["elf", "all bytes", "png", "utf-16"],
)
def test_binary_junk(run: Run, command: list[str], junk: bytes) -> None:
    ran = run(*command, stdin=junk)
    assert_refused(ran, "stdin:1")
    assert ran.out == ""


@pytest.mark.parametrize("size", [(1 << 20) + 1, 5 << 20])
def test_a_line_that_is_too_long(run: Run, size: int) -> None:
    ran = run("solve", stdin=UNIQUE4.encode() + b"\n" + b"." * size)
    assert_refused(ran, "stdin:2", "expected a line of at most 1048576 bytes")
    assert ran.out == f"{UNIQUE4_SOLVED}\n"


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        (f"{UNIQUE9[:80]}!\n", "stdin:2:81", "found '!'"),
        (f"{UNIQUE9[:80]}\n", "stdin:2", "expected 81 symbols, found 80"),
        (f"{UNIQUE9}...\n", "stdin:2", "expected 81 symbols, found 84"),
        (f"A{UNIQUE9[1:]}\n", "stdin:2:1", "found 'A'"),
    ],
)
def test_a_bad_line_after_a_good_one(run: Run, text: str, place: str, message: str) -> None:
    ran = run("solve", stdin=f"{UNIQUE9}\n{text}{UNIQUE9}\n")
    assert_refused(ran, place, message)
    assert ran.out == f"{UNIQUE9_SOLVED}\n"


@pytest.mark.parametrize(
    ("rows", "place"),
    [
        ("1...\n...2\n.3..\n", "stdin:"),
        ("1...\n...2\n.3.\n..4.\n", "stdin:3"),
        ("1...\n...2\n.3...\n..4.\n", "stdin:3"),
        ("1...\n..?!\n.3..\n..4.\n", "stdin:2"),
    ],
)
def test_bad_rows(run: Run, rows: str, place: str) -> None:
    ran = run("solve", stdin=rows)
    assert_refused(ran, place, "expected")
    assert ran.out == ""


def test_ambiguous_symbols(run: Run) -> None:
    ran = run("solve", stdin="1" + "." * 255)
    assert_refused(ran, "stdin:1", "ambiguous symbols", "--symbols")
    assert run("solve", "--symbols", "1-9A", stdin="1" + "." * 255).code == 0


def test_a_size_that_is_no_square(run: Run) -> None:
    assert_refused(run("solve", stdin="." * 82), "stdin:1")
    assert_refused(run("solve", stdin="." * 65 * 65), "stdin:1")


@pytest.mark.parametrize(
    "text",
    [
        f"{UNIQUE4}\r\n",
        f"\ufeff{UNIQUE4}\n",
        f"{UNIQUE4}  \t \n",
        UNIQUE4,
        f"\n\n{UNIQUE4}\n\n\n",
        "1\t.\t.\t.\n.\t.\t.\t2\n.\t3\t.\t.\n.\t.\t4\t.\n",
        "1...  \r\n...2\r\n.3..\t\r\n..4.\r\n\r\n",
    ],
    ids=["crlf", "bom", "trailing", "no end", "empty lines", "tabs", "crlf rows"],
)
def test_what_is_accepted(run: Run, text: str) -> None:
    ran = run("solve", "--to", "line", stdin=text)
    assert ran == (0, f"{UNIQUE4_SOLVED}\n", "")


def test_keep_going(run: Run) -> None:
    text = f"{UNIQUE4}\nnonsense\n{UNIQUE4}\n1..!\n{UNIQUE4}\n"
    ran = run("solve", "--keep-going", stdin=text)
    assert (ran.code, ran.out) == (3, f"{UNIQUE4_SOLVED}\n" * 3)
    errors = ran.err.splitlines()
    assert [line.split(":")[2] for line in errors] == ["2", "4"]


def test_keep_going_over_files(run: Run, tmp_path: Path) -> None:
    good = tmp_path / "good.txt"
    good.write_text(UNIQUE4)
    ran = run("solve", "--keep-going", tmp_path / "missing", good, tmp_path, good)
    assert (ran.code, ran.out) == (3, f"{UNIQUE4_SOLVED}\n" * 2)
    assert len(ran.err.splitlines()) == 2


def test_without_keep_going_the_first_bad_file_ends_it(run: Run, tmp_path: Path) -> None:
    good = tmp_path / "good.txt"
    good.write_text(UNIQUE4)
    ran = run("solve", good, tmp_path / "missing", good)
    assert (ran.code, ran.out) == (3, f"{UNIQUE4_SOLVED}\n")


def test_a_named_pipe_is_opened_once(spawn: Run, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = Thread(target=lambda: pipe.write_text(f"{UNIQUE4}\n" * 2000), daemon=True)
    writer.start()
    assert spawn("solve", pipe).out == f"{UNIQUE4_SOLVED}\n" * 2000
    writer.join(10)


def test_a_real_process_shows_no_traceback(spawn: Run, tmp_path: Path) -> None:
    for arguments, stdin in (
        (("solve", tmp_path), b""),
        (("solve",), b"\0\1\2"),
        (("count",), b"1..!"),
        (("cover",), b"\xff"),
    ):
        assert_refused(spawn(*arguments, stdin=stdin))
