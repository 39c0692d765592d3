"""The values of fields brought up to date: every version of every page that a field covers, behind the commit."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from app.archive import batches
from app.archive.addresses import is_rendered
from app.archive.archive import Archive
from app.archive.documents.preparing import to_timestamp
from app.archive.model import Capture
from app.archive.reader import ArchiveReader
from app.archive.yielding import Turns
from app.errors import FormatError, StorageUnreadable
from app.fields.limited import Document, Limited
from app.fields.rules import Field, usable
from app.fields.store import NAME, Store, Tried
from app.page_types.known import PageTypes
from extractors.door.sniffing import sniff

_SLOW = 3  # pages on which a field came to no end, and it is left alone
_SECONDS = 2.0  # of a commit
_FOUND = (
    "SELECT c.serial, p.url FROM captures c JOIN pages p USING (page_id) WHERE c.batch = ? "
    "AND c.serial > ? AND c.serial <= ? AND c.base IS NULL AND c.length > 0 AND c.status BETWEEN 200 AND 299 "
    "AND (c.type LIKE '%html%' OR c.type = '' OR p.url LIKE '%#tianwang-rendered') ORDER BY c.serial"
)


@dataclass(slots=True)
class Fed:
    """What a feed did: versions looked at, values found, versions that could not be read, fields left alone."""

    versions: int = 0
    values: int = 0
    unreadable: int = 0
    slow: tuple[str, ...] = ()


class _Left(NamedTuple):
    batch: str
    serial: int
    fields: tuple[int, ...]


def document_of(reader: ArchiveReader, version: Capture) -> Document | None:
    """A version as fields are looked for in it; None for what is no page, or cannot be read."""
    try:
        message = reader.shown(version)
    except (FormatError, StorageUnreadable):
        return None
    if sniff(message.body, message.media_type or None, version.url) != "html":
        return None
    return Document(version.url, message.body, message.charset)


def feed(
    archive: Archive,
    progress: Callable[[int, int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
    busy: Callable[[], bool] | None = None,
) -> Fed:
    """Look for the fields in the versions in which they were not yet looked for; progress in versions (done, of all).
    Cancelled or killed it goes on there the next time; while others are `busy` it gives way to them. StorageFailed,
    FieldsUnavailable."""
    fields, fed = usable(archive.path), Fed()
    if not fields and not (archive.path / NAME).exists():
        return fed
    with archive.reader() as reader, Store(archive.path) as store:
        store.renew(fields)
        known = store.numbers(fields)
        ends = _ends(reader)
        left = list(_left(reader, store, known, ends))
        if left:
            with Limited() as limited, PageTypes(reader) as types:
                feeder = _Feeder(reader, store, known, limited, types, fed)
                if not feeder.work(left, progress, cancelled, busy):
                    return fed
        active = [number for number in known if not store.problem(number)]
        store.write((), [(number, batch, end) for batch, end in ends.items() for number in active])
    return fed


def behind(archive: Archive) -> int:
    """How many versions are to be looked at; StorageFailed."""
    fields = usable(archive.path)
    with archive.reader() as reader, Store(archive.path) as store:
        store.renew(fields)
        return sum(1 for _ in _left(reader, store, store.numbers(fields), _ends(reader)))


def _ends(reader: ArchiveReader) -> dict[str, int]:
    """The last serial number of each batch now."""
    return dict(reader.connection.execute("SELECT batch, max(serial) FROM captures GROUP BY batch"))


def _left(
    reader: ArchiveReader, store: Store, known: dict[int, Field], ends: dict[str, int]
) -> Iterator[_Left]:
    """The versions in which fields are to be looked for, oldest batch first."""
    active = {number: field for number, field in known.items() if not store.problem(number)}
    upto = {number: store.looked(number) for number in active}
    db = reader.connection
    for batch, end in sorted(ends.items()):
        since = {number: upto[number].get(batch, -1) for number in active}
        if not since or min(since.values()) >= end:
            continue
        for serial, url in db.execute(_FOUND, (batch, min(since.values()), end)):
            address = url.removesuffix("#tianwang-rendered")
            wanted = tuple(
                number for number, field in active.items() if since[number] < serial and field.covers(address)
            )
            if wanted:
                yield _Left(batch, serial, wanted)


class _Feeder:
    def __init__(
        self,
        reader: ArchiveReader,
        store: Store,
        known: dict[int, Field],
        limited: Limited,
        types: PageTypes,
        fed: Fed,
    ) -> None:
        self._reader, self._store, self._known = reader, store, known
        self._limited, self._types, self._fed = limited, types, fed
        self._tried: list[Tried] = []
        self._upto: dict[tuple[int, str], int] = {}
        self._slow: Counter[int] = Counter()
        self._stopped: set[int] = set()

    def work(
        self,
        left: list[_Left],
        progress: Callable[[int, int], None] | None,
        cancelled: Callable[[], bool] | None,
        busy: Callable[[], bool] | None,
    ) -> bool:
        """False if it was cancelled."""
        turns, written = Turns(busy), time.monotonic()
        whole = True
        for done, one in enumerate(left):
            if cancelled is not None and cancelled():
                whole = False
                break
            self._take(one)
            if time.monotonic() - written > _SECONDS:
                self._flush()
                written = time.monotonic()
            turns.next()
            if progress is not None:
                progress(done + 1, len(left))
        self._flush()
        self._fed.slow = tuple(self._known[number].name for number in sorted(self._stopped))
        return whole

    def _take(self, one: _Left) -> None:
        version = version_of(self._reader, one.batch, one.serial)
        document = document_of(self._reader, version) if version is not None else None
        looked = numbers = [number for number in one.fields if number not in self._stopped]
        if version is not None and document is not None:
            numbers = self._of_kind(version, looked)
        if version is not None and document is None:
            self._fed.unreadable += 1
        elif version is not None and document is not None and numbers:
            found = self._limited.findings(document, [self._known[number] for number in numbers])
            self._fed.versions += 1
            for number, values in zip(numbers, found, strict=True):
                self._tried.append(Tried(number, version.url, to_timestamp(version.date), version.id, values))
                self._fed.values += len(values or ())
                if values is None:
                    self._slow[number] += 1
                    if self._slow[number] >= _SLOW:
                        self._stopped.add(number)
        for number in looked:
            self._upto[number, one.batch] = one.serial

    def _of_kind(self, version: Capture, numbers: list[int]) -> list[int]:
        """Those of some fields that apply to the kind of page that a version is; judged now where nobody has."""
        wanted = {number: self._known[number].page_types for number in numbers}
        if not any(wanted.values()):
            return numbers
        found = self._types.of(version)
        name = found.name if found is not None else "unknown"
        return [number for number in numbers if not wanted[number] or name in wanted[number]]

    def _flush(self) -> None:
        looked = [(number, batch, serial) for (number, batch), serial in self._upto.items()]
        self._store.write(self._tried, looked, self._stopped)
        self._tried.clear()


def version_of(reader: ArchiveReader, batch: str, serial: int) -> Capture | None:
    """The version that a serial number stands for: what a browser made of a page is that page looked at once more."""
    capture = reader.capture(batches.format_id(batch, serial))
    if not is_rendered(capture.url):
        return capture
    return reader.rendered_page(capture.url, capture.date)
