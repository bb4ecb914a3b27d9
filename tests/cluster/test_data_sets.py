"""Data sets, mapped: the same bytes everywhere, what is refused, what is made again."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.dataset
import pyarrow.parquet as pq
import pytest

import squaredance
from squaredance.cli.main import main
from squaredance.cli.part import part_arguments
from squaredance.cli.parts import work_of
from squaredance.cluster import ClusterError, Mapped, Workers, dask_workers, map_parts
from squaredance.cluster.checksums import checksum
from squaredance.cluster.run import map_work
from squaredance.columns import files
from squaredance.errors import FormatError, SquaredanceError
from tests.cluster.gates import contents, data_set, threads_asked, until
from tests.puzzles import UNIQUE9_SOLVED

BAD = "12345\n"


class Lent(Workers):
    """The workers of other tests, which stay open."""

    def __init__(self, workers: Workers) -> None:
        self.workers = workers
        self.size_of = workers.size

    @property
    def size(self) -> int:
        return self.size_of

    def answers(self, *arguments):  # type: ignore[no-untyped-def]
        return self.workers.answers(*arguments)

    def close(self) -> None:
        pass


def map_on(workers: Workers, words: list[str], source: Path, target: Path) -> Mapped:
    args = part_arguments(words)
    args.cluster = "local:2"
    work = work_of(args)
    return map_work(work, str(source), str(target), lambda: Lent(workers), complain=print)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return data_set(tmp_path / "in", parts=4, lines=10)


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "out"


@pytest.fixture
def columns(source: Path, tmp_path: Path) -> Path:
    """The same puzzles in Parquet."""
    folder = tmp_path / "columns"
    for path in source.rglob("*.txt"):
        lines = path.read_text().split()
        table = pa.table({"number": range(len(lines)), "puzzle": lines})
        name = folder / path.relative_to(source).with_suffix(".parquet")
        name.parent.mkdir(parents=True, exist_ok=True)
        pq.write_table(table, name, row_group_size=4)
    return folder


@pytest.mark.parametrize("words", [["--all", "--limit", "3"], ["--candidates"]], ids=" ".join)
def test_a_cluster_lists_as_one_machine_does(
    words: list[str], source: Path, shared_workers: Workers, tmp_path: Path
) -> None:
    one = map_parts(["solve", *words], source, tmp_path / "one")
    assert map_on(shared_workers, ["solve", *words], source, tmp_path / "many") == one
    assert contents(tmp_path / "many") == contents(tmp_path / "one")


@pytest.mark.parametrize(
    "words",
    [["solve", "--unique"], ["rate", "--csv"], ["canon"], ["check"], ["solve", "--to", "parquet"]],
    ids=" ".join,
)
@pytest.mark.parametrize("kind", ["text", "columns"])
def test_a_cluster_gives_the_bytes_of_one_machine(
    words: list[str], kind: str, request: pytest.FixtureRequest, shared_workers: Workers,
    tmp_path: Path,
) -> None:  # fmt: skip
    source: Path = request.getfixturevalue("source" if kind == "text" else "columns")
    if kind == "columns" and "--csv" in words:
        words = ["rate"]
    one = map_parts(words, source, tmp_path / "one")
    many = map_on(shared_workers, words, source, tmp_path / "many")
    assert one == many
    assert (one.parts, one.rows) == (4, 40)
    assert contents(tmp_path / "many") == contents(tmp_path / "one")
    for name in contents(source):
        file = tmp_path / "alone" / name
        if "--to" in words:
            file = file.with_suffix(".parquet")
        file.parent.mkdir(parents=True, exist_ok=True)
        main([*words, str(source / name), "-o", str(file)])
        assert (
            file.read_bytes()
            == (tmp_path / "one" / file.relative_to(tmp_path / "alone")).read_bytes()
        )


def test_an_output_is_a_data_set_for_others(columns: Path, target: Path) -> None:
    map_parts(["solve"], columns, target)
    table = pyarrow.dataset.dataset(target, format="parquet").to_table()
    assert table.num_rows == 40
    assert {"number", "puzzle", "solution"} <= set(table.column_names)


def test_the_manifest(source: Path, target: Path) -> None:
    map_parts(["solve", "--threads", "2"], source, target)
    head, *lines = map(json.loads, (target / "_manifest.jsonl").read_text().splitlines())
    assert head == {
        "manifest": 1,
        "squaredance": squaredance.__version__,
        "words": ["solve"],
        "checksum": "xxh64",
    }
    assert [line["part"] for line in lines] == ["0.txt", "1.txt", "2.txt", "deep/3.txt"]
    assert lines[0] == {
        "part": "0.txt",
        "source": "0.txt",
        "input": checksum(source / "0.txt"),
        "rows": 10,
        "bad": 0,
        "code": 0,
        "size": 820,
        "checksum": checksum(target / "0.txt"),
    }


def test_a_checksum_is_that_of_other_tools(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"Nobody inspects the spammish repetition")
    assert checksum(tmp_path / "a") == "fbcea83c8a378bf1"


def test_a_second_run_does_nothing(source: Path, target: Path) -> None:
    map_parts(["solve"], source, target)
    before = {path: path.stat().st_mtime_ns for path in target.rglob("*.txt")}
    heard: list[Mapped] = []
    found = map_parts(["solve", "--threads", "1"], source, target, watch=heard.append)
    assert (found.kept, found.rows, found.kept_rows) == (4, 40, 40)
    assert [some.done for some in heard] == [0, 1, 2, 3, 4]
    assert {path: path.stat().st_mtime_ns for path in target.rglob("*.txt")} == before


def test_a_part_that_changed_is_made_again(source: Path, target: Path, tmp_path: Path) -> None:
    map_parts(["solve"], source, target)
    lines = (source / "1.txt").read_text().splitlines()
    (source / "1.txt").write_text("\n".join(reversed(lines)) + "\n")
    (source / "new.txt").write_text(lines[0] + "\n")
    assert map_parts(["solve"], source, target).kept == 3
    map_parts(["solve"], source, tmp_path / "fresh")
    assert contents(target) == contents(tmp_path / "fresh")


def test_a_part_that_is_gone(source: Path, target: Path) -> None:
    map_parts(["solve"], source, target)
    (source / "1.txt").unlink()
    with pytest.raises(SquaredanceError) as error:
        map_parts(["solve"], source, target)
    assert str(error.value) == (
        f"expected a part for every answer, found none for '{target}/1.txt': remove it to go on"
    )
    (target / "1.txt").unlink()
    assert map_parts(["solve"], source, target).kept == 3
    assert "1.txt" not in (target / "_manifest.jsonl").read_text()


def test_a_bad_part_without_keep_going(source: Path, target: Path) -> None:
    (source / "1.txt").write_text((source / "1.txt").read_text() + BAD)
    with pytest.raises(FormatError, match=f"^{source}/1.txt:11:6: expected "):
        map_parts(["solve"], source, target)
    assert set(contents(target)) == {"_manifest.jsonl", "0.txt"}
    heard: list[str] = []
    found = map_parts(["solve", "--keep-going"], source, target, complain=heard.append)
    assert (found.kept, found.rows, found.bad, found.codes) == (1, 41, 1, {0, 3})
    assert len(heard) == 1
    assert heard[0].startswith(f"{source}/1.txt:11:6: expected ")
    again = map_parts(["solve", "--keep-going"], source, target, complain=heard.append)
    assert (again.kept, again.bad, again.codes) == (4, 1, {0, 3})
    with pytest.raises(FormatError):  # now it is wanted to end there
        map_parts(["solve"], source, target)


def test_a_part_that_is_no_table(columns: Path, target: Path, shared_workers: Workers) -> None:
    (columns / "1.parquet").write_bytes(b"PAR1 and then nothing PAR1")
    with pytest.raises(FormatError, match=rf"^{columns}/1.parquet: "):
        map_on(shared_workers, ["solve"], columns, target)
    found = map_on(shared_workers, ["solve", "--keep-going"], columns, target)
    assert found.failed == (f"{columns}/1.parquet",)
    assert not (target / "1.parquet").exists()
    assert len(contents(target)) == 4


def test_a_part_that_cannot_be_read_is_that_part(source: Path, target: Path) -> None:
    """Whatever keeps one from reading it: the others are answered."""
    for name, made in (("gone.txt", None), ("odd.txt", "/proc/self/mem")):
        path = source / name
        heard: list[str] = []
        if made is None:
            path.write_text("")
        else:
            path.symlink_to(made)

        def forget(_: Mapped, path: Path = path, made: str | None = made) -> None:
            if made is None:
                path.unlink(missing_ok=True)

        words = ["solve", "--keep-going"]
        found = map_parts(words, source, target, complain=heard.append, watch=forget)
        assert found.failed == (str(path),)
        assert found.codes == {0, 3}
        assert [line.startswith(f"{path}: ") for line in heard] == [True]
        assert found.done == found.parts == 5
        path.unlink(missing_ok=True)


def test_a_part_that_is_cut_while_it_is_solved_is_no_crash(source: Path, target: Path) -> None:
    """A map of a file that is cut short ends who looks at it: parts are read."""
    large = source / "0.txt"
    large.write_text(large.read_text() * 2000)
    program = (
        "import os, sys\n"
        "from squaredance import windows\n"
        "map_lines = windows.map_lines\n"
        "def cut(*rest):\n"
        "    os.truncate(sys.argv[1], 1000)\n"
        "    return map_lines(*rest)\n"
        "windows.map_lines = cut\n"
        "from squaredance.cluster import map_parts\n"
        "map_parts(['solve'], *sys.argv[2:])\n"
    )
    subprocess.run([sys.executable, "-c", program, large, source, target], check=True)
    assert (target / "0.txt").read_text().count("\n") == 20_000


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing yet\n"])
@pytest.mark.parametrize(
    "words", [["solve"], ["solve", "--to", "parquet"], ["rate", "--csv"], ["check"]]
)
def test_a_part_without_puzzles_has_an_answer_without(
    text: str, words: list[str], tmp_path: Path
) -> None:
    """As Spark and others write them."""
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "0.txt").write_text(text)
    (tmp_path / "in" / "1.txt").write_text(f"{UNIQUE9_SOLVED}\n")
    found = map_parts(words, tmp_path / "in", tmp_path / "out")
    assert (found.parts, found.done, found.rows, found.bad, found.failed) == (2, 2, 1, 0, ())
    if "parquet" in words:
        first, second = (pq.read_table(tmp_path / "out" / f"{n}.parquet") for n in "01")
        assert first.num_rows == 0
        assert first.schema.remove_metadata() == second.schema.remove_metadata()
    else:
        first, second = ((tmp_path / "out" / f"{n}.txt").read_text() for n in "01")
        head = second.partition("\n")[0] if "--csv" in words else ""
        assert first.strip() in (head, text.strip())


def test_a_part_with_another_name(source: Path, target: Path, tmp_path: Path) -> None:
    """Its answer holds, and the manifest has the name that it has now."""
    map_parts(["solve", "--to", "parquet"], source, target)
    os.rename(source / "1.txt", source / "1.sdm")
    assert map_parts(["solve", "--to", "parquet"], source, target).kept == 4
    map_parts(["solve", "--to", "parquet"], source, tmp_path / "new")
    assert contents(target) == contents(tmp_path / "new")


@pytest.mark.parametrize(
    ("words", "found"),
    [(["solve", "--unique"], "'solve'"), (["canon"], "'solve'")],
)
def test_other_options(words: list[str], found: str, source: Path, target: Path) -> None:
    map_parts(["solve"], source, target)
    before = contents(target)
    with pytest.raises(SquaredanceError) as error:
        map_parts(words, source, target)
    version = squaredance.__version__
    assert str(error.value) == (
        f"expected an output of squaredance {version}, {' '.join(words)!r}, found '{target}' to be "
        f"one of squaredance {version}, {found}: choose another directory, or remove it"
    )
    assert contents(target) == before


def test_another_version(source: Path, target: Path) -> None:
    map_parts(["solve"], source, target)
    manifest = target / "_manifest.jsonl"
    text = manifest.read_text()
    manifest.write_text(text.replace(squaredance.__version__, "0.0.1", 1))
    with pytest.raises(SquaredanceError, match=r"to be one of squaredance 0\.0\.1, 'solve': "):
        map_parts(["solve"], source, target)


def test_directories_that_cannot_be(source: Path, target: Path, tmp_path: Path) -> None:
    for other in source, source / "out", tmp_path:
        with pytest.raises(SquaredanceError, match=r"one is within the other$"):
            map_parts(["solve"], source, other)
    (tmp_path / "empty").mkdir()
    with pytest.raises(FormatError, match=r"found no file in it$"):
        map_parts(["solve"], tmp_path / "empty", target)
    target.mkdir()
    (target / "mine.txt").write_text("mine")
    with pytest.raises(
        SquaredanceError, match=r"^expected an empty directory, .* found 'mine.txt'"
    ):
        map_parts(["solve"], source, target)
    with pytest.raises(NotADirectoryError):
        map_parts(["solve"], source, target / "mine.txt" / "out")
    (source / "1.parquet").write_bytes(b"")
    with pytest.raises(SquaredanceError, match=r"found '1.parquet' for '1.parquet' and '1.txt'$"):
        map_parts(["solve", "--to", "parquet"], source, tmp_path / "new")


def test_the_command_line(source: Path, target: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def told(*words: str | Path) -> tuple[int, str]:
        code = main([str(word) for word in words])
        return code, capsys.readouterr().err

    assert told("solve", source, "--cluster", "local:1") == (
        2,
        "squaredance: expected --output DIR for the answers to a directory of parts\n",
    )
    one = "squaredance: expected one directory of parts, and nothing else, as input; found "
    assert told("solve", source / "1.txt", "-o", target, "--cluster", "local:1") == (
        2,
        f"{one}'{source}/1.txt'\n",
    )
    assert told("solve", source, source, "-o", target) == (2, f"{one}'{source}', '{source}'\n")
    assert told("canon", "--distinct", source, "-o", target) == (
        2,
        "squaredance: --distinct is about all files: it does not go with parts\n",
    )
    assert told("solve", source, "-o", target) == (0, "")
    assert told("solve", source, "-o", target / "1.txt") == (
        3,
        f"squaredance: {target}/1.txt: File exists\n",
    )


@pytest.mark.parametrize(
    "words",
    [
        ["solve", "--size", "9", "--box", "3x3", "--timeout", "2.5", "--keep-going"],
        ["solve", "--box", "none", "--all", "--limit", "3", "--to", "json"],
        ["rate", "--scale", "hodoku,se121", "--no-uniqueness", "--csv", "--threads", "2"],
        ["solve", "--prefix=-x", "--column=--a", "--to", "parquet"],
    ],
    ids=" ".join,
)
def test_words_come_back(words: list[str]) -> None:
    args = part_arguments(words)
    assert vars(part_arguments(work_of(args).words)) == vars(args)


SCHEDULER = """
import asyncio, sys
from distributed import Scheduler, Worker
async def run():
    async with Scheduler(host="127.0.0.1", port=0, dashboard=False) as scheduler:
        async with Worker(scheduler.address, nthreads=1, dashboard=False):
            print(scheduler.address, flush=True)
            await asyncio.sleep(120)
if sys.argv[1] == "without":
    sys.modules["squaredance"] = None
elif sys.argv[1] == "other":
    import squaredance
    squaredance.__version__ = "0.0.1"
asyncio.run(run())
"""


@pytest.mark.parametrize("kind", ["same", "without", "other", "killed"])
def test_a_scheduler_that_runs(
    kind: str, source: Path, target: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", SCHEDULER, kind],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=os.fspath(tmp_path),
    )
    assert process.stdout is not None
    try:
        address = process.stdout.readline().strip()
        if kind == "same":
            map_parts(["solve"], source, target, cluster=address)
            map_parts(["solve"], source, tmp_path / "one")
            assert contents(target) == contents(tmp_path / "one")
            return
        if kind == "killed":
            monkeypatch.setattr(dask_workers, "ANSWERS_WITHIN", 2.0)
            with pytest.raises(ClusterError) as error:
                map_parts(
                    ["solve"], source, target, cluster=address, watch=lambda _: process.kill()
                )
            assert str(error.value) == f"expected the scheduler at {address} to stay, found it gone"
            return
        with pytest.raises(ClusterError) as error:
            map_parts(["solve"], source, target, cluster=address)
        what = "none" if kind == "without" else "0.0.1"
        assert str(error.value).startswith(
            f"expected squaredance {squaredance.__version__} on all workers, found {what} on tcp://"
        )
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
    until(lambda: process.poll() is not None)


def test_threads_have_no_say_in_the_answers(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So they may be other ones when a run goes on: with them others might win a race."""
    asked = threads_asked(monkeypatch)
    map_parts(["solve", "--json", "--threads", "2"], source, tmp_path / "out")
    assert set(asked) == {None}


def test_bad_rows_without_end_are_told_up_to_a_thousand(tmp_path: Path) -> None:
    source, heard = tmp_path / "in", list[str]()
    source.mkdir()
    (source / "a.txt").write_text("1......2.3....4.\n" + "1..\n" * 2500)
    found = map_parts(["solve", "--keep-going"], source, tmp_path / "out", complain=heard.append)
    assert (found.rows, found.bad) == (2501, 2500)
    assert heard[0] == f"{source}/a.txt:2:4: expected 16 symbols, found 3"
    assert heard[999] == f"{source}/a.txt:1001:4: expected 16 symbols, found 3"
    assert heard[1000:] == [f"{source}/a.txt: 1,500 more, which are not told"]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["solve", "--cluster", "local:2"], "the cluster as an argument of its own"),
        (["solve", "--no-such"], "options of solve, found: unrecognized arguments: --no-such"),
        (["solve", "--size", "x"], "options of solve, found: argument --size: invalid int value"),
        (["rate", "--help"], "options of rate, found: --help$"),
    ],
)
def test_words_that_cannot_be(
    words: list[str], found: str, source: Path, target: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SquaredanceError, match=f"^expected {found}"):
        map_parts(words, source, target)
    assert capfd.readouterr() == ("", "")
    assert not target.exists()


def test_what_ends_a_part_is_told_whatever_was_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "ROWS", 1000)  # else all is read before anything is told
    source, heard = tmp_path / "in", list[str]()
    source.mkdir()
    texts = pa.table({"puzzle": ["1......2.3....4.", *["1.."] * 1200]})
    with pq.ParquetWriter(source / "a.parquet", texts.schema, compression="gzip") as writer:
        writer.write_table(texts)
        place = (source / "a.parquet").stat().st_size
        writer.write_table(texts)
    data = bytearray((source / "a.parquet").read_bytes())
    data[place + 40 : place + 90] = bytes(50)
    (source / "a.parquet").write_bytes(data)
    found = map_parts(["solve", "--keep-going"], source, tmp_path / "out", complain=heard.append)
    assert (found.failed, len(heard)) == ((f"{source}/a.parquet",), 1002)
    assert heard[1000] == f"{source}/a.parquet: 200 more, which are not told"
    assert heard[1001].startswith(f"{source}/a.parquet: expected a whole file of columns, found")
