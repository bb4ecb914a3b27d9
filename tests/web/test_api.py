"""The questions of the API, and what is wrong with a request."""

from __future__ import annotations

import json
import socket
import time
from typing import Any

import pytest

from squaredance import Puzzle, Step, check, dumps, generate, loads, rate, verify
from squaredance.explain import State
from squaredance.web import jobs
from squaredance.web.ask import Ask
from squaredance.web.settings import Settings
from tests.web.conftest import Served, served

NINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
SMALL = "1......2.3....4."


def plain(text: str) -> dict[str, Any]:
    puzzle = loads(text)
    box = puzzle.geometry.box
    return {"size": puzzle.size, "box": list(box) if box else None, "values": list(puzzle.values)}


class TestAnswers:
    def test_read(self, server: Served) -> None:
        answer = server.ask("read", text=f"{NINE}\n12\n{SOLVED}\n").json()
        assert answer == {
            "puzzles": [plain(NINE), plain(SOLVED)],
            "format": "line",
            "more": False,
            "errors": [{"reason": "expected 81 symbols, found 2", "line": 2, "column": 3}],
        }

    def test_read_no_more_than_a_hundred(self, server: Served) -> None:
        answer = server.ask("read", text=f"{SMALL}\n" * 101).json()
        assert (len(answer["puzzles"]), answer["more"]) == (100, True)

    def test_read_by_the_name_of_a_file(self, server: Served) -> None:
        text = "1,0,0,0\n0,0,0,2\n0,3,0,0\n0,0,4,0\n"
        assert server.ask("read", text=text, name="a.csv").json()["format"] == "numbers"
        assert server.ask("read", text=text, name="a.json").status_code == 400

    @pytest.mark.parametrize("puzzle", [NINE, plain(NINE)], ids=["text", "object"])
    def test_solve(self, puzzle: object, server: Served) -> None:
        answer = server.ask("solve", puzzle=puzzle).json()
        assert answer["status"] == "unique"
        assert answer["solution"] == plain(SOLVED)

    def test_solve_with_candidates_as_masks_and_lists(self, server: Served) -> None:
        masks: list[Any] = [15] * 16
        masks[1] = [4]
        puzzle = {"size": 4, "values": [0] * 16, "candidates": masks}
        answer = server.ask("solve", puzzle=puzzle, unique=False).json()
        assert answer["solution"]["values"][1] == 4

    def test_solve_none_and_out_of_nodes(self, server: Served) -> None:
        answer = server.ask("solve", puzzle="11..............").json()
        assert (answer["status"], answer["clash"]) == (
            "none",
            "1 stands 2 times in row 1: R1C1 R1C2",
        )
        answer = server.ask("solve", puzzle="." * 625, nodes=3).json()
        assert (answer["status"], answer["reason"]) == ("unknown", "nodes")

    @pytest.mark.parametrize("engine", ["auto", "search", "dance", "rows", "learn", "sat"])
    def test_all_engines(self, engine: str, server: Served) -> None:
        answer = server.ask("solve", puzzle=SMALL, engine=engine).json()
        assert answer["solution"]["values"] == [1, 2, 3, 4, 3, 4, 1, 2, 4, 3, 2, 1, 2, 1, 4, 3]

    def test_count(self, server: Served) -> None:
        answer = server.ask("count", puzzle="." * 16).json()
        assert (answer["count"], answer["exact"]) == (288, True)
        answer = server.ask("count", puzzle="." * 81, limit=50).json()
        assert (answer["count"], answer["exact"]) == (50, False)

    def test_a_count_beyond_javascript_is_a_text(self, server: Served) -> None:
        answer = server.ask("count", puzzle="." * 256, seconds=0.3).json()
        assert int(answer["count"]) > 2**53
        assert isinstance(answer["count"], str)
        assert (answer["exact"], answer["reason"]) == (False, "time")

    def test_solutions(self, server: Served) -> None:
        answer = server.ask("solutions", puzzle="." * 16, limit=5).json()
        assert (len(answer["solutions"]), answer["more"]) == (5, True)
        assert all(check("." * 16, [g["values"][i : i + 4] for i in (0, 4, 8, 12)])
                   for g in answer["solutions"])  # fmt: skip
        assert server.ask("solutions", puzzle=SMALL).json()["more"] is False

    def test_candidates(self, server: Served) -> None:
        answer = server.ask("candidates", puzzle="1.3..........4..").json()
        assert (answer["status"], answer["candidates"][:4]) == ("multiple", [[1], [2], [3], [4]])

    def test_check(self, server: Served) -> None:
        grid = SMALL[:1] + "4" + SMALL[2:]
        answer = server.ask("check", puzzle=SMALL, grid=grid).json()
        assert (answer["valid"], answer["wrong"], answer["clashes"]) == (False, [1], [])
        answer = server.ask("check", puzzle="11..............").json()
        assert answer["clashes"][0] == {
            "house": "row 1",
            "value": 1,
            "cells": [0, 1],
            "text": "1 stands 2 times in row 1: R1C1 R1C2",
        }
        assert server.ask("check", puzzle=NINE, grid=SOLVED).json()["valid"] is True

    def test_hint(self, server: Served) -> None:
        answer = server.ask("hint", puzzle="1234341221434.21").json()
        step = answer["step"]
        assert [step[key] for key in ("where", "what", "why")] == [
            "Look at box 3.",
            "Full house: R4C2 must be 3.",
            "R4C2 must be 3: it is the last open cell of box 3.",
        ]

    def test_hint_on_the_way_tells_what_is_wrong(self, server: Served) -> None:
        answer = server.ask("hint", puzzle=SMALL, grid=SMALL[:1] + "4" + SMALL[2:]).json()
        assert answer == {
            "status": "none",
            "sentence": "There is no way on from here: R1C2=4 is not in the solution.",
        }

    @pytest.mark.parametrize("scale", ["se121", "hodoku"])
    def test_explain(self, scale: str, server: Served) -> None:
        answer = server.ask("explain", puzzle=NINE, scale=scale).json()
        assert (answer["status"], answer["solution"]) == ("solved", plain(SOLVED))
        state = State(NINE)
        told = ("title", "where", "what", "why")
        for data in answer["steps"]:
            step = Step.from_json({key: data[key] for key in data if key not in told})
            assert verify(step, state)
            state = state.apply(step)
        assert state.is_solved
        rated = server.ask("rate", puzzle=NINE, scales=[scale]).json()["ratings"][0]
        assert answer["rating"] == rated["score" if scale == "hodoku" else "er"]
        assert answer["hardest"] == rated["hardest"]

    def test_rate(self, server: Served) -> None:
        answer = server.ask("rate", puzzle=NINE, scales=["se121", "hodoku"]).json()
        assert [rating["text"] for rating in answer["ratings"]] == ["1.2/1.2/1.2", "204 Easy"]

    def test_generate(self, server: Served) -> None:
        wish = {"size": 9, "difficulty": "easy", "symmetry": "rotate180", "seed": 7}
        made, again = (server.ask("generate", **wish).json() for _ in range(2))
        assert made["puzzle"] == again["puzzle"]
        assert made["is_met"] is True
        assert 1.0 <= made["rating"]["er"] <= 1.5
        solved = server.ask("solve", puzzle=made["puzzle"]).json()
        assert (solved["status"], solved["solution"]) == ("unique", made["solution"])

    @pytest.mark.parametrize("to", ["line", "grid", "numbers", "sdk", "ss", "candidates", "json"])
    def test_convert_and_read_back(self, to: str, server: Served) -> None:
        text = server.ask("convert", puzzle=NINE, to=to).json()["text"]
        assert text == dumps(loads(NINE), to)
        read = server.ask("read", text=text).json()
        assert read["puzzles"][0]["values"] == list(loads(NINE).values)

    def test_convert_does_not_lose_houses(self, server: Served) -> None:
        puzzle = {"size": 6, "box": [3, 2], "values": [0] * 36}
        answer = server.ask("convert", puzzle=puzzle, to="line")
        assert (answer.status_code, answer.json()["error"]["type"]) == (400, "bad-puzzle")
        assert '"box": [3, 2]' in server.ask("convert", puzzle=puzzle, to="json").json()["text"]

    @pytest.mark.parametrize(
        ("kind", "media", "start"),
        [
            ("svg", "image/svg+xml", b"<svg"),
            ("png", "image/png", b"\x89PNG"),
            ("pdf", "application/pdf", b"%PDF-1.4"),
        ],
    )
    def test_render(self, kind: str, media: str, start: bytes, server: Served) -> None:
        answer = server.ask("render", puzzle=NINE, **{"as": kind})
        assert answer.headers["content-type"] == media
        assert answer.content.startswith(start)

    def test_a_rating_has_what_is_left_of_the_time(self, monkeypatch: pytest.MonkeyPatch) -> None:
        given: list[float] = []

        def slow(*args: Any, timeout: float, **wish: Any) -> Any:
            time.sleep(0.1)
            return generate(*args, timeout=timeout, **wish)

        def rated(puzzle: Puzzle, *, timeout: float) -> Any:
            given.append(timeout)
            return rate(puzzle)

        monkeypatch.setattr(jobs, "generate", slow)
        monkeypatch.setattr(jobs, "rate", rated)
        jobs.generate_job(Ask({"size": 4, "seconds": 5.0}, Settings().bounds, None))
        assert given[0] <= 4.9

    @pytest.mark.parametrize("nodes", [0, 3])
    def test_nodes_of_the_server_bound_a_trace(self, nodes: int) -> None:
        data = {"puzzle": "." * 81, "engine": "search"}
        answer = jobs.trace_job(Ask(data, Settings(nodes=nodes).bounds, None))
        assert (answer["nodes"], answer["reason"]) == (nodes, "nodes")

    def test_about(self, server: Served) -> None:
        about = server.client.get("/api/about").json()
        assert about["trace"] is True
        assert about["difficulties"] == ["easy", "medium", "hard", "expert", "extreme"]
        assert about["limits"]["body"] == Settings().body


def error(answer: Any) -> tuple[int, dict[str, Any]]:
    return answer.status_code, answer.json()["error"]


class TestErrors:
    def test_a_bad_text_has_line_and_column(self, server: Served) -> None:
        text = "12..\n.9..\n....\n....\n"
        code, found = error(server.ask("solve", puzzle=text))
        assert (code, found["type"], found["place"]) == (400, "bad-puzzle", "/puzzle")
        assert (found["line"], found["column"]) == (2, 2)

    def test_a_bad_value_has_its_cell(self, server: Served) -> None:
        puzzle = {"size": 4, "values": [0] * 5 + [9] + [0] * 10}
        assert error(server.ask("solve", puzzle=puzzle)) == (
            400,
            {
                "type": "bad-puzzle",
                "reason": "R2C2: expected a value from 0 to 4, found 9",
                "place": "/puzzle/values/5",
                "cell": "R2C2",
            },
        )

    @pytest.mark.parametrize(
        ("given", "place", "reason"),
        [
            (
                {"values": [0] * 16, "candidates": [15] * 5 + [16] + [15] * 10},
                "/puzzle/candidates/5",
                "R2C2: expected a candidate mask of 4 bits, found 16",
            ),
            (
                {"values": [0] * 16, "candidates": [[1, 5]] + [15] * 15},
                "/puzzle/candidates/0",
                "R1C1: expected values from 1 to 4, found 5",
            ),
            (
                {"values": [0] * 16, "candidates": [15]},
                "/puzzle/candidates",
                "expected 16 candidate masks, found 1",
            ),
            ({"values": [0]}, "/puzzle/values", "expected 16 values, found 1"),
        ],
    )
    def test_a_fault_in_a_puzzle_has_its_place(
        self, given: dict[str, Any], place: str, reason: str, server: Served
    ) -> None:
        code, found = error(server.ask("solve", puzzle={"size": 4, **given}))
        assert (code, found["type"], found["reason"]) == (400, "bad-puzzle", reason)
        assert found["place"] == place

    @pytest.mark.parametrize(
        ("question", "data", "place"),
        [
            ("convert", {"to": "line", "symbols": "ab"}, "/symbols"),
            ("render", {"as": "png", "pixels": 3}, "/pixels"),
            ("render", {"as": "pdf", "title": "\u4e09"}, "/title"),
        ],
    )
    def test_a_fault_beside_the_puzzle_has_its_place(
        self, question: str, data: dict[str, Any], place: str, server: Served
    ) -> None:
        code, found = error(server.ask(question, puzzle=SMALL, **data))
        assert (code, found["type"], found["place"]) == (400, "bad-wish", place)

    @pytest.mark.parametrize(
        ("data", "place", "reason"),
        [
            ({}, "", "expected a field 'puzzle', found none"),
            ({"puzzle": 1}, "/puzzle", "expected a text or an object, found 1"),
            (
                {"puzzle": SMALL, "engine": "x"},
                "/engine",
                'expected one of auto, search, dance, rows, learn, sat, found "x"',
            ),
            (
                {"puzzle": {"size": 4, "values": [0, "1"]}},
                "/puzzle/values/1",
                'expected a whole number, found "1"',
            ),
            ({"puzzle": SMALL, "seconds": -1}, "/seconds", "expected 0 or more, found -1"),
            (
                {"puzzle": SMALL, "a/b": 1},
                "/a~1b",
                "expected the fields puzzle, engine, unique, seconds, nodes, found another",
            ),
        ],
    )
    def test_a_wrong_shape_has_its_place(
        self, data: Any, place: str, reason: str, server: Served
    ) -> None:
        found = {"type": "wrong-shape", "reason": reason, "place": place}
        assert error(server.ask("solve", **data)) == (422, found)

    @pytest.mark.parametrize(
        "body",
        [b"", b"{", b"\xff", b'{"puzzle": NaN}', b"[" * 100_000, b'{"seconds": 1e999}',
         b"1" * 5000],
    )  # fmt: skip
    def test_no_json(self, body: bytes, server: Served) -> None:
        headers = {"content-type": "application/json"}
        answer = server.client.post("/api/solve", content=body, headers=headers)
        assert (answer.status_code, answer.json()["error"]["type"]) == (400, "bad-json")

    def test_another_type_of_body(self, server: Served) -> None:
        code, found = error(server.client.post("/api/solve", content=b"{}"))
        assert (code, found["type"]) == (415, "not-json")
        headers = {"content-type": "application/json; charset=utf-8"}
        body = json.dumps({"puzzle": SMALL}).encode()
        assert server.client.post("/api/solve", content=body, headers=headers).status_code == 200

    def test_too_large(self, server: Served) -> None:
        code, found = error(server.ask("solve", puzzle="." * 1_000_000))
        assert (code, found["type"]) == (413, "too-large")

    def test_too_large_without_a_length_ends_the_reading(self) -> None:
        with served(body=10_000) as server:
            name, port = server.address.removeprefix("http://").strip("/").split(":")
            with socket.create_connection((name, int(port)), 10) as connection:
                connection.sendall(
                    f"POST /api/solve HTTP/1.1\r\nHost: {name}:{port}\r\n"
                    "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n".encode()
                )
                chunk = b"1000\r\n" + b" " * 0x1000 + b"\r\n"
                connection.sendall(chunk * 3)  # and never the end
                answer = b""
                while part := connection.recv(65536):
                    answer += part
        assert answer.startswith(b"HTTP/1.1 413")

    def test_a_body_that_never_comes(self) -> None:
        with served(body_seconds=0.2) as server:
            name, port = server.address.removeprefix("http://").strip("/").split(":")
            with socket.create_connection((name, int(port)), 10) as connection:
                connection.sendall(
                    f"POST /api/solve HTTP/1.1\r\nHost: {name}:{port}\r\nContent-Length: 9\r\n"
                    "Content-Type: application/json\r\n\r\n".encode()
                )
                assert connection.recv(100).startswith(b"HTTP/1.1 408")

    @pytest.mark.parametrize(
        "path", ["/api/nothing", "/api", "/api/solve/", "/nothing", "/js/%2e%2e"]
    )
    def test_not_found(self, path: str, server: Served) -> None:
        code, found = error(server.client.post(path, json={}))
        assert (code, found["type"]) == (404, "not-found")

    def test_wrong_method(self, server: Served) -> None:
        answer = server.client.get("/api/solve")
        assert (answer.status_code, answer.json()["error"]["type"]) == (405, "wrong-method")
        assert answer.headers["allow"] == "POST"

    def test_a_wish_that_cannot_be(self, server: Served) -> None:
        code, found = error(server.ask("generate", size=9, clues=3))
        assert (code, found["type"]) == (400, "bad-wish")
