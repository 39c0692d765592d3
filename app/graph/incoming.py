"""The links to one address and from one, also those that are gone: read from the file, without loading the graph."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import numpy as np

from app.archive.index.rows import moment
from app.graph.store.addresses import key_of, url_of
from app.graph.store.files import LinksFile, Out
from app.graph.store.links import CLASS, CLASSES, UNSURE
from app.graph.store.store import opened

MOST = 20_000
"""Pages that are looked up; a menu may have more."""


@dataclass(frozen=True, slots=True)
class Incoming:
    """A link to the address (or from it, see `outgoing`): the address of the other end, the class of the link
    (`links.CLASSES`) and its words, when a version was captured first that has it, the last one that has it, and the
    first one again without it (None: the newest version of its page has it); `count` is how often it is there, `rel`
    are its relation words ("nofollow ugc")."""

    url: str
    kind: str
    text: str
    count: int
    since: datetime
    last: datetime
    until: datetime | None
    rel: str


def incoming(
    archive: Path, url: str, cancelled: Callable[[], bool] | None = None, most: int = MOST
) -> tuple[list[Incoming], int]:
    """The links to an address, in canonical order of their pages, of at most so many pages; and how many pages there
    are. ArchiveError where there is no graph that can be used."""
    file = opened(archive)
    try:
        return incoming_in(file, url, cancelled, most)
    finally:
        file.close()


def incoming_in(
    file: LinksFile, url: str, cancelled: Callable[[], bool] | None = None, most: int = MOST
) -> tuple[list[Incoming], int]:
    """The same, of a graph that is open already."""
    key = key_of(url)
    node = file.keys.find(key) if key is not None else None
    if node is None:
        return [], 0
    pages = np.unique(file.into(node)[0])
    pages = pages[pages != node]
    found = list[Incoming]()
    for page in pages[:most].tolist():
        if cancelled is not None and cancelled():
            break
        out = file.out(page)
        rows = np.flatnonzero((out.target == node) & (out.kind & UNSURE == 0)).tolist()
        found += _rows(file, page, out, rows)
    return found, len(pages)


def outgoing(archive: Path, url: str) -> list[Incoming]:
    """The links from an address in all its versions, in canonical order of where they lead. ArchiveError where there is
    no graph that can be used."""
    file = opened(archive)
    try:
        key = key_of(url)
        node = file.keys.find(key) if key is not None else None
        if node is None:
            return []
        out = file.out(node)
        return list(_rows(file, node, out, range(len(out.target)), to_target=True))
    finally:
        file.close()


def _rows(
    file: LinksFile, page: int, out: Out, rows: Sequence[int], *, to_target: bool = False
) -> Iterator[Incoming]:
    """Some links of a page, each with the address of the page or `to_target` of where it leads."""
    when = file.versions(page)[0]
    for row, text in zip(rows, file.words(page, rows), strict=True):
        after = len(when) - int(out.back[row])
        yield Incoming(
            url_of(file.keys[int(out.target[row]) if to_target else page]),
            CLASSES[int(out.kind[row]) & CLASS],
            text,
            int(out.count[row]) + 1,
            moment(int(when[int(out.first[row])])),
            moment(int(when[after - 1])),
            moment(int(when[after])) if after < len(when) else None,
            file.rels[int(out.rel[row])],
        )
