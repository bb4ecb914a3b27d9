"""What a tester found: puzzles that changed on the way, and errors that named the wrong thing."""

from __future__ import annotations

import io
import json
import sys

import pytest

from squaredance.cli.main import main
from squaredance.errors import SquaredanceError
from squaredance.formats import dumps, loads, write
from squaredance.geometry import Geometry
from squaredance.puzzle import Puzzle
from tests.formats.helpers import LINE4, cases, errors, summary

TALL6 = Puzzle(Geometry(6, (3, 2)), [1, 2, *[0] * 33, 6])


class _Stdin:
    def __init__(self, text: str) -> None:
        self.buffer = io.BytesIO(text.encode())


def _convert(
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    text: str,
    *arguments: str,
) -> tuple[int, str, str]:
    monkeypatch.setattr(sys, "stdin", _Stdin(text))
    code = main(["convert", *arguments])
    sys.stdout.flush()
    out, err = capfd.readouterr()
    return code, out, err


# --- boxes and extra houses


@pytest.mark.parametrize("blank", [None, "0", "-", "*"])
@pytest.mark.parametrize("format", ["grid", "numbers", "ss"])
def test_boxes_that_are_not_the_default_are_drawn(format: str, blank: str | None) -> None:
    text = dumps(TALL6, format, blank=blank)
    assert "|" in text
    assert loads(text) == TALL6
    assert loads(text, format=format) == TALL6


@pytest.mark.parametrize("size", [8, 12, 16, 18, 26, 36])
@pytest.mark.parametrize("format", ["grid", "numbers", "ss"])
def test_boxes_of_every_size_are_drawn(format: str, size: int) -> None:
    puzzle = Puzzle(Geometry(size, (size // 2, 2)), [size, *[0] * (size * size - 1)])
    assert loads(dumps(puzzle, format)) == puzzle


@pytest.mark.parametrize("blank", ["-", "*"])
def test_rules_are_not_taken_for_rows_of_blanks(blank: str) -> None:
    puzzle = Puzzle(Geometry(6), bytes(35) + b"\1")
    assert loads(dumps(puzzle, "ss", blank=blank)) == puzzle


@pytest.mark.parametrize("format", ["grid", "ss"])
@pytest.mark.parametrize("clues", [b"\x0c", b"\0"], ids=["one", "none"])
@pytest.mark.parametrize("blank", ["-", "*"])
def test_a_rule_below_rows_of_blanks_has_its_place(blank: str, clues: bytes, format: str) -> None:
    puzzle = Puzzle(Geometry(12, (4, 3)), bytes(143) + clues)
    assert loads(dumps(puzzle, format, blank=blank)) == puzzle


def test_the_drawing_of_boxes() -> None:
    lines = dumps(TALL6, "grid").split("\n")
    assert lines[0] == "12|..|.."
    assert lines[3] == "--+--+--"
    assert len(lines) == 7


def test_rows_that_were_plain_are_answered_plain() -> None:
    plain = "12....\n" + "......\n" * 5
    case = cases(plain, box=(3, 2))[0]
    assert write(case.puzzle, case.style) == plain


@pytest.mark.parametrize("format", ["line", "sdk", "candidates"])
def test_convert_refuses_what_the_format_cannot_say(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], format: str
) -> None:
    text = "\n" + dumps(TALL6, "json") + "\n"
    code, out, err = _convert(monkeypatch, capfd, text, "--to", format)
    assert (code, out) == (3, "")
    assert "stdin:2: " in err
    assert "3x2" in err
    assert "--to json" in err


@pytest.mark.parametrize("format", ["line", "grid", "numbers", "sdk", "ss", "candidates"])
@pytest.mark.parametrize(
    "geometry", [Geometry(4, None), Geometry(4, extra=[[0, 5, 10, 15]])], ids=["none", "extra"]
)
def test_convert_refuses_houses_that_only_json_can_say(
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    format: str,
    geometry: Geometry,
) -> None:
    puzzle = Puzzle(geometry, [1, *[0] * 15])
    text = dumps(puzzle, "json") + "\n" + dumps(loads(LINE4), "json") + "\n"
    code, out, err = _convert(monkeypatch, capfd, text, "--to", format, "--keep-going")
    assert code == 3
    assert "stdin:1: " in err
    assert "--to json" in err
    assert out == dumps(loads(LINE4), format) + "\n"
    code, out, _ = _convert(monkeypatch, capfd, text, "--to", "json")
    assert (code, out) == (0, text)


# --- tabs


@pytest.mark.parametrize("format", [None, "numbers"])
@pytest.mark.parametrize(
    "text",
    [
        "1\t\t3\t\n\t\t\t2\n\t3\t\t\n\t\t4\t\n",
        "1\t2\t3\t4\n\t\t\t2\n\t3\t\t\n\t\t4\t\n",
        "1\t\t3\t\n\t\t\t\n\t3\t\t\n\t\t\t\n",
        "1\t2\t3\t\n4\t3\t2\t\n2\t1\t4\t\n3\t\t1\t2\n",
    ],
)
def test_empty_fields_between_tabs_are_empty_cells(text: str, format: str | None) -> None:
    puzzle = loads(text, format=format)
    wanted = [[int(f or 0) for f in line.split("\t")] for line in text.split("\n")[:-1]]
    assert puzzle.rows() == wanted


def test_a_tab_behind_every_row_is_no_cell() -> None:
    text = "1\t0\t0\t0\t\n0\t0\t0\t2\t\n0\t3\t0\t0\t\n0\t0\t4\t0\t\n"
    assert loads(text) == loads(LINE4)
    assert loads(text, format="numbers") == loads(LINE4)
    assert summary("\t".join(LINE4) + "\t\n", format="numbers") == [4]


def test_tabs_in_a_large_grid() -> None:
    rows = [["" if (r + c) % 3 else str((r + c) % 16 + 1) for c in range(16)] for r in range(16)]
    text = "".join("\t".join(row) + "\n" for row in rows)
    assert loads(text).rows() == [[int(f or 0) for f in row] for row in rows]


def test_a_row_of_tabs_behind_the_first() -> None:
    text = "\t".join(["16", *[""] * 15]) + "\n" + ("\t" * 15 + "\n") * 15
    assert loads(text).rows()[0][0] == 16


# --- an alphabet says the size


def test_an_alphabet_says_the_size() -> None:
    text = "W......X.Y....Z."
    assert loads(text, symbols="WXYZ") == loads(LINE4)
    assert loads(text, symbols="W-Z") == loads(LINE4)
    assert loads(LINE4, symbols="digits") == loads(LINE4)
    assert summary(text + "W", symbols="WXYZ") == ["1:17: expected 16 symbols, found 17"]


@pytest.mark.parametrize(
    ("symbols", "found"),
    [("foo", "'o' twice"), ("AB\u00e9D", "'é'"), ("AB D", "' '"), ("", "''"), ("AB\nD", r"'\\n'")],
)
def test_an_alphabet_that_cannot_be(symbols: str, found: str) -> None:
    with pytest.raises(SquaredanceError, match=found):
        loads(LINE4, symbols=symbols)


# --- comments


@pytest.mark.parametrize("format", ["line", "grid", "sdk", "numbers", "candidates"])
def test_a_comment_stays_on_its_line(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], format: str
) -> None:
    comment = "a\nb\r\nc\u2028d\x1be"
    text = dumps(loads(LINE4), "json", comment=comment)
    assert json.loads(text)["comment"] == comment
    code, out, _ = _convert(monkeypatch, capfd, text, "--to", format)
    assert code == 0
    assert "# a b c d e\n" in out
    assert loads(out).clue_count == 4


def test_dumps_keeps_a_comment_on_its_line() -> None:
    assert dumps(loads(LINE4), comment="a\nb") == LINE4 + " a b"


# --- large sizes


@pytest.mark.parametrize("format", ["grid", "ss"])
@pytest.mark.parametrize("size", [26, 36, 64])
def test_large_sizes_are_read_back_as_what_they_were_written(format: str, size: int) -> None:
    puzzle = Puzzle(Geometry(size), [size, *[0] * (size * size - 1)])
    text = dumps(puzzle, format)
    assert loads(text, format=format) == puzzle
    assert loads("# note\n" + text, format=format) == puzzle
    assert loads(text) == puzzle


def test_candidates_of_large_sizes_name_the_format_that_can(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    puzzle = Puzzle(Geometry(36), bytes(36 * 36))
    with pytest.raises(SquaredanceError, match="json"):
        dumps(puzzle, "candidates")
    text = dumps(puzzle, "json", comment="large") + "\n"
    for format in ("candidates", "sdk"):
        code, out, err = _convert(monkeypatch, capfd, text, "--to", format)
        assert (code, out) == (3, "")
        assert "stdin:1: " in err
        assert "--to json" in err


# --- wrong characters


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1......2.3....$.", "1:15: expected a symbol 1-4 or a blank, found '$'"),
        ("1......2.3....5.", "1:15: expected a symbol 1-4 or a blank, found '5'"),
        ("1......2.3....$.\n\n", "1:15: expected a symbol 1-4 or a blank, found '$'"),
        ("1 0 0 0 0 0 0 2 0 3 0 0 0 0 5 0", "1:29: expected a number from 0 to 4, found '5'"),
    ],
)
def test_a_wrong_character_of_a_line_is_named(text: str, message: str) -> None:
    assert errors(text) == [message]


def test_a_wrong_character_makes_no_row_of_a_file_of_lines() -> None:
    found = summary(f"1......2.3....$.\n{LINE4}\n")
    assert found == ["1:15: expected a symbol 1-4 or a blank, found '$'", 4]


# --- JSON


def test_a_number_that_is_too_large() -> None:
    huge = "1" * 10_000
    found = errors('\n{"size": 4, "box": ' + huge + "}\n")
    assert found == ["2:1: expected JSON, found an error: a number is too large"]


@pytest.mark.parametrize(
    "object",
    [
        '{"size": "4"}',
        '{"clues": 5}',
        '{"clues": "1...\u00e9...........", "size": 4}',
        '{"clues": [[1]], "size": 2}',
        '{"clues": "1......2.3....4.", "box": [3, 3]}',
        '{"clues": "1......2.3....4.", "extra": [[0, 0, 0, 0]]}',
        '{"clues": "1......2.3....4.", "symbols": 5}',
        '{"clues": "1......2.3....4.", "symbols": ["1", "2", "3", "4"]}',
        '{"clues": "1......2.3....4.", "symbols": null}',
        '{"clues": [[1, 2], [2, 1]], "symbols": {}}',
        '{"clues": "1 0 0 0 0 0 0 2 0 3 0 0 0 0 5 0"}',
        '{"candidates": [' + ",".join(["1"] * 100_000) + "]}",
    ],
)
def test_an_error_in_an_object_has_its_line(object: str) -> None:
    (found,) = errors(f"\n\n{object}\n")
    assert found.startswith("3:")
