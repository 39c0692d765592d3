"""The replay server: a proxy on the loopback interface that answers from an archive and from nothing else."""

from __future__ import annotations

import asyncio
import logging
import queue
import re
import socket
import sqlite3
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from dataclasses import replace
from datetime import datetime
from types import TracebackType
from typing import Any, Self, TypeVar

from app.archive.addresses import posted_address
from app.archive.model import Capture, Damage
from app.errors import TianwangError
from app.loopback.authority import Authority
from app.loopback.listener import Connection, Head, Listener, listen
from app.replay.answer import DamagedPage, MissingPage, Request, Response, answer, damaged, missing, preflight
from app.replay.explaining import damaged_page, missing_page
from app.replay.source import CaptureSource, ReadableArchive
from app.replay.views import Moment, Views

# One connection from the browser of a pane: every request is answered by one handler, whole and at once.

_BODY_LIMIT = 1024 * 1024
_OTHER_CHARSET = re.compile("[\x80-\xff]{2}")

Handler = Callable[[Request], Awaitable[Response]]


class ReplayConnection(Connection):
    """Nothing can be sent to an archive; the body of a form tells which of its answers is wanted."""

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
        body = await self.body(head, _BODY_LIMIT)
        keep = body is not None and head.keep
        if head.wants_socket:
            response, keep = Response(403, "No live connections from an archive"), False
        else:
            response = await self._handle(Request(head.method, head.url, head.headers, body or b""))
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


# A few threads that read the archive, each with a reader of its own.

T = TypeVar("T")
_Job = tuple[Future[Any], Callable[[CaptureSource], Any]]


class Workers:
    """Runs jobs on readers. A reader is opened, used and closed in one and the same thread."""

    def __init__(self, archive: ReadableArchive, count: int) -> None:
        self._archive = archive
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._threads = [
            threading.Thread(target=self._work, name=f"replay-{n}", daemon=True) for n in range(count)
        ]
        for thread in self._threads:
            thread.start()

    def submit(self, job: Callable[[CaptureSource], T]) -> Future[T]:
        future: Future[T] = Future()
        self._jobs.put((future, job))
        return future

    def close(self, *, wait: bool = True) -> None:
        """End the threads; without `wait` each when what it does is done."""
        for _ in self._threads:
            self._jobs.put(None)
        if wait:
            for thread in self._threads:
                thread.join()

    def _work(self) -> None:
        source: CaptureSource | None = None
        while (item := self._jobs.get()) is not None:
            future, job = item
            if not future.set_running_or_notify_cancel():
                continue
            try:
                if source is None:
                    source = self._archive.reader()
                result = job(source)
            except Exception as error:  # the caller waiting for the future deals with it
                future.set_exception(error)
            else:
                future.set_result(result)
        if source is not None:
            source.close()


log = logging.getLogger(__name__)

_WORKERS = 4


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
        page_for_damaged: DamagedPage = damaged_page,
    ) -> None:
        self._archive = archive
        # A duplicate: closing the server leaves the caller's socket open for the next one.
        self._socket = listener.dup() if listener is not None else listen()
        self._page_for_missing, self._page_for_damaged = page_for_missing, page_for_damaged
        self._authority = Authority()
        self._views = Views()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop: asyncio.Event | None = None
        self._workers: Workers | None = None
        self._lent: dict[str, tuple[ReadableArchive, Workers]] = {}  # by token: views of other archives
        self._thread: threading.Thread | None = None
        self._port = int(self._socket.getsockname()[1])

    def start(self) -> None:
        ready = threading.Event()
        self._workers = Workers(self._archive, _WORKERS)
        self._thread = threading.Thread(
            target=lambda: asyncio.run(self._run(ready)), name="replay-server", daemon=True
        )
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
        for token in list(self._lent):
            self._give_back(token)
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

    def open_view(
        self,
        date: datetime | None,
        on_missing: Callable[[int], None] | None = None,
        archive: ReadableArchive | None = None,
    ) -> str:
        """A new view; `on_missing` is called in a server thread with the number of missing addresses. With `archive` it
        shows captures of that one, which one thread reads for all its views."""
        token = self._views.open(Moment(date), on_missing)
        if archive is not None:
            known = next((workers for other, workers in self._lent.values() if other is archive), None)
            self._lent[token] = archive, known or Workers(archive, 1)
        return token

    def set_view(self, token: str, date: datetime | None, capture: Capture | None = None) -> None:
        """Show another date in a view; its lists of missing and served addresses start anew. With `capture`, its
        address shows that very capture, and only the others the nearest in time."""
        self._views.set_moment(token, Moment(date, capture))

    def close_view(self, token: str) -> None:
        self._views.close(token)
        self._give_back(token)

    def _give_back(self, token: str) -> None:
        """Nobody waits for an archive elsewhere: its thread ends with the answer that it is about."""
        _, workers = self._lent.pop(token, (None, None))
        if workers is not None and all(other is not workers for _, other in self._lent.values()):
            workers.close(wait=False)

    def missing(self, token: str) -> list[str]:
        return self._views.missing(token)

    def served(self, token: str) -> int:
        return self._views.served(token)

    def parts(self, token: str) -> dict[str, str]:
        """The addresses that a view was given since it shows its date, with the digests of their captures."""
        return self._views.parts(token)

    async def _run(self, ready: threading.Event) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        listener = Listener(self._socket, self._serve)
        await listener.open()
        ready.set()
        await self._stop.wait()
        await listener.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await ReplayConnection(reader, writer, self._authority, self._handle).run()

    async def _handle(self, request: Request) -> Response:
        token = self._views.token_in(request.headers.get("user-agent", ""))
        if token is None:
            return Response(403, "Only for the panes of this program")
        if request.method == "OPTIONS":
            return preflight(request)
        moment = self._views.moment(token)
        if request.method not in ("GET", "HEAD"):
            kept = _answer_to(request)
            found = await self._from_archive(kept, moment, token) if kept is not None else None
            if not isinstance(found, Response):
                # Nothing can be sent to an archive; that is not a gap in it.
                return missing(request, moment.date, self._page_for_missing)
            self._views.add_served(token, request.url.partition("#")[0], found.digest)
            return found
        found = await self._from_archive(request, moment, token)
        if isinstance(found, Response):
            self._views.add_served(token, request.url.partition("#")[0], found.digest)
            return found
        if found is None or not request.wants_page:
            self._views.add_missing(token, request.url.partition("#")[0])
        if found is None:
            return missing(request, moment.date, self._page_for_missing)
        return damaged(request, found, self._page_for_damaged)

    async def _from_archive(self, request: Request, moment: Moment, token: str) -> Response | Damage | None:
        _, lent = self._lent.get(token, (None, None))
        workers = lent or self._workers
        assert workers is not None
        future = workers.submit(lambda source: answer(source, request, moment))
        try:
            found = await asyncio.wrap_future(future)
        except (TianwangError, OSError, sqlite3.Error) as error:
            # An archive that cannot be read has nothing to show.
            log.warning("%s cannot be replayed: %s", request.url, error)
            return None
        if isinstance(found, Damage):
            log.warning("%s cannot be replayed: capture %s: %s", request.url, found.capture.id, found.reason)
        return found


def _answer_to(request: Request) -> Request | None:
    """The request for the answer that a crawl got for the same form; None for what no form sends."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if request.method != "POST" or kind != "application/x-www-form-urlencoded" or not request.body.isascii():
        return None
    address = posted_address(request.url.partition("#")[0], request.body.decode("ascii"))
    return replace(request, method="GET", url=address, body=b"")
