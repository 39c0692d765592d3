"""The sides of a comparison: contents of captures or files, and the way to compare two of them."""

from __future__ import annotations

from collections.abc import Callable

from app.archive.model import Capture
from app.archive.reader import ArchiveReader
from app.blocks.compare.changes import Comparison
from app.blocks.compare.differing import compare
from app.blocks.compare.documents import compare_documents
from app.blocks.cutting.cutting import DEFAULT_LEVEL
from app.errors import FormatError, StorageUnreadable
from app.messages import Message
from extractors.base.types import Document
from extractors.door import guarded
from extractors.door.sniffing import sniff

ONE_TREE = Message("browser-one-side")


class Side:
    """Bytes to compare and the facts known about them.

    `charset` and `media_type` are what the server declared, `address` is that of the page; `rendered` marks a tree from a
    browser.
    """

    def __init__(
        self,
        data: bytes,
        name: str,
        media_type: str | None = None,
        charset: str | None = None,
        read: Callable[[], Document] | None = None,
        address: str = "",
        *,
        rendered: bool = False,
    ) -> None:
        self.data, self.name, self.media_type, self.charset = data, name, media_type, charset
        self.address, self.rendered = address, rendered
        self._read = read

    def is_html(self) -> bool:
        """Whether it is compared as a page."""
        return sniff(self.data, self.media_type, self.name) == "html"

    def document(self) -> Document:
        """The extracted document; its `error` is the reason where nothing was extracted."""
        if self._read is not None:
            return self._read()
        return guarded.extract(self.data, declared_type=self.media_type, charset=self.charset, name=self.name)


def side_of(
    reader: ArchiveReader,
    capture: Capture,
    cancelled: Callable[[], bool] | None = None,
    *,
    received: bool = False,
) -> Side:
    """The content of a capture: the kept browser's tree if there is one, else (or with `received`) the bytes.

    Raises FormatError and StorageUnreadable as the reader does.
    """
    message = reader.http(capture) if received else reader.shown(capture)
    name = capture.url.partition("?")[0].rpartition("/")[2]
    return Side(
        message.body,
        name or capture.id,
        message.media_type or None,
        message.charset,
        lambda: reader.document(capture, cancelled=cancelled),
        capture.url,
        rendered=not received and reader.rendered(capture) is not None,
    )


def is_sound(reader: ArchiveReader, capture: Capture | str) -> bool:
    """Whether the content of a capture can be read, and is what was stored."""
    try:
        return reader.damage(capture) is None
    except (FormatError, StorageUnreadable):
        return False


def compare_sides(a: Side, b: Side, *, level: int = DEFAULT_LEVEL) -> Comparison:
    """The comparison of two sides: pages by blocks, other formats by their extracted text.

    A side that cannot be read has no text, and a warning gives the reason.
    """
    if a.is_html() and b.is_html():
        found = compare(
            a.data,
            b.data,
            charset_a=a.charset,
            charset_b=b.charset,
            level=level,
            address_a=a.address,
            address_b=b.address,
        )
        if a.rendered != b.rendered:
            found.warnings += (ONE_TREE,)
        return found
    return compare_documents(a.document(), b.document())
