"""Is this line a solution of that line? Slow and obvious on purpose, and shared with no engine."""

from __future__ import annotations

from math import isqrt


def symbols_of(size: int) -> str:
    """The symbols of values 1..N in our corpora: digits up to 9, letters above."""
    first = "1" if size <= 9 else "A"
    return "".join(chr(ord(first) + v) for v in range(size))


def size_of(line: str) -> int:
    """N of a puzzle line with square boxes."""
    size = isqrt(len(line))
    if size * size != len(line) or isqrt(size) ** 2 != size:
        raise ValueError(f"a line of {len(line)} symbols is no puzzle with square boxes")
    return size


def is_solution(puzzle: str, solution: str) -> bool:
    """Every clue kept, every row, col and box holding each symbol once."""
    size = size_of(puzzle)
    order = isqrt(size)
    if len(solution) != len(puzzle):
        return False
    if any(p not in (".", s) for p, s in zip(puzzle, solution, strict=True)):
        return False
    rows = [solution[r * size : (r + 1) * size] for r in range(size)]
    cols = ["".join(row[c] for row in rows) for c in range(size)]
    boxes = [
        "".join(rows[top + r][left + c] for r in range(order) for c in range(order))
        for top in range(0, size, order)
        for left in range(0, size, order)
    ]
    wanted = set(symbols_of(size))
    return all(set(house) == wanted for house in rows + cols + boxes)


def solves(box: tuple[int, int], puzzle: bytes, solution: bytes) -> bool:
    """The same for values 1..N row by row, 0 for an empty cell, and boxes of any shape."""
    height, width = box
    size = height * width
    if len(puzzle) != size * size or len(solution) != size * size:
        return False
    if any(clue not in (0, value) for clue, value in zip(puzzle, solution, strict=True)):
        return False
    rows = [solution[r * size : (r + 1) * size] for r in range(size)]
    cols = [bytes(row[c] for row in rows) for c in range(size)]
    boxes = [
        bytes(rows[top + r][left + c] for r in range(height) for c in range(width))
        for top in range(0, size, height)
        for left in range(0, size, width)
    ]
    wanted = set(range(1, size + 1))
    return all(set(house) == wanted for house in rows + cols + boxes)
