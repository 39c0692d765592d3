"""Records whose DATA lost the CRs before its line ends: how many are missing, and where they were.

`length` says how many; the HTTP headers must have had theirs; a checksum or the inflation proves the rest.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import combinations, islice
from pathlib import Path

from app.tianwang.recovery_anchor import Anchor
from app.tianwang.recovery_findings import (
    ALONE,
    CUT,
    DATA_LOST,
    NO_RECORD,
    UNENDED,
    Cancelled,
    Finding,
    Found,
    Progress,
)
from app.tianwang.recovery_judge import ROW, SURE, what_follows
from app.tianwang.recovery_probe import MARK, Probe, Proof, closes, probe, with_length
from app.tianwang.recovery_proof import proof
from app.tianwang.recovery_source import Source

_MOST = 64 << 20  # bytes of DATA that are restored in memory
_TRIES = 3000  # ways to put CRs back that are tried on one record
_ENDS = 64  # places at which a record may end that are tried
_ROW = 64  # records that are looked at ahead

PROVEN = "CRs that the transfer took away were put back; a checksum proves the result"
COUNTED = "CRs that the transfer took away were put back; their number is what the length misses"
GUESSED = "CRs are missing that cannot be put back; the length was set to what is there"


@dataclass(frozen=True, slots=True)
class _Measured:
    """A record and where it ends; `data` is the restored DATA, None when it needs nothing."""

    record: Probe
    end: int
    data: bytes | None
    kind: str
    reason: str


def returns_lost(source: Source, offset: int) -> str:
    """Why the record at `offset` seems to miss CRs, and nothing else (one of the reasons here), or ""."""
    measured = _measure(source, offset)
    if measured is None or measured.data is None:
        return ""
    if measured.kind != "repaired":
        head = source.read(measured.record.data, 2048).partition(b"\n\n")[0]
        return measured.reason if head.startswith(b"HTTP/") and b"\r" not in head else ""
    return measured.reason


def restored(source: Source, progress: Progress | None, cancelled: Callable[[], bool] | None) -> Iterator[Found]:
    """Findings of a whole file that lost its CRs."""
    anchor, at, lost, sure = Anchor(), 0, 0, True
    while at < source.size:
        if cancelled is not None and cancelled():
            raise Cancelled
        if progress is not None:
            progress(at, source.size)
        measured = _measure(source, at)
        if measured is None:
            following = source.find(MARK, at + 1)
            at, sure = following if following >= 0 else source.size, False
            continue
        sure = sure or _goes_on(source, measured, anchor)
        if lost < at:
            yield _lost(source, lost, at)
        yield _found(measured, sure)
        if sure:
            anchor.note(measured.record)
        at = lost = measured.end
    if lost < at:
        yield _lost(source, lost, at)
    if progress is not None:
        progress(source.size, source.size)


def _goes_on(source: Source, measured: _Measured | None, anchor: Anchor) -> bool:
    """Whether records follow from here to the end of the file, or so many that they are no text of a page."""
    count = 0
    while measured is not None and count < _ROW and anchor.fits(measured.record):
        count += 1
        if measured.end >= source.size:
            return count >= ROW
        measured = _measure(source, measured.end)
    return count >= _ROW


def _measure(source: Source, offset: int) -> _Measured | None:
    record = probe(source, offset)
    if record is None or record.broken_rule or record.length > _MOST:
        return None
    best = None
    evidence = proof(source, record)[0] if closes(source, record) else Proof.BAD
    if evidence is not Proof.BAD and not record.unsound:
        if evidence is Proof.GOOD or what_follows(source, record.end) in SURE:
            return _Measured(record, record.end, None, "recovered", "")
        best = _Measured(record, record.end, None, "suspect", UNENDED)
    for end in islice(_ends(source, record), _ENDS):
        data = source.read(record.data, end - record.data)
        if record.length - len(data) > data.count(b"\n"):
            continue
        whole, reason = _put_back(record, data)
        if whole is not None:
            return _Measured(record, end + 1, whole, "repaired", reason)
        kind, reason = ("lost", DATA_LOST) if b"unzip-length" in record.fields else ("suspect", GUESSED)
        if best is None or best.data is None:
            best = _Measured(record, end + 1, data, kind, reason)
    return best


def _ends(source: Source, record: Probe) -> Iterator[int]:
    """Where DATA may end: a record or the end of the file must follow, and some CRs be missing."""
    first, last = record.data + record.length // 2, min(record.data_end, source.size)
    at = source.find(MARK, first, last + len(MARK))
    while at >= 0:
        following = probe(source, at) if at > record.data and source.read(at - 1, 1) == b"\n" else None
        if following is not None and not following.broken_rule:
            yield at - 1
        at = source.find(MARK, at + 1, last + len(MARK))
    if first < source.size <= record.data_end and source.read(source.size - 1, 1) == b"\n":
        yield source.size - 1


def _put_back(record: Probe, data: bytes) -> tuple[bytes | None, str]:
    """DATA with its CRs, and how certain that is; None when nothing says where they were."""
    missing = record.length - len(data)
    provable = b"unzip-length" in record.fields or b"digest" in record.fields
    for attempt in _attempts(data, missing, search=provable):
        if not provable:
            return attempt, COUNTED
        memory = Source(BytesIO(record.head + attempt), Path())
        again = probe(memory, 0)
        if again is not None and proof(memory, again)[0] is Proof.GOOD:
            return attempt, PROVEN
    return None, ""


def _attempts(data: bytes, missing: int, *, search: bool) -> Iterator[bytes]:
    """DATA with `missing` CRs before its line ends: all, those of the HTTP headers, or (with `search`) any."""
    count = data.count(b"\n")
    if missing == count:
        yield data.replace(b"\n", b"\r\n")
        return
    blank = data.find(b"\n\n") if data.startswith(b"HTTP/") else -1
    headers = data.count(b"\n", 0, blank + 2) if blank >= 0 else 0
    if headers and missing in (headers, headers - 1):  # the empty line often had none
        yield data[: blank + 2].replace(b"\n", b"\r\n", missing) + data[blank + 2 :]
    if search and math.comb(count, missing) <= _TRIES:
        for places in combinations([found.start() for found in re.finditer(b"\n", data)], missing):
            yield _with_returns(data, places)


def _with_returns(data: bytes, places: Sequence[int]) -> bytes:
    parts, before = [], 0
    for place in places:
        parts.append(data[before:place])
        before = place
    return b"\r".join([*parts, data[before:]])


def _found(measured: _Measured, sure: bool) -> Found:
    record, data = measured.record, measured.data
    kind = measured.kind if sure or measured.kind == "lost" else "suspect"
    reason = measured.reason if sure or measured.reason else ALONE
    finding = Finding(kind, record.offset, measured.end, record.url, record.date, reason)
    if data is None or measured.kind == "lost":
        return Found(finding, ((record.offset, measured.end),))
    return Found(finding, (with_length(record, len(data)), data, b"\n"))


def _lost(source: Source, start: int, end: int) -> Found:
    record = probe(source, start)
    known = record is not None and not record.broken_rule
    url, date = (record.url, record.date) if record is not None and known else ("", None)
    return Found(Finding("lost", start, end, url, date, CUT if known else NO_RECORD), ((start, end),))
