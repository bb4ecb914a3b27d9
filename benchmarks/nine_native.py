"""The native parts of the 9x9 benchmark, compiled when they are needed and called by ctypes.

libnine.so        native/{loop,verify,vary}.cpp: the clock around a peer, the checker and the
                  varied puzzles; nothing of ours and nothing of a peer
libnine_ours.so   native/ours.cpp over the core's static library, as core/CMakeLists.txt says
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import sys
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
SOURCES: Final = Path(__file__).resolve().parent / "native"
BUILD: Final = ROOT / "build" / "benchmarks"
WIDTH: Final = 82  # bytes of a line, its end included
STEP: Final = 96  # bytes from one grid of a peer to the next: some write an end mark

_SIZE, _TEXT, _U32 = ctypes.c_size_t, ctypes.c_char_p, ctypes.c_uint32
_BYTES = ctypes.POINTER(ctypes.c_char)
_COUNTS = ctypes.POINTER(_U32)
_SECONDS = ctypes.POINTER(ctypes.c_double)


class NativeError(Exception):
    """A library that cannot be built, loaded or called."""


@dataclass
class Answers:
    """What an engine said of each puzzle: the count up to the limit, and a grid where there is one.

    `grids` has one every `step` bytes. Without `several_shown` there is none for a puzzle with
    several solutions.
    """

    counts: array[int]
    grids: bytes | bytearray
    step: int = WIDTH
    several_shown: bool = True


@dataclass
class Pass:
    """One pass over a set: wall clock and CPU time in seconds, and what was answered.

    `cpu` is None where the work is another process's, `answers` where they cannot be seen.
    """

    seconds: float
    cpu: float | None
    answers: Answers | None


def _run(command: Sequence[str | Path]) -> None:
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
    if done.returncode != 0:
        said = "\n".join((done.stdout + done.stderr).strip().splitlines()[-15:])
        raise NativeError(f"{' '.join(map(str, command))}: exit {done.returncode}\n{said}")


def _compile(target: Path, sources: Sequence[Path], *flags: str | Path) -> Path:
    """c++ -O2 into a shared library, when that is older than what it is made of."""
    made_of = [*sources, *(path for path in flags if isinstance(path, Path) and path.is_file())]
    newest = max(path.stat().st_mtime for path in made_of)
    if not target.exists() or target.stat().st_mtime < newest:
        target.parent.mkdir(parents=True, exist_ok=True)
        compiler = shutil.which("c++") or shutil.which("g++") or "c++"
        flags_first = ["-std=c++20", "-O2", "-fPIC", "-shared", "-pthread"]
        _run([compiler, *flags_first, *sources, *flags, "-o", target])
    return target


def _tool(name: str) -> str | None:
    """Of this Python's environment, or of the system."""
    beside = Path(sys.executable).parent / name
    return str(beside) if beside.exists() else shutil.which(name)


def build_core(folder: Path = BUILD) -> Path:
    """The core's static library, Release; CMake compiles only what changed."""
    cmake, ninja = _tool("cmake"), _tool("ninja")
    if cmake is None:
        raise NativeError("no cmake: install it here, or `pip install cmake ninja`")
    generator = ["-G", "Ninja", f"-DCMAKE_MAKE_PROGRAM={ninja}"] if ninja else []
    build = folder / ("core-ninja" if ninja else "core-make")  # CMake never changes a generator
    _run([cmake, "-S", ROOT / "core", "-B", build, "-DCMAKE_BUILD_TYPE=Release", *generator])
    _run([cmake, "--build", build, "--target", "squaredance_core"])
    return build / "libsquaredance_core.a"


def _function(library: ctypes.CDLL, name: str, result: object, *arguments: object) -> object:
    function = library[name]
    function.restype = result
    function.argtypes = list(arguments)
    return function


def _view(buffer: bytearray) -> ctypes.Array[ctypes.c_char]:
    return (ctypes.c_char * len(buffer)).from_buffer(buffer)


def _counts_view(counts: array[int]) -> ctypes.Array[_U32]:
    return (_U32 * len(counts)).from_buffer(counts)


def zero_counts(count: int) -> array[int]:
    return array("I", bytes(4 * count))


class Loop:
    """libnine.so: times solvers with the ABI of native/loop.cpp, verifies, makes puzzles."""

    def __init__(self, build: Path = BUILD) -> None:
        sources = [SOURCES / f"{name}.cpp" for name in ("loop", "verify", "vary")]
        library = ctypes.CDLL(str(_compile(build / "libnine.so", sources)))
        self._time = _function(
            library, "nine_time", ctypes.c_double,
            ctypes.c_void_p, _TEXT, _SIZE, _SIZE, _COUNTS, _BYTES, _SIZE, _SECONDS,
        )  # fmt: skip
        self._verify = _function(
            library, "nine_verify", _SIZE,
            _TEXT, _SIZE, _COUNTS, _BYTES, _SIZE, ctypes.POINTER(_SIZE),
        )  # fmt: skip
        self._vary = _function(
            library, "nine_vary", None, _TEXT, _SIZE, ctypes.c_uint64, _SIZE, _BYTES
        )

    def time(self, solver: object, lines: bytes, limit: int = 2) -> Pass:
        """One pass; a grid that was not written is zeros."""
        count = len(lines) // WIDTH
        counts, grids = zero_counts(count), bytearray(count * STEP)
        cpu = ctypes.c_double(0)
        seconds = self._time(  # type: ignore[operator]
            ctypes.cast(solver, ctypes.c_void_p), lines, count, limit,  # type: ignore[arg-type]
            _counts_view(counts), _view(grids), STEP, ctypes.byref(cpu),
        )  # fmt: skip
        return Pass(seconds, cpu.value, Answers(counts, grids, STEP))

    def answers(self, solver: object, lines: bytes, limit: int = 2) -> Answers:
        found = self.time(solver, lines, limit).answers
        assert found is not None
        return found

    def wrong_grids(self, lines: bytes, answers: Answers) -> tuple[int, int]:
        """How many grids are no solution of their puzzle, and where the first one is."""
        count = len(lines) // WIDTH
        if len(answers.counts) != count or len(answers.grids) < count * answers.step - 1:
            raise NativeError(f"{len(answers.counts)} counts, {len(answers.grids)} bytes of grids")
        counts = answers.counts
        if not answers.several_shown:
            counts = array("I", (count if count < 2 else 0 for count in counts))
        first = _SIZE(0)
        wrong = self._verify(  # type: ignore[operator]
            lines, count, _counts_view(counts), _view(bytearray(answers.grids)),
            answers.step, ctypes.byref(first),
        )  # fmt: skip
        return wrong, first.value

    def varied(self, bases: bytes, seed: int, count: int) -> bytes:
        """`count` lines with none, one and many solutions."""
        lines = bytearray(count * WIDTH)
        self._vary(bases, len(bases) // WIDTH, seed, count, _view(lines))  # type: ignore[operator]
        return bytes(lines)


class Ours:
    """libnine_ours.so: the bulk kernel, and our scalar engines as solvers for `Loop.time`."""

    def __init__(self, build: Path = BUILD) -> None:
        core = build_core(build)
        include = f"-I{ROOT / 'core' / 'include'}"
        path = _compile(build / "libnine_ours.so", [SOURCES / "ours.cpp"], include, core)
        self._library = ctypes.CDLL(str(path))
        self._bulk = _function(
            self._library, "ours_bulk", ctypes.c_double,
            _TEXT, _SIZE, _SIZE, _SIZE, ctypes.c_uint, _COUNTS, _BYTES, _SECONDS,
        )  # fmt: skip
        self.single = self._library["ours_single"]
        self.search = self._library["ours_search"]
        self.kernel: str = _function(self._library, "ours_kernel", _TEXT)().decode()  # type: ignore[operator]

    def bulk(self, lines: bytes, *, batch: int = 0, limit: int = 2, threads: int = 1) -> Pass:
        """One pass, `batch` puzzles in a call (0: all)."""
        count = len(lines) // WIDTH
        counts, grids, cpu = zero_counts(count), bytearray(count * WIDTH), ctypes.c_double(0)
        seconds = self._bulk(  # type: ignore[operator]
            lines, count, batch or count, limit, threads,
            _counts_view(counts), _view(grids), ctypes.byref(cpu),
        )  # fmt: skip
        return Pass(seconds, cpu.value, Answers(counts, grids))
