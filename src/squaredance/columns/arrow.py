"""pyarrow, imported when it is asked for: without the extra there is one clear line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from squaredance.errors import SquaredanceError

if TYPE_CHECKING:
    from types import ModuleType


def pyarrow() -> Any:
    """The module ``pyarrow``."""
    try:
        import pyarrow
    except ImportError:
        raise _missing() from None
    return pyarrow


def parquet() -> Any:
    """The module ``pyarrow.parquet``."""
    pyarrow()
    return _sub("parquet")


def ipc() -> Any:
    """The module ``pyarrow.ipc``."""
    pyarrow()
    return _sub("ipc")


def _sub(name: str) -> ModuleType:
    from importlib import import_module

    try:
        return import_module(f"pyarrow.{name}")
    except ImportError:
        raise _missing() from None


def _missing() -> SquaredanceError:
    return SquaredanceError(
        "columns need pyarrow, which is not installed: pip install 'squaredance[data]'"
    )
