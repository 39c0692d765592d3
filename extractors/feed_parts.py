"""What a feed says, entry by entry: title with its address, date, author, content (RSS, RDF, Atom, JSON Feed)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from lxml import etree

from extractors import dates, html_parts, html_tree, json_feeds, spacing
from extractors.addresses import Resolver
from extractors.listed import address, local_name, words
from extractors.types import Part

_MOST_ENTRIES = 1000
_MOST_CONTENT = 4 << 20
"""characters of all entries together"""
_LONGEST = 1 << 18
_CUT = "There are too many elements in the page; what follows is left out."
_ENTRIES = ("{*}item", "{*}entry")
_ROOTS = frozenset(("rss", "rdf", "feed"))
_CONTENTS = ("encoded", "content", "description", "summary")
_DATES = ("pubdate", "published", "date", "issued", "updated", "modified")
_AUTHORS = ("author", "creator")


class Entry(NamedTuple):
    """`content` may be HTML."""

    title: str
    url: str = ""
    date: str = ""
    author: str = ""
    content: str = ""


def of_xml(root: etree._Element, resolver: Resolver) -> tuple[list[Part], tuple[str, ...]]:
    """The parts of a feed, [] for other documents; and warnings."""
    if local_name(root) not in _ROOTS:
        return [], ()
    head = next((element for element in root if local_name(element) == "channel"), root)
    about = {local_name(element): element for element in reversed(head)}
    parts = []
    if "title" in about and words(about["title"]):
        parts.append(Part("heading", words(about["title"]), 1))
    for name in ("description", "subtitle", "tagline"):
        if name in about and words(about[name]):
            parts.append(Part("paragraph", words(about[name])))
    return _with_entries(parts, (_read(element) for element in root.iter(_ENTRIES)), resolver)


def of_json(text: str, resolver: Resolver) -> tuple[list[Part], tuple[str, ...]]:
    """The same for a JSON feed; [] for other JSON."""
    feed = json_feeds.load(text)
    if feed is None:
        return [], ()
    title, items = feed
    parts = [Part("heading", title, 1)] if title else []
    return _with_entries(parts, (Entry(*item) for item in items), resolver)


def _with_entries(
    parts: list[Part], entries: Iterator[Entry], resolver: Resolver
) -> tuple[list[Part], tuple[str, ...]]:
    left = _MOST_CONTENT
    for number, entry in enumerate(entries):
        if number == _MOST_ENTRIES or left <= 0:
            return parts, (_CUT,)
        url = resolver.resolve(entry.url) if entry.url else ""
        parts.append(Part("heading", entry.title or url or "…", 2, url=url))
        about = " · ".join(filter(None, (entry.date, entry.author)))
        if about:
            parts.append(Part("paragraph", about, role="header"))
        content = entry.content[:left]
        left -= len(content)
        parts.extend(_content(content, resolver))
    return parts, ()


def _content(content: str, resolver: Resolver) -> Iterator[Part]:
    if "<" not in content and "&" not in content:
        line = spacing.paragraph(" ".join(content.split()))
        if line:
            yield Part("paragraph", line)
        return
    root, _ = html_tree.parse(content.encode("utf-8", "replace"))
    if root is None:
        return
    for part in html_parts.parts(root, resolver):
        # headings of an entry are below its title
        yield Part(part.kind, part.text, min(6, part.level + 2), url=part.url) if part.kind == "heading" else part


def _read(element: etree._Element) -> Entry:
    found: dict[str, etree._Element] = {}
    url = ""
    for child in element:
        name = local_name(child)
        found.setdefault(name, child)
        if name == "link" and (child.get("rel") or "alternate").lower() == "alternate":
            url = url or child.get("href") or address(child)
    title = spacing.line(_words(found["title"])) if "title" in found else ""
    if "<" in title or "&" in title:
        title = spacing.line(" ".join(part.text for part in _content(title, Resolver(None))))
    when = next((date for name in _DATES if name in found and (date := dates.iso(words(found[name])))), "")
    author = next((words(found[name]) for name in _AUTHORS if name in found and words(found[name])), "")
    content = next((text for name in _CONTENTS if name in found and (text := _inside(found[name]).strip())), "")
    return Entry(title, url, when, author, content)


def _inside(element: etree._Element) -> str:
    """The text of an element, or its markup where that is not escaped (XHTML in Atom)."""
    if len(element) and (element.get("type") or "").lower() in ("xhtml", "application/xhtml+xml"):
        return "".join(etree.tostring(child, encoding="unicode") for child in element)
    return _words(element)


def _words(element: etree._Element) -> str:
    """Broken feeds nest their entries, so that each holds all that follow."""
    pieces: list[str] = []
    left = _LONGEST
    for piece in element.itertext():
        pieces.append(piece)
        left -= len(piece)
        if left <= 0:
            break
    return "".join(pieces)
