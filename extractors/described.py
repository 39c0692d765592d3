"""Documents as JSON objects for other programs, as `tianwang extract --json` shows them."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from typing import Any

from extractors.types import Document

_TEXTS = ("format", "title", "title_source", "author", "date", "language", "text")
_PART = ("kind", "text", "level", "rows", "url", "role", "places")
_PICTURE = ("media_type", "width", "height", "seconds", "caption")


def fields(document: Document, files: Sequence[str] = ()) -> dict[str, Any]:
    """What is said of a document; `files` are the names under which its pictures were written."""
    return {
        **{name: getattr(document, name) for name in _TEXTS},
        "links": [
            {"url": link.url, "element": link.element, "text": link.text, "embed": link.embed}
            for link in document.links
        ],
        "warnings": list(document.warnings),
        "error": document.error,
        "media_type": document.media_type,
        "candidates": [{**one._asdict(), "score": float(one.score)} for one in document.candidates],
        "metadata": document.metadata,
        "official": document.official._asdict() if document.official else None,
        "members": [member._asdict() for member in document.members],
        "lyrics": [{"seconds": float(line.seconds), "text": line.text} for line in document.lyrics],
        "pictures": [
            {"file": file, **{name: getattr(picture, name) for name in _PICTURE}}
            for file, picture in zip(files, document.pictures, strict=False)
        ],
        "parts": [{name: said for name in _PART if (said := getattr(part, name))} for part in document.parts],
    }


def line(document: Document, without: Collection[str] = ()) -> str:
    """The fields, but for some, as a JSON object on one line."""
    said = fields(document)
    for name in without:
        del said[name]
    return json.dumps(said, ensure_ascii=False)
