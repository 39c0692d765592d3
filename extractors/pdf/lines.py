"""The lines of a PDF page with where they stand and what they look like, as PDFium tells."""

from __future__ import annotations

import ctypes
import math
import re
import struct
import unicodedata
from collections import Counter
from typing import Any, NamedTuple

import pypdfium2.raw as raw

from extractors.pdf import file

# The text of a PDF page as PDFium gives it, and its words as they are written.

HYPHENS = "\ufffe\x02"  # PDFium's marks of a word divided at the end of a line
_DIVIDED = re.compile(f"[{HYPHENS}](.?)")
_ACCENTS = {
    "´": "\u0301",
    "¨": "\u0308",
    "ˆ": "\u0302",
    "˜": "\u0303",
    "ˇ": "\u030c",
    "˚": "\u030a",
    "¸": "\u0327",
}
_ACCENT = re.compile(f"[{''.join(_ACCENTS)}]")
_ACCENTED = re.compile(f"([A-Za-z]?)([{''.join(_ACCENTS)}])([A-Za-z]?)")
# Ligatures of fonts of TeX that do not tell their letters, by their places in them: ff, fi, fl, ffi, ffl.
_PLACES = {"\x0b": "\ufb00", "\x0c": "\ufb01", "\r": "\ufb02", "\x0e": "\ufb03", "\x0f": "\ufb04"}
_PLACED = re.compile(
    r"(?<![A-Z\d\x00-\x09\x0e-\x1f\x7f-\x9f])[\x0b\x0c\x0e\x0f](?=[a-z])"
    r"|(?<=[a-z])(?:[\x0b\x0c\x0e\x0f](?=[\s.,;:)’”-])|\r(?=[a-z]))"
)
# The same of its newer fonts (encoding T1).
_NEWER_PLACES = dict(zip("\x1b\x1c\x1d\x1e\x1f", _PLACES.values(), strict=True))
_NEWER_PLACED = re.compile(
    r"(?<![A-Z\d\x00-\x1f\x7f-\x9f])[\x1b-\x1f](?=[a-z])|(?<=[a-z])[\x1b-\x1f](?=[\s.,;:)’”-])"
)
_LIGATURES = dict(zip(range(0xFB00, 0xFB05), ("ff", "fi", "fl", "ffi", "ffl"), strict=True))
# What takes more than blanks to be joined: scripts without them, marks and signs that belong to another letter.
_INTRICATE = re.compile(f"[{''.join(_ACCENTS)}\u0300-\u036f\u2e80-\ufffd\uffff-\U0010ffff]")
_UNIT = ctypes.c_ushort
_WESTERN = re.compile("[\xc0-\xff]{5}")  # no language has so many of them together
_ENOUGH_LETTERS = 40
_CYRILLIC = {0xC0 + place: 0x410 + place for place in range(64)} | {
    0xA8: 0x401,
    0xB8: 0x451,
    0x9C: 0x401,
    0xBC: 0x451,
}


def text_of(textpage: Any) -> tuple[str, bool]:
    """All characters of a page in the order of its content, and whether their places in the text are their indices."""
    count = raw.FPDFText_CountChars(textpage)
    if count <= 0:
        return "", True
    room = bytearray(2 * count + 2)  # a type of ctypes for each length takes longer to make
    written = raw.FPDFText_GetText(textpage, 0, count, _UNIT.from_buffer(room))
    units = memoryview(room)[: 2 * max(0, written - 1)]
    try:
        text = str(units, "utf-16-le")
    except UnicodeDecodeError:  # half a surrogate pair
        text = str(units, "utf-16-le", "surrogatepass")
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    if "\x0c" in text:
        text = _with_ligatures(text, _PLACED, _PLACES)
    if "\x1c" in text:
        text = _with_ligatures(text, _NEWER_PLACED, _NEWER_PLACES)
    if _WESTERN.search(text):
        text = _in_cyrillic(text)
    return text, written - 1 == count and len(text) == count


def _in_cyrillic(text: str) -> str:
    """Text in Cyrillic letters where a font of TeX does not tell them: PDFium then takes their places for those of
    Latin-1. It is so when such letters are most of the page, and those the most frequent that are in Russian and its
    kin."""
    letters = Counter(filter(str.isalpha, text.casefold()))
    western = sum(count for letter, count in letters.items() if "\xe0" <= letter <= "\xff") + text.count("÷")
    frequent = sum(letters[letter] for letter in "îåàèíò")  # о, е, а, и, н, т
    if western < _ENOUGH_LETTERS or western < 0.5 * letters.total() or frequent < 0.33 * western:
        return text
    return text.translate(_CYRILLIC)


def _with_ligatures(text: str, placed: re.Pattern[str], places: dict[str, str]) -> str:
    """Text with the ligatures of TeX, a character each, unless something else stands in their places: then fi is not
    the most frequent of them."""
    often = Counter(places[one] for one in placed.findall(text))
    if not often or often["\ufb01"] < max(often.values()):
        return text
    return placed.sub(lambda at: places[at[0]], text)


def whole(text: str, plain: bool = False) -> str:
    """Text with its divided words put together, and accents that were drawn on their own with their letters. `plain`:
    is it known that there are none, nor ligatures?

    A hyphen before a capital, a figure or a character of scripts that divide no words was meant (Stress-Engineered).
    """
    if text.isascii() and "\x02" not in text:
        return text
    if not plain:
        if "\ufb01" in text or "\ufb00" in text:
            text = text.translate(_LIGATURES)
        if _ACCENT.search(text):
            text = _ACCENTED.sub(_accented, text)
    if "\ufffe" not in text and "\x02" not in text:
        return text
    return _DIVIDED.sub(
        lambda at: ("-" if at[1].isupper() or at[1].isdigit() or at[1] > "\u2e80" else "") + at[1], text
    )


def _accented(found: re.Match[str]) -> str:
    """e´ or ´e → é, when there is such a letter."""
    before, accent, after = found.groups()
    mark = _ACCENTS[accent]
    if before and len(letter := unicodedata.normalize("NFC", before + mark)) == 1:
        return letter + after
    if after and len(letter := unicodedata.normalize("NFC", after + mark)) == 1:
        return before + letter
    return found[0]


def is_plain(text: str) -> bool:
    """Whether blanks and hyphens are all it takes to join the lines of a page."""
    return text.isascii() or not _INTRICATE.search(text)


_LINE = re.compile(rf"[^\r\n{HYPHENS}]+")
_DIVIDERS = frozenset(HYPHENS)
_LETTER = re.compile(r"[^\W_]")
_WORD = re.compile(r"\S+")
_TOLD = struct.Struct(
    "=4d4f8x"
)  # x, y, right side, an unused value; a, b, c, d of the matrix, room for e and f
_Colours = ctypes.c_uint * 4  # red, green, blue, how opaque
_SAMPLED = 400  # characters of a line that are asked for their look
BOLD_NAME = re.compile(r"bold|black|heavy|demi|semib|-bd|hei|cmbx|sfbx|\bbx\d", re.IGNORECASE)
ASLANT = 2  # `Line.turned` of watermarks
_GAP = 0.12  # of a size, from which there is a blank between letters
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


class FontStyle(NamedTuple):
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
    font_size, get_matrix, get_origin, get_box = (
        file.font_size,
        file.matrix,
        file.origin,
        file.box,
    )
    tell, add, new = _TOLD.unpack_from, found.append, tuple.__new__
    handle = file.handle(textpage)
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
    return [
        (one.start(), one[0], text[(end := one.end()) : end + 1] in _DIVIDERS) for one in _LINE.finditer(text)
    ]


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
        file.box(textpage, index, at_side, at_side, at_bottom, at_top)
        if (found := top.value - bottom.value) > height:
            height = found
    return round(height * _EM * 2) / 2 if height < _HUGE else 0.0


def seen(textpage: Any, page: list[Line]) -> list[tuple[Line, FontStyle]]:
    """Lines with their looks; a row of words of different sizes is as many lines."""
    if any(line.turned == ASLANT for line in page):
        page = [_upright(textpage, line) for line in page]
    fonts: dict[int | None, tuple[str, bool]] = {}
    handle = file.handle(textpage)
    page = [_with_accents(handle, line) if _ACCENT.search(line.text) else line for line in page]
    return [
        (piece, _look(textpage, handle, piece, fonts)) for line in page for piece in _pieces(handle, line)
    ]


def _upright(textpage: Any, line: Line) -> Line:
    """A line without the letters of a watermark that PDFium took for a part of it."""
    if line.turned or len(line.text) > _SAMPLED:
        return line
    kept = [at for at in range(len(line.text)) if not _is_aslant(textpage, line.start + at)]
    if len(kept) == len(line.text) or not kept:
        return line
    return line._replace(text=" ".join("".join(line.text[at] for at in kept).split()))


def _with_accents(handle: Any, line: Line) -> Line:
    """A line with its accents on the letters above which they are drawn: fonts of TeX have them apart, and PDFium gives
    them between blanks of its own, or at the end of the line."""
    if line.turned or len(line.text) > _SAMPLED:
        return line
    sides = [ctypes.c_double() for _ in range(4)]
    where = [ctypes.byref(side) for side in sides]
    boxes = []
    for at in range(len(line.text)):
        file.box(handle, line.start + at, *where)
        boxes.append((sides[0].value, sides[1].value))
    told = list(line.text)
    for found in _ACCENT.finditer(line.text):
        at, mark = found.start(), _ACCENTS[found[0]]
        middle = sum(boxes[at]) / 2
        for place, (left, right) in enumerate(boxes):
            composed = unicodedata.normalize("NFC", line.text[place] + mark)
            if left <= middle <= right and line.text[place].isalpha() and len(composed) == 1:
                told[place], told[at] = composed, ""
                before = max((one for one in range(at) if told[one].strip()), default=-1)
                after = min((one for one in range(at, len(told)) if told[one].strip()), default=len(told))
                if before >= 0 and after < len(told):
                    told[before + 1 : after] = [""] * (after - before - 1)
                    told[at] = " " if boxes[after][0] - boxes[before][1] > _GAP * line.size else ""
                break
    return line._replace(text="".join(told).strip())


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
            or (
                word[0].isupper()
                and _small_capitals(line.text[groups[-1][1] : word.end()], size / groups[-1][0])
            )
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
        file.origin(handle, line.start + start, at_x, at_y)
        file.box(handle, line.start + end - 1, at_other, at_right, at_other, at_other)
        ends = sorted((x.value, right.value))
        found.append(
            Line(line.text[start:end], size, ends[0], ends[1], y.value, line.turned, line.start + start)
        )
    return found


def _small_capitals(text: str, ratio: float) -> bool:
    """Whether words are capitals of one line in two sizes, the smaller for words that begin with a small letter."""
    return text.isupper() and text.isascii() and (0.66 < ratio < 0.88 or 0.66 < 1 / ratio < 0.88)


def _look(textpage: Any, handle: Any, line: Line, fonts: dict[int | None, tuple[str, bool]]) -> FontStyle:
    """How a line looks, from the letter in its middle. `fonts` are those that are known already."""
    sampled = line.text[:_SAMPLED]
    letter = _LETTER.search(sampled, len(sampled) // 2) or _LETTER.search(sampled)
    index = line.start + (letter.start() if letter else 0)
    place = file.text_object(handle, index)
    thing = file.at(place)
    font = file.object_font(thing) if place else None
    if font is None or font not in fonts:
        name = _font(textpage, index)
        fonts[font] = name, raw.FPDFText_GetFontWeight(textpage, index) >= 600 or bool(BOLD_NAME.search(name))
    name, bold = fonts[font]
    colours = _Colours(0, 0, 0, 255)
    file.fill(handle, index, *(ctypes.byref(colours, 4 * number) for number in range(4)))
    red, green, blue, alpha = colours
    hidden = bool(place) and file.text_mode(thing) == _INVISIBLE
    faint = alpha < 80 or min(red, green, blue) >= 0xC8
    return FontStyle(line.size, name, bold, red << 16 | green << 8 | blue, faint, hidden)


def _size(handle: Any, index: int) -> float:
    size: float = file.font_size(handle, index)
    matrix = raw.FS_MATRIX()
    if file.matrix(handle, index, ctypes.byref(matrix)):
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
