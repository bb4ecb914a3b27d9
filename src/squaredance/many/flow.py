"""Flow: blocks of puzzles on their way through the threads, out in the order of in."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from time import monotonic

from squaredance import _core
from squaredance.typed import Final, Generic, Protocol, Self, TypeVar
from squaredance.windows import AHEAD

FIRST: Final = 1 << 15  # puzzles in the first blocks, which threads or the clock wait for
LARGEST: Final = 1 << 18  # and in any: a thread that works here runs dry at the end of each
FEW: Final = 512  # 9x9 puzzles that are solved before threads would be awake
GUESSES: Final = 1 << 15  # and the guesses they may take: about 10 ms
_LOOK: Final = 0.01  # seconds between two looks at Ctrl-C and the clock
_TELL: Final = 0.1  # seconds between two calls of ``watch``


class Work(Protocol):
    """What flows: anything that has a native block, and a number of puzzles."""

    @property
    def native(self) -> _core.Block: ...

    @property
    def size(self) -> int: ...


W = TypeVar("W", bound=Work)


class Flow(Generic[W]):
    """Works on blocks in several threads; Ctrl-C, the clock and progress are looked after here.

    ``most`` is how many puzzles the next block should have: it adapts so that a block takes
    about a tenth of a second, and answers do not wait long for each other. After ``timeout``
    seconds it is ``late``: the blocks that are left come out unanswered, and need not be read.
    Up to ``few`` puzzles are tried in this thread first; with ``works_here`` it is one of the
    threads, for those who have nothing else to do meanwhile. ``watch`` is called every tenth of a
    second with the number of answers and False, and at the end with all of them and True. With
    ``form_nodes`` the answers are canonical forms, each within so many nodes.

    >>> with Flow(threads=2, limit=1) as flow:
    ...     list(flow.answered([]))
    []
    """

    def __init__(
        self,
        threads: int,
        limit: int,
        *,
        most: int | None = None,
        largest: int = LARGEST,
        few: int = FEW,
        works_here: bool = False,
        timeout: float | None = None,
        watch: Callable[[int, bool], object] | None = None,
        form_nodes: int | None = None,
    ) -> None:
        self.limit = limit
        self.form_nodes = form_nodes
        # Nobody waits here for the first block, but for the clock.
        first = LARGEST if works_here and timeout is None else FIRST
        self.most = min(first if most is None else most, largest)
        self._largest = largest
        self._few = few if form_nodes is None else 0
        self.late = False
        self.threads = threads
        self._works_here = works_here
        self._ahead = 0 if works_here else AHEAD
        self._crew: _core.Crew | None = None
        self._watch = watch
        self._now = monotonic()
        self._deadline = None if timeout is None else self._now + timeout
        self._told = self._freed = self._now
        self._done = 0
        self._waiting: deque[W] = deque()  # those that are under way

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._crew is not None:
            self._crew.close()

    def answered(self, blocks: Iterable[W | None]) -> Iterator[W]:
        """Each block when it is done. A None asks for all that are under way first.

        An error of ``blocks`` is raised after the blocks that came before it.
        """
        waiting = self._waiting
        source = iter(blocks)
        failed: Exception | None = None
        while True:
            try:
                block = next(source)
            except StopIteration:
                break
            except Exception as error:
                failed = error
                break
            if block is not None:
                if not block.native.is_started:
                    self._start(block)
                waiting.append(block)
            while waiting and (block is None or len(waiting) > self._ahead):
                yield self._finished()
                self._drop()
        while waiting:
            yield self._finished()
            self._drop()
        if failed is not None:
            raise failed
        if self._watch is not None:
            self._watch(self._done, True)

    def go_on_with(self, crew: _core.Crew) -> None:
        """With threads that are at work already, on the first blocks."""
        self._crew = crew

    @property
    def seconds_left(self) -> float | None:
        """Until the timeout; None when there is no such limit."""
        return None if self._deadline is None else max(0.0, self._deadline - monotonic())

    def rescue(self) -> W | None:
        """After an interrupt: the first block under way, as far as it was answered.

        That is the block given last, if no other was asked for after it.
        """
        self.stop()
        return self._finished() if self._waiting else None

    def stop(self) -> None:
        """Ends all work soon; what is not answered then stays so."""
        self.late = True
        if self._crew is not None:
            self._crew.stop()

    def _start(self, block: Work) -> None:
        if self.form_nodes is None:
            block.native.prepare(self.limit)
        else:
            block.native.prepare_forms(self.form_nodes)
        self._look()
        size = len(block.native)
        if self.late or size == 0 or (size <= self._few and block.native.solve_now(GUESSES)):
            return
        if self._crew is None:
            self._crew = _core.Crew(self.threads, self._works_here)
        self._crew.start(block.native)

    def _finished(self) -> W:
        """The first block; it stays where it is, so that an interrupt does not lose it."""
        block = self._waiting[0]
        while self._crew is not None and not self._crew.wait(block.native, _LOOK):
            self._look()
        block.native.finish()
        self._adapt(block.size)
        return block

    def _drop(self) -> None:
        """The first block has been taken."""
        self._done += self._waiting.popleft().size

    def _adapt(self, size: int) -> None:
        now = monotonic()
        took = now - self._freed
        self._freed = now
        if took < 0.05 and size >= self.most:
            self.most = min(2 * self.most, self._largest)
        elif took > 0.2 and size:
            self.most = max(int(size * 0.1 / took), self.threads)

    def _look(self) -> None:
        self._now = now = monotonic()
        if self._deadline is not None and now >= self._deadline and not self.late:
            self.stop()
        if self._watch is not None and now >= self._told + _TELL:
            self._told = now
            under_way = sum(block.native.answered for block in self._waiting)
            self._watch(self._done + under_way, False)
