"""The tables of crawl.sqlite, how a file of an earlier version becomes one of today's, and the form of its details.

A detail is what exactly decided about an address. It is kept as its English sentence, for people who read the
database; a message with arguments has a second line, its code and arguments as JSON.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from app.archive.index.schema import distrust, is_damage
from app.crawl.rules.url import dedupe_key, exact_key
from app.errors import StorageFailed
from app.messages import Message

# How connections to crawl.sqlite are opened.
#
# Losing the file loses no page: the archive's batches are the truth, this is the memory of what was still
# to do.

CACHE_KIB = 48 * 1024
"""For the frontier alone: its look-ups by key are spread over all of a large index."""


class CrawlsDamaged(StorageFailed):
    """crawl.sqlite is no such database (any more)."""

    code = "crawls-damaged"


def connect(path: Path, cache: int = 2048) -> sqlite3.Connection:
    """For one thread; `cache` in KiB. WAL, so that reading never waits for the crawl; after a power cut the newest
    transactions may be missing, never a half one, and resuming repairs that from the archive."""
    try:
        db = sqlite3.connect(path, isolation_level=None, timeout=30.0)
        try:
            distrust(db)
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = NORMAL")
            db.execute("PRAGMA temp_store = MEMORY")
            db.execute(f"PRAGMA cache_size = {-cache}")
            if cache > 2048:
                # pages of the large indexes are written over and over: fewer, longer checkpoints
                db.execute("PRAGMA wal_autocheckpoint = 4000")
            prepare(db)
        except BaseException:
            db.close()
            raise
    except sqlite3.Error as error:
        raise _refused(path, error) from error
    return db


@contextmanager
def opened(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection for a few questions; StorageFailed when the disk refuses. A crawl.sqlite on a disk that cannot be
    written to can be read all the same; one of an earlier version is brought up to date in memory."""
    try:
        with closing(_readable(path)) as db:
            yield db
    except sqlite3.Error as error:
        raise _refused(path, error) from error


def _refused(path: Path, error: sqlite3.Error) -> StorageFailed:
    kind = CrawlsDamaged if is_damage(error) else StorageFailed
    return kind(path=path, detail=str(error))


def _readable(path: Path) -> sqlite3.Connection:
    try:
        return connect(path)
    except StorageFailed:
        if not path.exists() or os.access(path, os.W_OK):
            raise
    db = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)
    try:
        distrust(db)
    except sqlite3.Error:
        db.close()
        raise
    if db.execute("PRAGMA user_version").fetchone()[0] == VERSION:
        return db
    with closing(db) as disk:
        copy = sqlite3.connect(":memory:", isolation_level=None)
        disk.backup(copy)
    prepare(copy)
    copy.execute("PRAGMA query_only = ON")
    return copy


VERSION = 8

# states of a row in urls
QUEUED, IN_FLIGHT, DONE, FAILED, REFUSED, OUTSIDE, PARKED = range(7)
"""OUTSIDE: refused when it was found (scope, depth …); another page may yet lead to it in an acceptable way.
REFUSED: for good (robots.txt, a limit, its size). PARKED: a suspected trap, kept and shown, not fetched."""
STATES = ("queued", "in-flight", "done", "failed", "refused", "outside", "parked")

# what the person wants of a host
NORMAL, HELD, SKIPPED = range(3)

_JOBS = """
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
    limit_reached TEXT NOT NULL DEFAULT '',
    plan INTEGER NOT NULL DEFAULT 0,
    name TEXT NOT NULL DEFAULT '',
    parked INTEGER NOT NULL DEFAULT 0,
    pending TEXT NOT NULL DEFAULT ''
);
CREATE TABLE hosts (
    number INTEGER PRIMARY KEY,
    job INTEGER NOT NULL REFERENCES jobs,
    name TEXT NOT NULL,
    queued INTEGER NOT NULL DEFAULT 0,
    done INTEGER NOT NULL DEFAULT 0,
    errors INTEGER NOT NULL DEFAULT 0,
    mode INTEGER NOT NULL DEFAULT 0,
    next_time REAL NOT NULL DEFAULT 0,
    delay REAL NOT NULL DEFAULT 0,
    turn REAL NOT NULL DEFAULT 0,
    relevance REAL NOT NULL DEFAULT 0,
    relevant INTEGER NOT NULL DEFAULT 0,
    UNIQUE (job, name)
);
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
    state INTEGER NOT NULL,
    score REAL NOT NULL DEFAULT 0,
    inlinks INTEGER NOT NULL DEFAULT 0,
    anchor TEXT NOT NULL DEFAULT '',
    guess INTEGER NOT NULL DEFAULT 0,
    raw TEXT NOT NULL DEFAULT '',
    off_site INTEGER NOT NULL DEFAULT 0,
    reason TEXT NOT NULL DEFAULT '',
    detail TEXT NOT NULL DEFAULT '',
    forced INTEGER NOT NULL DEFAULT 0,
    status INTEGER NOT NULL DEFAULT 0,
    relevance REAL NOT NULL DEFAULT 0,
    modified REAL NOT NULL DEFAULT 0,
    rank REAL NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX urls_by_key ON urls (job, key);
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
    referrer TEXT NOT NULL,
    status INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX log_of_job ON log (job, number);
CREATE INDEX log_of_trouble ON log (job, number) WHERE kind IN ('refused', 'error');
CREATE TABLE reasons (
    job INTEGER NOT NULL,
    reason TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (job, reason)
) WITHOUT ROWID
"""

# what version 1 had not: new tables and indexes
_NEW = """
CREATE INDEX hosts_waiting ON hosts (job, turn, number) WHERE queued > 0 AND mode = 0;
CREATE INDEX hosts_busiest ON hosts (job, done);
CREATE INDEX urls_queued ON urls (host, score DESC, number) WHERE state = 0;
CREATE INDEX urls_failed ON urls (job) WHERE state = 3;
CREATE INDEX urls_refused ON urls (job) WHERE state = 4;
CREATE INDEX urls_outside ON urls (job) WHERE state = 5;
CREATE INDEX urls_parked ON urls (job) WHERE state = 6;
CREATE INDEX urls_seeds ON urls (job) WHERE depth = 0 AND level = 0;
CREATE INDEX log_of_redirects ON log (job, number) WHERE kind = 'redirect';
CREATE INDEX log_redirected ON log (job, url) WHERE kind = 'redirect';
CREATE TABLE outcomes (
    job INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (job, outcome)
) WITHOUT ROWID;
CREATE TABLE prints (
    job INTEGER NOT NULL,
    print BLOB NOT NULL,
    used INTEGER NOT NULL,
    PRIMARY KEY (job, print)
) WITHOUT ROWID;
CREATE TABLE job_events (
    number INTEGER PRIMARY KEY,
    job INTEGER NOT NULL REFERENCES jobs,
    time REAL NOT NULL,
    text TEXT NOT NULL
);
CREATE INDEX job_events_of_job ON job_events (job, number);
CREATE TABLE plans (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    settings TEXT NOT NULL,
    schedule TEXT NOT NULL DEFAULT '',
    created REAL NOT NULL,
    last_run REAL,
    next_run REAL,
    last_job TEXT NOT NULL DEFAULT '',
    enabled INTEGER NOT NULL DEFAULT 1
)
"""

# from version 1. Why something was not taken stood in the log alone; the newest line of an address counts.
_FROM_1 = f"""
DROP INDEX hosts_waiting;
DROP INDEX hosts_busiest;
DROP INDEX urls_queued;
ALTER TABLE jobs ADD COLUMN plan INTEGER NOT NULL DEFAULT 0;
ALTER TABLE jobs ADD COLUMN name TEXT NOT NULL DEFAULT '';
ALTER TABLE jobs ADD COLUMN parked INTEGER NOT NULL DEFAULT 0;
ALTER TABLE jobs ADD COLUMN pending TEXT NOT NULL DEFAULT '';
ALTER TABLE hosts ADD COLUMN mode INTEGER NOT NULL DEFAULT 0;
ALTER TABLE hosts ADD COLUMN next_time REAL NOT NULL DEFAULT 0;
ALTER TABLE hosts ADD COLUMN delay REAL NOT NULL DEFAULT 0;
ALTER TABLE hosts ADD COLUMN turn REAL NOT NULL DEFAULT 0;
ALTER TABLE hosts ADD COLUMN relevance REAL NOT NULL DEFAULT 0;
ALTER TABLE hosts ADD COLUMN relevant INTEGER NOT NULL DEFAULT 0;
ALTER TABLE urls ADD COLUMN score REAL NOT NULL DEFAULT 0;
ALTER TABLE urls ADD COLUMN inlinks INTEGER NOT NULL DEFAULT 0;
ALTER TABLE urls ADD COLUMN anchor TEXT NOT NULL DEFAULT '';
ALTER TABLE urls ADD COLUMN guess INTEGER NOT NULL DEFAULT 0;
ALTER TABLE urls ADD COLUMN raw TEXT NOT NULL DEFAULT '';
ALTER TABLE urls ADD COLUMN off_site INTEGER NOT NULL DEFAULT 0;
ALTER TABLE urls ADD COLUMN reason TEXT NOT NULL DEFAULT '';
ALTER TABLE urls ADD COLUMN detail TEXT NOT NULL DEFAULT '';
ALTER TABLE urls ADD COLUMN forced INTEGER NOT NULL DEFAULT 0;
ALTER TABLE urls ADD COLUMN status INTEGER NOT NULL DEFAULT 0;
ALTER TABLE urls ADD COLUMN relevance REAL NOT NULL DEFAULT 0;
ALTER TABLE urls ADD COLUMN modified REAL NOT NULL DEFAULT 0;
ALTER TABLE log ADD COLUMN status INTEGER NOT NULL DEFAULT 0;
CREATE TEMP TABLE said (job INTEGER, url TEXT, reason TEXT, detail TEXT, PRIMARY KEY (job, url));
INSERT OR REPLACE INTO said
    SELECT job, url, reason, detail FROM log WHERE kind IN ('refused', 'error') ORDER BY number;
UPDATE urls SET score = -depth, inlinks = referrer IS NOT NULL;
UPDATE urls SET (reason, detail) = (
        SELECT said.reason, said.detail FROM said WHERE said.job = urls.job AND said.url = substr(urls.url, 1, 4000)
    )
    WHERE state IN ({FAILED}, {REFUSED}, {OUTSIDE})
    AND EXISTS (SELECT 1 FROM said WHERE said.job = urls.job AND said.url = substr(urls.url, 1, 4000));
UPDATE urls SET state = {PARKED} WHERE state = {OUTSIDE} AND reason = 'trap';
UPDATE urls SET state = {QUEUED} WHERE state = {IN_FLIGHT};
UPDATE hosts SET queued = (SELECT count(*) FROM urls WHERE host = hosts.number AND state = {QUEUED});
UPDATE jobs SET parked = (SELECT count(*) FROM urls WHERE job = jobs.number AND state = {PARKED});
DROP TABLE said
"""

# what version 2 had not: search forms, the words asked for, the words that pages have taught
_FORMS = """
CREATE TABLE forms (
    number INTEGER PRIMARY KEY,
    job INTEGER NOT NULL REFERENCES jobs,
    action TEXT NOT NULL,
    field TEXT NOT NULL,
    fixed TEXT NOT NULL,
    place INTEGER NOT NULL,
    charset TEXT NOT NULL,
    post INTEGER NOT NULL,
    page TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'open',
    UNIQUE (job, action, field, post)
);
CREATE TABLE form_words (
    form INTEGER NOT NULL REFERENCES forms,
    word TEXT NOT NULL,
    results INTEGER NOT NULL DEFAULT 1,
    found INTEGER NOT NULL DEFAULT 0,
    idle INTEGER NOT NULL DEFAULT 0,
    answered INTEGER NOT NULL DEFAULT 0,
    refused INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (form, word)
);
CREATE TABLE site_words (
    job INTEGER NOT NULL,
    word TEXT NOT NULL,
    pages INTEGER NOT NULL,
    times INTEGER NOT NULL,
    PRIMARY KEY (job, word)
) WITHOUT ROWID
"""

# what version 3 had not: what pages hand on to those that they link to
_RANKS = "ALTER TABLE urls ADD COLUMN rank REAL NOT NULL DEFAULT 0"

# what version 4 had not: main texts that were met under the addresses of a pattern
_SKETCHES = """
CREATE TABLE IF NOT EXISTS sketches (
    number INTEGER PRIMARY KEY,
    job INTEGER NOT NULL,
    pattern BLOB NOT NULL,
    sketch BLOB NOT NULL,
    url TEXT NOT NULL,
    used INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS sketches_of_pattern ON sketches (job, pattern)
"""

# what version 5 had not: addresses that other crawls ask for, and those that come from them
_SHARES = """
ALTER TABLE urls ADD COLUMN linked_from TEXT NOT NULL DEFAULT '';
CREATE TABLE shards (
    job INTEGER PRIMARY KEY,
    token TEXT NOT NULL,
    epoch INTEGER NOT NULL,
    last INTEGER NOT NULL
);
CREATE TABLE outbox (
    number INTEGER PRIMARY KEY,
    job INTEGER NOT NULL,
    key BLOB NOT NULL,
    message TEXT NOT NULL,
    node TEXT NOT NULL DEFAULT '',
    parcel INTEGER NOT NULL DEFAULT 0,
    sent INTEGER NOT NULL DEFAULT 0,
    UNIQUE (job, key)
);
CREATE INDEX outbox_waiting ON outbox (job, parcel, number) WHERE sent = 0;
CREATE TABLE inbox (
    job INTEGER NOT NULL,
    sender TEXT NOT NULL,
    number INTEGER NOT NULL,
    PRIMARY KEY (job, sender, number)
) WITHOUT ROWID
"""

# what version 6 had not: parcels that have arrived, packed, with the keys of what is in them; addresses that are passed
# on; targets of redirects of seeds that other crawls know of
_PARCELS = """
CREATE TABLE letters (
    number INTEGER PRIMARY KEY,
    job INTEGER NOT NULL,
    key BLOB NOT NULL,
    message TEXT NOT NULL,
    node TEXT NOT NULL DEFAULT '',
    parcel INTEGER NOT NULL DEFAULT 0,
    passing INTEGER NOT NULL DEFAULT 0,
    UNIQUE (job, key)
);
INSERT INTO letters (number, job, key, message, node, parcel)
    SELECT number, job, key, message, node, parcel * (1 - sent) FROM outbox;
DROP TABLE outbox;
ALTER TABLE letters RENAME TO outbox;
CREATE INDEX outbox_waiting ON outbox (job, parcel, number);
CREATE TABLE sent (
    job INTEGER NOT NULL,
    key BLOB NOT NULL,
    PRIMARY KEY (job, key)
) WITHOUT ROWID;
CREATE TABLE sent_parcels (
    number INTEGER PRIMARY KEY,
    job INTEGER NOT NULL,
    node TEXT NOT NULL,
    messages BLOB NOT NULL
);
CREATE TABLE widened (
    job INTEGER NOT NULL,
    url TEXT NOT NULL,
    origin TEXT NOT NULL,
    PRIMARY KEY (job, url)
) WITHOUT ROWID
"""

# what version 7 had not: other values of the fields of forms, options that are asked for in place of words
_CHOICES = """
ALTER TABLE forms ADD COLUMN choices TEXT NOT NULL DEFAULT '[]';
ALTER TABLE forms ADD COLUMN options TEXT NOT NULL DEFAULT '[]';
ALTER TABLE form_words RENAME TO asked_words;
CREATE TABLE form_words (
    form INTEGER NOT NULL REFERENCES forms,
    word TEXT NOT NULL,
    results INTEGER NOT NULL DEFAULT 1,
    found INTEGER NOT NULL DEFAULT 0,
    idle INTEGER NOT NULL DEFAULT 0,
    answered INTEGER NOT NULL DEFAULT 0,
    refused INTEGER NOT NULL DEFAULT 0,
    choice INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (form, word, choice)
);
INSERT INTO form_words (form, word, results, found, idle, answered, refused)
    SELECT form, word, results, found, idle, answered, refused FROM asked_words ORDER BY rowid;
DROP TABLE asked_words
"""

_COUNT_OUTCOMES = """
INSERT INTO outcomes SELECT job, kind, count(*) FROM log GROUP BY job, kind
"""


def prepare(db: sqlite3.Connection) -> None:
    """Make an empty file a crawl database, and one of version 1 one of today's, all in one transaction.

    Raises sqlite3.Error for a file of a later version, too.
    """
    version = _version(db)
    if version == VERSION:
        return
    if version > VERSION:
        raise sqlite3.DatabaseError(Message("crawls-newer", version=version))
    db.execute("BEGIN IMMEDIATE")
    try:
        # another connection may have been faster
        version = _version(db)
        if version == 0:
            _run(db, _JOBS)
            _run(db, _NEW)
        elif version == 1:
            _run(db, _FROM_1)
            _rekey(db)
            _run(db, _NEW)
            _run(db, _COUNT_OUTCOMES)
        if version < 3:
            _run(db, _FORMS)
        if 0 < version < 4:
            _run(db, _RANKS)
        _run(db, _SKETCHES)
        if version < 6:
            _run(db, _SHARES)
        if version < 7:
            _run(db, _PARCELS)
        if version < 8:
            _run(db, _CHOICES)
        db.execute(f"PRAGMA user_version = {VERSION}")
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def _rekey(db: sqlite3.Connection) -> None:
    """Version 1 knew fewer parameters that make no other page; the addresses it asked for need not be asked for
    again."""
    last = 0
    while rows := db.execute(
        "SELECT number, key, url FROM urls WHERE number > ? AND url GLOB 'http*[;(%?]*' ORDER BY number LIMIT 5000",
        (last,),
    ).fetchall():
        last = rows[-1][0]
        keys = [(dedupe_key(url), number) for number, key, url in rows if key != exact_key(url)]
        db.executemany("UPDATE OR IGNORE urls SET key = ? WHERE number = ?", keys)


def _version(db: sqlite3.Connection) -> int:
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def _run(db: sqlite3.Connection, script: str) -> None:
    for statement in script.split(";"):
        db.execute(statement)


_MOST = 1000  # characters


def kept_detail(detail: str) -> str:
    """A detail as it goes into the database."""
    sentence = detail[:_MOST].replace("\n", " ")
    if not isinstance(detail, Message) or not detail.arguments:
        return sentence
    packed = json.dumps(detail.packed(), ensure_ascii=False)
    return f"{sentence}\n{packed}" if len(packed) <= _MOST else sentence


def read_detail(text: str) -> str:
    """A detail out of the database: a message where it is known as one, else the sentence."""
    sentence, _, packed = text.partition("\n")
    if not packed:
        return sentence
    try:
        return Message.unpacked(json.loads(packed))
    except (ValueError, KeyError, TypeError, AttributeError, IndexError):
        return sentence  # of another version of this program
