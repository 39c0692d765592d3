"""XML, feeds, sitemaps and SVG: title, text and addresses."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml import etree

from extractors.base import dates, spacing
from extractors.base.addresses import Resolver
from extractors.base.charset import decode
from extractors.base.language import usual_tag
from extractors.base.sentences import Message
from extractors.base.types import Candidate, Document, Link, Part, Source
from extractors.html import css
from extractors.html import parts as html_parts
from extractors.html.links import anchor_text
from extractors.plain import feeds, listings

_HREF = re.compile(r"""\bhref\s*=\s*["']([^"']+)["']""")
_SHEET = re.compile(rb"<\?xml-stylesheet\s[^<>]*\?>")
_BEGINNING = 8192
_UNSEEN = frozenset(("script", "style", "metadata", "defs"))
_REFERENCE = re.compile(r"&#(?:[xX]0*([0-9A-Fa-f]{1,6})|0*([0-9]{1,7}))(?![0-9A-Fa-f]);?")
_XLINK = "{http://www.w3.org/1999/xlink}href"
_XML = "{http://www.w3.org/XML/1998/namespace}"


def extract(source: Source) -> Document:
    document = source.document()
    listing = listings.read(source.data, source.base_url) if source.links and source.format == "xml" else None
    if listing is not None:
        document.links = (*_sheets(source), *listing.links())
        if not source.text and listing.kind != "feed":
            return document  # a sitemap may be large, and its text is of no use
    text, document.metadata["charset"], _ = decode(source.data, source.charset)
    parser = etree.XMLParser(
        encoding="utf-8",
        recover=True,
        resolve_entities=False,
        load_dtd=False,
        no_network=True,
        remove_comments=True,
    )
    try:
        root = etree.fromstring(_REFERENCE.sub(_character, text.lstrip()).encode("utf-8", "replace"), parser)
    except etree.XMLSyntaxError:
        root = None
    if root is None:
        document.text = text.strip()
        document.warnings = (Message("xml-damaged-shown"),)
        return document
    if len(parser.error_log):
        document.warnings = (Message("xml-not-well-formed"),)
    document.title, document.title_source = _title(root)
    document.date = _date(root)
    document.language = usual_tag(root.get(f"{_XML}lang") or _child_text(root, "language"))
    document.author = spacing.line(_child_text(root, "author"))
    if source.summary:
        return document
    if listing is None:
        document.links = (*_sheets(source), *dict.fromkeys(_links(root, source)))
    parts, cut = feeds.of_xml(root, Resolver(source.base_url))
    document.parts, document.warnings = tuple(parts or _parts(root)), (*document.warnings, *cut)
    if document.title:
        document.candidates = (
            Candidate(document.title[:300], document.title_source, 100.0, Message("title-inside")),
        )
    document.text = html_parts.text(document.parts)
    return document


def _character(reference: re.Match[str]) -> str:
    """A reference that stands for no character is replaced: libxml2 takes surrogates and cannot give them back."""
    number = int(reference[1], 16) if reference[1] else int(reference[2])
    return "\ufffd" if 0xD800 <= number < 0xE000 else reference[0]


def _child_text(root: etree._Element, name: str) -> str:
    """The text of a child of the root, of <channel> (RSS) or of <info> below it."""
    for element in root:
        if feeds.local_name(element) == name:
            return " ".join("".join(element.itertext()).split())
    for element in root:
        if feeds.local_name(element) in ("channel", "info", "head"):
            return _child_text(element, name)
    return ""


def _title(root: etree._Element) -> tuple[str, str]:
    title = spacing.line(_child_text(root, "title"))
    return (title, "title") if title else ("", "")


def _date(root: etree._Element) -> str:
    names = ("updated", "pubdate", "lastbuilddate", "date", "published")
    return next((date for date in (dates.iso(_child_text(root, name)) for name in names) if date), "")


def _sheets(source: Source) -> Iterator[Link]:
    """The style sheets that are named before the root."""
    resolver = Resolver(source.base_url)
    for sheet in _SHEET.finditer(source.data[:_BEGINNING].replace(b"\0", b"")):
        found = _HREF.search(sheet[0].decode("utf-8", "replace"))
        url = resolver.resolve(found[1].replace("&amp;", "&")) if found else ""
        if url:
            yield Link(url, "link:stylesheet", "", True)


def _links(root: etree._Element, source: Source) -> list[Link]:
    resolver = Resolver(source.base_url)
    found: list[tuple[str, str, str, bool]] = []
    entries: dict[etree._Element, str] = {}  # the titles of feed entries, which may hold many links
    drawing = source.format == "svg"
    for element in root.iter(etree.Element):
        name = feeds.local_name(element)
        href = element.get("href") or element.get(_XLINK) or ""
        if name == "a" or (name == "link" and not drawing):
            entry = element.getparent()
            if name == "link" and entry is not None:
                if entry not in entries:
                    entries[entry] = spacing.line(_child_text(entry, "title"))[:300]
                text = entries[entry]
            else:
                text = anchor_text(element)
            found.append((href or (element.text or ""), "a", text, False))
        elif name == "enclosure":
            found.append((element.get("url") or "", "a", "", False))
        elif drawing and href and name in ("image", "use", "feimage", "script"):
            found.append((href, "script" if name == "script" else "img", "", True))
        if name == "style" or element.get("style"):
            code = (element.text or "") if name == "style" else (element.get("style") or "")
            found.extend((reference, "css", "", True) for reference in css.references(code))
    links = [Link(resolver.resolve(reference), name, text, embed) for reference, name, text, embed in found]
    return [link for link in links if link.url]


def _parts(root: etree._Element) -> list[Part]:
    parts: list[Part] = []
    walk = etree.iterwalk(root, events=("start", "end"))
    for event, element in walk:
        name = feeds.local_name(element)
        if event == "start" and name in _UNSEEN:
            walk.skip_subtree()
            continue
        text = (element.text if event == "start" else element.tail) or ""
        line = " ".join(text.split()) if event == "start" or element is not root else ""
        if line and name == "title" and event == "start":
            parts.append(Part("heading", line, 1 if not parts else 2))
        elif line:
            parts.append(Part("paragraph", line))
    return parts
