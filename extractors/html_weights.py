"""How much of a page's text its blocks and elements hold, where links and what surrounds a text do not count."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from lxml import etree

from extractors.html_blocks import Block
from extractors.html_elements import BLOCKS

_DENSE = re.compile("[\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff]")
_DENSITY = 1.5  # a Chinese character says as much as two and a half letters
_PAUSE = re.compile(r"[,;:、，；：。！？…]|[.!?](?=\s|$)")
_RIGHTS = re.compile("©|版权|opyright")
_SHORT, _LONG, _LONGEST_RIGHTS = 60, 300, 2000
LINKED = 0.5
"""A block with a greater share of anchor text only leads elsewhere."""

# Names that authors of pages give to what is not the text itself.
_AROUND = re.compile(
    r"comment|disqus|repl(?:y|ies)|footer|side-?bar|crumbs?\b|\bnav|nav\b|navbar|menu|related|recommend|shar(?:e|ing)"
    r"|social|copyright|\bads?\b|\bad[-_]|advert|banner|popup|modal|cookie|consent|gdpr|privacy|disclaim|subscri"
    r"|newsletter|promo|sponsor|pager|paging|paginat|toolbar|tags?\b|taglist|hot(?:news|list)?\b|rank|widget|masthead"
    r"|byline|more-?(?:news|stor)|caption|gallery|slideshow|credit|print-|key-?points|correction"
    r"|xgxw|xgyd|xiangguan|tuijian|pinglun|fenxiang|shengming",
    re.IGNORECASE,
)
_SURELY_AROUND = re.compile(
    r"footer|cookie|consent|gdpr|privacy|\bnav\b|navbar|breadcrumb|comment|gallery", re.IGNORECASE
)
_TEXTUAL = re.compile(
    r"article|artibody|content|entry|post(?:-?body|-?text|\b)|story|text|trs_editor|zhengwen|main\b|body\b|detail"
    r"|news_?con|blog|cont\b|editor|markdown",
    re.IGNORECASE,
)
_AROUND_TAGS = frozenset(
    ("figcaption", "nav", "footer", "aside", "form", "select", "menu", "dialog", "button", "fieldset", "textarea")
)
_NEVER_AROUND = frozenset(("html", "body", "main", "article"))
# What is named so may all the same be the text, if it holds so much of the page.
_MOST_AROUND, _MOST_SURELY = 0.4, 0.85
_AROUND_FACTOR = 0.15


class Weight(NamedTuple):
    """Of a block: `size` in letters, `good` those that count, `linked` the share of its characters in anchors."""

    size: float
    good: float
    linked: float


def weigh(block: Block) -> Weight:
    part = block.part
    if part.kind == "image":
        return Weight(0, 0, 0)
    text = part.text
    size = len(text) if text.isascii() else len(text) + len(_DENSE.findall(text)) * _DENSITY
    linked = min(1.0, block.linked / max(1, len(text) - text.count(" ")))
    if linked > LINKED:
        return Weight(size, 0, linked)
    good = size * (1 - linked)
    if part.kind == "heading" and (size < _SHORT or block.place.tag[:1] == "h"):
        good *= 0.3
    elif part.kind == "table":
        good *= 0.5
    elif part.kind != "code" and not _PAUSE.search(text):
        good *= 0.1 if size < _SHORT else 0.4
    elif size < _SHORT:
        good *= 0.5
    elif linked > (0.15 if part.kind == "item" else 0.2) and (part.kind == "item" or size < _LONG):
        good *= 0.4  # an announcement with its link
    if size < _LONGEST_RIGHTS and _RIGHTS.search(text):
        good *= 0.3
    return Weight(size, good, linked)


class Place:
    """An element and what stands inside: all letters, those that count, those in anchors."""

    __slots__ = ("all", "around", "bonus", "good", "linked", "paragraph", "surely", "up")

    def __init__(self, element: etree._Element, up: Place | None) -> None:
        self.up = up
        self.good = self.all = self.linked = 0.0
        name = f"{element.get('class') or ''} {element.get('id') or ''}"
        tag = element.tag
        self.paragraph = tag == "p"
        self.around = tag not in _NEVER_AROUND and (tag in _AROUND_TAGS or _AROUND.search(name) is not None)
        self.surely = self.around and (tag in ("nav", "footer", "textarea") or _SURELY_AROUND.search(name) is not None)
        self.bonus = 1.0
        if tag in ("article", "main") or element.get("itemprop") == "articleBody" or element.get("role") == "main":
            self.bonus = 1.25
        elif not self.around and _TEXTUAL.search(name):
            self.bonus = 1.1

    @property
    def leading(self) -> bool:
        """Is there little but links in it? A paragraph of them is weighed with those beside it."""
        return self.linked > self.all * LINKED and not self.paragraph

    @property
    def value(self) -> float:
        """How much speaks for this being the whole text: what counts, and how little else there is."""
        return self.good * self.good / self.all * self.bonus if self.all else 0.0


def places(blocks: Sequence[Block], weights: Sequence[Weight]) -> tuple[list[Place], list[Place]]:
    """The place of each block, and all places above them, outer ones before those inside."""
    known: dict[etree._Element, Place] = {}
    own = [_place(block.place, known) for block in blocks]
    every = list(known.values())
    _add(own, weights, every)
    most = sum(weight.good for weight in weights)
    for place in every:
        few = place.good < (_MOST_SURELY if place.surely else _MOST_AROUND) * most
        place.around = (place.around and few) or (place.up is not None and place.up.around)
    for place in every:
        place.good = place.all = place.linked = 0.0
    _add(own, weights, every)
    return own, every


def _place(element: etree._Element, known: dict[etree._Element, Place]) -> Place:
    chain: list[etree._Element] = []
    at: etree._Element | None = element
    while at is not None and at not in known:
        if at.tag in BLOCKS or at is element:  # text beside a paragraph in <font> is beside the paragraph
            chain.append(at)
        at = at.getparent()
    place = known[at] if at is not None else None
    for inner in reversed(chain):
        place = known[inner] = Place(inner, place)
    return known[element]


def _add(own: Sequence[Place], weights: Sequence[Weight], every: Sequence[Place]) -> None:
    """Add each block to the place it stands in, and what a place holds to the one around it, from the inside out."""
    for place, weight in zip(own, weights, strict=True):
        place.good += weight.good * (_AROUND_FACTOR if place.around else 1)
        place.all += weight.size
        place.linked += weight.size * weight.linked
    for place in reversed(every):
        if place.up is not None:
            place.up.good += place.good
            place.up.all += place.all
            place.up.linked += place.linked
