"""What a PDF points to: links on its pages and its outline."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import pypdfium2.raw as raw

from extractors import spacing

_MOST_ON_PAGE = 500
_MOST_ENTRIES = 2000
_DEPTH = 8
_URL = re.compile(r"https?://[^\s<>\"'）】，。；\u00ad]{4,500}")
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)
_BREAKS = re.compile(r"[\r\n]+")
_HOST = re.compile(r"(?:www\.|[\w-]+\.[\w.-]+/)", re.IGNORECASE)


class Entry(NamedTuple):
    """An entry of the outline; depth 1 is the outermost, page 0 the first, -1 unknown."""

    title: str
    depth: int
    page: int


def in_text(text: str) -> list[str]:
    """The addresses a text names."""
    return [url.rstrip(".,;:)") for url in _URL.findall(text)]


def on_page(pdf: Any, page: Any, textpage: Any) -> Iterator[tuple[str, str]]:
    """Addresses of the link annotations of a page, with the words they stand on."""
    position = ctypes.c_int(0)
    link = raw.FPDF_LINK()
    rectangle = raw.FS_RECTF()
    for _ in range(_MOST_ON_PAGE):
        if not raw.FPDFLink_Enumerate(page, position, link):
            return
        action = raw.FPDFLink_GetAction(link)
        if not action or raw.FPDFAction_GetType(action) != raw.PDFACTION_URI:
            continue
        length = raw.FPDFAction_GetURIPath(pdf, action, None, 0)
        if not 1 < length <= 4000:
            continue
        buffer = ctypes.create_string_buffer(length)
        raw.FPDFAction_GetURIPath(pdf, action, buffer, length)
        url = buffer.value.decode("utf-8", "replace").strip()
        if not _SCHEME.match(url) and _HOST.match(url):
            url = f"http://{url}"
        yield url, _words(textpage.raw, rectangle) if raw.FPDFLink_GetAnnotRect(link, rectangle) else ""


def _words(textpage: Any, rectangle: Any) -> str:
    """The words in a part of the page, in one line."""
    borders = rectangle.left, rectangle.top, rectangle.right, rectangle.bottom
    count = raw.FPDFText_GetBoundedText(textpage, *borders, None, 0)
    if count <= 0:
        return ""
    buffer = (ctypes.c_ushort * count)()
    raw.FPDFText_GetBoundedText(textpage, *borders, buffer, count)
    text = bytes(buffer).decode("utf-16-le", "ignore")
    if "\n" in text or "\ufffe" in text:
        text = spacing.join_lines(_BREAKS.split(text.replace("\ufffe", "\u00ad")))
    return spacing.line(text)[:300]


def outline(pdf: Any) -> list[Entry]:
    """The entries of the outline in order; loops and too many of them are cut off."""
    found: list[Entry] = []
    seen: set[int] = set()
    stack = [(raw.FPDFBookmark_GetFirstChild(pdf, None), 1)]
    while stack and len(found) < _MOST_ENTRIES:
        bookmark, depth = stack.pop()
        place = ctypes.cast(bookmark, ctypes.c_void_p).value
        if not place or place in seen:
            continue
        seen.add(place)
        stack.append((raw.FPDFBookmark_GetNextSibling(pdf, bookmark), depth))
        if depth < _DEPTH:
            stack.append((raw.FPDFBookmark_GetFirstChild(pdf, bookmark), depth + 1))
        length = raw.FPDFBookmark_GetTitle(bookmark, None, 0)
        if not 2 < length <= 4000:
            continue
        buffer = ctypes.create_string_buffer(length)
        raw.FPDFBookmark_GetTitle(bookmark, buffer, length)
        title = spacing.line(buffer.raw[: length - 2].decode("utf-16-le", "replace"))
        if title:
            destination = raw.FPDFBookmark_GetDest(pdf, bookmark)
            found.append(Entry(title, depth, raw.FPDFDest_GetDestPageIndex(pdf, destination) if destination else -1))
    return found
