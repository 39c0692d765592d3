"""The list of problems with its filter and menu."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QMenu, QVBoxLayout, QWidget

from widgets import engine_words, formats, theme
from widgets.integrity import words
from widgets.integrity.problems import FILE, ID, OFFSET, SENTENCE, ProblemsModel
from widgets.tables import keep_width, on_row, table


class ProblemList(QWidget):
    """`follow` a list that grows, `take` what is new of it."""

    capture_requested = Signal(str)
    recover_requested = Signal(str)  # the file of a problem, as the problem names it

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = ProblemsModel(self)
        self.view = table(self.model, self.tr("Problems"), SENTENCE)
        keep_width(self.view, {FILE: 152, OFFSET: 88, ID: 136})
        on_row(self.view, lambda problem: self.capture_requested.emit(problem.id) if problem.id else None)
        self.view.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.view.customContextMenuRequested.connect(self._menu)
        self.kinds = QComboBox(sizeAdjustPolicy=QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.kinds.setAccessibleName(self.tr("Which problems to show"))
        self.kinds.setToolTip(self.tr("Which problems to show"))
        self.kinds.currentIndexChanged.connect(lambda: self.model.show_kind(self.kinds.currentData() or ""))
        heading = QLabel(self.tr("Problems"))
        heading.setProperty("role", "section")
        bar = QHBoxLayout()
        bar.setContentsMargins(theme.DOUBLE, theme.UNIT, theme.DOUBLE, theme.UNIT)
        bar.setSpacing(theme.DOUBLE)
        bar.addWidget(heading)
        bar.addWidget(self.kinds)
        bar.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(bar)
        column.addWidget(self.view, 1)

    def follow(self, problems: Sequence) -> None:
        """Show another list of problems."""
        self.model.follow(problems)
        self.fill_kinds()

    def take(self) -> bool:
        """Take in what is new; True when there is more."""
        return self.model.take()

    def chosen(self):
        """The problem that is selected, or None."""
        return self.model.row_at(self.view.currentIndex())

    def fill_kinds(self) -> None:
        """Offer the kinds there are, the most frequent first."""
        counts, shown = self.model.kinds(), self.kinds.currentData() or ""
        self.kinds.blockSignals(True)
        self.kinds.clear()
        everything = self.tr("All kinds ({count})").format(count=formats.number(sum(counts.values())))
        self.kinds.addItem(everything, "")
        for kind, count in sorted(counts.items(), key=lambda item: -item[1]):
            self.kinds.addItem(f"{words.rule(kind)} ({formats.number(count)})", kind)
        self.kinds.setCurrentIndex(max(0, self.kinds.findData(shown)))
        self.kinds.blockSignals(False)

    def _menu(self, at: QPoint) -> None:
        problem = self.model.row_at(self.view.indexAt(at))
        if problem is None:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        show = menu.addAction(
            theme.icon("open"), self.tr("&Show the capture"), lambda: self.capture_requested.emit(problem.id)
        )
        show.setEnabled(bool(problem.id))
        menu.addAction(
            theme.icon("recover"), self.tr("&Recover this file…"), lambda: self.recover_requested.emit(problem.file)
        )
        text = f"{problem.file}, {problem.offset}: {engine_words.say(problem.sentence)}"
        menu.addAction(theme.icon("copy"), self.tr("&Copy"), lambda: QGuiApplication.clipboard().setText(text))
        menu.popup(self.view.viewport().mapToGlobal(at))
