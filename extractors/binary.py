"""Pictures and everything that is not read yet: a Document without text. Of a compressed sitemap the links are read."""

from __future__ import annotations

from extractors import listings
from extractors.types import Document, Source

_GZIP = b"\x1f\x8b"
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


def extract(source: Source) -> Document:
    document = source.document()
    if source.data.startswith(_OLE):
        document.warnings = ("This is an old or encrypted Office file; its content cannot be read yet.",)
    elif source.links and source.data.startswith(_GZIP):
        listing = listings.read(source.data, source.base_url)
        document.links = tuple(listing.links()) if listing else ()
    return document
