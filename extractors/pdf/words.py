"""The text of PDF pages with the place of each character, to mark words where they stand on the page as it looks."""

from __future__ import annotations

import ctypes
import struct
from array import array
from typing import Any, NamedTuple

UNITS = 65535
"""How wide and how high a page is in the numbers of a box."""

_LENGTH = struct.Struct(">I")
_MOST = 200_000  # characters of a page
_DIVIDED = 2  # the hyphen at the end of a line, which is no part of the word


class PageWords(NamedTuple):
    """`boxes` holds left, top, right and bottom of each unit of UTF-16 of the text, all 0 where nothing is drawn."""

    text: str
    boxes: array[int]


def read_words(data: bytes, first: int, count: int) -> bytes:
    """Some pages of a file, packed; fewer at the end of it. A page that cannot be read has no text. `Unreadable` when
    there is no such document."""
    import pypdfium2 as pdfium

    from extractors.pdf.file import Page, opened

    found = []
    with opened(data) as pdf:
        for number in range(max(0, first), min(first + count, len(pdf))):
            try:
                page = Page(pdf, number)
            except pdfium.PdfiumError:
                found.append(PageWords("", array("H")))
                continue
            try:
                found.append(_words(page))
            finally:
                page.close()
    return b"".join(_packed(page) for page in found)


def unpacked(answer: bytes) -> list[PageWords]:
    """The pages again. ValueError when the answer makes no sense."""
    pages, at = [], 0
    while at < len(answer):
        if at + _LENGTH.size > len(answer):
            raise ValueError("the answer is cut short")
        (length,) = _LENGTH.unpack_from(answer, at)
        at += _LENGTH.size
        text, places = answer[at : at + 2 * length], answer[at + 2 * length : at + 10 * length]
        if len(places) != 8 * length:
            raise ValueError("the answer is cut short")
        boxes = array("H")
        boxes.frombytes(places)
        pages.append(PageWords(text.decode("utf-16-le"), boxes))
        at += 10 * length
    return pages


def _packed(page: PageWords) -> bytes:
    text = page.text.encode("utf-16-le")
    return _LENGTH.pack(len(text) // 2) + text + page.boxes.tobytes()


def _words(page: Any) -> PageWords:
    import pypdfium2.raw as raw

    count = min(_MOST, raw.FPDFText_CountChars(page.text))
    signs: list[str] = []
    boxes = array("H")
    place = _places(page)
    box = raw.FS_RECTF()
    divided = False
    for index in range(max(0, count)):
        code = raw.FPDFText_GetUnicode(page.text, index)
        if divided and code in (10, 13):
            continue
        divided = code == _DIVIDED
        if divided:
            continue
        sign = chr(code) if 0 < code < 0xD800 or 0xDFFF < code < 0x110000 else "\ufffd"
        drawn = raw.FPDFText_GetLooseCharBox(page.text, index, box)
        corners = place(box) if drawn and not sign.isspace() else (0, 0, 0, 0)
        signs.append(sign)
        boxes.extend(corners * (2 if sign > "\uffff" else 1))
    return PageWords("".join(signs), boxes)


def _places(page: Any) -> Any:
    """A function from a rectangle in points to one in units of the page as it is shown, turned as it is."""
    import pypdfium2.raw as raw

    def shown(x: float, y: float) -> tuple[int, int]:
        across, down = ctypes.c_int(), ctypes.c_int()
        raw.FPDF_PageToDevice(page.raw, 0, 0, UNITS, UNITS, 0, x, y, across, down)
        return across.value, down.value

    far = 100.0
    (left, top), across, up = shown(0, 0), shown(far, 0), shown(0, far)
    a, b, c, d = (across[0] - left) / far, (across[1] - top) / far, (up[0] - left) / far, (up[1] - top) / far

    def place(box: Any) -> tuple[int, int, int, int]:
        xs = [left + a * x + c * y for x in (box.left, box.right) for y in (box.bottom, box.top)]
        ys = [top + b * x + d * y for x in (box.left, box.right) for y in (box.bottom, box.top)]
        corners = min(xs), min(ys), max(xs), max(ys)
        if not all(abs(value) < 1e9 for value in corners):
            return 0, 0, 0, 0
        first, second, third, fourth = (max(0, min(UNITS, round(value))) for value in corners)
        return first, second, third, fourth

    return place
