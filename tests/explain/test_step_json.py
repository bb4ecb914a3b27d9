"""Steps as JSON: what is written is read, and what is read can be told, drawn and verified."""

import json
from collections.abc import Callable
from contextlib import suppress
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from squaredance import Puzzle, SquaredanceError, State, Step, hint, verify
from squaredance.render.step_svg import case_count, step_svg
from tests.explain.puzzles import some_steps
from tests.puzzles import UNIQUE4, UNIQUE9


@pytest.mark.parametrize(
    "item", some_steps(), ids=lambda item: item[0].technique if isinstance(item, tuple) else ""
)
def test_steps_go_through_json(item: tuple[Step, State, bytes]) -> None:
    step, state, _ = item
    again = Step.from_json(json.loads(json.dumps(step.to_json())))
    assert again == step
    assert verify(again, state)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"technique": "magic"}, "expected a technique that is known, found 'magic'"),
        ({"placements": ["R9C9=1"]}, "expected a cell from R1C1 to R4C4, found 'R9C9'"),
        ({"placements": ["R1C1=7"]}, "expected a candidate such as R1C1=1, found 'R1C1=7'"),
        ({"lemmas": {}}, "expected a list for lemmas"),
        ({"rating": "much"}, "expected a number for rating"),
        ({"size": "big"}, "expected a number from 1 to 64, found 'big'"),
    ],
)
def test_bad_json(change: dict[str, object], message: str) -> None:
    step = hint(UNIQUE4)
    assert step is not None
    with pytest.raises(SquaredanceError) as caught:
        Step.from_json(step.to_json() | change)
    assert message in str(caught.value)


STRUCK = ["R1C2=1"]
NODES: list[dict[str, Any]] = [
    {"on": STRUCK, "cause": "assumption"},
    {"off": STRUCK, "cause": "weak", "parents": [0]},
]


def _data(**changes: object) -> dict[str, Any]:
    return {
        "size": 9,
        "box": [3, 3],
        "technique": "xy-wing",
        "scale": "se121",
        "rating": 4.5,
        "placements": [],
        "eliminations": STRUCK,
        "lemmas": [],
    } | changes


def _count(bases: list[Any], covers: list[Any]) -> dict[str, Any]:
    return {"kind": "count", "eliminations": STRUCK, "bases": bases, "covers": covers}


def _chain(split: str, cases: list[Any], **place: object) -> dict[str, Any]:
    return {"kind": "chain", "eliminations": STRUCK, "split": split, "cases": cases} | place


def _nested(depth: int) -> dict[str, Any]:
    inner = {key: value for key, value in _data().items() if key not in ("size", "box")}
    for _ in range(depth):
        inner = inner | {"inner": [inner]}
    return _data(inner=[inner])


def _deep(depth: int) -> list[Any]:
    items: list[Any] = []
    for _ in range(depth):
        items = [items]
    return items


CASE = {"assumption": 0, "end": 1}
PATTERN: dict[str, Any] = {"kind": "loop", "cells": ["R1C2"], "values": [1, 2], "guardians": []}
WINGS = [{"cell": cell} for cell in ("R1C2", "R1C3", "R2C2")]
LINK = {"link": ["R1C2=1"]}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (_data(patterns=[PATTERN | {"values": [0, 2]}]), "a number from 1 to 9, found 0"),
        (_data(patterns=[PATTERN | {"values": [1, 10**5000]}]), "from 1 to 9, found 1000"),
        (_nested(400), "at most 8 steps inside each other"),
        (_data(lemmas=[_count([{"house": "row 1", "value": 10}], [])]), "from 1 to 9, found 10"),
        (_data(lemmas=[_count([{"house": "row 1"}], [])]), "the keys house, value, found 'no val"),
        (_data(lemmas=[_count([{"house": "row 10", "value": 1}], [])]), "a house such as row 1"),
        (_data(lemmas=[_count([{"pattern": 0}], [])]), "something that pattern can refer to"),
        (_data(lemmas=[_count([LINK], [])]), "a set with cell, house, pattern"),
        (_data(lemmas=[_count(WINGS, [LINK, LINK])]), "links of two cells in a wing"),
        (_data(lemmas=[_chain("refute", [])]), "1 cases for refute, found 0"),
        (_data(nodes=NODES, lemmas=[_chain("either", [CASE])]), "2 cases for either, found 1"),
        (_data(nodes=NODES, lemmas=[_chain("cell", [CASE])]), "found 'no cell'"),
        (_data(lemmas=[_chain("refute", [CASE])]), "something that assumption can refer to"),
        (_data(nodes=[*NODES, NODES[1] | {"parents": [2]}]), "a number from 0 to 1, found 2"),
        (_data(nodes=[{"on": [], "cause": "assumption"}]), "one or more candidates for on"),
        (
            _data(nodes=[NODES[0] | {"off": STRUCK}]),
            "only the keys on, cause, parents, found 'off'",
        ),
        (_data(nodes=[{"cause": "assumption"}]), "found 'no off'"),
        (_data(nodes=[NODES[0], NODES[1] | {"cause": "step", "step": 0}]), "that step can refer"),
        (_data(rating=10**400), "a number for rating"),
        (_data(rating=float("nan")), "a number for rating"),
        (_data(rating=True), "a number for rating"),
        (_data(magic=1), "only the keys"),
        (_data(box=[3]), "box as [rows, cols] or null"),
        (_data(box=[10**5000, 3]), "a number from 1 to 9"),
        (_data(extra=[[10**5000] * 9]), "a number from 0 to 80"),
        (_data(lemmas=_deep(5000)), "a JSON object"),
        (_data(placements=["R1C1=\u0661"]), "a candidate such as R1C1=1"),
    ],
)
def test_what_is_wrong_is_told(data: dict[str, Any], message: str) -> None:
    with pytest.raises(SquaredanceError) as caught:
        Step.from_json(data)
    assert message in str(caught.value)


@pytest.mark.parametrize("key", _data())
def test_required_keys(key: str) -> None:
    data = _data()
    Step.from_json(data)
    del data[key]
    with pytest.raises(SquaredanceError, match=f"no {key}"):
        Step.from_json(data)


VALUES: list[Any] = [
    None, -1, 0, 1, 2, 9, 10, 99, 10**400, 1.5, float("nan"), True, "", "R1C1", "R9C9=9", "row 1",
    "box 9", "cell", "house", "refute", "either", "count", "chain", "table", "weak", "subset",
    "guardians", "grave", "loop", "xy-wing", "xyz-wing", "full-house", [], {}, [[]], [{}],
    ["R1C1"], ["R1C1=1"], {"cell": "R1C1"}, {"house": "row 1", "value": 1}, {"link": ["R1C1=1"]},
]  # fmt: skip


def _places(data: Any) -> list[tuple[Any, Any]]:
    """Every list or object inside, with each of its indexes or keys."""
    keys = list(data) if isinstance(data, dict) else range(len(data))
    found = [(data, key) for key in keys]
    for key in keys:
        if isinstance(data[key], dict | list):
            found += _places(data[key])
    return found


def _mutate(data: dict[str, Any], random: Random) -> None:
    """Changes, removes, doubles or exchanges something anywhere."""
    holder, key = random.choice(_places(data))
    other, other_key = random.choice(_places(data))
    what = random.randrange(5)
    if what == 0:
        holder[key] = deepcopy(random.choice(VALUES))
    elif what == 1:
        del holder[key]
    elif what == 2 and isinstance(holder, list):
        holder.insert(random.randrange(len(holder) + 1), deepcopy(holder[key]))
    elif what == 3:
        holder[key] = deepcopy(other[other_key])
    elif isinstance(holder, dict):
        holder[random.choice([*holder, "cell", "clash", "value", "on"])] = holder.pop(key)


def _use(step: Step, state: State) -> None:
    """All that can be done with a step; only ours may be raised."""
    assert str(step)
    assert repr(step)
    json.dumps(step.to_json())
    assert Step.from_json(step.to_json()) == step
    uses: list[Callable[[], object]] = [
        lambda: verify(step, state),
        lambda: state.apply(step),
        lambda: step_svg(step, state),
        *(lambda case=case: step_svg(step, state, case=case) for case in range(case_count(step))),
    ]
    for use in uses[:6]:
        with suppress(SquaredanceError):
            use()


@pytest.mark.long
def test_changed_steps_are_refused_or_can_be_used() -> None:
    random = Random(6)
    steps = [item[:2] for item in some_steps(2)]
    accepted = 0
    for _ in range(4000):
        step, state = random.choice(steps)
        data = json.loads(json.dumps(step.to_json()))
        for _ in range(random.choice((1, 1, 2, 4))):
            _mutate(data, random)
        try:
            changed = Step.from_json(data)
        except SquaredanceError:
            continue
        accepted += 1
        _use(changed, state)
    assert accepted > 500


@pytest.mark.long
def test_nested_chains_changed() -> None:
    """The same with steps inside steps, and in a puzzle of candidates."""
    random = Random(7)
    hard = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7....."
    step = hint(hard)
    assert step is not None
    assert step.evidence.inner
    start = State(hard)
    masks = [1 << v - 1 if v else m for v, m in zip(start.values, start.candidates, strict=True)]
    state = State(Puzzle(start.geometry, bytes(81), masks))
    for _ in range(300):
        data = json.loads(json.dumps(step.to_json()))
        _mutate(data, random)
        try:
            changed = Step.from_json(data)
        except SquaredanceError:
            continue
        _use(changed, state)


def test_a_picture_needs_the_geometry_of_the_state() -> None:
    step = hint(UNIQUE9)
    assert step is not None
    with pytest.raises(SquaredanceError, match="geometry"):
        step_svg(step, State(UNIQUE4))
