"""crawl.sqlite: its tables, and how connections to it are opened.

Losing the file loses no page: the archive's batches are the truth, this is the memory of what was still to do.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from app.errors import StorageFailed

VERSION = 1

SCHEMA = """
CREATE TABLE jobs (
    number INTEGER PRIMARY KEY,
    job_id TEXT NOT NULL UNIQUE,
    settings TEXT NOT NULL,
    state TEXT NOT NULL,
    started REAL NOT NULL,
    updated REAL NOT NULL,
    pages INTEGER NOT NULL DEFAULT 0,
    versions INTEGER NOT NULL DEFAULT 0,
    visits INTEGER NOT NULL DEFAULT 0,
    errors INTEGER NOT NULL DEFAULT 0,
    refused INTEGER NOT NULL DEFAULT 0,
    bytes INTEGER NOT NULL DEFAULT 0,
    seconds REAL NOT NULL DEFAULT 0,
    queued INTEGER NOT NULL DEFAULT 0,
    limit_reached TEXT NOT NULL DEFAULT ''
);
CREATE TABLE hosts (
    number INTEGER PRIMARY KEY,
    job INTEGER NOT NULL REFERENCES jobs,
    name TEXT NOT NULL,
    queued INTEGER NOT NULL DEFAULT 0,
    done INTEGER NOT NULL DEFAULT 0,
    errors INTEGER NOT NULL DEFAULT 0,
    UNIQUE (job, name)
);
CREATE INDEX hosts_waiting ON hosts (job, number) WHERE queued > 0;
CREATE INDEX hosts_busiest ON hosts (job, done);
CREATE TABLE urls (
    number INTEGER PRIMARY KEY,
    job INTEGER NOT NULL REFERENCES jobs,
    key BLOB NOT NULL,
    url TEXT NOT NULL,
    host INTEGER NOT NULL REFERENCES hosts,
    depth INTEGER NOT NULL,
    level INTEGER NOT NULL,
    referrer INTEGER,
    origin TEXT,
    hops INTEGER NOT NULL,
    chain INTEGER NOT NULL,
    state INTEGER NOT NULL
);
CREATE UNIQUE INDEX urls_by_key ON urls (job, key);
CREATE INDEX urls_queued ON urls (host, depth, number) WHERE state = 0;
CREATE INDEX urls_in_flight ON urls (job) WHERE state = 1;
CREATE TABLE patterns (
    job INTEGER NOT NULL,
    pattern BLOB NOT NULL,
    used INTEGER NOT NULL,
    PRIMARY KEY (job, pattern)
) WITHOUT ROWID;
CREATE TABLE log (
    number INTEGER PRIMARY KEY,
    job INTEGER NOT NULL REFERENCES jobs,
    time REAL NOT NULL,
    url TEXT NOT NULL,
    kind TEXT NOT NULL,
    reason TEXT NOT NULL,
    detail TEXT NOT NULL,
    referrer TEXT NOT NULL
);
CREATE INDEX log_of_job ON log (job, number);
CREATE INDEX log_of_trouble ON log (job, number) WHERE kind IN ('refused', 'error');
CREATE TABLE reasons (
    job INTEGER NOT NULL,
    reason TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (job, reason)
) WITHOUT ROWID;
"""

# states of a row in urls
QUEUED, IN_FLIGHT, DONE, FAILED, REFUSED, OUTSIDE = range(6)
"""OUTSIDE: refused when it was found (scope, depth …); another page may yet lead to it in an acceptable way.
REFUSED: for good (robots.txt, a limit, its size)."""


def connect(path: Path) -> sqlite3.Connection:
    """For one thread. WAL, so that reading never waits for the crawl; after a power cut the newest transactions
    may be missing, never a half one, and resuming repairs that from the archive."""
    try:
        db = sqlite3.connect(path, isolation_level=None, timeout=30.0)
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = NORMAL")
        db.execute("PRAGMA temp_store = MEMORY")
        if db.execute("PRAGMA user_version").fetchone()[0] == 0:
            _create(db)
    except sqlite3.Error as error:
        raise StorageFailed(path=path, detail=str(error)) from error
    return db


def _create(db: sqlite3.Connection) -> None:
    db.execute("BEGIN IMMEDIATE")
    # another connection may have been faster
    if db.execute("PRAGMA user_version").fetchone()[0] == 0:
        for statement in SCHEMA.split(";"):
            if statement.strip():
                db.execute(statement)
        db.execute(f"PRAGMA user_version = {VERSION}")
    db.execute("COMMIT")
