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
    except ImportError as error:
        raise _missing(error) from None
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
    except ImportError as error:
        raise _missing(error) from None


def _missing(error: ImportError) -> SquaredanceError:
    if not isinstance(error, ModuleNotFoundError):  # it is there, such as without the memory for it
        return SquaredanceError(f"columns need pyarrow, which cannot be loaded: {error}")
    return SquaredanceError(
        "columns need pyarrow, which is not installed: pip install 'squaredance[data]'"
    )
