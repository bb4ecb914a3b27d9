"""``--output`` of solve, rate, canon and check, and the same work as `answer_part`."""

import os
import threading
from pathlib import Path

import pytest

from squaredance import SquaredanceError
from squaredance.cli.part import PartAnswer, answer_part, answer_summed_part
from squaredance.cluster.checksums import checksum
from tests.cli.conftest import Run
from tests.puzzles import DOUBLE4, NONE4, UNIQUE4, UNIQUE4_SOLVED, UNIQUE9, UNIQUE9_SOLVED

LINES = f"{UNIQUE4}\n{DOUBLE4} two\n{NONE4}\n"
COMMANDS = {
    "solve": (["solve"], LINES),
    "unique": (["solve", "--unique"], LINES),
    "json": (["solve", "--to", "json"], LINES),
    "all": (["solve", "--all"], LINES),
    "keep going": (["solve", "--keep-going"], f"{UNIQUE4}\nbad\n{UNIQUE4}\n"),
    "rate": (["rate", "--csv", "--keep-going"], f"{UNIQUE9}\n!\n{UNIQUE9}\n"),
    "canon": (["canon"], LINES),
    "check": (["check"], f"{UNIQUE4_SOLVED}\n{UNIQUE4}\n"),
}


@pytest.fixture(params=COMMANDS.values(), ids=COMMANDS.keys())
def case(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[list[str], Path]:
    words, text = request.param
    source = tmp_path / "in.txt"
    source.write_text(text)
    return words, source


def test_the_file_holds_what_stdout_would(
    run: Run, case: tuple[list[str], Path], tmp_path: Path
) -> None:
    words, source = case
    target = tmp_path / "out.txt"
    plain = run(*words, source)
    assert run(*words, source, "-o", target) == plain._replace(out="")
    assert target.read_text() == plain.out
    assert sorted(os.listdir(tmp_path)) == ["in.txt", "out.txt"]


def test_a_part_is_the_same_work(run: Run, case: tuple[list[str], Path], tmp_path: Path) -> None:
    words, source = case
    plain = run(*words, source)
    part = answer_part(words, str(source), str(tmp_path / "out.txt"))
    assert (tmp_path / "out.txt").read_text() == plain.out
    assert part.code == plain.code
    assert "".join(f"squaredance: {line}\n" for line in part.complaints) == plain.err
    assert (part.rows, part.bad) == (len(source.read_text().splitlines()), len(part.complaints))
    assert part.is_written


def test_a_dash_is_stdout(run: Run) -> None:
    assert run("solve", "-o", "-", stdin=UNIQUE4).out == f"{UNIQUE4_SOLVED}\n"


@pytest.mark.parametrize("command", ["solve", "rate", "canon", "check"])
def test_after_an_error_the_file_is_what_it_was(run: Run, command: str, tmp_path: Path) -> None:
    source, target = tmp_path / "in.txt", tmp_path / "out.txt"
    source.write_text(f"{UNIQUE4}\n?!\n")
    target.write_text("before")
    ran = run(command, source, "--output", target)
    assert (ran.code, ran.out) == (3, "")
    assert ran.err.startswith(f"squaredance: {source}:2:")
    assert target.read_text() == "before"
    assert sorted(os.listdir(tmp_path)) == ["in.txt", "out.txt"]
    part = answer_part([command], str(source), str(target))
    assert part == PartAnswer(3, 2, 1, (ran.err[len("squaredance: ") : -1],), False)


def test_an_output_that_is_an_input_is_refused(run: Run, tmp_path: Path) -> None:
    source = tmp_path / "in.txt"
    source.write_text(UNIQUE4)
    ran = run("solve", source, "-o", source)
    assert (ran.code, source.read_text()) == (2, UNIQUE4)
    assert "expected an output that is no input" in ran.err


def test_a_directory_that_is_not_there(run: Run, tmp_path: Path) -> None:
    target = tmp_path / "no" / "out.txt"
    ran = run("solve", "-o", target, stdin=UNIQUE4)
    assert (ran.code, ran.err) == (3, f"squaredance: {target}: No such file or directory\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk_is_told_with_the_name(run: Run, tmp_path: Path) -> None:
    ran = run("solve", "-o", "/dev/full", stdin=UNIQUE9)
    assert (ran.code, ran.err) == (3, "squaredance: /dev/full: No space left on device\n")
    source = tmp_path / "in.txt"
    source.write_text(f"{UNIQUE9}\n")
    with pytest.raises(OSError, match="No space left on device: '/dev/full'"):
        answer_part(["solve"], str(source), "/dev/full")


def test_a_part_of_no_file(tmp_path: Path) -> None:
    part = answer_part(["solve", "--keep-going"], "no/such", str(tmp_path / "out"))
    assert (part.code, part.rows, part.bad) == (3, 0, 1)
    assert part.complaints[0].startswith("no/such: expected a readable file, found: No such file")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "expected a command"),
        (["generate"], "expected a command"),
        (["solve", "--no-such"], "expected options of solve"),
        (["solve", "a.txt"], "expected no FILE"),
        (["solve", "-o", "b.txt"], "expected no FILE"),
        (["canon", "--distinct"], "--distinct is about all files"),
        (["rate", "--histogram", "a.svg"], "--histogram is about all files"),
    ],
)
def test_words_that_no_part_can_have(words: list[str], message: str) -> None:
    with pytest.raises(SquaredanceError, match=message):
        answer_part(words, "a", "b")


def test_parts_in_threads(tmp_path: Path) -> None:
    before = os.umask(0o027)
    os.umask(0o027)
    try:
        (tmp_path / "in.txt").write_text(f"{UNIQUE9}\n" * 100)

        def work(number: int) -> None:
            answer_part(
                ["solve", "--threads", "1"], str(tmp_path / "in.txt"), str(tmp_path / f"{number}")
            )

        threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for number in range(8):
            assert (tmp_path / f"{number}").read_text() == f"{UNIQUE9_SOLVED}\n" * 100
            assert (tmp_path / f"{number}").stat().st_mode & 0o777 == 0o640
    finally:
        assert os.umask(before) == 0o027


def test_the_checksum_is_made_as_the_answer_is_written(tmp_path: Path) -> None:
    source, target = tmp_path / "in.txt", tmp_path / "out.txt"
    lines = [UNIQUE9, "." * 81, f"{UNIQUE9} a comment", "11" + "." * 79]
    source.write_text("".join(f"{line}\n" for line in lines * 500))
    part = answer_summed_part(["solve", "--unique"], str(source), str(target))
    assert part.checksum == checksum(target)
    assert part._replace(checksum=None) == answer_part(
        ["solve", "--unique"], str(source), str(tmp_path / "again.txt")
    )
    assert target.read_bytes() == (tmp_path / "again.txt").read_bytes()
    source.write_text("12345\n")
    assert answer_summed_part(["solve"], str(source), str(target)).checksum is None
