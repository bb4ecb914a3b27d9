"""Steps as plain data for JSON and back: see docs/steps.md for the schema.

Cells are written ``R4C7``, houses ``row 4``, candidates ``R4C7=3`` with the value as a number.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from squaredance.errors import FormatError
from squaredance.explain.step import (
    CAUSES,
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
from squaredance.geometry import Geometry, cell_name

if TYPE_CHECKING:
    from collections.abc import Mapping

Data = dict[str, Any]
_T = TypeVar("_T")


def step_data(step: Step) -> Data:
    """A step with its geometry."""
    geometry = step.geometry
    data: Data = {"size": geometry.size, "box": list(geometry.box) if geometry.box else None}
    if geometry.extra:
        data["extra"] = [list(house) for house in geometry.extra]
    return data | _Writer(geometry).step(step)


def step_of_data(data: object) -> Step:
    """The step of such data; a `FormatError` says what is wrong with it."""
    fields = _dict(data)
    size, box = _number(fields, "size"), fields.get("box")
    extra = fields.get("extra", [])
    if box is not None and not isinstance(box, list):
        _bad("box as [rows, cols] or null", box)
    if not isinstance(extra, list) or not all(isinstance(house, list) for house in extra):
        _bad("extra as lists of cells", extra)
    return _Reader(Geometry(size, tuple(box) if box else None, extra)).step(fields)


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


class _Reader:
    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        count = len(geometry.houses)
        self.houses = {geometry.house_name(index): index for index in range(count)}

    def step(self, data: object) -> Step:
        fields = _dict(data)
        rating = fields.get("rating", 0)
        if type(rating) not in (int, float):
            _bad("a number for rating", rating)
        return Step(
            _one_of(fields, "technique", technique_names()),
            self.geometry,
            self.candidates(fields, "placements"),
            self.candidates(fields, "eliminations"),
            Evidence(
                _all(fields, "lemmas", self.lemma),
                _all(fields, "patterns", self.pattern),
                _all(fields, "nodes", self.node),
                _all(fields, "inner", self.step),
            ),
            rating,
            _one_of(fields, "scale", ("se121", "sukaku118", "hodoku")),
            _number(fields, "complexity", 0),
            _number(fields, "level", 0),
        )

    def cell(self, text: object) -> int:
        match = re.fullmatch(r"R(\d{1,2})C(\d{1,2})", text) if isinstance(text, str) else None
        row, col = map(int, match.groups()) if match else (0, 0)
        size = self.geometry.size
        if not (1 <= row <= size and 1 <= col <= size):
            _bad(f"a cell from R1C1 to R{size}C{size}", text)
        return (row - 1) * size + col - 1

    def cells(self, fields: Mapping[str, Any]) -> tuple[int, ...]:
        return _all(fields, "cells", self.cell)

    def candidate(self, text: object) -> Candidate:
        cell, _, value = text.partition("=") if isinstance(text, str) else ("", "", "")
        if not re.fullmatch(r"\d{1,2}", value) or not 1 <= int(value) <= self.geometry.size:
            _bad("a candidate such as R1C1=1", text)
        return Candidate(self.cell(cell), int(value))

    def candidates(self, fields: Mapping[str, Any], key: str) -> tuple[Candidate, ...]:
        return _all(fields, key, self.candidate)

    def place(self, fields: Mapping[str, Any]) -> tuple[str, int, int]:
        """The kind, the index and the value of what a set, node or split speaks of."""
        if "cell" in fields:
            return "cell", self.cell(fields["cell"]), 0
        if "house" in fields:
            house = self.houses.get(str(fields["house"]))
            if house is None:
                _bad("a house such as row 1", fields["house"])
            return "house", house, _number(fields, "value", 0)
        if "pattern" in fields:
            return "guardians", _number(fields, "pattern"), 0
        return "", 0, 0

    def set(self, data: object) -> Set:
        fields = _dict(data)
        if "link" in fields:
            return Set("link", candidates=self.candidates(fields, "link"))
        kind, index, value = self.place(fields)
        if not kind:
            _bad("a cell, house, pattern or link", data)
        return Set(kind, index, value)

    def pattern(self, data: object) -> Pattern:
        fields = _dict(data)
        values = _all(fields, "values", _whole)
        kind = _one_of(fields, "kind", PATTERN_KINDS)
        return Pattern(kind, self.cells(fields), values, self.candidates(fields, "guardians"))

    def node(self, data: object) -> Node:
        fields = _dict(data)
        cause = _one_of(fields, "cause", CAUSES)
        on = "on" in fields
        index = _number(fields, "step", 0) if cause == "step" else self.place(fields)[1]
        group = self.candidates(fields, "on" if on else "off")
        parents = _all(fields, "parents", _whole)
        return Node(group, on, cause, index, self.cells(fields), parents)

    def lemma(self, data: object) -> Lemma:
        fields = _dict(data)
        kind = _one_of(fields, "kind", ("count", "chain", "table"))
        eliminations = self.candidates(fields, "eliminations")
        if kind == "count":
            bases, covers = _all(fields, "bases", self.set), _all(fields, "covers", self.set)
            return Lemma(kind, eliminations, bases, covers)
        if kind == "table":
            rows = _all(fields, "rows", self.row)
            return Lemma(kind, eliminations, cells=self.cells(fields), rows=rows)
        split = _one_of(fields, "split", SPLITS)
        _, index, value = self.place(fields)
        cases = _all(fields, "cases", self.case)
        return Lemma(kind, eliminations, split=split, at=index, value=value, cases=cases)

    def case(self, data: object) -> Case:
        fields = _dict(data)
        clash = _number(fields, "clash") if "clash" in fields else None
        return Case(_number(fields, "assumption"), _number(fields, "end"), clash)

    def row(self, data: object) -> Row:
        fields = _dict(data)
        excluder = self.cell(fields["excluder"]) if "excluder" in fields else None
        return Row(_all(fields, "values", _whole), excluder)


def _bad(expected: str, found: object) -> NoReturn:
    text = repr(found)
    raise FormatError(f"expected {expected}, found {text if len(text) < 80 else text[:77] + '...'}")


def _dict(data: object) -> Mapping[str, Any]:
    return data if isinstance(data, dict) else _bad("a JSON object", data)


def _whole(data: object) -> int:
    return data if type(data) is int and data >= 0 else _bad("a number of 0 or more", data)


def _number(fields: Mapping[str, Any], key: str, default: int | None = None) -> int:
    return _whole(fields.get(key, default))


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
