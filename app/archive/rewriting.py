"""One record in its other form: in full, or as what has changed."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from app.archive import batches
from app.archive.increments import Answer, Divider, Increments
from app.archive.reader import ArchiveReader
from app.archive.restating import FULL_EVERY
from app.archive.rows import EPOCH
from app.errors import FormatError
from app.tianwang import Record, copy, encode
from app.tianwang.rebuilding import BLOCKS, is_incremental, whole
from app.tianwang.recipe import RecipeError, decode_recipe

_OWN = frozenset({"version", "url", "origin", "date", "ip", "digest", "header-check", "unzip-length", "length"})


class Known(NamedTuple):
    """What the index says of a record."""

    batch: str
    seq: int
    serial: int
    page: int
    full: int
    base: int | None
    type: str
    format: str | None

    @property
    def id(self) -> str:
        return batches.format_id(self.batch, self.serial)


class Made(NamedTuple):
    """A record in its new form: its bytes, and what the index is to say of it."""

    record: bytes
    full: int
    builds: int | None = None
    recipe: bytes = b""


class Step(Protocol):
    def made(self, record: Record, known: Known) -> Made | None:
        """The record in its new form, None where it stays as it is. FormatError."""


class ToFull:
    def __init__(self, old: ArchiveReader) -> None:
        self._old = old

    def made(self, record: Record, known: Known) -> Made | None:
        if not is_incremental(record):
            return None
        try:
            return Made(copy(whole(record, self._old.data(record))), 1)
        except ValueError as error:
            raise FormatError(known.id, record.offset, str(error)) from error


class ToIncremental:
    """`new` sees the records that were written anew already, `old` is the archive as it was."""

    def __init__(self, old: ArchiveReader, new: ArchiveReader, divider: Divider | None) -> None:
        self._old, self._new, self._increments = old, new, Increments(new, divider)
        self._batch, self._named = "", frozenset[str]()

    def made(self, record: Record, known: Known) -> Made | None:
        if known.full != 1 or known.base is not None or record.dialect != "explorer" or record.get("id") != known.id:
            return None
        if known.id in self._needed(known.batch):
            return None  # incremental records copy from its very bytes
        recent = self._new.connection.execute(
            "SELECT seq, serial, full FROM captures WHERE page_id = ? AND batch = ? AND serial < ? "
            "ORDER BY serial DESC LIMIT ?", (known.page, known.batch, known.serial, FULL_EVERY - 1),
        ).fetchall()  # fmt: skip
        if not any(full == 1 for _, _, full in recent):
            return None
        builds, serial, _ = next(row for row in recent if row[2])
        data = record.data()
        answer = Answer(data, known.type, known.format == "html", record.length)
        step = self._increments.on(batches.format_id(known.batch, serial), answer)
        if step is None:
            return None
        attributes = [(name, value) for name, value in record.fields if name not in _OWN and name != BLOCKS]
        first = sum(name in ("id", "crawl") for name, _ in attributes[:2])
        added = [("base", step.base.encode()), *((name, value.encode()) for name, value in step.attributes)]
        written = encode(
            url=record.raw("url") or b"", date=record.date or EPOCH, ip=record.ip, origin=record.raw("origin"),
            extra=[*attributes[:first], *added, *attributes[first:]], version="2.0", digest=True, level=0,
            data=step.data, packed=step.packed or None, size=len(step.data) if step.packed else None,
        )  # fmt: skip
        return Made(written, 2, builds, step.data)

    def _needed(self, batch: str) -> frozenset[str]:
        """Ids of the records that incremental ones of a batch are put together from."""
        if batch != self._batch:
            named: set[str] = set()
            rows = self._old.connection.execute("SELECT serial FROM captures WHERE batch = ? AND full = 2", (batch,))
            for (serial,) in rows.fetchall():
                try:
                    record = self._old.record(batches.format_id(batch, serial))
                    named.update((record.get("base") or "", *decode_recipe(record.data()).sources))
                except (FormatError, RecipeError):  # nothing can be put together from it, now or later
                    continue
            self._batch, self._named = batch, frozenset(named)
        return self._named
