"""Replay: the frames of a search as the API tells them, each by what it changed."""

from __future__ import annotations

from time import perf_counter
from typing import Any, Final

from squaredance.check import candidate_masks
from squaredance.puzzle import Puzzle, bits
from squaredance.tracing import Frame, frames_of
from squaredance.web.shapes import MOST_FRAMES

USUAL_NODES: Final = 500
_MOST_CHANGES: Final = 200_000  # numbers in all lists of changes: about a megabyte

Data = dict[str, Any]


def replay(puzzle: Puzzle, engine: str, nodes: int, seconds: float) -> Data:
    """The answer of POST /api/trace.

    >>> told = replay(Puzzle.from_text("1......2.3....4."), "search", 10, 1)
    >>> told["frames"][0]["kind"], told["frames"][0]["placed"], told["frames"][0]["flips"]
    ('place', [[2, 3]], [[3, 3], [6, 3]])
    """
    began = perf_counter()
    values, masks = puzzle.clues, tuple(candidate_masks(puzzle))
    start = {"values": list(values), "candidates": [list(bits(mask)) for mask in masks]}
    told: list[Data] = []
    changes = 0
    reason = None
    last = None
    for frame in frames_of(puzzle, engine, unique=False, max_nodes=nodes, has_links=False):
        told.append(_told(frame, values, masks))
        changes += sum(map(len, told[-1]["placed"] + told[-1]["flips"]))
        values, masks, last = frame.values, frame.masks, frame
        if frame.kind == "stop":
            reason = "nodes"
        elif perf_counter() - began > seconds:
            reason = "time"
            break
        elif len(told) == MOST_FRAMES or changes > _MOST_CHANGES:
            reason = "frames"
            break
    assert last is not None
    answer: Data = {"engine": engine, "nodes": last.nodes, "guesses": last.guesses}
    return answer | {"start": start, "frames": told} | ({"reason": reason} if reason else {})


def _told(frame: Frame, values: bytes, masks: tuple[int, ...]) -> Data:
    """A frame by what is not as it was before."""
    told: Data = {"kind": frame.kind, "depth": frame.depth}
    if frame.value is not None:
        told |= {"cell": frame.cell, "value": frame.value}
    if frame.item is not None:
        told["item"] = list(frame.item) if isinstance(frame.item, tuple) else frame.item
        told |= {"options": frame.options, "choice": frame.choice}
    told["placed"] = [
        [cell, value]
        for cell, (value, old) in enumerate(zip(frame.values, values, strict=True))
        if value != old
    ]
    told["flips"] = [
        [cell, *bits(mask ^ old)]
        for cell, (mask, old) in enumerate(zip(frame.masks, masks, strict=True))
        if mask != old
    ]
    return told
