"""The functions of PDFium that are called for each line, link and comment, without what ctypes does around a call:
converting arguments and letting other threads run takes longer than what they do.

Nothing is checked: pages and other things are given as `handle` or `at` makes them, numbers plain ones that a C int
holds, results go where `ctypes.byref` tells, and there are as many arguments as the function has.
"""

from __future__ import annotations

import ctypes
from typing import Any

import pypdfium2.raw as raw

_POINTER = ctypes.c_void_p


def _prompt(function: Any, result: Any = None, *arguments: Any) -> Any:
    place = ctypes.cast(function, _POINTER).value or 0
    return ctypes.PYFUNCTYPE(result, *arguments)(place)  # a function of the same library


def handle(thing: Any) -> Any:
    """What a typed pointer of pypdfium2 points to, as an argument."""
    return at(_POINTER.from_buffer(thing).value)


def at(place: int | None) -> Any:
    """What lies at a place in memory, as an argument."""
    return _POINTER.from_param(place)


font_size = _prompt(raw.FPDFText_GetFontSize, ctypes.c_double)
matrix = _prompt(raw.FPDFText_GetMatrix, ctypes.c_int)
origin = _prompt(raw.FPDFText_GetCharOrigin)
box = _prompt(raw.FPDFText_GetCharBox)
text_object = _prompt(raw.FPDFText_GetTextObject, _POINTER)
object_font = _prompt(raw.FPDFTextObj_GetFont, _POINTER)
text_mode = _prompt(raw.FPDFTextObj_GetTextRenderMode, ctypes.c_int)
fill = _prompt(raw.FPDFText_GetFillColor)

next_link = _prompt(raw.FPDFLink_Enumerate, ctypes.c_int)
link_action = _prompt(raw.FPDFLink_GetAction, _POINTER)
link_place = _prompt(raw.FPDFLink_GetAnnotRect, ctypes.c_int)
action_type = _prompt(raw.FPDFAction_GetType, ctypes.c_ulong)
address = _prompt(raw.FPDFAction_GetURIPath, ctypes.c_ulong, _POINTER, _POINTER, _POINTER, ctypes.c_ulong)  # no int

next_entry = _prompt(raw.FPDFBookmark_GetNextSibling, _POINTER)
first_entry = _prompt(raw.FPDFBookmark_GetFirstChild, _POINTER)
entry_title = _prompt(raw.FPDFBookmark_GetTitle, ctypes.c_ulong, _POINTER, _POINTER, ctypes.c_ulong)

count_annotations = _prompt(raw.FPDFPage_GetAnnotCount, ctypes.c_int)
annotation = _prompt(raw.FPDFPage_GetAnnot, _POINTER)
annotation_type = _prompt(raw.FPDFAnnot_GetSubtype, ctypes.c_int)
close_annotation = _prompt(raw.FPDFPage_CloseAnnot)
