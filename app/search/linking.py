"""Links as the versions that have them say them: the search index knows their words alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress

import numpy as np

from app.archive import batches
from app.archive.model import StoredLink
from app.archive.reader import ArchiveReader
from app.errors import CaptureMissing, FormatError, StorageUnreadable
from app.search import snippets
from app.search.entries.columns import Columns
from app.search.finding.targets import Linked, targets
from app.search.index.reading import anchor_of
from app.search.index.store import key_of, short
from app.search.results import Hit

_MOST_TARGETS = 500  # among which those are looked for that are not in the archive


class Linking:
    """The links of versions, each version read once."""

    def __init__(self, reader: ArchiveReader) -> None:
        self._reader = reader
        self._known: dict[int, Sequence[StoredLink]] = {}

    def to(self, key: int, version: int, sought: re.Pattern[str] | None) -> tuple[str, str] | None:
        """Address and text of a link of a version (`store.version_key`) to an address with a short key: of those in which
        something is found the first, else of all; None where the version cannot be read."""
        if version not in self._known:
            self._known[version] = ()
            with suppress(CaptureMissing, FormatError, StorageUnreadable):
                self._known[version] = self._read(version)
        links = self._known[version]
        # most of them say something else, which is known in a fraction of the time that their addresses take
        saying = [link for link in links if sought is not None and snippets.says(link.text, sought)]
        return next(filter(None, (_leading(link, key) for some in (saying, links) for link in some)), None)

    def _read(self, version: int) -> list[StoredLink]:
        capture = self._reader.capture(batches.format_id(f"{version >> 32:06}", version & 0xFFFFFFFF))
        return [link for link in self._reader.links(capture) if link.element == "a" and link.text]


def _leading(link: StoredLink, key: int) -> tuple[str, str] | None:
    """What a link says if it leads to such an address."""
    url, text = anchor_of(link)
    return (url, text) if short(key_of(url)) == key else None


def unfetched(
    reader: ArchiveReader,
    held: Columns,
    linked: Sequence[Linked],
    sought: re.Pattern[str] | None,
    limit: int,
) -> list[Hit]:
    """Addresses of which the archive has no content, by the texts of links to them: never fetched, or dead."""
    found: dict[str, Hit] = {}
    linking, led = Linking(reader), targets(linked)
    best = np.argsort(-led.scores, kind="stable")[:_MOST_TARGETS]
    for place in best[~held.has_keys(led.keys[best])].tolist():
        if len(found) < limit:
            told = led.told(place) or linking.to(int(led.keys[place]), led.version(place), sought)
            if not told or told[0] in found:
                continue
            (url, text), page = told, reader.page_meant(told[0])
            if page is None or page.kind == "error":
                shown = snippets.snippet(text, sought) or snippets.beginning(text)
                status = page.status if page else 0
                found[url] = Hit(url, "", float(led.scores[place]), snippet=shown, status=status)
    return list(found.values())
