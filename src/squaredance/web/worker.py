"""Worker: a process of a lane. It answers questions from stdin until that is closed.

A message is its length in eight bytes and a pickle. The worker reads in a thread of its own, so
that it ends with the server in the middle of a question too, however the server ended.
"""

from __future__ import annotations

import json
import os
import pickle
import struct
import sys
import traceback
from queue import SimpleQueue
from threading import Thread
from typing import Any, BinaryIO, Final

from squaredance.web import jobs as jobs  # now, and not in the first question
from squaredance.web.ask import Answer, Asked, Later, fault, out_of_memory, respond_in_slice
from squaredance.web.settings import Bounds

LENGTH: Final = struct.Struct("<Q")
READY: Final = b"ready"  # comes before the answers
_NICE: Final = 19  # the quick lane and the server come first


_PUZZLE: Final = {"puzzle": "1......2.3....4."}
_FIRST: Final = {
    "solve": _PUZZLE,
    "candidates": _PUZZLE,
    "check": _PUZZLE,
    "explain": _PUZZLE,
    "rate": _PUZZLE,
    "generate": {"size": 9, "difficulty": "easy"},
    "convert": {**_PUZZLE, "to": "json"},
    "render": {**_PUZZLE, "as": "svg"},
}  # one for each part of the library


def packed(message: object) -> bytes:
    """A message as it goes through a pipe."""
    data = pickle.dumps(message)
    return LENGTH.pack(len(data)) + data


def main() -> None:
    """What the process does."""
    memory, is_nice = map(int, sys.argv[1:])
    if is_nice:
        os.nice(_NICE)
    _bound_memory(memory)
    if not is_nice:
        _warm_up()
    # Whatever prints must not print into the answers.
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    questions: SimpleQueue[Any] = SimpleQueue()
    Thread(target=_listen, args=(sys.stdin.buffer, questions), daemon=True).start()
    out.write(READY)
    out.flush()
    while True:
        answer, is_sound = answer_of(Asked(*questions.get()))
        out.write(packed((answer, is_sound)))
        out.flush()
        if not is_sound:
            os._exit(1)


def _warm_up() -> None:
    """Much of the library is imported when it is first used, which takes longer than a slice."""
    bounds = Bounds(1.0, 1.0, None)
    for name, data in _FIRST.items():
        answer_of(Asked(name, json.dumps(data).encode(), bounds))


def _listen(source: BinaryIO, questions: SimpleQueue[Any]) -> None:
    try:
        while head := source.read(LENGTH.size):
            questions.put(pickle.loads(source.read(LENGTH.unpack(head)[0])))
    finally:  # nothing more can be asked
        os._exit(0)


def answer_of(asked: Asked) -> tuple[Answer | Later, bool]:
    """The answer, and whether the process can go on: memory that ran out may have left anything
    behind."""
    try:
        return respond_in_slice(*asked), True
    except MemoryError:
        return out_of_memory(), False
    except Exception:
        traceback.print_exc()
        return fault(), False


def _bound_memory(most: int) -> None:
    try:
        import resource
    except ImportError:  # not on Windows
        return
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


if __name__ == "__main__":
    main()
