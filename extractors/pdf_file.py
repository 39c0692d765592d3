"""Opening PDF files with PDFium, which only one thread of the process may be inside."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from extractors import bombs, pdf_drawings
from extractors.types import Unreadable

_lock = threading.Lock()  # PDFium keeps global state
_HEAD = b"%PDF-"
_SEARCHED = 1 << 20


class Unopened(Unreadable):
    """PDFium could not open the file; another reader may be asked. What was refused as a bomb is no such file."""


class Page:
    """A page of an open document and its text, as handles of PDFium; to be closed. pypdfium2 has objects for both,
    which take as long to make and to end as the page takes to close."""

    __slots__ = ("raw", "text")

    def __init__(self, pdf: Any, number: int) -> None:
        """pypdfium2.PdfiumError when it is damaged."""
        self.raw = raw.FPDF_LoadPage(pdf.raw, number)
        if not self.raw:
            raise pdfium.PdfiumError("The page is damaged.")
        self.text = raw.FPDFText_LoadPage(self.raw)
        if not self.text:
            raw.FPDF_ClosePage(self.raw)
            raise pdfium.PdfiumError("The text of the page is damaged.")

    def box(self) -> tuple[float, float, float, float]:
        """What of it is shown: left, bottom, right, top, in points."""
        found = raw.FS_RECTF()
        if not raw.FPDF_GetPageBoundingBox(self.raw, found):
            raise pdfium.PdfiumError("The page has no size.")
        return found.left, found.bottom, found.right, found.top

    def close(self) -> None:
        raw.FPDFText_ClosePage(self.text)
        raw.FPDF_ClosePage(self.raw)


@contextmanager
def opened(data: bytes) -> Iterator[Any]:
    """The document (pypdfium2.PdfDocument), for as long as no other thread needs PDFium; `Unopened` when there is
    none, `Unreadable` when it was not tried. The empty password opens what is only protected against changes."""
    bombs.check_pdf(data)
    pdf_drawings.check(data)
    with _lock:
        pdf = _open(data)
        try:
            yield pdf
        finally:
            pdf.close()


def _open(data: bytes) -> Any:
    try:
        return pdfium.PdfDocument(data)
    except pdfium.PdfiumError as error:
        if "password" in str(error).lower():
            raise Unopened("The PDF is protected by a password.") from error
        start = data.find(_HEAD, 1, _SEARCHED)  # PDFium looks for it in the first kibibyte only
        if start > 0:
            return _open(data[start:])
        if not data.startswith(_HEAD) and b" obj" in data[:_SEARCHED]:
            return _open(_HEAD + b"1.4\n" + data)  # the beginning is missing
        raise Unopened("The PDF is damaged and cannot be opened.") from error
