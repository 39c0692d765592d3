"""The Text tab: a document as plain reading matter, whatever it was."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QElapsedTimer, QEvent, QSize, QTimer, QUrl, Signal
from PySide6.QtGui import QFontDatabase, QResizeEvent, QTextCursor
from PySide6.QtWidgets import QFrame, QStackedLayout, QTextBrowser, QVBoxLayout, QWidget

from app.archive.model import Capture
from extractors import Document
from widgets import formats, messages, theme
from widgets.page.find_bar import FindBar
from widgets.page.loading import Documents, Loader
from widgets.page.parts import EmptyView, bare
from widgets.page.reading import Typography, heading, pieces

if TYPE_CHECKING:
    from widgets.session import Session

_COLUMN = 760  # pixels of text in a line: longer ones tire the eye
_SLICE_MS = 15


class ReadingView(QTextBrowser):
    """Rich text in a comfortable column; loads nothing, and is filled in slices so that long texts never block."""

    filled = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setOpenLinks(False)
        bare(self)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUndoRedoEnabled(False)
        self.setAccessibleName(self.tr("Text of the document"))
        self.scale = 1.0
        self._rest: Iterator[str] = iter(())
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._slice)

    def show_pieces(self, first: str, rest: Iterator[str]) -> None:
        """Show `first` now and what follows as time allows."""
        self.document().setDefaultStyleSheet(typography(self, self.scale).style_sheet())
        self.setHtml(f"<body>{first}</body>")
        self.document().setDocumentMargin(theme.TRIPLE)
        self.moveCursor(QTextCursor.MoveOperation.Start)
        self._rest = rest
        self._slice()

    def stop(self) -> None:
        self._timer.stop()
        self._rest = iter(())

    def loadResource(self, _kind: int, _name: QUrl) -> Any:
        return None  # nothing is fetched: pictures are links here

    def resizeEvent(self, event: QResizeEvent) -> None:
        room = event.size().width() + self.viewportMargins().left() * 2
        side = max(0, round(room - _COLUMN * self.scale - 48) // 2)
        if side != self.viewportMargins().left():
            self.setViewportMargins(side, 0, side, 0)
        super().resizeEvent(event)

    def _slice(self) -> None:
        clock = QElapsedTimer()
        clock.start()
        cursor = QTextCursor(self.document())
        for piece in self._rest:
            cursor.movePosition(QTextCursor.MoveOperation.End)
            cursor.insertBlock()
            cursor.insertHtml(f"<body>{piece}</body>")
            if clock.elapsed() > _SLICE_MS:
                self._timer.start(0)
                return
        self.filled.emit()


class TextTab(QWidget):
    """Reading view with a find bar."""

    link_activated = Signal(str)

    def __init__(self, session: Session, documents: Documents, parent: QWidget) -> None:
        super().__init__(parent)
        self._session, self._documents = session, documents
        self._loader = Loader(self)
        self._document: Document | None = None
        self.view = ReadingView(self)
        self.view.anchorClicked.connect(lambda url: self.link_activated.emit(url.toString()))
        self.empty = EmptyView(self, "text", "")
        self.find = FindBar(self.view, self)
        self._stack = QStackedLayout()
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self.view)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(self._stack, 1)
        layout.addWidget(self.find)
        self.view.filled.connect(self.find.reset)

    def set_zoom(self, factor: float) -> None:
        """Larger or smaller letters."""
        if factor != self.view.scale:
            self.view.scale = factor
            if self._document is not None:
                self._show(self._document)

    def open_find(self) -> None:
        """Look for words."""
        self.find.open()

    def load(self, capture: Capture) -> None:
        """Extract the document of a capture and show it."""
        self.clear()
        self.empty.say(self.tr("Reading the document…"))
        self._documents.load(self._loader, self._session.archive, capture.id, self._show, self._failed)

    def clear(self) -> None:
        self._loader.cancel()
        self._document = None
        self.view.stop()
        self.view.clear()
        self.empty.say("")
        self._stack.setCurrentWidget(self.empty)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._document is not None:
            self._show(self._document)

    def _show(self, document: Document) -> None:
        self._document = document
        if document.error or not (document.text.strip() or document.parts):
            says = self.tr("There is no text in this {kind}.").format(kind=formats.type_label(document.media_type))
            self.empty.say(says, document.error)
            self._stack.setCurrentWidget(self.empty)
            return
        rest = pieces(document)
        first = heading(document, (document.author, document.date[:10], document.language))
        self._stack.setCurrentWidget(self.view)
        self.view.show_pieces(first + next(rest, ""), rest)

    def _failed(self, error: Exception) -> None:
        self.empty.say(self.tr("The text could not be read."), messages.sentence(error))

    def sizeHint(self) -> QSize:
        return QSize(640, 480)


def typography(widget: QWidget, scale: float = 1.0) -> Typography:
    """The reading view in the colours of the scheme."""
    colors = theme.colors()
    mono = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family()
    size = round(max(15, widget.fontMetrics().height() * 0.85) * scale)
    return Typography(colors.text, colors.muted, colors.accent, colors.raised, colors.border, size, mono)
