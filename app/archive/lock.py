"""One writer an archive, and one of its notes: advisory locks that the system drops when their holder dies."""

from __future__ import annotations

import json
import os
import platform
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

from app.errors import ArchiveLocked, StorageFailed
from app.messages import Message

if sys.platform == "win32":
    import msvcrt

    def _take(handle: int) -> None:
        # A byte far behind the text, so that others can read who holds the lock.
        os.lseek(handle, 1 << 20, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

    def _give(handle: int) -> None:
        """Closing is what releases here: no process has a copy."""
else:
    import fcntl

    def _take(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _give(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_UN)


# seconds for the copy of a holder that was killed right after making it: the copy has the lock until it has closed
# what it inherited, a few milliseconds; and for a holder that has not written its name yet, who may only be looking
PATIENCE = 1.0
NOBODY = "?"  # a holder without a name
_SHORT = 10.0  # for others to write a line


class _Works:
    """The writers of this process: how many are at work, and how many have begun or ended."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self.open = self.count = 0

    def begin(self) -> None:
        with self._guard:
            self.open, self.count = self.open + 1, self.count + 1

    def end(self) -> None:
        with self._guard:
            self.open, self.count = self.open - 1, self.count + 1


_works = _Works()


def works() -> int | None:
    """A number that is another one when a writer of this process, of any archive, has begun or ended; None while one is
    at work."""
    return None if _works.open else _works.count


class WriteLock:
    """Holds `writer.lock` of an archive folder until closed. ArchiveLocked when another process or thread has it."""

    def __init__(self, archive: Path) -> None:
        path = archive / "writer.lock"
        try:
            # an archive from elsewhere may hold links, whose targets must not be overwritten
            self._handle = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o644)
        except OSError as error:
            raise StorageFailed(path=path, detail=error.strerror or str(error)) from error
        until = time.monotonic() + PATIENCE
        while True:
            try:
                _take(self._handle)
                break
            except OSError as error:
                process, host = _holder(path)
                lives = process != NOBODY and not _is_gone(process, host)
                if lives or time.monotonic() > until:
                    os.close(self._handle)
                    raise ArchiveLocked(archive=archive, process=process, host=host) from error
            time.sleep(0.01)
        self._owner = os.getpid()
        _works.begin()
        holder = json.dumps({"process": os.getpid(), "host": platform.node()}).encode()
        with suppress(
            OSError
        ):  # on a full disk the lock holds all the same, only without the name of its holder
            os.lseek(self._handle, 0, os.SEEK_SET)
            os.ftruncate(self._handle, 0)
            os.write(self._handle, holder)

    def close(self) -> None:
        """Give the lock back, also where a process that is just being started has a copy of the open file: closing
        alone would leave it locked until that process has closed its copy. A copy of this process gives nothing back."""
        if self._handle >= 0:
            if os.getpid() == self._owner:
                _give(self._handle)
            os.close(self._handle)
            self._handle = -1
            _works.end()


class ShortLock:
    """Holds a lock file for the moment of one write: waits for others that have it. StorageFailed when one of them
    does not give it back."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._handle = -1

    def __enter__(self) -> None:
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
        self._handle = os.open(self._path, flags, 0o644)
        until = time.monotonic() + _SHORT
        while True:
            try:
                _take(self._handle)
                _works.begin()
                return
            except OSError as error:
                if time.monotonic() > until:
                    os.close(self._handle)
                    raise StorageFailed(path=self._path, detail=Message("lock-held")) from error
            time.sleep(0.002)

    def __exit__(self, *_: object) -> None:
        _give(self._handle)
        os.close(self._handle)
        _works.end()


def is_held(archive: Path) -> bool:
    """Whether a writer is at work in an archive folder at this moment."""
    try:
        with suppress(StorageFailed):
            WriteLock(archive).close()
        return False
    except ArchiveLocked:
        return True


def _is_gone(process: str, host: str) -> bool:
    """Whether the process that wrote its name into the lock has ended on this machine."""
    if sys.platform == "win32" or host != platform.node() or not process.isdecimal():
        return False
    try:
        os.kill(int(process), 0)
    except ProcessLookupError:
        return True
    except OSError:
        return False
    return False


def _holder(path: Path) -> tuple[str, str]:
    try:
        holder = json.loads(path.read_text())
        return str(holder["process"]), str(holder["host"])
    except (OSError, ValueError, KeyError, TypeError):
        return NOBODY, NOBODY
