"""About: what this server can do, for the page to show no more than that."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from squaredance import __version__
from squaredance.difficulty import RANGES
from squaredance.explain.path import SCALES
from squaredance.formats import FORMATS
from squaredance.generating.symmetry import SYMMETRIES
from squaredance.geometry import MAX_SIZE
from squaredance.web.shapes import (
    ENGINES,
    FLAG,
    LARGEST_CNF,
    MOST_PIXELS,
    MOST_PUZZLES,
    MOST_SOLUTIONS,
    NUMBER,
    QUESTIONS,
    SUDOKU_JUDGES,
    TEXT,
    obj,
    some,
    whole,
)

if TYPE_CHECKING:
    from squaredance.web.schema import Shape
    from squaredance.web.settings import Settings

_FORMAT: Final = obj({"name": TEXT, "title": TEXT, "extensions": some(TEXT)})
ABOUT: Final[Shape] = obj(
    {
        "version": TEXT,
        "engines": some(TEXT),
        "formats": obj({"read": some(_FORMAT), "write": some(_FORMAT)}),
        "sizes": obj({"least": whole(), "most": whole()}),
        "difficulties": some(TEXT),
        "symmetries": some(TEXT),
        "scales": some(TEXT),
        "questions": some(TEXT),
        "renders": some(TEXT),
        "trace": FLAG,
        "limits": obj(
            {
                "body": whole(),
                "seconds": NUMBER,
                "most_seconds": NUMBER,
                "puzzles": whole(),
                "solutions": whole(),
                "pixels": whole(),
                "cnf_size": whole(),
            },
            {"nodes": whole()},
        ),
    }
)


def about(settings: Settings) -> dict[str, Any]:
    """The answer of GET /api/about."""
    formats = [
        {"name": entry.name, "title": entry.title, "extensions": list(entry.extensions)}
        for entry in FORMATS.values()
    ]
    judges = [
        {"name": name, "title": judge.title, "extensions": []}
        for name, judge in SUDOKU_JUDGES.items()
    ]
    bounds = settings.bounds
    limits = {
        "body": settings.body,
        "seconds": bounds.seconds,
        "most_seconds": bounds.most_seconds,
        "puzzles": MOST_PUZZLES,
        "solutions": MOST_SOLUTIONS,
        "pixels": MOST_PIXELS,
        "cnf_size": LARGEST_CNF,
    }
    return {
        "version": __version__,
        "engines": list(ENGINES),
        "formats": {"read": formats + judges, "write": formats},
        "sizes": {"least": 1, "most": MAX_SIZE},
        "difficulties": list(RANGES),
        "symmetries": list(SYMMETRIES),
        "scales": list(SCALES),
        "questions": list(QUESTIONS),
        "renders": ["svg", "png", "pdf"],
        "trace": "trace" in QUESTIONS,
        "limits": limits if bounds.nodes is None else limits | {"nodes": bounds.nodes},
    }
