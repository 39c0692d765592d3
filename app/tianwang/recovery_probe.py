"""What recovery takes for a record at an offset."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from enum import Enum

from app.tianwang.header import USUAL
from app.tianwang.recovery_source import Source
from app.tianwang.sealing import verify_header

MARK = b"version:"
MAX_HEADER = 1 << 20
"""Bytes a record header may have where one must begin; in the search it is less, since there are so many candidates."""

_SEARCHED = 1 << 16
_SHORT = 1 << 14  # bytes of a header that is read alike whatever the limit
_KEPT = 512  # headers kept, and as many before them
_MAX_LINES = 64
_MAX_FIRST_LINE = 64

_FURTHER = 4 << 20  # bytes in which the next empty line is looked for, once for all beginnings before it
_INNER = 8  # places in a header that are looked at for the beginning of another
_CANDIDATE = re.compile(rb"version: {0,9}\d{1,4}(?:\.\d{1,4})?\r?\n")
_LONGEST_CANDIDATE = 64
_VERSION = re.compile(rb" *\d{1,4}(?:\.\d{1,4})?")
_BLANK = re.compile(rb"\n\r?\n")
_NAME = re.compile(rb"[!-9;-@\[-~]+")
_DATE = re.compile(
    rb" *\w{3}, (\d\d?) (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) (\d{4}) (\d\d):(\d\d):(\d\d) GMT *"
)
_MONTHS = {name: number for number, name in enumerate(b"Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(), 1)}
_ID = re.compile(rb" *(\d{6})-(\d{7,10})")
_CHECK = re.compile(rb"crc32:[0-9a-f]{8}\n")


class Proof(Enum):
    """What checksums say of DATA."""

    NONE = "it carries none"
    GOOD = "they fit"
    BAD = "they do not fit"


class Probe:
    """A header that can be read at an offset, and where its DATA would end.

    `closing` is the byte there, and `proven` what checksums say of DATA (and why), once that was looked at.
    """

    __slots__ = (
        "_broken",
        "_date",
        "_unsound",
        "closing",
        "crlf",
        "data",
        "data_end",
        "end",
        "fields",
        "head",
        "length",
        "names",
        "offset",
        "proven",
    )

    def __init__(self, offset: int, head: bytes, blank: int, fields: dict[bytes, bytes], names: list[bytes]) -> None:
        self.offset, self.head = offset, head
        self.fields, self.names = fields, names
        self.crlf = blank == 2
        self.data = offset + len(head)
        self.length = int(fields[b"length"])
        self.data_end = self.data + self.length
        self.end = self.data_end + 1
        self.closing = b""
        self.proven: tuple[Proof, str] | None = None
        self._broken: str | None = None
        self._date: datetime | str | None = ""
        self._unsound: str | None = None

    @property
    def date(self) -> datetime | None:
        """`date`, or `time` as old files call it, in UTC; None when it cannot be read."""
        if isinstance(self._date, str):
            value = self.fields.get(b"date")
            self._date = _parse_date(self.fields.get(b"time", b"") if value is None else value)
        return self._date

    @property
    def url(self) -> str:
        return _text(self.fields.get(b"url", b"").strip())

    @property
    def id(self) -> tuple[str, int] | None:
        """Batch and serial number of our own records."""
        value = self.fields.get(b"id")
        found = _ID.fullmatch(value) if value else None
        return (found[1].decode(), int(found[2])) if found else None

    @property
    def broken_rule(self) -> str:
        """The first rule of the format that the header breaks, or ""."""
        if self._broken is None:
            self._broken = self._first_broken()
        return self._broken

    def _first_broken(self) -> str:
        names, fields = self.names, self.fields
        if not _VERSION.fullmatch(fields[MARK[:-1]]):
            return "the version is not a number"
        if len(fields) < len(names):
            return "an attribute stands there twice"
        if names[-1] != b"length":
            return "length is not the last attribute"
        if not fields.get(b"url", b"").strip():
            return "url is missing"
        if self.date is None:
            return "date is missing or cannot be read"
        if b"\0" in self.head:
            return "the header holds zeros"
        if not USUAL.fullmatch(self.head) and not all(map(_NAME.fullmatch, names)):
            return "the name of an attribute is not in lower case letters"
        return ""

    @property
    def header(self) -> bytes:
        return self.head

    @property
    def unsound(self) -> str:
        """What the header's own checks find wrong with it, or ""."""
        if self._unsound is None:
            lost = b"crc32:" in self.head and not self.sealed and _CHECK.search(self.head)
            self._unsound = "the check of the header cannot be read" if lost else verify_header(self) or ""
        return self._unsound

    @property
    def sealed(self) -> bool:
        """Whether a header-check covers the header; `unsound` says whether it fits."""
        return b"header-check" in self.fields


def candidate(source: Source, start: int, end: int | None = None) -> int:
    """Where the next line stands that begins a header without fault, or -1."""
    return source.search(_CANDIDATE, _LONGEST_CANDIDATE, start, end)


def probe(source: Source, offset: int, limit: int = _SEARCHED) -> Probe | None:
    """The header at `offset`, or None when it cannot be read, or when the header of another record begins in it."""
    known = source.probes.get(offset) or source.older_probes.get(offset)
    if known is not None:
        return known
    head, blank = _header(source, offset, limit)
    if not blank or _begins_inside(source, offset, head, blank):
        return None
    found = _read(offset, head, blank)
    if found is not None and len(head) <= _SHORT:
        if len(source.probes) >= _KEPT:
            source.probes, source.older_probes = {}, source.probes
        source.probes[offset] = found
    return found


def _begins_inside(source: Source, offset: int, head: bytes, blank: int) -> bool:
    """Whether a whole header begins inside this: then this is a cut one, or a line of text, before it."""
    end = offset + len(head)
    if source.last_header[0] != end:
        start, tries, inner = -1, _INNER, len(head)
        while start < 0 and tries and (inner := head.rfind(MARK, 1, inner)) > 0:
            other = _read(offset + inner, head[inner:], blank)
            if other is not None and not other.broken_rule:
                start = offset + inner
            tries -= 1
        if inner <= 0 and start < 0:
            return False  # nothing was found in this part of it only
        source.last_header = end, start
    return source.last_header[1] > offset


def _read(offset: int, head: bytes, blank: int) -> Probe | None:
    lines = head[: -1 - blank]
    fields: dict[bytes, bytes] = {}
    names = []
    for line in (lines.replace(b"\r", b"") if blank == 2 else lines).split(b"\n"):
        name, colon, value = line.partition(b":")
        if not colon:
            return None
        fields[name] = value
        names.append(name)
    length = fields.get(b"length", b"").strip()
    if not length.isdigit() or len(length) > 15:
        return None
    return Probe(offset, head, blank, fields, names)


def closes(source: Source, found: Probe) -> bool:
    """Whether DATA fits into the file and a newline closes it."""
    if found.data_end >= source.size:
        return False
    if not found.closing:
        found.closing = source.byte(found.data_end, found.data)
    return found.closing == b"\n"


def with_length(record: Probe, length: int) -> bytes:
    """The header of a record with another length."""
    head, ends = record.head, b"\r\n" if record.crlf else b"\n"
    return head[: head.rindex(b"length:")] + b"length: %d" % length + ends + ends


def _header(source: Source, offset: int, limit: int) -> tuple[bytes, int]:
    """The header with its empty line, and that line's length (2 with CR, 0 where there is no header)."""
    if source.no_header[0] <= offset < source.no_header[1] - limit:
        return b"", 0
    size = 1024
    while True:
        data = source.read(offset, size)
        if not data.startswith(MARK) or data.find(b"\n", 0, _MAX_FIRST_LINE) < 0:
            return b"", 0
        found = _BLANK.search(data)
        if found is not None:
            head, blank = data[: found.end()], found.end() - found.start() - 1
            return (head, blank) if head.count(b"\n") <= _MAX_LINES else (b"", 0)
        if len(data) < size or size >= limit or b"\0" in data or b"\n" + MARK in data:
            known = offset + len(data)
            further = source.search(_BLANK, 3, known - 2, known + _FURTHER) if len(data) == size else -1
            source.no_header = offset, further if further >= 0 else min(known + _FURTHER, source.size)
            return b"", 0
        if data.count(b"\n") > _MAX_LINES:
            return b"", 0
        size = min(size * 16, limit)


def _parse_date(value: bytes) -> datetime | None:
    found = _DATE.fullmatch(value)
    try:
        if found:
            day, month, year, hour, minute, second = found.groups()
            return datetime(
                int(year), _MONTHS[month], int(day), int(hour), int(minute), min(int(second), 59), tzinfo=UTC
            )
        when = parsedate_to_datetime(value.decode("latin-1"))
        return when.replace(tzinfo=UTC) if when.tzinfo is None else when.astimezone(UTC)
    except (ValueError, TypeError, OverflowError):
        return None


def _text(value: bytes) -> str:
    for charset in ("utf-8", "gb18030"):
        try:
            return value.decode(charset)
        except UnicodeDecodeError:
            continue
    return value.decode("latin-1")
