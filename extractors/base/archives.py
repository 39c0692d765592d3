"""Zip files that are not trusted: what is in them, and whether opening them would fill the memory."""

from __future__ import annotations

import io
import zipfile
import zlib

from extractors.base.sentences import Message
from extractors.base.types import Unreadable

MAX_TOTAL = 256 << 20
MAX_RATIO = 200
MAX_MEMBERS = 20_000
# Below this size no ratio is suspicious: a sheet of equal cells shrinks a thousandfold.
_HARMLESS = 16 << 20
_USUAL = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_BROKEN = (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, EOFError)


def member_names(data: bytes) -> list[str]:
    """The names in a zip; of a damaged one, those of Office folders that can still be seen."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return archive.namelist()
    except _BROKEN:
        return [folder.decode() for folder in (b"word/", b"xl/", b"ppt/") if folder in data[:65_536]]


def mimetype(data: bytes) -> str:
    """What the first member says the file is (OpenDocument, EPUB); of others, by what their parts look like; or ""."""
    if data[30:38] == b"mimetype":
        size = int.from_bytes(data[18:22], "little")
        extra = int.from_bytes(data[28:30], "little")
        if 0 < size < 200 and not data[8]:  # not compressed
            return data[38 + extra : 38 + extra + size].decode("ascii", "replace").strip()
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive, archive.open("mimetype") as member:
            return member.read(200).decode("ascii", "replace").strip()
    except (*_BROKEN, KeyError, RuntimeError, zlib.error):
        return ""


def check(data: bytes) -> None:
    """Refuse a document that declares more than it may unpack to, or is packed in a way that zipfile cannot unpack in
    pieces of bounded size. A reader that takes it in pieces never gets more than declared."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
    except _BROKEN as error:
        raise Unreadable(Message("contents-damaged")) from error
    total = sum(member.file_size for member in members)
    if len(members) > MAX_MEMBERS:
        raise Unreadable(Message("file-holds-parts", count=len(members), most=MAX_MEMBERS))
    if total > MAX_TOTAL:
        raise Unreadable(Message("file-unpack-mib", size=total >> 20, most=MAX_TOTAL >> 20))
    if total > _HARMLESS and total > MAX_RATIO * max(1, len(data)):
        raise Unreadable(Message("file-unpack-times", times=total // max(1, len(data))))
    if any(member.flag_bits & 1 for member in members):
        raise Unreadable(Message("password"))
    if any(member.compress_type not in _USUAL for member in members):
        raise Unreadable(Message("file-packed-way"))
