"""Files that a transfer in text mode converted: every LF became CRLF, or every CRLF became LF.

Where CRs were added, taking them out again gives the file as it was, and recovery goes on from there. Where CRs were
lost, each record is restored by itself. Some programs did both in one: they added a CR before
those LFs that had none, so that nothing tells any more which had one before.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import combinations, islice
from pathlib import Path

from app.errors import StorageFailed
from app.messages import Message
from app.tianwang.recovery.judge import (
    ALONE,
    CUT,
    DATA_LOST,
    NO_RECORD,
    ROW,
    SURE,
    UNENDED,
    Anchor,
    Cancelled,
    Found,
    Progress,
    found_as,
    lost_range,
    what_follows,
)
from app.tianwang.recovery.probe import (
    MARK,
    WINDOW,
    Probe,
    Proof,
    Source,
    closes,
    probe,
    proof,
    temporary,
    with_length,
)
from app.tianwang.recovery.scan import Scanner
from app.tianwang.writer import why

# Records whose DATA lost the CRs before its line ends: how many are missing, and where they were.
#
# `length` says how many; the HTTP headers must have had theirs; a checksum or the inflation proves the
# rest.

_MOST = 64 << 20  # bytes of DATA that are restored in memory
_TRIES = 3000  # ways to put CRs back that are tried on one record
_ENDS = 64  # places at which a record may end that are tried
_ROW = 64  # records that are looked at ahead

PROVEN = Message("mended-crs-proven")
COUNTED = Message("mended-crs-counted")
GUESSED = Message("mended-crs-missing")


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


def restored(
    source: Source, progress: Progress | None, cancelled: Callable[[], bool] | None
) -> Iterator[Found]:
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
    """Whether records follow from here to the end of the file, or more than the text of a page can hold."""
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
    parts = () if data is None or kind == "lost" else (with_length(record, len(data)), data, b"\n")
    return found_as(kind, record, reason, *parts, end=measured.end)


def _lost(source: Source, start: int, end: int) -> Found:
    record = probe(source, start)
    if record is None or record.broken_rule:
        return lost_range(start, end, NO_RECORD)
    return found_as("lost", record, CUT, end=end)


ADDED, REMOVED = "added", "removed"

_TRIED = 8  # records that are looked at
_SAMPLE = 4 * WINDOW
_NEARLY_ALL = 0.98  # of the line ends; damage may have hit some


def detect(source: Source) -> tuple[str, ...]:
    """What happened to the line ends of a file: nothing (the usual), ADDED, REMOVED or both."""
    walking, misses = _first_records(source)
    if walking and not misses:
        return ()
    sample = b"".join(source.pieces(0, min(_SAMPLE, source.size)))
    breaks, pairs = sample.count(b"\n"), sample.count(b"\r\n")
    if breaks and MARK in sample and pairs >= breaks * _NEARLY_ALL:
        undone = Source(BytesIO(sample.replace(b"\r\n", b"\n")), source.path)
        walking, misses = _first_records(undone)
        return (ADDED, REMOVED) if misses else (ADDED,) if walking else ()
    return (REMOVED,) if misses else ()


def found(
    source: Source,
    conversion: tuple[str, ...],
    progress: Progress | None,
    cancelled: Callable[[], bool] | None,
    beside: Path | None,
) -> Iterator[tuple[Found, Source]]:
    """Findings in a file with converted line ends (see `detect`), with the source of their parts.

    Needs a temporary file as large as the content where CRs were added (in the folder of `beside`).
    """
    if ADDED not in conversion:
        for item in restored(source, progress, cancelled):
            yield item, source
        return
    with _without_returns(source, cancelled, beside) as undone:
        scanner = restored if REMOVED in conversion else lambda *a: Scanner(*a).found()
        place = _Place(source)
        for item in scanner(undone, progress, cancelled):
            yield _translated(item, place, undone, source)


def _translated(item: Found, place: _Place, undone: Source, source: Source) -> tuple[Found, Source]:
    """A finding of the undone file as one of the file itself."""
    old = item.finding
    moved = replace(old, offset=place.at, end=place.move(old.end))
    if old.kind == "lost":
        return Found(moved, ((moved.offset, moved.end),)), source
    kind = "repaired" if old.kind == "recovered" else old.kind
    reason = Message("mended-line-ends-and", reason=old.reason) if old.reason else Message("mended-line-ends")
    return Found(replace(moved, kind=kind, reason=reason), item.parts), undone


class _Place:
    """Where an offset of the undone file is in the file itself; offsets must come in order."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._undone = self.at = 0

    def move(self, offset: int) -> int:
        """The offset behind the last byte that stands before `offset` in the undone file."""
        while (missing := offset - self._undone) > 0:
            step = min(missing, WINDOW - 1)
            piece = self._source.read(self.at, step + 1)
            self._undone += step - piece.count(b"\r\n")
            self.at += step
        return self.at


def _without_returns(source: Source, cancelled: Callable[[], bool] | None, beside: Path | None) -> Source:
    """A temporary file in which every CRLF is LF."""
    file = temporary(beside)
    try:
        held = b""
        for piece in source.pieces(0, source.size):
            if cancelled is not None and cancelled():
                raise Cancelled
            piece = held + piece
            held = b"\r" if piece.endswith(b"\r") else b""
            file.write(piece[: len(piece) - len(held)].replace(b"\r\n", b"\n"))
        file.write(held)
        return Source(file, source.path)
    except OSError as error:
        file.close()
        raise StorageFailed(path=beside or source.path, detail=why(error)) from error
    except Cancelled:
        file.close()
        raise


def _first_records(source: Source) -> tuple[bool, bool]:
    """Whether some of the first records are as they should be, and whether CRs are missing in some.

    One alone proves that only by a checksum: cut bytes look the same.
    """
    walking = proven = False
    missing = 0
    at, tried = source.find(MARK, 0, _SAMPLE), 0
    while at >= 0 and tried < _TRIED:
        record, step = probe(source, at), 1
        if record is not None and not record.broken_rule:
            tried += 1
            if closes(source, record) and what_follows(source, record.end) in SURE:
                walking, step = True, record.end - at
            if step == 1 or b"unzip-length" in record.fields:
                lost = returns_lost(source, at)
                proven, missing = proven or lost == PROVEN, missing + (lost != "")
        at = source.find(MARK, at + step, _SAMPLE)
    return walking, proven or (missing > 1 and not walking)
