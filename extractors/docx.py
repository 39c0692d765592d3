"""Word documents (DOCX, with macros or not, templates, strict ones, flat ones), and the XML of Word 2003."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from extractors import docx_flat, ooxml, sniffing, spacing, word_output
from extractors.docx_reader import Reader
from extractors.docx_styles import Numbering, Styles, child, switch, value
from extractors.drawingml import local
from extractors.packages import Package, parse
from extractors.types import Document, Part, Source, Unreadable
from extractors.zip_rescue import readable

_MAIN = re.compile(r"(?:^|/)document\d*\.xml$", re.IGNORECASE)
_INSERTED = ("html", "rtf", "text")


def extract(source: Source) -> Document:
    document = source.document()
    data = source.data
    if not data.startswith((b"PK", b"\xd0\xcf")):
        root = parse(data)
        if root is not None and local(root) == "wordDocument":
            return _of_2003(source, document, root)
        data = docx_flat.zipped(root)
    data, damaged = readable(data)
    package = Package(data) if damaged else ooxml.open_package(data)
    named = ooxml.fill_properties(document, package)
    name = _main_part(package)
    root = package.tree(name)
    if root is None:
        raise Unreadable("The file is damaged: its content cannot be read.")
    relations = package.relations(name)
    parts = dict(relations.values())
    numbering = Numbering(package.tree(parts.get("numbering", "word/numbering.xml")))
    reader = Reader(Styles(package.tree(parts.get("styles", "word/styles.xml"))), numbering, relations)
    bodies = [one for one in root if local(one) == "body"] or [root]
    found = [part for body in bodies for part in reader.blocks(body)]
    shown = [
        *_with_inserted(found, package, relations),
        *_notes(package, reader, parts),
        *_headers(package, reader, root),
    ]
    if damaged or package.damaged:
        document.warnings = (word_output.DAMAGED,)
    return word_output.fill(document, shown, reader.links, reader.lines, named, name=source.name)


def _of_2003(source: Source, document: Document, root: Any) -> Document:
    about = child(root, "DocumentProperties")
    said = {local(one): spacing.line(one.text) for one in about} if about is not None else {}
    document.author, document.date = said.get("Author", ""), said.get("Created", "")
    for name in ("Title", "Subject", "Keywords", "Category", "Company", "Pages"):
        if said.get(name):
            document.metadata[name.lower()] = said[name]
    reader = Reader(Styles(child(root, "styles")), Numbering(child(root, "lists")), {})
    body = child(root, "body")
    found = list(reader.blocks(body if body is not None else root))
    return word_output.fill(document, found, reader.links, reader.lines, said.get("Title", ""), name=source.name)


def _main_part(package: Package) -> str:
    name = ooxml.main_part(package, "word/document.xml")
    if name in package:
        return name
    return next((one for one in package.names() if _MAIN.search(one)), name)


def _notes(package: Package, reader: Reader, parts: dict[str, str]) -> Iterator[Part]:
    """Footnotes, endnotes and comments, in the order they are referred to."""
    for kind, role in (("footnotes", "note"), ("endnotes", "note"), ("comments", "comment")):
        wanted = reader.referred[kind]
        root = package.tree(parts.get(kind, f"word/{kind}.xml")) if wanted else None
        if root is None:
            continue
        found = {value(one, "id"): one for one in root if value(one, "type") in ("", "normal")}
        reader.relations = package.relations(parts.get(kind, ""))
        for key in dict.fromkeys(wanted):
            if key in found:
                yield from reader.blocks(found[key], role)


def _headers(package: Package, reader: Reader, root: Any) -> Iterator[Part]:
    """Headers and footers once each, those that no page shows left out."""
    relations = package.relations(_main_part(package))
    settings = package.tree(next((target for kind, target in relations.values() if kind == "settings"), ""))
    even = settings is not None and switch(settings, "evenAndOddHeaders") is True
    wanted: dict[str, str] = {}
    for section in root.iter("{*}sectPr"):
        first = switch(section, "titlePg") is True
        for reference in section:
            name = local(reference)
            if name in ("headerReference", "footerReference"):
                kind = value(reference, "type")
                if (kind != "first" or first) and (kind != "even" or even):
                    wanted.setdefault(value(reference, "id"), name.removesuffix("Reference"))
    seen = set()
    for key, role in wanted.items():
        target = relations.get(key, ("", ""))[1]
        tree = package.tree(target)
        if tree is None:
            continue
        reader.relations = package.relations(target)
        for part in reader.blocks(tree, role):
            if part.text not in seen:
                seen.add(part.text)
                yield part


def _with_inserted(found: list[Part], package: Package, relations: dict[str, tuple[str, str]]) -> Iterator[Part]:
    """The parts with documents that are inserted whole (altChunk) in their places."""
    from extractors import registry  # at the top it would be a circle

    for part in found:
        if part.text or not part.url:
            yield part
            continue
        target = relations.get(part.url, ("", ""))[1]
        data = package.read(target) if target else b""
        if data and sniffing.sniff(data, name=target) in _INSERTED:
            yield from registry.extract(data, name=target, links=False).parts
