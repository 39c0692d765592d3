"""The index brought up to date: what the archive holds and the search index does not know yet."""

from __future__ import annotations

import sqlite3
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import partial
from itertools import count

from app.archive import batches
from app.archive.addresses import is_rendered, page_of
from app.archive.archive import Archive
from app.archive.documents import pages
from app.archive.documents.pages import Page
from app.archive.index import rows
from app.archive.model import Capture
from app.archive.pooling import Crew, prepared
from app.archive.reader import ArchiveReader
from app.archive.spellings import legible
from app.archive.yielding import Turns
from app.errors import ArchiveError, CaptureMissing, FormatError, StorageUnreadable
from app.search.index import blocks, reading
from app.search.index.reading import Said, Sheet
from app.search.index.renewal import manner, outdated
from app.search.index.store import Database, NewEntry, StoreWriter, key_of, opened, version_key
from app.search.index.terms import indexed
from app.templates.known import Templates
from extractors.door.sniffing import sniff

_MOST_VERSIONS = 5000  # of a commit: few large ones make a smaller index
_FIRST_SECONDS = 3.0  # of a commit, so that something is found soon; each next one lasts twice as long
_MOST_SECONDS = 30.0
_SOON = 1.0  # seconds of a round beside a crawl: what came in less waits for the next feed
_MOST_TEXT = 16 << 20  # characters of a commit: what fits into one segment of the index
_WORTHWHILE = 100  # versions for which processes are started
_WORTHWHILE_BESIDE = 500  # the same while others are busy: to start one takes a second of a processor
_PART = 500  # versions after which is looked again whether they are
_FOUND = (
    "SELECT c.serial FROM captures c JOIN pages p USING (page_id) WHERE c.batch = ? AND c.serial > ? "
    "AND c.base IS NULL AND c.length > 0 AND c.status BETWEEN 200 AND 299 "
    "AND (p.kind = 'document' OR p.url LIKE '%#tianwang-rendered') ORDER BY c.serial"
)
_numbers = count(1)


@dataclass(slots=True)
class Fed:
    """What a feed did: versions read, entries they made, texts of links, characters, versions that could not be read;
    entries cut into blocks, distinct blocks that were new, their characters."""

    versions: int = 0
    entries: int = 0
    anchors: int = 0
    characters: int = 0
    unreadable: int = 0
    cut: int = 0
    blocks: int = 0


def feed(
    archive: Archive,
    progress: Callable[[int, int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
    busy: Callable[[], bool] | None = None,
) -> Fed:
    """Read the versions that the index does not know, then the blocks of their pages; progress in steps (done, of about
    so many). Cancelled or killed it goes on there the next time. While others are `busy` (a crawl stores) it gives way to
    them, and blocks wait. ArchiveLocked while another program does the same; StorageFailed."""
    writer, fed, way = StoreWriter(archive.path), Fed(), _Way(progress, cancelled, busy)
    number = next(_numbers)
    try:
        with archive.reader() as reader:
            if not _is_of(reader, writer.base):
                writer.begin_anew()
            again = outdated(reader, writer.base.manner())
            writer.renew(writer.base.known(again), manner(reader))
            # texts that came meanwhile go before the next blocks
            while (
                _feed_texts(writer, reader, fed, way, number)
                and not way.busy()
                and (entries := blocks.left(writer))
            ):
                way.ahead(sum(map(len, entries.values())))
                blocks.feed_blocks(writer, reader, fed, entries, way)
            if not way.cancelled() and not way.busy():
                writer.join_parts()
    finally:
        writer.close()
    return fed


class _Way:
    """How far a feed is, told as it goes on, and whether it is to end."""

    def __init__(
        self,
        progress: Callable[[int, int], None] | None,
        cancelled: Callable[[], bool] | None,
        busy: Callable[[], bool] | None,
    ) -> None:
        self._progress, self.cancelled = progress, cancelled or (lambda: False)
        self.busy = busy or (lambda: False)
        self._done = self._total = 0
        self._turns = Turns(busy)

    def shared(self, steps: int) -> bool:
        """Whether so many steps are worth processes of their own: while others are busy, only if they leave processors
        free."""
        if self.busy():
            return steps >= _WORTHWHILE_BESIDE and self._turns.unhindered
        return steps >= _WORTHWHILE

    def ahead(self, steps: int) -> None:
        """So many steps are left."""
        self._total = self._done + steps

    def step(self) -> None:
        self._done += 1
        self._turns.next()
        if self._progress is not None:
            self._progress(self._done, self._total)


def _feed_texts(writer: StoreWriter, reader: ArchiveReader, fed: Fed, way: _Way, number: int) -> bool:
    """False if it was cancelled. Beside a crawl it goes on with what came meanwhile, until that is little: who began anew
    for it would first have all files of the index checked."""
    with Crew(load=partial(pages.prepare, reader.path)) as crew:
        while _feed_round(writer, reader, fed, way, number, crew) > _SOON and way.busy():
            pass
    return not way.cancelled()


def _feed_round(
    writer: StoreWriter, reader: ArchiveReader, fed: Fed, way: _Way, number: int, crew: Crew
) -> float:
    """All that is known to be left now; the seconds that it took, 0 if there was nothing, or it was cancelled."""
    began = time.monotonic()
    left = [(batch, serial) for batch, serials in _left(writer.base, reader) for serial in serials]
    if not left:
        return 0.0
    way.ahead(2 * len(left))  # each is read for its text, and cut at most once
    feeder = _Feeder(writer, reader, fed, way.busy)
    with closing(_read_parts(reader, left, number, way, crew)) as found:
        for one in found:
            if way.cancelled():
                break
            feeder.take(*one)
            way.step()
    feeder.flush()
    return 0.0 if way.cancelled() else time.monotonic() - began


_Found = tuple[str, int, Capture | None, Said | None]


def _read_parts(
    reader: ArchiveReader, left: list[tuple[str, int]], number: int, way: _Way, crew: Crew
) -> Generator[_Found, None, None]:
    """`_read` with the help of the crew where that is worthwhile, beside a crawl so many at a time."""
    begin = 0
    while begin < len(left):
        end = begin + _PART if way.busy() else len(left)
        helped = crew if way.shared(len(left) - begin) else None
        yield from _read(reader, left[begin:end], number, helped)
        begin = end


def _read(
    reader: ArchiveReader, left: list[tuple[str, int]], number: int, crew: Crew | None
) -> Generator[_Found, None, None]:
    """Of each serial number the version that is to be known and what it says; nothing of what cannot be read. Read in the
    processes of a `crew`, if there is one, in their order; `number` is that of the feed."""
    waiting: deque[tuple[str, int, Capture | None]] = deque()

    def questions(known: Templates) -> Iterator[Sheet | Said | None]:
        for batch, serial in left:
            version = _version(reader, batch, serial)
            waiting.append((batch, serial, version))
            template = known.of(version.url) if version is not None else frozenset[int]()
            yield _question(reader, version, number, template) if version is not None else None

    # this thread reads with a crew, too, rather than wait
    with Templates(reader.path) as known, pages.kept(reader.path):
        if crew is None:
            for question in questions(known):
                yield *waiting.popleft(), _answer(question)
        else:
            for said in prepared(questions(known), _answer, weigh=_weight, crew=crew):
                yield *waiting.popleft(), said


def _version(reader: ArchiveReader, batch: str, serial: int) -> Capture | None:
    """The version that a serial number stands for: what a browser made of a page is that page read once more."""
    capture = reader.capture(batches.format_id(batch, serial))
    if not is_rendered(capture.url):
        return capture
    version = reader.rendered_page(capture.url, capture.date)
    return version if version is not None and version.id[:6] == batch else None


def _question(
    reader: ArchiveReader, version: Capture, number: int, template: frozenset[int]
) -> Sheet | Said | None:
    """A page as it is to be read, another document as it was read; None for what cannot be."""
    try:
        message = reader.shown(version)
        if sniff(message.body, message.media_type or None, version.url) != "html":
            document = reader.document(version, main=True)
            kept = reader.stored_links(version) is not None
            return reading.said(document, version.url, reader.links(version), number, kept=kept)
        stored = links = reader.stored_links(version)
        if links is None and reader.rendered(version) is not None:
            links = rows.pack_links(reader.links(version))
        page = Page.of(version.url, message, template, linked=links is None)
        return Sheet(page, links, number, kept=stored is not None)
    except (FormatError, StorageUnreadable):
        return None


def _answer(question: Sheet | Said | None) -> Said | None:
    return reading.read(question) if isinstance(question, Sheet) else question


def _weight(question: Sheet | Said | None) -> int:
    return len(question.page.body) if isinstance(question, Sheet) else question.characters if question else 0


def behind(archive: Archive) -> tuple[int, int]:
    """(versions the index does not know, versions to be known in all)."""
    with archive.reader() as reader:
        every = sum(len(serials) for _, serials in _serials(reader, {}, {}))
        try:
            base, _ = opened(archive.path)
        except ArchiveError:  # there is no index that could be used
            return every, every
        again = base.known(outdated(reader, base.manner()))
        left = {(batch, serial) for batch, serials in _left(base, reader) for serial in serials}
        base.close()
        return len(left.union(again)), every


def unread(archive: Archive) -> int:
    """Versions that the index does not know, by its tables alone: to be told beside an answer, since nothing is checked."""
    upto: dict[str, int] = {}
    with suppress(sqlite3.Error, OSError), closing(Database(archive.path)) as base:
        upto = dict(base.db.execute("SELECT batch, upto FROM batches"))
    with archive.reader() as reader:
        db = reader.connection
        return sum(
            db.execute(f"SELECT count(*) FROM ({_FOUND})", (batch, upto.get(batch, -1))).fetchone()[0]
            for (batch,) in db.execute("SELECT DISTINCT batch FROM files").fetchall()
        )


def _is_of(reader: ArchiveReader, base: Database) -> bool:
    """Whether an index is of these records: the last version that it knows of each batch is one of the same page. An index
    out of another archive is not, nor one of what has been taken back since by an older copy of the records."""
    for (batch,) in base.db.execute("SELECT batch FROM batches").fetchall():
        row = base.db.execute(
            "SELECT v.serial, e.page FROM versions v JOIN entries e USING (entry) WHERE v.batch = ? "
            "ORDER BY v.serial DESC LIMIT 1",
            (batch,),
        ).fetchone()
        if row is not None:
            try:
                version = reader.capture(batches.format_id(batch, row[0]))
            except CaptureMissing:
                return False
            if key_of(page_of(version.url)) != row[1]:
                return False
    return True


def _left(base: Database, reader: ArchiveReader) -> Iterator[tuple[str, list[int]]]:
    upto = dict(base.db.execute("SELECT batch, upto FROM batches"))
    return _serials(reader, upto, base.renewals())


def _serials(
    reader: ArchiveReader, upto: Mapping[str, int], again: Mapping[str, list[int]]
) -> Iterator[tuple[str, list[int]]]:
    """Of each batch the serial numbers to be read: those to be read again, then the new ones, oldest first."""
    db = reader.connection
    for (batch,) in db.execute("SELECT DISTINCT batch FROM files ORDER BY batch").fetchall():
        known = upto.get(batch, -1)
        new = [row[0] for row in db.execute(_FOUND, (batch, known))]
        yield batch, [*(serial for serial in again.get(batch, ()) if serial <= known), *new]


class _Feeder:
    """Versions on their way into the index, written a few hundred at a time, while others are `busy` every few seconds."""

    def __init__(
        self, writer: StoreWriter, reader: ArchiveReader, fed: Fed, busy: Callable[[], bool]
    ) -> None:
        self._writer, self._bare, self._fed, self._busy = writer, reader.bare_title, fed, busy
        self._next, self._next_anchor = writer.next_entry(), writer.next_entry(anchors=True)
        self._seconds = _FIRST_SECONDS
        self._batch = self._folder = ""
        self._clear()

    def _clear(self) -> None:
        self._upto: dict[str, int] = {}
        self._new: list[NewEntry] = []
        self._entries: dict[tuple[int, bytes], tuple[int, str]] = {}
        self._versions: list[tuple[str, int, int]] = []
        self._anchors: set[int] = set()
        self._taken: list[tuple[str, int]] = []
        self._size, self._since = 0, time.monotonic()

    def take(self, batch: str, serial: int, version: Capture | None, said: Said | None) -> None:
        """What a version of a batch says, or that the number stands for none, or for one that cannot be read."""
        if batch != self._batch:
            self._turn_to(batch)
        if version is not None and said is not None:
            self._add(version, said)
            self._fed.versions += 1
        elif version is not None:
            self._fed.unreadable += 1
        self._upto[batch] = serial
        self._taken.append((batch, serial))
        late = time.monotonic() - self._since > self._seconds
        if late or len(self._versions) >= _MOST_VERSIONS or self._size > _MOST_TEXT:
            self.flush()
            self._seconds = _FIRST_SECONDS if self._busy() else min(2 * self._seconds, _MOST_SECONDS)

    def _turn_to(self, batch: str) -> None:
        """Batches of one index are written together: few large parts make a smaller index."""
        folder = self._writer.folder_of(batch, self._folder)
        if folder != self._folder:
            self.flush()
        self._batch, self._folder = batch, folder

    def _add(self, version: Capture, said: Said) -> None:
        title = self._bare(said.title, version.url) if said.page else said.title
        digest, terms = said.titled(title)
        key = (key_of(page_of(version.url)), digest)
        entry = self._entries[key][0] if key in self._entries else self._known(key)
        if entry is None:
            entry = self._next
            self._entries[key] = entry, self._batch
            self._next += 1
            terms["address"] = indexed(legible(version.url).partition("://")[2])
            self._new.append(
                NewEntry(entry, {name: text for name, text in terms.items() if text}, said.links)
            )
            self._fed.entries += 1
            self._fed.characters += said.characters + len(title)
            self._size += said.characters + len(title)
        serial = batches.parse_id(version.id)[1]  # type: ignore[index]
        self._versions.append((self._batch, serial, entry))
        source = version_key(self._batch, serial)
        for anchor in said.anchors:
            if anchor.key not in self._anchors and not self._writer.knows_anchor(anchor.key):
                self._anchors.add(anchor.key)
                terms = {"anchor": anchor.terms}
                new = NewEntry(self._next_anchor, terms, (), anchor.target, source, anchor.told)
                self._new.append(new)
                self._next_anchor += 1
                self._fed.anchors += 1

    def _known(self, key: tuple[int, bytes]) -> int | None:
        row = self._writer.db.execute(
            "SELECT entry FROM entries WHERE page = ? AND digest = ?", key
        ).fetchone()
        return int(row[0]) if row else None

    def flush(self) -> None:
        """Write what was taken, if there is anything."""
        if self._upto:
            entries = [
                (entry, batch, page, digest) for (page, digest), (entry, batch) in self._entries.items()
            ]
            anchors, taken = self._anchors, self._taken
            self._writer.write(self._folder, self._new, entries, self._versions, anchors, self._upto, taken)
            self._clear()
