"""A data set, mapped part by part by workers.

    source/a.txt --worker--> target/.squaredance-3f2a-a.txt --client--> target/a.txt + manifest line

Only the client, which holds the lock, gives a part its name: a worker that was thought lost and
goes on writes to a name that nobody reads. A second run skips the parts that the manifest has,
when the checksums of their input and output still hold.

Parts are not forced to the disk one by one: what a stop of the machine loses has another checksum,
and is made again by the next run. On a small disk that costs more than to solve a part.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from time import monotonic
from typing import NamedTuple, Protocol
from uuid import uuid4

from squaredance.cluster.checksums import checksum
from squaredance.cluster.dataset import (
    TEMPORARY,
    Part,
    check_apart,
    folders,
    names_in,
    parts_of,
    sweep,
)
from squaredance.cluster.groups import PATIENCE, Groups
from squaredance.cluster.lock import locked
from squaredance.cluster.manifest import Entry, Manifest
from squaredance.cluster.workers import ClusterError, Workers, is_wanted
from squaredance.errors import FormatError, SquaredanceError


class PartAnswer(Protocol):
    """What became of a part, as the function tells it; `is_written` when its answer is there, with
    its `checksum` if that is known.
    """

    @property
    def code(self) -> int: ...
    @property
    def rows(self) -> int: ...
    @property
    def bad(self) -> int: ...
    @property
    def complaints(self) -> tuple[str, ...]: ...
    @property
    def is_written(self) -> bool: ...
    @property
    def checksum(self) -> str | None: ...


class Work(NamedTuple):
    """What is done to each part: ``function(words, source, target)``, in a worker.

    ``made_by`` are the words that decide what comes out, for the manifest. Without
    ``keep_going`` a bad part or row ends the run. ``name_of`` is the name of an answer. Small parts
    go to a worker several at once, up to ``together`` bytes.
    """

    function: Callable[[Sequence[str], str, str], PartAnswer]
    words: tuple[str, ...]
    made_by: tuple[str, ...]
    keep_going: bool
    name_of: Callable[[str], str]
    together: int = 0


class Mapped(NamedTuple):
    """How far a run is, or how it went: parts in all, those done and of them those that were
    done before; their rows and bad ones; bytes of input in all, done, and done before; parts
    that have no answer; the exit codes that parts deserve.
    """

    parts: int = 0
    done: int = 0
    kept: int = 0
    rows: int = 0
    kept_rows: int = 0
    bad: int = 0
    bytes: int = 0
    done_bytes: int = 0
    kept_bytes: int = 0
    failed: tuple[str, ...] = ()
    codes: frozenset[int] = frozenset()


class _Shared(NamedTuple):
    """Of a Work, for workers."""

    function: Callable[[Sequence[str], str, str], PartAnswer]
    words: tuple[str, ...]
    keep_going: bool


class _Task(NamedTuple):
    part: Part
    source: str  # both as absolute paths, since a worker has a directory of its own
    target: str
    temporary: str
    name: str  # of the answer
    known: Entry | None

    @property
    def bytes(self) -> int:
        return self.part.size


class _Outcome(NamedTuple):
    entry: Entry | None
    is_kept: bool
    code: int
    complaints: tuple[str, ...]
    is_other: bool = False  # an answer of before is not one to what the part is now
    is_missing: bool = False  # there is no such part where the worker is


def map_work(
    work: Work,
    source: str,
    target: str,
    open_workers: Callable[[], Workers],
    *,
    complain: Callable[[str], object],
    watch: Callable[[Mapped], object] | None = None,
) -> Mapped:
    """Maps the data set ``source`` to ``target``, which is made or gone on with.

    A bad part, without ``keep_going``, raises `FormatError`; so does what is wrong with the
    directories. An output that cannot be written is an `OSError`.
    """
    check_apart(source, target)
    parts = parts_of(source)
    names = _names(parts, work)
    with folders() as make:
        make(target)
        with locked(target):
            manifest = Manifest(target, work.made_by)
            _check_sources(manifest, names, target)
            sweep(target)
            try:
                with open_workers() as workers:
                    tasks = list(_tasks(work, parts, names, target, manifest, make))
                    found = _Run(work, manifest, complain, watch, parts).all(workers, tasks)
                manifest.finish()
                return found
            finally:
                sweep(target)
                manifest.close()


class _Run:
    """The client's side: takes outcomes as they come."""

    def __init__(
        self,
        work: Work,
        manifest: Manifest,
        complain: Callable[[str], object],
        watch: Callable[[Mapped], object] | None,
        parts: list[Part],
    ) -> None:
        self._work = work
        self._manifest = manifest
        self._complain = complain
        self._watch = watch or (lambda mapped: None)
        self.so_far = Mapped(len(parts), bytes=sum(part.size for part in parts))

    def all(self, workers: Workers, tasks: list[_Task]) -> Mapped:
        work = self._work
        shared = _Shared(work.function, work.words, work.keep_going)
        groups = Groups(tasks, lambda: workers.size, work.together)
        self._watch(self.so_far)
        for group, outcomes in workers.answers(_answer_all, groups, shared, self._look):
            if isinstance(outcomes, Exception):
                raise _told(outcomes, *group)
            for task, outcome in zip(group, outcomes, strict=False):
                if isinstance(outcome, Exception):
                    raise _told(outcome, task)
                self._take(task, outcome)
                self._watch(self.so_far)
            groups.give_back(group[len(outcomes) :])
        return self.so_far

    def _look(self) -> bool:
        """Now and then while nothing is done: the clock goes on, and nothing ends."""
        self._watch(self.so_far)
        return False

    def _take(self, task: _Task, outcome: _Outcome) -> None:
        complaints = [_shown(text, task) for text in outcome.complaints]
        if outcome.is_missing and os.path.exists(task.source):
            raise _elsewhere(task.source)
        if outcome.entry is None:
            if not self._work.keep_going:  # an answer of before stays: see the docs
                raise FormatError(complaints[-1] if complaints else f"{task.part.path}: no answer")
            if outcome.is_other:
                self._forget(task)
        elif outcome.is_kept:
            self._manifest.entries[task.name] = outcome.entry  # its part may have another name now
        else:
            self._manifest.open()
            os.replace(task.temporary, task.target)
            self._manifest.add(outcome.entry)
        for text in complaints:
            self._complain(text)
        self._count(task, outcome)

    def _forget(self, task: _Task) -> None:
        """An answer to what the part once was is none now."""
        self._manifest.entries.pop(task.name, None)
        with suppress(FileNotFoundError):
            os.unlink(task.target)

    def _count(self, task: _Task, outcome: _Outcome) -> None:
        before, entry, size = self.so_far, outcome.entry, task.part.size
        self.so_far = before._replace(
            done=before.done + 1,
            done_bytes=before.done_bytes + size,
            failed=before.failed if entry else (*before.failed, task.part.path),
            codes=before.codes | {outcome.code},
        )
        if entry is not None:
            self.so_far = self.so_far._replace(
                rows=before.rows + entry.rows, bad=before.bad + entry.bad
            )
        if entry is not None and outcome.is_kept:
            self.so_far = self.so_far._replace(
                kept=before.kept + 1,
                kept_rows=before.kept_rows + entry.rows,
                kept_bytes=before.kept_bytes + size,
            )


def _answer_all(shared: _Shared, group: tuple[_Task, ...]) -> list[_Outcome | Exception]:
    """In a worker: one part after the other, up to the first that ends the run, or until it has
    taken long, or nobody waits any more.
    """
    outcomes: list[_Outcome | Exception] = []
    patient_until = monotonic() + PATIENCE
    for task in group:
        try:
            outcome = _answer(shared, task)
        except Exception as error:
            return [*outcomes, error]
        outcomes.append(outcome)
        is_last = outcome.entry is None and not shared.keep_going
        if is_last or monotonic() > patient_until or not is_wanted():
            break
    return outcomes


def _answer(shared: _Shared, task: _Task) -> _Outcome:
    """One part, unless it is done."""
    known, given = task.known, _input(task.source)
    if known is not None and known.input == given and _holds(known, task.target):
        return _Outcome(known._replace(source=task.part.name), True, known.code, ())
    answer = shared.function(shared.words, task.source, task.temporary)
    is_bad = answer.bad > answer.rows  # not a row: the part as a whole
    if given is None or is_bad or not answer.is_written:
        return _Outcome(
            None,
            False,
            answer.code,
            answer.complaints,
            is_other=given is not None,
            is_missing=not os.path.exists(task.source),
        )
    entry = Entry(
        part=task.name,
        source=task.part.name,
        input=given,
        rows=answer.rows,
        bad=answer.bad,
        code=answer.code,
        size=os.path.getsize(task.temporary),
        checksum=answer.checksum or checksum(task.temporary),
    )
    return _Outcome(entry, False, answer.code, answer.complaints)


def _input(source: str) -> str | None:
    """The checksum of a part; None if it cannot be read, of which the command will complain."""
    try:
        return checksum(source)
    except OSError:
        return None


def _holds(known: Entry, path: str) -> bool:
    try:
        return os.path.getsize(path) == known.size and checksum(path) == known.checksum
    except FileNotFoundError:
        return False


def _tasks(
    work: Work,
    parts: list[Part],
    names: list[str],
    target: str,
    manifest: Manifest,
    make: Callable[[str], None],
) -> Iterator[_Task]:
    token = uuid4().hex[:8]
    for part, name in zip(parts, names, strict=True):
        path = os.path.abspath(os.path.join(target, name))
        folder, last = os.path.split(path)
        make(folder)
        known = manifest.entries.get(name)
        if known is not None and known.bad and not work.keep_going:
            known = None  # to go on in spite of bad rows is no longer wanted
        temporary = os.path.join(folder, f"{TEMPORARY}{token}-{last}")
        yield _Task(part, os.path.abspath(part.path), path, temporary, name, known)


def _names(parts: list[Part], work: Work) -> list[str]:
    """The names of the answers; each may be given once."""
    names: dict[str, str] = {}
    for part in parts:
        name = work.name_of(part.name)
        if name in names:
            raise SquaredanceError(
                f"expected an answer for each part, found {name!r} for {names[name]!r} and "
                f"{part.name!r}"
            )
        names[name] = part.name
    return list(names)


def _check_sources(manifest: Manifest, names: list[str], target: str) -> None:
    """An answer whose part is gone would be taken for one of this data set."""
    wanted = set(names)
    strange = min((name for name in names_in(target) if name not in wanted), default=None)
    if strange is not None:
        path = os.path.join(target, strange)
        raise SquaredanceError(
            f"expected a part for every answer, found none for {path!r}: remove it to go on"
        )
    for name in manifest.entries.keys() - wanted:
        del manifest.entries[name]


def _told(error: Exception, task: _Task, *others: _Task) -> Exception:
    """What kept a worker from its work, about the part and not about a temporary name; or about
    all that went to it together.
    """
    if isinstance(error, FileNotFoundError):
        for path in task.source, os.path.dirname(task.target):
            if os.path.exists(path) and (error.filename or "").startswith(path):
                return _elsewhere(path)
    if isinstance(error, OSError):
        if error.filename in (task.temporary, None):
            error.filename = task.target
        return error
    if isinstance(error, ClusterError):
        parts = f"{task.part.path} to {others[-1].part.path}" if others else task.part.path
        return ClusterError(f"{parts}: {error}")
    return error


def _elsewhere(path: str) -> ClusterError:
    return ClusterError(f"expected workers that see the same files, found one without {path!r}")


def _shown(text: str, task: _Task) -> str:
    """A complaint, with the name that the user has given to the file."""
    return text.replace(task.source, task.part.path, 1) if text.startswith(task.source) else text
