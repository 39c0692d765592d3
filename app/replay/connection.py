"""One connection from the browser of a pane: every request is answered by one handler, whole and at once."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable

from app.loopback import Authority, Connection, Head
from app.replay.answer import Request, Response

_BODY_LIMIT = 1024 * 1024
_OTHER_CHARSET = re.compile("[\x80-\xff]{2}")

Handler = Callable[[Request], Awaitable[Response]]


class ReplayConnection(Connection):
    """Bodies of requests are read over: nothing can be sent to an archive."""

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        authority: Authority,
        handle: Handler,
    ) -> None:
        super().__init__(reader, writer, authority)
        self._handle = handle

    async def serve(self, head: Head) -> bool:
        keep = await self.body(head, _BODY_LIMIT) is not None and head.keep
        if head.wants_socket:
            response, keep = Response(403, "No live connections from an archive"), False
        else:
            response = await self._handle(Request(head.method, head.url, head.headers))
        await self._send(response, head_only=head.method == "HEAD", keep=keep)
        return keep

    async def _send(self, response: Response, *, head_only: bool, keep: bool) -> None:
        lines = [f"HTTP/1.1 {response.status:03d} {response.reason}"]
        lines += [f"{name}: {value}" for name, value in response.headers]
        if response.status not in (204, 304):
            lines.append(f"Content-Length: {len(response.body)}")
        lines.append("Connection: " + ("keep-alive" if keep else "close"))
        head = b"\r\n".join(_encode(_one_line(line)) for line in lines) + b"\r\n\r\n"
        await self.write(head, b"" if head_only else response.body)


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
