"""TAR archives, read with the standard library's tarfile as a stream; nothing is extracted to a disk.

tarfile trusts an archive: it reads headers of any length at once, and follows sizes below zero backwards without end.
`_Guarded` refuses such reads, and a member that does not lead forward ends the archive.
"""

from __future__ import annotations

import io
import tarfile
from collections.abc import Iterator
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from functools import partial
from typing import IO, Any, cast

from extractors.base import charset, dates
from extractors.base.types import Document, Source
from extractors.containers import members
from extractors.containers.members import Packed, Stream

_MOST_AT_ONCE = 1 << 20
"""Bytes of a long name, of a pax header; members are read in smaller pieces."""
_CHUNK = 1 << 16


def extract(source: Source) -> Document:
    return members.contents(source.document(), source, members_of(io.BytesIO(source.data)))


def members_of(stream: Stream) -> Iterator[Packed]:
    """The files in a tar; each can be read only until the next one is asked for. ValueError where it is damaged."""
    guarded = _Guarded(stream)
    try:
        archive: Any = tarfile.open(  # noqa: SIM115 - it holds nothing but the stream
            fileobj=cast(IO[bytes], guarded), mode="r:", encoding="utf-8", errors="surrogateescape"
        )
        while (found := archive.next()) is not None:
            if found.size < 0 or archive.offset <= found.offset:
                raise ValueError("a member that leads backwards")
            archive.members.clear()  # that it remembers
            if found.isreg():
                name = charset.decode(found.name.encode("utf-8", "surrogateescape"), None)[0]
                readable = None if found.issparse() else partial(_Body, guarded, found.size)
                yield Packed(members.member(name, found.size, _date(found.mtime)), readable)
    except tarfile.TarError as error:
        raise ValueError("a damaged archive") from error
    if guarded.last.strip(b"\0"):
        raise ValueError("no header of a member")


class _Guarded:
    """A stream as a file that is only read forward; `last` is what was read last. ValueError for all else."""

    def __init__(self, stream: Stream) -> None:
        self.last = b""
        self._stream = stream
        self._position = 0

    def read(self, size: int = -1) -> bytes:
        if not 0 <= size <= _MOST_AT_ONCE:
            raise ValueError("a header that is too large")
        pieces = []
        while size > 0 and (piece := self._stream.read(min(size, _CHUNK))):
            pieces.append(piece)
            size -= len(piece)
        self.last = b"".join(pieces)
        self._position += len(self.last)
        return self.last

    def tell(self) -> int:
        return self._position

    def seek(self, position: int, whence: int = io.SEEK_SET) -> int:
        if position < self._position or whence != io.SEEK_SET:
            raise ValueError("a member that leads backwards")
        if isinstance(self._stream, io.BytesIO):
            self._position = self._stream.seek(position)
        while self._position < position and self.read(min(position - self._position, _CHUNK)):
            pass
        return self._position

    def seekable(self) -> bool:
        return True

    def close(self) -> None:
        """The stream is somebody else's."""


class _Body(AbstractContextManager[Stream]):
    """The content of the member that stands next. EOFError where the archive ends in it."""

    def __init__(self, guarded: _Guarded, size: int) -> None:
        self._guarded, self._left = guarded, size

    def __enter__(self) -> Stream:
        return self

    def __exit__(self, *error: object) -> None:
        """The rest is passed over when the next member is asked for."""

    def read(self, size: int = _CHUNK, /) -> bytes:
        data = self._guarded.read(min(size, self._left, _CHUNK))
        if self._left and not data:
            raise EOFError("the archive ends within a file")
        self._left -= len(data)
        return data


def _date(seconds: float) -> str:
    return dates.of(datetime.fromtimestamp(int(seconds), UTC)) if 0 < seconds < 1 << 34 else ""
