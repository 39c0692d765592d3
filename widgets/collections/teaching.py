"""Pages like those of a category or tag are proposed one after the other, accepted or refused, and better ones proposed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QWidget

from widgets.collections.categories import why
from widgets.collections.section import Entry, Listed, Said
from widgets.kit import jobs, theme
from widgets.kit.boxes import in_column, in_row, text_label
from widgets.kit.parts import push_button, tool_button
from widgets.words import formats

if TYPE_CHECKING:
    from app.archive.archive import Archive
    from app.archive.model import Page
    from app.archive.reader import ArchiveReader
    from app.classes.proposing import Proposal
    from widgets.collections.listing import Listing
    from widgets.session import Session

MOST = 60
Decide = Callable[[Sequence["Page"]], object]


@dataclass(frozen=True, slots=True)
class Lesson:
    """What is taught: pages of `entry` are those that are known; `accept` and `refuse` say what another page is. With
    `refused` the addresses that were refused before."""

    entry: Entry
    accept: Decide
    refuse: Decide
    refused: Callable[[], Sequence[str]]


def propose(
    archive: Archive, lesson: Lesson, refused: Sequence[str], crawling: Callable[[], bool], task: jobs.Handle
) -> dict[int, Proposal]:
    """Pages that may be wanted, too, by their numbers; those whose answer teaches most first once some were refused or
    accepted. CorpusUnfit, ClassesUnavailable, StorageFailed."""
    from app.classes import feeding, proposing

    def read(done: int, total: int) -> None:
        task.progress(0.5 * done / max(1, total))

    def told(done: int, total: int) -> None:
        task.progress(0.5 + 0.5 * done / max(1, total))

    feeding.feed(archive, read, lambda: task.cancelled, crawling)
    task.check()
    with archive.reader() as reader:
        assert lesson.entry.read is not None
        numbers = list(lesson.entry.read(reader, task).pages)
        marked = [page.url for page in reader.pages_by_id(numbers)]
        out = {*refused, *lesson.refused()}
        found = proposing.more_like(archive.path, marked, out, MOST, told, lambda: task.cancelled)
        if refused:
            found.sort(key=lambda one: not one.asked)  # the doubtful ones first
        places = reader.numbered([one.url for one in found])
    return {places[one.url]: one for one in found if one.url in places}


class TeachBar(QFrame):
    """Below the list of proposals: why, and what to say. A accepts, R refuses, N goes on in the list."""

    ended = Signal()

    def __init__(self, session: Session, listing: Listing, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("treeHead")
        self._session, self._listing = session, listing
        self._lesson: Lesson | None = None
        self._task: jobs.Task[Any] | None = None
        self._left: dict[int, Proposal] = {}
        self._refused: list[str] = []
        self.decided = 0
        self.reason = text_label("", "muted", wrap=True)
        self.accept_button = push_button(
            self, "ok", self.tr("Accept (A)"), self.tr("The page belongs here"), lambda: self.decide(True)
        )
        self.refuse_button = push_button(
            self, "refused", self.tr("Refuse (R)"), self.tr("The page does not"), lambda: self.decide(False)
        )
        self.again_button = tool_button(
            self, "reload", self.tr("Propose again, by what was accepted and refused"), self.again
        )
        self.close_button = tool_button(self, "close", self.tr("End it"), self.end)
        in_column(
            self,
            self.reason,
            in_row(
                None,
                self.accept_button,
                self.refuse_button,
                None,
                self.again_button,
                self.close_button,
                spacing=theme.HALF,
            ),
            margins=theme.UNIT,
            spacing=theme.HALF,
        )
        listing.list.installEventFilter(self)
        listing.list.selectionModel().currentChanged.connect(lambda *_: self._explain())
        self.hide()

    @property
    def teaching(self) -> bool:
        """Whether proposals are shown, or looked for."""
        return self._lesson is not None

    def begin(self, lesson: Lesson) -> None:
        """Look for proposals."""
        self.end()
        self._lesson, self._refused, self.decided = lesson, [], 0
        self.again()

    def again(self) -> None:
        """Look for proposals, by what is known now."""
        lesson = self._lesson
        if lesson is None or self._task is not None:
            return
        session, archive, refused = self._session, self._session.archive, list(self._refused)
        self._show_reading(lesson)
        self._task = jobs.run(
            self,
            lambda task: propose(archive, lesson, refused, lambda: session.crawling, task),
            done=self._show,
            failed=self._failed,
            stopped=lambda _: self._stopped(),
            label=self.tr("Looking for more pages like these"),
        )

    def end(self) -> None:
        """Propose no more."""
        if self._task is not None:
            self._task.cancel()
            self._task = None
        if self._lesson is not None:
            self._lesson, self._left = None, {}
            self.hide()
            self.ended.emit()

    def _show_reading(self, lesson: Lesson) -> None:
        self.show()
        self._enable(False)
        self.reason.setText(self.tr("Looking for more like “{name}”…").format(name=lesson.entry.name))

    def _stopped(self) -> None:
        self._task = None
        self.end()

    def _failed(self, error: Exception) -> None:
        self._task = None
        self.end()
        jobs.center().failed.emit(error)

    def _show(self, found: dict[int, Proposal]) -> None:
        self._task = None
        self._left = found
        self._list(first=True)

    def _list(self, *, first: bool = False) -> None:
        lesson = self._lesson
        if lesson is None:
            return
        left = self._left
        asked = self.tr("{share} ?")
        said = Said(
            self.tr("Fits"),
            self.tr("How well it fits; with “?” the answer is open and teaches most"),
            {
                number: asked.format(share=formats.percent(one.score))
                if one.asked
                else formats.percent(one.score)
                for number, one in left.items()
            },
            {number: one.score for number, one in left.items()},
            {number: why(one.reasons) for number, one in left.items()},
        )
        name = self.tr("Proposed for “{name}”").format(name=lesson.entry.name)
        listed = Listed(list(left), said)

        def read(_reader: ArchiveReader, _task: jobs.Handle) -> Listed:
            return listed

        self._listing.show_entry(Entry(f"teach:{lesson.entry.key}", name, read=read))
        if not left:
            self.reason.setText(self.tr("Nothing is left to propose."))
            self._enable(False)
            self.again_button.setEnabled(self.decided > 0)
        elif first:
            self._listing.when_listed(self._to_first)

    def _to_first(self) -> None:
        view = self._listing.list
        view.setCurrentIndex(view.model().index(0, 0))
        view.setFocus()
        self._explain()

    def _enable(self, on: bool) -> None:
        for button in (self.accept_button, self.refuse_button, self.again_button):
            button.setEnabled(on)

    def _explain(self) -> None:
        """Say why the page of the current row is proposed."""
        page = self._listing.list.page() if self.teaching and self._task is None else None
        one = self._left.get(page.page_id) if page is not None else None
        self._enable(one is not None)
        if one is None:
            return
        words = why(one.reasons) or self.tr("nothing in particular")
        self.reason.setText(
            self.tr("Because of {words}. {decided} decided, {left} left.").format(
                words=words, decided=formats.number(self.decided), left=formats.number(len(self._left))
            )
        )

    def decide(self, accept: bool) -> None:
        """Accept or refuse the page of the current row; the next one comes."""
        lesson, page = self._lesson, self._listing.list.page()
        if lesson is None or page is None or page.page_id not in self._left:
            return
        del self._left[page.page_id]
        self.decided += 1
        if accept:
            lesson.accept([page])
        else:
            self._refused.append(page.url)
            lesson.refuse([page])
        self._list()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The keys, while the keyboard is in the list."""
        if self.teaching and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() in (Qt.Key.Key_A, Qt.Key.Key_R) and not event.modifiers():
                self.decide(event.key() == Qt.Key.Key_A)
                return True
            if event.key() == Qt.Key.Key_N and not event.modifiers():
                view = self._listing.list
                below = view.indexBelow(view.currentIndex())
                if below.isValid():
                    view.setCurrentIndex(below)
                return True
        return super().eventFilter(watched, event)
