"""What trafilatura takes for the main text of a page, as blocks of ours.

It is asked about pages that are hard, and may need time with the square of their size: only so much of a page is shown
to it. Its time is not limited otherwise, since nothing inside a process can end it.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import cache
from typing import Any

from lxml import etree

from extractors.html_blocks import Block
from extractors.html_tree import Page

_MOST_ELEMENTS = 6000
_MOST_DEPTH = 200
_MOST_CHARACTERS = 1_500_000
_MOST_ATTRIBUTES = 100
_SILENT = ("trafilatura", "htmldate", "courlan", "justext", "readability")


@cache
def _library() -> Any:
    for name in _SILENT:  # what it thinks of a page nobody asked to read
        logging.getLogger(name).setLevel(logging.CRITICAL)
    import trafilatura

    return trafilatura


def ask(page: Page) -> str:
    """What it takes for the main text, a line a paragraph; "" when it finds nothing, fails, or may not see the page."""
    if not _bearable(page):
        return ""
    try:
        return str(_library().extract(page.text, fast=True, include_comments=False) or "")
    except Exception:  # whatever it stumbles over, it is an opinion less
        return ""


def _bearable(page: Page) -> bool:
    if page.root is None or page.flattened or len(page.text) > _MOST_CHARACTERS:
        return False
    depth = 0
    for number, (event, element) in enumerate(etree.iterwalk(page.root, events=("start", "end"))):
        depth += 1 if event == "start" else -1
        if depth > _MOST_DEPTH or number > 2 * _MOST_ELEMENTS or len(element.attrib) > _MOST_ATTRIBUTES:
            return False
    return True


def matching(found: str, blocks: Sequence[Block]) -> list[int]:
    """The numbers of the blocks whose words stand in a text, in order: short words may stand anywhere."""
    text = "".join(found.split())
    kept: list[int] = []
    at = 0
    for number, block in enumerate(blocks):
        words = "".join(block.part.text.split())
        if block.part.kind == "image" or not words:
            continue
        place = text.find(words, at)
        if place >= 0 and (len(words) >= 20 or place - at < 200):
            kept.append(number)
            at = place + len(words)
    return kept
