"""Ctrl-C and SIGTERM where there is something to take away first."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from squaredance.cli.ending import Ended, ended_once
from tests.cli.conftest import COMMAND, ENVIRONMENT
from tests.cluster.gates import data_set

PROGRAM = """
import os, signal, sys, time
from squaredance.cli import ending
ending._MOMENT = float(sys.argv[1])
with ending.ended_once():
    try:
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(60)
    except ending.Ended as error:
        for _ in range(3):
            os.kill(os.getpid(), signal.SIGTERM)
        print(error.code)
"""


@pytest.mark.parametrize(("moment", "code", "told"), [("60", 0, b"143\n"), ("0", -15, b"")])
def test_the_next_ones_wait_a_moment(moment: str, code: int, told: bytes) -> None:
    """And then they end it, whatever keeps it from ending."""
    done = subprocess.run([sys.executable, "-c", PROGRAM, moment], capture_output=True)
    assert (done.returncode, done.stdout, done.stderr) == (code, told, b"")


def test_handlers_come_back() -> None:
    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
    with ended_once():
        assert signal.getsignal(signal.SIGTERM) not in before
    assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)] == before


def test_it_is_a_keyboard_interrupt() -> None:
    """Who takes something away at Ctrl-C does so at SIGTERM."""
    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
    with pytest.raises(KeyboardInterrupt) as caught, ended_once():
        os.kill(os.getpid(), signal.SIGTERM)
    assert isinstance(caught.value, Ended)
    assert caught.value.code == 143
    for number, handler in zip((signal.SIGINT, signal.SIGTERM), before, strict=True):
        signal.signal(number, handler)


@pytest.mark.long
@pytest.mark.parametrize("seconds", [0.4, 0.6, 0.8, 1.0])
def test_a_cluster_that_is_just_starting(seconds: float, tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    source = data_set(tmp_path / "in", parts=4, lines=300)
    words = ["rate", str(source), "-o", str(tmp_path / "out"), "--cluster", "local:2"]
    with subprocess.Popen(
        [*COMMAND, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT
    ) as child:
        time.sleep(seconds)  # which of its steps that hits is chance
        child.terminate()
        out, err = child.communicate(timeout=60)
    assert child.returncode in (143, -15, 0)  # 0: all was done before
    assert (out, err) == (b"", b"")
