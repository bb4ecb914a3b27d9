"""How many known examples of techniques do our finders find? `exemplars.py FILE [--json FILE]`.

Two kinds of file are read. HoDoKu library lines: there the technique must tell a step with exactly
the eliminations and placements of the line, or none where the variant is x. Lists of puzzles in
sections (`#0310: Finned X-Wing`): there a step of the technique must be told on the way through the
puzzle. Every step that counts is verified.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any, Final, NamedTuple

from squaredance import SquaredanceError, explain
from squaredance.explain import State, Step, all_steps, technique_names, verify
from squaredance.formats import loads, open_source
from squaredance.formats.hodoku import TECHNIQUES, LibraryLine, parse_line

BAR: Final = 0.95
# Where the sections of the lists speak of more than one technique, or number them otherwise.
SECTIONS: Final[dict[str, tuple[str, ...]]] = {
    "0500": ("simple-colors-trap", "simple-colors-wrap"),
    "0501": ("multi-colors-1", "multi-colors-2"),
    "0607": ("avoidable-rectangle-1", "avoidable-rectangle-2"),
    "1201": ("forcing-chain-contradiction",),
    "1202": ("forcing-chain-verity",),
    "1203": ("forcing-net-contradiction",),
    "1204": ("forcing-net-verity",),
}


class Example(NamedTuple):
    line: int
    techniques: tuple[str, ...]
    text: str
    library: LibraryLine | None = None  # else the text is a puzzle


class Outcome(NamedTuple):
    example: Example
    found: bool
    proved: bool


def read(path: str) -> list[Example]:
    """The examples of a file of either kind; lines that cannot be read are told on stderr."""
    examples = []
    section: tuple[str, ...] = ()
    source = open_source(path)
    while (raw := source.next()) is not None:
        if isinstance(raw, SquaredanceError):
            print(raw, file=sys.stderr)
            continue
        text = raw.decode().strip()
        if text.startswith("#"):
            code = text[1:5]
            if code.isdecimal() and text[5:6] == ":":
                section = SECTIONS.get(code) or (TECHNIQUES.get(code, code),)
        elif text.startswith(":"):
            line = parse_line(text)
            examples.append(Example(source.line, (line.technique or line.code,), text, line))
        elif text:
            examples.append(Example(source.line, section, text.split()[0]))
    return examples


def state_of(line: LibraryLine) -> State:
    """The state of a line, which knows its clues from what was placed."""
    state = line.state
    return State(line.clues, state.values, state.candidates)


def try_library(example: Example) -> Outcome:
    line = example.library
    assert line is not None
    state = state_of(line)
    steps = all_steps(state, scale="hodoku")
    told = frozenset(step.technique for step in steps)
    if line.variant == "x":
        return Outcome(example, not told.intersection(example.techniques), True)
    wanted = (set(line.eliminations), set(line.placements))
    for step in steps:
        if step.technique in example.techniques and outcome_of(step) == wanted:
            return Outcome(example, True, bool(verify(step, state)))
    return Outcome(example, False, True)


def outcome_of(step: Step) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
    """What it strikes and places."""
    return {(c, v) for c, v in step.eliminations}, {(c, v) for c, v in step.placements}


def try_puzzle(example: Example) -> Outcome:
    """First along the way; then all steps of its states, from the first on."""
    path = explain(loads(example.text), scale="hodoku")
    pairs = list(zip(path.steps, path.states, strict=False))
    for step, state in pairs:
        if step.technique in example.techniques:
            return Outcome(example, True, bool(verify(step, state)))
    for before, state in pairs:
        if before.placements:
            continue
        for step in all_steps(state, scale="hodoku"):
            if step.technique in example.techniques:
                return Outcome(example, True, bool(verify(step, state)))
    return Outcome(example, False, True)


def table(outcomes: list[Outcome]) -> dict[str, Any]:
    """Found and given by technique; those that we have no finder for are set apart."""
    had = frozenset(technique_names())
    given = Counter(outcome.example.techniques for outcome in outcomes)
    found = Counter(outcome.example.techniques for outcome in outcomes if outcome.found)
    rows = [
        {"technique": " or ".join(names), "found": found[names], "given": count}
        for names, count in sorted(given.items())
        if had.intersection(names)
    ]
    return {
        "rows": rows,
        "found": sum(row["found"] for row in rows),
        "given": sum(row["given"] for row in rows),
        "unproved": sum(not outcome.proved for outcome in outcomes),
        "misses": [
            {"line": o.example.line, "technique": o.example.techniques[0], "text": o.example.text}
            for o in outcomes
            if not o.found and had.intersection(o.example.techniques)
        ],
        "not_had": sorted(
            f"{' or '.join(names)} ({count})"
            for names, count in given.items()
            if not had.intersection(names)
        ),
    }


def show(result: dict[str, Any]) -> None:
    for row in result["rows"]:
        print(f"{row['technique']:44} {row['found']:4} / {row['given']}")
    share = result["found"] / result["given"] if result["given"] else 0.0
    mark = "PASS" if share >= BAR and not result["unproved"] else "FAIL"
    print(f"{'all':44} {result['found']:4} / {result['given']}  {share:.1%}  {mark}")
    print(f"steps that are not proved: {result['unproved']}")
    if result["not_had"]:
        print(f"techniques that are not had: {', '.join(result['not_had'])}")
    for miss in result["misses"]:
        print(f"missed, line {miss['line']}: {miss['technique']}: {miss['text']}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", help="HoDoKu library lines, or puzzles in sections")
    parser.add_argument("--json", type=Path, metavar="FILE")
    parser.add_argument("--names", nargs="+", metavar="NAME", help="these techniques only")
    parser.add_argument("--most", type=int, metavar="N", help="so many of each technique at most")
    args = parser.parse_args()
    outcomes = []
    seen: Counter[tuple[str, ...]] = Counter()
    for example in read(args.file):
        seen[example.techniques] += 1
        if args.names and not set(example.techniques).intersection(args.names):
            continue
        if args.most and seen[example.techniques] > args.most:
            continue
        outcomes.append(try_library(example) if example.library else try_puzzle(example))
    result = table(outcomes)
    show(result)
    if args.json:
        args.json.write_text(json.dumps(result, indent=1) + "\n")
    return 0 if result["found"] >= BAR * result["given"] and not result["unproved"] else 1


if __name__ == "__main__":
    sys.exit(main())
