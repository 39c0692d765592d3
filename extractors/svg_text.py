"""The words of a drawing (SVG) in a page or book: its texts, and what it is called, in the order of its source."""

from __future__ import annotations

import re

from lxml import etree

from extractors.html_elements import BLOCKS

_TEXTS = BLOCKS | {"text", "title", "desc", "foreignobject"}  # a block ends a drawing that was never closed
_UNSEEN = frozenset(
    ("script", "style", "metadata", "defs", "symbol", "clippath", "mask", "marker", "pattern", "template")
)
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_PLACED = frozenset(("x", "y", "dy"))
"""Attributes by which a part of a text stands apart from what comes before."""


def lines(drawing: etree._Element) -> list[str]:
    """A line for each text, title and description; those of scripts, style sheets and definitions are not seen, and the
    titles and descriptions of what is there for the eye alone (`aria-hidden`) name nothing."""
    found: list[str] = []
    decorates = drawing.get("aria-hidden") == "true"
    walk = etree.iterwalk(drawing, events=("start",))
    for _, element in walk:
        name = _local(element)
        if name in _UNSEEN or element.get("display") == "none" or _HIDDEN.search(element.get("style") or ""):
            walk.skip_subtree()
        elif name in _TEXTS:
            walk.skip_subtree()
            line = " ".join("".join(_pieces(element)).split())
            if line and not (decorates and name in ("title", "desc")) and line not in found[-1:]:
                found.append(line)
    return found


def _pieces(text: etree._Element) -> list[str]:
    pieces: list[str] = []
    walk = etree.iterwalk(text, events=("start", "end", "comment", "pi"))
    for event, element in walk:
        if event == "start":
            name = _local(element)
            if name in _UNSEEN:
                walk.skip_subtree()
                continue
            if name not in ("tspan", "a", "textpath") or not _PLACED.isdisjoint(element.attrib):
                pieces.append(" ")
            pieces.append(element.text or "")
        elif element is not text:
            pieces.append(element.tail or "")
    return pieces


def _local(element: etree._Element) -> str:
    return str(element.tag).rpartition("}")[2].lower()
