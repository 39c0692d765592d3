"""Figures of a whole archive; a few passes over the index, about a second for a million captures."""

from __future__ import annotations

import sqlite3
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

from app.archive import batches
from app.archive.index import rows, seen
from app.archive.model import BatchInfo, LostFile, Statistics

_BATCHES = (
    "SELECT batch, count(*), sum(base IS NULL), min(date), max(date), sum(iif(base IS NULL, length, 0)) "
    "FROM captures GROUP BY batch ORDER BY batch"
)
_LANGUAGES = "SELECT language, count(*) FROM captures WHERE base IS NULL GROUP BY language ORDER BY 2 DESC"


def gather(db: sqlite3.Connection, archive: Path) -> Statistics:
    """Count everything the index knows; `stored_bytes` is the size of the batch files."""

    def table(sql: str) -> dict[Any, int]:
        return dict(db.execute(sql).fetchall())

    def number(sql: str) -> int:
        return int(db.execute(sql).fetchone()[0])

    counted = db.execute(_BATCHES).fetchall()
    listed = _with_files(counted, archive)
    dated = [batch for batch in listed if batch.first and batch.last]
    return Statistics(
        pages=number("SELECT count(*) FROM pages"),
        documents=number("SELECT count(*) FROM pages WHERE kind = 'document'"),
        versions=sum(batch.versions for batch in listed),
        visits=sum(batch.visits for batch in listed),
        hosts=number("SELECT count(*) FROM folders WHERE parent_id IS NULL AND name NOT LIKE '%:'"),
        stored_bytes=sum(batch.bytes for batch in listed),
        body_bytes=sum(row[5] for row in counted),
        first=min((batch.first for batch in dated if batch.first), default=None),
        last=max((batch.last for batch in dated if batch.last), default=None),
        by_type=table("SELECT type, count(*) FROM pages GROUP BY type ORDER BY 2 DESC"),
        by_status=table("SELECT status, count(*) FROM pages GROUP BY status ORDER BY 2 DESC"),
        by_host=table(
            "SELECT name, pages FROM folders WHERE parent_id IS NULL AND name NOT LIKE '%:' ORDER BY 2 DESC"
        ),
        by_batch={row[0]: row[1] for row in counted},
        by_language=table(_LANGUAGES),
        growth=[(f"{b.batch[:4]}-{b.batch[4:]}", b.versions, b.visits, b.bytes) for b in listed],
        batches=listed,
        url_index=seen.look(archive, db),
        lost=lost_files(db, archive),
    )


def lost_files(db: sqlite3.Connection, archive: Path) -> list[LostFile]:
    """The batch files that are gone or cut, with what is lost by that; nothing is read but names and sizes."""
    ends = {(batch, file): end for batch, file, end in db.execute("SELECT batch, file, end FROM files")}
    lost = []
    for batch, file in sorted(batches.shortened(archive, ends)):
        path, size = batches.file_path(archive, batch, file), 0
        with suppress(OSError):
            size = path.stat().st_size
        captures, versions = db.execute(
            "SELECT count(*), coalesce(sum(base IS NULL), 0) FROM captures WHERE batch = ? AND file = ? AND end > ?",
            (batch, file, size),
        ).fetchone()
        lost.append(LostFile(batches.relative_path(batch, file), not path.exists(), captures, versions))
    return lost


def batch_list(db: sqlite3.Connection, archive: Path) -> list[BatchInfo]:
    """The batches of an archive, oldest first."""
    return _with_files(db.execute(_BATCHES).fetchall(), archive)


def _with_files(counted: list[tuple[Any, ...]], archive: Path) -> list[BatchInfo]:
    """Also batches of which only files are there, or only rows."""
    files: Counter[str] = Counter()
    sizes: Counter[str] = Counter()
    for batch, _, path in batches.existing_files(archive):
        with suppress(OSError):
            sizes[batch] += path.stat().st_size
            files[batch] += 1
    known = {row[0]: row for row in counted}
    listed = []
    for batch in sorted(known.keys() | files.keys()):
        _, count, versions, first, last, _ = known.get(batch, (batch, 0, 0, None, None, 0))
        listed.append(
            BatchInfo(
                batch,
                files[batch],
                versions,
                count - versions,
                sizes[batch],
                None if first is None else rows.moment(first),
                None if last is None else rows.moment(last),
            )
        )
    return listed
