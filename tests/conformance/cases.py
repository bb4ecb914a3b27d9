"""Reads the conformance cases; see README.md for their form."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

from squaredance import Geometry, Puzzle

HERE = Path(__file__).parent
SIGNATURES = HERE / "signatures.json"


class Conformance(NamedTuple):
    name: str
    puzzle: Puzzle
    count: int
    more: bool
    solution: bytes | None
    skip: dict[str, str]


def values_of(text: str) -> bytes:
    return bytes(map(int, text.split()))


def text_of(values: bytes) -> str:
    return " ".join(map(str, values))


def load_cases() -> list[Conformance]:
    paths = sorted(HERE.glob("size-*.jsonl"))
    return [_case(json.loads(line)) for path in paths for line in path.read_text().splitlines()]


def _case(fields: dict) -> Conformance:
    box = fields["box"] and tuple(fields["box"])
    geometry = Geometry(fields["size"], box, fields.get("extra", ()))
    solution = fields["solution"]
    return Conformance(
        name=fields["name"],
        puzzle=Puzzle(geometry, values_of(fields["puzzle"])),
        count=fields["count"],
        more=fields.get("more", False),
        solution=solution and values_of(solution),
        skip=fields.get("skip", {}),
    )
