"""Versions named one by one for an export, each with what a browser needs to show it.

A page that leaves an archive alone is a ruin without its style sheets and pictures: of everything it embeds the version
nearest in time goes along, of those again what they embed, and where an address led elsewhere, the target.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from urllib.parse import urljoin

from app.archive.model import Capture
from app.archive.reader import ArchiveReader
from app.archive.spellings import normalize
from app.errors import AddressInvalid, CaptureMissing, FormatError, StorageUnreadable

_DEPTH = 5  # a page, its frame, the style sheet of that, what it imports, a picture in there
_EMBEDDING = ("text/html", "application/xhtml+xml", "text/css", "image/svg+xml")


@dataclass(frozen=True)
class Named:
    """The versions with these `ids`, with their requisites; those that the archive does not hold any more are left
    out."""

    ids: tuple[str, ...]
    _taken: set[str] = field(default_factory=set)

    def captures(self, reader: ArchiveReader) -> Iterator[Capture]:
        """The captures, each once."""
        for id in self.ids:
            try:
                capture = reader.capture(id)
            except CaptureMissing:
                continue
            yield from self._with_requisites(reader, capture)

    def holds(self, capture: Capture) -> bool:
        """Whether a version is among the captures taken so far."""
        return capture.id in self._taken

    def _with_requisites(self, reader: ArchiveReader, page: Capture) -> Iterator[Capture]:
        wanted = [page]
        for _ in range(_DEPTH):
            needed = dict[str, None]()
            for capture in wanted:
                if capture.id in self._taken and capture is not page:
                    continue
                if capture.id not in self._taken:
                    self._taken.add(capture.id)
                    yield capture
                    rendered = reader.rendered(capture)
                    if rendered is not None:
                        yield rendered
                needed |= dict.fromkeys(_needed(reader, capture))
            found = (reader.nearest(url, page.date) for url in needed)
            wanted = [one for one in found if one is not None and one.id not in self._taken]


def _needed(reader: ArchiveReader, capture: Capture) -> list[str]:
    """The addresses that a version embeds, or leads to."""
    try:
        if 300 <= capture.status < 400:
            return [normalize(urljoin(capture.url, reader.http(capture).header("location") or ""))]
        if capture.type in _EMBEDDING:
            return [link.url for link in reader.links(capture) if link.embed]
    except (FormatError, StorageUnreadable, AddressInvalid, ValueError):  # damaged: it goes as it is
        pass
    return []
