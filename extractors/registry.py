"""Bytes → Document: finds the format and hands over to the one module that knows it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module

from extractors.sniffing import MEDIA_TYPES, declared_format, image_type, sniff
from extractors.types import Document, Source, Unreadable

# Modules are imported when first needed: the office libraries together take most of a second.
_MODULES = {
    "html": "extractors.html",
    "xml": "extractors.xml",
    "svg": "extractors.xml",
    "css": "extractors.css",
    "javascript": "extractors.scripts",
    "json": "extractors.plain",
    "text": "extractors.plain",
    "pdf": "extractors.pdf",
    "docx": "extractors.docx",
    "xlsx": "extractors.xlsx",
    "pptx": "extractors.pptx",
    "rtf": "extractors.rtf",
    "mp3": "extractors.mp3",
    "image": "extractors.binary",
    "binary": "extractors.binary",
}


def extract(
    data: bytes,
    *,
    declared_type: str | None = None,
    charset: str | None = None,
    name: str | None = None,
    base_url: str | None = None,
    text: bool = True,
    links: bool = True,
    page_url: str | None = None,
    main: bool = False,
    pictures: bool = False,
) -> Document:
    """Read some bytes. Never raises: what cannot be read gives a Document with an `error` sentence.

    Without `text`, formats in which that saves much leave out `text` and `parts`; without `links`, there are none.
    All else is the same, whatever is left out. Addresses in a script are read against `page_url`, the page that loads
    it; without that, against its own. `main` asks for the main text of a page, `pictures` for cover and key frames.
    """
    format_name = sniff(data, declared_type, name or base_url)
    media_type = _media_type(data, declared_type, format_name)
    source = Source(data, media_type, format_name, charset, name, base_url, text, links, page_url, main, pictures)
    try:
        document = _extractor(format_name)(source)
        if not links:
            document.links = ()
        return document
    except Unreadable as unreadable:
        sentence = str(unreadable)
    except Exception as error:  # hostile input finds what libraries did not expect; the sentence names it
        detail = " ".join(str(error).split())[:200]
        sentence = f"The content could not be read as {format_name} ({type(error).__name__}: {detail})."
    document = source.document()
    document.error = sentence
    return document


@cache
def _extractor(format_name: str) -> Callable[[Source], Document]:
    found: Callable[[Source], Document] = import_module(_MODULES[format_name]).extract
    return found


def _media_type(data: bytes, declared_type: str | None, format_name: str) -> str:
    declared = (declared_type or "").partition(";")[0].strip().lower()
    if format_name == "image":
        return image_type(data[:64]) or (declared if declared.startswith("image/") else "image/unknown")
    if declared and (declared_format(declared) == format_name or (format_name == "binary" and "/" in declared)):
        return declared
    return MEDIA_TYPES[format_name]
