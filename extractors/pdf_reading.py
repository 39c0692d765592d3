"""The pages of a PDF, one after the other: text in reading order, structure, links, fonts, comments."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from extractors import (
    pdf_annotations,
    pdf_fonts,
    pdf_lines,
    pdf_links,
    pdf_miner,
    pdf_order,
    pdf_text,
    pdf_turned,
    spacing,
)
from extractors.pdf_file import Page
from extractors.pdf_miner import SecondReader
from extractors.pdf_parts import Reading

_MAX_PAGES = 5000
_MAX_TEXT = 50_000_000
_MAX_LINKS = 20_000
FIRST_PAGES = 4  # on which the size of the text and running heads are looked for
_TITLE_LINES = 150
_FONT_PAGES = 6
_UNSEEN = "\u00ad\u200b\u2060\ufe0e\ufe0f\ufeff"  # what `spacing.tidy` takes out; seldom there
_SPREAD = re.compile(r"[\u4e00-\u9fff] [\u4e00-\u9fff] [\u4e00-\u9fff]")


@dataclass(slots=True)
class Pages:
    """What the pages of a document gave. `first` are the lines of the first pages, `seen` those of page 1 with their
    looks, `box` its borders (left, bottom, right, top) in points, both turned upright, `paper` the borders as they are,
    `pictures` how many pages are nothing but one, `blank` whether nothing is drawn on page 1, `whole` whether the text
    of all pages was read for its own sake, `second` the reader of pages that PDFium cannot read."""

    texts: list[str] = field(default_factory=list)
    first: list[list[pdf_lines.Line]] = field(default_factory=list)
    seen: list[tuple[pdf_lines.Line, pdf_lines.Look]] = field(default_factory=list)
    box: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    paper: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    reading: Reading = field(default_factory=Reading)
    links: dict[str, str] = field(default_factory=dict)
    fonts: dict[str, bool] = field(default_factory=dict)
    pictures: int = 0
    blank: bool = False
    whole: bool = True
    second: SecondReader | None = None
    warnings: list[str] = field(default_factory=list)


def read(pdf: Any, links: bool, text: bool = True, second: SecondReader | None = None) -> Pages:
    """All pages up to a limit, which `warnings` names; damaged ones are left out and counted there.

    Without `text`, pages after the first that hold some are read for what they point to only, and not at all without
    `links`; `whole` tells.
    """
    pages = Pages(second=second)
    count = len(pdf)
    length = damaged = 0
    for number in range(count):
        if number >= _MAX_PAGES or length > _MAX_TEXT:
            pages.warnings.append(f"Only the first {number} of {count} pages were read.")
            break
        if not text and number >= FIRST_PAGES and any(pages.texts):
            pages.whole = False
            if not links:
                break
        try:
            length += _page(pdf, number, pages, links)
        except pdfium.PdfiumError:
            damaged += 1
            pages.reading.page([])
    if damaged:
        pages.warnings.append(f"{damaged} of {count} pages are damaged and could not be read.")
    if second and second.better:
        pages.warnings.append(f"{second.better} of {count} pages were read by a second reader (pdfminer.six).")
    if second and second.unreadable:
        pages.warnings.append(
            f"The fonts of {second.unreadable} of {count} pages do not say which characters they show."
        )
    return pages


def read_by(second: SecondReader) -> Pages:
    """All pages of a file that PDFium cannot open, up to a limit, which `warnings` names."""
    pages = Pages(second=second)
    count = second.count()
    for number in range(min(count, pdf_miner.MOST_PAGES)):
        found = second.page(number)
        lines = [line for line, _ in found]
        if not number:
            pages.seen = found[:_TITLE_LINES]
            pages.box = pages.paper = second.paper()
        if number < FIRST_PAGES:
            pages.first.append(lines)
        pages.texts.append(_tidied(pdf_text.whole(pdf_lines.text_from(lines))))
        pages.reading.page(lines)
    if count > pdf_miner.MOST_PAGES:
        pages.warnings.append(f"Only the first {pdf_miner.MOST_PAGES} of {count} pages were read.")
    pages.warnings.append("The PDF is damaged; a second reader (pdfminer.six) could open it.")
    return pages


def _page(pdf: Any, number: int, pages: Pages, links: bool) -> int:
    """Read one page; how many characters it holds."""
    page = Page(pdf, number)
    try:
        notes, drawn = pdf_annotations.of(page)
        if links and len(pages.links) < _MAX_LINKS:
            pdf_links.on_page(pdf, page, pages.links)
        if not pages.whole:
            pages.texts.append(_tidied(pdf_text.whole(pdf_text.text_of(page.text)[0])))
            return len(pages.texts[-1])
        if drawn and (flat := _flattened(pdf, page, number)) is not None:
            page.close()
            page = flat
        return _take(page, number, notes, pages)
    finally:
        page.close()


def _flattened(pdf: Any, page: Page, number: int) -> Page | None:
    """The page again, with what its form fields show drawn on it; None when that fails or spoils its fonts."""
    before = pdf_text.text_of(page.text)[0].split()
    if raw.FPDFPage_Flatten(page.raw, raw.FLAT_NORMALDISPLAY) != raw.FLATTEN_SUCCESS:
        return None
    again = Page(pdf, number)
    kept = Counter(before) & Counter(pdf_text.text_of(again.text)[0].split())
    if kept.total() < 0.9 * len(before):
        again.close()
        return None
    return again


def _take(page: Page, number: int, notes: list[str], pages: Pages) -> int:
    textpage = page.text
    text, exact = pdf_text.text_of(textpage)
    lines = pdf_lines.lines(textpage, text, exact)
    plain = pdf_text.is_plain(text)
    box = page.box()
    left, bottom, right, top = box
    looks: list[tuple[pdf_lines.Line, pdf_lines.Look]] = []
    if pages.second:
        looks = pages.second.instead(number, textpage, text, not lines and pdf_fonts.has_text(page))
    if looks:
        lines = [line for line, _ in looks]
        text, plain = pdf_lines.text_from(lines), False
    within = [
        line
        for line in lines
        if (line[3] >= left and line[2] <= right and line[4] <= top and line[4] + line[1] >= bottom) or line[5]
    ]
    if len(within) < len(lines):  # the rest nobody sees
        lines, text = within, pdf_lines.text_from(within)
    if not number:
        pages.blank = not raw.FPDFPage_CountObjects(page.raw)
        pages.paper = box
        if looks:
            pages.seen, pages.box = looks[:_TITLE_LINES], box
        else:
            pages.seen, pages.box = pdf_turned.upright(textpage, pdf_lines.seen(textpage, lines[:_TITLE_LINES]), box)
    if number < _FONT_PAGES and not looks:
        pdf_fonts.collect(textpage, lines, pages.fonts)
    if number < FIRST_PAGES:
        pages.first.append(lines)
    ordered = pdf_order.ordered(lines)
    if ordered is not None:
        lines, text = ordered, pdf_lines.text_from(ordered)
    text = _tidied(pdf_text.whole(text, plain), plain)
    if not text and pdf_fonts.has_picture(page):
        pages.pictures += 1
    pages.texts.append("\n".join((text, *notes)) if notes else text)
    pages.reading.page(lines, notes, plain)
    return len(text)


def _tidied(text: str, plain: bool = False) -> str:
    text = text.replace("\0", "").replace("\r\n", "\n").replace("\r", "\n")
    if text.isascii():
        return text.strip()
    if any(map(text.__contains__, _UNSEEN)):
        text = spacing.tidy(text)
    text = text.strip()
    if not plain and _SPREAD.search(text):
        text = "\n".join(spacing.unspaced(line) for line in text.split("\n"))
    return text
