"""The plainest arguments of ``squaredance solve``, read without argparse."""

from __future__ import annotations

from types import SimpleNamespace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def plain_arguments(words: Sequence[str]) -> SimpleNamespace | None:
    """What argparse makes of ``[--unique] [--threads N] [FILE...]``; None of anything else.

    That is how many lines are solved, and to load and fill argparse is a sixth of a start.

    >>> plain_arguments(["--threads", "2", "a.txt"]).threads
    2
    """
    files: list[str] = []
    unique, threads, last = False, None, ""
    rest = iter(words)
    for word in rest:
        if word == "--unique":
            unique = True
        elif word == "--threads":
            number = next(rest, "")
            if not number.isdecimal() or len(number) > 4:
                return None
            threads = int(number)
        elif word.startswith("-") or (files and last.startswith("-")):
            return None  # files in two places are for argparse to refuse
        else:
            files.append(word)
        last = word
    none = dict.fromkeys(
        (
            *("judge", "format", "size", "symbols", "limit", "timeout", "max_nodes"),
            *("to", "output", "column", "prefix", "compression", "cluster"),
        )
    )
    no = dict.fromkeys(("keep_going", "least", "all", "candidates", "json", "answers_only"), False)
    given = {"files": files, "unique": unique, "threads": threads}
    return SimpleNamespace(**none, **no, **given, command="solve", box="auto", engine="auto")
