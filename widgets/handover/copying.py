"""Documents onto the clipboard: as text, as Markdown, or as a citation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMainWindow, QMenu, QWidget

from widgets.kit import jobs, theme
from widgets.words import formats

if TYPE_CHECKING:  # the menu is there before any archive is opened
    from app.archive.archive import Archive
    from app.archive.model import Capture, Page
    from app.archive.reader import ArchiveReader
    from app.exporting.copying import Copied

Captures = Callable[["ArchiveReader"], Iterable["Capture"]]
"""Reads what is chosen; called in a worker."""

_SHOWN = 5000  # milliseconds in the status bar


def one(capture: Capture) -> Captures:
    """A single capture."""
    return lambda _: (capture,)


def newest_of(pages: Callable[[ArchiveReader], Iterable[Page]]) -> Captures:
    """The newest versions of pages, without those that have none."""

    def read(reader: ArchiveReader) -> Iterator[Capture]:
        from app.exporting.export import Skip, newest

        for page in pages(reader):
            try:
                yield newest(reader, page)
            except Skip:
                continue

    return read


class CopyMenu(QMenu):
    """*Copy as*: `chosen` is asked when an entry is chosen, and gives the archive and what of it is meant. The menu may be
    gone before the work is done: that belongs to the window of `owner`."""

    def __init__(
        self,
        chosen: Callable[[], tuple[Archive, Captures] | None],
        owner: QWidget,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent or owner)
        self._owner = owner
        self.setTitle(self.tr("Copy a&s"))
        self.setIcon(theme.icon("copy"))
        self._chosen = chosen
        words = {
            "text": (self.tr("&Text"), self.tr("Title, address and text, without menus and side columns")),
            "markdown": (
                self.tr("&Markdown"),
                self.tr("The same with its headings, lists, tables and links"),
            ),
            "citation": (
                self.tr("&Citation"),
                self.tr("Author, title, site, dates and address, as in a bibliography"),
            ),
            "gbt7714": (
                self.tr("Citation by &GB/T 7714"),
                self.tr("As Chinese journals and universities ask for"),
            ),
            "bibtex": (self.tr("&BibTeX"), self.tr("An entry for LaTeX and reference managers")),
        }
        for form, (text, tip) in words.items():
            action = self.addAction(text)
            action.triggered.connect(partial(self.copy, form))
            action.setToolTip(tip)
            action.setStatusTip(tip)
            if form == "citation":
                self.insertSeparator(action)

    def copy(self, form: str, *_: object) -> None:
        """Put what is chosen onto the clipboard, in a worker."""
        chosen = self._chosen()
        if chosen is None:
            return
        archive, captures = chosen
        window = self._owner.window()
        reading = self.tr("Copying")

        def work(task: jobs.Handle) -> Copied:
            from app.exporting.copying import copied

            def step(number: int) -> None:
                task.check()
                task.step(0, 0, lambda: formats.number(number + 1))

            with archive.reader() as reader:
                return copied(reader, captures(reader), form, step)

        jobs.run(window, work, done=lambda found: _take(found, window), label=reading)


def _take(found: Copied, window: QWidget) -> None:
    if found.documents:
        QGuiApplication.clipboard().setText(found.text)
    if isinstance(window, QMainWindow):
        window.statusBar().showMessage(Words().of(found), _SHOWN)


class Words(QObject):
    """What is said when something was copied."""

    def of(self, found: Copied) -> str:
        if not found.documents:
            return self.tr("Nothing was copied: there is no text that could be read.")
        said = [self.tr("%Ln document(s) copied.", "", found.documents)]
        if found.unread:
            said.append(self.tr("%Ln without text left out.", "", found.unread))
        if found.more:
            from app.exporting.copying import MOST

            said.append(self.tr("More than {n} are not taken at once.").format(n=formats.number(MOST)))
        return formats.sentences(said)
