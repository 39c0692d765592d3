"""Content codings of HTTP bodies (RFC 9110, 8.4.1): gzip, deflate, br (RFC 7932) and zstd (RFC 8878), undone in pieces.

Servers lie about them, cut them, and pack gigabytes into kilobytes; so whatever comes out is bounded, what came out
before an error counts, and nothing here raises for a bad body.
"""

from __future__ import annotations

import sys
import zlib
from collections.abc import Callable, Iterator
from itertools import takewhile
from typing import NamedTuple

import brotli

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

ACCEPTED = "gzip, deflate, br, zstd"
"""What a client may offer in Accept-Encoding: all that can be undone here."""
MOST_CODINGS = 8
"""So many codings on top of each other are undone; no honest server sends more than two."""
INFLATED_CAP = 256 * 1024 * 1024
_PIECE = 1024 * 1024
_STEP = 64 * 1024
_ZSTD_WINDOW_LOG = 23  # 8 MiB, the most that RFC 9659 allows in HTTP
_ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"
_MOST_INFLATION = 1032  # what deflate can reach

Stage = Callable[[Iterator[bytes]], Iterator[bytes]]


class _Bad(Exception):
    """The stream is cut or broken from here on."""


class Undone(NamedTuple):
    """`data` is None when the body is not in that coding at all; `complete` is false for a cut or limited stream."""

    data: bytes | None
    complete: bool


def listed(header: str | None) -> list[str]:
    """The codings that a Content-Encoding header names, in the order they are to be undone, without "identity"."""
    names = [name.strip().lower() for name in (header or "").split(",")]
    return [name for name in reversed(names) if name not in ("", "identity")]


def undo(body: bytes, coding: str, limit: int = INFLATED_CAP) -> Undone | None:
    """The body without one coding, at most `limit` bytes; None for a coding that is not known."""
    stage = _STAGES.get(coding)
    if stage is None:
        return None
    if not body:
        return Undone(b"", True)
    out: list[bytes] = []
    size = 0
    complete = True
    try:
        for piece in stage(_steps(body)):
            out.append(piece[: limit - size])
            size += len(piece)
            if size > limit:
                complete = False
                break
    except _Bad:
        complete = False
    return Undone(b"".join(out) if out or complete else None, complete)


def start_of(body: bytes, header: str | None, limit: int) -> bytes:
    """The first `limit` bytes of a body, the codings of a Content-Encoding header undone only as far as these need."""
    source = _steps(body)
    for coding in takewhile(_STAGES.__contains__, listed(header)[:MOST_CODINGS]):
        source = _STAGES[coding](source)
    out: list[bytes] = []
    size = 0
    try:
        for piece in source:
            out.append(piece)
            size += len(piece)
            if size >= limit:
                break
    except _Bad:
        if not out:
            return body[:limit]
    return b"".join(out)[:limit]


def inflates_beyond(body: bytes, header: str | None, cap: int = INFLATED_CAP) -> bool:
    """Whether a body in the codings of a Content-Encoding header is a bomb: whether any of them, undone one after the
    other, gives more than `cap` bytes. Memory stays at a piece for each coding."""
    stages = []
    deflate_only = True
    for coding in listed(header):
        stage = _STAGES.get(coding)
        if stage is None:
            break
        stages.append(stage)
        deflate_only &= stage in (_gunzipped, _inflated)
    if len(stages) > MOST_CODINGS:
        return True
    if not stages or (deflate_only and len(body) * _MOST_INFLATION ** len(stages) <= cap):
        return False
    counts = [0] * len(stages)
    sources = [_steps(body)]
    for place, stage in enumerate(stages):
        sources.append(_counted(stage(sources[-1]), counts, place))
    # the last coding may break off while those before it still give something
    for source in reversed(sources[1:]):
        try:
            for _ in source:
                if max(counts) > cap:
                    return True
        except _Bad:
            continue  # what follows is no compressed data, and nothing can come out of it
    return max(counts) > cap


def _counted(pieces: Iterator[bytes], counts: list[int], place: int) -> Iterator[bytes]:
    for piece in pieces:
        counts[place] += len(piece)
        yield piece


def _steps(body: bytes) -> Iterator[bytes]:
    view = memoryview(body)
    for start in range(0, len(body), _STEP):
        yield bytes(view[start : start + _STEP])


def _gunzipped(source: Iterator[bytes]) -> Iterator[bytes]:
    """A gzip body may hold several members; anything else behind the end is padding."""
    return _unzipped(source, 31)


def _inflated(source: Iterator[bytes]) -> Iterator[bytes]:
    """ "deflate" is the zlib format by the RFC, and a raw deflate stream by what many servers send."""
    first = next(source, b"")
    try:
        zlib.decompressobj(15).decompress(first, 1)
        window = 15
    except zlib.error:
        window = -15
    return _unzipped(_chained(first, source), window)


def _chained(first: bytes, rest: Iterator[bytes]) -> Iterator[bytes]:
    yield first
    yield from rest


def _unzipped(source: Iterator[bytes], window: int) -> Iterator[bytes]:
    machine = zlib.decompressobj(window)
    try:
        for data in source:
            if machine.eof:
                if window != 31 or not data.startswith(b"\x1f\x8b"):
                    return
                machine = zlib.decompressobj(window)
            while True:
                piece = machine.decompress(data, _PIECE)
                if piece:
                    yield piece
                data = machine.unconsumed_tail
                if machine.eof:
                    data = machine.unused_data
                    if not data:
                        break
                    if window != 31 or not data.startswith(b"\x1f\x8b"):
                        return
                    machine = zlib.decompressobj(window)
                elif not data and len(piece) < _PIECE:
                    break
    except zlib.error as error:
        raise _Bad from error
    if not machine.eof:
        raise _Bad


def _unbrotlied(source: Iterator[bytes]) -> Iterator[bytes]:
    machine = brotli.Decompressor()
    try:
        # an error takes with it what the same call had read before, so calls are small
        for data in (part[at : at + 1024] for part in source for at in range(0, len(part), 1024)):
            piece = machine.process(data, output_buffer_limit=_PIECE)
            while piece or not machine.can_accept_more_data():
                if piece:
                    yield piece
                if machine.is_finished():
                    return
                piece = machine.process(b"", output_buffer_limit=_PIECE)
            if machine.is_finished():
                return
    except brotli.error as error:
        raise _Bad from error
    raise _Bad


def _unzstded(source: Iterator[bytes]) -> Iterator[bytes]:
    machine = _zstd_machine()
    try:
        for data in source:
            if machine.eof:
                if not _is_zstd(data):
                    return
                machine = _zstd_machine()
            while True:
                piece = machine.decompress(data, _PIECE)
                data = b""
                if piece:
                    yield piece
                if machine.eof:
                    data = machine.unused_data
                    if not data:
                        break
                    if not _is_zstd(data):
                        return
                    machine = _zstd_machine()
                elif machine.needs_input:
                    break
    except zstd.ZstdError as error:
        raise _Bad from error
    if not machine.eof:
        raise _Bad


def _zstd_machine() -> zstd.ZstdDecompressor:
    return zstd.ZstdDecompressor(options={zstd.DecompressionParameter.window_log_max: _ZSTD_WINDOW_LOG})


def _is_zstd(data: bytes) -> bool:
    """A frame, or one of those to be skipped (RFC 8878, 3.1.2)."""
    return data.startswith(_ZSTD_MAGIC) or (0x50 <= data[0] <= 0x5F and data[1:4] == b"\x2a\x4d\x18")


_STAGES: dict[str, Stage] = {
    "gzip": _gunzipped,
    "x-gzip": _gunzipped,
    "deflate": _inflated,
    "x-deflate": _inflated,
    "br": _unbrotlied,
    "zstd": _unzstded,
}
