"""Sibling pages in the archive, of the same folder or site: lines that many of them show belong to the site."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path

from app.archive.model import Capture, Page
from app.archive.reader import ArchiveReader
from app.blocks.compare.sides import side_of
from app.blocks.cutting.labels import Siblings, lines_of
from app.blocks.noise.summaries import UNSEEN, Step, Summary
from app.blocks.page.source import Source
from app.blocks.page.spans import scan
from app.blocks.page.tree import shown_text
from app.errors import CaptureMissing, FormatError, StorageUnreadable

_MOST = 5  # pages that are read
_LOOKED_AT = 50  # of its folder, and of its site
_LONGEST = 512 * 1024  # bytes of one
_KEPT = 64  # pages whose lines stay in memory

_lock = threading.Lock()
_known: OrderedDict[tuple[Path, str], frozenset[str]] = OrderedDict()


def siblings_of(reader: ArchiveReader, capture: Capture) -> Siblings:
    """Some siblings of the page of a capture, as of its time; each is read once."""
    pages: list[frozenset[str]] = []
    for page in _beside(reader, capture.url):
        lines = _lines(reader, page, capture)
        if lines:
            pages.append(lines)
        if len(pages) == _MOST:
            break
    return Siblings(pages)


def _beside(reader: ArchiveReader, url: str) -> Iterator[Page]:
    """Pages of the same folder first, then of the site."""
    page = reader.page(url)
    if page is None:
        return
    scheme, sign, rest = url.partition("://")
    site = f"{scheme}{sign}{rest.partition('/')[0]}/"
    near = reader.pages(page.folder_id, kinds=("document",), limit=_LOOKED_AT)
    told = {url}
    for other in chain(near, islice(reader.all_pages(site, ("document",)), _LOOKED_AT)):
        if other.url not in told and other.type == page.type and 0 < other.length <= _LONGEST:
            told.add(other.url)
            yield other


def _lines(reader: ArchiveReader, page: Page, capture: Capture) -> frozenset[str]:
    """The lines that a page showed; empty for an unreadable page, or the same one."""
    version = reader.nearest(page.url, capture.date)
    if version is None or not 200 <= version.status < 300 or version.digest == capture.digest:
        return frozenset()
    key = reader.path, version.id
    with _lock:
        if key in _known:
            _known.move_to_end(key)
            return _known[key]
    try:
        side = side_of(reader, version)
    except (CaptureMissing, FormatError, StorageUnreadable):
        return frozenset()
    text = Source(side.data, side.charset).text if side.is_html() else ""
    lines = frozenset(lines_of(shown_text(scan(text), 0, len(text))))
    with _lock:
        _known[key] = lines
        while len(_known) > _KEPT:
            _known.popitem(last=False)
    return lines


ADVERTISEMENT = "advertisement"


class SiblingChanges:
    """The changes of another page of the site, by place and by shape."""

    def __init__(self, summary: Summary) -> None:
        self._places: set[str] = set()
        self._shapes: set[str] = set()  # those that can be seen, wherever they are
        self._shapes_at: set[tuple[str, str]] = set()
        self._advertisements: set[str] = set()
        for step in summary.steps:
            here = {step.path_a or "", step.path_b or ""} - {""}
            self._places |= here
            if not step.is_change:
                continue
            if step.shape:
                self._shapes_at.update((place, step.shape) for place in here)
                if step.shape not in UNSEEN:
                    self._shapes.add(step.shape)
            if step.label == ADVERTISEMENT:
                self._advertisements |= here

    def does_the_same(self, step: Step) -> bool | None:
        """Whether it changed in the way of this step, too; None when it has no such block."""
        place = place_of_step(step)
        if step.shape and (step.shape in self._shapes or (place, step.shape) in self._shapes_at):
            return True
        if step.label == ADVERTISEMENT and place in self._advertisements:
            return True
        return False if place in self._places else None


def place_of_step(step: Step) -> str:
    """The path where a step stands now, or stood; "" for none."""
    return step.path_b or step.path_a or ""
