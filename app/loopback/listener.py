"""Takes connections from a listening socket, and ends them all without leaving anything behind."""

from __future__ import annotations

import asyncio
import re
import socket
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.loopback.authority import Authority


# One connection from a browser to its proxy: reads requests (RFC 9112) and ends TLS; who inherits answers
# them.

HEAD_LIMIT = 64 * 1024
_IDLE = 60.0  # seconds between two requests
_IDLE_INSIDE = 5.0  # the same within TLS, where a connection at rest holds half a megabyte
_HANDSHAKE = 10.0
_STALLED = 60.0  # seconds without progress while a response is written
_SLICE = 256 * 1024
# The connections of a listener that wait for a request, the one that waits longest first: it may end them.
RESTING: ContextVar[dict[asyncio.Task[None], None]] = ContextVar("resting")
_CONNECT = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._\-]{1,253}):(\d{1,5})")


class BadRequestError(Exception):
    """Bytes that are no request a proxy can answer."""


@dataclass(frozen=True)
class Head:
    """A request as it came; `target` as sent, `url` absolute (empty for CONNECT), `fields` in their order. `keep` is
    true when the connection may stay open afterwards."""

    method: str
    target: str
    fields: tuple[tuple[str, str], ...]
    keep: bool
    url: str = ""

    @cached_property
    def headers(self) -> dict[str, str]:
        """Lower-case names; the first of each."""
        return {name.lower(): value for name, value in reversed(self.fields)}

    @property
    def wants_socket(self) -> bool:
        """Whether it asks for a WebSocket."""
        return "websocket" in self.headers.get("upgrade", "").lower()


class Connection(ABC):
    """Serves the requests of one connection, one after the other, until either side has had enough."""

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, authority: Authority
    ) -> None:
        self._reader, self._writer = reader, writer
        self._authority = authority
        self._inside = ""  # "https://host:port" once a CONNECT has been granted
        self._served = False  # whether a request came within it

    @abstractmethod
    async def serve(self, head: Head) -> bool:
        """Answer one request, whose body is not yet read; False when the connection is done."""

    async def admits(self, head: Head) -> bool:
        """Whether a CONNECT is granted; who refuses it answers."""
        return True

    async def run(self) -> None:
        try:
            while await self._one():
                pass
        except BadRequestError as problem:
            lines = [f"HTTP/1.1 400 {problem}", "Content-Length: 0", "Connection: close", "", ""]
            await self.write("\r\n".join(lines).encode("ascii", "replace"))
        except (OSError, EOFError, TimeoutError, asyncio.LimitOverrunError):
            # The browser went away, stalled, or speaks something else: an answer would reach no reader.
            # (A failed TLS handshake is an OSError too.)
            self._writer.transport.abort()

    async def _one(self) -> bool:
        """Serve one request; False when the connection is done."""
        resting, task = RESTING.get({}), asyncio.current_task()
        assert task is not None
        resting[task] = None
        try:
            async with asyncio.timeout(_IDLE_INSIDE if self._served else _IDLE):
                raw = await self._reader.readuntil(b"\r\n\r\n")
        finally:
            resting.pop(task, None)
        head = _parse(raw)
        if head.method == "CONNECT" and not self._inside:
            return await self.admits(head) and await self._tunnel(head.target)
        self._served = bool(self._inside)
        return await self.serve(
            Head(head.method, head.target, head.fields, head.keep, self._absolute(head.target))
        )

    def _absolute(self, target: str) -> str:
        if self._inside and target.startswith("/"):
            return self._inside + target
        if not self._inside and target[:7].lower() == "http://":
            return target
        raise BadRequestError("A proxy needs an absolute address")

    async def _tunnel(self, target: str) -> bool:
        """Grant a CONNECT and become the server it asked for."""
        match = _CONNECT.fullmatch(target)
        if match is None or not 0 < int(match[2]) < 65536:
            raise BadRequestError("CONNECT to no host")
        host, port = match[1].lower(), int(match[2])
        try:
            context = self._authority.context(host.strip("[]"))
        except ValueError as error:  # a name no certificate can be made for
            raise BadRequestError("CONNECT to an impossible host") from error
        self._writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
        # No waiting in between: what arrives from here on must reach the TLS layer, not the reader.
        await self._writer.start_tls(context, ssl_handshake_timeout=_HANDSHAKE)
        self._inside = f"https://{host}" + ("" if port == 443 else f":{port}")
        return True

    async def body(self, head: Head, limit: int) -> bytes | None:
        """The body of a request; None when it is too much to read and the connection must end."""
        if "transfer-encoding" in head.headers:
            return None
        length = head.headers.get("content-length", "0")
        if not length.isascii() or not length.isdigit() or len(length) > 18:
            raise BadRequestError("Content-Length is no length")
        if int(length) > limit:
            return None
        if head.headers.get("expect", "").lower() == "100-continue":
            self._writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        async with asyncio.timeout(_IDLE):
            return await self._reader.readexactly(int(length))

    async def write(self, data: bytes, more: bytes | memoryview = b"") -> None:
        """Send, a slice at a time, never more than the browser takes; `more` begins in the first slice of `data`."""
        rest = memoryview(more)
        self._writer.write(data + rest[:_SLICE])
        for start in range(_SLICE, len(rest), _SLICE):
            async with asyncio.timeout(_STALLED):
                await self._writer.drain()
            self._writer.write(rest[start : start + _SLICE])
        async with asyncio.timeout(_STALLED):
            await self._writer.drain()


def _parse(raw: bytes) -> Head:
    first, *lines = raw.decode("latin-1").rstrip("\r\n").split("\r\n")
    words = first.split(" ")
    if len(words) != 3 or words[2] not in ("HTTP/1.0", "HTTP/1.1"):
        raise BadRequestError("No HTTP request")
    fields = []
    for line in lines:
        name, colon, value = line.partition(":")
        if not colon or not name or name != name.strip():
            raise BadRequestError("A header without a name")
        fields.append((name, value.strip()))
    asked = ",".join(
        value for name, value in fields if name.lower() in ("connection", "proxy-connection")
    ).lower()
    return Head(words[0], words[1], tuple(fields), "close" not in asked and words[2] == "HTTP/1.1")


_FAREWELL = 2.0  # seconds a browser has to answer the end of a TLS connection
_LAST_TURNS = 1000  # of the loop at most, in which connections end when the server is closed
_QUIET_TURNS = 5  # without a connection: from accepting it to its handler it takes three
_MAX_CONNECTIONS = (
    256  # a browser keeps one for each host of https that it has asked, long after it left the page
)

Serve = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


class Listener:
    """Calls `serve` for each connection, in a task of its own, in the loop it was opened in."""

    def __init__(self, listening: socket.socket, serve: Serve) -> None:
        self._socket = listening
        self._serve = serve
        self._tasks: set[asyncio.Task[None]] = set()
        self._resting: dict[asyncio.Task[None], None] = {}
        self._server: asyncio.Server | None = None

    async def open(self) -> None:
        self._socket.setblocking(False)
        self._server = await asyncio.start_server(self._connected, sock=self._socket, limit=HEAD_LIMIT)

    async def close(self) -> None:
        """End all connections. The socket is closed with them."""
        if self._server is None:
            return
        # asyncio drops a connection that was accepted but not yet attached when its server closes, and what a handler
        # aborts is closed a turn later. So no more are accepted, and all get their turns, before the server ends.
        with suppress(NotImplementedError):  # Windows
            asyncio.get_running_loop().remove_reader(self._socket)
        quiet = 0
        for _ in range(_LAST_TURNS):
            await asyncio.sleep(0)
            for task in list(self._tasks):
                task.cancel()
            quiet = 0 if self._tasks else quiet + 1
            if quiet == _QUIET_TURNS:
                break
        self._server.close()
        self._server = None

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        if len(self._tasks) >= _MAX_CONNECTIONS and not self._end_one():
            writer.transport.abort()
            return
        self._tasks.add(task)
        RESTING.set(self._resting)
        # asyncio does this only for sockets that name their protocol; without it every answer waits 40 ms.
        writer.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            # A browser may leave without a word; and that the server closes, asyncio would report as an error.
            with suppress(OSError, TimeoutError, asyncio.CancelledError):
                await self._serve(reader, writer)
                writer.close()
                async with asyncio.timeout(_FAREWELL):
                    await writer.wait_closed()
        finally:
            writer.transport.abort()
            self._tasks.discard(task)

    def _end_one(self) -> bool:
        """End the connection that has waited longest for its next request, as a server may at any time (RFC 9112)."""
        task = next(iter(self._resting), None)
        if task is None:
            return False
        del self._resting[task]
        task.cancel()
        return True


def listen() -> socket.socket:
    """A listening socket on a free port of the loopback interface."""
    return socket.create_server(("127.0.0.1", 0), backlog=128)
