"""Tables of index.sqlite, and how its connections are opened."""

from __future__ import annotations

import sqlite3
from pathlib import Path

VERSION = 1

SCHEMA = """
CREATE TABLE folders (
    folder_id INTEGER PRIMARY KEY,
    parent_id INTEGER REFERENCES folders,
    name TEXT NOT NULL,
    url TEXT NOT NULL,
    documents INTEGER NOT NULL DEFAULT 0,
    pages INTEGER NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX folders_by_name ON folders (coalesce(parent_id, 0), name);

CREATE TABLE pages (
    page_id INTEGER PRIMARY KEY,
    folder_id INTEGER NOT NULL REFERENCES folders,
    url TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    title TEXT NOT NULL,
    title_source TEXT NOT NULL,
    label TEXT NOT NULL,
    type TEXT NOT NULL,
    status INTEGER NOT NULL,
    length INTEGER NOT NULL,
    versions INTEGER NOT NULL,
    visits INTEGER NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    changed INTEGER NOT NULL
);
CREATE INDEX pages_in_folder ON pages (folder_id, name, page_id);
CREATE INDEX pages_by_title ON pages (folder_id, label COLLATE NOCASE, page_id);  -- the order of the tree
CREATE INDEX pages_by_change ON pages (changed);

CREATE TABLE captures (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    batch TEXT NOT NULL,
    serial INTEGER NOT NULL,
    page_id INTEGER NOT NULL REFERENCES pages,
    origin TEXT,
    date INTEGER NOT NULL,
    ip TEXT,
    status INTEGER NOT NULL,
    type TEXT NOT NULL,
    length INTEGER NOT NULL,
    digest TEXT NOT NULL,
    location TEXT NOT NULL,
    kind TEXT NOT NULL,
    base INTEGER,
    title TEXT NOT NULL,
    title_source TEXT NOT NULL,
    file INTEGER NOT NULL,
    offset INTEGER NOT NULL,
    end INTEGER NOT NULL,
    crawl TEXT,
    UNIQUE (batch, serial)
);
CREATE INDEX captures_of_page ON captures (page_id, date, seq);
CREATE INDEX captures_of_crawl ON captures (crawl, seq) WHERE crawl IS NOT NULL;

CREATE TABLE documents (
    digest TEXT PRIMARY KEY,
    format TEXT NOT NULL,
    title TEXT NOT NULL,
    title_source TEXT NOT NULL,
    author TEXT NOT NULL,
    date TEXT NOT NULL,
    language TEXT NOT NULL,
    warnings TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE links (
    capture INTEGER NOT NULL REFERENCES captures,
    number INTEGER NOT NULL,
    url TEXT NOT NULL,
    element TEXT NOT NULL,
    text TEXT NOT NULL,
    embed INTEGER NOT NULL,
    PRIMARY KEY (capture, number)
) WITHOUT ROWID;

-- How far each batch file has been indexed; what lies beyond is read again when the archive is opened for writing.
CREATE TABLE files (
    batch TEXT NOT NULL,
    file INTEGER NOT NULL,
    end INTEGER NOT NULL,
    PRIMARY KEY (batch, file)
) WITHOUT ROWID;
"""


def connect_writer(path: Path) -> sqlite3.Connection:
    """A connection that may write, with the schema in place; transactions are begun by hand."""
    connection = sqlite3.connect(path, isolation_level=None, timeout=30, check_same_thread=False)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")  # a lost last transaction is rebuilt from the batches
        connection.execute("PRAGMA foreign_keys = OFF")
        if connection.execute("PRAGMA user_version").fetchone()[0] == 0:
            connection.executescript(f"BEGIN; {SCHEMA} PRAGMA user_version = {VERSION}; COMMIT;")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def connect_reader(path: Path) -> sqlite3.Connection:
    """A read-only connection; works in a folder that may not be written, too."""
    uri = path.absolute().as_uri()
    connection = sqlite3.connect(f"{uri}?mode=ro", uri=True, isolation_level=None, timeout=30, check_same_thread=False)
    try:
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.OperationalError:
        # WAL wants to create a file beside the database; on read-only media nobody else can be writing.
        connection.close()
        connection = sqlite3.connect(f"{uri}?immutable=1", uri=True, isolation_level=None, check_same_thread=False)
    except sqlite3.DatabaseError:
        connection.close()
        raise
    return connection
