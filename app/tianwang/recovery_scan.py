"""The search for records in a damaged file: walk by `length` as long as that holds, search only behind damage."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from app.tianwang.recovery_judge import (
    SURE,
    Anchor,
    Stop,
    chain_at,
    crosses,
    following,
    own_from,
    uncrossed,
    what_follows,
)
from app.tianwang.recovery_probe import MARK, MAX_HEADER, Probe, Proof, closes, probe, proof, with_length
from app.tianwang.recovery_source import WINDOW, Source

_STEP = 4 * WINDOW  # bytes between two reports of progress
_SECTOR = bytes(512)
_HEADER_ZONE = 8192  # bytes in which the rest of a damaged header is looked for
_LENGTH = re.compile(rb"length: *(\d{1,15})\r?\n\r?\n")
_BODY_LENGTH = re.compile(rb"\ncontent-length:[ \t]*(\d{1,15})[ \t]*\r?\n(?:[^\r\n]+\r?\n)*\r?\n", re.IGNORECASE)

ALONE = "It stands behind damage, and too few records follow it to prove it"
EMBEDDED = "It may be text inside the page of a lost record"
UNENDED = "Nothing proves where it ends: no record follows it"
CHECK_LOST = "It lacks the checksum that the records before it carry"
WIPED = "A sector of its data seems to have been wiped"
NO_RECORD = "These bytes are no record"
HEADER_LOST = "The header of the record is damaged"
CUT_OFF = "The file ends before the end of the record"
CUT = "The record is cut, or bytes were lost or added inside it"
DATA_LOST = "The compressed data of the record is damaged"
NEWLINE_LOST = "The newline that closes the record was restored"
LENGTH_LOST = "The length of the record was restored; its data is proven by its checksum"


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


class Scanner:
    """Finds the records of one file; `found` yields findings in order, without gap or overlap."""

    def __init__(
        self,
        source: Source,
        progress: Progress | None = None,
        cancelled: Callable[[], bool] | None = None,
        start: int = 0,
    ) -> None:
        self._source = source
        self._progress, self._cancelled = progress, cancelled
        self._anchor = Anchor()
        self._reported = start
        self._at = start  # where the walk goes on

    def found(self) -> Iterator[Found]:
        """All findings. Cancelled when `cancelled` says so."""
        size = self._source.size
        while self._at < size:
            damaged = yield from self._walk()
            if damaged is not None or self._at < size:
                yield from self._search(self._at, damaged)
        self._tick(size, last=True)

    def _walk(self) -> Generator[Found, None, Probe | None]:
        """The records from a place that is certainly the start of one. Returns the readable header of the record that
        is damaged, or None; the walk then stands at its start, or behind everything that could be kept of it.
        """
        source, ahead = self._source, None
        while self._at < source.size:
            self._tick(self._at)
            record = ahead if ahead is not None and ahead.offset == self._at else probe(source, self._at, MAX_HEADER)
            if record is None:
                return None
            if not closes(source, record):
                mended = self._unclosed(record)
                if mended is None:
                    return record
                yield mended
                continue
            follows, ahead = following(source, record.end)
            evidence, reason = proof(source, record)
            if evidence is not Proof.GOOD and follows not in SURE:
                damaged = follows is Stop.DAMAGED
                if (evidence is Proof.BAD and not damaged) or crosses(source, record, record.end):
                    return record
                if not damaged:
                    yield _copy("suspect", record, UNENDED)
                    self._at = record.end
                    return None
            elif evidence is Proof.BAD and crosses(source, record, record.end - 1):
                return record  # it is cut, and only seems to end where another one does
            odd = self._anchor.misses_proof(record) and not (ahead is not None and self._anchor.misses_proof(ahead))
            yield self._whole(record, evidence, reason) if not odd else _copy("suspect", record, CHECK_LOST)
            self._at = record.end
            broken = record.broken_rule
            if (broken or record.unsound) and (ahead is None or ahead.broken_rule != broken):
                # The header may be put together of two, and the end that of a record inside a page: what stands there
                # must prove itself. Where all records break the same rule, it is the way of a program.
                return None
        return None

    def _whole(self, record: Probe, evidence: Proof, reason: str) -> Found:
        """A record whose end is certain."""
        broken = record.broken_rule or record.unsound
        if evidence is Proof.BAD and b"unzip-length" in record.fields:
            return _copy("lost", record, DATA_LOST)
        if evidence is Proof.BAD or broken:
            return _copy("suspect", record, _sentence(broken or reason))
        if evidence is Proof.NONE and _wiped(self._source, record):
            return _copy("suspect", record, WIPED)
        self._anchor.note(record)
        return _copy("recovered", record, _sentence(reason))

    def _unclosed(self, record: Probe) -> Found | None:
        """A record that is whole but for its closing newline."""
        source, end = self._source, record.data_end
        if end > source.size or record.broken_rule or record.unsound:
            return None
        evidence = proof(source, record)[0]
        if end == source.size:
            sure, resume = evidence is not Proof.BAD, end
        else:
            resume = end if what_follows(source, end) is Stop.RECORD else end + 1
            sure = evidence is Proof.GOOD
        if not sure:
            return None
        self._anchor.note(record)
        self._at = resume
        finding = Finding("repaired", record.offset, resume, record.url, record.date, NEWLINE_LOST)
        return Found(finding, ((record.offset, end), b"\n"))

    def _search(self, lost: int, damaged: Probe | None) -> Iterator[Found]:
        """Everything up to the next place that is certainly the start of a record; the walk then stands there."""
        source, anchor = self._source, self._anchor
        container, start = damaged, -1
        if damaged is None:
            here = probe(source, lost)
            start = self._jump(lost) if here is None or here.broken_rule else -1
        at = start if start >= 0 else lost + 1 if damaged is not None else lost
        while True:
            self._tick(at)
            at = source.find(MARK, at)
            if at < 0:
                break
            chain = chain_at(source, at, anchor)
            if not chain.count:
                at += 1
                continue
            doubtful = own_from(source, chain, anchor, container)
            if doubtful < chain.count:
                yield from self._gap(lost, at, damaged)
                self._at = at
                yield from self._suspects(doubtful, EMBEDDED)
                return
            if at == start:
                at, start = lost + 1, -1  # the hint was wrong: search from the beginning
                continue
            doubtful = uncrossed(source, chain)
            if not doubtful:
                at += 1
                continue
            yield from self._gap(lost, at, damaged)
            self._at, damaged = at, None
            yield from self._suspects(doubtful, ALONE if chain.count < 3 and not chain.misfits else EMBEDDED)
            lost = at = self._at
        self._at = source.size
        yield from self._gap(lost, self._at, damaged)

    def _suspects(self, count: int, reason: str) -> Iterator[Found]:
        source = self._source
        for _ in range(count):
            record = probe(source, self._at, MAX_HEADER)
            if record is None:  # the file changes under our hands
                return
            self._tick(self._at)
            self._anchor.remember(record)
            self._at = min(record.end, source.size)
            if proof(source, record)[0] is Proof.BAD and b"unzip-length" in record.fields:
                finding = Finding("lost", record.offset, self._at, record.url, record.date, DATA_LOST)
                yield Found(finding, ((record.offset, self._at),))
            else:
                closing = () if record.data_end < source.size else (b"\n",)
                finding = Finding("suspect", record.offset, self._at, record.url, record.date, reason)
                yield Found(finding, ((record.offset, self._at), *closing))

    def _jump(self, start: int) -> int:
        """Where the record ends whose header at `start` is damaged, as far as a rest of its headers says; else -1.

        Another record, or the end of the file, stands there.
        """
        source = self._source
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

    def _gap(self, start: int, end: int, damaged: Probe | None) -> Iterator[Found]:
        """What lies between the last record and the next."""
        if end <= start:
            return
        if damaged is None or damaged.offset != start:
            began = self._source.read(start, 8)
            header = sum(a == b for a, b in zip(began, MARK, strict=False)) > 5
            finding = Finding("lost", start, end, "", None, HEADER_LOST if header else NO_RECORD)
            yield Found(finding, ((start, end),))
            return
        mended = self._with_length(damaged, end)
        if mended is not None:
            self._anchor.note(damaged)
            finding = Finding("repaired", start, end, damaged.url, damaged.date, LENGTH_LOST)
            yield Found(finding, (mended, (damaged.data, end)))
        else:
            reason = CUT_OFF if damaged.data_end > end == self._source.size else CUT
            yield Found(Finding("lost", start, end, damaged.url, damaged.date, reason), ((start, end),))

    def _with_length(self, damaged: Probe, end: int) -> bytes | None:
        """The header with the length that the next record proves, where a checksum of DATA agrees; else None."""
        if damaged.broken_rule or self._source.read(end - 1, 1) != b"\n" or end - 1 < damaged.data:
            return None
        length = end - 1 - damaged.data
        head = with_length(damaged, length)
        fields = damaged.fields | {b"length": b"%d" % length}
        restored = Probe(damaged.offset, damaged.head, 1 + damaged.crlf, fields, damaged.names)
        restored.head = head  # the header that is checked; the place of DATA stays the file's
        if restored.unsound or proof(self._source, restored)[0] is not Proof.GOOD:
            return None
        return head

    def _tick(self, at: int, last: bool = False) -> None:
        if at - self._reported < _STEP and not last:
            return
        self._reported = at
        if self._cancelled is not None and self._cancelled():
            raise Cancelled
        if self._progress is not None:
            self._progress(at, self._source.size)


def _wiped(source: Source, record: Probe) -> bool:
    """Whether DATA holds zeros that begin and end with the sectors of a disk."""
    at = source.find(_SECTOR, record.data, record.data_end)
    while at >= 0:
        end = at + len(_SECTOR)
        while end < record.data_end and not any(zeros := source.read(end, min(WINDOW // 4, record.data_end - end))):
            end += len(zeros)
        last = source.read(end, WINDOW // 4)[: record.data_end - end]
        end += len(last) - len(last.lstrip(b"\0"))
        if at % len(_SECTOR) == 0 == end % len(_SECTOR) and (at > record.data or end < record.data_end):
            return True
        at = source.find(_SECTOR, end, record.data_end)
    return False


def _copy(kind: str, record: Probe, reason: str) -> Found:
    finding = Finding(kind, record.offset, record.end, record.url, record.date, reason)
    return Found(finding, ((record.offset, record.end),))


def _sentence(reason: str) -> str:
    return reason[:1].upper() + reason[1:]
