"""The gallery: published numbers of solutions.

Numbers count turns and reflections unless the example is reduced: 9,356 tilings of 6x10 are 4
times the classic 2,339.
"""

import pytest

from squaredance import Status, cover
from squaredance.cover import examples
from tests.cover.problems import made

HOLED = "########/########/########/###..###/###..###/########/########/########"

# Words of the command line, and the published number.
QUICK = [
    ("pentominoes 6 10", 9356),
    ("pentominoes 6 10 reduced=yes", 2339),
    ("pentominoes 5 12 reduced=yes", 1010),
    ("pentominoes 4 15 reduced=yes", 368),
    ("pentominoes 3 20", 8),
    ("pentominoes 3 20 reduced=yes", 2),
    (f"pentominoes {HOLED}", 520),
    (f"pentominoes {HOLED} reduced=yes", 65),
    ("y-pentominoes 10 10", 350),
    ("soma", 11520),
    ("soma reduced=yes", 240),
    ("queens 8", 92),
    ("queens 9", 352),
    ("queens 10", 724),
    ("queens 11", 2680),
    ("queens 12", 14200),
    ("queens 13", 73712),
    ("queens 14", 365596),
    ("langford 3 reduced=yes", 1),
    ("langford 4 reduced=yes", 1),
    ("langford 5", 0),
    ("langford 6 reduced=yes", 0),
    ("langford 7 reduced=yes", 26),
    ("langford 8 reduced=yes", 150),
    ("langford 8", 300),
    ("langford 11 reduced=yes", 17792),
    ("langford 12 reduced=yes", 108144),
    ("dominoes 6 6", 6728),
    ("dominoes 8 8", 12988816),
    ("dominoes 10 10", 258584046368),
    ("dominoes 12 12", 53060477521960000),
    ("dominoes 16 16", 2444888770250892795802079170816),
    ("matchings 16", 2027025),
    ("partitions 12", 4213597),
    ("costas 6", 116),
    ("costas 7", 200),
    ("costas 8", 444),
    ("costas 9", 760),
    ("one-factorisations 6", 6),
    ("one-factorisations 8", 6240),
    ("one-factorisations 10", 1225566720),
    ("tournament 8", 6240),
    ("latin 4", 576),
    ("latin 5", 161280),
    ("latin 6", 812851200),
    ("latin 6 reduced=yes", 9408),
    ("latin 7 reduced=yes", 16942080),
    ("partridge 1", 1),
    ("partridge 2", 0),
    ("partridge 3", 0),
    ("partridge 4", 0),
    ("partridge 5", 0),
    ("sudoku ................", 288),
    ("sudoku ....................................", 28200960),
]
LONG = [
    ("queens 15", 2279184),
    ("costas 10", 2160),
]


def check_known(words: str, published: int) -> None:
    example = made(words)
    assert example.known == published
    assert example.source
    assert cover.count(example.problem).count == published


@pytest.mark.parametrize(("words", "published"), QUICK, ids=[words for words, _ in QUICK])
def test_published_numbers(words: str, published: int) -> None:
    check_known(words, published)


@pytest.mark.slow
@pytest.mark.parametrize(("words", "published"), LONG, ids=[words for words, _ in LONG])
def test_published_numbers_that_take_long(words: str, published: int) -> None:
    check_known(words, published)


@pytest.mark.slow
def test_the_partridge_of_order_6() -> None:
    """By links: the tree of cells is several times larger here."""
    assert cover.solve(examples.partridge(6).problem, engine="links").status is Status.NONE


def test_numbers_that_are_known_but_not_counted_here() -> None:
    known = {
        "queens 27": 234907967154122528,
        "latin 8": 108776032459082956800,
        "dominoes 14 14": 112202208776036178000000,
        "one-factorisations 12": 252282619805368320,
        "partridge 6": 0,
        "partridge 8": 18656,
    }
    assert {words: made(words).known for words in known} == known
