"""The second reader of a PDF: pdfminer.six, for pages whose characters PDFium cannot tell and files it cannot open.

PDFium stays the first reader: on 86 documents of known text it finds 99.5 % of the words, pdfminer.six 94.6 % in 36
times the time. But of 1 135 files made to break readers nine have pages whose words only pdfminer.six finds (fonts
without names of characters, broken tables of them), and one opens only there.
"""

from __future__ import annotations

import io
import logging
import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from typing import Any

import pypdfium2.raw as raw

from extractors.base import spacing
from extractors.pdf import lines
from extractors.pdf.lines import BOLD_NAME, FontStyle, Line

MOST_PAGES = 60
"""Pages of a document that are read a second time at most: it takes far longer than the first."""
_TRIED = 6  # pages that were no better, after which no more are asked for
_SAMPLED = 48  # characters of a page whose mapping is looked at first
_DOUBTFUL = 0.2  # share of characters without a mapping from which a page is looked at
_BETTER = 0.15  # how much more of the text has to be words
_READABLE = 0.6
_TELLING = 8  # letters and strange signs from which a page that makes no words is worth a warning
_UNNAMED = re.compile(r"\(cid:\d+\)")
_WORD = re.compile(r"[^\W\d_]+(?:[\u0300-\u036f]+[^\W\d_]*)*")
_SOUND_CASE = re.compile(r"(?:[A-Z]\w?)?[^A-Z]*|[A-Z]+")
_PLACEHOLDER = "\ufffd"


class SecondReader:
    """Reads pages of one file when asked, and remembers whether that is worth while.

    `asked` pages were read a second time, `better` of them were taken, `unreadable` ones make no words in either.
    """

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._pages: list[Any] | None = None
        self.asked = self.better = self.unreadable = 0

    def instead(self, number: int, textpage: Any, text: str, drawn: bool) -> list[tuple[Line, FontStyle]]:
        """The lines of a page with their looks, when this reader finds more words than `text` has; else none.

        `drawn`: whether the page has text at all, which decides when PDFium finds none.
        """
        if not (_doubtful(textpage) if text.strip() else drawn):
            return []
        words = readable(text)
        if words >= 1 - _BETTER:
            return []
        found: list[tuple[Line, FontStyle]] = []
        if self.asked < MOST_PAGES and (self.better or self.asked < _TRIED):
            self.asked += 1
            found = self.page(number)
            if readable("\n".join(line.text for line, _ in found)) < max(_READABLE, words + _BETTER):
                found = []
        self.better += bool(found)
        self.unreadable += not found and words < _READABLE and sum(map(_speaks, text)) >= _TELLING
        return found

    def count(self) -> int:
        """How many pages this reader sees; 0 when it cannot open the file."""
        if self._pages is None:
            self._pages = list(_pages(self._data))
        return len(self._pages)

    def paper(self) -> tuple[float, float, float, float]:
        """The borders of the first page: left, bottom, right, top in points."""
        left, bottom, right, top = (
            self._pages[0].mediabox if self.count() and self._pages else (0.0, 0.0, 0.0, 0.0)
        )
        return left, bottom, right, top

    def page(self, number: int) -> list[tuple[Line, FontStyle]]:
        """The lines of a page from the top, paragraphs together; none when it cannot be read."""
        if number >= self.count() or self._pages is None:
            return []
        try:
            return list(_lines(self._pages[number]))
        except Exception:  # it raises whatever its parts raise: KeyError, struct.error, RecursionError …
            return []


def readable(text: str) -> float:
    """The share of letters and strange signs that stand in words: letters of one case pattern, common Han characters.

    1.0 for a text without either, digits and marks of punctuation say nothing.
    """
    good = 0
    for word in _WORD.finditer(text):
        letters = word[0]
        if letters >= "\u2e80":
            good += sum(map(_common, letters))
        elif len(letters) == 1 or _SOUND_CASE.fullmatch(letters):
            good += sum(not "\u0180" <= letter < "\u0370" for letter in letters)
    whole = sum(map(_speaks, text))
    return good / whole if whole else 1.0


@cache
def _common(letter: str) -> bool:
    """Whether a letter is no Han character, or one in daily use (first levels of GB 2312, Big5, JIS X 0208)."""
    if not "\u3400" <= letter <= "\u9fff":
        return True
    packed = (letter.encode(charset, "ignore")[:1] or b"\xff" for charset in ("gb2312", "big5", "shift_jis"))
    return any(lead <= last for lead, last in zip(packed, (b"\xd7", b"\xc6", b"\x98"), strict=True))


def _speaks(character: str) -> bool:
    """Whether a character tells if a text is one: a letter, a control, a private or unassigned code."""
    if character in "\n\r\t\x0c":
        return False
    if character in lines.HYPHENS:
        return False
    return character == _PLACEHOLDER or unicodedata.category(character)[0] in "LC"


def _doubtful(textpage: Any) -> bool:
    """Whether the fonts leave open for many characters of a page which they are, as PDFium sees it."""
    count = raw.FPDFText_CountChars(textpage)
    for step in {max(1, count // _SAMPLED), max(1, count // 2000)}:
        places = range(0, count, step)
        unknown = sum(
            raw.FPDFText_HasUnicodeMapError(textpage, at) == 1 or raw.FPDFText_GetUnicode(textpage, at) == 0
            for at in places
        )
        if unknown < _DOUBTFUL * len(places):
            return False
    return bool(count > 0)


def _pages(data: bytes) -> Iterator[Any]:
    """The pages pdfminer.six finds, up to where it fails."""
    from pdfminer.pdfdocument import PDFDocument
    from pdfminer.pdfpage import PDFPage
    from pdfminer.pdfparser import PDFParser

    logging.getLogger("pdfminer").setLevel(logging.CRITICAL)
    try:
        yield from PDFPage.create_pages(PDFDocument(PDFParser(io.BytesIO(data))))
    except Exception:  # as in `page`
        return


def _lines(page: Any) -> Iterator[tuple[Line, FontStyle]]:
    from pdfminer.converter import PDFPageAggregator
    from pdfminer.layout import LAParams
    from pdfminer.pdfinterp import PDFPageInterpreter, PDFResourceManager

    resources = PDFResourceManager()
    device = PDFPageAggregator(resources, laparams=LAParams(all_texts=True))  # also what stands in drawings
    PDFPageInterpreter(resources, device).process_page(page)
    left, bottom = (
        page.mediabox[:2] if not page.rotate else (0.0, 0.0)
    )  # its origin is the corner of the paper
    for line in _text_lines(device.get_result()):
        text = _UNNAMED.sub(_PLACEHOLDER, spacing.line(line.get_text()))
        if text:
            yield _of(line, text, left, bottom)


def _text_lines(holder: Any) -> Iterator[Any]:
    from pdfminer.layout import LTFigure, LTTextBox, LTTextLine

    for one in holder:
        if isinstance(one, LTFigure | LTTextBox):
            yield from _text_lines(one)
        elif isinstance(one, LTTextLine):
            yield one


def _of(line: Any, text: str, left: float, bottom: float) -> tuple[Line, FontStyle]:
    from pdfminer.layout import LTChar

    letters = [one for one in line if isinstance(one, LTChar)]
    middle = letters[len(letters) // 2]
    size = round(middle.size, 1)
    name = str(middle.fontname).rpartition("+")[2]
    place = Line(text, size, line.x0 + left, line.x1 + left, line.y0 + bottom, int(not middle.upright), 0)
    return place, FontStyle(size, name, bool(BOLD_NAME.search(name)), 0, False, False)
