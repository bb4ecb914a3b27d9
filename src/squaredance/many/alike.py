"""Alike: puzzles one by one through a crew of native threads, those of one geometry together."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Protocol

from squaredance.many.clock import LOOK, Clock

if TYPE_CHECKING:
    from squaredance.geometry import Geometry
    from squaredance.puzzle import Puzzle


class Crew(Protocol):
    """Native threads for jobs, which come back in their order."""

    def wait(self, seconds: float) -> bool: ...
    def take(self) -> list[Any]: ...
    def stop(self) -> None: ...
    def close(self) -> None: ...


class Alike:
    """Puzzles, each read when it is asked for; an error of theirs waits until all before it are
    done. ``is_ready`` tells whether the next one is there already: an interactive input is not
    waited for while there are answers to give.
    """

    def __init__(
        self, puzzles: Iterator[Puzzle], is_ready: Callable[[], bool] = lambda: True
    ) -> None:
        self._puzzles = puzzles
        self._is_ready = is_ready
        self._head: Puzzle | None = None
        self._is_ended = False
        self.error: Exception | None = None

    def geometry(self) -> Geometry | None:
        """That of the next puzzle; None at the end."""
        head = self._peek()
        return head.geometry if head is not None else None

    def through(
        self,
        crew: Crew,
        geometry: Geometry,
        add: Callable[[list[Puzzle]], object],
        clock: Clock,
        *,
        ahead: int,
        handful: int = 1,
    ) -> Iterator[Any]:
        """Each job when it is done, up to a puzzle that has another geometry.

        ``add`` makes a job of some puzzles, ``handful`` at the most; so many jobs are under way
        ``ahead``. Both begin with one, so that the first answer does not wait for others.
        """
        waiting, most_waiting, most = 0, 1, 1
        try:
            if clock.look():  # before any starts: after a timeout of 0 there is nothing
                crew.stop()
            while True:
                while waiting < most_waiting and (not waiting or self._is_there()):
                    some = self._next(geometry, most)
                    if not some:
                        break
                    add(some)
                    waiting += 1
                if not waiting:
                    return
                is_done = crew.wait(LOOK)
                if clock.look():
                    crew.stop()
                if not is_done:
                    most_waiting = ahead  # it takes a while: the other threads may help
                    continue
                for job in crew.take():
                    waiting -= 1
                    yield job
                most_waiting, most = min(2 * most_waiting, ahead), min(2 * most, handful)
        finally:
            crew.stop()
            crew.close()

    def _next(self, geometry: Geometry, most: int) -> list[Puzzle]:
        """The next few puzzles that have this geometry: those that are there, one at least."""
        some: list[Puzzle] = []
        while len(some) < most and (not some or self._is_there()):
            head = self._peek()
            if head is None or (head.geometry is not geometry and head.geometry != geometry):
                break
            some.append(head)
            self._head = None
        return some

    def _is_there(self) -> bool:
        return self._head is not None or self._is_ended or self._is_ready()

    def _peek(self) -> Puzzle | None:
        if self._head is None and not self._is_ended:
            try:
                self._head = next(self._puzzles, None)
            except Exception as error:
                self.error = error
            self._is_ended = self._head is None
        return self._head
