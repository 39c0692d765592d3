"""HTTP/1.1 of uvicorn with limits of time and number, so that nobody holds connections by doing nothing, nor all of them.

uvicorn bounds the time between two requests alone: a client that sends the head of a request letter by letter, or takes
an answer letter by letter, would keep its connection for ever; and a head without an end would fill the memory. It bounds
the connections of all together, so one client could have them all.

Requests are read by httptools: h11 takes three times as long, a tenth of all the work for a page.
"""

from __future__ import annotations

import asyncio
import logging
import re
import socket
from collections import Counter
from typing import Any, ClassVar, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD = 10.0
"""Seconds from the first sign of a request, or from connecting, to the end of its head."""
STALL = 30.0
"""Seconds in which a client takes what is ready for it, 48 KiB at least."""


_MOST_HEAD = 64 * 1024  # bytes
_TOGETHER = 64 * 1024  # bytes


def _refusal(status: bytes, error: bytes, detail: bytes, more: bytes = b"") -> bytes:
    body = b'{"error":"%b","detail":"%b"}' % (error, detail)
    return (
        b"HTTP/1.1 %b\r\nContent-Type: application/json\r\n%bCache-Control: no-store\r\nContent-Length: %d\r\n"
        b"Connection: close\r\n\r\n%b" % (status, more, len(body), body)
    )


_TOO_MANY = _refusal(
    b"429 Too Many Requests", b"connections", b"Too many connections of one client.", b"Retry-After: 1\r\n"
)
_TOO_LONG = _refusal(
    b"431 Request Header Fields Too Large", b"head-long", b"A head has at most %d bytes." % _MOST_HEAD
)


class _Together:
    """A transport that sends together what is written before others have their turn: head and body of an answer are one
    packet and one call of the system."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport, self._loop = transport, loop
        self._pieces: list[bytes] = []
        self._size = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        if not data:
            return
        if self._size + len(data) > _TOGETHER:
            self._flush()
            self._transport.write(data)
            return
        if not self._pieces:
            self._loop.call_soon(self._flush)
        self._pieces.append(data)
        self._size += len(data)

    def close(self) -> None:
        self._flush()
        self._transport.close()

    def _flush(self) -> None:
        pieces, self._pieces, self._size = self._pieces, [], 0
        if pieces:
            self._transport.write(b"".join(pieces))


class Limited(HttpToolsProtocol):
    """A connection that is closed when one of the limits is passed. A client has `most` at once (0: any number); `held` are
    those of all clients."""

    head, stall, most = HEAD, STALL, 0
    held: ClassVar[Counter[str]] = Counter()

    @classmethod
    def of_each(cls, most: int) -> type[Limited]:
        """A class of its own for a server, of which each client has at most so many connections."""
        return type("Limited", (cls,), {"most": most, "held": Counter()})

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._client, self._refusing = "", False
        self._head = 0  # bytes of the head that is being read
        self._waiting_for_head: asyncio.TimerHandle | None = None
        self._waiting_for_reader: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self._client = str((transport.get_extra_info("peername") or ("",))[0])
        self.held[self._client] += 1
        if 0 < self.most < self.held[self._client]:
            self._refusing, self.transport = True, transport
            if self.held[self._client] > 2 * self.most:
                transport.abort()
            else:  # the answer would be lost if it came before the question
                self._await_head()
            return
        super().connection_made(cast(asyncio.Transport, _Together(transport, self.loop)))
        # asyncio does it only for sockets that name their protocol, which those of a listener made by hand do not; head
        # and body are two writes, and the second would wait 40 ms for the first to be acknowledged
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._await_head()

    def data_received(self, data: bytes) -> None:
        if self._refusing:
            self.transport.write(_TOO_MANY)
            self.transport.close()
            return
        if self._is_idle:
            self._await_head()
        self._head += len(data)
        super().data_received(data)
        if not self._is_idle:
            _cancel(self._waiting_for_head)
            self._waiting_for_head = None
        if self._head > _MOST_HEAD and not self.transport.is_closing():
            if self._is_idle:
                self.transport.write(_TOO_LONG)
                self.transport.close()
            else:  # it would stand in the midst of an answer
                self.transport.abort()

    def on_headers_complete(self) -> None:
        self._head = 0
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._head = 0
        super().on_body(body)

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._waiting_for_reader is None:
            self._waiting_for_reader = self.loop.call_later(self.stall, self.transport.abort)

    def resume_writing(self) -> None:
        _cancel(self._waiting_for_reader)
        self._waiting_for_reader = None
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        _cancel(self._waiting_for_head)
        _cancel(self._waiting_for_reader)
        self.held[self._client] -= 1
        if not self.held[self._client]:
            del self.held[self._client]
        if not self._refusing:
            super().connection_lost(exc)

    def eof_received(self) -> None:
        if not self._refusing:
            super().eof_received()

    @property
    def _is_idle(self) -> bool:
        """Whether no request is being answered."""
        return self.cycle is None or self.cycle.response_complete

    def _await_head(self) -> None:
        if self._waiting_for_head is None:
            self._waiting_for_head = self.loop.call_later(self.head, self.transport.abort)


def _cancel(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()


class WithoutTokens(logging.Filter):
    """Takes what could be a token out of the addresses in an access log: some clients write it there, in vain."""

    _TOKEN = re.compile(r"((?:token|key|password|auth|secret)[^=&/?]*=)[^&\s]*", re.IGNORECASE)

    _PASS = re.compile(r"/[0-9a-f]{6,12}-[0-9a-f]{40}/")  # `signing`: the way to pages in the reading room

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.args, tuple):
            record.args = tuple(
                self._PASS.sub("/…/", self._TOKEN.sub(r"\1…", one)) if isinstance(one, str) else one
                for one in record.args
            )
        return True
