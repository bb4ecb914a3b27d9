"""A file of lines and nothing else, answered while next to nothing is imported: the same bytes."""

import os
import pty
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from squaredance.cli.ahead import _ENDINGS, begin
from squaredance.formats import _by_extension
from squaredance.windows import WINDOW
from tests.cli.conftest import COMMAND, ENVIRONMENT, shown_on
from tests.cli.test_process import SOON, start
from tests.cli.test_solve_lines import CLASH9, EMPTY9, NONE9
from tests.cluster.gates import until
from tests.puzzles import UNIQUE4, UNIQUE9, UNIQUE9_SOLVED

MANY = 500_000  # lines: five windows

HEAD_STARTS = {
    "plain": f"{UNIQUE9}\n" * 14_000,
    "two windows": f"{UNIQUE9}\n" * 110_000,
    "four windows": f"{UNIQUE9}\n" * 310_000,
    "a comment in the second window": f"{UNIQUE9}\n" * 150_000 + "# no\n" + f"{UNIQUE9}\n",
    "no end": f"{UNIQUE9}\n" * 13_999 + UNIQUE9,
    "no solutions": f"{UNIQUE9}\n{CLASH9}\n" * 7_000,
    "an odd line": f"{UNIQUE9}\n" * 7_000 + f"{UNIQUE9} é\n" + f"{UNIQUE9}\n" * 7_000,
    "a bad line": f"{UNIQUE9}\n" * 13_000 + "!\n",
    "a comment": f"{UNIQUE9}\n" * 7_000 + "# no\n" + f"{UNIQUE9}\n" * 7_000,
    "returns": f"{UNIQUE9}\r\n" * 14_000,
    "a return": f"{UNIQUE9}\n" * 14_000 + f"{UNIQUE9}\r\n",
    "an empty line first": "\n" + f"{UNIQUE9}\n" * 14_000,
    "a byte order mark": "\ufeff" + f"{UNIQUE9}\n" * 14_000,
    "an empty grid first": f"{EMPTY9}\n" + f"{UNIQUE9}\n" * 14_000,
    "no solution in the fourth window": f"{UNIQUE9}\n" * 350_000
    + f"{CLASH9}\n{NONE9}\n{UNIQUE9}\n",
    "an odd line in the fourth window": f"{UNIQUE9}\n" * 350_000 + f"{UNIQUE9} a\n{UNIQUE9}\n",
    "no end in the fourth window": f"{UNIQUE9}\n" * 350_000 + UNIQUE9,
    "a bad line in the fourth window": f"{UNIQUE9}\n" * 350_000 + f"!\n{UNIQUE9}\n",
    "other sizes": f"{UNIQUE4}\n" * 70_000,
}


def with_and_without_head_start(
    *paths: Path | str, options: list[str], format: str
) -> list[tuple[object, ...]]:
    """What the command says; to name the format is no plain question any more."""
    found: list[tuple[object, ...]] = []
    for more in ([], ["--format", format]):
        command = [*COMMAND, "solve", *options, *more, *paths]
        done = subprocess.run(command, capture_output=True, env=ENVIRONMENT)
        found.append((done.returncode, done.stderr, done.stdout))
    return found


@pytest.mark.parametrize("kind", HEAD_STARTS)
@pytest.mark.parametrize("threads", ["1", "3"])
@pytest.mark.parametrize("times", [1, 2])  # only one file alone is answered at once
def test_a_head_start_changes_nothing(tmp_path: Path, kind: str, threads: str, times: int) -> None:
    path = tmp_path / "many.txt"
    path.write_bytes(HEAD_STARTS[kind].encode())
    options = ["--unique", "--threads", threads]
    begun, without = with_and_without_head_start(*[path] * times, options=options, format="line")
    assert begun == without


def test_several_solutions_in_a_later_window(tmp_path: Path) -> None:
    path = tmp_path / "many.txt"
    path.write_text(f"{UNIQUE9}\n" * 350_000 + f"{EMPTY9}\n{UNIQUE9}\n")
    for options, code in (([], 0), (["--unique"], 4)):
        begun, without = with_and_without_head_start(path, options=options, format="line")
        assert begun == without
        assert begun[0] == code


def test_a_plain_file_is_answered_alone(tmp_path: Path) -> None:
    """Nothing of what odd lines need is imported."""
    path = tmp_path / "many.txt"
    path.write_text(f"{UNIQUE9}\n" * MANY)
    program = (
        "import os, sys\n"
        "from squaredance.cli import start\n"
        "def leave(code):\n"
        "    print(*sys.modules, file=sys.stderr)\n"
        "    sys.exit(code)\n"
        "start._leave = leave\n"
        "start.run()\n"
    )
    command = [sys.executable, "-c", program, "solve", str(path)]
    done = subprocess.run(command, capture_output=True, env=ENVIRONMENT)
    assert (done.returncode, done.stdout) == (0, f"{UNIQUE9_SOLVED}\n".encode() * MANY)
    imported = set(done.stderr.decode().split())
    assert "squaredance.cli.ahead" in imported
    assert not imported & {"squaredance.cli.main", "squaredance.formats", "enum", "collections"}


def test_its_endings_promise_no_other_format() -> None:
    for ending in _ENDINGS:
        assert _by_extension(f"name{ending}") in (None, "line")


def test_a_head_start_is_for_large_files_of_lines(tmp_path: Path) -> None:
    path = tmp_path / "many.txt"
    for text, is_begun in (
        (HEAD_STARTS["plain"], True),
        (HEAD_STARTS["an odd line"], False),
        (HEAD_STARTS["returns"], False),
        (UNIQUE9, False),
    ):
        path.write_bytes(text.encode())
        assert (begin([str(path)], 1, False) is not None) is is_begun
    assert begin([str(path / "none")], None, True) is None
    assert begin([str(tmp_path)], None, True) is None
    assert begin([], None, True) is None


@pytest.mark.parametrize(("threads", "windows"), [(1, 1), (2, 2), (4, 4), (9, 4)])
def test_a_head_start_is_a_window_for_each_thread(
    tmp_path: Path, threads: int, windows: int
) -> None:
    path = tmp_path / "many.txt"
    path.write_bytes(f"{UNIQUE9}\n".encode() * (5 * WINDOW // 82))
    ahead = begin([str(path)], threads, False)
    assert ahead is not None
    try:
        assert windows * WINDOW - 82 < ahead.end <= windows * WINDOW
    finally:
        ahead.crew.stop()
        ahead.crew.close()


@pytest.mark.parametrize("name", ["many.sdk", "many.csv", "many.json", "many.ss"])
def test_what_is_no_line_format_loses_its_head_start(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text(HEAD_STARTS["plain"])
    format = {"csv": "numbers"}.get(path.suffix[1:], path.suffix[1:])
    begun, without = with_and_without_head_start(path, options=[], format=format)
    assert begun == without


def test_a_reader_that_goes_away(tmp_path: Path) -> None:
    path = tmp_path / "many.txt"
    path.write_text(f"{UNIQUE9}\n" * MANY)
    with start("solve", str(path)) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        assert child.stdout.read(82_000) == f"{UNIQUE9_SOLVED}\n".encode() * 1000
        child.stdout.close()
        assert (child.stderr.read(), child.wait(SOON * 5)) == (b"", 141)


def test_a_reader_that_is_slow_gets_all(tmp_path: Path) -> None:
    path = tmp_path / "many.txt"
    path.write_text(f"{UNIQUE9}\n" * MANY)
    reading, writing = os.pipe()
    os.set_blocking(writing, True)
    with start("solve", str(path), stdout=writing) as child:
        os.close(writing)
        got = 0
        while piece := os.read(reading, 1 << 20):
            got += len(piece)
        assert (got, child.wait(SOON * 5)) == (82 * MANY, 0)
    os.close(reading)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
def test_a_full_disk(tmp_path: Path) -> None:
    path = tmp_path / "many.txt"
    path.write_text(f"{UNIQUE9}\n" * MANY)
    with open("/dev/full", "wb") as full, start("solve", str(path), stdout=full) as child:
        _, err = child.communicate(timeout=60)
    assert (child.returncode, err) == (3, b"squaredance: output: No space left on device\n")


@pytest.mark.parametrize("redirect", [">&-", "2>&-", "<&-"])
def test_closed_streams(tmp_path: Path, redirect: str) -> None:
    path = tmp_path / "many.txt"
    path.write_text(f"{UNIQUE9}\n" * 20_000)
    command = f"{sys.executable} -m squaredance solve {path} {redirect}"
    done = subprocess.run(command, shell=True, capture_output=True, env=ENVIRONMENT)
    if redirect == ">&-":
        message = b"squaredance: output: expected an open stream, found it closed\n"
        assert (done.returncode, done.stdout, done.stderr) == (3, b"", message)
    else:
        answers = f"{UNIQUE9_SOLVED}\n".encode() * 20_000
        assert (done.returncode, done.stdout, done.stderr) == (0, answers, b"")


@pytest.mark.parametrize("pause", [0.0, 0.01, 0.03, 0.06])
def test_ctrl_c_leaves_a_start_of_the_answers(tmp_path: Path, pause: float) -> None:
    """So long after the first of them is written: before that it may hit the start of Python."""
    path = tmp_path / "many.txt"
    path.write_text(f"{UNIQUE9}\n" * 4 * MANY)
    target = tmp_path / "answers.txt"
    with target.open("wb") as out, start("solve", str(path), stdout=out) as child:
        until(lambda: target.stat().st_size > 0)
        time.sleep(pause)
        child.send_signal(signal.SIGINT)
        _, err = child.communicate(timeout=60)
    assert child.returncode in (130, 0)  # or too late
    assert err == b""
    answers = target.read_bytes()
    assert len(answers) % 82 == 0
    assert answers == f"{UNIQUE9_SOLVED}\n".encode() * (len(answers) // 82)


def test_a_bar_on_a_terminal(tmp_path: Path) -> None:
    path = tmp_path / "many.txt"
    path.write_text(f"{UNIQUE9}\n" * MANY)
    main_end, child_end = pty.openpty()
    done = subprocess.run(
        [*COMMAND, "solve", path], stdout=subprocess.PIPE, stderr=child_end, env=ENVIRONMENT
    )
    os.close(child_end)
    shown = shown_on(main_end)
    assert (done.returncode, len(done.stdout)) == (0, 82 * MANY)
    assert "500,000 puzzles" in shown


def test_a_file_that_is_another_by_now(tmp_path: Path) -> None:
    """What was answered is of a file that is gone: nothing of the other one may follow it."""
    path = tmp_path / "many.txt"
    path.write_text(f"{UNIQUE9}\n" * 20_000 + f"{CLASH9}\n")
    other = tmp_path / "other.txt"
    other.write_text(f"{UNIQUE9}\n" * 5)
    program = (
        "import os, sys\n"
        "from squaredance.cli import ahead, start\n"
        "answer = ahead.Ahead.answer\n"
        "def answered(self):\n"
        "    found = answer(self)\n"
        "    os.replace(sys.argv[3], sys.argv[2])\n"
        "    return found\n"
        "ahead.Ahead.answer = answered\n"
        "start.run()\n"
    )
    words = ["solve", str(path), str(other)]
    program = program.replace("start.run()", "other = sys.argv.pop(3); start.run()")
    program = program.replace("os.replace(sys.argv[3], ", "os.replace(other, ")
    done = subprocess.run(
        [sys.executable, "-c", program, *words], capture_output=True, env=ENVIRONMENT
    )
    assert done.stdout == f"{UNIQUE9_SOLVED}\n".encode() * (len(done.stdout) // 82)
    assert len(done.stdout) // 82 > 10_000
    message = f"squaredance: expected {path} to stay, found another file there\n"
    assert (done.returncode, done.stderr.decode()) == (2, message)


def test_lines_that_come_while_it_runs(tmp_path: Path) -> None:
    path = tmp_path / "many.txt"
    path.write_text(f"{UNIQUE9}\n" * 20_000)
    program = (
        "import sys\n"
        "from squaredance.cli import ahead, start\n"
        "write = ahead.Ahead._write\n"
        "def written(self, block):\n"
        "    write(self, block)\n"
        "    if not self.blocks:\n"
        "        with open(sys.argv[2], 'a') as file:\n"
        f"            file.write('{UNIQUE9}\\n' * 5)\n"
        "ahead.Ahead._write = written\n"
        "start.run()\n"
    )
    command = [sys.executable, "-c", program, "solve", str(path)]
    done = subprocess.run(command, capture_output=True, env=ENVIRONMENT)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout == f"{UNIQUE9_SOLVED}\n".encode() * 20_005


def test_a_write_that_fails_gives_back_the_room(tmp_path: Path) -> None:
    path, target = tmp_path / "many.txt", tmp_path / "out.txt"
    path.write_text(f"{UNIQUE9}\n" * 110_000)
    most = 1 << 21

    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

    with target.open("wb") as out:
        done = subprocess.run(
            [*COMMAND, "solve", path],
            stdout=out,
            stderr=subprocess.PIPE,
            env=ENVIRONMENT,
            preexec_fn=limit,
        )
    assert (done.returncode, done.stderr) == (3, b"squaredance: output: File too large\n")
    assert target.stat().st_size == most
    assert target.stat().st_blocks * 512 <= most + (1 << 17)


def test_a_shortage_of_memory_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "many.txt"
    path.write_text(f"{UNIQUE9}\n" * MANY)

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (600 << 20, 600 << 20))

    command = [*COMMAND, "solve", "--threads", "9999", path]
    done = subprocess.run(command, capture_output=True, env=ENVIRONMENT, preexec_fn=limit)
    assert len(done.stderr.splitlines()) == (done.returncode != 0)
    assert b"Traceback" not in done.stderr
    assert (f"{UNIQUE9_SOLVED}\n".encode() * MANY).startswith(done.stdout)
