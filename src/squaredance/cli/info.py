"""``squaredance info``: the installation, or what the puzzles of a file are."""

from __future__ import annotations

import platform
import sys
from typing import TYPE_CHECKING

from squaredance import __version__, cpu
from squaredance.cli.session import Session, add_input_arguments
from squaredance.formats import FORMATS, JUDGES
from squaredance.geometry import MAX_SIZE
from squaredance.solve import ENGINES

if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_input_arguments(parser)


def run(args: argparse.Namespace) -> int:
    session = Session(args)
    if not args.files:
        session.put(_installation())
        return session.code
    for case in session.cases():
        puzzle = case.puzzle
        place = f"{case.source}:{case.line}"
        extra = f", {len(puzzle.geometry.extra)} extra houses" if puzzle.geometry.extra else ""
        box = (
            "no boxes"
            if puzzle.geometry.box is None
            else "boxes {}x{}".format(*puzzle.geometry.box)
        )
        session.put(
            f"{place}: {session.judge.name if session.judge else case.style.format}, "
            f"{puzzle.size}x{puzzle.size}, {box}, {puzzle.clue_count} clues{extra}\n"
        )
    return session.code


def _installation() -> str:
    sudoku = [name for name in JUDGES if JUDGES[name].kind == "sudoku"]
    cover = [name for name in JUDGES if JUDGES[name].kind == "cover"]
    lines = {
        "squaredance": __version__,
        "python": f"{platform.python_version()} ({sys.executable})",
        "machine": f"{platform.system()} {platform.machine()}",
        "processor": _processor(),
        "sizes": f"1 to {MAX_SIZE}",
        "engines": ", ".join(ENGINES),
        "formats": ", ".join(FORMATS),
        "judges": ", ".join(sudoku),
        "cover judges": ", ".join(cover),
    }
    return "".join(f"{name + ':':14}{text}\n" for name, text in lines.items())


def _processor() -> str:
    """The instructions that the engines use, and those they could (SQUAREDANCE_CPU chooses)."""
    return f"{cpu.level()} (of {', '.join(cpu.levels())})"
