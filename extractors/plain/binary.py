"""Everything that is not read: a Document without text."""

from __future__ import annotations

from extractors.base import ole
from extractors.base.types import Document, Source


def extract(source: Source) -> Document:
    document = source.document()
    if source.data.startswith(ole.SIGNATURE):
        document.warnings = ("This is an old or encrypted Office file; its content cannot be read yet.",)
    return document
