"""Queens, Langford pairs and Costas arrays: permutations with conditions."""

from __future__ import annotations

from collections.abc import Sequence

from squaredance.cover import Colored, Problem
from squaredance.cover.examples.base import Example, term, whole

QUEENS = (  # OEIS A000170, from n = 1
    1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596, 2279184, 14772512, 95815104,
    666090624, 4968057848, 39029188884, 314666222712, 2691008701644, 24233937684440,
    227514171973736, 2207893435808352, 22317699616364044, 234907967154122528,
)  # fmt: skip
LANGFORD = (  # OEIS A014552, from n = 1
    0, 0, 1, 1, 0, 0, 26, 150, 0, 0, 17792, 108144, 0, 0, 39809640, 326721800, 0, 0, 256814891280,
    2636337861200, 0, 0, 3799455942515488, 46845158056515936, 0, 0, 111683611098764903232,
    1607383260609382393152,
)  # fmt: skip
COSTAS = (  # OEIS A008404, from n = 1
    1, 2, 4, 12, 40, 116, 200, 444, 760, 2160, 4368, 7852, 12828, 17252, 19612, 21104, 18276, 15096,
    10240, 6464, 3536, 2052, 872, 200, 88, 56, 204, 712, 164,
)  # fmt: skip


def queens(size: int = 8) -> Example:
    """Queens that do not attack each other: one in each row and col, at most one on a diagonal.

    >>> queens(8).problem
    <Problem with 16+26 items, 64 options>
    >>> from squaredance import cover
    >>> cover.count(queens(8).problem).count
    92
    """
    whole(size, 1, 64, "a number of queens")
    places = [(row, col) for row in range(size) for col in range(size)]
    # A diagonal of one cell says nothing: it is no item.
    slopes = {f"/{s}" for s in range(1, 2 * size - 2)} | {
        f"\\{s}" for s in range(2 - size, size - 1)
    }
    options = []
    for row, col in places:
        diagonals = [d for d in (f"/{row + col}", f"\\{row - col}") if d in slopes]
        options.append((f"R{row + 1}", f"C{col + 1}", *diagonals))
    primary = [f"{kind}{number + 1}" for number in _middle_first(size) for kind in "RC"]

    def draw(chosen: Sequence[int]) -> str:
        from squaredance.render.chess import queens_svg

        return queens_svg(title, size, [places[option] for option in chosen])

    title = f"{size} queens"
    return Example(
        "queens",
        title,
        Problem(primary, options, secondary=sorted(slopes)),
        draw,
        term(QUEENS, size),
        "OEIS A000170",
    )


def _middle_first(size: int) -> list[int]:
    """From the middle outwards: rows there have the fewest options left after a few queens.

    Among items with equally many options an engine takes the first (Knuth's organ-pipe order).
    """
    return sorted(range(size), key=lambda number: abs(2 * number - size + 1))


def langford(pairs: int = 8, reduced: bool = False) -> Example:
    """Two of each number from 1 to n in a row, with k places between the two k.

    Read backwards an arrangement is another one; ``reduced`` keeps one of the two: the largest
    odd number is in its left half only. (An odd number never stands in the middle.)

    >>> from squaredance import cover
    >>> cover.count(langford(7).problem).count, cover.count(langford(7, reduced=True).problem).count
    (52, 26)
    """
    whole(pairs, 1, 64, "a number of pairs")
    last = 2 * pairs
    halved = pairs if pairs % 2 else pairs - 1
    placed = [
        (number, left, left + number + 1)
        for number in range(1, pairs + 1)
        for left in range(last - number - 1)
        if not (reduced and number == halved and 2 * left + number + 1 > last - 1)
    ]
    numbers = [str(number) for number in range(1, pairs + 1)]
    options = [(str(k), f"S{left + 1}", f"S{right + 1}") for k, left, right in placed]

    def draw(chosen: Sequence[int]) -> str:
        from squaredance.render.circle import arcs_svg

        names = [""] * last
        for number, left, right in (placed[option] for option in chosen):
            names[left] = names[right] = str(number)
        arcs = [(left, right, number - 1) for number, left, right in (placed[o] for o in chosen)]
        return arcs_svg(title, names, arcs)

    title = f"Langford pairs, n = {pairs}"
    known = term(LANGFORD, pairs)
    return Example(
        "langford",
        title + (", without reversals" if reduced else ""),
        Problem([*numbers, *(f"S{slot}" for slot in range(1, last + 1))], options),
        draw,
        known if reduced or known is None else 2 * known,
        "OEIS A014552",
    )


def costas(size: int = 8) -> Example:
    """Costas arrays: permutations in which no two pairs of dots differ by the same vector.

    Whether two dots may stand together is said with colors. Col j is a secondary item whose
    color is the row of its dot; a pair of cols is a primary item, and its options name both
    colors and, as an item without color, the vector, which may occur once.

    >>> costas(4).problem
    <Problem with 14+22 items, 88 options>
    >>> from squaredance import cover
    >>> cover.count(costas(5).problem).count
    40
    """
    whole(size, 1, 32, "an order of Costas arrays")
    span = range(size)
    options: list[tuple[object, ...]] = [
        (f"R{row + 1}", f"C{col + 1}", Colored(f"c{col + 1}", str(row + 1)))
        for col in span
        for row in span
    ]
    vectors = set()
    for left in span:
        for right in range(left + 1, size):
            for row, other in ((r, o) for r in span for o in span if r != o):
                vector = f"v{right - left},{other - row}"
                vectors.add(vector)
                ends = (
                    Colored(f"c{left + 1}", str(row + 1)),
                    Colored(f"c{right + 1}", str(other + 1)),
                )
                options.append((f"{left + 1}-{right + 1}", *ends, vector))
    pairs = [f"{left + 1}-{right + 1}" for left in span for right in range(left + 1, size)]
    primary = [*(f"{kind}{n + 1}" for n in span for kind in "RC"), *pairs]
    secondary = [*(f"c{n + 1}" for n in span), *sorted(vectors)]

    def draw(chosen: Sequence[int]) -> str:
        from squaredance.render.chess import dots_svg

        dots = [(option % size, option // size) for option in chosen if option < size * size]
        return dots_svg(title, size, dots)

    title = f"A Costas array of order {size}"
    problem = Problem(primary, options, secondary=secondary)
    return Example("costas", title, problem, draw, term(COSTAS, size), "OEIS A008404")
