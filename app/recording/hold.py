"""Where recorded bodies wait: in memory up to a limit, then in one temporary file."""

from __future__ import annotations

import tempfile
import threading
from typing import IO

MEMORY = 64 * 1024 * 1024


class Hold:
    """Bodies that may or may not be stored. From several threads; the file goes with the last body that needs it."""

    def __init__(self, memory: int = MEMORY) -> None:
        self._room = memory
        self._file: IO[bytes] | None = None
        self._lock = threading.Lock()

    def put(self, chunks: list[bytes]) -> Body:
        """Keep a body. OSError when the disk does not take it."""
        size = sum(map(len, chunks))
        with self._lock:
            if size <= self._room:
                self._room -= size
                return Body(self, b"".join(chunks), 0, size)
            if self._file is None:
                self._file = tempfile.TemporaryFile(prefix="tianwang-hold-")  # noqa: SIM115  # lives as long as the hold
            offset = self._file.seek(0, 2)
            self._file.writelines(chunks)
            return Body(self, None, offset, size)

    def read(self, offset: int, size: int) -> bytes:
        with self._lock:
            assert self._file is not None
            self._file.seek(offset)
            return self._file.read(size)

    def give_back(self, size: int) -> None:
        """A body in memory is no longer wanted."""
        with self._lock:
            self._room += size

    def __del__(self) -> None:
        if self._file is not None:
            self._file.close()


class Body:
    """One body in a hold."""

    def __init__(self, hold: Hold, data: bytes | None, offset: int, size: int) -> None:
        self._hold, self._data, self._offset, self.size = hold, data, offset, size

    def read(self) -> bytes:
        return self._data if self._data is not None else self._hold.read(self._offset, self.size)

    def __del__(self) -> None:
        if self._data is not None:
            self._hold.give_back(self.size)
