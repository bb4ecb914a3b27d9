"""Steps as plain data for JSON and back: see docs/steps.md for the schema.

Cells are written ``R4C7``, houses ``row 4``, candidates ``R4C7=3`` with the value as a number. All
that is read is checked here, so that a step from anywhere can be told, drawn, verified and applied:
no other code asks whether a number is that of a cell, value, house, pattern, node or inner step.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeVar

from squaredance.errors import FormatError
from squaredance.explain.step import (
    CAUSES,
    LEMMA_KINDS,
    PATTERN_KINDS,
    SPLITS,
    Candidate,
    Case,
    Evidence,
    Lemma,
    Node,
    Pattern,
    Row,
    Set,
    Step,
    technique_names,
)
from squaredance.geometry import MAX_SIZE, Geometry, cell_name
from squaredance.whole import written

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Data = dict[str, Any]
_T = TypeVar("_T")

_DEEPEST: Final = 8  # of steps inside steps: a dynamic chain in a nested one is the third
_MOST: Final = 10**6  # of any number that no list bounds: ratings, points, nodes of a chain
_GEOMETRY: Final = ("size", "box")
_STEP: Final = ("technique", "scale", "rating", "placements", "eliminations", "lemmas")
_STEP_MAY: Final = ("complexity", "level", "patterns", "nodes", "inner")
_WINGS: Final = ("xy-wing", "xyz-wing")
_CASES: Final = {"refute": 1, "either": 2}  # of these splits; others have one or more


def step_data(step: Step) -> Data:
    """A step with its geometry."""
    geometry = step.geometry
    data: Data = {"size": geometry.size, "box": list(geometry.box) if geometry.box else None}
    if geometry.extra:
        data["extra"] = [list(house) for house in geometry.extra]
    return data | _Writer(geometry).step(step)


def step_of_data(data: object) -> Step:
    """The step of such data; a `FormatError` says what is wrong with it."""
    fields = _fields(data, (*_GEOMETRY, *_STEP), ("extra", "sentence", *_STEP_MAY))
    size, box = _whole(fields["size"], 1, MAX_SIZE), None
    if fields["box"] is not None:
        sides = _all(fields, "box", lambda side: _whole(side, 1, size))
        box = sides if len(sides) == 2 else _bad("box as [rows, cols] or null", fields["box"])

    def house(cells: object) -> tuple[int, ...]:
        return _all({"extra": cells}, "extra", lambda cell: _whole(cell, 0, size * size - 1))

    geometry = Geometry(size, box, _all(fields, "extra", house))
    own = {key: fields[key] for key in (*_STEP, *_STEP_MAY) if key in fields}
    return _Reader(_Names(geometry)).step(own)


class _Writer:
    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry

    def step(self, step: Step) -> Data:
        data: Data = {
            "technique": step.technique,
            "scale": step.scale,
            "rating": step.rating,
            "placements": self.candidates(step.placements),
            "eliminations": self.candidates(step.eliminations),
        }
        if step.complexity:
            data["complexity"] = step.complexity
        if step.level:
            data["level"] = step.level
        data["lemmas"] = [self.lemma(lemma) for lemma in step.evidence.lemmas]
        evidence = step.evidence
        if evidence.patterns:
            data["patterns"] = [self.pattern(pattern) for pattern in evidence.patterns]
        if evidence.nodes:
            data["nodes"] = [self.node(node) for node in evidence.nodes]
        if evidence.inner:
            data["inner"] = [self.step(inner) for inner in evidence.inner]
        return data

    def cell(self, cell: int) -> str:
        return cell_name(cell, self.geometry.size)

    def cells(self, cells: Iterable[int]) -> list[str]:
        return [self.cell(cell) for cell in cells]

    def candidates(self, candidates: Iterable[Candidate]) -> list[str]:
        return [candidate.text(self.geometry.size) for candidate in candidates]

    def place(self, kind: str, index: int, value: int) -> Data:
        """What an index means: a cell, a house (with a value), a pattern."""
        if kind == "cell":
            return {"cell": self.cell(index)}
        if kind == "house":
            where = {"house": self.geometry.house_name(index)}
            return where | {"value": value} if value else where
        return {"pattern": index} if kind == "guardians" else {}

    def set(self, item: Set) -> Data:
        if item.kind == "link":
            return {"link": self.candidates(item.candidates)}
        return self.place(item.kind, item.at, item.value)

    def pattern(self, pattern: Pattern) -> Data:
        return {
            "kind": pattern.kind,
            "cells": self.cells(pattern.cells),
            "values": list(pattern.values),
            "guardians": self.candidates(pattern.guardians),
        }

    def node(self, node: Node) -> Data:
        data: Data = {"on" if node.on else "off": self.candidates(node.group), "cause": node.cause}
        data |= {"step": node.at} if node.cause == "step" else {}
        data |= self.place(node.cause, node.at, 0)
        if node.cells:
            data["cells"] = self.cells(node.cells)
        if node.parents:
            data["parents"] = list(node.parents)
        return data

    def lemma(self, lemma: Lemma) -> Data:
        data: Data = {"kind": lemma.kind, "eliminations": self.candidates(lemma.eliminations)}
        if lemma.kind == "count":
            data["bases"] = [self.set(base) for base in lemma.bases]
            data["covers"] = [self.set(cover) for cover in lemma.covers]
        elif lemma.kind == "chain":
            data["split"] = lemma.split
            data |= self.place(lemma.split, lemma.at, lemma.value)
            data["cases"] = [
                {"assumption": case.assumption, "end": case.end}
                | ({} if case.clash is None else {"clash": case.clash})
                for case in lemma.cases
            ]
        else:
            data["cells"] = self.cells(lemma.cells)
            data["rows"] = [
                {"values": list(row.values)}
                | ({} if row.excluder is None else {"excluder": self.cell(row.excluder)})
                for row in lemma.rows
            ]
        return data


class _Names:
    """What the names of cells, houses and candidates mean on one geometry."""

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        count = len(geometry.houses)
        self.houses = {geometry.house_name(index): index for index in range(count)}

    def cell(self, text: object) -> int:
        match = re.fullmatch(r"R([0-9]{1,2})C([0-9]{1,2})", text) if isinstance(text, str) else None
        row, col = map(int, match.groups()) if match else (0, 0)
        size = self.geometry.size
        if not (1 <= row <= size and 1 <= col <= size):
            _bad(f"a cell from R1C1 to R{size}C{size}", text)
        return (row - 1) * size + col - 1

    def house(self, name: object) -> int:
        house = self.houses.get(name) if isinstance(name, str) else None
        return _bad("a house such as row 1", name) if house is None else house

    def value(self, number: object) -> int:
        return _whole(number, 1, self.geometry.size)

    def candidate(self, text: object) -> Candidate:
        cell, _, value = text.partition("=") if isinstance(text, str) else ("", "", "")
        if not re.fullmatch(r"[0-9]{1,2}", value) or not 1 <= int(value) <= self.geometry.size:
            _bad("a candidate such as R1C1=1", text)
        return Candidate(self.cell(cell), int(value))

    def cells(self, fields: Mapping[str, Any]) -> tuple[int, ...]:
        return _all(fields, "cells", self.cell)

    def candidates(self, fields: Mapping[str, Any], key: str) -> tuple[Candidate, ...]:
        return _all(fields, key, self.candidate)


class _Reader:
    """Reads one step. What its lemmas and nodes refer to is read before them."""

    def __init__(self, names: _Names, depth: int = 1) -> None:
        self.names = names
        self.depth = depth
        self.technique = ""
        self.patterns: tuple[Pattern, ...] = ()
        self.inner: tuple[Step, ...] = ()
        self.nodes: list[Node] = []

    def step(self, data: object) -> Step:
        fields = _fields(data, _STEP, _STEP_MAY)
        if self.depth > _DEEPEST:
            _bad(f"at most {_DEEPEST} steps inside each other", "more")
        rating = fields["rating"]
        if type(rating) not in (int, float) or not 0 <= rating <= _MOST:
            _bad(f"a number for rating, from 0 to {_MOST}", rating)
        self.technique = _one_of(fields, "technique", technique_names())
        self.patterns = _all(fields, "patterns", self.pattern)
        self.inner = _all(
            fields, "inner", lambda inner: _Reader(self.names, self.depth + 1).step(inner)
        )
        _all(fields, "nodes", self.node)
        lemmas = _all(fields, "lemmas", self.lemma)
        return Step(
            self.technique,
            self.names.geometry,
            self.names.candidates(fields, "placements"),
            self.names.candidates(fields, "eliminations"),
            Evidence(lemmas, self.patterns, tuple(self.nodes), self.inner),
            rating,
            _one_of(fields, "scale", ("se121", "sukaku118", "hodoku")),
            _whole(fields.get("complexity", 0), 0, _MOST),
            _whole(fields.get("level", 0), 0, _MOST),
        )

    def pattern(self, data: object) -> Pattern:
        fields = _fields(data, ("kind", "cells", "values", "guardians"))
        return Pattern(
            _one_of(fields, "kind", PATTERN_KINDS),
            self.names.cells(fields),
            _all(fields, "values", self.names.value),
            self.names.candidates(fields, "guardians"),
        )

    def place(self, kind: str, fields: Mapping[str, Any]) -> int:
        """The number of the cell, house, pattern or step that ``kind`` asks for; 0 without any."""
        if kind == "cell":
            return self.names.cell(fields["cell"])
        if kind == "house":
            return self.names.house(fields["house"])
        if kind == "guardians":
            return _index(fields, "pattern", self.patterns)
        return _index(fields, "step", self.inner) if kind == "step" else 0

    def node(self, data: object) -> None:
        """Appends a node: those after it may have it as a parent."""
        cause = _one_of(_dict(data), "cause", CAUSES)
        state = "on" if "on" in _dict(data) else "off"
        place = {"house": ("house",), "subset": ("cells",)}.get(cause, _place_keys(cause))
        fields = _fields(data, (state, "cause", *place), ("parents",))
        group = self.names.candidates(fields, state)
        if not group:
            _bad(f"one or more candidates for {state}", group)
        parents = _all(fields, "parents", lambda n: _whole(n, 0, len(self.nodes) - 1))
        if cause == "assumption" and parents:
            _bad("an assumption without parents", parents)
        at, cells = self.place(cause, fields), self.names.cells(fields)
        self.nodes.append(Node(group, state == "on", cause, at, cells, parents))

    def lemma(self, data: object) -> Lemma:
        kind = _one_of(_dict(data), "kind", LEMMA_KINDS)
        return {"count": self.count, "chain": self.chain, "table": self.table}[kind](data)

    def count(self, data: object) -> Lemma:
        fields = _fields(data, ("kind", "eliminations", "bases", "covers"))
        eliminations = self.names.candidates(fields, "eliminations")
        bases, covers = _all(fields, "bases", self.base), _all(fields, "covers", self.cover)
        if self.technique in _WINGS and len(bases) == 3:  # its sentence names the two ends
            if not eliminations:
                _bad("eliminations of a wing", [])
            for cover in covers:
                if cover.kind == "link" and len({c.cell for c in cover.candidates}) < 2:
                    _bad("links of two cells in a wing", fields["covers"])
        return Lemma("count", eliminations, bases, covers)

    def base(self, data: object) -> Set:
        return self.set(data, ("cell", "house", "pattern"))

    def cover(self, data: object) -> Set:
        return self.set(data, ("cell", "house", "link"))

    def set(self, data: object, keys: tuple[str, ...]) -> Set:
        key = next((key for key in keys if key in _dict(data)), None)
        if key is None:
            _bad(f"a set with {', '.join(keys)}", data)
        fields = _fields(data, ("house", "value") if key == "house" else (key,))
        if key == "link":
            return Set(key, candidates=self.names.candidates(fields, key))
        kind = "guardians" if key == "pattern" else key
        value = self.names.value(fields["value"]) if key == "house" else 0
        return Set(kind, self.place(kind, fields), value)

    def chain(self, data: object) -> Lemma:
        split = _one_of(_dict(data), "split", SPLITS)
        fields = _fields(data, ("kind", "eliminations", "split", "cases", *_place_keys(split)))
        cases = _all(fields, "cases", self.case)
        if not cases or len(cases) != _CASES.get(split, len(cases)):
            _bad(f"{_CASES.get(split, '1 or more')} cases for {split}", len(cases))
        value = self.names.value(fields["value"]) if split == "house" else 0
        eliminations = self.names.candidates(fields, "eliminations")
        at = self.place(split, fields)
        return Lemma("chain", eliminations, split=split, at=at, value=value, cases=cases)

    def case(self, data: object) -> Case:
        fields = _fields(data, ("assumption", "end"), ("clash",))
        clash = _index(fields, "clash", self.nodes) if "clash" in fields else None
        start, end = (_index(fields, key, self.nodes) for key in ("assumption", "end"))
        return Case(start, end, clash)

    def table(self, data: object) -> Lemma:
        fields = _fields(data, ("kind", "eliminations", "cells", "rows"))
        cells, rows = self.names.cells(fields), _all(fields, "rows", self.row)
        if any(len(row.values) != len(cells) for row in rows):
            _bad(f"rows of {len(cells)} values", fields["rows"])
        return Lemma("table", self.names.candidates(fields, "eliminations"), cells=cells, rows=rows)

    def row(self, data: object) -> Row:
        fields = _fields(data, ("values",), ("excluder",))
        excluder = self.names.cell(fields["excluder"]) if "excluder" in fields else None
        return Row(_all(fields, "values", self.names.value), excluder)


def _place_keys(kind: str) -> tuple[str, ...]:
    """The keys that say where a cause or a split is."""
    keys = {"cell": ("cell",), "house": ("house", "value"), "guardians": ("pattern",)}
    return ("step",) if kind == "step" else keys.get(kind, ())


def _bad(expected: str, found: object) -> NoReturn:
    try:
        text = written(found)
    except RecursionError:  # lists in lists in lists
        text = f"a deep {type(found).__name__}"
    raise FormatError(f"expected {expected}, found {text if len(text) < 80 else text[:77] + '...'}")


def _dict(data: object) -> Mapping[str, Any]:
    return data if isinstance(data, dict) else _bad("a JSON object", data)


def _fields(data: object, keys: tuple[str, ...], may: tuple[str, ...] = ()) -> Mapping[str, Any]:
    """An object that has all of these keys, perhaps some more, and no others."""
    fields = _dict(data)
    for key in keys:
        if key not in fields:
            _bad(f"the keys {', '.join(keys)}", f"no {key}")
    for key in fields:
        if key not in keys and key not in may:
            _bad(f"only the keys {', '.join((*keys, *may))}", key)
    return fields


def _whole(data: object, least: int, most: int) -> int:
    if type(data) is not int or not least <= data <= most:
        _bad(f"a number from {least} to {most}" if least <= most else "no number here", data)
    return data


def _index(fields: Mapping[str, Any], key: str, items: Sequence[object]) -> int:
    if not items:
        _bad(f"something that {key} can refer to", fields[key])
    return _whole(fields[key], 0, len(items) - 1)


def _one_of(fields: Mapping[str, Any], key: str, names: tuple[str, ...]) -> str:
    name = fields.get(key)
    if name not in names:
        _bad(f"a {key} that is known", name)
    return str(name)


def _all(fields: Mapping[str, Any], key: str, read: Callable[[object], _T]) -> tuple[_T, ...]:
    items = fields.get(key, [])
    if not isinstance(items, list):
        _bad(f"a list for {key}", items)
    return tuple(read(item) for item in items)
