"""The fonts of a PDF, and whether a page is a picture."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from itertools import islice
from typing import Any

import pypdfium2.raw as raw

from extractors import pdf_calls
from extractors.pdf_lines import Line

_MOST = 40
_OBJECTS = 200


def collect(textpage: Any, lines: Sequence[Line], fonts: dict[str, bool]) -> None:
    """Add the fonts of these lines: name → is it embedded?"""
    known: set[int] = set()
    page = pdf_calls.handle(textpage.raw)
    for line in lines:
        thing = pdf_calls.text_object(page, line.start)
        place = pdf_calls.object_font(thing) if thing else None
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


def has_picture(page: Any) -> bool:
    """Is there a picture among the first things drawn on the page?"""
    things = page.get_objects(filter=(raw.FPDF_PAGEOBJ_IMAGE,), max_depth=3)
    return next(islice(things, _OBJECTS), None) is not None
