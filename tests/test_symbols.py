"""Symbols: values to text and back, and the rules of certainty above size 9."""

import pickle

import pytest

from squaredance.errors import FormatError, SquaredanceError
from squaredance.symbols import Symbols, default_symbols, detect_symbols, named_symbols


@pytest.mark.parametrize("size", range(1, 65))
def test_default_symbols_round_trip(size: int) -> None:
    symbols = default_symbols(size)
    assert [symbols.value(symbols.text(v)) for v in range(size + 1)] == list(range(size + 1))
    assert symbols.is_decimal == (size > 25)


@pytest.mark.parametrize(
    ("name", "size", "last"),
    [
        ("digits", 9, "9"),
        ("letters", 16, "P"),
        ("letters", 26, "Z"),
        ("1-9A", 16, "G"),
        ("1-9A", 35, "Z"),
        ("0-9A", 16, "F"),
        ("0-9A", 36, "Z"),
        ("decimal", 64, "64"),
        ("A-P", 16, "P"),
        ("1-9A-G", 16, "G"),
        ("0-9A-F", 16, "F"),
        ("A-Za-z0-9@!", 64, "!"),
        ("QWER", 4, "R"),
    ],
)
def test_named_symbols(name: str, size: int, last: str) -> None:
    symbols = named_symbols(name, size)
    assert symbols.text(size) == last
    assert symbols.value(last) == size


@pytest.mark.parametrize(
    ("name", "size"),
    [("digits", 10), ("letters", 27), ("1-9A", 36), ("0-9A", 37), ("ABC", 4), ("ABCA", 4), ("", 4)],
)
def test_symbols_that_do_not_fit(name: str, size: int) -> None:
    with pytest.raises(SquaredanceError, match="expected"):
        named_symbols(name, size)


@pytest.mark.parametrize("bad", ["AB C", "AB,C", "AB#C", "ABé4"])
def test_characters_that_are_no_symbols(bad: str) -> None:
    with pytest.raises(SquaredanceError, match="printable ASCII"):
        named_symbols(bad, 4)


def test_blanks_are_all_that_are_no_symbols() -> None:
    assert [default_symbols(9).value(b) for b in "0.-*?_Xx"] == [0] * 8
    assert named_symbols("0-9A", 16).value("0") == 1
    assert default_symbols(25).value("X") == 24
    assert default_symbols(16).value("X") == 0


def test_lower_case_is_read_where_it_is_certain() -> None:
    assert default_symbols(16).value("p") == 16
    both = named_symbols("ABab", 4)
    assert [both.value(c) for c in "ABab"] == [1, 2, 3, 4]
    lower = named_symbols("abcd", 4)
    assert lower.value("D") == 4


def test_wrong_symbol_says_what_was_expected() -> None:
    with pytest.raises(FormatError, match="expected a symbol A-P or a blank, found 'Q'"):
        default_symbols(16).value("Q")
    with pytest.raises(FormatError, match="expected a number from 0 to 36, found '37'"):
        default_symbols(36).value("37")


@pytest.mark.parametrize(
    ("text", "size", "alphabet_end"),
    [
        ("12..", 4, "4"),
        ("AB..", 4, "D"),
        ("A..I", 9, "I"),
        ("H...", 16, "P"),
        ("h...", 16, "P"),
        ("1..G", 16, "G"),
        ("01.F", 16, "F"),
        ("0A.F", 16, "F"),
        ("12F0", 16, "G"),  # 0 is the only blank, so it is one
        ("....", 16, "P"),  # empty: all the same
        ("0000", 16, "P"),
        ("D...", 12, "L"),
        ("Y...", 25, "Y"),
        ("1..P", 25, "P"),
    ],
)
def test_detection_when_it_is_certain(text: str, size: int, alphabet_end: str) -> None:
    assert detect_symbols(text, size).text(size) == alphabet_end


@pytest.mark.parametrize(
    ("text", "size", "options"),
    [
        ("12..", 16, ["1-9A", "0-9A"]),
        ("AB..", 16, ["letters", "1-9A", "0-9A"]),
        ("G...", 16, ["letters", "1-9A"]),
        ("AB1.", 25, ["1-9A", "0-9A"]),
    ],
)
def test_ambiguous_symbols_name_the_option(text: str, size: int, options: list[str]) -> None:
    with pytest.raises(FormatError, match="ambiguous symbols") as caught:
        detect_symbols(text, size)
    for option in options:
        assert f"--symbols {option}" in str(caught.value)


def test_both_cases_are_ambiguous() -> None:
    with pytest.raises(FormatError, match="both cases"):
        detect_symbols("aB..", 16)


def test_full_grid_in_hexadecimal_is_certain() -> None:
    assert detect_symbols("0123456789ABCDEF" * 16, 16).text(1) == "0"


def test_symbols_are_values() -> None:
    symbols = named_symbols("letters", 16)
    assert symbols == Symbols(16, "ABCDEFGHIJKLMNOP")
    assert hash(symbols) == hash(Symbols(16, "ABCDEFGHIJKLMNOP"))
    assert pickle.loads(pickle.dumps(symbols)) == symbols
    assert symbols != symbols.with_blank("-")
    with pytest.raises(AttributeError):
        symbols.blank = "x"  # type: ignore[misc]


def test_blank_may_not_be_a_symbol() -> None:
    with pytest.raises(SquaredanceError, match="blank"):
        Symbols(4, "1234", "3")
