"""Everything that is not read: a Document without text."""

from __future__ import annotations

from extractors.base import ole
from extractors.base.sentences import Message
from extractors.base.types import Document, Source


def extract(source: Source) -> Document:
    document = source.document()
    if source.data.startswith(ole.SIGNATURE):
        document.warnings = (Message("office-old"),)
    return document
