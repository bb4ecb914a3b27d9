"""What tests of generated puzzles look at: one solution, the symmetry, whether it is minimal."""

from squaredance import Generated, Puzzle, count
from squaredance.generating.symmetry import groups_of

# Every symmetry as the cells that must hold a clue when (row, col) does, on rows and cols from 0 to
# m; written out here, apart from the moves that the package makes groups of.
IMAGES = {
    "none": lambda r, c, m: [],
    "rotate180": lambda r, c, m: [(m - r, m - c)],
    "rotate90": lambda r, c, m: [(c, m - r), (m - r, m - c), (m - c, r)],
    "diagonal": lambda r, c, m: [(c, r)],
    "antidiagonal": lambda r, c, m: [(m - c, m - r)],
    "diagonals": lambda r, c, m: [(c, r), (m - c, m - r), (m - r, m - c)],
    "horizontal": lambda r, c, m: [(m - r, c)],
    "vertical": lambda r, c, m: [(r, m - c)],
    "axes": lambda r, c, m: [(m - r, c), (r, m - c), (m - r, m - c)],
    "full": lambda r, c, m: [
        (m - r, c), (r, m - c), (c, r), (m - c, m - r), (m - r, m - c), (c, m - r), (m - c, r),
    ],
}  # fmt: skip


def verify(made: Generated) -> Puzzle:
    """The puzzle, after another engine than those that made it has found its one solution."""
    assert made.is_met, made.reason
    assert made.puzzle is not None
    found = count(made.puzzle, limit=2, engine="dance")
    assert (found.count, found.solution) == (1, made.solution)
    assert made.clues == made.puzzle.clue_count
    return made.puzzle


def is_symmetric(puzzle: Puzzle, symmetry: str) -> bool:
    filled = {divmod(cell, puzzle.size) for cell, clue in enumerate(puzzle.clues) if clue}
    images = IMAGES[symmetry]
    return all(filled.issuperset(images(r, c, puzzle.size - 1)) for r, c in filled)


def is_minimal(puzzle: Puzzle, symmetry: str = "none") -> bool:
    """Whether without any group of clues there are several solutions."""
    for group in groups_of(puzzle.size, symmetry):
        values = bytearray(puzzle.clues)
        if not values[group[0]]:
            continue
        for cell in group:
            values[cell] = 0
        if count(Puzzle(puzzle.geometry, bytes(values)), limit=2, engine="dance").count == 1:
            return False
    return True
