"""The Text tab: a document as plain reading matter, whatever it was."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QButtonGroup,
    QLabel,
    QPushButton,
    QWidget,
)

from app.archive.model import Capture
from app.words.finding import Findable
from extractors.base.types import Document
from widgets.kit import jobs, messages, theme
from widgets.kit.boxes import in_column, in_row, in_stack, text_label
from widgets.kit.courtesy import FIRST
from widgets.kit.loading import Documents, Loader
from widgets.kit.parts import EmptyView, push_button, tool_button
from widgets.page import fact_words
from widgets.page import reading as chapters
from widgets.page.find import FindBar
from widgets.page.reading import Chapter, facts_box, heading, pieces, warnings_box
from widgets.page.reading_view import ReadingView
from widgets.words import engine as engine_words
from widgets.words import formats, languages

if TYPE_CHECKING:
    from widgets.session import Session


# The bars of the Text tab: main text or whole page and size of the letters; the chapter of a long document.

_STEP = 1.1  # letters grow by a tenth


class TextBar(QWidget):
    """Main text or whole page, size of the letters, copy, find."""

    copy_asked = Signal()
    find_asked = Signal()
    zoom_asked = Signal(float)  # factor

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.main_text = self._choice(self.tr("Main text"), self.tr("Only what this page is about"))
        self.whole_page = self._choice(
            self.tr("Whole page"),
            self.tr("Everything that is written on it: menus, side columns and notes too"),
        )
        group = QButtonGroup(self)
        for button in (self.main_text, self.whole_page):
            group.addButton(button)
        self.main_text.setChecked(True)
        self.length = text_label(look="muted")
        smaller = tool_button(
            self, "zoom-out", self.tr("Smaller letters (Ctrl+-)"), lambda: self.zoom_asked.emit(1 / _STEP)
        )
        larger = tool_button(
            self, "zoom-in", self.tr("Larger letters (Ctrl++)"), lambda: self.zoom_asked.emit(_STEP)
        )
        copy = tool_button(self, "copy", self.tr("Copy the whole text"), self.copy_asked.emit)
        find = tool_button(self, "search", self.tr("Find (Ctrl+F)"), self.find_asked.emit)
        self._tools = (smaller, larger, copy, find)
        in_row(
            self,
            self.main_text,
            self.whole_page,
            self.length,
            None,
            *self._tools,
            margins=(theme.DOUBLE, theme.HALF, theme.UNIT, theme.HALF),
            spacing=theme.HALF,
        )

    def _choice(self, text: str, tip: str) -> QPushButton:
        button = QPushButton(text, self)
        button.setCheckable(True)
        button.setProperty("link", True)
        button.setToolTip(tip)
        return button

    def set_document(self, document: Document | None) -> None:
        """Offer what this document has."""
        two = document is not None and bool(document.main)
        for button in (self.main_text, self.whole_page):
            button.setVisible(two)
        for tool in self._tools:
            tool.setEnabled(document is not None and not document.error)
        letters = len(document.text) if document else 0
        self.length.setText(self.tr("%Ln character(s)", "", letters) if letters else "")

    def shows_main(self) -> bool:
        """Is only the main text wanted? It is asked for before it is known whether there is one."""
        return not self.whole_page.isChecked()


class ChapterBar(QWidget):
    """Part 2 of 17, with steps to its neighbours; hidden where there is but one."""

    wanted = Signal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("chapterBar")
        self._at, self._count = 0, 0
        tip = self.tr("The part before (Page Up at the beginning)")
        self.previous = push_button(
            self, "left", self.tr("Previous part"), tip, lambda: self.wanted.emit(self._at - 1)
        )
        tip = self.tr("The part after this (Page Down at the end)")
        self.next = push_button(
            self, "right", self.tr("Next part"), tip, lambda: self.wanted.emit(self._at + 1)
        )
        self.place = QLabel(self)
        in_row(
            self,
            self.previous,
            None,
            self.place,
            None,
            self.next,
            margins=(theme.DOUBLE, theme.HALF, theme.DOUBLE, theme.HALF),
            spacing=-1,
        )

    def show_place(self, at: int, count: int) -> None:
        """Say which part is shown."""
        self._at, self._count = at, count
        words = self.tr("Part {n} of {count} of this long document")
        self.place.setText(words.format(n=formats.number(at + 1), count=formats.number(count)))
        self.previous.setEnabled(at > 0)
        self.next.setEnabled(at < count - 1)
        self.setVisible(count > 1)


# Finding in a document of several chapters: where hits are is found out in a worker, they are marked where
# one is.


class DocumentFind(FindBar):
    """Counts over all chapters and asks for the chapter of the next hit."""

    chapter_wanted = Signal(int)

    def __init__(self, view: ReadingView, parent: QWidget) -> None:
        super().__init__(view, parent)
        self._chapters: Sequence[Chapter] = ()
        self._here = 0
        self._counts: list[int] = []
        self._asked: tuple[str, bool] = ("", False)
        self._land = 0  # at which hit of a new chapter: its first (1), its last (-1), the one in sight (0)
        self._task: jobs.Task[Any] | None = None
        self._apart = False  # the words stand together in no chapter

    def set_chapters(self, chapters: Sequence[Chapter]) -> None:
        """Another document."""
        self._chapters, self._here, self._land = chapters, 0, 0
        self._counts, self._asked, self._apart = [], ("", False), False
        if self._task is not None:
            self._task.cancel()

    def set_place(self, chapter: int) -> None:
        """The chapter in the view."""
        self._here = chapter

    @property
    def total(self) -> int:
        """Hits in the whole document, as far as they are counted."""
        return sum(self._counts) or self.hits

    @property
    def _loose(self) -> bool:
        return super()._loose and (len(self._chapters) <= 1 or self._apart)

    def _found(self, hits: list[tuple[int, int]], begin: int = 0) -> None:
        super()._found(hits, begin)
        if self._land and self._hits:
            self._current = 0 if self._land > 0 else len(self._hits) - 1
            self._show()
        self._land = 0
        wanted = (self.field.text(), self.case.isChecked())
        if len(self._chapters) > 1 and wanted != self._asked:
            self._count(*wanted)
        elif self._counts and self._counts[self._here] != len(self._hits):
            self._counts[self._here] = len(self._hits)  # what the view finds is what can be gone through
            self._tell()

    def _count(self, words: str, exact: bool) -> None:
        self._asked, self._counts, self._apart = (words, exact), [], False
        if self._task is not None:
            self._task.cancel()
        if not words:
            return
        chapters, loose = self._chapters, super()._loose

        def count(task: jobs.Handle) -> tuple[list[int], bool]:
            def check() -> None:
                task.check()
                FIRST.give_way()

            texts = [Findable(chapter.text, exact=exact, check=check) for chapter in chapters]
            counts = [text.count(words, check=check) for text in texts]
            if any(counts) or not loose:
                return counts, False
            return [text.count(words, apart=True, check=check) for text in texts], True

        self._task = jobs.run(self, count, done=self._counted)

    def _counted(self, found: tuple[list[int], bool]) -> None:
        counts, self._apart = found
        self._counts = counts
        if self._apart and counts[self._here]:
            self._search()
        self._counts[self._here] = len(self._hits)
        self._tell()
        if not self._hits and any(counts):
            self._go(1, wrap=True)

    def _step(self, step: int) -> None:
        at_end = self._current == (len(self._hits) - 1 if step > 0 else 0)
        if (
            self._counts
            and not self._timer.isActive()
            and (at_end or not self._hits)
            and self._go(step, wrap=True)
        ):
            return
        super()._step(step)

    def _go(self, step: int, *, wrap: bool) -> bool:
        """Ask for the next chapter with hits; False when this is the only one."""
        count = len(self._counts)
        for distance in range(1, count):
            chapter = self._here + step * distance
            if not wrap and not 0 <= chapter < count:
                return False
            if self._counts[chapter % count]:
                self._land = step
                self.chapter_wanted.emit(chapter % count)
                return True
        return False

    def _show(self) -> None:
        super()._show()
        self._tell()

    def _tell(self) -> None:
        if self._counts:
            before = sum(self._counts[: self._here])
            self._say(before + self._current + 1, sum(self._counts))


_WARNINGS = 4  # shown above the text; all of them stand in the details
_FACTS = 40


class TextTab(QWidget):
    """Reading view with a bar above it, a bar for chapters where there are several, and a find bar."""

    link_activated = Signal(str)
    beside_activated = Signal(str)
    zoomed = Signal(float)

    def __init__(self, session: Session, documents: Documents, parent: QWidget) -> None:
        super().__init__(parent)
        self._session, self._documents = session, documents
        self._loader = Loader(self)
        self._document: Document | None = None
        self._chapters: list[Chapter] = []
        self._at = 0
        self._cutting: jobs.Task[Any] | None = None
        self.view = ReadingView(self)
        self.view.anchorClicked.connect(lambda url: self.link_activated.emit(url.toString()))
        self.view.beside_activated.connect(self.beside_activated)
        self.view.beyond.connect(lambda step: self.show_chapter(self._at + step, at_end=step < 0))
        self.empty = EmptyView(self, "text")
        self.find_bar = DocumentFind(self.view, self)
        self.find_bar.chapter_wanted.connect(self.show_chapter)
        self.bar = TextBar(self)
        self.bar.whole_page.toggled.connect(lambda _: self._cut())
        self.bar.copy_asked.connect(self.copy_text)
        self.bar.find_asked.connect(self.find_bar.open)
        self.bar.zoom_asked.connect(lambda step: self.zoomed.emit(max(0.5, min(3.0, self.view.scale * step))))
        self.chapter_bar = ChapterBar(self)
        self.chapter_bar.wanted.connect(self.show_chapter)
        self._stack = in_stack(None, self.empty, self.view)
        in_column(self, self.bar, (self._stack, 1), self.chapter_bar, self.find_bar)
        self.view.filled.connect(self.find_bar.reset)
        theme.watcher().changed.connect(self._draw)
        self.clear()

    def set_zoom(self, factor: float) -> None:
        """Larger or smaller letters."""
        if factor != self.view.scale:
            self.view.scale = factor
            self._draw()

    def open_find(self) -> None:
        """Look for words."""
        self.find_bar.open()

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
        self.find_bar.set_chapters(())
        self.empty.say("")
        self._stack.setCurrentWidget(self.empty)

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
            self.find_bar.set_chapters(made)
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
        self.find_bar.set_place(self._at)
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
        return (
            self.tr("Official document")
            if document.official is not None
            else self.tr("What it says of itself")
        )

    def _failed(self, error: Exception) -> None:
        self.empty.say(self.tr("The text could not be read."), messages.sentence(error))

    def sizeHint(self) -> QSize:
        return QSize(640, 480)
