"""One record of a Tianwang file: its header, read line by line, and its DATA, read when asked for."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import lru_cache
from typing import Protocol

from app.errors import FormatError
from app.messages import Message
from app.tianwang.http import MAX_HEAD, HttpMessage, split_head, split_http, usual_head
from app.tianwang.sources import InflateError, MemorySource, Source, inflate, inflate_beginning

MAX_HEADER = 1024 * 1024
"""Bytes a record header may have; addresses can be long, but not longer."""

NAME = re.compile(rb"[!-9;-@\[-~]+")
"""A proper attribute name: printable ASCII in lower case, no colon."""

USUAL = re.compile(rb"version:.*\n(?:[!-9;-@\[-~]++:.*+\n)*?length: (\d{1,15})\n\n")
"""A whole header as nearly all programs write it, with `length` last (group 1); it may still hold carriage returns."""

PROPER = re.compile(rb"(?:[^\x00-\x20\x7f](?:[^\x00-\x1f\x7f]*[^\x00-\x20\x7f])?)?")
"""A whole value as the format wants it: no control bytes, no white space around it; other bytes are free."""

ABSOLUTE = re.compile(rb"(?!(?:https?|ftp):(?!//[^/]))[A-Za-z][A-Za-z0-9+.\-]*:.", re.IGNORECASE)
"""How an absolute address begins."""

HOST = re.compile(rb"[0-9A-Za-z._:%-]+")
"""A whole `ip`: an IPv4 or IPv6 address, or the host name that some programs write in its place."""

VERSIONS = (b"1.0", b"2.0")

Fields = tuple[tuple[str, bytes], ...]


class HeaderError(ValueError):
    """The bytes are no header; `str(error)` is the rule they break."""


AGAIN = b"\nversion:"
"""Where another record begins: no header holds that, unless what stood between the two is lost."""

INTERRUPTED = "another record begins inside the header"

_EMPTY_LINE = re.compile(rb"\n\r?\n")


def header_end(data: bytes) -> int:
    """Offset behind the empty line that ends a header, or -1."""
    found = _EMPTY_LINE.search(data)
    return found.end() if found else -1


def read_fields(header: bytes) -> Fields:
    """The attributes of a header in order, names in lower case, values as bytes.

    HeaderError when a line is none, or the first and only the first is not `version`.
    """
    fields: list[tuple[str, bytes]] = []
    for line in header.split(b"\n"):
        line = line.removesuffix(b"\r")
        if not line:
            break
        name, colon, value = line.partition(b":")
        if not colon:
            raise HeaderError(Message("header-no-colon"))
        key = name.strip().decode("latin-1").lower()
        if not fields and key != "version":
            raise HeaderError(Message("header-no-version"))
        if fields and name == b"version":
            raise HeaderError(INTERRUPTED)
        fields.append((key, value.removeprefix(b" ")))
    if not fields:
        raise HeaderError(Message("header-no-version"))
    return tuple(fields)


def length_of(fields: Fields) -> int:
    """What `length` says (the last one, where there are several); HeaderError when it says nothing."""
    lengths = [value.strip() for key, value in fields if key == "length"]
    if not lengths or not lengths[-1].isdigit() or len(lengths[-1]) > 15:
        raise HeaderError(Message("length-unreadable"))
    return int(lengths[-1])


# Dialects: the ways in which different programs write records.

DIALECTS = ("tianwang", "early", "infomall", "links", "explorer", "incremental", "unknown")
"""TSE 1.0 · TSE before February 2004 (`time:`, CRLF header lines) · CWT collections (always compressed) · TSE's lists
of links · this program · its version 2.0 records · anything else."""


class _Header(Protocol):
    @property
    def header(self) -> bytes: ...
    @property
    def fields(self) -> tuple[tuple[str, bytes], ...]: ...


def dialect_of(record: _Header) -> str:
    """One of `DIALECTS`."""
    values = dict(record.fields)
    version = values.get("version", b"").strip()
    if version == b"2.0":
        return "incremental" if "id" in values else "unknown"
    if version != b"1.0" or "url" not in values:
        return "unknown"
    if "outdegree" in values:
        return "links"
    if "header-check" in values or ("id" in values and "digest" in values):
        return "explorer"
    if record.header.endswith(b"\r\n") or ("time" in values and "date" not in values):
        return "early"
    return "infomall" if "unzip-length" in values or "id" in values else "tianwang"


MAX_DATA = 2 * 1024 * 1024 * 1024
"""Bytes DATA may have after inflation."""

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
# The form that RFC 9110 prefers, and nearly all programs write; whatever is not quite like it, email.utils reads.
_USUAL_DATE = re.compile(
    r"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), ([0-3]\d) ([A-Z][a-z]{2}) ([12]\d{3}) (\d\d):(\d\d):(\d\d) GMT",
    re.ASCII,
)
_FIRST = 2048  # bytes in which the headers of nearly every response end


@lru_cache(maxsize=256)
def _mark(name: str) -> bytes:
    return b"\n%b:" % name.encode()


def text_of(value: bytes) -> str:
    """A value as text: UTF-8, else GB18030, else Latin-1."""
    for charset in ("utf-8", "gb18030"):
        try:
            return value.decode(charset)
        except UnicodeDecodeError:
            continue
    return value.decode("latin-1")


class Record:
    """A record: header fields in order, and where its parts stand in the file.

    `end` is the offset after the closing newline; `closed` is False when the file ends before that. `header` is the
    header as stored, with the empty line that ends it. DATA is read when asked for, so the reader must still be open.
    """

    __slots__ = ("_fields", "_source", "closed", "header", "length", "offset")

    def __init__(
        self,
        source: Source,
        offset: int,
        header: bytes,
        length: int,
        closed: bool,
        fields: Fields | None = None,
    ) -> None:
        """`fields` may be left out only for a header of the usual form, whose lines are then read as needed."""
        self.offset = offset
        self.header = header
        self.length = length
        self.closed = closed
        self._fields = fields
        self._source = source

    def __repr__(self) -> str:
        return f"Record(offset={self.offset}, end={self.end}, url={self.url!r})"

    @property
    def data_offset(self) -> int:
        return self.offset + len(self.header)

    @property
    def end(self) -> int:
        return self.offset + len(self.header) + self.length + self.closed

    @property
    def fields(self) -> Fields:
        """(name in lower case, value) of every header line."""
        if self._fields is None:
            self._fields = read_fields(self.header)
        return self._fields

    def raw(self, name: str) -> bytes | None:
        """Value of an attribute as bytes, or None."""
        if self._fields is None:
            header, start = self.header, len("version:")
            if name != "version":
                mark = _mark(name)
                start = header.find(mark)
                if start < 0:
                    return None
                start += len(mark)
            return header[start : header.find(b"\n", start)].removeprefix(b" ")
        for key, value in self._fields:
            if key == name:
                return value
        return None

    def get(self, name: str) -> str | None:
        """Value of an attribute as text (UTF-8, else GB18030, else Latin-1), or None."""
        value = self.raw(name)
        return None if value is None else text_of(value)

    @property
    def version(self) -> str:
        return self.get("version") or ""

    @property
    def url(self) -> str:
        return (self.get("url") or "").strip(" \t\r\n\v\f")  # other white space is part of an address

    @property
    def origin(self) -> str | None:
        return self.get("origin")

    @property
    def ip(self) -> str | None:
        return self.get("ip")

    @property
    def date(self) -> datetime | None:
        """`date` (or `time`, as files before 2004 call it) in UTC, or None when it cannot be read."""
        text = self.get("date") or self.get("time")
        if not text:
            return None
        usual = _USUAL_DATE.fullmatch(text)
        try:
            if usual is not None and usual[2] in MONTHS:
                day, month, year, hour, minute, second = usual.groups()
                number = MONTHS.index(month) + 1
                return datetime(int(year), number, int(day), int(hour), int(minute), int(second), tzinfo=UTC)
            when = parsedate_to_datetime(text)
            return when.replace(tzinfo=UTC) if when.tzinfo is None else when.astimezone(UTC)
        except (ValueError, OverflowError):  # the latter at both ends of the calendar
            return None

    @property
    def dialect(self) -> str:
        """Which program's way of writing this is; one of `dialects.DIALECTS`."""
        return dialect_of(self)

    @property
    def stored(self) -> bytes:
        """DATA as stored (`length` bytes)."""
        window, at = self._source.near(self.data_offset, self.length)
        if at + self.length <= len(window):
            return window[at : at + self.length]
        return self._source.read(self.data_offset, self.length)

    def detached(self) -> Record:
        """The same record with its bytes in memory, usable after the reader is closed. Offsets stay the file's."""
        memory = MemorySource(self.header + self.stored, self.offset, self._source.name)
        return Record(memory, self.offset, self.header, self.length, self.closed, self._fields)

    def data(self) -> bytes:
        """DATA, inflated when compressed. FormatError when it does not inflate to `unzip-length` bytes."""
        stored = self.stored
        announced = self.raw("unzip-length")
        if announced is None:
            return stored
        if not announced.isdigit() or len(announced) > 15 or int(announced) > MAX_DATA:
            raise self._broken(self.offset, Message("unzip-length-unreadable"))
        try:
            data = inflate(stored, int(announced))
        except InflateError as error:
            raise self._broken(self.data_offset, Message("data-not-inflated", detail=error)) from error
        if data is None:
            raise self._broken(self.data_offset, Message("data-inflates-otherwise"))
        return data

    def http(self) -> HttpMessage:
        """DATA as an HTTP message."""
        return split_http(self.data())

    def head(self) -> HttpMessage:
        """Status line and HTTP headers alone (`raw_body` is empty): reads, and inflates, no more than they need.

        The same as those of `http()`; of DATA that does not inflate, what the readable beginning says.
        """
        if b"\nunzip-length:" in self.header or self._fields is not None:
            return self._long_head()
        window, at = self._source.near(self.offset + len(self.header), _FIRST)
        return usual_head(window, at, at + self.length) or self._long_head()

    def _long_head(self) -> HttpMessage:
        """The head of DATA that is compressed, or whose headers are long or unusual."""
        for size in (_FIRST, 32 * _FIRST, MAX_HEAD):
            piece, whole = self._beginning(size)
            message = usual_head(piece, 0, len(piece))
            if message is not None:
                return message
            if whole or size == MAX_HEAD:
                break
        return split_head(piece)

    def _beginning(self, size: int) -> tuple[bytes, bool]:
        """The first bytes of DATA, inflated when compressed: about `size` of them. And whether that is all there is."""
        wanted = min(size, self.length)
        if size == _FIRST:  # what the reader has at hand will mostly do; only the later attempts insist
            window, at = self._source.near(self.data_offset, wanted)
            stored = window[at : at + wanted]
        else:
            stored = self._source.read(self.data_offset, wanted)
        if self.raw("unzip-length") is None:
            return stored, len(stored) == self.length
        return inflate_beginning(stored, size)

    def _broken(self, offset: int, rule: str) -> FormatError:
        return FormatError(self._source.name, offset, rule)
