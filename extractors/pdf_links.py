"""What a PDF points to: links on its pages and its outline."""

from __future__ import annotations

import ctypes
import re
from typing import Any, NamedTuple

import pypdfium2.raw as raw

from extractors import pdf_calls, spacing
from extractors.pdf_file import Page

_MOST_ON_PAGE = 500
_LONGEST = 4000  # bytes of an address or an entry
_USUAL = 400  # characters that a link stands on
_Address = ctypes.c_char * _LONGEST
_MOST_ENTRIES = 2000
_DEPTH = 8
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
    document, sheet = pdf_calls.handle(pdf.raw), pdf_calls.handle(page.raw)
    next_link, buffer = pdf_calls.next_link, _Address()
    for _ in range(_MOST_ON_PAGE):
        if not next_link(sheet, at_position, at_link):
            return
        if not (url := _address(document, link, buffer)) or found.get(url):
            continue
        found[url] = _words(page.text, rectangle) if pdf_calls.link_place(link, at_rectangle) else ""


def _address(document: Any, link: Any, buffer: Any) -> str:
    """Where a link leads to; "" when that is no address. `buffer` is room for it."""
    action = pdf_calls.at(pdf_calls.link_action(link))
    if not action or pdf_calls.action_type(action) != raw.PDFACTION_URI:
        return ""
    if not 1 < pdf_calls.address(document, action, buffer, _LONGEST) <= _LONGEST:
        return ""
    url = buffer.value.decode("utf-8", "replace").strip()
    return f"http://{url}" if not _SCHEME.match(url) and _HOST.match(url) else url


def _words(textpage: Any, rectangle: Any) -> str:
    """The words in a part of the page, in one line."""
    borders = rectangle.left, rectangle.top, rectangle.right, rectangle.bottom
    buffer = (ctypes.c_ushort * _USUAL)()  # mostly enough: to ask how many there are takes as long as to get them
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
    document, room = pdf_calls.handle(pdf.raw), bytearray(_LONGEST)
    buffer = ctypes.byref(ctypes.c_char.from_buffer(room))
    stack = [(pdf_calls.first_entry(document, None), 1)]
    while stack and len(found) < _MOST_ENTRIES:
        place, depth = stack.pop()
        if not place or place in seen:
            continue
        seen.add(place)
        entry = pdf_calls.at(place)
        stack.append((pdf_calls.next_entry(document, entry), depth))
        if depth < _DEPTH:
            stack.append((pdf_calls.first_entry(document, entry), depth + 1))
        length = pdf_calls.entry_title(entry, buffer, _LONGEST)
        if 2 < length <= _LONGEST and (title := spacing.line(room[: length - 2].decode("utf-16-le", "replace"))):
            found.append(Entry(title, depth))
    return found
