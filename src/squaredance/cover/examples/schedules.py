"""Schedules: a tournament in which everybody meets everybody, and a rota with wishes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, pairwise, product

from squaredance.cover import Problem
from squaredance.cover.examples.base import Example, term, whole
from squaredance.cover.examples.sets import FACTORISATIONS
from squaredance.errors import SquaredanceError


def tournament(teams: int = 8) -> Example:
    """A round robin: each pair of teams plays once, each team once in each round.

    The order of the rounds says nothing, so team 1 meets team r + 1 in round r; what is left is
    a one-factorisation, found game by game. (`one_factorisations` has the same number of
    solutions with whole rounds as options: far fewer nodes, but too many options from 16 teams
    on.)

    >>> from squaredance import cover
    >>> cover.count(tournament(6).problem).count
    6
    """
    whole(teams, 2, 64, "a number of teams")
    if teams % 2:
        raise SquaredanceError(f"expected an even number of teams, found {teams}")
    rounds = range(1, teams)
    games = [
        (one, other, number)
        for one, other in combinations(range(1, teams + 1), 2)
        for number in rounds
        if one > 1 or other == number + 1
    ]
    options = [(f"{a}-{b}", f"{a}@{number}", f"{b}@{number}") for a, b, number in games]
    pairs = [f"{a}-{b}" for a, b in combinations(range(1, teams + 1), 2)]
    places = [f"{team}@{number}" for team in range(1, teams + 1) for number in rounds]

    def draw(chosen: Sequence[int]) -> str:
        from squaredance.render.table import Entry, table_svg

        table: dict[tuple[int, int], Entry] = {}
        for a, b, number in (games[option] for option in chosen):
            table[a - 1, number - 1] = Entry(str(b), b - 1)
            table[b - 1, number - 1] = Entry(str(a), a - 1)
        names = [f"team {team}" for team in range(1, teams + 1)]
        return table_svg(title, names, [f"round {number}" for number in rounds], table)

    title = f"A tournament of {teams} teams"
    known = term(FACTORISATIONS, teams // 2)
    return Example(
        "tournament", title, Problem([*pairs, *places], options), draw, known, "OEIS A000438"
    )


WISHES = {
    "Ada": "DD.D.--",
    "Ben": "NNN..--",
    "Cleo": "..DDD-.",
    "Dan": "--.NNN.",
}


def rota(
    wishes: Mapping[str, str] | str = WISHES,
    *more: str,
    shifts: str = "DN",
    least: int = 3,
    most: int = 4,
) -> Example:
    """Who works when, with as few wishes denied as can be: ask `cover.minimum`.

    Each shift of each day is done by one person; everybody works ``least`` to ``most`` days, one
    shift a day, and never an earlier shift than the day before. An option is a person with a
    whole week. Wishes have a letter per day: a shift, ``-`` for a day off, ``.`` for anything.
    To work on a day off costs 3, any other denied wish 1.

    >>> rota({"Ada": "D.", "Ben": "-N"}, least=1, most=3).problem
    <Problem with 6+0 items, 14 options>
    >>> rota({"Ada": "D.", "Ben": "-X"})
    Traceback (most recent call last):
    squaredance.errors.SquaredanceError: Ben: expected a wish of D, N, - or . per day, found '-X'
    """
    people = _checked_wishes(wishes, more, shifts)
    days = len(next(iter(people.values())))
    whole(least, 0, days, "the least number of shifts")
    weeks = [
        (person, week, _denied(week, wished))
        for person, wished in people.items()
        for week in _weeks(days, shifts, least, most)
    ]
    options = [
        (person, *(f"{shift}{day}" for day, shift in enumerate(week, 1) if shift != "-"))
        for person, week, _ in weeks
    ]
    places = [f"{shift}{day}" for day in range(1, days + 1) for shift in shifts]

    def draw(chosen: Sequence[int]) -> str:
        from squaredance.render.table import Entry, table_svg

        names = list(people)
        table = {
            (names.index(person), day): Entry(
                "" if shift == "-" else shift,
                None if shift == "-" else shifts.index(shift),
                people[person][day] not in (".", shift),
            )
            for person, week, _ in (weeks[option] for option in chosen)
            for day, shift in enumerate(week)
        }
        return table_svg(title, names, [f"day {day + 1}" for day in range(days)], table)

    title = f"A rota for {len(people)} people and {days} days"
    problem = Problem([*people, *places], options, costs=[cost for *_, cost in weeks])
    return Example("rota", title, problem, draw)


def _checked_wishes(
    wishes: Mapping[str, str] | str, more: Sequence[str], shifts: str
) -> dict[str, str]:
    if isinstance(wishes, str):  # of a command line: Ada:DD.--DD Ben:..NNN--
        pairs = [text.partition(":")[::2] for text in (wishes, *more)]
    else:
        pairs = list(wishes.items())
    if not shifts.isalnum() or len(set(shifts)) != len(shifts):
        raise SquaredanceError(f"expected different letters for the shifts, found {shifts!r}")
    days = len(pairs[0][1]) if pairs else 0
    whole(days, 1, 10, "a number of days")
    for person, wished in pairs:
        if set(wished) - {*shifts, "-", "."} or len(wished) != days:
            kinds = f"{', '.join(shifts)}, - or ."
            raise SquaredanceError(
                f"{person}: expected a wish of {kinds} per day, found {wished!r}"
            )
    if len(dict(pairs)) != len(pairs):
        raise SquaredanceError("expected different people, found a name twice")
    return dict(pairs)


def _weeks(days: int, shifts: str, least: int, most: int) -> Iterator[tuple[str, ...]]:
    rank = {shift: place for place, shift in enumerate(shifts)}
    for week in product("-" + shifts, repeat=days):
        worked = sum(shift != "-" for shift in week)
        if least <= worked <= most and all(
            "-" in (one, other) or rank[one] <= rank[other] for one, other in pairwise(week)
        ):
            yield week


def _denied(week: Sequence[str], wished: str) -> int:
    return sum(
        0 if wish in (".", shift) else 3 if wish == "-" else 1
        for shift, wish in zip(week, wished, strict=True)
    )
