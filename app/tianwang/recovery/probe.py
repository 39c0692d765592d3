"""The source that recovery searches, the headers it finds there, and the proof that digest and compression give."""

from __future__ import annotations

import hashlib
import lzma
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from enum import Enum
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, cast

from zlib_ng import zlib_ng

from app.errors import StorageFailed, StorageUnreadable
from app.messages import Message
from app.tianwang.record import NAME, USUAL, text_of
from app.tianwang.sealing import verify_header
from app.tianwang.sources import InflateError, inflates, zstd_decompressor
from app.tianwang.writer import why

# The bytes that recovery searches: a file as it lies there, or what a damaged compressed file still gives.

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd


WINDOW = 1 << 20
"""Bytes read at once, and about what recovery holds of a file."""


_GLANCE = 1024


class Source:
    """Random access to a file through one window of memory; nothing is mapped, so a file may shrink meanwhile."""

    def __init__(self, file: BinaryIO, path: Path) -> None:
        self._file, self.path = file, path
        self.size = file.seek(0, 2)
        self._start, self._window = 0, b""
        self._start_before, self._window_before = 0, b""
        self._far, self._far_window = 0, b""
        # what probing has found out: headers by offset, the newest and those before them, (end of a header, where the
        # last whole one in it begins), (a stretch without end)
        self.probes: dict[int, Probe] = {}
        self.older_probes: dict[int, Probe] = {}
        self.last_header, self.no_header = (-1, -1), (-1, -1)

    def __enter__(self) -> Source:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def read(self, offset: int, size: int) -> bytes:
        """The bytes from `offset` on: `size` of them, fewer where the file ends."""
        at = offset - self._start
        if at < 0 or at + size > len(self._window):
            if size > WINDOW:
                return self._load(offset, size)
            before = offset - self._start_before
            if before >= 0 and before + size <= len(self._window_before):
                return self._window_before[before : before + size]
            if size <= _GLANCE and not 0 <= at <= len(self._window) + WINDOW:
                return self._glance(offset, size)
            self._turn(offset)
            at = 0
        return self._window[at : at + size]

    def byte(self, offset: int, behind: int) -> bytes:
        """The byte at `offset`. What stands between `behind` and it will be wanted as well."""
        if behind < self._start + len(self._window) <= offset < behind + WINDOW and behind >= self._start:
            self._turn(behind)
        return self.read(offset, 1)

    def _turn(self, offset: int) -> None:
        """Read the window that begins at `offset`; the one before it stays at hand."""
        self._start_before, self._window_before = self._start, self._window
        self._start, self._window = offset, self._load(offset, WINDOW)

    def _glance(self, offset: int, size: int) -> bytes:
        """A few bytes at another place: lengths that lie lead anywhere, and back."""
        at = offset - self._far
        if at < 0 or at + size > len(self._far_window):
            self._far, self._far_window, at = offset, self._load(offset, 4 * _GLANCE), 0
        return self._far_window[at : at + size]

    def pieces(self, start: int, end: int) -> Iterator[bytes]:
        """The bytes of a range, a window at a time."""
        while start < end:
            piece = self.read(start, min(WINDOW, end - start))
            if not piece:
                return
            yield piece
            start += len(piece)

    def find(self, mark: bytes, start: int, end: int | None = None) -> int:
        """Offset of the first `mark` that begins at or behind `start` (and ends before `end`), or -1."""
        end = self.size if end is None else min(end, self.size)
        while end - start >= len(mark):
            at = start - self._start
            if not 0 <= at <= len(self._window) - len(mark):
                self._turn(start)
                at = 0
                if len(self._window) - at < len(mark):
                    return -1
            found = self._window.find(mark, at, min(len(self._window), end - self._start))
            if found >= 0:
                return self._start + found
            start = self._start + len(self._window) - len(mark) + 1
        return -1

    def search(self, mark: re.Pattern[bytes], longest: int, start: int, end: int | None = None) -> int:
        """Like `find`, for a pattern that matches at most `longest` bytes."""
        end = self.size if end is None else min(end, self.size)
        while start < end:
            at = start - self._start
            if not 0 <= at <= len(self._window) - min(longest, end - start):
                self._turn(start)
                at = 0
            found = mark.search(self._window, at, min(len(self._window), end - self._start))
            if found is not None:
                return self._start + found.start()
            seen = self._start + len(self._window)
            if seen >= end or seen - longest < start:
                return -1
            start = seen - longest + 1
        return -1

    def _load(self, offset: int, size: int) -> bytes:
        try:
            self._file.seek(offset)
            return self._file.read(size)
        except OSError as error:
            raise StorageUnreadable(path=self.path, detail=why(error)) from error


def open_source(path: Path, beside: Path | None = None) -> tuple[Source, str]:
    """The content of a file, unpacked into a temporary file when it is compressed (in the folder of `beside`, where
    there is one), and a sentence on what of the compression was damaged, or "".
    """
    try:
        file = path.open("rb", buffering=0)
    except OSError as error:
        raise StorageUnreadable(path=path, detail=why(error)) from error
    source = Source(file, path)
    first = source.read(0, 8)
    kind = next((name for mark, name in _KINDS.items() if first.startswith(mark)), "")
    if not kind:
        return source, ""
    with source:
        unpacked, trouble = temporary(beside), ""
        try:
            for piece in _UNPACK[kind](source):
                if isinstance(piece, int):
                    trouble = trouble or Message("compression-damaged", kind=kind, offset=piece)
                else:
                    unpacked.write(piece)
        except OSError as error:
            unpacked.close()
            raise StorageFailed(path=beside or Path(tempfile.gettempdir()), detail=why(error)) from error
    return Source(unpacked, path), trouble


def temporary(beside: Path | None) -> BinaryIO:
    """A file that is gone when it is closed, on the disk that will take the results."""
    folder = beside.absolute().parent if beside else None
    try:
        return cast(BinaryIO, tempfile.TemporaryFile(dir=folder))  # the source closes it
    except OSError as error:
        raise StorageFailed(path=folder or Path(tempfile.gettempdir()), detail=why(error)) from error


def _gunzip(source: Source) -> Iterator[bytes | int]:
    """The content of all members; for a damaged one what comes before the damage, and the offset of it."""
    start = 0
    while start >= 0:
        machine, at = zlib_ng.decompressobj(31), start
        try:
            while not machine.eof:
                pending = source.read(at, WINDOW)
                if not pending:
                    yield at
                    return
                at += len(pending)
                while pending and not machine.eof:
                    yield machine.decompress(pending, WINDOW)
                    pending = machine.unconsumed_tail
            at -= len(machine.unused_data)
            start = source.find(_GZIP, at)
            if start != at and (start >= 0 or any(any(piece) for piece in source.pieces(at, source.size))):
                yield at  # more than the zeros that fill up a tape
        except InflateError:
            yield at
            start = source.find(_GZIP, start + 1)


def _unpack_stream(make: Callable[[], Any], source: Source) -> Iterator[bytes | int]:
    """The content of concatenated streams up to the first damage, and its offset."""
    at, machine, fresh = 0, make(), True
    try:
        while pending := source.read(at, WINDOW):
            at += len(pending)
            while pending or not machine.needs_input:
                yield machine.decompress(pending, WINDOW)
                pending, fresh = b"", False
                if machine.eof:
                    pending, machine, fresh = machine.unused_data.lstrip(b"\0"), make(), True
    except (lzma.LZMAError, zstd.ZstdError, EOFError):
        fresh = False
    if not fresh:
        yield at


_KINDS = {b"\x1f\x8b\x08": "gzip", b"\xfd7zXZ\x00": "xz", b"\x28\xb5\x2f\xfd": "zstd"}
_GZIP = b"\x1f\x8b\x08"
_UNPACK: dict[str, Callable[[Source], Iterator[bytes | int]]] = {
    "gzip": _gunzip,
    "xz": partial(_unpack_stream, lzma.LZMADecompressor),
    "zstd": partial(_unpack_stream, zstd_decompressor),
}


# Headers of records at an offset.

MARK = b"version:"
MAX_HEADER = 1 << 20
"""Most bytes of a header at a certain beginning of a record; a search with many candidates takes less."""

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
_DATE = re.compile(
    rb" *\w{3}, (\d\d?) (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) (\d{4}) (\d\d):(\d\d):(\d\d) GMT *"
)
_MONTHS = {
    name: number for number, name in enumerate(b"Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(), 1)
}
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

    def __init__(
        self, offset: int, head: bytes, blank: int, fields: dict[bytes, bytes], names: list[bytes]
    ) -> None:
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
        return text_of(self.fields.get(b"url", b"").strip())

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
            return Message("version-no-number")
        if len(fields) < len(names):
            return Message("attribute-twice")
        if names[-1] != b"length":
            return Message("length-not-last")
        if not fields.get(b"url", b"").strip():
            return Message("url-missing")
        if self.date is None:
            return Message("date-missing")
        if b"\0" in self.head:
            return Message("header-zeros")
        if not USUAL.fullmatch(self.head) and not all(map(NAME.fullmatch, names)):
            return Message("name-not-letters")
        return ""

    @property
    def header(self) -> bytes:
        return self.head

    @property
    def unsound(self) -> str:
        """What the header's own checks find wrong with it, or ""."""
        if self._unsound is None:
            lost = b"crc32:" in self.head and not self.sealed and _CHECK.search(self.head)
            self._unsound = Message("header-check-unreadable") if lost else verify_header(self) or ""
        return self._unsound

    @property
    def sealed(self) -> bool:
        """Whether a header-check covers the header; `unsound` says whether it fits."""
        return b"header-check" in self.fields


def candidate(source: Source, start: int, end: int | None = None) -> int:
    """Where the next line stands that begins a header without fault, or -1."""
    return source.search(_CANDIDATE, _LONGEST_CANDIDATE, start, end)


def candidates(source: Source, start: int, end: int | None = None) -> Iterator[int]:
    """All such places."""
    at = candidate(source, start, end)
    while at >= 0:
        yield at
        at = candidate(source, at + 1, end)


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


def closed_at(source: Source, offset: int) -> Probe | None:
    """The header at `offset` when it breaks no rule and its DATA is closed, or None."""
    found = probe(source, offset)
    return found if found is not None and not found.broken_rule and closes(source, found) else None


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


_MAX_INFLATED = 2 << 30
_DIGEST = re.compile(rb" *sha256:([0-9a-f]{64})")

_NOTHING = (Proof.NONE, "")
_SEALED = (Proof.GOOD, Message("header-check-fits"))
_OF_DIGEST = ((Proof.BAD, Message("digest-unfit")), (Proof.GOOD, Message("digest-fits")))
_OF_INFLATION = ((Proof.BAD, Message("data-unproven")), (Proof.GOOD, Message("data-inflates")))


def proof(source: Source, found: Probe) -> tuple[Proof, str]:
    """What digest and compression say of the DATA of a record that fits into the file; read in pieces, once."""
    if found.proven is None:
        fields = found.fields
        if b"digest" not in fields and b"unzip-length" not in fields:
            found.proven = _SEALED if found.sealed and not found.length else _NOTHING
        elif short(found):
            found.proven = proof_of(found, source.read(found.data, found.length))
        else:
            found.proven = _of_pieces(source, found)
    return found.proven


def short(found: Probe) -> bool:
    """Whether DATA is to be checked in one piece."""
    announced = found.fields.get(b"unzip-length", b"").strip()
    return found.length + (int(announced) if announced.isdigit() and len(announced) <= 12 else 0) < WINDOW


def proof_of(found: Probe, data: bytes) -> tuple[Proof, str]:
    """The same of DATA that is `short`; for any thread, and mostly without the interpreter's lock."""
    digest = _DIGEST.fullmatch(found.fields.get(b"digest", b""))
    if digest:
        return _OF_DIGEST[hashlib.sha256(data).hexdigest().encode() == digest[1]]
    announced = found.fields.get(b"unzip-length")
    if announced is None:
        return _SEALED if found.sealed and not found.length else _NOTHING
    announced = announced.strip()
    if not announced.isdigit() or len(announced) > 12:
        return _OF_INFLATION[False]
    return _OF_INFLATION[inflates(data, int(announced))]


def carries_proof(record: Probe) -> bool:
    """Whether a change of DATA (of the header, in a record without DATA) would show."""
    return b"digest" in record.fields or b"unzip-length" in record.fields or (not record.length)


def _of_pieces(source: Source, found: Probe) -> tuple[Proof, str]:
    digest = _DIGEST.fullmatch(found.fields.get(b"digest", b""))
    if digest:
        machine = hashlib.sha256()
        for piece in source.pieces(found.data, found.data_end):
            machine.update(piece)
        return _OF_DIGEST[machine.hexdigest().encode() == digest[1]]
    announced = found.fields.get(b"unzip-length")
    if announced is None:
        return _SEALED if found.sealed and not found.length else _NOTHING
    return _OF_INFLATION[_inflates(source, found, announced.strip())]


def _inflates(source: Source, found: Probe, announced: bytes) -> bool:
    if not announced.isdigit() or len(announced) > 12 or int(announced) > _MAX_INFLATED:
        return False
    machine, left = zlib_ng.decompressobj(), int(announced)
    try:
        for piece in source.pieces(found.data, found.data_end):
            while piece and not machine.eof:
                left -= len(machine.decompress(piece, min(max(left, 0) + 1, WINDOW)))
                piece = machine.unconsumed_tail
                if left < 0:
                    return False
            if machine.unused_data or piece:
                return False
        left -= len(machine.flush())
    except InflateError:
        return False
    return machine.eof and left == 0
