"""A line of small grey letters at the foot of every page of a PDF."""

from __future__ import annotations

import ctypes
import io
from typing import Any

_SIZE = 7.0  # points
_LEFT, _BOTTOM = 28.0, 14.0  # points from the edges
_LETTER = 0.52  # of the size: how wide a letter is at most, on the average
_GREY = 96


def stamped(data: bytes, line: str) -> bytes:
    """The file with the line, whatever way its pages are turned; in ASCII, for no other letters are in every reader.
    `Unreadable` when there is no such document."""
    from extractors.pdf.file import opened

    with opened(data) as pdf:
        for number in range(len(pdf)):
            _stamp(pdf, number, line.encode("ascii", "replace").decode())
        target = io.BytesIO()
        pdf.save(target)
    return target.getvalue()


def _stamp(pdf: Any, number: int, line: str) -> None:
    import pypdfium2 as pdfium
    import pypdfium2.raw as raw

    try:
        page = pdf[number]
    except pdfium.PdfiumError:
        return  # a damaged page stays as it is
    try:
        left, bottom, right, top = page.get_bbox()
        turned = page.get_rotation() % 360
        room = (top - bottom if turned in (90, 270) else right - left) - 2 * _LEFT
        text = raw.FPDFPageObj_NewTextObj(pdf.raw, b"Helvetica", _SIZE)
        letters = (_shortened(line, int(room / (_SIZE * _LETTER))) + "\0").encode("utf-16-le")
        raw.FPDFText_SetText(text, ctypes.cast(ctypes.create_string_buffer(letters), raw.FPDF_WIDESTRING))
        raw.FPDFPageObj_SetFillColor(text, _GREY, _GREY, _GREY, 255)
        matrix = {
            0: (1, 0, 0, 1, left + _LEFT, bottom + _BOTTOM),
            90: (0, 1, -1, 0, right - _BOTTOM, bottom + _LEFT),
            180: (-1, 0, 0, -1, right - _LEFT, top - _BOTTOM),
            270: (0, -1, 1, 0, left + _BOTTOM, top - _LEFT),
        }[turned]
        raw.FPDFPageObj_Transform(text, *matrix)
        raw.FPDFPage_InsertObject(page.raw, text)
        raw.FPDFPage_GenerateContent(page.raw)
    finally:
        page.close()


def _shortened(line: str, most: int) -> str:
    """The beginning and the end of a line that is too long: the address, and when it was captured."""
    if len(line) <= most or most < 8:
        return line
    half = (most - 3) // 2
    return f"{line[:half]}...{line[-half:]}"
