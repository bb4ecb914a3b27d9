"""Classes: which canonical forms were seen so far, of every geometry."""

from __future__ import annotations

from typing import TYPE_CHECKING

from squaredance import _core

if TYPE_CHECKING:
    from squaredance.columns.rows import RowWork
    from squaredance.geometry import Geometry
    from squaredance.many.lines import LineBlock
    from squaredance.puzzle import Grid


class Classes:
    """The classes of equivalent puzzles; the forms are kept exactly, packed natively.

    A million 9x9 take about 60 MB.

    >>> from squaredance import canonical
    >>> classes = Classes()
    >>> [classes.add(canonical(text).form) for text in ("1" + 15 * ".", 15 * "." + "2", 16 * ".")]
    [True, False, True]
    >>> len(classes), classes.added
    (2, 3)
    """

    def __init__(self) -> None:
        self.added = 0  # how many forms were given
        self._forms: dict[Geometry, _core.FormSet] = {}

    def __len__(self) -> int:
        return sum(map(len, self._forms.values()))

    def add(self, form: Grid) -> bool:
        """Whether the canonical form is new."""
        self.added += 1
        return self._of(form.geometry).add(form.values)

    def add_block(self, block: LineBlock) -> list[int]:
        """All forms of a block; the numbers of those that are not new."""
        forms = self._of(block.geometry)
        before = len(forms)
        known = forms.add_block(block.native)
        self.added += len(forms) - before + len(known)
        return known

    def add_rows(self, work: RowWork) -> list[int]:
        """The same for rows of a column: the rows of those that are not new."""
        forms = self._of(work.geometry)
        before = len(forms)
        known = forms.add_block(work.native)
        self.added += len(forms) - before + len(known)
        return [work.start + work.native.row_of(puzzle) for puzzle in known]

    def _of(self, geometry: Geometry) -> _core.FormSet:
        if geometry not in self._forms:
            self._forms[geometry] = _core.FormSet(geometry.size)
        return self._forms[geometry]
