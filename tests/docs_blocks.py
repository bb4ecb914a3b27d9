"""Finds the code blocks of a Markdown file that can be run.

A block in Python is run when it has ``>>>`` prompts, all of a file in one namespace. A block
of a shell is run when it has lines that start with ``$ squaredance``: what follows up to the
next ``$`` is the expected output. A line ``...`` in it stands for any lines, and ``...`` in a
line for any text.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

_FENCE = re.compile(r"^( *)```+ *(\w*)[^\n]*\n(.*?)^\1```", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    path: Path
    line: int
    language: str
    text: str


class Command(NamedTuple):
    path: Path
    line: int
    command: str
    expected: str


def blocks(path: Path) -> list[Block]:
    text = path.read_text()
    return [
        Block(path, text.count("\n", 0, m.start(3)) + 1, m[2].lower(), m[3])
        for m in _FENCE.finditer(text)
    ]


def python_text(path: Path) -> str:
    """The Python of a file with everything else as empty lines, so that line numbers hold."""
    lines = [""] * (path.read_text().count("\n") + 2)
    for block in blocks(path):
        if block.language in ("python", "pycon", "py", "") and ">>>" in block.text:
            for offset, line in enumerate(block.text.splitlines()):
                lines[block.line - 1 + offset] = line
    return "\n".join(lines)


def commands(path: Path) -> list[Command]:
    found: list[Command] = []
    for block in blocks(path):
        if block.language not in ("sh", "shell", "console", "bash", "text", ""):
            continue
        current: Command | None = None
        for offset, line in enumerate(block.text.splitlines()):
            if line.startswith("$ "):
                current = Command(path, block.line + offset, line[2:], "")
                found.append(current)
            elif current is not None:
                current = current._replace(expected=current.expected + line + "\n")
                found[-1] = current
    return [command for command in found if re.search(r"\bsquaredance\b", command.command)]


def matches(expected: str, found: str) -> bool:
    """Whether the output is the expected one, ``...`` standing for anything."""
    parts = []
    for line in expected.rstrip("\n").split("\n"):
        if line.strip() == "...":
            parts.append(r"(?:[^\n]*\n)*?")
        else:
            text = re.escape(line.rstrip())
            if " ..." in line:  # but "1...2" is three empty cells
                text = text.replace(r"\.\.\.", "[^\n]*")
            parts.append(text + r"[ ]*\n")
    return re.fullmatch("".join(parts), found.rstrip("\n") + "\n") is not None
