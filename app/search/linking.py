"""Links as the versions that have them say them: the search index knows their words alone."""

from __future__ import annotations

from contextlib import suppress

from app.archive import batches
from app.archive.reader import ArchiveReader
from app.errors import CaptureMissing, FormatError, StorageUnreadable
from app.search.index.reading import anchor_of
from app.search.index.store import key_of, short


class Linking:
    """The links of versions, each version read once."""

    def __init__(self, reader: ArchiveReader) -> None:
        self._reader = reader
        self._known: dict[int, dict[int, list[tuple[str, str]]]] = {}

    def to(self, key: int, version: int) -> list[tuple[str, str]]:
        """Addresses with a short key that a version (`store.version_key`) links to, each with a text; none where the
        version cannot be read."""
        if version not in self._known:
            self._known[version] = {}
            with suppress(CaptureMissing, FormatError, StorageUnreadable):
                self._read(version)
        return self._known[version].get(key, [])

    def _read(self, version: int) -> None:
        found = self._known[version]
        capture = self._reader.capture(batches.format_id(f"{version >> 32:06}", version & 0xFFFFFFFF))
        for link in self._reader.links(capture):
            if link.element == "a" and link.text:
                url, text = anchor_of(link)
                found.setdefault(short(key_of(url)), []).append((url, text))
