"""Two ways to run a command line: in this process, and as a real one."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import pytest

from squaredance.cli.main import main

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
COMMAND = [sys.executable, "-m", "squaredance"]

# As a user's: buffered, whatever the environment of the tests says.
ENVIRONMENT = {k: v for k, v in os.environ.items() if k not in ("PYTHONUNBUFFERED", "NO_COLOR")}


def shown_on(main_end: int) -> str:
    """All that was written to a terminal whose other end is closed, until it is told that it is:
    the system hands it over a piece at a time.
    """
    pieces = []
    with suppress(OSError):
        while piece := os.read(main_end, 1 << 16):
            pieces.append(piece)
    os.close(main_end)
    return b"".join(pieces).decode()


class Ran(NamedTuple):
    code: int
    out: str
    err: str


Run = Callable[..., Ran]


@pytest.fixture
def run(capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> Run:
    """``run("solve", "--unique", stdin="1......2.3....4.")`` in this process."""

    def run(*arguments: str | Path, stdin: str | bytes = b"") -> Ran:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as exit:  # argparse
            code = int(exit.code or 0)
        sys.stdout.flush()
        out, err = capsysbinary.readouterr()
        return Ran(code, out.decode(), err.decode())

    return run


@pytest.fixture
def spawn() -> Run:
    """The same as a process of its own."""

    def spawn(*arguments: str | Path, stdin: str | bytes = b"", timeout: float = 60) -> Ran:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        done = subprocess.run(
            [*COMMAND, *map(str, arguments)],
            input=data,
            capture_output=True,
            timeout=timeout,
            env=ENVIRONMENT,
        )
        return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())

    return spawn


@pytest.fixture
def examples_dir() -> Path:
    return EXAMPLES
