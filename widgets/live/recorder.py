"""What a live browser asks for, recorded and stored: proxy and child process, in a thread with an event loop of its own."""

from __future__ import annotations

import asyncio
import secrets
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import urlsplit

from app.archive.archive import Archive
from app.archive.documents.preparing import prepare
from app.archive.model import NewCapture
from app.blocks.cutting.levels import PageDivider
from app.crawl.net.browsing import forwarding
from app.crawl.net.fetch import Fetcher
from app.crawl.net.logins import Vault
from app.crawl.rules.settings import CrawlSettings
from app.crawl.rules.url import registered_domain
from app.errors import StorageFailed, UserError
from app.messages import Message
from app.recording.child import Child, ChildGone
from app.recording.model import Exchange, Fields, Recorded
from app.recording.proxy import RecordingProxy
from app.recording.visit import Browsed, browse
from app.starting import LIVE, command
from app.tianwang.http import ACCEPTED

if TYPE_CHECKING:
    from app.crawl.run.crawl import Crawl


# Stores a page that somebody looked at, with its parts, as a little crawl of its own.

Progress = Callable[[int, int], None]
_ENDS_WITHIN = 30.0  # seconds


@dataclass(frozen=True)
class ArchivedPage:
    """What was stored: the page and how many `parts` with it, `bytes` of bodies together, under the id `job`."""

    url: str
    title: str
    parts: int
    bytes: int
    job: str


class Store:
    """Writes to one archive: through the crawl that runs, whose lock it is, or by itself for a moment."""

    def __init__(self, archive: Archive, crawl: Callable[[], Crawl | None]) -> None:
        self._archive = archive
        self._crawl = crawl

    def __call__(
        self, page: Recorded, parts: Sequence[Recorded], title: str, progress: Progress
    ) -> ArchivedPage:
        """In any thread but the window's. Raises UserError; then nothing is announced, and nothing is lost."""
        job = f"live-{datetime.now(UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(3)}"
        everything = [page, *parts]
        crawl = self._crawl()
        if crawl is None or not self._kept_by(crawl, [_capture(one, job) for one in everything], progress):
            with self._archive.writer(divider=PageDivider()) as writer:
                for number, one in enumerate(everything):
                    writer.store(_capture(one, job))
                    progress(number + 1, len(everything))
        return ArchivedPage(page.url, title, len(parts), sum(one.size for one in everything), job)

    def _kept_by(self, crawl: Crawl, captures: Sequence[NewCapture], progress: Progress) -> bool:
        """False when the crawl ended before it came to it; then its lock is free."""
        made = []
        for number, capture in enumerate(captures):
            made.append(prepare(capture))
            progress(number + 1, len(captures))
        try:
            crawl.keep(made).result()
        except StorageFailed:
            if crawl.error is not None or not crawl.join(_ENDS_WITHIN):
                raise
            return False
        return True


def _capture(one: Recorded, job: str) -> NewCapture:
    return NewCapture(one.url, one.date, one.ip, one.data, crawl=job)


TIMEOUT = 120.0  # seconds; a person stops what lasts too long


class Listener(Protocol):
    """The receiver of events; called in the recorder's thread."""

    def archived(self, page: ArchivedPage) -> None: ...
    def logged_in(self, site: str, count: int) -> None: ...
    def failed(self, error: Exception) -> str:
        """Returns the sentence that the browser shows, too."""
        ...

    def ended(self) -> None: ...


class BrowserUnavailable(UserError):
    """The live browser cannot be used."""

    code = "live-unavailable"


class FormAnswer(UserError):
    """The page on the screen cannot be stored."""

    code = "live-form-answer"


class Recorder:
    """One live browser, from `start` to its end, which `listener.ended` tells."""

    def __init__(self, store: Store, vault: Vault, look: dict[str, str], listener: Listener) -> None:
        self._store, self._vault, self._look, self._listener = store, vault, look, listener
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ready = threading.Event()
        self._stop: asyncio.Event | None = None
        self._child: Child | None = None
        self._browsed: Browsed | None = None
        self._wanted = ""  # the address to open as soon as there is a browser
        self._suspicious: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._thread = threading.Thread(target=self._run, name="live-browser", daemon=True)

    def start(self, url: str) -> None:
        self._wanted = url
        self._thread.start()
        self._ready.wait()

    def open(self, url: str) -> None:
        """From any thread: show an address, and the window."""
        self._call(self._open, url)

    def press(self, what: str) -> None:
        """From any thread: do what a button of the window does ("archive", "log-in")."""
        self._call(self._tell, {"do": what})

    def close(self) -> None:
        """From any thread but the recorder's: end the browser and wait for it."""
        if self._stop is not None:
            self._call(self._stop.set)
        self._thread.join()

    def _call(self, function: Callable[..., object], *given: object) -> None:
        if self._loop is not None:
            with suppress(RuntimeError):  # it has just ended
                self._loop.call_soon_threadsafe(function, *given)

    def _run(self) -> None:
        try:
            asyncio.run(self._live())
        finally:
            self._ready.set()
            self._listener.ended()

    async def _live(self) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        self._ready.set()
        # the browser has its own cookies; those of crawls stay out of what a person does
        fetcher = Fetcher(CrawlSettings(seeds=("http://localhost/",), timeout=TIMEOUT), cookies=False)
        proxy = RecordingProxy(self._watching(fetcher), codings=ACCEPTED.split(", "))
        tab = proxy.new_tab()
        await proxy.open()
        try:
            self._browsed = browse(tab)
            begin = {
                "certificate": proxy.certificate_pem.decode(),
                "tab": tab.name,
                "secret": tab.secret,
                **self._look,
            }
            self._child = await Child.start(command(LIVE), proxy.port, begin, self._said)
            self._open(self._wanted)
            ends = [asyncio.ensure_future(self._child.gone.wait()), asyncio.ensure_future(self._stop.wait())]
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            for end in ends:
                end.cancel()
        except ChildGone as gone:
            self._listener.failed(BrowserUnavailable(detail=str(gone)))
        finally:
            if self._tasks:  # what is being stored is stored
                await asyncio.wait(self._tasks)
            child, self._child = self._child, None
            if child is not None:
                await child.close()
            await proxy.close()
            await fetcher.close()

    def _open(self, url: str) -> None:
        self._wanted = url
        self._tell({"do": "open", "url": url})

    def _tell(self, message: dict[str, Any]) -> None:
        if self._child is not None:
            with suppress(ChildGone):
                self._child.tell(message)

    def _watching(self, fetcher: Fetcher) -> Any:
        """The way to servers; reports a connection whose certificate proves nothing to the window, once a host."""

        @asynccontextmanager
        async def ask(method: str, url: str, fields: Fields, body: bytes) -> AsyncIterator[Exchange]:
            async with forward(method, url, fields, body) as exchange:
                problem, host = getattr(exchange, "tls", ""), urlsplit(url).netloc
                if problem and host not in self._suspicious:
                    self._suspicious.add(host)
                    said = problem.packed() if isinstance(problem, Message) else problem
                    self._tell({"do": "warn", "host": host, "problem": said})
                yield exchange

        forward = forwarding(fetcher)
        return ask

    def _said(self, message: dict[str, Any]) -> None:
        assert self._browsed is not None
        if message["event"] == "navigated":
            self._browsed.navigated()
        elif message["event"] == "archive":
            self._work(self._archive(message))
        elif message["event"] == "log-in":
            self._work(self._log_in(message))

    def _work(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _archive(self, message: dict[str, Any]) -> None:
        assert self._browsed is not None
        await self._browsed.quiet(longest=3.0)
        found = self._browsed.page(message["document"], message["used"])
        if found is None:
            self._fail(FormAnswer())
            return
        page, parts = found
        loop = asyncio.get_running_loop()

        def progress(done: int, of: int) -> None:
            loop.call_soon_threadsafe(self._tell, {"do": "progress", "done": done, "of": of})

        try:
            stored = await asyncio.to_thread(self._store, page, parts, message["title"], progress)
        except Exception as error:  # whoever listens knows what to say about it
            self._fail(error)
            return
        self._tell({"do": "archived", "parts": stored.parts, "bytes": stored.bytes})
        self._listener.archived(stored)

    async def _log_in(self, message: dict[str, Any]) -> None:
        """Hand the cookies of the site on the screen, and of no other, to the crawls' log-ins."""
        site = registered_domain(message["host"]) or message["host"]
        cookies = [
            cookie
            for cookie in message["cookies"]
            if (domain := cookie["domain"].lstrip(".")) == site or domain.endswith(f".{site}")
        ]
        try:
            count = await asyncio.to_thread(self._vault.add_cookies, cookies)
        except (UserError, OSError) as error:
            self._fail(error)
            return
        self._tell({"do": "logged-in", "site": site, "count": count})
        self._listener.logged_in(site, count)

    def _fail(self, error: Exception) -> None:
        self._tell({"do": "failed", "sentence": self._listener.failed(error)})
