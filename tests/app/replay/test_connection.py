"""Clients that do not behave, and an end that leaves nothing behind."""

from __future__ import annotations

import contextlib
import gc
import socket
import ssl
import threading
import time
import warnings
from collections.abc import Callable

import httpx
import pytest

from app.archive.archive import Archive
from app.archive.model import NewCapture
from app.loopback import listener
from app.loopback import listener as connection
from app.loopback.listener import listen
from app.replay.server import ReplayServer


def talk(server: ReplayServer, data: bytes) -> bytes:
    """Send bytes and read until the server hangs up."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as client:
        answer = b""
        # A server that has heard enough may reset the connection while the rest is on its way.
        with contextlib.suppress(ConnectionError):
            client.sendall(data)
            with contextlib.suppress(OSError):  # "not connected", which is no ConnectionError
                client.shutdown(socket.SHUT_WR)
            while part := client.recv(65536):
                answer += part
        return answer


def hung_up(client: socket.socket) -> bool:
    """Whether the server ended the connection; a reset is as good as an end."""
    try:
        return client.recv(10) == b""
    except ConnectionError:
        return True


def with_token(server: ReplayServer, head: str) -> bytes:
    agent = f"User-Agent: x TianwangReplay/{server.open_view(None)}\r\n"
    return (head + agent + "\r\n").encode()


@pytest.mark.parametrize(
    "request_line",
    [
        "GET / HTTP/1.1",
        "GET ftp://a/ HTTP/1.1",
        "nonsense",
        "GET  HTTP/1.1",
        "GET http://a/ HTTP/1.1x",
        "CONNECT a.example HTTP/1.1",
        "CONNECT a.example:0 HTTP/1.1",
        "CONNECT ../../etc:443 HTTP/1.1",
        "CONNECT :443 HTTP/1.1",
    ],
)
def test_what_no_proxy_can_answer_is_refused(server: ReplayServer, request_line: str) -> None:
    assert talk(server, with_token(server, request_line + "\r\n")).startswith(b"HTTP/1.1 400 ")


def test_endless_headers_and_binary_noise_end_the_connection(server: ReplayServer) -> None:
    assert talk(server, b"GET http://a/ HTTP/1.1\r\n" + b"X: y\r\n" * 40_000) == b""
    assert talk(server, bytes(range(256)) * 10) == b""
    assert talk(server, b"") == b""


def test_a_web_socket_is_refused(server: ReplayServer) -> None:
    head = "GET http://a.example/ HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    assert talk(server, with_token(server, head)).startswith(b"HTTP/1.1 403 ")
    # Over a tunnel without TLS, which is how a browser opens one to port 80.
    answer = talk(server, b"CONNECT a.example:80 HTTP/1.1\r\n\r\n" + with_token(server, head))
    assert b"101" not in answer


def test_several_requests_in_one_go_are_answered_in_order(server: ReplayServer) -> None:
    one = with_token(server, "GET http://a.example/ HTTP/1.1\r\n")
    last = with_token(server, "GET http://b.example/ HTTP/1.1\r\nConnection: close\r\n")
    assert talk(server, one + last).count(b"HTTP/1.1 404 ") == 2


def test_a_slow_client_neither_blocks_others_nor_stays_forever(
    server: ReplayServer, browse: Callable[..., httpx.Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_connection(("127.0.0.1", server.port)) as slow:
        slow.sendall(b"GET http://a.exa")
        assert browse().get("http://a.example/").status_code == 404
    monkeypatch.setattr(connection, "_IDLE", 0.05)
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as slow:
        slow.sendall(b"GET http://a.exa")
        assert hung_up(slow)
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as slow:
        monkeypatch.setattr(connection, "_HANDSHAKE", 0.05)
        slow.sendall(b"CONNECT a.example:443 HTTP/1.1\r\n\r\n")
        assert slow.recv(100).startswith(b"HTTP/1.1 200 ")
        assert hung_up(slow)


def test_a_connection_within_tls_is_ended_soon_after_its_last_answer(
    server: ReplayServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Browsers keep one for each host that they have asked, and each holds half a megabyte."""
    monkeypatch.setattr(connection, "_IDLE_INSIDE", 0.05)
    trust = ssl.create_default_context(cadata=server.ca_certificate_pem.decode())
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as raw:
        raw.sendall(b"CONNECT a.example:443 HTTP/1.1\r\n\r\n")
        assert raw.recv(1000).startswith(b"HTTP/1.1 200 ")
        with trust.wrap_socket(raw, server_hostname="a.example") as tls:
            tls.sendall(with_token(server, "GET / HTTP/1.1\r\nHost: x\r\n"))
            answer = b""
            with contextlib.suppress(ssl.SSLError, ConnectionError):
                while part := tls.recv(65536):
                    answer += part
    assert answer.startswith(b"HTTP/1.1 404 ") and b"keep-alive" in answer


@pytest.mark.parametrize(
    "host",
    ["a.example", "xn--1lq90i.cn", "under_score.example", "127.0.0.1", "[::1]", "x" * 60 + ".example"],
)
def test_every_kind_of_host_has_a_certificate_that_verifies(server: ReplayServer, host: str) -> None:
    name = host.strip("[]")
    trust = ssl.create_default_context(cadata=server.ca_certificate_pem.decode())
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as raw:
        raw.sendall(f"CONNECT {host}:443 HTTP/1.1\r\n\r\n".encode())
        assert raw.recv(1000).startswith(b"HTTP/1.1 200 ")
        with trust.wrap_socket(raw, server_hostname=name) as tls:
            tls.sendall(with_token(server, "GET / HTTP/1.1\r\nHost: x\r\n"))
            assert tls.recv(100).startswith(b"HTTP/1.1 404 ")


def test_another_authority_is_not_trusted(server: ReplayServer, archive: Archive) -> None:
    other = ReplayServer(archive)
    trust = ssl.create_default_context(cadata=other.ca_certificate_pem.decode())
    other.close()
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as raw:
        raw.sendall(b"CONNECT a.example:443 HTTP/1.1\r\n\r\n")
        raw.recv(1000)
        with pytest.raises(ssl.SSLCertVerificationError):
            trust.wrap_socket(raw, server_hostname="a.example")


def test_closing_ends_open_connections_and_threads_and_may_be_repeated(archive: Archive) -> None:
    before = threading.active_count()
    server = ReplayServer(archive)
    server.start()
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as idle:
        idle.sendall(with_token(server, "GET http://a.example/ HTTP/1.1\r\n"))
        assert idle.recv(1000).startswith(b"HTTP/1.1 404 ")
        server.close()
        server.close()
        assert hung_up(idle)
    assert threading.active_count() == before
    with pytest.raises(OSError, match="refused"):
        socket.create_connection(("127.0.0.1", server.port), timeout=10)


def test_a_listener_outlives_its_servers(archive: Archive) -> None:
    """The next archive is replayed on the same port."""
    with listen() as listener:
        for _ in range(2):
            with ReplayServer(archive, listener=listener) as server:
                assert server.port == listener.getsockname()[1]
                assert talk(server, with_token(server, "GET http://a/ HTTP/1.0\r\n")).startswith(
                    b"HTTP/1.1 404"
                )


def test_answers_do_not_wait_for_acknowledgements(server: ReplayServer) -> None:
    """Twenty requests on one connection would take 0.8 s if each waited for the delayed ACK of the one before."""
    request = with_token(server, "GET http://a.example/ HTTP/1.1\r\nAccept: text/html\r\n")
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as client:
        started = time.monotonic()
        for _ in range(20):
            client.sendall(request)
            while not client.recv(65536).endswith(b"</code>"):
                continue
        assert time.monotonic() - started < 0.4


def test_a_client_that_does_not_answer_the_end_of_tls_leaves_no_open_transport(archive: Archive) -> None:
    """The server closes while a connection it has ended waits for the client's farewell."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", ResourceWarning)
        with ReplayServer(archive) as server:
            plain = socket.create_connection(("127.0.0.1", server.port), timeout=10)
            plain.sendall(b"CONNECT a.example:443 HTTP/1.1\r\n\r\n")
            assert plain.recv(1000).startswith(b"HTTP/1.1 200")
            trust = ssl.create_default_context(cadata=server.ca_certificate_pem.decode())
            client = trust.wrap_socket(plain, server_hostname="a.example")
            client.sendall(with_token(server, "GET / HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n"))
            assert client.recv(1000).startswith(b"HTTP/1.1 404")
        gc.collect()
        client.close()
    assert [str(warning.message) for warning in caught] == []


@pytest.mark.parametrize("header", [f"Range: bytes={'9' * 5000}-", f"Content-Length: {'9' * 5000}"])
def test_numbers_longer_than_any_file_are_answered(
    server: ReplayServer, archive: Archive, make_capture: Callable[..., NewCapture], header: str
) -> None:
    with archive.writer() as writer:
        writer.store(make_capture("http://a.example/", "x"))
    answer = talk(
        server, with_token(server, f"GET http://a.example/ HTTP/1.1\r\nConnection: close\r\n{header}\r\n")
    )
    assert answer.startswith((b"HTTP/1.1 200", b"HTTP/1.1 400"))


def test_of_too_many_connections_the_one_at_rest_for_longest_ends(
    server: ReplayServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A browser keeps its connections to hosts of pages that it left; the page it wants now must be answered."""
    monkeypatch.setattr(listener, "_MAX_CONNECTIONS", 3)
    request = with_token(server, "GET http://nowhere.example/ HTTP/1.1\r\nHost: nowhere.example\r\n")
    with contextlib.ExitStack() as stack:
        clients = []
        for _ in range(5):
            client = stack.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=10))
            client.sendall(request)
            assert client.recv(65536).startswith(b"HTTP/1.1 404"), "also the one that was too much"
            clients.append(client)
        assert hung_up(clients[0]) and hung_up(clients[1])
        for client in clients[2:]:
            client.sendall(request)
            assert client.recv(65536), "those that were used last are open"
