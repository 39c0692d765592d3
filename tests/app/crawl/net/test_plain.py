"""Plain GETs, which go past aiohttp's client: they go out, and come back, as those that go through it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from app.crawl.net.fetch import Fetched, Fetcher, FetchFailed
from app.crawl.net.first_engine import Headers
from app.crawl.net.plain import Handler, PlainRequests
from tests.app.crawl.fetching import OK, fetching
from tests.app.crawl.servers import serving

HOST = (b"Host", b"h.org")


def exchange(target: str, answers: list[bytes], **more: Any) -> tuple[list[bytes], list[Any]]:
    """Each request as it came in over one connection, and what the fetcher made of its answer."""
    heads: list[bytes] = []

    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for answer in answers:
            heads.append(await reader.readuntil(b"\r\n\r\n"))
            writer.write(answer)
        writer.close()

    async def work(fetcher: Fetcher) -> list[Any]:
        made: list[Any] = []
        async with serving(handle) as port:
            for _ in answers:
                try:
                    fetched: Fetched = await fetcher.fetch(f"http://127.0.0.1:{port}{target}")
                    made.append((fetched.status, fetched.head, fetched.body, fetched.ip, fetched.incomplete))
                except FetchFailed as failure:
                    made.append((failure.reason, failure.wait))
        heads[:] = [head.replace(str(port).encode(), b"PORT") for head in heads]
        return made

    return heads, fetching(work, **more)


@pytest.mark.parametrize("target", ["/", "/a/b.html?x=1&y=%E4%BD%A0", "/a?", "/a??b", "/a//b/%2f;c?d=/&e=?"])
@pytest.mark.parametrize("headers", [(), (("X-Kind", "a: b"), ("accept-language", "zh"))])
def test_a_plain_request_goes_out_with_the_bytes_that_the_client_sends(
    target: str, headers: tuple[tuple[str, str], ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    plain, made = exchange(target, [OK, OK], headers=headers)
    monkeypatch.setattr(PlainRequests, "head", staticmethod(lambda *_: None))
    assert (plain, made) == exchange(target, [OK, OK], headers=headers)
    assert len(plain) == 2
    assert plain[0].startswith(b"GET /")


@pytest.mark.parametrize(
    "answer",
    [
        b"HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n" + OK,
        b"HTTP/1.1 204 No Content\r\nX-A: 1\r\nx-a: 2\r\n\r\n",
        b"HTTP/1.1 304\r\nETag: x\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n",
        b"HTTP/1.0 200 Fine\r\n\r\nto the end",
        b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\ntoo short",
        b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\ntoo short",
        b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\n\x1f\x8b\x08\x00",
        b"HTTP/1.1 404 Not Found\r\nContent-Length: 1\r\nSet-Cookie: a=b\r\n\r\nx",
        b"HTTP/1.1 200 OK\r\nContent-Length: 2, 3\r\n\r\nok",
        b"SSH-2.0-OpenSSH_9.2\r\n\r\n",
        b"",
    ],
)
def test_any_answer_is_understood_as_the_client_understands_it(
    answer: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = exchange("/a", [answer])
    monkeypatch.setattr(PlainRequests, "head", staticmethod(lambda *_: None))
    assert made == exchange("/a", [answer])


@pytest.mark.parametrize(
    ("method", "target", "headers"),
    [
        ("POST", "http://h.org/", [HOST]),
        ("GET", "http://user:word@h.org/", [HOST]),
        ("GET", "http://h.org/你", [HOST]),
        ("GET", "http://h.org/a b", [HOST]),
        ("GET", "http://h.org/a#b", [HOST]),
        ("GET", "http://h.org", [HOST]),
        ("GET", "http://h.org/", [(b"Accept", b"*/*"), HOST]),
        ("GET", "http://h.org/", [HOST, HOST]),
        ("GET", "http://h.org/", [HOST, (b"Expect", b"100-continue")]),
        ("GET", "http://h.org/", [HOST, (b"X", b"a\r\nY: b")]),
        ("GET", "http://h.org/", [HOST, (b"X", b"a\nb")]),
        ("GET", "http://h.org/", [HOST, (b"X", b"\xff")]),
    ],
)
def test_what_is_not_plain_is_left_to_the_client(
    method: str, target: str, headers: list[tuple[bytes, bytes]]
) -> None:
    assert PlainRequests.head(method, target, headers) is None


class Clock(asyncio.SelectorEventLoop):
    """An event loop whose time is set; `due` are its calls to come."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0
        self.due: list[tuple[float, Callable[..., object]]] = []

    def time(self) -> float:
        return self.now

    def call_later(self, delay: float, callback: Callable[..., object], *_: Any, **__: Any) -> Any:  # type: ignore[override]
        self.due.append((self.now + delay, callback))
        return asyncio.TimerHandle(self.now + delay, callback, (), self)


def test_the_time_out_for_reading_counts_from_the_last_piece() -> None:
    """While pieces come each timer but looks for how long to wait on; thirty seconds after the last it is over."""
    with contextlib.closing(Clock()) as loop:
        handler = Handler(loop)
        handler.read_timeout = 30.0
        handler.start_timeout()
        for loop.now in (10.0, 20.0):
            handler._reschedule_timeout()
        assert [when for when, _ in loop.due] == [30.0]
        loop.now, (_, look) = 30.0, loop.due.pop()
        look()
        assert [when for when, _ in loop.due] == [50.0]
        assert handler.exception() is None
        loop.now, (_, look) = 50.0, loop.due.pop()
        look()
        assert isinstance(handler.exception(), TimeoutError)
        assert not loop.due


def test_a_connection_that_waits_for_the_next_request_is_not_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """The timer goes on from request to request; one that is to be answered sooner has its own."""
    monkeypatch.setattr(Handler, "is_connected", lambda _: True)
    with contextlib.closing(Clock()) as loop:
        handler = Handler(loop)
        handler.read_timeout = 30.0
        handler.start_timeout()
        loop.now = 10.0
        handler._drop_timeout()  # the answer is here
        loop.now = 20.0
        handler.start_timeout()
        assert [when for when, _ in loop.due] == [30.0]
        handler._drop_timeout()
        loop.now, (_, look) = 30.0, loop.due.pop()
        look()
        assert handler.exception() is None
        assert not loop.due
        handler.start_timeout()
        handler._drop_timeout()
        handler.read_timeout = 5.0
        loop.now = 31.0
        handler.start_timeout()
        assert [when for when, _ in loop.due] == [60.0, 36.0]
        loop.now, (_, look) = 36.0, loop.due.pop()
        look()
        assert isinstance(handler.exception(), TimeoutError)


@pytest.mark.parametrize("name", ["content-type", "Content-Length", "x-twice", "x-raw", "x-latin", "missing"])
def test_headers_are_found_as_httpx_finds_them(name: str) -> None:
    raw = [
        (b"Content-Type", b"text/html; charset=utf-8"),
        (b"CONTENT-LENGTH", b"5"),
        (b"X-Twice", b"a"),
        (b"x-twice", b"b"),
        (b"X-Raw", "图书".encode()),
    ]
    for given in (raw, [*raw, (b"X-Latin", b"caf\xe9")]):
        own, theirs = Headers(given), httpx.Headers(given)
        assert own.get(name) == theirs.get(name)
        assert own.get(name, "") == theirs.get(name, "")
        assert own.get_list(name) == theirs.get_list(name)
        assert (own == theirs, own.raw) == (True, theirs.raw)
