"""Printing what is on screen, and saving it as a PDF."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QTransform
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QFileDialog

from app.errors import StorageFailed, UserError
from app.exporting.naming import safe_name
from app.messages import Message
from extractors.door.workers import shared
from widgets.kit import jobs
from widgets.kit.files import setting
from widgets.shell.opened import Opened
from widgets.words import formats

_LINE = "print/line"
_DOTS = 300  # an inch: more cannot be told apart on paper, and costs memory
_WIDEST = 4000  # pixels of a page


class NotPrinted(UserError):
    """The printer did not take what was sent."""

    code = "paper-unwritten"


class WindowPrinting(QObject):
    """Printing of what is shown; idle while no page is."""

    def __init__(self, opened: Opened) -> None:
        super().__init__(opened.window)
        self._opened = opened

    @property
    def line(self) -> bool:
        """Whether address and date of the capture stand at the foot of what is printed."""
        return setting(self._opened.settings, _LINE, True)

    def set_line(self, on: bool) -> None:
        self._opened.settings.setValue(_LINE, on)

    def print_page(self) -> None:
        """Ask for a printer, and print what is on screen."""
        if self._opened.workspace is not None:
            self._opened.workspace.page.print_to(self.line, self._ask_printer, self._opened.messages.tell)

    def save_pdf(self) -> None:
        """Save what is on screen as a PDF."""
        workspace = self._opened.workspace
        capture = workspace.page.capture if workspace is not None else None
        if workspace is None or capture is None:
            return
        name = safe_name(capture.title or formats.readable(capture.url), ".pdf", set())
        chosen, _ = QFileDialog.getSaveFileName(
            self._opened.window, self.tr("Save as PDF"), name, self.tr("PDF documents (*.pdf)")
        )
        if chosen:
            self.save_to(Path(chosen))

    def save_to(self, path: Path) -> None:
        """Save what is on screen to a file."""
        if self._opened.workspace is None:
            return

        def write(pdf: bytes) -> None:
            jobs.run(self, lambda _: _write(path, pdf), done=told)

        def told(written: Path) -> None:
            self._opened.messages.info(self.tr("Saved as {path}.").format(path=written))

        self._opened.workspace.page.print_to(self.line, write, self._opened.messages.tell)

    def _ask_printer(self, pdf: bytes) -> None:
        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        dialog = QPrintDialog(printer, self._opened.window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.accepted.connect(lambda: self.send(pdf, printer))
        dialog.setModal(True)
        dialog.show()

    def send(self, pdf: bytes, printer: QPrinter) -> None:
        """Print the pages that were chosen, in a worker."""
        words = self.tr("Page {done} of {total}")

        def work(task: jobs.Handle) -> int:
            return print_pages(pdf, printer, task, words)

        def told(count: int) -> None:
            self._opened.say_briefly(self.tr("%Ln page(s) printed.", "", count), 4000)

        jobs.run(self, work, done=told, label=self.tr("Printing"))


def _write(path: Path, pdf: bytes) -> Path:
    try:
        path.write_bytes(pdf)
    except OSError as error:
        raise StorageFailed(path=path, detail=error.strerror or error) from error
    return path


def print_pages(pdf: bytes, printer: QPrinter, task: jobs.Handle, words: str) -> int:
    """The pages of a PDF onto paper, each as large as there is room, turned where that fits better; how many."""
    about = shared().extract(pdf, declared_type="application/pdf", text=False, links=False)
    count = int(about.metadata.get("pages", "0") or 0)
    first, last = max(1, printer.fromPage()), min(count, printer.toPage() or count)
    painter = QPainter()
    if count and not painter.begin(printer):
        raise NotPrinted(detail=Message("paper-none"))
    room = QRectF(printer.pageLayout().paintRectPixels(printer.resolution()))
    room.moveTo(0, 0)
    inches = max(room.width(), room.height()) / printer.resolution()
    printed = 0
    try:
        for number in range(first - 1, last):
            task.check()
            task.step(number, count, partial(words.format, done=number + 1, total=count))
            found = shared().page_picture(
                pdf, number, min(_WIDEST, round(inches * _DOTS)), cancelled=lambda: task.cancelled
            )
            if found is None:
                continue
            if printed:
                printer.newPage()
            _draw(painter, QImage.fromData(found.data), room)
            printed += 1
    finally:
        painter.end()
    return printed


def _draw(painter: QPainter, picture: QImage, room: QRectF) -> None:
    if (picture.width() > picture.height()) != (room.width() > room.height()):
        picture = picture.transformed(QTransform().rotate(90))
    size = picture.size().toSizeF().scaled(room.size(), Qt.AspectRatioMode.KeepAspectRatio)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    left, top = (room.width() - size.width()) / 2, (room.height() - size.height()) / 2
    painter.drawImage(QRectF(left, top, size.width(), size.height()), picture)
