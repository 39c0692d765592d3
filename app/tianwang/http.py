"""HTTP messages inside DATA: where the headers end, and the body without its codings.

Old Tianwang files hold messages that no HTTP parser accepts: LF-only headers, a lost separator, headers
cut at 1023 bytes, chunk framing left in, a Content-Length that lies. The split therefore goes line by line and
takes Content-Length only as a tie-breaker.
"""

from __future__ import annotations

import re

from app.messages import Message
from app.tianwang.codings import MOST_CODINGS, listed, start_of, undo

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
