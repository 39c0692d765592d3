"""The rows of pages and folders, as the tree shows them, brought up to date capture by capture."""

from __future__ import annotations

import sqlite3
from collections import Counter
from dataclasses import dataclass

from app.archive import addresses
from app.archive.documents.preparing import to_timestamp
from app.archive.index.activity import Activity
from app.archive.index.rows import clean
from app.archive.index.seen import SeenFilter
from app.archive.model import Capture

_CONTENT = ("document", "resource", "posted", "attached")
_MAX_KNOWN = 100_000
"""Folders kept in memory; others are asked of the database again."""


@dataclass(slots=True)
class PageRow:
    """The row of a page, as a new capture is compared with it."""

    page_id: int
    folder: int
    kind: str
    versions: int
    visits: int
    first: int
    last: int


class PageRows:
    """Writes the tables `pages` and `folders`; the caller owns the transaction and calls `flush` before it ends, or
    `forget` when it is rolled back. Counts of folders are added up in between."""

    def __init__(self, db: sqlite3.Connection, seen: SeenFilter | None) -> None:
        self._db, self._seen = db, seen
        self._asked: tuple[str, PageRow | None] | None = None
        self._folders: dict[tuple[int, str], int] = {}
        self._parents: dict[int, int] = {}
        self._pages_more: Counter[int] = Counter()
        self._documents_more: Counter[int] = Counter()
        self._activity = Activity(db)

    def find(self, url: str) -> PageRow | None:
        """The row of an address, or None."""
        if self._asked is None or self._asked[0] != url:
            new = self._seen is not None and not self._seen.maybe(url)
            self._asked = url, None if new else self._look_up(url)
        return self._asked[1]

    def _look_up(self, url: str) -> PageRow | None:
        row = self._db.execute(
            "SELECT page_id, folder_id, kind, versions, visits, first, last FROM pages WHERE url = ?", (url,)
        ).fetchone()
        return PageRow(*row) if row else None

    def add(self, url: str, capture: Capture, kind: str, facets: int) -> int:
        """The row of a new address with its first version; returns its page_id."""
        site, site_url, names, name = addresses.place(url)
        folder = self._folder(0, site, site_url)
        address = site_url
        for part in names:
            address += f"{part}/"
            folder = self._folder(folder, part, address)
        date = to_timestamp(capture.date)
        values = (
            folder,
            url,
            clean(name),
            kind,
            clean(capture.title),
            capture.title_source,
            capture.type,
            capture.status,
            capture.length,
            date,
            date,
            capture.seq,
            facets,
        )
        try:
            page_id = self._insert(values)
        except sqlite3.IntegrityError:  # the filter of addresses was damaged
            if self._seen is not None:
                self._seen.distrust()
            page = self._look_up(url)
            assert page is not None
            self._asked = url, page
            self.update(page, capture, kind, facets)
            return page.page_id
        if self._seen is not None:
            self._seen.add(url)
        self._asked = None
        self._pages_more[folder] += 1
        self._documents_more[folder] += kind == "document"
        self._note(folder, capture, date, None)
        return page_id

    def _note(self, folder: int, capture: Capture, date: int, former: int | None) -> None:
        """Count a capture; `former` is the date of the first one of its page so far."""
        if addresses.is_rendered(capture.url):
            self._activity.pass_over(capture.seq)
        else:
            version = capture.kind == "version"
            self._activity.note(folder, date, capture.seq, version=version, former=former)

    def _insert(self, values: tuple[object, ...]) -> int:
        page_id = self._db.execute(
            "INSERT INTO pages (folder_id, url, name, kind, title, title_source, type, status, length, versions, "
            "visits, first, last, changed, facets) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 1, 0, ?, ?, ?, ?)",
            values,
        ).lastrowid
        assert page_id is not None
        return page_id

    def update(self, page: PageRow, c: Capture, kind: str = "", facets: int = 0) -> None:
        """Bring a page up to date. Title, type and length are those of the newest version with content; the status
        is always the newest, so a page that is gone, or now redirects, still shows what it was."""
        version, date = c.kind == "version", to_timestamp(c.date)
        newest = date >= page.last
        good, was_good = kind in _CONTENT, page.kind in _CONTENT
        better = version and (
            good > was_good or (good == was_good and (newest or not self._has_later(page, date, good)))
        )
        self._note(page.folder, c, date, page.first)
        page.versions, page.visits = page.versions + version, page.visits + (not version)
        page.first, page.last = min(page.first, date), max(page.last, date)
        row = (page.versions, page.visits, page.first, page.last, c.seq)
        status = ", status = ?" if newest else ""
        self._db.execute(
            f"UPDATE pages SET versions = ?, visits = ?, first = ?, last = ?, changed = ?{status} WHERE page_id = ?",
            (*row, c.status, page.page_id) if newest else (*row, page.page_id),
        )
        if better:
            self.restate(page, c, kind, facets)

    def restate(self, page: PageRow, c: Capture, kind: str, facets: int) -> None:
        """Give a page the title, type and length of its version `c`."""
        self._db.execute(
            "UPDATE pages SET kind = ?, title = ?, title_source = ?, type = ?, length = ?, facets = ? "
            "WHERE page_id = ?",
            (kind, clean(c.title), c.title_source, c.type, c.length, facets, page.page_id),
        )
        self._documents_more[page.folder] += (kind == "document") - (page.kind == "document")
        page.kind = kind

    def _has_later(self, page: PageRow, date: int, good: bool) -> bool:
        """Whether an equally good version is later: an import may bring old captures in any order."""
        found = self._db.execute(
            "SELECT 1 FROM captures INDEXED BY captures_of_page "
            "WHERE page_id = ? AND date > ? AND base IS NULL AND (status BETWEEN 200 AND 299) = ? LIMIT 1",
            (page.page_id, date, good),
        )
        return found.fetchone() is not None

    def flush(self) -> None:
        """Write the counts of folders."""
        for counts in (self._pages_more, self._documents_more):
            for folder, count in list(counts.items()):
                above = self._parent(folder)
                while count and above:
                    counts[above] += count
                    above = self._parent(above)
        folders = {*self._pages_more, *self._documents_more}
        changed = [(self._pages_more[f], self._documents_more[f], f) for f in folders]
        self._db.executemany(
            "UPDATE folders SET pages = pages + ?, documents = documents + ? WHERE folder_id = ?", changed
        )
        self._pages_more.clear()
        self._documents_more.clear()
        self._activity.flush(self._parent)
        if len(self._folders) > _MAX_KNOWN:
            self._folders.clear()
            self._parents.clear()

    def forget(self) -> None:
        """Nothing that was written or remembered since the last `flush` counts any more."""
        self._asked = None
        self._activity.forget()
        for memory in (self._folders, self._parents, self._pages_more, self._documents_more):
            memory.clear()

    def _folder(self, parent: int, name: str, url: str) -> int:
        key = parent, name
        known = self._folders.get(key)
        if known is not None:
            return known
        found = self._db.execute(
            "SELECT folder_id FROM folders WHERE coalesce(parent_id, 0) = ? AND name = ?",
            (parent, clean(name)),
        ).fetchone()
        folder = (
            found[0]
            if found
            else self._db.execute(
                "INSERT INTO folders (parent_id, name, url) VALUES (?, ?, ?)",
                (parent or None, clean(name), clean(url)),
            ).lastrowid
        )
        assert isinstance(folder, int)
        self._folders[key] = folder
        self._parents[folder] = parent
        return folder

    def _parent(self, folder: int) -> int:
        """The folder above, 0 for a site."""
        if folder not in self._parents:
            row = self._db.execute("SELECT parent_id FROM folders WHERE folder_id = ?", (folder,)).fetchone()
            self._parents[folder] = row[0] or 0
        return self._parents[folder]
