"""The pieces of the 9x9 benchmark: a benchmark that checks nothing would look just as fast."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import sys
from array import array
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest

BENCHMARKS = Path(__file__).resolve().parent.parent / "benchmarks"
PUZZLE = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n"
SOLUTION = b"534678912672195348198342567859761423426853791713924856961537284287419635345286179\n"

needs_compiler = pytest.mark.skipif(shutil.which("c++") is None, reason="no c++ on this machine")

# Knows one solution by heart; `lies` changes a cell of it.
STUB = f"""
#include <string.h>
static const char known[] = "{SOLUTION.decode().strip()}";
size_t right(const char *puzzle, size_t limit, unsigned config, char *out, size_t *guesses) {{
  *guesses = 0;
  if (puzzle[0] != '5') return 0;
  memcpy(out, known, 82);
  return 1;
}}
size_t lies(const char *puzzle, size_t limit, unsigned config, char *out, size_t *guesses) {{
  size_t count = right(puzzle, limit, config, out, guesses);
  out[80] = '1';
  return count;
}}
size_t silent(const char *puzzle, size_t limit, unsigned config, char *out, size_t *guesses) {{
  char unused[96];
  return right(puzzle, limit, config, limit == 1 ? out : unused, guesses);
}}
"""


@pytest.fixture(autouse=True)
def _benchmark_modules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(BENCHMARKS))


@pytest.fixture(scope="module")
def native(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the compiled loop and the stub of a peer."""
    folder = tmp_path_factory.mktemp("native")
    source, library = folder / "stub.cpp", folder / "libstub.so"
    source.write_text('extern "C" {' + STUB + "}")
    subprocess.run(["c++", "-shared", "-fPIC", source, "-o", library], check=True)
    return folder


def _imported(name: str) -> ModuleType:
    __import__(name)
    return sys.modules[name]


@needs_compiler
def test_a_peer_is_timed_and_verified(native: Path) -> None:
    nine_native, contenders = _imported("nine_native"), _imported("nine_contenders")
    loop = nine_native.Loop(native)
    lines = PUZZLE + b"1" * 81 + b"\n" + PUZZLE
    for symbol, wrong in (("right", (0, 0)), ("silent", (0, 0)), ("lies", (2, 0))):
        peer = contenders.peer(f"stub={native / 'libstub.so'}:{symbol}", loop, native)
        done = peer.run(lines)
        assert done.seconds > 0
        assert done.answers.counts == array("I", [1, 0, 1])
        assert loop.wrong_grids(lines, done.answers) == wrong
        assert peer.note == ("writes its grid with limit 1 only" if symbol == "silent" else "")


@needs_compiler
def test_a_wrong_answer_ends_the_run(native: Path) -> None:
    nine_native, bench = _imported("nine_native"), _imported("nine_bench")
    loop = nine_native.Loop(native)
    stub = ctypes.CDLL(str(native / "libstub.so"))
    score = bench.Score("stub", peer=True, answers=loop.answers(stub["lies"], PUZZLE))
    with pytest.raises(SystemExit, match=r"MISMATCH: stub on some: 1 grids are no solution"):
        bench.verify("some", score, loop, PUZZLE, array("I", [1]))
    with pytest.raises(SystemExit, match=r"puzzle 1: count 1, engine search says 2"):
        bench.verify("some", score, loop, PUZZLE, array("I", [2]))


@needs_compiler
def test_varied_puzzles_are_the_same_every_time(native: Path) -> None:
    loop = _imported("nine_native").Loop(native)
    lines = loop.varied(PUZZLE, 7, 500)
    assert lines == loop.varied(PUZZLE, 7, 500)
    assert lines != loop.varied(PUZZLE, 8, 500)
    rows = lines.split(b"\n")
    assert rows.pop() == b""
    assert {len(row) for row in rows} == {81}
    assert set(lines) <= set(b"123456789.\n")


def test_twists_leave_no_solution_or_several() -> None:
    from squaredance import Puzzle, Status, solve

    corpora, grids = _imported("corpora"), _imported("grids")
    expected = {"wrong clue": Status.NONE, "clue less": Status.MULTIPLE}
    for kind, status in expected.items():
        corpus = corpora.Corpus("tiny", order=3, count=3, clues=0, seed=5, twist=kind)
        for line in corpora.puzzles(corpus, corpora.squaredance_is_unique):
            result = solve(Puzzle.from_text(line), unique=True)
            assert result.status is status
            assert result.clash is None
    clues = bytearray(b"\x01\x02\x03\x04" * 4)  # full: there is no place for a wrong clue
    assert not corpora.add_wrong_clue(2, clues, bytes(clues), grids.Random(1))


def test_cli_output_is_read_back() -> None:
    contenders = _imported("nine_contenders")
    blank = PUZZLE.strip()
    answers = contenders.cli_answers(
        SOLUTION + blank + b" # no solution\n" + blank + b" # multiple solutions\n"
    )
    assert answers.counts == array("I", [1, 0, 2])
    assert answers.grids[: answers.step] == SOLUTION


def test_plot_is_xml_with_a_bar_per_engine() -> None:
    plot = _imported("nine_plot")
    engines = [
        {"name": "solve_many(bytes)", "peer": False, "us": 0.1},
        {"name": "scalar kernel", "peer": False, "us": 0.9},
        {"name": "a <peer> & more", "peer": True, "us": 123.0},
    ]
    report = {"kernel": "avx2", "sets": [{"set": "easy", "engines": engines}]}
    root = ElementTree.fromstring(plot.svg(report, {"cpu": "C & D", "compiler": "g++"}))
    titles = [title.text for title in root.iter("{http://www.w3.org/2000/svg}title")]
    assert "easy, a <peer> & more: 123.000 µs" in titles
    assert len(titles) == 1 + len(engines)


def test_rate_of_a_benchmark_program() -> None:
    rate_in = _imported("nine_contenders").rate_in
    table = (
        "\n|data/some.txt        |  puzzles/sec|  usec/puzzle|\n"
        "|---------------------|------------:|------------:|\n"
        "|theirs     T/shrc+.  |   1'234,567.5 |       0.8 |\n"
    )
    assert rate_in(table) == 1234567.5
    assert rate_in("| a | b |\n| 1 | 2 |\n") is None
    assert rate_in("done\n") is None
