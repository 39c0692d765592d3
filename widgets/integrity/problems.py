"""The problems a check found: any number of them, filtered by kind, each with its place in the files."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt

from widgets import engine_words, formats, theme
from widgets.integrity import words
from widgets.tables import GrowingModel

FILE, OFFSET, ID, SENTENCE = range(4)
_DAMAGED = "The record is damaged: {reason}."  # which the kind of a problem says already


class ProblemsModel(GrowingModel):
    """Rows are Problems of the engine."""

    numbers = frozenset({OFFSET})

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.heads = (self.tr("File"), self.tr("At byte"), self.tr("Capture"), self.tr("What is wrong"))

    def kind_of(self, row) -> str:
        return row.rule or "other"

    def cell(self, row, column: int, role: int) -> object:
        if role == Qt.ItemDataRole.DisplayRole:
            texts = (row.file.removeprefix("batches/"), formats.number(row.offset), row.id or "–")
            return texts[column] if column < SENTENCE else self._what(row, " – ")
        if role == Qt.ItemDataRole.ToolTipRole:
            if column == SENTENCE:
                return self._what(row, "\n")
            return self.tr("Double click shows this capture") if column == ID and row.id else row.file
        if role == Qt.ItemDataRole.DecorationRole and column == FILE:
            return theme.icon("error", "error")
        return None

    def _what(self, row, between: str) -> str:
        """In plain words first, then exactly."""
        template, values = engine_words.known(row.sentence) or ("", {})
        exact = values["reason"] if template == _DAMAGED else row.sentence
        return f"{words.rule(self.kind_of(row))}{between}{engine_words.say(exact)}"
