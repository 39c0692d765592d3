"""The bytes that recovery searches: a file as it lies there, or what a damaged compressed file still gives."""

from __future__ import annotations

import lzma
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, BinaryIO, cast

from zlib_ng import zlib_ng

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

from app.errors import StorageFailed, StorageUnreadable
from app.tianwang.compressed import zstd_decompressor
from app.tianwang.inflating import InflateError

if TYPE_CHECKING:
    from app.tianwang.recovery_probe import Probe

WINDOW = 1 << 20
"""Bytes read at once, and about what recovery holds of a file."""


_GLANCE = 1024


class Source:
    """Random access to a file through one window of memory; nothing is mapped, so a file may shrink meanwhile."""

    def __init__(self, file: BinaryIO, path: Path) -> None:
        self._file, self.path = file, path
        self.size = file.seek(0, 2)
        self._start, self._window = 0, b""
        self._start_before, self._window_before = 0, b""
        self._far, self._far_window = 0, b""
        # what probing has found out: headers by offset, the newest and those before them, (end of a header, where the
        # last whole one in it begins), (a stretch without end)
        self.probes: dict[int, Probe] = {}
        self.older_probes: dict[int, Probe] = {}
        self.last_header, self.no_header = (-1, -1), (-1, -1)

    def __enter__(self) -> Source:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def read(self, offset: int, size: int) -> bytes:
        """The bytes from `offset` on: `size` of them, fewer where the file ends."""
        at = offset - self._start
        if at < 0 or at + size > len(self._window):
            if size > WINDOW:
                return self._load(offset, size)
            before = offset - self._start_before
            if before >= 0 and before + size <= len(self._window_before):
                return self._window_before[before : before + size]
            if size <= _GLANCE and not 0 <= at <= len(self._window) + WINDOW:
                return self._glance(offset, size)
            self._turn(offset)
            at = 0
        return self._window[at : at + size]

    def byte(self, offset: int, behind: int) -> bytes:
        """The byte at `offset`. What stands between `behind` and it will be wanted as well."""
        if behind < self._start + len(self._window) <= offset < behind + WINDOW and behind >= self._start:
            self._turn(behind)
        return self.read(offset, 1)

    def _turn(self, offset: int) -> None:
        """Read the window that begins at `offset`; the one before it stays at hand."""
        self._start_before, self._window_before = self._start, self._window
        self._start, self._window = offset, self._load(offset, WINDOW)

    def _glance(self, offset: int, size: int) -> bytes:
        """A few bytes at another place: lengths that lie lead anywhere, and back."""
        at = offset - self._far
        if at < 0 or at + size > len(self._far_window):
            self._far, self._far_window, at = offset, self._load(offset, 4 * _GLANCE), 0
        return self._far_window[at : at + size]

    def pieces(self, start: int, end: int) -> Iterator[bytes]:
        """The bytes of a range, a window at a time."""
        while start < end:
            piece = self.read(start, min(WINDOW, end - start))
            if not piece:
                return
            yield piece
            start += len(piece)

    def find(self, mark: bytes, start: int, end: int | None = None) -> int:
        """Offset of the first `mark` that begins at or behind `start` (and ends before `end`), or -1."""
        end = self.size if end is None else min(end, self.size)
        while end - start >= len(mark):
            at = start - self._start
            if not 0 <= at <= len(self._window) - len(mark):
                self._turn(start)
                at = 0
                if len(self._window) - at < len(mark):
                    return -1
            found = self._window.find(mark, at, min(len(self._window), end - self._start))
            if found >= 0:
                return self._start + found
            start = self._start + len(self._window) - len(mark) + 1
        return -1

    def search(self, mark: re.Pattern[bytes], longest: int, start: int, end: int | None = None) -> int:
        """Like `find`, for a pattern that matches at most `longest` bytes."""
        end = self.size if end is None else min(end, self.size)
        while start < end:
            at = start - self._start
            if not 0 <= at <= len(self._window) - min(longest, end - start):
                self._turn(start)
                at = 0
            found = mark.search(self._window, at, min(len(self._window), end - self._start))
            if found is not None:
                return self._start + found.start()
            seen = self._start + len(self._window)
            if seen >= end or seen - longest < start:
                return -1
            start = seen - longest + 1
        return -1

    def _load(self, offset: int, size: int) -> bytes:
        try:
            self._file.seek(offset)
            return self._file.read(size)
        except OSError as error:
            raise StorageUnreadable(path=self.path, detail=error.strerror or str(error)) from error


def open_source(path: Path, beside: Path | None = None) -> tuple[Source, str]:
    """The content of a file, unpacked into a temporary file when it is compressed (in the folder of `beside`, where
    there is one), and a sentence on what of the compression was damaged, or "".
    """
    try:
        file = path.open("rb", buffering=0)
    except OSError as error:
        raise StorageUnreadable(path=path, detail=error.strerror or str(error)) from error
    source = Source(file, path)
    first = source.read(0, 8)
    kind = next((name for mark, name in _KINDS.items() if first.startswith(mark)), "")
    if not kind:
        return source, ""
    with source:
        unpacked, trouble = temporary(beside), ""
        try:
            for piece in _UNPACK[kind](source):
                if isinstance(piece, int):
                    trouble = trouble or f"The {kind} compression is damaged at byte {piece} of the file"
                else:
                    unpacked.write(piece)
        except OSError as error:
            unpacked.close()
            raise StorageFailed(path=beside or Path(tempfile.gettempdir()), detail=why(error)) from error
    return Source(unpacked, path), trouble


def temporary(beside: Path | None) -> BinaryIO:
    """A file that is gone when it is closed, on the disk that will take the results."""
    folder = beside.absolute().parent if beside else None
    try:
        return cast(BinaryIO, tempfile.TemporaryFile(dir=folder))  # the source closes it
    except OSError as error:
        raise StorageFailed(path=folder or Path(tempfile.gettempdir()), detail=why(error)) from error


def why(error: OSError) -> str:
    """What the system says is wrong."""
    return error.strerror or str(error)


def _gunzip(source: Source) -> Iterator[bytes | int]:
    """The content of all members; for a damaged one what comes before the damage, and the offset of it."""
    start = 0
    while start >= 0:
        machine, at = zlib_ng.decompressobj(31), start
        try:
            while not machine.eof:
                pending = source.read(at, WINDOW)
                if not pending:
                    yield at
                    return
                at += len(pending)
                while pending and not machine.eof:
                    yield machine.decompress(pending, WINDOW)
                    pending = machine.unconsumed_tail
            at -= len(machine.unused_data)
            start = source.find(_GZIP, at)
            if start != at and (start >= 0 or any(any(piece) for piece in source.pieces(at, source.size))):
                yield at  # more than the zeros that fill up a tape
        except InflateError:
            yield at
            start = source.find(_GZIP, start + 1)


def _unpack_stream(make: Callable[[], Any], source: Source) -> Iterator[bytes | int]:
    """The content of concatenated streams up to the first damage, and its offset."""
    at, machine, fresh = 0, make(), True
    try:
        while pending := source.read(at, WINDOW):
            at += len(pending)
            while pending or not machine.needs_input:
                yield machine.decompress(pending, WINDOW)
                pending, fresh = b"", False
                if machine.eof:
                    pending, machine, fresh = machine.unused_data.lstrip(b"\0"), make(), True
    except (lzma.LZMAError, zstd.ZstdError, EOFError):
        fresh = False
    if not fresh:
        yield at


_KINDS = {b"\x1f\x8b\x08": "gzip", b"\xfd7zXZ\x00": "xz", b"\x28\xb5\x2f\xfd": "zstd"}
_GZIP = b"\x1f\x8b\x08"
_UNPACK: dict[str, Callable[[Source], Iterator[bytes | int]]] = {
    "gzip": _gunzip,
    "xz": partial(_unpack_stream, lzma.LZMADecompressor),
    "zstd": partial(_unpack_stream, zstd_decompressor),
}
