"""Turning a stored record into rows of the index."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from app.archive import addresses, batches
from app.archive.model import Capture, NewVisit
from app.archive.preparing import Prepared, page_kind, to_timestamp

_CONTENT = ("document", "resource")


@dataclass(frozen=True, slots=True)
class Version:
    """What later captures of a page are compared with."""

    seq: int
    id: str
    status: int
    type: str
    length: int
    digest: str
    location: str
    title: str
    title_source: str

    @property
    def batch(self) -> str:
        return self.id.partition("-")[0]


class Indexer:
    """Writes rows; the caller owns the transaction."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    # Serial numbers and ends are asked of the database each time: a rolled-back transaction leaves no stale memory.

    def next_serial(self, batch: str) -> int:
        row = self._db.execute("SELECT max(serial) FROM captures WHERE batch = ?", (batch,)).fetchone()
        return (row[0] or 0) + 1

    def free_serial(self, batch: str, wanted: int | None) -> int:
        """The serial number a record carries, or the next one when it carries none or a copy of it is there already."""
        if (
            wanted is None
            or self._db.execute("SELECT 1 FROM captures WHERE batch = ? AND serial = ?", (batch, wanted)).fetchone()
        ):
            return self.next_serial(batch)
        return wanted

    def ends_of(self, batch: str) -> dict[int, int]:
        """Indexed end of each file of a batch."""
        return dict(self._db.execute("SELECT file, end FROM files WHERE batch = ?", (batch,)).fetchall())

    def record_ending_at(self, batch: str, file: int, end: int) -> int | None:
        """Offset of the record that ends there, as far as it is indexed."""
        row = self._db.execute(
            "SELECT offset FROM captures WHERE batch = ? AND file = ? AND end = ?", (batch, file, end)
        ).fetchone()
        return row[0] if row else None

    def all_ends(self) -> dict[tuple[str, int], int]:
        return {(b, f): end for b, f, end in self._db.execute("SELECT batch, file, end FROM files")}

    def version_before(self, url: str, when: datetime) -> Version | None:
        """The newest version of an address that is not later than a moment."""
        return self._one(
            "page_id = (SELECT page_id FROM pages WHERE url = ?) AND kind = 'version' AND date <= ? "
            "ORDER BY date DESC, seq DESC LIMIT 1",
            (url, to_timestamp(when)),
        )

    def version(self, id: str) -> Version | None:
        key = batches.parse_id(id)
        return self._one("batch = ? AND serial = ? AND kind = 'version'", key) if key else None

    def _one(self, where: str, values: tuple[object, ...]) -> Version | None:
        row = self._db.execute(
            "SELECT seq, batch, serial, status, type, length, digest, location, title, title_source "
            f"FROM captures WHERE {where}",
            values,
        ).fetchone()
        return Version(row[0], batches.format_id(row[1], row[2]), *row[3:]) if row else None

    def skip(self, batch: str, file: int, end: int) -> None:
        """Pass over a record that cannot be indexed; it stays in its batch, where `verify` names it."""
        self._db.execute("INSERT OR REPLACE INTO files VALUES (?, ?, ?)", (batch, file, end))

    def add_version(self, ready: Prepared, batch: str, serial: int, file: int, offset: int, end: int) -> Capture:
        new, date = ready.new, to_timestamp(ready.new.date)
        page = self._page(new.url)
        capture = Capture(
            seq=0, id=batches.format_id(batch, serial), url=new.url,
            origin=new.origin, date=_exact(new.date), ip=new.ip,
            status=ready.status, type=ready.type, length=ready.length, digest=ready.digest, kind="version", base=None,
            title=ready.title, title_source=ready.title_source, file=batches.relative_path(batch, file),
            offset=offset, end=end, crawl=new.crawl,
        )  # fmt: skip
        seq = self._insert(capture, page, batch, serial, file, ready.location, None)
        self._db.execute(
            "INSERT OR IGNORE INTO documents VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            tuple(_clean(value) for value in (
                ready.digest, ready.format, ready.title, ready.title_source, ready.author, ready.date, ready.language,
                json.dumps(ready.warnings, ensure_ascii=False),
            )),
        )  # fmt: skip
        self._db.executemany(
            "INSERT INTO links VALUES (?, ?, ?, ?, ?, ?)",
            [(seq, n, _clean(x.url), x.element, _clean(x.text), x.embed) for n, x in enumerate(ready.links)],
        )
        self._update_page(page, capture, ready.kind, seq, date)
        return replace(capture, seq=seq)

    def add_visit(
        self, visit: NewVisit, base: Version, batch: str, serial: int, file: int, offset: int, end: int
    ) -> Capture:
        page = self._page(visit.url)
        capture = Capture(
            seq=0, id=batches.format_id(batch, serial), url=visit.url, origin=visit.origin, date=_exact(visit.date),
            ip=visit.ip, status=base.status, type=base.type, length=base.length, digest=base.digest, kind="visit",
            base=base.id, title=base.title, title_source=base.title_source,
            file=batches.relative_path(batch, file), offset=offset, end=end, crawl=visit.crawl,
        )  # fmt: skip
        seq = self._insert(capture, page, batch, serial, file, base.location, base.seq)
        self._update_page(page, capture, None, seq, to_timestamp(visit.date))
        return replace(capture, seq=seq)

    def _insert(
        self, c: Capture, page: int, batch: str, serial: int, file: int, location: str, base: int | None
    ) -> int:
        cursor = self._db.execute(
            "INSERT INTO captures (batch, serial, page_id, origin, date, ip, status, type, length, digest, location, "
            "kind, base, title, title_source, file, offset, end, crawl) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (batch, serial, page, c.origin, to_timestamp(c.date), c.ip, c.status, c.type, c.length, c.digest,
             _clean(location), c.kind, base, _clean(c.title), c.title_source, file, c.offset, c.end, c.crawl),
        )  # fmt: skip
        self._db.execute("INSERT OR REPLACE INTO files VALUES (?, ?, ?)", (batch, file, c.end))
        return int(cursor.lastrowid or 0)

    def _page(self, url: str) -> int:
        """The row of an address, made when it is new (counted nowhere until its first version is known)."""
        row = self._db.execute("SELECT page_id FROM pages WHERE url = ?", (url,)).fetchone()
        if row:
            return int(row[0])
        site, site_url, names, name = addresses.place(url)
        folder = self._folder(0, site, site_url)
        address, above = site_url, [folder]
        for part in names:
            address += f"{part}/"
            folder = self._folder(folder, part, address)
            above.append(folder)
        cursor = self._db.execute(
            "INSERT INTO pages (folder_id, url, name, kind, title, title_source, label, type, status, length, "
            "versions, visits, first, last, changed) VALUES (?, ?, ?, '', '', '', ?, '', 0, 0, 0, 0, ?, ?, 0)",
            (folder, url, _clean(name), _clean(name), 1 << 60, -(1 << 60)),
        )
        self._db.executemany("UPDATE folders SET pages = pages + 1 WHERE folder_id = ?", [(f,) for f in above])
        return int(cursor.lastrowid or 0)

    def _folder(self, parent: int, name: str, url: str) -> int:
        found = self._db.execute(
            "SELECT folder_id FROM folders WHERE coalesce(parent_id, 0) = ? AND name = ?",
            (parent, _clean(name)),
        ).fetchone()
        if found:
            return int(found[0])
        cursor = self._db.execute(
            "INSERT INTO folders (parent_id, name, url) VALUES (?, ?, ?)",
            (parent or None, _clean(name), _clean(url)),
        )
        return int(cursor.lastrowid or 0)

    def _update_page(self, page: int, c: Capture, kind: str | None, seq: int, date: int) -> None:
        """Bring the page's row up to date. Title, type and length are those of the newest version with content;
        the status is always the newest, so a page that is gone, or now redirects, still shows what it was."""
        row = self._db.execute(
            "SELECT kind, versions, visits, first, last, folder_id, name FROM pages WHERE page_id = ?",
            (page,),
        ).fetchone()
        old_kind, versions, visits, first, last, folder, name = row
        version = c.kind == "version"
        newest = date >= last
        self._db.execute(
            "UPDATE pages SET versions = ?, visits = ?, first = ?, last = ?, changed = ?, status = iif(?, ?, status) "
            "WHERE page_id = ?",
            (
                versions + version,
                visits + (not version),
                min(first, date),
                max(last, date),
                seq,
                newest,
                c.status,
                page,
            ),
        )
        shown = kind or page_kind(c.status, c.type, "", c.url)
        good, was_good = shown in _CONTENT, old_kind in _CONTENT
        better = not old_kind or (newest and good >= was_good) or (good and not was_good)
        if not version and old_kind:
            return
        if better:
            self._db.execute(
                "UPDATE pages SET kind = ?, title = ?, title_source = ?, label = ?, type = ?, length = ? "
                "WHERE page_id = ?",
                (shown, _clean(c.title), c.title_source, _clean(c.title) or name, c.type, c.length, page),
            )
            step = (shown == "document") - (old_kind == "document")
            if step:
                self._count_document(folder, step)

    def _count_document(self, folder: int, step: int) -> None:
        self._db.execute(
            "WITH RECURSIVE above(id) AS (SELECT ? UNION ALL SELECT parent_id FROM folders, above "
            "WHERE folder_id = above.id AND parent_id IS NOT NULL) "
            "UPDATE folders SET documents = documents + ? WHERE folder_id IN (SELECT id FROM above)",
            (folder, step),
        )


def _exact(when: datetime) -> datetime:
    """The moment as a record can hold it: UTC, whole seconds."""
    return when.astimezone(UTC).replace(microsecond=0)


def _clean(text: str) -> str:
    """Text that SQLite can hold: no lone surrogates."""
    return text.encode("utf-8", "replace").decode("utf-8")
