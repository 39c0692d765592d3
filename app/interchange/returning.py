"""Visits of foreign archives: which version they confirm, and how they are stored."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import fields
from datetime import UTC, datetime
from hashlib import blake2b
from itertools import islice
from typing import Literal
from urllib.parse import unquote_to_bytes

from app.archive.model import Capture, NewCapture, NewVisit
from app.archive.preparing import prepare
from app.archive.writer import ArchiveWriter
from app.errors import CaptureMissing, FormatError, StorageUnreadable
from app.interchange import companions
from app.interchange.arrivals import Return, head_of
from app.interchange.digests import proven
from app.tianwang.http import split_http

# Which version a visit refers to: names of foreign records and what became of them, kept outside the
# memory.


class Targets:
    """Names of records → ids of ours, and the visits that wait for a version to come. For one thread, one import."""

    def __init__(self) -> None:
        # a database without a name is a temporary file that goes away by itself
        self._db = sqlite3.connect("", isolation_level=None)
        self._db.execute("PRAGMA journal_mode = OFF")
        self._db.execute("CREATE TABLE names (key BLOB PRIMARY KEY, id TEXT) WITHOUT ROWID")
        self._db.execute("CREATE TABLE waiting (file INTEGER, visit TEXT)")

    def close(self) -> None:
        self._db.close()

    def remember(self, names: tuple[str, ...], id: str) -> None:
        """A record known by these names is stored under an id."""
        for name in names:
            self._db.execute("INSERT OR REPLACE INTO names VALUES (?, ?)", (_key(name), id))

    def find(self, name: str) -> str | None:
        """The id of a record with this name."""
        row = self._db.execute("SELECT id FROM names WHERE key = ?", (_key(name),)).fetchone()
        return row[0] if row else None

    def wait(self, file: int, visit: Return) -> None:
        """Keep a visit of the import's nth file until everything was read."""
        values = [_plain(getattr(visit, each.name)) for each in fields(Return)]
        self._db.execute("INSERT INTO waiting VALUES (?, ?)", (file, json.dumps(values)))

    def waiting(self) -> Iterator[tuple[int, Return]]:
        """The visits that wait, in their order, with the numbers of their files."""
        for file, values in self._db.execute("SELECT file, visit FROM waiting ORDER BY rowid"):
            offset, url, date, ip, origin, extra, status, keys, target, digest, same = json.loads(values)
            yield (
                file,
                Return(
                    offset,
                    url,
                    _moment(date),
                    ip,
                    origin,
                    tuple((name, value.encode("latin-1")) for name, value in extra),
                    status,
                    tuple(keys),
                    (target[0], _moment(target[1]) if target[1] else None) if target else None,
                    digest,
                    same,
                ),
            )


def _key(name: str) -> bytes:
    return blake2b(name.encode("utf-8", "surrogatepass"), digest_size=12).digest()


def _plain(value: object) -> object:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, bytes):
        return value.decode("latin-1")
    return [_plain(each) for each in value] if isinstance(value, tuple) else value


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text)


_COMPARED = 20
"""Versions of an address whose content is held against the digest that a visit names."""

Outcome = Literal["version", "visit", "known", "missing"]


class Returning:
    """Finds the versions that visits refer to: of the same import, or of the archive."""

    def __init__(self, writer: ArchiveWriter) -> None:
        self._writer = writer
        self._targets = Targets()

    def close(self) -> None:
        self._targets.close()

    def stored(self, keys: tuple[str, ...], capture: Capture) -> None:
        """A record with these names is in the archive now."""
        self._targets.remember(keys, capture.base or capture.id)

    def known(self, keys: tuple[str, ...], url: str, date: datetime) -> None:
        """A record with these names was in the archive already."""
        capture = self._at(url, date) if keys else None
        if capture is not None:
            self.stored(keys, capture)

    def wait(self, file: int, visit: Return) -> None:
        """Try a visit of the import's nth file again when everything was read."""
        self._targets.wait(file, visit)

    def waiting(self) -> Iterator[tuple[int, Return]]:
        return self._targets.waiting()

    def store(self, visit: Return) -> Outcome:
        """Store a visit; "missing" when the version it confirms is not known."""
        base = self._base(visit)
        if base is None:
            return "missing"
        head = next(
            (unquote_to_bytes(value) for name, value in visit.extra if name == companions.HTTP_HEAD), None
        )
        if self.knows(visit.url, visit.date, base.digest, lambda: head):
            return "known"
        if base.url == visit.url:
            status = visit.status or base.status
            new = NewVisit(visit.url, visit.date, visit.ip, base.id, status, visit.origin)
            return self._writer.store(new, extra=visit.extra).kind
        reader = self._writer.reader
        # an address that answers with the content of another one has versions of its own
        try:
            data = reader.data(reader.record(base))
        except (FormatError, StorageUnreadable):
            return "missing"
        capture = NewCapture(visit.url, visit.date, visit.ip, data, visit.origin)
        return self._writer.store(prepare(capture, links=False), extra=visit.extra).kind

    def knows(self, url: str, date: datetime, digest: str, head: Callable[[], bytes | None]) -> bool:
        """Whether the archive has a capture of an address, of one second, with a body of this digest and these HTTP
        headers; where those of a capture are not known, they are taken for the same."""
        ids = self._writer.known(url, date, digest)
        wanted = head() if ids else None
        return bool(ids) and (wanted is None or any(self._head(id) in (None, wanted) for id in ids))

    def _head(self, id: str) -> bytes | None:
        """The HTTP headers of a capture; None for a visit without its own, and where they cannot be read."""
        try:
            record = self._writer.reader.record_of(id)
            kept = record.raw(companions.HTTP_HEAD) if record else None
            if kept is not None:
                return unquote_to_bytes(kept)
            if record is None or (not record.length and self._writer.reader.capture(id).kind == "visit"):
                return None
            return head_of(self._writer.reader.data(record))
        except (FormatError, OSError, CaptureMissing):
            return None

    def _base(self, visit: Return) -> Capture | None:
        for key in visit.keys:
            id = self._targets.find(key)
            found = self._capture(id) if id else None
            if found is not None and (found.url == visit.url or not visit.same):
                return found
        if visit.target is not None:
            url, date = visit.target
            found = self._at(url, date) if date is not None else None
            if found is not None:
                return found
        if visit.digest:
            return self._like(visit.target[0] if visit.target else visit.url, visit)
        return None

    def _capture(self, id: str) -> Capture | None:
        try:
            return self._writer.reader.capture(id)
        except CaptureMissing:
            return None

    def _at(self, url: str, date: datetime) -> Capture | None:
        """The version of an address that was seen in one second."""
        second = date.replace(microsecond=0)
        for capture in self._writer.reader.versions(url, visits=True):
            if capture.date == second:
                return self._capture(capture.base) if capture.base else capture
        return None

    def _like(self, url: str, visit: Return) -> Capture | None:
        """The newest version of an address whose payload has the digest a visit names."""
        reader = self._writer.reader
        versions = reader.versions(url)
        for capture in islice(reversed(versions), _COMPARED):
            try:
                data = reader.data(reader.record(capture))
            except (FormatError, StorageUnreadable):
                continue
            message = split_http(data)
            if proven(visit.digest, message.raw_body) or proven(visit.digest, message.body):
                return capture
        return None
