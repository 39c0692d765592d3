"""Names and values of facts about documents in words for a person. Translation context: "facts"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from extractors.base.types import Official, Post, Product
from widgets.words import engine as engine_words
from widgets.words import formats

NAMES: Mapping[str, Any] = {  # texts, which the stubs take for objects
    "address": QT_TRANSLATE_NOOP("facts", "Address"),
    "album": QT_TRANSLATE_NOOP("facts", "Album"),
    "album-artist": QT_TRANSLATE_NOOP("facts", "Album artist"),
    "artist": QT_TRANSLATE_NOOP("facts", "Artist"),
    "audio-codec": QT_TRANSLATE_NOOP("facts", "Sound codec"),
    "author": QT_TRANSLATE_NOOP("facts", "Author stated in the document"),
    "bitrate": QT_TRANSLATE_NOOP("facts", "Bit rate"),
    "bpm": QT_TRANSLATE_NOOP("facts", "Beats per minute"),
    "camera": QT_TRANSLATE_NOOP("facts", "Camera"),
    "categories": QT_TRANSLATE_NOOP("facts", "Categories"),
    "category": QT_TRANSLATE_NOOP("facts", "Category"),
    "cc": QT_TRANSLATE_NOOP("facts", "Copy to"),
    "channels": QT_TRANSLATE_NOOP("facts", "Channels"),
    "chapters": QT_TRANSLATE_NOOP("facts", "Chapters"),
    "characters": QT_TRANSLATE_NOOP("facts", "Characters"),
    "charset": QT_TRANSLATE_NOOP("facts", "Character set"),
    "charset-source": QT_TRANSLATE_NOOP("facts", "Character set decided by"),
    "comment": QT_TRANSLATE_NOOP("facts", "Comment"),
    "comments": QT_TRANSLATE_NOOP("facts", "Comments"),
    "company": QT_TRANSLATE_NOOP("facts", "Company"),
    "composer": QT_TRANSLATE_NOOP("facts", "Composer"),
    "compression": QT_TRANSLATE_NOOP("facts", "Packed with"),
    "content-format": QT_TRANSLATE_NOOP("facts", "Format inside"),
    "content-type": QT_TRANSLATE_NOOP("facts", "Content type"),
    "contributor": QT_TRANSLATE_NOOP("facts", "Contributors"),
    "copyright": QT_TRANSLATE_NOOP("facts", "Copyright"),
    "covers": QT_TRANSLATE_NOOP("facts", "Covers"),
    "created": QT_TRANSLATE_NOOP("facts", "Made"),
    "creator": QT_TRANSLATE_NOOP("facts", "Made with"),
    "description": QT_TRANSLATE_NOOP("facts", "Description"),
    "disc": QT_TRANSLATE_NOOP("facts", "Disc"),
    "duration": QT_TRANSLATE_NOOP("facts", "Duration"),
    "encoder": QT_TRANSLATE_NOOP("facts", "Encoder"),
    "fonts": QT_TRANSLATE_NOOP("facts", "Fonts"),
    "formulas": QT_TRANSLATE_NOOP("facts", "Formulas"),
    "frame-rate": QT_TRANSLATE_NOOP("facts", "Frames per second"),
    "frames": QT_TRANSLATE_NOOP("facts", "Frames"),
    "generator": QT_TRANSLATE_NOOP("facts", "Made with"),
    "genre": QT_TRANSLATE_NOOP("facts", "Genre"),
    "height": QT_TRANSLATE_NOOP("facts", "Height"),
    "hidden-sheets": QT_TRANSLATE_NOOP("facts", "Hidden sheets"),
    "hidden-slides": QT_TRANSLATE_NOOP("facts", "Hidden slides"),
    "isbn": QT_TRANSLATE_NOOP("facts", "ISBN"),
    "isrc": QT_TRANSLATE_NOOP("facts", "ISRC"),
    "keywords": QT_TRANSLATE_NOOP("facts", "Keywords"),
    "language-source": QT_TRANSLATE_NOOP("facts", "Language decided by"),
    "last-author": QT_TRANSLATE_NOOP("facts", "Last changed by"),
    "license": QT_TRANSLATE_NOOP("facts", "Licence"),
    "list-id": QT_TRANSLATE_NOOP("facts", "Mailing list"),
    "location": QT_TRANSLATE_NOOP("facts", "Place"),
    "lyricist": QT_TRANSLATE_NOOP("facts", "Lyricist"),
    "manager": QT_TRANSLATE_NOOP("facts", "Manager"),
    "message-id": QT_TRANSLATE_NOOP("facts", "Message number"),
    "modified": QT_TRANSLATE_NOOP("facts", "Last changed"),
    "newsgroups": QT_TRANSLATE_NOOP("facts", "Newsgroups"),
    "operator": QT_TRANSLATE_NOOP("facts", "Typed by"),
    "organization": QT_TRANSLATE_NOOP("facts", "Organisation"),
    "orientation": QT_TRANSLATE_NOOP("facts", "Orientation"),
    "outline": QT_TRANSLATE_NOOP("facts", "Outline"),
    "page-size": QT_TRANSLATE_NOOP("facts", "Size of a page"),
    "pages": QT_TRANSLATE_NOOP("facts", "Pages"),
    "pictures": QT_TRANSLATE_NOOP("facts", "Pictures"),
    "producer": QT_TRANSLATE_NOOP("facts", "Written by (program)"),
    "program": QT_TRANSLATE_NOOP("facts", "Made with"),
    "published": QT_TRANSLATE_NOOP("facts", "Published"),
    "published-source": QT_TRANSLATE_NOOP("facts", "Date found in"),
    "publisher": QT_TRANSLATE_NOOP("facts", "Publisher"),
    "reply-to": QT_TRANSLATE_NOOP("facts", "Answer to"),
    "revision": QT_TRANSLATE_NOOP("facts", "Revision"),
    "rights": QT_TRANSLATE_NOOP("facts", "Rights"),
    "sample-rate": QT_TRANSLATE_NOOP("facts", "Sample rate"),
    "saved": QT_TRANSLATE_NOOP("facts", "Saved"),
    "section": QT_TRANSLATE_NOOP("facts", "Section"),
    "sheets": QT_TRANSLATE_NOOP("facts", "Sheets"),
    "site-name": QT_TRANSLATE_NOOP("facts", "Site"),
    "slides": QT_TRANSLATE_NOOP("facts", "Slides"),
    "source": QT_TRANSLATE_NOOP("facts", "Source"),
    "subject": QT_TRANSLATE_NOOP("facts", "Subject"),
    "subtitle": QT_TRANSLATE_NOOP("facts", "Subtitle"),
    "tags": QT_TRANSLATE_NOOP("facts", "Tags"),
    "tags-charset": QT_TRANSLATE_NOOP("facts", "Character set of the tags"),
    "tags-charset-source": QT_TRANSLATE_NOOP("facts", "Why this character set"),
    "title": QT_TRANSLATE_NOOP("facts", "Title stated in the document"),
    "to": QT_TRANSLATE_NOOP("facts", "To"),
    "track": QT_TRANSLATE_NOOP("facts", "Track"),
    "track-languages": QT_TRANSLATE_NOOP("facts", "Languages of the tracks"),
    "tracks": QT_TRANSLATE_NOOP("facts", "Tracks"),
    "url": QT_TRANSLATE_NOOP("facts", "Address"),
    "video-codec": QT_TRANSLATE_NOOP("facts", "Picture codec"),
    "viewport": QT_TRANSLATE_NOOP("facts", "Viewport"),
    "width": QT_TRANSLATE_NOOP("facts", "Width"),
    "words": QT_TRANSLATE_NOOP("facts", "Words"),
    "year": QT_TRANSLATE_NOOP("facts", "Year"),
}
_TECHNICAL = frozenset(
    (
        "title",
        "author",
        "sample-rate",
        "channels",
        "audio-codec",
        "video-codec",
        "covers",
        "frame-rate",
        "encoder",
        "tags-charset",
        "isrc",
        "revision",
        "charset",
        "generator",
        "program",
        "orientation",
        "message-id",
        "viewport",
        "fonts",
        "outline",
        "content-type",
        "content-format",
        "operator",
        "url",
        "page-size",
    )
)
_SHORT = 120
_DATES = ("modified", "created", "saved", "published")
_COUNTS = ("pages", "slides", "sheets", "words", "characters", "pictures", "formulas", "frames", "chapters")


def name(key: str) -> str:
    """A key of the metadata in words; what is not known stays as it is."""
    known = NAMES.get(key)
    return QCoreApplication.translate("facts", known) if known else key


def lead(key: str) -> str:
    """The name of a fact as it stands before what is said."""
    return QCoreApplication.translate("facts", "{name}: ").format(name=name(key))


def value(key: str, text: str) -> str:
    """A value of an extractor as a person writes it; unknown ones stay as they are."""
    try:
        if key == "duration":
            return formats.duration(float(text))
        if key == "bitrate":
            return f"{round(int(text) / 1000)} kbit/s"
        if key in ("width", "height"):
            return QCoreApplication.translate("facts", "{n} pixels").format(n=formats.number(int(text)))
        if key == "sample-rate":
            return f"{formats.number(int(text))} Hz"
        if key in _COUNTS:
            return formats.number(int(text))
        if key in _DATES:
            return formats.date(datetime.fromisoformat(text))
    except ValueError:
        return text
    return engine_words.say(text) if key.endswith("-source") else text


def rows(metadata: Mapping[str, str]) -> list[tuple[str, str]]:
    """Names and values of all facts that have a value; width and height are one."""
    width, height = metadata.get("width", ""), metadata.get("height", "")
    found = []
    for key, text in metadata.items():
        if key == "width" and height.isdigit() and width.isdigit():
            label = QCoreApplication.translate("facts", "Size of the picture")
            pixels = QCoreApplication.translate("facts", "{width} × {height} pixels")
            found.append(
                (label, pixels.format(width=formats.number(int(width)), height=formats.number(int(height))))
            )
        elif text.strip() and not (key == "height" and width):
            found.append((name(key), value(key, text)))
    return found


def main_rows(metadata: Mapping[str, str], most: int) -> list[tuple[str, str]]:
    """The rows that tell most people something; the others stand in the details."""
    told = {
        key: text
        for key, text in metadata.items()
        if key not in _TECHNICAL and not key.endswith("-source") and len(text) < _SHORT
    }
    return rows(told)[:most]


def posts(found: Sequence[Post], most: int) -> list[tuple[str, str]]:
    """Who wrote the posts of a thread, and when."""
    unknown = QCoreApplication.translate("facts", "Unknown author")
    return [(post.author or unknown, value("published", post.date) or "–") for post in found[:most]]


def product(found: Product) -> list[tuple[str, str]]:
    """What a page says of what it offers, with the specification."""
    translate = QCoreApplication.translate
    said = (
        (translate("facts", "Product"), found.name),
        (translate("facts", "Price"), f"{found.price} {found.currency}".strip()),
        (translate("facts", "Description"), found.description),
        *found.specification,
    )
    return [(label, text) for label, text in said if text]


def official(found: Official) -> list[tuple[str, str]]:
    """What an official document says of itself."""
    translate = QCoreApplication.translate
    said = (
        (translate("facts", "Issued by"), found.issuer),
        (translate("facts", "Addressed to"), found.recipient),
        (translate("facts", "Document number"), found.number),
        (translate("facts", "Issued on"), found.date),
    )
    return [(label, text) for label, text in said if text]
