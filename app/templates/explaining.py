"""Why a part of a page is template: how many pages of its layout have it, and how much it says by the style tree."""

from __future__ import annotations

from collections.abc import Iterator
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

_MOST_LOOKED = 40  # pages that are read to find one of each layout


class Explained(NamedTuple):
    """A part of a page that is template: the number to mark it by, where it stands, how its text begins, on how many of
    how many pages of the layout; `whole` if all of a region is meant. `importance` is that of the style tree, 0 (the
    same everywhere) to 1, -1 where the tree does not know it. `marked` if a person says so. `path` is its XPath."""

    number: int
    where: str
    text: str
    pages: int
    of: int
    whole: bool
    importance: float
    marked: bool
    path: str


class Layout(NamedTuple):
    """Pages of a site with one layout, as many as were counted, one of them and what is template on it."""

    pages: int
    example: str
    parts: list[Explained]


def explained(page: Seen, site: Site, marks: Marks, name: str) -> list[Explained]:
    """The parts of a page that are template, in their order."""
    template = marks.applied(name, site.template())
    group = site.group_of(page)
    importance = _importance(page, group)
    tree = page.root.getroottree()
    found: dict[int, Explained] = {}
    told = page.units.told_by(template)
    for block, key, place, of_site in zip(page.blocks, page.units.keys, page.units.places, told, strict=True):
        if not of_site:
            continue
        around = page.units.around(place)
        outer = next((region for region in reversed(around) if region.sign in template), None)
        number = outer.sign if outer is not None else key
        steps = around.index(outer) if outer is not None else 0
        element = _ancestor(page, block.place, steps) if outer is not None else block.place
        text = " ".join(block.part.text.split())
        known = found.get(number)
        if known is not None:
            if text and len(known.text) < 200:
                found[number] = known._replace(text=f"{known.text} · {text}"[:300])
            continue
        pages = 0
        if group is not None and outer is not None:
            pages = group.regions[number].pages if number in group.regions else 0
        elif group is not None:
            pages = group.units[key][1] if key in group.units else 0
        mark = marks.of(name, number)
        found[number] = Explained(
            number,
            " > ".join(region.name for region in reversed(around[steps:])),
            text[:300],
            pages,
            group.pages if group is not None else 0,
            outer is not None,
            importance.get(element, -1.0),
            mark is not None and not mark.content,
            tree.getpath(element),
        )
    return list(found.values())


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
