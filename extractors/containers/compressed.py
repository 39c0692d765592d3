"""What is compressed as a whole (gzip, bzip2, xz, zstd): the one document inside, or the members of a tar."""

from __future__ import annotations

import bz2
import lzma
import sys
import zlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from extractors.base import charset, spacing
from extractors.base.sentences import Message
from extractors.base.signatures import is_tar
from extractors.base.types import DEEPEST, MOST_BYTES, Budget, Candidate, Document, Source
from extractors.containers import members, tars
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
        self._waiting = b""
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
            self._waiting = b""
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


def extract(source: Source) -> Document:
    document = source.document()
    listing = (
        listings.read(source.data, source.base_url) if source.links and source.format == "gzip" else None
    )
    unpacker = Unpacker(source.data, source.format)
    beginning = _read(unpacker, 2048)
    if listing is not None and not source.text and listing.kind != "feed":
        pass  # nobody wants to see more of a sitemap, which may be large
    elif is_tar(beginning[:512]):
        document.metadata["compression"] = source.format
        if source.text:
            stream = _Resumed(beginning, unpacker, source.budget or Budget())
            source = replace(source, budget=stream.budget)
            document = members.contents(document, source, tars.members_of(stream))
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
        found.candidates = inner.candidates or (Candidate(inner.title, inner.title_source, 1.0),)
    if len(data) >= most and unpacker.read(1):
        found.warnings = (
            *found.warnings,
            Message("content-larger-mib", size=most >> 20),
        )
    return found


def inner_name(source: Source) -> str:
    """The name of what is compressed: what gzip says it is, else the file's without its ending."""
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
