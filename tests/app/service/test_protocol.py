"""Clients that do nothing, slowly, or nonsense: the connection ends, the others are answered."""

from __future__ import annotations

import logging
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from app.archive.archive import Archive
from app.service import server
from app.service.application import Doors
from app.service.collection import Collection
from app.service.protocol import Limited, WithoutTokens
from tests.app.service.conftest import HOME, response, serving

LIMIT = 0.3


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A service with limits of a part of a second, over an archive with a file of some megabytes."""
    archive = Archive.create(tmp_path_factory.mktemp("slow") / "slow.archive")
    with archive.writer() as writer:
        writer.store(response(HOME, 1, "<title>One</title>"))
        writer.store(response(f"{HOME}big", 1, bytes(range(256)) * 40_000, "application/octet-stream"))
        writer.commit()
    patch = pytest.MonkeyPatch()
    patch.setattr(Limited, "head", LIMIT)
    patch.setattr(Limited, "stall", LIMIT)
    patch.setattr(server, "_AT_REST", LIMIT)
    with serving(archive) as client:
        yield client
    patch.undo()


def connect(client: httpx.Client, room: int = 0) -> socket.socket:
    made = socket.socket()
    if room:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
    made.settimeout(20)
    made.connect((client.base_url.host, client.base_url.port or 80))
    return made


def rest(connection: socket.socket) -> bytes:
    """What still comes until the other side ends it."""
    pieces = []
    try:
        while piece := connection.recv(1 << 20):
            pieces.append(piece)
    except ConnectionResetError:
        pass
    return b"".join(pieces)


@pytest.mark.parametrize(
    "begin",
    [b"", b"G", b"GET / HTTP/1.1\r\nHost: a", b"GET / HTTP/1.1\r\nHost: a.test\r\nX: y\r\n"],
)
def test_a_head_that_does_not_come_ends_the_connection(hasty: httpx.Client, begin: bytes) -> None:
    with connect(hasty) as slow:
        slow.sendall(begin)
        assert rest(slow) == b""


def test_a_head_letter_by_letter_is_not_waited_for(hasty: httpx.Client) -> None:
    """Each letter comes in time, the head as a whole does not; also of a second request on the same connection."""
    with connect(hasty) as slow:
        slow.sendall(b"GET /api/v1/ HTTP/1.1\r\nHost: a.test\r\n\r\n")
        answer = b""
        while b"InfoMall" not in answer:
            answer += slow.recv(65536)
        began = time.monotonic()
        with pytest.raises(OSError):
            for _ in range(1000):
                slow.sendall(b"G")
                slow.settimeout(LIMIT / 10)
                try:
                    if slow.recv(1) == b"":
                        raise BrokenPipeError
                except TimeoutError:
                    continue
        assert time.monotonic() - began < 20


def test_a_head_without_an_end_is_cut_off(hasty: httpx.Client) -> None:
    """It would fill the memory; of a second request on the same connection, too."""
    for before in (b"", b"GET /api/v1/ HTTP/1.1\r\nHost: a.test\r\n\r\n"):
        with connect(hasty) as endless:
            endless.sendall(before)
            if before:
                assert endless.recv(65536).startswith(b"HTTP/1.1 200")
            with pytest.raises(OSError):
                endless.sendall(b"GET / HTTP/1.1\r\nHost: a.test\r\n")
                for number in range(100_000):
                    endless.sendall(b"X-%d: %b\r\n" % (number, b"x" * 1000))


def test_a_request_for_another_protocol_is_answered_in_this_one(hasty: httpx.Client) -> None:
    """As `curl --http2` asks; and two requests that are sent at once are answered one behind the other."""
    with connect(hasty) as one:
        upgrade = b"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n"
        one.sendall(b"GET /api/v1/ HTTP/1.1\r\nHost: a.test\r\n" + upgrade + b"\r\n")
        assert one.recv(65536).startswith(b"HTTP/1.1 200")
    with connect(hasty) as one:
        first = b"GET /nothing HTTP/1.1\r\nHost: a.test\r\n\r\n"
        one.sendall(first + b"GET /api/v1/ HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n")
        answers = rest(one).split(b"HTTP/1.1 ")
        assert [each[:3] for each in answers[1:]] == [b"404", b"200"]


def test_a_body_that_trickles_does_not_keep_a_connection(hasty: httpx.Client) -> None:
    with connect(hasty) as slow:
        slow.sendall(b"GET /api/v1/ HTTP/1.1\r\nHost: a.test\r\nContent-Length: 100000\r\n\r\nx")
        assert b"InfoMall" in rest(slow)


def test_who_does_not_read_is_left(hasty: httpx.Client) -> None:
    """An answer that nobody takes is given up; with it go the bytes that were ready."""
    with connect(hasty, room=65536) as slow:
        slow.sendall(f"GET /slow/2020id_/{HOME}big HTTP/1.1\r\nHost: a.test\r\n\r\n".encode())
        slow.recv(100)
        hasty.get("/api/v1/", headers={"Connection": "close"})
        time.sleep(LIMIT * 3)  # what is under test is that time passes
        assert len(rest(slow)) < 10_240_000


def test_two_hundred_slow_clients_keep_nobody_out(hasty: httpx.Client) -> None:
    with ExitStack() as opened:
        for number in range(200):
            one = opened.enter_context(connect(hasty))
            one.sendall(b"GET /one HTTP/1.1\r\nHo"[: number % 22])
        for _ in range(5):
            assert hasty.get("/api/v1/slow/page?url=example.com").status_code == 200


@pytest.mark.parametrize(
    "data",
    [
        b"\x00\x01\x02\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /\xff\xfe HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n",
        b"GET / HTTP/1.1\r\n: \r\n\r\n",
        b"GET /api/v1/slow/search?q=%00&%&=&&q HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n",
        b"GET /api/v1/%ff%fe/\x25 HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n",
        b"GET " + b"/" * 70_000 + b" HTTP/1.1\r\nHost: a.test\r\n\r\n",
        b'GET /api/v1/ HTTP/1.1\r\nHost: a.test\r\nRange: bytes=-\r\nIf-None-Match: "\r\nConnection: close\r\n\r\n',
        b"TRACE / HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    ],
)
def test_nonsense_is_refused_and_nothing_breaks(hasty: httpx.Client, data: bytes) -> None:
    with connect(hasty) as connection:
        connection.sendall(data)
        answer = rest(connection)
    assert not answer.startswith(b"HTTP/1.1 5")
    assert hasty.get("/api/v1/").status_code == 200


def test_a_log_has_no_tokens() -> None:
    line = logging.LogRecord(
        "uvicorn.access", 20, "", 0, '%s "%s"', ("1.2.3.4:5", "/a?token=geheim&x=1"), None
    )
    assert WithoutTokens().filter(line)
    assert "geheim" not in line.getMessage() and "x=1" in line.getMessage()


def test_a_tls_connection_that_says_nothing_is_no_service(hasty: httpx.Client) -> None:
    """Speaking TLS to a port without it ends at once, not after a limit."""
    with connect(hasty) as plain, pytest.raises((ssl.SSLError, ConnectionResetError)):
        ssl._create_unverified_context().wrap_socket(plain)


def test_lines_about_requests_are_no_output(
    archive_of_one: Archive, capfd: pytest.CaptureFixture[str]
) -> None:
    """They stand on standard error, where “tianwang serve --json” promises them."""
    collections = [Collection("one", archive_of_one)]
    stop, places = threading.Event(), list[str]()

    def ready(place: str) -> None:
        places.append(place)
        threading.Thread(target=lambda: (httpx.get(f"{place}api/v1/?token=geheim"), stop.set())).start()

    server.serve(Doors(collections), "127.0.0.1", 0, ready=ready, stopped=stop.is_set, log=True)
    collections[0].close()
    out, err = capfd.readouterr()
    assert not out and "GET /api/v1/?token=… HTTP/1.1" in err


@pytest.fixture
def archive_of_one(tmp_path: Path) -> Archive:
    return Archive.create(tmp_path / "one.archive")


def test_a_client_has_some_connections_and_no_more(hasty: httpx.Client, tmp_path: Path) -> None:
    """One more is told to come again once it asks, and closed; those beyond twice as many at once; when one has ended the
    next is answered. Other services in the process count for themselves."""
    archive = Archive.create(tmp_path / "few.archive")
    ask = b"GET /api/v1/ HTTP/1.1\r\nHost: a.test\r\n\r\n"
    with serving(archive, each=2) as client, ExitStack() as held:
        first, second, third, fourth, fifth = (held.enter_context(connect(client)) for _ in range(5))
        for one in (first, second):
            one.sendall(ask)
            assert one.recv(65536).startswith(b"HTTP/1.1 200")
        third.sendall(ask)
        answer = rest(third)
        assert answer.startswith(b"HTTP/1.1 429") and b"Retry-After: 1" in answer and b"connections" in answer
        assert rest(fifth) == b"", "at once"
        fourth.close()
        first.close()
        assert hasty.get("/api/v1/").status_code == 200
        for _ in range(100):  # until the server has seen that they ended
            with connect(client) as again:
                again.sendall(ask)
                if again.recv(65536).startswith(b"HTTP/1.1 200"):
                    break
        else:
            pytest.fail("the first one counts for ever")


def test_head_and_body_of_an_answer_come_together(hasty: httpx.Client) -> None:
    """In one packet; two answers one behind another on the same connection, and the end of one that is closed, too."""
    with connect(hasty) as one:
        for last in (b"", b"", b"Connection: close\r\n"):
            one.sendall(b"GET /api/v1/ HTTP/1.1\r\nHost: a.test\r\n" + last + b"\r\n")
            answer = one.recv(65536)
            assert answer.startswith(b"HTTP/1.1 200") and answer.endswith(b"}")
        assert rest(one) == b""
