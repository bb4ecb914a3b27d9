"""The pieces of the exact cover benchmark: that its problems are right, and that it checks."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import pytest

from squaredance import cover

BENCHMARKS = Path(__file__).resolve().parent.parent / "benchmarks"


@pytest.fixture(autouse=True)
def _benchmark_modules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(BENCHMARKS))


def _imported(name: str) -> ModuleType:
    __import__(name)
    return sys.modules[name]


@pytest.mark.parametrize(
    "name",
    [
        "pentominoes 3x20", "soma", "queens 8", "langford 7", "langford 8", "matchings K10",
        "partitions 8", "one-factorisations K6", "one-factorisations K8", "latin 4",
        "reduced latin 5", "costas 5", "Y-pentominoes 10x10",
    ],
)  # fmt: skip
def test_problems_have_their_known_counts(name: str) -> None:
    instance = _imported("cover_sets").load(name)
    worker = _imported("cover_worker")
    problem = cover.Problem(instance.primary, worker.options_of(instance), instance.secondary)
    assert cover.count(problem).count == instance.count


@pytest.mark.parametrize("name", ["queens 8", "costas 5", "soma"])
def test_the_text_for_peers_is_the_same_problem(name: str) -> None:
    sets = _imported("cover_sets")
    instance = sets.load(name)
    text = sets.knuth_text(instance)
    assert max(len(word) for word in text.split()) <= 8
    assert cover.count(cover.Problem.from_text(text)).count == instance.count


def test_costs_and_too_many_colors_in_the_text() -> None:
    sets, problems = _imported("cover_sets"), _imported("cover_problems")
    some = problems.Instance("some", ["a", "b"], [("a", "b"), ("b",)], costs=[3, 0])
    assert sets.knuth_text(some) == "i0 i1\ni0 i1 |3\ni1 |0\n"
    options = [("a", problems.Colored("x", color)) for color in range(63)]
    with pytest.raises(ValueError, match="more than 62 colors"):
        sets.knuth_text(problems.Instance("many", ["a"], options, ["x"]))


@pytest.mark.parametrize("name", ["latin 30 with holes", "sudoku 25x25", "langford 10"])
def test_first_solutions_are_covers(name: str) -> None:
    """The problems with holes have the square that they were made of."""
    instance, worker = _imported("cover_sets").load(name), _imported("cover_worker")
    sizes = {len(option) for option in instance.options}
    assert len(sizes) == 1
    found = cover.solve(
        cover.Problem(instance.primary, instance.options, instance.secondary), max_nodes=20_000
    ).options
    assert found is None or worker.is_cover(instance, found)
    assert not worker.is_cover(instance, range(len(instance.options)))


def test_what_is_a_cover() -> None:
    problems, worker = _imported("cover_problems"), _imported("cover_worker")
    red, blue = problems.Colored("x", "red"), problems.Colored("x", "blue")
    options = [("a", red), ("b", red), ("b", blue), ("b", "x"), ("a", "b"), ("a", "b", "x")]
    instance = problems.Instance("some", ["a", "b"], options, ["x"])
    answers = {(0, 1): True, (0, 2): False, (0, 3): False, (0,): False, (4,): True, (5,): True}
    for chosen, expected in answers.items():
        assert worker.is_cover(instance, chosen) is expected
    assert not worker.is_cover(instance, (0, 4))


def test_many_options_are_of_different_items() -> None:
    options = _imported("cover_problems").many_options(100, 50)
    assert all(len(set(option)) == 5 and max(option) < 50 for option in options)
    assert len(set(options)) > 90


def test_random_costs_are_the_same_each_time() -> None:
    problems, worker = _imported("cover_problems"), _imported("cover_worker")
    assert problems.random_costs(3) == problems.random_costs(3)
    pytest.importorskip("scipy")
    tiny = problems.Instance("t", [0, 1, 2], [(0,), (1, 2), (0, 1), (2,)], costs=[5, 5, 3, 4])
    assert worker.highs_minimum(tiny) == 7
    tiny.options[3] = (1,)
    assert worker.highs_minimum(tiny) == 10
    tiny.options[1] = (1, 0)
    assert worker.highs_minimum(tiny) is None


def test_counts_that_programs_print() -> None:
    counted = _imported("cover_worker").counted
    assert counted("(8 options)\nAltogether 92 solutions, 1+2 mems, 3 nodes.\n") == 92
    assert counted("some text\n 92 \n") == 92
    assert counted("92 solutions") is None


class TestRun:
    """Real processes, with a peer of three lines."""

    @staticmethod
    def peer(folder: Path, text: str) -> object:
        program = folder / "peer.py"
        program.write_text(f"import sys, time\nlines = sys.stdin.readlines()\n{text}\n")
        command = f"stub={sys.executable} {program} t{{limit}}"
        (made,) = _imported("cover_contenders").peers([command], memoising=False)
        return made

    def measure(self, peer: object, limit: float = 30.0) -> dict[str, object]:
        bench, contenders = _imported("cover_bench"), _imported("cover_contenders")
        ours = contenders.Contender("auto", "count", "auto")
        options = {"rounds": 1, "limit": limit, "by_cpu": False}
        scores = bench.measure([ours, peer], "queens 8", "search", **options)
        assert scores["auto"].status == "done"
        assert scores["auto"].mb > 5
        return scores["stub"].as_json(by_cpu=False)

    def test_a_peer_that_is_right(self, tmp_path: Path) -> None:
        text = "assert len(lines) == 65\nprint('Altogether 92 solutions', file=sys.stderr)"
        done = self.measure(self.peer(tmp_path, text))
        assert (done["status"], done["note"]) == ("done", "")
        assert 0 < done["ms"] < 30_000

    def test_a_peer_that_is_wrong(self, tmp_path: Path) -> None:
        done = self.measure(self.peer(tmp_path, "print(93)"))
        assert (done["status"], done["ms"]) == ("failed", None)
        assert done["note"] == "wrong: stub on queens 8: 93, known 92"

    def test_a_peer_that_fails(self, tmp_path: Path) -> None:
        done = self.measure(self.peer(tmp_path, "sys.exit('too large')"))
        assert (done["status"], done["note"]) == ("failed", "exit 1, said too large")

    def test_a_peer_that_is_late(self, tmp_path: Path) -> None:
        contenders = _imported("cover_contenders")
        answer = self.peer(tmp_path, "time.sleep(60)").ask("queens 8", 0.5)  # type: ignore[attr-defined]
        assert answer == contenders.Answer("late")

    def test_the_limit_is_told_to_those_that_understand(self, tmp_path: Path) -> None:
        contenders = _imported("cover_contenders")
        assert self.peer(tmp_path, "").most == contenders.ALL  # type: ignore[attr-defined]
        spec = f"plain={sys.executable}"
        assert contenders.peers([spec], memoising=False, most=1) == []
        assert len(contenders.peers([f"{spec} t{{limit}}"], memoising=False, most=1)) == 1
        assert contenders.peers([f"dlx6={sys.executable}"], memoising=False) == []
        assert contenders.peers(["gone=./no-such-program"], memoising=False) == []
        with pytest.raises(SystemExit, match="expected NAME='command line'"):
            contenders.peers(["nothing"], memoising=False)

    def test_our_own_wrong_count_ends_the_run(self) -> None:
        bench, contenders = _imported("cover_bench"), _imported("cover_contenders")
        ours = contenders.Contender("bits", "count", "bits")
        answer = contenders.Answer("done", {"count": 91})
        with pytest.raises(SystemExit, match="MISMATCH: bits on queens 8: 91, known 92"):
            bench.checked(ours, "queens 8", answer, "search")
        one = contenders.Answer("done", {"count": 1})
        assert bench.checked(ours, "queens 8", one, "first") is one


def _entry(ms: float | None, status: str = "done", note: str = "") -> dict[str, object]:
    return {"ms": ms, "status": status, "note": note, "peak_mb": 20.0}


def test_bars() -> None:
    def verdicts(section: str, problem: str, row: dict[str, object], limit: float) -> list[str]:
        found = _imported("cover_bench").judge(section, problem, row, limit)
        return [bar["verdict"] for bar in found]

    row = {"bits": _entry(10.0), "ssxcc": _entry(29.0), "exact-cover 1.5.0": _entry(None, "late")}
    assert verdicts("search", "soma", row, 0.1) == ["FAIL", "PASS"]
    assert verdicts("search", "soma", row, 0.09) == ["FAIL", "FAIL"]  # that late is not enough
    assert verdicts("search", "queens 8", row, 60.0) == []
    row = {"auto": _entry(9.0), "bits": _entry(8.5)}
    assert verdicts("count", "dominoes 8x8", row, 60.0) == ["PASS"]
    assert verdicts("count", "pentominoes 6x10", row, 60.0) == ["PASS"]
    row["auto"] = _entry(None, "late")
    assert verdicts("count", "dominoes 8x8", row, 60.0) == ["FAIL"]
    assert verdicts("count", "pentominoes 6x10", row, 60.0) == ["FAIL"]


def test_tables() -> None:
    rows = [
        {
            "problem": "soma",
            "contenders": {"bits": _entry(20.0), "ssxcc": _entry(150.4), "x": _entry(None, "late")},
            "bars": [{"bar": "a bar", "verdict": "FAIL"}, {"bar": "b", "verdict": "PASS"}],
        },
        {
            "problem": "other",
            "contenders": {"bits": _entry(0.5), "ssxcc": _entry(None, "failed", "wrong: so")},
            "bars": [],
        },
    ]
    names = [{"name": name, "ours": name == "bits"} for name in ("bits", "ssxcc", "x")]
    build = {"section": "build", "options": 1000, "contenders": {"lists": _entry(7.0)}, "bars": []}
    report = {
        "limit_s": 60.0,
        "sections": [{"section": "search", "contenders": names, "rows": rows}, build],
    }
    text = _imported("cover_table").markdown(report)
    assert "| ms | bits | ssxcc | x | ssxcc / bits | x / bits |\n" in text
    assert "| soma | 20 | 150 | >60000 | 7.52 | >3e+03 |\n" in text
    assert "| other | 0.5 | wrong |  |  |  |\n" in text
    assert "Bars: 1 of 2 pass; not: a bar.\n" in text
    assert (
        "**building a model** (1,000)\n\n| | ms | peak MB |\n|---|---|---|\n| lists | 7 | 20 |"
        in text
    )
