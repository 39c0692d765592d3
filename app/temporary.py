"""The folder of a running program for whatever it keeps for the time being: copies for other programs, profiles of browsers,
what its helpers write. It is removed when the program ends; a program that was killed leaves it behind, and the next one
removes it.

A lock in the folder tells whether its program lives: the system drops it when the last process that has it dies, and who
has had it stands in it. Only folders with that lock are looked at, and only those that belong to this person and to nobody
else.
"""

from __future__ import annotations

import atexit
import os
import shutil
import stat
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from app.archive.lock import WriteLock
from app.errors import ArchiveLocked, StorageFailed

PREFIX = "tianwang-program-"
_LOCK = "writer.lock"
_YOUNG = 60  # seconds in which a program that begins has taken its lock and written its name into it
_held: WriteLock | None = None


def begin() -> Path | None:
    """Make the folder of this program, in which all of its temporary files are made from now on; None where that cannot
    be: they stand beside those of other programs then, as they would without it."""
    global _held
    if _held is not None:
        return Path(tempfile.gettempdir())
    try:
        folder = Path(tempfile.mkdtemp(prefix=PREFIX))
        _held = WriteLock(folder)
    except (OSError, ArchiveLocked, StorageFailed):
        return None
    before, tempfile.tempdir = tempfile.tempdir, str(folder)
    atexit.register(end, folder, before)
    return folder


def end(folder: Path, before: str | None) -> None:
    """Remove the folder; temporary files are made where they were made `before`."""
    global _held
    if _held is not None:
        tempfile.tempdir = before
        _held.close()
        _held = None
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def held() -> Iterator[None]:
    """Within the block temporary files are made in the folder of this program; what killed programs left is removed before,
    and the folder behind it."""
    before, is_outer = tempfile.tempdir, _held is None
    folder = begin()
    if folder is None or not is_outer:
        yield
        return
    try:
        sweep(folder.parent)
        yield
    finally:
        end(folder, before)
        atexit.unregister(end)


def sweep(place: Path) -> list[Path]:
    """Remove the folders in `place` whose programs are dead; those that were removed. For a worker."""
    return [folder for folder in sorted(place.glob(f"{PREFIX}*")) if _is_ours(folder) and _remove(folder)]


def _is_ours(folder: Path) -> bool:
    """Whether it is a folder of this person, which nobody else may enter, and whose program has had its lock."""
    with suppress(OSError):
        found = folder.lstat()
        private = os.name == "nt" or (found.st_uid == os.getuid() and not found.st_mode & 0o077)
        lock = (folder / _LOCK).lstat()
        taken = lock.st_size > 0 or time.time() - found.st_mtime > _YOUNG
        return stat.S_ISDIR(found.st_mode) and private and stat.S_ISREG(lock.st_mode) and taken
    return False


def _remove(folder: Path) -> bool:
    try:
        lock = WriteLock(folder)
    except (ArchiveLocked, StorageFailed):
        return False  # its program lives
    lock.close()
    remove(folder)
    return not folder.exists()


def remove(folder: Path) -> None:
    """Remove a folder, also with copies in it that cannot be written."""

    def again(function: Callable[..., object], path: str, _: object) -> None:
        with suppress(OSError):  # a program still has it open, as on Windows: the system tidies up
            Path(path).chmod(stat.S_IRWXU)
            function(path)

    shutil.rmtree(folder, onerror=again)
