"""A page read into what its site is learned from: its text units, its outline, its elements, its links."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from lxml import etree

from app.templates.similarity import outline
from extractors.base.addresses import Resolver
from extractors.html.links import anchor_text, page_resolver
from extractors.html.parts import Block, blocks
from extractors.html.tree import Page
from extractors.html.units import Region, Units

MOST_UNITS = 4000
"""Of one page; those that follow are not counted."""
MOST_BYTES = 8 << 20
"""A larger page teaches nothing: reading it would take seconds."""
LONGEST = 100
"""Characters of a text that are kept to show what is template."""
LONGEST_ADDRESS = 1000
"""Characters of an address in a template."""


class Unit(NamedTuple):
    """A text unit of a page: its characters without blanks, how many of them stand in anchors, how it begins, the number of
    its label (0: none, or several lines have it)."""

    key: int
    place: int
    size: int
    linked: int
    text: str
    label: int = 0


class Anchor(NamedTuple):
    """A link of a page with its words, the key of the unit it stands in and the sign of the innermost region."""

    url: str
    words: str
    key: int
    place: int


class Seen(NamedTuple):
    """A page as it was read. `blocks` go with `units`, one each."""

    blocks: list[Block]
    units: Units
    root: etree._Element
    resolver: Resolver

    @property
    def outline(self) -> list[str]:
        return outline(self.units)

    @property
    def regions(self) -> dict[int, Region]:
        return self.units.regions

    def told(self) -> list[Unit]:
        """The units that say something, each key once."""
        found: dict[int, Unit] = {}
        units, titles = self.units, _titles(self.root)
        times = Counter(
            label
            for label, _ in {
                (label, block.part.text)
                for label, block in zip(units.labels, self.blocks, strict=True)
                if label
            }
        )
        for block, key, place, label in zip(self.blocks, units.keys, units.places, units.labels, strict=True):
            if key and key not in found:
                text = block.part.text
                size = len("".join(text.split()))
                linked = size if _line(text) in titles else min(size, block.linked)
                found[key] = Unit(
                    key,
                    place,
                    size,
                    linked,
                    " ".join(text.split())[:LONGEST],
                    label if times[label] == 1 else 0,
                )
                if len(found) >= MOST_UNITS:
                    break
        return list(found.values())

    def anchors(self) -> list[Anchor]:
        """Its links to other addresses, each once a unit. The words are those that the index has of them."""
        keys: dict[etree._Element, int] = {}
        for block, key in zip(self.blocks, self.units.keys, strict=True):
            keys.setdefault(block.place, key)
        found: dict[Anchor, None] = {}
        for element in self.root.iter("a", "area"):
            url = self.resolver.resolve(element.get("href") or "")
            at: etree._Element | None = element
            while at is not None and at not in keys and not self.units.sign_of(at):
                at = at.getparent()
            if at is None or not url.startswith(("http://", "https://")) or len(url) > LONGEST_ADDRESS:
                continue
            found[Anchor(url, anchor_text(element), keys.get(at, 0), self.units.sign_of(at))] = None
            if len(found) >= MOST_UNITS:
                break
        return list(found)


def _line(text: str) -> str:
    return " ".join(text.split()).casefold()


def _titles(root: etree._Element) -> set[str]:
    """The first heading of a page, as the open entry of a menu or a trail of links names it: without an anchor."""
    heading = next(root.iter("h1"), None)
    return {_line("".join(map(str, heading.itertext())))} if heading is not None else set()


def seen(data: bytes, charset: str | None = None, url: str | None = None) -> Seen | None:
    """A page from its bytes; None for one that is empty or too large."""
    if len(data) > MOST_BYTES:
        return None
    page = Page(data, charset)
    if page.root is None:
        return None
    resolver = page_resolver(page, url)
    found = blocks(page.root, resolver)
    return Seen(found, Units(found), page.root, resolver)
