"""Figures of a whole archive."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

from app.archive import batches, rows
from app.archive.model import Statistics


def gather(db: sqlite3.Connection, archive: Path) -> Statistics:
    """Count everything the index knows; `stored_bytes` is the size of the batch files."""

    def table(sql: str) -> dict[Any, int]:
        return dict(db.execute(sql).fetchall())

    def number(sql: str) -> int:
        return int(db.execute(sql).fetchone()[0])

    kinds = table("SELECT kind, count(*) FROM captures GROUP BY kind")
    first, last = db.execute("SELECT min(date), max(date) FROM captures").fetchone()
    return Statistics(
        pages=number("SELECT count(*) FROM pages"),
        documents=number("SELECT count(*) FROM pages WHERE kind = 'document'"),
        versions=kinds.get("version", 0),
        visits=kinds.get("visit", 0),
        hosts=number("SELECT count(*) FROM folders WHERE parent_id IS NULL"),
        stored_bytes=sum(path.stat().st_size for _, _, path in batches.existing_files(archive)),
        body_bytes=number("SELECT coalesce(sum(length), 0) FROM captures WHERE kind = 'version'"),
        first=None if first is None else rows.moment(first),
        last=None if last is None else rows.moment(last),
        by_type=table("SELECT type, count(*) FROM pages GROUP BY type ORDER BY 2 DESC"),
        by_status=table("SELECT status, count(*) FROM pages GROUP BY status ORDER BY 2 DESC"),
        by_host=table("SELECT name, pages FROM folders WHERE parent_id IS NULL ORDER BY 2 DESC"),
        by_batch=table("SELECT batch, count(*) FROM captures GROUP BY batch ORDER BY batch"),
    )
