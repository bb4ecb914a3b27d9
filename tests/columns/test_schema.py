"""What a table tells of how it was made: every option that has a say, and nothing that has none."""

import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from tests.cli.conftest import Run
from tests.cluster.gates import threads_asked
from tests.puzzles import UNIQUE4


@pytest.mark.parametrize(
    ("words", "options"),
    [
        (["--box", "none"], {"box": "none"}),
        (["--box", "2x2"], {"box": [2, 2]}),
        (["--box", "auto", "--engine", "auto"], {}),
        (["--timeout", "0"], {"timeout": 0.0}),
        (["--max-nodes", "0", "--engine", "search"], {"max_nodes": 0, "engine": "search"}),
        (["--format", "line", "--size", "4"], {"format": "line", "size": 4}),
    ],
    ids=" ".join,
)
def test_the_schema_tells_every_option_that_has_a_say(
    run: Run, tmp_path: Path, words: list[str], options: dict[str, object]
) -> None:
    run("solve", *words, "-o", tmp_path / "out.parquet", stdin=UNIQUE4)
    (step,) = json.loads(pq.read_schema(tmp_path / "out.parquet").metadata[b"squaredance"])
    assert step["options"] == options


def test_no_threads_race_for_the_rows_of_a_column(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another number of them may find another solution."""
    asked = threads_asked(monkeypatch)
    words = ("solve", "--max-nodes", "9", "--threads", "2")
    assert run(*words, "-o", tmp_path / "out.parquet", stdin=UNIQUE4).code == 0
    assert asked == [None]
    run(*words, stdin=UNIQUE4)
    assert asked == [None, 2]
