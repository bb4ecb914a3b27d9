"""Connections that nobody can hold for ever."""

from __future__ import annotations

import json
import socket

import pytest

from tests.web.conftest import Served, served

SMALL = "1......2.3....4."
REQUEST = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"


def connect(server: Served) -> socket.socket:
    name, port = server.address.removeprefix("http://").strip("/").split(":")
    return socket.create_connection((name, int(port)), 60)


def received(connection: socket.socket) -> bytes:
    """All that comes until the server ends the connection."""
    data = b""
    try:
        while part := connection.recv(65536):
            data += part
    except ConnectionResetError:
        pass
    return data


def is_answered(connection: socket.socket) -> bool:
    """Takes one whole answer of /healthz."""
    data = b""
    while not data.endswith(b'{"status":"ok"}') and (part := connection.recv(65536)):
        data += part
    return data.startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize("sent", [b"", b"G", REQUEST], ids=["nothing", "a byte", "half"])
def test_a_head_that_never_comes(sent: bytes) -> None:
    with served(head_seconds=0.2) as server, connect(server) as connection:
        connection.sendall(sent)
        assert received(connection) == b""


def test_a_second_head_that_never_comes() -> None:
    with served(head_seconds=0.2) as server, connect(server) as connection:
        connection.sendall(REQUEST + b"\r\n")
        assert is_answered(connection)
        connection.sendall(REQUEST)
        assert received(connection) == b""


def test_a_body_that_nobody_wants_and_that_never_ends() -> None:
    with served(head_seconds=0.2) as server, connect(server) as connection:
        connection.sendall(REQUEST + b"Content-Length: 9\r\n\r\n1")
        assert is_answered(connection)
        connection.sendall(b"2")
        assert received(connection) == b""


def test_a_question_takes_longer_than_its_head_may() -> None:
    with served(head_seconds=0.1) as server:
        answer = server.ask("count", puzzle="." * 256, seconds=0.5)
        assert answer.json()["reason"] == "time"


def test_an_answer_that_nobody_takes() -> None:
    body = json.dumps({"text": f"{'.' * 625}\n" * 100}).encode()
    head = (
        b"POST /api/read HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b"Content-Length: %d\r\n\r\n" % len(body)
    )
    with served(answer_seconds=0.2) as server, socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        connection.settimeout(60)
        name, port = server.address.removeprefix("http://").strip("/").split(":")
        connection.connect((name, int(port)))
        with pytest.raises(ConnectionError):  # one that waited would end this by its timeout
            connection.sendall((head + body) * 200)


def test_no_more_than_so_many() -> None:
    with served(connections=2) as server, connect(server) as first, connect(server) as second:
        for connection in (first, second):
            connection.sendall(REQUEST + b"\r\n")
            assert is_answered(connection)
        with connect(server) as third:
            assert received(third).startswith(b"HTTP/1.1 503")
        second.close()
        assert server.client.get("/healthz").status_code in (200, 503)  # as soon as it is noticed
