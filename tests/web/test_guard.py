"""What every answer has, who is refused, and the files of the page."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from squaredance.web.files import page_files
from tests.web.conftest import Served, served

HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("static")
    (folder / "index.html").write_text("<!doctype html><title>A page</title>")
    (folder / "js").mkdir()
    (folder / "js" / "main.js").write_text("export const one = 1;\n")
    (folder / "secret.txt").write_text("not a file of a page")
    (folder.parent / "outside.js").write_text("not in the folder")
    with served(static=folder) as found:
        yield found


@pytest.mark.parametrize("path", ["/", "/healthz", "/api/about", "/nothing", "/api/solve"])
def test_security_headers_on_every_answer(path: str, page: Served) -> None:
    answer = page.client.get(path)
    assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
    assert "server" not in answer.headers
    assert "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize(
    ("host", "code"),
    [
        ("localhost", 200),
        ("LOCALHOST:8017", 200),
        ("a.localhost", 200),
        ("127.0.0.1:1", 200),
        ("[::1]:8017", 200),
        ("evil.example", 400),
        ("localhost.evil.example", 400),
        ("192.0.2.7", 400),
        ("", 400),
        ("[", 400),
    ],
)
def test_host(host: str, code: int, page: Served) -> None:
    answer = page.client.get("/api/about", headers={"host": host})
    assert answer.status_code == code
    assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS


def test_host_that_it_was_told() -> None:
    with served(host="localhost") as server:
        assert server.client.get("/healthz").status_code == 200
        refused = server.client.get("/healthz", headers={"host": "other"})
        assert refused.json()["error"]["type"] == "wrong-host"


def test_origin(page: Served) -> None:
    own = page.address.rstrip("/")
    for origin, code in [(own, 200), ("http://evil.example", 403), ("null", 403)]:
        data = {"puzzle": "1......2.3....4."}
        answer = page.client.post("/api/solve", json=data, headers={"origin": origin})
        assert answer.status_code == code


def test_files(page: Served) -> None:
    index = page.client.get("/")
    assert (index.headers["content-type"], index.headers["cache-control"]) == (
        "text/html; charset=utf-8",
        "no-cache",
    )
    assert index.text == "<!doctype html><title>A page</title>"
    script = page.client.get("/js/main.js")
    assert script.headers["content-type"] == "text/javascript; charset=utf-8"
    again = page.client.get("/js/main.js", headers={"if-none-match": script.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert page.client.head("/js/main.js").headers["content-length"] == "22"


@pytest.mark.parametrize(
    "path",
    [
        "/secret.txt",
        "/../outside.js",
        "/js/../../outside.js",
        "/js/%2e%2e/%2e%2e/outside.js",
        "/js/..%2f..%2foutside.js",
        "//etc/passwd",
        "/js",
        "/js/",
        "/js/main.js/",
        "/index.html%00.js",
    ],
)
def test_no_other_files(path: str, page: Served) -> None:
    """Over a socket: clients tidy paths up before they send them."""
    name, port = page.address.removeprefix("http://").strip("/").split(":")
    with socket.create_connection((name, int(port)), 10) as connection:
        connection.sendall(
            f"GET {path} HTTP/1.1\r\nHost: {name}\r\nConnection: close\r\n\r\n".encode()
        )
        answer = b""
        while part := connection.recv(65536):
            answer += part
    assert answer.startswith(b"HTTP/1.1 404")


def test_a_fault_is_plain(
    page: Served, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def broken(_: str, __: bytes) -> None:
        raise RuntimeError("secret")

    monkeypatch.setattr(page.lanes, "answer", broken)
    answer = page.ask("check", puzzle="1......2.3....4.")
    assert (answer.status_code, answer.json()) == (
        500,
        {"error": {"type": "fault", "reason": "the server has a fault; its log says more"}},
    )
    assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
    assert "RuntimeError: secret" in capsys.readouterr().err


def test_the_page_of_the_package_is_small() -> None:
    """Where it is there: the server works without."""
    files = {path: file for path, file in page_files().items() if path != "/"}
    assert sum(len(file.data) for file in files.values()) < 150_000


def test_an_empty_folder_serves_nothing(tmp_path: Path) -> None:
    assert page_files(tmp_path) == {}
