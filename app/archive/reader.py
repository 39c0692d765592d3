"""Reading an archive: its folders and pages, its captures as the index has them, the stored bytes behind these."""

from __future__ import annotations

import json
import re
import sqlite3
from array import array
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from functools import partial
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, TypeVar

from app.archive import batches
from app.archive.batches import Held, RecordsById, damage_of
from app.archive.documents import charsets, recognising, rendered
from app.archive.documents.preparing import to_timestamp
from app.archive.documents.reading import Documents, SiteTitles
from app.archive.index import facets, page_types, rows, schema, statistics
from app.archive.index.facets import About, Facet, FacetChoice, FacetValues, Selection, values_by_id
from app.archive.index.link_names import LinkName, Names
from app.archive.index.statistics import Duplicates, duplicates
from app.archive.model import BatchInfo, Capture, CaptureKind, Damage, Folder, Page, Statistics, StoredLink
from app.archive.settling import Making, is_unfinished, making_of, wait_until_finished
from app.archive.spellings import beginnings, spellings
from app.errors import ArchiveError, CaptureMissing, FormatError, StorageUnreadable
from app.messages import Message
from app.tianwang.http import HttpMessage, split_http
from app.tianwang.reader import RecordReader
from app.tianwang.rebuilding import ROOM, Rebuilder
from app.tianwang.record import Record
from extractors.base.charset import chosen
from extractors.base.site_names import Affix
from extractors.base.types import Document, Picture
from extractors.base.versions import RECOGNISED, version_of

if TYPE_CHECKING:  # loaded by those who check an archive, or look for words in a PDF
    from app.archive.upkeep.verifying import Checked, Problem
    from extractors.pdf.words import PageWords

# Folders and pages of an archive, as a tree shows them, and the choices that narrow it.

_ORDERS = {
    "name": "name",
    "title": "label COLLATE NOCASE",
    "type": "type",
    "versions": "versions",
    "first": "first",
    "last": "last",
    "length": "length",
    "status": "status",
    "url": "url",
}
Order = str | Callable[[int], float]
"""What pages are ordered by: a column of the index, or what a function gives for the number of a page."""
_TOGETHER = 200  # captures whose names are looked up at once
_STREAM = 1000  # rows per query of an iteration that may go over the whole archive
_STEPS = 50_000  # of SQLite, a few milliseconds, between two looks at whether a query is still wanted
_NEIGHBOURS = 40  # versions beside a damaged one, on each side: a chain of incremental records has 20
_SUBFOLDERS = 40  # of a folder that are looked through for the one that holds everything
ANY = FacetChoice()
HOME_NAMES = ("/", "index.html", "index.htm", "index.php", "index.shtml", "default.htm", "default.html")
"""Names of a folder's own page, the most telling first."""
_SCHEME = re.compile(r"\Ahttps?:(?=//)", re.IGNORECASE)


def _escaped(text: str) -> str:
    """Text in a pattern of LIKE."""
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


Found = TypeVar("Found")


class ArchiveReader:
    """A view of the archive for one thread. Readers never block the writer, nor it them."""

    _index = "main"  # the name that the connection has the index by

    def __init__(
        self,
        path: Path,
        db: sqlite3.Connection,
        room: int = ROOM,
        *,
        follows: bool = False,
        names: bool = False,
    ) -> None:
        """`room` bytes of rebuilt DATA are kept in memory. With `follows` it opens the index again where another
        program has replaced it; for a holder of the write lock no other can. With `names` pages without a title of their
        own have that of the links to them; what is written into the index must not."""
        self.path = path
        self._names = Names(path if names else None)
        self._room, self._follows = room, follows
        self._documents = Documents(path)
        self._former: list[sqlite3.Connection] = []  # a caller may still be going through their rows
        self._attach(db, making_of(path))

    def _attach(self, db: sqlite3.Connection, making: Making) -> None:
        self._db, self._making = db, making
        self._records = RecordsById(self.path, db, keep_open=False)
        self.rebuilder = Rebuilder(self._records.find, self._room)
        self._sites = SiteTitles(db)
        self._types = page_types.Beside(self.path, db, self._index)

    def renew(self) -> bool:
        """Open the index again if another program has written all records anew (`Archive.convert`); whether that was
        so. Reading stored bytes and `last_seq` do it by themselves. ArchiveError, StorageFailed, StorageUnreadable."""
        if not self._follows or (making_of(self.path) == self._making and not is_unfinished(self.path)):
            return False
        while True:
            wait_until_finished(self.path)
            making = making_of(self.path)
            with schema.reading_index(self.path):
                db = schema.connect_reader(self.path / "index.sqlite")
            if not is_unfinished(self.path) and making_of(self.path) == making:
                break
            db.close()  # it may be the index that was just replaced
        self._former.append(self._db)
        self._attach(db, making)
        return True

    @property
    def making(self) -> Making:
        """Which batches and index this reads: a conversion leaves others (`renew`)."""
        return self._making

    def __enter__(self) -> ArchiveReader:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._documents.close()
        self._records.close()
        self._names.close()
        for db in (*self._former, self._db):
            db.close()

    @property
    def connection(self) -> sqlite3.Connection:
        """Of this thread, for what else in the engine looks into the index."""
        return self._db

    def last_seq(self) -> int:
        """Sequence number of the newest capture, 0 in an empty archive."""
        self.renew()
        return int(self._db.execute("SELECT coalesce(max(seq), 0) FROM captures").fetchone()[0])

    def site_affixes(self, site: str) -> tuple[Affix, ...]:
        """The common ends of the titles of a site (host[:port]), for `extractors.base.site_names.strip`."""
        return self._sites.sampled(site)

    # ---- folders and pages ---------------------------------------------------------------------------------------

    def changes_after(self, seq: int, limit: int = 1000) -> list[Page]:
        """Pages whose newest capture came after `seq`, in that order."""
        return self._pages("changed > ? ORDER BY changed LIMIT ?", (seq, limit))

    def sites(self) -> list[Folder]:
        return self._folders("coalesce(parent_id, 0) = 0 ORDER BY name", ())  # as `folders_by_name` has them

    def folders(self, parent_id: int, after: str = "", limit: int = 500) -> list[Folder]:
        """Folders directly below one, by name, beginning after the name `after`."""
        return self._folders(
            "coalesce(parent_id, 0) = ? AND name > ? ORDER BY name LIMIT ?", (parent_id, after, limit)
        )

    def folder(self, folder_id: int) -> Folder:
        found = self._folders("folder_id = ?", (folder_id,))
        if not found:
            raise CaptureMissing(wanted=f"folder {folder_id}")
        return found[0]

    def pages(
        self,
        folder_id: int,
        *,
        kinds: Collection[str] | None = None,
        order: Order = "name",
        descending: bool = False,
        after: tuple[str | float, int] | None = None,
        limit: int = 500,
        chosen: Selection | None = None,
    ) -> list[Page]:
        """Pages directly in a folder, beginning after `after` = (order value, page_id) of the last row seen; with
        `chosen`, those of its choice and kinds.

        `order` is name, title, type, versions, first, last, length, status or url, or gives a number for that of a page.
        """
        column, way = self._column(order), "DESC" if descending else "ASC"
        where, values, table = self._in_folder(folder_id, kinds, chosen)
        if after is not None:
            where += f" AND ({column}, page_id) {'<' if descending else '>'} (?, ?)"
            values += after
        return self._pages(f"{where} ORDER BY {column} {way}, page_id {way} LIMIT ?", (*values, limit), table)

    def page_order(
        self,
        folder_id: int,
        *,
        kinds: Collection[str] | None = None,
        order: Order = "name",
        chosen: Selection | None = None,
        limit: int = 500,
    ) -> list[tuple[int, str | float, str]]:
        """(page_id, order value, url) of the pages directly in a folder, unordered: for an order that SQLite has not got."""
        where, values, table = self._in_folder(folder_id, kinds, chosen)
        column = self._column(order).partition(" ")[0]
        found = self._db.execute(
            f"SELECT page_id, {column}, url, title FROM pages{table} WHERE {where} LIMIT ?", (*values, limit)
        ).fetchall()
        known = self._names_of(((url, title) for _, _, url, title in found), order)
        return [(page, known.get(url, value), url) for page, value, url, _ in found]

    def page_numbers(self, folder_id: int, chosen: Selection | None = None) -> list[int]:
        """The numbers of all pages directly in a folder, unordered."""
        where, values, table = self._in_folder(folder_id, None, chosen)
        found = self._db.execute(f"SELECT page_id FROM pages{table} WHERE {where}", values)
        return [page for (page,) in found]

    def values_of(self, ids: Sequence[int], order: Order) -> list[tuple[int, str | float]]:
        """(page_id, order value) of these pages, unordered."""
        column = self._column(order).partition(" ")[0]
        wanted = "SELECT value FROM json_each(?)"
        found = self._db.execute(
            f"SELECT page_id, {column}, url, title FROM pages WHERE page_id IN ({wanted})",
            (json.dumps(list(ids)),),
        ).fetchall()
        known = self._names_of(((url, title) for _, _, url, title in found), order)
        return [(page, known.get(url, value)) for page, value, url, _ in found]

    def _names_of(self, pages: Iterable[tuple[str, str]], order: Order) -> dict[str, str]:
        """What links call pages by their addresses, where that matters for an order; not those that have got another
        title of their own since (address, title)."""
        if order != "title" or not self._names.any:
            return {}
        own = dict(pages)
        return {url: found.name for url, found in self._names.of(own).items() if found.own == own[url]}

    def titles(self) -> dict[int, str]:
        """What all pages are called, by their numbers: their titles, what links call them, or the last part of their
        addresses."""
        made = dict[int, str](self._db.execute("SELECT page_id, label FROM pages"))
        named = self._names.every()
        wanted = "SELECT value FROM json_each(?)"
        found = self._db.execute(
            f"SELECT page_id, url, title FROM pages WHERE url IN ({wanted}) AND kind = 'document'",
            (json.dumps(list(named)),),
        )
        made |= {page: named[url].name for page, url, title in found if named[url].own == title}
        return made

    def holds_more(self, folder_id: int, most: int) -> bool:
        """Whether more than `most` addresses stand directly in a folder."""
        found = self._db.execute(
            "SELECT count(*) FROM (SELECT 1 FROM pages WHERE folder_id = ? LIMIT ?)", (folder_id, most + 1)
        )
        return int(found.fetchone()[0]) > most

    def pages_by_id(self, ids: Sequence[int]) -> list[Page]:
        """These pages, in this order."""
        found = self._pages("page_id IN (SELECT value FROM json_each(?))", (json.dumps(list(ids)),))
        known = {page.page_id: page for page in found}
        return [known[id] for id in ids if id in known]

    def home(
        self, folder_id: int, *, kinds: Collection[str] | None = None, chosen: Selection | None = None
    ) -> Page | None:
        """The page that is a folder's own: "/", else index.html and the like."""
        where, values, _ = self._in_folder(folder_id, kinds, chosen)
        names = ", ".join("?" * len(HOME_NAMES))
        found = self._pages(f"{where} AND name IN ({names})", (*values, *HOME_NAMES))
        return min(found, key=lambda page: (HOME_NAMES.index(page.name), -page.changed), default=None)

    def only_pages(
        self, folder_ids: Collection[int], *, kinds: Collection[str] | None = None, choice: FacetChoice = ANY
    ) -> dict[int, Page]:
        """A page of these folders or below them: for folders that hold only one."""
        clause, values = self._clause(choice, kinds)
        found = self._db.execute(
            "WITH RECURSIVE below(top, id) AS (SELECT value, value FROM json_each(?) UNION ALL "
            "SELECT top, f.folder_id FROM below JOIN folders f ON coalesce(f.parent_id, 0) = below.id) "
            f"SELECT top, {rows.PAGE_COLUMNS} FROM below "
            # by another index where a choice has many conditions, which takes 400 times as long
            "JOIN pages INDEXED BY pages_in_folder ON pages.folder_id = below.id "
            f"WHERE 1{rows.kinds_clause(kinds)}{clause}",
            (json.dumps(list(folder_ids)), *(kinds or ()), *values),
        )
        listed = [(row[0], rows.page(row[1:])) for row in found]
        named = self._names.pages([page for _, page in listed])
        return {top: page for (top, _), page in zip(listed, named, strict=True)}

    def whole_below(self, folder: Folder, everything: bool, chosen: Selection | None = None) -> Folder | None:
        """The folder directly below one that holds all its documents (`everything`: addresses; `chosen`: pages of a
        choice), if there is one; not looked for among very many."""
        found = self._folders(
            "coalesce(parent_id, 0) = ? ORDER BY name LIMIT ?", (folder.folder_id, _SUBFOLDERS)
        )
        for each in found:
            if chosen is not None:
                held = chosen.folders
                if held.get(each.folder_id) == held.get(folder.folder_id, 0) > 0:
                    return each
            elif (each.pages == folder.pages) if everything else (each.documents == folder.documents):
                return each
        return None

    def pages_below(
        self, folder_id: int, kinds: Collection[str] | None = None, choice: FacetChoice = ANY
    ) -> Iterator[Page]:
        """All pages of a folder and of the folders below it, or those of a choice."""
        inside = (
            "folder_id IN (WITH RECURSIVE below(id) AS (SELECT ? UNION ALL SELECT folder_id FROM folders, below "
            "WHERE parent_id = below.id) SELECT id FROM below)"
        )
        clause, values = self._clause(choice, kinds)
        return self._stream(
            f"{inside}{rows.kinds_clause(kinds)}{clause}", (folder_id, *(kinds or ()), *values)
        )

    def all_pages(
        self, prefix: str = "", kinds: Collection[str] | None = None, choice: FacetChoice = ANY
    ) -> Iterator[Page]:
        """All pages whose address begins with `prefix`, by address, or those of a choice."""
        last = ""
        end, bound = facets.above(prefix)
        clause, values = self._clause(choice, kinds)
        where = f"url >= ? AND url > ?{end}{rows.kinds_clause(kinds)}{clause} ORDER BY url LIMIT ?"
        while found := self._pages(where, (prefix, last, *bound, *(kinds or ()), *values, _STREAM)):
            yield from found
            last = found[-1].url

    def addresses(self, kinds: Collection[str]) -> Iterator[str]:
        """The addresses of all pages of these kinds, in order."""
        where = f"url > ?{rows.kinds_clause(kinds)} ORDER BY url LIMIT ?"
        last = ""
        while found := self._db.execute(
            f"SELECT url FROM pages WHERE {where}", (last, *kinds, _STREAM)
        ).fetchall():
            yield from (url for (url,) in found)
            last = found[-1][0]

    def find(
        self, text: str, kinds: Collection[str] | None = None, limit: int = 500, choice: FacetChoice = ANY
    ) -> list[Page]:
        """Pages (of a choice) whose title or address contains a text, ignoring case and how the address is escaped;
        newest first."""
        where, values = self._containing(text, kinds, choice)
        return self._pages(f"{where} ORDER BY last DESC, page_id LIMIT ?", (*values, limit))

    def find_all(
        self,
        text: str,
        kinds: Collection[str] | None = None,
        choice: FacetChoice = ANY,
        order: Order = "last",
        descending: bool = True,
        limit: int = -1,
    ) -> array[int]:
        """page_id of every page that `find` would give, in one of the orders of `pages`; eight bytes a page. With a
        `limit` the first of them, in a third of the time where very many fit."""
        where, values = self._containing(text, kinds, choice)
        column, way = self._column(order), "DESC" if descending else "ASC"
        statement = f"SELECT page_id FROM pages WHERE {where} ORDER BY {column} {way}, page_id {way} LIMIT ?"
        return array("q", (row[0] for row in self._db.execute(statement, (*values, limit))))

    @contextmanager
    def interruptible(self, wanted: Callable[[], bool]) -> Iterator[None]:
        """Queries inside end with sqlite3.OperationalError within milliseconds of `wanted` being true."""
        self._db.set_progress_handler(lambda: int(wanted()), _STEPS)
        try:
            yield
        finally:
            self._db.set_progress_handler(None, 0)

    def _containing(
        self, text: str, kinds: Collection[str] | None, choice: FacetChoice
    ) -> tuple[str, tuple[object, ...]]:
        """Condition on pages and its values: title or address contains a text, ignoring case, the scheme and how the
        address is escaped."""
        address = _SCHEME.sub("", text).partition("#")[0] if _SCHEME.match(text) else text
        title, *addresses = (f"%{_escaped(one)}%" for one in (text, *beginnings(address)))
        clause, values = self._clause(choice, kinds)
        where = "label LIKE ? ESCAPE '\\'" + " OR url LIKE ? ESCAPE '\\'" * len(addresses)
        named = self._names.containing(title)
        if named:
            where += " OR url IN (SELECT value FROM json_each(?))"
            addresses.append(json.dumps(named))
        return f"({where}){rows.kinds_clause(kinds)}{clause}", (title, *addresses, *(kinds or ()), *values)

    def page(self, url: str) -> Page | None:
        """The page with exactly this address."""
        found = self._pages("url = ?", (url,))
        return found[0] if found else None

    def page_meant(self, url: str) -> Page | None:
        """The page that an address leads to, however that is spelled in a link or by a person: raw or escaped, in UTF-8
        or GBK, under http or https."""
        return next(filter(None, map(self.page, spellings(url))), None)

    def page_at(self, address: str) -> Page | None:
        """The page at an address as a person types it: like `page_meant`, also without scheme or last slash."""
        rest = _SCHEME.sub("", address.strip()).lstrip("/")
        if ("." not in rest and ":" not in rest) or " " in rest:
            return None
        return self.page_meant(f"https://{rest}") or self.page_meant(f"https://{rest.partition('#')[0]}/")

    # ---- what pages can be chosen by ----------------------------------------------------------------------------

    def facets(
        self, choice: FacetChoice = ANY, kinds: Collection[str] | None = ("document",), most: int = 200
    ) -> dict[Facet, list[tuple[str, int]]]:
        """For each facet its most frequent values ("": not stated) with the number of pages that have them and all that
        is chosen of the other facets; years newest first. A second for a million pages."""
        self._types.bring()
        return facets.counts(self._db, choice, kinds, most)

    def chosen(self, choice: FacetChoice, kinds: Collection[str] | None = None) -> Selection:
        """Where the pages of a choice stand; holds for other readers, too."""
        if choice.page_type:
            self._types.bring()
        return facets.select(self._db, choice, kinds)

    def facet_values(self, page: Page) -> FacetValues:
        """The facts about a page, by the version that gives its title."""
        return facets.values_by_id(self._db, page.facets)

    def fits(self, page: Page, choice: FacetChoice) -> bool:
        """Whether a page is of a choice."""
        if choice.pages is not None and page.page_id not in choice.pages:
            return False
        if choice.page_type and self.page_types([page.page_id]).get(page.page_id, "") not in choice.page_type:
            return False
        return not choice.any or choice.fits(self.facet_values(page))

    def numbered(
        self, urls: Collection[str], choice: FacetChoice = ANY, kinds: Collection[str] | None = None
    ) -> dict[str, int]:
        """The numbers of the pages at some addresses that are of a choice, by these addresses."""
        if choice.page_type:
            self._types.bring()
        return facets.numbered(self._db, urls, choice, kinds)

    def page_types(self, pages: Collection[int]) -> dict[int, str]:
        """The kinds of pages (“article”, `extractors.html.types.kinds`) by their numbers, as far as they are known; in the
        past, too, those of their newest versions."""
        return self._types.of(pages)

    # ---- rows ---------------------------------------------------------------------------------------------------

    def _clause(self, choice: FacetChoice, kinds: Collection[str] | None) -> tuple[str, list[object]]:
        """`FacetChoice.pages_clause`, with what it asks for."""
        if choice.page_type:
            self._types.bring()
        return choice.pages_clause(kinds)

    def _column(self, order: Order) -> str:
        if isinstance(order, str):
            return _ORDERS[order]
        self._db.create_function("beside", 1, order, deterministic=True)
        return "beside(page_id)"

    def _in_folder(
        self, folder_id: int, kinds: Collection[str] | None, chosen: Selection | None
    ) -> tuple[str, list[object], str]:
        """Condition on the pages directly in a folder, its values, and by which index they are found."""
        if chosen is None:
            return f"folder_id = ?{rows.kinds_clause(kinds)}", [folder_id, *(kinds or ())], ""
        clause, wanted = self._clause(chosen.choice, chosen.kinds)
        if not clause:
            return f"folder_id = ?{rows.kinds_clause(chosen.kinds)}", [folder_id, *(chosen.kinds or ())], ""
        table = " INDEXED BY pages_by_facets" if chosen.is_sparse(folder_id) else ""
        return f"folder_id = ?{clause}", [folder_id, *wanted], table

    def _pages(self, where: str, values: tuple[object, ...], by: str = "") -> list[Page]:
        return self._names.pages(
            [rows.page(row) for row in self._db.execute(f"{rows.PAGE}{by} WHERE {where}", values)]
        )

    def named(self, captures: list[Capture]) -> list[Capture]:
        """Captures as the index has them, with the titles that links give to those whose own say nothing."""
        return self._names.captures(captures)

    @property
    def has_names(self) -> bool:
        """Whether pages may have names from links."""
        return self._names.any

    def link_name(self, url: str) -> LinkName | None:
        """What links call a page that has no title of its own, as far as that was found out."""
        return self._names.of([url]).get(url)

    def _folders(self, where: str, values: tuple[object, ...]) -> list[Folder]:
        return [Folder(*row) for row in self._db.execute(f"{rows.FOLDER} WHERE {where}", values)]

    def _stream(self, where: str, values: tuple[object, ...]) -> Iterator[Page]:
        last = 0
        while found := self._pages(
            f"{where} AND page_id > ? ORDER BY page_id LIMIT ?", (*values, last, _STREAM)
        ):
            yield from found
            last = found[-1].page_id

    # ---- captures as the index has them --------------------------------------------------------------------------

    def versions(self, url: str, visits: bool = False) -> list[Capture]:
        """Captures of an address, oldest first; those that found nothing new only with `visits`."""
        only = "" if visits else " AND c.kind = 'version'"
        return self._captures(f"p.url = ?{only} ORDER BY c.date, c.seq", (url,))

    def captures_of(self, pages: Collection[int]) -> list[Capture]:
        """Captures of pages by their numbers, visits among them, oldest first."""
        marks = ", ".join("?" * len(pages))
        return self._captures(f"c.page_id IN ({marks}) ORDER BY c.date, c.seq", tuple(pages))

    def moments_of(self, pages: Collection[int]) -> list[tuple[int, int, str]]:
        """Of the captures of pages by their numbers what a list of dates needs: number of the capture, seconds since 1970,
        address; oldest first. A tenth of the time of `captures_of`."""
        marks = ", ".join("?" * len(pages))
        urls = dict(
            self._db.execute(f"SELECT page_id, url FROM pages WHERE page_id IN ({marks})", tuple(pages))
        )
        found = self._db.execute(
            f"SELECT seq, date, page_id FROM captures WHERE page_id IN ({marks}) ORDER BY date, seq",
            tuple(pages),
        )
        return [(seq, date, urls[page]) for seq, date, page in found]

    def capture_at(self, seq: int) -> Capture:
        """The capture with a number (`Capture.seq`). CaptureMissing."""
        found = self._captures("c.seq = ?", (seq,))
        if not found:
            raise CaptureMissing(wanted=str(seq))
        return found[0]

    def capture(self, id: str) -> Capture:
        key = batches.parse_id(id)
        found = self._captures("c.batch = ? AND c.serial = ?", key) if key else []
        if not found:
            raise CaptureMissing(wanted=id)
        return found[0]

    def latest_version(self, url: str) -> Capture | None:
        found = self._captures(
            "p.url = ? AND c.kind = 'version' ORDER BY c.date DESC, c.seq DESC LIMIT 1", (url,)
        )
        return found[0] if found else None

    def rendered(self, capture: Capture | str) -> Capture | None:
        """The derived record with the tree that a browser made of a version, or of the one that a visit confirms; None
        when it was not captured by a browser, or the tree says the same as the bytes."""
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
        """The version of an address seen nearest to a moment (None: the newest): stored or confirmed by a visit then.
        Under the other of http and https when there is none under its own; the fragment does not count."""
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
        after: int = -1,
    ) -> Iterator[Capture]:
        """All captures, or those with an address that begins with `prefix`, of one batch, `since` <= date < `until`,
        of these media types (“image/” stands for all images), one kind, these status codes: in the order they were
        stored, with a prefix by address and date. Those of a batch begin behind the serial number `after`."""
        codes = (status,) if isinstance(status, int) else None if status is None else tuple(status)
        chosen = None if types is None else tuple(types)
        found = facets.captures(
            self._db, facets.Choice(prefix, batch, since, until, chosen, kind, codes, after)
        )
        while some := list(islice(found, _TOGETHER)):
            yield from self.named(some)

    def captures_of_crawl(self, crawl: str) -> Iterator[Capture]:
        """Everything a crawl job stored, in order."""
        last = 0
        while found := self._captures(
            "c.crawl = ? AND c.seq > ? ORDER BY c.seq LIMIT ?", (crawl, last, _STREAM)
        ):
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

    def with_body(self, digest: bytes, most: int = 200) -> list[Capture]:
        """The versions whose decoded body has this SHA-256, in the order they were stored."""
        return self._captures("c.digest = ? AND c.base IS NULL ORDER BY c.seq LIMIT ?", (digest, most))

    def outdated(self) -> dict[str, int]:
        """How many versions of each format an older extractor has read; see `Archive.reextract`."""
        return statistics.outdated(self._db)

    def about(self, capture: Capture | str) -> About:
        """What its extractor found out about a version, or the one that a visit confirms."""
        seq = self._version_of(capture).seq
        facets, published, page, date = self._db.execute(
            "SELECT coalesce(facets, 0), coalesce(published, ''), page_id, date FROM captures WHERE seq = ?",
            (seq,),
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
        return self.named(
            [rows.capture(row) for row in self._db.execute(f"{rows.CAPTURE} WHERE {where}", values)]
        )

    # ---- stored bytes -------------------------------------------------------------------------------------------

    def record_of(self, id: str) -> Record | None:
        """The record with an id, with its DATA already read; None for an id not in the index. FormatError, OSError."""
        return self._records.find(id)

    def data(self, record: Record) -> bytes:
        """DATA of a record of this archive, rebuilt for an incremental one. FormatError."""
        while True:
            try:
                return self.rebuilder.data(record)
            except FormatError:
                if not self.renew():
                    raise

    def record(self, capture: Capture | str) -> Record:
        """The record of a capture itself as it is stored, with its DATA already read; see `data`. A capture that was
        read from the index before another program wrote the records anew is found where it stands now."""
        found = self.capture(capture) if isinstance(capture, str) else capture
        while True:
            try:
                record = self._at(found)
            except (FormatError, StorageUnreadable):
                moved = self._moved(found)
                if moved is None:
                    raise
            else:
                moved = None if record.get("id") in (None, found.id) else self._moved(found)
                if moved is None:
                    return record
            found = moved

    def _moved(self, capture: Capture) -> Capture | None:
        """The same capture at its present place; None if it has been there all the time."""
        renewed = self.renew()
        with suppress(CaptureMissing):
            now = self.capture(capture.id)
            if renewed or (now.file, now.offset) != (capture.file, capture.offset):
                return now
        return None

    def _at(self, found: Capture) -> Record:
        path = batches.located(self.path, found.file)
        try:
            with RecordReader(path) as reader:
                return reader.at(found.offset).detached()
        except OSError as error:
            raise StorageUnreadable(path=path, detail=error.strerror or str(error)) from error

    def http(self, capture: Capture | str) -> HttpMessage:
        """The response of a capture; that of the version it confirms for a visit. Where the version's own record is
        damaged or gone, from another one with the same body; where all are damaged, what can be read (see `damage`).
        FormatError when not even a header can be read, or a response cannot be rebuilt; StorageUnreadable."""
        record = self._content(capture)
        try:
            message = record.http()
        except FormatError:
            if record.incremental:
                raise
            message = split_http(record.stored)
        url, id = (
            (record.url, capture) if isinstance(capture, str) else (capture.url, capture.base or capture.id)
        )
        message.in_charset = charsets.of_record(self.path, record, url, id)
        return message

    def damage(self, capture: Capture | str, cancelled: Callable[[], bool] | None = None) -> str | None:
        """The damage of the content that `http`, `body` and `document` give for a capture, or None. Raises as they do.
        When `cancelled`, no other record is looked at for the same content, and the result is of no use."""
        return damage_of(self._content(capture, cancelled))

    def damaged(self, capture: Capture | str) -> Damage | None:
        """The damage of the content of a capture, also where `http` raises, with the nearest whole versions beside it;
        None when it is whole."""
        version = self._version_of(capture)
        reason = self.damage_reason(version)
        if reason is None:
            return None
        versions = self.versions(version.url)
        at = next((n for n, one in enumerate(versions) if one.id == version.id), len(versions))
        before, after = versions[max(0, at - _NEIGHBOURS) : at][::-1], versions[at + 1 : at + 1 + _NEIGHBOURS]
        whole = (next((one for one in side if not self.damage_reason(one)), None) for side in (before, after))
        return Damage(version, reason, *whole)

    def damage_reason(self, capture: Capture, cancelled: Callable[[], bool] | None = None) -> str | None:
        """The same as `damage`, also where the content cannot be read at all: then why not."""
        try:
            return self.damage(capture, cancelled)
        except FormatError as error:
            return error.rule
        except StorageUnreadable as error:
            return Message("neighbour-unreadable", detail=error.message.arguments["detail"])

    def _content(self, capture: Capture | str, cancelled: Callable[[], bool] | None = None) -> Held:
        """The record with the content of a capture: its version's own, or the first undamaged one that restates it."""
        while True:
            making = self._making
            try:
                found, whole = self._best(capture, cancelled)
            except (FormatError, StorageUnreadable):
                if not self.renew() and self._making == making:
                    raise
            else:
                if whole or (not self.renew() and self._making == making):
                    return found

    def _best(self, capture: Capture | str, cancelled: Callable[[], bool] | None) -> tuple[Held, bool]:
        """The record, and whether it is whole."""
        version, readable = self._version_of(capture), None
        for candidate in self._alike(version):
            if cancelled is not None and cancelled():
                break
            with suppress(FormatError, StorageUnreadable):
                found = Held(self.record(candidate), self.rebuilder)
                if damage_of(found) is None:
                    return found, True
                readable = readable or found
        return readable or Held(self.record(version), self.rebuilder), False  # or raises its fault

    def _alike(self, version: Capture) -> Iterator[Capture]:
        yield version
        page = "(SELECT page_id FROM captures WHERE seq = ?1)"
        yield from self._captures(
            f"c.page_id = {page} AND c.full AND c.base = ?1 ORDER BY c.seq", (version.seq,)
        )

    def body(self, capture: Capture | str) -> bytes:
        """The body of a capture with its codings undone."""
        return self.http(capture).body

    def shown(self, capture: Capture | str) -> HttpMessage:
        """A capture as a person saw it, as a page: the tree that a browser kept of it, else the response; always that
        where a charset was chosen for it. FormatError and StorageUnreadable as `http` raises them."""
        version = self._version_of(capture)
        tree = None if charsets.choice(self.path, version.url, version.id) else self.rendered(version)
        if tree is not None:
            with suppress(FormatError, StorageUnreadable):
                return self.http(tree)
        return self.http(capture)

    def document(
        self,
        capture: Capture | str,
        *,
        main: bool = False,
        pictures: bool = False,
        charset: str = "",
        template: Collection[int] = (),
        cancelled: Callable[[], bool] | None = None,
        ocr: bool = False,
    ) -> Document:
        """Title, text and structure of a capture; with its main text, its cover and key frames if wanted. Read within
        limits of time and memory (see its `error`), or as it was read the last time; in a certain `charset`, against
        its own declaration; its main text without the `template` of its site (`app.templates`). The title of a page is
        without the name of its site, as far as other pages of the site show that. With `ocr` a first page without letters
        is recognised where that is switched on; without, where that was done for the index."""
        version = self._version_of(capture)
        message = self.http(version) if charset else self.shown(version)
        if charset:
            message.in_charset = chosen(charset)
        read = self._documents.read(
            message,
            version.url,
            main=main,
            pictures=pictures,
            template=template,
            cancelled=cancelled,
            expected=partial(self._expected, version, ocr),
        )
        return self._names.document(self._sites.without_site(read, version.url), version.url)

    def _expected(self, version: Capture, ocr: bool) -> tuple[str, ...] | None:
        """The languages in which a version is to be recognised; None when it is not."""
        if not ocr:
            known = self._db.execute(
                "SELECT extracted FROM captures WHERE seq = ?", (version.seq,)
            ).fetchone()
            ocr = bool(known) and known[0] == version_of("pdf") + RECOGNISED
        return recognising.expected(version.url, self._sites.languages(version.url)) if ocr else None

    def bare_title(self, title: str, url: str) -> str:
        """The title of a page without the name of its site, as `document` gives it."""
        return self._sites.bare(title, url)

    def stored_links(self, version: Capture) -> bytes | None:
        """The links of a version as the index keeps them (`rows.unpack_links`); None where they have not been read."""
        found = self._db.execute("SELECT rows FROM links WHERE capture = ?", (version.seq,)).fetchone()
        return bytes(found[0]) if found else None

    def links(self, capture: Capture | str) -> list[StoredLink]:
        """Links of a capture as they were extracted; those of the version it confirms for a visit."""
        version = self._version_of(capture)
        stored = self.stored_links(version)
        if stored is not None:
            return rows.unpack_links(stored)
        listed = dict.fromkeys(self._documents.links(self.http(version), version.url))
        if self.rendered(version) is not None:
            listed |= dict.fromkeys(self._documents.links(self.shown(version), version.url))
        return [StoredLink(*link) for link in listed]

    def page_picture(self, capture: Capture | str, number: int = 0, width: int = 800) -> Picture | None:
        """A page of a PDF, `width` pixels wide, `number` counting from 0; None for a number beyond the last, or a page
        that could not be drawn within limits of time and memory."""
        return self._documents.page_picture(self.body(capture), number, width)

    def page_words(
        self, capture: Capture | str, first: int, count: int, cancelled: Callable[[], bool] | None = None
    ) -> list[PageWords]:
        """The text of some pages of a PDF, from page `first` on, with the place of each character; nothing where that
        takes more than the limits of time and memory."""
        return self._documents.page_words(self.body(capture), first, count, cancelled)

    def statistics(self, without: Collection[int] = ()) -> Statistics:
        """Figures of the archive, as if it had none of the pages `without`; but files have the size that they have."""
        self._types.bring()
        with statistics.without(self._db, without):
            return statistics.gather(self._db, self.path)

    def batches(self) -> list[BatchInfo]:
        """The batches of the archive, oldest first."""
        return statistics.batch_list(self._db, self.path)

    def records(self, batch: str) -> Iterator[Record]:
        """The records of a batch in the order they stand in its files, as far as they are indexed; damaged places are
        passed over. A record can be read until the next one is asked for. StorageUnreadable."""
        from app.archive.upkeep.verifying import records

        return self._undisturbed(lambda db: records(db, self.path, batch))

    def verify(
        self,
        progress: Callable[[int, int], None] | None = None,
        cancelled: Callable[[], bool] | None = None,
        *,
        strict: bool = False,
        checked: Checked | None = None,
    ) -> Iterator[Problem]:
        """Check every record of every batch, and the index against them; progress in bytes (done, of all). With
        `strict` every departure from the format is a problem; `checked` adds up the records gone through."""
        from app.archive.upkeep.verifying import verify

        return self._undisturbed(
            lambda db: verify(db, self.path, progress, cancelled, strict=strict, checked=checked)
        )

    def _undisturbed(self, look: Callable[[sqlite3.Connection], Iterator[Found]]) -> Iterator[Found]:
        """The findings as long as the records stay where the index has them; then ArchiveError."""
        self.renew()
        making = self._making

        def moved() -> bool:
            return is_unfinished(self.path) or making_of(self.path) != making

        for one in look(self._db):
            if moved():
                break
            yield one
        if moved():
            raise ArchiveError(
                archive=self.path,
                detail=Message("records-rewritten"),
            )
