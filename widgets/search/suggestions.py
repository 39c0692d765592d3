"""What else could be sought where little was found, as lines to be clicked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from widgets.kit import jobs, theme
from widgets.kit.boxes import in_column, text_button, text_label
from widgets.words import formats

if TYPE_CHECKING:
    from app.search.suggesting import Suggestion
    from widgets.search.work import Finder


class Suggestions(QWidget):
    """Lines of other queries, hidden where there are none. `chosen` carries the query of the line that was clicked."""

    chosen = Signal(str)
    changed = Signal()  # whether there are any

    def __init__(self, finder: Finder, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._finder = finder
        self._task: jobs.Task[Any] | None = None
        self.lines: list[QPushButton] = []
        self._column = in_column(
            self,
            text_label(self.tr("Finds more"), "section"),
            margins=(theme.DOUBLE, theme.UNIT, theme.DOUBLE, theme.DOUBLE),
            spacing=theme.HALF,
        )
        self.setAccessibleName(self.tr("Finds more"))
        self.hide()

    def clear(self) -> None:
        """Suggest nothing, also not what is being looked for."""
        if self._task is not None:
            self._task.cancel()
            self._task = None
        self.hide()
        self.changed.emit()

    def look(self, query: str, found: int) -> None:
        """Look for what finds more pages than a query did."""
        self.clear()
        finder = self._finder
        self._task = jobs.run(
            self, lambda task: finder.suggest(query, found, task), done=self._show, failed=lambda _: None
        )

    def _show(self, found: list[Suggestion]) -> None:
        self._task = None
        for line in self.lines:
            self._column.removeWidget(line)
            line.deleteLater()
        self.lines = []
        for one in found:
            line = text_button(self._words(one), one.query, look="link", flat=True)
            line.clicked.connect(lambda _=False, query=one.query: self.chosen.emit(query))
            self._column.addWidget(line, 0, Qt.AlignmentFlag.AlignLeft)
            self.lines.append(line)
        self.setVisible(bool(found))
        self.changed.emit()

    def _words(self, one: Suggestion) -> str:
        pages = self.tr("%Ln page(s)", "", one.total)
        query, words = formats.shorten(one.query, 60), formats.shorten(one.words, 40)
        if one.kind == "without":
            said = self.tr("Without {words}").format(words=words)
        elif one.kind == "unquoted":
            said = self.tr("Not as a phrase: {query}").format(query=query)
        elif one.kind == "any":
            said = self.tr("Any of the words: {query}").format(query=query)
        else:
            said = self.tr("Did you mean {query}?").format(query=query)
        return f"{said}  ·  {pages}".replace("&", "&&")
