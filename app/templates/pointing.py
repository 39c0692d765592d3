"""From a place that a person points at on a page to the part of the site's template, or of its content, that is meant.

A click names an element of the browser's tree. The parts around it are the text itself and the regions that it stands in;
one of them is proposed: the smallest that is more than a line, unless it holds much of what the page says itself.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from lxml import etree

from app.templates.learning import NEVER, Site
from app.templates.marks import Marks
from app.templates.page import Seen
from extractors.html.units import Region

MUCH = 0.3
"""Share of a page's own text from which on a region is not proposed as no content."""
_STEP = re.compile(r"^([a-zA-Z][\w:.-]*|\*)(?:\[(\d+)\])?$")
_KNOWN_BY = 60  # characters by which an element is known again
_LONGEST = 200


class Spot(NamedTuple):
    """A part around a place: its number, where it stands, its text, whether all of a region is meant, on how many of how
    many pages that were looked at it stands, whether it is template now, its XPath."""

    number: int
    where: str
    text: str
    whole: bool
    pages: int
    of: int
    template: bool
    path: str


def spots(
    page: Seen, site: Site | None, marks: Marks, name: str, element: etree._Element
) -> tuple[list[Spot], int]:
    """The parts around an element, the innermost first, and which of them is proposed as no content; none where it holds
    no text and stands in none."""
    template = marks.applied(name, site.template() if site is not None else frozenset())
    told = page.units.told_by(template)
    inside = [number for number, block in enumerate(page.blocks) if _is_in(block.place, element)]
    near = inside or [number for number, block in enumerate(page.blocks) if _is_in(element, block.place)][-1:]
    if not near:
        return [], 0
    tree = page.root.getroottree()
    groups = site.groups if site is not None else []
    of = sum(group.pages for group in groups)
    sizes = [len("".join(block.part.text.split())) for block in page.blocks]
    own = sum(size for size, of_site in zip(sizes, told, strict=True) if not of_site)
    found: list[Spot] = []
    chosen = -1
    key = page.units.keys[near[0]]
    if len(near) == 1 and key:
        pages = sum(group.units[key][1] for group in groups if key in group.units)
        text = " ".join(page.blocks[near[0]].part.text.split())[:_LONGEST]
        where = _path(page.units.around(page.units.places[near[0]]))
        at = tree.getpath(page.blocks[near[0]].place)
        found.append(Spot(key, where, text, False, pages, of, told[near[0]], at))
    sign = page.units.sign_of(element) or page.units.places[near[0]]
    around = page.units.around(sign)
    at = element if page.units.sign_of(element) else page.blocks[near[0]].place
    for steps, region in enumerate(around):
        at = outermost(page, at, region.sign)
        if _tag(region) in ("html", "body", "main", "article"):
            break
        members = [
            number
            for number, place in enumerate(page.units.places)
            if any(one.sign == region.sign for one in page.units.around(place))
        ]
        said = " · ".join(
            text for number in members if (text := " ".join(page.blocks[number].part.text.split()))
        )
        pages = sum(group.regions[region.sign].pages for group in groups if region.sign in group.regions)
        held = sum(sizes[number] for number in members if not told[number])
        path = tree.getpath(at)
        spot = Spot(
            region.sign,
            _path(around[steps:]),
            said[:_LONGEST],
            True,
            pages,
            of,
            bool(members) and all(told[number] for number in members),
            path,
        )
        fits = held <= MUCH * max(1, own) or all(told[number] for number in members)
        if chosen < 0 and fits and (_tag(region) not in NEVER or region.name != _tag(region)):
            chosen = len(found)
        found.append(spot)
    return found, max(chosen, 0)


def element_at(page: Seen, path: str, text: str) -> etree._Element | None:
    """The element at a path of the browser's tree if it says the text, else the smallest that does."""
    wanted = squeezed(text)[:_KNOWN_BY]
    at = walked(page.root, path)
    if at is not None and (not wanted or wanted in squeezed(_said(at))):
        return at
    held = [block for block in page.blocks if wanted and wanted in squeezed(block.part.text)]
    return min(held, key=lambda block: len(block.part.text)).place if held else None


def outermost(page: Seen, element: etree._Element, sign: int) -> etree._Element:
    """The element of a region around another one."""
    at = element
    while page.units.sign_of(at) != sign:
        up = at.getparent()
        if up is None:
            return element
        at = up
    while (up := at.getparent()) is not None and page.units.sign_of(up) == sign:
        at = up
    return at


def walked(root: etree._Element, path: str) -> etree._Element | None:
    """Down a path like /html[1]/body[1]/div[2]; a tbody that only the browser has is passed over."""
    steps = path.partition("#")[0].partition("..")[0].strip("/").split("/")
    at = root
    for number, step in enumerate(steps):
        found = _STEP.match(step)
        if found is None:
            return None
        name, place = found[1].lower(), int(found[2] or 1)
        if number == 0:
            if name != str(root.tag).lower():
                return None
            continue
        children = [
            child for child in at if isinstance(child.tag, str) and (name == "*" or child.tag.lower() == name)
        ]
        if place <= len(children):
            at = children[place - 1]
        elif name != "tbody":
            return None
    return at


def _said(element: etree._Element) -> str:
    return "".join(str(text) for text in element.itertext())


def squeezed(text: str) -> str:
    """A text without white space."""
    return "".join(text.split())


def _is_in(element: etree._Element, outer: etree._Element) -> bool:
    at: etree._Element | None = element
    while at is not None:
        if at is outer:
            return True
        at = at.getparent()
    return False


def _tag(region: Region) -> str:
    return region.name.partition("#")[0].partition(".")[0]


def _path(around: list[Region]) -> str:
    return " > ".join(region.name for region in reversed(around))
