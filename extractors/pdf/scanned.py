"""The first page of a PDF that holds no letters, though something is drawn on it: a scan, or fonts that do not tell
their letters. Its text is recognised (`extractors.ocr`) and takes the place of what was read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pypdfium2 as pdfium

from extractors.base.sentences import Message
from extractors.ocr import tesseract
from extractors.ocr.pages import Recogniser
from extractors.pdf import lines as pdf_lines
from extractors.pdf.lines import FontStyle, Line
from extractors.pdf.miner import readable
from extractors.pdf.reading import Pages

_DPI = 250  # of the picture that is read; letters of 8 points are 28 pixels high then
_MOST_PIXELS = 16_000_000
_PAGES = 2  # pages looked at: the second when nothing is on the first
_READABLE = 0.6
_TELLING = 8  # letters from which a page tells whether they make words
_DARK, _LIGHT = 120, 180  # shades of a page that something is printed on
# Words that an app for scans puts below each page.
_MARK = re.compile(
    r"\s*(?:scanned (?:by|with|using) \w+( \w+)?|扫描全能王\s*(?:创建)?|由.{2,8}扫描.{0,8})\s*", re.IGNORECASE
)


def waits(read: Pages) -> bool:
    """Whether the first page holds no letters that make sense, though something is drawn on it."""
    return bool(read.texts) and not read.blank and _senseless(read.texts[0])


def _senseless(text: str) -> bool:
    letters = sum(map(str.isalnum, text))
    if not letters or _MARK.fullmatch(text):
        return True
    return letters >= _TELLING and readable(text) < _READABLE


def supply(pdf: Any, read: Pages, expected: Sequence[str]) -> None:
    """Recognise the first page with something on it, and put its lines where those of page 1 are. `read.warnings` say
    what was done, or why nothing was."""
    if not tesseract.program():
        read.warnings.append(Message("ocr-missing"))
        return
    clock = tesseract.Clock()
    recogniser = Recogniser(expected, clock)
    try:
        for number in range(min(_PAGES, len(pdf), len(read.texts))):
            if number and not _senseless(read.texts[number]):
                return
            picture, dpi, size = _picture(pdf, number)
            if picture is None:
                continue
            page = recogniser.read(picture, dpi)
            if page.lines:
                names = ", ".join(page.languages)
                _put(
                    read,
                    number,
                    [_of(line, dpi, size, page.turned) for line in page.lines],
                    size,
                    page.turned,
                )
                read.warnings.append(Message("page-recognised", page=number + 1, languages=names))
                return
            return
    except tesseract.Slow:
        read.warnings.append(Message("ocr-slow", seconds=tesseract.SECONDS))
    except tesseract.Failed as failed:
        read.warnings.append(Message("ocr-failed", detail=str(failed) or "–"))


def _picture(pdf: Any, number: int) -> tuple[Any, int, tuple[float, float]]:
    """A page in grey, its resolution, and its size in points; None when it is empty or cannot be drawn."""
    try:
        page = pdf[number]
        try:
            wide, high = page.get_size()
            if not (0 < wide < 1e5 and 0 < high < 1e5):
                return None, 0, (0.0, 0.0)
            scale = min(_DPI / 72, (_MOST_PIXELS / wide / high) ** 0.5)
            bitmap = page.render(scale=scale, grayscale=True)
            picture = bitmap.to_pil().convert("L")
            bitmap.close()
        finally:
            page.close()
    except pdfium.PdfiumError:
        return None, 0, (0.0, 0.0)
    darkest, lightest = picture.getextrema()
    if (darkest > _DARK and lightest > _LIGHT) or lightest - darkest < _LIGHT - _DARK:
        return None, 0, (0.0, 0.0)
    return picture, max(1, round(scale * 72)), (wide, high)


def _of(line: Any, dpi: int, size: tuple[float, float], turned: int) -> tuple[Line, FontStyle]:
    """A recognised line as one of the page, in points from the lower left."""
    points = 72 / dpi
    high = size[0] if turned in (90, 270) else size[1]
    letters = round(line.size * points, 1)
    baseline = high - (line.bottom - 0.2 * line.size) * points
    place = Line(line.text, letters, line.left * points, line.right * points, baseline, 0, 0)
    return place, FontStyle(letters, "", False, 0, False, False)


def _put(
    read: Pages, number: int, found: list[tuple[Line, FontStyle]], size: tuple[float, float], turned: int
) -> None:
    lines = [line for line, _ in found]
    wide, high = size[::-1] if turned in (90, 270) else size
    read.seen, read.box, read.blank = found, (0.0, 0.0, wide, high), False
    if read.first:
        read.first[0] = lines
    read.pictures -= not read.texts[number] and read.pictures > 0
    read.texts[number] = pdf_lines.whole(pdf_lines.text_from(lines)).strip()
    read.reading.replace(number, lines)
