"""HTTP messages inside DATA: where the headers end, and the body without its codings.

Old Tianwang files hold messages that no HTTP parser accepts: LF-only headers, a lost separator, headers
cut at 1023 bytes, chunk framing left in, a Content-Length that lies. The split therefore goes line by line and
takes Content-Length only as a tie-breaker.

Content codings (RFC 9110, 8.4.1): gzip, deflate, br (RFC 7932) and zstd (RFC 8878), undone in pieces. Servers lie about
them, cut them, and pack gigabytes into kilobytes; so the output is bounded, what came out before an error counts, and
nothing here raises for a bad body.
"""

from __future__ import annotations

import re
import sys
import zlib
from collections.abc import Callable, Iterator
from itertools import takewhile
from typing import NamedTuple

import brotli

from app.messages import Message
from app.tianwang.sources import KeepingInput, Machine

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
    def goes_on(data: bytes) -> bool:
        return window == 31 and data.startswith(b"\x1f\x8b")

    return _undone(source, lambda: KeepingInput(zlib.decompressobj(window)), goes_on)


def _undone(
    source: Iterator[bytes], begin: Callable[[], Machine], goes_on: Callable[[bytes], bool]
) -> Iterator[bytes]:
    """The content of one member or frame after another; `goes_on` says whether bytes behind one begin another."""
    machine = begin()
    try:
        for data in source:
            while True:
                if machine.eof:
                    if not data:
                        break
                    if not goes_on(data):
                        return
                    machine = begin()
                piece = machine.decompress(data, _PIECE)
                if piece:
                    yield piece
                data = machine.unused_data
                if machine.needs_input and not machine.eof:
                    break
    except (zlib.error, zstd.ZstdError) as error:
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
    return _undone(source, _zstd_machine, _is_zstd)


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


MAX_BODY = 256 * 1024 * 1024
"""Bytes a body may have after decompression; what is beyond is dropped with a warning."""

_HEADER_LINE = re.compile(rb"[!#$%&'*+\-.^_`|~0-9A-Za-z]+[ \t]*:")
_STATUS_LINE = re.compile(rb"HTTP/\d+(?:\.\d+)?[ \t]+(\d{3})[ \t]*([^\r\n]*)")
_USUAL = re.compile(
    rb"HTTP/\d+(?:\.\d+)?[ \t]+(\d{3}).*+\n(?>(?:[!#$%&'*+\-.^_`|~0-9A-Za-z]++:.*+\n)*)(?=\r?(\n))"
)
"""A head as nearly all servers write it: status (group 1) and header lines, nothing folded. Group 2 ends the empty line
behind it."""

MAX_HEAD = 1024 * 1024
"""Bytes in which the headers of a response must end."""
_OLD_HEADER_BUFFER = 1023  # TSE broke longer headers there: two bytes lost, one LF inserted
_CHARSET = re.compile(r"charset\s*=\s*[\"']?\s*([^\s\"';,]+)", re.IGNORECASE)


class HttpMessage:
    """Status line, headers and body of one response; `raw_body` as stored, `body` decoded.

    A bare page without HTTP headers is a message with status 200 and no headers.
    """

    __slots__ = (
        "_decoded_body",
        "_headers",
        "_lowered",
        "_start",
        "in_charset",
        "raw_body",
        "raw_headers",
        "status",
    )

    def __init__(self, raw_headers: bytes, raw_body: bytes, status: int = 200, start: bytes = b"") -> None:
        """`start` holds the status line; without it, `raw_headers` promises that every line is a header of its own."""
        self.raw_headers = raw_headers
        self.raw_body = raw_body
        self.status = status
        self.in_charset = ""
        """What else is known of its charset: see `charset`."""
        self._start = start
        self._headers: tuple[tuple[str, str], ...] | None = None
        self._lowered: bytes | None = None
        self._decoded_body: tuple[bytes, tuple[str, ...]] | None = None

    @property
    def reason(self) -> str:
        first = _STATUS_LINE.match(self._start or self.raw_headers)
        return _text(first[2]).strip() if first else ""

    @property
    def status_line(self) -> str:
        return _text(self.raw_headers.partition(b"\n")[0]).rstrip("\r")

    @property
    def headers(self) -> tuple[tuple[str, str], ...]:
        """(name, value) of every header, in order; folded ones on one line."""
        if self._headers is None:
            lines = self.raw_headers.replace(b"\r\n", b"\n").rstrip(b"\n").split(b"\n")
            self._headers = _parse_headers(lines[1:])
        return self._headers

    def header(self, name: str) -> str | None:
        """The first value of a header, or None; names ignore case."""
        wanted = name.lower()
        if not self._start and wanted.isascii():
            if self._lowered is None:
                self._lowered = self.raw_headers.lower()
            start = self._lowered.find(b"\n%b:" % wanted.encode())
            if start < 0:
                return None
            start += len(wanted) + 2
            return _text(self.raw_headers[start : self.raw_headers.find(b"\n", start)]).strip()
        for key, value in self.headers:
            if key.lower() == wanted:
                return value
        return None

    @property
    def media_type(self) -> str:
        """Declared media type in lower case without parameters, or ""."""
        return (self.header("content-type") or "").split(";", 1)[0].split(",", 1)[0].strip().lower()

    @property
    def charset(self) -> str | None:
        """Charset parameter of Content-Type, or None; what is known beside it (`in_charset`) in its place when that is
        a person's choice (it ends with "!"), or there is none."""
        if self.in_charset.endswith("!"):
            return self.in_charset
        found = _CHARSET.search(self.header("content-type") or "")
        return found.group(1) if found else self.in_charset or None

    @property
    def _decoded(self) -> tuple[bytes, tuple[str, ...]]:
        if self._decoded_body is None:
            self._decoded_body = _decode(self)
        return self._decoded_body

    @property
    def body(self) -> bytes:
        """The body with transfer and content coding undone; the raw bytes where that fails (see `warnings`)."""
        return self._decoded[0]

    def body_start(self, limit: int) -> bytes:
        """The first `limit` bytes of the body, without undoing the codings of much more."""
        body = self.raw_body
        if "chunked" in (self.header("transfer-encoding") or "").lower():
            body = _dechunk(body) or body
        return start_of(body, self.header("content-encoding"), limit)

    @property
    def warnings(self) -> tuple[str, ...]:
        """What was wrong with the codings of the body."""
        return self._decoded[1]


def split_http(data: bytes) -> HttpMessage:
    """Split DATA into headers and body; never raises."""
    usual = _USUAL.match(data)
    if usual is not None and usual.end(2) <= MAX_HEAD:
        end = usual.end()
        # a Content-Length of just this number may mean that the empty line belongs to the body
        if b"%d" % (len(data) - end) not in usual[0]:
            return HttpMessage(usual[0], data[usual.end(2) :], int(usual[1]))
    return split_tolerantly(data)


def usual_head(data: bytes, start: int, end: int) -> HttpMessage | None:
    """The message without its body from DATA that begins at `start` of `data` and ends at `end` or behind it; None
    when its head is not of the usual form, or not all here."""
    usual = _USUAL.match(data, start, end)
    if usual is None or usual.end(2) - start > MAX_HEAD:
        return None
    return HttpMessage(usual[0], b"", int(usual[1]))


def split_head(data: bytes) -> HttpMessage:
    """The message without its body from DATA, or from its first MAX_HEAD bytes."""
    message = split_tolerantly(data)
    message.raw_body = b""
    return message


def split_tolerantly(data: bytes) -> HttpMessage:
    """Line by line, whatever the headers look like."""
    first = _STATUS_LINE.match(data)
    if not first:
        return HttpMessage(b"", data)
    end, body = _header_end(data)
    return HttpMessage(data[:end], data[body:], int(first[1]), first[0])


def _text(value: bytes) -> str:
    """Header bytes as text: UTF-8 where valid, else Latin-1, which loses nothing."""
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError:
        return value.decode("latin-1")


def _parse_headers(lines: list[bytes]) -> tuple[tuple[str, str], ...]:
    headers: list[tuple[str, str]] = []
    for line in lines:
        if line[:1] in (b" ", b"\t") and headers:
            name, value = headers[-1]
            headers[-1] = (name, f"{value} {_text(line).strip()}".strip())
            continue
        name_bytes, colon, value_bytes = line.partition(b":")
        if colon:
            headers.append((_text(name_bytes).strip(), _text(value_bytes).strip()))
    return tuple(headers)


def _header_end(data: bytes) -> tuple[int, int]:
    """Offsets (end of the last header line, start of the body)."""
    position, length = 0, -1
    limit = min(len(data), MAX_HEAD)
    while position < limit:
        newline = data.find(b"\n", position, limit)
        if newline < 0:
            return (0, 0) if position == 0 else (position, position)
        line = data[position:newline]
        if line in (b"", b"\r"):
            return _blank_line(data, position, newline + 1, length)
        known = position == 0 or line[:1] in (b" ", b"\t") or _HEADER_LINE.match(line)
        if not known and not _is_broken_by_old_buffer(data, position):
            return position, position
        if line[:15].lower() == b"content-length:":
            value = line[15:].strip()
            length = int(value) if value.isdigit() and len(value) < 19 else -1
        position = newline + 1
    return position, position


def _blank_line(data: bytes, headers: int, after: int, length: int) -> tuple[int, int]:
    # A server that sent no separator, and a body that starts with empty lines: only then does the announced
    # length fit the body without the blank line, and not the body after it.
    if length >= 0 and len(data) - headers == length and len(data) - after != length:
        return headers, headers
    return headers, after


def _is_broken_by_old_buffer(data: bytes, position: int) -> bool:
    """Whether the line at `position` is the rest of a header line that TSE broke at its buffer's end."""
    if not _OLD_HEADER_BUFFER - 3 <= position <= _OLD_HEADER_BUFFER + 3:
        return False
    return data.find(b"\r\n\r\n", position, MAX_HEAD) >= 0 or data.find(b"\r\n\n", position, MAX_HEAD) >= 0


def _decode(message: HttpMessage) -> tuple[bytes, tuple[str, ...]]:
    body, warnings = message.raw_body, []
    if "chunked" in (message.header("transfer-encoding") or "").lower():
        plain = _dechunk(body)
        if plain is None:
            warnings.append(Message("chunks-missing"))
        else:
            body = plain
    for place, coding in enumerate(listed(message.header("content-encoding"))):
        undone = undo(body, coding, MAX_BODY) if place < MOST_CODINGS else None
        if undone is None:
            warnings.append(Message("coding-unknown", coding=coding))
            break
        if undone.data is None:
            # Many old servers name a coding and send the plain page all the same.
            warnings.append(Message("coding-untrue", coding=coding, same=coding))
            break
        if not undone.complete:
            warnings.append(Message("coding-cut", coding=coding))
        body = undone.data
    return body, tuple(warnings)


def _dechunk(body: bytes) -> bytes | None:
    """The body without chunk framing, as far as the chunks go; None when it does not start with a chunk."""
    parts: list[bytes] = []
    position = 0
    while position < len(body):
        newline = body.find(b"\n", position, position + 1024)
        if newline < 0:
            break
        size_text = body[position:newline].split(b";", 1)[0].strip()
        if not re.fullmatch(rb"[0-9A-Fa-f]{1,16}", size_text):
            break
        size = int(size_text, 16)
        if size == 0:
            return b"".join(parts)
        parts.append(body[newline + 1 : newline + 1 + size])
        position = newline + 1 + size
        while body[position : position + 1] in (b"\r", b"\n"):
            position += 1
    return b"".join(parts) if parts else None
