"""What is compressed as a whole (gzip, bzip2, xz, zstd): the one document inside, or the members of a tar."""

from __future__ import annotations

import bz2
import io
import lzma
import re
import struct
import sys
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import IO, Any, cast

from extractors.base import charset, dates, spacing
from extractors.base.sentences import Message
from extractors.base.signatures import is_tar
from extractors.base.types import DEEPEST, MOST_BYTES, Budget, Candidate, Document, Source, Unreadable
from extractors.containers import members
from extractors.containers.members import Packed, Stream
from extractors.door.sniffing import sniff
from extractors.plain import listings

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

_CHUNK = 1 << 16
_INPUT = 1 << 12
_LARGEST = 32 << 20
"""Bytes of a document that are unpacked."""
_MEMORY = 256 << 20
_WINDOW_LOG = 27
_ENDINGS = {
    "gzip": (".gz", ".z"),
    "bzip2": (".bz2", ".bz"),
    "xz": (".xz", ".lzma"),
    "zstd": (".zst", ".zstd"),
}
_TARS = {".tgz": ".tar", ".tbz2": ".tar", ".tbz": ".tar", ".txz": ".tar", ".tzst": ".tar"}
_BROKEN = (zlib.error, lzma.LZMAError, zstd.ZstdError, OSError, EOFError, ValueError)


class Unpacker:
    """What comes out of a compressed stream, in pieces of bounded size. `damaged` says whether it broke off."""

    def __init__(self, data: bytes, format_name: str) -> None:
        self._data = memoryview(data)
        self._new = _NEW[format_name]
        self._format = format_name
        self._inflater: Any = self._new()
        self._position = 0
        self.damaged = False
        self._over = False

    def read(self, size: int = _CHUNK, /) -> bytes:
        """At most `size` bytes; b"" at the end."""
        while not self._over:
            try:
                piece = self._step(size)
            except _BROKEN:
                # another stream may not follow, but the first one was whole
                self.damaged = self._over = True
                return b""
            if piece:
                return piece
        return b""

    def _step(self, size: int) -> bytes:
        inflater = self._inflater
        if inflater.eof:
            rest = inflater.unused_data
            self._position -= len(rest)
            following = bytes(self._data[self._position : self._position + 6])
            if not following.strip(b"\0") or sniff(following + b"\0") != self._format:
                self._over = True
                return b""
            self._inflater = inflater = self._new()
        if self._format == "gzip":
            packed = inflater.unconsumed_tail or self._next()
            if not packed:
                self._over = self.damaged = True
                return b""
            return bytes(inflater.decompress(packed, size))
        packed = self._next() if inflater.needs_input else b""
        if inflater.needs_input and not packed:
            self._over = self.damaged = True
            return b""
        return bytes(inflater.decompress(packed, size))

    def _next(self) -> bytes:
        packed = bytes(self._data[self._position : self._position + _INPUT])
        self._position += len(packed)
        return packed


def extract_compressed(source: Source) -> Document:
    document = source.document()
    listing = (
        listings.read(source.data, source.base_url) if source.links and source.format == "gzip" else None
    )
    unpacker = Unpacker(source.data, source.format)
    beginning = _read(unpacker, 2048)
    if listing is not None and not source.text and listing.kind != "feed":
        pass  # a sitemap may be large, and its text is of no use
    elif is_tar(beginning[:512]):
        document.metadata["compression"] = source.format
        if source.text:
            stream = _Resumed(beginning, unpacker, source.budget or Budget())
            source = replace(source, budget=stream.budget)
            document = members.contents(document, source, members_of(stream))
    else:
        document = _single(source, document, unpacker, beginning)
    if listing is not None:
        document.links = tuple(listing.links())
    if unpacker.damaged:
        document.warnings = (
            *document.warnings,
            Message("compressed-data-damaged"),
        )
    return document


def _single(source: Source, document: Document, unpacker: Unpacker, beginning: bytes) -> Document:
    budget = source.budget or Budget()
    name = inner_name(source)
    most = min(_LARGEST, budget.bytes)
    data = beginning + _read(unpacker, max(0, most - len(beginning)))
    budget.take_bytes(len(data))
    reader = members.Reader(document, replace(source, budget=budget))
    inner = reader.inner(data, name) if data and budget.depth <= DEEPEST else Document("", "")
    found = replace(inner, format=source.format, media_type=source.media_type)
    found.metadata = {**inner.metadata, "compression": source.format}
    if inner.format:
        found.metadata["content-format"] = inner.format
    found.members = inner.members or (members.member(name, len(data)),)
    if inner.title_source:
        found.candidates = inner.candidates or (Candidate(inner.title, inner.title_source, 100.0),)
    if len(data) >= most and unpacker.read(1):
        found.warnings = (
            *found.warnings,
            Message("content-larger-mib", size=most >> 20),
        )
    return found


def inner_name(source: Source) -> str:
    """The name of the compressed file: from the head of gzip, else that of the file without its ending."""
    said = _gzip_name(source.data) if source.format == "gzip" else ""
    if said:
        return said
    name = (source.name or "").partition("?")[0].rpartition("/")[2]
    stem, dot, ending = name.rpartition(".")
    if dot and (dot + ending.lower()) in _ENDINGS[source.format]:
        return stem
    return stem + _TARS[dot + ending.lower()] if dot + ending.lower() in _TARS else name


def _gzip_name(data: bytes) -> str:
    """RFC 1952, 2.3: the name stands behind the extra field."""
    if len(data) < 12 or not data[3] & 8:
        return ""
    start = 10
    if data[3] & 4:
        start += 2 + int.from_bytes(data[10:12], "little")
    raw = data[start : start + 1000].partition(b"\0")[0]
    return spacing.line(charset.decode(raw, None)[0])


class _Resumed:
    """A stream of which the beginning was read already; the budget pays for what comes out of it."""

    def __init__(self, beginning: bytes, stream: Unpacker, budget: Budget) -> None:
        self._beginning, self._stream = beginning, stream
        self.budget = budget
        self._passed = 0

    def read(self, size: int = _CHUNK, /) -> bytes:
        if self._beginning:
            piece, self._beginning = self._beginning[:size], self._beginning[size:]
            return piece
        piece = self._stream.read(size)
        self._passed += len(piece)
        if self._passed > 4 * MOST_BYTES or not self.budget.bytes:
            raise EOFError("too much is packed here")
        return piece


def _read(unpacker: Unpacker, size: int) -> bytes:
    pieces: list[bytes] = []
    while size > 0 and (piece := unpacker.read(min(size, _CHUNK))):
        pieces.append(piece)
        size -= len(piece)
    return b"".join(pieces)


def _zstd() -> Any:
    return zstd.ZstdDecompressor(options={zstd.DecompressionParameter.window_log_max: _WINDOW_LOG})


_NEW: dict[str, Callable[[], Any]] = {
    "gzip": lambda: zlib.decompressobj(31),
    "bzip2": bz2.BZ2Decompressor,
    "xz": lambda: lzma.LZMADecompressor(memlimit=_MEMORY),
    "zstd": _zstd,
}


# ZIP (PKWARE APPNOTE 6.3).

_UTF8 = 0x800
_ENCRYPTED = 0x1
_UNICODE_PATH = 0x7075
_LOCAL = re.compile(rb"PK\x03\x04(?=[\s\S]{26})")
_MOST_COMMENT = 2000


def extract_zip(source: Source) -> Document:
    document = source.document()
    try:
        archive = zipfile.ZipFile(io.BytesIO(source.data))
    except (*members.DAMAGE, zipfile.BadZipFile) as error:
        return _salvaged(document, source, error)
    with archive:
        comment = spacing.line(charset.decode(archive.comment[:_MOST_COMMENT], None)[0])
        if comment:
            document.metadata["comment"] = comment
        infos = [info for info in archive.infolist() if not info.filename.endswith("/")]
        sealed = sum(1 for info in infos if info.flag_bits & _ENCRYPTED)
        if sealed:
            document.warnings = (_sealed(sealed, len(infos)),)
        return members.contents(document, source, _zip_members(archive, infos))


def _zip_members(archive: zipfile.ZipFile, infos: list[zipfile.ZipInfo]) -> Iterator[Packed]:
    for info, name in zip(infos, names(infos), strict=True):
        known = members.member(name, info.file_size, _zip_date(info.date_time))
        yield Packed(known, None if info.flag_bits & _ENCRYPTED else partial(_zip_open, archive, info))


def _zip_open(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> AbstractContextManager[Stream]:
    return _Bounded(archive, info)


class _Bounded:
    """A member that is unpacked in pieces of a few KiB of what is packed: zipfile puts no bound to what bzip2 and LZMA
    make of them."""

    def __init__(self, archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> None:
        try:
            self._stream = archive.open(info)
        except zipfile.BadZipFile as error:
            raise OSError(str(error)) from error
        self._most = -1 if info.compress_type in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) else 4096

    def read(self, size: int = 65_536, /) -> bytes:
        try:
            return self._stream.read(size if self._most < 0 else min(size, self._most))
        except (zipfile.BadZipFile, zlib.error) as error:
            raise OSError(str(error)) from error

    def __enter__(self) -> _Bounded:
        return self

    def __exit__(self, *error: object) -> None:
        self._stream.close()


def names(infos: list[zipfile.ZipInfo]) -> list[str]:
    """The names as they were meant: UTF-8 where that is said, else in the charset that fits all of the others."""
    raw = [b"" if info.flag_bits & _UTF8 else info.orig_filename.encode("cp437", "replace") for info in infos]
    foreign = b"\n".join(name for name in raw if not name.isascii())
    codec = charset.decode(foreign, None)[1] if foreign else "ascii"
    found = []
    for info, name in zip(infos, raw, strict=True):
        said = _unicode_path(info.extra)
        if said:
            found.append(said)
        elif name.isascii():
            found.append(info.filename)
        else:
            found.append(name.decode(codec, "replace"))
    return found


def _unicode_path(extra: bytes) -> str:
    """The name in the Info-ZIP Unicode Path extra field (APPNOTE 4.6.9), or ""."""
    position = 0
    while position + 4 <= len(extra):
        kind, size = struct.unpack_from("<HH", extra, position)
        if kind == _UNICODE_PATH and size > 5:
            return extra[position + 9 : position + 4 + size].decode("utf-8", "replace")
        position += 4 + size
    return ""


def _zip_date(stated: tuple[int, int, int, int, int, int]) -> str:
    if stated[0] <= 1980 and stated[1:3] == (1, 1):
        return ""  # what is written when there is none
    try:
        return dates.of(datetime(*stated))
    except ValueError:
        return ""


def _sealed(count: int, total: int) -> str:
    if count == total:
        return Message("files-inside-protected")
    return Message("files-inside-protected-password", count=count)


def _salvaged(document: Document, source: Source, error: Exception) -> Document:
    """Without its directory an archive still has the names before each member."""
    found = []
    for start in _LOCAL.finditer(source.data):
        flags, _, _, _, _, _, size, length = struct.unpack_from("<HHHHIIIH", source.data, start.start() + 6)
        raw = source.data[start.start() + 30 :][:length]
        text = raw.decode("utf-8", "replace") if flags & _UTF8 else charset.decode(raw, None)[0]
        if raw and not text.endswith("/"):
            found.append(Packed(members.member(text, size if size else -1), None))
        if len(found) > members.MOST_LISTED:
            break
    if not found:
        raise Unreadable(Message("contents-damaged")) from error
    document.warnings = (Message("table-contents-archive"),)
    return members.contents(document, source, found)


# TAR, read with the standard library's tarfile as a stream. tarfile trusts an archive: it reads headers
# of any length at once, and follows sizes below zero backwards without end. So `_Guarded` refuses such
# reads, and a member that does not lead forward ends the archive.

_MOST_AT_ONCE = 1 << 20
"""Bytes of a long name, of a pax header; members are read in smaller pieces."""


def extract_tar(source: Source) -> Document:
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
                yield Packed(members.member(name, found.size, _tar_date(found.mtime)), readable)
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


def _tar_date(seconds: float) -> str:
    return dates.of(datetime.fromtimestamp(int(seconds), UTC)) if 0 < seconds < 1 << 34 else ""
