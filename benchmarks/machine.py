"""Where the figures come from: CPU, compiler, Python, versions, commit."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent


def _first_line(*command: str) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    except OSError:
        return "absent"
    lines = done.stdout.splitlines()
    return lines[0].strip() if done.returncode == 0 and lines else "unknown"


def _cpu_model() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or "unknown"


def _version() -> str:
    try:
        return metadata.version("squaredance")
    except metadata.PackageNotFoundError:
        return "not installed"


def _commit() -> str:
    commit = _first_line("git", "rev-parse", "HEAD")
    changed = _first_line("git", "status", "--porcelain") not in ("unknown", "absent")
    return commit + (" with changes" if changed else "")


def describe() -> dict[str, object]:
    """The machine, as it goes into the JSON of a run."""
    return {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "cpu": _cpu_model(),
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 2),
        "system": platform.platform(),
        "compiler": _first_line("g++", "--version"),
        "python": sys.version.split()[0],
        "squaredance": _version(),
        "commit": _commit(),
    }


def pin_to_one_core() -> int | None:
    """Keep this process and its children on one core, so that no run is moved between cores."""
    if not hasattr(os, "sched_setaffinity"):
        return None
    core = max(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {core})
    return core


def user_environment() -> dict[str, str]:
    """The environment without what developers set and users do not.

    Without .pyc files each start compiles the package anew; unbuffered output may cost a system
    call per line.
    """
    unwanted = ("PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED")
    return {name: value for name, value in os.environ.items() if name not in unwanted}
