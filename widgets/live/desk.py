"""The near side of the live browser: proxy, child process and storing, in a thread with an event loop of its own."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any, Protocol
from urllib.parse import urlsplit

from app.crawl.fetch import Fetcher
from app.crawl.forwarding import forwarding
from app.crawl.logins import Vault
from app.crawl.settings import CrawlSettings
from app.crawl.url import registered_domain
from app.errors import UserError
from app.recording import Child, ChildGone, Exchange, RecordingProxy
from app.recording.browsed import Browsed, browse
from app.recording.model import Fields
from app.starting import LIVE, command
from app.tianwang.codings import ACCEPTED
from widgets.live.storing import ArchivedPage, Store

TIMEOUT = 120.0  # seconds; a person stops what lasts too long


class Listener(Protocol):
    """Whoever is told, in the desk's thread."""

    def archived(self, page: ArchivedPage) -> None: ...
    def logged_in(self, site: str, count: int) -> None: ...
    def failed(self, error: Exception) -> str:
        """Returns the sentence that the browser shows, too."""
        ...

    def ended(self) -> None: ...


class BrowserUnavailable(UserError):
    """The live browser cannot be used."""

    template = "The live browser cannot be used: {detail}"


class FormAnswer(UserError):
    """The page on the screen cannot be stored."""

    template = (
        "This page cannot be archived as it is: it is the answer to a form, or was loaded too long ago. "
        "Reload it and try again."
    )


class Desk:
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
        """From any thread but the desk's: end the browser and wait for it."""
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
            begin = {"certificate": proxy.certificate_pem.decode(), "tab": tab.name, "secret": tab.secret, **self._look}
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
        """The way to servers; a connection whose certificate proves nothing is told to the person."""

        @asynccontextmanager
        async def ask(method: str, url: str, fields: Fields, body: bytes) -> AsyncIterator[Exchange]:
            async with forward(method, url, fields, body) as exchange:
                problem, host = getattr(exchange, "tls", ""), urlsplit(url).netloc
                if problem and host not in self._suspicious:
                    self._suspicious.add(host)
                    self._tell({"do": "warn", "host": host, "problem": problem})
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
            cookie for cookie in message["cookies"]
            if (domain := cookie["domain"].lstrip(".")) == site or domain.endswith(f".{site}")
        ]  # fmt: skip
        try:
            count = await asyncio.to_thread(self._vault.add_cookies, cookies)
        except (UserError, OSError) as error:
            self._fail(error)
            return
        self._tell({"do": "logged-in", "site": site, "count": count})
        self._listener.logged_in(site, count)

    def _fail(self, error: Exception) -> None:
        self._tell({"do": "failed", "sentence": self._listener.failed(error)})
