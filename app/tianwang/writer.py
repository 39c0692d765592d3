"""Writing Tianwang files: append-only, one write call a record."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any

from app.errors import StorageFailed
from app.tianwang.encoding import LEVEL, encode


class RecordWriter:
    """Appends records to one file. A record that could not be written whole leaves the file as it was."""

    def __init__(self, path: Path, *, level: int = LEVEL) -> None:
        self.path = path
        self._level = level
        try:
            self._handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o644)
        except OSError as error:
            raise StorageFailed(path=path, detail=error.strerror or str(error)) from error
        self.end = os.lseek(self._handle, 0, os.SEEK_END)

    def __enter__(self) -> RecordWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def append(self, *, compress: bool = True, **parts: Any) -> tuple[int, int]:
        """Append the record that `encode` makes of its `parts`, compressed where that saves space; returns its (offset,
        end). ValueError as of `encode`, StorageFailed when the disk refuses."""
        return self.write(encode(**{"level": self._level if compress else 0, **parts}))

    def write(self, record: bytes) -> tuple[int, int]:
        """Append the bytes of a whole record, as `encode` and `copy` make them; returns its (offset, end).

        StorageFailed when the disk refuses.
        """
        start = self.end
        try:
            written = 0
            while written < len(record):
                written += os.write(self._handle, record[written:] if written else record)
        except OSError as error:
            with suppress(OSError):  # a cut record that stays is moved aside when the archive is next opened
                os.ftruncate(self._handle, start)
            self.end = os.lseek(self._handle, 0, os.SEEK_END)
            raise StorageFailed(path=self.path, detail=error.strerror or str(error)) from error
        self.end = start + len(record)
        return start, self.end

    def sync(self) -> None:
        """Make everything appended so far survive a power cut."""
        try:
            os.fsync(self._handle)
        except OSError as error:
            raise StorageFailed(path=self.path, detail=error.strerror or str(error)) from error

    def close(self) -> None:
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1
