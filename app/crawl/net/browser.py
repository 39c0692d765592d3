"""The browser of a crawl, for pages that need JavaScript, as the crawl calls it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:  # not loaded for crawls without a browser
    from app.crawl.net.fetch import Fetched, Fetcher
    from app.crawl.rules.settings import CrawlSettings
    from app.recording.model import Recorded


@dataclass(frozen=True, slots=True)
class BrowserLink:
    """A link of the live DOM, absolute. `element` "navigation" is the target of a script or a refresh, "window" that of
    a new window."""

    url: str
    element: str
    rel: str
    text: str


@dataclass(frozen=True, slots=True)
class BrowserAnswer:
    """The capture of a page. `main` is the answer at the asked address; a redirect ends the capture, its target is not
    asked for. `parts` are all other answers to GET requests, in the order of their completion; their bodies may lie in
    a temporary file that goes with them. `text_length` counts characters of visible text, `errors` those of the
    console. `trouble` is empty, "timeout" (it ended by the time limit), "crashed", or "size" (its parts exceed 1 GiB,
    the rest is not kept); the answers so far are here all the same. `html` is the tree of the live page, "" where it is
    too large or could not be had."""

    main: Fetched
    parts: tuple[Recorded, ...]
    links: tuple[BrowserLink, ...]
    title: str
    text_length: int
    final_url: str
    errors: int
    seconds: float
    trouble: str = ""
    html: str = ""


class BrowserFailed(Exception):
    """Nothing came at the asked address. `reason` is one of the reason codes of a fetch, or "browser"."""

    def __init__(self, reason: str, detail: str) -> None:
        self.reason, self.detail = reason, detail
        super().__init__(f"{reason}: {detail}")


class Browser(Protocol):
    """Captures pages, several at once; more wait for their turn."""

    async def capture(self, url: str, *, seconds: float, scroll: bool) -> BrowserAnswer:
        """Raises BrowserFailed. Ends soon after `seconds`."""
        ...

    async def close(self) -> None: ...


BrowserFactory = Callable[["Fetcher", "CrawlSettings"], Browser]
