"""Stores a page that somebody looked at, with its parts, as a little crawl of its own."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from app.archive import Archive, NewCapture, prepare
from app.blocks.levels import PageDivider
from app.errors import StorageFailed
from app.recording import Recorded

if TYPE_CHECKING:
    from app.crawl import Crawl

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

    def __call__(self, page: Recorded, parts: Sequence[Recorded], title: str, progress: Progress) -> ArchivedPage:
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
