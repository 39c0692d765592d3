"""Feeds in XML: RSS 0.9 to 2.0 (with and without RDF) and Atom (RFC 4287), in pages (RFC 5005)."""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from extractors import dates
from extractors.addresses import Resolver
from extractors.listed import Listed, address, local_name, words

_DATES = ("updated", "modified", "pubdate", "date", "published", "issued")  # the newest of an entry stands first
_BASE = "{http://www.w3.org/XML/1998/namespace}base"
_FURTHER = frozenset(("next", "prev-archive", "next-archive"))


def read_record(record: etree._Element) -> Iterator[Listed]:
    """The addresses in an <item>, an <entry>, or in a <link> or <channel> of the feed itself."""
    name = local_name(record)
    if name in ("item", "entry"):
        yield from _entry(record)
    elif name == "link":
        parent = record.getparent()
        title = _title(parent) if parent is not None else ""
        yield from _feed_link(record, title)


def _entry(record: etree._Element) -> Iterator[Listed]:
    title, place, unique = "", "", ""
    moments: dict[str, str] = {}
    attached: list[str] = []
    for element in record:
        name = local_name(element)
        if name == "title":
            title = title or words(element)
        elif name in _DATES:
            moments.setdefault(name, dates.iso(element.text))
        elif name == "link":
            relation = (element.get("rel") or "alternate").lower()
            href = element.get("href")
            if relation == "enclosure":
                attached.append(_based(element, href or ""))
            elif relation == "alternate":
                place = place or (_based(element, href) if href else address(element))
        elif name == "guid" and (element.get("isPermaLink") or "true").lower() == "true":
            unique = address(element)
        elif name == "enclosure":
            attached.append(element.get("url") or "")
        elif name == "content" and element.get("src"):
            place = place or _based(element, element.get("src") or "")
    if not place and unique.startswith(("http://", "https://")):
        place = unique
    modified = next((moments[name] for name in _DATES if moments.get(name)), "")
    if place:
        yield Listed(place, modified, title, "item")
    yield from (Listed(url, modified, element="enclosure") for url in attached if url)


def _feed_link(element: etree._Element, title: str) -> Iterator[Listed]:
    relation = (element.get("rel") or "alternate").lower()
    place = _based(element, element.get("href") or "") or address(element)
    if place and relation == "alternate":
        yield Listed(place, "", title, "home")
    elif place and relation in _FURTHER:
        yield Listed(place, "", title, "sitemap")


def _title(feed: etree._Element) -> str:
    return next((words(element) for element in feed if local_name(element) == "title"), "")


def _based(element: etree._Element, reference: str) -> str:
    """A reference against xml:base, where the feed gives one."""
    bases = [node.get(_BASE) for node in (element, *element.iterancestors()) if node.get(_BASE)]
    for base in bases:
        reference = Resolver(base).resolve(reference) or reference
    return reference
