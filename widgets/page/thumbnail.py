"""A picture of the first page of a PDF, made in a worker.

QtPdf and not pypdfium2: that one may run in one thread at a time, and the extractors use it meanwhile; QtPdf brings a
PDFium of its own and guards it.
"""

from __future__ import annotations

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtPdf import QPdfDocument

_WIDTH = 416
_MOST = 64 * 1024 * 1024


def first_page(body: bytes) -> QImage | None:
    """The first page as a picture on white, None when the file cannot be drawn."""
    if not body.startswith(b"%PDF") or len(body) > _MOST:
        return None
    data = QByteArray(body)
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    document = QPdfDocument()
    document.load(buffer)
    if document.status() != QPdfDocument.Status.Ready or document.pageCount() < 1:
        return None
    size = document.pagePointSize(0)
    height = min(3 * _WIDTH, round(_WIDTH * size.height() / max(1.0, size.width())))
    drawn = document.render(0, QSize(_WIDTH, max(1, height)))
    document.close()
    if drawn.isNull():
        return None
    paper = QImage(drawn.size(), QImage.Format.Format_RGB32)
    paper.fill(QColor("white"))
    painter = QPainter(paper)
    painter.drawImage(0, 0, drawn)
    painter.end()
    return paper
