"""Zips whose table of contents is lost: the members that can still be unpacked, found by their local headers.

PKWARE APPNOTE 4.3.7. What a program cut off or a transfer lost takes the table at the end first; the text of a document
often stands before.
"""

from __future__ import annotations

import io
import posixpath
import struct
import zipfile
import zlib
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote

from lxml import etree

from extractors.base import archives

# Documents that are a zip of XML parts (OpenDocument, OOXML): parts read within limits, XML parsed safely.

MAX_XML = 48 << 20
"""Bytes of one part that are parsed into a tree, which takes about ten times as much memory."""

_PART_CHUNK = 1 << 18
_DAMAGE = (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError, ValueError)


class Package:
    """The parts of a zipped document. `damaged` tells whether one could not be read to its end."""

    def __init__(self, data: bytes) -> None:
        """Refuses (Unreadable) what is no zip, is protected, or would fill the memory."""
        archives.check(data)
        self._archive = zipfile.ZipFile(io.BytesIO(data))
        self._names: dict[str, zipfile.ZipInfo] = {}
        for member in self._archive.infolist():
            # Some writers use backslashes or another case than the relations name; the first of two equal names wins.
            self._names.setdefault(_key(member.filename), member)
        self.damaged = False

    def names(self) -> list[str]:
        return [member.filename.replace("\\", "/") for member in self._names.values()]

    def __contains__(self, name: str) -> bool:
        return _key(name) in self._names

    def read(self, name: str, limit: int = MAX_XML) -> bytes:
        """The beginning of a part; b"" when it is not there, as much as can be had when it is damaged."""
        member = self._names.get(_key(name))
        if member is None:
            return b""
        pieces: list[bytes] = []
        size = 0
        try:
            with self._archive.open(member) as stream:
                while size < limit:
                    piece = stream.read(min(_PART_CHUNK, limit - size))
                    if not piece:
                        break
                    pieces.append(piece)
                    size += len(piece)
        except _DAMAGE:
            self.damaged = True
        return b"".join(pieces)

    def tree(self, name: str) -> etree._Element | None:
        """The root of an XML part, None when it is missing or beyond repair."""
        return parse(self.read(name))

    def relations(self, name: str) -> dict[str, tuple[str, str]]:
        """The OOXML relations of a part: id → (last word of the type, name of the other part or outside address)."""
        folder, _, file = name.rpartition("/")
        root = self.tree(f"{folder}/_rels/{file}.rels".lstrip("/"))
        found: dict[str, tuple[str, str]] = {}
        for relation in () if root is None else root.iter("{*}Relationship"):
            kind = (relation.get("Type") or "").rpartition("/")[2]
            target = relation.get("Target") or ""
            if (relation.get("TargetMode") or "").lower() == "external":
                kind += ":external"
            elif target.startswith("/"):
                target = target.lstrip("/")
            else:
                target = posixpath.normpath(posixpath.join(folder, target)).replace("../", "")
            found[relation.get("Id") or ""] = (kind, target)
        return found


def _key(name: str) -> str:
    return unquote(name).replace("\\", "/").lstrip("/").lower()


_SAFE: dict[str, Any] = dict.fromkeys(("recover", "no_network", "remove_comments", "remove_pis"), True) | {
    "resolve_entities": False,
    "load_dtd": False,
}
"""How XML is parsed: nothing is opened, no entity replaced, and what is behind damage is read."""


def parser() -> etree.XMLParser:
    return etree.XMLParser(**_SAFE)


def parse(data: bytes) -> etree._Element | None:
    """The root of an XML document; None when there is none."""
    if not data.strip():
        return None
    try:
        root: etree._Element | None = etree.fromstring(data, parser())
    except (etree.XMLSyntaxError, ValueError):
        return None
    return root


def stream(data: bytes, *tags: str) -> Iterator[etree._Element]:
    """The elements with these tags as they are complete; damage ends it.

    The caller frees each element after use (`done`), so that a part of any size takes little memory.
    """
    try:
        for _, element in etree.iterparse(io.BytesIO(data), events=("end",), tag=tags, **_SAFE):
            yield element
    except (etree.XMLSyntaxError, ValueError):
        return


def done(element: etree._Element) -> None:
    """Free an element that was read, and its elder siblings."""
    element.clear()
    parent = element.getparent()
    if parent is not None:
        while element.getprevious() is not None:
            del parent[0]


_HEADER = b"PK\x03\x04"
_MOST = 64 << 20  # bytes unpacked in all
_MEMBERS = 2000
_STORED, _DEFLATED = 0, 8
_CHUNK = 1 << 16


def readable(data: bytes) -> tuple[bytes, bool]:
    """A zipped document itself, or what could be rescued of one that has lost its table; and whether that was so."""
    if not data.startswith(b"PK"):
        return data, False
    try:
        zipfile.ZipFile(io.BytesIO(data)).close()
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        found = rescued(data)
        return (data, False) if found is None else (found, True)
    return data, False


def rescued(data: bytes) -> bytes | None:
    """A whole zip of the XML members that could be read (of the last one, its beginning); None when there are none."""
    found: dict[str, bytes] = {}
    at, left = data.find(_HEADER), _MOST
    while at >= 0 and len(found) < _MEMBERS and left > 0:
        name, content = _member(data, at, left)
        if content and name.endswith((".xml", ".rels")) and "\0" not in name:
            found.setdefault(name, content)
        left -= len(content)
        at = data.find(_HEADER, at + 4)
    if not found:
        return None
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name, content in found.items():
            archive.writestr(name, content)
    return target.getvalue()


def _member(data: bytes, at: int, limit: int) -> tuple[str, bytes]:
    if at + 30 > len(data):
        return "", b""
    flags, method = struct.unpack_from("<HH", data, at + 6)
    size, _, name_size, extra = struct.unpack_from("<IIHH", data, at + 18)
    start = at + 30 + name_size + extra
    name = data[at + 30 : at + 30 + name_size].decode("utf-8", "replace")
    if flags & 1 or not name.endswith((".xml", ".rels")):
        return name, b""
    if method == _STORED:
        return name, data[start : start + min(size, limit)]
    if method != _DEFLATED:
        return name, b""
    inflater = zlib.decompressobj(-15)
    pieces, total = [], 0
    try:
        for offset in range(start, len(data), _CHUNK):
            pending = data[offset : offset + _CHUNK]
            while pending and total < limit:
                piece = inflater.decompress(pending, _CHUNK)
                pieces.append(piece)
                total += len(piece)
                pending = b"" if inflater.eof else inflater.unconsumed_tail
            if inflater.eof or total >= limit:
                break
    except zlib.error:
        pass  # what came before it is good
    return name, b"".join(pieces)
