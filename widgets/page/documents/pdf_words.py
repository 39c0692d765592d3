"""Words in the pages of a PDF: read a few pages at a time, folded as the search has them, marked where they stand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from PySide6.QtCore import QObject, QRectF, Qt

from app.archive.archive import Archive
from app.archive.reader import ArchiveReader
from app.words.finding import MOST, Findable
from extractors.pdf.words import UNITS, PageWords
from widgets.kit import jobs
from widgets.kit.courtesy import FIRST
from widgets.kit.loading import Loader
from widgets.page.documents.pdf import PdfView

Told = Callable[[int, int], None]
"""Gets how many hits there are, and the number of the one to begin with."""

Read = Callable[[ArchiveReader, int, int, Callable[[], bool]], Sequence[PageWords]]
"""Reads some pages: the first, how many, and what tells that nobody wants them any more."""

_FEW = 20  # pages read at once


class PdfWords(QObject):
    """Looks in the pages of a PdfView, from the first on; the one in sight is where going through the hits begins."""

    def __init__(self, view: PdfView) -> None:
        super().__init__(view)
        self._view = view
        self._loader = Loader(self)
        self._archive: Archive | None = None
        self._read: Read | None = None
        self._pages: dict[int, PageWords] = {}
        self._findable: dict[tuple[int, bool], Findable] = {}
        self._hits: dict[int, list[list[QRectF]]] = {}

    def read_from(self, archive: Archive, read: Read) -> None:
        """Another document is shown."""
        self.clear()
        self._archive, self._read = archive, read

    def clear(self) -> None:
        """No document is shown."""
        self._loader.cancel()
        self._read = None
        self._pages, self._findable, self._hits = {}, {}, {}

    def look(self, words: str, exact: bool, told: Told, loose: bool = False) -> None:
        """Find the words, if need be (`loose`) each of them, and tell again whenever some pages are looked through."""
        self.forget()
        if words:
            self._go_on(words, exact, 0, self._view.pages.current, told, loose, False)
        else:
            told(0, 0)

    def show(self, number: int) -> None:
        """Mark one of the hits as the one that is looked at, and bring it into sight."""
        for page in sorted(self._hits):
            if number < len(self._hits[page]):
                self._view.pages.show_mark(page, self._hits[page][number])
                return
            number -= len(self._hits[page])

    def forget(self) -> None:
        """Take the marks away."""
        self._loader.cancel()
        self._hits = {}
        self._view.pages.set_marks({})
        self._view.pages.show_mark(-1, ())

    def selected(self) -> str:
        """Nothing can be selected in pictures of pages."""
        return ""

    def take_keyboard(self) -> None:
        self._view.pages.setFocus(Qt.FocusReason.OtherFocusReason)

    def _go_on(
        self, words: str, exact: bool, first: int, here: int, told: Told, loose: bool, apart: bool
    ) -> None:
        """Look through the next pages, in a worker."""
        read, archive = self._read, self._archive
        if read is None or archive is None:
            return
        known, made = self._pages, self._findable
        some = range(first, min(first + _FEW, self._view.pages.count))

        def find(reader: ArchiveReader, task: jobs.Handle) -> dict[int, list[list[QRectF]]]:
            def check() -> None:
                task.check()
                FIRST.give_way()

            if any(page not in known for page in some):
                fresh = read(reader, some[0], len(some), lambda: task.cancelled)
                known.update(zip(some, fresh, strict=False))
            found = {}
            for page in some:
                text = known.get(page)
                if text is not None and text.text:
                    if (page, exact) not in made:
                        made[page, exact] = Findable(text.text, exact=exact, check=check)
                    hits = made[page, exact].find(words, apart=apart, check=check)
                    found[page] = [boxes for hit in hits if (boxes := boxes_of(text, *hit))]
            return found

        def done(found: dict[int, list[list[QRectF]]]) -> None:
            self._hits |= {page: hits for page, hits in found.items() if hits}
            marks = {page: [box for hit in hits for box in hit] for page, hits in self._hits.items()}
            self._view.pages.set_marks(marks)
            ended = some.stop >= self._view.pages.count or self._total() >= MOST
            if ended and loose and not apart and not self._hits:
                self._go_on(words, exact, 0, here, told, loose, True)
                return
            ahead = any(page >= here for page in self._hits)
            if ahead or ended:
                before = sum(len(hits) for page, hits in self._hits.items() if page < here)
                told(min(MOST, self._total()), before if ahead else 0)
            if not ended:
                self._go_on(words, exact, some.stop, here, told, loose, apart)

        self._loader.start(archive, find, done, lambda _: told(self._total(), 0))

    def _total(self) -> int:
        return sum(map(len, self._hits.values()))


def boxes_of(page: PageWords, begin: int, end: int) -> list[QRectF]:
    """Where a stretch of the text stands, a box a line, in shares of the page."""
    found = [tuple(page.boxes[4 * n : 4 * n + 4]) for n in range(begin, end)]
    drawn = [box for box in found if box[2] > box[0] and box[3] > box[1]]
    lines = [list(drawn[:1])]
    for before, box in pairwise(drawn):
        if min(before[3], box[3]) - max(before[1], box[1]) > (before[3] - before[1]) / 2:
            lines[-1].append(box)
        else:
            lines.append([box])
    return [
        QRectF(
            min(box[0] for box in line) / UNITS,
            min(box[1] for box in line) / UNITS,
            (max(box[2] for box in line) - min(box[0] for box in line)) / UNITS,
            (max(box[3] for box in line) - min(box[1] for box in line)) / UNITS,
        )
        for line in lines
        if line
    ]
