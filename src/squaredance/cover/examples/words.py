"""Words that cross: packed into a board of letters, or as a square. Letters are colors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

from squaredance.cover import Colored, Problem
from squaredance.cover.examples.base import Example, whole
from squaredance.cover.examples.boards import MAX_SIDE, Cell, cell_item
from squaredance.cover.examples.word_list import WORDS
from squaredance.errors import SquaredanceError

DANCES = """
    WALTZ TANGO SAMBA RUMBA POLKA FOXTROT BOLERO MAMBO SALSA JIVE REEL JIG
"""
_WAYS = [way for way in product((-1, 0, 1), repeat=2) if way != (0, 0)]


def word_search(rows: int = 8, cols: int = 8, *words: str) -> Example:
    """Each word once on the board, in any of eight directions; words may cross where they have
    the same letter. Without words: the names of twelve dances.

    A word is a primary item, a cell a secondary one whose color is its letter.

    >>> from squaredance import cover
    >>> cover.count(word_search(2, 2, "AB", "BC", "CA").problem).count
    96
    >>> word_search(2, 2, "ABC")
    Traceback (most recent call last):
    squaredance.errors.SquaredanceError: expected words that fit into 2x2, found 'ABC'
    """
    whole(rows, 1, MAX_SIDE, "a number of rows")
    whole(cols, 1, MAX_SIDE, "a number of cols")
    given = _checked(words or DANCES.split())
    placed = []
    for word in given:
        if len(word) > max(rows, cols):
            raise SquaredanceError(f"expected words that fit into {rows}x{cols}, found {word!r}")
        placed += [(word, place) for place in _places(word, rows, cols)]
    options = [(word, *map(_lettered, place, word)) for word, place in placed]
    cells = [cell_item(cell) for cell in product(range(rows), range(cols))]

    def draw(chosen: Sequence[int]) -> str:
        from squaredance.render.chess import words_svg

        found = sorted(placed[option] for option in chosen)
        letters = {
            cell: letter for word, place in found for cell, letter in zip(place, word, strict=True)
        }
        return words_svg(title, rows, cols, letters, [place for _, place in found])

    title = f"{len(given)} words on {rows}x{cols}"
    problem = Problem(given, options, secondary=cells)
    return Example("word_search", title, problem, draw)


def _lettered(cell: Cell, letter: str) -> Colored:
    return Colored(cell_item(cell), letter)


def _checked(words: Iterable[str]) -> list[str]:
    given = [word.upper() for word in words]
    for word in given:
        if not word.isalpha():
            raise SquaredanceError(f"expected words of letters, found {word!r}")
        if given.count(word) > 1:
            raise SquaredanceError(f"expected different words, found {word!r} twice")
    return given


def _places(word: str, rows: int, cols: int) -> list[tuple[Cell, ...]]:
    """Where the word can lie, in its reading direction; a palindrome in one of the two."""
    found: dict[frozenset[tuple[Cell, str]], tuple[Cell, ...]] = {}
    for row, col in product(range(rows), range(cols)):
        for down, right in _WAYS:
            place = tuple((row + down * n, col + right * n) for n in range(len(word)))
            last_row, last_col = place[-1]
            if 0 <= last_row < rows and 0 <= last_col < cols:
                lettered = frozenset(zip(place, word, strict=True))
                found.setdefault(lettered, place)
    return list(found.values())


def word_square(words: int | Sequence[str] = 4, double: bool = False) -> Example:
    """A square whose rows are words and whose cols are the same words; ``double``: rows and cols
    are all different words.

    ``words`` is a list of words of one length, or 3 or 4 for a small list of our own. A row is a
    primary item and a cell a secondary one with its letter as color; in a double square so are
    the cols, and a word is a secondary item without color: at most once.

    >>> from squaredance import cover
    >>> example = word_square(["BIT", "ICE", "TEN"])
    >>> cover.count(example.problem).count
    1
    >>> word_square(["BIT", "NICE"])
    Traceback (most recent call last):
    squaredance.errors.SquaredanceError: expected words of one length, found 'BIT' and 'NICE'
    """
    given = _square_words(words)
    size = len(given[0])
    lines = [f"R{n + 1}" for n in range(size)]
    if double:
        lines += [f"C{n + 1}" for n in range(size)]
    placed = [(word, line) for line in range(len(lines)) for word in given]
    options: list[tuple[object, ...]] = []
    for word, line in placed:
        letters = [_lettered(_cell(line, n, size, double), word[n]) for n in range(size)]
        options.append((lines[line], *letters, *([word] if double else [])))
    cells = [c for c in product(range(size), range(size)) if double or c[0] <= c[1]]
    secondary = [*map(cell_item, cells), *(given if double else [])]

    def draw(chosen: Sequence[int]) -> str:
        from squaredance.render.tiles import Tile, tiles_svg

        rows = sorted((line, word) for word, line in (placed[o] for o in chosen) if line < size)
        letters = {(line, n): word[n] for line, word in rows for n in range(size)}
        kinds = sorted(set(letters.values()))
        tiles = [Tile([cell], kinds.index(letter)) for cell, letter in sorted(letters.items())]
        return tiles_svg(title, tiles, letters=letters, bold=letters)

    title = f"A {'double ' if double else ''}word square of order {size}"
    return Example("word_square", title, Problem(lines, options, secondary=secondary), draw)


def _cell(line: int, n: int, size: int, double: bool) -> Cell:
    """Cell n of a row, or of a col where the lines go on; (r, c) is (c, r) unless double."""
    if line >= size:
        return n, line - size
    return (line, n) if double or line <= n else (n, line)


def _square_words(words: int | Sequence[str]) -> list[str]:
    if isinstance(words, int):
        if words not in WORDS:
            raise SquaredanceError(f"expected words, or 3 or 4 for our own list, found {words!r}")
        return WORDS[words].split()
    given = _checked([words] if isinstance(words, str) else words)
    if not given:
        raise SquaredanceError("expected at least one word, found none")
    for word in given:
        if len(word) != len(given[0]):
            raise SquaredanceError(f"expected words of one length, found {given[0]!r} and {word!r}")
    return given
