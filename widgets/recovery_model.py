"""What a recovery found in a damaged file, range by range: any number of them."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QObject, Qt
from PySide6.QtGui import QBrush, QColor

from widgets import engine_words, formats, theme
from widgets.tables import GrowingModel

KIND, START, END, SIZE, ADDRESS, DATE, REASON = range(7)
_ICONS = {
    "recovered": ("stored", "ok"),
    "repaired": ("repaired", "accent"),
    "suspect": ("suspect", "warning"),
    "lost": ("error", "error"),
    "unbuilt": ("error", "error"),
}


def kind_word(kind: str) -> str:
    """The word for what became of a range."""
    translate = QCoreApplication.translate
    words = {
        "recovered": translate("recovery", "Recovered"),
        "repaired": translate("recovery", "Repaired"),
        "suspect": translate("recovery", "Suspect"),
        "lost": translate("recovery", "Lost"),
        "unbuilt": translate("recovery", "Not rebuilt"),
    }
    return words.get(kind, kind)


class FindingsModel(GrowingModel):
    """Rows are the Spans of a recovery; those of kind "unbuilt" are no ranges of the damaged file."""

    numbers = frozenset({START, END, SIZE})

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.heads = (
            self.tr("What"), self.tr("From byte"), self.tr("To byte"), self.tr("Size"), self.tr("Address"),
            self.tr("Date"), self.tr("Why"),
        )  # fmt: skip

    def kind_of(self, row) -> str:
        return row.kind

    def cell(self, row, column: int, role: int) -> object:
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(row, column)
        if role == Qt.ItemDataRole.ToolTipRole:
            exact = column == SIZE and row.kind != "unbuilt"
            return formats.size_exact(row.end - row.offset) if exact else self._text(row, column)
        if role == Qt.ItemDataRole.DecorationRole and column == KIND:
            return theme.icon(*_ICONS.get(row.kind, ("info", "muted")))
        if role == Qt.ItemDataRole.ForegroundRole and column == KIND:
            return QBrush(QColor(getattr(theme.colors(), _ICONS.get(row.kind, ("", "text"))[1])))
        return None

    def _text(self, row, column: int) -> str:
        if column == KIND:
            return kind_word(row.kind)
        if column in (START, END, SIZE) and row.kind == "unbuilt":
            return "–"
        if column in (START, END):
            return formats.number(row.offset if column == START else row.end)
        if column == SIZE:
            return formats.size(row.end - row.offset)
        if column == ADDRESS:
            return self.tr("%Ln record(s)", "", row.records) if row.records > 1 else formats.readable(row.url or "–")
        if column == DATE:
            return formats.date(row.date) if row.records == 1 else "–"
        return engine_words.say(row.reason) if row.reason else ""
