"""What the evidence of a step says, by trying all worlds: slow and obvious, to judge `verify`.

A world is a choice of true candidates. Where `verify` counts or compares sets, this looks for a
world in which everything that the evidence names holds, and the conclusion does not. If there is
one, the evidence is no proof; if not, it is one, however it came about.
"""

from __future__ import annotations

from itertools import combinations, product

from squaredance import State
from squaredance.explain.step import Candidate, Lemma, Node, Set, Step

Live = set[Candidate]


def live_candidates(state: State) -> Live:
    return {Candidate(cell, v) for cell in range(len(state.values)) for v in state.values_of(cell)}


def exclude(state: State, a: Candidate, b: Candidate) -> bool:
    if a.cell == b.cell:
        return a.value != b.value
    houses = state.geometry.houses
    return a.value == b.value and any(a.cell in house and b.cell in house for house in houses)


def is_proved(step: Step, state: State) -> bool:
    """Deadly patterns are taken as given: the tests that change them judge for themselves."""
    return after(step, state, live_candidates(state)) is not None


def after(step: Step, state: State, live: Live) -> Live | None:
    """What is left after the step in every world, or None where it is not proved."""
    live = set(live)
    for lemma in step.evidence.lemmas:
        judge = {"count": _count, "chain": _chain, "table": _table}[lemma.kind]
        if not judge(lemma, step, state, live):
            return None
        live -= set(lemma.eliminations)
    if any(c in live for c in step.eliminations):
        return None
    for cell, value in step.placements:
        if {c for c in live if c.cell == cell} != {Candidate(cell, value)}:
            return None
    return live


def members(item: Set, step: Step, state: State, live: Live) -> Live:
    if item.kind == "cell":
        return {c for c in live if c.cell == item.at}
    if item.kind == "house":
        cells = state.geometry.houses[item.at]
        return {c for c in live if c.value == item.value and c.cell in cells}
    if item.kind == "guardians":
        return live & set(step.evidence.patterns[item.at].guardians)
    return live & set(item.candidates)


def _count(lemma: Lemma, step: Step, state: State, live: Live) -> bool:
    bases = [members(base, step, state, live) for base in lemma.bases]
    covers = [members(cover, step, state, live) for cover in lemma.covers]

    def has_world(chosen: Live, left: list[Live]) -> bool:
        if any(len(cover & chosen) > 1 for cover in covers):
            return False
        left = [base for base in left if not base & chosen]
        if not left:
            return True
        base = min(left, key=len)
        others = [b for b in left if b is not base]
        return any(has_world(chosen | {candidate}, others) for candidate in base)

    return not any(has_world({c}, bases) for c in lemma.eliminations if c in live)


def _table(lemma: Lemma, step: Step, state: State, live: Live) -> bool:
    """A row holds when no values of its cells and its excluder go together."""
    choices = {cell: [c for c in live if c.cell == cell] for cell in lemma.cells}
    excluders = {row.values: row.excluder for row in lemma.rows}
    for target in lemma.eliminations:
        if target.cell not in choices:
            return False
        lists = [[target] if cell == target.cell else choices[cell] for cell in lemma.cells]
        for world in product(*lists):
            values = tuple(c.value for c in world)
            if values not in excluders:
                return False
            clash = any(exclude(state, a, b) for a, b in combinations(world, 2))
            excluder = excluders[values]
            rest = [
                c
                for c in live
                if c.cell == excluder and not any(exclude(state, c, other) for other in world)
            ]
            if clash if excluder is None else not rest:
                continue
            return False
    return True


def _chain(lemma: Lemma, step: Step, state: State, live: Live) -> bool:
    nodes = step.evidence.nodes
    ends = []
    for case in lemma.cases:
        used = [case.end] if case.clash is None else [case.end, case.clash]
        for number in used:
            if not _is_derived(number, step, state, live):
                return False
            if not _assumptions(number, nodes) <= {case.assumption}:
                return False
        other = nodes[case.assumption if case.clash is None else case.clash]
        if _clash(nodes[case.end], other, live):
            continue
        if case.clash is not None:
            return False
        ends.append(nodes[case.end])
    starts = [nodes[case.assumption] for case in lemma.cases]
    if not _is_split(lemma, starts, step, state, live):
        return False
    if lemma.split == "refute":
        if ends:
            return False
        ends = [starts[0]._replace(on=not starts[0].on)]
    return all(_strikes(end, c, state, live) for end in ends for c in lemma.eliminations)


def _is_derived(number: int, step: Step, state: State, live: Live) -> bool:
    """Every node down to the assumptions follows from its parents."""
    todo, seen = [number], {number}
    while todo:
        this = todo.pop()
        node = step.evidence.nodes[this]
        if any(parent >= this for parent in node.parents):
            return False
        if node.cause != "assumption" and not _follows(node, step, state, live):
            return False
        new = set(node.parents) - seen
        seen |= new
        todo += new
    return True


def _assumptions(number: int, nodes: tuple[Node, ...]) -> set[int]:
    reached, todo = {number}, [number]
    while todo:
        new = set(nodes[todo.pop()].parents) - reached
        reached |= new
        todo += new
    return {n for n in reached if nodes[n].cause == "assumption"}


def _clash(one: Node, other: Node, live: Live) -> bool:
    on, off = (one, other) if one.on else (other, one)
    return on.on and not off.on and not (live & set(on.group)) - set(off.group)


def _strikes(node: Node, target: Candidate, state: State, live: Live) -> bool:
    """In no world is the node true and the target too."""
    if target not in live or not node.on:
        return target not in live or target in node.group
    return not any(c == target or not exclude(state, c, target) for c in live & set(node.group))


def _is_split(lemma: Lemma, starts: list[Node], step: Step, state: State, live: Live) -> bool:
    if lemma.split == "refute":
        return len(starts) == 1
    if lemma.split == "either":
        groups = {node.on: set(node.group) for node in starts}
        return len(groups) == len(starts) == 2 and groups[True] == groups[False]
    base = Set(lemma.split, lemma.at, lemma.value)
    started = set().union(*(node.group for node in starts if node.on))
    return not members(base, step, state, live) - started


def _follows(node: Node, step: Step, state: State, live: Live) -> bool:
    """No world of the cell, house, cells or pattern has the parents true and the node false."""
    parents = [step.evidence.nodes[p] for p in node.parents]
    off = {c for parent in parents if not parent.on for c in parent.group}
    group = set(node.group)
    if node.cause == "weak":
        return not node.on and all(
            any(
                all(a != c and exclude(state, a, c) for a in live & set(parent.group))
                for parent in parents
                if parent.on
            )
            for c in group & live
        )
    if node.cause == "step":
        left = after(step.evidence.inner[node.at], state, live - off)
        return not node.on and left is not None and not left & group
    if node.cause == "subset":
        lists = [[c for c in live - off if c.cell == cell] for cell in node.cells]
        worlds = (
            world
            for world in product(*lists)
            if not any(exclude(state, a, b) for a, b in combinations(world, 2))
        )
        return node.on and all(group & set(world) for world in worlds)
    value = node.group[0].value if node.group else 0
    one_of = members(Set(node.cause, node.at, value), step, state, live)
    return node.on and all(c in group for c in one_of - off)
