"""Random covers are uniform and exact; diagrams hold what they should; estimates are near."""

import pickle
from collections import Counter

import pytest
from scipy.stats import chisquare

from squaredance import Status, cover
from squaredance.cover import Problem, count, diagram, estimate, sample, solutions
from tests.cover.problems import dominoes, matchings, queens


def counted_only(monkeypatch: pytest.MonkeyPatch, few: int = 2) -> None:
    """No diagram fits: covers are then drawn by counting, until there are so few."""
    module = __import__("squaredance.cover.sample", fromlist=["x"])
    monkeypatch.setattr(module, "try_diagram", lambda asking, memory: (None, "memory"))
    monkeypatch.setattr(module, "_FEW", few)


@pytest.mark.parametrize("way", ["diagram", "counting", "listing"])
def test_uniform(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if way != "diagram":
        counted_only(monkeypatch, few=2 if way == "counting" else 1000)
    problem = dominoes(4, 4)
    every = list(solutions(problem))
    drawn = sample(problem, 3600, seed=7)
    assert (len(every), drawn.result.count, len(drawn)) == (36, 36, 3600)
    seen = Counter(drawn)
    assert set(seen) == set(every)
    assert chisquare([seen[c] for c in every]).pvalue > 0.01
    assert drawn.result.engine == ("diagram" if way == "diagram" else count(problem).engine)


def test_by_counting_with_bounds_and_colors(monkeypatch: pytest.MonkeyPatch) -> None:
    counted_only(monkeypatch)
    options = [{"a": None, "x": 1}, {"b": None, "x": 1}, {"a": None, "b": None, "x": 2}, "b", "a"]
    problem = Problem("ab", options, "x", bounds={"b": (0, 2)})
    every = list(solutions(problem))
    assert set(sample(problem, 300, seed=1)) == set(every)
    forced = sample(problem, 100, seed=1, forced=[0])
    assert set(forced) == {c for c in every if 0 in c}
    assert forced.result.count == len(set(forced))


def test_the_same_seed_draws_the_same() -> None:
    problem = queens(8)
    one, other, third = (sample(problem, 20, seed=seed) for seed in (1, 1, 2))
    assert one == other != third
    assert pickle.loads(pickle.dumps(one)) == one
    assert len(set(sample(problem, 50))) > 1  # without a seed


def test_a_problem_without_covers() -> None:
    drawn = sample(queens(3), 5)
    assert (drawn, drawn.result.status) == ((), Status.NONE)
    assert diagram(queens(3)).sample(3) == []
    assert not diagram(queens(3))


def test_limits_strike(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = sample(dominoes(10, 10), 3, max_nodes=100)
    assert (drawn, drawn.result.status, drawn.result.reason) == ((), Status.UNKNOWN, "nodes")
    counted_only(monkeypatch)
    drawn = sample(matchings(50), 3, timeout=0.1)
    assert (drawn, drawn.result.status, drawn.result.reason) == ((), Status.UNKNOWN, "time")


class TestDiagram:
    def test_a_large_one(self) -> None:
        shared = diagram(dominoes(8, 8))
        assert (shared.count, len(shared) < 5000) == (12988816, True)
        assert repr(shared) == f"<Diagram of 12988816 covers, {len(shared)} nodes>"
        assert shared.memory > 0
        middle = shared[shared.count // 2]
        assert middle in shared
        assert set(middle) in shared
        assert middle[1:] not in shared
        assert (*middle, 0, 1) not in shared
        assert shared[-1] == shared[shared.count - 1] != shared[0]
        assert len({shared[i] for i in range(0, shared.count, 1_000_003)}) == 13
        for index in (shared.count, -shared.count - 1):
            with pytest.raises(IndexError, match="expected a cover of 12988816"):
                shared[index]

    def test_more_than_machine_words(self) -> None:
        shared = diagram(dominoes(16, 16))
        assert shared.count == 2444888770250892795802079170816
        assert shared[shared.count - 1] in shared
        assert shared.sample(2, seed=1) == shared.sample(2, seed=1)
        assert next(iter(shared)) == shared[0]

    def test_forced_and_excluded(self) -> None:
        problem = dominoes(4, 4)
        shared = diagram(problem, forced=[0], excluded=[20])
        expected = {c for c in solutions(problem) if 0 in c and 20 not in c}
        assert set(shared) == expected
        assert all(c in shared for c in expected)


class TestEstimate:
    def test_near_the_truth(self) -> None:
        guess = estimate(queens(8), probes=20_000, seed=1)
        assert abs(guess.solutions - 92) < 5 * guess.solutions_error
        assert (guess.probes, 0 < guess.solutions_error < 5) == (20_000, True)
        assert guess.nodes > guess.solutions

    def test_exact_without_choices(self) -> None:
        guess = estimate(Problem("ab", ["a", "b"]), probes=10)
        assert (guess.solutions, guess.solutions_error, guess.probes) == (1, 0, 10)

    def test_deterministic(self) -> None:
        assert estimate(queens(8), seed=3) == estimate(queens(8), seed=3)
        assert estimate(queens(8), seed=3) != estimate(queens(8), seed=4)

    def test_forced_and_excluded(self) -> None:
        problem = queens(6)
        wishes = {"excluded": [0, 1], "forced": [2]}
        exact = count(problem, **wishes).count
        guess = estimate(problem, probes=5000, **wishes)
        assert abs(guess.solutions - exact) <= 5 * guess.solutions_error + 1e-9

    def test_a_tree_beyond_floats(self) -> None:
        guess = estimate(dominoes(60, 60), probes=10)
        assert guess.nodes > 1e300
        assert guess.nodes_error > 0

    def test_time_runs_out(self) -> None:
        guess = estimate(matchings(200), probes=10**9, timeout=0.1)
        assert 0 < guess.probes < 10**9


def test_the_module_and_the_function_have_one_name() -> None:
    assert callable(cover.sample)
    assert callable(cover.diagram)
