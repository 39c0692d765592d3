"""The lines of a PDF page with where they stand and what they look like, as PDFium tells."""

from __future__ import annotations

import ctypes
import math
import re
import struct
from typing import Any, NamedTuple

import pypdfium2.raw as raw

from extractors import pdf_calls
from extractors.pdf_text import HYPHENS

_LINE = re.compile(rf"[^\r\n{HYPHENS}]+")
_DIVIDERS = frozenset(HYPHENS)
_LETTER = re.compile(r"[^\W_]")
_WORD = re.compile(r"\S+")
_TOLD = struct.Struct("=4d4f8x")  # x, y, right side, what nobody asked for; a, b, c, d of the matrix, room for e and f
_Colours = ctypes.c_uint * 4  # red, green, blue, how opaque
_SAMPLED = 400  # characters of a line that are asked for their look
BOLD_NAME = re.compile(r"bold|black|heavy|demi|semib|-bd|hei|cmbx|sfbx|\bbx\d", re.IGNORECASE)
ASLANT = 2  # `Line.turned` of watermarks
_TINY = 1.5  # no letters of running text are that small
_HUGE = 1000.0
_TALL = frozenset("()[]{}/|\\")
_EM = 1.15  # letters of which some hang below the line, to the size of their font
_INVISIBLE = 3  # text rendering mode 3 (ISO 32000-1, table 106): what recognition puts under a scan


class Line(NamedTuple):
    """A line of text; a soft hyphen at its end says that the word goes on in the next. Lengths in points, the origin at
    the lower left of the page; `turned` is 0 when it runs from left to right there, 2 when it runs aslant, 1
    else. `start` is the index of its first character on the text page."""

    text: str
    size: float
    left: float
    right: float
    baseline: float
    turned: int
    start: int


class Look(NamedTuple):
    """How the letters of a line look: size in points, colour 0xRRGGBB, `faint` when nearly as light as paper or
    transparent, `hidden` when they are not drawn at all."""

    size: float
    font: str
    bold: bool
    colour: int
    faint: bool
    hidden: bool


def text_from(page: list[Line]) -> str:
    """The text of lines, each on its own but for divided words."""
    return "\n".join(line.text for line in page).replace("\u00ad\n", "\ufffe")


def lines(textpage: Any, text: str, exact: bool) -> list[Line]:
    """The lines of a page of which `text_of` gave the text."""
    found: list[Line] = []
    told = ctypes.create_string_buffer(_TOLD.size)
    # made once: that costs as much as the calls, and so does looking them up
    at_x, at_y, at_right, at_other, at_matrix = (ctypes.byref(told, place) for place in (0, 8, 16, 24, 32))
    font_size, get_matrix, get_origin, get_box = pdf_calls.font_size, pdf_calls.matrix, pdf_calls.origin, pdf_calls.box
    tell, add, new = _TOLD.unpack_from, found.append, tuple.__new__
    handle = pdf_calls.handle(textpage)
    rounded: dict[float, float] = {}
    for first, segment, divided in _segments(text):
        piece = segment.strip()
        if not piece:
            continue
        if len(piece) < len(segment):
            first += len(segment) - len(segment.lstrip())
        last = first + len(piece) - 1
        middle = (first + last) // 2
        if text[middle] == " ":  # most blanks are PDFium's own, and have no look
            middle += 1
        if not exact:
            index_of = raw.FPDFText_GetCharIndexFromTextIndex
            first, middle, last = (index_of(textpage, place) for place in (first, middle, last))
        size = font_size(handle, middle)
        scaled = get_matrix(handle, middle, at_matrix)
        get_origin(handle, first, at_x, at_y)
        get_box(handle, last, at_other, at_right, at_other, at_other)
        start, baseline, stop, _, a, b, c, d = tell(told)
        turned = 0
        if scaled:
            if b or c:
                turned = _turned(a, b)
                size *= math.hypot(c, d)
            else:
                if a < 0:
                    turned = 1
                size *= d
        if size < _TINY:
            size = abs(size)
            if size < _TINY:
                size = _measured(handle, first, last, piece if exact else "")
        if start > stop:  # the first letter is the right one in Hebrew and Arabic
            start, stop = stop, start
        if divided:
            piece += "\u00ad"
        shown = rounded.get(size)
        if shown is None:
            rounded[size] = shown = round(size, 2)
        add(new(Line, (piece, shown, start, stop, baseline, turned, first)))
    return found


def _segments(text: str) -> list[tuple[int, str, bool]]:
    """What stands between two breaks: where it begins, and whether a word is divided at its end."""
    parts = text.split("\r\n")
    breaks = len(parts) - 1
    if not (HYPHENS[0] in text or HYPHENS[1] in text) and text.count("\r") == breaks == text.count("\n"):
        found, at = [], 0
        for part in parts:
            found.append((at, part, False))
            at += len(part) + 2
        return found
    return [(one.start(), one[0], text[(end := one.end()) : end + 1] in _DIVIDERS) for one in _LINE.finditer(text)]


def _turned(along: float, across: float) -> int:
    """How letters of this matrix are turned, as `Line` tells it."""
    less, more = sorted((abs(along), abs(across)))
    if less > 0.2 * more:
        return ASLANT
    return int(abs(across) > abs(along) or along < 0)


def _measured(textpage: Any, first: int, last: int, text: str) -> float:
    """The size of letters by their height, for fonts that have a scale of their own (Type 3). Their `text`, when it is
    known which is which, tells signs higher than letters."""
    bottom, top, side = (ctypes.c_double() for _ in range(3))
    at_bottom, at_top, at_side = map(ctypes.byref, (bottom, top, side))
    height = 0.0
    for index in range(first, last + 1, max(1, (last - first) // 15)):
        if text and text[index - first] in _TALL:
            continue
        pdf_calls.box(textpage, index, at_side, at_side, at_bottom, at_top)
        if (found := top.value - bottom.value) > height:
            height = found
    return round(height * _EM * 2) / 2 if height < _HUGE else 0.0


def seen(textpage: Any, page: list[Line]) -> list[tuple[Line, Look]]:
    """Lines with their looks; a row of words of different sizes is as many lines."""
    if any(line.turned == ASLANT for line in page):
        page = [_upright(textpage, line) for line in page]
    fonts: dict[int | None, tuple[str, bool]] = {}
    handle = pdf_calls.handle(textpage)
    return [(piece, _look(textpage, handle, piece, fonts)) for line in page for piece in _pieces(handle, line)]


def _upright(textpage: Any, line: Line) -> Line:
    """A line without the letters of a watermark that PDFium took for a part of it."""
    if line.turned or len(line.text) > _SAMPLED:
        return line
    kept = [at for at in range(len(line.text)) if not _is_aslant(textpage, line.start + at)]
    if len(kept) == len(line.text) or not kept:
        return line
    return line._replace(text=" ".join("".join(line.text[at] for at in kept).split()))


def _is_aslant(textpage: Any, index: int) -> bool:
    matrix = raw.FS_MATRIX()
    return bool(raw.FPDFText_GetMatrix(textpage, index, matrix)) and _turned(matrix.a, matrix.b) == ASLANT


def _pieces(handle: Any, line: Line) -> list[Line]:
    """A line parted where the size of its words changes. The first letter of a word tells, for small capitals."""
    sampled = line.text[:_SAMPLED]
    letter, last = _LETTER.search(sampled), _LETTER.search(sampled[::-1])
    places = (letter.start(), len(sampled) - 1 - last.start()) if letter and last else ()
    sizes = {_size(handle, line.start + at) for at in places}
    if max(sizes, default=0.0) < _TINY or all(abs(size - line.size) < 0.05 * line.size for size in sizes):
        return [line]
    words = list(_WORD.finditer(line.text[:_SAMPLED]))
    groups: list[tuple[float, int, int]] = []  # size, first and last character
    for word in words:
        first = next((at for at in range(word.start(), word.end()) if line.text[at].isalnum()), word.start())
        size = _size(handle, line.start + first)
        if groups and (
            abs(groups[-1][0] - size) <= 0.12 * size
            or word.end() - word.start() < 3
            or (word[0].isupper() and _small_capitals(line.text[groups[-1][1] : word.end()], size / groups[-1][0]))
        ):
            groups[-1] = (groups[-1][0], groups[-1][1], word.end())
        else:
            groups.append((size, word.start(), word.end()))
    if len(groups) == 1:
        return [line._replace(size=groups[0][0])]
    other, right, x, y = (ctypes.c_double() for _ in range(4))
    at_other, at_right, at_x, at_y = map(ctypes.byref, (other, right, x, y))
    found = []
    for size, start, end in groups:
        pdf_calls.origin(handle, line.start + start, at_x, at_y)
        pdf_calls.box(handle, line.start + end - 1, at_other, at_right, at_other, at_other)
        ends = sorted((x.value, right.value))
        found.append(Line(line.text[start:end], size, ends[0], ends[1], y.value, line.turned, line.start + start))
    return found


def _small_capitals(text: str, ratio: float) -> bool:
    """Are these capitals of one line, the last word smaller by so much because it begins with a small letter?"""
    return text.isupper() and text.isascii() and (0.66 < ratio < 0.88 or 0.66 < 1 / ratio < 0.88)


def _look(textpage: Any, handle: Any, line: Line, fonts: dict[int | None, tuple[str, bool]]) -> Look:
    """How a line looks, from the letter in its middle. `fonts` are those that are known already."""
    sampled = line.text[:_SAMPLED]
    letter = _LETTER.search(sampled, len(sampled) // 2) or _LETTER.search(sampled)
    index = line.start + (letter.start() if letter else 0)
    place = pdf_calls.text_object(handle, index)
    thing = pdf_calls.at(place)
    font = pdf_calls.object_font(thing) if place else None
    if font is None or font not in fonts:
        name = _font(textpage, index)
        fonts[font] = name, raw.FPDFText_GetFontWeight(textpage, index) >= 600 or bool(BOLD_NAME.search(name))
    name, bold = fonts[font]
    colours = _Colours(0, 0, 0, 255)
    pdf_calls.fill(handle, index, *(ctypes.byref(colours, 4 * number) for number in range(4)))
    red, green, blue, alpha = colours
    hidden = bool(place) and pdf_calls.text_mode(thing) == _INVISIBLE
    faint = alpha < 80 or min(red, green, blue) >= 0xC8
    return Look(line.size, name, bold, red << 16 | green << 8 | blue, faint, hidden)


def _size(handle: Any, index: int) -> float:
    size: float = pdf_calls.font_size(handle, index)
    matrix = raw.FS_MATRIX()
    if pdf_calls.matrix(handle, index, ctypes.byref(matrix)):
        size *= math.hypot(matrix.c, matrix.d)
    return round(abs(size), 1)


def _font(textpage: Any, index: int) -> str:
    flags = ctypes.c_int()
    length = raw.FPDFText_GetFontInfo(textpage, index, None, 0, flags)
    if not 0 < length <= 1000:
        return ""
    buffer = ctypes.create_string_buffer(length)
    raw.FPDFText_GetFontInfo(textpage, index, buffer, length, flags)
    return buffer.value.decode("utf-8", "replace").rpartition("+")[2]
