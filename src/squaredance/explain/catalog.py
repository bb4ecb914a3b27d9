"""Catalog: the title of every technique, what it says in a line, what the scales give for it.

Ratings of the SE scales are those of Sudoku Explainer 1.2.1 and SukakuExplainer 1.18.1, "+" where a
step may be rated higher (chains by their length, for one); points are those of HoDoKu 2.2.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from squaredance import _core
from squaredance.errors import SquaredanceError


class Entry(NamedTuple):
    """One technique: ``ratings`` has the scales that know it.

    >>> entry("x-wing")
    Entry(name='x-wing', title='X-wing', description='Two rows have a value in the same two cols, \
or two cols in the same two rows.', ratings={'se121': '3.2', 'sukaku118': '3.2', 'hodoku': '140'}, \
needs_uniqueness=False)
    """

    name: str
    title: str
    description: str
    ratings: dict[str, str]
    needs_uniqueness: bool

    @property
    def page(self) -> str:
        """Where it is explained, from the root of the project.

        >>> entry("x-wing").page
        'docs/techniques/x-wing.md'
        """
        return f"docs/techniques/{self.name}.md"


def entry(name: str) -> Entry:
    """The technique of that name.

    >>> entry("xy-wing").title
    'XY-wing'
    """
    found = catalog().get(name)
    if found is None:
        raise SquaredanceError(f"expected a technique, found {name!r}")
    return found


@cache
def catalog() -> dict[str, Entry]:
    """All techniques by name, from easy to hard by family.

    >>> list(catalog())[:2]
    ['full-house', 'hidden-single']
    """
    made: dict[str, Entry] = {}
    for name, needs_uniqueness, points, _ in _core.technique_names():
        title, se121, sukaku118, description = _TECHNIQUES[name]
        shown = {"se121": se121, "sukaku118": se121 if sukaku118 == "=" else sukaku118}
        ratings = {scale: rating for scale, rating in shown.items() if rating}
        if points:
            ratings["hodoku"] = str(points)
        made[name] = Entry(name, title, description, ratings, needs_uniqueness)
    return made


def _fishes() -> dict[str, tuple[str, str, str, str]]:
    """The fish of other kinds: three sizes of each."""
    sizes = (
        ("x-wing", "X-wing", "Two"),
        ("swordfish", "swordfish", "Three"),
        ("jellyfish", "jellyfish", "Four"),
    )
    kinds = {
        "finned": "lines have a value in as many lines across, but for a fin in one box.",
        "sashimi": "lines have a value in as many lines across, but for a fin, without which one "
        "of them has a single place.",
        "franken": "houses, lines and boxes, have all their places of a value in as many others.",
        "finned-franken": "houses, lines and boxes, have all their places of a value in as many "
        "others, but for fins.",
        "mutant": "houses of any kinds have all their places of a value in as many others.",
        "finned-mutant": "houses of any kinds have all their places of a value in as many others, "
        "but for fins.",
    }
    return {
        f"{kind}-{name}": (f"{kind.replace('-', ' ').capitalize()} {title}", "", "", f"{n} {text}")
        for kind, text in kinds.items()
        for name, title, n in sizes
    }


# name: title, rating of se121, of sukaku118 ("=": the same), description.
_TECHNIQUES: Final[dict[str, tuple[str, str, str, str]]] = {
    "full-house": ("Full house", "1.0", "=", "A house has one open cell."),
    "hidden-single": (
        "Hidden single", "1.2 in a box, 1.5", "=", "A value has one place left in a house.",
    ),
    "naked-single": ("Naked single", "2.3", "=", "A cell has one value left."),
    "direct-pointing": (
        "Direct pointing", "1.7", "=", "Pointing that leaves a value one place in a house.",
    ),
    "direct-claiming": (
        "Direct claiming", "1.9", "=", "Claiming that leaves a value one place in a house.",
    ),
    "direct-hidden-pair": (
        "Direct hidden pair", "2.0", "=", "A hidden pair that leaves a value one place.",
    ),
    "direct-hidden-triple": (
        "Direct hidden triple", "2.5", "=", "A hidden triple that leaves a value one place.",
    ),
    "pointing": ("Pointing", "2.6", "=", "In a box a value is in one line only."),
    "claiming": ("Claiming", "2.8", "=", "In a line a value is in one box only."),
    "locked-pair": (
        "Locked pair", "", "", "Two cells of a line and a box have the same two values.",
    ),
    "locked-triple": (
        "Locked triple", "", "", "Three cells of a line and a box share three values.",
    ),
    "naked-pair": ("Naked pair", "3.0", "=", "Two cells of a house have the same two values."),
    "naked-triple": ("Naked triple", "3.6", "=", "Three cells of a house share three values."),
    "naked-quad": ("Naked quad", "5.0", "=", "Four cells of a house share four values."),
    "hidden-pair": ("Hidden pair", "3.4", "=", "Two values of a house share two places."),
    "hidden-triple": ("Hidden triple", "4.0", "=", "Three values of a house share three places."),
    "hidden-quad": ("Hidden quad", "5.4", "=", "Four values of a house share four places."),
    "naked-subset": ("Naked subset", "", "", "Five or more cells of a house share as many values."),
    "hidden-subset": (
        "Hidden subset", "", "", "Five or more values of a house share as many places.",
    ),
    "x-wing": (
        "X-wing", "3.2", "=",
        "Two rows have a value in the same two cols, or two cols in the same two rows.",
    ),
    "swordfish": (
        "Swordfish", "3.8", "=", "Three rows have a value in three cols, or the reverse.",
    ),
    "jellyfish": ("Jellyfish", "5.2", "=", "Four rows have a value in four cols, or the reverse."),
    "large-fish": ("Large fish", "", "", "Five or more rows have a value in as many cols."),
    **_fishes(),
    "kraken-fish-1": (
        "Kraken fish type 1", "", "", "A finned fish whose fins all lead to the same elimination.",
    ),
    "kraken-fish-2": (
        "Kraken fish type 2", "", "",
        "A finned fish of which every place in one cover, and every fin, strikes the candidate.",
    ),
    "skyscraper": (
        "Skyscraper", "", "4.0", "Two lines with two places each have one end in common.",
    ),
    "two-string-kite": (
        "Two-string kite", "", "4.1", "A row and a col with two places each meet in a box.",
    ),
    "dual-two-string-kite": (
        "Dual two-string kite", "", "", "Two kites that share their box.",
    ),
    "turbot-fish": (
        "Turbot fish", "", "4.2", "Two strong links of a value are joined by a weak one.",
    ),
    "empty-rectangle": (
        "Empty rectangle", "", "4.3",
        "In a box a value is in one row and one col; a strong link elsewhere uses them.",
    ),
    "dual-empty-rectangle": (
        "Dual empty rectangle", "", "", "Two empty rectangles that share their box.",
    ),
    "strong-links": (
        "Strong links", "", "5.4+", "Three to six strong links of a value in a row.",
    ),
    "xy-wing": (
        "XY-wing", "4.2", "=", "A cell with two values sees two others that share the third.",
    ),
    "xyz-wing": ("XYZ-wing", "4.4", "=", "An XY-wing whose middle cell has the third value too."),
    "w-wing": ("W-wing", "", "", "Two cells with the same two values, joined by a strong link."),
    "wxyz-wing": (
        "WXYZ-wing", "", "5.5+", "Four cells with four values, of which one is not locked.",
    ),
    "vwxyz-wing": (
        "VWXYZ-wing", "", "6.2+", "Five cells with five values, of which one is not locked.",
    ),
    "uvwxyz-wing": (
        "UVWXYZ-wing", "", "6.6", "Six cells with six values, of which one is not locked.",
    ),
    "tuvwxyz-wing": (
        "TUVWXYZ-wing", "", "7.5", "Seven cells with seven values, of which one is not locked.",
    ),
    "unique-rectangle-1": (
        "Unique rectangle type 1", "4.5", "=", "One cell must break a deadly rectangle.",
    ),
    "unique-rectangle-2": (
        "Unique rectangle type 2", "4.5", "=", "One more value breaks a deadly rectangle.",
    ),
    "unique-rectangle-3": (
        "Unique rectangle type 3", "4.5+", "=",
        "What breaks a deadly rectangle is part of a subset.",
    ),
    "unique-rectangle-4": (
        "Unique rectangle type 4", "4.5", "=",
        "One value of a deadly rectangle is locked in two cells, so the other is not there.",
    ),
    "unique-rectangle-5": (
        "Unique rectangle type 5", "", "",
        "One more value in two or three cells, not all in a line.",
    ),
    "unique-rectangle-6": (
        "Unique rectangle type 6", "", "", "A value of a deadly rectangle makes an X-wing with it.",
    ),
    "hidden-rectangle": (
        "Hidden rectangle", "", "", "A value of a deadly rectangle has two strong links in it.",
    ),
    "avoidable-rectangle-1": (
        "Avoidable rectangle type 1", "", "", "Placed cells and one open one must not be deadly.",
    ),
    "avoidable-rectangle-2": (
        "Avoidable rectangle type 2", "", "", "Placed cells and two open ones must not be deadly.",
    ),
    "unique-loop-1": ("Unique loop type 1", "4.6+", "=", "One cell must break a deadly loop."),
    "unique-loop-2": ("Unique loop type 2", "4.6+", "=", "One more value breaks a deadly loop."),
    "unique-loop-3": (
        "Unique loop type 3", "4.6+", "=", "What breaks a deadly loop is part of a subset.",
    ),
    "unique-loop-4": (
        "Unique loop type 4", "4.6+", "=",
        "One value of a deadly loop is locked in two cells, so the other is not there.",
    ),
    "bug-1": ("BUG type 1", "5.6", "=", "One candidate keeps the grid from having two solutions."),
    "bug-2": (
        "BUG type 2", "5.7", "=", "Candidates of one value keep the grid from two solutions.",
    ),
    "bug-3": ("BUG type 3", "5.7+", "=", "What keeps the grid from two solutions is in a subset."),
    "bug-4": (
        "BUG type 4", "5.7", "=", "Two cells keep the grid from two solutions, one value locked.",
    ),
    "simple-colors-trap": (
        "Simple colors trap", "", "",
        "A candidate sees both colors of the strong links of a value.",
    ),
    "simple-colors-wrap": ("Simple colors wrap", "", "", "A color sees itself, so it is false."),
    "multi-colors-1": (
        "Multi-colors type 1", "", "", "A candidate sees one color of each of two joined clusters.",
    ),
    "multi-colors-2": (
        "Multi-colors type 2", "", "", "A color sees both colors of another cluster.",
    ),
    "remote-pair": ("Remote pair", "", "", "A chain of cells with the same two values."),
    "x-chain": ("X-chain", "", "", "Strong and weak links of one value in turn."),
    "xy-chain": ("XY-chain", "", "", "A chain of cells with two values each."),
    "discontinuous-nice-loop": (
        "Discontinuous nice loop", "", "",
        "A loop of links that comes back to its start and breaks.",
    ),
    "grouped-discontinuous-nice-loop": (
        "Grouped discontinuous nice loop", "", "",
        "A discontinuous nice loop over groups of cells.",
    ),
    "continuous-nice-loop": (
        "Continuous nice loop", "", "", "A loop of links in turn: its weak links become strong.",
    ),
    "grouped-continuous-nice-loop": (
        "Grouped continuous nice loop", "", "", "A continuous nice loop over groups of cells.",
    ),
    "aic": ("AIC", "", "", "Strong and weak links in turn: one of both ends is true."),
    "grouped-aic": ("Grouped AIC", "", "", "An AIC over groups of cells."),
    "sue-de-coq": (
        "Sue de Coq", "", "", "Cells where a box and a line cross share their values with both.",
    ),
    "als-xz": ("ALS-XZ", "", "", "Two almost locked sets share a restricted value."),
    "als-xy-wing": ("ALS-XY-wing", "", "", "Three almost locked sets in a row."),
    "als-xy-chain": (
        "ALS-XY-chain", "", "", "Almost locked sets in a row, joined by single values.",
    ),
    "death-blossom": (
        "Death blossom", "", "", "Each value of a cell leads to an almost locked set.",
    ),
    "aligned-pair-exclusion": (
        "Aligned pair exclusion", "6.2", "=", "Every combination of two cells with it is excluded.",
    ),
    "aligned-triple-exclusion": (
        "Aligned triple exclusion", "7.5", "=",
        "Every combination of three cells with it is excluded.",
    ),
    "bidirectional-x-cycle": (
        "Bidirectional X-cycle", "6.5+", "=", "A loop of links of one value.",
    ),
    "bidirectional-y-cycle": (
        "Bidirectional Y-cycle", "6.5+", "=", "A loop of cells with two values each.",
    ),
    "bidirectional-cycle": ("Bidirectional cycle", "7.0+", "=", "A loop of links of any kind."),
    "x-forcing-chain": ("X-forcing chain", "6.6+", "=", "Links of one value lead to a conclusion."),
    "forcing-chain": ("Forcing chain", "7.0+", "=", "Links lead from a candidate to a conclusion."),
    "nishio": ("Nishio", "7.5+", "=", "A candidate leads to a conflict, by one value only."),
    "cell-forcing-chains": (
        "Cell forcing chains", "8.0+", "=", "Every value of a cell leads to the same conclusion.",
    ),
    "house-forcing-chains": (
        "House forcing chains", "8.0+", "=", "Every place of a value leads to the same conclusion.",
    ),
    "dynamic-cell-forcing-chains": (
        "Dynamic cell forcing chains", "8.5+", "=",
        "Every value of a cell leads to the same conclusion, by several links at a time.",
    ),
    "dynamic-house-forcing-chains": (
        "Dynamic house forcing chains", "8.5+", "=",
        "Every place of a value leads to the same conclusion, by several links at a time.",
    ),
    "dynamic-double-forcing-chains": (
        "Dynamic double forcing chains", "8.5+", "=",
        "A candidate leads to the same conclusion whether it is true or false.",
    ),
    "dynamic-contradiction": (
        "Dynamic contradiction", "8.5+", "=", "A candidate leads to a conflict.",
    ),
    "forcing-chain-contradiction": (
        "Forcing chain contradiction", "", "", "A candidate leads to a conflict by chains.",
    ),
    "forcing-chain-verity": (
        "Forcing chain verity", "", "", "All candidates of a set lead to the same by chains.",
    ),
    "forcing-net-contradiction": (
        "Forcing net contradiction", "", "", "A candidate leads to a conflict by a net.",
    ),
    "forcing-net-verity": (
        "Forcing net verity", "", "", "All candidates of a set lead to the same by nets.",
    ),
}  # fmt: skip
