"""The graph brought up to date: the links of the versions that it does not know yet.

Versions that were crawled have their links in the index; those that were imported, or whose index was made anew, are read
for them in other processes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from app.archive import batches
from app.archive.addresses import LINKS, is_rendered, standing
from app.archive.archive import Archive
from app.archive.documents import charsets, pages
from app.archive.documents.pages import Page
from app.archive.index import rows
from app.archive.model import StoredLink
from app.archive.pooling import Crew, prepared
from app.archive.reader import ArchiveReader
from app.archive.spellings import redirect_target
from app.archive.yielding import Turns
from app.errors import FormatError, StorageUnreadable
from app.graph.store.addresses import key_of
from app.graph.store.links import CANONICAL, CONTENT, EMBED, LISTED, REDIRECT, UNSURE, Gathering
from app.graph.store.store import GraphWriter, known
from extractors.base import versions
from extractors.door.sniffing import sniff

Progress = Callable[[int, int], None]
Question = Callable[[], bool]

MOST_ROWS = 1 << 20
"""Links that are kept in memory before they are written."""
_MOST_KEYS = 1 << 18
_AT_ONCE = 500
_WORTHWHILE = 100  # versions to be read for which processes are started
_FOUND = (
    "SELECT c.serial, c.date, c.status, c.location, c.origin, c.type, p.url, l.rows FROM captures c "
    "JOIN pages p USING (page_id) LEFT JOIN links l ON l.capture = c.seq "
    "WHERE c.batch = ? AND c.serial > ? AND c.base IS NULL ORDER BY c.serial LIMIT ?"
)
_LINKING = (
    "html",
    "xhtml",
    "xml",
    "css",
    "pdf",
    "word",
    "officedocument",
    "opendocument",
    "markdown",
    "javascript",
)
_WORDS = 300


@dataclass(slots=True)
class Fed:
    """What a feed did: versions read, links they have, versions that could not be read; whether it merged."""

    versions: int = 0
    links: int = 0
    unreadable: int = 0
    merged: bool = False


class _Version(NamedTuple):
    serial: int
    date: int
    status: int
    location: str
    origin: str | None
    type: str
    url: str
    rows: bytes | None


def feed(
    archive: Archive,
    progress: Progress | None = None,
    cancelled: Question | None = None,
    busy: Question | None = None,
) -> Fed:
    """Take in the links of the versions that the graph does not know; progress in versions (done, of so many). Cancelled
    or killed it goes on there the next time. While others are `busy` (a crawl stores) it gives way to them, and merges
    what is new only when that is much. ArchiveLocked while another program does the same; StorageFailed."""
    writer, fed = GraphWriter(archive.path), Fed()
    stop, others = cancelled or (lambda: False), busy or (lambda: False)
    try:
        with archive.reader() as reader:
            now = manner(reader)
            if writer.state.manner != now:
                writer.begin_anew(now)
            whole = _Feeder(reader, writer, fed, progress, stop, others).run()
        if whole:
            fed.merged = writer.merge(at_once=not others())
    finally:
        writer.close()
    return fed


def take(archive: Archive, facts: Iterable[Fact], upto: Mapping[str, int]) -> Fed:
    """Make the graph of an archive of `facts_of` all its versions up to these serial numbers of its batches, which others
    have worked out. ArchiveLocked, StorageFailed."""
    writer, fed = GraphWriter(archive.path), Fed()
    try:
        with archive.reader() as reader:
            writer.begin_anew(manner(reader))
        gathered = Gathering()
        for source, when, status, found in facts:
            gathered.add(source, when, status, found)
            fed.versions += 1
            fed.links += len(found)
            if len(gathered.rows) > MOST_ROWS:
                writer.add(gathered.links(), {})
                gathered = Gathering()
        writer.add(gathered.links(), upto)
        writer.merge()
        fed.merged = True
    finally:
        writer.close()
    return fed


def behind(archive: Archive) -> int:
    """How many versions the graph does not know."""
    with archive.reader() as reader:
        return _left(reader, known(archive.path))


def manner(reader: ArchiveReader) -> str:
    """How links are read now: the charsets that a person chose matter for addresses, too."""
    read = [charsets.all_choices(reader.path), versions.COMMON, versions.VERSIONS]
    return json.dumps(read, sort_keys=True, ensure_ascii=False)


def _left(reader: ArchiveReader, upto: dict[str, int]) -> int:
    count = "SELECT count(*) FROM captures WHERE batch = ? AND serial > ? AND base IS NULL"
    return sum(
        int(reader.connection.execute(count, (batch, upto.get(batch, -1))).fetchone()[0])
        for batch in _batches(reader)
    )


def _batches(reader: ArchiveReader) -> list[str]:
    return [row[0] for row in reader.connection.execute("SELECT DISTINCT batch FROM files ORDER BY batch")]


class _Feeder:
    def __init__(
        self,
        reader: ArchiveReader,
        writer: GraphWriter,
        fed: Fed,
        progress: Progress | None,
        stop: Question,
        busy: Question,
    ) -> None:
        self._reader, self._writer, self._fed = reader, writer, fed
        self._progress, self._stop = progress, stop
        self._keys: dict[str, str | None] = {}
        self._gathered = Gathering()
        self._upto: dict[str, int] = {}
        self._done, self._total = 0, _left(reader, writer.state.upto)
        self._turns = Turns(busy)

    def run(self) -> bool:
        """False where it was cancelled; what was read is kept."""
        going = True
        for batch in _batches(self._reader):
            going = going and self._read(batch)
        self._flush()
        return going

    def _read(self, batch: str) -> bool:
        with (
            Crew(load=partial(pages.prepare, self._reader.path)) as crew,
            closing(self._answers(batch, crew)) as found,
        ):
            for version, links in found:
                self._take(version, links)
                self._upto[batch] = version.serial
                if self._stop():
                    return False
                if len(self._gathered.rows) > MOST_ROWS:
                    self._flush()
        return True

    def _answers(self, batch: str, crew: Crew) -> Generator[tuple[_Version, list[StoredLink]], None, None]:
        questions = self._questions(batch)
        if self._many(batch):
            yield from prepared(questions, _answer, weigh=_weight, crew=crew)
        else:
            yield from map(_answer, questions)

    def _many(self, batch: str) -> bool:
        """Whether so many have to be read that processes are worth it."""
        bare = (
            "SELECT count(*) FROM (SELECT 1 FROM captures c WHERE c.batch = ? AND c.serial > ? AND c.base IS NULL "
            "AND NOT EXISTS (SELECT 1 FROM links WHERE capture = c.seq) LIMIT ?)"
        )
        upto = self._writer.state.upto.get(batch, -1)
        row = self._reader.connection.execute(bare, (batch, upto, _WORTHWHILE)).fetchone()
        return int(row[0]) >= _WORTHWHILE

    def _questions(self, batch: str) -> Iterator[tuple[_Version, Page | None]]:
        upto = self._writer.state.upto.get(batch, -1)
        while found := self._reader.connection.execute(_FOUND, (batch, upto, _AT_ONCE)).fetchall():
            for row in found:
                version = _Version(*row)
                upto = version.serial
                yield version, self._page(batch, version)

    def _page(self, batch: str, version: _Version) -> Page | None:
        """What has to be read for the links of a version; None where the index has them, or it has none."""
        try:
            return _page(self._reader, batch, version)
        except (FormatError, StorageUnreadable):
            self._fed.unreadable += 1
            return None

    def _take(self, version: _Version, links: Iterable[StoredLink]) -> None:
        self._done += 1
        self._turns.next()
        if self._progress is not None:
            self._progress(self._done, self._total)
        facts = list(_told(self._reader, version, links, self._key))
        self._fed.versions += bool(facts)
        for source, when, status, found in facts:
            self._fed.links += len(found) if status == version.status else 0
            self._gathered.add(source, when, status, found)

    def _key(self, url: str) -> str | None:
        try:
            return self._keys[url]
        except KeyError:
            if len(self._keys) > _MOST_KEYS:
                self._keys.clear()
            key = self._keys[url] = key_of(url)
            return key

    def _flush(self) -> None:
        if not self._upto and self._writer.state.files:
            return
        self._writer.add(self._gathered.links(), self._upto)
        self._gathered, self._upto = Gathering(), {}


Fact = tuple[str, int, int, list[tuple[str, int, str, str]]]
"""A version of a page for `Gathering.add`: its key, date, status, links."""


def facts_of(reader: ArchiveReader, batch: str, serial: int) -> list[Fact]:
    """What one version adds to the graph; for any process. FormatError, StorageUnreadable."""
    row = reader.connection.execute(_FOUND, (batch, serial - 1, 1)).fetchone()
    if row is None or row[0] != serial:
        return []
    version = _Version(*row)
    return list(_told(reader, *_answer((version, _page(reader, batch, version))), key_of))


def _page(reader: ArchiveReader, batch: str, version: _Version) -> Page | None:
    if version.url.startswith(LINKS):
        wanted = _is_alone(reader, version.url)
    else:
        wanted = version.rows is None and 200 <= version.status < 300 and standing(version.url) == "page"
        wanted = wanted and not is_rendered(version.url) and any(word in version.type for word in _LINKING)
    if not wanted:
        return None
    return Page.of(version.url, reader.http(batches.format_id(batch, version.serial)))


def _is_alone(reader: ArchiveReader, url: str) -> bool:
    """Whether the archive has a list of links of a page, and not the page, which has them itself."""
    return reader.page(url.removeprefix(LINKS)) is None


def _told(
    reader: ArchiveReader, version: _Version, links: Iterable[StoredLink], key: Callable[[str], str | None]
) -> Iterator[Fact]:
    listing = version.url.startswith(LINKS)
    if listing and not _is_alone(reader, version.url):
        return
    url = version.url.removeprefix(LINKS)
    source = None if is_rendered(url) else key(url)
    if source is None or standing(url) != "page":
        return
    yield source, version.date, version.status, list(_found(version, links, key))
    if version.origin and version.origin != version.url:
        first = key(version.origin)
        if first is not None and first != source and reader.page(version.origin) is None:
            yield first, version.date, 302, [(source, REDIRECT, "", "")]


def _found(
    version: _Version, links: Iterable[StoredLink], key: Callable[[str], str | None]
) -> Iterator[tuple[str, int, str, str]]:
    """Links with the key of their target, kind, words, `rel`; a page that answers with an error has none."""
    if 300 <= version.status < 400:
        target = key(redirect_target(version.url, version.location)) if version.location else None
        if target is not None:
            yield target, REDIRECT, "", ""
    if not 200 <= version.status < 300:
        return
    listing = "xml" in version.type and "xhtml" not in version.type
    for link in links:
        target = key(link.url)
        if target is not None:
            words = " ".join(link.text.split())[:_WORDS] if link.text else ""
            rel = " ".join(sorted(set(link.rel.lower().split()))) if link.rel else ""
            yield target, _kind(link, listing), words, rel


def _kind(link: StoredLink, listing: bool) -> int:
    if link.embed:
        kind = EMBED
    elif link.element == "link:canonical":
        kind = CANONICAL
    elif link.element == "meta:refresh":
        kind = REDIRECT
    else:
        kind = LISTED if listing else CONTENT
    if link.guess or link.element in ("form", "json-ld"):
        kind |= UNSURE
    return kind


def _answer(question: tuple[_Version, Page | None]) -> tuple[_Version, list[StoredLink]]:
    """A version with its links. For any process."""
    version, page = question
    if version.url.startswith(LINKS):
        listed = page.body.decode("utf-8", "replace").splitlines() if page is not None else []
        urls = dict.fromkeys(line.strip() for line in listed if line.strip())
        return version, [StoredLink(url, "", "", False, "", False) for url in urls]
    if version.rows is not None:
        return version, rows.unpack_links(version.rows)
    if page is None or sniff(page.body, page.media_type or None, page.url) == "":
        return version, []
    return version, [StoredLink._make(link) for link in dict.fromkeys(pages.links(page))]


def _weight(question: tuple[_Version, Page | None]) -> int:
    return len(question[1].body) if question[1] else 0
