"""The limits of a crawl, kept exactly: what is begun is reserved, so that many workers never store one too many."""

from __future__ import annotations

from app.crawl.entries import Entry, Outcome
from app.crawl.settings import CrawlSettings


class Limits:
    """For the crawl's event loop. `pages` and `size` count what is accepted, whether already committed or not."""

    def __init__(self, settings: CrawlSettings, pages: int, size: int) -> None:
        self._pages = pages
        self._size = size
        self._reserved = 0
        self._bytes_reached = False
        self.change(settings)

    def change(self, settings: CrawlSettings) -> None:
        """From now on; what is under way keeps its slot."""
        self._settings = settings
        self._bytes_reached = bool(settings.max_bytes) and self._size >= settings.max_bytes

    def may_start(self, entry: Entry) -> bool:
        """A page may start only while a slot is free, whatever becomes of those under way."""
        limit = self._settings.max_pages
        return not (limit and entry.is_page) or self._pages + self._reserved < limit

    def begin(self, entry: Entry) -> None:
        self._reserved += entry.is_page

    def give_back(self, entry: Entry) -> None:
        self._reserved -= entry.is_page

    def accept(self, outcome: Outcome) -> Outcome:
        """Count it; what would go beyond `max_bytes` is refused instead."""
        limit = self._settings.max_bytes
        if outcome.new is not None and limit and self._size + outcome.size > limit:
            self._bytes_reached = True
            return Outcome(outcome.entry, reason="max-bytes", detail=str(outcome.size), refused=True)
        self._pages += outcome.counts_as_page
        if outcome.new is not None and outcome.entry is not None:
            self._size += outcome.size
        if limit and self._size >= limit:
            self._bytes_reached = True
        return outcome

    @property
    def pages_reached(self) -> bool:
        limit = self._settings.max_pages
        return bool(limit) and self._pages >= limit

    def everything_reached(self, seconds: float) -> str:
        """The reason code of a limit that ends the crawl, requisites included."""
        if self._bytes_reached:
            return "max-bytes"
        if self._settings.max_minutes and seconds >= self._settings.max_minutes * 60:
            return "max-minutes"
        return ""

    def seconds_left(self, seconds: float) -> float:
        limit = self._settings.max_minutes
        return max(0.0, limit * 60 - seconds) if limit else float("inf")
