"""All hits of a query, to be taken out of the archive: as values, as pages in the version that was found, as versions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

from app.archive.archive import Archive
from app.archive.model import Capture, Page
from app.archive.reader import ArchiveReader
from app.fields.table import FieldColumns
from app.search.entries.ranking import Ranking
from app.search.results import Every, Hit
from app.search.searching import Searcher, Sort

T = TypeVar("T")

COLUMNS = (
    *("archive", "id", "url", "title", "date", "first", "last", "until"),
    *("versions", "score", "rank", "snippet", "path", "label", "star", "tags"),
)
"""What a row of a table says of a hit."""


def values(archive: Path, hit: Hit, fields: FieldColumns | None = None) -> dict[str, Any]:
    """A hit as an object of JSON, with the values of `fields` in the version that was found."""
    shown = {"text": hit.snippet.text, "marks": [list(mark) for mark in hit.snippet.marks]}
    if hit.capture is None:
        about = {"kind": "unfetched", "archive": str(archive), "url": hit.url}
        return {**about, "status": hit.status or None, "score": hit.score, "snippet": shown}
    reasons = {"reasons": [one._asdict() for one in hit.said]} if hit.said else {}
    alike = [{"id": one.id, "url": one.url} for one in hit.alike]
    return {
        "kind": "hit",
        "archive": str(archive),
        "id": hit.capture.id,
        "url": hit.url,
        "title": hit.title,
        "date": _moment(hit.capture.date),
        "first": _moment(hit.first),
        "last": _moment(hit.last),
        "until": _moment(hit.until),
        "versions": hit.versions,
        "score": round(hit.score, 4),
        "rank": hit.rank.bar if hit.rank else None,
        "snippet": shown,
        "path": list(hit.path),
        "label": hit.label,
        **({"block": hit.block.path} if hit.block else {}),
        "star": hit.marked.star,
        "tags": list(hit.marked.tags),
        "noted": hit.noted,
        **reasons,
        **({"folded": hit.folded, "alike": alike} if hit.folded else {}),
        **({"fields": _cells(fields, hit.capture.id)} if fields is not None and fields.columns else {}),
    }


def _cells(fields: FieldColumns, id: str) -> dict[str, list[dict[str, Any]]]:
    """Values by the names of their fields."""
    return {
        name: [
            {"text": one.text, "value": one.value, "number": one.number, "unit": one.unit} for one in cells
        ]
        for name, cells in fields.cells(id).items()
    }


def row(about: dict[str, Any]) -> dict[str, str | int]:
    """The values of a hit as a row of a table."""
    flat = {**about, "snippet": about["snippet"]["text"], "path": " › ".join(about["path"])}
    flat |= {"star": "★" if about["star"] else "", "tags": ", ".join(about["tags"])}
    own = {name: flat[name] if isinstance(flat[name], int) else str(flat[name] or "") for name in COLUMNS}
    more = about.get("fields", {}).items()
    return {**own, **{name: "; ".join(one["value"] for one in cells) for name, cells in more}}


def columns(archives: Iterable[Path]) -> tuple[str, ...]:
    """The columns of a table of hits: `COLUMNS`, and the fields of the archives."""
    more: dict[str, None] = {}
    for path in archives:
        with FieldColumns(path, COLUMNS) as fields:
            more |= dict.fromkeys(fields.columns)
    return (*COLUMNS, *more)


def _moment(moment: datetime | None) -> str | None:
    return None if moment is None else moment.astimezone(UTC).isoformat()


@dataclass(frozen=True)
class Listing:
    """The hits of a query, from `offset` on at most `limit`. Read by one worker at a time, each with its own index; what
    it is asked for raises ArchiveError where there is none, and QueryFault."""

    archive: Archive
    query: str
    sort: Sort = "relevance"
    at: datetime | None = None
    offset: int = 0
    limit: int | None = None
    forms: bool = False
    rank: Ranking | None = field(default=None, compare=False)
    notes: bool = True
    synonyms: bool = False
    _found: dict[str, Capture] = field(default_factory=dict)

    def hits(self) -> Iterator[Hit]:
        """The hits in their order, with snippets."""
        with Searcher(self.archive, self.rank, notes=self.notes) as searcher:
            yield from self._part(self._every(searcher).hits)

    def values(self) -> Iterator[dict[str, Any]]:
        """The hits as objects of JSON, with the values of fields."""
        with FieldColumns(self.archive.path, COLUMNS) as fields:
            for hit in self.hits():
                yield values(self.archive.path, hit, fields)

    def pages(self, reader: ArchiveReader) -> Iterator[Page]:
        """The pages, as they were in the version that was found."""
        with Searcher(self.archive, self.rank, notes=self.notes) as searcher:
            for hit in self._part(self._every(searcher, shown=False).hits):
                page = reader.page(hit.url)
                if page is not None and hit.capture is not None:
                    found = self._found[page.url] = hit.capture
                    yield replace(
                        page, title=found.title, type=found.type, status=found.status, length=found.length
                    )

    def version(self, reader: ArchiveReader, page: Page) -> Capture:
        """The version of one of `pages` that was found."""
        return self._found[page.url]

    def ids(self) -> list[str]:
        """All versions that say what is sought."""
        with Searcher(self.archive, self.rank, notes=self.notes) as searcher:
            return [id for ids in self._part(self._every(searcher).versions) for id in ids]

    def _every(self, searcher: Searcher, *, shown: bool = True) -> Every:
        return searcher.every(
            self.query,
            sort=self.sort,
            at=self.at,
            shown=shown,
            places=shown,
            forms=self.forms,
            synonyms=self.synonyms,
        )

    def _part(self, found: Iterator[T]) -> Iterator[T]:
        return islice(found, self.offset, None if self.limit is None else self.offset + self.limit)
