"""Every step is proved, and a proof with a part taken out is none."""

from collections.abc import Callable, Iterator, Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from squaredance import Geometry, Puzzle, State, Step, verify
from squaredance.explain import Candidate, Evidence
from squaredance.explain.step import Lemma, Node, Pattern, Set
from tests.explain.puzzles import PUZZLES, path, some_steps
from tests.puzzles import examples
from tests.reference.slow_proof import is_proved

STEPS = some_steps()


@pytest.mark.parametrize(("puzzle", "scale"), PUZZLES)
def test_every_step_is_proved_and_keeps_the_solution(puzzle: str, scale: str) -> None:
    way = path(puzzle, scale)
    assert way.solution is not None
    for step, state in zip(way.steps, way.states, strict=False):
        assert str(verify(step, state)) == "proved", step
        assert all(way.solution.values[cell] != value for cell, value in step.eliminations)
        assert all(way.solution.values[cell] == value for cell, value in step.placements)


@pytest.mark.parametrize("number", range(len(STEPS)), ids=lambda n: STEPS[n][0].technique)
def test_the_slow_judge_agrees(number: int) -> None:
    step, state, _ = STEPS[number]
    assert is_proved(step, state)


def without(items: Sequence[object]) -> Iterator[tuple[object, ...]]:
    """The items with one of them left out."""
    for place in range(len(items)):
        yield (*items[:place], *items[place + 1 :])


def changed(items: tuple[object, ...], place: int, item: object) -> tuple[object, ...]:
    return (*items[:place], item, *items[place + 1 :])


def smaller(item: object, fields: Sequence[str]) -> Iterator[object]:
    """The item with one entry of one of these fields left out."""
    for field in fields:
        for less in without(getattr(item, field)):
            yield item._replace(**{field: less})  # type: ignore[attr-defined]


def smaller_sets(lemma: Lemma) -> Iterator[Lemma]:
    for place, cover in enumerate(lemma.covers):
        for less in smaller(cover, ("candidates",)):
            yield lemma._replace(covers=changed(lemma.covers, place, less))  # type: ignore[arg-type]


def smaller_evidence(evidence: Evidence) -> Iterator[Evidence]:
    """Every way to leave out one lemma, base, cover, candidate, case, cell, row or parent."""
    for less in without(evidence.lemmas):
        yield evidence._replace(lemmas=less)  # type: ignore[arg-type]
    for place, lemma in enumerate(evidence.lemmas):
        fields = ("bases", "covers", "cases", "cells", "rows")
        for changes in (smaller(lemma, fields), smaller_sets(lemma)):
            for one in changes:
                yield evidence._replace(lemmas=changed(evidence.lemmas, place, one))  # type: ignore[arg-type]
    for place, node in enumerate(evidence.nodes):
        for one in smaller(node, ("group", "cells", "parents")):
            yield evidence._replace(nodes=changed(evidence.nodes, place, one))  # type: ignore[arg-type]
    for place, pattern in enumerate(evidence.patterns):
        for one in smaller(pattern, ("cells", "values", "guardians")):
            yield evidence._replace(patterns=changed(evidence.patterns, place, one))  # type: ignore[arg-type]
    for place, inner in enumerate(evidence.inner):
        for less_inner in smaller_evidence(inner.evidence):
            one = inner._replace(evidence=less_inner)
            yield evidence._replace(inner=changed(evidence.inner, place, one))  # type: ignore[arg-type]


def is_pattern_change(step: Step, evidence: Evidence) -> bool:
    return step.evidence.patterns != evidence.patterns


@pytest.mark.parametrize("number", range(len(STEPS)), ids=lambda n: STEPS[n][0].technique)
def test_a_proof_with_a_part_taken_out_is_none(number: int) -> None:
    """Where it is still accepted the part was not needed, as trying all worlds shows."""
    step, state, _ = STEPS[number]
    for evidence in smaller_evidence(step.evidence):
        mutant = step._replace(evidence=evidence)
        if verify(mutant, state):
            assert not is_pattern_change(step, evidence) or step.technique.startswith("bug"), mutant
            assert is_proved(mutant, state), mutant


def test_nearly_all_of_them_are_caught() -> None:
    caught = needless = 0
    for step, state, _ in STEPS:
        for evidence in smaller_evidence(step.evidence):
            if verify(step._replace(evidence=evidence), state):
                needless += 1
            else:
                caught += 1
    assert caught > 500
    assert needless < 0.1 * caught


def planted(step: Step, more: Candidate) -> Step:
    """The step with one more elimination, which every lemma claims."""
    evidence = step.evidence
    lemmas = tuple(
        lemma._replace(eliminations=(*lemma.eliminations, more)) for lemma in evidence.lemmas
    )
    return step._replace(
        eliminations=(*step.eliminations, more), evidence=evidence._replace(lemmas=lemmas)
    )


@pytest.mark.parametrize("number", range(len(STEPS)), ids=lambda n: STEPS[n][0].technique)
def test_a_false_elimination_is_never_proved(number: int) -> None:
    step, state, solution = STEPS[number]
    for cell, value in enumerate(state.values):
        if not value:
            assert not verify(planted(step, Candidate(cell, solution[cell])), state)


@pytest.mark.parametrize("number", range(len(STEPS)), ids=lambda n: STEPS[n][0].technique)
def test_one_more_elimination_is_proved_only_if_it_follows(number: int) -> None:
    step, state, _ = STEPS[number]
    for cell in range(len(state.values)):
        for value in state.values_of(cell):
            mutant = planted(step, Candidate(cell, value))
            if verify(mutant, state) and not step.evidence.patterns:
                assert is_proved(mutant, state)


def shuffled_step(step: Step, random: Random) -> Step:
    """The step with a few numbers of its evidence changed at random."""

    def number(n: int, most: int) -> int:
        return random.randrange(most) if random.random() < 0.05 else n

    def candidates(items: Sequence[Candidate]) -> tuple[Candidate, ...]:
        return tuple(Candidate(number(c, 81), number(v - 1, 9) + 1) for c, v in items)

    def one_set(item: Set) -> Set:
        most = {"cell": 81, "house": 27, "guardians": len(step.evidence.patterns)}
        at = number(item.at, most.get(item.kind, 1))
        value = number(item.value - 1, 9) + 1 if item.value else 0
        return item._replace(at=at, value=value, candidates=candidates(item.candidates))

    def node(item: Node) -> Node:
        most = {"cell": 81, "house": 27}.get(item.cause, item.at + 1)
        return item._replace(
            group=candidates(item.group),
            at=number(item.at, most),
            parents=tuple(number(p, len(step.evidence.nodes)) for p in item.parents),
            on=item.on != (random.random() < 0.02),
        )

    def pattern(item: Pattern) -> Pattern:
        return item._replace(
            cells=tuple(number(c, 81) for c in item.cells),
            values=tuple(number(v - 1, 9) + 1 for v in item.values),
            guardians=candidates(item.guardians),
        )

    def lemma(item: Lemma) -> Lemma:
        return item._replace(
            bases=tuple(map(one_set, item.bases)),
            covers=tuple(map(one_set, item.covers)),
            cells=tuple(number(c, 81) for c in item.cells),
        )

    evidence = step.evidence
    return step._replace(
        evidence=Evidence(
            tuple(map(lemma, evidence.lemmas)),
            tuple(map(pattern, evidence.patterns)),
            tuple(map(node, evidence.nodes)),
            evidence.inner,
        )
    )


@examples(300)
@given(st.integers(0, 10**9), st.integers(0, len(STEPS) - 1))
def test_whatever_is_changed_the_solution_is_never_struck(seed: int, number: int) -> None:
    random = Random(seed)
    step, state, solution = STEPS[number]
    cell = random.choice([cell for cell, value in enumerate(state.values) if not value])
    mutant = planted(shuffled_step(step, random), Candidate(cell, solution[cell]))
    assert not verify(mutant, state)
    # Placing another value is the same claim.
    others = [v for v in state.values_of(cell) if v != solution[cell]]
    if others:
        wrong = mutant._replace(eliminations=(), placements=(Candidate(cell, others[0]),))
        assert not verify(wrong, state)


RECTANGLE = ((0, 1, 9, 10), (3, 4))  # two rows, two cols, one box
APART = ((0, 3, 27, 30), (3, 4))  # four boxes


def deadly(cells: tuple[int, ...], values: tuple[int, ...], guardian: Candidate) -> Step:
    """Strikes all but the guardian from its cell."""
    pattern = Pattern("loop", cells, values, (guardian,))
    others = tuple(Candidate(guardian.cell, value) for value in values)
    lemma = Lemma("count", others, (Set("guardians", 0),), (Set("cell", guardian.cell),))
    evidence = Evidence((lemma,), (pattern,))
    return Step("unique-rectangle-1", Geometry(9), (), others, evidence)


@pytest.mark.parametrize(
    ("cells", "clue", "proved"),
    [
        ((0, 1, 27, 28), None, True),
        ((0, 1, 9, 10), None, False),  # four cells in a box: it is no house with two
        ((0, 3, 27, 30), None, False),  # four boxes with one cell each
        ((0, 1, 27), None, False),
        ((0, 1, 27, 29), None, False),
        ((0, 1, 27, 28), 1, False),  # a clue in it
    ],
)
def test_a_deadly_pattern_is_one(cells: tuple[int, ...], clue: int | None, proved: bool) -> None:
    masks = [0b1100 if cell in cells else 0x1FF for cell in range(81)]
    masks[cells[-1]] |= 0b10000
    clues = bytearray(81)
    if clue is not None:
        clues[clue] = 3
    state = State(Puzzle(Geometry(9), bytes(clues)), None, masks)
    step = deadly(cells, (3, 4), Candidate(cells[-1], 5))
    assert bool(verify(step, state)) == proved
    assert not verify(step, state, uniqueness=False)


def test_a_candidate_puzzle_must_allow_both_values() -> None:
    cells = (0, 1, 27, 28)
    masks = [0b1100 if cell in cells else 0x1FF for cell in range(81)]
    masks[28] |= 0b10000
    masks[0] = 0b0100
    step = deadly(cells, (3, 4), Candidate(28, 5))
    assert verify(step, State("." * 81, None, masks))
    assert not verify(step, State(Puzzle(Geometry(9), bytes(81), masks)))


def test_a_filled_house_is_no_base() -> None:
    step = Step(
        "hidden-single",
        Geometry(4),
        (),
        (Candidate(1, 2),),
        Evidence((Lemma("count", (Candidate(1, 2),), (Set("house", 0, 1),), (Set("cell", 1),)),)),
    )
    assert verify(step, "1...............").reason == "lemma 1: row 1 has its 1 already"


def test_what_is_not_there_is_no_evidence() -> None:
    step, state, _ = next(item for item in STEPS if item[0].technique == "hidden-single")
    lemma = step.evidence.lemmas[0]

    def verdict(change: Callable[[Lemma], Lemma]) -> str:
        lemmas = (change(lemma),)
        return verify(step._replace(evidence=step.evidence._replace(lemmas=lemmas)), state).reason

    assert "not there" in verdict(lambda one: one._replace(bases=(Set("house", 99, 1),)))
    assert "not there" in verdict(lambda one: one._replace(bases=(Set("guardians", 0),)))
    assert "not there" in verdict(lambda one: one._replace(kind="magic"))
    assert "nothing" in verify(step._replace(placements=(), eliminations=()), state).reason
