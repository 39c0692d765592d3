"""What is compared: the content of a capture or of a file, and how two of them are compared."""

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
    """Bytes to compare and what is known about them. `charset` and `media_type` are what the server declared,
    `address` is where a page was; `rendered` says that they are a browser's tree of it."""

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
        """What can be read of it; its `error` says why nothing can."""
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
    """The content of a capture: what a browser made of it, where that is kept and the bytes as `received` are not asked
    for. FormatError, StorageUnreadable as the reader raises them."""
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
    """What changed: pages by their blocks, all else by what can be read of it. What cannot be read at all has no text,
    and a warning says why."""
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
