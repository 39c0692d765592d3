"""ZIP archives (PKWARE APPNOTE 6.3): members listed, documents among them read."""

from __future__ import annotations

import io
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import AbstractContextManager
from datetime import datetime
from functools import partial

from extractors.base import charset, dates, spacing
from extractors.base.sentences import Message
from extractors.base.types import Document, Source, Unreadable
from extractors.containers import members
from extractors.containers.members import Packed, Stream

_UTF8 = 0x800
_ENCRYPTED = 0x1
_UNICODE_PATH = 0x7075
_LOCAL = re.compile(rb"PK\x03\x04(?=[\s\S]{26})")
_MOST_COMMENT = 2000


def extract(source: Source) -> Document:
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
        return members.contents(document, source, _members(archive, infos))


def _members(archive: zipfile.ZipFile, infos: list[zipfile.ZipInfo]) -> Iterator[Packed]:
    for info, name in zip(infos, names(infos), strict=True):
        known = members.member(name, info.file_size, _date(info.date_time))
        yield Packed(known, None if info.flag_bits & _ENCRYPTED else partial(_open, archive, info))


def _open(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> AbstractContextManager[Stream]:
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


def _date(stated: tuple[int, int, int, int, int, int]) -> str:
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
