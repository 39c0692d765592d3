"""Tables of index.sqlite, and how its connections are opened."""

from __future__ import annotations

import os
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app.archive.index import activity
from app.errors import ArchiveUnwritable, IndexDamaged, StorageFailed, StorageUnreadable, UserError
from app.messages import Message

# Databases of an archive may be a stranger's: other values than ours are fine, programs are not.

FOREIGN = Message("database-foreign")


def distrust(db: sqlite3.Connection) -> None:
    """sqlite3.Error where using the file would run a program that a stranger has written into it, which need not ever
    end. To be called before anything else is done with it."""
    db.execute("PRAGMA trusted_schema = OFF")
    programs = "type IN ('trigger', 'view') OR sql LIKE 'CREATE VIRTUAL%'"
    if db.execute(f"SELECT 1 FROM sqlite_master WHERE {programs}").fetchone():
        error = sqlite3.DatabaseError(FOREIGN)
        error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        raise error


VERSION = 4

PAGE_TABLES = """
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
    label TEXT NOT NULL AS (iif(title = '', name, title)),
    type TEXT NOT NULL,
    status INTEGER NOT NULL,
    length INTEGER NOT NULL,
    versions INTEGER NOT NULL,
    visits INTEGER NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    facets INTEGER NOT NULL REFERENCES facets
);
"""
"""What the tree shows; made once more for a moment of the past (past.py)."""

TABLES = f"""
{PAGE_TABLES}
-- What pages and versions can be chosen by, each combination once. year is "2019", unknown values are ''.
CREATE TABLE facets (
    facet_id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    format TEXT NOT NULL,
    language TEXT NOT NULL,
    year TEXT NOT NULL,
    author TEXT NOT NULL,
    issuer TEXT NOT NULL,
    UNIQUE (kind, format, language, year, author, issuer)
);

-- digest: SHA-256 of the decoded body. base: the version a visit confirms, always a version itself; type, length,
-- status and digest of a visit are its version's, its title is looked up there. full: 1 for a record with DATA of its
-- own (a version, or a visit written in full), 0 for one that names such a record of its batch, 2 for an incremental
-- one; builds: the capture whose record that one builds on. published: the date of the document itself, ISO 8601.
-- extracted: the edition of the extractor that read it (extractors/base/versions.py), 0 where it could not within its
-- limits, the negative edition that could not either when it was tried again. What was found in a version is NULL for
-- its visits.
CREATE TABLE captures (
    seq INTEGER PRIMARY KEY,
    batch TEXT NOT NULL,
    serial INTEGER NOT NULL,
    page_id INTEGER NOT NULL REFERENCES pages,
    origin TEXT,
    date INTEGER NOT NULL,
    ip TEXT,
    status INTEGER NOT NULL,
    type TEXT NOT NULL,
    length INTEGER NOT NULL,
    digest BLOB NOT NULL,
    location TEXT NOT NULL,
    kind TEXT NOT NULL AS (iif(base IS NULL, 'version', 'visit')),
    base INTEGER,
    full INTEGER NOT NULL,
    builds INTEGER,
    title TEXT NOT NULL,
    title_source TEXT NOT NULL,
    language TEXT,
    file INTEGER NOT NULL,
    offset INTEGER NOT NULL,
    end INTEGER NOT NULL,
    crawl TEXT,
    published TEXT,
    facets INTEGER REFERENCES facets,
    extracted INTEGER,
    UNIQUE (batch, serial)
);
CREATE INDEX captures_of_page ON captures (page_id, date, seq, base);
CREATE INDEX captures_built_on ON captures (builds) WHERE builds IS NOT NULL;

-- Where new bytes of incremental records stand that other pages may have, too: digest is the beginning of their
-- SHA-256, offset and length are those in the DATA of the record. At most two places each.
CREATE TABLE volumes (
    batch TEXT NOT NULL,
    digest BLOB NOT NULL,
    serial INTEGER NOT NULL,
    offset INTEGER NOT NULL,
    length INTEGER NOT NULL,
    PRIMARY KEY (batch, digest, serial)
) WITHOUT ROWID;

-- The links of a version as they were extracted when it was stored: zlib of a JSON list of [url, element, text, embed].
-- A version without a row was indexed from its record; its links are extracted when somebody asks for them.
CREATE TABLE links (
    capture INTEGER PRIMARY KEY REFERENCES captures,
    rows BLOB NOT NULL
);

-- What the filter of addresses on disk (seen.py) knows: every url up to page `upto`.
CREATE TABLE seen (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    kind TEXT NOT NULL,
    capacity INTEGER NOT NULL,
    marked INTEGER NOT NULL,
    upto INTEGER NOT NULL,
    crc INTEGER
);

-- How far each batch file has been indexed; what lies beyond is read again when the archive is opened for writing.
CREATE TABLE files (
    batch TEXT NOT NULL,
    file INTEGER NOT NULL,
    end INTEGER NOT NULL,
    PRIMARY KEY (batch, file)
) WITHOUT ROWID;
"""

PAGE_ORDERS = """
CREATE INDEX pages_in_folder ON pages (folder_id, name, page_id);
CREATE INDEX pages_by_title ON pages (folder_id, label COLLATE NOCASE, page_id);  -- the order of the tree
CREATE INDEX pages_by_change ON pages (changed);
CREATE INDEX pages_by_facets ON pages (facets, folder_id);
"""

ORDERS = f"""
{PAGE_ORDERS}
CREATE INDEX captures_of_crawl ON captures (crawl, seq) WHERE crawl IS NOT NULL;
"""
"""What only readers need; a rebuild makes it last, when it costs least."""

ANSWERED = "base IS NULL AND length > 0 AND status BETWEEN 200 AND 299"
"""The condition of the index captures_by_digest. A query has to repeat it word for word, or SQLite does not use
that."""

DIGESTS = (
    f"CREATE INDEX IF NOT EXISTS captures_by_digest ON captures (digest, page_id, length) WHERE {ANSWERED};"
)
"""Which captures have the same body. Indexes of before get it when they are next opened for writing."""


def connect_writer(path: Path) -> sqlite3.Connection:
    """A connection that may write, with the schema in place; transactions are begun by hand."""
    connection = sqlite3.connect(path, isolation_level=None, timeout=30, check_same_thread=False)
    try:
        distrust(connection)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(
            "PRAGMA synchronous = NORMAL"
        )  # a lost last transaction is rebuilt from the batches
        connection.execute("PRAGMA foreign_keys = OFF")
        if version_of(connection) == 0:
            connection.executescript(f"BEGIN; {TABLES} {ORDERS} PRAGMA user_version = {VERSION}; COMMIT;")
        if version_of(connection) == VERSION:
            if not identity_of(connection):
                connection.execute(f"PRAGMA application_id = {_new_identity()}")
            connection.execute(DIGESTS)
            activity.bring_up_to_date(connection)
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def connect_builder(path: Path) -> sqlite3.Connection:
    """A new index, seen by nobody else, that need not survive a crash."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        for setting in (
            "journal_mode = MEMORY",
            "synchronous = OFF",
            "locking_mode = EXCLUSIVE",
            "cache_size = -65536",
        ):
            connection.execute(f"PRAGMA {setting}")
        connection.executescript(f"{TABLES}{activity.TABLE} PRAGMA application_id = {_new_identity()};")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def finish_builder(connection: sqlite3.Connection) -> None:
    """Make a built index what `connect_writer` makes of an empty file, and close it."""
    try:
        connection.executescript(f"{ORDERS} {DIGESTS} PRAGMA user_version = {VERSION};")
        connection.execute("PRAGMA locking_mode = NORMAL")
        connection.execute("PRAGMA journal_mode = WAL")
    finally:
        connection.close()


def connect_reader(path: Path) -> sqlite3.Connection:
    """A read-only connection; works in a folder that may not be written, too. sqlite3.Error; ArchiveUnwritable when the
    newest of the index still stands in a log that only a connection that may write can read."""
    uri = path.absolute().as_uri()
    connection = sqlite3.connect(
        f"{uri}?mode=ro", uri=True, isolation_level=None, timeout=30, check_same_thread=False
    )
    try:
        distrust(connection)
    except sqlite3.OperationalError:
        # WAL wants to create a file beside the database; on read-only media nobody else can be writing.
        connection.close()
        log = path.with_name(f"{path.name}-wal")
        if log.exists() and log.stat().st_size and not os.access(path.parent, os.W_OK):
            raise ArchiveUnwritable(archive=path.parent) from None
        connection = sqlite3.connect(
            f"{uri}?immutable=1", uri=True, isolation_level=None, check_same_thread=False
        )
        try:
            distrust(connection)
        except sqlite3.Error:
            connection.close()
            raise
    except UnicodeDecodeError:  # what SQLite says of a damaged schema quotes it
        connection.close()
        raise _schema_damage() from None
    except sqlite3.DatabaseError:
        connection.close()
        raise
    return connection


def version_of(connection: sqlite3.Connection) -> int:
    """Version of the index behind a connection; 0 for an empty file."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def identity_of(connection: sqlite3.Connection, name: str = "main") -> int:
    """A number that an index has and one made anew has not: caches that go by the numbers of its rows remember it. 0 in
    an index that nobody opened for writing since there is such a number."""
    return int(connection.execute(f"PRAGMA {name}.application_id").fetchone()[0])


def note_reread(connection: sqlite3.Connection) -> None:
    """Note, in a transaction, that what rows of captures say was changed: who has taken them over does so once more."""
    connection.execute("CREATE TABLE IF NOT EXISTS rereads (one INTEGER PRIMARY KEY, times INTEGER NOT NULL)")
    connection.execute("INSERT INTO rereads VALUES (1, 1) ON CONFLICT (one) DO UPDATE SET times = times + 1")


def rereads_of(connection: sqlite3.Connection) -> int:
    """How often that was noted."""
    if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'rereads'").fetchone():
        return 0
    return int(connection.execute("SELECT times FROM rereads").fetchone()[0])


def _new_identity() -> int:
    return secrets.randbits(30) + 1


def check_ends(connection: sqlite3.Connection) -> None:
    """Read the last row of each large table: finds an index that was cut, not every damage. sqlite3.DatabaseError."""
    try:
        for table, key in (
            ("captures", "seq"),
            ("pages", "page_id"),
            ("folders", "folder_id"),
            ("links", "capture"),
        ):
            connection.execute(f"SELECT * FROM {table} ORDER BY {key} DESC LIMIT 1").fetchone()
    except UnicodeDecodeError:
        raise _schema_damage() from None


def _schema_damage() -> sqlite3.DatabaseError:
    """The error in place of the module's own, which cannot quote SQLite on a schema that is no text."""
    error = sqlite3.DatabaseError("its schema is damaged")
    error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
    return error


def is_damage(error: sqlite3.Error) -> bool:
    """Whether an error means that the file is no index (any more): it is broken, or has not our tables."""
    code = getattr(error, "sqlite_errorcode", None)
    if code is None:  # not SQLite but its module says that a value is no text
        return "decode" in str(error)
    return code & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)


def refused(archive: Path, error: sqlite3.Error) -> UserError:
    """The error for a person when the index of an archive refuses: it is damaged, or the disk is the reason."""
    if is_damage(error):
        return IndexDamaged(archive=archive, detail=Message("index-unreadable", detail=error))
    return StorageFailed(path=archive / "index.sqlite", detail=str(error))


@contextmanager
def reading_index(archive: Path) -> Iterator[None]:
    """Within the block, what an index raises that can be opened and not be read: IndexDamaged, or StorageUnreadable
    when the disk is the reason."""
    try:
        yield
    except sqlite3.Error as error:
        if is_damage(error):
            raise refused(archive, error) from error
        raise StorageUnreadable(path=archive / "index.sqlite", detail=str(error)) from error
