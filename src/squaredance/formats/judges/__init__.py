"""Judge profiles: the input of an online judge's problem in, its output out, to the byte.

`JUDGES` maps each name to a `Judge` (Sudoku) or a `CoverJudge` (exact cover); a profile's
module is imported when it is first looked up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Final

from squaredance.formats.judges.base import Judge

if TYPE_CHECKING:
    from squaredance.formats.judges.cover import CoverJudge

__all__ = ["JUDGES", "Judge"]

_MODULES: Final = {
    "uva1309": "grids",
    "poj3076": "grids",
    "spoj-sudoku": "grids",
    "uva12988": "grids",
    "poj2676": "grids",
    "poj2918": "grids",
    "poj3074": "poj3074",
    "hdu1426": "grids",
    "hdu2780": "grids",
    "hdu3111": "grids",
    "uva989": "uva989",
    "luogu-p1784": "grids",
    "leetcode37": "leetcode37",
    "luogu-p4929": "cover",
    "hust1017": "cover",
}


class _Judges(Mapping[str, "Judge | CoverJudge"]):
    def __getitem__(self, name: str) -> Judge | CoverJudge:
        module = import_module(f"squaredance.formats.judges.{_MODULES[name]}")
        judge: Judge | CoverJudge = module.PROFILES[name]
        return judge

    def __iter__(self) -> Iterator[str]:
        return iter(_MODULES)

    def __len__(self) -> int:
        return len(_MODULES)


JUDGES: Final[Mapping[str, Judge | CoverJudge]] = _Judges()
