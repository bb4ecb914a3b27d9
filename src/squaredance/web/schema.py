"""Schema: does plain data have a shape? A small part of JSON Schema, with the place of a fault.

A shape is a JSON Schema that uses: type, enum, anyOf (of different types), $ref to a named shape,
properties, required, additionalProperties, items, minItems, maxItems, minLength, maxLength,
minimum, maximum. What is not checked here (titles, descriptions) is for the OpenAPI document.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final, NoReturn

Shape = dict[str, Any]

REF: Final = "#/components/schemas/"
_WORDS: Final = {
    "object": "an object",
    "array": "a list",
    "string": "a text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "null": "null",
}
_SHOWN: Final = 40  # characters of what was found


class ShapeError(Exception):
    """Data of another shape: ``place`` is a JSON pointer (RFC 6901)."""

    def __init__(self, place: str, reason: str) -> None:
        super().__init__(f"{place}: {reason}")
        self.place = place
        self.reason = reason


def ref(name: str) -> Shape:
    """The shape of that name."""
    return {"$ref": REF + name}


def check_shape(shape: Shape, data: object, named: Mapping[str, Shape], place: str = "") -> None:
    """A ShapeError unless the data has the shape.

    >>> check_shape({"type": "array", "items": {"type": "integer"}}, [1, "2"], {})
    Traceback (most recent call last):
    squaredance.web.schema.ShapeError: /1: expected a whole number, found "2"
    """
    if "$ref" in shape:
        shape = named[shape["$ref"].removeprefix(REF)]
    if "anyOf" in shape:
        shape = _branch(shape["anyOf"], data, named, place)
    if "enum" in shape and data not in shape["enum"]:
        raise _wrong(place, "one of " + ", ".join(map(str, shape["enum"])), data)
    kind = shape.get("type")
    if kind is None:
        return
    if not _is_a(kind, data):
        raise _wrong(place, _WORDS[kind], data)
    if isinstance(data, dict):
        _check_object(shape, data, named, place)
    elif isinstance(data, list):
        _check_list(shape, data, named, place)
    elif isinstance(data, str):
        _check_range(shape, len(data), place, ("minLength", "maxLength"), " characters")
    elif kind in ("integer", "number"):
        _check_range(shape, data, place, ("minimum", "maximum"), "")


def _is_a(kind: str, data: object) -> bool:
    if kind == "integer":
        return type(data) is int
    if kind == "number":
        return type(data) in (int, float)
    python = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}
    return isinstance(data, python[kind])


def _branch(branches: list[Shape], data: object, named: Mapping[str, Shape], place: str) -> Shape:
    """The one for data of its type: so a fault inside of it can be told."""
    found = [named[b["$ref"].removeprefix(REF)] if "$ref" in b else b for b in branches]
    fitting = next((branch for branch in found if _is_a(branch["type"], data)), None)
    if fitting is not None:
        return fitting
    raise _wrong(
        place, " or ".join(dict.fromkeys(_WORDS[branch["type"]] for branch in found)), data
    )


def _check_object(
    shape: Shape, data: dict[str, object], named: Mapping[str, Shape], place: str
) -> None:
    properties = shape.get("properties", {})
    for key in shape.get("required", ()):
        if key not in data:
            raise ShapeError(place, f"expected a field {key!r}, found none")
    for key, value in data.items():
        where = f"{place}/{key.replace('~', '~0').replace('/', '~1')}"
        if key in properties:
            check_shape(properties[key], value, named, where)
        elif shape.get("additionalProperties") is False:
            raise ShapeError(where, f"expected the fields {', '.join(properties)}, found another")
        elif isinstance(rest := shape.get("additionalProperties"), dict):
            check_shape(rest, value, named, where)


def _check_list(shape: Shape, data: list[object], named: Mapping[str, Shape], place: str) -> None:
    _check_range(shape, len(data), place, ("minItems", "maxItems"), " items")
    if "items" in shape:
        for number, value in enumerate(data):
            check_shape(shape["items"], value, named, f"{place}/{number}")


def _check_range(shape: Shape, number: Any, place: str, keys: tuple[str, str], what: str) -> None:
    least, most = (shape.get(key) for key in keys)
    if least is not None and number < least:
        raise ShapeError(place, f"expected {least} or more{what}, found {number}")
    if most is not None and number > most:
        raise ShapeError(place, f"expected {most} or less{what}, found {number}")


def _wrong(place: str, expected: str, data: object) -> ShapeError:
    kind = next((word for name, word in _WORDS.items() if _is_a(name, data)), "something else")
    found = json.dumps(data) if isinstance(data, str | int | float | bool | None) else kind
    return ShapeError(place, f"expected {expected}, found {found[:_SHOWN]}")


class NotJsonError(Exception):
    """Bytes that are no JSON; line and column count from 1 where they are known."""

    def __init__(self, reason: str, line: int | None = None, column: int | None = None) -> None:
        super().__init__(reason)
        self.reason, self.line, self.column = reason, line, column


def parse(body: bytes) -> Any:
    """JSON as plain data; whole numbers written as 9.0 or 9e0 are whole numbers.

    >>> parse(b'{"size": 9.0}')
    {'size': 9}
    """
    try:
        return json.loads(body.decode("utf-8"), parse_float=_number, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        raise NotJsonError(error.msg.lower(), error.lineno, error.colno) from None
    except UnicodeDecodeError:
        raise NotJsonError("the text is not UTF-8") from None
    except RecursionError:
        raise NotJsonError("too many levels") from None
    except ValueError as error:  # too many digits for Python, or one of ours
        raise NotJsonError(str(error).partition(":")[0].lower()) from None


def _number(text: str) -> int | float:
    number = float(text)
    if number in (float("inf"), float("-inf")):
        raise ValueError("a number is too large")
    return int(number) if number.is_integer() and abs(number) < 2**53 else number


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is no number of JSON")
