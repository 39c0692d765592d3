"""Opening PDF files with PDFium, which only one thread of the process may be inside."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pypdfium2 as pdfium

from extractors import bombs, pdf_drawings
from extractors.types import Unreadable

_lock = threading.Lock()  # PDFium keeps global state
_HEAD = b"%PDF-"
_SEARCHED = 1 << 20


@contextmanager
def opened(data: bytes) -> Iterator[Any]:
    """The document (pypdfium2.PdfDocument), for as long as no other thread needs PDFium; `Unreadable` when there is
    none. The empty password is tried, which opens what is only protected against changes."""
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
            raise Unreadable("The PDF is protected by a password.") from error
        start = data.find(_HEAD, 1, _SEARCHED)  # PDFium looks for it in the first kibibyte only
        if start > 0:
            return _open(data[start:])
        if not data.startswith(_HEAD) and b" obj" in data[:_SEARCHED]:
            return _open(_HEAD + b"1.4\n" + data)  # the beginning is missing
        raise Unreadable("The PDF is damaged and cannot be opened.") from error
