"""count, check, convert, info, and the command line as a whole."""

import json
from pathlib import Path

import pytest

import squaredance
from squaredance.cli.main import COMMANDS
from squaredance.formats import FORMATS, JUDGES
from tests.cli.conftest import Run
from tests.puzzles import CLASH4, DOUBLE4, ENGINES, NONE4, UNIQUE4, UNIQUE4_SOLVED, UNIQUE9


class TestCount:
    def test_a_number_per_puzzle(self, run: Run) -> None:
        ran = run("count", stdin=f"{UNIQUE4}\n{DOUBLE4}\n{'.' * 16}\n")
        assert ran == (0, "1\n2\n288\n", "")

    @pytest.mark.parametrize("engine", ENGINES)
    def test_none(self, run: Run, engine: str) -> None:
        assert run("count", "--engine", engine, stdin=f"{NONE4}\n{UNIQUE4}\n") == (1, "0\n1\n", "")

    def test_a_limit_is_marked(self, run: Run) -> None:
        text = f"{DOUBLE4}\n{'.' * 16}\n"
        assert run("count", "--limit", "10", stdin=text) == (0, "2\n10+\n", "")

    def test_a_limit_of_one(self, run: Run) -> None:
        assert run("count", "--limit", "1", stdin=f"{NONE4}\n{DOUBLE4}\n") == (1, "0\n1+\n", "")

    def test_a_bad_limit(self, run: Run) -> None:
        ran = run("count", "--limit", "0", stdin=UNIQUE4)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err == "squaredance: expected a limit of 1 or more, found 0\n"

    def test_nodes_run_out(self, run: Run) -> None:
        ran = run("count", "--max-nodes", "0", stdin=UNIQUE4)
        assert ran == (124, "0+ out of nodes\n", "")

    def test_json(self, run: Run) -> None:
        fields = json.loads(run("count", "--json", stdin="." * 16).out)
        assert (fields["count"], fields["status"], fields["line"]) == (288, "multiple", 1)
        assert fields["puzzle"] == "." * 16

    def test_numbers_beyond_32_bits(self, run: Run) -> None:
        """6x6 Latin squares are 812,851,200; with one value fixed everywhere still many."""
        ran = run("count", "--box", "none", "--size", "6", stdin="." * 36)
        assert ran.out == "812851200\n"


class TestCheck:
    def test_valid(self, run: Run) -> None:
        assert run("check", stdin=UNIQUE4_SOLVED) == (0, "valid\n", "")

    def test_what_is_wrong_is_named(self, run: Run) -> None:
        ran = run("check", stdin=f"{UNIQUE4_SOLVED}\n{'1' + UNIQUE4_SOLVED[1:-1] + '4'}\n")
        assert ran.code == 1
        assert ran.out.splitlines() == [
            "valid",
            "4 stands 2 times in row 4: R4C3 R4C4; 4 stands 2 times in col 4: R1C4 R4C4; "
            "4 stands 2 times in box 4: R4C3 R4C4",
        ]

    def test_against_puzzles(self, run: Run, tmp_path: Path) -> None:
        puzzles = tmp_path / "puzzles.txt"
        puzzles.write_text(f"{UNIQUE4}\n{DOUBLE4}\n")
        good = run("solve", puzzles).out
        assert run("check", "--puzzles", puzzles, stdin=good) == (0, "valid\nvalid\n", "")
        swapped = "".join(reversed(good.splitlines(keepends=True)))
        ran = run("check", "--puzzles", puzzles, stdin=swapped)
        assert ran.code == 1
        assert "clue not kept in" in ran.out

    def test_json(self, run: Run) -> None:
        ran = run("check", "--json", stdin=CLASH4)
        fields = json.loads(ran.out)
        assert (ran.code, fields["valid"], fields["source"], fields["line"]) == (
            1,
            False,
            "stdin",
            1,
        )
        assert fields["problems"][0] == "1 stands 2 times in row 1: R1C1 R1C2"

    @pytest.mark.parametrize(
        ("grids", "message"),
        [
            (UNIQUE4_SOLVED, "expected a grid for every puzzle, found fewer"),
            (f"{UNIQUE4_SOLVED}\n" * 3, "expected a puzzle for every grid, found fewer"),
            ("1" * 81, "expected a grid of size 4, found 9"),
        ],
    )
    def test_grids_that_do_not_go_with_the_puzzles(
        self, run: Run, tmp_path: Path, grids: str, message: str
    ) -> None:
        puzzles = tmp_path / "puzzles.txt"
        puzzles.write_text(f"{UNIQUE4}\n{UNIQUE4}\n")
        ran = run("check", "--puzzles", puzzles, stdin=grids)
        assert ran.code == 3
        assert message in ran.err
        assert len(ran.err.splitlines()) == 1


class TestConvert:
    @pytest.mark.parametrize("name", FORMATS)
    def test_there_and_back(self, run: Run, name: str) -> None:
        text = UNIQUE9 if name == "cnf" else f"{UNIQUE9}\n{UNIQUE9}"  # cnf holds one
        there = run("convert", "--to", name, stdin=f"{text}\n")
        assert (there.code, there.err) == (0, "")
        # What is left in an empty cell is all values: the candidates say so, the rest is bare.
        back = run("convert", "--format", name, "--to", "line", stdin=there.out)
        assert back == (0, f"{text}\n", "")

    def test_symbols_and_blank(self, run: Run) -> None:
        line = ("convert", "--to", "line")
        assert run(*line, "--to-symbols", "letters", stdin=UNIQUE4).out == "A......B.C....D.\n"
        assert run(*line, "--blank", "0", stdin=UNIQUE4).out == "1000000203000040\n"
        both = run(*line, "--to-symbols", "WXYZ", "--blank", "-", stdin=UNIQUE4)
        assert both.out == "W------X-Y----Z-\n"

    def test_a_blank_that_is_a_symbol(self, run: Run) -> None:
        ran = run("convert", "--to", "line", "--blank", "1", stdin=UNIQUE4)
        assert (ran.code, ran.out) == (2, "")
        assert len(ran.err.splitlines()) == 1

    def test_to_is_required(self, run: Run) -> None:
        assert run("convert", stdin=UNIQUE4).code == 2

    def test_an_unsolvable_puzzle_is_converted_all_the_same(self, run: Run) -> None:
        assert run("convert", "--to", "line", stdin=CLASH4) == (0, f"{CLASH4}\n", "")


class TestInfo:
    def test_the_installation(self, run: Run) -> None:
        ran = run("info")
        assert (ran.code, ran.err) == (0, "")
        assert squaredance.__version__ in ran.out
        for name in (*FORMATS, *JUDGES, *ENGINES):
            assert name in ran.out

    def test_a_file(self, run: Run, tmp_path: Path) -> None:
        path = tmp_path / "a.txt"
        path.write_text(f"{UNIQUE4}\n{DOUBLE4}\n")
        ran = run("info", path)
        assert ran.out.splitlines() == [
            f"{path}:1: line, 4x4, boxes 2x2, 4 clues",
            f"{path}:2: line, 4x4, boxes 2x2, 10 clues",
        ]

    def test_a_judge_file(self, run: Run, examples_dir: Path) -> None:
        ran = run("info", "--judge", "uva1309", examples_dir / "hexa-4.in")
        assert len(ran.out.splitlines()) == 4
        assert all("uva1309, 16x16, boxes 4x4" in line for line in ran.out.splitlines())


class TestWhole:
    def test_help_names_every_command_and_exit_code(self, run: Run) -> None:
        ran = run("--help")
        assert ran.code == 0
        for command in COMMANDS:
            assert command in ran.out
        for code in (0, 1, 2, 3, 4, 124, 130, 141):
            assert f" {code} " in ran.out.replace("\n", " ").replace(": ", ":  ")

    @pytest.mark.parametrize("command", COMMANDS)
    def test_every_command_has_help(self, run: Run, command: str) -> None:
        ran = run(command, "--help")
        assert ran.code == 0
        assert f"usage: squaredance {command}" in ran.out

    def test_version(self, run: Run) -> None:
        assert run("--version") == (0, f"squaredance {squaredance.__version__}\n", "")

    @pytest.mark.parametrize("arguments", [[], ["dissolve"], ["--size", "9"]])
    def test_no_command(self, run: Run, arguments: list[str]) -> None:
        ran = run(*arguments)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err


def test_a_bad_grid_uses_up_its_puzzle(run: Run, tmp_path: Path) -> None:
    puzzles, grids = tmp_path / "puzzles", tmp_path / "grids"
    other = "4......2.3....1."
    puzzles.write_text(f"{UNIQUE4}\n{other}\n{UNIQUE4}\n")
    grids.write_text(f"{UNIQUE4_SOLVED}\n123!341243212143\n{UNIQUE4_SOLVED}\n")
    done = run("check", "--keep-going", "--puzzles", puzzles, grids)
    assert (done.code, done.out) == (3, "valid\nvalid\n")


def test_case_numbers_are_those_of_the_input(run: Run) -> None:
    good = "****\n2341\n4123\n3214\n"
    bad = "****\n23x1\n4123\n3214\n"
    done = run("solve", "--judge", "uva12988", "--keep-going", stdin=f"3\n{good}{bad}{good}")
    assert done.code == 3
    assert [line for line in done.out.splitlines() if "#" in line] == ["Case #1:", "Case #3:"]


def test_json_does_not_go_with_to(run: Run) -> None:
    assert run("solve", "--json", "--to", "grid", stdin=UNIQUE4).code == 2


def test_check_takes_the_puzzles_from_stdin(run: Run, tmp_path: Path) -> None:
    grids = tmp_path / "grids"
    grids.write_text(f"{UNIQUE4_SOLVED}\n")
    assert run("check", "--puzzles", "-", grids, stdin=UNIQUE4).out == "valid\n"
    assert run("check", "--puzzles", "-", stdin=UNIQUE4).code == 2
