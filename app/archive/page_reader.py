"""Folders and pages of an archive: what a tree shows of it, and by what that can be narrowed."""

from __future__ import annotations

import json
import re
import sqlite3
from array import array
from collections.abc import Collection, Iterator, Sequence

from app.archive import facets, rows, selecting
from app.archive.facets import Facet, FacetChoice, FacetValues, Selection
from app.archive.model import Folder, Page
from app.archive.spellings import beginnings, spellings
from app.errors import CaptureMissing

_ORDERS = {
    "name": "name", "title": "label COLLATE NOCASE", "type": "type", "versions": "versions",
    "first": "first", "last": "last", "length": "length", "status": "status", "url": "url",
}  # fmt: skip
_STREAM = 1000  # rows per query of an iteration that may go over the whole archive
_SUBFOLDERS = 40  # of a folder that are looked through for the one that holds everything
ANY = FacetChoice()
HOME_NAMES = ("/", "index.html", "index.htm", "index.php", "index.shtml", "default.htm", "default.html")
"""Names of a folder's own page, the most telling first."""
_SCHEME = re.compile(r"\Ahttps?:(?=//)", re.IGNORECASE)


def _escaped(text: str) -> str:
    """Text in a pattern of LIKE."""
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


class PageReader:
    """The part of an ArchiveReader that is about pages."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def last_seq(self) -> int:
        """Sequence number of the newest capture, 0 in an empty archive."""
        return int(self._db.execute("SELECT coalesce(max(seq), 0) FROM captures").fetchone()[0])

    def changes_after(self, seq: int, limit: int = 1000) -> list[Page]:
        """Pages whose newest capture came after `seq`, in that order."""
        return self._pages("changed > ? ORDER BY changed LIMIT ?", (seq, limit))

    def sites(self) -> list[Folder]:
        return self._folders("parent_id IS NULL ORDER BY name", ())

    def folders(self, parent_id: int, after: str = "", limit: int = 500) -> list[Folder]:
        """Folders directly below one, by name, beginning after the name `after`."""
        return self._folders("coalesce(parent_id, 0) = ? AND name > ? ORDER BY name LIMIT ?", (parent_id, after, limit))

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
        order: str = "name",
        descending: bool = False,
        after: tuple[str | int, int] | None = None,
        limit: int = 500,
        chosen: Selection | None = None,
    ) -> list[Page]:
        """Pages directly in a folder, beginning after `after` = (order value, page_id) of the last row seen; with
        `chosen`, those of its choice and kinds.

        `order` is name, title, type, versions, first, last, length, status or url.
        """
        column, way = _ORDERS[order], "DESC" if descending else "ASC"
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
        order: str = "name",
        chosen: Selection | None = None,
        limit: int = 500,
    ) -> list[tuple[int, str | int]]:
        """(page_id, order value) of the pages directly in a folder, unordered: for an order that SQLite has not got."""
        where, values, table = self._in_folder(folder_id, kinds, chosen)
        column = _ORDERS[order].partition(" ")[0]
        return self._db.execute(
            f"SELECT page_id, {column} FROM pages{table} WHERE {where} LIMIT ?", (*values, limit)
        ).fetchall()

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
        """A page of these folders or of what is below them: of use where each holds but one."""
        clause, values = choice.pages_clause(kinds)
        found = self._db.execute(
            "WITH RECURSIVE below(top, id) AS (SELECT value, value FROM json_each(?) UNION ALL "
            "SELECT top, f.folder_id FROM below JOIN folders f ON coalesce(f.parent_id, 0) = below.id) "
            f"SELECT top, {rows.PAGE_COLUMNS} FROM below JOIN pages ON pages.folder_id = below.id "
            f"WHERE 1{rows.kinds_clause(kinds)}{clause}",
            (json.dumps(list(folder_ids)), *(kinds or ()), *values),
        )
        return {row[0]: rows.page(row[1:]) for row in found}

    def whole_below(self, folder: Folder, everything: bool, chosen: Selection | None = None) -> Folder | None:
        """The folder directly below one that holds all its documents (`everything`: addresses; `chosen`: pages of a
        choice), if there is one; not looked for among very many."""
        found = self._folders("coalesce(parent_id, 0) = ? ORDER BY name LIMIT ?", (folder.folder_id, _SUBFOLDERS))
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
        clause, values = choice.pages_clause(kinds)
        return self._stream(f"{inside}{rows.kinds_clause(kinds)}{clause}", (folder_id, *(kinds or ()), *values))

    def all_pages(
        self, prefix: str = "", kinds: Collection[str] | None = None, choice: FacetChoice = ANY
    ) -> Iterator[Page]:
        """All pages whose address begins with `prefix`, by address, or those of a choice."""
        last = ""
        end, bound = selecting.above(prefix)
        clause, values = choice.pages_clause(kinds)
        where = f"url >= ? AND url > ?{end}{rows.kinds_clause(kinds)}{clause} ORDER BY url LIMIT ?"
        while found := self._pages(where, (prefix, last, *bound, *(kinds or ()), *values, _STREAM)):
            yield from found
            last = found[-1].url

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
        order: str = "last",
        descending: bool = True,
    ) -> array[int]:
        """page_id of every page that `find` would give, in one of the orders of `pages`; eight bytes a page."""
        where, values = self._containing(text, kinds, choice)
        column, way = _ORDERS[order], "DESC" if descending else "ASC"
        statement = f"SELECT page_id FROM pages WHERE {where} ORDER BY {column} {way}, page_id {way}"
        return array("q", (row[0] for row in self._db.execute(statement, values)))

    def _containing(
        self, text: str, kinds: Collection[str] | None, choice: FacetChoice
    ) -> tuple[str, tuple[object, ...]]:
        """Condition on pages and its values: title or address contains a text, ignoring case, the scheme and how the
        address is escaped."""
        address = _SCHEME.sub("", text).partition("#")[0] if _SCHEME.match(text) else text
        title, *addresses = (f"%{_escaped(one)}%" for one in (text, *beginnings(address)))
        clause, values = choice.pages_clause(kinds)
        where = "label LIKE ? ESCAPE '\\'" + " OR url LIKE ? ESCAPE '\\'" * len(addresses)
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
        """The page at an address as somebody types it: like `page_meant`, also without scheme or last slash."""
        rest = _SCHEME.sub("", address.strip()).lstrip("/")
        if ("." not in rest and ":" not in rest) or " " in rest:
            return None
        return self.page_meant(f"https://{rest}") or self.page_meant(f"https://{rest.partition('#')[0]}/")

    # ---- what pages can be chosen by ----------------------------------------------------------------------------

    def facets(
        self, choice: FacetChoice = ANY, kinds: Collection[str] | None = ("document",), most: int = 200
    ) -> dict[Facet, list[tuple[str, int]]]:
        """For each facet its most frequent values ("": not stated) with the number of pages that have them and all that
        is chosen of the other facets; years newest first. Half a second for a million pages."""
        return facets.counts(self._db, choice, kinds, most)

    def chosen(self, choice: FacetChoice, kinds: Collection[str] | None = None) -> Selection:
        """Where the pages of a choice stand; holds for other readers, too."""
        return facets.select(self._db, choice, kinds)

    def facet_values(self, page: Page) -> FacetValues:
        """What a page is, as far as its title's version says."""
        return facets.values_by_id(self._db, page.facets)

    def fits(self, page: Page, choice: FacetChoice) -> bool:
        """Whether a page is of a choice."""
        return not choice.any or choice.fits(self.facet_values(page))

    # ---- rows ---------------------------------------------------------------------------------------------------

    @staticmethod
    def _in_folder(
        folder_id: int, kinds: Collection[str] | None, chosen: Selection | None
    ) -> tuple[str, list[object], str]:
        """Condition on the pages directly in a folder, its values, and by which index they are found."""
        if chosen is None:
            return f"folder_id = ?{rows.kinds_clause(kinds)}", [folder_id, *(kinds or ())], ""
        clause, wanted = chosen.choice.pages_clause(chosen.kinds)
        if not clause:
            return f"folder_id = ?{rows.kinds_clause(chosen.kinds)}", [folder_id, *(chosen.kinds or ())], ""
        table = " INDEXED BY pages_by_facets" if chosen.is_sparse(folder_id) else ""
        return f"folder_id = ?{clause}", [folder_id, *wanted], table

    def _pages(self, where: str, values: tuple[object, ...], by: str = "") -> list[Page]:
        return [rows.page(row) for row in self._db.execute(f"{rows.PAGE}{by} WHERE {where}", values)]

    def _folders(self, where: str, values: tuple[object, ...]) -> list[Folder]:
        return [Folder(*row) for row in self._db.execute(f"{rows.FOLDER} WHERE {where}", values)]

    def _stream(self, where: str, values: tuple[object, ...]) -> Iterator[Page]:
        last = 0
        while found := self._pages(f"{where} AND page_id > ? ORDER BY page_id LIMIT ?", (*values, last, _STREAM)):
            yield from found
            last = found[-1].page_id
