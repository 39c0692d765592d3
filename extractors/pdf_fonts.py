"""The fonts of a PDF, and whether a page is a picture."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

import pypdfium2.raw as raw

from extractors import pdf_calls
from extractors.pdf_file import Page
from extractors.pdf_lines import Line

_MOST = 40
_DEPTH = 3  # of drawings in drawings that are looked into


def collect(textpage: Any, lines: Sequence[Line], fonts: dict[str, bool]) -> None:
    """Add the fonts of these lines: name → is it embedded?"""
    known: set[int] = set()
    page = pdf_calls.handle(textpage)
    for line in lines:
        thing = pdf_calls.text_object(page, line.start)
        place = pdf_calls.object_font(pdf_calls.at(thing)) if thing else None
        if not place or place in known or len(fonts) >= _MOST:
            continue
        known.add(place)
        font = ctypes.cast(place, raw.FPDF_FONT)
        length = raw.FPDFFont_GetBaseFontName(font, None, 0)
        if not 1 < length <= 500:
            continue
        buffer = ctypes.create_string_buffer(length)
        raw.FPDFFont_GetBaseFontName(font, buffer, length)
        name = buffer.value.decode("utf-8", "replace")
        name = name[7:] if name[6:7] == "+" else name  # the tag of a subset
        fonts[name] = raw.FPDFFont_GetIsEmbedded(font) == 1


def said(fonts: dict[str, bool]) -> str:
    """The fonts in one line; those that are not in the file are marked."""
    return ", ".join(name if embedded else f"{name} (not embedded)" for name, embedded in fonts.items())[:1000]


def has_picture(page: Page) -> bool:
    """Is a picture drawn on the page?"""
    return _drawn(raw.FPDFPage_CountObjects, raw.FPDFPage_GetObject, page.raw, _DEPTH, raw.FPDF_PAGEOBJ_IMAGE)


def has_text(page: Page) -> bool:
    """Is text drawn on the page, whether or not its characters can be told?"""
    return _drawn(raw.FPDFPage_CountObjects, raw.FPDFPage_GetObject, page.raw, _DEPTH, raw.FPDF_PAGEOBJ_TEXT)


def _drawn(count: Any, get: Any, holder: Any, depth: int, wanted: int) -> bool:
    """Is a thing of this kind on a page, or in a drawing that is placed on it?"""
    for number in range(count(holder)):
        thing = get(holder, number)
        kind = raw.FPDFPageObj_GetType(thing)
        if kind == wanted or (
            kind == raw.FPDF_PAGEOBJ_FORM
            and depth > 1
            and _drawn(raw.FPDFFormObj_CountObjects, raw.FPDFFormObj_GetObject, thing, depth - 1, wanted)
        ):
            return True
    return False
