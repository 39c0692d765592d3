"""Documents that are a zip of XML parts (OpenDocument, OOXML): parts read within limits, XML parsed safely."""

from __future__ import annotations

import io
import posixpath
import zipfile
import zlib
from collections.abc import Iterator
from urllib.parse import unquote

from lxml import etree

from extractors import archives

MAX_XML = 48 << 20
"""Bytes of one part that are parsed into a tree, which takes about ten times as much memory."""

_CHUNK = 1 << 18
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
                    piece = stream.read(min(_CHUNK, limit - size))
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


def parser() -> etree.XMLParser:
    """A parser that opens nothing, replaces no entities and goes on behind damage."""
    return etree.XMLParser(
        recover=True, resolve_entities=False, load_dtd=False, no_network=True, remove_comments=True, remove_pis=True
    )


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

    Who is done with an element frees it (`done`), so that a part of any size takes little memory.
    """
    events = etree.iterparse(
        io.BytesIO(data),
        events=("end",),
        tag=tags,
        recover=True,
        resolve_entities=False,
        load_dtd=False,
        no_network=True,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        for _, element in events:
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
