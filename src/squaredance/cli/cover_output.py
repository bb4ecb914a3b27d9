"""What ``squaredance cover`` prints: the items of each chosen option on a line, or JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from squaredance.result import Status
from squaredance.whole import decimal

if TYPE_CHECKING:
    from squaredance.cli.session import Session
    from squaredance.cover import CoverResult, Estimate, Problem


def options_text(problem: Problem, options: tuple[int, ...] | None) -> str | None:
    """A line for each option: its items, behind its name if it has one."""
    if options is None:
        return None
    if not options:
        return "# the empty cover\n"
    names = problem.names
    return "".join(
        f"{'' if names is None else f'{names[o]}: '}{' '.join(map(str, problem.options[o]))}\n"
        for o in options
    )


def remark(result: CoverResult) -> str:
    """Why there is no cover to show."""
    if result.reason:
        return f"# unknown: out of {result.reason}"
    return "# no solution" if result.status is Status.NONE else "# multiple solutions"


def put(session: Session, problem: Problem, result: CoverResult, text: str) -> None:
    """The text, or the result as an object with --json; then the picture, if one is wanted."""
    session.put(_json_text(problem, result) if session.args.json else text)
    if session.args.svg and result.options is not None:
        session.args.svg.draw(result.options)


def _json_text(problem: Problem, result: CoverResult) -> str:
    from squaredance.cli.json_output import to_json

    items = numbers = names = cost = None
    if result.options is not None:
        items = [[str(item) for item in problem.options[o]] for o in result.options]
        numbers = [o + 1 for o in result.options]
        if problem.names is not None:
            names = [str(problem.names[o]) for o in result.options]
    if result.cost is not None:
        cost = result.cost if isinstance(result.cost, int | float) else float(result.cost)
    fields = {
        **result._asdict(),
        "status": result.status.value,
        "options": items,
        "cost": cost,
        "numbers": numbers,
        "names": names,
    }
    written = {key: to_json(value) for key, value in fields.items() if key != "count"}
    written["count"] = decimal(result.count)  # JSON has numbers of any size, `json` has not
    return f"{{{', '.join(f'{to_json(key)}: {written[key]}' for key in fields)}}}\n"


def put_estimate(session: Session, estimate: Estimate) -> None:
    """Two lines, each with its standard error; or an object."""
    if session.args.json:
        from squaredance.cli.json_output import to_json

        finite = {k: v if abs(v) < float("inf") else None for k, v in estimate._asdict().items()}
        session.put(to_json(finite) + "\n")
        return
    session.put(f"nodes {number_text(estimate.nodes)} +- {number_text(estimate.nodes_error)}\n")
    text = f"{number_text(estimate.solutions)} +- {number_text(estimate.solutions_error)}"
    if not estimate.solutions:  # the error is that of what was seen, and nothing was
        text += f": none in {estimate.probes:,} dives, which may have missed many (--probes)"
    session.put(f"solutions {text}\n")


def number_text(value: float) -> str:
    """A number as it is read best.

    >>> number_text(3.0), number_text(1234.56), number_text(1.5e20), number_text(float("inf"))
    ('3', '1234.6', '1.5e+20', 'inf')
    """
    if abs(value) < 1e15 and value == int(value):
        return str(int(value))
    return f"{value:.1f}" if 10 <= abs(value) < 1e6 else f"{value:.4g}"
