"""The replay server: a proxy on the loopback interface that answers from an archive and from nothing else."""

from __future__ import annotations

import asyncio
import logging
import socket
import sqlite3
import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from types import TracebackType
from typing import Self

from app.archive.model import Capture
from app.errors import TianwangError
from app.replay.answer import MissingPage, Request, Response, answer, missing, missing_page, preflight
from app.replay.authority import Authority
from app.replay.connection import HEAD_LIMIT, Connection
from app.replay.source import ReadableArchive
from app.replay.views import Moment, Views
from app.replay.workers import Workers

log = logging.getLogger(__name__)

_WORKERS = 4
_FAREWELL = 2.0  # seconds a browser has to answer the end of a TLS connection
_LAST_TURNS = 1000  # of the loop at most, in which connections end when the server is closed
_QUIET_TURNS = 5  # without a connection: from accepting it to its handler it takes three
_MAX_CONNECTIONS = 256  # a browser opens at most 32 to a proxy for each pane


class ReplayServer:
    """Serves captures at their original addresses to browsers that use it as their proxy.

    Every request names its view in the User-Agent (" TianwangReplay/<token>"); the view's date decides
    which version is answered. The server never opens a connection to anywhere.

    `listener` is a listening socket to take connections from; without one the server makes its own.
    """

    def __init__(
        self,
        archive: ReadableArchive,
        *,
        listener: socket.socket | None = None,
        page_for_missing: MissingPage = missing_page,
    ) -> None:
        self._archive = archive
        # A duplicate: closing the server leaves the caller's socket open for the next one.
        self._socket = listener.dup() if listener is not None else listen()
        self._page_for_missing = page_for_missing
        self._authority = Authority()
        self._views = Views()
        self._tasks: set[asyncio.Task[None]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop: asyncio.Event | None = None
        self._workers: Workers | None = None
        self._thread: threading.Thread | None = None
        self._port = int(self._socket.getsockname()[1])

    def start(self) -> None:
        ready = threading.Event()
        self._workers = Workers(self._archive, _WORKERS)
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run(ready)), name="replay-server", daemon=True)
        self._thread.start()
        ready.wait()

    def close(self) -> None:
        """End all connections and threads. May be called twice."""
        if self._thread is not None and self._loop is not None and self._stop is not None:
            self._loop.call_soon_threadsafe(self._stop.set)
            self._thread.join()
            self._thread = None
        if self._workers is not None:
            self._workers.close()
            self._workers = None
        self._socket.close()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def port(self) -> int:
        return self._port

    @property
    def ca_certificate_pem(self) -> bytes:
        return self._authority.certificate_pem

    def open_view(self, date: datetime | None, on_missing: Callable[[int], None] | None = None) -> str:
        """A new view; `on_missing` is called in a server thread with the number of missing addresses."""
        return self._views.open(Moment(date), on_missing)

    def set_view(self, token: str, date: datetime | None, capture: Capture | None = None) -> None:
        """Show another date in a view; what was missing and served is forgotten.

        With `capture`, its address shows that very capture, and only the others the nearest in time.
        """
        self._views.set_moment(token, Moment(date, capture))

    def close_view(self, token: str) -> None:
        self._views.close(token)

    def missing(self, token: str) -> list[str]:
        return self._views.missing(token)

    def served(self, token: str) -> int:
        return self._views.served(token)

    async def _run(self, ready: threading.Event) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        self._socket.setblocking(False)
        server = await asyncio.start_server(self._connected, sock=self._socket, limit=HEAD_LIMIT)
        ready.set()
        await self._stop.wait()
        # asyncio drops a connection that was accepted but not yet attached when its server closes, and what a handler
        # aborts is closed a turn later. So no more are accepted, and all get their turns, before the server ends.
        with suppress(NotImplementedError):  # Windows
            self._loop.remove_reader(self._socket)
        quiet = 0
        for _ in range(_LAST_TURNS):
            await asyncio.sleep(0)
            for task in list(self._tasks):
                task.cancel()
            quiet = quiet + 1 if len(asyncio.all_tasks()) == 1 else 0
            if quiet == _QUIET_TURNS:
                break
        server.close()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        if len(self._tasks) >= _MAX_CONNECTIONS:
            writer.transport.abort()
            return
        self._tasks.add(task)
        # asyncio does this only for sockets that name their protocol; without it every answer waits 40 ms.
        writer.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            # A browser may leave without a word; and that the server closes, asyncio would report as an error.
            with suppress(OSError, TimeoutError, asyncio.CancelledError):
                await Connection(reader, writer, self._authority, self._handle).run()
                writer.close()
                async with asyncio.timeout(_FAREWELL):
                    await writer.wait_closed()
        finally:
            writer.transport.abort()
            self._tasks.discard(task)

    async def _handle(self, request: Request) -> Response:
        token = self._views.token_in(request.headers.get("user-agent", ""))
        if token is None:
            return Response(403, "Only for the panes of this program")
        if request.method == "OPTIONS":
            return preflight(request)
        moment = self._views.moment(token)
        if request.method not in ("GET", "HEAD"):
            # Nothing can be sent to an archive; that is not a gap in it.
            return missing(request, moment.date, self._page_for_missing)
        response = await self._from_archive(request, moment)
        if response is None:
            self._views.add_missing(token, request.url.partition("#")[0])
            return missing(request, moment.date, self._page_for_missing)
        self._views.count_served(token)
        return response

    async def _from_archive(self, request: Request, moment: Moment) -> Response | None:
        assert self._workers is not None
        future = self._workers.submit(lambda source: answer(source, request, moment))
        try:
            return await asyncio.wrap_future(future)
        except (TianwangError, OSError, sqlite3.Error) as error:
            # A damaged record is as good as a missing one for whoever looks at the page.
            log.warning("%s cannot be replayed: %s", request.url, error)
            return None


def listen() -> socket.socket:
    """A listening socket on a free port of the loopback interface."""
    return socket.create_server(("127.0.0.1", 0), backlog=128)
