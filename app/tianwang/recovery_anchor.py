"""What is known of a damaged file from the records that are certainly its own: what the next of them must look like."""

from __future__ import annotations

from array import array
from datetime import UTC, datetime, timedelta

from app.tianwang.recovery_probe import Probe
from app.tianwang.recovery_proof import carries_proof

LONG_ROW = 32
"""Records that prove each other even where nothing is known of the file yet."""

_SOME = 8
"""Records after which it is known how those of a file look."""

_SLACK = timedelta(minutes=2)  # by which records may be out of the order of their dates, or more where more was seen
_SMALLEST = 100  # bytes of a record; elsewhere a quarter of the usual
_REMEMBERED = 1 << 18  # headers of records already seen, 2 MiB
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
        self._seen = array("q", bytes(8 * _REMEMBERED))

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
        self._seen[mark % _REMEMBERED] = mark

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
        """Whether one record alone can be told from text in a page: by its id, or since all pages are compressed."""
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
        ours = b"digest" in record.fields or (self._id is not None and b"id" in record.fields) or self._left_out(ahead)
        ours = ours or record.id is not None
        return ours and (ahead is None or ahead.sealed)

    def _left_out(self, ahead: Probe | None) -> bool:
        """Whether the ids leave room for one between the last record and the one behind the next."""
        after = ahead.id if ahead is not None else None
        return self._id is not None and after is not None and after[0] == self._id[0] and after[1] > self._id[1] + 1

    def fits(self, record: Probe) -> bool:
        """Whether a record can be the next of the file, as far as dialect, id and date tell."""
        mark = hash(record.head)
        if self._seen[mark % _REMEMBERED] == mark:
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
