"""How connections to crawl.sqlite are opened.

Losing the file loses no page: the archive's batches are the truth, this is the memory of what was still to do.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from app.archive.schema import is_damage
from app.archive.trusting import distrust
from app.crawl.schema import VERSION, prepare
from app.errors import StorageFailed

CACHE_KIB = 48 * 1024
"""For the frontier alone: its look-ups by key are spread over all of a large index."""


class CrawlsDamaged(StorageFailed):
    """crawl.sqlite is no such database (any more)."""

    template = (
        "The crawls of this archive cannot be used: {path} cannot be read ({detail}). The pages are not touched by "
        "that. Move the file away to begin new crawls; what old ones had still to do goes with it."
    )


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
    """A connection for a few questions; what the disk refuses becomes StorageFailed.

    An archive on a disk that cannot be written to has a history to read all the same; one of an earlier version is
    brought up to date in memory.
    """
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
