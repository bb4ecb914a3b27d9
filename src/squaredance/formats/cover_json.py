"""Exact cover problems in JSON: one object, with the arguments of `Problem`.

{"primary": ["a", "b"], "secondary": ["x"],
 "options": [["a"], {"b": null, "x": "red"}],     or {"name": option, ...}
 "bounds": {"a": [0, 2]}, "costs": [1, 2.5]}      or {"name": cost, ...}

Items are texts or numbers; as the key of an object, a number is written as a text.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from squaredance.cover import Problem
from squaredance.errors import FormatError, SquaredanceError

if TYPE_CHECKING:
    from squaredance.formats.source import LineSource

_KEYS: Final = ("primary", "options", "secondary", "bounds", "costs")
_MOST_DIGITS: Final = 400  # a larger number is no cost, and Python can be told to read but 640


def read(source: LineSource) -> Problem:
    """The one problem of a source.

    >>> import io
    >>> from squaredance.formats.source import LineSource
    >>> text = b'{"primary": [1, 2], "options": {"one": [1, 2], "two": {"2": null}}}'
    >>> problem = read(LineSource(io.BytesIO(text)))
    >>> problem.names, list(problem.options)
    (('one', 'two'), [(1, 2), (2,)])
    """
    try:
        return _problem(_value(source))
    except FormatError:
        raise
    except SquaredanceError as error:
        raise source.error(error.message, 1) from None


def _value(source: LineSource) -> Any:
    source.max_line = 1 << 30
    lines = []
    while (raw := source.next()) is not None:
        if isinstance(raw, FormatError):
            raise raw
        lines.append(raw.decode("utf-8"))
    text = "\n".join(lines)
    try:
        return json.loads(text, parse_int=_int, object_pairs_hook=_object)
    except _LongNumberError as error:
        number = str(error)
        before = text[: text.index(number)]
        message = f"expected numbers of {_MOST_DIGITS} digits or fewer, found {len(number)}"
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        raise source.error(message, line, column) from None
    except json.JSONDecodeError as error:
        message = f"expected JSON: {error.msg[:1].lower()}{error.msg[1:]}"
        raise source.error(message, error.lineno, error.colno) from None
    except RecursionError:
        raise source.error("expected JSON, found it too deep", 1) from None


class _LongNumberError(Exception):
    """A number of more digits than `int` reads; the text is the number."""


def _int(text: str) -> int:
    if len(text) > _MOST_DIGITS:
        raise _LongNumberError(text)
    return int(text)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise SquaredanceError(f"expected different keys in an object, found {key!r} twice")
        found[key] = value
    return found


def _problem(value: Any) -> Problem:
    if not isinstance(value, dict):
        raise SquaredanceError("expected an object with primary and options")
    for key in value:
        if key not in _KEYS:
            raise SquaredanceError(f"expected the keys {', '.join(_KEYS)}; found {key!r}")
    for key in ("primary", "options"):
        if key not in value:
            raise SquaredanceError(f"expected the key {key!r}")
    value = {key: part for key, part in value.items() if part is not None or key not in _KEYS[2:]}
    primary, secondary = _list(value, "primary"), _list(value, "secondary")
    by_key = _by_key([*primary, *secondary])
    options = value["options"]
    if isinstance(options, dict):
        options = {name: _option(option, by_key) for name, option in options.items()}
    elif isinstance(options, list):
        options = [_option(option, by_key) for option in options]
    else:
        raise SquaredanceError(f"options: expected a list or an object, found {options!r}")
    bounds = value.get("bounds", {})
    costs = value.get("costs")
    if not isinstance(bounds, dict):
        raise SquaredanceError(f"bounds: expected an object, found {bounds!r}")
    if not isinstance(costs, list | dict | None):
        raise SquaredanceError(f"costs: expected a list or an object, found {costs!r}")
    bounds = {by_key.get(key, key): limits for key, limits in bounds.items()}
    return Problem(primary, options, secondary, bounds=bounds, costs=costs)


def _list(value: dict[str, Any], key: str) -> list[Any]:
    items = value.get(key, [])
    if not isinstance(items, list):
        raise SquaredanceError(f"{key}: expected a list of items, found {items!r}")
    return items


def _by_key(items: list[Any]) -> dict[str, Any]:
    """The items by the keys of objects that mean them."""
    found: dict[str, Any] = {}
    for item in items:
        other = found.setdefault(str(item), item)
        if type(other) is not type(item):
            raise SquaredanceError(
                f"expected items with different keys in objects, found {other!r} and {item!r}"
            )
    return found


def _option(option: Any, by_key: dict[str, Any]) -> Any:
    if isinstance(option, dict):
        return {by_key.get(key, key): color for key, color in option.items()}
    if isinstance(option, str):  # else each of its letters were an item
        raise SquaredanceError(f"options: expected lists or objects of items, found {option!r}")
    return option
