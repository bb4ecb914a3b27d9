"""README and docs cannot drift: their Python runs as doctests, their commands are run."""

import doctest
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from squaredance.cli.main import COMMANDS
from tests.cli.conftest import ENVIRONMENT
from tests.docs_blocks import Command, blocks, commands, matches, python_text

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
FLAGS = 0  # exact: "..." is three empty cells; where it is a wildcard the example says so

# A page that is not written yet has nothing to test; one that is there is run.
with_python = [page for page in PAGES if ">>> " in python_text(page)]
with_commands = [command for page in PAGES for command in commands(page)]


def name_of(thing: Path | Command) -> str:
    if isinstance(thing, Command):
        return f"{thing.path.relative_to(ROOT)}:{thing.line}"
    return str(thing.relative_to(ROOT))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a copy of ``examples``: what a reader in the project's root sees."""
    shutil.copytree(EXAMPLES, tmp_path / "examples")
    return tmp_path


@pytest.mark.parametrize("page", with_python, ids=name_of)
def test_python_in(page: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    test = doctest.DocTestParser().get_doctest(
        python_text(page), {"__name__": "__main__"}, page.name, str(page), 0
    )
    output: list[str] = []
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    runner.run(test, out=output.append)
    assert runner.failures == 0, "".join(output)
    assert runner.tries > 0


@pytest.mark.parametrize("command", with_commands, ids=name_of)
def test_command_in(command: Command, folder: Path) -> None:
    """The command, run by a shell that finds this Python's ``squaredance`` first."""
    script = folder / "bin" / "squaredance"
    script.parent.mkdir()
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m squaredance "$@"\n')
    script.chmod(0o755)
    done = subprocess.run(
        ["sh", "-c", command.command],
        cwd=folder,
        env={**ENVIRONMENT, "PATH": f"{script.parent}:{os.environ['PATH']}"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=120,
    )
    if not command.expected:  # shown without its output: it must still be a right command
        assert done.returncode not in (2, 127), done.stdout
    else:
        assert matches(command.expected, done.stdout), (
            f"{name_of(command)}\n$ {command.command}\n"
            f"expected:\n{command.expected}\nfound:\n{done.stdout}"
        )


def test_every_link_inside_of_the_project_leads_somewhere() -> None:
    broken = [
        f"{name_of(page)}: {target}"
        for page in PAGES
        for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text())
        if "://" not in target
        and not target.startswith("mailto:")
        and not (page.parent / target).exists()
    ]
    assert broken == []


def test_every_command_is_documented() -> None:
    if not with_commands and not (ROOT / "docs").exists():
        pytest.skip("there are no docs yet")
    text = "\n".join(page.read_text() for page in PAGES)
    missing = [name for name in COMMANDS if f"squaredance {name}" not in text]
    assert missing == []


class TestMachinery:
    PAGE = (
        "# Title\n\n```python\n>>> x = 1\n>>> x + 1\n2\n```\ntext\n\n"
        "```console\n$ squaredance info\nsquaredance: ...\n...\n$ ls\nx\n```\n"
        "```\n$ echo 1 | squaredance solve\n```\n```python\nno_prompt()\n```\n"
    )

    @pytest.fixture
    def page(self, tmp_path: Path) -> Path:
        path = tmp_path / "page.md"
        path.write_text(self.PAGE)
        return path

    def test_blocks(self, page: Path) -> None:
        assert [(b.language, b.line) for b in blocks(page)] == [
            ("python", 4),
            ("console", 11),
            ("", 18),
            ("python", 21),
        ]

    def test_python(self, page: Path) -> None:
        lines = python_text(page).splitlines()
        assert lines[3:6] == [">>> x = 1", ">>> x + 1", "2"]
        assert "no_prompt()" not in lines

    def test_commands(self, page: Path) -> None:
        assert [(c.line, c.command, c.expected) for c in commands(page)] == [
            (11, "squaredance info", "squaredance: ...\n...\n"),
            (18, "echo 1 | squaredance solve", ""),
        ]

    @pytest.mark.parametrize(
        ("expected", "found", "same"),
        [
            ("a\nb\n", "a\nb\n", True),
            ("a\nb\n", "a\nc\n", False),
            ("a\n...\nb\n", "a\nx\ny\nb\n", True),
            ("a\n...\nb\n", "a\nb\n", True),
            ("a\n...\n", "a\n", True),
            ("v: ...\n", "v: 1.2\n", True),
            ("v: ...\n", "w: 1.2\n", False),
            ("1...2\n", "1...2\n", True),
            ("1...2\n", "1xxx2\n", False),
            ("a \n", "a\n", True),
        ],
    )
    def test_matches(self, expected: str, found: str, same: bool) -> None:
        assert matches(expected, found) is same
