"""The cheapest cover: against HiGHS, and with costs of every kind."""

from fractions import Fraction
from random import Random

import numpy as np
import pytest
from scipy.optimize import Bounds, LinearConstraint, milp

from squaredance import Status
from squaredance.cover import Problem, minimum


def random_problem(random: Random) -> Problem:
    """Primary items to cover, some with bounds, some items at most once; costs any numbers."""
    items = random.randint(3, 20)
    second = random.randint(0, 5)
    names = list(range(items + second))
    options = [
        random.sample(names, random.randint(1, min(5, items))) for _ in range(random.randint(5, 60))
    ]
    options += [[item] for item in range(items) if random.random() < 0.8]
    options = [option for option in options if min(option) < items]
    bounds = {i: random.choice(((0, 1), (1, 2), (2, 3))) for i in range(items)
              if random.random() < 0.1}  # fmt: skip
    kind = random.choice(("whole", "fraction", "negative"))
    draw = {
        "whole": lambda: random.randint(0, 100),
        "fraction": lambda: round(random.uniform(0, 10), 3),
        "negative": lambda: random.randint(-20, 50),
    }[kind]
    costs = [draw() for _ in options]
    return Problem(names[:items], options, names[items:], bounds=bounds, costs=costs)


def cheapest_by_highs(problem: Problem) -> float | None:
    items = (*problem.primary, *problem.secondary)
    matrix = np.array([[item in option for option in problem.options] for item in items], float)
    least = [problem.bounds.get(item, (1, 1))[0] for item in problem.primary]
    most = [problem.bounds.get(item, (1, 1))[1] for item in problem.primary]
    zeros, ones = [0] * len(problem.secondary), [1] * len(problem.secondary)
    count = len(problem.options)
    found = milp(
        np.array(problem.costs or [0] * count, float),
        constraints=LinearConstraint(matrix, least + zeros, most + ones),
        bounds=Bounds(0, 1),
        integrality=np.ones(count),
    )
    return None if found.fun is None else float(found.fun)


@pytest.mark.parametrize("part", range(10))
def test_as_cheap_as_highs(part: int) -> None:
    """200 problems in all."""
    random = Random(part)
    for _ in range(20):
        problem = random_problem(random)
        result = minimum(problem)
        expected = cheapest_by_highs(problem)
        if expected is None:
            assert (result.status, result.cost) == (Status.NONE, None)
        else:
            assert result.status is Status.FOUND
            assert result.cost == pytest.approx(expected, abs=1e-6)


def test_the_cost_is_the_sum_of_the_numbers_given() -> None:
    third = Fraction(1, 3)
    result = minimum(Problem("abc", ["a", "b", "c", "abc"], costs=[third, third, third, 2]))
    assert (result.options, result.cost, type(result.cost)) == ((0, 1, 2), 1, Fraction)
    assert minimum(Problem("a", ["a"], costs=[10**30])).cost == 10**30


def test_without_costs_any_cover_is_the_cheapest() -> None:
    result = minimum(Problem("ab", ["a", "b", "ab"]))
    assert (result.status, result.cost, result.engine) == (Status.FOUND, 0, "minimum")


def test_without_a_cover_there_is_no_cost() -> None:
    result = minimum(Problem("ab", ["a"], costs=[1]))
    assert (result.status, result.options, result.cost) == (Status.NONE, None, None)


def test_forced_and_excluded_options() -> None:
    problem = Problem("ab", ["a", "b", "ab"], costs=[1, 2, 4])
    assert minimum(problem, forced=[2]).cost == 4
    assert minimum(problem, excluded=[0]).cost == 4
    assert minimum(problem, excluded=[0, 2]).status is Status.NONE
