"""What is written on a PDF page in notes and form fields."""

from __future__ import annotations

import ctypes
from typing import Any

import pypdfium2.raw as raw

from extractors import pdf_calls, spacing
from extractors.pdf_file import Page

_MOST = 500
_LONGEST = 20_000
_NOTES = frozenset(
    (raw.FPDF_ANNOT_TEXT, raw.FPDF_ANNOT_HIGHLIGHT, raw.FPDF_ANNOT_UNDERLINE, raw.FPDF_ANNOT_SQUIGGLY,
     raw.FPDF_ANNOT_STRIKEOUT, raw.FPDF_ANNOT_CARET)
)  # fmt: skip
_DRAWN = frozenset((raw.FPDF_ANNOT_WIDGET, raw.FPDF_ANNOT_FREETEXT, raw.FPDF_ANNOT_STAMP))


def of(page: Page) -> tuple[list[str], bool]:
    """The comments on a page, and whether something on it holds text that is no part of its content: a form field, a
    text put over it. At most 500 annotations are looked at."""
    notes: list[str] = []
    drawn = False
    sheet = pdf_calls.handle(page.raw)
    for index in range(min(pdf_calls.count_annotations(sheet), _MOST)):
        place = pdf_calls.annotation(sheet, index)
        if not place:
            continue
        annotation = pdf_calls.at(place)
        kind = pdf_calls.annotation_type(annotation)
        drawn = drawn or kind in _DRAWN
        if kind in _NOTES and (note := _contents(ctypes.cast(place, raw.FPDF_ANNOTATION))) and note not in notes:
            notes.append(note)
        pdf_calls.close_annotation(annotation)
    return notes, drawn


def _contents(annotation: Any) -> str:
    length = raw.FPDFAnnot_GetStringValue(annotation, b"Contents", None, 0)
    if not 2 < length <= _LONGEST:
        return ""
    buffer = (ctypes.c_ushort * (length // 2))()
    raw.FPDFAnnot_GetStringValue(annotation, b"Contents", buffer, length)
    return spacing.paragraph(bytes(buffer)[:-2].decode("utf-16-le", "replace"))
