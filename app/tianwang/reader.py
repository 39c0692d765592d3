"""Reading Tianwang files: record after record, or one record at an offset, in constant memory."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from io import BytesIO
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

from app.errors import FormatError
from app.tianwang.http import HttpMessage, split_http

MAX_HEADER = 1024 * 1024
"""Bytes a record header may have; addresses can be long, but not longer."""

MAX_DATA = 2 * 1024 * 1024 * 1024
"""Bytes DATA may have after inflation."""


@dataclass(frozen=True, slots=True)
class Tail:
    """What is left of a file after its last complete record: a cut record, or bytes that are none."""

    offset: int
    size: int
    reason: str


@dataclass(frozen=True, slots=True)
class Record:
    """One record: header fields in order, and where its parts stand in the file.

    `end` is the offset after the closing newline. DATA is read from the file when asked for, so the reader must
    still be open. `closed` is False when the file ends before the closing newline.
    """

    offset: int
    data_offset: int
    end: int
    length: int
    fields: tuple[tuple[str, bytes], ...]
    closed: bool = True
    _file: BinaryIO = field(repr=False, compare=False, kw_only=True)

    def raw(self, name: str) -> bytes | None:
        """Value of an attribute as bytes, or None."""
        for key, value in self.fields:
            if key == name:
                return value
        return None

    def get(self, name: str) -> str | None:
        """Value of an attribute as text (UTF-8, else GB18030, else Latin-1), or None."""
        value = self.raw(name)
        if value is None:
            return None
        for charset in ("utf-8", "gb18030"):
            try:
                return value.decode(charset)
            except UnicodeDecodeError:
                continue
        return value.decode("latin-1")

    @property
    def version(self) -> str:
        return self.get("version") or ""

    @property
    def url(self) -> str:
        return (self.get("url") or "").strip()

    @property
    def origin(self) -> str | None:
        return self.get("origin")

    @property
    def ip(self) -> str | None:
        return self.get("ip")

    @property
    def date(self) -> datetime | None:
        """`date` (or `time`, as files before 2004 call it) in UTC, or None when it cannot be read."""
        text = self.get("date") or self.get("time")
        if not text:
            return None
        try:
            when = parsedate_to_datetime(text)
            return when.replace(tzinfo=UTC) if when.tzinfo is None else when.astimezone(UTC)
        except (ValueError, OverflowError):  # the latter at both ends of the calendar
            return None

    @property
    def stored(self) -> bytes:
        """DATA as stored (`length` bytes)."""
        self._file.seek(self.data_offset)
        return self._file.read(self.length)

    @property
    def header(self) -> bytes:
        """The header as stored, with the empty line that ends it."""
        self._file.seek(self.offset)
        return self._file.read(self.data_offset - self.offset)

    def detached(self) -> Record:
        """The same record with its bytes in memory, usable after the reader is closed. Offsets stay the file's."""
        return replace(self, _file=_Slice(self.header + self.stored, self.offset, _name(self._file)))

    def data(self) -> bytes:
        """DATA, inflated when compressed. FormatError when it does not inflate to `unzip-length` bytes."""
        stored = self.stored
        announced = self.raw("unzip-length")
        if announced is None:
            return stored
        if not announced.isdigit() or len(announced) > 15 or int(announced) > MAX_DATA:
            raise FormatError(_name(self._file), self.offset, "unzip-length is not a length that can be read")
        machine = zlib.decompressobj()
        try:
            data = machine.decompress(stored, int(announced) + 1)
        except zlib.error as error:
            raise FormatError(_name(self._file), self.data_offset, f"DATA does not inflate ({error})") from error
        if len(data) != int(announced) or not machine.eof or machine.unused_data:
            raise FormatError(_name(self._file), self.data_offset, "DATA does not inflate to unzip-length bytes")
        return data

    def http(self) -> HttpMessage:
        """DATA as an HTTP message."""
        return split_http(self.data())


class RecordReader:
    """Reads a Tianwang file. Iterating yields records up to the first place that is none; `tail` then says what is
    left.

    An undamaged file is walked by `length` alone: page texts may contain whole records.
    """

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        self._file: BinaryIO = self.path.open("rb", buffering=256 * 1024)
        self.size = self._file.seek(0, 2)
        self.tail: Tail | None = None

    def __enter__(self) -> RecordReader:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._file.close()

    def __iter__(self) -> Iterator[Record]:
        return self.from_offset(0)

    def from_offset(self, offset: int) -> Iterator[Record]:
        """The records from `offset` on, which must be the start of one."""
        self.tail = None
        while offset < self.size:
            try:
                record = self.at(offset)
            except FormatError as error:
                self.tail = Tail(offset, self.size - offset, error.rule)
                return
            yield record
            offset = record.end

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
            self._file.seek(position)
            piece = self._file.read(1 << 20)
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
        self._file.seek(offset)
        fields: list[tuple[str, bytes]] = []
        consumed = 0
        while True:
            line = self._file.readline(MAX_HEADER)
            consumed += len(line)
            if not line.endswith(b"\n"):
                raise self._broken(offset, "the header is cut" if consumed < MAX_HEADER else "the header is too long")
            if consumed > MAX_HEADER:
                raise self._broken(offset, "the header is too long")
            line = line[:-1].removesuffix(b"\r")
            if not line:
                if not fields:
                    raise self._broken(offset, "a record starts with version")
                break
            fields.append(self._field(offset, line, first=not fields))
        return self._record(offset, offset + consumed, fields)

    def _field(self, offset: int, line: bytes, *, first: bool) -> tuple[str, bytes]:
        name, colon, value = line.partition(b":")
        if not colon:
            raise self._broken(offset, "a header line has no colon")
        key = name.strip().decode("latin-1").lower()
        if first and key != "version":
            raise self._broken(offset, "a record starts with version")
        return key, value.removeprefix(b" ")

    def _record(self, offset: int, data_offset: int, fields: list[tuple[str, bytes]]) -> Record:
        lengths = [value.strip() for key, value in fields if key == "length"]
        if not lengths or not lengths[-1].isdigit() or len(lengths[-1]) > 15:
            raise self._broken(offset, "length is missing or not a number")
        length = int(lengths[-1])
        data_end = data_offset + length
        if data_end > self.size:
            raise self._broken(offset, "DATA is cut: the file ends before length")
        closed = data_end < self.size
        if closed:
            self._file.seek(data_end)
            if self._file.read(1) != b"\n":
                raise self._broken(offset, "DATA is not followed by an empty line: length is wrong")
        return Record(offset, data_offset, data_end + closed, length, tuple(fields), closed, _file=self._file)

    def _broken(self, offset: int, rule: str) -> FormatError:
        return FormatError(str(self.path), offset, rule)


class _Slice(BytesIO):
    """Part of a file in memory, addressed by the offsets of the whole."""

    def __init__(self, data: bytes, start: int, name: str) -> None:
        super().__init__(data)
        self._start = start
        self.name = name

    def seek(self, offset: int, whence: int = 0) -> int:
        return super().seek(offset - self._start if whence == 0 else offset, whence)


def _name(file: BinaryIO) -> str:
    return str(getattr(file, "name", ""))
