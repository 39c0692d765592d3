"""Folders and pages of an archive: what a tree shows of it, and by what that can be narrowed."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterator

from app.archive import facets, rows, selecting
from app.archive.facets import Facet, FacetChoice, FacetValues, Selection
from app.archive.model import Folder, Page
from app.archive.spellings import beginnings, spellings
from app.errors import CaptureMissing

_ORDERS = {
    "name": "name", "title": "label COLLATE NOCASE", "type": "type", "versions": "versions",
    "last": "last", "length": "length", "status": "status",
}  # fmt: skip
_STREAM = 1000  # rows per query of an iteration that may go over the whole archive
ANY = FacetChoice()


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

        `order` is name, title, type, versions, last, length or status.
        """
        column, way = _ORDERS[order], "DESC" if descending else "ASC"
        table = ""
        where, values = f"folder_id = ?{rows.kinds_clause(kinds)}", [folder_id, *(kinds or ())]
        if chosen is not None:
            clause, wanted = chosen.choice.pages_clause(chosen.kinds)
            if clause:
                where, values = f"folder_id = ?{clause}", [folder_id, *wanted]
                table = " INDEXED BY pages_by_facets" if chosen.is_sparse(folder_id) else ""
            else:
                where, values = f"folder_id = ?{rows.kinds_clause(chosen.kinds)}", [folder_id, *(chosen.kinds or ())]
        if after is not None:
            where += f" AND ({column}, page_id) {'<' if descending else '>'} (?, ?)"
            values += after
        return self._pages(f"{where} ORDER BY {column} {way}, page_id {way} LIMIT ?", (*values, limit), table)

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
        clause, values = choice.pages_clause(kinds)
        title, *addresses = (
            "%" + one.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%"
            for one in (text, *beginnings(text))
        )
        either = " OR url LIKE ? ESCAPE '\\'" * len(addresses)
        return self._pages(
            f"(label LIKE ? ESCAPE '\\'{either}){rows.kinds_clause(kinds)}{clause} ORDER BY last DESC, page_id LIMIT ?",
            (title, *addresses, *(kinds or ()), *values, limit),
        )

    def page(self, url: str) -> Page | None:
        """The page with exactly this address."""
        found = self._pages("url = ?", (url,))
        return found[0] if found else None

    def page_meant(self, url: str) -> Page | None:
        """The page that an address leads to, however that is spelled in a link or by a person: raw or escaped, in UTF-8
        or GBK, under http or https."""
        return next(filter(None, map(self.page, spellings(url))), None)

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

    def _pages(self, where: str, values: tuple[object, ...], by: str = "") -> list[Page]:
        return [rows.page(row) for row in self._db.execute(f"{rows.PAGE}{by} WHERE {where}", values)]

    def _folders(self, where: str, values: tuple[object, ...]) -> list[Folder]:
        return [Folder(*row) for row in self._db.execute(f"{rows.FOLDER} WHERE {where}", values)]

    def _stream(self, where: str, values: tuple[object, ...]) -> Iterator[Page]:
        last = 0
        while found := self._pages(f"{where} AND page_id > ? ORDER BY page_id LIMIT ?", (*values, last, _STREAM)):
            yield from found
            last = found[-1].page_id
