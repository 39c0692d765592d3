"""7z archives: members listed, documents among them unpacked in memory within limits."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from functools import partial

import py7zr
from py7zr.io import Py7zIO, WriterFactory

from extractors.base import dates
from extractors.base.sentences import Message
from extractors.base.types import Budget, Document, Source, Unreadable
from extractors.containers import members
from extractors.containers.members import LARGEST, Packed, Stream

_MOST = 64 << 20
"""Bytes that are unpacked at once: the files of a 7z archive are packed together and come out one after the other."""
_BROKEN = (py7zr.exceptions.ArchiveError, *members.DAMAGE)


def extract(source: Source) -> Document:
    document = source.document()
    budget = source.budget or Budget()
    try:
        archive = py7zr.SevenZipFile(io.BytesIO(source.data), "r", max_extract_size=_MOST)
    except py7zr.exceptions.PasswordRequired as error:
        raise Unreadable(Message("names-files-inside")) from error
    except (MemoryError, *_BROKEN) as error:
        raise Unreadable(Message("contents-damaged")) from error
    with archive:
        infos = [info for info in archive.list() if not info.is_directory]
        sealed = bool(archive.needs_password())
        box = _Box(budget)
        if sealed:
            document.warnings = (Message("files-inside-protected"),)
        elif source.text and any(0 < (info.uncompressed or 0) <= LARGEST for info in infos):
            try:
                archive.extract(factory=box)
            except (MemoryError, *_BROKEN):
                document.warnings = (Message("not-files-inside"),)
    return members.contents(document, replace(source, budget=budget), _members(infos, box))


def _members(infos: list[py7zr.FileInfo], box: _Box) -> Iterator[Packed]:
    for info in infos:
        data = box.taken.get(info.filename.lstrip("/"))
        known = members.member(info.filename, info.uncompressed or 0, dates.of(info.creationtime))
        yield Packed(known, partial(_open, data) if data else None)


def _open(data: bytearray) -> AbstractContextManager[Stream]:
    return nullcontext(io.BytesIO(data))


class _Box(WriterFactory):
    """Keeps what is unpacked, by name."""

    def __init__(self, budget: Budget) -> None:
        self.taken: dict[str, bytearray] = {}
        self._budget = budget

    def create(self, filename: str) -> Py7zIO:
        taken = self.taken.setdefault(filename.lstrip("/"), bytearray())
        return _Taker(taken, self._budget)


class _Taker(Py7zIO):
    def __init__(self, taken: bytearray, budget: Budget) -> None:
        self._taken = taken
        self._budget = budget

    def write(self, s: bytes | bytearray) -> int:
        if not self._budget.bytes:
            raise EOFError("enough was unpacked")
        if len(self._taken) <= LARGEST:
            self._taken += s
        return len(s)

    def read(self, size: int | None = None) -> bytes:
        return b""

    def seek(self, offset: int, whence: int = 0) -> int:
        return 0

    def flush(self) -> None:
        return None

    def size(self) -> int:
        return len(self._taken)
