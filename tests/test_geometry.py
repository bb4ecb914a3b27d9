"""Geometry: sizes, boxes, houses; a value like any other."""

import pickle

import pytest
from hypothesis import given

from squaredance import Geometry, GeometryError
from squaredance.geometry import MAX_SIZE, cell_name, squarest_box, standard_geometry
from tests.puzzles import DIAGONALS4, boxes, examples, extra_geometries, geometries


@pytest.mark.parametrize(
    ("size", "box"),
    [
        (1, None), (2, None), (3, None), (4, (2, 2)), (5, None), (6, (2, 3)), (7, None),
        (8, (2, 4)), (9, (3, 3)), (10, (2, 5)), (12, (3, 4)), (15, (3, 5)), (16, (4, 4)),
        (18, (3, 6)), (20, (4, 5)), (25, (5, 5)), (36, (6, 6)), (48, (6, 8)), (61, None),
        (64, (8, 8)),
    ],
)  # fmt: skip
def test_default_boxes(size: int, box: tuple[int, int] | None) -> None:
    assert Geometry(size).box == squarest_box(size) == box


@pytest.mark.parametrize("size", range(1, MAX_SIZE + 1))
def test_houses_of_every_size_and_box(size: int) -> None:
    for box in boxes(size):
        geometry = Geometry(size, box)
        kinds = 2 if box is None else 3
        assert len(geometry.houses) == kinds * size
        for start in range(0, kinds * size, size):
            cells = [cell for house in geometry.houses[start : start + size] for cell in house]
            assert sorted(cells) == list(range(size * size))  # each kind covers all cells once
        assert all(len(houses) == kinds for houses in geometry.houses_of)


def test_boxes_lie_where_they_should() -> None:
    assert Geometry(6, (2, 3)).houses[12:14] == ((0, 1, 2, 6, 7, 8), (3, 4, 5, 9, 10, 11))
    assert Geometry(6, (3, 2)).houses[12:14] == ((0, 1, 6, 7, 12, 13), (2, 3, 8, 9, 14, 15))


def test_boxes_of_one_row_or_column_are_no_boxes() -> None:
    assert Geometry(6, (1, 6)) == Geometry(6, (6, 1)) == Geometry(6, None)


def test_names() -> None:
    geometry = Geometry(4, extra=[(0, 5, 10, 15)])
    names = [geometry.house_name(i) for i in range(len(geometry.houses))]
    assert names == [
        *(f"row {i}" for i in range(1, 5)),
        *(f"col {i}" for i in range(1, 5)),
        *(f"box {i}" for i in range(1, 5)),
        "extra 1",
    ]
    assert Geometry(3, extra=[(0, 4, 8)]).house_name(6) == "extra 1"
    assert [cell_name(cell, 16) for cell in (0, 16, 255)] == ["R1C1", "R2C1", "R16C16"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0,), "expected a size from 1 to 64, found 0"),
        ((-4,), "expected a size from 1 to 64, found -4"),
        ((65,), "expected a size from 1 to 64, found 65"),
        ((4.0,), "expected a size from 1 to 64, found 4.0"),
        ((4, "foo"), "expected a box \\(rows, cols\\), 'auto' or None, found 'foo'"),
        ((9, (2, 3)), "expected a box of R x C cells with R\\*C = 9, found 2x3"),
        ((4, (-2, -2)), "expected a box of R x C cells with R\\*C = 4, found -2x-2"),
        ((4, None, [(0, 1, 2)]), "expected a house of 4 different cells, found 3"),
        ((4, None, [(0, 1, 2, 2)]), "expected a house of 4 different cells, found 3"),
        ((4, None, [(0, 1, 2, 16)]), "expected cells from 0 to 15, found 16"),
        ((4, None, [(0, 1, 2, -1)]), "expected cells from 0 to 15, found -1"),
    ],
)
def test_impossible_geometries(arguments: tuple, message: str) -> None:
    with pytest.raises(GeometryError, match=message):
        Geometry(*arguments)


@examples(60)
@given(geometries() | extra_geometries())
def test_a_value_like_any_other(geometry: Geometry) -> None:
    again = eval(repr(geometry), {"Geometry": Geometry})
    copy = pickle.loads(pickle.dumps(geometry))
    assert geometry == again == copy
    assert len({geometry, again, copy}) == 1
    assert copy.houses == geometry.houses


def test_what_makes_two_geometries_different() -> None:
    different = [
        Geometry(4), Geometry(4, None), Geometry(6), Geometry(6, (3, 2)), DIAGONALS4,
        Geometry(4, extra=DIAGONALS4.extra[:1]),
    ]  # fmt: skip
    assert len(set(different)) == len(different)
    assert Geometry(4) != "Geometry(4)"


def test_it_cannot_be_changed() -> None:
    geometry = Geometry(4)
    with pytest.raises(AttributeError, match="a Geometry cannot be changed"):
        geometry.size = 9
    with pytest.raises(AttributeError, match="a Geometry cannot be changed"):
        del geometry.box
    with pytest.raises(AttributeError, match="a Geometry cannot be changed"):
        geometry.other = 1  # type: ignore[attr-defined]


def test_a_pickle_of_a_used_geometry_is_as_small_as_of_a_new_one() -> None:
    used = Geometry(16)
    assert used.core.house_count == len(used.houses) == 48
    assert pickle.dumps(used) == pickle.dumps(Geometry(16))


def test_standard_geometries_are_shared() -> None:
    assert standard_geometry(9) is standard_geometry(9)
    assert standard_geometry(9) == Geometry(9)
    assert standard_geometry(6, (3, 2)) == Geometry(6, (3, 2))


def test_the_core_refuses_what_is_no_geometry() -> None:
    from squaredance import _core

    with pytest.raises(ValueError, match="expected a valid list of houses"):
        _core.Geometry(4, [[0, 1, 2]])
    with pytest.raises(ValueError, match="expected a valid list of houses"):
        _core.Geometry(65, [])
    with pytest.raises(ValueError, match="expected a clue for each cell"):
        _core.Search(Geometry(2).core, b"", "search")
    with pytest.raises(ValueError, match="expected clues from 0 to the size"):
        _core.Search(Geometry(2).core, b"\3\0\0\0", "search")
    with pytest.raises(ValueError, match="expected candidates for each cell"):
        _core.Search(Geometry(2).core, bytes(4), "search", [1])
    with pytest.raises(ValueError, match="expected the engine"):
        _core.Search(Geometry(2).core, bytes(4), "magic")
