"""The recording proxy: hands requests of a browser on, and keeps every answer to a GET as it came."""

from __future__ import annotations

import asyncio
import base64
import binascii
import re
import secrets
import socket
from collections.abc import AsyncIterator, Collection, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from urllib.parse import urlsplit

from app.loopback.authority import Authority
from app.loopback.listener import Connection, Head, Listener, listen
from app.messages import Message
from app.recording.model import Exchange, Fields, Recorded, Upstream, UpstreamFailed
from app.recording.visit import Tab, Visit

# Keeps a page's parts from running a server down: few at a time for each host, and a moment between two.

_KEPT = 512


@dataclass(slots=True)
class _Host:
    room: asyncio.Semaphore
    next: float = 0.0
    inside: int = 0
    order: asyncio.Lock = field(default_factory=asyncio.Lock)


class Gate:
    """At most `per_host` requests at a time to each host, begun at least `gap` seconds apart."""

    def __init__(self, per_host: int, gap: float) -> None:
        self._per_host, self._gap = per_host, gap
        self._hosts: dict[str, _Host] = {}

    @asynccontextmanager
    async def turn(self, host: str) -> AsyncIterator[None]:
        """Wait for a turn, and hold it."""
        loop = asyncio.get_running_loop()
        one = self._hosts.get(host)
        if one is None:
            self._forget(loop.time())
            one = self._hosts[host] = _Host(asyncio.Semaphore(self._per_host))
        one.inside += 1
        try:
            async with one.room:
                async with one.order:
                    await asyncio.sleep(max(0.0, one.next - loop.time()))
                    one.next = loop.time() + self._gap
                yield
        finally:
            one.inside -= 1

    def _forget(self, now: float) -> None:
        if len(self._hosts) >= _KEPT:
            self._hosts = {name: one for name, one in self._hosts.items() if one.inside or one.next > now}


# One request on its way through the recording proxy, and the answer on its way back.

# Of one connection only (RFC 9110, 7.6.1), or made anew for the next one.
_CONNECTION = frozenset(
    [
        "connection",
        "proxy-connection",
        "proxy-authorization",
        "keep-alive",
        "te",
        "trailer",
        "transfer-encoding",
        "upgrade",
        "host",
        "content-length",
    ]
)
# What would stay in the browser beyond the page, or lead it past the proxy; what is stored has them all.
_KEPT_BACK = frozenset(
    [
        "connection",
        "proxy-connection",
        "proxy-authenticate",
        "proxy-authentication-info",
        "keep-alive",
        "te",
        "trailer",
        "transfer-encoding",
        "upgrade",
        "strict-transport-security",
        "public-key-pins",
        "expect-ct",
        "alt-svc",
        "nel",
        "report-to",
        "reporting-endpoints",
    ]
)
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_BODILESS = frozenset({204, 205, 304})
_PARTIAL = frozenset({206, 304})  # no page's content, and of no use without another answer
_FROM_START = re.compile(r"bytes=0-\s*")
_LENGTH = re.compile(rb"[0-9]{1,18}")


class Forwarding:
    """Sends a request on and the answer back; the record is of the answer as it came, not as it goes on to the
    browser."""

    def __init__(
        self, proxy: RecordingProxy, browser: Connection, visit: Visit, head: Head, body: bytes
    ) -> None:
        self._proxy, self._browser, self._visit = proxy, browser, visit
        self._head, self._body = head, body
        address = head.url.partition("#")[0]
        self._main = visit.is_main(address)
        self._url = visit.url if self._main else address
        self._begun = False  # the browser has heard something
        self._oversize = False  # it is not kept
        self._gone = False  # the browser takes no more

    async def run(self) -> bool:
        """Whether the connection may stay."""
        try:
            async with AsyncExitStack() as stack:
                if self._proxy.gate is not None and not self._main:
                    await stack.enter_async_context(self._proxy.gate.turn(urlsplit(self._url).netloc))
                exchange = await stack.enter_async_context(
                    self._proxy.upstream(self._head.method, self._url, self._fields(), self._body)
                )
                return await self._answer(exchange)
        except UpstreamFailed as failure:
            if self._main and self._visit.main is None:
                self._visit.fail(failure.reason, failure.detail)
            if self._begun:
                raise ConnectionAbortedError(failure.detail) from failure
            if self._main and self._visit.main is not None and self._head.method == "GET":
                await self._as_before(self._visit.main)
            else:
                await self._browser.write(plain(502, "The server does not answer"))
            return False

    async def _as_before(self, main: Recorded) -> None:
        """Give the browser the former answer of a page that is loaded again when the server does not answer: it has
        given up its document by then, and would show an error page of its own instead."""
        body = main.body
        end = b"Content-Length: %d\r\nConnection: close\r\n\r\n" % len(body)
        await self._browser.write(_for_browser(main, _KEPT_BACK | {"content-length"}) + end, body)

    def _fields(self) -> Fields:
        """The request's fields as they go out. A medium that is asked for from its beginning is asked for whole."""
        fields = []
        for name, value in self._head.fields:
            lower = name.lower()
            if lower in _CONNECTION or (lower == "range" and _FROM_START.fullmatch(value)):
                continue
            if lower == "accept-encoding":
                asked = (coding.strip() for coding in value.split(","))
                value = ", ".join(
                    coding for coding in asked if coding.partition(";")[0] in self._proxy.codings
                )
            fields.append((name, value))
        return fields

    async def _answer(self, exchange: Exchange) -> bool:
        held_back = self._main and exchange.status in _REDIRECTS and b"\nlocation:" in exchange.head.lower()
        wanted = self._head.method == "GET" and exchange.status not in _PARTIAL
        bodiless = self._head.method == "HEAD" or exchange.status in _BODILESS
        length = None if bodiless else _content_length(exchange.head)
        framing = b"" if bodiless or length is not None else b"Transfer-Encoding: chunked\r\n"
        keep = self._head.keep and not held_back
        if not held_back:
            tail = framing + (b"" if keep else b"Connection: close\r\n") + b"\r\n"
            await self._send(_for_browser(exchange) + tail)
        endless = b"text/event-stream" in exchange.head.lower()
        if endless:
            self._visit.endless(True)
        chunks: list[bytes] = []
        try:
            incomplete = await self._pass_on(exchange, chunks, bool(framing), wanted, held_back)
        except asyncio.CancelledError:
            if self._main and chunks:
                self._visit.add(self._recorded(exchange, chunks, Message("too-slow")), True)
            raise
        finally:
            if endless:
                self._visit.endless(False)
        if wanted and not self._oversize and not (self._gone and not self._main):
            self._visit.add(self._recorded(exchange, chunks, incomplete), self._main)
        if held_back:
            self._visit.redirected = True
            await self._send(plain(204, "The redirect is recorded"))
            return False
        if framing and not incomplete:
            await self._send(b"0\r\n\r\n")
        if incomplete:
            raise ConnectionAbortedError(incomplete)  # the browser learns of it as it would without us
        return keep and not self._gone

    async def _pass_on(
        self, exchange: Exchange, chunks: list[bytes], chunked: bool, wanted: bool, held_back: bool
    ) -> str:
        """Fill `chunks` with the body as it comes, while the browser gets it too; returns why it is not whole."""
        size = 0
        try:
            async for chunk in exchange.chunks():
                if not chunk:
                    continue
                if self._main:
                    self._visit.received += len(chunk)
                if wanted:
                    chunks.append(chunk)
                    size += len(chunk)
                    if size > self._proxy.size_cap:
                        if self._main:
                            raise UpstreamFailed("size", Message("bytes-over", count=self._proxy.size_cap))
                        chunks.clear()
                        wanted, self._oversize = False, True
                if not held_back:
                    await self._send(b"%x\r\n" % len(chunk) + chunk + b"\r\n" if chunked else chunk)
                if self._gone and not self._main:
                    break  # it has enough of a part; the record is of the page
        except UpstreamFailed as failure:
            if failure.reason == "size":
                raise
            return failure.detail or failure.reason
        return ""

    async def _send(self, data: bytes) -> None:
        if self._gone:
            return
        self._begun = True
        try:
            await self._browser.write(data)
        except (OSError, TimeoutError):
            self._gone = True

    def _recorded(self, exchange: Exchange, chunks: list[bytes], incomplete: str) -> Recorded:
        body = self._visit.hold.put(chunks)
        return Recorded(
            self._url, datetime.now(UTC), exchange.ip, exchange.status, exchange.head, body, incomplete
        )


def plain(status: int, reason: str, fields: Iterable[tuple[str, str]] = ()) -> bytes:
    """An answer of the proxy's own, after which the connection ends."""
    lines = [f"HTTP/1.1 {status} {reason}", *(f"{name}: {value}" for name, value in fields)]
    lines += [] if status == 204 else ["Content-Length: 0"]
    return "\r\n".join([*lines, "Connection: close", "", ""]).encode()


def _lines(head: bytes) -> list[bytes]:
    return [line.rstrip(b"\r") for line in head.split(b"\n")]


def _name(line: bytes) -> str:
    return line.partition(b":")[0].strip().lower().decode("latin-1")


def _for_browser(exchange: Exchange | Recorded, without: frozenset[str] = _KEPT_BACK) -> bytes:
    """Status line and fields for the browser, without the end of the head."""
    first, *lines = _lines(exchange.head)
    # From a proxy, 407 means that the proxy itself wants a password.
    status = 403 if exchange.status == 407 else exchange.status
    phrase = first.split(b" ", 2)[2:] or [b""]
    kept = [line for line in lines if line and _name(line) not in without]
    return b"\r\n".join([b"HTTP/1.1 %d %s" % (status, phrase[0]), *kept]) + b"\r\n"


def _content_length(head: bytes) -> int | None:
    """The length of the body, when it is stated once and is a number."""
    told = {
        value.strip()
        for name, _, value in (line.partition(b":") for line in _lines(head)[1:])
        if name.lower() == b"content-length"
    }
    (length,) = told if len(told) == 1 else (b"",)
    return int(length) if _LENGTH.fullmatch(length) else None


SIZE_CAP = 100 * 1024 * 1024
_BODY_LIMIT = 32 * 1024 * 1024
_ASK = plain(
    407, "Proxy Authentication Required", (("Proxy-Authenticate", 'Basic realm="Tianwang Explorer"'),)
)


class RecordingProxy:
    """Listens on 127.0.0.1 only, and answers only tabs of its own: each has a name and a secret (RFC 7617).

    Robots.txt is not asked about what a page is made of: these are requisites of a page that may be fetched. `gate`
    paces everything but main requests, whose turn is the business of who asked for the page. `codings` are the content
    codings that may be asked for; a body of more than `size_cap` bytes is handed on and not kept. WebSockets are
    refused; service workers are too, since what they do cannot be seen.
    """

    def __init__(
        self,
        upstream: Upstream,
        *,
        gate: Gate | None = None,
        codings: Collection[str] = ("gzip", "deflate"),
        size_cap: int = SIZE_CAP,
        listener: socket.socket | None = None,
    ) -> None:
        self.upstream = upstream
        self.gate = gate
        self.codings = frozenset(codings)
        self.size_cap = size_cap
        self._authority = Authority()
        self._tabs: dict[str, Tab] = {}
        self._socket = listener if listener is not None else listen()
        self._listener = Listener(self._socket, self._serve)
        self.port = int(self._socket.getsockname()[1])

    @property
    def certificate_pem(self) -> bytes:
        """The certificate that the browser has to trust."""
        return self._authority.certificate_pem

    async def open(self) -> None:
        await self._listener.open()

    async def close(self) -> None:
        """End every visit and every connection."""
        for tab in self._tabs.values():
            tab.end()
        await self._listener.close()
        self._socket.close()

    def new_tab(self) -> Tab:
        tab = Tab(f"tab-{len(self._tabs)}")
        self._tabs[tab.name] = tab
        return tab

    def tab_of(self, credentials: str) -> Tab | None:
        """The tab that a Proxy-Authorization field is of."""
        scheme, _, token = credentials.partition(" ")
        if scheme.lower() != "basic":
            return None
        try:
            name, _, secret = base64.b64decode(token, validate=True).decode().partition(":")
        except (binascii.Error, UnicodeDecodeError):
            return None
        tab = self._tabs.get(name)
        known = tab.secret if tab else ""
        return tab if secrets.compare_digest(known.encode(), secret.encode()) else None

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await _Recording(reader, writer, self._authority, self).run()


class _Recording(Connection):
    """One connection of the browser."""

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        authority: Authority,
        proxy: RecordingProxy,
    ) -> None:
        super().__init__(reader, writer, authority)
        self._proxy = proxy
        self._tab: Tab | None = None  # whose tunnel this is

    async def admits(self, head: Head) -> bool:
        self._tab = self._proxy.tab_of(head.headers.get("proxy-authorization", ""))
        if self._tab is None:
            await self.write(_ASK)
        return self._tab is not None

    async def serve(self, head: Head) -> bool:
        tab = self._tab or self._proxy.tab_of(head.headers.get("proxy-authorization", ""))
        if tab is None:
            await self.write(_ASK)
            return False
        body = await self.body(head, _BODY_LIMIT)
        refusal = b""
        if body is None:
            refusal = plain(413, "Content Too Large")
        elif tab.visit is None:
            refusal = plain(503, "No page is being recorded")
        elif head.wants_socket:
            refusal = plain(403, "WebSockets cannot be recorded")
        elif head.headers.get("service-worker") == "script":
            refusal = plain(404, "No service workers while recording")
        if body is None or tab.visit is None or refusal:
            await self.write(refusal)
            return False
        return await self._record(tab.visit, head, body)

    async def _record(self, visit: Visit, head: Head, body: bytes) -> bool:
        task = asyncio.current_task()
        visit.begun(task)
        try:
            return await Forwarding(self._proxy, self, visit, head, body).run()
        finally:
            visit.over(task)
