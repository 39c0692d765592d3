"""The find bar: words in a text, or in whatever else can look for them; folded as the search over the archive has them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QWidget

from app.words.finding import MOST, Findable
from widgets.kit import jobs, theme
from widgets.kit.boxes import text_button
from widgets.kit.courtesy import FIRST
from widgets.kit.find_strip import FindStrip

# The find bar under a text: looks as you type, says which hit of how many, marks them all.

_AT_ONCE = 50_000  # characters looked through at once; longer texts are in a worker


class FindBar(FindStrip):
    """Finds in a QTextEdit or QPlainTextEdit."""

    def __init__(self, editor: QTextEdit | QPlainTextEdit, parent: QWidget) -> None:
        super().__init__(parent)
        self._editor = editor
        self._hits: list[tuple[int, int]] = []
        self._current = -1
        self._findable: Findable | None = None
        self._selections: list[
            QTextEdit.ExtraSelection
        ] = []  # one a hit; made once, for there may be thousands
        self._marked: tuple[list[tuple[int, int]], bool] = (self._hits, False)  # which, in which scheme
        self._last = -1  # the one of them that was looked at
        self._looking: jobs.Task[Any] | None = None
        editor.document().contentsChanged.connect(self._forget)
        theme.watcher().changed.connect(self._recolour)

    def reset(self) -> None:
        self._hits, self._current = [], -1
        super().reset()

    @property
    def hits(self) -> int:
        return len(self._hits)

    def _forget(self) -> None:
        """The text is another one."""
        self._findable = None
        if self._looking is not None:
            self._looking.cancel()
            self._looking = None

    def _selected(self) -> str:
        return self._editor.textCursor().selectedText()

    def _shows_something(self) -> bool:
        return not self._editor.document().isEmpty()

    def _unmark(self) -> None:
        self._hits = []
        self._editor.setExtraSelections([])

    def _take_keyboard(self) -> None:
        self._editor.setFocus(Qt.FocusReason.OtherFocusReason)

    def _search(self) -> None:
        self._timer.stop()
        if self._looking is not None:
            self._looking.cancel()
            self._looking = None
        words, exact, loose = self.field.text(), self.case.isChecked(), self._loose
        known = self._findable if self._findable is not None and self._findable.exact == exact else None
        if not words:
            self._found([])
            return
        text = known.text if known is not None else self._editor.document().toRawText()

        def look(check: Callable[[], object]) -> tuple[Findable, list[tuple[int, int]], int]:
            findable = known or Findable(text, exact=exact, check=check)
            hits = findable.find(words, check=check)
            if hits or not loose:
                return findable, hits, 0
            hits = findable.find(words, apart=True, check=check)
            return findable, hits, findable.fullest(hits)

        def work(task: jobs.Handle) -> tuple[Findable, list[tuple[int, int]], int]:
            def check() -> None:
                task.check()
                FIRST.give_way()

            return look(check)

        def done(found: tuple[Findable, list[tuple[int, int]], int]) -> None:
            self._looking = None
            self._findable = found[0]
            self._found(*found[1:])

        if len(text) <= _AT_ONCE:
            done(look(lambda: None))
        else:
            self._looking = jobs.run(self, work, done=done)

    def _found(self, hits: list[tuple[int, int]], begin: int = 0) -> None:
        """These are the places of the words; without another one to `begin` with, the first behind the cursor is."""
        start = self._editor.textCursor().selectionStart()
        self._hits = hits
        behind = next((i for i, hit in enumerate(hits) if hit[0] >= start), 0)
        self._current = (begin or behind) if hits else -1
        self._show()

    def _recolour(self) -> None:
        if self._hits:
            self._show()

    def _step(self, step: int) -> None:
        if self._timer.isActive() or not self._hits:
            self._search()
            return
        self._current = (self._current + step) % len(self._hits)
        self._show()

    def _show(self) -> None:
        colors = theme.colors()
        usual, here = QTextCharFormat(), QTextCharFormat()
        usual.setBackground(QColor(colors.changed_soft))
        usual.setForeground(QColor(colors.text))
        here.setBackground(QColor(colors.accent))
        here.setForeground(QColor(colors.on_accent))
        if self._marked[0] is not self._hits or self._marked[1] != colors.dark:
            self._marked = (self._hits, colors.dark)
            self._selections = [self._selection(hit, usual) for hit in self._hits]
            self._last = -1
        if 0 <= self._last < len(self._selections):
            self._selections[self._last] = self._selection(self._hits[self._last], usual)
        if 0 <= self._current < len(self._hits):
            self._selections[self._current] = self._selection(self._hits[self._current], here)
        self._last = self._current
        self._editor.setExtraSelections(self._selections)
        if 0 <= self._current < len(self._hits):
            cursor = QTextCursor(self._editor.document())
            cursor.setPosition(self._hits[self._current][0])
            self._editor.setTextCursor(cursor)
            self._editor.ensureCursorVisible()
        self._say(self._current + 1, len(self._hits), len(self._hits) == MOST)

    def _selection(self, hit: tuple[int, int], look: QTextCharFormat) -> QTextEdit.ExtraSelection:
        cursor = QTextCursor(self._editor.document())
        cursor.setPosition(hit[0])
        cursor.setPosition(hit[1], QTextCursor.MoveMode.KeepAnchor)
        selection = QTextEdit.ExtraSelection()
        selection.cursor, selection.format = cursor, look
        return selection


# The find bar under what is no text view: a page as it looked, the pages of a document.


class Surface(Protocol):
    """What looks for words in itself, marks them, and brings one of them into sight."""

    def look(self, words: str, exact: bool, told: Callable[[int, int], None], loose: bool = False) -> None:
        """`told` gets how many hits there are, and which to begin with; again when more are found, not when another
        look began meanwhile. `loose`: where the words stand together nowhere, each of them is found."""

    def show(self, number: int) -> None: ...

    def forget(self) -> None: ...

    def selected(self) -> str: ...

    def take_keyboard(self) -> None: ...


class PageFindBar(FindStrip):
    """Finds in a surface, once it is given one. `missed` carries words that were sought elsewhere and are not here,
    `text_wanted` those that a person wants to look for in the text."""

    missed = Signal(str)
    text_wanted = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.in_text = text_button(
            self.tr("Look in the text"),
            self.tr("The text of a page may say more than is seen of it"),
            lambda: self.text_wanted.emit(self.field.text()),
            look="link",
            hidden=True,
        )
        self.row.insertWidget(1, self.in_text)
        self._surface: Surface | None = None
        self.hits, self._current = 0, 0
        self._fresh = True  # nothing was found yet of what is looked for
        self._sought = ""  # what was not typed here

    def seek(self, words: str) -> None:
        self._sought = words
        super().seek(words)

    def watch(self, surface: Surface | None) -> None:
        """Look in this from now on; None while there is nothing to look in."""
        if surface is not self._surface:
            if self._surface is not None:
                self._surface.forget()
            self._surface = surface
            self.reset()

    def _selected(self) -> str:
        return self._surface.selected() if self._surface is not None else ""

    def _search(self) -> None:
        self._timer.stop()
        self._fresh = True
        if self._surface is not None:
            self._surface.look(self.field.text(), self.case.isChecked(), self._found, self._loose)

    def _found(self, hits: int, begin: int) -> None:
        self.hits = hits
        if self._fresh:
            self._current, self._fresh = begin, not hits
            self._show()
        else:
            self._tell()
        if hits:
            self._sought = ""
        elif self._sought and self._sought == self.field.text():
            self.missed.emit(self._sought)

    def _step(self, step: int) -> None:
        if self._timer.isActive() or not self.hits:
            self._search()
            return
        self._current = (self._current + step) % self.hits
        self._show()

    def _show(self) -> None:
        if self.hits and self._surface is not None:
            self._surface.show(self._current)
        self._tell()

    def _tell(self) -> None:
        self._say(self._current + 1, self.hits, self.hits == MOST)
        self.in_text.setVisible(bool(self.field.text()) and not self.hits)

    def _unmark(self) -> None:
        self.hits = 0
        if self._surface is not None:
            self._surface.forget()

    def _take_keyboard(self) -> None:
        if self._surface is not None:
            self._surface.take_keyboard()
