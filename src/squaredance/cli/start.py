"""The console script. What it imports is little: of a large file the first lines are at work before
the rest of the package is here, which takes as long as to solve fifty thousand of them.
"""

from __future__ import annotations

import gc
import os
import sys

# New objects between two looks for garbage: an import makes thousands, none of them garbage, and by
# default a tenth of its time are such looks.
_BETWEEN_LOOKS = 100_000

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn


def run() -> NoReturn:
    """The console script.

    At its end all is written and closed: to take Python apart first would be a tenth of a start
    (mypy leaves the same way). But who has started processes has locks to give back: else Python
    complains about them.
    """
    try:
        gc.set_threshold(_BETWEEN_LOOKS)
        from squaredance.cli.interrupts import hear

        hear()
        from squaredance.cli.ahead import begin
        from squaredance.cli.plain import plain_arguments

        plain = plain_arguments(sys.argv[2:]) if sys.argv[1:2] == ["solve"] else None
        if plain is not None:
            plain.ahead = begin(plain.files, plain.threads, plain.unique)
            if plain.ahead is not None and len(plain.files) == 1 and plain.ahead.answer():
                _leave(0)
        from squaredance.cli.main import main

        _leave(main(plain=plain))
    except KeyboardInterrupt:  # before or after the command itself
        from squaredance.cli.exits import INTERRUPTED

        sys.exit(INTERRUPTED)
    except MemoryError:  # there may be too little for anything more
        os.write(2, b"squaredance: expected memory for the work, found none left\n")
        os._exit(3)


def _leave(code: int) -> NoReturn:
    from squaredance.cli.interrupts import unheard

    number = unheard()
    if number is not None:
        code = 128 + number
    if not _is_watched() and "multiprocessing.synchronize" not in sys.modules:
        os._exit(code)
    sys.exit(code)


def _is_watched() -> bool:
    """By a debugger or a profiler: these have their say at the end."""
    tools = getattr(sys, "monitoring", None)  # of Python 3.12
    monitored = tools is not None and any(tools.get_tool(number) for number in range(6))
    return monitored or sys.gettrace() is not None or sys.getprofile() is not None
