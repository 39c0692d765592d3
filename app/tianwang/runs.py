"""Records in a row, told by their place alone: what one thread or process hands to another that is to read them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TypeVar

from app.tianwang.reader import RecordReader
from app.tianwang.record import Record

Other = TypeVar("Other")

LONGEST, LARGEST = 32, 4 * 1024 * 1024
"""Records of a run, and bytes behind which it ends."""


@dataclass(frozen=True)
class Run:
    """So many records (`count`) that stand one behind the other from `offset` to `end`; `size` are the bytes of their
    DATA."""

    offset: int
    end: int
    count: int
    size: int

    def records(self, path: Path) -> Iterator[Record]:
        """The records, as long as the iteration goes on. OSError when they are not there any more."""
        with RecordReader(path) as reader:
            found = 0
            small = self.end - self.offset <= 2 * LARGEST
            for record in reader.between(self.offset, self.end) if small else self._large(reader):
                found += 1
                yield record
            if found != self.count:
                raise OSError(0, "it was changed while it was read", str(path))

    def _large(self, reader: RecordReader) -> Iterator[Record]:
        """The records, each read when it is asked for its DATA: large ones are in memory once, not twice."""
        return islice(reader.from_offset(self.offset), self.count)


def in_runs(found: Iterable[Record | Other]) -> Iterator[Run | Other]:
    """The records of one walk through a file as runs; whatever else stands between them stays what it is."""
    offset = end = count = size = 0
    for one in found:
        follows = isinstance(one, Record) and one.offset == end
        if count and (not follows or count >= LONGEST or size >= LARGEST):
            yield Run(offset, end, count, size)
            count = size = 0
        if not isinstance(one, Record):
            yield one
            continue
        if not count:
            offset = one.offset
        count, size, end = count + 1, size + one.length, one.end
    if count:
        yield Run(offset, end, count, size)
