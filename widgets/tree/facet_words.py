"""Facets and their values in words. Translation context: "facets"."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from widgets import languages

NAMES = {
    "type": QT_TRANSLATE_NOOP("facets", "Type"),
    "language": QT_TRANSLATE_NOOP("facets", "Language"),
    "year": QT_TRANSLATE_NOOP("facets", "Year"),
    "author": QT_TRANSLATE_NOOP("facets", "Author"),
    "issuer": QT_TRANSLATE_NOOP("facets", "Issued by"),
}
TYPES = {
    "page": QT_TRANSLATE_NOOP("facets", "Web pages"),
    "pdf": QT_TRANSLATE_NOOP("facets", "PDF"),
    "word": QT_TRANSLATE_NOOP("facets", "Word documents"),
    "sheet": QT_TRANSLATE_NOOP("facets", "Spreadsheets"),
    "slides": QT_TRANSLATE_NOOP("facets", "Slides"),
    "text": QT_TRANSLATE_NOOP("facets", "Plain text"),
    "image": QT_TRANSLATE_NOOP("facets", "Images"),
    "audio": QT_TRANSLATE_NOOP("facets", "Sound"),
    "video": QT_TRANSLATE_NOOP("facets", "Films"),
    "book": QT_TRANSLATE_NOOP("facets", "Books"),
    "mail": QT_TRANSLATE_NOOP("facets", "Mails"),
    "archive": QT_TRANSLATE_NOOP("facets", "Packed files"),
    "data": QT_TRANSLATE_NOOP("facets", "Data"),
    "code": QT_TRANSLATE_NOOP("facets", "Scripts and styles"),
    "other": QT_TRANSLATE_NOOP("facets", "Other files"),
}


def name(facet: str) -> str:
    """A facet in words."""
    return QCoreApplication.translate("facets", NAMES[facet])


def value(facet: str, text: str) -> str:
    """One of its values in words; "" is what nobody has stated."""
    if not text:
        return QCoreApplication.translate("facets", "Not stated")
    if facet == "type":
        known = TYPES.get(text)
        return QCoreApplication.translate("facets", known) if known else text
    return languages.name(text) if facet == "language" else text


def chip(facet: str, text: str) -> str:
    """A chosen value together with its facet: Type: PDF."""
    pattern = QCoreApplication.translate("facets", "{facet}: {value}")
    return pattern.format(facet=name(facet), value=value(facet, text))
