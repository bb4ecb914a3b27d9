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

_MOMENT = 0.01  # seconds
_IMPORTS = "<frozen importlib"  # how the files of Python's imports are called


def hear() -> None:
    """From now on, unless somebody has said what is to become of Ctrl-C, such as nohup."""
    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, _interrupt)


def comes_later(number: int, frame: FrameType | None) -> bool:
    """Whether a signal came within an import; then it comes again in a moment."""
    while frame is not None and not frame.f_code.co_filename.startswith(_IMPORTS):
        frame = frame.f_back
    if frame is None:
        return False
    main = _thread.get_ident()  # signals are handled there

    def again() -> None:
        sleep(_MOMENT)
        _signal.pthread_kill(main, number)

    try:
        _thread.start_new_thread(again, ())
    except RuntimeError:  # no thread is to be had
        return False
    return True


def _interrupt(number: int, frame: FrameType | None) -> None:
    if not comes_later(number, frame) and not sys.is_finalizing():
        raise KeyboardInterrupt
