"""The index brought up to date: what the archive holds and the search index does not know yet."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass

from app.archive import batches
from app.archive.addresses import is_rendered, page_of
from app.archive.archive import Archive
from app.archive.model import Capture, StoredLink
from app.archive.reader import ArchiveReader
from app.archive.spellings import legible, normalize
from app.errors import AddressInvalid, ArchiveError, FormatError, StorageUnreadable
from app.search.contents import Content, content_of
from app.search.store import NewEntry, StoreWriter, key_of, opened
from app.search.terms import indexed

_MOST_VERSIONS = 5000  # of a commit: few large ones make a smaller index
_FIRST_SECONDS, _MOST_SECONDS = (
    3.0,
    30.0,
)  # of the first commit, so that something is found soon; each lasts twice as long
_MOST_TEXT = 24 << 20  # characters of a commit
_LONGEST = 16 << 20  # characters of one text
_LONGEST_ANCHOR = 300
_FOUND = (
    "SELECT c.serial FROM captures c JOIN pages p USING (page_id) WHERE c.batch = ? AND c.serial > ? "
    "AND c.base IS NULL AND c.length > 0 AND c.status BETWEEN 200 AND 299 "
    "AND (p.kind = 'document' OR p.url LIKE '%#tianwang-rendered') ORDER BY c.serial"
)


@dataclass(slots=True)
class Fed:
    """What a feed did: versions read, entries they made, texts of links, characters, versions that could not be
    read."""

    versions: int = 0
    entries: int = 0
    anchors: int = 0
    characters: int = 0
    unreadable: int = 0


def feed(
    archive: Archive,
    progress: Callable[[int, int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Fed:
    """Read the versions that the index does not know; progress in versions (done, of all). Cancelled or killed it goes
    on there the next time. ArchiveLocked while another program does the same; StorageFailed."""
    writer, fed = StoreWriter(archive.path), Fed()
    try:
        with archive.reader() as reader:
            left = {batch: serials for batch, serials in _left(writer, reader) if serials}
            total = sum(map(len, left.values()))
            for batch, serials in left.items():
                feeder = _Batch(writer, reader, batch, fed)
                for serial in serials:
                    if cancelled is not None and cancelled():
                        feeder.flush()
                        return fed
                    feeder.take(serial)
                    if progress is not None:
                        progress(fed.versions + fed.unreadable, total)
                feeder.flush()
    finally:
        writer.close()
    return fed


def behind(archive: Archive) -> tuple[int, int]:
    """(versions the index does not know, versions to be known in all)."""
    with archive.reader() as reader:
        every = sum(len(serials) for _, serials in _serials(reader, {}))
        try:
            base, _ = opened(archive.path)
        except ArchiveError:  # there is no index that could be used
            return every, every
        with_upto = dict(base.db.execute("SELECT batch, upto FROM batches"))
        base.close()
        return sum(len(serials) for _, serials in _serials(reader, with_upto)), every


def _left(writer: StoreWriter, reader: ArchiveReader) -> Iterator[tuple[str, list[int]]]:
    return _serials(reader, dict(writer.db.execute("SELECT batch, upto FROM batches")))


def _serials(reader: ArchiveReader, upto: dict[str, int]) -> Iterator[tuple[str, list[int]]]:
    """Of each batch the serial numbers to be read, oldest first."""
    db = reader.connection
    for (batch,) in db.execute("SELECT DISTINCT batch FROM files ORDER BY batch").fetchall():
        yield batch, [row[0] for row in db.execute(_FOUND, (batch, upto.get(batch, -1)))]


class _Batch:
    """The versions of one batch on their way into the index, written a few hundred at a time."""

    def __init__(self, writer: StoreWriter, reader: ArchiveReader, batch: str, fed: Fed) -> None:
        self._writer, self._reader, self._batch, self._fed = writer, reader, batch, fed
        self._next, self._next_anchor = writer.next_entry(), writer.next_entry(anchors=True)
        self._seconds = _FIRST_SECONDS
        self._clear(-1)

    def _clear(self, upto: int) -> None:
        self._upto = upto
        self._new: list[NewEntry] = []
        self._entries: dict[tuple[int, bytes], int] = {}
        self._versions: list[tuple[int, int]] = []
        self._anchors: set[int] = set()
        self._size, self._since = 0, time.monotonic()

    def take(self, serial: int) -> None:
        capture = self._reader.capture(batches.format_id(self._batch, serial))
        version: Capture | None = capture
        if is_rendered(capture.url):  # what a browser made of a page that has been read before
            version = self._reader.rendered_page(capture.url, capture.date)
        if version is not None and version.id[:6] == self._batch:
            try:
                document = self._reader.document(version, main=True)
                links = self._reader.links(version)
            except (FormatError, StorageUnreadable):
                self._fed.unreadable += 1
            else:
                self._add(version, content_of(document), links)
                self._fed.versions += 1
        self._upto = serial
        late = time.monotonic() - self._since > self._seconds
        if late or len(self._versions) >= _MOST_VERSIONS or self._size > _MOST_TEXT:
            self.flush()

    def _add(self, version: Capture, content: Content, links: list[StoredLink]) -> None:
        key = (key_of(page_of(version.url)), content.digest)
        entry = self._entries.get(key) or self._known(key)
        if entry is None:
            entry = self._entries[key] = self._next
            self._next += 1
            texts = {
                name: getattr(content, name)[:_LONGEST]
                for name in ("title", "main", "rest", "author", "more")
            }
            self._size += sum(map(len, texts.values()))
            terms = {name: indexed(text) for name, text in texts.items()}
            terms["address"] = indexed(legible(version.url).partition("://")[2])
            terms["links"] = " ".join({f"{key_of(link.url):x}": None for link in links if not link.embed})
            self._new.append(NewEntry(entry, {name: text for name, text in terms.items() if text}))
            self._fed.entries += 1
            self._fed.characters += sum(map(len, texts.values()))
        self._versions.append((batches.parse_id(version.id)[1], entry))  # type: ignore[index]
        for link in links:
            text = " ".join(link.text.split())[:_LONGEST_ANCHOR]
            if text and link.element == "a" and link.url != version.url:
                self._add_anchor(link.url, text)

    def _add_anchor(self, url: str, text: str) -> None:
        with suppress(AddressInvalid):
            url = normalize(url)
        key = key_of(url, text)
        if key in self._anchors or self._writer.knows_anchor(key):
            return
        self._anchors.add(key)
        told = f"{url}\0{text}".encode("utf-8", "replace")
        self._new.append(NewEntry(self._next_anchor, {"anchor": indexed(text)}, key_of(url), told))
        self._next_anchor += 1
        self._fed.anchors += 1

    def _known(self, key: tuple[int, bytes]) -> int | None:
        row = self._writer.db.execute(
            "SELECT entry FROM entries WHERE page = ? AND digest = ?", key
        ).fetchone()
        return int(row[0]) if row else None

    def flush(self) -> None:
        """Write what was taken, if there is anything."""
        if self._upto < 0:
            return
        entries = [(entry, page, digest) for (page, digest), entry in self._entries.items()]
        self._writer.write(self._batch, self._new, entries, self._versions, self._anchors, self._upto)
        self._seconds = min(2 * self._seconds, _MOST_SECONDS)
        self._clear(-1)
