"""Which pages a browser fetches, and how it gets to them without a host noticing more than one visitor.

A browser's visit is one turn of its host from beginning to end: nothing else asks the host meanwhile, and its delay
counts from the end. Browsers have a limit of their own, so that pages which need none go on beside them.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterable

from app.archive.model import StoredLink
from app.crawl.net.browser import Browser, BrowserAnswer, BrowserFactory, BrowserFailed, BrowserLink
from app.crawl.net.fetch import Fetched, Fetcher
from app.crawl.rules.entries import Entry
from app.crawl.rules.settings import CrawlSettings
from app.crawl.run.politeness import HostManners

LITTLE_TEXT = 200
"""Characters below which a page with scripts is taken for one that only they can fill."""
HOPELESS = 5
"""Failed starts of the browser in a row after which it is not tried any more."""
_SCRIPT = re.compile(rb"<script\b", re.IGNORECASE)
_RELATIONS = ("canonical", "next", "prev", "alternate")
_FRAMES = frozenset({"frame", "iframe"})


class Rendering:
    """The browser of a crawl, made when it is first needed; without a `factory` there is none. For one event loop."""

    def __init__(self, factory: BrowserFactory | None, fetcher: Fetcher, settings: CrawlSettings) -> None:
        self._factory = factory
        self._fetcher = fetcher
        self._browser: Browser | None = None
        self._retired: list[Browser] = []
        self._failures = 0
        self._made_for: tuple[object, ...] = ()
        self.configure(settings)

    def configure(self, settings: CrawlSettings) -> None:
        """From the next page on."""
        self._settings = settings
        self._patterns = [re.compile(pattern) for pattern in settings.browser_patterns]
        made_for = (
            settings.browser_workers,
            settings.per_host,
            settings.user_agent,
            settings.contact,
            settings.headers,
            settings.size_cap,
        )
        if made_for != self._made_for:
            self._made_for = made_for
            self._slots = asyncio.Semaphore(settings.browser_workers)
            if self._browser is not None:
                # pages that it is at may end
                self._retired.append(self._browser)
                self._browser = None

    def wants(self, entry: Entry) -> bool:
        """Whether a page is the browser's from the beginning."""
        if not entry.is_page:
            return False
        return self._settings.browser == "always" or any(
            pattern.search(entry.url) for pattern in self._patterns
        )

    def needs(self, entry: Entry, fetched: Fetched, body: Callable[[], bytes], text: str) -> bool:
        """Whether a page fetched without a browser is only a frame for scripts. `body` gives decoded HTML, which is not
        decoded for pages with more text, nor where no browser is wanted."""
        if self._settings.browser != "auto" or self._factory is None:
            return False
        if not entry.is_page or fetched.status != 200:
            return False
        return len("".join(text.split())) < LITTLE_TEXT and _SCRIPT.search(body()) is not None

    async def capture(self, entry: Entry, manners: HostManners) -> BrowserAnswer:
        """Raises BrowserFailed. Waits until a browser is free and the host may be asked."""
        if self._factory is None:
            raise BrowserFailed("browser", "there is no browser")
        if self._failures >= HOPELESS:
            raise BrowserFailed("browser", "it has failed too often")
        entry.phase = "browser"
        manners.notify()  # the worker is free for another
        settings = self._settings
        async with self._slots, manners.turn() as turn:
            if self._browser is None:
                self._browser = self._factory(self._fetcher, settings)
            try:
                answer = await self._browser.capture(
                    entry.url, seconds=settings.browser_seconds, scroll=settings.browser_scroll
                )
            except BrowserFailed as failure:
                self._failures = self._failures + 1 if failure.reason == "browser" else 0
                raise
            finally:
                turn.sent()
        self._failures = 0
        return answer

    async def close(self) -> None:
        """While the fetcher is still there, which it asks with."""
        browsers = [*self._retired, *([self._browser] if self._browser else [])]
        self._browser = None
        for browser in browsers:
            await browser.close()


def live_links(links: Iterable[BrowserLink]) -> list[StoredLink]:
    """Links of the live page in the form of stored ones. A script's navigation is a guess: its conditions are unknown."""
    found: list[StoredLink] = []
    for link in links:
        name, relations = link.element, link.rel.lower()
        if name == "link":
            relation = next((one for one in _RELATIONS if one in relations.split()), None)
            if relation is None:
                continue
            name, relations = f"link:{relation}", ""
        guess = name in ("navigation", "window")
        found.append(
            StoredLink(link.url, "js" if guess else name, link.text, name in _FRAMES, relations, guess)
        )
    return found
