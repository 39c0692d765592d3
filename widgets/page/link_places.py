"""In which block of its page a link stands, and since and until when: for the Links tab. In workers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from datetime import datetime
from html import unescape
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urljoin

from app.archive.model import Capture
from app.archive.reader import ArchiveReader
from app.errors import ArchiveError, FormatError, StorageUnreadable
from app.graph.incoming import outgoing
from app.graph.store.addresses import key_of


class Place(NamedTuple):
    """Where and when a link stands: the label of its block, since when, until when."""

    label: str = ""
    since: datetime | None = None
    until: datetime | None = None


_HREF = re.compile(r"""\b(?:href|src)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))""", re.IGNORECASE)
_LINKING = frozenset({"a", "area", "img", "iframe", "video", "audio", "source"})
_MOST = 2 << 20  # bytes of a page that is divided

Labels = Mapping[str | None, str]
"""The label of the block (see `app.blocks.cutting.labels`) of the first link to each address, by its key in the graph."""


def places_of(
    archive: Path, reader: ArchiveReader, capture: Capture, urls: Iterable[str], check: Callable[[], object]
) -> dict[str, Place]:
    """Where links of a version stand, by their addresses, and since and until when, as far as the graph knows."""
    labels = labels_of(reader, capture, check)
    spans: dict[str | None, tuple[datetime, datetime | None]] = {}
    with suppress(ArchiveError):  # nobody has gathered links yet
        spans = {
            key_of(link.url): (link.since, link.until)
            for link in outgoing(archive, capture.url)
            if link.since <= capture.date and (link.until is None or capture.date < link.until)
        }
    found = dict[str, Place]()
    for url in urls:
        key = key_of(url)
        found[url] = Place(labels.get(key, ""), *spans.get(key, (None, None)))
    return found


def labels_of(reader: ArchiveReader, capture: Capture, check: Callable[[], object]) -> Labels:
    """The labels of the blocks that a page's links stand in; nothing for what is no HTML. `check` may raise to break
    off."""
    from app.blocks.cutting.cutting import (
        cut,
    )  # here, in the worker: the tab is made without the engine of blocks
    from app.blocks.cutting.labels import Namer

    if "html" not in capture.type:
        return {}
    try:
        message = reader.shown(capture)
    except (FormatError, StorageUnreadable):
        return {}
    if len(message.body) > _MOST:
        return {}
    check()
    tree = cut(message.body, message.charset)
    check()
    namer, scan = Namer(tree), tree.scan
    found: dict[str | None, str] = {}
    for block in (leaf for top in tree.blocks for leaf in top.leaves()):
        named = False
        for number in range(*block.numbers):
            if scan.names[number] not in _LINKING:
                continue
            said = _HREF.search(scan.text, scan.name_ends[number], scan.ends[number])
            try:
                key = key_of(urljoin(capture.url, unescape(said[1] or said[2] or said[3]))) if said else None
            except (TypeError, ValueError):
                continue
            if key is None or key in found:
                continue
            if not named:
                check()
                namer.name(block)
                named = True
            found[key] = block.label
    return found
