"""Makes the pages of this folder: a page and a picture for every technique, and the list of them.

    python docs/techniques/build.py                     # from texts and examples
    python docs/techniques/build.py --mine FILE...      # first look for examples in puzzles

The texts are in texts.md, the examples in examples.txt, a line each: the technique, the scale
whose finders see it, the clues, the values, and the candidates struck before. A test makes
everything anew and compares.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from squaredance import Puzzle, dumps, explain, loads, verify
from squaredance.explain import SCALES, State, Step, all_steps, technique_names
from squaredance.explain.catalog import Entry, entry
from squaredance.geometry import cell_name
from squaredance.render.step_svg import step_svg

HERE: Final = Path(__file__).resolve().parent
NAMES: Final = {
    "se121": "Sudoku Explainer 1.2.1",
    "sukaku118": "SukakuExplainer 1.18.1",
    "hodoku": "HoDoKu 2.2 (points)",
}


@dataclass(frozen=True)
class Example:
    """A state in which a technique can be used."""

    technique: str
    scale: str
    clues: str
    values: str
    struck: str  # R1C2<>3+4,R5C5<>1 or -

    @property
    def state(self) -> State:
        puzzle = loads(self.clues)
        n = puzzle.size
        masks = [(1 << n) - 1] * (n * n)
        for row, col, gone in re.findall(r"R(\d+)C(\d+)<>([\d+]+)", self.struck):
            for value in gone.split("+"):
                masks[(int(row) - 1) * n + int(col) - 1] &= ~(1 << (int(value) - 1))
        return State(puzzle, loads(self.values).values, masks)

    @cache  # noqa: B019 - a hundred examples, for the time of a build
    def step(self) -> Step:
        """The simplest step of the technique in the state."""
        found = [
            step
            for step in all_steps(self.state, scale=self.scale)
            if step.technique == self.technique
        ]
        if not found:
            raise SystemExit(f"{self.technique}: no such step in its example")
        return min(found, key=effort)

    def line(self) -> str:
        return f"{self.technique} {self.scale} {self.clues} {self.values} {self.struck}"


def effort(step: Step) -> tuple[int, ...]:
    """How much there is to see in the picture of a step: less is better."""
    evidence = step.evidence
    sets = sum(len(one.bases) + len(one.covers) + len(one.rows) for one in evidence.lemmas)
    return (
        len(evidence.inner),
        len(evidence.nodes) + sets,
        len(step.eliminations),
    )


def example_of(step: Step, state: State) -> Example:
    """The line that gives this state back."""
    plain = State(state.puzzle, state.values)
    struck = [
        f"{cell_name(cell, state.geometry.size)}<>"
        + "+".join(str(v) for v in plain.values_of(cell) if v not in state.values_of(cell))
        for cell in range(state.geometry.cells)
        if plain.candidates[cell] != state.candidates[cell]
    ]
    clues, values = (dumps(grid, "line").strip() for grid in (state.puzzle, state.grid))
    return Example(step.technique, step.scale, clues, values, ",".join(struck) or "-")


def read_examples() -> dict[str, Example]:
    path = HERE / "examples.txt"
    lines = path.read_text().splitlines() if path.exists() else []
    return {line.split()[0]: Example(*line.split()) for line in lines}


def read_texts() -> dict[str, str]:
    parts = re.split(r"^## (\S+)\n", (HERE / "texts.md").read_text(), flags=re.M)
    return dict(zip(parts[1::2], (text.strip() for text in parts[2::2]), strict=True))


def mine(files: Iterable[Path], wanted: set[str], seconds: float) -> Iterator[Example]:
    """Steps on the ways through puzzles, by every scale; in states with hard steps, all of them."""
    from time import perf_counter

    best: dict[str, tuple[int, ...]] = {}
    end = perf_counter() + seconds
    for file in files:
        for line in file.read_text().splitlines():
            if perf_counter() > end:
                return
            puzzle = Puzzle.from_text(line.split()[0])
            for scale in SCALES:
                path = explain(puzzle, scale=scale, timeout=5)
                for step, state in zip(path.steps, path.states, strict=False):
                    found = [step]
                    if step.rating >= (100 if scale == "hodoku" else 4.0):
                        found = all_steps(state, scale=scale, timeout=5)
                    for one in found:
                        size = effort(one)
                        if one.technique not in wanted or size >= best.get(one.technique, (99,)):
                            continue
                        if verify(one, state):
                            best[one.technique] = size
                            yield example_of(one, state)


def ratings_of(one: Entry) -> str:
    rows = [f"| {NAMES[scale]} | {rating} |" for scale, rating in one.ratings.items()]
    return "\n".join(["| scale | rating |", "|---|---|", *rows]) if rows else ""


def page(one: Entry, text: str, example: Example | None) -> str:
    """The Markdown of one technique."""
    parts = [f"# {one.title}", text, ratings_of(one)]
    if one.needs_uniqueness:
        parts.append("Left out by `uniqueness=False` and `--no-uniqueness`.")
    if example is not None:
        step = example.step()
        parts += [
            "## Example",
            f"![{one.title}](pictures/{one.name}.svg)",
            f"> {str(step).replace(chr(10), chr(10) + '> ')}",
            f"Puzzle: `{example.clues}`",
        ]
    else:
        parts.append("No example: none came up in the puzzles that were searched for one.")
    parts.append("[All techniques](README.md)")
    return "\n\n".join(part for part in parts if part) + "\n"


def overview(texts: dict[str, str]) -> str:
    """The list of all techniques."""
    rows = [
        f"| [{one.title}]({one.name}.md) | {one.description} | "
        + " | ".join(one.ratings.get(scale, "") for scale in SCALES)
        + " |"
        for one in map(entry, technique_names())
        if one.name in texts
    ]
    return "\n".join(
        [
            "# Techniques",
            "",
            "Every technique that `explain`, `hint` and `rate` know, from easy to hard by family,",
            "with what the scales give for it. Pictures: blue is what the argument starts from,",
            "yellow what covers it, violet fins and guardians; in a chain green candidates are on",
            "and orange ones off; what is struck is red and crossed out, what is placed has a",
            "green ring.",
            "",
            "Made by `python docs/techniques/build.py` from [texts](texts.md) and examples.",
            "",
            f"| technique | in a line | {' | '.join(f'`{scale}`' for scale in SCALES)} |",
            "|---|---|---|---|---|",
            *rows,
            "",
        ]
    )


def build(folder: Path) -> list[Path]:
    """Writes all pages and pictures into the folder; returns what was written."""
    texts, examples = read_texts(), read_examples()
    (folder / "pictures").mkdir(parents=True, exist_ok=True)
    made: dict[Path, str] = {folder / "README.md": overview(texts)}
    for name in technique_names():
        if name not in texts:
            continue
        example = examples.get(name)
        made[folder / f"{name}.md"] = page(entry(name), texts[name], example)
        if example is not None:
            picture = step_svg(example.step(), example.state)
            made[folder / "pictures" / f"{name}.svg"] = picture + "\n"
    for path, text in made.items():
        path.write_text(text)
    return list(made)


def main() -> None:
    parser = argparse.ArgumentParser(description="Make the pages of the techniques.")
    parser.add_argument("--mine", nargs="+", type=Path, metavar="FILE", help="lines of puzzles")
    parser.add_argument("--seconds", type=float, default=600.0, help="for mining (600)")
    parser.add_argument("--only", nargs="+", metavar="TECHNIQUE", help="to mine for")
    args = parser.parse_args()
    if args.mine:
        examples = read_examples()
        wanted = set(args.only or set(technique_names()) - examples.keys())
        for example in mine(args.mine, wanted, args.seconds):
            print(example.line())
            examples[example.technique] = example
        order = [name for name in technique_names() if name in examples]
        (HERE / "examples.txt").write_text("".join(f"{examples[n].line()}\n" for n in order))
    print(f"{len(build(HERE))} files")


if __name__ == "__main__":
    main()
