"""Word documents (DOCX, with macros or not, templates, strict ones, flat ones), and the XML of Word 2003."""

from __future__ import annotations

import base64
import binascii
import io
import re
import zipfile
from collections.abc import Iterator
from itertools import takewhile
from typing import Any

from lxml import etree

from extractors.base import spacing
from extractors.base.sentences import Message
from extractors.base.types import Document, Part, PartKind, Source, Unreadable, table
from extractors.door import sniffing
from extractors.office import ooxml
from extractors.office.ooxml import local
from extractors.office.packages import Package, parse, readable
from extractors.titles import first_lines as titles
from extractors.word import shared
from extractors.word.docx_styles import Formatting, Numbering, Styles, child, first_line, switch, value

# Word documents that are one XML file ("flat OPC"): every part of the package is an element.


def zipped(root: Any) -> bytes:
    """The package as a zip. Raises Unreadable for any other XML."""
    if root is None or local(root) != "package":
        raise Unreadable(Message("file-not-word"))
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for part in root:
            name = value(part, "name").lstrip("/")
            content = next(iter(part), None)
            if local(part) != "part" or not name or content is None:
                continue
            if local(content) == "xmlData" and len(content):
                archive.writestr(name, etree.tostring(content[0]))
            elif local(content) == "binaryData":
                try:
                    archive.writestr(name, base64.b64decode(content.text or ""))
                except binascii.Error:
                    continue  # a picture or the like: the text does not need it
    return target.getvalue()


# The body of WordprocessingML: paragraphs, tables, fields, text boxes, as parts and as lines for the title.

_LIST = re.compile(r"list\b(?!\s*paragraph)|列表|liste\b", re.IGNORECASE)
_QUOTE = re.compile(r"quote|引用|zitat", re.IGNORECASE)
_OPENED = spacing.names("sdt sdtContent ins moveTo smartTag customXml sect sub-section dir bdo hyperlink")
_INLINE = _OPENED | {"fldSimple", "hlink", "annotation", "content"}
_GONE = spacing.names("del moveFrom delText delInstrText instrText pPr rPr proofErr rt")
_SHOWN = {"tab": "\t", "ptab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}
_NOTES = {"footnoteReference": "footnotes", "endnoteReference": "endnotes", "commentReference": "comments"}
_MAX_LINES = 400
_DEEPEST = 60
_LONGEST_FIELD = 30  # paragraphs after which a field whose code does not end is taken for a broken one


class Reader:
    """Reads blocks; `lines`, `links` and `referred` (the ids of notes in their order) grow meanwhile."""

    def __init__(self, styles: Styles, numbering: Numbering, relations: dict[str, tuple[str, str]]) -> None:
        self._styles, self._numbering = styles, numbering
        self.relations = relations
        self.lines: list[titles.Line] = []
        self.links: list[tuple[str, str]] = []
        self.referred: dict[str, list[str]] = {name: [] for name in _NOTES.values()}
        self.inserted: list[str] = []  # relation ids of documents that are inserted here
        self._fields: list[_Field] = []
        self._boxes: list[Any] = []
        self._pictures: list[Part] = []
        self._gap = 0

    def blocks(self, parent: Any, role: str = "", depth: int = 0, *, cell: bool = False) -> Iterator[Part]:
        """The paragraphs and tables in an element, in their order."""
        if depth > _DEEPEST:
            return
        for element in parent:
            name = local(element)
            if name == "p":
                yield from self._paragraph(element, role, depth, cell)
            elif name == "tbl":
                rows = tuple(self._rows(element, role, depth))
                if rows:
                    yield table(rows, _role(role))
            elif name in _OPENED:
                yield from self.blocks(element, role, depth + 1, cell=cell)
            elif name == "AlternateContent":
                chosen = _chosen(element)
                if chosen is not None:
                    yield from self.blocks(chosen, role, depth + 1, cell=cell)
            elif name == "altChunk":
                self.inserted.append(value(element, "id"))
                yield Part("paragraph", "", url=value(element, "id"))

    # Paragraphs

    def _paragraph(self, element: Any, role: str, depth: int, cell: bool) -> Iterator[Part]:
        properties = child(element, "pPr")
        style = child(properties, "pStyle")
        look = self._styles.paragraph(value(style) if style is not None else "").with_paragraph(properties)
        pieces: list[tuple[str, Formatting]] = []
        for field in self._fields:
            field.paragraphs += 1
        self._fields = [
            field for field in self._fields if field.paragraphs < _LONGEST_FIELD or not field.in_code
        ]
        self._inline(element, look, pieces, 0)
        text = spacing.paragraph("".join(piece for piece, _ in pieces))
        if not text and self._hidden_mark(properties):
            return
        label = self._numbering.label(look.list, look.list_level) if look.list and text else ""
        if role in ("", "box"):
            self._note(text, look, pieces, cell or role == "box")
        boxes, self._boxes = self._boxes, []
        pictures, self._pictures = self._pictures, []
        if text:
            yield self._part(f"{label} {text}" if label else text, look, role)
        yield from pictures
        for box in boxes:
            yield from self.blocks(box, role or "box", depth + 1)

    def _hidden_mark(self, properties: Any) -> bool:
        return switch(child(properties, "rPr"), "vanish") is True

    def _part(self, text: str, look: Formatting, role: str) -> Part:
        kind: PartKind = "paragraph"
        level = 0
        if (look.level or look.title) and role in ("", "box"):
            kind, level = "heading", look.level or 1
        elif look.list or _LIST.match(look.name):
            kind, level = "item", look.list_level + 1
        elif _QUOTE.search(look.name):
            kind = "quote"
        return Part(kind, text, level, role=_role(role))

    def _note(self, text: str, look: Formatting, pieces: list[tuple[str, Formatting]], cell: bool) -> None:
        """Remember how a paragraph looks: it may be the title."""
        if len(self.lines) >= _MAX_LINES:
            return
        if not text:
            self._gap += 1
            return
        if "\n" in text:
            pieces = first_line(pieces)
            text = spacing.paragraph("".join(piece for piece, _ in pieces))
        seen = [one for piece, one in pieces if piece.strip()] or [look]
        self.lines.append(
            titles.Line(
                text,
                max(one.size for one in seen),
                all(one.bold for one in seen),
                look.centred,
                look.level,
                look.title,
                any(one.red for one in seen),
                self._gap,
                cell,
                bool(look.list),
            )
        )
        self._gap = 0

    # What stands in a paragraph

    def _inline(
        self, parent: Any, look: Formatting, pieces: list[tuple[str, Formatting]], depth: int
    ) -> None:
        if depth > _DEEPEST:
            return
        for element in parent:
            name = local(element)
            if name == "r":
                self._run(element, look, pieces, depth)
            elif name in ("hyperlink", "hlink", "fldSimple"):
                before = len(pieces)
                self._inline(element, look, pieces, depth + 1)
                self._link(element, "".join(piece for piece, _ in pieces[before:]))
            elif name in _INLINE:
                self._inline(element, look, pieces, depth + 1)
            elif name in ("oMath", "oMathPara"):
                self._add("".join(found.text or "" for found in element.iter("{*}t")), look, pieces)
            elif name == "AlternateContent":
                chosen = _chosen(element)
                if chosen is not None:
                    self._inline(chosen, look, pieces, depth + 1)

    def _run(self, run: Any, look: Formatting, pieces: list[tuple[str, Formatting]], depth: int) -> None:
        properties = child(run, "rPr")
        if properties is not None:
            style = child(properties, "rStyle")
            if style is not None:
                look = self._styles.run(value(style), look)
            look = look.with_run(properties)
            if child(properties, "del") is not None or child(properties, "moveFrom") is not None:
                return
        if not look.hidden:
            self._contents(run, look, pieces, depth)
            return
        for element in run:  # hidden text may begin and end fields
            if local(element) == "fldChar":
                self._field(value(element, "fldCharType"))

    def _contents(self, run: Any, look: Formatting, pieces: list[tuple[str, Formatting]], depth: int) -> None:
        if depth > _DEEPEST:
            return
        for element in run:
            name = local(element)
            if name == "t":
                self._add(element.text or "", look, pieces)
            elif name in _SHOWN:
                self._add(_SHOWN[name], look, pieces)
            elif name == "fldChar":
                self._field(value(element, "fldCharType"))
            elif name == "instrText":
                if self._fields:
                    self._fields[-1].code += (element.text or "")[:2000]
            elif name == "sym":
                code = value(element, "char")
                if code and all(c in "0123456789abcdefABCDEF" for c in code) and len(code) <= 4:
                    self._add(shared.character(int(code, 16), value(element, "font")), look, pieces)
            elif name in _NOTES:
                self.referred[_NOTES[name]].append(value(element, "id"))
            elif name in ("drawing", "pict", "object"):
                self._drawing(element)
            elif name == "AlternateContent":
                chosen = _chosen(element)
                if chosen is not None:
                    self._contents(chosen, look, pieces, depth + 1)
            elif name == "ruby":
                base = child(element, "rubyBase")
                if base is not None:
                    self._inline(base, look, pieces, depth + 1)
            elif name in ("footnote", "endnote") and len(element):  # Word 2003 has them where they belong
                self._boxes.append(element)
            elif name == "r":
                self._run(element, look, pieces, depth + 1)

    def _add(self, text: str, look: Formatting, pieces: list[tuple[str, Formatting]]) -> None:
        if text and not any(field.in_code for field in self._fields):
            pieces.append((shared.plain(text), look))
            if self._fields:
                self._fields[-1].shown += text[:500]

    def _field(self, kind: str) -> None:
        if kind == "begin":
            if len(self._fields) < 50:
                self._fields.append(_Field())
        elif kind == "separate" and self._fields:
            self._fields[-1].in_code = False
        elif kind == "end" and self._fields:
            field = self._fields.pop()
            found = shared.HYPERLINK.search(field.code)
            if found:
                self.links.append((found[1] or found[2], field.shown))

    def _link(self, element: Any, text: str) -> None:
        kind, target = self.relations.get(value(element, "id"), ("", ""))
        if kind == "hyperlink:external":
            self.links.append((target, text))
        elif local(element) == "hlink":
            self.links.append((value(element, "dest"), text))
        elif local(element) == "fldSimple":
            found = shared.HYPERLINK.search(value(element, "instr"))
            if found:
                self.links.append((found[1] or found[2], text))

    def _drawing(self, element: Any) -> None:
        """Keep the text boxes of a drawing for the end of the paragraph, and pictures by their descriptions."""
        for found in element.iter("{*}txbxContent"):
            between = {local(one) for one in takewhile(lambda one: one is not element, found.iterancestors())}
            # boxes in boxes are read with those
            if "txbxContent" not in between and not ("Fallback" in between and _has_choice(found)):
                self._boxes.append(found)
        for found in element.iter("{*}docPr"):
            described = spacing.line(value(found, "descr"))
            if described and element.find(".//{*}blip") is not None:
                self._pictures.append(Part("image", described))

    # Tables

    def _rows(self, table: Any, role: str, depth: int) -> Iterator[tuple[str, ...]]:
        for row in _within(table, "tr"):
            if child(row, "trPr", "del") is not None:
                continue
            cells = []
            for cell in _within(row, "tc"):
                texts = [part.text for part in self.blocks(cell, role, depth + 1, cell=True)]
                cells.append(" ".join(" ".join(texts).split()))
            if any(cells):
                yield tuple(cells)


class _Field:
    __slots__ = ("code", "in_code", "paragraphs", "shown")

    def __init__(self) -> None:
        self.code = self.shown = ""
        self.in_code, self.paragraphs = True, 0


def _within(parent: Any, wanted: str) -> Iterator[Any]:
    """Rows of a table or cells of a row, also those in content controls."""
    pending = list(reversed(parent))
    while pending:
        element = pending.pop()
        name = local(element)
        if name == wanted:
            yield element
        elif name in _OPENED or name in ("tblHeader",):
            pending.extend(reversed(element))


def _chosen(element: Any) -> Any:
    """Of a drawing that is there in several forms, the first with something in it."""
    return next((one for one in element if local(one) in ("Choice", "Fallback") and len(one)), None)


def _has_choice(element: Any) -> bool:
    for one in element.iterancestors():
        if local(one) == "AlternateContent":
            return any(local(other) == "Choice" and len(other) for other in one)
    return False


def _role(role: str) -> str:
    return "" if role == "box" else role


_MAIN = re.compile(r"(?:^|/)document\d*\.xml$", re.IGNORECASE)
_INSERTED = ("html", "rtf", "text")


def extract(source: Source) -> Document:
    document = source.document()
    data = source.data
    if not data.startswith((b"PK", b"\xd0\xcf")):
        root = parse(data)
        if root is not None and local(root) == "wordDocument":
            return _of_2003(source, document, root)
        data = zipped(root)
    from extractors.word.docx_package import opened  # loads python-docx, which takes a tenth of a second

    data, damaged = readable(data)
    package: ooxml.Parts = Package(data) if damaged else opened(data)
    named = ooxml.fill_properties(document, package)
    name = _main_part(package)
    root = package.tree(name)
    if root is None:
        raise Unreadable(Message("file-damaged-content"))
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
        document.warnings = (shared.DAMAGED,)
    return shared.fill(document, shown, reader.links, reader.lines, named, name=source.name)


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
    return shared.fill(document, found, reader.links, reader.lines, said.get("Title", ""), name=source.name)


def _main_part(package: ooxml.Parts) -> str:
    name = ooxml.main_part(package, "word/document.xml")
    if name in package:
        return name
    return next((one for one in package.names() if _MAIN.search(one)), name)


def _notes(package: ooxml.Parts, reader: Reader, parts: dict[str, str]) -> Iterator[Part]:
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


def _headers(package: ooxml.Parts, reader: Reader, root: Any) -> Iterator[Part]:
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


def _with_inserted(
    found: list[Part], package: ooxml.Parts, relations: dict[str, tuple[str, str]]
) -> Iterator[Part]:
    """The parts with documents that are inserted whole (altChunk) in their places."""
    from extractors.door import registry  # at the top it would be a circle

    for part in found:
        if part.text or not part.url:
            yield part
            continue
        target = relations.get(part.url, ("", ""))[1]
        data = package.read(target) if target else b""
        if data and sniffing.sniff(data, name=target) in _INSERTED:
            yield from registry.extract(data, name=target, links=False).parts
