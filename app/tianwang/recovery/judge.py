"""Which of the records found behind damage are records of the file, and which are text inside the DATA of another.

Nothing in a record tells the two apart: a page may hold whole records with proper digests. What tells them apart is
where a row of them ends. Between true records there is nothing, so a true row goes on to the end of the file or to the
next damage; a row inside a page ends in the rest of that page, or one newline before the next true record. What was
proven before the damage gives the rest: dialect, ids and dates go on from there, and no record comes twice.
"""

from __future__ import annotations

import re
import sys
from array import array
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import Enum
from itertools import islice
from typing import NamedTuple

from app.messages import Message
from app.tianwang.recovery.probe import (
    MARK,
    MAX_HEADER,
    WINDOW,
    Probe,
    Proof,
    Source,
    candidates,
    carries_proof,
    closed_at,
    closes,
    probe,
    proof,
)

# The anchor: properties of the certain records of a file, which the next record must share.

LONG_ROW = 32
"""Records that prove each other even where nothing is known of the file yet."""

_SOME = 8
"""Records after which it is known how those of a file look."""

_SLACK = timedelta(minutes=2)
"""By how much records may be out of the order of their dates; more where more was seen."""
_SMALLEST = 100  # bytes of a record; elsewhere a quarter of the usual
_HEADERS_REMEMBERED = 1 << 18  # headers of records already seen, 2 MiB
_EARLIEST = datetime.min.replace(tzinfo=UTC)


class Anchor:
    """Dialects, dates, ids and headers of the records so far."""

    def __init__(self) -> None:
        self._dialects: set[tuple[bool, ...]] = set()
        self._count = 0
        self._end = self._bytes = 0
        self._newest = _EARLIEST
        self._back, self._forth = _Third(_SLACK), _Third(_SLACK)
        self._id: tuple[str, int] | None = None
        self._id_step = 1
        self._ids_ascend = self._all_have_ids = self._all_packed = self._ids_proven = True
        self._last_sealed = False
        self._seen = array("q", bytes(8 * _HEADERS_REMEMBERED))

    def note(self, record: Probe) -> None:
        """This record is one of the file."""
        if len(self._dialects) < 64:
            self._dialects.add(_dialect(record))
        if record.date is not None:
            self._note_date(record.date)
        identity = record.id
        self._all_have_ids = self._all_have_ids and identity is not None
        self._all_packed = self._all_packed and (b"unzip-length" in record.fields or not record.length)
        if identity is not None:
            self._ids_ascend = self._ids_ascend and (self._id is None or identity > self._id)
            if self._id is not None and self._id[0] == identity[0] and record.offset == self._end:
                self._id_step = max(self._id_step, identity[1] - self._id[1])
            self._id = identity
            self._ids_proven = self._ids_proven and carries_proof(record)
        self._count += 1
        self._bytes += record.end - record.offset
        self._end, self._last_sealed = record.end, record.sealed
        self.remember(record)

    def _note_date(self, date: datetime) -> None:
        if not self._count:
            self._newest = date
        elif date >= self._newest:
            self._forth.add(date - self._newest)
            self._newest = date
        else:
            self._back.add(self._newest - date)
            if date < self._newest - self.slack:  # another run of the crawler, or another file
                self._newest = date

    def remember(self, record: Probe) -> None:
        """A record of which a second copy cannot be one of the file as well."""
        mark = hash(record.head)
        self._seen[mark % _HEADERS_REMEMBERED] = mark

    @property
    def empty(self) -> bool:
        """Whether nothing is known yet."""
        return not self._count

    @property
    def slack(self) -> timedelta:
        """By how much records may be out of the order of their dates."""
        return self._back.value

    @property
    def by_id(self) -> bool:
        """Whether ids tell the records of the file from others."""
        return self._id is not None and self._ids_ascend and self._all_have_ids

    @property
    def telling(self) -> bool:
        """Whether a single record can be distinguished from text in a page: by its id, or by compression of all pages."""
        return (self.by_id and self._count >= _SOME) or (self._all_packed and self._count >= LONG_ROW)

    def misses_proof(self, record: Probe, ahead: Probe | None) -> bool:
        """Whether a record lacks the checks that those around it have; `ahead` is the next, where there is one.

        One program writes all records alike, and where another goes on with its file, it writes more than one.
        """
        if record.sealed and carries_proof(record):
            return False
        usual = self.by_id and self._count >= _SOME and self._ids_proven
        if usual and not carries_proof(record) and (ahead is None or carries_proof(ahead)):
            return True
        if record.sealed or not (self._last_sealed or (self.empty and ahead is not None)):
            return False
        ours = (
            b"digest" in record.fields
            or (self._id is not None and b"id" in record.fields)
            or self._left_out(ahead)
        )
        ours = ours or record.id is not None
        return ours and (ahead is None or ahead.sealed)

    def _left_out(self, ahead: Probe | None) -> bool:
        """Whether the ids leave room for one between the last record and the one behind the next."""
        after = ahead.id if ahead is not None else None
        return (
            self._id is not None
            and after is not None
            and after[0] == self._id[0]
            and after[1] > self._id[1] + 1
        )

    def fits(self, record: Probe) -> bool:
        """Whether a record can be the next of the file, as far as dialect, id and date tell."""
        mark = hash(record.head)
        if self._seen[mark % _HEADERS_REMEMBERED] == mark:
            return False
        if self.empty:
            return True
        if _dialect(record) not in self._dialects:
            return False
        if self._id is not None and self._ids_ascend:
            identity = record.id
            if identity is not None or self._all_have_ids:
                if identity is None or identity[0] != self._id[0]:
                    return False
                if not 0 < identity[1] - self._id[1] <= self._room(record) * self._id_step:
                    return False
        return record.date is not None and record.date >= self._newest - self.slack

    def near(self, record: Probe) -> bool:
        """Whether a record that fits is no later than the records that may be missing before it can explain."""
        if self.empty or record.date is None:
            return True
        return record.date - self._newest <= self._forth.value * self._room(record)

    def _room(self, record: Probe) -> int:
        """How many records may have begun between the last one and this, itself included."""
        usual = max(self._bytes // self._count // 4, _SMALLEST)
        return max(record.offset - self._end, 0) // usual + 4


class _Third:
    """The third largest of many spans: what is seen less often is no way of a file, but an accident."""

    def __init__(self, least: timedelta) -> None:
        self._largest = [least] * 3

    def add(self, span: timedelta) -> None:
        if span > self._largest[0]:
            self._largest[0] = span
            self._largest.sort()

    @property
    def value(self) -> timedelta:
        return self._largest[0]


def _dialect(record: Probe) -> tuple[bool, ...]:
    names = record.names
    return record.crlf, b"time" in names, b"id" in names, b"outdegree" in names, b"unzip-length" in names


# Findings about ranges of a file, and their reasons.

ALONE = Message("found-alone")
EMBEDDED = Message("found-embedded")
UNENDED = Message("found-unended")
UNCLOSED = Message("found-unclosed")
CHECK_LOST = Message("found-without-check")
WIPED = Message("found-wiped")
NO_RECORD = Message("found-nothing")
HEADER_LOST = Message("found-header-lost")
CUT_OFF = Message("found-cut-off")
CUT = Message("found-cut")
DATA_LOST = Message("found-data-lost")
NEWLINE_LOST = Message("mended-newline")
LENGTH_LOST = Message("mended-length")


@dataclass(frozen=True, slots=True)
class Finding:
    """What the bytes from `offset` to `end` are; `kind` is "recovered", "suspect", "repaired" or "lost"."""

    kind: str
    offset: int
    end: int
    url: str
    date: datetime | None
    reason: str


class Found(NamedTuple):
    """A finding, and the bytes that are written for it: literal ones and ranges of the source."""

    finding: Finding
    parts: tuple[bytes | tuple[int, int], ...]


class Cancelled(Exception):
    """The person asked to stop."""


Progress = Callable[[int, int], None]


def found_as(
    kind: str, record: Probe, reason: str, *parts: bytes | tuple[int, int], end: int | None = None
) -> Found:
    """A record up to its end or another one, written as it stands there or as `parts`."""
    end = record.end if end is None else end
    finding = Finding(kind, record.offset, end, record.url, record.date, reason)
    return Found(finding, parts or ((record.offset, end),))


def lost_range(start: int, end: int, reason: str) -> Found:
    """Bytes without a header that could be read."""
    return Found(Finding("lost", start, end, "", None, reason), ((start, end),))


def sentence(reason: str) -> str:
    """A reason of another module as a finding gives it."""
    return reason.opening() if isinstance(reason, Message) else reason[:1].upper() + reason[1:]


ROW = 3
"""Records that must follow one another to prove each other, when they carry no proof of their own."""

_LOOK_AHEAD = 256 << 20  # a row that is longer than this is no page
_CROSSINGS = 2000  # beginnings of rows in a record that are followed
_REMEMBERED = 1 << 18  # places of records already followed
_HEADER_LINE = re.compile(rb"\n(?:url|origin|date|time|ip|length): ?[^\r\n]+\r?\n")
_SECTOR = bytes(512)
_HEADER_ZONE = 8192  # bytes in which the rest of a damaged header is looked for
_LENGTH = re.compile(rb"length: *(\d{1,15})\r?\n\r?\n")
_BODY_LENGTH = re.compile(
    rb"\ncontent-length:[ \t]*(\d{1,15})[ \t]*\r?\n(?:[^\r\n]+\r?\n)*\r?\n", re.IGNORECASE
)
_BLANK = re.compile(rb"\n\r?\n")


class Stop(Enum):
    """What stands where a record ends."""

    RECORD = "the header of a record"
    END = "the end of the file"
    FAR = "so many records that no page holds them"
    BEYOND = "a record that would end behind the end of the file"
    DAMAGED = "a damaged header"
    FILL = "bytes that were wiped"
    NEWLINE = "an empty line, as after the text of a page"
    TEXT = "other text"


SURE = (Stop.RECORD, Stop.END)
"""What stands behind a record only if its `length` is right."""


def what_follows(source: Source, at: int) -> Stop:
    """What stands at the end of a record."""
    return following(source, at)[0]


def following(source: Source, at: int) -> tuple[Stop, Probe | None]:
    """What stands at the end of a record, and the header that was read for it."""
    if at >= source.size:
        return Stop.END, None
    header = probe(source, at, MAX_HEADER)
    return (Stop.RECORD, header) if header is not None else (_no_record(source, at), None)


def _no_record(source: Source, at: int) -> Stop:
    data = source.read(at, 512)
    if not any(data[:16]) or data[:16] == b"\xff" * len(data[:16]):
        return Stop.FILL
    if data.lstrip(b"\r").startswith((b"\n" + MARK, b"\n\r" + MARK)) or data in (b"\n", b"\r\n"):
        return Stop.NEWLINE
    alike = sum(a == b for a, b in zip(data, MARK, strict=False))
    if alike >= min(6, len(data)):
        return Stop.DAMAGED
    start = _BLANK.split(data, maxsplit=1)[0].partition(MARK)[0]
    return Stop.DAMAGED if len(_HEADER_LINE.findall(start + b"\n")) > 1 else Stop.TEXT


class Chain:
    """Records that follow one another without a gap."""

    __slots__ = ("count", "end", "last", "misfits", "near", "start", "stop")

    def __init__(self, start: int) -> None:
        self.start = self.end = start
        self.count = self.misfits = 0
        """Records, and how many of the first of them go up to the last that does not fit the rest of the file."""
        self.last: Probe | None = None
        self.near = True  # the date of the first that fits goes on from those of the file
        self.stop = Stop.TEXT


def chain_at(source: Source, start: int, anchor: Anchor, most: int = sys.maxsize) -> Chain:
    """The row of records that begins at `start`, or the first `most` of them; reads headers only."""
    chain = Chain(start)
    serial: tuple[str, int] | None = None
    newest = None
    seen: set[int] = set()
    while True:
        found = probe(source, chain.end, MAX_HEADER) if chain.count else probe(source, start)
        if found is None or found.broken_rule:
            chain.stop = what_follows(source, chain.end) if chain.count else Stop.TEXT
            if chain.stop is Stop.RECORD:
                chain.stop = Stop.DAMAGED
            return chain
        if not closes(source, found) and found.data_end != source.size:
            beyond = found.data_end > source.size
            alike = chain.last is not None and chain.last.crlf == found.crlf
            chain.stop = Stop.BEYOND if beyond else Stop.DAMAGED if alike else Stop.TEXT
            return chain
        if not anchor.fits(found):
            chain.misfits = chain.count + 1
        if serial is not None and found.id is not None and found.id <= serial:
            chain.misfits = max(chain.misfits, chain.count)
        if newest is not None and found.date is not None and found.date < newest - anchor.slack:
            chain.misfits = max(chain.misfits, chain.count)
        mark = hash(found.head)
        if mark in seen:  # of two copies one is text in a page
            chain.misfits = max(chain.misfits, chain.count)
        elif len(seen) < _REMEMBERED:
            seen.add(mark)
        serial, newest = found.id or serial, max(found.date, newest) if found.date and newest else found.date
        if chain.misfits == chain.count:
            chain.near = anchor.near(found)
        chain.count += 1
        chain.last, chain.end = found, min(found.end, source.size)
        if chain.end == source.size:
            chain.stop = Stop.END
            return chain
        if chain.end - start > _LOOK_AHEAD or chain.count == most:
            chain.stop = Stop.FAR
            return chain


def lone(source: Source, record: Probe, anchor: Anchor) -> bool:
    """Whether a record that stands where one must be does not go on from those before it, nor is one of a row that is
    long enough to prove itself. Such a place is met in a page, when bytes were added before or lost."""
    if anchor.fits(record) or record.sealed or carries_proof(record):
        return False
    chain = chain_at(source, record.offset, anchor, ROW)
    return chain.count == chain.misfits < ROW and chain.stop in (Stop.TEXT, Stop.NEWLINE)


def own_from(source: Source, chain: Chain, anchor: Anchor, container: Probe | None) -> int:
    """How many records at the start of the row stay suspect: the rest are certainly records of the file.

    `container` is the damaged record before the row, where its header can still be read.
    """
    first, believed = chain.misfits, chain.stop in (Stop.END, Stop.FAR)
    if chain.stop in (Stop.TEXT, Stop.NEWLINE) or (
        chain.stop is Stop.BEYOND and _record_behind(source, chain.end)
    ):
        return chain.count
    if first == chain.count:
        # Another file was appended: only a row that cannot be in the record before it is believed.
        apart = container is not None and chain.end > container.data_end + _LOOK_AHEAD // 4096
        return 0 if apart and believed and chain.count >= ROW else chain.count
    if not believed:
        # The row ends at damage, and so could one in a page that was hit twice.
        inside = container is not None and chain.end <= container.data_end
        if (inside or anchor.empty or not chain.near) and chain.count < LONG_ROW:
            return chain.count
    if chain.count - first >= ROW:
        return first
    if (believed or anchor.telling) and _proven(source, chain, first):
        return first
    return chain.count


def _record_behind(source: Source, offset: int) -> bool:
    """Whether a whole record stands behind a header that claims the rest of the file."""
    return any(closed_at(source, at) is not None for at in candidates(source, offset + 1))


def _proven(source: Source, chain: Chain, first: int) -> bool:
    """Whether the last records of a row, too few to prove each other, all prove themselves."""
    at = chain.start
    for number in range(chain.count):
        found = probe(source, at)
        if found is None or (
            number >= first and (found.unsound or proof(source, found)[0] is not Proof.GOOD)
        ):
            return False
        at = found.end
    return True


def hollow(source: Source, record: Probe) -> bool:
    """Whether a record whose DATA is not what it was has records in its place: in a stream that is damaged, or behind
    a header that is."""
    if b"unzip-length" not in record.fields and not record.unsound:
        return False
    inside = (closed_at(source, at) for at in candidates(source, record.data, record.end))
    return any(inner is not None and inner.end <= record.end for inner in inside)


def crosses(source: Source, record: Probe, beyond: int) -> bool:
    """Whether a record that begins inside `record`, or one that follows it, ends behind `beyond`, where `record` or
    one that follows that ends: then `record` does not end where it seems to."""
    seen: set[int] = set()  # rows that share their end are followed once
    for at in islice(candidates(source, record.data, record.end), _CROSSINGS):
        inner = closed_at(source, at) if at not in seen else None
        while inner is not None:
            if inner.end > beyond:
                if what_follows(source, inner.end) in SURE or proof(source, inner)[0] is Proof.GOOD:
                    return True
                break
            if len(seen) < _REMEMBERED:
                seen.add(inner.offset)
            inner = closed_at(source, inner.end) if inner.end not in seen else None
    return False


def uncrossed(source: Source, chain: Chain) -> int:
    """How many records of the row come before the first that is crossed by another row."""
    if chain.stop in SURE:
        return chain.count
    at = chain.start
    for number in range(chain.count):
        record = probe(source, at)
        if record is None or (
            crosses(source, record, chain.end)
            and (record.unsound or proof(source, record)[0] is not Proof.GOOD)
        ):
            return number
        at = record.end
    return chain.count


def seeming_end(source: Source, start: int) -> int:
    """Where the record ends whose header at `start` is damaged, as far as a rest of its headers says; else -1.

    Another record, or the end of the file, stands there.
    """
    zone = source.read(start, _HEADER_ZONE)
    further = zone.find(MARK, 1)
    zone = zone[: further if further >= 0 else len(zone)]
    for pattern in (_LENGTH, _BODY_LENGTH):
        found = pattern.search(zone)
        end = start + found.end() + int(found[1]) + 1 if found else 0
        if start < end <= source.size and source.read(end - 1, 1) == b"\n":
            behind, header = following(source, end)
            if behind is Stop.END or (header is not None and not header.broken_rule):
                return end
    return -1


def next_proven(source: Source, start: int, end: int, anchor: Anchor) -> Probe | None:
    """The first record between two offsets that could be the next of the file and proves itself."""
    for at in candidates(source, start, end):
        found = probe(source, at)
        if found is not None and found.end <= end and _whole(source, found) and anchor.fits(found):
            return found
    return None


def _whole(source: Source, record: Probe) -> bool:
    return (
        not (record.broken_rule or record.unsound)
        and closes(source, record)
        and proof(source, record)[0] is Proof.GOOD
    )


def wiped(source: Source, record: Probe) -> bool:
    """Whether DATA holds zeros that begin and end with the sectors of a disk."""
    at = source.find(_SECTOR, record.data, record.data_end)
    while at >= 0:
        end = at + len(_SECTOR)
        while end < record.data_end and not any(
            zeros := source.read(end, min(WINDOW // 4, record.data_end - end))
        ):
            end += len(zeros)
        last = source.read(end, WINDOW // 4)[: record.data_end - end]
        end += len(last) - len(last.lstrip(b"\0"))
        if at % len(_SECTOR) == 0 == end % len(_SECTOR) and (at > record.data or end < record.data_end):
            return True
        at = source.find(_SECTOR, end, record.data_end)
    return False
