"""TAR archives: v7, ustar, GNU and pax (POSIX.1-2001), read as a stream with every size checked."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from datetime import UTC, datetime
from typing import NamedTuple

from extractors.base import charset, dates
from extractors.base.signatures import is_tar
from extractors.base.types import Document, Source
from extractors.containers import members
from extractors.containers.members import Packed, Stream

_BLOCK = 512
_LONGEST_HEADER = 1 << 20
"""Bytes of a long name or a pax header."""
_CHUNK = 1 << 16
_FILES = (b"0", b"\0", b"7", b"S")


class _Header(NamedTuple):
    name: bytes
    size: int
    kind: bytes
    date: str
    real: int  # size with the holes of a sparse file


def extract(source: Source) -> Document:
    return members.contents(source.document(), source, members_of(io.BytesIO(source.data)))


def members_of(stream: Stream) -> Iterator[Packed]:
    """The members of a tar; each can be read only until the next one is asked for. EOFError, ValueError."""
    long_name = b""
    pax: dict[bytes, bytes] = {}
    while True:
        block = _exactly(stream, _BLOCK)
        if not block or not block.strip(b"\0"):
            return
        if len(block) < _BLOCK or not is_tar(block):
            raise ValueError("no header of a member")
        header = _header(block)
        if header.kind in (b"L", b"K", b"x", b"X", b"g"):
            if header.size > _LONGEST_HEADER:
                raise ValueError("a header that is too large")
            said = _exactly(stream, _padded(header.size))[: header.size]
            if header.kind == b"L":
                long_name = said.rstrip(b"\0")
            elif header.kind in (b"x", b"X"):
                pax = _pax(said)
            continue
        size = _number_of(pax, b"size", header.size)
        real = _number_of(
            pax, b"GNU.sparse.realsize", _number_of(pax, b"GNU.sparse.size", header.real or size)
        )
        name = pax.get(b"GNU.sparse.name") or pax.get(b"path") or long_name or header.name
        if header.kind == b"S" and block[482]:  # more maps of holes follow
            while (more := _exactly(stream, _BLOCK))[504:505].strip(b"\0"):
                pass
            if len(more) < _BLOCK:
                raise EOFError
        body = _Body(stream, size)
        if header.kind in _FILES and not name.endswith(b"/"):
            sparse = header.kind == b"S" or b"GNU.sparse.major" in pax or b"GNU.sparse.map" in pax
            known = members.member(charset.decode(name, None)[0], real, header.date)
            yield Packed(known, None if sparse else body.opened)
        body.skip()
        long_name, pax = b"", {}


class _Body:
    """The content of one member, of which the rest is passed over when the next one is wanted."""

    def __init__(self, stream: Stream, size: int) -> None:
        self._stream = stream
        self._left = size
        self._padding = _padded(size) - size

    def opened(self) -> AbstractContextManager[Stream]:
        return nullcontext(self)

    def read(self, size: int = _CHUNK, /) -> bytes:
        data = self._stream.read(min(size, self._left)) if self._left else b""
        if self._left and not data:
            raise EOFError("the archive ends within a file")
        self._left -= len(data)
        return data

    def skip(self) -> None:
        if self._left > _CHUNK and isinstance(self._stream, io.BytesIO):
            self._stream.seek(self._left - 1, io.SEEK_CUR)
            self._left = 1
        while self._left:
            self.read()
        if len(_exactly(self._stream, self._padding)) < self._padding:
            raise EOFError("the archive ends within a file")


def _exactly(stream: Stream, size: int) -> bytes:
    """That many bytes, fewer at the end."""
    pieces = []
    while size > 0:
        piece = stream.read(min(size, _CHUNK))
        if not piece:
            break
        pieces.append(piece)
        size -= len(piece)
    return b"".join(pieces)


def _padded(size: int) -> int:
    return -(-size // _BLOCK) * _BLOCK


def _header(block: bytes) -> _Header:
    name = block[:100].split(b"\0")[0]
    kind = block[156:157]
    if block[257:263] == b"ustar\0":
        prefix = block[345:500].split(b"\0")[0]
        name = prefix + b"/" + name if prefix else name
    real = _number(block[483:495]) if kind == b"S" else 0
    size = 0 if kind in (b"1", b"2", b"3", b"4", b"5", b"6") else _number(block[124:136])
    return _Header(name, size, kind, _date(_number(block[136:148])), real)


def _number(field: bytes) -> int:
    """Octal digits, or GNU's base 256. ValueError for what is neither, or negative."""
    if field[:1] == b"\x80":
        return int.from_bytes(field[1:], "big")
    digits = field.strip(b" \0")
    number = int(digits, 8) if digits else 0
    if number < 0:
        raise ValueError("a negative number")
    return number


def _pax(said: bytes) -> dict[bytes, bytes]:
    """Records "length key=value\\n"."""
    found: dict[bytes, bytes] = {}
    position = 0
    while position < len(said):
        length, blank, _ = said[position : position + 20].partition(b" ")
        if not blank or not length.isdigit() or not 0 < int(length) <= len(said) - position:
            break
        key, _, value = said[position + len(length) + 1 : position + int(length) - 1].partition(b"=")
        found[key] = value
        position += int(length)
    return found


def _number_of(pax: dict[bytes, bytes], key: bytes, usual: int) -> int:
    value = pax.get(key, b"")
    return int(value) if value.isdigit() and len(value) < 20 else usual


def _date(seconds: int) -> str:
    if not 0 < seconds < 1 << 34:
        return ""
    return dates.of(datetime.fromtimestamp(seconds, UTC))
