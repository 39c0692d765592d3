"""The search for records in a damaged file: walk by `length` as long as that holds, search only behind damage."""

from __future__ import annotations

import os
import re
import zlib
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from io import BytesIO
from itertools import islice
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread

from app.messages import Message
from app.tianwang.recovery.judge import (
    ALONE,
    CHECK_LOST,
    CUT,
    CUT_OFF,
    DATA_LOST,
    EMBEDDED,
    HEADER_LOST,
    LENGTH_LOST,
    NEWLINE_LOST,
    NO_RECORD,
    SURE,
    UNCLOSED,
    UNENDED,
    WIPED,
    Anchor,
    Cancelled,
    Found,
    Progress,
    Stop,
    chain_at,
    crosses,
    following,
    found_as,
    hollow,
    lone,
    lost_range,
    next_proven,
    own_from,
    seeming_end,
    sentence,
    uncrossed,
    what_follows,
    wiped,
)
from app.tianwang.recovery.probe import (
    MARK,
    MAX_HEADER,
    WINDOW,
    Probe,
    Proof,
    Source,
    candidate,
    closes,
    probe,
    proof,
    proof_of,
    short,
    with_length,
)

# Threads that check the DATA of the next records while the walk is still before them.
#
# Only the time changes by that: what is found out is noted with the header that was read (`Probe.proven`), and
# the walk works out itself what is not there yet. zlib-ng and hashlib let go of the interpreter's lock while they
# work.

_AHEAD = WINDOW // 2  # bytes; of the two windows of the source one is the walk's, the other this one's
_WORTH = 1024  # bytes that are compressed, which take longer to check than to hand over
_WORTH_HASHING = 32 * 1024
_MOST_THREADS = 3


class Ahead:
    """Checks records in threads, up to `_AHEAD` bytes before the walk; with one processor there is no thread."""

    def __init__(self, source: Source, threads: int | None = None) -> None:
        self._source = source
        self._jobs: SimpleQueue[tuple[Probe, bytes] | None] = SimpleQueue()
        self._count = min((os.cpu_count() or 1) - 1, _MOST_THREADS) if threads is None else threads
        self._threads: list[Thread] = []
        self._next = 0  # the offset up to which records were looked at
        self._blocked = 0  # first offset without a record; the threads wait there for the walk

    def __enter__(self) -> Ahead:
        return self

    def __exit__(self, *error: object) -> None:
        with suppress(Empty):
            while True:
                self._jobs.get_nowait()
        for _ in self._threads:
            self._jobs.put(None)
        for thread in self._threads:
            thread.join()

    def hurry(self, record: Probe) -> None:
        """The walk wants to know of this record: look at what comes next, and see to it that `proven` is there."""
        if not self._count or not _worth(record):
            return
        if self._blocked <= record.offset and not _AHEAD // 2 <= self._next - record.offset <= 2 * _AHEAD:
            self._look(record)
        while record.proven is None:
            try:
                job = self._jobs.get_nowait()
            except Empty:
                return
            if job is not None and job[0].offset >= record.offset:
                _do(*job)

    def _look(self, record: Probe) -> None:
        """Hand over the records up to some way behind this one, as far as they follow one another."""
        source = self._source
        if not 0 <= self._next - record.offset <= 2 * _AHEAD:
            self._next = record.offset
        while self._next < record.offset + _AHEAD:
            found = record if self._next == record.offset else probe(source, self._next, MAX_HEADER)
            if found is None or found.broken_rule or not closes(source, found):
                self._blocked = self._next
                return
            if found.proven is None and _worth(found):
                self._hand_over(found)
            self._next = found.end

    def _hand_over(self, found: Probe) -> None:
        if not self._threads:
            for _ in range(self._count):
                self._threads.append(
                    Thread(target=_work, args=(self._jobs,), name="check ahead", daemon=True)
                )
                self._threads[-1].start()
        self._jobs.put((found, self._source.read(found.data, found.length)))


def _worth(found: Probe) -> bool:
    if b"digest" in found.fields:
        return found.length >= _WORTH_HASHING and short(found)
    return b"unzip-length" in found.fields and found.length >= _WORTH and short(found)


def _work(jobs: SimpleQueue[tuple[Probe, bytes] | None]) -> None:
    while (job := jobs.get()) is not None:
        with suppress(MemoryError):  # the walk will meet it
            _do(*job)


def _do(found: Probe, data: bytes) -> None:
    if found.proven is None:
        found.proven = proof_of(found, data)


# Headers with one changed byte, restored by their own check.
#
# A CRC is linear: a change of one byte changes it by what the place and the old and new byte give, whatever the
# other bytes are. So the difference between the stored and the computed CRC, taken back byte by byte, tells where
# a single change can have been, and which.

_LONGEST = 4096  # bytes of a header; in longer ones two changes are too often alike
_ENDS = 2  # places where the header may end that are tried
_CHECKS = 3  # places where the check may stand
_CHANGES = {zlib.crc32(bytes((value,))) ^ zlib.crc32(b"\0"): value for value in range(1, 256)}
_BY_TOP = {change >> 24: (value, change) for change, value in {0: 0, **_CHANGES}.items()}

_EMPTY_LINE = re.compile(rb"(?=\n\n)")
_LAST_LINE = re.compile(rb"\nlength: \d{1,15}")
_CHECK = re.compile(
    rb"crc32:(?P<a>[0-9a-f]{8})|\nheader-check: .{6}(?P<b>[0-9a-f]{8})\n|\nheader-check: crc32:(?P<c>.{8})\n",
    re.DOTALL,
)


def mended(source: Source, offset: int) -> tuple[Probe, int, int] | None:
    """(the record at `offset` as it was before one byte of its header changed, that byte's offset, its changed value).

    None unless there is exactly one such record, whose DATA fits its digest.
    """
    zone = source.read(offset, _LONGEST)
    further = zone.find(b"\n" + MARK, 1)
    zone = zone[: further if further >= 0 else len(zone)]
    found = []
    for end in _ends(zone):
        for head in _candidates(zone[:end]):
            record = _record(source, offset, head)
            if record is not None:
                found.append(record)
    if len({record.head for record in found}) != 1:
        return None
    head = found[0].head
    place = next(at for at, byte in enumerate(head) if zone[at] != byte)
    return found[0], offset + place, zone[place]


def _ends(zone: bytes) -> set[int]:
    """Where the header may end, also when the byte that changed was one of its last two newlines."""
    ends = {found.start() + 2 for found in islice(_EMPTY_LINE.finditer(zone), _ENDS)}
    for found in islice(_LAST_LINE.finditer(zone), _ENDS):
        ends |= {found.end() + 1, found.end() + 2}
    return ends


def _candidates(damaged: bytes) -> Iterator[bytes]:
    """The headers that have the CRC they name and differ from `damaged` in one byte."""
    for check in list(_CHECK.finditer(damaged))[-_CHECKS:]:
        start = check.start(check.lastgroup or 0)
        digits, rest = damaged[start : start + 8], damaged[:start] + damaged[start + 8 :]
        right = b"%08x" % zlib.crc32(rest)
        if sum(a != b for a, b in zip(digits, right, strict=True)) == 1:
            yield damaged[:start] + right + damaged[start + 8 :]
        if not re.fullmatch(rb"[0-9a-f]{8}", digits):
            continue
        state = zlib.crc32(rest) ^ int(digits, 16)
        for at in range(len(rest) - 1, -1, -1):
            change = _CHANGES.get(state)
            if change is not None:
                place = at if at < start else at + 8
                yield damaged[:place] + bytes((damaged[place] ^ change,)) + damaged[place + 1 :]
            value, step = _BY_TOP[state >> 24]
            state = ((state ^ step) << 8 & 0xFFFFFFFF) | value


def _record(source: Source, offset: int, head: bytes) -> Probe | None:
    """The record with this header at this place, if everything it says of itself is right."""
    alone = probe(Source(BytesIO(head), Path()), 0)
    if alone is None or len(alone.head) != len(head):
        return None
    record = Probe(offset, alone.head, 1 + alone.crlf, alone.fields, alone.names)
    if record.broken_rule or not record.sealed or record.unsound or not closes(source, record):
        return None
    return record if proof(source, record)[0] is Proof.GOOD else None


_STEP = 4 * WINDOW  # bytes between two reports of progress


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
        self._ahead = Ahead(source)
        self._reported = start
        self._at = start  # where the walk goes on

    def found(self) -> Iterator[Found]:
        """All findings. Cancelled when `cancelled` says so."""
        size = self._source.size
        with self._ahead:
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
            record = (
                ahead
                if ahead is not None and ahead.offset == self._at
                else probe(source, self._at, MAX_HEADER)
            )
            if record is None or record.unsound or not closes(source, record):
                restored = self._restored(record)
                if restored is not None:
                    yield restored
                    continue
                if record is None or not closes(source, record):
                    return record
            self._ahead.hurry(record)
            evidence, reason = proof(source, record)
            follows, ahead = following(source, record.end)
            # Text of a page, where bytes were added to it or lost, if rows inside the record lead there too.
            stray = evidence is Proof.NONE and ahead is not None and lone(source, ahead, self._anchor)
            if stray and crosses(source, record, record.end):
                return record
            if evidence is Proof.BAD and hollow(source, record):
                return record
            if evidence is not Proof.GOOD and follows not in SURE:
                damaged = follows is Stop.DAMAGED
                if (evidence is Proof.BAD and not damaged) or crosses(source, record, record.end):
                    return record
                if not damaged:
                    yield found_as("suspect", record, UNENDED)
                    self._at = record.end
                    return None
            elif evidence is Proof.BAD and crosses(source, record, record.end - 1):
                return record  # it is cut, and only seems to end where another one does
            odd = self._anchor.misses_proof(record, ahead)
            yield (
                self._whole(record, evidence, reason) if not odd else found_as("suspect", record, CHECK_LOST)
            )
            self._at = record.end
            broken = record.broken_rule
            altered = record.unsound and (ahead is None or not ahead.unsound)
            if altered or stray or (broken and (ahead is None or ahead.broken_rule != broken)):
                # The header may be put together of two, and the end that of a record inside a page: what stands there
                # must prove itself. Where all records break the same rule, it is the way of a program.
                return None
        return None

    def _whole(self, record: Probe, evidence: Proof, reason: str) -> Found:
        """A record whose end is certain."""
        broken = record.broken_rule or record.unsound
        if evidence is Proof.BAD and b"unzip-length" in record.fields:
            return found_as("lost", record, DATA_LOST)
        if evidence is Proof.BAD or broken:
            return found_as("suspect", record, sentence(broken or reason))
        if evidence is Proof.NONE and wiped(self._source, record):
            return found_as("suspect", record, WIPED)
        self._anchor.note(record)
        return found_as("recovered", record, sentence(reason))

    def _restored(self, record: Probe | None) -> Found | None:
        """The record the walk stands at, when it is whole but for its closing newline or one byte of its header."""
        unclosed = self._unclosed(record) if record is not None else None
        change = mended(self._source, self._at) if unclosed is None else None
        if change is None:
            return unclosed
        whole, place, was = change
        self._anchor.note(whole)
        self._at = whole.end
        now = whole.head[place - whole.offset]
        reason = Message("mended-byte", offset=place, old=f"{was:02x}", new=f"{now:02x}")
        return found_as("repaired", whole, reason, whole.head, (whole.data, whole.end))

    def _unclosed(self, record: Probe) -> Found | None:
        """A record that is whole but for its closing newline."""
        source, end = self._source, record.data_end
        if end > source.size or record.broken_rule or record.unsound:
            return None
        evidence = proof(source, record)[0]
        if end == source.size:
            if evidence is Proof.NONE and source.read(end - 1, 1) == b"\n":
                self._at = end  # as if a byte were missing anywhere, and the last one closed the record
                return found_as("suspect", record, UNCLOSED, (record.offset, end), b"\n", end=end)
            sure, resume = evidence is not Proof.BAD, end
        else:
            resume = end if what_follows(source, end) is Stop.RECORD else end + 1
            sure = evidence is Proof.GOOD
        if not sure:
            return None
        self._anchor.note(record)
        self._at = resume
        return found_as("repaired", record, NEWLINE_LOST, (record.offset, end), b"\n", end=resume)

    def _search(self, lost: int, damaged: Probe | None) -> Iterator[Found]:
        """Everything up to the next place that is certainly the start of a record; the walk then stands there."""
        source, anchor = self._source, self._anchor
        container, start = damaged, -1
        if damaged is None:
            here = probe(source, lost)
            start = seeming_end(source, lost) if here is None or here.broken_rule else -1
        at = start if start >= 0 else lost + 1 if damaged is not None else lost
        while True:
            self._tick(at)
            at = candidate(source, at)
            if at < 0:
                break
            chain = chain_at(source, at, anchor)
            if not chain.count:
                at += 1
                continue
            doubtful = own_from(source, chain, anchor, container)
            if doubtful < chain.count:
                if at == start:
                    lost = yield from self._kept(lost, start)
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
            reason = ALONE if chain.count < 3 and not chain.misfits else EMBEDDED
            whole = yield from self._suspects(doubtful, reason)
            lost, at = self._at, self._at + (not whole)
        self._at = source.size
        if start == source.size:
            lost = yield from self._kept(lost, start)
        yield from self._gap(lost, self._at, damaged)

    def _suspects(self, count: int, reason: str) -> Generator[Found, None, bool]:
        """The next records. Stops, with False, before one that holds others in the place of its DATA."""
        source = self._source
        for _ in range(count):
            record = probe(source, self._at, MAX_HEADER)
            if record is None:  # the file changes under our hands
                break
            self._tick(self._at)
            evidence = proof(source, record)[0]
            if evidence is Proof.BAD and hollow(source, record):
                return False
            self._anchor.remember(record)
            self._at = min(record.end, source.size)
            if evidence is Proof.BAD and b"unzip-length" in record.fields:
                yield found_as("lost", record, DATA_LOST, end=self._at)
            else:
                closing = () if record.data_end < source.size else (b"\n",)
                yield found_as("suspect", record, reason, (record.offset, self._at), *closing, end=self._at)
        return True

    def _kept(self, start: int, end: int) -> Generator[Found, None, int]:
        """The records that prove themselves in what seems to be one record with a damaged header: perhaps it has lost
        more than that. Returns the end of the last."""
        record = next_proven(self._source, start + 1, end, self._anchor)
        while record is not None:
            yield from self._gap(start, record.offset, None)
            self._anchor.remember(record)
            yield found_as("suspect", record, EMBEDDED)
            start = record.end
            record = next_proven(self._source, start, end, self._anchor)
        return start

    def _gap(self, start: int, end: int, damaged: Probe | None) -> Iterator[Found]:
        """What lies between the last record and the next."""
        if end <= start:
            return
        if damaged is None or damaged.offset != start:
            began = self._source.read(start, 8)
            header = sum(a == b for a, b in zip(began, MARK, strict=False)) > 5
            yield lost_range(start, end, HEADER_LOST if header else NO_RECORD)
            return
        mended = self._with_length(damaged, end)
        if mended is not None:
            self._anchor.note(damaged)
            yield found_as("repaired", damaged, LENGTH_LOST, mended, (damaged.data, end), end=end)
        else:
            reason = CUT_OFF if damaged.data_end > end == self._source.size else CUT
            yield found_as("lost", damaged, reason, end=end)

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
