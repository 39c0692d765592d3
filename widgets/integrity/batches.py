"""The batches of an archive, month by month, with what the last check found in each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QCoreApplication, QDate, QLocale, QObject, Qt
from PySide6.QtGui import QBrush, QColor

from widgets.integrity.checking import LastCheck
from widgets.kit import theme
from widgets.kit.tables import NOWHERE, RIGHT, Index
from widgets.words import formats

MONTH, FILES, VERSIONS, VISITS, SIZE, CHECKED = range(6)


def month(batch: str) -> str:
    """202611 → November 2026, in the language of the program; anything else as it is."""
    date = QDate.fromString(batch + "01", "yyyyMMdd") if len(batch) == 6 else QDate()
    pattern = QCoreApplication.translate("formats", "MMMM yyyy", "date pattern of Qt")
    return QLocale().toString(date, pattern) if date.isValid() else batch


class BatchesModel(QAbstractTableModel):
    """A few rows, one a month."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.batches: list[Any] = []
        self._check: LastCheck | None = None

    def show(self, batches: Sequence[Any], check: LastCheck | None) -> None:
        """Show the batches with what was found at the last check: those with problems first, else the newest."""
        self.beginResetModel()
        self._check = check
        self.batches = list(reversed(batches))
        self.batches.sort(key=lambda batch: self.state(batch)[0] != "error")
        self.endResetModel()

    def state(self, batch: Any) -> tuple[str, int]:
        """What is known of a batch: none, grown, ok or error; and the number of problems."""
        known = self._check.batches.get(batch.batch) if self._check else None
        if known is None:
            return "none", 0
        size, problems = known
        if problems:
            return "error", problems
        return ("ok" if size == batch.bytes else "grown"), 0

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.batches)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else 6

    def row_at(self, index: Index) -> Any:
        """The batch of a row."""
        return self.batches[index.row()] if index.isValid() else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        batch, column = self.batches[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(batch, column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(batch, column)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return RIGHT if column in (FILES, VERSIONS, VISITS, SIZE) else None
        state = self.state(batch)[0]
        if role == Qt.ItemDataRole.DecorationRole and column == CHECKED:
            icons = {"ok": ("stored", "ok"), "error": ("error", "error"), "grown": ("info", "muted")}
            return theme.icon(*icons[state]) if state in icons else None
        if role == Qt.ItemDataRole.ForegroundRole and column == CHECKED:
            return QBrush(QColor(getattr(theme.colors(), {"ok": "ok", "error": "error"}.get(state, "muted"))))
        return None

    def _text(self, batch: Any, column: int) -> str:
        if column == MONTH:
            return month(batch.batch)
        if column == SIZE:
            return formats.size(batch.bytes)
        if column == CHECKED:
            state, problems = self.state(batch)
            words = {
                "none": self.tr("Not checked"),
                "ok": self.tr("In order"),
                "grown": self.tr("In order; more has come since"),
            }
            return self.tr("%Ln problem(s)", "", problems) if state == "error" else words[state]
        return formats.number({FILES: batch.files, VERSIONS: batch.versions, VISITS: batch.visits}[column])

    def _tip(self, batch: Any, column: int) -> str:
        if column == SIZE:
            return formats.size_exact(batch.bytes)
        if column == MONTH:
            text = self.tr("Folder {folder}, captures from {first} to {last}")
            return text.format(
                folder=f"batches/{batch.batch}",
                first=formats.date(batch.first),
                last=formats.date(batch.last),
            )
        return ""

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return RIGHT if section in (FILES, VERSIONS, VISITS, SIZE) else None
        heads = (
            self.tr("Batch"),
            self.tr("Files"),
            self.tr("Versions"),
            self.tr("Visits"),
            self.tr("Size"),
            self.tr("Last check"),
        )
        return heads[section] if role == Qt.ItemDataRole.DisplayRole else None
