"""What the captures of an archive say of its pages, as arrays; pages by site, kind of site, country, page type and depth."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from app.archive.addresses import MARK
from app.archive.index.facets import FacetValues
from app.search.entries.columns import Mask, Numbers

if TYPE_CHECKING:
    from app.archive.reader import ArchiveReader
    from app.search.entries.columns import Columns

By = Literal["", "site", "sector", "country", "page_type", "depth"]
GROUPINGS: tuple[By, ...] = ("", "site", "sector", "country", "page_type", "depth")
"""Ways to put pages together; "" puts all in one group. A sector is com, edu, gov, org …, a country that of the last part of
a name (cn, de)."""

DEEPEST = 6
"""Parts of a path from which on pages are one group."""
_SECTOR_NAMES = {
    "com": "com co",
    "edu": "edu ac",
    "gov": "gov gouv gob gub go gv govt",
    "org": "org or",
    "net": "net",
    "mil": "mil",
    "int": "int",
}
_SECTORS = {part: name for name, parts in _SECTOR_NAMES.items() for part in parts.split()}
_ARRAYS = (
    *("page", "date", "seq", "version", "status", "length", "stored", "facets", "content"),
    *("first", "document", "part"),
)
_PIECE = 200_000  # captures between two looks at whether to go on
_CAPTURE = np.dtype(
    [
        ("seq", np.int64),
        ("page", np.int64),
        ("date", np.int64),
        ("version", np.int64),
        ("status", np.int32),
        ("length", np.int64),
        ("stored", np.int64),
    ]
)
_NUMBERS = frozenset(("page", "date", "seq", "version", "status", "length", "stored"))
_CAPTURES = (
    "SELECT seq, page_id, date, coalesce(base, seq), status, length, iif(base IS NULL, length, 0) FROM captures "
    "WHERE seq > ? AND seq <= ? ORDER BY seq"
)
_VERSIONS = "SELECT seq, digest, coalesce(facets, 0) FROM captures WHERE base IS NULL ORDER BY seq"


@dataclass(frozen=True, slots=True)
class Observations:
    """Captures by page, and of a page by time: page, moment (seconds since 1970), number of the capture, that of the version
    it confirms or is, status, bytes of the body and those of them that were new, number of the facets, and `content`: equal
    where two captures of a page had the same. `first` says of each whether it is the first of its page, `document` whether
    its page has ever been a document, `part` whether it is of a picture, a style sheet or the like. `values` are facets by
    number, `urls`, `sites` and `types` (kinds of pages) go by the number of a page."""

    page: Numbers
    date: Numbers
    seq: Numbers
    version: Numbers
    status: Numbers
    length: Numbers
    stored: Numbers
    facets: Numbers
    content: Numbers
    first: Mask
    document: Mask
    part: Mask
    values: Mapping[int, FacetValues]
    urls: Mapping[int, str]
    sites: Mapping[int, str]
    types: Mapping[int, str]

    def only(self, mask: Mask) -> Observations:
        """Some of the captures; `first` means what it says where all of a page are kept."""
        return replace(self, **{name: getattr(self, name)[mask] for name in _ARRAYS})

    @property
    def answered(self) -> Mask:
        """The captures that came with a page (2xx)."""
        found: Mask = (self.status >= 200) & (self.status < 300)
        return found

    @property
    def gone(self) -> Mask:
        """The captures that say that there is no such page."""
        found: Mask = (self.status == 404) | (self.status == 410)
        return found

    def group(self, by: By) -> dict[int, str]:
        """Of each page the name of its group; "" where that is not known."""
        if by == "site":
            return dict(self.sites)
        if by == "page_type":
            return {page: self.types.get(page, "") for page in self.urls}
        if by == "depth":
            return {page: depth(url) for page, url in self.urls.items()}
        if by == "":
            return dict.fromkeys(self.urls, "")
        known = {site: sector(site) if by == "sector" else country(site) for site in set(self.sites.values())}
        return {page: known[site] for page, site in self.sites.items()}


def sector(site: str) -> str:
    """com, edu, gov, org, net, mil or int by the name of a host, also below a country (ac.uk, gov.cn); "" for others."""
    parts = _name(site)
    if not parts:
        return ""
    if len(parts[-1]) == 2 and len(parts) > 2:
        return _SECTORS.get(parts[-2], "")
    return _SECTORS.get(parts[-1], "") if len(parts[-1]) > 2 else ""


def country(site: str) -> str:
    """The last part of a name where that is of a country (two letters), else ""."""
    parts = _name(site)
    return parts[-1] if parts and len(parts[-1]) == 2 else ""


def _name(site: str) -> list[str]:
    host = site.rpartition(":")[0] if site.rpartition(":")[2].isdigit() and "]" not in site else site
    parts = host.rstrip(".").lower().split(".")
    return parts if len(parts) > 1 and not parts[-1].isdigit() else []


def depth(url: str) -> str:
    """The number of parts of the path of an address; with “+” where it stands for all that are deeper."""
    path = url.partition("://")[2].partition("?")[0].partition("#")[0].partition("/")[2]
    parts = len([part for part in path.split("/") if part])
    return str(parts) if parts < DEEPEST else f"{DEEPEST}+"


def read(
    reader: ArchiveReader,
    *,
    words: Columns | None = None,
    progress: Callable[[float], None] = lambda _: None,
    check: Callable[[], None] = lambda: None,
) -> Observations:
    """All captures of an archive. With `words` (the columns of a search) two captures of a page have the same content where
    a search finds the same in them, else where their bytes are the same. What a browser made of a page is left out.
    `progress` takes a share of 1; `check` may raise to stop. sqlite3.Error."""
    db = reader.connection
    last = int(db.execute("SELECT coalesce(max(seq), 0) FROM captures").fetchone()[0])
    pieces = [np.zeros(0, _CAPTURE)]
    for start in range(0, last, _PIECE):
        check()
        piece = db.execute(_CAPTURES, (start, min(last, start + _PIECE)))
        pieces.append(np.fromiter(piece, _CAPTURE))
        progress(0.7 * min(1.0, (start + _PIECE) / last))
    found = np.concatenate(pieces)
    check()
    seqs, contents, facets = _versions(db, last)
    values = {
        number: FacetValues(*rest)
        for number, *rest in db.execute(
            "SELECT facet_id, kind, format, language, year, author, issuer FROM facets"
        )
    }
    progress(0.9)
    check()
    place = np.minimum(np.searchsorted(seqs, found["version"]), max(0, len(seqs) - 1))
    known = seqs[place] == found["version"] if len(seqs) else np.zeros(len(found), np.bool_)
    found, place = found[known], place[known]
    content, number = contents[place], facets[place]
    if words is not None:
        content = _said(words, found["version"], content)
    kept = ~np.isin(found["page"], _derived(db))
    found, content, number = found[kept], content[kept], number[kept]
    order = np.lexsort((found["seq"], found["date"], found["page"]))
    found, content, number = found[order], content[order], number[order]
    page = np.ascontiguousarray(found["page"])
    urls, sites = _pages(db, page)
    named = {name: found[name].astype(np.int64) for name in _NUMBERS if name != "page"}
    document = _of_pages(page, number, values, ("document",))
    return Observations(
        page=page,
        facets=number,
        content=content,
        first=np.append(True, page[1:] != page[:-1])[: len(page)],
        document=document,
        part=_of_pages(page, number, values, ("resource", "attached")) & ~document,
        values=values,
        urls=urls,
        sites=sites,
        types=_types(reader) if len(page) else {},
        **named,
    )


def _of_pages(
    page: Numbers, number: Numbers, values: Mapping[int, FacetValues], kinds: Collection[str]
) -> Mask:
    """The captures of pages that any version of these kinds is of."""
    wanted = np.array([one for one, value in values.items() if value.kind in kinds], np.int64)
    found: Mask = np.isin(page, page[np.isin(number, wanted)])
    return found


def _versions(db: sqlite3.Connection, last: int) -> tuple[Numbers, Numbers, Numbers]:
    """Of all versions number, content (the beginning of the digest as a number) and number of the facets."""
    kind = np.dtype([("seq", np.int64), ("content", np.int64), ("facets", np.int64)])
    found = np.fromiter(
        (
            (
                seq,
                int.from_bytes(digest[:8], "little", signed=True) if isinstance(digest, bytes) else seq,
                number,
            )
            for seq, digest, number in db.execute(_VERSIONS)
            if seq <= last
        ),
        kind,
    )
    return tuple(np.ascontiguousarray(found[name]) for name in ("seq", "content", "facets"))  # type: ignore[return-value]


def _said(words: Columns, version: Numbers, content: Numbers) -> Numbers:
    """The entry that a version says, as a number below 0; where a search knows none, its bytes."""
    order = np.argsort(words.stand.seq)
    seqs, entries = words.stand.seq[order], words.stand.entry[order]
    if not len(seqs):
        return content
    place = np.minimum(np.searchsorted(seqs, version), len(seqs) - 1)
    return np.where(seqs[place] == version, -entries[place], content)


def _derived(db: sqlite3.Connection) -> NDArray[Any]:
    rows = db.execute("SELECT page_id FROM pages WHERE url LIKE ?", (f"%{MARK}",))
    return np.array([page for (page,) in rows], np.int64)


def _pages(db: sqlite3.Connection, page: Numbers) -> tuple[dict[int, str], dict[int, str]]:
    top: dict[int, tuple[int, str]] = {}
    for folder, parent, name in db.execute(
        "SELECT folder_id, coalesce(parent_id, 0), name FROM folders ORDER BY folder_id"
    ):
        top[folder] = top.get(parent, (folder, name)) if parent else (folder, name)
    wanted, urls, sites = set(np.unique(page).tolist()), {}, {}
    for number, folder, url in db.execute("SELECT page_id, folder_id, url FROM pages"):
        if number in wanted:
            urls[number], sites[number] = url, top.get(folder, (0, ""))[1]
    return urls, sites


def _types(reader: ArchiveReader) -> dict[int, str]:
    """The kinds of pages, as far as somebody has worked them out."""
    reader.page_types([0])  # attaches them
    return {
        page: str(kind) for page, kind in reader.connection.execute("SELECT page_id, type FROM page_types")
    }
