"""What belongs to a document besides its text, below its card: key frames, lyrics, the files inside."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QLabel,
    QTableView,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from extractors import Document
from extractors.types import Line
from widgets import formats, theme
from widgets.page.filmstrip import Filmstrip, Frame
from widgets.page.members_model import DATE, NAME, SIZE, TYPE, MembersModel

_ROWS = 12  # rows of a list in sight
_LINES = 3000  # lines of lyrics
_DATED, _TYPED = 460, 380  # pixels of a list that has room for dates, and for types


class DocumentExtras(QWidget):
    """Sections with a heading each; what a document has not got is not there."""

    enlarge = Signal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._lyrics: Sequence[Line] = ()
        self._empty: set[int] = set()  # columns of the table in which nothing stands
        self.strip = Filmstrip(self)
        self.strip.enlarge.connect(self.enlarge)
        self.lyrics = QTextBrowser(self)
        self.lyrics.setAccessibleName(self.tr("Lyrics"))
        self.lyrics.setFrameShape(QFrame.Shape.NoFrame)
        self.lyrics.setOpenLinks(False)
        self.members = MembersModel(self)
        self.table = self._make_table()
        self._heads = {
            "strip": (QLabel(self), self.strip),
            "lyrics": (QLabel(self.tr("Lyrics"), self), self.lyrics),
            "members": (QLabel(self), self.table),
        }
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(theme.UNIT)
        for head, body in self._heads.values():
            head.setProperty("role", "section")
            layout.addWidget(head)
            layout.addWidget(body)
        self.clear()

    def _make_table(self) -> QTableView:
        table = QTableView(self)
        table.setModel(self.members)
        table.setAccessibleName(self.tr("Files inside"))
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setShowGrid(False)
        table.setAlternatingRowColors(True)
        table.setSortingEnabled(True)
        table.setWordWrap(False)
        table.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        table.setTabKeyNavigation(False)
        table.setFrameShape(QFrame.Shape.NoFrame)
        table.verticalHeader().hide()
        table.verticalHeader().setDefaultSectionSize(theme.ROW_HEIGHT)
        head = table.horizontalHeader()
        head.setHighlightSections(False)
        head.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        head.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        head.setSectionResizeMode(NAME, QHeaderView.ResizeMode.Stretch)
        for column, width in ((SIZE, 96), (TYPE, 112), (DATE, 168)):
            head.resizeSection(column, width)
        return table

    def clear(self) -> None:
        """Nothing belongs to it."""
        self._lyrics = ()
        self.strip.show_frames(())
        self.members.set_members(())
        for name in self._heads:
            self._show(name, on=False)

    def show_document(self, document: Document) -> None:
        """Lyrics and members; key frames are read apart, since they take long."""
        self._lyrics = document.lyrics
        self._draw_lyrics()
        self._show("lyrics", on=bool(document.lyrics))
        self.members.set_members(document.members)
        self._heads["members"][0].setText(self.tr("%Ln file(s) inside", "", len(document.members)))
        self._empty = {column for column, said in ((TYPE, "media_type"), (DATE, "date"))
                       if not any(getattr(member, said) for member in document.members)}  # fmt: skip
        self._fit_columns()
        rows = min(_ROWS, len(document.members))
        self.table.setFixedHeight(rows * theme.ROW_HEIGHT + self.table.horizontalHeader().sizeHint().height() + 4)
        self._show("members", on=bool(document.members))

    def show_frames(self, frames: Sequence[Frame]) -> None:
        """The key frames of a film, the pictures of a booklet."""
        timed = any(frame.label for frame in frames)
        self._heads["strip"][0].setText(self.tr("Key frames") if timed else self.tr("Pictures"))
        self.strip.show_frames(frames)
        self._show("strip", on=bool(frames))

    def _fit_columns(self) -> None:
        """Names get the room of what nobody has stated, and where there is little, of dates and types."""
        for column, needs in ((DATE, _DATED), (TYPE, _TYPED)):
            self.table.setColumnHidden(column, column in self._empty or self.width() < needs)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_columns()

    def _draw_lyrics(self) -> None:
        colors = theme.colors()
        timed = any(line.seconds >= 0 for line in self._lyrics)
        rows = []
        for line in self._lyrics[:_LINES]:
            when = formats.duration(line.seconds) if line.seconds >= 0 else ""
            cell = f'<td align="right" style="color:{colors.muted}; padding-right:16px">{when}</td>' if timed else ""
            rows.append(f"<tr>{cell}<td>{escape(line.text) or '&nbsp;'}</td></tr>")
        self.lyrics.setHtml(f'<table cellspacing="0" cellpadding="2">{"".join(rows)}</table>' if rows else "")
        self.lyrics.setFixedHeight(min(360, 32 + 26 * max(1, len(rows))))

    def _show(self, name: str, *, on: bool) -> None:
        for widget in self._heads[name]:
            widget.setVisible(on)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._lyrics:
            self._draw_lyrics()
