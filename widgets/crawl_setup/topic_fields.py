"""The fields of crawls by topic: guide words with weights, a text to try them on, and the weights of the formula."""

from __future__ import annotations

import math
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QDoubleSpinBox,
    QGridLayout,
    QHeaderView,
    QLabel,
    QPlainTextEdit,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from app.words import guide_words as topic
from widgets.crawl_setup.fields import Field, inset
from widgets.kit import theme
from widgets.kit.boxes import in_column, text_label

_ROWS = 5


class WordTable(QTableWidget):
    """Two columns, word and weight; the last row is always empty, and what is typed there is a new word."""

    def __init__(self) -> None:
        super().__init__(0, 2)
        self.setHorizontalHeaderLabels([self.tr("Guide word"), self.tr("Weight")])
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(theme.ROW_HEIGHT)
        self.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.horizontalHeader().setDefaultAlignment(
            Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        )
        self.setColumnWidth(1, 96)
        self.setShowGrid(False)
        self.setProperty("framed", True)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.setFixedHeight(theme.ROW_HEIGHT * (_ROWS + 1) + theme.HALF)
        self.setEditTriggers(self.EditTrigger.AllEditTriggers)
        self.installEventFilter(self)
        self.put(())

    def words(self) -> tuple[tuple[str, float], ...]:
        """The words filled in, each with its weight."""
        found: list[tuple[str, float]] = []
        for row in range(self.rowCount()):
            word = self._text(row, 0)
            if word:
                found.append((word, _number(self._text(row, 1), 1.0)))
        return tuple(found)

    def put(self, words: tuple[tuple[str, float], ...]) -> None:
        """Show these words."""
        self.blockSignals(True)
        self.setRowCount(0)
        for word, weight in words:
            self._append(word, f"{weight:g}")
        self._append("", "")
        self.blockSignals(False)
        self.itemChanged.emit(self.item(0, 0))

    def wrong(self) -> str:
        """A weight that is no number."""
        for row in range(self.rowCount()):
            text = self._text(row, 1)
            if self._text(row, 0) and text and not math.isfinite(_number(text, math.inf)):
                return self.tr("“{text}” is no number.").format(text=text)
        return ""

    def keep_empty_row(self) -> None:
        """After typing: one empty row at the end, for the next word."""
        self.blockSignals(True)
        last = self.rowCount() - 1
        if self._text(last, 0):
            weight = self.item(last, 1)
            if weight is not None and not weight.text().strip():
                weight.setText("1")
            self._append("", "")
        self.blockSignals(False)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Delete takes the chosen words away."""
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
            and event.key() == Qt.Key.Key_Delete
        ):
            rows = sorted({index.row() for index in self.selectedIndexes()}, reverse=True)
            for row in rows:
                if row < self.rowCount() - 1:
                    self.removeRow(row)
            self.itemChanged.emit(self.item(0, 0))
            return True
        return super().eventFilter(watched, event)

    def _append(self, word: str, weight: str) -> None:
        row = self.rowCount()
        self.insertRow(row)
        self.setItem(row, 0, QTableWidgetItem(word))
        number = QTableWidgetItem(weight)
        number.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.setItem(row, 1, number)

    def _text(self, row: int, column: int) -> str:
        item = self.item(row, column)
        return item.text().strip() if item else ""


class GuideWords(Field):
    """What a topic crawl looks for, and what a text is worth by it."""

    below = True

    def __init__(self, name: str) -> None:
        self.table = WordTable()
        self.trial = QPlainTextEdit(tabChangesFocus=True)
        self.trial.setFixedHeight(56)
        self.worth = QLabel(wordWrap=True)
        self.threshold = 0.0
        box = QWidget()
        in_column(box, self.table, self.trial, self.worth, spacing=theme.HALF)
        super().__init__(name, box)
        self.table.setAccessibleName(self.label)
        self.trial.setPlaceholderText(self.tr("Paste a text here to see what it is worth"))
        self.trial.setAccessibleName(self.tr("A text to try the words on"))
        self.trial.setToolTip(self.tr("A text to try the words on"))
        self.table.itemChanged.connect(self._words_changed)
        self.trial.textChanged.connect(self._try)
        self._try()

    def read(self) -> tuple[tuple[str, float], ...]:
        return self.table.words()

    def write(self, value: tuple[tuple[str, float], ...]) -> None:
        self.table.put(value)

    def wrong(self) -> str:
        return self.table.wrong()

    def measure_by(self, threshold: float) -> None:
        """The threshold that decides whether links are followed."""
        self.threshold = threshold
        self._try()

    def _words_changed(self) -> None:
        self.table.keep_empty_row()
        self._try()
        self._touched()

    def _try(self) -> None:
        text, words = self.trial.toPlainText(), self.table.words()
        if not text.strip() or not words:
            self.worth.setVisible(False)
            return
        value = topic.relevance(text, words)
        counts = topic.occurrences(text, words)
        found = ", ".join(f"{word} × {count}" for word, count in counts.items()) or self.tr(
            "none of the words"
        )
        said = self.tr("Relevance {value}: {words}.").format(value=f"{value:g}", words=found)
        if self.threshold > 0:
            follows = value >= self.threshold
            said += " " + (
                self.tr("Its links are followed.") if follows else self.tr("Its links are not followed.")
            )
        self.worth.setText(said)
        self.worth.setVisible(True)


class Weights(Field):
    """Five numbers that belong together: a1 to a5 of the topic formula."""

    below = True

    def __init__(self, name: str) -> None:
        box = QWidget()
        grid = QGridLayout(box)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(theme.UNIT)
        grid.setVerticalSpacing(2)
        self.boxes: list[QDoubleSpinBox] = []
        for column in range(5):
            spin = QDoubleSpinBox(minimum=-1000, maximum=1000, decimals=2, singleStep=0.5, value=1.0)
            spin.setMinimumWidth(72)  # five side by side: what the widest number needs would not fit
            grid.setColumnStretch(column, 1)
            self.boxes.append(inset(spin))
            grid.addWidget(spin, 1, column)
        super().__init__(name, box)
        names = (
            self.tr("a1 host"),
            self.tr("a2 in-links"),
            self.tr("a3 parent"),
            self.tr("a4 depth"),
            self.tr("a5 words"),
        )
        tips = (
            self.tr("How relevant the pages of the host were so far, on average"),
            self.tr("How many known pages link to the address"),
            self.tr("How relevant the page is that linked to it first"),
            self.tr("How near to the start it is"),
            self.tr("Guide words in the text of the link and in the address"),
        )
        for column, (name, tip, spin) in enumerate(zip(names, tips, self.boxes, strict=True)):
            caption = text_label(name, "muted")
            spin.setAccessibleName(name)
            spin.setToolTip(tip)
            caption.setToolTip(tip)
            grid.addWidget(caption, 0, column)
            spin.valueChanged.connect(self._touched)

    def read(self) -> tuple[float, ...]:
        return tuple(spin.value() for spin in self.boxes)

    def write(self, value: Any) -> None:
        for spin, number in zip(self.boxes, value, strict=True):
            spin.setValue(number)


def _number(text: str, otherwise: float) -> float:
    try:
        return float(text.replace(",", ".")) if text else otherwise
    except ValueError:
        return math.inf
