"""The files inside an archive or a mail: listed, and the text of the documents among them shown, within limits.

Nothing is written to a disk: a name that leads out of the folder is a name like any other.
"""

from __future__ import annotations

import lzma
import struct
import zlib
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from typing import NamedTuple, Protocol

from extractors.base import spacing
from extractors.base.sentences import Message
from extractors.base.spacing import names
from extractors.base.types import DEEPEST, Budget, Document, Member, Part, Source
from extractors.door.sniffing import sniff

MOST_LISTED = 10_000
LARGEST = 32 << 20
"""Bytes of a file inside that are unpacked to be read."""
DAMAGE = (
    *(OSError, EOFError, ValueError, ArithmeticError, LookupError, RuntimeError, AttributeError, TypeError),
    *(zlib.error, lzma.LZMAError, struct.error),
)
"""What libraries raise for damaged archives; RuntimeError includes NotImplementedError and a missing password."""

_CHUNK = 1 << 16
_MOST_WARNINGS = 20
_ARCHIVES = frozenset(("zip", "tar", "7z", "gzip", "bzip2", "xz", "zstd", "eml"))
# Formats of which nothing would be shown but their title, for which all of a film would be unpacked.
_SILENT = names("binary image mp3 flac ogg m4a wav audio mp4 webm mkv avi video")


class Stream(Protocol):
    def read(self, size: int = ..., /) -> bytes: ...


class Packed(NamedTuple):
    """A file inside. `open` is None when it cannot be read; `declared_type` is what a mail says of it."""

    member: Member
    open: Callable[[], AbstractContextManager[Stream]] | None
    declared_type: str = ""


class Reader:
    """Puts what is inside a document into it."""

    def __init__(self, document: Document, source: Source) -> None:
        self.budget = source.budget or Budget()
        self._document, self._source = document, source
        self._members: list[Member] = []
        self._parts: list[Part] = list(document.parts)
        self._warnings: list[str] = list(document.warnings)

    def take(self, members: Iterable[Packed]) -> None:
        """List the members and, when text is wanted, read them in their order; damage is a warning."""
        try:
            self._take(members)
        except (MemoryError, *DAMAGE):
            self._warn(Message("archive-damaged-read"))

    def _take(self, members: Iterable[Packed]) -> None:
        readable = self._source.text and self.budget.depth < DEEPEST
        for packed in members:
            if len(self._members) == MOST_LISTED:
                self._warn(Message("files-inside-first", count=MOST_LISTED))
                break
            self._members.append(packed.member)
            if readable and packed.open is not None and packed.member.size != 0:
                self._read(packed)

    def finish(self) -> None:
        if self.budget.spent:
            self._warn(self.budget.spent)
        document = self._document
        document.members = tuple(self._members)
        document.warnings = tuple(dict.fromkeys(self._warnings))
        if self._source.text:
            document.parts = tuple(self._parts)
            document.text = "\n".join(part.text for part in self._parts if part.text and part.kind != "image")

    def _read(self, packed: Packed) -> None:
        name = packed.member.name
        if packed.member.size > LARGEST:
            self._warn(_too_large(name))
            return
        if not self.budget.take_member():
            return
        try:
            data = self._content(packed)
        except (MemoryError, *DAMAGE):
            self._warn(Message("file-inside-damaged", name=name))
            return
        if not data:
            return
        document = self.inner(data, name, packed.declared_type)
        if document.error:
            self._warn(Message("file-inside-not", name=name, detail=document.error))
        for warning in document.warnings:
            self._warn(Message("inside", name=name, what=warning))
        if document.text:
            self.budget.take_text(len(document.text))
            self._parts.append(Part("heading", name, min(6, self.budget.depth + 1)))
            self._parts.extend(document.parts or (Part("paragraph", document.text),))

    def inner(self, data: bytes, name: str, declared_type: str = "") -> Document:
        """The document that some bytes inside this one are."""
        from extractors.door import registry

        format_name = sniff(data, declared_type or None, name)
        inner = Source(
            data, "", format_name, name=name, text=self._source.text, links=False, budget=self.budget
        )
        self.budget.depth += 1
        try:
            return registry.read(inner, declared_type or None)
        finally:
            self.budget.depth -= 1

    def _content(self, packed: Packed) -> bytes:
        """b"" for what has no text, or is too large."""
        assert packed.open is not None
        name = packed.member.name
        pieces: list[bytes] = []
        size = 0
        with packed.open() as stream:
            while piece := stream.read(_CHUNK):
                size += len(piece)
                self.budget.take_bytes(len(piece))
                if size > LARGEST:
                    self._warn(_too_large(name))
                    return b""
                if not self.budget.bytes:
                    return b""
                if not pieces and self._silent(piece, packed):
                    return b""
                pieces.append(piece)
        return b"".join(pieces)

    def _silent(self, beginning: bytes, packed: Packed) -> bool:
        found = sniff(beginning, packed.declared_type or None, packed.member.name)
        return found in _SILENT or (found in _ARCHIVES and self.budget.depth + 1 >= DEEPEST)

    def _warn(self, warning: str) -> None:
        if len(self._warnings) < _MOST_WARNINGS:
            self._warnings.append(warning)


def member(name: str, size: int = -1, date: str = "", media_type: str = "") -> Member:
    return Member(spacing.line(name), size, media_type, date)


def contents(document: Document, source: Source, members: Iterable[Packed]) -> Document:
    """The document with everything that is inside."""
    reader = Reader(document, source)
    reader.take(members)
    reader.finish()
    return document


def _too_large(name: str) -> str:
    return Message("file-inside-larger", name=name, size=LARGEST >> 20)
