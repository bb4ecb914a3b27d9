"""Data made from shapes: of the shape, or spoiled in one place."""

from __future__ import annotations

import copy
from typing import Any

from hypothesis import strategies as st

from squaredance.web.schema import REF, Shape
from squaredance.web.shapes import NAMED

PUZZLES = (
    "1......2.3....4.",
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "." * 81,
    "11..............",
    "12|..\n..|.3\n--+--\n..|..\n.4|..",
    "1 0 0 0\n0 0 0 2\n0 3 0 0\n0 0 4 0",
    "A" + "." * 255,
    "not a puzzle",
)
ANYTHING = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 70),
    st.sampled_from([2**64, -(2**70), 0.5, 1e300, "", "auto", "\ud800", "x" * 300, [], [[]], {}]),
)


def puzzle_object(size: int) -> st.SearchStrategy[dict[str, Any]]:
    """One that may well be a puzzle."""
    cells = size * size
    values = st.lists(st.sampled_from([0, 0, 0, 1, size]), min_size=cells, max_size=cells)
    some = st.lists(st.integers(1, size), max_size=size)
    candidates = st.lists(st.just(2**size - 1) | some, min_size=cells, max_size=cells)
    return st.fixed_dictionaries(
        {"size": st.just(size), "values": values},
        optional={"box": st.sampled_from([None, [2, 2], [1, size]]), "candidates": candidates},
    )


def of_shape(shape: Shape) -> st.SearchStrategy[Any]:
    """Data of the shape: puzzles mostly real ones, lists short, questions cheap."""
    if shape.get("$ref") == REF + "Puzzle":
        objects = st.sampled_from([1, 4, 4, 9]).flatmap(puzzle_object)
        return st.sampled_from(PUZZLES) | objects
    if "$ref" in shape:
        return of_shape(NAMED[shape["$ref"].removeprefix(REF)])
    if "anyOf" in shape:
        return st.one_of(*map(of_shape, shape["anyOf"]))
    if "enum" in shape:
        return st.sampled_from(shape["enum"])
    kind = shape["type"]
    if kind == "object":
        keys = list(shape["properties"])
        needed = [*shape["required"], *({"seconds"} & set(keys))]
        return st.fixed_dictionaries(
            {key: _field(key, shape) for key in needed},
            optional={key: _field(key, shape) for key in keys if key not in needed},
        )
    if kind == "array":
        least = shape.get("minItems", 0)
        most = min(shape.get("maxItems", 4), max(4, least))
        return st.lists(of_shape(shape["items"]), min_size=least, max_size=most)
    least, most = shape.get("minimum", 0), shape.get("maximum", 1000)
    simple: dict[str, st.SearchStrategy[Any]] = {
        "string": st.text(min_size=shape.get("minLength", 0), max_size=20),
        "integer": st.integers(least, most),
        "number": st.floats(least, most) | st.integers(least, most),
        "boolean": st.booleans(),
        "null": st.none(),
    }
    return simple[kind]


def _field(key: str, shape: Shape) -> st.SearchStrategy[Any]:
    if key == "seconds":
        return st.sampled_from([0, 0.01, 0.1])
    if key == "size":  # of `generate`
        return st.sampled_from([1, 4, 6, 9, 16])
    if key == "text":
        return st.sampled_from(PUZZLES) | st.text(max_size=40)
    return of_shape(shape["properties"][key])


@st.composite
def spoiled(draw: st.DrawFn, shape: Shape) -> Any:
    """Data of the shape with one part lost, added or made anything (which may be right again)."""
    data = copy.deepcopy(draw(of_shape(shape)))
    data = data if isinstance(data, dict) else {}
    part: Any = data
    while True:
        keys = list(part) if isinstance(part, dict) else list(range(len(part)))
        way = draw(st.sampled_from(["set", "lose", "add", "deeper", "deeper"]))
        key = draw(st.sampled_from(keys)) if keys else None
        if key is None or way == "add":
            if isinstance(part, dict):
                part[draw(st.sampled_from(["", "more", "a/b~c"]))] = draw(ANYTHING)
            else:
                part.append(draw(ANYTHING))
            return data
        if way == "deeper" and isinstance(part[key], dict | list):
            part = part[key]
        elif way == "lose":
            del part[key]
            return data
        else:
            part[key] = draw(ANYTHING)
            return data
