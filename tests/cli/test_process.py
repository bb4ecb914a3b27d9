"""What only a real process shows: signals, pipes, streaming, memory, start-up."""

import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path
from select import select

import pytest

from tests.cli.conftest import COMMAND, ENVIRONMENT, Run, shown_on
from tests.puzzles import DOUBLE4, NONE4, UNIQUE4, UNIQUE4_SOLVED, UNIQUE9, UNIQUE9_SOLVED

SOON = 2.0  # seconds: far more than it takes, so that only a hang fails
ENDLESS = "." * 256  # 16x16, to count


def start(*arguments: str, **options: object) -> subprocess.Popen[bytes]:
    streams = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen([*COMMAND, *arguments], **{"env": ENVIRONMENT, **streams, **options})  # type: ignore[call-overload]


@pytest.mark.parametrize(
    ("arguments", "stdin", "code"),
    [
        (["solve"], UNIQUE4, 0),
        (["solve"], NONE4, 1),
        (["check"], UNIQUE4, 1),
        (["solve", "--no-such-option"], UNIQUE4, 2),
        (["solve", "--timeout", "-1"], UNIQUE4, 2),
        (["solve"], "1..!", 3),
        (["solve", "--unique"], DOUBLE4, 4),
        (["count", "--timeout", "0.05"], ENDLESS, 124),
        (["count", "--max-nodes", "10"], ENDLESS, 124),
        (["solve", "--unique", "--keep-going"], f"{UNIQUE9}\n{'.' * 81}\n?\n", 3),
        (["count", "--max-nodes", "10"], f"{UNIQUE4}\n{'.' * 16}\n{NONE4}\n", 124),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_exit_codes(spawn: Run, arguments: list[str], stdin: str, code: int) -> None:
    assert spawn(*arguments, stdin=stdin).code == code


def test_the_console_script_is_the_same_command() -> None:
    script = Path(sys.executable).parent / "squaredance"
    if not script.exists():
        pytest.skip("the package is not installed beside this Python")
    done = subprocess.run([script, "solve"], input=UNIQUE4.encode(), capture_output=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{UNIQUE4_SOLVED}\n".encode(), b"")


def test_a_profiler_has_its_say_at_the_end() -> None:
    profiler = [sys.executable, "-m", "cProfile", *COMMAND[1:]]
    done = subprocess.run(
        [*profiler, "solve"], input=UNIQUE4.encode(), capture_output=True, env=ENVIRONMENT
    )
    assert done.returncode == 0
    assert done.stdout.startswith(UNIQUE4_SOLVED.encode())
    assert b"function calls" in done.stdout


def test_ctrl_c_keeps_what_was_printed_and_exits_130() -> None:
    with start("count") as child:
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write(f"{UNIQUE9}\n".encode())
        child.stdin.flush()
        assert child.stdout.readline() == b"1\n"
        child.stdin.write(f"{'.' * 81}\n".encode())
        child.stdin.flush()
        time.sleep(0.3)  # the signal must find it counting
        sent = time.monotonic()
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=60)
        assert time.monotonic() - sent < SOON
    assert (child.returncode, out, err) == (130, b"", b"")


def test_ctrl_c_flushes_what_was_answered_but_not_yet_written() -> None:
    with start("solve", "--all") as child:
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write(f"{DOUBLE4}\n{'.' * 16}\n".encode())
        child.stdin.flush()
        lines = [child.stdout.readline() for _ in range(290)]
        child.send_signal(signal.SIGINT)  # it waits for more input now
        out, err = child.communicate(timeout=60)
    assert (child.returncode, out, err) == (130, b"", b"")
    assert len(set(lines[2:])) == 288
    assert set(lines[:2]) < set(lines[2:])


def test_each_answer_is_out_before_the_next_question_is_asked() -> None:
    with start("solve") as child:
        assert child.stdin is not None
        assert child.stdout is not None
        for _ in range(5):
            child.stdin.write(f"{UNIQUE9}\n".encode())
            child.stdin.flush()
            assert child.stdout.readline() == f"{UNIQUE9_SOLVED}\n".encode()
        child.stdin.close()
        assert child.wait(timeout=60) == 0


def test_a_judge_streams_too(examples_dir: Path) -> None:
    case, answer = (
        (examples_dir / name).read_bytes().split(b"\n\n")[0] + b"\n"
        for name in ("hexa-4.in", "hexa-4.out")
    )
    with start("solve", "--judge", "uva1309") as child:
        assert child.stdin is not None
        assert child.stdout is not None
        for number in range(3):
            child.stdin.write((b"\n" if number else b"") + case)
            child.stdin.flush()
            separator = b"\n" if number else b""
            assert child.stdout.read(len(separator + answer)) == separator + answer
        child.stdin.close()
        assert child.wait(timeout=60) == 0


@pytest.mark.parametrize("arguments", [["solve"], ["solve", "--json"], ["count"]])
def test_a_reader_that_goes_away_ends_it_quietly(arguments: list[str]) -> None:
    """``squaredance solve | head -1`` over more output than a pipe holds."""
    with start(*arguments) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdin.write(f"{UNIQUE9}\n".encode())
        child.stdin.flush()
        assert child.stdout.readline()
        child.stdout.close()
        try:
            child.stdin.write(f"{UNIQUE9}\n".encode() * 5000)
            child.stdin.close()
        except BrokenPipeError:
            pass
        assert child.stderr.read() == b""
        assert child.wait(timeout=60) == 141


def test_a_reader_that_goes_away_before_an_error() -> None:
    """The results before a bad line are written when the line is found: nobody reads them."""
    reading, writing = os.pipe()
    os.close(reading)
    with start("solve", stdout=writing) as child:
        os.close(writing)
        _, err = child.communicate(f"{UNIQUE9}\n{UNIQUE9}\n!\n{UNIQUE9}\n".encode(), timeout=60)
    assert b"Traceback" not in err
    assert b"Exception ignored" not in err
    assert child.returncode == 141


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
def test_a_full_disk_is_one_line_and_no_success() -> None:
    with open("/dev/full", "wb") as full, start("solve", stdout=full) as child:
        _, err = child.communicate(UNIQUE4.encode(), timeout=60)
    assert err == b"squaredance: output: No space left on device\n"
    assert child.returncode == 3


def test_closed_streams_are_no_traceback() -> None:
    for redirect in ("<&-", ">&-"):
        done = subprocess.run(
            f"{sys.executable} -m squaredance solve {redirect}",
            shell=True,
            input=UNIQUE4.encode() if redirect == ">&-" else None,
            capture_output=True,
            env=ENVIRONMENT,
        )
        assert b"Traceback" not in done.stderr
        assert len(done.stderr.splitlines()) == 1
        assert done.returncode == 3
    done = subprocess.run(
        f"{sys.executable} -m squaredance solve 2>&-",
        shell=True,
        input=UNIQUE4.encode() + b"\n!\n",
        capture_output=True,
        env=ENVIRONMENT,
    )
    assert (done.returncode, done.stdout) == (3, f"{UNIQUE4_SOLVED}\n".encode())


# Not `ru_maxrss`: a child starts with that of its parent, here of all tests so far.
MEMORY = """
import re, sys
from squaredance.cli.main import main
code = main({arguments!r})
with open("/proc/self/status") as status:
    print(re.search("VmHWM: *([0-9]+) kB", status.read().replace("\\t", " "))[1], file=sys.stderr)
sys.exit(code)
"""
needs_proc = pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="no /proc here")


def peak_memory(path: Path, arguments: list[str], code: int = 0) -> int:
    """In kB, of a process that answers the file; its last word on stderr."""
    program = MEMORY.format(arguments=[*arguments, str(path)])
    done = subprocess.run(
        [sys.executable, "-c", program], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    assert done.returncode == code
    return int(done.stderr.split()[-1])


@pytest.mark.long
@needs_proc
@pytest.mark.parametrize(
    "arguments", [["solve", "--engine", "search"], ["convert", "--to", "grid"]], ids=" ".join
)
def test_memory_is_the_same_for_ten_times_the_input(arguments: list[str], tmp_path: Path) -> None:
    short, long = tmp_path / "short.txt", tmp_path / "long.txt"
    short.write_text(f"{UNIQUE9}\n" * 12_000)
    long.write_text(f"{UNIQUE9}\n" * 120_000)  # 10 MB: all at once would show
    assert peak_memory(long, arguments) < peak_memory(short, arguments) + 4_000


@needs_proc
def test_a_huge_line_is_refused_in_bounded_memory(tmp_path: Path) -> None:
    path = tmp_path / "line.txt"
    with path.open("wb") as file:
        file.truncate(300 << 20)  # a hole of NULs: 300 MB in one line
    assert peak_memory(path, ["solve"], code=3) < 100_000


# Nothing that one puzzle on a line needs; each costs milliseconds at start.
HEAVY = {
    "asyncio", "ctypes", "dataclasses", "decimal", "email", "hashlib", "http", "importlib.metadata",
    "inspect", "json", "logging", "multiprocessing", "numpy", "pathlib", "platform", "random",
    "rich", "socket", "sqlite3", "subprocess", "tempfile", "threading", "unittest", "urllib",
    "xml", "squaredance.cover", "squaredance.formats.candidates", "squaredance.formats.jsonlines",
    "squaredance.formats.judges", "squaredance.render",
    "squaredance.cli.check", "squaredance.cli.cover", "squaredance.cli.count",
    "argparse", "re", "typing",
}  # fmt: skip


def test_start_up_imports_nothing_heavy() -> None:
    # What an editable install imports by itself is there before, and does not count.
    program = (
        "import sys; before = set(sys.modules);"
        "from squaredance.cli.main import main; code = main(['solve']);"
        "print(*sorted(set(sys.modules) - before), file=sys.stderr); sys.exit(code)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], input=UNIQUE9.encode(), capture_output=True
    )
    assert (done.returncode, done.stdout) == (0, f"{UNIQUE9_SOLVED}\n".encode())
    assert set(done.stderr.decode().split()) & HEAVY == set()


def test_on_a_terminal_an_error_is_red_unless_asked_not_to() -> None:
    for environment, colored in (({}, True), ({"NO_COLOR": "1"}, False)):
        main_end, child_end = pty.openpty()
        with start("solve", stderr=child_end, env={**ENVIRONMENT, **environment}) as child:
            child.communicate(b"1..!", timeout=60)
        os.close(child_end)
        err = shown_on(main_end)
        assert ("\x1b[31m" in err) is colored
        assert "expected" in err


def test_no_colour_and_no_progress_without_a_terminal(spawn: Run) -> None:
    ran = spawn("solve", stdin=f"{UNIQUE9}\n" * 3 + "!\n")
    assert "\x1b" not in ran.out + ran.err
    assert "\r" not in ran.out + ran.err
    assert len(ran.err.splitlines()) == 1


def test_nothing_on_stderr_at_a_good_end(spawn: Run) -> None:
    for command in ("solve", "count", "info"):
        assert spawn(command, stdin=UNIQUE4).err == ""


def test_a_pipe_that_does_not_block_is_read_to_its_end() -> None:
    """Some parents hand down a non-blocking stdin: nothing there yet is not the end."""
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    with start("solve", stdin=reading) as child, open(writing, "wb", buffering=0) as feed:
        os.close(reading)
        assert child.stdout is not None
        for _ in range(2):
            time.sleep(0.1)  # so that the child has found nothing at least once
            feed.write(f"{UNIQUE9}\n".encode())
            assert child.stdout.readline().decode().strip() == UNIQUE9_SOLVED
        feed.close()
        assert child.wait(SOON * 5) == 0


@pytest.mark.parametrize("command", ["solve", "check", "canon", "minimise", "rate"])
def test_an_interactive_input_is_answered_at_once(command: str) -> None:
    """While the pipe stays open, each answer comes before the next line is written."""
    with start(command) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        for _ in range(4):
            child.stdin.write(f"{UNIQUE9}\n".encode())
            child.stdin.flush()
            told = b" number"  # the head of a table is no answer
            while told.startswith(b" number") and told.count(b"\n") < 2:
                assert select([child.stdout], [], [], SOON * 5)[0], "no answer"
                told = os.read(child.stdout.fileno(), 4096)
        child.stdin.close()
        child.wait(SOON * 5)


def test_stdin_named_twice_is_no_traceback(spawn: Run) -> None:
    done = spawn("solve", "-", "-", stdin=UNIQUE4)
    assert (done.code, done.out) == (3, f"{UNIQUE4_SOLVED}\n")
    assert done.err == "squaredance: stdin: expected a puzzle, found none\n"


def test_a_file_name_that_is_no_text(tmp_path: Path) -> None:
    name = os.fsencode(tmp_path) + b"/puzzle\xff.txt"
    with open(name, "w") as file:
        file.write(UNIQUE9)
    for arguments in (["info"], ["solve", "--json"]):
        done = subprocess.run(
            [*COMMAND, *arguments, name], env=ENVIRONMENT, capture_output=True, check=True
        )
        assert b"puzzle" in done.stdout
        assert done.stderr == b""


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_file_that_may_not_grow_loses_nothing_in_silence(unbuffered: str, tmp_path: Path) -> None:
    """The last write takes a part of what it is given, which Python tells only who asks."""
    resource = pytest.importorskip("resource")
    lines = f"{UNIQUE9}\n".encode() * 5_000
    size = len(lines) - 1_000

    def bound() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    (tmp_path / "in.txt").write_bytes(lines)
    environment = {**ENVIRONMENT, "PYTHONUNBUFFERED": unbuffered}
    with open(tmp_path / "out.txt", "wb") as out:
        child = start(
            "solve", str(tmp_path / "in.txt"), stdout=out, env=environment, preexec_fn=bound
        )
        with child:
            _, told = child.communicate(timeout=60)
    assert (child.returncode, told) == (3, b"squaredance: output: File too large\n")
