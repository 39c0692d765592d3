"""Takes connections from a listening socket, and ends them all without leaving anything behind."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress

from app.loopback.connection import HEAD_LIMIT, RESTING

_FAREWELL = 2.0  # seconds a browser has to answer the end of a TLS connection
_LAST_TURNS = 1000  # of the loop at most, in which connections end when the server is closed
_QUIET_TURNS = 5  # without a connection: from accepting it to its handler it takes three
_MAX_CONNECTIONS = 256  # a browser keeps one for each host of https that it has asked, long after it left the page

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
