"""One connection from the browser: reads requests, ends TLS, writes responses."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable

from app.replay.answer import Request, Response
from app.replay.authority import Authority

HEAD_LIMIT = 64 * 1024
_BODY_LIMIT = 1024 * 1024
_IDLE = 60.0  # seconds between two requests
_HANDSHAKE = 10.0
_STALLED = 60.0  # seconds without progress while a response is written
_SLICE = 256 * 1024
_CONNECT = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._\-]{1,253}):(\d{1,5})")
_OTHER_CHARSET = re.compile("[\x80-\xff]{2}")

Handler = Callable[[Request], Awaitable[Response]]


class BadRequestError(Exception):
    """What came in is no request that a proxy can answer."""


class Connection:
    """Serves the requests of one connection, one after the other, until either side has had enough."""

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        authority: Authority,
        handle: Handler,
    ) -> None:
        self._reader, self._writer = reader, writer
        self._authority, self._handle = authority, handle
        self._inside = ""  # "https://host:port" once a CONNECT has been granted

    async def run(self) -> None:
        try:
            while await self._one():
                pass
        except BadRequestError as problem:
            await self._send(Response(400, str(problem)), head_only=False, keep=False)
        except (OSError, EOFError, TimeoutError, asyncio.LimitOverrunError):
            # The browser went away, stalled, or speaks something else: there is nobody to tell.
            # (A failed TLS handshake is an OSError too.)
            self._writer.transport.abort()

    async def _one(self) -> bool:
        """Serve one request; False when the connection is done."""
        async with asyncio.timeout(_IDLE):
            head = await self._reader.readuntil(b"\r\n\r\n")
        method, target, headers, keep = _parse(head)
        if method == "CONNECT" and not self._inside:
            return await self._tunnel(target)
        keep = await self._skip_body(headers) and keep
        request = Request(method, self._absolute(target), headers)
        if "upgrade" in headers and "websocket" in headers["upgrade"].lower():
            response, keep = Response(403, "No live connections from an archive"), False
        else:
            response = await self._handle(request)
        await self._send(response, head_only=method == "HEAD", keep=keep)
        return keep

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

    async def _skip_body(self, headers: dict[str, str]) -> bool:
        """Read over a request body; False when it is too much to read and the connection must end."""
        if "transfer-encoding" in headers:
            return False
        length = headers.get("content-length", "0")
        if not length.isascii() or not length.isdigit() or len(length) > 18:
            raise BadRequestError("Content-Length is no length")
        if int(length) > _BODY_LIMIT:
            return False
        if headers.get("expect", "").lower() == "100-continue":
            self._writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        async with asyncio.timeout(_IDLE):
            await self._reader.readexactly(int(length))
        return True

    async def _send(self, response: Response, *, head_only: bool, keep: bool) -> None:
        lines = [f"HTTP/1.1 {response.status:03d} {response.reason}"]
        lines += [f"{name}: {value}" for name, value in response.headers]
        if response.status not in (204, 304):
            lines.append(f"Content-Length: {len(response.body)}")
        lines.append("Connection: " + ("keep-alive" if keep else "close"))
        head = b"\r\n".join(_encode(_one_line(line)) for line in lines) + b"\r\n\r\n"
        body = memoryview(b"" if head_only else response.body)
        self._writer.write(head + bytes(body[:_SLICE]))
        for start in range(_SLICE, len(body), _SLICE):
            async with asyncio.timeout(_STALLED):
                await self._writer.drain()
            self._writer.write(body[start : start + _SLICE])
        async with asyncio.timeout(_STALLED):
            await self._writer.drain()


def _one_line(text: str) -> str:
    """No stored word may end a header line early."""
    return text.replace("\r", " ").replace("\n", " ")


def _encode(line: str) -> bytes:
    """A header line as bytes: UTF-8 or, for bytes that were no UTF-8 when they were read, as they were.

    The archive reads a header as UTF-8 if it can and byte for byte if not. Two characters in a row above
    ASCII and none beyond Latin-1 are the bytes of another charset far more often than they are text.
    """
    if _OTHER_CHARSET.search(line) and max(line) <= "\xff":
        return line.encode("latin-1")
    return line.encode("utf-8", "surrogateescape")


def _parse(head: bytes) -> tuple[str, str, dict[str, str], bool]:
    """Method, target, headers (lower case; the first of each name) and whether the connection may stay."""
    first, *lines = head.decode("latin-1").rstrip("\r\n").split("\r\n")
    words = first.split(" ")
    if len(words) != 3 or words[2] not in ("HTTP/1.0", "HTTP/1.1"):
        raise BadRequestError("No HTTP request")
    headers: dict[str, str] = {}
    for line in lines:
        name, colon, value = line.partition(":")
        if not colon or not name or name != name.strip():
            raise BadRequestError("A header without a name")
        headers.setdefault(name.lower(), value.strip())
    asked = (headers.get("connection", "") + "," + headers.get("proxy-connection", "")).lower()
    keep = "close" not in asked and words[2] == "HTTP/1.1"
    return words[0], words[1], headers, keep
