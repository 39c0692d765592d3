"""Why a part of a page is template: how many pages of its layout have it, and how much it says by the style tree."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import NamedTuple

from lxml import etree

from app.archive.model import Capture
from app.archive.reader import ArchiveReader
from app.errors import FormatError, StorageUnreadable
from app.templates.known import site_of
from app.templates.learning import Group, Site
from app.templates.marks import Marks, read_marks
from app.templates.page import Seen, seen
from app.templates.store import Store
from app.templates.style_tree import page_of
from extractors.html.units import Region

MOST_PATHS = 200
_MOST_LOOKED = 40  # pages that are read to find one of each layout


class Explained(NamedTuple):
    """A part of a page that is template: the number to mark it by, where it stands, how its text begins, on how many of
    how many pages of the layout; `whole` if all of a region is meant. `importance` is that of the style tree, 0 (the
    same everywhere) to 1, -1 where the tree does not know it. `marked` if a person says so. `path` is its XPath, `paths` are
    those of all its elements on the page, at most `MOST_PATHS`. `kept`: content, for a person says so. `place` is the
    number of its first block."""

    number: int
    where: str
    text: str
    pages: int
    of: int
    whole: bool
    importance: float
    marked: bool
    path: str
    paths: tuple[str, ...] = ()
    kept: bool = False
    place: int = 0


class Layout(NamedTuple):
    """Pages of a site with one layout, as many as were counted, one of them and what is template on it."""

    pages: int
    example: str
    parts: list[Explained]


def explained(page: Seen, site: Site, marks: Marks, name: str) -> list[Explained]:
    """The parts of a page that are template, in their order."""
    template = marks.applied(name, site.template())
    told = page.units.told_by(template)

    def number_of(key: int, around: list[Region]) -> tuple[int, int]:
        """What makes a unit template: the number, and how many regions further out it stands."""
        outer = max((steps for steps, region in enumerate(around) if region.sign in template), default=-1)
        return (around[outer].sign if outer >= 0 else key), outer

    return _parts(page, site.group_of(page), marks, name, told, number_of)


def own(page: Seen, site: Site | None, marks: Marks, name: str) -> list[Explained]:
    """The parts of a page that are no template, each text by itself."""
    template = marks.applied(name, site.template() if site is not None else frozenset())
    told = [
        not of_site and key != 0
        for of_site, key in zip(page.units.told_by(template), page.units.keys, strict=True)
    ]
    group = site.group_of(page) if site is not None else None
    return _parts(page, group, marks, name, told, lambda key, _: (key, -1))


def kept(page: Seen, site: Site | None, marks: Marks, name: str) -> list[Explained]:
    """The parts of a page that a person has marked as content."""
    own = {number for (of, number), mark in marks.all.items() if of == name and mark.content}
    if not own:
        return []
    around_of = page.units.around
    told = [
        key in own or any(region.sign in own for region in around_of(place))
        for key, place in zip(page.units.keys, page.units.places, strict=True)
    ]

    def number_of(key: int, around: list[Region]) -> tuple[int, int]:
        outer = max((steps for steps, region in enumerate(around) if region.sign in own), default=-1)
        return (around[outer].sign if outer >= 0 else key), outer

    group = site.group_of(page) if site is not None else None
    return [part._replace(kept=True) for part in _parts(page, group, marks, name, told, number_of)]


def _parts(
    page: Seen,
    group: Group | None,
    marks: Marks,
    name: str,
    told: list[bool],
    number_of: Callable[[int, list[Region]], tuple[int, int]],
) -> list[Explained]:
    """The units that are `told`, put together by the numbers that make them so."""
    importance = _importance(page, group)
    tree = page.root.getroottree()
    found: dict[int, Explained] = {}
    elements: dict[int, dict[etree._Element, None]] = {}
    for at, (block, key, place, wanted) in enumerate(
        zip(page.blocks, page.units.keys, page.units.places, told, strict=True)
    ):
        if not wanted:
            continue
        around = page.units.around(place)
        number, steps = number_of(key, around)
        whole = steps >= 0
        element = _ancestor(page, block.place, steps) if whole else block.place
        elements.setdefault(number, {})[element] = None
        text = " ".join(block.part.text.split())
        known = found.get(number)
        if known is not None:
            if text and len(known.text) < 200:
                found[number] = known._replace(text=f"{known.text} · {text}"[:300])
            continue
        pages = 0
        if group is not None and whole:
            pages = group.regions[number].pages if number in group.regions else 0
        elif group is not None:
            pages = group.units[key][1] if key in group.units else 0
            pages = max(pages, group.labels.get(page.units.labels[at], (0, ""))[0])
        mark = marks.of(name, number)
        found[number] = Explained(
            number,
            " > ".join(region.name for region in reversed(around[max(steps, 0) :])),
            text[:300],
            pages,
            group.pages if group is not None else 0,
            whole,
            importance.get(element, -1.0),
            mark is not None and not mark.content,
            tree.getpath(element),
            place=at,
        )
    return [
        part._replace(paths=tuple(tree.getpath(one) for one in list(elements[number])[:MOST_PATHS]))
        for number, part in found.items()
    ]


def layouts(reader: ArchiveReader, address: str) -> Iterator[Layout]:
    """The layouts of a site with what is template on a page of each, the largest first."""
    name = site_of(address)
    site = _site(reader, name)
    if site is None:
        return
    marks, examples = read_marks(reader.path), dict[int, tuple[str, Seen]]()
    looked = 0
    for scheme in ("https", "http"):
        for page in reader.all_pages(f"{scheme}://{name}/", ("document",)):
            capture = reader.latest_version(page.url)
            read = seen_of(reader, capture) if capture is not None else None
            group = site.group_of(read) if read is not None else None
            if read is not None and group is not None:
                examples.setdefault(id(group), (page.url, read))
            looked += 1
            if looked >= _MOST_LOOKED or len(examples) == len(site.groups):
                break
    for group in sorted(site.groups, key=lambda one: -one.pages):
        url, read = examples.get(id(group), ("", None))
        yield Layout(group.pages, url, explained(read, site, marks, name) if read is not None else [])


def on_page(reader: ArchiveReader, capture: Capture) -> list[Explained]:
    """The parts of a version that are template; none where its site is not known."""
    name = site_of(capture.url)
    site, page = _site(reader, name), seen_of(reader, capture)
    return (
        explained(page, site, read_marks(reader.path), name) if site is not None and page is not None else []
    )


def own_parts(reader: ArchiveReader, capture: Capture) -> list[Explained]:
    """The parts of a version that are no template."""
    name, page = site_of(capture.url), seen_of(reader, capture)
    return own(page, _site(reader, name), read_marks(reader.path), name) if page is not None else []


def numbers_on(reader: ArchiveReader, capture: Capture) -> frozenset[int]:
    """The numbers of all texts of a version, and of all regions that they stand in."""
    page = seen_of(reader, capture)
    return frozenset((*page.units.keys, *page.units.regions)) - {0} if page is not None else frozenset()


def seen_of(reader: ArchiveReader, capture: Capture) -> Seen | None:
    """A version as it is read for its template; None for what is no page or cannot be read."""
    with suppress(FormatError, StorageUnreadable):
        message = reader.shown(capture)
        return seen(message.body, message.charset, capture.url)
    return None


def _site(reader: ArchiveReader, name: str) -> Site | None:
    store = Store(reader.path)
    try:
        return store.site(name)
    finally:
        store.close()


def _importance(page: Seen, group: Group | None) -> dict[etree._Element, float]:
    """Of each element of a page its importance in the style tree of its layout."""
    found: dict[etree._Element, float] = {}
    if group is not None and group.pages:
        group.tree.weigh()
        for element, importance in group.tree.weighed(page_of(page.root)):
            if element.at is not None and element.name != "#text":
                found[element.at] = importance
    return found


def _ancestor(page: Seen, element: etree._Element, steps: int) -> etree._Element:
    """The element of a region around another one, `steps` regions further out."""
    at = element
    while steps:
        up = at.getparent()
        if up is None:
            break
        if page.units.sign_of(up) != page.units.sign_of(at):
            steps -= 1
        at = up
    while (up := at.getparent()) is not None and page.units.sign_of(up) == page.units.sign_of(at):
        at = up
    return at
