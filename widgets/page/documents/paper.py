"""What is on screen as a PDF, to be printed or saved: a page as the browser prints it, a text set in type, the pages of
a document."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC
from html import escape
from typing import TYPE_CHECKING
from urllib.parse import quote

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QObject
from PySide6.QtGui import QPageLayout, QPageSize, QPdfWriter, QTextCursor, QTextDocument

from app.archive.documents.pages import name_of
from app.archive.model import Capture
from app.archive.reader import ArchiveReader
from app.errors import UserError
from app.messages import Message
from app.templates.known import template_of
from extractors.base.types import Document
from extractors.door.workers import shared
from widgets.kit import jobs
from widgets.kit.courtesy import FIRST
from widgets.kit.loading import Loader
from widgets.page import fact_words, reading
from widgets.page.reading import Typography
from widgets.page.reading_view import role_words

if TYPE_CHECKING:
    from widgets.session import Session
    from widgets.web.view import ReplayView

Done = Callable[[bytes], None]
Failed = Callable[[Exception], None]
Make = Callable[[ArchiveReader, jobs.Handle], bytes]
"""Makes the PDF in a worker."""

_MARGINS = QMarginsF(15, 15, 15, 15)  # millimetres
_RESOLUTION = 96  # so that a pixel of the look is one of the paper; letters are drawn as curves anyway
# ink on white, whatever the window is
_LOOK = Typography("#111111", "#555555", "#1a4f8b", "#f3f3f1", "#bbbbbb", 15)


_MEMBERS = 2000
"""Names of files inside that are told."""


class NoPaper(UserError):
    """Nothing can be printed; the message says why."""


def line_of(capture: Capture) -> str:
    """Address and time of a capture, in letters that every printer has."""
    date = capture.date.astimezone(UTC).strftime("%Y-%m-%d %H:%M UTC")
    return f"{quote(capture.url, safe=_KEPT)}   {date}"


_KEPT = "!#$%&'()*+,/:;=?@[]~"


class Paper(QObject):
    """Makes one PDF at a time."""

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._loader = Loader(self)

    def of_view(self, view: ReplayView, line: str, done: Done, failed: Failed) -> None:
        """A page as the browser prints it."""

        def printed(pdf: bytes) -> None:
            if pdf:
                self.made(lambda *_: pdf, line, done, failed)
            else:
                failed(NoPaper(Message("paper-page")))

        layout = QPageLayout(QPageSize(QPageSize.PageSizeId.A4), QPageLayout.Orientation.Portrait, _MARGINS)
        layout.setUnits(QPageLayout.Unit.Millimeter)
        view.print_to_pdf(layout, printed)

    def of_text(self, capture: Capture, main: bool, line: str, done: Done, failed: Failed) -> None:
        """The text of a document, set in type."""

        def make(reader: ArchiveReader, task: jobs.Handle) -> bytes:
            template = template_of(reader.path, capture.url)
            document = reader.document(capture, main=True, template=template, ocr=True)
            return typeset(document, main=main, name=name_of(capture.url), check=task.check)

        self.made(make, line, done, failed)

    def made(self, make: Make, line: str, done: Done, failed: Failed) -> None:
        """A PDF that a worker makes or has; with the line at the foot of its pages, unless that is empty."""

        def work(reader: ArchiveReader, task: jobs.Handle) -> bytes:
            pdf = make(reader, task)
            task.check()
            if not line:
                return pdf
            stamped = shared().stamped(pdf, line, cancelled=lambda: task.cancelled)
            if not stamped:
                raise NoPaper(Message("paper-line"))
            return stamped

        self._loader.start(self._session.archive, work, done, failed, label=self.tr("Preparing the pages"))


def _told(document: Document, look: Typography) -> str:
    """What stands in place of a text: facts, and the names of files inside."""
    members = "".join(f"<p>{escape(member.name)}</p>" for member in document.members[:_MEMBERS])
    return reading.facts_box(fact_words.rows(document.metadata), look) + members


def typeset(
    document: Document, *, main: bool, name: str = "", check: Callable[[], object] = lambda: None
) -> bytes:
    """The text of a document as a PDF with numbered pages; in a worker. One without a text has what it says of itself and
    the names of files inside, and `name` if it has no title. `check` ends it by raising."""
    bare = not document.parts and not document.text.strip()
    if bare and not document.title:
        document = replace(document, title=name)
    look = replace(_LOOK, words=role_words(document.format))
    shown = QTextDocument()
    shown.setLayoutEnabled(False)  # while it is written; the layout would start timers, which no worker has
    shown.setDefaultStyleSheet(look.style_sheet())
    cursor = QTextCursor(shown)
    byline = reading.heading(document, (document.author, document.date[:10]))
    cursor.insertHtml(f"<body>{byline}{_told(document, look) if bare else ''}</body>")
    for chapter in reading.chapters(document, main=main):
        for piece in reading.pieces(chapter.blocks, look):
            check()
            FIRST.give_way()
            cursor.movePosition(QTextCursor.MoveOperation.End)
            cursor.insertBlock()
            cursor.insertHtml(f"<body>{piece}</body>")
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(_RESOLUTION)
    writer.setTitle(document.title)
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    shown.setLayoutEnabled(True)
    shown.print_(writer)
    buffer.close()
    return bytes(buffer.data().data())
