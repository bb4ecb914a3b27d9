"""Ctrl-C that comes while modules are imported: heard when they are here, and neither lost nor told
as a traceback.
"""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import ENVIRONMENT

# A module that sends the signal where Python drops, or words anew, what is raised.
_DROPPED = """
import os, signal, weakref

class Gone: pass

gone = Gone()
reference = weakref.ref(gone, lambda _: os.kill(os.getpid(), signal.{name}))
del gone
passed = True
"""
_WORDED_ANEW = """
import os, signal

class Named:
    def __set_name__(self, owner, name):
        os.kill(os.getpid(), signal.{name})

class Owner:
    named = Named()

passed = True
"""
_COMMAND = """
import sys, time
from squaredance.cli import interrupts
from squaredance.cli.ending import ended_once

def work():
    import module_with_a_signal
    assert module_with_a_signal.passed
    print("imported", flush=True)
    time.sleep(60)

interrupts.hear()
try:
    if sys.argv[1] == "ended once":
        with ended_once():
            work()
    work()
except KeyboardInterrupt as error:
    sys.exit(getattr(error, "code", 130))
"""


@pytest.mark.parametrize("module", [_DROPPED, _WORDED_ANEW], ids=["dropped", "worded anew"])
@pytest.mark.parametrize(
    ("way", "name", "code"),
    [("plain", "SIGINT", 130), ("ended once", "SIGINT", 130), ("ended once", "SIGTERM", 143)],
)
def test_a_signal_within_an_import(
    module: str, way: str, name: str, code: int, tmp_path: Path
) -> None:
    (tmp_path / "module_with_a_signal.py").write_text(module.format(name=name))
    ran = subprocess.run(
        [sys.executable, "-c", _COMMAND, way],
        capture_output=True,
        text=True,
        env=ENVIRONMENT | {"PYTHONPATH": str(tmp_path)},
        check=False,
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (code, "imported\n", "")


def test_who_ignores_it_goes_on_ignoring_it() -> None:
    code = """
import signal
from squaredance.cli import interrupts
signal.signal(signal.SIGINT, signal.SIG_IGN)
interrupts.hear()
signal.raise_signal(signal.SIGINT)
print("here")
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "here\n", "")


def test_elsewhere_it_comes_at_once() -> None:
    code = """
import os, signal
from squaredance.cli import interrupts
interrupts.hear()
try:
    os.kill(os.getpid(), signal.SIGINT)
    print("too late")
except KeyboardInterrupt:
    print("heard")
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "heard\n", "")


@pytest.mark.parametrize(("name", "code"), [("SIGINT", 130), ("SIGTERM", 143)])
def test_a_command_that_has_no_time_left(name: str, code: int, tmp_path: Path) -> None:
    """What it has answered is written; the exit code tells that it was to stop."""
    (tmp_path / "in.txt").write_text("1......2.3....4.\n")
    command = """
import _thread, os, signal, sys
from squaredance.cli import interrupts, start
_thread.start_new_thread = lambda *_: None  # the signal never comes again
sys.meta_path.insert(0, type("Finder", (), {"find_spec": staticmethod(lambda name, *_: (
    os.kill(os.getpid(), signal.NAME) if name == "squaredance.replacing" else None))}))
start.run()
""".replace("NAME", name)
    ran = subprocess.run(
        [sys.executable, "-c", command, "solve", "in.txt", "-o", "out.txt"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env=ENVIRONMENT,
        check=False,
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (code, "", "")
    assert (tmp_path / "out.txt").read_text() == "1234341243212143\n"
