"""Ask: one question from the bytes of its request to the bytes of its answer, in any lane."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from time import monotonic, process_time
from typing import TYPE_CHECKING, Any, Final, NamedTuple, NoReturn

from squaredance.errors import SquaredanceError
from squaredance.web.schema import NotJsonError, ShapeError, check_shape, parse
from squaredance.web.shapes import NAMED, QUESTIONS

if TYPE_CHECKING:
    from squaredance.web.settings import Bounds

JSON: Final = "application/json"
_CELL: Final = re.compile(r"R(\d+)C(\d+): ")


class Asked(NamedTuple):
    """What is asked, and what it may cost."""

    name: str
    body: bytes
    bounds: Bounds
    slice: float | None = None  # seconds; without one all that the question asks for


class Answer(NamedTuple):
    """What goes back to the client."""

    code: int
    media: str
    body: bytes


class Later(NamedTuple):
    """The quick lane's answer to what it cannot finish: ask for that many seconds elsewhere."""

    seconds: float
    is_heavy: bool = False  # not for this lane, whatever its slice


class Picture(NamedTuple):
    """The answer of a job that is no JSON."""

    media: str
    data: bytes


class BadRequestError(Exception):
    """What is wrong with a request whose shape is right: an error of the API."""

    def __init__(self, kind: str, error: SquaredanceError, place: str = "") -> None:
        super().__init__(str(error))
        self.kind, self.error, self.place = kind, error, place


class _NotNowError(Exception):
    """Leaves a job that needs more than the quick lane has; its argument: is it heavy."""


class Ask:
    """A question under way: its data, and the time it has in this lane.

    Jobs call `late` when their time was up, and `heavy` before work in Python that does not look at
    the clock. In the quick lane both may leave the job, which then runs in the slow lane
    from its start; so the answer is the same in both.
    """

    def __init__(self, data: dict[str, Any], bounds: Bounds, slice: float | None) -> None:
        self.data = data
        self.wanted = min(data.get("seconds", bounds.seconds), bounds.most_seconds)
        self.slice = slice
        self.seconds = self.wanted if slice is None else min(self.wanted, slice)
        self._end: float = monotonic() + self.seconds
        given = data.get("nodes")
        limits = [limit for limit in (given, bounds.nodes) if limit is not None]
        self.nodes: int | None = min(limits) if limits else None

    @property
    def left(self) -> float:
        """Of the seconds, after a first part of the work."""
        return max(0.0, self._end - monotonic())

    def late(self, is_late: bool) -> None:
        """The time was up, or not."""
        if is_late and self.seconds < self.wanted:
            raise _NotNowError(False)

    def heavy(self, is_heavy: bool = True) -> None:
        """What comes takes Python long, or not."""
        if is_heavy and self.slice is not None:
            raise _NotNowError(True)


Job = Callable[[Ask], "dict[str, Any] | Picture"]


def respond(name: str, body: bytes, bounds: Bounds, slice: float | None) -> Answer | Later:
    """The answer to a question; with a ``slice`` of seconds perhaps Later."""
    from squaredance.web.jobs import JOBS

    try:
        data = parse(body)
    except NotJsonError as error:
        return problem(400, "bad-json", f"expected JSON, found an error: {error.reason}",
                       line=error.line, column=error.column)  # fmt: skip
    try:
        check_shape(QUESTIONS[name].request, data, NAMED)
    except ShapeError as wrong:
        return problem(422, "wrong-shape", wrong.reason, place=wrong.place)
    ask = Ask(data, bounds, slice)
    try:
        found = JOBS[name](ask)
    except _NotNowError as error:
        return Later(ask.wanted, *error.args)
    except BadRequestError as bad:
        return _bad_answer(bad, data)
    if isinstance(found, Picture):
        return Answer(200, found.media, found.data)
    return Answer(200, JSON, to_json(found))


def respond_in_slice(name: str, body: bytes, bounds: Bounds, slice: float | None) -> Answer | Later:
    """The same with a slice that is time of a core. Where others keep the cores busy, a worker gets
    less of them than the clock says; then it tries again for longer, or easy questions would end in
    the slow lane. In a process that does nothing else: its clock counts threads of native code."""
    if slice is None:
        return respond(name, body, bounds, None)
    begun = process_time()
    for longer in (1, 2, 4):
        found = respond(name, body, bounds, longer * slice)
        if isinstance(found, Answer) or found.is_heavy or process_time() - begun >= slice / 2:
            break
    return found


def to_json(data: object) -> bytes:
    """Compact, and in ASCII: half characters of a text come back as they came."""
    return json.dumps(data, separators=(",", ":"), allow_nan=False).encode("ascii")


def problem(code: int, kind: str, reason: str, **where: object) -> Answer:
    """An error as the API tells it.

    >>> problem(404, "not-found", "no such page").body
    b'{"error":{"type":"not-found","reason":"no such page"}}'
    """
    known = {key: value for key, value in where.items() if value is not None}
    return Answer(code, JSON, to_json({"error": {"type": kind, "reason": reason, **known}}))


def fault() -> Answer:
    """The answer to a mistake of ours, which the log tells."""
    return problem(500, "fault", "the server has a fault; its log says more")


def out_of_memory() -> Answer:
    """The answer to what was too much."""
    return problem(503, "memory", "the question needs more memory than the server has for one")


def _bad_answer(bad: BadRequestError, data: dict[str, Any]) -> Answer:
    error, place, cell = bad.error, bad.place or None, None
    if found := _CELL.match(error.message):
        cell = found[0][:-2]
        key, _, field = bad.place.removeprefix("/").partition("/")
        given = data.get(key)
        if isinstance(given, dict):
            row, col = int(found[1]), int(found[2])
            place = f"/{key}/{field or 'values'}/{(row - 1) * given['size'] + col - 1}"
    return problem(400, bad.kind, error.message, line=error.line, column=error.column,
                   place=place, cell=cell)  # fmt: skip


def refuse(kind: str, reason: str, place: str = "") -> NoReturn:
    """An error of the API that is no exception of the library."""
    raise BadRequestError(kind, SquaredanceError(reason), place)
