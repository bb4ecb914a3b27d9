"""More than one machine: data sets of many parts, worked on by threads or by a Dask cluster.

>>> from tempfile import TemporaryDirectory
>>> from pathlib import Path
>>> with TemporaryDirectory() as folder:
...     source, target = Path(folder, "puzzles"), Path(folder, "solutions")
...     source.mkdir()
...     _ = (source / "a.txt").write_text("1......2.3....4.\\n")
...     _ = (source / "b.txt").write_text("................\\n")
...     found = map_parts(["solve"], source, target)
...     (target / "a.txt").read_text()
'1234341243212143\\n'
>>> found.parts, found.rows, found.kept
(2, 2, 0)
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

from squaredance.cluster.run import Mapped, map_work
from squaredance.cluster.workers import ClusterError, Workers, open_workers
from squaredance.errors import SquaredanceError

__all__ = ["ClusterError", "Mapped", "Workers", "map_parts", "open_workers"]


def map_parts(
    words: Sequence[str],
    source: str | os.PathLike[str],
    target: str | os.PathLike[str],
    *,
    cluster: str | None = None,
    complain: Callable[[str], object] | None = None,
    watch: Callable[[Mapped], object] | None = None,
) -> Mapped:
    """Answers each file of the directory ``source`` into one of the same name in ``target``.

    ``words`` are a command and its options, such as ``["solve", "--unique", "--keep-going"]``:
    one of solve, rate, canon and check. ``cluster`` is None for this process, ``local:N`` for N
    processes here, or the address of a Dask scheduler. With what the manifest of ``target`` tells
    to be done, nothing is done but to compare checksums; so a run that was interrupted goes on
    with the same call.

    What is wrong with rows, with ``--keep-going``, goes to ``complain``, a line each; without it
    the first bad part raises `FormatError`. ``watch`` hears how far it is after each part.

    The example of the module shows a call.

    >>> map_parts(["count"], "puzzles", "counts")
    Traceback (most recent call last):
    squaredance.errors.SquaredanceError: expected a command of solve, rate, canon, check; \
found 'count'
    """
    # The command line stands above this package: a step back, for who calls it from Python.
    from squaredance.cli.part import part_arguments
    from squaredance.cli.parts import work_of, workers_of

    args = part_arguments(words)
    if args.cluster is not None:
        raise SquaredanceError("expected the cluster as an argument of its own, found --cluster")
    args.cluster = cluster
    return map_work(
        work_of(args),
        os.fspath(source),
        os.fspath(target),
        lambda: workers_of(cluster),
        complain=complain or (lambda text: None),
        watch=watch,
    )
