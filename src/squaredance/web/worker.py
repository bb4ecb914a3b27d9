"""Worker: a process of the slow lane. It answers questions from stdin until that is closed.

A message is its length in eight bytes and a pickle. The worker reads in a thread of its own, so
that it ends with the server in the middle of a question too, however the server ended.
"""

from __future__ import annotations

import os
import pickle
import struct
import sys
import traceback
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any, BinaryIO, Final

from squaredance.web.ask import Answer, Later, fault, out_of_memory, respond

if TYPE_CHECKING:
    from squaredance.web.settings import Bounds

LENGTH: Final = struct.Struct("<Q")
_NICE: Final = 19  # the quick lane comes first


def packed(message: object) -> bytes:
    """A message as it goes through a pipe."""
    data = pickle.dumps(message)
    return LENGTH.pack(len(data)) + data


def main() -> None:
    """What the process does."""
    os.nice(_NICE)
    _bound_memory(int(sys.argv[1]))
    # Whatever prints must not print into the answers.
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    questions: SimpleQueue[Any] = SimpleQueue()
    Thread(target=_listen, args=(sys.stdin.buffer, questions), daemon=True).start()
    while True:
        answer, is_sound = _answer(*questions.get())
        out.write(packed(answer))
        out.flush()
        if not is_sound:
            os._exit(1)


def _listen(source: BinaryIO, questions: SimpleQueue[Any]) -> None:
    while head := source.read(LENGTH.size):
        questions.put(pickle.loads(source.read(LENGTH.unpack(head)[0])))
    os._exit(0)


def _answer(name: str, body: bytes, bounds: Bounds) -> tuple[Answer | Later, bool]:
    """The answer, and whether the process can go on: memory that ran out may have left anything
    behind."""
    try:
        return respond(name, body, bounds, None), True
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
