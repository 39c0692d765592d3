"""The format of a file, recognised by its content: names are often wrong."""

from __future__ import annotations

import lzma
import re
import zipfile
from pathlib import Path
from typing import BinaryIO

from app.interchange.members import open_content
from app.interchange.noting import is_notes
from app.interchange.warc_reader import ArcReader, WarcReader, starts_arc, starts_warc

_BEGINNING = 4096
_SEEN = 1024 * 1024  # bytes looked through where the beginning shows nothing
_TIANWANG = re.compile(
    rb"(?:\A|\n)[ \t]*version[ \t]*:[ \t]*[0-9][^\n]{0,20}\n(?:[^\n:]{1,200}:[^\n]*\n){1,200}", re.I
)
_LENGTH = re.compile(rb"^length[ \t]*:[ \t]*[0-9]", re.I | re.M)
_XZ = b"\xfd7zXZ\x00"
_ZIP = b"PK\x03\x04"


def recognise(path: Path) -> str:
    """ "tianwang", "warc", "arc", "wacz" or "notes", "" for anything else; OSError when the file cannot be read."""
    with path.open("rb") as raw:
        return kind_of(raw)


def kind_of(raw: BinaryIO) -> str:
    """The same for an open file, which is at its beginning afterwards."""
    raw.seek(0)
    first = raw.read(8)
    try:
        if first.startswith((_ZIP, b"PK\x05\x06")):
            return "wacz" if _is_wacz(raw) else ""
        if first.startswith(b"{"):
            raw.seek(0)
            if is_notes(raw.read(_BEGINNING)):
                return "notes"
        if first.startswith(_XZ):
            raw.seek(0)
            return _kind(_unpacked(raw.read(_SEEN)))
        content = open_content(raw, _starts)
        kind = _kind(content.peek(_BEGINNING)) or _kind(content.peek(_SEEN))
        if not kind and content.broken is not None and content.recover():
            kind = _kind(content.peek(_SEEN))  # a member behind the broken first one tells
        return kind
    finally:
        raw.seek(0)


def _starts(data: bytes) -> bool:
    return starts_warc(data) or starts_arc(data) or _is_tianwang(data) is not None


def _kind(data: bytes) -> str:
    begin = data.lstrip(b"\r\n")
    if starts_warc(begin):
        return "warc"
    if starts_arc(begin):
        return "arc"
    # the beginning is no record: which kind of record comes first?
    found = {
        "warc": WarcReader.mark.search(data),
        "arc": ArcReader.mark.search(data),
        "tianwang": _is_tianwang(data),
    }
    places = {kind: match.start() for kind, match in found.items() if match}
    return min(places, key=lambda kind: places[kind], default="")


def _is_tianwang(data: bytes) -> re.Match[bytes] | None:
    for found in _TIANWANG.finditer(data):
        if _LENGTH.search(found[0]):
            return found
    return None


def _is_wacz(raw: BinaryIO) -> bool:
    """Whether a ZIP holds what a WACZ file must: its description, or web archives in their folder."""
    try:
        with zipfile.ZipFile(raw) as archive:
            names = archive.namelist()
    except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError, EOFError):
        return True  # the reader reports the damage
    return any(
        name == "datapackage.json" or name.startswith("archive/") or name.endswith(".wacz") for name in names
    )


def _unpacked(data: bytes) -> bytes:
    try:
        return lzma.LZMADecompressor(memlimit=1 << 28).decompress(data, _SEEN)
    except (lzma.LZMAError, EOFError):
        return b""
