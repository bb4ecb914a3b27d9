"""Symbols: the text of values, and how to tell which alphabet a text is written in."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from squaredance.errors import FormatError, SquaredanceError
from squaredance.typed import Final

# What people write in an empty cell, the one we write first. A character that is a symbol
# of the alphabet in use is never a blank. A space is a blank in the line format only.
BLANKS: Final = ".0-*?_X"

_DIGITS: Final = "123456789"
_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_ALPHABETS: Final = {
    "digits": _DIGITS,
    "letters": _LETTERS,
    "1-9A": _DIGITS + _LETTERS,
    "0-9A": "0" + _DIGITS + _LETTERS,
}
_NOT_A_SYMBOL: Final = " \t,;#|\"'"  # they separate, comment or draw in our formats
BAD: Final = 255  # what a reading table gives for a character that is no symbol


class Symbols:
    """The text of each value 1..N and of an empty cell. Immutable, hashable.

    >>> letters = named_symbols("letters", 16)
    >>> letters.text(16), letters.text(0), letters.value("B"), letters.value("-")
    ('P', '.', 2, 0)
    >>> default_symbols(36).text(36)
    '36'
    """

    __slots__ = ("_codes", "_writing", "alphabet", "blank", "lookup", "size")

    alphabet: str | None
    blank: str
    size: int
    lookup: Mapping[str, int]  # every text that is read: symbols and blanks
    _codes: tuple[str, ...]
    _writing: bytes  # the table, once it was asked for

    def __init__(self, size: int, alphabet: str | None, blank: str | None = None) -> None:
        codes = tuple(alphabet) if alphabet else tuple(str(v) for v in range(1, size + 1))
        values = {code: value for value, code in enumerate(codes, 1)}
        if len(codes) != size or len(values) != size:
            raise SquaredanceError(
                f"expected {size} different symbols, found {len(values)}: {alphabet!r}"
            )
        free = [b for b in BLANKS if b not in values]
        if blank is None:
            blank = "0" if alphabet is None else free[0] if free else ""
        if blank in values or len(blank) != 1:
            raise SquaredanceError(f"expected a blank that is no symbol, found {blank!r}")
        values.update(_other_case(values))
        values.update((b, 0) for b in (*free, "x", blank) if b not in values)
        for name, value in (
            ("size", size),
            ("alphabet", alphabet or None),
            ("blank", blank),
            ("_codes", (blank, *codes)),
            ("lookup", values),
        ):
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"Symbols cannot be changed ({name})")

    @property
    def is_decimal(self) -> bool:
        """True when values are written as numbers, with something between them."""
        return self.alphabet is None

    def text(self, value: int) -> str:
        """The symbol of a value, the blank for 0.

        >>> default_symbols(9).text(5)
        '5'
        """
        return self._codes[value]

    def value(self, text: str) -> int:
        """The value of a symbol, 0 for any blank; a `FormatError` for anything else.

        >>> default_symbols(16).value("p")
        16
        """
        found = self.lookup.get(text)
        if found is None:
            raise FormatError(f"expected {self.expected}, found {text!r}")
        return found

    @property
    def expected(self) -> str:
        """What a cell may hold, for error messages.

        >>> default_symbols(9).expected
        'a symbol 1-9 or a blank'
        """
        if self.alphabet is None:
            return f"a number from 0 to {self.size}"
        return f"a symbol {self.span} or a blank"

    @property
    def span(self) -> str:
        """All symbols, shortened.

        >>> named_symbols("0-9A", 16).span, named_symbols("decimal", 16).span
        ('0-9A-F', '1-16')
        """
        return f"1-{self.size}" if self.alphabet is None else _ranges(self.alphabet)

    def with_blank(self, blank: str) -> Symbols:
        """The same symbols, written with another blank.

        >>> default_symbols(9).with_blank("0").text(0)
        '0'
        """
        return self if blank == self.blank else _cached(self.size, self.alphabet, blank)

    def reading_table(self) -> bytes:
        """For ``bytes.translate``: each character's value, `BAD` where it has none.

        >>> list(b"1.9A".translate(default_symbols(9).reading_table()))
        [1, 0, 9, 255]
        """
        table = bytearray([BAD]) * 256
        for text, value in self.lookup.items():
            if len(text) == 1 and text.isascii():
                table[ord(text)] = value
        return bytes(table)

    def writing_table(self) -> bytes:
        """For ``bytes.translate``: each value's character (one-character symbols only).

        >>> bytes([0, 1, 16]).translate(default_symbols(16).writing_table())
        b'.AP'
        """
        try:
            return self._writing
        except AttributeError:
            table = "".join(self._codes).encode("ascii").ljust(256, b"?")
            object.__setattr__(self, "_writing", table)
            return table

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Symbols) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> tuple[object, ...]:
        return Symbols, self._key()

    def _key(self) -> tuple[int, str | None, str]:
        return self.size, self.alphabet, self.blank

    def __repr__(self) -> str:
        return f"Symbols({self.size}, {self.alphabet!r}, blank={self.blank!r})"


@lru_cache(maxsize=256)
def _cached(size: int, alphabet: str | None, blank: str | None = None) -> Symbols:
    return Symbols(size, alphabet, blank)


def _other_case(values: dict[str, int]) -> dict[str, int]:
    """The same letters in the other case, unless the alphabet itself uses both cases."""
    lower = any(text.islower() for text in values)
    if lower and any(text.isupper() for text in values):
        return {}
    return {t.upper() if lower else t.lower(): v for t, v in values.items() if t.isalpha()}


def _ranges(alphabet: str) -> str:
    """'123456789ABC' as '1-9A-C'."""
    parts: list[str] = []
    start = 0
    for end in range(1, len(alphabet) + 1):
        if end < len(alphabet) and _follows(alphabet[end - 1], alphabet[end]):
            continue
        run = alphabet[start:end]
        parts.append(run if len(run) < 2 else f"{run[0]}-{run[-1]}")
        start = end
    return "".join(parts)


def _follows(first: str, second: str) -> bool:
    return ord(second) == ord(first) + 1 and first.isalnum() and second.isalnum()


def default_symbols(size: int) -> Symbols:
    """Digits up to 9, letters from A up to 25, numbers above.

    >>> default_symbols(9).text(9), default_symbols(10).text(10), default_symbols(26).text(26)
    ('9', 'J', '26')
    """
    if size <= 9:
        return _cached(size, _DIGITS[:size])
    return _cached(size, _LETTERS[:size] if size <= 25 else None)


def named_symbols(name: str, size: int) -> Symbols:
    """Symbols by name ('digits', 'letters', '1-9A', '0-9A', 'decimal') or as an alphabet.

    An alphabet is exactly ``size`` different characters, in the order of the values, and
    may use ranges.

    >>> named_symbols("0-9A", 16).text(16), named_symbols("1-9A-G", 16).text(16)
    ('F', 'G')
    >>> named_symbols("WXYZ", 4).value("Z")
    4
    """
    if name == "decimal":
        return _cached(size, None)
    known = _ALPHABETS.get(name)
    if known is not None:
        if size > len(known):
            raise SquaredanceError(
                f"symbols {name}: expected a size up to {len(known)}, found {size}"
            )
        return _cached(size, known[:size])
    for alphabet in (_expanded(name), name):
        if len(alphabet) == size and len(set(alphabet)) == size:
            return _cached(size, _checked_alphabet(alphabet))
    raise SquaredanceError(
        f"expected symbols digits, letters, 1-9A, 0-9A, decimal or "
        f"{size} different characters, found {name!r}"
    )


def alphabet_size(name: str) -> int | None:
    """The size that an alphabet is for; None for a name, which goes with many.

    >>> alphabet_size("WXYZ"), alphabet_size("1-9A-G"), alphabet_size("letters")
    (4, 16, None)
    >>> alphabet_size("foo")
    Traceback (most recent call last):
    squaredance.errors.SquaredanceError: expected symbols digits, letters, 1-9A, 0-9A, decimal \
or different characters, found 'o' twice in 'foo'
    """
    if name == "decimal" or name in _ALPHABETS:
        return None
    for alphabet in (_expanded(name), name):
        if alphabet and len(set(alphabet)) == len(alphabet):
            return len(_checked_alphabet(alphabet))
    twice = next((f"{c!r} twice in " for c in name if name.count(c) > 1), "")
    raise SquaredanceError(
        f"expected symbols digits, letters, 1-9A, 0-9A, decimal or different characters, "
        f"found {twice}{name!r}"
    )


def _expanded(name: str) -> str:
    """'A-D' as 'ABCD'; anything that is no range stays as it is."""
    out: list[str] = []
    i = 0
    while i < len(name):
        first, dash, last = name[i], name[i + 1 : i + 2], name[i + 2 : i + 3]
        if dash == "-" and first.isalnum() and last.isalnum() and first < last and last.isascii():
            out += map(chr, range(ord(first), ord(last) + 1))
            i += 3
        else:
            out.append(first)
            i += 1
    return "".join(out)


def _checked_alphabet(alphabet: str) -> str:
    for char in alphabet:
        if char in _NOT_A_SYMBOL or not char.isascii() or not char.isprintable():
            raise SquaredanceError(f"expected printable ASCII symbols, found {char!r}")
    return alphabet


def detect_symbols(text: str, size: int) -> Symbols:
    """The symbols that the text of one puzzle is certainly written in.

    Above size 9 the same characters can mean different values, so this guesses only when
    a single alphabet fits, and says so when more than one does.

    >>> detect_symbols("A..H", 16).text(8), detect_symbols("G..1", 16).text(16)
    ('H', 'G')
    >>> detect_symbols("12.34...", 16)
    Traceback (most recent call last):
    squaredance.errors.FormatError: ambiguous symbols: could be 1-9A-G or 0-9A-F; \
choose with --symbols 1-9A or --symbols 0-9A
    """
    seen = set(text) - set(" \t\n\r|+=")
    letters = _seen_letters(seen, size)
    digits = seen & set(_DIGITS)
    if size <= 9:
        return named_symbols("letters" if letters and not digits else "digits", size)
    if not letters and not digits and "0" not in seen:
        return default_symbols(size)  # an empty puzzle means the same in all of them
    other_blank = bool(seen & set(BLANKS.replace("0", "").replace("X", "")))
    fitting = [n for n in ("letters", "1-9A", "0-9A") if _fits(n, size, letters, digits)]
    if "0" in seen:
        fitting = _with_zero(fitting, text, size, other_blank)
    if len(fitting) == 1:
        return named_symbols(fitting[0], size)
    if not fitting or (not letters and not digits):
        return default_symbols(size)  # the reader will name the character that is wrong
    names = [_ranges(_ALPHABETS[n][:size]) for n in fitting]
    raise FormatError(
        f"ambiguous symbols: could be {' or '.join(names)}; "
        f"choose with {' or '.join('--symbols ' + n for n in fitting)}"
    )


def _seen_letters(seen: set[str], size: int) -> set[str]:
    letters = {c for c in seen if c.isascii() and c.isalpha()}
    if any(c.islower() for c in letters) and any(c.isupper() for c in letters - {"X"}):
        raise FormatError(
            "ambiguous symbols: found letters in both cases; give the alphabet with --symbols"
        )
    # X is a blank wherever it cannot be a symbol, and it is one of letters from size 24.
    return {c.upper() for c in letters} - (set() if size >= 24 else {"X"})


def _fits(name: str, size: int, letters: set[str], digits: set[str]) -> bool:
    alphabet = _ALPHABETS[name]
    return len(alphabet) >= size and letters | digits <= set(alphabet[:size])


def _with_zero(fitting: list[str], text: str, size: int, other_blank: bool) -> list[str]:
    """A 0 beside another blank is a value; alone it is the blank, unless the grid is full."""
    if "0-9A" not in fitting:
        return fitting
    alphabet = _ALPHABETS["0-9A"][:size]
    full = not other_blank and all(text.upper().count(symbol) == size for symbol in alphabet)
    return ["0-9A"] if other_blank or full else [name for name in fitting if name != "0-9A"]
