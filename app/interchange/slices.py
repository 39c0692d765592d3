"""A part of a file as a file of its own."""

from __future__ import annotations

import io
from typing import BinaryIO


class Slice(io.RawIOBase):
    """`size` bytes of a file from `start` on; what others read of the file in between does not matter."""

    def __init__(self, raw: BinaryIO, start: int, size: int) -> None:
        self._raw, self._start = raw, start
        self._size = max(0, min(size, raw.seek(0, 2) - start))
        self._position = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._position

    def seek(self, offset: int, whence: int = 0) -> int:
        self._position = max(0, offset + (0, self._position, self._size)[whence])
        return self._position

    def readinto(self, buffer: object) -> int:
        view = memoryview(buffer)  # type: ignore[arg-type]
        self._raw.seek(self._start + self._position)
        piece = self._raw.read(min(len(view), max(0, self._size - self._position)))
        view[: len(piece)] = piece
        self._position += len(piece)
        return len(piece)
