"""WACZ files: the WARC and ARC files in a ZIP, read where they stand. Nothing is unpacked under a name of theirs."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import BinaryIO, cast

from app.interchange.arrivals import Item, Omission
from app.interchange.report import FileReport
from app.interchange.sniffing import kind_of
from app.interchange.warc_in import ArcIn, WarcIn
from app.messages import Message

# A part of a file as a file of its own.


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


_ENDINGS = (".warc", ".warc.gz", ".warc.zst", ".arc", ".arc.gz")
_MAX_MEMBERS = 100_000
_MAX_RATIO = (
    100  # WARC files that were compressed with the ZIP: text shrinks to a tenth, a bomb to a thousandth
)
_IN_MEMORY = 16 * 1024 * 1024
_LOCAL_HEADER = 30
_HEADER = re.compile(rb"PK\x03\x04.{4}\x00\x00.{16}(..)(..)", re.DOTALL)  # of a file that is stored as it is
_LONGEST_HEADER = 1024  # with a name of any sensible length
_PIECE = 1024 * 1024
_BROKEN = (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, RuntimeError, ValueError, OSError)


class WaczIn:
    """Iterating yields the records of all files in a WACZ file."""

    def __init__(self, raw: BinaryIO, path: Path, report: FileReport, scope: str) -> None:
        self._raw, self._path, self._report, self._scope = raw, path, report, scope
        self._size = raw.seek(0, 2)
        self._done = 0

    def reached(self, item: Item) -> int:
        """How many bytes of the file lie before an item."""
        return min(max(self._done, item.offset), self._size)

    def __iter__(self) -> Iterator[Item]:
        try:
            archive = zipfile.ZipFile(self._raw)
        except _BROKEN as error:
            yield from self._without_directory(error)
            return
        with archive:
            yield from self._members(archive)

    def _without_directory(self, error: Exception) -> Iterator[Item]:
        """A file that was cut lacks the list of what it holds: from the first WARC file on it is read as that."""
        found = self._first()
        if found is None:
            self._report.error = Message("zip-damaged", path=self._path, detail=error)
            return
        start, name = found
        yield Omission(0, Message("zip-searched", detail=error), damage=True)
        part = cast(BinaryIO, io.BufferedReader(Slice(self._raw, start, self._size - start), 64 * 1024))
        yield from self._read(part, name, start)

    def _first(self) -> tuple[int, str] | None:
        """Where the content of the first stored WARC file begins, and its name."""
        position, kept = 0, b""
        self._raw.seek(0)
        while piece := self._raw.read(_PIECE):
            window, start = kept + piece, position - len(kept)
            for header in _HEADER.finditer(window):
                size, extra = (int.from_bytes(header[at], "little") for at in (1, 2))
                name = window[header.end() : header.end() + size].decode("utf-8", "replace")
                if name.lower().endswith(_ENDINGS):
                    return start + header.end() + size + extra, name
            position += len(piece)
            kept = window[-_LONGEST_HEADER:]
        return None

    def _members(self, archive: zipfile.ZipFile) -> Iterator[Item]:
        members = sorted(archive.infolist(), key=lambda info: info.filename)
        wanted = [info for info in members if info.filename.lower().endswith(_ENDINGS)]
        if any(info.filename.lower().endswith(".wacz") for info in members):
            yield Omission(0, Message("wacz-nested"))
        if len(wanted) > _MAX_MEMBERS or sum(info.compress_size for info in wanted) > self._size:
            self._report.error = Message("zip-overfull", path=self._path)
            return
        if not wanted:
            yield Omission(0, Message("wacz-without-warc"))
        for info in wanted:
            self._done = info.header_offset
            if info.flag_bits & 1:
                yield Omission(info.header_offset, Message("member-encrypted", name=info.filename))
            elif info.compress_type == zipfile.ZIP_STORED:
                yield from self._stored(info)
            elif info.file_size > info.compress_size * _MAX_RATIO + _IN_MEMORY:
                yield Omission(
                    info.header_offset, Message("member-huge", name=info.filename, size=info.file_size)
                )
            else:
                yield from self._deflated(archive, info)

    def _stored(self, info: zipfile.ZipInfo) -> Iterator[Item]:
        """A member as it stands in the file: its offsets are those of the WACZ file."""
        self._raw.seek(info.header_offset)
        header = self._raw.read(_LOCAL_HEADER)
        if len(header) < _LOCAL_HEADER or not header.startswith(b"PK\x03\x04"):
            yield Omission(info.header_offset, Message("member-elsewhere", name=info.filename), damage=True)
            return
        start = info.header_offset + _LOCAL_HEADER
        start += int.from_bytes(header[26:28], "little") + int.from_bytes(header[28:30], "little")
        part = cast(BinaryIO, io.BufferedReader(Slice(self._raw, start, info.file_size), 64 * 1024))
        yield from self._read(part, info.filename, start)

    def _deflated(self, archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> Iterator[Item]:
        """A compressed member, by way of a temporary file without a name: its offsets are its own."""
        with SpooledTemporaryFile(_IN_MEMORY) as copy:
            try:
                with archive.open(info) as source:
                    while piece := source.read(1 << 20):
                        copy.write(piece)
            except _BROKEN as error:
                yield Omission(
                    info.header_offset,
                    Message("member-not-unpacked", name=info.filename, detail=error),
                    damage=True,
                )
            for item in self._read(cast(BinaryIO, copy), info.filename, 0):
                if isinstance(item, Omission) and not item.sentence.startswith(info.filename):
                    item.sentence = Message("inside", name=info.filename, what=item.sentence)
                yield item

    def _read(self, part: BinaryIO, name: str, base: int) -> Iterator[Item]:
        kind = kind_of(part)
        if kind not in ("warc", "arc"):
            yield Omission(base, Message("member-no-warc", name=name))
            return
        reader = (ArcIn if kind == "arc" else WarcIn)(part, self._report, self._scope, base)
        yield from reader
        if self._report.tail is not None:
            tail, self._report.tail = self._report.tail, None
            yield Omission(
                tail.offset, Message("member-cut", name=name, size=tail.size, reason=tail.reason), damage=True
            )
