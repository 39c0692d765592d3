"""What a feed says, entry by entry: title with its address, date, author, content (RSS, RDF, Atom, JSON Feed)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import NamedTuple

from lxml import etree

from extractors.base import dates, spacing
from extractors.base.addresses import Resolver
from extractors.base.sentences import Message
from extractors.base.types import Part
from extractors.html import parts as html_parts
from extractors.html import tree

# One entry of a sitemap or feed, and how its elements are read.

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
    tag = None if element is None else element.tag
    return tag.rpartition("}")[2].lower() if isinstance(tag, str) else ""


def words(element: etree._Element) -> str:
    """The text of an element on one line."""
    return " ".join("".join(element.itertext()).split())[:_LONGEST_TEXT]


def address(element: etree._Element) -> str:
    """The text of an element that holds an address."""
    return "".join((element.text or "").split())


# Feeds in XML: RSS 0.9 to 2.0 (with and without RDF) and Atom (RFC 4287), in pages (RFC 5005).

_DATED = (
    "updated",
    "modified",
    "pubdate",
    "date",
    "published",
    "issued",
)  # the newest of an entry stands first
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
        elif name in _DATED:
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
    modified = next((moments[name] for name in _DATED if moments.get(name)), "")
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


# JSON feeds (jsonfeed.org, 1.0 and 1.1).


def load(text: str | bytes) -> tuple[str, list[tuple[str, str, str, str, str]]] | None:
    """The title of a feed, and title, address, date, author and content (which may be HTML) of its entries; None when
    it is none, or damaged."""
    feed = _feed(text)
    if feed is None:
        return None
    found = []
    for item in _items(feed):
        people = item.get("authors")
        author = people[0] if isinstance(people, list) and people else item.get("author")
        found.append(
            (
                " ".join(_text(item.get("title")).split())[:300],
                _text(item.get("url")) or _text(item.get("external_url")),
                dates.iso(_text(item.get("date_published")) or _text(item.get("date_modified"))),
                _text(author.get("name")) if isinstance(author, dict) else "",
                _text(item.get("content_html"))
                or _text(item.get("content_text"))
                or _text(item.get("summary")),
            )
        )
    return _text(feed.get("title"))[:300], found


def entries(data: bytes) -> list[Listed] | None:
    """The addresses in a feed; None when it is none, or damaged."""
    feed = _feed(data)
    if feed is None:
        return None
    found: list[Listed] = []
    for item in _items(feed):
        modified = dates.iso(_text(item.get("date_modified")) or _text(item.get("date_published")))
        title = " ".join(_text(item.get("title")).split())[:300]
        found.append(Listed(_text(item.get("url")), modified, title, "item"))
        found.append(Listed(_text(item.get("external_url")), "", "", "item"))
        attachments = item.get("attachments")
        for attached in attachments if isinstance(attachments, list) else ():
            if isinstance(attached, dict):
                found.append(Listed(_text(attached.get("url")), modified, "", "enclosure"))
    found.append(Listed(_text(feed.get("home_page_url")), "", _text(feed.get("title"))[:300], "home"))
    found.append(Listed(_text(feed.get("next_url")), "", "", "sitemap"))
    return [one for one in found if one.url]


def _feed(text: str | bytes) -> dict[str, object] | None:
    try:
        feed = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(feed, dict) or not isinstance(feed.get("items"), list):
        return None
    return feed if "jsonfeed.org/version" in _text(feed.get("version")) else None


def _items(feed: dict[str, object]) -> list[dict[str, object]]:
    items = feed.get("items")
    return [item for item in items if isinstance(item, dict)] if isinstance(items, list) else []


def _text(value: object) -> str:
    return value.strip() if isinstance(value, str) else ""


_MOST_ENTRIES = 1000
_MOST_CONTENT = 4 << 20
"""characters of all entries together"""
_LONGEST = 1 << 18
_CUT = Message("many-elements-page")
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
    feed = load(text)
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
    root, _ = tree.parse(content.encode("utf-8", "replace"))
    if root is None:
        return
    for part in html_parts.parts(root, resolver):
        # headings of an entry are below its title
        yield (
            Part(part.kind, part.text, min(6, part.level + 2), url=part.url)
            if part.kind == "heading"
            else part
        )


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
    content = next(
        (text for name in _CONTENTS if name in found and (text := _inside(found[name]).strip())), ""
    )
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
