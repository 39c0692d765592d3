"""Whether the index is whole, and says the same in all its tables: what needs no record to be seen."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Callable, Iterator

from app.archive import batches
from app.archive.checking import Problem

NOTHING_THERE = "The index names a record here that is not there."
INDEX = "index.sqlite"

_MOST = 20  # damages of the database file that are named
_STEPS = 100_000  # of SQLite's machine between two questions whether to stop

# Each in one statement, so that a writer at work cannot come between the two sides of the comparison.
_OUTSIDE = (
    "SELECT c.batch, c.serial, c.file, c.offset FROM captures c LEFT JOIN files f USING (batch, file) "
    "WHERE f.end IS NULL OR c.end > f.end"
)
_MISCOUNTED = (
    "SELECT p.url, p.versions, p.visits, coalesce(c.versions, 0), coalesce(c.visits, 0) FROM pages p LEFT JOIN "
    "(SELECT page_id, sum(base IS NULL) AS versions, sum(base IS NOT NULL) AS visits FROM captures GROUP BY page_id) c "
    "USING (page_id) WHERE (p.versions, p.visits) IS NOT (c.versions, c.visits)"
)
# What tree.py makes of the captures of a page: content is that of the newest good version, all else that of all.
_MISDESCRIBED = (
    "SELECT p.url FROM pages p JOIN "
    "(SELECT page_id, min(date) AS first, max(date) AS last, max(seq) AS changed FROM captures GROUP BY page_id) c "
    "USING (page_id) JOIN captures v ON v.seq = (SELECT seq FROM captures WHERE page_id = p.page_id AND base IS NULL "
    "ORDER BY status BETWEEN 200 AND 299 DESC, date DESC, seq DESC LIMIT 1) "
    "JOIN captures n ON n.seq = "
    "(SELECT seq FROM captures WHERE page_id = p.page_id ORDER BY date DESC, seq DESC LIMIT 1) "
    "WHERE (p.title, p.title_source, p.type, p.length, p.facets, p.status, p.first, p.last, p.changed) "
    "IS NOT (v.title, v.title_source, v.type, v.length, v.facets, n.status, c.first, c.last, c.changed) "
    "OR (p.kind NOT IN ('redirect', 'error')) IS NOT (v.status BETWEEN 200 AND 299)"
)
# Each folder against what stands in it, which holds for all of the tree when it holds everywhere.
_MISADDED = (
    "SELECT url FROM (SELECT f.url, f.pages, f.documents, "
    "(SELECT count(*) FROM pages p WHERE p.folder_id = f.folder_id) + (SELECT coalesce(sum(pages), 0) FROM folders b "
    "WHERE coalesce(b.parent_id, 0) = f.folder_id) AS counted, "
    "(SELECT count(*) FROM pages p WHERE p.folder_id = f.folder_id AND p.kind = 'document') + (SELECT "
    "coalesce(sum(documents), 0) FROM folders b WHERE coalesce(b.parent_id, 0) = f.folder_id) AS readable "
    "FROM folders f) WHERE (pages, documents) IS NOT (counted, readable)"
)


def damages(db: sqlite3.Connection, cancelled: Callable[[], bool] | None = None) -> Iterator[Problem]:
    """What is broken in the database itself, as SQLite's own check tells; nothing when stopped on the way."""
    if cancelled is not None:
        db.set_progress_handler(lambda: int(cancelled()), _STEPS)
    try:
        for (found,) in db.execute(f"PRAGMA integrity_check({_MOST})").fetchall():
            if found != "ok":
                yield unreadable(" ".join(str(found).split()))
    except (sqlite3.Error, UnicodeDecodeError) as error:
        if getattr(error, "sqlite_errorcode", None) != sqlite3.SQLITE_INTERRUPT:
            yield unreadable(str(error))
    finally:
        db.set_progress_handler(None, 0)


def unreadable(detail: str, id: str = "") -> Problem:
    """The problem that the index, or its row of a record, cannot be read."""
    return Problem(
        INDEX, 0, id, f"The index cannot be read: {detail}. “tianwang reindex” makes it anew.", "index-unreadable"
    )


def contradictions(db: sqlite3.Connection) -> Iterator[Problem]:
    """Where pages, folders and captures do not tell the same, and captures for which there is no file."""
    try:
        yield from _contradictions(db)
    except sqlite3.DatabaseError as error:
        yield unreadable(str(error))


def _contradictions(db: sqlite3.Connection) -> Iterator[Problem]:
    named = set()
    for url, versions, visits, counted, confirmed in db.execute(_MISCOUNTED):
        named.add(url)
        yield Problem(
            INDEX, 0, "", f"The index counts {versions} versions and {visits} visits of {url}, and has {counted} and "
            f"{confirmed}. “tianwang reindex” makes it anew.", "index-page",
        )  # fmt: skip
    for capture, packed in db.execute("SELECT capture, rows FROM links"):
        try:
            zlib.decompress(packed)
        except (zlib.error, TypeError):
            yield unreadable(f"the links of its row {capture} are damaged")
    for url in (url for (url,) in db.execute(_MISDESCRIBED) if url not in named):
        yield Problem(
            INDEX, 0, "", f"The index shows {url} otherwise than its captures are. “tianwang reindex” makes it anew.",
            "index-page",
        )  # fmt: skip
    for (url,) in db.execute(_MISADDED):
        yield Problem(
            INDEX, 0, "", f"The index does not count the pages below {url} right. “tianwang reindex” makes it anew.",
            "index-folder",
        )  # fmt: skip
    for batch, serial, file, offset in db.execute(_OUTSIDE):
        name, id = batches.relative_path(batch, file), batches.format_id(batch, serial)
        yield Problem(name, offset, id, NOTHING_THERE, "index-without-record")
