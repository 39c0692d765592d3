"""Zip files that are not trusted: what is in them, and whether opening them would fill the memory."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

from extractors.types import Unreadable

MAX_TOTAL = 256 << 20
MAX_RATIO = 200
MAX_MEMBERS = 20_000
# Below this size no ratio is suspicious: a sheet of equal cells shrinks a thousandfold.
_HARMLESS = 16 << 20
_BROKEN = (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, EOFError)


def member_names(data: bytes) -> list[str]:
    """The names in a zip; of a damaged one, those of Office folders that can still be seen."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return archive.namelist()
    except _BROKEN:
        return [folder.decode() for folder in (b"word/", b"xl/", b"ppt/") if folder in data[:65_536]]


def check(data: bytes) -> None:
    """Refuse a zip that declares more than it may unpack to. Python's zipfile never unpacks more than declared."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
    except _BROKEN as error:
        raise Unreadable("The file is damaged: its table of contents cannot be read.") from error
    total = sum(member.file_size for member in members)
    if len(members) > MAX_MEMBERS:
        raise Unreadable(f"The file holds {len(members)} parts; more than {MAX_MEMBERS} are not opened.")
    if total > MAX_TOTAL:
        raise Unreadable(f"The file would unpack to {total >> 20} MiB; more than {MAX_TOTAL >> 20} are not opened.")
    if total > _HARMLESS and total > MAX_RATIO * max(1, len(data)):
        raise Unreadable(f"The file would unpack to {total // max(1, len(data))} times its size and was not opened.")
    if any(member.flag_bits & 1 for member in members):
        raise Unreadable("The file is protected by a password.")


def rewrite(data: bytes, replacements: Mapping[bytes, bytes]) -> bytes:
    """The zip with byte strings replaced in its XML parts, for the few dialects our libraries do not know."""
    target = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(target, "w") as new:
        for member in old.infolist():
            content = old.read(member)
            if member.filename.endswith((".xml", ".rels")):
                for before, after in replacements.items():
                    content = content.replace(before, after)
            new.writestr(member.filename, content)
    return target.getvalue()
