"""The gallery: what its problems are made of, pictures, arguments that cannot be."""

from collections.abc import Callable, Iterable
from inspect import signature
from itertools import combinations, pairwise, permutations, product
from xml.etree import ElementTree

import pytest

from squaredance import Geometry, Puzzle, SquaredanceError, Status, cover
from squaredance.cover import examples
from squaredance.cover.examples import registry
from squaredance.cover.examples.polyominoes import PENTOMINOES, orientations, shape_of
from squaredance.cover.examples.soma import PIECES
from tests.cover.problems import made


def options_of(problem: cover.Problem) -> set[frozenset[object]]:
    return {frozenset(option) for option in problem.options}


class TestPieces:
    """What the counts do not show, or show only as a wrong number."""

    def test_pentominoes_are_all_there(self) -> None:
        ways = {piece: len(orientations(shape_of(text))) for piece, text in PENTOMINOES.items()}
        whole = dict.fromkeys("FLNPY", 8) | dict.fromkeys("TUVWZ", 4) | {"I": 2, "X": 1}
        assert ways == whole
        assert sum(ways.values()) == 63

    def test_soma_pieces_hold_together(self) -> None:
        for text in PIECES.values():
            cubes = [tuple(map(int, cube)) for cube in text.split()]
            reached = {cubes[0]}
            for _ in cubes:
                reached |= {
                    cube
                    for cube in cubes
                    for other in reached
                    if sum(abs(a - b) for a, b in zip(cube, other, strict=True)) == 1
                }
            assert reached == set(cubes)

    def test_soma_has_the_options_that_knuth_has(self) -> None:
        assert len(examples.soma().problem.options) == 688

    def test_a_board_may_be_rows_of_text(self) -> None:
        text = examples.pentominoes(["#" * 10] * 6)
        assert options_of(text.problem) == options_of(examples.pentominoes(6, 10).problem)
        assert (text.title, text.known) == ("Pentominoes on 6x10", 9356)
        assert examples.pentominoes().title == text.title

    def test_some_pieces_only(self) -> None:
        example = examples.pentominoes(5, 5, "FILUY")
        assert example.known is None
        every = cover.count(example.problem).count
        assert every == 8 * cover.count(examples.pentominoes(5, 5, "FILUY", True).problem).count
        assert every == 48

    def test_turns_of_a_board_that_is_not_symmetric_change_nothing(self) -> None:
        board = "######/####"
        one = examples.pentominoes(board, None, "LN")
        other = examples.pentominoes(board, None, "LN", reduced=True)
        assert options_of(one.problem) == options_of(other.problem)


def test_queens_like_permutations() -> None:
    for size in range(1, 7):
        brute = sum(
            len({row + col for row, col in enumerate(way)}) == size
            and len({row - col for row, col in enumerate(way)}) == size
            for way in permutations(range(size))
        )
        assert (
            cover.count(examples.queens(size).problem).count == brute == examples.queens(size).known
        )


class TestSquares:
    def test_sudoku_of_other_geometries(self) -> None:
        diagonal = Geometry(4, extra=[(0, 5, 10, 15), (3, 6, 9, 12)])
        for geometry in (diagonal, Geometry(4, box=None), Geometry(6, box=(3, 2)), Geometry(5)):
            clues = bytearray(geometry.cells)
            clues[: geometry.size] = range(1, geometry.size + 1)
            puzzle = Puzzle(geometry, bytes(clues))
            from squaredance import count

            assert cover.count(examples.sudoku(puzzle).problem).count == count(puzzle).count

    def test_candidates_are_kept(self) -> None:
        puzzle = Puzzle(Geometry(2), bytes(4), [1, 3, 3, 3])
        assert cover.count(examples.sudoku(puzzle).problem).count == 1

    def test_clues_that_clash_have_no_cover(self) -> None:
        assert cover.solve(examples.sudoku("11..............").problem).status is Status.NONE

    def test_completion(self) -> None:
        example = examples.latin(4, ["1234", "....", "....", "...."])
        assert example.known is None
        assert cover.count(example.problem).count == 576 // 24


class TestWords:
    @staticmethod
    def fits(choice: Iterable[Iterable[tuple[object, str]]]) -> bool:
        letters: dict[object, str] = {}
        return all(
            letters.setdefault(cell, letter) == letter for word in choice for cell, letter in word
        )

    @pytest.mark.parametrize(
        ("rows", "cols", "words"),
        [(2, 2, "AB BC CA"), (1, 4, "ABBA BB"), (3, 3, "ADA DAD"), (2, 3, "ABC CBD")],
    )
    def test_word_search_like_all_ways(self, rows: int, cols: int, words: str) -> None:
        def places(word: str) -> set[frozenset[tuple[object, str]]]:
            ways = [
                [(r + down * n, c + right * n) for n in range(len(word))]
                for r, c in product(range(rows), range(cols))
                for down, right in product((-1, 0, 1), repeat=2)
                if (down, right) != (0, 0)
            ]
            board = set(product(range(rows), range(cols)))
            return {frozenset(zip(way, word, strict=True)) for way in ways if board.issuperset(way)}

        brute = sum(map(self.fits, product(*map(places, words.split()))))
        example = examples.word_search(rows, cols, *words.lower().split())
        assert cover.count(example.problem).count == brute

    WORDS = ("BIT", "ICE", "TEN", "TIE", "INN", "END", "TOE", "ORE", "EEL")

    def test_symmetric_squares_like_all_ways(self) -> None:
        brute = sum(
            all(rows[r][c] == rows[c][r] for r, c in product(range(3), repeat=2))
            for rows in product(self.WORDS, repeat=3)
        )
        assert cover.count(examples.word_square(self.WORDS).problem).count == brute > 0

    def test_double_squares_like_all_ways(self) -> None:
        words = [a + b + c for a, b, c in product("AB", "AB", "AB")] + ["ABC", "BAC", "CAB"]
        brute = 0
        for rows in permutations(words, 3):
            cols = ["".join(col) for col in zip(*rows, strict=True)]
            brute += set(cols) <= set(words) and len({*rows, *cols}) == 6
        assert cover.count(examples.word_square(words, double=True).problem).count == brute > 0


class TestRota:
    def test_the_cheapest_like_a_table_over_sets_of_shifts(self) -> None:
        problem = examples.rota().problem
        bit = {item: 1 << place for place, item in enumerate(problem.primary)}
        best = {0: 0}  # by what is covered: the least cost
        for person in problem.primary[:4]:
            weeks = [
                (sum(bit[item] for item in option), cost)
                for option, cost in zip(problem.options, problem.costs or (), strict=True)
                if option[0] == person
            ]
            longer: dict[int, int] = {}
            for covered, sum_ in best.items():
                for mask, cost in weeks:
                    if not covered & mask:
                        union = covered | mask
                        longer[union] = min(longer.get(union, 10**9), sum_ + int(cost))
            best = longer
        everything = (1 << len(problem.primary)) - 1
        found = cover.minimum(problem)
        assert (found.status, found.cost) == (Status.FOUND, best[everything])

    def test_every_option_keeps_the_rules(self) -> None:
        for option in examples.rota().problem.options:
            _, *shifts = map(str, option)
            assert 3 <= len(shifts) <= 4
            days = [int(shift[1:]) for shift in shifts]
            assert days == sorted(set(days))
            for one, other in pairwise(shifts):
                rested = int(other[1:]) > int(one[1:]) + 1
                assert rested or (one[0], other[0]) != ("N", "D")

    def test_wishes_cost(self) -> None:
        problem = examples.rota({"Ada": "D-.N", "Ben": "...."}, least=2, most=2).problem
        costs = dict(zip(problem.options, problem.costs or (), strict=True))
        assert costs["Ada", "D1", "N4"] == 0
        assert costs["Ada", "D2", "D3"] == 1 + 3 + 0 + 1
        assert costs["Ben", "D2", "D3"] == 0

    def test_names_and_wishes_of_a_command_line(self) -> None:
        words = made("rota Ada:D. Ben:-N least=1 most=2")
        assert options_of(words.problem) == options_of(
            examples.rota({"Ada": "D.", "Ben": "-N"}, least=1, most=2).problem
        )


@pytest.mark.parametrize("name", examples.NAMES)
class TestAll:
    def test_it_has_a_line_a_usage_and_defaults(self, name: str) -> None:
        example = examples.example(name)
        assert example.name == name
        assert registry.about(name)
        assert examples.usage(name).startswith("[")
        assert (example.known is None) == (example.source == "")

    def test_its_items_can_be_written(self, name: str) -> None:
        """Knuth's text has no blanks, bars or colons in names."""
        example = small(name)
        for item in (*example.problem.primary, *example.problem.secondary):
            assert isinstance(item, str)
            assert item
            assert not set(item) & set(" |:\t\n")

    def test_its_picture_is_well_formed(self, name: str) -> None:
        example = small(name)
        options = cover.solve(example.problem).options
        assert options is not None
        picture = example.picture(options)
        root = ElementTree.fromstring(picture)
        title = root.find("{http://www.w3.org/2000/svg}title")
        assert title is not None
        assert title.text
        assert picture == example.picture(reversed(options))

    def test_a_picture_of_options_that_are_not_there(self, name: str) -> None:
        example = small(name)
        with pytest.raises(SquaredanceError, match="expected options from 0 to"):
            example.picture([len(example.problem.options)])


def small(name: str) -> examples.Example:
    words = {
        "pentominoes": "3 20",
        "partridge": "1",
        "costas": "5",
        "partitions": "6",
        "word_square": "3",
    }
    return made(f"{name} {words.get(name, '')}")


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: examples.queens(0), "expected a number of queens from 1 to 64, found 0"),
        (lambda: examples.queens("8"), "expected a number of queens from 1 to 64, found '8'"),
        (lambda: examples.langford(True), "expected a number of pairs from 1 to 64, found True"),
        (lambda: examples.dominoes(0, 3), "expected a number of rows from 1 to 64, found 0"),
        (lambda: examples.dominoes("#x", 3), "expected a number of rows before 3 cols, found '#x'"),
        (lambda: examples.dominoes("../.."), "expected a board with cells, found '../..'"),
        (
            lambda: examples.dominoes("#-"),
            "row 1: expected '#' for a cell or '.' for none, found '-'",
        ),
        (
            lambda: examples.pentominoes(8, 8),
            "expected a board of 60 cells for 12 pieces, found 64",
        ),
        (
            lambda: examples.pentominoes(2, 5, "FF"),
            "expected different pieces of FILNPTUVWXYZ, found 'FF'",
        ),
        (
            lambda: examples.pentominoes(2, 5, "IX", reduced=True),
            "expected F, L, N, P or Y among the pieces of a reduced board",
        ),
        (
            lambda: examples.partridge(13),
            "expected an order of the partridge puzzle from 1 to 12, found 13",
        ),
        (lambda: examples.matchings(7), "expected an even number, found 7"),
        (lambda: examples.tournament(7), "expected an even number of teams, found 7"),
        (lambda: examples.partitions(17), "expected a number of things from 1 to 16, found 17"),
        (lambda: examples.latin(3, "123/1"), "expected 3 rows of 3 symbols, found 2"),
        (lambda: examples.latin(3, "123/1/..."), "row 2: expected 3 symbols, found '1'"),
        (lambda: examples.latin(2, "12/2x"), "row 2: expected 2 symbols, found '2x'"),
        (lambda: examples.latin(2, "12/21", True), "expected rows or reduced, found both"),
        (lambda: examples.word_search(2, 2, "A1"), "expected words of letters, found 'A1'"),
        (
            lambda: examples.word_search(2, 2, "AB", "ab"),
            "expected different words, found 'AB' twice",
        ),
        (
            lambda: examples.word_search(2, 2, "ABC"),
            "expected words that fit into 2x2, found 'ABC'",
        ),
        (
            lambda: examples.word_square(5),
            "expected words, or 3 or 4 for our own list, found 5",
        ),
        (lambda: examples.word_square([]), "expected at least one word, found none"),
        (
            lambda: examples.rota({"Ada": "D", "Ben": "DD"}),
            "Ben: expected a wish of D, N, - or . per day, found 'DD'",
        ),
        (lambda: examples.rota({}), "expected a number of days from 1 to 10, found 0"),
        (
            lambda: examples.rota(shifts="DD"),
            "expected different letters for the shifts, found 'DD'",
        ),
        (
            lambda: examples.example("queens", "x"),
            "expected a number of queens from 1 to 64, found 'x'",
        ),
        (
            lambda: examples.example("queens", "4", "size=5"),
            "queens: expected [SIZE], found one of them twice",
        ),
        (
            lambda: examples.example("soma", "reduced=1"),
            "soma: expected reduced=yes or no, found '1'",
        ),
    ],
)
def test_bad_arguments(build: Callable[[], examples.Example], message: str) -> None:
    with pytest.raises(SquaredanceError) as error:
        build()
    assert str(error.value) == message


def test_every_example_is_public() -> None:
    assert set(examples.NAMES) < set(examples.__all__)
    for name in examples.NAMES:
        assert ">>>" in getattr(examples, name).__doc__
        assert signature(getattr(examples, name)).return_annotation == "Example"


def test_matchings_are_pairs() -> None:
    assert options_of(examples.matchings(4).problem) == {
        frozenset(map(str, pair)) for pair in combinations(range(1, 5), 2)
    }
