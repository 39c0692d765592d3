"""Servers that misbehave in twelve ways and more, all in one crawl: it ends in bounded time, says of each address what
became of it, keeps what can be kept, and leaves nothing behind."""

from __future__ import annotations

import asyncio
import gzip
import socket
import ssl
import struct
import sys
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import brotli
import pytest

from app.archive.archive import Archive
from app.crawl.frontier.joblist import refusals
from app.crawl.run.crawl import Crawl
from tests.app.crawl.certificates import Authority

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

Reader, Writer = asyncio.StreamReader, asyncio.StreamWriter
Fault = Callable[[str, Reader, Writer], Awaitable[None]]
OK = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
PNG = OK.replace("text/html", "image/png")
PDF = OK.replace("text/html", "application/pdf")
NUL = OK.replace("text/html", "text/html; charset=\x00x")
BUSY = "HTTP/1.1 503 Busy\r\nRetry-After: 0\r\nContent-Length: 4\r\n"
BOMB = 300 * 1024 * 1024  # more than is ever unpacked
TIMEOUT = 1.0
BOUND = 90
"""Seconds for all of it: 8 on an idle machine, and 42 on one with ten times more to do than it has cores."""


def plain(head: str, body: bytes = b"") -> Fault:
    async def answer(path: str, reader: Reader, writer: Writer) -> None:
        writer.write(f"{head}\r\n".encode("latin-1") + body)

    return answer


async def drips_its_head(path: str, reader: Reader, writer: Writer) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\n")
    while True:
        writer.write(b"X")
        await writer.drain()
        await asyncio.sleep(0.02)


async def drips_its_body(path: str, reader: Reader, writer: Writer) -> None:
    writer.write(f"{OK}\r\n".encode())
    while True:
        writer.write(b"slow ")
        await writer.drain()
        await asyncio.sleep(0.02)


async def says_nothing(path: str, reader: Reader, writer: Writer) -> None:
    await asyncio.sleep(60)


async def hangs_up(path: str, reader: Reader, writer: Writer) -> None:
    return


async def resets(path: str, reader: Reader, writer: Writer) -> None:
    writer.write(f"{OK}Content-Length: 1000\r\n\r\nhalf".encode())
    await writer.drain()
    await asyncio.sleep(0.05)
    writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()


async def never_ends(path: str, reader: Reader, writer: Writer) -> None:
    writer.write(f"{OK}\r\n".encode())
    while True:
        writer.write(b"more " * 2000)
        await writer.drain()


async def redirects_on_and_on(path: str, reader: Reader, writer: Writer) -> None:
    number = int(path.strip("/")) if path[1:].isdigit() else 0
    writer.write(f"HTTP/1.1 302 On\r\nLocation: /{number + 1}\r\nContent-Length: 0\r\n\r\n".encode())


async def redirects_in_circles(path: str, reader: Reader, writer: Writer) -> None:
    writer.write(
        f"HTTP/1.1 302 Round\r\nLocation: {'/b' if path == '/' else '/'}\r\nContent-Length: 0\r\n\r\n".encode()
    )


async def floods_with_headers(path: str, reader: Reader, writer: Writer) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\n")
    for number in range(100_000):
        writer.write(b"X-%d: y\r\n" % number)
        await writer.drain()


async def floods_with_one_header(path: str, reader: Reader, writer: Writer) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\nX: ")
    for _ in range(1000):
        writer.write(b"y" * 100_000)
        await writer.drain()


def bomb(coding: str, body: bytes) -> Fault:
    return plain(f"{OK}Content-Encoding: {coding}\r\nContent-Length: {len(body)}\r\n", body)


def zeros(machine: Any, finish: Callable[[], bytes]) -> bytes:
    piece = bytes(1024 * 1024)
    pack = getattr(machine, "compress", None) or machine.process
    return b"".join([*(pack(piece) for _ in range(BOMB // len(piece))), finish()])


@cache
def bombs() -> dict[str, Fault]:
    small = brotli.Compressor(quality=1)
    smaller = zstd.ZstdCompressor(level=1)
    thirty = gzip.compress(bytes(BOMB // 10), 1)
    packed = gzip.compress(thirty * 10, 1)
    return {
        "gzip bomb": bomb("gzip", thirty * 10),
        "br bomb": bomb("br", zeros(small, small.finish)),
        "zstd bomb": bomb("zstd", zeros(smaller, smaller.flush)),
        "bomb in a bomb": bomb("gzip, gzip", packed),
    }


FAULTS: dict[str, tuple[Fault, tuple[str, str]]] = {
    "slow-loris head": (drips_its_head, ("error", "timeout")),
    "slow-loris body": (drips_its_body, ("error", "incomplete")),
    "silence": (says_nothing, ("error", "timeout")),
    "reset in the body": (resets, ("error", "incomplete")),
    "endless body": (never_ends, ("refused", "size")),
    "announced too large": (plain(f"{OK}Content-Length: 99999999999\r\n"), ("refused", "size")),
    "endless redirects": (redirects_on_and_on, ("redirect", "")),
    "circle of redirects": (redirects_in_circles, ("redirect", "")),
    "length too long": (plain(f"{OK}Content-Length: 1000\r\n", b"<p>short"), ("error", "incomplete")),
    "length too short": (plain(f"{OK}Content-Length: 8\r\n", b"<p>short and more"), ("stored", "")),
    "length of nonsense": (plain(f"{OK}Content-Length: many\r\n", b"<p>"), ("error", "incomplete")),
    "two lengths": (
        plain(f"{OK}Content-Length: 3\r\nContent-Length: 5\r\n", b"<p>ab"),
        ("error", "incomplete"),
    ),
    "chunk of nonsense": (
        plain(f"{OK}Transfer-Encoding: chunked\r\n", b"3\r\n<p>\r\nzz\r\nworse\r\n"),
        ("error", "incomplete"),
    ),
    "first chunk of nonsense": (
        plain(f"{OK}Transfer-Encoding: chunked\r\n", b"zz\r\n"),
        ("error", "incomplete"),
    ),
    "chunks without end": (
        plain(f"{OK}Transfer-Encoding: chunked\r\n", b"3\r\n<p>\r\n"),
        ("error", "incomplete"),
    ),
    "5xx storm": (plain(BUSY, b"busy"), ("error", "http-503")),
    "flood of headers": (floods_with_headers, ("error", "incomplete")),
    "flood in one header": (floods_with_one_header, ("error", "incomplete")),
    "no HTTP": (plain("220 mail.example.org ESMTP"), ("error", "incomplete")),
    "hangs up": (hangs_up, ("error", "connect")),
    "status of nonsense": (plain("HTTP/1.1 abc\r\nContent-Length: 0\r\n"), ("error", "incomplete")),
    "image that is a page": (plain(f"{PNG}Content-Length: 7\r\n", b"<p>text"), ("stored", "")),
    "page that is an image": (
        plain(f"{OK}Content-Length: 14\r\n", b"\x89PNG\r\n\x1a\n\0\0\0\rIH"),
        ("stored", ""),
    ),
    "PDF that is none": (plain(f"{PDF}Content-Length: 4\r\n", b"%PDF"), ("stored", "")),
    "gzip that is none": (
        plain(f"{OK}Content-Encoding: gzip\r\nContent-Length: 7\r\n", b"<p>text"),
        ("stored", ""),
    ),
    "charset that is none": (plain(f"{NUL}Content-Length: 3\r\n", b"<p>"), ("error", "incomplete")),
}


class Servers:
    """Each fault has a host of its own: 127.0.0.1 with another port. They run in a thread."""

    def __init__(self, authority: Authority) -> None:
        self.urls: dict[str, str] = {}
        self.expected: dict[str, tuple[str, str]] = {}
        self.asked: list[str] = []
        self._authority = authority
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()))
        self._thread.start()
        self._ready.wait()

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._over.set)
        self._thread.join()

    async def _run(self) -> None:
        self._loop, self._over = asyncio.get_running_loop(), asyncio.Event()
        old = datetime(2011, 1, 1, tzinfo=UTC)
        page = plain(f"{OK}Content-Length: 4\r\nConnection: close\r\n", b"page")
        async with AsyncExitStack() as stack:
            for name, (fault, expected) in FAULTS.items():
                await self._serve(stack, name, fault, expected)
            for name, fault in bombs().items():
                await self._serve(stack, name, fault, ("refused", "size"))
            for name, context in {
                "expired certificate": self._authority.server("127.0.0.1", start=old),
                "certificate of another": self._authority.server("elsewhere.example"),
            }.items():
                await self._serve(stack, name, page, ("stored", ""), context)
            await self._serve(stack, "TLS that is none", plain("HTTP/1.1 400 No"), ("error", "tls"), raw=True)
            await self._serve(stack, "TLS handshake that hangs", says_nothing, ("error", "timeout"), raw=True)
            for name in ("TLS that is none", "TLS handshake that hangs"):
                self.urls[name] = self.urls[name].replace("http:", "https:")
            self.urls["no such name"], self.expected["no such name"] = (
                "http://gone.invalid/",
                ("error", "dns"),
            )
            self.urls["name that fails"], self.expected["name that fails"] = (
                "http://flaky.test/",
                ("error", "dns"),
            )
            await self._serve(stack, "good", self._good, ("stored", ""))
            self._ready.set()
            await self._over.wait()

    async def _good(self, path: str, reader: Reader, writer: Writer) -> None:
        links = b"".join(b'<a href="/%d">x</a>' % number for number in range(20))
        writer.write(f"{OK}Content-Length: {len(links)}\r\n\r\n".encode() + links)

    async def _serve(
        self,
        stack: AsyncExitStack,
        name: str,
        fault: Fault,
        expected: tuple[str, str],
        context: ssl.SSLContext | None = None,
        *,
        raw: bool = False,
    ) -> None:
        async def answer(reader: Reader, writer: Writer) -> None:
            path = "" if raw else (await reader.readuntil(b"\r\n\r\n")).split(b" ", 2)[1].decode()
            self.asked.append(name)
            await fault(path, reader, writer)
            await writer.drain()

        port = await stack.enter_async_context(_listening(answer, context))
        self.urls[name] = f"http{'s' if context else ''}://127.0.0.1:{port}/"
        self.expected[name] = expected


@asynccontextmanager
async def _listening(
    answer: Callable[[Reader, Writer], Awaitable[None]], context: ssl.SSLContext | None
) -> AsyncIterator[int]:
    tasks: set[asyncio.Task[None]] = set()

    async def connected(reader: Reader, writer: Writer) -> None:
        task = asyncio.current_task()
        assert task is not None
        tasks.add(task)
        try:
            with suppress(OSError, EOFError, asyncio.LimitOverrunError, asyncio.CancelledError):
                await answer(reader, writer)
        finally:
            tasks.discard(task)
            writer.close()

    server = await asyncio.start_server(connected, "127.0.0.1", 0, ssl=context)
    yield server.sockets[0].getsockname()[1]
    server.close()
    for task in list(tasks):
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


@pytest.fixture
def servers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Servers]:
    folder = tmp_path / "certificates"
    folder.mkdir()
    authority = Authority(folder)
    monkeypatch.setattr("certifi.where", lambda: str(authority.pem))
    real = socket.getaddrinfo

    def fails(host: str, *args: Any, **more: Any) -> Any:
        if host == "flaky.test":
            raise socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution")
        return real(host, *args, **more)

    monkeypatch.setattr(socket, "getaddrinfo", fails)
    made = Servers(authority)
    yield made
    made.close()


def peak_memory() -> int:
    """Bytes of the largest resident size since `forget_peak`."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM:"))


def open_connections(urls: Iterable[str]) -> list[str]:
    """Client ends of connections to any of these servers that this process still holds."""
    ports = {int(url.rpartition(":")[2].rstrip("/")) for url in urls if url.count(":") == 2}
    own = {path.readlink().name for path in Path("/proc/self/fd").iterdir() if path.is_symlink()}
    found = []
    for line in Path("/proc/self/net/tcp").read_text().splitlines()[1:]:
        columns = line.split()
        if int(columns[2].rpartition(":")[2], 16) in ports and f"socket:[{columns[9]}]" in own:
            found.append(line)
    return found


def forget_peak() -> None:
    Path("/proc/self/clear_refs").write_text("5")


@pytest.mark.slow
def test_faults_in_robots_txt_are_bounded_too(servers: Servers, archive: Archive, settings: Any) -> None:
    """Every server answers for its robots.txt as it does for its pages."""
    crawl = Crawl.new(
        archive,
        settings(
            *servers.urls.values(),
            scope="any",
            workers=16,
            timeout=TIMEOUT,
            retries=0,
            backoff=0.02,
            max_hops=4,
            size_cap=2_000_000,
            max_depth=3,
            sitemaps=False,
        ),
    )
    if sys.platform == "linux":
        forget_peak()
        before = peak_memory()
    start = time.monotonic()
    crawl.run()
    assert crawl.error is None and crawl.progress().state == "finished"
    assert time.monotonic() - start < BOUND
    log = {entry.url: (entry.kind, entry.reason) for entry in refusals(archive, crawl.job_id, limit=10_000)}
    assert [name for name, url in servers.urls.items() if url not in log] == []
    assert log[servers.urls["5xx storm"]] == ("refused", "robots")
    assert log[servers.urls["slow-loris head"]] == ("error", "timeout")
    assert log[servers.urls["gzip bomb"]] == ("refused", "size"), "as a robots.txt it forbids nothing"
    assert log[servers.urls["good"]] == ("stored", "")
    if sys.platform == "linux":
        assert peak_memory() - before < 150 * 1024 * 1024


@pytest.mark.slow
def test_all_faults_in_one_crawl(servers: Servers, archive: Archive, settings: Any) -> None:
    crawl = Crawl.new(
        archive,
        settings(
            *servers.urls.values(),
            scope="any",
            workers=16,
            timeout=TIMEOUT,
            retries=1,
            backoff=0.02,
            per_host=2,
            size_cap=2_000_000,
            max_hops=4,
            obey_robots=False,
            max_depth=3,
        ),
    )
    linux = sys.platform == "linux"
    before = 0
    if linux:
        forget_peak()
        before = peak_memory()
    threads = set(threading.enumerate())
    left: list[asyncio.Task[Any]] = []

    async def run() -> str:
        state = await crawl._run()
        left.extend(task for task in asyncio.all_tasks() if task is not asyncio.current_task())
        return state

    start = time.monotonic()
    state = asyncio.run(run())
    seconds = time.monotonic() - start

    assert state == "finished"
    assert seconds < BOUND, "each is bounded by a few time-outs"
    entries = refusals(archive, crawl.job_id, limit=10_000)
    log = {entry.url: entry for entry in entries if entry.reason != "redirect-loop"}
    outcomes = {name: (log[url].kind, log[url].reason) for name, url in servers.urls.items() if url in log}
    assert outcomes == servers.expected
    assert log[servers.urls["expired certificate"]].detail == "certificate: expired"
    assert log[servers.urls["certificate of another"]].detail == "certificate: wrong name"
    assert log[servers.urls["endless redirects"] + "5"].reason == "too-many-redirects"
    loops = [entry.url for entry in entries if entry.reason == "redirect-loop"]
    assert loops == [servers.urls["circle of redirects"]]
    with archive.reader() as reader:
        assert list(reader.verify()) == []
        body = {
            name: reader.body(page)
            for name, url in servers.urls.items()
            if (page := reader.latest_version(url))
        }
    assert body["reset in the body"] == b"half" and body["length too short"] == b"<p>short"
    assert body["slow-loris body"].startswith(b"slow slow") and body["chunk of nonsense"] == b"<p>"
    assert body["gzip that is none"] == b"<p>text"
    assert servers.asked.count("good") == 21, "the others are crawled all the same"
    assert servers.asked.count("5xx storm") == 2 and servers.asked.count("gzip bomb") == 1
    assert left == [], "no task is left"
    for thread in set(threading.enumerate()) - threads:
        thread.join(5)
        assert not thread.is_alive(), "no thread is left"
    if linux:
        assert peak_memory() - before < 150 * 1024 * 1024
        assert open_connections(servers.urls.values()) == [], "no socket is left"
