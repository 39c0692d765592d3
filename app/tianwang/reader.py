"""Reading Tianwang files in constant memory: record after record, one record at an offset, or runs of records.

A run names records by their place alone, so that another thread or process can read them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TypeVar

from app.errors import FormatError
from app.messages import Message
from app.tianwang.record import (
    AGAIN,
    INTERRUPTED,
    MAX_HEADER,
    USUAL,
    HeaderError,
    Record,
    header_end,
    length_of,
    read_fields,
)
from app.tianwang.sources import MemorySource, open_source

# Reading Tianwang files: record after record, or one record at an offset, in constant memory.

_SMALL = 16 * 1024  # bytes of a record that shares the window it was read in with others
_WIDE, _NARROW = 64 * 1024, 4096  # bytes of a window where records are small, and where they are not


@dataclass(frozen=True, slots=True)
class Tail:
    """The rest of a file behind its last complete record: a cut record, or other bytes."""

    offset: int
    size: int
    reason: str


class RecordReader:
    """Reads a Tianwang file. Iterating yields records up to the first bytes that are no record; `tail` then is the rest.

    An undamaged file is walked by `length` alone: page texts may contain whole records.
    """

    def __init__(self, path: Path | str) -> None:
        self.path = path if isinstance(path, Path) else Path(path)
        self._source = open_source(self.path)
        self.tail: Tail | None = None

    def __enter__(self) -> RecordReader:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._source.close()

    @property
    def size(self) -> int:
        """Bytes of content; -1 for a compressed file whose end was not reached yet."""
        return self._source.size

    @property
    def compression(self) -> str:
        """ "" for a plain file, else "gzip", "xz" or "zstd"."""
        return self._source.compression

    @property
    def position(self) -> tuple[int, int]:
        """(how far, of how much) the file on disk has been read, in bytes."""
        return self._source.position()

    def __iter__(self) -> Iterator[Record]:
        return self.from_offset(0)

    def from_offset(self, offset: int) -> Iterator[Record]:
        """The records from `offset` on, which must be the start of one."""
        self.tail = None
        source, match = self._source, USUAL.match
        start, window = offset, source.window(offset, _WIDE, offset)
        while window:
            usual = match(window, offset - start)
            if usual is None and offset > start:  # the window may cut the header
                start, window = offset, source.window(offset, _WIDE, offset)
                usual = match(window)
            record = None
            if usual is not None and b"\r" not in (header := usual[0]) and AGAIN not in header:
                length = int(usual[1])
                end = offset + len(header) + length
                # the window that holds the closing newline will mostly hold the next header, too
                at = end - start
                if at >= len(window):
                    start, window, at = (
                        end,
                        source.window(end, _WIDE if length < _SMALL else _NARROW, offset),
                        0,
                    )
                if window.startswith(b"\n", at):
                    record = Record(source, offset, header, length, True)
                    end += 1
            elif not window:
                break
            if record is None:
                try:
                    record = self.at(offset)
                except FormatError as error:
                    self.tail = self._left(offset, error.rule)
                    return
                end = record.end
                start, window = end, source.window(end, _WIDE, offset)
            yield record
            offset = end
        if source.failure:
            self.tail = self._left(offset, source.failure)

    def between(self, offset: int, end: int) -> Iterator[Record]:
        """The records between two offsets, read at once and held in memory: usable after the reader is closed. Ends
        before the first bytes that are no record."""
        source = MemorySource(self._source.read(offset, end - offset), offset, self._source.name)
        data, _ = source.near(offset, 0)
        at = 0
        while at < len(data):
            usual = USUAL.match(data, at)
            if usual is not None and b"\r" not in (header := usual[0]) and AGAIN not in header:
                after = usual.end() + int(usual[1])
                if data.startswith(b"\n", after):
                    yield Record(source, offset + at, header, int(usual[1]), True)
                    at = after + 1
                    continue
            try:
                record = self.at(offset + at)
            except FormatError:
                return
            yield record.detached()
            at = record.end - offset

    def _left(self, offset: int, reason: str) -> Tail:
        return Tail(offset, max(self.size - offset, 0), reason)

    def restarts(self, offset: int) -> Iterator[Record]:
        """Everything behind `offset` that looks like a record, also what stands inside the DATA of another: only for
        the search behind damage, by callers who can tell the two apart."""
        for start in self._version_lines(offset):
            try:
                yield self.at(start)
            except FormatError:
                continue

    def _version_lines(self, offset: int) -> Iterator[int]:
        """Offsets behind `offset` at which a line begins as a record does."""
        mark = b"\nversion:"
        kept, position = b"", offset
        while True:
            piece = self._source.read(position, 1 << 20)
            if not piece:
                return
            window, start = kept + piece, position - len(kept)
            found = window.find(mark)
            while found >= 0:
                yield start + found + 1
                found = window.find(mark, found + 1)
            kept = window[1 - len(mark) :]
            position += len(piece)

    def at(self, offset: int) -> Record:
        """The record that starts at `offset`; FormatError when there is none or it is cut."""
        header = self._header(offset)
        try:
            fields = read_fields(header)
            length = length_of(fields)
        except HeaderError as error:
            raise self._broken(offset, str(error)) from error
        data_end = offset + len(header) + length
        after = self._source.read(data_end, 1)
        size = self._source.size
        if 0 <= size < data_end:
            raise self._broken(offset, self._source.failure or Message("data-cut"))
        closed = data_end != size
        if closed and after != b"\n":
            raise self._broken(offset, Message("length-wrong"))
        return Record(self._source, offset, header, length, closed, fields)

    def _header(self, offset: int) -> bytes:
        size = _NARROW
        while True:
            data = self._source.read(offset, size)
            end = 1 if data.startswith(b"\n") else 2 if data.startswith(b"\r\n") else header_end(data)
            if end > MAX_HEADER or (end < 0 and len(data) > MAX_HEADER):
                raise self._broken(offset, Message("header-long"))
            if AGAIN in (
                data if end < 0 else data[:end]
            ):  # told at once: the search behind damage meets many of them
                raise self._broken(offset, INTERRUPTED)
            if end > 0:
                return data[:end]
            if len(data) < size:
                raise self._broken(offset, self._source.failure or Message("header-cut"))
            size = min(size * 16, MAX_HEADER + 3)

    def _broken(self, offset: int, rule: str) -> FormatError:
        return FormatError(str(self.path), offset, rule)


Other = TypeVar("Other")

LONGEST, LARGEST = 32, 4 * 1024 * 1024
"""Records of a run, and bytes behind which it ends."""


@dataclass(frozen=True)
class Run:
    """`count` records, one behind the other from `offset` to `end`, with `size` bytes of DATA."""

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
