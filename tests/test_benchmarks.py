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


def test_large_sets_are_the_same_from_their_seed() -> None:
    from itertools import islice

    sets = _imported("large_sets")
    for kind, box, number in (
        ("dug", (3, 4), 72),
        ("dug", (4, 5), 200),
        ("random holes", (5, 5), 345),
        ("balanced holes", (5, 6), 400),
    ):
        one, again, other = (
            list(islice(sets.made(sets.Spec("t", box, kind, 2, number, seed)), 2))
            for seed in (7, 7, 8)
        )
        assert one == again
        assert not set(one) & set(other)
        size = box[0] * box[1]
        holes = {puzzle.count(0) for puzzle in one}
        assert holes == {size * size - number if kind == "dug" else number}


@pytest.mark.parametrize("box", [(3, 4), (4, 5), (5, 5)])
def test_dug_sets_have_one_solution(box: tuple[int, int]) -> None:
    from squaredance import Geometry, Puzzle, Status, solve

    sets, checker = _imported("large_sets"), _imported("checker")
    size = box[0] * box[1]
    puzzle = next(sets.made(sets.Spec("t", box, "dug", 1, size * size // 2, 3)))
    result = solve(Puzzle(Geometry(size, box), puzzle), unique=True, engine="dance")
    assert result.status is Status.UNIQUE
    assert result.solution is not None
    assert checker.solves(box, puzzle, result.solution.values)


@pytest.mark.parametrize(("box", "number"), [((5, 5), 345), ((3, 4), 60), ((4, 4), 160)])
def test_balanced_holes_are_balanced(box: tuple[int, int], number: int) -> None:
    from squaredance import Geometry

    sets = _imported("large_sets")
    geometry = Geometry(box[0] * box[1], box)
    puzzles = sets.made(sets.Spec("t", box, "balanced holes", 3, number, 5))
    low = number // geometry.size
    for puzzle in (next(puzzles) for _ in range(3)):
        assert puzzle.count(0) == number
        holes = [sum(not puzzle[cell] for cell in house) for house in geometry.houses]
        assert set(holes) == ({low, low + 1} if number % geometry.size else {low})


def test_random_holes_have_a_solution() -> None:
    from squaredance import Geometry, Puzzle, solve

    sets, checker = _imported("large_sets"), _imported("checker")
    puzzle = next(sets.made(sets.Spec("t", (3, 4), "random holes", 1, 50, 5)))
    found = solve(Puzzle(Geometry(12), puzzle)).solution
    assert found is not None
    assert checker.solves((3, 4), puzzle, found.values)
    values = bytearray(found.values)
    values[:2] = values[1::-1]  # two cells of a row exchanged
    assert not checker.solves((3, 4), puzzle, bytes(values))
    assert not checker.solves((3, 4), puzzle, found.values[:-1])
    assert not checker.solves((3, 4), found.values, bytes(puzzle))


def test_a_wrong_clue_leaves_no_solution_and_no_clash() -> None:
    from squaredance import Geometry, Puzzle, Status, solve

    sets, grids, corpora = _imported("large_sets"), _imported("grids"), _imported("corpora")
    corpus = corpora.Corpus("tiny", order=3, count=3, clues=0, seed=5)
    for number, line in enumerate(corpora.puzzles(corpus, corpora.squaredance_is_unique)):
        puzzle = bytes(0 if c == "." else int(c) for c in line)
        changed = sets.wrong_clue(puzzle, grids.Random(number))
        assert changed is not None
        assert sum(a != b for a, b in zip(puzzle, changed, strict=True)) == 1
        assert [not value for value in changed] == [not value for value in puzzle]
        result = solve(Puzzle(Geometry(9), changed), engine="dance")
        assert (result.status, result.clash) == (Status.NONE, None)


@pytest.mark.parametrize("box", [(2, 3), (3, 4), (5, 5), (5, 6)])
def test_solved_grids_with_boxes_of_any_shape(box: tuple[int, int]) -> None:
    grids, checker = _imported("grids"), _imported("checker")
    source = grids.GridSource(box, 11)
    size = box[0] * box[1]
    one, other = (bytes(v for row in source.next_grid() for v in row) for _ in range(2))
    assert one != other
    assert checker.solves(box, bytes(size * size), one)
    assert checker.solves(box, bytes(size * size), other)


def test_lines_of_large_sets_there_and_back(tmp_path: Path) -> None:
    sets = _imported("large_sets")
    for box in ((3, 4), (5, 5), (5, 6)):
        size = box[0] * box[1]
        values = bytes(cell * 7 % (size + 1) for cell in range(size * size))
        assert sets.values_of(sets.text_of(values, size), size) == values
        path = tmp_path / "some.txt"
        path.write_text(sets.text_of(values, size) + "\n")
        assert sets.load(str(path)) == sets.LargeSet(str(path), box, [values], "a file")


class TestLargeScore:
    @staticmethod
    def answer(index: int, status: str = "found", wall: float = 1000.0, **more: object) -> object:
        fields = {"solution": None, "cpu_us": wall / 2, "mb": 10.0 + index} | more
        return _imported("large_contenders").Answer(index, status, wall_us=wall, **fields)

    def test_statistics(self) -> None:
        score = _imported("large_bench").Score(10, 5.0)
        for index in range(8):
            score.add(self.answer(index, wall=1000.0 * (index + 1)), by_cpu=False)
            score.add(self.answer(index, wall=900.0 * (index + 1)), by_cpu=False)
        score.add(self.answer(8, "unknown", wall=5e6), by_cpu=False)
        assert score.at(0.5) == pytest.approx(5.4)  # the sixth of ten, best of both rounds
        assert score.at(0.9) is None  # two are not solved
        assert (len(score.best_us), score.mb) == (8, 18.0)
        assert score.as_json()["times_ms"] == [round(0.9 * (i + 1), 4) for i in range(8)]

    def test_cpu_time(self) -> None:
        score = _imported("large_bench").Score(1, 5.0)
        score.add(self.answer(0, wall=1000.0), by_cpu=True)
        assert score.at(1) == 0.5
        score = _imported("large_bench").Score(1, 5.0)
        score.add(self.answer(0, wall=1000.0, cpu_us=None), by_cpu=True)
        assert score.at(1) == 1.0

    def test_what_is_wrong_ends_the_run(self) -> None:
        bench, sets = _imported("large_bench"), _imported("large_sets")
        puzzles = sets.LargeSet("some", (2, 2), [bytes(16)])
        good = bytes([1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1])
        known: dict[int, str] = {}
        bench.verify(puzzles, "a", self.answer(0, "found", solution=good), known)
        bench.verify(puzzles, "b", self.answer(0, "multiple", solution=good), known)
        bench.verify(puzzles, "c", self.answer(0, "unknown"), known)
        assert known == {0: "multiple"}
        for status, solution, message in (
            ("found", good[::-1][:15] + b"\x02", "a on some, puzzle 1: the grid is no solution"),
            ("unique", good, "unique, another says multiple"),
            ("none", None, "none, another says multiple"),
            ("found", None, "found, but no grid"),
        ):
            with pytest.raises(SystemExit, match=message):
                bench.verify(puzzles, "a", self.answer(0, status, solution=solution), dict(known))

    def test_a_contender_gives_up(self) -> None:
        bench, sets = _imported("large_bench"), _imported("large_sets")
        puzzles = sets.LargeSet("some", (2, 2), [bytes(16)] * 5)
        ended = []

        class Slow:
            def answers(self, question: str) -> object:
                for index in range(5):
                    yield TestLargeScore.answer(index, "none", wall=2e6 if index else 1.0)

            def end(self) -> None:
                ended.append(True)

        score = bench.Score(5, 1.0)
        bench.run_pass(Slow(), "slow", "first", score, puzzles, {}, 100.0, False)
        assert (score.tried, list(score.best_us), ended) == (3, [0], [True])


def test_large_benchmark_end_to_end(tmp_path: Path) -> None:
    """Two tiny sets through real processes: a worker, and a program that lies now and then."""
    bench, contenders = _imported("large_bench"), _imported("large_contenders")
    path = tmp_path / "four.txt"
    path.write_text("A......B.C....D.\nA.C..........D..\nAA..............\n")
    sets = _imported("large_sets")
    puzzles = sets.load(str(path))
    program = tmp_path / "peer.py"
    program.write_text(
        "import sys\n"
        "known = {'A......B.C....D.': '12.5 ABCDCDABDCBABADC', 'A.C..........D..': '-'}\n"
        "for line in sys.stdin:\n    print(known.get(line.strip(), 'none'), flush=True)\n"
    )
    entrants = [
        contenders.Contender("search", "engine:search"),
        contenders._peer(f"peer={sys.executable} {program}"),
    ]
    options = {"rounds": 2, "limit": 20.0, "cap": 60.0, "by_cpu": False}
    scores = bench.measure(entrants, puzzles, **options)
    assert scores["search"]["first"].status == {0: "found", 1: "found", 2: "none"}
    assert scores["search"]["unique"].status == {0: "unique", 1: "multiple", 2: "none"}
    assert scores["search"]["first"].mb > 5
    assert scores["peer"]["first"].status == {0: "found", 2: "none"}
    assert scores["peer"]["first"].best_us[0] == 12.5
    assert scores["peer"]["unique"].tried == 0
    program.write_text("for _ in open(0): print('ABCDCDABDCBABADD', flush=True)\n")
    with pytest.raises(SystemExit, match=r"MISMATCH: peer on .*: the grid is no solution"):
        bench.measure(entrants[1:], puzzles, **options)


def test_python_sat_as_a_contender() -> None:
    pytest.importorskip("pysat", reason="the extra sat is not installed")
    worker, checker = _imported("large_worker"), _imported("checker")
    for name in ("cadical195", "glucose4"):
        ask = worker.pysat(name, (2, 3), bytes(36), 1.0)
        status, solution = ask(True)
        assert status == "multiple"
        assert checker.solves((2, 3), bytes(36), solution)
        clues = bytes([1, 1, *[0] * 34])
        assert worker.pysat(name, (2, 3), clues, 1.0)(False) == ("none", None)
        dug = bytes([*solution[:30], 0, 0, *solution[32:]])
        assert worker.pysat(name, (2, 3), dug, 1.0)(True) in (("unique", solution),)


def test_large_pictures_and_tables() -> None:
    plot, table = _imported("large_plot"), _imported("large_table")

    def entry(times: list[float], count: int) -> dict[str, object]:
        middle = times[count // 2] if len(times) > count // 2 else None
        found = {"median_ms": middle, "p90_ms": None, "max_ms": None, "solved": len(times)}
        return found | {"tried": count, "peak_mb": 15.0, "times_ms": times}

    def row(name: str, size: int, **times: list[float]) -> dict[str, object]:
        by = {who: {q: entry(t, 3) for q in ("first", "unique")} for who, t in times.items()}
        return {"set": name, "how": "so", "size": size, "count": 3, "contenders": by, "bars": []}

    report = {
        "limit_s": 5.0,
        "contenders": [{"name": "auto", "ours": True}, {"name": "a <peer>", "ours": False}],
        "sets": [
            row("easy12", 12, auto=[0.1, 0.2, 0.3], **{"a <peer>": [1.0, 2.0, 3.0]}),
            row("easy25", 25, auto=[0.2, 0.4, 0.6], **{"a <peer>": [5.0]}),
            row("holes25", 25, auto=[7.0, 8.0, 9.0], **{"a <peer>": [5.0]}),
        ],
        "bulk": [{"set": "easy16", "count": 10, "per_second": 1234567.0}],
    }
    assert plot.growth_lines(report) == {
        "auto": [(12, 0.2), (25, 0.4)],
        "a <peer>": [(12, 2.0)],  # at 25 more than half are not solved
    }
    assert plot.cactus_lines(report)["auto"] == [(1.0, 7.0), (2.0, 8.0), (3.0, 9.0)]
    pictures = plot.pictures(report)
    assert list(pictures) == ["cactus", "growth"]
    for picture in pictures.values():
        root = ElementTree.fromstring(picture)
        lines = root.findall("{http://www.w3.org/2000/svg}polyline")
        assert [line[0].text for line in lines] == ["auto", "a <peer>"]
    text = table.markdown(report)
    assert "| set | auto | a <peer> |\n|---|---|---|\n| easy12 (3) | 0.2 | 2 |\n" in text
    assert "| easy25 (3) | 0.4 | >5000 (2 not) |\n" in text
    assert "| easy16 | 1,234,567 |\n" in text
    assert "| a <peer> | >5000 / >5000 / >5000 | 1 | >5000 / >5000 / >5000 | 1 | 15 |\n" in text


def test_what_splits_cost_is_measured_on_whole_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    from squaredance.cover import examples

    bench = _imported("split_bench")
    queens = examples.queens(6).problem
    problems = {"queens 6": (queens, 4, True), "empty 4x4": ("." * 16, 288, False)}
    monkeypatch.setattr(bench, "_problems", lambda: problems)
    monkeypatch.setattr(bench, "SIZES", (1, 10))
    rows = list(bench.sizes(1))
    assert [row["problem"] for row in rows] == ["queens 6"] * 2 + ["empty 4x4"] * 2
    assert [row["subproblems"] for row in rows[::2]] == [1, 1]
    assert all(row["subproblems"] >= 10 and row["nodes"] > 0 for row in rows[1::2])
    problems["queens 6"] = (queens, 5, True)
    with pytest.raises(AssertionError, match="queens 6"):
        list(bench.sizes(1))
