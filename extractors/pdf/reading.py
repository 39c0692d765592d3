"""The pages of a PDF, one after the other: text in reading order, structure, links, fonts, comments."""

from __future__ import annotations

import ctypes
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from extractors.base import spacing
from extractors.base.sentences import Message
from extractors.pdf import file, miner
from extractors.pdf import lines as pdf_lines
from extractors.pdf import lines as pdf_text
from extractors.pdf.blocks import Reading
from extractors.pdf.file import Page
from extractors.pdf.lines import ASLANT, FontStyle, Line
from extractors.pdf.miner import SecondReader

# Reading order of a page whose content stream plainly is in another one.

_FEWEST = 8  # lines a page must have before its order is doubted
_JUMPS = 0.3  # share of lines that stand above the line before them, in the same column
_DEPTH = 12


def in_reading_order(lines: Sequence[Line]) -> list[Line] | None:
    """The lines from top to bottom, column by column, when the order they were drawn in is plainly wrong; else None."""
    if len(lines) < _FEWEST or any(line.turned for line in lines):
        return None
    jumps = 0
    for a, b in pairwise(lines):
        if (
            b.baseline > a.baseline
            and b.left < a.right
            and b.right > a.left
            and b.baseline > a.baseline + 0.6 * max(a.size, b.size)
        ):
            jumps += 1
    if jumps < max(4, _JUMPS * len(lines)) or sum(len(line.text) for line in lines) < 4 * len(lines):
        return None
    return _cut(list(lines), 0)


def _cut(lines: list[Line], depth: int) -> list[Line]:
    """XY-cut: columns where a white stripe runs through all lines, else rows."""
    if len(lines) > 3 and depth < _DEPTH:
        columns = _columns(lines)
        if columns:
            return [line for column in columns for line in _cut(column, depth + 1)]
        bands = _bands(lines)
        if len(bands) > 1:
            return [line for band in bands for line in _cut(band, depth + 1)]
    return sorted(lines, key=lambda line: (-round(line.baseline / max(1.0, line.size * 0.5)), line.left))


def _columns(lines: list[Line]) -> list[list[Line]]:
    """Left and right part, when both hold running text; [] when there are no columns."""
    by_left = sorted(lines, key=lambda line: line.left)
    right = by_left[0].right
    best, at = 0.0, 0
    for place, line in enumerate(by_left[1:], 1):
        if line.left - right > best:
            best, at = line.left - right, place
        right = max(right, line.right)
    if best < 0.8 * by_left[0].size or min(at, len(lines) - at) < 4:
        return []
    parts = [by_left[:at], by_left[at:]]
    if any(sum(len(line.text) for line in part) < 25 * len(part) for part in parts):
        return []  # cells of a table rather than columns of text
    return parts


def _bands(lines: list[Line]) -> list[list[Line]]:
    """The lines parted where the widest gap runs across the page."""
    by_top = sorted(lines, key=lambda line: -line.baseline)
    gaps = [(a.baseline - b.baseline, place) for place, (a, b) in enumerate(pairwise(by_top), 1)]
    gap, at = max(gaps)
    return [by_top[:at], by_top[at:]] if gap > 0 else [by_top]


# Pages whose text does not run from left to right: how they look once turned upright.

_MOST = 0.8  # of the letters; a page with less is upright, what is turned there are labels

Box = tuple[float, float, float, float]
Seen = list[tuple[Line, FontStyle]]


def upright(textpage: Any, seen: Sequence[tuple[Line, FontStyle]], box: Box) -> tuple[Seen, Box]:
    """The lines of a page and its borders (left, bottom, right, top) as they are when most of the text runs from left
    to right; what runs otherwise then stays turned."""
    straight = [line for line, _ in seen if line.turned != ASLANT]
    lying = [line for line in straight if line.turned]
    if sum(len(line.text) for line in lying) <= _MOST * sum(len(line.text) for line in straight):
        return list(seen), box
    page = file.handle(textpage)
    longest = max(lying, key=lambda line: len(line.text))
    direction = _direction(page, longest)
    left, bottom, right, top = box
    turned = {
        (0, 1): (bottom, -right, top, -left),
        (0, -1): (-top, left, -bottom, right),
        (-1, 0): (-right, -top, -left, -bottom),
    }[direction]
    return [(_laid(page, line, direction) if line.turned == 1 else line, look) for line, look in seen], turned


def _direction(page: Any, line: Line) -> tuple[int, int]:
    """Where a line runs to: (0, 1) up, (0, -1) down, (-1, 0) to the left."""
    matrix = raw.FS_MATRIX()
    file.matrix(page, _middle(line), ctypes.byref(matrix))
    if abs(matrix.b) > abs(matrix.a):
        return (0, 1) if matrix.b > 0 else (0, -1)
    return -1, 0


def _middle(line: Line) -> int:
    at = (len(line.text) - 1) // 2
    return line.start + at + (line.text[at] == " ")


def _laid(page: Any, line: Line, direction: tuple[int, int]) -> Line:
    """The line where it is on the page turned upright; as it was when it runs elsewhere."""
    if _direction(page, line) != direction:
        return line
    x, y, left, right, bottom, top = (ctypes.c_double() for _ in range(6))
    file.origin(page, line.start, ctypes.byref(x), ctypes.byref(y))
    last = line.start + len(line.text.rstrip("\u00ad")) - 1
    file.box(page, last, *map(ctypes.byref, (left, right, bottom, top)))
    starts, ends, baseline = {
        (0, 1): (y.value, top.value, -x.value),
        (0, -1): (-y.value, -bottom.value, x.value),
        (-1, 0): (-x.value, -left.value, -y.value),
    }[direction]
    return line._replace(left=min(starts, ends), right=max(starts, ends), baseline=baseline, turned=0)


# What is written on a PDF page in notes and form fields.

_MOST_NOTES = 500
_LONGEST = 20_000
_NOTES = frozenset(
    (
        raw.FPDF_ANNOT_TEXT,
        raw.FPDF_ANNOT_HIGHLIGHT,
        raw.FPDF_ANNOT_UNDERLINE,
        raw.FPDF_ANNOT_SQUIGGLY,
        raw.FPDF_ANNOT_STRIKEOUT,
        raw.FPDF_ANNOT_CARET,
    )
)
_DRAWN = frozenset((raw.FPDF_ANNOT_WIDGET, raw.FPDF_ANNOT_FREETEXT, raw.FPDF_ANNOT_STAMP))


def of(page: Page) -> tuple[list[str], bool]:
    """The comments on a page, and whether something on it holds text that is no part of its content: a form field, a
    text put over it. At most 500 annotations are looked at."""
    notes: list[str] = []
    drawn = False
    sheet = file.handle(page.raw)
    for index in range(min(file.count_annotations(sheet), _MOST_NOTES)):
        place = file.annotation(sheet, index)
        if not place:
            continue
        annotation = file.at(place)
        kind = file.annotation_type(annotation)
        drawn = drawn or kind in _DRAWN
        if (
            kind in _NOTES
            and (note := _contents(ctypes.cast(place, raw.FPDF_ANNOTATION)))
            and note not in notes
        ):
            notes.append(note)
        file.close_annotation(annotation)
    return notes, drawn


def _contents(annotation: Any) -> str:
    length = raw.FPDFAnnot_GetStringValue(annotation, b"Contents", None, 0)
    if not 2 < length <= _LONGEST:
        return ""
    buffer = (ctypes.c_ushort * (length // 2))()
    raw.FPDFAnnot_GetStringValue(annotation, b"Contents", buffer, length)
    return spacing.paragraph(bytes(buffer)[:-2].decode("utf-16-le", "replace"))


# The fonts of a PDF, and whether a page is a picture.

_MOST_FONTS = 40
_DEEPEST_DRAWING = 3  # of drawings in drawings that are looked into


def collect(textpage: Any, lines: Sequence[Line], fonts: dict[str, bool]) -> None:
    """Add the fonts of these lines: name → is it embedded?"""
    known: set[int] = set()
    page = file.handle(textpage)
    for line in lines:
        thing = file.text_object(page, line.start)
        place = file.object_font(file.at(thing)) if thing else None
        if not place or place in known or len(fonts) >= _MOST_FONTS:
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
    return ", ".join(name if embedded else f"{name} (not embedded)" for name, embedded in fonts.items())[
        :1000
    ]


def has_picture(page: Page) -> bool:
    """Whether a picture is drawn on the page."""
    return _drawn(
        raw.FPDFPage_CountObjects, raw.FPDFPage_GetObject, page.raw, _DEEPEST_DRAWING, raw.FPDF_PAGEOBJ_IMAGE
    )


def has_text(page: Page) -> bool:
    """Whether text is drawn on the page, its characters known or not."""
    return _drawn(
        raw.FPDFPage_CountObjects, raw.FPDFPage_GetObject, page.raw, _DEEPEST_DRAWING, raw.FPDF_PAGEOBJ_TEXT
    )


def _drawn(count: Any, get: Any, holder: Any, depth: int, wanted: int) -> bool:
    """Whether an object of this kind is on a page, or in a drawing that is placed on it."""
    for number in range(count(holder)):
        thing = get(holder, number)
        kind = raw.FPDFPageObj_GetType(thing)
        if kind == wanted or (
            kind == raw.FPDF_PAGEOBJ_FORM
            and depth > 1
            and _drawn(raw.FPDFFormObj_CountObjects, raw.FPDFFormObj_GetObject, thing, depth - 1, wanted)
        ):
            return True
    return False


# What a PDF points to: links on its pages and its outline.

_MOST_ON_PAGE = 500
_LONGEST_ADDRESS = 4000  # bytes of an address or an entry
_USUAL = 400  # characters that a link stands on
_Address = ctypes.c_char * _LONGEST_ADDRESS
_MOST_ENTRIES = 2000
_DEEPEST_ENTRY = 8
_URL = re.compile(r"https?://[^\s<>\"'）】，。；\u00ad]{4,500}")
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)
_BREAKS = re.compile(r"[\r\n]+")
_HOST = re.compile(r"(?:www\.|[\w-]+\.[\w.-]+/)", re.IGNORECASE)


class Entry(NamedTuple):
    """An entry of the outline; depth 1 is the outermost."""

    title: str
    depth: int


def in_text(text: str) -> list[str]:
    """The addresses a text names."""
    return [url.rstrip(".,;:)") for url in _URL.findall(text)]


def on_page(pdf: Any, page: Page, found: dict[str, str]) -> None:
    """Add the addresses of the link annotations of a page, with the words they stand on, to those that were `found`."""
    position, link, rectangle = ctypes.c_int(0), ctypes.c_void_p(), raw.FS_RECTF()
    at_position, at_link, at_rectangle = ctypes.byref(position), ctypes.byref(link), ctypes.byref(rectangle)
    document, sheet = file.handle(pdf.raw), file.handle(page.raw)
    next_link, buffer = file.next_link, _Address()
    for _ in range(_MOST_ON_PAGE):
        if not next_link(sheet, at_position, at_link):
            return
        if not (url := _address(document, link, buffer)) or found.get(url):
            continue
        found[url] = _words(page.text, rectangle) if file.link_place(link, at_rectangle) else ""


def _address(document: Any, link: Any, buffer: Any) -> str:
    """Where a link leads to; "" when that is no address. `buffer` is room for it."""
    action = file.at(file.link_action(link))
    if not action or file.action_type(action) != raw.PDFACTION_URI:
        return ""
    if not 1 < file.address(document, action, buffer, _LONGEST_ADDRESS) <= _LONGEST_ADDRESS:
        return ""
    url = buffer.value.decode("utf-8", "replace").strip()
    return f"http://{url}" if not _SCHEME.match(url) and _HOST.match(url) else url


def _words(textpage: Any, rectangle: Any) -> str:
    """The words in a part of the page, in one line."""
    borders = rectangle.left, rectangle.top, rectangle.right, rectangle.bottom
    buffer = (
        ctypes.c_ushort * _USUAL
    )()  # mostly enough: to ask how many there are takes as long as to get them
    length = raw.FPDFText_GetBoundedText(textpage, *borders, buffer, _USUAL)
    if length >= _USUAL:
        most = 2 * raw.FPDFText_GetBoundedText(textpage, *borders, None, 0) + 1  # in UTF-16, with the end
        buffer = (ctypes.c_ushort * most)()
        length = raw.FPDFText_GetBoundedText(textpage, *borders, buffer, most)
    text = bytes(buffer)[: max(0, length - 1) * 2].decode("utf-16-le", "ignore")
    if "\n" in text or "\ufffe" in text:
        text = spacing.join_lines(_BREAKS.split(text.replace("\ufffe", "\u00ad")))
    return spacing.line(text)[:300]


def outline(pdf: Any) -> list[Entry]:
    """The entries of the outline in order; loops and too many of them are cut off."""
    found: list[Entry] = []
    seen: set[int] = set()
    document, room = file.handle(pdf.raw), bytearray(_LONGEST_ADDRESS)
    buffer = ctypes.byref(ctypes.c_char.from_buffer(room))
    stack = [(file.first_entry(document, None), 1)]
    while stack and len(found) < _MOST_ENTRIES:
        place, depth = stack.pop()
        if not place or place in seen:
            continue
        seen.add(place)
        entry = file.at(place)
        stack.append((file.next_entry(document, entry), depth))
        if depth < _DEEPEST_ENTRY:
            stack.append((file.first_entry(document, entry), depth + 1))
        length = file.entry_title(entry, buffer, _LONGEST_ADDRESS)
        if 2 < length <= _LONGEST_ADDRESS and (
            title := spacing.line(room[: length - 2].decode("utf-16-le", "replace"))
        ):
            found.append(Entry(title, depth))
    return found


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
    seen: list[tuple[pdf_lines.Line, pdf_lines.FontStyle]] = field(default_factory=list)
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
            pages.warnings.append(Message("pages-not-all", number=number, count=count))
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
        pages.warnings.append(Message("pages-damaged", damaged=damaged, count=count))
    if second and second.better:
        pages.warnings.append(Message("pdf-second-read", read=second.better, count=count))
    if second and second.unreadable:
        pages.warnings.append(Message("fonts-pages-not", unknown=second.unreadable, count=count))
    return pages


def read_by(second: SecondReader) -> Pages:
    """All pages of a file that PDFium cannot open, up to a limit, which `warnings` names."""
    pages = Pages(second=second)
    count = second.count()
    for number in range(min(count, miner.MOST_PAGES)):
        found = second.page(number)
        lines = [line for line, _ in found]
        if not number:
            pages.seen = found[:_TITLE_LINES]
            pages.box = pages.paper = second.paper()
        if number < FIRST_PAGES:
            pages.first.append(lines)
        pages.texts.append(_tidied(pdf_text.whole(pdf_lines.text_from(lines))))
        pages.reading.page(lines)
    if count > miner.MOST_PAGES:
        pages.warnings.append(Message("pages-not-all", number=miner.MOST_PAGES, count=count))
    pages.warnings.append(Message("pdf-second-opened"))
    return pages


def _page(pdf: Any, number: int, pages: Pages, links: bool) -> int:
    """Read one page; how many characters it holds."""
    page = Page(pdf, number)
    try:
        notes, drawn = of(page)
        if links and len(pages.links) < _MAX_LINKS:
            on_page(pdf, page, pages.links)
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
    looks: list[tuple[pdf_lines.Line, pdf_lines.FontStyle]] = []
    if pages.second:
        looks = pages.second.instead(number, textpage, text, not lines and has_text(page))
    if looks:
        lines = [line for line, _ in looks]
        text, plain = pdf_lines.text_from(lines), False
    within = [
        line
        for line in lines
        if (line[3] >= left and line[2] <= right and line[4] <= top and line[4] + line[1] >= bottom)
        or line[5]
    ]
    if len(within) < len(lines):  # the rest lies beside the paper
        lines, text = within, pdf_lines.text_from(within)
    if not number:
        pages.blank = not raw.FPDFPage_CountObjects(page.raw)
        pages.paper = box
        if looks:
            pages.seen, pages.box = looks[:_TITLE_LINES], box
        else:
            pages.seen, pages.box = upright(textpage, pdf_lines.seen(textpage, lines[:_TITLE_LINES]), box)
    if number < _FONT_PAGES and not looks:
        collect(textpage, lines, pages.fonts)
    if number < FIRST_PAGES:
        pages.first.append(lines)
    ordered = in_reading_order(lines)
    if ordered is not None:
        lines, text = ordered, pdf_lines.text_from(ordered)
    text = _tidied(pdf_text.whole(text, plain), plain)
    if not text and has_picture(page):
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
