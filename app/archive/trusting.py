"""Databases that came with somebody's archive: they may hold other values than ours, but no programs."""

from __future__ import annotations

import sqlite3

FOREIGN = "it has triggers or views, which no database of this program has"


def distrust(db: sqlite3.Connection) -> None:
    """sqlite3.Error where using the file would run what somebody has written into it, which need not ever end. Before
    anything else is done with it."""
    db.execute("PRAGMA trusted_schema = OFF")
    programs = "type IN ('trigger', 'view') OR sql LIKE 'CREATE VIRTUAL%'"
    if db.execute(f"SELECT 1 FROM sqlite_master WHERE {programs}").fetchone():
        error = sqlite3.DatabaseError(FOREIGN)
        error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        raise error
