"""The judges' programs, byte for byte, through the command line."""

from pathlib import Path

from tests.cli.conftest import Run


def test_uva1309(run: Run, examples_dir: Path) -> None:
    ran = run("solve", "--judge", "uva1309", examples_dir / "hexa-4.in")
    assert ran == (0, (examples_dir / "hexa-4.out").read_text(), "")


def test_poj3076_has_an_empty_line_after_each_case(run: Run, examples_dir: Path) -> None:
    ran = run("solve", "--judge", "poj3076", examples_dir / "hexa-4.in")
    assert ran.out == (examples_dir / "hexa-4.out").read_text() + "\n"


def test_spoj_has_the_number_of_cases_first(run: Run, examples_dir: Path) -> None:
    cases = (examples_dir / "hexa-4.in").read_text()
    ran = run("solve", "--judge", "spoj-sudoku", stdin=f"4\n{cases}")
    assert ran == (0, (examples_dir / "hexa-4.out").read_text(), "")
    wrong = run("solve", "--judge", "spoj-sudoku", stdin=f"5\n{cases}")
    assert (wrong.code, wrong.out) == (3, (examples_dir / "hexa-4.out").read_text())
    assert "expected 5 cases, found 4" in wrong.err


def test_every_engine_gives_the_same_bytes(run: Run, examples_dir: Path) -> None:
    for engine in ("search", "dance"):
        ran = run("solve", "--judge", "uva1309", "--engine", engine, examples_dir / "hexa-4.in")
        assert ran.out == (examples_dir / "hexa-4.out").read_text()


def test_line_ends_and_blanks_do_not_matter(run: Run, examples_dir: Path) -> None:
    text = (examples_dir / "hexa-4.in").read_text()
    expected = (examples_dir / "hexa-4.out").read_text()
    for other in (text.replace("\n", "\r\n"), text.replace("\n", " \t\n"), text.rstrip("\n")):
        assert run("solve", "--judge", "uva1309", stdin=other).out == expected


def test_uva989_asks_for_the_least_solution(run: Run) -> None:
    ran = run("solve", "--judge", "uva989", stdin="2\n" + "0 0 0 0\n" * 4)
    assert ran == (0, "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n", "")


def test_an_incomplete_last_case_is_named_and_the_others_are_out(
    run: Run, examples_dir: Path
) -> None:
    text = "".join((examples_dir / "hexa-4.in").read_text().splitlines(keepends=True)[:-3])
    ran = run("solve", "--judge", "uva1309", stdin=text)
    three_cases = "".join(
        (examples_dir / "hexa-4.out").read_text().splitlines(keepends=True)[: 3 * 17 - 1]
    )
    assert (ran.code, ran.out) == (3, three_cases)
    assert ran.err == "squaredance: stdin:64: expected 16 rows, found 13\n"


def test_the_installed_command_in_bytes(spawn: Run, examples_dir: Path) -> None:
    ran = spawn("solve", "--judge", "uva1309", examples_dir / "hexa-4.in")
    assert ran == (0, (examples_dir / "hexa-4.out").read_text(), "")
