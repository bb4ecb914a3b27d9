"""Transformation: what it does, undoes and refuses; random ones."""

import pickle
from random import Random

import pytest
from hypothesis import given

from squaredance import (
    Geometry,
    Puzzle,
    SquaredanceError,
    Transformation,
)
from tests.puzzles import (
    DIAGONALS4,
    UNIQUE9,
    dug_puzzles,
    examples,
    randoms,
)


class TestTransformation:
    @given(dug_puzzles(1, 9), randoms)
    @examples(60)
    def test_inverse_and_then(self, puzzle: Puzzle, random: Random) -> None:
        geometry = puzzle.geometry
        one = Transformation.random(geometry, random.getrandbits(32))
        two = Transformation.random(geometry, random.getrandbits(32))
        assert one.inverse().apply(one.apply(puzzle)) == puzzle
        assert one.then(two).apply(puzzle) == two.apply(one.apply(puzzle))
        assert one.then(one.inverse()) == Transformation(geometry)
        assert one.inverse().inverse() == one
        assert Transformation(*one._key()) == one

    def test_candidates_go_along(self) -> None:
        puzzle = Puzzle(Geometry(2), bytes(4), [1, 2, 3, 3])
        turned = Transformation(Geometry(2), True, values=[2, 1]).apply(puzzle)
        assert turned.candidates == (2, 3, 1, 3)

    def test_it_is_a_value(self) -> None:
        one = Transformation.random(Geometry(9), 1)
        assert pickle.loads(pickle.dumps(one)) == one
        assert hash(one) == hash(Transformation.random(Geometry(9), 1))
        assert one != Transformation.random(Geometry(9), 2)
        assert eval(repr(one)) == one
        with pytest.raises(AttributeError, match="a Transformation cannot be changed"):
            one.rows = ()  # type: ignore[misc]
        with pytest.raises(AttributeError, match="a Transformation cannot be changed"):
            del one.rows

    def test_random_ones_are_all_there(self) -> None:
        geometry = Geometry(2)
        found = {Transformation.random(geometry, seed) for seed in range(300)}
        assert len(found) == 2 * 2 * 2 * 2
        assert not any(Transformation.random(Geometry(6), seed).transposed for seed in range(20))

    def test_a_seed_is_that_of_all_calls(self) -> None:
        """And what it makes is written here, since no version of Python may change it."""
        geometry = Geometry(4)
        made = Transformation.random(geometry, -1)
        assert made == Transformation.random(geometry, 2**64 - 1)
        assert made.to_json() == {
            "transposed": False,
            "rows": [0, 1, 3, 2],
            "cols": [2, 3, 0, 1],
            "values": [2, 3, 4, 1],
        }

    @pytest.mark.parametrize(
        ("parts", "message"),
        [
            ({"rows": [0, 2, 1, 3]}, "expected rows of one band side by side, found [0, 2]"),
            ({"cols": [2, 3, 0, 0]}, "expected cols 0 to 3, each once, found [2, 3, 0, 0]"),
            ({"cols": [1, 2, 3, 0]}, "expected cols of one stack side by side, found [1, 2]"),
            ({"rows": [0, 1, 2]}, "expected rows 0 to 3, each once, found [0, 1, 2]"),
            ({"rows": "abcd"}, "expected rows as whole numbers, found 'abcd'"),
            ({"rows": 5}, "expected rows as whole numbers, found 5"),
            ({"values": [0, 1, 2, 3]}, "expected values 1 to 4, each once, found [0, 1, 2, 3]"),
        ],
    )
    def test_refused(self, parts: dict[str, object], message: str) -> None:
        with pytest.raises(SquaredanceError) as error:
            Transformation(Geometry(4), **parts)  # type: ignore[arg-type]
        assert str(error.value) == message

    def test_refused_geometries(self) -> None:
        with pytest.raises(SquaredanceError, match="boxes as high as wide to transpose, found 2x3"):
            Transformation(Geometry(6), transposed=True)
        with pytest.raises(SquaredanceError, match="found 2 extra houses"):
            Transformation(DIAGONALS4)
        with pytest.raises(SquaredanceError, match="expected a Geometry, found 9"):
            Transformation(9)  # type: ignore[arg-type]
        one = Transformation(Geometry(4))
        with pytest.raises(SquaredanceError, match=r"expected Geometry\(4, box=\(2, 2\)\), found"):
            one.apply(UNIQUE9)
        with pytest.raises(SquaredanceError, match=r"expected Geometry\(4, box=\(2, 2\)\), found"):
            one.then(Transformation(Geometry(9)))
        with pytest.raises(SquaredanceError, match="expected a whole number as seed"):
            Transformation.random(Geometry(4), seed="x")  # type: ignore[arg-type]
