"""What the three OOXML formats have in common."""

from __future__ import annotations

import io
import threading
import warnings
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from extractors import archives, dates
from extractors.html_metadata import clean, language
from extractors.types import Document, Unreadable

# Titles that programs fill in by themselves.
_EMPTY_TITLES = ("powerpoint presentation", "presentation", "document", "title", "untitled", "slide 1", "word document")
# "Strict" files use other namespaces for the same things; documents with macros and templates another content type.
_TRANSITIONAL = {
    b"http://purl.oclc.org/ooxml/spreadsheetml/main": b"http://schemas.openxmlformats.org/spreadsheetml/2006/main",
    b"http://purl.oclc.org/ooxml/wordprocessingml/main": b"http://schemas.openxmlformats.org/wordprocessingml/2006/main",
    b"http://purl.oclc.org/ooxml/presentationml/main": b"http://schemas.openxmlformats.org/presentationml/2006/main",
    b"http://purl.oclc.org/ooxml/drawingml/": b"http://schemas.openxmlformats.org/drawingml/2006/",
    b"http://purl.oclc.org/ooxml/officeDocument/": b"http://schemas.openxmlformats.org/officeDocument/2006/",
}
_WORD = b"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
_SLIDES = b"application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"
_PLAIN_TYPES = {
    b"application/vnd.ms-word.document.macroEnabled.main+xml": _WORD,
    b"application/vnd.ms-word.template.macroEnabledTemplate.main+xml": _WORD,
    b"application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml": _WORD,
    b"application/vnd.openxmlformats-officedocument.presentationml.template.main+xml": _SLIDES,
    b"application/vnd.ms-powerpoint.template.macroEnabled.main+xml": _SLIDES,
    b"application/vnd.ms-powerpoint.slideshow.macroEnabled.main+xml": _SLIDES,
}
_warnings_lock = threading.Lock()


@contextmanager
def quiet(library: str) -> Iterator[None]:
    """Drop the warnings of one library (about features it does not write back; nothing a reader can act on).

    Warning filters belong to the process: one thread changes them at a time.
    """
    with _warnings_lock, warnings.catch_warnings():
        for category in (UserWarning, DeprecationWarning):
            warnings.filterwarnings("ignore", category=category, module=library.replace(".", r"\."))
        yield


def usual(data: bytes) -> bytes:
    """The file as the libraries expect it: checked, transitional namespaces, main content type without macros."""
    archives.check(data)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        try:
            types = archive.read("[Content_Types].xml")
            relations = archive.read("_rels/.rels")
        except KeyError as error:
            raise Unreadable("The file is not an Office document: its list of parts is missing.") from error
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError) as error:
            raise Unreadable("The file is damaged: its list of parts cannot be read.") from error
    replacements: dict[bytes, bytes] = {}
    if b"purl.oclc.org" in relations:
        replacements |= _TRANSITIONAL
    if any(unusual in types for unusual in _PLAIN_TYPES):
        replacements |= _PLAIN_TYPES
    return archives.rewrite(data, replacements) if replacements else data


def fill_properties(document: Document, properties: Any) -> str:
    """Take author, dates and language from docProps/core.xml; returns the title it holds (often not the right one)."""
    document.author = clean(getattr(properties, "author", None) or getattr(properties, "creator", None))
    document.date = dates.of(getattr(properties, "created", None))
    document.language = language(getattr(properties, "language", None))
    for name in ("title", "subject", "keywords", "category", "comments", "description"):
        value = clean(str(getattr(properties, name, None) or ""))
        if value:
            document.metadata[name] = value
    modified = dates.of(getattr(properties, "modified", None))
    if modified:
        document.metadata["modified"] = modified
    title = document.metadata.get("title", "")
    return "" if title.lower() in _EMPTY_TITLES else title
