"""Finding in a document of several chapters: where hits are is found out in a worker, they are marked where one is."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from widgets import jobs
from widgets.page.chapters import Chapter
from widgets.page.find_bar import FindBar
from widgets.page.reading_view import ReadingView


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
        self._task: jobs.Task | None = None

    def set_chapters(self, chapters: Sequence[Chapter]) -> None:
        """Another document."""
        self._chapters, self._here, self._land = chapters, 0, 0
        self._counts, self._asked = [], ("", False)
        if self._task is not None:
            self._task.cancel()

    def set_place(self, chapter: int) -> None:
        """The chapter in the view."""
        self._here = chapter

    @property
    def total(self) -> int:
        """Hits in the whole document, as far as they are counted."""
        return sum(self._counts) or self.hits

    def _search(self) -> None:
        super()._search()
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
        self._asked, self._counts = (words, exact), []
        if self._task is not None:
            self._task.cancel()
        if not words:
            return
        chapters = self._chapters

        def count(task: jobs.Handle) -> list[int]:
            found = []
            for chapter in chapters:
                task.check()
                text = chapter.text if exact else chapter.text.lower()
                found.append(text.count(words if exact else words.lower()))
            return found

        self._task = jobs.run(self, count, done=self._counted)

    def _counted(self, counts: list[int]) -> None:
        self._counts = counts
        self._counts[self._here] = len(self._hits)
        self._tell()
        if not self._hits and any(counts):
            self._go(1, wrap=True)

    def _step(self, step: int) -> None:
        at_end = self._current == (len(self._hits) - 1 if step > 0 else 0)
        if self._counts and not self._timer.isActive() and (at_end or not self._hits) and self._go(step, wrap=True):
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
