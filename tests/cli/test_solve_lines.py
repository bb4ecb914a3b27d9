"""squaredance solve on lines, many at a time: the same bytes as one case after the other."""

import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from select import select

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from squaredance import Geometry, Grid, dumps
from squaredance.cli import lines as cli_lines
from squaredance.many import lines as many_lines
from squaredance.many.flow import Flow
from squaredance.many.lines import Buffer, LineBlock, Lines, Out
from tests.cli.conftest import COMMAND, ENVIRONMENT, Ran, Run, shown_on
from tests.cli.test_process import SOON, needs_proc, peak_memory, start
from tests.puzzles import (
    CLASH4,
    DOUBLE4,
    NONE4,
    UNIQUE4,
    UNIQUE9,
    UNIQUE9_SOLVED,
    examples,
    pigeonholes_of_clues,
    solved_values,
)

ONE_BY_ONE = ("--engine", "rows")  # an engine is asked for: no bulk
CLASH9 = "11" + "." * 79
NO_PLACE9 = "12345678.........9" + "." * 63
NONE9 = "..9.7...5..21..9..1...28....7...5..1..851......5....3.......3..68........21.....7"
EMPTY9 = "." * 81

MESSY = {
    "one line": UNIQUE9,
    "line ends": f"{UNIQUE9}\r\n{CLASH9}\r\n{UNIQUE9}\r\n",
    "some line ends": f"{UNIQUE9}\n{UNIQUE9}\r\n{UNIQUE9}\n{UNIQUE9}\r\r\n{UNIQUE9}\r",
    "byte order mark": f"\ufeff{UNIQUE9}\n{UNIQUE9}\n",
    "byte order mark and line end": f"\ufeff\n{UNIQUE9}\n",
    "comments": f"# first\n{UNIQUE9} easy\n\n  \n{UNIQUE9}# x\n # y\n{UNIQUE9};a,b\n",
    "comment without words": f"{UNIQUE9} # \n{UNIQUE9}   \n{UNIQUE9}\t\n{UNIQUE9} x \n",
    "comments above ASCII": f"{UNIQUE9} é\n{CLASH9} 数独 \n{UNIQUE9} \x7f\x01\n",
    "no last line end": f"{UNIQUE9}\n{UNIQUE9}",
    "no last line end and no solution": f"{UNIQUE9}\n{CLASH9}",
    "no last line end and a comment": f"{UNIQUE9}\n{UNIQUE9} last",
    "empty": "",
    "empty lines": "\n\n\r\n",
    "only comments": "# a\n# b\n",
    "too short": f"{UNIQUE9}\n{UNIQUE9[:-1]}\n{UNIQUE9}\n",
    "too long": f"{UNIQUE9}\n{UNIQUE9}1\n{UNIQUE9}\n",
    "bad first": f"{UNIQUE9[:-1]}\n{UNIQUE9}\n",
    "bad symbol": f"{UNIQUE9}\n{UNIQUE9}\n{UNIQUE9[:40]}!{UNIQUE9[41:]}\n{UNIQUE9}\n",
    "bad last": f"{UNIQUE9}\n{UNIQUE9}\n!",
    "not text": f"{UNIQUE9}\n".encode() + b"\xff\n" + UNIQUE9.encode() + b"\n12\0\n",
    "not text first": b"\xff\n" + UNIQUE9.encode(),
    "another size": f"{UNIQUE9}\n{UNIQUE4}\n{UNIQUE9}\n",
    "blanks": f"{UNIQUE9.replace('.', '0')}\n{CLASH9}\n{UNIQUE9.replace('.', '*')}\n{CLASH9}",
    "more blanks": "".join(f"{UNIQUE9.replace('.', blank)}\n" for blank in ".0-*?_Xx"),
    "blanks of an odd line": f"{UNIQUE9}\n{CLASH9}\n {CLASH9.replace('.', '-')}\n{CLASH9}\n",
    "X": f"{UNIQUE9.replace('.', 'X')}\n{CLASH9.replace('.', 'x')} odd\n{UNIQUE9}\n",
    "spaces": f"{UNIQUE9}\n  {UNIQUE9}\n{UNIQUE9.replace('.', ' ')}\n{UNIQUE9}\n",
    "letters": UNIQUE9.translate(str.maketrans("123456789", "ABCDEFGHI")) + f"\n{CLASH9}\n",
    "no solution": f"{NONE9}\n{CLASH9}\n{NO_PLACE9} why\n{UNIQUE9}\n",
    "size 4": f"{UNIQUE4}\n{NONE4}\n{CLASH4} # odd\n{DOUBLE4}\n{'.' * 16}\n{UNIQUE4}",
    "size 4, empty grids first": f"{'.' * 16} a\n{'.' * 16} b\n{UNIQUE4}\n{DOUBLE4}\n",
    "size 1": "1\n.\n1\n",
    "numbers": "1 0 0 0 0 0 0 2 0 3 0 0 0 0 4 0\n" * 2,
    "number of cases": f"2\n{UNIQUE9}\n{UNIQUE9}\n",
    "a long line": f"{UNIQUE9}\n{UNIQUE9} {'x' * 70_000}\n{UNIQUE9}\n",
    "a line that is too long": f"{UNIQUE9}\n{UNIQUE9} {'x' * (1 << 20)}\n{UNIQUE9}\n",
}


def both_ways(run: Run, *arguments: str | Path, stdin: str | bytes = b"") -> tuple[Ran, Ran]:
    many = run("solve", *arguments, stdin=stdin)
    return many, run("solve", *ONE_BY_ONE, *arguments, stdin=stdin)


@pytest.mark.parametrize("options", [(), ("--unique",), ("--keep-going",)], ids=str)
@pytest.mark.parametrize("name", MESSY)
def test_messy_input(run: Run, name: str, options: tuple[str, ...]) -> None:
    many, one_by_one = both_ways(run, *options, stdin=MESSY[name])
    assert many == one_by_one


@pytest.mark.parametrize("name", MESSY)
def test_messy_file_that_is_mapped_from_its_start(run: Run, tmp_path: Path, name: str) -> None:
    path = tmp_path / "messy.txt"
    text = MESSY[name]
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    many, one_by_one = both_ways(run, "--format", "line", "--keep-going", path)
    assert many == one_by_one


@pytest.mark.parametrize("arguments", [("--format", "line"), ("--size", "9")])
def test_options_of_the_input(run: Run, arguments: tuple[str, ...]) -> None:
    text = f"\ufeff{UNIQUE9}\n# x\n{CLASH9} y\n{UNIQUE9}"
    many, one_by_one = both_ways(run, *arguments, "--keep-going", stdin=text)
    assert many == one_by_one
    assert many.out.startswith(UNIQUE9_SOLVED)


def test_threads_are_for_lines_and_for_a_race(run: Run) -> None:
    text = f"{UNIQUE9}\n{CLASH9}\n{UNIQUE9}\n"
    assert run("solve", "--threads", "3", stdin=text) == run("solve", stdin=text)
    assert run("solve", "--threads", "3", "--json", stdin=UNIQUE9).code == 0
    for arguments, message in (
        (["--engine", "rows"], "expected the engine auto with threads, found 'rows'"),
        (["--candidates"], "--threads does not go with --candidates"),
    ):
        ran = run("solve", "--threads", "2", *arguments, stdin=UNIQUE9)
        assert (ran.code, ran.out) == (2, "")
        assert message in ran.err


def test_boxes_and_symbols(run: Run) -> None:
    letters = UNIQUE4.translate(str.maketrans("1234", "WXYZ"))
    for arguments, text in (
        (["--symbols", "WXYZ"], f"{letters}\n{letters} a\n{letters.lower()}\n"),
        (["--box", "none"], f"{UNIQUE4}\n{'.' * 16}\n"),
        (["--box", "3x2"], f"{'1' + '.' * 35}\n{'2' + '.' * 35}\n"),
        (["--box", "none"], f"{UNIQUE9}\n{NONE9}\n"),  # 9x9, but not the kernel's
    ):
        many, one_by_one = both_ways(run, *arguments, stdin=text)
        assert many == one_by_one
        assert many.code == 0


def test_several_files_and_formats(run: Run, tmp_path: Path) -> None:
    lines, grid, missing = tmp_path / "lines.txt", tmp_path / "grid.txt", tmp_path / "missing"
    lines.write_text(f"{UNIQUE4}\n{NONE4}")
    grid.write_text("1...\n...2\n.3..\n..4.\n")
    for files in ([lines, grid, lines], [grid, lines, grid], [lines, missing, grid]):
        many, one_by_one = both_ways(run, "--keep-going", *files)
        assert many == one_by_one


GOOD = [UNIQUE9, NONE9, CLASH9, UNIQUE9.replace(".", "0"), UNIQUE9.replace(".", "X"), NO_PLACE9]
LINES = st.builds(
    lambda before, puzzle, comment, end: before + puzzle + comment + end,
    st.sampled_from(["", "", "", "", " ", "\t"]),
    st.sampled_from([*GOOD, *GOOD, EMPTY9, "", "#", "# no", UNIQUE9[1:], f"{UNIQUE9}2", UNIQUE4]),
    st.sampled_from(["", "", "", "", " ", " # a", ",b", ";c ", "#é", "\t"]),
    st.sampled_from(["\n", "\n", "\n", "\r\n", "\r\r\n"]),
)


@settings(examples(60), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.lists(LINES, max_size=12).map("".join), cut=st.integers(0, 3), keep=st.booleans())
def test_any_mixture(run: Run, text: str, cut: int, keep: bool) -> None:
    options = ["--unique"] + ["--keep-going"] * keep
    many, one_by_one = both_ways(run, *options, stdin=text[: len(text) - cut])
    assert many == one_by_one


@pytest.mark.parametrize("window", [1 << 21, (1 << 20) + 100])
def test_lines_on_the_border_of_windows(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, window: int
) -> None:
    monkeypatch.setattr(cli_lines, "WINDOW", window)
    path = tmp_path / "many.txt"
    text = f"{UNIQUE9}\n{UNIQUE9} # why\r\n{CLASH9}\n" + f"{UNIQUE9}\n" * 3
    path.write_bytes(text.encode() * 6000)  # 3 MB
    many, one_by_one = both_ways(run, path)
    assert many == one_by_one


def test_a_file_as_stdin_is_used_up(tmp_path: Path) -> None:
    path = tmp_path / "many.txt"
    path.write_bytes(f"{UNIQUE9}\n".encode() * 5000)
    with path.open("rb") as file:
        file.seek(82 * 1000)
        done = subprocess.run(
            [*COMMAND, "solve"], stdin=file, capture_output=True, env=ENVIRONMENT, check=True
        )
        assert os.lseek(file.fileno(), 0, os.SEEK_CUR) == 82 * 5000
    assert done.stdout == f"{UNIQUE9_SOLVED}\n".encode() * 4000


def test_a_line_that_never_ends_between_good_ones(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "long.txt"
    path.write_bytes(f"{UNIQUE9}\n{UNIQUE9} {'x' * (9 << 20)}\n{UNIQUE9}\n".encode())
    ran = run("solve", "--keep-going", path)
    message = f"squaredance: {path}:2: expected a line of at most 1048576 bytes, found a longer one"
    assert ran == (3, f"{UNIQUE9_SOLVED}\n" * 2, f"{message}\n")


def test_threads_change_nothing(run: Run) -> None:
    text = f"{UNIQUE9}\n{NONE9}\n{UNIQUE9} x\n" * 700
    expected = run("solve", "--unique", "--threads", "1", stdin=text)
    for threads in ("2", "3", "4"):
        assert run("solve", "--unique", "--threads", threads, stdin=text) == expected


@pytest.mark.parametrize("threads", ["0", "-1", "two"])
def test_threads_that_cannot_be(run: Run, threads: str) -> None:
    ran = run("solve", "--threads", threads, stdin=UNIQUE4)
    assert (ran.code, ran.out) == (2, "")


@needs_proc
def test_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    short, long = tmp_path / "short.txt", tmp_path / "long.txt"
    short.write_text(f"{UNIQUE9}\n" * 500_000)  # more than all windows hold
    long.write_text(f"{UNIQUE9}\n" * 1_000_000)
    small = peak_memory(short, ["solve", "--threads", "2"])
    assert peak_memory(long, ["solve", "--threads", "2"]) < small + 4_000
    assert small < 100_000


ODD_FILES = {
    "comments": (f"{UNIQUE9}\n", "#\n", 0),
    "comments first": ("", "#\n", 0),
    "comments above ASCII": (f"{UNIQUE9}\n", "#é\n", 0),
    "blank lines": (f"{UNIQUE9}\n", "\n", 0),
    "bad lines": (f"{UNIQUE9}\n", "!\n", 3),
    "no solutions": (f"{UNIQUE9}\n", f"{CLASH9}\n", 1),
    "odd lines": (f"{UNIQUE9}\n", f"{UNIQUE9} é\n", 0),
}


@needs_proc
@pytest.mark.parametrize("kind", ODD_FILES)
def test_memory_does_not_grow_with_odd_lines(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "odd.txt"
    first, line, code = ODD_FILES[kind]
    number = 2_000_000 if len(line) < 3 else 100_000
    if kind == "bad lines":
        number = 30_000
    path.write_text(f"{first}{line * number}{UNIQUE9}\n")
    arguments = ["solve", "--threads", "2", "--keep-going", "--format", "line"]
    assert peak_memory(path, arguments, code) < 100_000


@pytest.mark.parametrize("most", [1, 2, 5])
def test_blocks_of_few_odd_lines(run: Run, monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    monkeypatch.setattr(many_lines, "_MOST_ODD", most)
    monkeypatch.setattr(many_lines, "_SLICE", 0.0 if most == 1 else 1.0)
    for name in ("comments", "comments above ASCII", "not text", "no solution", "more blanks"):
        text = MESSY[name] if isinstance(MESSY[name], bytes) else MESSY[name].encode()
        many, one_by_one = both_ways(run, "--keep-going", stdin=text + "\n# é\n".encode() + text)
        assert many == one_by_one


def test_an_interrupt_leaves_no_hole(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """At every place between the answer of a block and the next one: a start of the output."""
    text = f"{UNIQUE9} a\n{UNIQUE9} b\n{UNIQUE9} c\n{UNIQUE9} d\n"
    expected = run("solve", stdin=text).out
    for name in ("_finished", "_adapt", "_drop"):
        for after in (False, True):
            for turn in range(4):
                with monkeypatch.context() as patch:
                    patch.setattr(cli_lines, "_next_block", small_block)
                    interrupt(patch, name, turn, after)
                    ran = run("solve", stdin=text)
                assert (ran.code, expected.startswith(ran.out)) == (130, True)
                assert len(ran.out.splitlines()) >= turn


def small_block(
    lines: Lines, flow: Flow[LineBlock], text: Buffer, out: Out, at: int, end: int
) -> LineBlock:
    return lines.block(text, out, at, end, 1)


def interrupt(patch: pytest.MonkeyPatch, name: str, turn: int, after: bool) -> None:
    """Ctrl-C before or after the call number ``turn`` of a method of Flow."""
    method = getattr(Flow, name)
    calls = 0

    def interrupted(self: Flow[LineBlock], *arguments: object) -> object:
        nonlocal calls
        calls += 1
        if calls == turn + 1 and not after:
            raise KeyboardInterrupt
        result = method(self, *arguments)
        if calls == turn + 1:
            raise KeyboardInterrupt
        return result

    patch.setattr(Flow, name, interrupted)


def solved25() -> Grid:
    geometry = Geometry(25, None)
    return Grid(geometry, solved_values(geometry, Random(0)))


def test_ctrl_c_tells_what_was_answered() -> None:
    """The third puzzle of the block takes forever; the first two are known by then."""
    easy, endless = dumps(solved25()), dumps(pigeonholes_of_clues())
    with start("solve", "--unique", "--box", "none", "--threads", "2", "--size", "25") as child:
        assert child.stdin is not None
        child.stdin.write(f"{easy}\n{easy}\n{endless}\n{easy}\n".encode())
        child.stdin.close()
        time.sleep(1.0)
        sent = time.monotonic()
        child.send_signal(signal.SIGINT)
        out, err = child.stdout.read(), child.stderr.read()  # type: ignore[union-attr]
        assert child.wait(SOON * 5) == 130
        assert time.monotonic() - sent < SOON
    assert (out, err) == (f"{easy}\n{easy}\n".encode(), b"")


def test_a_pipe_is_answered_line_by_line_and_in_large_pieces() -> None:
    with start("solve") as child:
        assert child.stdin is not None
        assert child.stdout is not None
        for count in (1, 2, 300, 1):
            child.stdin.write(f"{UNIQUE9}\n".encode() * count)
            child.stdin.flush()
            for _ in range(count):
                assert child.stdout.readline() == f"{UNIQUE9_SOLVED}\n".encode()
        child.stdin.write(UNIQUE9[:30].encode())  # half a line is no question yet
        child.stdin.flush()
        time.sleep(0.1)
        child.stdin.write(UNIQUE9[30:].encode() + b"\n")
        child.stdin.close()
        assert child.stdout.read() == f"{UNIQUE9_SOLVED}\n".encode()
        assert child.wait(SOON * 5) == 0


def test_progress_on_a_terminal_during_one_block(tmp_path: Path) -> None:
    """The last puzzle of the block takes forever; how far it is is told all the same."""
    easy, endless = dumps(solved25()), dumps(pigeonholes_of_clues())
    path = tmp_path / "hard.txt"
    path.write_text(f"{easy}\n" * 3 + f"{endless}\n")
    main_end, child_end = pty.openpty()
    arguments = ["--unique", "--box", "none", "--threads", "2", "--size", "25", str(path)]
    with start("solve", *arguments, stderr=child_end) as child:
        os.close(child_end)
        shown = b""
        deadline = time.monotonic() + 10 * SOON
        while b"3 puzzles, 75 %" not in shown and time.monotonic() < deadline:
            if select([main_end], [], [], 0.1)[0]:
                shown += os.read(main_end, 10_000)
        child.send_signal(signal.SIGINT)
        child.communicate(timeout=60)
    os.close(main_end)
    assert b"3 puzzles, 75 %" in shown


def test_an_input_with_a_high_descriptor(tmp_path: Path) -> None:
    """select takes none from 1024 on."""
    program = (
        "import os, resource, sys\n"
        "from squaredance.formats.source import LineSource\n"
        "hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]\n"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (2000, hard))\n"
        "reading, writing = os.pipe()\n"
        "os.dup2(reading, 1500)\n"
        "source = LineSource(open(1500, 'rb', buffering=0))\n"
        "print(source.is_ready())\n"
        "os.write(writing, b'1\\n')\n"
        "print(source.is_ready(), source.next())\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("False\nTrue b'1'\n", "")


def test_the_total_on_a_terminal(tmp_path: Path) -> None:
    path = tmp_path / "many.txt"
    path.write_text(f"{UNIQUE9}\n" * 20_000)
    main_end, child_end = pty.openpty()
    done = subprocess.run(
        [*COMMAND, "solve", path], stdout=subprocess.DEVNULL, stderr=child_end, env=ENVIRONMENT
    )
    os.close(child_end)
    shown = shown_on(main_end)
    assert done.returncode == 0
    assert shown.split("\r")[-2].rstrip() == "20,000 puzzles"
