"""What is left in an output directory when a run did not go well, and what may follow."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from squaredance.cli.main import main
from squaredance.cli.part import PartAnswer, answer_part
from squaredance.cluster import ClusterError, dask_workers, map_parts, run
from squaredance.cluster.run import Work, map_work
from squaredance.cluster.workers import open_workers
from squaredance.errors import FormatError, SquaredanceError
from tests.cluster.gates import ROOT, contents, data_set, until, waiting

BAD = "12345\n"
MANIFEST = "_manifest.jsonl"


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return data_set(tmp_path / "in", parts=4, lines=10)


@pytest.fixture
def target(tmp_path: Path) -> Path:
    """It lies in a directory that is not there either."""
    return tmp_path / "new" / "out"


@pytest.fixture
def expected(source: Path, tmp_path: Path) -> dict[str, bytes]:
    map_parts(["solve"], source, tmp_path / "expected")
    return contents(tmp_path / "expected")


def quiet(*words: str, source: Path, target: Path) -> None:
    map_parts(["solve", *words], source, target, complain=lambda text: None)


# Runs that end before a part is done.


@pytest.mark.parametrize(
    "words",
    [
        ["--size", "16"],
        ["--box", "2x2"],
        ["--format", "json"],
        ["--symbols", "letters"],
        ["--to", "arrow", "--compression", "gzip"],
        ["--to", "parquet", "--json"],
    ],
    ids=" ".join,
)
def test_wrong_options_leave_nothing(
    words: list[str], source: Path, target: Path, expected: dict[str, bytes]
) -> None:
    with pytest.raises(SquaredanceError):
        map_parts(["solve", *words], source, target)
    assert not target.parent.exists()
    map_parts(["solve"], source, target)
    assert contents(target) == expected


def test_words_that_are_no_options_leave_nothing(source: Path, target: Path) -> None:
    for words in (["--size", "x"], ["--no-such-option"], ["--to", "nothing"]):
        with pytest.raises(SystemExit):
            main(["solve", str(source), "-o", str(target), *words])
        assert not target.parent.exists()


def test_a_missing_column_leaves_nothing(tmp_path: Path, target: Path) -> None:
    source = tmp_path / "columns"
    source.mkdir()
    for name in "ab":
        pq.write_table(pa.table({"sudoku": ["1......2.3....4."]}), source / f"{name}.parquet")
    wrong = ["solve", "--column", "puzzle"]
    with pytest.raises(FormatError, match=r"expected a column 'puzzle', found sudoku$"):
        map_parts(wrong, source, target)
    assert not target.parent.exists()
    heard: list[str] = []
    found = map_parts([*wrong, "--keep-going"], source, target, complain=heard.append)
    assert (len(found.failed), len(heard), found.codes) == (2, 2, {3})
    assert not target.parent.exists()
    assert map_parts(["solve"], source, target).rows == 2


def test_no_cluster_leaves_nothing(
    source: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dask_workers, "ANSWERS_WITHIN", 1.0)
    for cluster in ("tcp://127.0.0.1:9", "local:0", "tcp://", "nonsense"):
        with pytest.raises(ClusterError):
            map_parts(["solve"], source, target, cluster=cluster)
        assert not target.parent.exists()


def test_a_bad_first_part_leaves_nothing(
    source: Path, target: Path, expected: dict[str, bytes]
) -> None:
    good = (source / "0.txt").read_text()
    (source / "0.txt").write_text(good + BAD)
    target.mkdir(parents=True)  # by the user: it stays
    with pytest.raises(FormatError):
        map_parts(["solve"], source, target)
    assert os.listdir(target) == []
    (source / "0.txt").write_text(good)
    map_parts(["solve"], source, target)
    assert contents(target) == expected


def test_a_bad_later_part_leaves_what_is_done(source: Path, target: Path) -> None:
    (source / "1.txt").write_text(BAD)
    with pytest.raises(FormatError):
        map_parts(["solve"], source, target)
    assert set(contents(target)) == {MANIFEST, "0.txt"}
    assert not (target / "deep").exists()
    with pytest.raises(SquaredanceError, match=r"choose another directory, or remove it$"):
        map_parts(["solve", "--unique"], source, target)


def test_a_client_that_was_killed_before_a_part_was_done(
    source: Path, target: Path, tmp_path: Path
) -> None:
    """What it leaves blocks no other command."""
    gate = tmp_path / "gate"
    gate.mkdir()
    words = [sys.executable, "-m", "tests.cluster.gates", gate, source, target, "local:1"]
    client = subprocess.Popen(words, cwd=ROOT, stderr=subprocess.DEVNULL, start_new_session=True)
    until(lambda: waiting(gate))
    client.send_signal(signal.SIGKILL)
    client.wait()
    left = {Path(name).name[:12] for name in contents(target)}
    assert left == {"_lock", ".squaredance"}
    map_parts(["solve", "--unique"], source, target)
    map_parts(["solve", "--unique"], source, tmp_path / "fresh")
    assert contents(target) == contents(tmp_path / "fresh")


# Manifests without answers, and answers without manifest.


def test_a_manifest_without_answers_blocks_nothing(
    source: Path, target: Path, expected: dict[str, bytes]
) -> None:
    map_parts(["solve", "--unique"], source, target)
    for path in target.rglob("*.txt"):
        path.unlink()
    map_parts(["solve"], source, target)
    assert contents(target) == expected


def test_an_answer_without_its_line(source: Path, target: Path, expected: dict[str, bytes]) -> None:
    """A client that was killed between the two."""
    map_parts(["solve"], source, target)
    manifest = target / MANIFEST
    manifest.write_text(manifest.read_text().splitlines(keepends=True)[0])
    before = contents(target)
    with pytest.raises(SquaredanceError, match=r"choose another directory, or remove it$"):
        map_parts(["solve", "--unique"], source, target)
    assert contents(target) == before
    assert map_parts(["solve"], source, target).kept == 0
    assert contents(target) == expected


@pytest.mark.parametrize("text", ["mine", "mine\n", '{"entries": []}\n', "[]\n"])
def test_a_manifest_of_another_program_stays(text: str, source: Path, target: Path) -> None:
    target.mkdir(parents=True)
    (target / MANIFEST).write_text(text)
    with pytest.raises(SquaredanceError, match="to be one of another program: choose another"):
        map_parts(["solve"], source, target)
    assert contents(target) == {MANIFEST: text.encode()}


@pytest.mark.parametrize("size", [0, 1, 40, -1])
def test_a_manifest_whose_head_is_torn(
    size: int, source: Path, target: Path, expected: dict[str, bytes]
) -> None:
    """Such as by a stop of the machine; all parts are made again."""
    map_parts(["solve"], source, target)
    head = (target / MANIFEST).read_bytes().splitlines(keepends=True)[0]
    (target / MANIFEST).write_bytes(head[:size])
    found = map_parts(["solve"], source, target)
    assert (found.kept, found.done) == (0, found.parts)
    assert contents(target) == expected


def test_a_file_that_answers_no_part(source: Path, target: Path) -> None:
    """It would be read as one of the data set."""
    map_parts(["solve"], source, target)
    (target / "deep" / "mine.txt").write_text("mine")
    before = contents(target)
    with pytest.raises(SquaredanceError) as error:
        map_parts(["solve"], source, target)
    assert str(error.value) == (
        f"expected a part for every answer, found none for '{target}/deep/mine.txt': "
        "remove it to go on"
    )
    assert contents(target) == before


def test_a_part_that_is_no_file(source: Path, target: Path) -> None:
    os.mkfifo(source / "pipe.txt")
    with pytest.raises(FormatError) as error:
        map_parts(["solve"], source, target)
    assert str(error.value) == f"{source}/pipe.txt: expected a file, found something else"
    (source / "pipe.txt").unlink()
    (source / "link.txt").symlink_to("nowhere")
    with pytest.raises(FormatError) as error:
        map_parts(["solve"], source, target)
    assert str(error.value) == f"{source}/link.txt: expected a file, found a link to none"
    (source / "link.txt").unlink()
    (source / "more").symlink_to(source / "deep")
    with pytest.raises(FormatError) as error:
        map_parts(["solve"], source, target)
    assert str(error.value) == f"{source}/more: expected a file, found a link to a directory"
    assert not target.parent.exists()


# Parts that had an answer, and are bad now.


def test_an_answer_with_bad_rows_stays_without_keep_going(source: Path, target: Path) -> None:
    with (source / "1.txt").open("a") as file:
        file.write(BAD)
    quiet("--keep-going", source=source, target=target)
    before = contents(target)
    assert "1.txt" in before
    with pytest.raises(FormatError, match=f"^{source}/1.txt:11:6: "):
        map_parts(["solve"], source, target)
    assert contents(target) == before
    found = map_parts(["solve", "--keep-going"], source, target)
    assert (found.kept, found.bad) == (4, 1)
    assert contents(target) == before


@pytest.mark.parametrize("text", [BAD, ""], ids=["bad", "cut"])
def test_the_answer_to_a_former_part_without_keep_going(
    text: str, source: Path, target: Path, expected: dict[str, bytes]
) -> None:
    """The run ends there, and has made nothing worse: when the part is back, so is its answer."""
    map_parts(["solve"], source, target)
    good = (source / "1.txt").read_text()
    (source / "1.txt").write_text(good[:100] + text)
    with pytest.raises(FormatError):
        map_parts(["solve"], source, target)
    assert contents(target) == expected
    (source / "1.txt").write_text(good)
    assert map_parts(["solve"], source, target).kept == 4
    assert contents(target) == expected


def test_the_answer_to_a_former_part_with_keep_going(
    source: Path, target: Path, tmp_path: Path
) -> None:
    """All that has a name at the end answers what is there now."""
    quiet("--keep-going", source=source, target=target)
    good = (source / "1.txt").read_text()
    (source / "1.txt").write_text(good + BAD)
    quiet("--keep-going", source=source, target=target)
    quiet("--keep-going", source=source, target=tmp_path / "fresh")
    assert contents(target) == contents(tmp_path / "fresh")
    entry = json.loads((target / MANIFEST).read_text().splitlines()[2])
    assert (entry["part"], entry["rows"], entry["bad"]) == ("1.txt", 11, 1)


def columns(folder: Path) -> Path:
    folder.mkdir()
    for name in "abc":
        pq.write_table(pa.table({"puzzle": ["1......2.3....4."]}), folder / f"{name}.parquet")
    return folder


@pytest.mark.parametrize("has_line", [True, False], ids=["line", "no line"])
def test_the_answer_to_a_part_that_is_no_table_now(
    has_line: bool, tmp_path: Path, target: Path
) -> None:
    source = columns(tmp_path / "columns")
    map_parts(["solve"], source, target)
    before = contents(target)
    manifest = target / MANIFEST
    if not has_line:
        lines = manifest.read_text().splitlines(keepends=True)
        manifest.write_text("".join(line for line in lines if "b.parquet" not in line))
    good = (source / "b.parquet").read_bytes()
    (source / "b.parquet").write_bytes(good[:-9])
    with pytest.raises(FormatError, match=f"^{source}/b.parquet: "):
        map_parts(["solve"], source, target)
    assert (target / "b.parquet").read_bytes() == before["b.parquet"]
    quiet("--keep-going", source=source, target=target)
    assert set(contents(target)) == {MANIFEST, "a.parquet", "c.parquet"}
    assert "b.parquet" not in manifest.read_text()
    (source / "b.parquet").write_bytes(good)
    assert map_parts(["solve"], source, target).kept == 2
    assert contents(target) == before


def unread(words: Sequence[str], source: str, target: str) -> PartAnswer:
    """The command, where the part 1.txt may not be read."""
    if source.endswith("1.txt"):
        return PartAnswer(3, 0, 0, (f"{source}: Permission denied",), False)
    return answer_part(words, source, target)


def test_the_answer_to_a_part_that_cannot_be_read_for_now(
    source: Path, target: Path, expected: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody knows whether it is still that part: its answer stays, and the next run looks."""
    map_parts(["solve"], source, target)
    checksum = run.checksum

    def checked(path: str) -> str:
        if path == str(source / "1.txt"):
            raise PermissionError(13, "Permission denied", path)
        return checksum(path)

    monkeypatch.setattr(run, "checksum", checked)
    heard: list[str] = []
    found = map_work(
        Work(unread, ("solve",), ("solve",), True, str),
        str(source),
        str(target),
        lambda: open_workers(None, 1),
        complain=heard.append,
    )
    assert (found.failed, found.kept) == ((f"{source}/1.txt",), 3)
    assert heard == [f"{source}/1.txt: Permission denied"]
    assert contents(target) == expected
    monkeypatch.undo()
    assert map_parts(["solve"], source, target).kept == 4
