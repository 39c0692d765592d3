"""One connection from a browser to its proxy: reads requests (RFC 9112) and ends TLS; who inherits answers them."""

from __future__ import annotations

import asyncio
import re
from abc import ABC, abstractmethod
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.loopback.authority import Authority

HEAD_LIMIT = 64 * 1024
_IDLE = 60.0  # seconds between two requests
_HANDSHAKE = 10.0
_STALLED = 60.0  # seconds without progress while a response is written
_SLICE = 256 * 1024
# The connections of a listener that wait for a request, the one that waits longest first: it may end them.
RESTING: ContextVar[dict[asyncio.Task[None], None]] = ContextVar("resting")
_CONNECT = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._\-]{1,253}):(\d{1,5})")


class BadRequestError(Exception):
    """What came in is no request that a proxy can answer."""


@dataclass(frozen=True)
class Head:
    """A request as it came; `target` as sent, `url` absolute (empty for CONNECT), `fields` in their order.

    `keep` tells whether the connection may stay open afterwards.
    """

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

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, authority: Authority) -> None:
        self._reader, self._writer = reader, writer
        self._authority = authority
        self._inside = ""  # "https://host:port" once a CONNECT has been granted

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
            # The browser went away, stalled, or speaks something else: there is nobody to tell.
            # (A failed TLS handshake is an OSError too.)
            self._writer.transport.abort()

    async def _one(self) -> bool:
        """Serve one request; False when the connection is done."""
        resting, task = RESTING.get({}), asyncio.current_task()
        assert task is not None
        resting[task] = None
        try:
            async with asyncio.timeout(_IDLE):
                raw = await self._reader.readuntil(b"\r\n\r\n")
        finally:
            resting.pop(task, None)
        head = _parse(raw)
        if head.method == "CONNECT" and not self._inside:
            return await self.admits(head) and await self._tunnel(head.target)
        return await self.serve(Head(head.method, head.target, head.fields, head.keep, self._absolute(head.target)))

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
    asked = ",".join(value for name, value in fields if name.lower() in ("connection", "proxy-connection")).lower()
    return Head(words[0], words[1], tuple(fields), "close" not in asked and words[2] == "HTTP/1.1")
