"""What a hit can be asked with one click: since when its block says it, and who said it first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QModelIndex, QObject, Signal
from PySide6.QtWidgets import QFrame

from app.search.snippets import LENGTH, Snippet
from app.words.folding import fold
from widgets.kit import jobs, messages, theme
from widgets.kit.boxes import in_row, text_button
from widgets.kit.tables import HitList
from widgets.search.model import HIT
from widgets.search.work import Finder
from widgets.words import formats

if TYPE_CHECKING:
    from app.archive.model import Capture
    from app.search.index.division import Place
    from app.search.results import Hit

_RIGHT, _BELOW = 8, 7  # pixels around the buttons in a row


class Questions(QObject):
    """Answers come from a worker, and only to the last question. `block_found` carries the id of a capture, the path and
    the text of the block that says it; `first_found` the id of the earliest version and the words; `told` a sentence."""

    block_found = Signal(str, str, str)
    first_found = Signal(str, str)
    told = Signal(str)

    def __init__(self, finder: Finder, parent: QObject) -> None:
        super().__init__(parent)
        self._finder = finder
        self._task: jobs.Task[Any] | None = None

    def since_when(self, query: str, hit: Hit) -> None:
        """Show the history of the block of a hit."""
        capture, finder = hit.capture, self._finder
        if capture is None:
            return
        self.cancel()

        def done(place: Place | None) -> None:
            self._task = None
            self.block_found.emit(capture.id, place.path if place else "", place.text if place else "")

        self._task = jobs.run(
            self,
            lambda _: finder.place(query, capture),
            done=done,
            failed=self._failed,
            label=self.tr("Looking for the block"),
        )

    def who_first(self, query: str, hit: Hit) -> None:
        """Open the earliest version of all that says the sentence of a hit."""
        capture, finder = hit.capture, self._finder
        if capture is None:
            return
        self.cancel()

        def done(found: tuple[Capture | None, Snippet]) -> None:
            self._task = None
            first, sentence = found
            if first is None:
                self.told.emit(self.tr("No version says it word for word."))
                return
            self.first_found.emit(first.id, words_of(sentence) or words_of(hit.snippet))
            said = (
                self.tr("Said first here, {date}: “{sentence}”")
                if first.url == capture.url
                else self.tr("Said first {date}, on another page: “{sentence}”")
            )
            date = formats.date_in_sentence(first.date)
            self.told.emit(
                said.format(date=date, sentence=formats.shorten(" ".join(sentence.text.split()), 90))
            )

        self._task = jobs.run(
            self,
            lambda _: finder.first_said(query, capture),
            done=done,
            failed=self._failed,
            label=self.tr("Looking for who said it first"),
        )

    def cancel(self) -> None:
        """Stop waiting for the answer."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    def _failed(self, error: Exception) -> None:
        self._task = None
        self.told.emit(messages.sentence(error))


def words_of(snippet: Snippet) -> str:
    """The words that are marked when a hit is opened, each once; those that stand beside each other as they do."""
    text, marks, runs, last = snippet.text, list(snippet.marks), list[list[str]](), 0
    if len(marks) > 1 and marks[-1][1] == len(text) >= LENGTH:
        marks.pop()  # a word that the end of the snippet may have cut
    for begin, end in marks:
        if not runs or any(sign.isalnum() for sign in text[last:begin]):
            runs.append([])
        runs[-1].append(text[begin:end])
        last = end
    every = _once([words for run in runs for words in run])
    beside = max(map(_once, runs), key=len, default=[])
    if len(beside) == len(every):
        return " ".join(beside)
    return " ".join(f'"{words}"' if " " in words else words for words in every)


def _once(words: list[str]) -> list[str]:
    return list({fold(one): one for one in reversed(words)}.values())[::-1]


class RowButtons(QFrame):
    """Buttons of the height of one line, in the row of hits that is under the pointer, else in the current one.
    `since_asked`, `first_asked` and `alike_asked` carry its hit; this one is there where pages are folded behind it."""

    alike_asked = Signal(object)
    since_asked = Signal(object)
    first_asked = Signal(object)

    def __init__(self, view: HitList) -> None:
        super().__init__(view.viewport())
        self.setObjectName("rowButtons")
        self._view = view
        self._index = QModelIndex()
        self.since = text_button(
            self.tr("Since when?"),
            self.tr("The history of the block that says it"),
            lambda: self.since_asked.emit(self._index.data(HIT)),
            icon="versions",
            look="link",
        )
        self.first = text_button(
            self.tr("Who said it first?"),
            self.tr("The earliest version in the archive, on any page, that says this sentence"),
            lambda: self.first_asked.emit(self._index.data(HIT)),
            icon="search",
            look="link",
        )
        self.alike = text_button(
            act=lambda: self.alike_asked.emit(self._index.data(HIT)), icon="versions", look="link"
        )
        in_row(
            self,
            self.alike,
            self.since,
            self.first,
            margins=(theme.UNIT, 0, theme.UNIT, 0),
            spacing=theme.UNIT,
        )
        self.setAutoFillBackground(True)
        view.entered.connect(self.show_at)
        view.reached.connect(self.show_at)
        view.selectionModel().currentChanged.connect(lambda now, _: self.show_at(now))
        view.verticalScrollBar().valueChanged.connect(lambda _: self.hide())
        view.model().modelReset.connect(self.hide)
        view.viewport().installEventFilter(self)
        self.hide()

    def show_at(self, index: QModelIndex) -> None:
        """Stand in a row; in none of an address that is not in the archive, or of another archive."""
        hit: Hit | None = index.data(HIT) if index.isValid() else None
        if hit is None or hit.capture is None or hit.archive is not None:
            self.hide()
            return
        self._index = index
        self.alike.setVisible(bool(hit.folded))
        if hit.folded:
            shown, hidden = self.tr("Hide what is alike"), self.tr("%Ln more like this", "", hit.folded)
            self.alike.setText(shown if hit.opened else hidden)
            self.alike.setToolTip(self.tr("Pages whose main text is nearly the same"))
        self.adjustSize()
        row = self._view.visualRect(index)
        self.move(row.right() - self.width() - _RIGHT, row.bottom() - self.height() - _BELOW)
        self.show()
        self.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Go away with the pointer, or back to the row that the keyboard chose."""
        if event.type() in (QEvent.Type.Leave, QEvent.Type.Resize):
            self.show_at(self._view.currentIndex() if self._view.hasFocus() else QModelIndex())
        return super().eventFilter(watched, event)
