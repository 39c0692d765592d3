"""Captures of an archive as its index has them; the pages are in page_reader.py, the stored bytes in reader.py."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime

from app.archive import batches, reextracting, rendered, rows, selecting
from app.archive.duplicates import Duplicates, duplicates
from app.archive.facets import About, values_by_id
from app.archive.model import Capture, CaptureKind
from app.archive.page_reader import PageReader
from app.archive.preparing import to_timestamp
from app.errors import CaptureMissing

_STREAM = 1000  # rows per query of an iteration that may go over the whole archive


class CaptureReader(PageReader):
    """The part of an ArchiveReader that is about captures."""

    def versions(self, url: str, visits: bool = False) -> list[Capture]:
        """Captures of an address, oldest first; those that found nothing new only with `visits`."""
        only = "" if visits else " AND c.kind = 'version'"
        return self._captures(f"p.url = ?{only} ORDER BY c.date, c.seq", (url,))

    def capture(self, id: str) -> Capture:
        key = batches.parse_id(id)
        found = self._captures("c.batch = ? AND c.serial = ?", key) if key else []
        if not found:
            raise CaptureMissing(wanted=id)
        return found[0]

    def latest_version(self, url: str) -> Capture | None:
        found = self._captures("p.url = ? AND c.kind = 'version' ORDER BY c.date DESC, c.seq DESC LIMIT 1", (url,))
        return found[0] if found else None

    def rendered(self, capture: Capture | str) -> Capture | None:
        """The derived record with what a browser made of a version, or of the one that a visit confirms; None when it
        was not captured by a browser, or that made nothing else of it than its bytes say."""
        version = self._version_of(capture)
        return self._version_at(rendered.address_of(version.url), version.date)

    def rendered_page(self, url: str, date: datetime) -> Capture | None:
        """The capture that a derived record with this address and date was made from."""
        return self._version_at(rendered.page_of(url), date)

    def _version_at(self, url: str, date: datetime) -> Capture | None:
        where = "p.url = ? AND c.date = ? AND c.base IS NULL ORDER BY c.seq DESC LIMIT 1"
        found = self._captures(where, (url, to_timestamp(date)))
        return found[0] if found else None

    def nearest(self, url: str, date: datetime | None) -> Capture | None:
        """The version of an address that was seen nearest to a moment (None: the newest): stored or confirmed by a
        visit then. Under the other of http and https when there is none under its own; the fragment does not count."""
        address = url.partition("#")[0]
        scheme, colon, rest = address.partition("://")
        other = {"http": "https", "https": "http"}.get(scheme.lower())
        for candidate in (address, f"{other}://{rest}" if colon and other else None):
            if candidate is None:
                continue
            if date is None:
                found = self.latest_version(candidate)
            else:
                around = self._captures(
                    "p.url = ? ORDER BY abs(c.date - ?), c.seq LIMIT 1", (candidate, to_timestamp(date))
                )
                found = self._version_of(around[0]) if around else None
            if found:
                return found
        return None

    def captures(
        self,
        *,
        prefix: str = "",
        batch: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        types: Collection[str] | None = None,
        kind: CaptureKind | None = None,
        status: int | Collection[int] | None = None,
    ) -> Iterator[Capture]:
        """All captures, or those with an address that begins with `prefix`, of one batch, `since` <= date < `until`,
        of these media types (“image/” stands for all images), one kind, these status codes: in the order they were
        stored, with a prefix by address and date."""
        codes = (status,) if isinstance(status, int) else None if status is None else tuple(status)
        chosen = None if types is None else tuple(types)
        return selecting.captures(self._db, selecting.Choice(prefix, batch, since, until, chosen, kind, codes))

    def captures_of_crawl(self, crawl: str) -> Iterator[Capture]:
        """Everything a crawl job stored, in order."""
        last = 0
        while found := self._captures("c.crawl = ? AND c.seq > ? ORDER BY c.seq LIMIT ?", (crawl, last, _STREAM)):
            yield from found
            last = found[-1].seq

    def duplicates(
        self,
        prefixes: Collection[str] = (),
        kinds: Collection[str] | None = None,
        types: Collection[str] | None = None,
    ) -> Iterator[Duplicates]:
        """The same content under several addresses (with these beginnings, of these kinds and media types), what
        repeats most bytes first. Errors, redirects and empty bodies are no content."""
        return duplicates(self._db, prefixes, kinds, types)

    def outdated(self) -> dict[str, int]:
        """How many versions of each format an older extractor has read; see `Archive.reextract`."""
        return reextracting.outdated(self._db)

    def about(self, capture: Capture | str) -> About:
        """What its extractor found out about a version, or the one that a visit confirms."""
        seq = self._version_of(capture).seq
        facets, published, page, date = self._db.execute(
            "SELECT coalesce(facets, 0), coalesce(published, ''), page_id, date FROM captures WHERE seq = ?", (seq,)
        ).fetchone()
        number = self._db.execute(
            "SELECT count(*) FROM captures WHERE page_id = ? AND base IS NULL AND (date, seq) <= (?, ?)",
            (page, date, seq),
        ).fetchone()
        return About(values_by_id(self._db, facets), published, number[0])

    def _version_of(self, capture: Capture | str) -> Capture:
        found = self.capture(capture) if isinstance(capture, str) else capture
        return self.capture(found.base) if found.base else found

    def _captures(self, where: str, values: tuple[object, ...]) -> list[Capture]:
        return [rows.capture(row) for row in self._db.execute(f"{rows.CAPTURE} WHERE {where}", values)]
