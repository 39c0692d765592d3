"""Which captures of an archive an export takes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import chain

from app.archive.model import Capture, CaptureKind
from app.archive.reader import ArchiveReader
from app.archive.rendered import address_of


@dataclass(frozen=True)
class Selection:
    """Addresses that begin with one of `prefixes` (or are one of `urls`), from `since` on and before `until`.

    With `newest` only the last version of each address, otherwise all of them, and with `visits` also the fetches that
    found nothing new.
    """

    prefixes: tuple[str, ...] = ("",)
    urls: tuple[str, ...] | None = None
    since: datetime | None = None
    until: datetime | None = None
    newest: bool = False
    visits: bool = True

    def captures(self, reader: ArchiveReader) -> Iterator[Capture]:
        """The captures, each once; a version comes before the visits that confirm it. What a crawl stores meanwhile is
        left out."""
        last = reader.last_seq()
        if self.urls is not None:
            return chain.from_iterable(self._of_address(reader, url, last) for url in self._named)
        if self.newest:
            pages = chain.from_iterable(reader.all_pages(prefix) for prefix in self._apart())
            return chain.from_iterable(self._of_address(reader, page.url, last) for page in pages)
        return chain.from_iterable(self._beginning(reader, prefix, last) for prefix in self._apart())

    def holds(self, capture: Capture) -> bool:
        """Whether a version is among the captures taken."""
        named = capture.url.startswith(self.prefixes) if self.urls is None else capture.url in self._named
        return named and self._in_time(capture)

    @cached_property
    def _named(self) -> dict[str, None]:
        """The addresses, each once, with those of what browsers made of them."""
        return dict.fromkeys(each for url in self.urls or () for each in (url, address_of(url)))

    def _of_address(self, reader: ArchiveReader, url: str, last: int) -> list[Capture]:
        found = [
            capture
            for capture in reader.versions(url, visits=self.visits and not self.newest)
            if capture.seq <= last and self._in_time(capture)
        ]
        return found[-1:] if self.newest else found

    def _beginning(self, reader: ArchiveReader, prefix: str, last: int) -> Iterator[Capture]:
        kind: CaptureKind | None = None if self.visits else "version"
        for capture in reader.captures(prefix=prefix, since=self.since, until=self.until, kind=kind):
            if capture.seq <= last:
                yield capture

    def _in_time(self, capture: Capture) -> bool:
        return (self.since is None or capture.date >= self.since) and (self.until is None or capture.date < self.until)

    def _apart(self) -> list[str]:
        """The prefixes without those that another one covers."""
        kept: list[str] = []
        for prefix in sorted(set(self.prefixes)):
            if not kept or not prefix.startswith(kept[-1]):
                kept.append(prefix)
        return kept
