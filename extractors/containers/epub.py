"""EPUB 2 and 3: the chapters of a book in reading order, its properties, its cover."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from dataclasses import replace
from html.entities import html5
from typing import NamedTuple
from urllib.parse import unquote

from lxml import etree

from extractors.base import dates, spacing
from extractors.base.addresses import Resolver
from extractors.base.charset import decode
from extractors.base.language import usual_tag
from extractors.base.sentences import Message
from extractors.base.types import Candidate, Document, Part, Picture, Source, Unreadable
from extractors.html import parts as html_parts
from extractors.html.parts import lines
from extractors.html.tree import Page
from extractors.media import covers
from extractors.office.packages import Package
from extractors.titles import ranking, wording

# What an EPUB says of itself: package document (EPUB 3.3, OPF 2.0.1), encryption, table of contents.

_MOST_ITEMS = 20_000
# Fonts are often disguised; that is no protection of the text.
_DISGUISES = ("http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC")
_NCX = "application/x-dtbncx+xml"


class Item(NamedTuple):
    """A file of the book."""

    name: str
    media_type: str
    properties: tuple[str, ...]


class Book:
    """The package document of an EPUB. Unreadable when there is none."""

    def __init__(self, data: bytes) -> None:
        self.package = Package(data)
        name = self._package_name()
        root = self.package.tree(name)
        if root is None:
            raise Unreadable(Message("book-no-list"))
        self._folder = posixpath.dirname(name)
        self._metadata = _first(root, "metadata")
        self._root = root
        self.items: dict[str, Item] = {}
        for element in _below(_first(root, "manifest"), "item"):
            if len(self.items) < _MOST_ITEMS and element.get("href"):
                known = Item(
                    self.part(element.get("href") or ""),
                    (element.get("media-type") or "").lower(),
                    tuple((element.get("properties") or "").split()),
                )
                self.items.setdefault(element.get("id") or known.name, known)
        self.encrypted = self._encrypted()

    def part(self, reference: str, beside: str = "") -> str:
        """The name of the part to which an address in the package (or in another part) leads."""
        folder = posixpath.dirname(beside) if beside else self._folder
        return posixpath.normpath(posixpath.join(folder, unquote(reference.partition("#")[0]))).lstrip("/")

    def spine(self) -> list[Item]:
        """The chapters in reading order; those of the manifest when there is no such order."""
        spine = _first(self._root, "spine")
        named = [self.items.get(element.get("idref") or "") for element in _below(spine, "itemref")]
        found = list(dict.fromkeys(item for item in named if item is not None))
        return found or [item for item in self.items.values() if "html" in item.media_type]

    def contents(self) -> dict[str, str]:
        """The headings of the table of contents by the part they lead to: the first of each."""
        for item in self.items.values():
            if "nav" in item.properties:
                return self._entries(item, "a", "href")
        for item in self.items.values():
            if item.media_type == _NCX:
                return self._points(item)
        return {}

    def cover(self) -> Item | None:
        for item in self.items.values():
            if "cover-image" in item.properties:
                return item
        named = next((meta.get("content") for meta in self._all("meta") if meta.get("name") == "cover"), "")
        found = self.items.get(named or "")
        if found is None or not found.media_type.startswith("image/"):
            pictures = [item for item in self.items.values() if item.media_type.startswith("image/")]
            found = next(
                (item for item in pictures if "cover" in posixpath.basename(item.name).lower()), None
            )
        return found

    def fill(self, document: Document) -> list[str]:
        """Author, dates, language and other properties; returns the titles, the main one first."""
        refined = self._refinements()
        titles = [(element.get("id"), spacing.line(_text(element))) for element in self._all("title")]
        titles = [(known, title) for known, title in titles if title]
        titles.sort(key=lambda title: refined.get((f"#{title[0]}", "title-type"), "main") != "main")
        creators = [element for element in self._all("creator") if _text(element).strip()]
        authors = [c for c in creators if _role(c, refined) in ("", "aut")] or creators
        document.author = spacing.line(", ".join(dict.fromkeys(spacing.line(_text(one)) for one in authors)))
        document.language = next(filter(None, (usual_tag(_text(one)) for one in self._all("language"))), "")
        document.date = self._date()
        for name in ("publisher", "subject", "description", "rights", "source", "contributor"):
            value = spacing.line(
                ", ".join(dict.fromkeys(spacing.line(_text(one)) for one in self._all(name)))
            )
            if value:
                document.metadata[name] = value
        for element in self._all("identifier"):
            said = spacing.line(_text(element))
            if "isbn" in (said + "".join(element.attrib.values())).lower():
                document.metadata["isbn"] = said.rpartition(":")[2]
        modified = next((one for one in self._all("meta") if one.get("property") == "dcterms:modified"), None)
        if modified is not None and dates.iso(_text(modified)):
            document.metadata["modified"] = dates.iso(_text(modified))
        return [title for _, title in titles]

    def _package_name(self) -> str:
        root = self.package.tree("META-INF/container.xml")
        for rootfile in [] if root is None else root.iter("{*}rootfile"):
            name = posixpath.normpath(rootfile.get("full-path") or "").lstrip("/")
            if name in self.package:
                return name
        return next((name for name in self.package.names() if name.lower().endswith(".opf")), "")

    def _encrypted(self) -> frozenset[str]:
        """The parts that are sealed (not only disguised)."""
        root = self.package.tree("META-INF/encryption.xml")
        found = set()
        for sealed in [] if root is None else root.iter("{*}EncryptedData"):
            method = next(sealed.iter("{*}EncryptionMethod"), None)
            if method is None or method.get("Algorithm") not in _DISGUISES:
                found |= {
                    unquote(one.get("URI") or "").lstrip("/") for one in sealed.iter("{*}CipherReference")
                }
        return frozenset(found)

    def _all(self, name: str) -> list[etree._Element]:
        return [] if self._metadata is None else list(self._metadata.iter(f"{{*}}{name}"))[:100]

    def _refinements(self) -> dict[tuple[str, str], str]:
        return {
            (meta.get("refines") or "", meta.get("property") or ""): _text(meta).strip()
            for meta in self._all("meta")
            if meta.get("refines")
        }

    def _date(self) -> str:
        said = [(element, _date(_text(element).strip())) for element in self._all("date")]
        said = [(element, date) for element, date in said if date and not date.startswith("0101")]
        published = [date for element, date in said if "publication" in "".join(element.attrib.values())]
        others = [date for element, date in said if "modification" not in "".join(element.attrib.values())]
        return next(iter(published or others), "")

    def _entries(self, item: Item, tag: str, attribute: str) -> dict[str, str]:
        root = self.package.tree(item.name)
        found: dict[str, str] = {}
        for element in [] if root is None else root.iter(f"{{*}}{tag}"):
            found.setdefault(self.part(element.get(attribute) or "", item.name), spacing.line(_text(element)))
        return found

    def _points(self, item: Item) -> dict[str, str]:
        root = self.package.tree(item.name)
        found: dict[str, str] = {}
        for point in [] if root is None else root.iter("{*}navPoint"):
            content, label = point.find("{*}content"), point.find("{*}navLabel")
            if content is not None and label is not None:
                found.setdefault(self.part(content.get("src") or "", item.name), spacing.line(_text(label)))
        return found


def _first(root: etree._Element | None, name: str) -> etree._Element | None:
    return None if root is None else next(root.iter(f"{{*}}{name}"), None)


def _below(element: etree._Element | None, name: str) -> list[etree._Element]:
    return [] if element is None else list(element.iter(f"{{*}}{name}"))


def _text(element: etree._Element) -> str:
    return "".join(element.itertext())


def _date(text: str) -> str:
    return text if len(text) == 4 and text.isdigit() else dates.iso(text)


def _role(creator: etree._Element, refined: dict[tuple[str, str], str]) -> str:
    said = next((value for key, value in creator.attrib.items() if str(key).endswith("role")), "")
    return said or refined.get((f"#{creator.get('id')}", "role"), "")


_MOST_TEXT = 32 << 20
"""Characters."""
_PLAIN = frozenset(("amp", "lt", "gt", "quot", "apos"))  # entities that XML has by itself
_ENTITY = re.compile(r"&([a-zA-Z][a-zA-Z0-9]{1,30});")
_DECLARATION = re.compile(r"\s*<\?xml[^<>]*\?>")
_DOCTYPE = re.compile(r"<!DOCTYPE[^<>\[]*(?:\[[^\]]*\][^<>]*)?>", re.IGNORECASE)
_NAMESPACE = re.compile(
    r"\sxmlns\s*=\s*(?:\"http://www\.w3\.org/1999/xhtml\"|'http://www\.w3\.org/1999/xhtml')"
)
_UNNUMBERED = re.compile(r"list-style(?:-type)?\s*:[^;]*\bnone\b", re.IGNORECASE)
_SVG = "{http://www.w3.org/2000/svg}"


def extract(source: Source) -> Document:
    document = source.document()
    book = Book(source.data)
    named = book.fill(document)
    warnings: list[str] = []
    spine = book.spine()
    sealed = [item for item in spine if item.name in book.encrypted]
    if sealed:
        warnings.append(Message("text-protected-digital"))
    if source.text or not named:
        chapters = _chapters(book, [item for item in spine if item.name not in book.encrypted])
        parts = list(_bounded(chapters, warnings))
    else:
        parts = []
    if source.text:
        document.parts = tuple(parts)
        document.text = html_parts.text(parts)
    if book.package.damaged:
        warnings.append(Message("file-damaged-read"))
    if source.pictures:
        document.pictures = tuple(_cover(book))
    document.metadata["chapters"] = str(len(spine))
    ranking.take(document, _candidates(named, parts))
    document.warnings = tuple(warnings)
    return document


def _candidates(named: list[str], parts: list[Part]) -> Iterator[Candidate]:
    for number, title in enumerate(named[:6]):
        certain = wording.believable(title) or title.isdigit()
        score = ranking.CERTAIN - number if certain else ranking.ENOUGH
        yield Candidate(title, "metadata", score, Message("book-says"))
    heading = next((part for part in parts if part.kind == "heading" and part.text.strip()), None)
    if heading is not None:
        text = spacing.line(heading.text)
        yield Candidate(text, f"h{heading.level or 1}", 50.0, Message("first-heading"))


def _bounded(chapters: Iterator[list[Part]], warnings: list[str]) -> Iterator[Part]:
    size = 0
    for chapter in chapters:
        yield from chapter
        size += sum(len(part.text) for part in chapter)
        if size > _MOST_TEXT:
            warnings.append(Message("book-very-long"))
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
            if part.kind == "paragraph" and wording.same(part.text, heading) and len(part.text) <= 300:
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
            while (
                not (inside.text or "").strip() and len(inside) and inside[0].tag in ("p", "div", "span", "a")
            ):
                inside = inside[0]
            inside.text = f"{number}. {(inside.text or '').lstrip()}"
            number += 1


def _drawing(root: etree._Element) -> etree._Element:
    """A page that is a drawing: its texts as paragraphs."""
    page = etree.Element("body")
    for line in lines(root):
        etree.SubElement(page, "p").text = line
    return page


def _entity(found: re.Match[str]) -> str:
    return found[0] if found[1] in _PLAIN else html5.get(found[1] + ";", found[0])


def _cover(book: Book) -> Iterator[Picture]:
    item = book.cover()
    if item is not None and item.name not in book.encrypted:
        yield from covers.pictures([(book.package.read(item.name, covers.LARGEST), "cover")])
