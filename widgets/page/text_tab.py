"""The Text tab: a document as plain reading matter, whatever it was."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QStackedLayout, QVBoxLayout, QWidget

from app.archive.model import Capture
from extractors import Document
from widgets import engine_words, jobs, languages, messages
from widgets.page import chapters, fact_words
from widgets.page.chapters import Chapter
from widgets.page.document_find import DocumentFind
from widgets.page.loading import Documents, Loader
from widgets.page.parts import EmptyView
from widgets.page.reading import facts_box, heading, pieces, warnings_box
from widgets.page.reading_view import ReadingView
from widgets.page.text_bar import ChapterBar, TextBar

if TYPE_CHECKING:
    from widgets.session import Session

_WARNINGS = 4  # shown above the text; all of them stand in the details
_FACTS = 40


class TextTab(QWidget):
    """Reading view with a bar above it, a bar for chapters where there are several, and a find bar."""

    link_activated = Signal(str)
    zoomed = Signal(float)

    def __init__(self, session: Session, documents: Documents, parent: QWidget) -> None:
        super().__init__(parent)
        self._session, self._documents = session, documents
        self._loader = Loader(self)
        self._document: Document | None = None
        self._chapters: list[Chapter] = []
        self._at = 0
        self._cutting: jobs.Task | None = None
        self.view = ReadingView(self)
        self.view.anchorClicked.connect(lambda url: self.link_activated.emit(url.toString()))
        self.view.beyond.connect(lambda step: self.show_chapter(self._at + step, at_end=step < 0))
        self.empty = EmptyView(self, "text", "")
        self.find = DocumentFind(self.view, self)
        self.find.chapter_wanted.connect(self.show_chapter)
        self.bar = TextBar(self)
        self.bar.whole_page.toggled.connect(lambda _: self._cut())
        self.bar.copy_asked.connect(self.copy_text)
        self.bar.find_asked.connect(self.find.open)
        self.bar.zoom_asked.connect(lambda step: self.zoomed.emit(max(0.5, min(3.0, self.view.scale * step))))
        self.chapter_bar = ChapterBar(self)
        self.chapter_bar.wanted.connect(self.show_chapter)
        self._stack = QStackedLayout()
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self.view)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.bar)
        layout.addLayout(self._stack, 1)
        layout.addWidget(self.chapter_bar)
        layout.addWidget(self.find)
        self.view.filled.connect(self.find.reset)
        self.clear()

    def set_zoom(self, factor: float) -> None:
        """Larger or smaller letters."""
        if factor != self.view.scale:
            self.view.scale = factor
            self._draw()

    def open_find(self) -> None:
        """Look for words."""
        self.find.open()

    def copy_text(self) -> None:
        """What is read, onto the clipboard."""
        if self._document is not None:
            parts = chapters.shown_parts(self._document, main=self.bar.shows_main())
            QGuiApplication.clipboard().setText("\n\n".join(part.text for part in parts if part.text))

    def load(self, capture: Capture) -> None:
        """Extract the document of a capture and show it."""
        self.clear()
        self.empty.say(self.tr("Reading the document…"))
        self._documents.load(self._loader, self._session.archive, capture.id, self._show, self._failed)

    def clear(self) -> None:
        self._loader.cancel()
        if self._cutting is not None:
            self._cutting.cancel()
        self._document, self._chapters, self._at = None, [], 0
        self.view.stop()
        self.view.clear()
        self.bar.set_document(None)
        self.chapter_bar.show_place(0, 0)
        self.find.set_chapters(())
        self.empty.say("")
        self._stack.setCurrentWidget(self.empty)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._draw()

    def show_chapter(self, number: int, *, at_end: bool = False) -> None:
        """Show one of the chapters; nothing when there is none with that number."""
        if 0 <= number < len(self._chapters):
            self._at = number
            self._draw(at_end=at_end)

    def _show(self, document: Document) -> None:
        self._document = document
        self.bar.set_document(document)
        if document.error or not (document.text.strip() or document.parts or self._facts(document)):
            self.empty.say(self._no_text(document), engine_words.say(document.error))
            self._stack.setCurrentWidget(self.empty)
            return
        self._cut()

    def _cut(self) -> None:
        """Cut the document into chapters in a worker, and show the first."""
        document, main = self._document, self.bar.shows_main()
        if document is None:
            return
        if self._cutting is not None:
            self._cutting.cancel()

        def done(made: list[Chapter]) -> None:
            self._chapters, self._at = made, 0
            self.find.set_chapters(made)
            self._draw()

        self._cutting = jobs.run(self, lambda _: chapters.chapters(document, main=main), done=done)

    def _draw(self, *, at_end: bool = False) -> None:
        """Show the chapter that is wanted, anew."""
        document = self._document
        if document is None or not self._chapters:
            return
        look = self.view.typography(document)
        rest = pieces(self._chapters[self._at].blocks, look)
        first = self._opening(document) if self._at == 0 else ""
        self.find.set_place(self._at)
        self.chapter_bar.show_place(self._at, len(self._chapters))
        self._stack.setCurrentWidget(self.view)
        self.view.show_pieces(look, first + next(rest, ""), rest, at_end=at_end)

    def _opening(self, document: Document) -> str:
        """What stands above the text: title, byline, warnings, what the document says of itself."""
        look = self.view.typography(document)
        byline = (document.author, document.date[:10], languages.name(document.language))
        opening = heading(document, byline)
        told = [engine_words.say(text) for text in document.warnings[:_WARNINGS]]
        if not document.text.strip() and not document.parts:
            told.insert(0, self._no_text(document))
        opening += warnings_box(told, look)
        return opening + facts_box(self._facts(document), look, self._facts_label(document))

    def _no_text(self, document: Document) -> str:
        if document.error:
            return self.tr("The text could not be read.")
        return self.tr("There is no text in this document.")

    def _facts(self, document: Document) -> list[tuple[str, str]]:
        if document.official is not None:
            return fact_words.official(document.official)
        if document.text.strip() or document.parts:
            return []
        return fact_words.rows(document.metadata)[:_FACTS]

    def _facts_label(self, document: Document) -> str:
        return self.tr("Official document") if document.official is not None else self.tr("What it says of itself")

    def _failed(self, error: Exception) -> None:
        self.empty.say(self.tr("The text could not be read."), messages.sentence(error))

    def sizeHint(self) -> QSize:
        return QSize(640, 480)
