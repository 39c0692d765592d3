"""EPUB 2 and 3: the chapters of a book in reading order, its properties, its cover."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from html.entities import html5

from lxml import etree

from extractors import covers, html_parts, spacing, svg_text, titles
from extractors.addresses import Resolver
from extractors.charset import decode
from extractors.epub_package import Book, Item
from extractors.html_tree import Page
from extractors.types import Candidate, Document, Part, Picture, Source

_MOST_TEXT = 32 << 20
"""Characters."""
_PLAIN = frozenset(("amp", "lt", "gt", "quot", "apos"))  # entities that XML has by itself
_ENTITY = re.compile(r"&([a-zA-Z][a-zA-Z0-9]{1,30});")
_DECLARATION = re.compile(r"\s*<\?xml[^<>]*\?>")
_DOCTYPE = re.compile(r"<!DOCTYPE[^<>\[]*(?:\[[^\]]*\][^<>]*)?>", re.IGNORECASE)
_NAMESPACE = re.compile(r"\sxmlns\s*=\s*(?:\"http://www\.w3\.org/1999/xhtml\"|'http://www\.w3\.org/1999/xhtml')")
_UNNUMBERED = re.compile(r"list-style(?:-type)?\s*:[^;]*\bnone\b", re.IGNORECASE)
_SVG = "{http://www.w3.org/2000/svg}"


def extract(source: Source) -> Document:
    document = source.document()
    book = Book(source.data)
    named = book.fill(document)
    warnings = []
    spine = book.spine()
    sealed = [item for item in spine if item.name in book.encrypted]
    if sealed:
        warnings.append("The text is protected by digital rights management (DRM); it cannot be shown.")
    if source.text or not named:
        chapters = _chapters(book, [item for item in spine if item.name not in book.encrypted])
        parts = list(_bounded(chapters, warnings))
    else:
        parts = []
    if source.text:
        document.parts = tuple(parts)
        document.text = html_parts.text(parts)
    if book.package.damaged:
        warnings.append("The file is damaged; what could be read of it is shown.")
    if source.pictures:
        document.pictures = tuple(_cover(book))
    document.metadata["chapters"] = str(len(spine))
    document.candidates = tuple(_candidates(named, parts))
    best = next(iter(document.candidates), None)
    if best is not None:
        document.title, document.title_source = best.text, best.source
    document.warnings = tuple(warnings)
    return document


def _candidates(named: list[str], parts: list[Part]) -> Iterator[Candidate]:
    found = []
    for number, title in enumerate(named[:6]):
        score = 3.0 - number / 10 if titles.believable(title) or title.isdigit() else 0.5
        found.append(Candidate(title[:300], "metadata", score, "the book says so"))
    heading = next((part for part in parts if part.kind == "heading" and part.text.strip()), None)
    if heading is not None:
        found.append(Candidate(spacing.line(heading.text)[:300], f"h{heading.level or 1}", 1.0, "the first heading"))
    return iter(sorted(found, key=lambda candidate: -candidate.score))


def _bounded(chapters: Iterator[list[Part]], warnings: list[str]) -> Iterator[Part]:
    size = 0
    for chapter in chapters:
        yield from chapter
        size += sum(len(part.text) for part in chapter)
        if size > _MOST_TEXT:
            warnings.append("The book is very long; what follows is left out.")
            return


def _chapters(book: Book, spine: list[Item]) -> Iterator[list[Part]]:
    contents = book.contents()
    for item in spine:
        if item.media_type.startswith(("image/", "audio/", "video/")) and "svg" not in item.media_type:
            continue
        root = _tree(book.package.read(item.name), item)
        if root is None:
            continue
        _number(root)
        chapter = html_parts.parts(root, Resolver(None))
        yield _headed([part for part in chapter if part.kind != "image"], contents.get(item.name, ""))


def _headed(parts: list[Part], heading: str) -> list[Part]:
    """The chapter, of which what the table of contents calls it is a heading."""
    if heading and not any(part.kind == "heading" for part in parts[:5]):
        for number, part in enumerate(parts[:5]):
            if part.kind == "paragraph" and titles.same(part.text, heading) and len(part.text) <= 300:
                parts[number] = replace(part, kind="heading", level=1)
                break
    return parts


def _tree(data: bytes, item: Item) -> etree._Element | None:
    """A chapter with the element names of HTML. It is XML, in which <title/> is complete, as long as it is sound."""
    text = decode(data, None)[0]
    sound = _DOCTYPE.sub("", _DECLARATION.sub("", text, count=1), count=1)
    sound = _ENTITY.sub(_entity, _NAMESPACE.sub("", sound, count=2))  # names without one need not be changed
    parser = etree.XMLParser(encoding="utf-8", resolve_entities=False, load_dtd=False, no_network=True)
    try:
        root: etree._Element = etree.fromstring(sound.encode("utf-8", "replace"), parser)
    except etree.XMLSyntaxError:
        return Page(data, None).root
    if root.tag == f"{_SVG}svg":
        return _drawing(root)
    if str(root.tag).startswith("{"):
        for element in root.iter("{http://www.w3.org/1999/xhtml}*"):
            element.tag = etree.QName(element).localname
    for element in list(root.iter(f"{_SVG}svg")):
        element.tag = "svg"
    return root


def _number(root: etree._Element) -> None:
    """Write the numbers of ordered lists before their items, where readers see them."""
    for ordered in root.iter("ol"):
        if _UNNUMBERED.search(ordered.get("style") or ""):
            continue
        start = ordered.get("start") or ""
        number = int(start) if start.isdigit() and len(start) < 9 else 1
        for item in ordered.iterchildren("li"):
            inside = item
            while not (inside.text or "").strip() and len(inside) and inside[0].tag in ("p", "div", "span", "a"):
                inside = inside[0]
            inside.text = f"{number}. {(inside.text or '').lstrip()}"
            number += 1


def _drawing(root: etree._Element) -> etree._Element:
    """A page that is a drawing: its texts as paragraphs."""
    page = etree.Element("body")
    for line in svg_text.lines(root):
        etree.SubElement(page, "p").text = line
    return page


def _entity(found: re.Match[str]) -> str:
    return found[0] if found[1] in _PLAIN else html5.get(found[1] + ";", found[0])


def _cover(book: Book) -> Iterator[Picture]:
    item = book.cover()
    if item is not None and item.name not in book.encrypted:
        yield from covers.pictures([(book.package.read(item.name, covers.LARGEST), "cover")])
