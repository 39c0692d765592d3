"""Zip files that are not trusted: what is in them, and whether opening them would fill the memory."""

from __future__ import annotations

import io
import zipfile
import zlib

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
    pieces of bounded size. Who reads it in pieces never gets more than declared."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
    except _BROKEN as error:
        raise Unreadable("The file is damaged: its table of contents cannot be read.") from error
    total = sum(member.file_size for member in members)
    if len(members) > MAX_MEMBERS:
        raise Unreadable(f"The file holds {len(members)} parts; more than {MAX_MEMBERS} are not opened.")
    if total > MAX_TOTAL:
        raise Unreadable(
            f"The file would unpack to {total >> 20} MiB; more than {MAX_TOTAL >> 20} are not opened."
        )
    if total > _HARMLESS and total > MAX_RATIO * max(1, len(data)):
        raise Unreadable(
            f"The file would unpack to {total // max(1, len(data))} times its size and was not opened."
        )
    if any(member.flag_bits & 1 for member in members):
        raise Unreadable("The file is protected by a password.")
    if any(member.compress_type not in _USUAL for member in members):
        raise Unreadable("The file is packed in a way that no document is; it was not opened.")
