"""The text of a PDF page as PDFium gives it, and its words as they are written."""

from __future__ import annotations

import ctypes
import re
import unicodedata
from collections import Counter
from typing import Any

import pypdfium2.raw as raw

HYPHENS = "\ufffe\x02"  # PDFium's marks of a word divided at the end of a line
_DIVIDED = re.compile(f"[{HYPHENS}](.?)")
_ACCENTS = {"´": "\u0301", "¨": "\u0308", "ˆ": "\u0302", "˜": "\u0303", "ˇ": "\u030c", "˚": "\u030a", "¸": "\u0327"}
_ACCENT = re.compile(f"[{''.join(_ACCENTS)}]")
_ACCENTED = re.compile(f"([A-Za-z]?)([{''.join(_ACCENTS)}])([A-Za-z]?)")
# Ligatures of fonts of TeX that do not tell their letters, by their places in them: ff, fi, fl, ffi, ffl.
_PLACES = {"\x0b": "\ufb00", "\x0c": "\ufb01", "\r": "\ufb02", "\x0e": "\ufb03", "\x0f": "\ufb04"}
_PLACED = re.compile(
    r"(?<![A-Z\d\x00-\x09\x0e-\x1f\x7f-\x9f])[\x0b\x0c\x0e\x0f](?=[a-z])"
    r"|(?<=[a-z])(?:[\x0b\x0c\x0e\x0f](?=[\s.,;:)’”-])|\r(?=[a-z]))"
)
_LIGATURES = dict(zip(range(0xFB00, 0xFB05), ("ff", "fi", "fl", "ffi", "ffl"), strict=True))
# What takes more than blanks to be joined: scripts without them, marks and signs that belong to another letter.
_INTRICATE = re.compile(f"[{''.join(_ACCENTS)}\u0300-\u036f\u2e80-\ufffd\uffff-\U0010ffff]")
_UNIT = ctypes.c_ushort
_WESTERN = re.compile("[\xc0-\xff]{5}")  # no language has so many of them together
_ENOUGH_LETTERS = 40
_CYRILLIC = {0xC0 + place: 0x410 + place for place in range(64)} | {0xA8: 0x401, 0xB8: 0x451, 0x9C: 0x401, 0xBC: 0x451}


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
        text = _with_ligatures(text)
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


def _with_ligatures(text: str) -> str:
    """Text with the ligatures of TeX, a character each, unless something else stands in their places: then fi is not
    the most frequent of them."""
    often = Counter(_PLACED.findall(text))
    if not often or often["\x0c"] < max(often.values()):
        return text
    return _PLACED.sub(lambda at: _PLACES[at[0]], text)


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
    """Is there nothing in the text of a page that takes more than blanks to join its lines, but divided words?"""
    return text.isascii() or not _INTRICATE.search(text)
