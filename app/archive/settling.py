"""The last part of a conversion: the batches and the index made beside the old ones take their places; and the view
from other programs.

Opening an archive finishes a conversion that was broken off here. A program that has it open sees from archive.json,
which comes last, that records stand elsewhere now and the index must be opened again.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import time
from contextlib import suppress
from pathlib import Path

from app.archive import batches
from app.archive.lock import WriteLock
from app.errors import ArchiveError, ArchiveLocked, StorageFailed
from app.messages import Message

FOLDER = ".converting"
READY = "ready"

_PATIENCE = 10.0  # seconds that putting everything in its place may take another program
_LOOK = 0.02

Making = tuple[int, int] | None


def making_of(archive: Path) -> Making:
    """A mark of the batches and the index together: a conversion leaves others."""
    try:  # no number of a file or folder: not all disks have lasting ones
        found = os.stat(os.path.join(archive, "archive.json"))  # noqa: PTH116, PTH118 - asked before each answer
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def is_unfinished(archive: Path) -> bool:
    """Whether a conversion has everything ready, and not all is in its place: another program is about it, or was
    broken off."""
    return os.path.exists(os.path.join(archive, FOLDER, READY))  # noqa: PTH110, PTH118 - as often


def finish(archive: Path) -> None:
    """Finish a conversion that was broken off. ArchiveLocked, StorageFailed."""
    lock = WriteLock(archive)
    try:
        settle(archive)
    except OSError as error:
        raise StorageFailed(path=error.filename or archive, detail=error.strerror or str(error)) from error
    finally:
        lock.close()


def wait_until_finished(archive: Path) -> None:
    """Wait for another program that puts a conversion in place, or do that when it was broken off. ArchiveError when it
    takes too long, StorageFailed."""
    given_up = time.monotonic() + _PATIENCE
    while is_unfinished(archive):
        try:
            finish(archive)
        except ArchiveLocked:
            if time.monotonic() > given_up:
                raise ArchiveError(
                    archive=archive,
                    detail=Message("records-being-rewritten"),
                ) from None
            time.sleep(_LOOK)


def settle(archive: Path) -> None:
    """Finish a conversion that was broken off when everything was ready, or remove the rest of one that was broken off
    earlier; for the holder of the write lock, before anything is written. OSError."""
    if is_unfinished(archive):
        put_in_place(archive)
    elif (archive / FOLDER).exists():
        shutil.rmtree(archive / FOLDER, ignore_errors=True)


def put_in_place(archive: Path) -> None:
    """Put the finished parts in their places; each step is left out when it was done before."""
    made = archive / FOLDER
    if (made / "batches").exists():
        if (archive / "batches").exists():
            (archive / "batches").rename(made / "old")
        (made / "batches").rename(archive / "batches")
        batches.sync_folder(archive)
        batches.sync_folder(made)
    if (made / "index.sqlite").exists():
        replace_index(archive / "index.sqlite", made / "index.sqlite")
    if (made / "archive.json").exists():
        (made / "archive.json").replace(archive / "archive.json")
    batches.sync_folder(archive)
    (made / READY).unlink()
    batches.sync_folder(made)
    shutil.rmtree(made, ignore_errors=True)


def replace_index(old: Path, new: Path) -> None:
    """Put the new index in the place of the old one. Readers of the old one go on with it until they open anew."""
    batches.sync_file(new)
    _let_go(old)
    try:
        new.replace(old)
    except PermissionError as error:
        raise StorageFailed(path=old, detail=Message("file-open-elsewhere")) from error
    batches.sync_folder(old.parent)


def _let_go(index: Path) -> None:
    """Leave no journal that would be taken for the new index's. It is empty before it goes: should the machine stop
    here, the old index is whole."""
    if index.exists():
        with suppress(sqlite3.Error):  # an index that cannot be read has nothing to keep
            db = sqlite3.connect(index, isolation_level=None, timeout=5)
            try:
                db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                db.execute("PRAGMA busy_timeout = 0")
                db.execute("PRAGMA journal_mode = DELETE")  # refused while others read it: they keep theirs
            finally:
                db.close()
    for end in ("-wal", "-shm", "-journal"):
        Path(os.fspath(index) + end).unlink(missing_ok=True)
