"""Fingerprints brought up to date: versions that were stored and not read yet, behind the commit; then weights and pairs.

What was read is written together with how far, so a feed that is killed goes on where it wrote last. Weights, pairs and the
columns for readers are made at its end from what is kept, so they are the same however often it was interrupted.

A page is read with what its site repeats as that is known at the moment. Where that has changed by more than `_OTHER` of its
parts, or a person marked something, the pages of the site are read again.
"""

from __future__ import annotations

import json
import sqlite3
import time
from array import array
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b

import numpy as np

from app.archive import batches
from app.archive.addresses import is_rendered, page_of
from app.archive.archive import Archive
from app.archive.documents import charsets, pages
from app.archive.documents.pages import Page
from app.archive.model import Capture
from app.archive.pooling import Crew, prepared
from app.archive.reader import ArchiveReader
from app.archive.yielding import Turns
from app.errors import CaptureMissing, FormatError, StorageFailed, StorageUnreadable
from app.likeness import prints
from app.likeness.pairing import Pairs, candidates, verified
from app.likeness.prints import LEAST, Prints, Sheet
from app.likeness.store import Broken, Columns, Store, Version, Weighed, key_of, page_key, weighed
from app.likeness.synonyms import digest_of, read_synonyms
from app.templates import feeding as templates
from app.templates.known import site_of
from app.templates.marks import read_marks
from app.templates.store import Store as TemplateStore
from extractors.base import versions
from extractors.door.sniffing import sniff

_COMMIT_SECONDS, _COMMIT_TEXTS = 5.0, 2000
_WORTHWHILE = 100  # versions for which processes are started
_OTHER = 0.1
_SKETCH = 256  # numbers of a template that tell how much of it has changed
_FOUND = (
    "SELECT c.serial FROM captures c JOIN pages p USING (page_id) WHERE c.batch = ? AND c.serial > ? "
    "AND c.base IS NULL AND c.length > 0 AND c.status BETWEEN 200 AND 299 "
    "AND (p.kind = 'document' OR p.url LIKE '%#tianwang-rendered') ORDER BY c.serial"
)
_OF_PAGE = (
    "SELECT batch, serial FROM captures JOIN pages USING (page_id) WHERE url = ? AND captures.base IS NULL"
)

Progress = Callable[[int, int], None]
Question = Callable[[], bool]


@dataclass(slots=True)
class Fed:
    """What a feed did: versions read, those without a text or that cannot be read, pairs that were compared and are
    nearly the same. `complete`: nothing was left when it ended."""

    versions: int = 0
    without: int = 0
    pairs: int = 0
    complete: bool = False


def feed(
    archive: Archive,
    progress: Progress | None = None,
    cancelled: Question | None = None,
    busy: Question | None = None,
) -> Fed:
    """Read the versions that are not known yet, then pair them; progress in versions (done, of all). Cancelled or killed
    it goes on there the next time; while others are `busy` (a crawl stores) it gives way to them. StorageFailed."""
    cancelled = cancelled or bool
    templates.feed(archive, cancelled, busy)
    if cancelled():
        return Fed()
    try:
        return _fed(archive, progress, cancelled, busy or bool)
    except (sqlite3.Error, OSError, ValueError) as error:
        raise StorageFailed(path=archive.path, detail=str(error)) from error


def behind(archive: Archive) -> int:
    """How many versions are not known yet."""
    with Store(archive.path) as store, archive.reader() as reader:
        read = store.read() if store.db is not None else {}
        return sum(len(serials) for _, serials in _new(reader, read)) + (
            len(store.again()) if store.db is not None else 0
        )


def _fed(archive: Archive, progress: Progress | None, cancelled: Question, busy: Question) -> Fed:
    for attempt in range(2):
        with Store(archive.path, make=True) as store, archive.reader() as reader:
            try:
                return _Feeder(store, reader, progress, cancelled, busy).work()
            except Broken:
                if attempt:
                    raise
                store.settle("", anew=True)
    raise AssertionError


def _new(reader: ArchiveReader, read: dict[str, int]) -> Iterator[tuple[str, list[int]]]:
    db = reader.connection
    for (batch,) in db.execute("SELECT DISTINCT batch FROM files ORDER BY batch").fetchall():
        yield batch, [row[0] for row in db.execute(_FOUND, (batch, read.get(batch, -1)))]


class _Feeder:
    def __init__(
        self,
        store: Store,
        reader: ArchiveReader,
        progress: Progress | None,
        cancelled: Question,
        busy: Question,
    ) -> None:
        self._store, self._reader = store, reader
        self._progress, self._cancelled = progress, cancelled
        self._synonyms = digest_of(reader.path)
        self._fed = Fed()
        self._waiting: list[tuple[Version, Prints | None]] = []
        self._read: dict[str, int] = {}
        self._done: list[int] = []
        self._turns = Turns(busy)
        self._since = time.monotonic()
        self._sites: dict[str, tuple[int, frozenset[int]]] = {}
        self._templates = TemplateStore(reader.path)
        self._marks = read_marks(reader.path)

    def work(self) -> Fed:
        try:
            self._settle()
            whole = self._take_all()
            self._flush()
            if whole and self._finish():
                self._fed.complete = True
        finally:
            self._templates.close()
        return self._fed

    # What has to be read

    def _settle(self) -> None:
        """Have read again what would be read otherwise now."""
        store = self._store
        pages, chosen = charsets.all_choices(self._reader.path)
        common = [versions.COMMON, versions.VERSIONS, self._synonyms]
        now = json.dumps([common, pages, chosen], sort_keys=True, ensure_ascii=False)
        before = store.manner
        if now != before:
            try:
                old_common, old_pages, old_chosen = json.loads(before)
            except ValueError:
                old_common, old_pages, old_chosen = None, {}, {}
            anew = json.loads(json.dumps(common)) != old_common
            store.settle(now, anew=anew)
            if not anew:
                ids = [id for id in old_chosen.keys() | chosen.keys() if old_chosen.get(id) != chosen.get(id)]
                keys = [key_of(id) for id in ids]
                for url in old_pages.keys() | pages.keys():
                    if old_pages.get(url) != pages.get(url):
                        rows = self._reader.connection.execute(_OF_PAGE, (url,)).fetchall()
                        keys += [key_of(batches.format_id(*row)) for row in rows]
                store.ask_again(key for key in keys if key)
        for name, (site, sketch, marks) in store.sites().items():
            template, new_marks = self._template(name)
            new_sketch = _sketch(template)
            if marks != new_marks or _difference(sketch, new_sketch) > _OTHER:
                store.put_site(name, new_sketch, new_marks)
                store.ask_again(site=site)

    def _template(self, name: str) -> tuple[frozenset[int], bytes]:
        raw = self._templates.template(name)
        applied = self._marks.applied(name, raw)
        changed = sorted((number, number in applied) for number in raw ^ applied)
        return applied, blake2b(repr(changed).encode(), digest_size=8).digest() if changed else b""

    def _site(self, url: str) -> tuple[int, frozenset[int]]:
        name = site_of(url)
        known = self._sites.get(name)
        if known is None:
            if len(self._sites) > 500:
                self._sites.clear()
            template, marks = self._template(name)
            number = self._store.site(name)
            if number is None:
                number = self._store.put_site(name, _sketch(template), marks)
            known = self._sites[name] = number, template
        return known

    # Reading

    def _take_all(self) -> bool:
        """False where it was cancelled."""
        left: list[tuple[str, int, bool]] = []
        read = self._store.read()
        for key in self._store.again():
            left.append((f"{key >> 32:06}", key & 0xFFFFFFFF, True))
        for batch, serials in _new(self._reader, read):
            left += [(batch, serial, False) for serial in serials]
        asked: deque[tuple[str, int, bool, Capture | None]] = deque()

        def questions() -> Iterator[Sheet | Prints | None]:
            for batch, serial, again in left:
                version = self._version(batch, serial)
                asked.append((batch, serial, again, version))
                yield self._question(version) if version is not None else None

        if len(left) < _WORTHWHILE:
            with pages.kept(self._reader.path):
                found: Iterator[Prints | None] = map(_answer, questions())
                return self._take_found(found, asked, len(left))
        with (
            pages.kept(self._reader.path),  # this thread reads, too, rather than wait
            Crew(load=partial(pages.prepare, self._reader.path)) as crew,
            closing(prepared(questions(), _answer, weigh=_weight, crew=crew)) as answers,
        ):
            return self._take_found(answers, asked, len(left))

    def _take_found(
        self,
        found: Iterator[Prints | None],
        asked: deque[tuple[str, int, bool, Capture | None]],
        total: int,
    ) -> bool:
        for done, one in enumerate(found, 1):
            batch, serial, again, version = asked.popleft()
            if version is not None:
                page = page_key(page_of(version.url))
                row = Version(key_of(version.id), 0, page, self._site(version.url)[0])
                self._waiting.append((row, one))
                self._fed.versions += 1
                self._fed.without += one is None
            if again:
                self._done.append(key_of(batches.format_id(batch, serial)))
            else:
                self._read[batch] = serial
            now = time.monotonic()
            if now - self._since > _COMMIT_SECONDS or len(self._waiting) >= _COMMIT_TEXTS:
                self._flush()
            self._turns.next()
            if self._progress is not None:
                self._progress(done, total)
            if self._cancelled():
                return False
        return True

    def _version(self, batch: str, serial: int) -> Capture | None:
        """The version that a serial number stands for: what a browser made of a page is that page read once more."""
        try:
            capture = self._reader.capture(batches.format_id(batch, serial))
            if not is_rendered(capture.url):
                return capture
            return self._reader.rendered_page(capture.url, capture.date)
        except CaptureMissing:
            return None

    def _question(self, version: Capture) -> Sheet | Prints | None:
        try:
            message = self._reader.shown(version)
            template = self._site(version.url)[1]
            if sniff(message.body, message.media_type or None, version.url) != "html":
                document = self._reader.document(version, main=True)
                return prints.of_document(document, read_synonyms(self._reader.path))
            return Sheet(Page.of(version.url, message, template), self._reader.path, self._synonyms)
        except (FormatError, StorageUnreadable, CaptureMissing):
            return None

    def _flush(self) -> None:
        if self._waiting or self._read or self._done:
            self._store.keep(self._waiting, self._read, self._done)
            self._waiting, self._read, self._done = [], {}, []
        self._since = time.monotonic()

    # What is made of all texts

    def _finish(self) -> bool:
        """False where it was cancelled."""
        store, old = self._store, self._store.columns()
        store.drop_unused()
        if old and not self._fed.versions:
            return True
        numbers, minhashes = [], []
        for text, minhash, _ in store.prints():
            numbers.append(text)
            minhashes.append(np.frombuffer(minhash, "<u4"))
        texts = np.array(numbers, np.int64)
        if not self._weigh(texts):
            return False
        pairs = self._pairs(texts, np.array(minhashes, np.uint32).reshape(-1, 64), old)
        if pairs is None:
            return False
        store.put_columns(_columns(store, pairs))
        return True

    def _weigh(self, texts: np.ndarray[tuple[int], np.dtype[np.int64]]) -> bool:
        """SimHash and semantic fingerprint of all texts, as soon as the weights are settled only of new ones."""
        store = self._store
        kept = store.kept("weights") is not None
        weights, done = store.weights(), store.weighed() if kept else frozenset[int]()
        found: list[tuple[int, Weighed]] = []
        for text in texts.tolist():
            if text in done:
                continue
            if self._cancelled():
                return False
            self._turns.next()
            found.append((text, weighed(weights, store.terms(text))))
        store.weigh(found)
        if weights.settled:
            if not kept:
                store.put("weights", json.dumps([weights.texts, weights.frequencies]).encode())
            store.forget_terms()
        return True

    def _pairs(
        self,
        texts: np.ndarray[tuple[int], np.dtype[np.int64]],
        minhashes: np.ndarray[tuple[int, int], np.dtype[np.uint32]],
        old: Columns,
    ) -> Pairs | None:
        known = Pairs.of_columns(old) if old else Pairs.none()
        known = known.where(np.isin(known.a, texts) & np.isin(known.b, texts))
        upto = int(old["text"].max(initial=0)) if old else 0
        new = int(np.searchsorted(texts, upto, side="right"))
        sizes = self._store.sizes()
        rows: list[tuple[int, int, float, float, float]] = []
        enough = (
            (a, b) for a, b in candidates(minhashes, new) if min(sizes[texts[a]], sizes[texts[b]]) >= LEAST
        )
        for a, b, both in verified(
            enough, lambda at: self._store.said(int(texts[at])), self._cancelled, self._turns.next
        ):
            rows.append((int(texts[a]), int(texts[b]), *both))
        if self._cancelled():
            return None
        self._fed.pairs = len(rows)
        if not rows:
            return known
        places = np.array([row[:2] for row in rows], np.int64)
        figures = np.array([row[2:] for row in rows], np.float32)
        return known.joined(Pairs(places[:, 0], places[:, 1], figures[:, 0], figures[:, 1], figures[:, 2]))


def _columns(store: Store, pairs: Pairs) -> Columns:
    rows, texts = store.rows()
    simhashes = np.array([row[3] or 0 for row in texts], np.int64).astype(np.uint64)
    return {
        "key": np.array([row.key for row in rows], np.int64),
        "of": np.array([row.text for row in rows], np.int64),
        "page": np.array([row.page for row in rows], np.int64),
        "text": np.array([row[0] for row in texts], np.int64),
        "exact": _heads(row[1] for row in texts),
        "normal": _heads(row[2] for row in texts),
        "semantic": _heads(row[4] for row in texts),
        "simhash": simhashes,
        "hashed": np.array([row[3] is not None for row in texts], np.bool_),
        "size": np.array([row[5] for row in texts], np.int64),
        **pairs.columns(),
    }


def _heads(digests: Iterator[bytes]) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    """The first eight bytes of digests; 0 for an empty one."""
    return np.array([int.from_bytes(one[:8], "big") for one in digests], np.uint64)


def _sketch(template: frozenset[int]) -> bytes:
    return array("Q", sorted(abs(number) for number in template)[:_SKETCH]).tobytes()


def _difference(before: bytes, now: bytes) -> float:
    """About what share of the numbers of two templates only one has."""
    a, b = array("Q", before), array("Q", now)
    every = sorted(set(a) | set(b))[:_SKETCH]
    if not every:
        return 0.0
    both = set(a) & set(b)
    return 1.0 - sum(number in both for number in every) / len(every)


def _answer(question: Sheet | Prints | None) -> Prints | None:
    return prints.read(question) if isinstance(question, Sheet) else question


def _weight(question: Sheet | Prints | None) -> int:
    return len(question.page.body) if isinstance(question, Sheet) else len(question.said) if question else 0
