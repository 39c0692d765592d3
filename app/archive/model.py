"""What an archive holds, as the rest of the program sees it: plain frozen values."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Literal, NamedTuple

PageKind = Literal["document", "resource", "redirect", "error", "posted", "attached"]
CaptureKind = Literal["version", "visit"]


Policy = Literal["incremental", "full"]
"""How the records of an archive are written: the changes alone where that is smaller, or each in full."""


@dataclass(frozen=True, slots=True)
class Capture:
    """One fetch of one address: a *version* when its content was new, else a *visit* to `base`.

    `seq` orders captures by the moment they were announced; `id` is the global id `YYYYMM-NNNNNNN`;
    `type` is the media type without parameters; `length` counts body bytes after decoding; `digest` is
    `sha256:<hex>` of that body. For a visit, `type`, `length`, `digest` and `title` are those of `base`, the version
    that it confirms.
    """

    seq: int
    id: str
    url: str
    origin: str | None
    date: datetime
    ip: str | None
    status: int
    type: str
    length: int
    digest: str
    kind: CaptureKind
    base: str | None
    title: str
    title_source: str
    file: str
    offset: int
    end: int
    crawl: str | None


@dataclass(frozen=True, slots=True)
class Page:
    """One address with all its captures; title, type, status and length are those of the newest version.

    `name` is the last part of the address (with its query), the label of last resort.
    `changed` is the `seq` of its newest capture, `facets` the number of what it can be chosen by. A `title` that links
    to it give (`title_source` "links") has that of the index beside it, as `own`.
    """

    page_id: int
    folder_id: int
    url: str
    name: str
    kind: PageKind
    title: str
    title_source: str
    type: str
    status: int
    length: int
    versions: int
    visits: int
    first: datetime
    last: datetime
    changed: int
    facets: int = 0
    own: str | None = None

    @property
    def indexed_title(self) -> str:
        """The title that the index has."""
        return self.title if self.own is None else self.own


@dataclass(frozen=True, slots=True)
class Folder:
    """A site (parent_id None, name = host[:port], http and https together) or one path segment below it.

    `documents` and `pages` count the pages of this folder and all folders below it.
    """

    folder_id: int
    parent_id: int | None
    name: str
    url: str
    documents: int
    pages: int


class StoredLink(NamedTuple):
    """A link as it was extracted: absolute `url`, its element, its anchor text; `embed` marks page requisites, `rel`
    are the relation words of an anchor ("nofollow"), a `guess` was found in the text of a script, `modified` is the
    date of the last change of its target by a sitemap or feed (ISO 8601, or "")."""

    url: str
    element: str
    text: str
    embed: bool
    rel: str = ""
    guess: bool = False
    modified: str = ""


@dataclass(frozen=True, slots=True)
class NewCapture:
    """A response to store. `data` is status line + headers (CRLF, transfer coding removed) + CRLF CRLF + body. `origin`
    is the first address asked for when redirects led to `url`; `charset` is the known charset of the body beside the
    headers (`extractors.base.charset`)."""

    url: str
    date: datetime
    ip: str | None
    data: bytes
    origin: str | None = None
    crawl: str | None = None
    charset: str = ""

    def without_data(self) -> NewCapture:
        """The values in the header of its record."""
        return self.with_data(b"")

    def with_data(self, data: bytes) -> NewCapture:
        """The same with another DATA."""
        return NewCapture(self.url, self.date, self.ip, data, self.origin, self.crawl, self.charset)

    def __reduce__(self) -> tuple[type[NewCapture], tuple[object, ...]]:
        """Pickled by its values alone: what a dataclass with slots does by itself takes three times as long."""
        return NewCapture, (self.url, self.date, self.ip, self.data, self.origin, self.crawl, self.charset)


@dataclass(frozen=True, slots=True)
class NewVisit:
    """A fetch that found nothing new: the version with id `base` still stands (304, or the same digest)."""

    url: str
    date: datetime
    ip: str | None
    base: str
    status: int
    origin: str | None = None
    crawl: str | None = None


@dataclass(frozen=True, slots=True)
class Damage:
    """`reason` is the finding of a check on the version's record, without a full stop; `before` and `after` are the
    nearest whole versions of its page."""

    capture: Capture
    reason: str
    before: Capture | None = None
    after: Capture | None = None


@dataclass(frozen=True, slots=True)
class BatchInfo:
    """One batch (month): its number of files, versions and visits, its bytes on disk, its earliest and latest dates."""

    batch: str
    files: int
    versions: int
    visits: int
    bytes: int
    first: datetime | None
    last: datetime | None


@dataclass(frozen=True, slots=True)
class SeenStatistics:
    """The URL index: `kind` bitmap or bloom, addresses `added`, share of bits set (`fill`, 0 to 1), and the probability
    that an address never seen is taken for a known one (`expected_error`)."""

    kind: str
    capacity: int
    added: int
    fill: float
    expected_error: float
    path: Path


@dataclass(frozen=True, slots=True)
class LostFile:
    """A batch file of the index that is missing (`gone`), or cut; the lost part held `captures`, `versions` of them
    with content."""

    path: str
    gone: bool
    captures: int
    versions: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """Figures of a whole archive; sizes in bytes. `growth` has a month, its versions, visits and stored bytes;
    `by_page_type` counts pages as far as their kinds are known."""

    pages: int
    documents: int
    versions: int
    visits: int
    hosts: int
    stored_bytes: int
    body_bytes: int
    first: datetime | None
    last: datetime | None
    by_type: dict[str, int]
    by_status: dict[int, int]
    by_host: dict[str, int]
    by_batch: dict[str, int]
    by_language: dict[str, int] = field(default_factory=dict)
    by_page_type: dict[str, int] = field(default_factory=dict)
    growth: list[tuple[str, int, int, int]] = field(default_factory=list)
    batches: list[BatchInfo] = field(default_factory=list)
    url_index: SeenStatistics | None = None
    lost: list[LostFile] = field(default_factory=list)
