"""``squaredance explore``: finds as lines, a state that survives Ctrl-C."""

import signal
import subprocess
import time
from pathlib import Path

from squaredance import canonical, explore, read
from tests.cli.conftest import COMMAND, ENVIRONMENT, Run
from tests.puzzles import UNIQUE9


def _line(clues: bytes) -> str:
    return "".join(map(str, clues)).replace("0", ".")


def test_finds_are_lines_with_their_score(run: Run) -> None:
    expected = [f"{_line(f.puzzle.clues)} # {f.score} clues" for f in explore(UNIQUE9, limit=20)]
    ran = run("explore", "--limit", "20", stdin=UNIQUE9)
    assert (ran.code, ran.out.splitlines()) == (0, expected)
    best = min(int(line.split()[-2]) for line in expected)
    assert ran.err.endswith(f" explored, 20 found, the best {best} clues\n")


def test_ratings(run: Run) -> None:
    options = ("--goal", "rating", "--scale", "sukaku118", "--limit", "2", "--threads", "1")
    ran = run("explore", *options, stdin=UNIQUE9)
    finds = explore(UNIQUE9, goal="rating", scale="sukaku118", limit=2)
    assert ran.out.splitlines() == [f"{_line(f.puzzle.clues)} # sukaku118 {f.score}" for f in finds]


def test_all_options_reach_explore(run: Run) -> None:
    names = ("--drop", "2", "--add", "1", "--no-minimal", "--threshold", "24", "--keep", "50")
    ran = run("explore", *names, "--seed", "3", "--limit", "5", stdin=UNIQUE9)
    options = {"drop": 2, "minimal": False, "threshold": 24, "keep": 50, "seed": 3, "limit": 5}
    finds = explore(UNIQUE9, **options)  # type: ignore[arg-type]
    assert ran.out.splitlines() == [f"{_line(f.puzzle.clues)} # {f.score} clues" for f in finds]


def test_the_state_goes_on_without_an_input(run: Run, tmp_path: Path) -> None:
    state = tmp_path / "state"
    first = run("explore", "--state", state, "--limit", "5", stdin=UNIQUE9)
    second = run("explore", "--state", state, "--limit", "5")
    assert (first.code, second.code) == (0, 0)
    assert not set(first.out.splitlines()) & set(second.out.splitlines())
    forms = [puzzle.clues for puzzle in read(state)]
    assert canonical(UNIQUE9).form.clues in forms
    refused = run("explore", "--state", state, "--drop", "2")
    assert (refused.code, refused.out) == (3, "")
    assert refused.err.startswith(f"squaredance: {state}:1: expected a state of goal=clues drop=2")


def test_a_time_limit_is_an_end_like_others(run: Run) -> None:
    assert run("explore", "--timeout", "0", stdin=UNIQUE9) == (0, "", "0 explored, 0 found\n")


def test_bad_input(run: Run) -> None:
    several = "." * 81
    bad = "squaredance: stdin:1: expected a puzzle with one solution, found several\n"
    assert run("explore", stdin=f"{several}\n{UNIQUE9}\n") == (3, "", bad)
    ran = run("explore", "--keep-going", "--limit", "1", stdin=f"{several}\n{UNIQUE9}\n")
    assert (ran.code, len(ran.out.splitlines()), ran.err.splitlines()[0] + "\n") == (3, 1, bad)
    ran = run("explore", stdin="1......2.3....4.")
    bad = "squaredance: stdin:1: expected a standard 9x9 puzzle to explore, found a 4x4\n"
    assert ran == (3, "", bad)


def test_bad_arguments(run: Run, spawn: Run, tmp_path: Path) -> None:
    ran = run("explore", "--drop", "9", stdin=UNIQUE9)
    assert ran == (2, "", "squaredance: expected 0 to 8 clues to drop, found 9\n")
    ran = spawn("explore", "--state", tmp_path / "no" / "state", stdin=UNIQUE9)
    assert (ran.code, ran.out) == (3, "")
    assert f"{tmp_path / 'no' / 'state'}: No such file or directory" in ran.err


def test_ctrl_c_saves_the_state(tmp_path: Path) -> None:
    state = tmp_path / "state"
    command = [*COMMAND, "explore", "--state", str(state), "--threads", "2"]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write(UNIQUE9.encode())
        child.stdin.close()
        assert child.stdout.readline().endswith(b" clues\n")
        time.sleep(0.5)
        child.send_signal(signal.SIGINT)
        out = child.stdout.read()
        assert child.stderr is not None
        err = child.stderr.read().decode()
    assert child.returncode == 130
    assert out.endswith(b" clues\n")
    assert " explored, " in err
    assert "Traceback" not in err
    explored = int(state.read_text().split("explored ", 1)[1].split(",")[0])
    assert explored > 0
    assert f"{explored:,} explored" in err
    assert sorted(tmp_path.iterdir()) == [state]
    assert list(explore(state=state, limit=1))
