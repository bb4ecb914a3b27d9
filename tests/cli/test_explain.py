"""explain, hint and rate on the command line."""

import csv
import io
import json
import subprocess
from pathlib import Path

from squaredance import Step, explain, verify
from squaredance.render.solve_html import solve_html
from tests.cli.conftest import COMMAND, Run
from tests.explain.puzzles import HODOKU, PUZZLES
from tests.puzzles import DOUBLE4, NONE4, UNIQUE4, UNIQUE9

ONE_LEFT = "1234341221434.21"


class TestExplain:
    def test_a_line_per_step(self, run: Run) -> None:
        ran = run("explain", stdin=ONE_LEFT)
        assert ran == (
            0,
            "  1.  1.0  R4C2 must be 3: it is the last open cell of box 3.\n"
            "Solved in 1 step; the hardest is rated 1.0: Full house.\n",
            "",
        )

    def test_no_or_several_solutions(self, run: Run) -> None:
        ran = run("explain", stdin=NONE4)
        assert ran == (1, "The puzzle has no solution, so there is no way to it.\n", "")
        ran = run("explain", stdin=DOUBLE4)
        assert (ran.code, ran.out.count("\n")) == (4, 1)
        ran = run("explain", "--no-uniqueness", stdin=DOUBLE4)
        assert "hold in all of them" in ran.out
        assert ran.code == 4

    def test_out_of_time(self, run: Run) -> None:
        ran = run("explain", "--timeout", "0", stdin=PUZZLES[0][0])
        assert ran.code == 124
        assert "the time is up" in ran.out

    def test_json_can_be_verified(self, run: Run) -> None:
        ran = run("explain", "--json", "--scale", HODOKU, stdin=UNIQUE9)
        path = json.loads(ran.out)
        assert (path["status"], path["line"]) == ("solved", 1)
        assert verify(Step.from_json(path["steps"][0]), UNIQUE9)

    def test_candidates_before_what_is_no_single(self, run: Run) -> None:
        puzzle = PUZZLES[1][0]
        plain = run("explain", "--scale", HODOKU, stdin=puzzle).out
        ran = run("explain", "--scale", HODOKU, "--candidates", stdin=puzzle)
        path = explain(puzzle, scale=HODOKU)
        steps = list(zip(path.steps, path.states, strict=False))
        harder = [state for step, state in steps if not step.is_single]
        assert 0 < len(harder) < len(steps)
        for state in harder:
            assert f"\n{state}\n\n" in ran.out
        assert len(ran.out.splitlines()) == len(plain.splitlines()) + 13 * len(harder)
        assert run("explain", "--candidates", "--json", stdin=puzzle).code == 2

    def test_pictures_and_a_page(self, run: Run, tmp_path: Path) -> None:
        svg, html = tmp_path / "steps", tmp_path / "solve.html"
        ran = run("explain", "--svg", svg, "--html", html, stdin=UNIQUE4)
        assert ran.code == 0
        assert len(list(svg.iterdir())) == 12
        assert all(file.read_text().startswith("<svg") for file in svg.iterdir())
        assert html.read_text().startswith("<!DOCTYPE html>")

    def test_pictures_and_pages_of_several_puzzles(self, run: Run, tmp_path: Path) -> None:
        svg, html = tmp_path / "steps", tmp_path / "solve.html"
        ran = run("explain", "--svg", svg, "--html", html, stdin=f"{UNIQUE4}\n{ONE_LEFT}\n")
        assert ran.code == 0
        assert ran.out.count("Solved in") == 2
        names = {path.name: path for path in tmp_path.iterdir()}
        assert sorted(names) == ["solve-2.html", "solve.html", "steps", "steps-2"]
        assert len(list(names["steps"].iterdir())) == 12
        assert len(list(names["steps-2"].iterdir())) == 1
        assert names["solve-2.html"].read_text() == solve_html(explain(ONE_LEFT))

    def test_what_cannot_be_written_is_told_first(self, spawn: Run, tmp_path: Path) -> None:
        for name in (tmp_path / "none" / "solve.html", tmp_path):
            ran = spawn("explain", "--html", name, stdin=UNIQUE4)
            assert (ran.code, ran.out, ran.err.count("\n")) == (3, "", 1)


class TestHint:
    def test_a_sentence(self, run: Run) -> None:
        ran = run("hint", stdin=f"{ONE_LEFT}\n{ONE_LEFT}\n")
        sentence = "R4C2 must be 3: it is the last open cell of box 3.\n"
        assert ran == (0, (sentence + "More: docs/techniques/full-house.md\n") * 2, "")
        assert run("hint", stdin=DOUBLE4).code == 4

    def test_candidates(self, run: Run) -> None:
        ran = run("hint", "--candidates", stdin=ONE_LEFT)
        assert ran.out.startswith("1 2 | 3 4\n3 4 | 1 2\n----+----\n2 1 | 4 3\n4 3 | 2 1\n\nR4C2 ")

    def test_json_and_a_picture(self, run: Run, tmp_path: Path) -> None:
        svg = tmp_path / "step.svg"
        answer = json.loads(run("hint", "--json", "--svg", svg, stdin=UNIQUE9).out)
        assert answer["status"] == "found"
        assert verify(Step.from_json(answer["step"]), UNIQUE9)
        assert svg.read_text().startswith("<svg")
        assert json.loads(run("hint", "--json", stdin=NONE4).out)["status"] == "none"

    def test_pictures_of_several_puzzles(self, run: Run, tmp_path: Path) -> None:
        ran = run("hint", "--svg", tmp_path / "step.svg", stdin=f"{ONE_LEFT}\n{UNIQUE4}\n")
        assert ran.code == 0
        assert sorted(path.name for path in tmp_path.iterdir()) == ["step-2.svg", "step.svg"]


class TestSymbols:
    """Sentences, pictures and grids are in the symbols of the input; steps in JSON keep numbers."""

    PUZZLE = "0123230110323.10"
    ARGS = ("--symbols", "0-9A")

    def test_sentences(self, run: Run) -> None:
        ran = run("hint", *self.ARGS, stdin=self.PUZZLE)
        assert ran.out.startswith("R4C2 must be 2: it is the last open cell of box 3.\n")
        ran = run("explain", "--candidates", *self.ARGS, stdin=self.PUZZLE)
        assert "R4C2 must be 2: it is" in ran.out

    def test_candidates(self, run: Run) -> None:
        ran = run("hint", "--candidates", *self.ARGS, stdin=self.PUZZLE)
        assert ran.out.startswith("0 1 | 2 3\n2 3 | 0 1\n----+----\n1 0 | 3 2\n3 2 | 1 0\n\n")

    def test_json(self, run: Run) -> None:
        answer = json.loads(run("explain", "--json", *self.ARGS, stdin=self.PUZZLE).out)
        assert answer["puzzle"]["clues"] == "1234341221434.21"  # which loads reads back
        assert answer["solution"] == "0123230110323210"
        assert answer["steps"][0]["sentence"].startswith("R4C2 must be 2:")
        assert answer["steps"][0]["placements"] == ["R4C2=3"]
        answer = json.loads(run("hint", "--json", *self.ARGS, stdin=self.PUZZLE).out)
        assert answer["sentence"].startswith("R4C2 must be 2:")
        answer = json.loads(run("rate", "--json", *self.ARGS, stdin=self.PUZZLE).out)
        assert answer["puzzle"] == self.PUZZLE
        answer = json.loads(run("solve", "--json", *self.ARGS, stdin=self.PUZZLE).out)
        assert (answer["puzzle"], answer["solution"]) == (self.PUZZLE, "0123230110323210")
        answer = json.loads(run("explain", "--json", stdin="1000000203000040").out)
        assert answer["puzzle"]["clues"] == "1......2.3....4."  # one way to write an empty cell

    def test_pictures(self, run: Run, tmp_path: Path) -> None:
        svg, html = tmp_path / "step.svg", tmp_path / "solve.html"
        assert run("hint", "--svg", svg, *self.ARGS, stdin=self.PUZZLE).code == 0
        assert "<title>full-house: R4C2=2</title>" in svg.read_text()
        assert ">0</text>" in svg.read_text()
        assert run("explain", "--html", html, *self.ARGS, stdin=self.PUZZLE).code == 0
        page = html.read_text()
        assert "R4C2 must be 2:" in page
        assert ">4</text>" not in page


class TestRate:
    def test_a_table(self, run: Run) -> None:
        ran = run("rate", "--scale", "se121,hodoku", stdin=f"{ONE_LEFT}\n{NONE4}\n")
        assert ran == (
            1,
            " number  se121                hodoku               hardest step\n"
            "      1  1.0/1.0/1.0 *        4 Easy *             Full house\n"
            "      2  no solution *        no solution *\n",
            "",
        )

    def test_csv(self, run: Run) -> None:
        ran = run("rate", "--csv", "--scale", "se121,hodoku", stdin=f"{UNIQUE9}\n{'.' * 81}\n")
        assert ran.code == 4
        rows = list(csv.DictReader(io.StringIO(ran.out)))
        assert [row["status"] for row in rows] == ["solved", "solved", "multiple", "multiple"]
        assert rows[0]["er"] == "1.5"
        assert rows[1]["level"] == "Easy"

    def test_json(self, run: Run) -> None:
        answer = json.loads(run("rate", "--json", stdin=UNIQUE9).out)
        assert (answer["number"], answer["puzzle"]) == (1, UNIQUE9)
        assert answer["ratings"][0]["er"] == 1.5

    def test_a_histogram(self, run: Run, tmp_path: Path) -> None:
        svg = tmp_path / "histogram.svg"
        assert run("rate", "--histogram", svg, stdin=f"{UNIQUE9}\n" * 3).code == 0
        assert "1.5 to 2: 3" in svg.read_text()
        assert run("rate", "--histogram", svg, stdin=NONE4).code == 1
        assert "0 puzzles" in svg.read_text()

    def test_wrong_arguments(self, run: Run) -> None:
        assert run("rate", "--csv", "--json", stdin=UNIQUE4).code == 2
        ran = run("rate", "--scale", "se", stdin=UNIQUE4)
        assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
        for wrong in (("--threads", "0"), ("--timeout", "-1")):
            ran = run("rate", *wrong, stdin=UNIQUE4)
            assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)

    def test_a_histogram_that_cannot_be_written(self, spawn: Run, tmp_path: Path) -> None:
        for name in (tmp_path / "none" / "histogram.svg", tmp_path):
            ran = spawn("rate", "--histogram", name, stdin=UNIQUE4)
            assert (ran.code, ran.out, ran.err.count("\n")) == (3, "", 1)

    def test_no_time_is_no_rating(self, run: Run) -> None:
        ran = run("rate", "--timeout", "0", stdin=f"{ONE_LEFT}\n{ONE_LEFT}\n")
        assert (ran.code, ran.out.count("stopped")) == (124, 2)

    def test_errors_keep_their_place(self) -> None:
        text = f"12\n{ONE_LEFT}\n13\n{ONE_LEFT}\n{ONE_LEFT}\n14\n"
        done = subprocess.run(
            [*COMMAND, "rate", "--keep-going"],
            input=text.encode(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        lines = done.stdout.decode().splitlines()
        assert done.returncode == 3
        places = ["stdin:" in line or line.split()[0] for line in lines]
        assert places == ["number", True, "2", True, "4", "5", True]

    def test_a_bad_puzzle_comes_after_those_before_it(self, run: Run) -> None:
        ran = run("rate", "--keep-going", stdin=f"{ONE_LEFT}\n12\n{ONE_LEFT}\n")
        assert ran.code == 3
        assert [line.split()[0] for line in ran.out.splitlines()] == ["number", "1", "3"]
        ran = run("rate", stdin=f"{ONE_LEFT}\n12\n{ONE_LEFT}\n")
        assert ran.code == 3
        assert ran.out.count("1.0/1.0/1.0") == 1
