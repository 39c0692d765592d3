"""The batches of an archive, month by month, with what the last check found in each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QCoreApplication, QDate, QLocale, QObject

from widgets.integrity.checking import LastCheck
from widgets.kit import theme
from widgets.kit.tables import Role, RowsModel
from widgets.words import formats

MONTH, FILES, VERSIONS, VISITS, SIZE, CHECKED = range(6)


def month(batch: str) -> str:
    """202611 → November 2026, in the language of the program; anything else as it is."""
    date = QDate.fromString(batch + "01", "yyyyMMdd") if len(batch) == 6 else QDate()
    pattern = QCoreApplication.translate("formats", "MMMM yyyy", "date pattern of Qt")
    return QLocale().toString(date, pattern) if date.isValid() else batch


class BatchesModel(RowsModel):
    """A few rows, one a month."""

    numbers = frozenset({FILES, VERSIONS, VISITS, SIZE})

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.heads = (
            self.tr("Batch"),
            self.tr("Files"),
            self.tr("Versions"),
            self.tr("Visits"),
            self.tr("Size"),
            self.tr("Last check"),
        )
        self._check: LastCheck | None = None

    def show(self, batches: Sequence[Any], check: LastCheck | None) -> None:
        """Show the batches with what was found at the last check: those with problems first, else the newest."""
        self.beginResetModel()
        self._check = check
        newest_first = batches[::-1]
        self._rows = sorted(newest_first, key=lambda batch: self.state(batch)[0] != "error")
        self.endResetModel()

    def state(self, batch: Any) -> tuple[str, int]:
        """Result of the last check of a batch (none, grown, ok or error), and its number of problems."""
        known = self._check.batches.get(batch.batch) if self._check else None
        if known is None:
            return "none", 0
        size, problems = known
        if problems:
            return "error", problems
        return ("ok" if size == batch.bytes else "grown"), 0

    def cell(self, row: Any, column: int, role: int) -> object:
        if role == Role.DisplayRole:
            return self._text(row, column)
        if role == Role.ToolTipRole:
            return self._tip(row, column)
        state = self.state(row)[0]
        if role == Role.DecorationRole and column == CHECKED:
            icons = {"ok": ("stored", "ok"), "error": ("error", "error"), "grown": ("info", "muted")}
            return theme.icon(*icons[state]) if state in icons else None
        if role == Role.ForegroundRole and column == CHECKED:
            return theme.brush({"ok": "ok", "error": "error"}.get(state, "muted"))
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
