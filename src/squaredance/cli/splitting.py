"""What ``count``, ``cover`` and ``solve --all`` share where one problem is split."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from squaredance.cli.cover_output import number_text
from squaredance.errors import SquaredanceError
from squaredance.whole import decimal

if TYPE_CHECKING:
    import argparse

    from squaredance.cover import CoverResult
    from squaredance.puzzle import Grid
    from squaredance.result import Result
    from squaredance.splitting.result import SplitCount


def add_split_arguments(parser: argparse.ArgumentParser, *, threads: bool) -> None:
    """The arguments of a count by many workers; with those of ``--threads`` if there are none."""
    group = parser.add_argument_group("one hard problem, many workers")
    if threads:
        group.add_argument("--threads", type=int, metavar="N", help="count on N threads")
    group.add_argument(
        "--cluster", metavar="SPEC", help="local:N processes, or a Dask scheduler, tcp://host:8786"
    )
    group.add_argument(
        "--checkpoint", metavar="FILE", help="keep what is finished here, and go on from it"
    )
    group.add_argument(
        "--subproblems", type=int, metavar="K", help="cut into about K (default: 2048)"
    )


def split_wishes(args: argparse.Namespace) -> dict[str, Any]:
    """The arguments of `split_count` that are given."""
    names = ("threads", "cluster", "checkpoint", "subproblems")
    return {name: getattr(args, name) for name in names if getattr(args, name, None) is not None}


def check_split(args: argparse.Namespace) -> None:
    """An error for arguments that have no meaning for a problem that is split."""
    for name in ("limit", "max_nodes"):
        if getattr(args, name, None) is not None:
            option = name.replace("_", "-")
            others = "--threads, --cluster, --checkpoint, --subproblems"
            raise SquaredanceError(f"--{option} does not go with {others}")


def count_text(result: SplitCount) -> str:
    """The number; when it was stopped, what it may come to."""
    if not result.reason:
        return f"{decimal(result.count)}\n"
    text = f"{decimal(result.count)}+ out of {result.reason}"
    if result.estimate is not None:
        found, error = result.estimate.solutions, result.estimate.solutions_error
        text += f", about {number_text(found)} +- {number_text(error)}"
    return f"{text}\n"


def count_object(result: SplitCount) -> dict[str, object]:
    """The same as an object for ``--json``."""
    estimate = None if result.estimate is None else result.estimate._asdict()
    return {**result._asdict(), "status": result.status.value, "estimate": estimate}


def as_cover_result(
    result: CoverResult | SplitCount, options: tuple[int, ...] | None
) -> CoverResult:
    """The result of a list of covers, split or not, as `CoverResult` has it."""
    from squaredance.cover import CoverResult

    if isinstance(result, CoverResult):
        return result
    return CoverResult(
        status=result.status,
        options=options,
        count=result.count,
        nodes=result.nodes,
        guesses=result.guesses,
        seconds=result.seconds,
        reason=result.reason,
        engine=result.engine,
    )


def as_result(result: SplitCount, solution: Grid | None) -> Result:
    """The same for a list of the solutions of a puzzle."""
    from squaredance.result import Result

    return Result(
        status=result.status,
        solution=solution,
        count=result.count,
        nodes=result.nodes,
        guesses=result.guesses,
        seconds=result.seconds,
        engine=result.engine,
        reason=result.reason,
    )
