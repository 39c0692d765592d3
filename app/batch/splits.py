"""Splits, the ranges of batch files that tasks read; and the captures in them, with what they say worked out when asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal

from app.archive.archive import Archive
from app.archive.batches import format_id
from app.archive.model import Capture, StoredLink
from app.archive.reader import ArchiveReader
from app.tianwang.http import HttpMessage
from extractors.base.types import Document

Which = Literal["captures", "versions", "newest"]

SIZE = 64 << 20
"""Bytes of a split: the book's chunk."""


@dataclass(frozen=True, slots=True)
class Split:
    """Records of one batch file of an archive, `offset` to `end`."""

    archive: str
    batch: str
    file: int
    offset: int
    end: int


class Item:
    """One capture in an archive, with the content of the version that it is or confirms."""

    def __init__(self, reader: ArchiveReader, archive: str, capture: Capture) -> None:
        self.archive, self.capture, self.reader = archive, capture, reader

    @cached_property
    def http(self) -> HttpMessage:
        """Its response. FormatError, StorageUnreadable."""
        return self.reader.http(self.capture)

    @cached_property
    def document(self) -> Document:
        """Its text and structure, read within limits."""
        return self.reader.document(self.capture, main=True)

    @cached_property
    def language(self) -> str:
        """The language of a version, as its index has it; empty where it has none."""
        (found,) = self.reader.connection.execute(
            "SELECT coalesce(language, '') FROM captures WHERE seq = ?", (self.capture.seq,)
        ).fetchone()
        return str(found)

    @cached_property
    def links(self) -> list[StoredLink]:
        return self.reader.links(self.capture)

    def damage(self) -> str | None:
        """What is wrong with its record, or None."""
        return self.reader.damage_reason(self.capture)


def splits(archives: Sequence[Path], size: int = SIZE) -> list[Split]:
    """All records of some archives, in order, in pieces of about `size` bytes. ArchiveMissing."""
    found: list[Split] = []
    for path in archives:
        with Archive.open(path).reader() as reader:
            places = reader.connection.execute(
                "SELECT batch, file, offset, end FROM captures ORDER BY batch, file, offset"
            )
            for batch, file, offset, end in places:
                last = found[-1] if found else None
                joins = last is not None and (last.archive, last.batch, last.file) == (str(path), batch, file)
                if last is not None and joins and end - last.offset <= size:
                    found[-1] = Split(last.archive, batch, file, last.offset, end)
                else:
                    found.append(Split(str(path), batch, file, offset, end))
    return found


def items(split: Split, which: Which) -> Iterator[Item]:
    """The captures in a split: each ("captures"), those with new content ("versions"), or the newest of their pages
    alone ("newest")."""
    chosen = {
        "captures": "",
        "versions": "AND c.base IS NULL ",
        "newest": "AND c.seq = (SELECT n.seq FROM captures n WHERE n.page_id = c.page_id AND n.base IS NULL "
        "ORDER BY n.date DESC, n.seq DESC LIMIT 1) ",
    }[which]
    with Archive.open(split.archive).reader() as reader:
        asked = (
            "SELECT c.batch, c.serial FROM captures c WHERE c.batch = ? AND c.file = ? AND c.offset >= ? AND "
            f"c.offset < ? {chosen}ORDER BY c.offset"
        )
        found = reader.connection.execute(
            asked, (split.batch, split.file, split.offset, split.end)
        ).fetchall()
        for batch, serial in found:
            yield Item(reader, split.archive, reader.capture(format_id(batch, serial)))
