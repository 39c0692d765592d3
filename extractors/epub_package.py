"""What an EPUB says of itself: package document (EPUB 3.3, OPF 2.0.1), encryption, table of contents."""

from __future__ import annotations

import posixpath
from typing import NamedTuple
from urllib.parse import unquote

from lxml import etree

from extractors import dates, spacing
from extractors.html_metadata import language
from extractors.packages import Package
from extractors.types import Document, Unreadable

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
            raise Unreadable("The book has no list of its parts; it cannot be read.")
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
        """The name of what an address in the package (or in another part) leads to."""
        folder = posixpath.dirname(beside) if beside else self._folder
        return posixpath.normpath(posixpath.join(folder, unquote(reference.partition("#")[0]))).lstrip("/")

    def spine(self) -> list[Item]:
        """The chapters in reading order; those of the manifest when that is not told."""
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
            found = next((item for item in pictures if "cover" in posixpath.basename(item.name).lower()), None)
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
        document.language = next(filter(None, (language(_text(one)) for one in self._all("language"))), "")
        document.date = self._date()
        for name in ("publisher", "subject", "description", "rights", "source", "contributor"):
            value = spacing.line(", ".join(dict.fromkeys(spacing.line(_text(one)) for one in self._all(name))))
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
                found |= {unquote(one.get("URI") or "").lstrip("/") for one in sealed.iter("{*}CipherReference")}
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
