"""Rows of Parquet that threads answer from page to page: the same bytes as the other way."""

import os
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from squaredance import _core
from squaredance.cli import columns
from squaredance.cli.part import PartAnswer, answer_part
from squaredance.columns import files, straight
from squaredance.columns.plain_pages import Run as PageRun
from squaredance.columns.straight import Straight, grouped
from squaredance.many import thread_count
from tests.cli.conftest import COMMAND, ENVIRONMENT, Run
from tests.cluster.gates import until
from tests.many_inputs import CLASH9, EMPTY9, NONE9
from tests.puzzles import UNIQUE4, UNIQUE9, UNIQUE9_SOLVED, examples

PLAIN: dict[str, Any] = {"compression": "none", "use_dictionary": False}
TURNED9 = UNIQUE9[::-1]  # another puzzle with one solution
ODD9 = UNIQUE9[:80] + "x"
NEVER = 1 << 62  # rows
# Without solution (Norvig, "Solving Every Sudoku Puzzle", 2006): each takes 15 ms, the 8,192 that a
# thread has at once two minutes.
LONG9 = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files, groups and batches of few rows, and no core for anything but puzzles."""
    monkeypatch.setattr(straight, "_LEAST", 1)
    monkeypatch.setattr(files, "_FEW", 1)
    monkeypatch.setattr(files, "ROWS", 64)
    monkeypatch.setattr(files, "GROUP", 100)
    monkeypatch.setattr(columns, "thread_count", lambda asked: 2 if asked is None else asked)


@pytest.fixture
def gone(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """How many rows went straight, for each file."""
    rows: list[int] = []
    answer = Straight.answer

    def noted(self: Straight, *args: Any) -> int:
        rows.append(answer(self, *args))
        return rows[-1]

    monkeypatch.setattr(Straight, "answer", noted)
    return rows


def written(folder: Path, rows: list[Any], **options: Any) -> Path:
    path = folder / "in.parquet"
    pq.write_table(pa.table({"puzzle": pa.array(rows, pa.string())}), path, **PLAIN, **options)
    return path


def both_ways(source: Path, *words: str) -> tuple[PartAnswer, bytes | None]:
    """What is answered and written, straight and as ever: the same."""
    found = []
    for least in (1, NEVER):
        target = source.with_name("out.parquet")
        target.unlink(missing_ok=True)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(straight, "_LEAST", least)
            answer = answer_part(["solve", *words], str(source), str(target))
        found.append((answer, target.read_bytes() if target.exists() else None))
    assert found[0] == found[1]
    return found[0]


WORDS = [
    (),
    ("--unique",),
    ("--answers-only",),
    ("--threads", "3"),
    ("--unique", "--prefix", "my_"),
]


@pytest.mark.parametrize("words", WORDS, ids=" ".join)
@pytest.mark.parametrize("rows", [1, 36, 37, 64, 65, 100, 128, 1000])
@pytest.mark.parametrize("group", [30, 64, 70, 2000])
def test_the_bytes_are_those_of_the_other_way(
    tmp_path: Path, gone: list[int], rows: int, group: int, words: tuple[str, ...]
) -> None:
    source = written(tmp_path, [UNIQUE9, TURNED9] * (rows // 2) + [UNIQUE9] * (rows % 2),
                     row_group_size=group)  # fmt: skip
    answer, data = both_ways(source, *words)
    assert (answer.code, answer.rows, answer.complaints) == (0, rows, ())
    assert gone == [rows, 0]
    found = pq.read_table(pa.BufferReader(data))
    prefix = "my_" if "--prefix" in words else ""
    solved = found[f"{prefix}solution"].to_pylist()
    assert solved == [UNIQUE9_SOLVED, UNIQUE9_SOLVED[::-1]] * (rows // 2) + [UNIQUE9_SOLVED] * (
        rows % 2
    )
    word = "unique" if "--unique" in words else "found"
    assert set(found[f"{prefix}status"].to_pylist()) == {word}
    assert set(found[f"{prefix}count"].to_pylist()) == {1}


@pytest.mark.parametrize("pages", [1000, 100_000, 4_000_000])
def test_more_rows_than_a_thread_takes_at_once(
    tmp_path: Path, gone: list[int], pages: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the batches of users, and pages of any size in the input."""
    monkeypatch.setattr(files, "ROWS", 1 << 16)
    monkeypatch.setattr(files, "GROUP", 1 << 16)
    rows = 140_001
    source = written(tmp_path, [UNIQUE9] * rows, data_page_size=pages, write_batch_size=10)
    answer, _ = both_ways(source)
    assert (answer.code, answer.rows) == (0, rows)
    assert gone == [rows, 0]


@pytest.mark.parametrize("kind", ["string", "large_string", "binary", "large_binary"])
@pytest.mark.parametrize("nullable", [True, False])
def test_any_type_of_text(tmp_path: Path, gone: list[int], kind: str, nullable: bool) -> None:
    texts = pa.array([UNIQUE9.encode()] * 300, pa.binary()).cast(pa.type_for_alias(kind))
    schema = pa.schema([pa.field("puzzle", texts.type, nullable=nullable)])
    source = tmp_path / "in.parquet"
    pq.write_table(pa.Table.from_arrays([texts], schema=schema), source, **PLAIN)
    both_ways(source, "--unique")
    assert gone == [300, 0]


ODD_ROWS = [ODD9, CLASH9, NONE9, EMPTY9, "12", "", None, UNIQUE4, f"{UNIQUE9} easy", "\n" * 81]


@pytest.mark.parametrize("odd", ODD_ROWS, ids=repr)
@pytest.mark.parametrize("at", [0, 1, 63, 64, 300, 499])
@pytest.mark.parametrize("words", [(), ("--unique",), ("--keep-going",)], ids=" ".join)
def test_an_odd_row_ends_it(
    tmp_path: Path, gone: list[int], odd: str | None, at: int, words: tuple[str, ...]
) -> None:
    """What came before stays; errors name the same row."""
    rows = [UNIQUE9] * 500
    rows[at] = odd  # type: ignore[call-overload]
    source = written(tmp_path, rows, row_group_size=64)
    answer, data = both_ways(source, *words)
    if data is not None:
        assert answer.rows == 500
    is_solved = odd in (ODD9, EMPTY9) and "--unique" not in words
    if odd == EMPTY9 and is_solved and at > 0:  # an empty one does not tell what lines these are
        assert gone[0] == 500  # any one of its solutions
    else:
        assert gone[0] <= at


@examples(40)
@given(
    rows=st.lists(st.sampled_from([UNIQUE9] * 60 + ODD_ROWS), min_size=1, max_size=400),
    group=st.integers(1, 150),
    words=st.sampled_from([(), ("--unique",), ("--keep-going",), ("--keep-going", "--unique")]),
    pages=st.sampled_from([100, 3000, 1 << 20]),
)
def test_any_rows(
    rows: list[Any], group: int, words: tuple[str, ...], pages: int, tmp_path_factory: Any
) -> None:
    folder = tmp_path_factory.mktemp("any")
    both_ways(written(folder, rows, row_group_size=group, data_page_size=pages), *words)


def test_what_goes_another_way(
    run: Run, tmp_path: Path, gone: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other columns, several inputs, options of the reader, compression, an idle core, text."""
    target = tmp_path / "out.parquet"
    source = written(tmp_path, [UNIQUE9] * 300)
    table = pq.read_table(source)
    more = tmp_path / "more.parquet"
    pq.write_table(table.append_column("id", pa.array(range(300))), more, **PLAIN)
    snappy = tmp_path / "snappy.parquet"
    pq.write_table(table, snappy, compression="snappy")

    def straight_rows(*words: str | Path) -> list[int]:
        gone.clear()
        assert run("solve", *words).code == 0
        return list(gone)

    assert straight_rows(source, "-o", target) == [300]
    assert straight_rows(more, "-o", target) == [0] * len(gone)
    assert straight_rows(more, "--answers-only", "-o", target) == [300]
    assert straight_rows(snappy, "-o", target) == [0]
    assert straight_rows(source, "-o", tmp_path / "out.txt") == []
    assert straight_rows(source, "-o", tmp_path / "out.arrow") == []
    assert straight_rows(source, "--compression", "zstd", "-o", target) == []
    for words in (["--size", "9"], ["--threads", "1"], ["--symbols", "1-9"]):
        assert straight_rows(source, *words, "-o", target) == [], words
    assert run("canon", source, "-o", target).code == 0
    assert gone == []
    # Of several inputs, the last rows of the first one join those of the second.
    assert straight_rows(source, source, "-o", target) == [256]
    assert pq.read_table(target).num_rows == 600
    monkeypatch.setattr(straight, "_LEAST", 301)
    assert straight_rows(source, "-o", target) == [0]


def test_several_inputs_are_answered_alike(
    run: Run, tmp_path: Path, gone: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = []
    for number, rows in enumerate((128, 300, 5)):
        (tmp_path / str(number)).mkdir()
        paths.append(written(tmp_path / str(number), [UNIQUE9] * rows, row_group_size=64))
    assert run("solve", *paths, "-o", tmp_path / "a.parquet").code == 0
    assert gone == [128, 256]  # the last one finds rows before it that are not written
    monkeypatch.setattr(straight, "_LEAST", NEVER)
    assert run("solve", *paths, "-o", tmp_path / "b.parquet").code == 0
    assert (tmp_path / "a.parquet").read_bytes() == (tmp_path / "b.parquet").read_bytes()


def test_groups_are_those_of_the_writer() -> None:
    def sizes(batches: list[int], most: int | None) -> list[list[int]]:
        runs = ([PageRun(0, rows)] for rows in batches)
        return [
            [sum(run.rows for run in batch) for batch in group] for group in grouped(runs, most)
        ]

    assert sizes([64, 64, 30, 30, 30, 30], 248) == [[64], [64], [30, 30, 30], [30]]
    assert sizes([64, 64, 30, 30, 30, 30], None) == [[64], [64], [30, 30, 30]]
    assert sizes([64, 64, 30, 30, 30, 30], 999) == [[64], [64], [30, 30, 30]]
    assert sizes([], 0) == []


def test_a_full_disk_is_told_as_ever(tmp_path: Path) -> None:
    """The room ends within the pages: one line, no file, and nothing beside it."""
    source = written(tmp_path, [UNIQUE9] * 40_000)
    target = tmp_path / "out.parquet"
    for size in (100_000, 3_000_000):
        done = subprocess.run(
            [*COMMAND, "solve", str(source), "-o", str(target)],
            capture_output=True,
            text=True,
            timeout=60,
            env=ENVIRONMENT,
            preexec_fn=lambda size=size: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)),
        )
        assert (done.returncode, done.stdout) == (3, "")
        assert done.stderr == f"squaredance: {target}: File too large\n"
        assert sorted(os.listdir(tmp_path)) == ["in.parquet"]


def test_a_file_that_is_cut_meanwhile_is_told_as_ever(
    tmp_path: Path, run: Run, gone: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    source = written(tmp_path, [UNIQUE9] * 40_000)
    runs_of = files.ColumnFile.runs_of

    def cut(self: files.ColumnFile, *args: Any) -> Iterator[list[PageRun]]:
        for runs in runs_of(self, *args):
            os.truncate(source, 100_000)
            yield runs

    monkeypatch.setattr(files.ColumnFile, "runs_of", cut)
    ran = run("solve", source, "-o", tmp_path / "out.parquet")
    assert ran.code == 3
    assert ran.err.startswith(f"squaredance: {source}: expected a whole file of columns, found: ")
    assert gone[0] < 40_000
    assert os.listdir(tmp_path) == ["in.parquet"]


def test_an_interrupt_leaves_nothing(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = written(tmp_path, [UNIQUE9] * 1000)

    def stop(*_: object) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr(Straight, "_is_kept", stop)
    assert run("solve", source, "-o", tmp_path / "out.parquet").code == 130
    assert os.listdir(tmp_path) == ["in.parquet"]


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_while_all_threads_are_at_work(
    number: signal.Signals, code: int, tmp_path: Path
) -> None:
    """In the middle of pages: the first row group is written, the others take minutes."""
    group = 1 << 16
    source = written(tmp_path, [UNIQUE9] * group + [LONG9] * 2 * group)
    target = tmp_path / "out.parquet"
    threads = str(thread_count(None))  # with fewer it goes another way

    def is_under_way() -> bool:
        files = tmp_path.glob(".squaredance-*")
        return any(path.read_bytes().count(UNIQUE9_SOLVED.encode()) == group for path in files)

    program = (  # the command, which leaves a mark when it goes straight
        "import sys\n"
        "from squaredance import _core\n"
        "from squaredance.cli.main import main\n"
        "crew = _core.PageCrew\n"
        "def marked(*arguments):\n"
        "    print('straight', file=sys.stderr, flush=True)\n"
        "    return crew(*arguments)\n"
        "_core.PageCrew = marked\n"
        "sys.exit(main())\n"
    )

    with subprocess.Popen(
        [
            sys.executable,
            "-c",
            program,
            "solve",
            str(source),
            "-o",
            str(target),
            "--threads",
            threads,
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
    ) as child:
        try:
            until(lambda: is_under_way() or child.poll() is not None)
            child.send_signal(number)
            out, err = child.communicate(timeout=60)
        finally:
            child.kill()
    assert (child.returncode, out, err) == (code, b"", b"straight\n")
    assert os.listdir(tmp_path) == ["in.parquet"]


def test_progress_is_told(tmp_path: Path, gone: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[int, float | None]] = []
    monkeypatch.setattr(straight, "_TELL", 0.0)
    monkeypatch.setattr(straight, "_LOOK", 0.0)
    monkeypatch.setattr(
        columns, "_watch", lambda session, file: lambda done, ended: told.append((done, ended))
    )
    source = written(tmp_path, [UNIQUE9] * 5000)
    answer_part(["solve"], str(source), str(tmp_path / "out.parquet"))
    assert gone == [5000]
    rows = [done for done, has_ended in told if not has_ended]
    assert rows == sorted(rows)
    assert all(0 <= done <= 5000 for done in rows)
    assert [has_ended for _, has_ended in told] == [*[False] * len(rows), True]


def crew_of(tmp_path: Path, rows: int, **options: Any) -> tuple[_core.PageCrew, int, int]:
    """Over a file that is nothing but values, and one to write to."""
    value = (81).to_bytes(4, "little") + UNIQUE9.encode()
    (tmp_path / "values").write_bytes(value * rows)
    source = os.open(tmp_path / "values", os.O_RDONLY)
    target = os.open(tmp_path / "answers", os.O_RDWR | os.O_CREAT)
    return _core.PageCrew(_core.Shape.digits9(), source, target, 1, 2), source, target


def test_pages_by_themselves(tmp_path: Path) -> None:
    rows = 20_000
    crew, source, target = crew_of(tmp_path, rows)
    crew.put(0, b"head")
    runs = [(85 * start, 100) for start in range(0, rows, 100)]
    assert [crew.add(runs, 4, 4 + 85 * rows), crew.add(runs[:1], None, 5_000_000)] == [0, 1]
    for page in (0, 1):
        while (is_written := crew.wait(page, 0.01)) is None:
            pass
        assert is_written
    assert crew.answered == rows + 100
    crew.close()
    answer = (81).to_bytes(4, "little") + UNIQUE9_SOLVED.encode()
    given = (tmp_path / "values").read_bytes()
    data = (tmp_path / "answers").read_bytes()
    assert data[: 4 + 2 * 85 * rows] == b"head" + given + answer * rows
    assert data[5_000_000:] == answer * 100
    for number in (source, target):
        os.close(number)


def test_pages_that_cannot_be(tmp_path: Path) -> None:
    crew, source, target = crew_of(tmp_path, 10)
    assert crew.wait(crew.add([(0, 11)], None, 0), 60) is False  # behind the end
    assert crew.wait(crew.add([(0, 1)], None, 0), 60) is False  # it has given up
    crew.close()
    crew.close()
    with pytest.raises(RuntimeError, match="closed"):
        crew.answered  # noqa: B018
    with pytest.raises(RuntimeError, match="closed"):
        crew.add([(0, 1)], None, 0)
    shape = _core.Shape.digits9()
    for limit, threads in ((0, 1), (0xFFFFFFFF, 1), (1, 0)):
        with pytest.raises(ValueError, match="expected"):
            _core.PageCrew(shape, source, target, limit, threads)
    crew = _core.PageCrew(shape, source, target, 1, 1)
    with pytest.raises(IndexError, match="number of a page"):
        crew.wait(0, 0.0)
    crew.close()
    read_only = _core.PageCrew(shape, source, source, 1, 1)
    assert read_only.wait(read_only.add([(0, 1)], None, 0), 60) is False
    read_only.close()
    for number in (source, target):
        os.close(number)


def test_a_child_leaves_the_threads_of_its_parent_alone(tmp_path: Path) -> None:
    program = f"""
import os, warnings
from pathlib import Path
from tests.columns.test_straight import crew_of
warnings.simplefilter("ignore")
crew, _, _ = crew_of(Path({str(tmp_path)!r}), 10)
child = os.fork()
if child == 0:
    try:
        crew.answered
    except RuntimeError as error:
        print(error, flush=True)
    crew.close()
    os._exit(0)
assert os.waitpid(child, 0)[1] == 0
print(crew.wait(crew.add([(0, 10)], None, 0), 60))
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60
    )
    assert (done.stdout, done.stderr) == ("this crew is of the process before the fork\nTrue\n", "")
