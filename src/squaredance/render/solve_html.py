"""A whole solve as one HTML page: every step with its sentence and its picture. No script in it."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

from squaredance.explain.catalog import entry
from squaredance.explain.sentences import sentence
from squaredance.render.step_svg import case_count, step_svg
from squaredance.render.svg import grid_svg

if TYPE_CHECKING:
    from squaredance.explain.path import Path
    from squaredance.explain.state import State
    from squaredance.explain.step import Step
    from squaredance.symbols import Symbols

# Above this many nodes a chain gets a picture for each of its cases.
_TANGLE: Final = 14
# Singles fill most of a solve, and on a large grid a picture is 100 kB: theirs are left out there.
_LARGE: Final = 12

_STYLE: Final = """
body { font: 16px/1.5 sans-serif; color: #22262e; background: #f6f7f9; margin: 0 auto;
  max-width: 62rem; padding: 1rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.05rem; margin: 0; display: inline; }
section { background: #fff; border: 1px solid #d9dce2; border-radius: .5rem; padding: .8rem 1rem;
  margin: .8rem 0; }
.rating { float: right; color: #5a6270; font-variant-numeric: tabular-nums; }
p { margin: .4rem 0; white-space: pre-line; } svg { max-width: 100%; height: auto; }
.pictures { display: flex; flex-wrap: wrap; gap: 1rem; }
table { border-collapse: collapse; } td, th { padding: .1rem .8rem .1rem 0; text-align: left; }
@media print { section { break-inside: avoid; } body { background: #fff; } }
"""


def solve_html(
    path: Path, title: str = "Sudoku, step by step", *, symbols: Symbols | None = None
) -> str:
    """The page: the puzzle, how it ended, the techniques used, then every step. ``symbols`` are
    those of the input, if they are others than the geometry's own.

    >>> from squaredance import explain
    >>> page = solve_html(explain("1......2.3....4."))
    >>> page.startswith("<!DOCTYPE html>"), page.count("<section")
    (True, 14)
    """
    steps = "".join(
        _section(number, step, state, symbols)
        for number, (step, state) in enumerate(zip(path.steps, path.states, strict=False), 1)
    )
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head><body>"
        f"<h1>{escape(title)}</h1>"
        f"<section>{grid_svg(path.puzzle, symbols)}<p>{escape(path.summary)}</p>"
        f"{_tally(path)}</section>"
        f"{steps}<section>{grid_svg(path.states[-1].grid, symbols)}</section></body></html>\n"
    )


def _tally(path: Path) -> str:
    """How often each technique was used."""
    counts: dict[str, list[Step]] = {}
    for step in path.steps:
        counts.setdefault(entry(step.technique).title, []).append(step)
    rows = "".join(
        f"<tr><td>{escape(name)}</td><td>{len(steps)}</td>"
        f"<td>{max(step.rating for step in steps):g}</td></tr>"
        for name, steps in sorted(counts.items(), key=lambda item: item[1][0].rating)
    )
    return f"<table><tr><th>technique</th><th>steps</th><th>rating</th></tr>{rows}</table>"


def _section(number: int, step: Step, state: State, symbols: Symbols | None) -> str:
    return (
        f'<section id="step-{number}"><span class="rating">{step.rating:g}</span>'
        f"<h2>{number}. {escape(entry(step.technique).title)}</h2>"
        f"<p>{escape(sentence(step, symbols))}</p>"
        f'<div class="pictures">{_pictures(step, state, symbols)}</div></section>'
    )


def _pictures(step: Step, state: State, symbols: Symbols | None) -> str:
    if state.geometry.size > _LARGE and step.is_single:
        return ""
    cases = case_count(step)
    if cases > 1 and len(step.evidence.nodes) > _TANGLE:
        return "".join(step_svg(step, state, case=case, symbols=symbols) for case in range(cases))
    return step_svg(step, state, symbols=symbols)
