"""What the view of a site's template reads, and what a person says of its parts, in workers."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from app.archive.archive import Archive
from app.archive.model import Capture
from app.archive.reader import ArchiveReader
from app.templates.explaining import Explained, explained, kept, seen_of
from app.templates.feeding import learn
from app.templates.known import site_of
from app.templates.learning import Site
from app.templates.marks import Mark, mark, read_marks, unmark
from app.templates.pointing import Spot, element_at, spots
from app.templates.store import Store
from widgets.kit import jobs

MOST_VERSIONS = 400
"""Of a site that are read to learn its template while somebody waits."""


class Loaded(NamedTuple):
    """The parts of a page that are template or were marked, in their order. `alike` pages of the site have its layout
    (0: none is known), `pages` were looked at, `share` of the page's text is template."""

    site: str
    parts: list[Explained]
    alike: int
    pages: int
    share: float


class Judged(NamedTuple):
    """What a person has marked: the parts with the marks that they had before. `around` are the parts around the place, one
    of which was taken."""

    site: str
    content: bool
    spots: tuple[Spot, ...]
    before: tuple[Mark | None, ...]
    around: tuple[Spot, ...]


def load(archive: Archive, reader: ArchiveReader, capture: Capture, task: jobs.Handle) -> Loaded:
    """The template of a page, learned before where nothing is known of its site."""
    name = site_of(capture.url)
    site = _known(archive, capture.url, task)
    page = seen_of(reader, capture)
    if page is None:
        return Loaded(name, [], 0, 0, 0.0)
    marks = read_marks(archive.path)
    parts = explained(page, site if site is not None else Site(), marks, name)
    content = kept(page, site, marks, name)
    group = site.group_of(page) if site is not None else None
    template = marks.applied(name, site.template() if site is not None else frozenset())
    told = page.units.told_by(template)
    sizes = [len("".join(block.part.text.split())) for block in page.blocks]
    said = sum(size for size, of_site in zip(sizes, told, strict=True) if of_site)
    return Loaded(
        name,
        sorted([*parts, *content], key=lambda part: part.place),
        group.pages if group is not None else 0,
        sum(one.pages for one in site.groups) if site is not None else 0,
        said / max(1, sum(sizes)),
    )


def judge(
    archive: Archive,
    reader: ArchiveReader,
    capture: Capture,
    places: Sequence[str],
    text: str,
    content: bool,
    task: jobs.Handle,
) -> Judged:
    """Mark what stands at some places of a page as content or not. No `spots` where no text stands there."""
    name = site_of(capture.url)
    site = _known(archive, capture.url, task)
    page = seen_of(reader, capture)
    marks = read_marks(archive.path)
    chosen: dict[int, Spot] = {}
    around: list[Spot] = []
    for path in places:
        element = element_at(page, path, text if len(places) == 1 else "") if page is not None else None
        if page is not None and element is not None:
            around, best = spots(page, site, marks, name, element)
            if around:
                chosen.setdefault(around[best].number, around[best])
    before = [_marked(archive.path, name, spot, content=content) for spot in chosen.values()]
    return Judged(name, content, tuple(chosen.values()), tuple(before), tuple(around))


def judge_spot(path: Path, site: str, spot: Spot, content: bool) -> Judged:
    """Mark one part. StorageFailed."""
    return Judged(site, content, (spot,), (_marked(path, site, spot, content=content),), (spot,))


def around(archive: Archive, reader: ArchiveReader, capture: Capture, part: Explained) -> list[Spot]:
    """The parts that a part stands in, itself first."""
    name = site_of(capture.url)
    page = seen_of(reader, capture)
    element = element_at(page, part.path, "") if page is not None else None
    if page is None or element is None:
        return []
    store = Store(archive.path)
    try:
        found, _ = spots(page, store.site(name), read_marks(archive.path), name, element)
    finally:
        store.close()
    at = next((number for number, spot in enumerate(found) if spot.number == part.number), 0)
    return found[at:]


def take_back(path: Path, judged: Judged) -> None:
    """What was marked before holds again. StorageFailed."""
    for spot, before in zip(judged.spots, judged.before, strict=True):
        unmark(path, judged.site, spot.number, before)


def _marked(path: Path, site: str, spot: Spot, *, content: bool) -> Mark | None:
    return mark(path, site, spot.number, content=content, where=spot.where, text=spot.text)[0]


def _known(archive: Archive, url: str, task: jobs.Handle) -> Site | None:
    """What is known of the site of an address, learned first where nothing is."""
    name = site_of(url)
    store = Store(archive.path)
    try:
        site = store.site(name)
    finally:
        store.close()
    if site is None and not task.cancelled:
        learn(archive, url, lambda: task.cancelled, MOST_VERSIONS)
        store = Store(archive.path)
        try:
            site = store.site(name)
        finally:
            store.close()
    return site
