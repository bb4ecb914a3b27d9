"""What sentences say: true as they stand, and plain."""

from __future__ import annotations

from pathlib import Path

import pytest

from squaredance import Geometry, Step, explain
from squaredance.explain.sentences import sentence
from squaredance.explain.step import Candidate, Case, Evidence, Lemma, Node, Pattern, Set
from squaredance.explain.words import Words
from squaredance.symbols import named_symbols

NINE = Geometry(9)
COL, BOX = 9, 18  # the first house of a kind


def cell(name: str) -> int:
    row, col = name[1:].split("C")
    return (int(row) - 1) * 9 + int(col) - 1


def candidate(name: str) -> Candidate:
    where, value = name.split("=")
    return Candidate(cell(where), int(value))


def candidates(names: str) -> tuple[Candidate, ...]:
    return tuple(map(candidate, names.split()))


def sets(text: str) -> tuple[Set, ...]:
    """Sets in short: R1C1, row3=5, guardians, R1C1=2+R1C3=2 (a link)."""
    first = {"row": 0, "col": COL, "box": BOX}
    made = []
    for word in text.split():
        if word == "guardians":
            made.append(Set("guardians"))
        elif word[:3] in first:
            number, value = word[3:].split("=")
            made.append(Set("house", first[word[:3]] + int(number) - 1, int(value)))
        elif "=" in word:
            made.append(Set("link", candidates=candidates(word.replace("+", " "))))
        else:
            made.append(Set("cell", cell(word)))
    return tuple(made)


def count(struck: str, bases: str, covers: str) -> Lemma:
    return Lemma("count", candidates(struck), sets(bases), sets(covers))


def step(technique: str, *lemmas: Lemma, **evidence: object) -> Step:
    struck = tuple(c for lemma in lemmas for c in lemma.eliminations)
    return Step(technique, NINE, (), struck, Evidence(lemmas, **evidence))  # type: ignore[arg-type]


class TestCounts:
    def test_houses_among_cells_are_houses(self) -> None:
        lemma = count("R3C6=7", "col6=3 col6=6 R4C2 row3=4", "R5C6 row4=6 col2=4 R3C6")
        assert str(step("continuous-nice-loop", lemma)) == (
            "Continuous nice loop: R4C2 needs a value, col 6 needs a 3, col 6 needs a 6 and row 3 "
            "needs a 4; together they take 6 of row 4, 4 of col 2, R5C6 and R3C6, one each, so "
            "R3C6 cannot be 7."
        )

    def test_each_value_with_its_house(self) -> None:
        lemma = count("R8C2=9", "row8=3 row7=1 col2=4 col1=7", "R8C2 R7C1 R8C1 R7C2")
        text = str(step("continuous-nice-loop", lemma))
        assert "row 8 needs a 3, row 7 needs a 1, col 2 needs a 4 and col 1 needs a 7" in text
        assert "together they take R8C2, R7C1, R8C1 and R7C2, one each" in text

    def test_cells_of_several_sets_count_each_time(self) -> None:
        lemma = count(
            "R7C5=1", "R3C5 R1C5 R4C5 R1C5 R4C5", "col5=4 col5=7 col5=7 col5=4 col5=1 col5=1"
        )
        assert str(step("als-xy-wing", lemma)) == (
            "ALS-XY-wing: R3C5, R1C5 (twice) and R4C5 (twice) (a cell counts for each set it is "
            "in) are 5 cells with room for only 4 (twice) and 7 (twice) of col 5 beside 1, so one "
            "is 1, so R7C5 cannot be 1."
        )

    def test_long_lists_are_cut(self) -> None:
        cells = " ".join(f"R{row}C{col}" for row in (1, 2) for col in range(1, 9))
        covers = " ".join(f"row{row}={value}" for row in (1, 2) for value in range(1, 9))
        lemma = count("R9C9=9", cells, f"{covers} col9=9".replace("row2=8 ", "") + " row9=9")
        text = str(step("als-xz", lemma))
        assert "R2C3 and 5 more are 16 cells" in text
        assert "R2C4" not in text

    def test_a_count_that_rests_on_another(self) -> None:
        first = count("R3C7=5", "col3=5 row9=5", "box7=5 R3C3=5+R3C7=5 R3C7=5+R9C7=5")
        then = count("R1C1=5", "row3=5", "box1=5")
        text = str(step("simple-colors-wrap", first, then))
        assert "so one of R3C3=5 and R9C7=5 is true, so R3C7 cannot be 5; then in row 3" in text
        apart = count("R9C9=5", "row8=5", "box9=5")
        assert "; in row 8 every place" in str(step("simple-colors-wrap", first, apart))

    def test_one_of_one(self) -> None:
        lemma = count("R3C7=5", "col3=5 row9=5", "box7=5 R3C3=5+R3C7=5 R3C7=5+R3C3=5")
        assert "can have only one, so R3C3=5, so" in str(step("multi-colors-1", lemma))

    def test_too_few_covers_are_a_conflict(self) -> None:
        text = str(step("x-wing", count("R7C5=8", "row1=8 row2=8", "col1=8")))
        assert "in rows 1 and 2 every place for 8 is in col 1, which can have only one" in text
        assert "a conflict" in text

    def test_articles_and_fins(self) -> None:
        lemma = count("R8C8=8", "row4=8 row7=8", "col1=8 col8=8 R7C9=8+R8C8=8")
        assert str(step("finned-x-wing", lemma)) == (
            "Finned X-wing: rows 4 and 7 need an 8 each; col 1 can have only one, so one is in "
            "col 8 or R7C9, so R8C8 cannot be 8."
        )

    def test_values_after_a_house(self) -> None:
        lemma = count("R1C1=5", "box1=1 box1=3 box1=9", "R1C1 R1C2 R2C2")
        assert "in box 1 the values 1, 3 and 9 have no place but R1C1" in str(
            step("hidden-triple", lemma)
        )


class TestDeadlyPatterns:
    PATTERN = Pattern(
        "loop",
        tuple(map(cell, ("R6C2", "R6C3", "R8C3", "R8C2"))),
        (2, 6),
        candidates("R6C3=4 R8C2=7"),
    )

    def test_hidden_rectangle(self) -> None:
        lemma = count("R8C3=2", "guardians row8=6 col3=6", "R8C3 R6C3 R8C2 R8C3")
        text = str(step("hidden-rectangle", lemma, patterns=(self.PATTERN,)))
        assert text.endswith(
            "so R6C3=4 or R8C2=7; the 6 of row 8 is in R8C2 or R8C3 and the 6 of col 3 is in R6C3 "
            "or R8C3; were R8C3=2, they would be in R8C2 and R6C3, which leaves none of R6C3=4 and "
            "R8C2=7, so R8C3 cannot be 2."
        )

    def test_the_pattern_is_told_once(self) -> None:
        lemmas = (
            count("R6C3=2", "guardians row8=2", "col3=2 R6C3 R8C2"),
            count("R8C2=2", "guardians row6=2", "col2=2 R8C2 R6C3"),
        )
        text = str(step("unique-rectangle-6", *lemmas, patterns=(self.PATTERN,)))
        assert text.count("two solutions") == 1
        assert "were R6C3=2, it would be in R8C2, which leaves none of" in text

    def test_with_a_place_of_their_own(self) -> None:
        lemma = count("R6C3=2", "guardians row6=6", "R6C3 R8C2")
        text = str(step("unique-rectangle-4", lemma, patterns=(self.PATTERN,)))
        assert "one of these and the 6 of row 6 take R6C3 and R8C2, one each" in text


class TestChains:
    @staticmethod
    def nested() -> Step:
        inner = step("x-wing", count("R7C5=8", "row1=8 row2=8", "col1=8"))
        other = inner._replace(eliminations=candidates("R7C6=8"))
        nodes = (
            Node(candidates("R7C5=8"), True, "assumption"),
            Node(candidates("R1C5=8"), False, "weak", parents=(0,)),
            Node(candidates("R7C5=8"), False, "step", 0, parents=(1,)),
            Node(candidates("R7C6=8"), False, "step", 1, parents=(1, 0)),
        )
        lemma = Lemma("chain", candidates("R7C5=8"), cases=(Case(0, 3, 2),))
        return step("kraken-fish-1", lemma, nodes=nodes, inner=(inner, other))

    def test_steps_within_say_what_they_rest_on_and_are_told_once(self) -> None:
        lines = str(self.nested()).split("\n")
        assert lines[3].startswith("  3. Then R7C5<>8 by a step that rests on 2. X-wing: in rows")
        assert lines[4] == "  4. Then R7C6<>8 for the same reason as 3 (by 1 and 2)."

    def test_lines_within_have_numbers_of_their_own(self) -> None:
        outer = Node(candidates("R7C5=8"), False, "step", 0)
        lemma = Lemma("chain", candidates("R7C5=8"), cases=(Case(0, 0),))
        whole = step("dynamic-contradiction", lemma, nodes=(outer,), inner=(self.nested(),))
        lines = str(whole).split("\n")
        assert lines[2] == "    1.1. Suppose R7C5=8."
        assert lines[3] == "    1.2. Then R1C5<>8 (by 1.1)."
        assert lines[6] == "    1.3 and 1.4 cannot both be true."

    def test_several_places(self) -> None:
        nodes = (
            Node(candidates("R4C4=5"), False, "assumption"),
            Node(candidates("R4C2=5 R4C3=5"), True, "house", 3, parents=(0,)),
        )
        lemma = Lemma("chain", candidates("R5C3=5"), cases=(Case(0, 1),))
        text = str(step("forcing-chain", lemma, nodes=nodes))
        assert "R4C2=5 or R4C3=5, the only places left for 5 in row 4 (by 1)" in text


def test_one_step_holds() -> None:
    summary = explain("1.......2.4.....", uniqueness=False).summary
    assert summary == "The puzzle has several solutions; 1 step holds in all of them."


def test_symbols() -> None:
    letters = named_symbols("letters", 9)
    lemma = count("R8C8=8", "row4=8 row7=8", "col1=8 col8=8 R7C9=8+R8C8=8")
    text = sentence(step("finned-x-wing", lemma), letters)
    assert "need an H each" in text
    assert "R8C8 cannot be H" in text
    assert "R7C5 cannot be H" in sentence(TestChains.nested(), letters)


@pytest.mark.parametrize(("value", "text"), [(8, "an 8"), (1, "a 1"), (11, "an 11"), (48, "a 48")])
def test_articles(value: int, text: str) -> None:
    assert Words(Geometry(64), named_symbols("decimal", 64)).a_value(value) == text


def test_pages_have_none_of_the_old_slips() -> None:
    for page in (Path(__file__).parents[2] / "docs" / "techniques").glob("*.md"):
        text = page.read_text()
        for slip in (" a 8", "1 cells", "step hold ", "is in R1C1=", "; ;", " ,"):
            assert slip not in text, page.name
