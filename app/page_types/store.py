"""The cache of page types for writing, and for questions by versions: `page_types.sqlite` (`archive.index.page_types`)."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from app.archive import batches
from app.archive.cache import Cache
from app.archive.index.page_types import NAME, TABLES, VERSION
from app.archive.index.schema import identity_of
from app.archive.reader import ArchiveReader
from app.page_types.chosen import Choices
from extractors.base.types import PageType
from extractors.html.types.kinds import EDITION, KINDS

_SERIAL = 0xFFFFFFFF
_PIECE = 500


class Judged(NamedTuple):
    """A version by its key, with its page and moment in the index, and what it was found to be."""

    key: int
    page: int
    date: int
    seq: int
    type: PageType


def key_of(id: str) -> int:
    """The number of a version by its id; 0 for none."""
    parsed = batches.parse_id(id)
    return int(parsed[0]) << 32 | parsed[1] if parsed else 0


class Store(Cache):
    """The kinds of all versions of an archive, and of its pages."""

    NAME = NAME

    def of(self, key: int) -> PageType | None:
        """What a version was found to be, with reasons; None where that is not known."""
        try:
            row = self._row("SELECT type, confidence, reasons FROM versions WHERE key = ?", key)
            if row is None or row[0] not in KINDS:
                return None
            reasons = tuple((str(code), str(value)) for code, value in json.loads(row[2]))
            return PageType(row[0], float(row[1]), reasons)
        except (sqlite3.Error, ValueError, TypeError):
            return None

    def judged(self) -> Iterator[tuple[int, str]]:
        """All versions that were judged, by their keys, with their kinds. sqlite3.Error."""
        if self.db is not None:
            yield from self.db.execute("SELECT key, type FROM versions ORDER BY key")

    def read(self) -> dict[str, int]:
        """The serial number up to which each batch was read."""
        if self.db is None:
            return {}
        rows = self.db.execute("SELECT batch, upto FROM batches")
        return {str(batch): int(upto) for batch, upto in rows}

    def settle(self, reader: ArchiveReader, choices: Choices) -> None:
        """Make the cache one for the index and the choices as they are now; pages are judged anew only by another edition
        of the rules. sqlite3.Error, OSError."""
        assert self.db is not None
        row = self._row("SELECT edition, identity, page, url, chosen FROM about")
        if row is not None and row[0] != EDITION:
            self._in_one(
                "DELETE FROM versions", "DELETE FROM pages", "DELETE FROM batches", "DELETE FROM about"
            )
            row = None
        db = reader.connection
        known = db.execute("SELECT url FROM pages WHERE page_id = ?", (row[2],)).fetchone() if row else None
        same = row is not None and row[1] == identity_of(db) and (not row[2] or known == (row[3],))
        if not same:
            self._renumber(reader)
        if not same or row is None or row[4] != choices.digest:
            self._choose(reader, choices)

    def keep(
        self, judged: Sequence[Judged], read: dict[str, int], choices: Choices, urls: dict[int, str]
    ) -> None:
        """Write what was found and how far was read, together; `urls` are the addresses of the pages. sqlite3.Error."""
        with self._writing() as db:
            db.executemany(
                "INSERT OR REPLACE INTO versions VALUES (?, ?, ?, ?)",
                (
                    (
                        one.key,
                        one.type.name,
                        float(one.type.confidence),
                        json.dumps(one.type.reasons, ensure_ascii=False),
                    )
                    for one in judged
                ),
            )
            self._put((one.page, one.type.name, one.date, one.seq) for one in judged)
            self._apply({page: chosen.type for page, url in urls.items() if (chosen := choices.of(url))})
            db.executemany("INSERT OR REPLACE INTO batches VALUES (?, ?)", read.items())
            last = max(urls, default=0)
            db.execute("UPDATE about SET page = ?, url = ? WHERE page < ?", (last, urls.get(last, ""), last))

    def _put(self, rows: Iterable[tuple[int, str, int, int]]) -> None:
        assert self.db is not None
        self.db.executemany(
            "INSERT INTO pages VALUES (?1, ?2, ?2, ?3, ?4) ON CONFLICT (page_id) DO UPDATE SET type = ?2, judged = ?2, "
            "date = ?3, seq = ?4 WHERE (?3, ?4) >= (date, seq)",
            rows,
        )

    def _apply(self, chosen: dict[int, str]) -> None:
        assert self.db is not None
        self.db.executemany(
            "INSERT INTO pages VALUES (?1, ?2, '', 0, 0) ON CONFLICT (page_id) DO UPDATE SET type = ?2",
            chosen.items(),
        )

    def _renumber(self, reader: ArchiveReader) -> None:
        """Give the pages the numbers that the index has now."""
        assert self.db is not None
        index = reader.connection
        identity = identity_of(index)
        known: dict[str, dict[int, str]] = {}
        for key, kind in self.db.execute("SELECT key, type FROM versions ORDER BY key"):
            known.setdefault(f"{key >> 32:06}", {})[key & _SERIAL] = kind
        with self._writing() as db:
            db.execute("DELETE FROM pages")
            last = 0
            for batch, kinds in known.items():
                serials = list(kinds)
                for start in range(0, len(serials), _PIECE):
                    rows = index.execute(
                        "SELECT serial, page_id, date, seq FROM captures WHERE batch = ? "
                        "AND serial IN (SELECT value FROM json_each(?))",
                        (batch, json.dumps(serials[start : start + _PIECE])),
                    ).fetchall()
                    self._put((page, kinds[serial], date, seq) for serial, page, date, seq in rows)
                    last = max(last, *(row[1] for row in rows)) if rows else last
            url = (
                index.execute("SELECT url FROM pages WHERE page_id = ?", (last,)).fetchone() if last else None
            )
            db.execute("DELETE FROM about")
            about = (EDITION, identity, last, url[0] if url else "", "")
            db.execute("INSERT INTO about VALUES (1, ?, ?, ?, ?, ?)", about)

    def _choose(self, reader: ArchiveReader, choices: Choices) -> None:
        """Have the pages the kinds that persons chose, and no longer those that they took back."""
        assert self.db is not None
        urls: Collection[str] = list(choices.all)
        found = reader.connection.execute(
            "SELECT page_id, url FROM pages WHERE url IN (SELECT value FROM json_each(?))",
            (json.dumps(urls),),
        ).fetchall()
        with self._writing() as db:
            db.execute("DELETE FROM pages WHERE judged = ''")
            db.execute("UPDATE pages SET type = judged WHERE type <> judged")
            self._apply({page: choices.all[url].type for page, url in found})
            db.execute("UPDATE about SET chosen = ?", (choices.digest,))

    def _in_one(self, *statements: str) -> None:
        assert self.db is not None
        self.db.executescript(f"BEGIN IMMEDIATE; {'; '.join(statements)}; COMMIT;")

    def _begin(self, db: sqlite3.Connection) -> None:
        if db.execute("PRAGMA user_version").fetchone() == (0,):
            db.executescript(f"BEGIN IMMEDIATE; {TABLES} COMMIT;")

    def _check(self, db: sqlite3.Connection) -> None:
        if db.execute("PRAGMA user_version").fetchone() != (VERSION,):
            raise ValueError("of another version")
        for table in ("versions", "pages", "batches", "about"):
            db.execute(f"SELECT * FROM {table} LIMIT 1").fetchone()
