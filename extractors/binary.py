"""Pictures and everything that is not read yet: a Document without text."""

from __future__ import annotations

from extractors.types import Document, Source

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


def extract(source: Source) -> Document:
    document = source.document()
    if source.data.startswith(_OLE):
        document.warnings = ("This is an old or encrypted Office file; its content cannot be read yet.",)
    return document
