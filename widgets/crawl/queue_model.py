"""The addresses of a crawl, in whatever state."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QBrush, QColor

from app.crawl import QueueRow
from widgets import engine_words, formats, reasons, theme
from widgets.crawl import words
from widgets.crawl.paging import PagedModel

ADDRESS, STATE, REASON, ANCHOR, SCORE, DEPTH, FOUND = range(7)
URL_ROLE = Qt.ItemDataRole.UserRole + 2
_ICONS = {
    "queued": ("recent", "muted"),
    "in-flight": ("down", "accent"),
    "done": ("stored", "ok"),
    "failed": ("error", "error"),
    "refused": ("refused", "warning"),
    "outside": ("refused", "warning"),
    "parked": ("pause", "warning"),
}


class QueueModel(PagedModel):
    """Rows as `app.crawl.queue` gives them."""

    numbers = frozenset({SCORE, DEPTH})

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.heads = (
            self.tr("Address"), self.tr("State"), self.tr("Reason"), self.tr("Link text"), self.tr("Score"),
            self.tr("Depth"), self.tr("Found on"),
        )  # fmt: skip

    def cell(self, row: QueueRow, column: int, role: int) -> Any:
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(row, column)
        if role == Qt.ItemDataRole.DecorationRole and column == STATE:
            return theme.icon(*_ICONS.get(row.state, ("info", "muted")))
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(row, column)
        if role == Qt.ItemDataRole.ForegroundRole and column != ADDRESS:
            return QBrush(QColor(theme.colors().muted))
        return row.url if role == URL_ROLE else None

    def _text(self, row: QueueRow, column: int) -> str:
        if column == ADDRESS:
            return formats.readable(row.url)
        if column == STATE:
            return words.state(row.state)
        if column == REASON:
            if row.reason:
                return self._reason(row)
            return reasons.status(row.status) if row.status else ""
        if column == ANCHOR:
            return row.anchor or (words.part("guess") if row.guess else words.part("requisite") if row.level else "")
        if column == SCORE:
            return f"{row.score:.2f}"
        return str(row.depth) if column == DEPTH else formats.readable(row.referrer)

    def _reason(self, row: QueueRow) -> str:
        """In short, with what exactly decided; the whole sentence is in the tooltip."""
        if not row.detail or row.reason == "robots":
            return reasons.short(row.reason)
        return self.tr("{reason}: {detail}").format(
            reason=reasons.short(row.reason), detail=engine_words.say(row.detail)
        )

    def _tip(self, row: QueueRow, column: int) -> str:
        if column == ADDRESS and row.raw:
            return self.tr("{address}\nWritten as {raw}").format(address=row.url, raw=row.raw)
        if column == REASON and row.reason:
            return reasons.reason(row.reason, row.detail)
        if column in (REASON, ANCHOR):
            return self._text(row, column)
        return row.referrer if column == FOUND else row.url
