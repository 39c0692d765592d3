"""Categories of pages as collections: a tree with names, given by hand, by rules and by what was learned from pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtWidgets import QMenu, QWidget
from shiboken6 import isValid

from widgets.collections import choosing
from widgets.collections.section import Entry, Listed, Said, Section
from widgets.kit import jobs, theme
from widgets.words import formats, page_kinds
from widgets.words.category_names import full_name
from widgets.words.translators import spoken

if TYPE_CHECKING:
    from app.archive.archive import Archive
    from app.archive.model import Page
    from app.archive.notes.notebook import Act, Notebook
    from app.archive.reader import ArchiveReader
    from app.classes.categories import Categories
    from app.classes.known import Known
    from app.classes.store import Row
    from widgets.session import Session

_REASONS = 5


class CategoriesSection(Section):
    """A page dropped on a category is of it from then on."""

    key, icon = "categories", "category"
    teachable = True

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(session, parent)
        self._learning: jobs.Task[Any] | None = None
        self._judging: jobs.Task[Any] | None = None
        self._judged = -1  # the last change of the archive that categories were brought up to
        session.notes.changed.connect(lambda: self.spoil(soon=True))

    def name(self) -> str:
        return self.tr("Categories")

    def tip(self) -> str:
        return self.tr("What pages are about, by hand, by rules, or as it was learned from your pages")

    def ready(self) -> Callable[[ArchiveReader, jobs.Handle], tuple[Entry, ...]]:
        return partial(_categories, self.session.archive, spoken(), self.learn, self.edit)

    def nothing(self) -> Entry:
        return Entry(
            "",
            self.tr("Put pages into a category by their menu"),
            "info",
            tip=self.tr(
                "Choose some pages in the tree: “Put into a category…”; then more like them are proposed"
            ),
        )

    def takes(self, entry: Entry) -> bool:
        return entry.read is not None and bool(entry.key)

    def take(self, entry: Entry, pages: Sequence[Page]) -> None:
        self.assign([page.url for page in pages], entry.key, entry.name)

    # ---- by hand --------------------------------------------------------------------------------------------------

    def ask(self, pages: Sequence[Page], owner: QWidget) -> None:
        """Have a category chosen for pages."""
        from app.classes import categories

        language = spoken()

        def chosen(tree: Categories) -> None:
            names = {full_name(tree, one.id, language): one.id for one in tree.tree}
            title, label = self.tr("Put into a category"), self.tr("Category of %Ln page(s):", "", len(pages))
            name = choosing.choose(title, label, names, owner.window())
            if name and isValid(self):
                self.assign([page.url for page in pages], names[name], name)

        path = self.session.path
        jobs.run(self, lambda _: categories.read(path), done=chosen)

    def assign(self, urls: Sequence[str], category: str, name: str) -> None:
        """Say of pages that they are of a category, with an offer to take it back."""
        from app.classes import hand

        said = self.tr("%Ln page(s) put into “{name}”.", "", len(urls)).format(name=name)
        self._write(lambda book: hand.assign(book, urls, category), said)

    def refuse(self, urls: Sequence[str], category: str, name: str) -> None:
        """Say of pages that they are not of a category."""
        from app.classes import hand

        said = self.tr("%Ln page(s) are not of “{name}”.", "", len(urls)).format(name=name)
        self._write(lambda book: hand.refuse(book, urls, category), said)

    def _write(self, act: Callable[[Notebook], Act], said: str) -> None:
        from app.archive.notes.notebook import Notebook

        book = Notebook(self.session.path)

        def done(written: Act) -> None:
            self.spoil(soon=True)
            self.look()
            if written.id:
                self.told.emit(said, lambda: self._undo(book, written.id))

        jobs.run(self, lambda _: act(book), done=done)

    def _undo(self, book: Notebook, act: str) -> None:
        def done(_: object) -> None:
            self.spoil(soon=True)
            self.look()

        jobs.run(self, lambda _: book.undo(act), done=done)

    # ---- learned --------------------------------------------------------------------------------------------------

    def learn(self) -> None:
        """Learn from the pages that were put into categories by hand, and judge all others."""
        if self._learning is not None:
            return
        archive, session = self.session.archive, self.session

        def ended(_: object) -> None:
            self._learning = None
            self.spoil(soon=True)
            self.look()

        def done(count: int) -> None:
            ended(None)
            self.told.emit(self.tr("All pages were judged by %Ln page(s) of yours.", "", count), None)

        def failed(error: Exception) -> None:
            ended(None)
            jobs.center().failed.emit(error)

        self._learning = jobs.run(
            self,
            lambda task: _learn(archive, lambda: session.crawling, task),
            done=done,
            stopped=ended,
            failed=failed,
            label=self.tr("Learning categories"),
        )

    # ---- tree and rules -------------------------------------------------------------------------------------------

    def edit(self) -> None:
        """Have a person change the tree and its rules; then all pages are judged by them."""
        from app.classes import categories, editing
        from widgets.collections import tree_editor

        path, owner = self.session.path, self.parent()

        def opened(tree: Categories) -> None:
            made = tree_editor.edit(tree, owner.window()) if isinstance(owner, QWidget) else None
            if made is None or not isValid(self):
                return
            changed, ids = made
            back = {new: old for old, new in ids.items()}
            jobs.run(
                self,
                lambda _: editing.save(path, changed, ids),
                done=lambda _: self._saved(lambda: editing.save(path, tree, back)),
            )

        jobs.run(self, lambda _: categories.read(path), done=opened)

    def _saved(self, back: Callable[[], None]) -> None:
        def undo() -> None:
            jobs.run(self, lambda _: back(), done=lambda _: self._again())

        self.told.emit(self.tr("The categories and their rules were saved."), undo)
        self._again()

    def _again(self) -> None:
        self._judged = -1
        self.spoil(soon=True)
        self.look()

    def look(self) -> None:
        """Pages that came since are judged in the background, while somebody looks and no crawl runs."""
        super().look()
        session, last = self.session, self.session.reader.last_seq()
        if (
            last == self._judged
            or self._judging is not None
            or self._learning is not None
            or session.crawling
        ):
            return
        self._judged = last

        def done(judged: int) -> None:
            self._judging = None
            if judged:
                self.spoil(soon=True)
                self.look()

        def failed(_: Exception) -> None:
            self._judging = None  # reading the rows says what is wrong

        def stopped(_: object) -> None:
            self._judging = None

        self._judging = jobs.run(
            self,
            lambda task: _judge(session.archive, lambda: session.crawling, task),
            done=done,
            failed=failed,
            stopped=stopped,
            label=self.tr("Sorting pages into categories"),
        )

    def rest(self) -> None:
        super().rest()
        if self._judging is not None:
            self._judging.cancel()
        if self._learning is not None:
            self._learning.cancel()

    def fill(self, menu: QMenu, entry: Entry | None) -> None:
        if entry is None:
            menu.addAction(theme.icon("again"), self.tr("&Learn from my pages"), self.learn)
        menu.addAction(theme.icon("preferences"), self.tr("&Edit categories and rules…"), self.edit)


def _judge(archive: Archive, crawling: Callable[[], bool], task: jobs.Handle) -> int:
    """How many pages were judged anew by rules and model, where the archive has any. StorageFailed, StorageUnreadable."""
    from app.classes import feeding
    from app.classes.store import Store

    if not feeding.judges(archive.path):
        with Store(archive.path) as store:
            if not store.way().manner:
                return 0  # and nothing that rules of before have left
    return feeding.feed(archive, task.steps("", str), lambda: task.cancelled, crawling).judged


def _learn(archive: Archive, crawling: Callable[[], bool], task: jobs.Handle) -> int:
    """How many pages it was learned from. CorpusUnfit, ClassesUnavailable, StorageFailed, StorageUnreadable."""
    from app.classes import corpus, feeding, training
    from app.classes.model import Kind, Model

    examples = corpus.of_urls(archive, corpus.of_hands(archive.path), cancelled=lambda: task.cancelled)
    task.check()

    kinds: tuple[Kind, ...] = ("svm", "url")  # the second for addresses that crawls have not fetched yet
    models = list[Model]()
    for number, kind in enumerate(kinds):

        def tell(done: int, total: int, number: int = number) -> None:
            task.progress(0.5 * (number + done / max(1, total)) / len(kinds))

        settings = training.Settings(kind)
        models.append(
            training.train(
                examples, settings, corpus="by hand", progress=tell, cancelled=lambda: task.cancelled
            )
        )
        task.check()
    for model in models:
        feeding.use(archive.path, model)

    def judged(done: int, total: int) -> None:
        task.progress(0.5 + 0.5 * done / max(1, total))

    feeding.feed(archive, judged, lambda: task.cancelled, crawling)
    return len(examples)


def _categories(
    archive: Archive,
    language: str,
    learn: Callable[[], object],
    edit: Callable[[], object],
    reader: ArchiveReader,
    task: jobs.Handle,
) -> tuple[Entry, ...]:
    from app.classes.known import Known

    with Known(archive.path) as known:
        totals, tree = known.totals(), known.categories
        taught = len(set(known.said.values()))
    below: dict[str, list[str]] = {}
    for id in totals:
        below.setdefault(id.rpartition("/")[0], []).append(id)

    def made(id: str) -> Entry:
        named = tree.by_id.get(id)
        return Entry(
            id,
            named.name(language) if named is not None else id,
            "category",
            totals[id],
            tip=full_name(tree, id, language),
            read=partial(_pages, archive, id),
            below=tuple(map(made, sorted(below.get(id, ())))),
        )

    found = [made(id) for id in sorted(below.get("", ()))]
    if taught > 1:
        said = QCoreApplication.translate("collections", "Learn from my pages…")
        tip = QCoreApplication.translate(
            "collections", "Judge all other pages by those that you have put into categories"
        )
        found.append(Entry("", said, "again", tip=tip, act=learn))
    if found:
        said = QCoreApplication.translate("collections", "Categories and rules…")
        tip = QCoreApplication.translate(
            "collections", "Change the tree of categories, and what puts pages there"
        )
        found.append(Entry("edit", said, "preferences", tip=tip, act=edit))
    return tuple(found)


def _pages(archive: Archive, id: str, reader: ArchiveReader, task: jobs.Handle) -> Listed:
    from app.classes.known import Known

    with Known(archive.path) as known:
        rows = _rows(known, id)
    numbers = reader.numbered(list(rows))
    own = {number: rows[url] for url, number in numbers.items()}
    translate = QCoreApplication.translate
    said = Said(
        translate("collections", "Sure"),
        translate("collections", "How sure it is that the page is of this category; by hand it is"),
        {number: source(row) for number, row in own.items()},
        {number: row.confidence + (row.source == "hand") for number, row in own.items()},
        {number: why(row.reasons) or source(row) for number, row in own.items()},
    )
    return Listed(sorted(own, key=lambda one: (-own[one].confidence, one)), said)


def _rows(known: Known, id: str) -> dict[str, Row]:
    wanted = known.categories.below(id) or frozenset((id,))
    return {row.url: row for row in known.rows() if row.category in wanted}


def source(row: Row) -> str:
    """Who says it, or how sure it is."""
    translate = QCoreApplication.translate
    if row.source == "hand":
        return translate("collections", "By hand")
    return translate("collections", "By rule") if row.source == "rule" else formats.percent(row.confidence)


def why(reasons: Sequence[tuple[str, str, float]]) -> str:
    """The words and features that weighed: “budget” 12 %, “council” 9 % …"""
    pattern = QCoreApplication.translate("collections", "“{word}” {share}")
    between = QCoreApplication.translate("engine", ", ", "between the items of a list")
    return between.join(
        pattern.format(word=page_kinds.name(text) if kind == "type" else text, share=formats.percent(share))
        for kind, text, share in reasons[:_REASONS]
    )
