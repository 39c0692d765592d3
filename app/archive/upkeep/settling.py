"""The last part of a conversion: what was made beside the batches takes their places; and those who look on.

Whoever opens an archive finishes what was broken off here. Who has it open sees from archive.json, which comes last,
that records stand elsewhere now and the index must be opened again.
"""

from __future__ import annotations

import shutil
import time
from pathlib import Path

from app.archive import batches
from app.archive.lock import WriteLock
from app.archive.upkeep.reindexing import replace_index
from app.errors import ArchiveError, ArchiveLocked, StorageFailed
from app.messages import Message

FOLDER = ".converting"
READY = "ready"

_PATIENCE = 10.0  # seconds that putting everything in its place may take another program
_LOOK = 0.02

Making = tuple[int, int] | None


def making_of(archive: Path) -> Making:
    """Tells records and index of one making from those of another, which a conversion leaves."""
    try:
        found = (
            archive / "archive.json"
        ).stat()  # no number of a file or folder: not all disks have lasting ones
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def is_unfinished(archive: Path) -> bool:
    """Whether a conversion has everything ready, and not all is in its place: another program is about it, or was
    broken off."""
    return (archive / FOLDER / READY).exists()


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
    """Let another program put in their places what it has ready, or do that when it was broken off. ArchiveError when
    it takes too long, StorageFailed."""
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
    """Finish a conversion that was broken off when everything was ready, or remove what one has left that was broken
    off earlier; for the holder of the write lock. Nothing may be written before. OSError."""
    if is_unfinished(archive):
        put_in_place(archive)
    elif (archive / FOLDER).exists():
        shutil.rmtree(archive / FOLDER, ignore_errors=True)


def put_in_place(archive: Path) -> None:
    """Put what is ready in its places; each step is left out when it was done before."""
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
