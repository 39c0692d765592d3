"""One entry of a sitemap or feed, and how its elements are read."""

from __future__ import annotations

from typing import NamedTuple

from lxml import etree

_LONGEST_TEXT = 300


class Listed(NamedTuple):
    """`modified` is ISO 8601 or "". `element` is "loc" (a page), "item" (an entry of a feed), "enclosure", "home" (the
    site of a feed), "sitemap" (another list), "img" (a picture on a page)."""

    url: str
    modified: str = ""
    title: str = ""
    element: str = "loc"


def local_name(element: etree._Element | None) -> str:
    """The name without its namespace, in lower case; "" for what is no element."""
    return "" if element is None else element.tag.rpartition("}")[2].lower() if isinstance(element.tag, str) else ""


def words(element: etree._Element) -> str:
    """The text of an element on one line."""
    return " ".join("".join(element.itertext()).split())[:_LONGEST_TEXT]


def address(element: etree._Element) -> str:
    """The text of an element that holds an address."""
    return "".join((element.text or "").split())
