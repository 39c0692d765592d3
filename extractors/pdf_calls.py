"""The functions of PDFium that are called for each line of text, without the checks ctypes makes of their arguments:
those take longer than what they guard. Handles are `ctypes.c_void_p`, results go where `ctypes.byref` tells."""

from __future__ import annotations

import ctypes
from typing import Any

import pypdfium2.raw as raw

_POINTER = ctypes.c_void_p


def _unchecked(function: Any, result: Any, *arguments: Any) -> Any:
    found = type(function)(ctypes.cast(function, _POINTER).value)  # a function of the same library
    found.restype, found.argtypes = result, arguments
    return found


def handle(thing: Any) -> ctypes.c_void_p:
    """What a typed pointer of pypdfium2 points to."""
    return ctypes.cast(thing, _POINTER)


font_size = _unchecked(raw.FPDFText_GetFontSize, ctypes.c_double, _POINTER, ctypes.c_int)
matrix = _unchecked(raw.FPDFText_GetMatrix, ctypes.c_int, _POINTER, ctypes.c_int, _POINTER)
origin = _unchecked(raw.FPDFText_GetCharOrigin, ctypes.c_int, _POINTER, ctypes.c_int, _POINTER, _POINTER)
box = _unchecked(raw.FPDFText_GetCharBox, ctypes.c_int, _POINTER, ctypes.c_int, _POINTER, _POINTER, _POINTER, _POINTER)
text_object = _unchecked(raw.FPDFText_GetTextObject, _POINTER, _POINTER, ctypes.c_int)
object_font = _unchecked(raw.FPDFTextObj_GetFont, _POINTER, _POINTER)
