"""``squaredance print``: files of the right kind, whole or not at all."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from squaredance.sheets import booklet, png, svg
from tests.cli.conftest import COMMAND, Run
from tests.paper import pdf_objects, png_pixels
from tests.puzzles import DOUBLE4, NONE4, UNIQUE4, UNIQUE9


def test_a_booklet(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "out.pdf"
    done = run("print", "-o", out, "--title", "T", "--per-page", "2", stdin=f"{UNIQUE9}\n" * 3)
    assert done == (0, "", "")
    assert out.read_bytes() == booklet([UNIQUE9] * 3, title="T", per_page=2)
    assert [path.name for path in tmp_path.iterdir()] == ["out.pdf"]


def test_all_options(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "out.pdf"
    options = (
        "--paper letter --landscape --author Me --footer Foot --rating --scale hodoku --large "
        "--contents --solutions none --no-candidates --timeout 60"
    )
    assert run("print", "-o", out, *options.split(), stdin=UNIQUE9) == (0, "", "")
    assert out.read_bytes() == booklet(
        UNIQUE9, paper="letter-landscape", author="Me", footer="Foot", scale="hodoku", large=True,
        contents=True, solutions=False, candidates=False, per_page=1, timeout=60,
    )  # fmt: skip


def test_every_example_is_printed(run: Run, tmp_path: Path, examples_dir: Path) -> None:
    out = tmp_path / "out.pdf"
    names = [
        "line.sdm", "grid.txt", "grid-6.txt", "candidates.txt", "numbers-16.txt", "numbers.csv",
        "puzzle.sdk", "puzzle.ss", "puzzles.jsonl", "puzzle.cnf",
    ]  # fmt: skip
    done = run("print", *(examples_dir / name for name in names), "-o", out, "--per-page", "6")
    assert done.code in (0, 4), done.err
    assert len(pdf_objects(out.read_bytes())) > 10


def test_to_stdout(tmp_path: Path) -> None:
    done = subprocess.run(
        [*COMMAND, "print", "-o", "-"], input=UNIQUE4.encode(), capture_output=True, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout == booklet(UNIQUE4)


def test_several_and_no_solutions_are_told(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "out.pdf"
    done = run("print", "-o", out, stdin=f"{UNIQUE4}\n{DOUBLE4}\n{NONE4}\n")
    assert done.code == 4
    assert done.err == (
        "squaredance: stdin:2: puzzle 2 has several solutions\n"
        "squaredance: stdin:3: puzzle 3 has no solution\n"
    )
    assert out.exists()


def test_solutions_go_before_ratings(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "out.pdf"
    hard = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7....."
    options = ("--rating", "--timeout", "0.2")  # a second or more would be needed
    done = run("print", "-o", out, *options, stdin=f"{hard}\n" * 20)
    assert done.code == 124
    assert "stdin:20: puzzle 20 has not been rated in time\n" in done.err
    assert "solved" not in done.err
    shown = b"".join(pdf_objects(out.read_bytes()).values())
    assert b"(not rated in time) Tj" in shown
    assert b"(not solved in time) Tj" not in shown


def test_no_input_is_overwritten(run: Run, tmp_path: Path) -> None:
    file, second = tmp_path / "p.svg", tmp_path / "p-2.svg"
    for name in (file, second):
        name.write_text(f"{UNIQUE4}\n")
    (tmp_path / "link").symlink_to(file)
    for out in (file, tmp_path / "link", second):
        done = run("print", file, second, "-o", out, "--svg")
        assert done.code == 2
        assert "expected an output that is no input" in done.err
    (tmp_path / "p.pdf").write_text(f"{UNIQUE4}\n")
    assert run("print", tmp_path / "p.pdf", "-o", tmp_path / "p.pdf").code == 2
    for command in ("explain --html", "hint --svg", "rate --histogram", "prove --proof"):
        assert run(*command.split(), file, file).code == 2
    assert {name.read_text() for name in tmp_path.iterdir()} == {f"{UNIQUE4}\n"}


class TestPictures:
    def test_svg_and_png_by_the_ending(self, run: Run, tmp_path: Path) -> None:
        for name, data in (("a.svg", (svg(UNIQUE9) + "\n").encode()), ("a.PNG", png(UNIQUE9))):
            assert run("print", "-o", tmp_path / name, stdin=UNIQUE9) == (0, "", "")
            assert (tmp_path / name).read_bytes() == data

    def test_by_option(self, run: Run, tmp_path: Path) -> None:
        out = tmp_path / "picture"
        assert run("print", "-o", out, "--png", "--pixels", "200", stdin=UNIQUE9).code == 0
        assert len(png_pixels(out.read_bytes())) == 200
        assert run("print", "-o", out, "--svg", stdin=UNIQUE9).code == 0
        assert out.read_bytes().startswith(b"<svg")

    def test_several_puzzles_are_numbered_files(self, run: Run, tmp_path: Path) -> None:
        run("print", "-o", tmp_path / "p.svg", stdin=f"{UNIQUE4}\n{DOUBLE4}\n{NONE4}\n")
        assert sorted(p.name for p in tmp_path.iterdir()) == ["p-2.svg", "p-3.svg", "p.svg"]
        assert (tmp_path / "p-2.svg").read_text() == svg(DOUBLE4) + "\n"

    def test_one_on_stdout(self, run: Run) -> None:
        assert run("print", "-o", "-", "--svg", stdin=UNIQUE4).out == svg(UNIQUE4) + "\n"
        done = run("print", "-o", "-", "--svg", stdin=f"{UNIQUE4}\n{UNIQUE4}\n")
        assert done.code == 3
        assert done.err == (
            "squaredance: stdin:2: expected one puzzle for SVG on stdout, found more\n"
        )


class TestWrong:
    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["-o", "x.txt"], "expected -o with the ending .pdf, .svg or .png, found 'x.txt'"),
            (["-o", "x.svg", "--title", "T"], "--title does not go with SVG"),
            (["-o", "x.svg", "--timeout", "0"], "--timeout does not go with SVG"),
            (["-o", "x.pdf", "--timeout", "nan"],
             "expected a timeout of 0 seconds or more, found nan"),
            (["-o", "x.pdf", "--png", "--per-page", "2"], "--per-page does not go with PNG"),
            (["-o", "x.pdf", "--pixels", "9"], "--pixels does not go with PDF"),
            (["-o", "x.pdf", "--scale", "se121"], "expected --rating with --scale"),
            (["-o", "x.pdf", "--per-page", "0"], "expected 1 to 60 puzzles per page, found 0"),
            (["-o", "x.pdf", "--title", "日"], "expected characters of Western European languages "
             "(Windows-1252), found '日' (U+65E5) in '日'"),
            (["-o", "x.png", "--pixels", "9"], "expected 36 to 10000 pixels for 4x4, found 9"),
        ],
    )  # fmt: skip
    def test_usage(
        self,
        run: Run,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        arguments: list[str],
        message: str,
    ) -> None:
        monkeypatch.chdir(tmp_path)
        assert run("print", *arguments, stdin=UNIQUE4) == (2, "", f"squaredance: {message}\n")
        assert list(tmp_path.iterdir()) == []

    def test_paper_and_output_by_argparse(self, run: Run) -> None:
        done = run("print", "-o", "x.pdf", "--paper", "b5", stdin=UNIQUE4)
        assert done.code == 2
        assert "invalid choice: 'b5'" in done.err
        assert "required: -o/--output" in run("print", stdin=UNIQUE4).err

    def test_no_puzzles(self, run: Run, tmp_path: Path) -> None:
        done = run("print", "-o", tmp_path / "x.pdf", stdin="")
        assert done == (3, "", "squaredance: stdin: expected a puzzle, found none\n")
        assert list(tmp_path.iterdir()) == []

    def test_a_bad_case_leaves_the_old_file(self, run: Run, tmp_path: Path) -> None:
        out = tmp_path / "x.pdf"
        out.write_text("old")
        done = run("print", "-o", out, stdin=f"{UNIQUE4}\n12\n{UNIQUE4}\n")
        assert done == (3, "", "squaredance: stdin:2:3: expected 16 symbols, found 2\n")
        assert out.read_text() == "old"
        assert [path.name for path in tmp_path.iterdir()] == ["x.pdf"]

    def test_keep_going(self, run: Run, tmp_path: Path) -> None:
        out = tmp_path / "x.pdf"
        done = run("print", "-o", out, "--keep-going", stdin=f"{UNIQUE4}\n12\n{UNIQUE4}\n")
        assert done == (3, "", "squaredance: stdin:2:3: expected 16 symbols, found 2\n")
        assert out.read_bytes() == booklet([UNIQUE4] * 2)

    def test_what_is_too_small_to_read(self, run: Run, tmp_path: Path) -> None:
        text = ".".join(["1"] + [""] * 624)
        done = run("print", "-o", tmp_path / "x.pdf", "--per-page", "40", "--symbols", "letters",
                   stdin=text.replace("1", "A"))  # fmt: skip
        assert done.code == 2
        assert "expected fewer puzzles per page or larger paper for 25x25" in done.err
        assert list(tmp_path.iterdir()) == []

    def test_no_such_folder(self, spawn: Run, tmp_path: Path) -> None:
        out = tmp_path / "none" / "x.pdf"
        done = spawn("print", "-o", out, stdin=UNIQUE4)
        assert done == (3, "", f"squaredance: {out}: No such file or directory\n")


class TestReplacing:
    def test_who_may_read_it(self, run: Run, tmp_path: Path) -> None:
        out = tmp_path / "x.pdf"
        run("print", "-o", out, stdin=UNIQUE4)
        mask = os.umask(0)
        os.umask(mask)
        assert out.stat().st_mode & 0o777 == 0o666 & ~mask
        out.chmod(0o640)
        run("print", "-o", out, stdin=UNIQUE9)
        assert out.stat().st_mode & 0o777 == 0o640

    def test_a_link_stays_one(self, run: Run, tmp_path: Path) -> None:
        target = tmp_path / "there.pdf"
        link = tmp_path / "x.pdf"
        link.symlink_to(target)
        run("print", "-o", link, stdin=UNIQUE4)
        assert link.is_symlink()
        assert target.read_bytes() == booklet(UNIQUE4)

    def test_what_is_no_plain_file_is_written_as_it_is(self, run: Run) -> None:
        assert run("print", "-o", os.devnull, "--png", stdin=UNIQUE4) == (0, "", "")
        assert not Path(os.devnull).is_file()
