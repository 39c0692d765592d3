"""The categories of an archive brought up to date: new and changed pages read, judged by rules and the model, behind the
commit.

What is found is written together with how far was read, so a feed that is killed goes on where it wrote last. Another
model or other rules judge all pages anew from what is kept of them: no page is read twice.
"""

from __future__ import annotations

import hashlib
import sqlite3
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from app.archive.archive import Archive
from app.archive.documents import pages
from app.archive.documents.pages import Page as Sheet
from app.archive.index.schema import identity_of
from app.archive.model import Capture, Page
from app.archive.reader import ArchiveReader
from app.archive.yielding import Turns
from app.classes import categories, model
from app.classes.categories import Categories
from app.classes.deciding import SURE, Decider
from app.classes.store import Row, Store, Way
from app.classes.terms import LONGEST_TEXT, Described
from app.errors import CaptureMissing, FormatError, StorageFailed, StorageUnreadable
from app.templates.known import Templates
from extractors.base.types import Document
from extractors.door.sniffing import sniff

MODEL = "categories.model"
"""The model of an archive, as it was trained for its categories."""
ADDRESSES = "addresses.model"
"""The model of an archive that judges addresses which nobody has fetched, for crawls."""
Anchors = Callable[[str], Sequence[str]]
"""The words of links to an address, as far as somebody knows them: who gathers links hands them in."""

_COMMIT_SECONDS = 2.0
_PIECE = 500
_REST = 40.0  # times as long as it worked: a page or two a second beside a crawl
_MOST_BYTES = 32 << 20
_MEDIA = ("audio/", "video/", "application/pdf", "application/epub")


@dataclass(slots=True)
class Fed:
    """What a feed did: pages read, pages judged, and those that could not be read."""

    read: int = 0
    judged: int = 0
    unreadable: int = 0


def is_wanted(page: Page) -> bool:
    """Whether a page is of those that are classified: documents, and sound, films and books wherever they stand."""
    good = 200 <= page.status < 300 and page.versions > 0
    return good and (page.kind == "document" or (page.kind == "resource" and page.type.startswith(_MEDIA)))


def described(
    reader: ArchiveReader,
    version: Capture,
    template: frozenset[int] = frozenset(),
    anchors: Sequence[str] = (),
) -> Described | None:
    """A version as it is classified: its main text without the template of its site, or its text; of media their title
    and description. None for what cannot be read."""
    if version.length > _MOST_BYTES:
        return Described("", version.title, version.url, tuple(anchors))
    try:
        message = reader.shown(version)
        if sniff(message.body, message.media_type or None, version.url) == "html":
            with pages.kept(reader.path):
                document = pages.read(Sheet.of(version.url, message, template))
            title = reader.bare_title(document.title, version.url)
        else:
            document = reader.document(version, main=True)
            title = document.title
    except (FormatError, StorageUnreadable, CaptureMissing):
        return None
    kind = document.page_type.name if document.page_type is not None else ""
    return Described(_text(document), title or version.title, version.url, tuple(anchors), kind)


def _text(document: Document) -> str:
    parts = document.main or document.parts
    text = "\n".join(part.text for part in parts if part.text) if document.main else document.text
    return (text or document.text)[:LONGEST_TEXT]


def model_of(archive: Path) -> model.Model | None:
    """The model that an archive uses; None without one, StorageUnreadable for one that cannot be used."""
    path = archive / MODEL
    return model.read(path) if path.exists() else None


def addresses_of(archive: Path) -> model.Model | None:
    """The model of an archive for addresses; as `model_of`."""
    path = archive / ADDRESSES
    return model.read(path) if path.exists() else None


def use(archive: Path, chosen: model.Model | None) -> None:
    """Have an archive use a model for its categories, or none; one of addresses is for its crawls. StorageFailed."""
    if chosen is not None:
        model.write(archive / (ADDRESSES if chosen.about.kind == "url" else MODEL), chosen)
        return
    try:
        (archive / MODEL).unlink(missing_ok=True)
    except OSError as error:
        raise StorageFailed(path=archive / MODEL, detail=error.strerror or str(error)) from error


def judges(archive: Path) -> bool:
    """Whether an archive has rules or a model to judge its pages by. StorageUnreadable."""
    return (archive / MODEL).exists() or bool(categories.read(archive).rules)


def feed(
    archive: Archive,
    progress: Callable[[int, int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
    busy: Callable[[], bool] | None = None,
    anchors: Anchors | None = None,
    sure: float = SURE,
) -> Fed:
    """Read the pages that were not yet, and judge those that were not by the rules and the model of now; progress in pages
    (done, of all). Cancelled or killed it goes on there the next time; while others are `busy` it gives way to them.
    StorageFailed, StorageUnreadable."""
    tree, chosen = categories.read(archive.path), model_of(archive.path)
    judge = Judge(tree, chosen, sure)
    fed = Fed()
    try:
        with (
            Store(archive.path, make=True) as store,
            archive.reader() as reader,
            Templates(archive.path) as templates,
        ):
            _Feeder(store, reader, templates, judge, fed, anchors).work(
                progress, cancelled or bool, busy or bool
            )
    except (sqlite3.Error, OSError, ValueError) as error:
        raise StorageFailed(path=archive.path, detail=str(error)) from error
    return fed


class Judge:
    """Rules first, then the model. `manner` is another one for other rules or another model."""

    def __init__(self, tree: Categories, chosen: model.Model | None, sure: float = SURE) -> None:
        self.categories = tree
        self.decider = Decider(chosen, sure) if chosen is not None else None
        said = [asdict(rule) for rule in tree.rules], chosen.digest if chosen else "", sure
        self.manner = hashlib.sha256(repr(said).encode("utf-8", "replace")).hexdigest()[:32]

    def row(self, document: Described, version: str = "") -> Row:
        """What a document is."""
        rule = self.categories.ruled(document)
        if rule is not None:
            reason = (rule.kind, rule.value, 1.0)
            return Row(
                document.url,
                rule.category,
                "rule",
                1.0,
                (reason,),
                rule.category,
                ("", 0.0),
                version,
                self.manner,
            )
        if self.decider is None:
            return Row(document.url, "", "", 0.0, version=version, manner=self.manner)
        found = self.decider.decide(document)
        reasons = tuple((one.kind, one.text, one.share) for one in found.reasons)
        return Row(
            document.url,
            found.label,
            "model",
            found.confidence,
            reasons,
            found.best,
            found.next,
            version,
            self.manner,
        )


class _Feeder:
    def __init__(
        self,
        store: Store,
        reader: ArchiveReader,
        templates: Templates,
        judge: Judge,
        fed: Fed,
        anchors: Anchors | None,
    ) -> None:
        self._store, self._reader, self._templates = store, reader, templates
        self._judge, self._fed, self._anchors = judge, fed, anchors
        self._texts: list[tuple[str, Described]] = []
        self._rows: list[Row] = []
        self._written = time.monotonic()

    def work(
        self,
        progress: Callable[[int, int], None] | None,
        cancelled: Callable[[], bool],
        busy: Callable[[], bool],
    ) -> None:
        turns = Turns(busy, _REST)
        identity, way = identity_of(self._reader.connection), self._store.way()
        manner = self._judge.manner
        same = way.identity == identity
        again = way.manner != manner
        begin = way.seq if same else 0
        last = self._reader.last_seq()
        pages = self._reader.connection.execute(
            "SELECT count(*) FROM pages WHERE changed > ?", (0 if again else begin,)
        ).fetchone()[0]
        done, seq = 0, 0 if again else begin
        while found := self._reader.changes_after(seq, _PIECE):
            for page in found:
                if cancelled():
                    # pages behind were judged, those ahead have the manner of before
                    self._flush(Way(identity, seq, manner) if not again else None)
                    return
                self._take(page)
                seq, done = page.changed, done + 1
                if progress is not None:
                    progress(done, max(done, pages))
                self._rest(turns, Way(identity, seq, manner) if not again else None)
        self._flush(Way(identity, max(seq, last), manner))

    def _take(self, page: Page) -> None:
        if not is_wanted(page):
            return
        version = self._reader.latest_version(page.url)
        if version is None:
            return
        row = self._store.row(page.url)
        if row is not None and row.version == version.id and row.manner == self._judge.manner:
            return
        kept = self._store.text(page.url)
        if kept is None or kept[0] != version.id:
            anchors = tuple(self._anchors(page.url)) if self._anchors is not None else ()
            read = described(self._reader, version, self._templates.of(page.url), anchors)
            if read is None:
                self._fed.unreadable += 1
                return
            self._fed.read += 1
            kept = (version.id, read)
            self._texts.append(kept)
        self._rows.append(self._judge.row(kept[1], version.id))
        self._fed.judged += 1

    def _rest(self, turns: Turns, way: Way | None) -> None:
        if time.monotonic() - self._written > _COMMIT_SECONDS:
            self._flush(way)
        turns.next()

    def _flush(self, way: Way | None) -> None:
        self._store.keep(self._texts, self._rows, way)
        self._texts.clear()
        self._rows.clear()
        self._written = time.monotonic()
