"""Ctrl-C while modules are imported is heard when they are here.

Python calls what a module has to do then from many places, and in some of them it drops what is
raised, or makes another error of it: of a weak reference that goes, of a class that is made. So one
Ctrl-C of two hundred in the first moments was lost, or told as a traceback.

What this imports is here before any module of Python is.
"""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]
import _thread
import sys
from time import sleep

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType

_MOMENT = 0.001  # seconds
_IMPORTS = "<frozen importlib"  # how the files of Python's imports are called
_START = __file__[: -len("interrupts.py")] + "start.py"  # which somebody may import

_pending: set[int] = set()  # signals that have come and were not heard


def hear() -> None:
    """From now on, unless somebody has said what is to become of Ctrl-C, such as nohup."""
    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, _interrupt)


def comes_later(number: int, frame: FrameType | None) -> bool:
    """Whether a signal came within an import; then it comes again when that is over."""
    _pending.discard(number)
    if not _is_importing(frame):
        return False
    is_waited_for = bool(_pending)
    _pending.add(number)
    if not is_waited_for:
        try:
            _thread.start_new_thread(_send_later, (_thread.get_ident(),))
        except RuntimeError:  # no thread is to be had
            _pending.clear()
            return False
    return True


def unheard() -> int | None:
    """A signal for which the command had no time left: it has done nothing but imports since."""
    return max(_pending, default=None)


def _is_importing(frame: FrameType | None) -> bool:
    while frame is not None and frame.f_code.co_filename != _START:
        if frame.f_code.co_filename.startswith(_IMPORTS):
            return True
        frame = frame.f_back
    return False


def _send_later(main: int) -> None:
    """To the thread that handles signals."""
    while _is_importing(sys._current_frames().get(main)):
        sleep(_MOMENT)
    for number in tuple(_pending):
        _signal.pthread_kill(main, number)


def _interrupt(number: int, frame: FrameType | None) -> None:
    if not comes_later(number, frame) and not sys.is_finalizing():
        raise KeyboardInterrupt
