"""The state of a run as a file: a list of puzzles that any program can read.

# squaredance explore 1: goal=clues drop=1 add=1 minimal=yes keep=100000 seed=0
# explored 2, puzzles 3
........1.......2.. ... # 17 generation 1 explored
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Final, NamedTuple

from squaredance.errors import FormatError
from squaredance.exploring.pool import Entry
from squaredance.exploring.scores import clue_count
from squaredance.exploring.vicinities import CELLS
from squaredance.replacing import replacing

if TYPE_CHECKING:
    from squaredance.exploring.options import Options
    from squaredance.exploring.vicinities import Vicinities

_HEAD: Final = "# squaredance explore 1: "
_WRITING: Final = bytes.maketrans(bytes(range(10)), b".123456789")
_READING: Final = bytes.maketrans(b".123456789", bytes(range(10)))
_FIRST: Final = 3  # the line of the first puzzle


class State(NamedTuple):
    """What a file tells."""

    explored: int
    entries: Mapping[bytes, Entry]


def write_state(
    path: str, options: Options, explored: int, ranked: Iterable[tuple[bytes, Entry]]
) -> None:
    """Writes a file whole or not at all, even if the machine stops."""
    puzzles = [_line(form, entry) for form, entry in ranked]
    lines = [f"{_HEAD}{options}\n", f"# explored {explored}, puzzles {len(puzzles)}\n", *puzzles]
    with replacing(path, durable=True) as file:
        file.write("".join(lines).encode("ascii"))


def read_state(path: str, options: Options, vicinities: Vicinities) -> State | None:
    """The state in a file; None if there is no file. One that was written for other options, or
    is not as it was written, is an error at its line.
    """
    try:
        with open(path, encoding="ascii", errors="surrogateescape") as file:
            lines = file.read().split("\n")
    except FileNotFoundError:
        return None
    except OSError as error:
        message = f"expected a readable file, found: {error.strerror}"
        raise FormatError(message, source=path) from None
    return _Reader(path, options).state(lines, vicinities)


def _line(form: bytes, entry: Entry) -> str:
    text = form.translate(_WRITING).decode("ascii")
    word = "explored" if entry.is_explored else "open"
    return f"{text} # {entry.score!r} generation {entry.generation} {word}\n"


class _Reader:
    def __init__(self, path: str, options: Options) -> None:
        self.path = path
        self.options = options

    def error(self, line: int, message: str) -> FormatError:
        return FormatError(message, source=self.path, line=line)

    def state(self, lines: list[str], vicinities: Vicinities) -> State:
        if not lines[0].startswith(_HEAD):
            raise self.error(1, f"expected {_HEAD.strip()!r}, found {lines[0][:40]!r}")
        found = lines[0].removeprefix(_HEAD)
        if found != str(self.options):
            raise self.error(1, f"expected a state of {self.options}, found one of {found}")
        explored, count = self.counts(lines[1] if len(lines) > 1 else "")
        entries: dict[bytes, Entry] = {}
        for number, line in enumerate(lines[2:-1], _FIRST):
            form, entry = self.entry(number, line)
            if form in entries:
                raise self.error(number, "expected each puzzle once, found one again")
            entries[form] = entry
        if len(entries) != count or lines[-1] or count > self.options.keep:
            raise self.error(
                len(lines), f"expected {count} puzzles and the end, found {len(entries)}"
            )
        self.check(entries, explored, vicinities)
        return State(explored, entries)

    def counts(self, line: str) -> tuple[int, int]:
        match line.replace(",", "").split(" "):
            case ["#", "explored", explored, "puzzles", count] if (explored + count).isdecimal():
                return int(explored), int(count)
        raise self.error(2, f"expected how many are explored and puzzles, found {line[:40]!r}")

    def entry(self, number: int, line: str) -> tuple[bytes, Entry]:
        match line.split(" "):
            case [text, "#", score, "generation", generation, "open" | "explored" as word] if (
                len(text) == CELLS and set(text) <= set(".123456789") and generation.isdecimal()
            ):
                with suppress(ValueError):
                    value = int(score) if score.lstrip("-").isdecimal() else float(score)
                    form = text.encode("ascii").translate(_READING)
                    return form, Entry(value, int(generation), word == "explored")
        wanted = "a puzzle of 81 symbols # SCORE generation NUMBER open or explored"
        raise self.error(number, f"expected {wanted}, found {line[:100]!r}")

    def check(self, entries: Mapping[bytes, Entry], explored: int, vicinities: Vicinities) -> None:
        """What each puzzle must be: so a symbol that was changed is noticed."""
        if sum(entry.is_explored for entry in entries.values()) > explored:
            raise self.error(2, "expected as many explored as are marked so, found fewer")
        forms = vicinities.forms(list(entries))
        for number, (form, entry) in enumerate(entries.items(), _FIRST):
            if forms[number - _FIRST] != form:
                raise self.error(number, "expected a canonical form with one solution")
            if self.options.goal == "clues" and entry.score != clue_count(form):
                raise self.error(
                    number, f"expected a score of {clue_count(form)} clues, found {entry.score}"
                )
