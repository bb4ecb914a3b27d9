"""The pure modules of the page (geometry, symbols, model, store), beside the library."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from squaredance.geometry import Geometry, squarest_box
from squaredance.symbols import default_symbols

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    Run = Callable[..., Any]

GEOMETRIES: list[tuple[int, Any, list[list[int]]]] = [
    (1, None, []),
    (4, (2, 2), []),
    (4, (2, 2), [[0, 5, 10, 15], [3, 6, 9, 12]]),
    (4, None, []),
    (6, (2, 3), []),
    (6, (3, 2), []),
    (7, None, []),
    (9, (3, 3), []),
    (12, (3, 4), []),
    (16, (4, 4), []),
    (25, (5, 5), []),
    (36, (6, 6), []),
]


@pytest.fixture(scope="module")
def run(address: str, browser: Browser) -> Iterator[Run]:
    """Runs the body of a function with the modules in reach: `model`, `store`, ..., and `given`."""
    page = browser.new_page()
    page.goto(address)

    def runner(body: str, given: Any = None) -> Any:
        names = ("model", "store", "geometry", "symbols")
        imports = "".join(f"const {name} = await import('/js/{name}.js');" for name in names)
        return page.evaluate(f"async (given) => {{ {imports} {body} }}", given)

    yield runner
    page.close()


@pytest.mark.parametrize(("size", "box", "extra"), GEOMETRIES)
def test_houses_are_those_of_the_library(
    run: Run, size: int, box: Any, extra: list[list[int]]
) -> None:
    found = run(
        """const g = geometry.makeGeometry(...given);
           return [g.houses, g.housesOf, g.houses.map((_, i) => i)];""",
        [size, box, extra],
    )
    expected = Geometry(size, box, extra)
    assert found[0] == [list(house) for house in expected.houses]
    assert found[1] == [list(houses) for houses in expected.houses_of]
    names = [expected.house_name(index) for index in range(len(expected.houses))]
    index = """const g = geometry.makeGeometry(...given.geometry);
               return given.names.map((name) => geometry.houseIndex(g, name));"""
    assert run(index, {"geometry": [size, box, extra], "names": names}) == found[2]
    assert run(index, {"geometry": [size, box, extra], "names": ["bin 1", "extra 9", "row 0"]}) == [
        -1, -1, -1,
    ]  # fmt: skip


def test_boxes_and_symbols_are_those_of_the_library(run: Run) -> None:
    sizes = list(range(1, 65))
    boxes = run("return given.map((size) => geometry.squarestBox(size));", sizes)
    assert boxes == [list(box) if (box := squarest_box(size)) else None for size in sizes]
    texts = run(
        """return given.map((size) => {
             const s = new symbols.Symbols(size);
             return Array.from({ length: size }, (_, i) => s.text(i + 1));
           });""",
        sizes,
    )
    assert texts == [[default_symbols(n).text(v) for v in range(1, n + 1)] for n in sizes]


@pytest.mark.parametrize(("size", "box", "extra"), GEOMETRIES)
def test_candidates_and_clashes(run: Run, size: int, box: Any, extra: list[list[int]]) -> None:
    random = Random(size)
    values = [random.choice([0, 0, 0, random.randint(1, size)]) for _ in range(size * size)]
    geometry = Geometry(size, box, extra)
    seen = [
        [values[peer] for peer in {p for h in houses for p in geometry.houses[h]} - {cell}]
        for cell, houses in enumerate(geometry.houses_of)
    ]
    everything = range(1, size + 1)
    expected = [
        [] if value else [v for v in everything if v not in others]
        for value, others in zip(values, seen, strict=True)
    ]
    clashes = [value > 0 and value in others for value, others in zip(values, seen, strict=True)]
    found = run(
        """const game = new model.Game();
           game.load(given);
           const cells = [...game.content.keys()];
           return [cells.map((c) => game.candidates(c)), cells.map((c) => game.clashes(c))];""",
        {"size": size, "box": box, "extra": extra, "values": values},
    )
    assert found == [expected, clashes]


def test_any_way_back_and_forth(run: Run) -> None:
    """A thousand random acts; then all undone, all redone, frozen and revived."""
    random = Random(7)
    acts: list[list[Any]] = []
    for _ in range(1000):
        cells = random.sample(range(81), random.randint(1, 5))
        value = random.randint(1, 9)
        acts.append(
            random.choice(
                [
                    ["enter", cells, value, random.choice(["value", "corner", "centre", "color"])],
                    ["erase", cells],
                    ["strike", cells, value],
                    ["setAuto", cells, random.random() < 0.5],
                    ["fix", cells] if random.random() < 0.1 else ["erase", cells],
                    ["restart", cells] if random.random() < 0.05 else ["unfix", cells],
                ]
            )
        )
    start, end, undone, redone, revived, counts = run(
        """const game = new model.Game();
           game.load({ size: 9, values: given.values });
           game.forget();
           const look = (g = game) => JSON.stringify(g.freeze().content);
           const start = look();
           for (const [act, cells, ...rest] of given.acts) {
             game.select(cells);
             if (act === "strike") game.strike(cells.map((cell) => [cell, rest[0]]));
             else game[act](...rest);
           }
           const end = look();
           const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9];
           const counted = digits.map((v) => game.count(v));
           const filled = digits.map((v) => game.values.filter((x) => x === v).length);
           while (game.canUndo) game.undo();
           const undone = look();
           while (game.canRedo) game.redo();
           const other = new model.Game();
           other.revive(JSON.parse(JSON.stringify(game.freeze())));
           return [start, end, undone, look(), look(other), [counted, filled]];""",
        {"acts": acts, "values": [1, 2, 3] + [0] * 78},
    )
    assert start == undone
    assert end == redone == revived
    assert start != end
    assert counts[0] == counts[1]


def test_a_value_takes_its_marks_from_its_peers(run: Run) -> None:
    found = run(
        """const game = new model.Game();
           game.select([1, 80]);
           game.enter(5, "centre");
           game.enter(5, "corner");
           game.select([0]);
           game.enter(5, "value");
           const marks = ({ corner, centre }) => [corner, centre];
           const tidied = [1, 80].map((cell) => marks(game.content[cell]));
           game.undo();
           return [tidied, game.content[1].centre, game.value(0)];"""
    )
    assert found == [[[[], []], [[5], [5]]], [5], 0]


def test_puzzle_is_the_clues_or_all_values(run: Run) -> None:
    found = run(
        """const game = new model.Game(4);
           game.select([0]);
           game.enter(1);
           const typed = game.puzzle();
           game.fix();
           game.select([3]);
           game.enter(2);
           const clues = game.puzzle();
           game.strike([[4, 4]]);
           return [typed, clues, game.puzzle("now")];"""
    )
    one, two = [1] + [0] * 15, [1, 0, 0, 2] + [0] * 12
    assert found[0] == found[1] == {"size": 4, "box": [2, 2], "values": one}
    assert found[2]["values"] == two
    assert found[2]["candidates"][:5] == [[1], [3, 4], [3, 4], [2], [2, 3]]


@pytest.mark.parametrize(("size", "box", "extra"), GEOMETRIES)
def test_links_round_trip(run: Run, size: int, box: Any, extra: list[list[int]]) -> None:
    random = Random(size)

    def some_values() -> list[int]:
        return [random.choice([0, 0, random.randint(1, size)]) for _ in range(size * size)]

    puzzle: dict[str, Any] = {"size": size, "box": box and list(box), "values": some_values()}
    if extra:
        puzzle["extra"] = extra
    candidates = [
        [v for v in range(1, size + 1) if random.random() < 0.5] for _ in puzzle["values"]
    ]
    empty = {**puzzle, "values": [0] * (size * size)}
    cases = [[puzzle, None], [puzzle, some_values()], [empty, None]]
    cases.append([{**puzzle, "candidates": candidates}, None])
    found = run(
        """return given.map(([puzzle, values]) => {
             const link = store.packLink(puzzle, values);
             if (encodeURI(link) !== link) throw new Error(link);
             const { puzzle: p, values: v } = store.unpackLink("#" + link);
             return [p, v];
           });""",
        cases,
    )
    assert found == cases


@pytest.mark.parametrize(
    "link",
    ["p=12", "s=0&p=a", "s=65&p=a", "s=x&p=a", "s=4&p=5o", "s=4&p=p&b=3x2", "s=4&p=p&e=1.2",
     "s=4&p=p&c=A", "s=26&p=-677", "s=4&p=1.o", "s=16&p=1zzzzzzzzzu"],
)  # fmt: skip
def test_wrong_links_are_refused(run: Run, link: str) -> None:
    name = run(
        "try { store.unpackLink(given); } catch (error) { return error.name; } return null;", link
    )
    assert name == "RangeError"
