"""PowerPoint presentations of today (PPTX, PPTM, PPSX, POTX; ECMA-376 part 1, chapter 19)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from lxml import etree

from extractors import drawingml, ooxml, spacing
from extractors.drawingml import local
from extractors.packages import Package
from extractors.pptx_layouts import Layouts, Master, fixed_texts, inherited, place, placeholder, role, sizes_of
from extractors.pptx_pictures import Pictures
from extractors.slides import Deck, Role, Shape, Slide
from extractors.types import Document, Link, Source, Unreadable

_MAX_DEPTH = 40
_MOST_LINKS = 20_000
_HEIGHT = 6_858_000.0  # of a slide that does not say, in English metric units
_HIDDEN = ("0", "false")
_UNSEEN_POINTS = ("pres", "parTrans", "sibTrans", "doc")


def extract(source: Source) -> Document:
    document = source.document()
    package = ooxml.open_package(source.data)
    titled = ooxml.fill_properties(document, package)
    reader = _Reader(package)
    reader.read()
    if package.damaged:
        reader.deck.warn("The file is damaged: a part of it could not be read.")
    reader.deck.fill(document, titled, source.name)
    document.links = tuple(reader.links)
    return document


class _Reader:
    def __init__(self, package: Package) -> None:
        self.package = package
        self.deck = Deck()
        self.links: dict[Link, None] = {}
        self._layouts = Layouts(package)
        self._height = _HEIGHT
        self._first = 1
        self._pictures = Pictures(package)

    def read(self) -> None:
        for name in self._names():
            root = self.package.tree(name)
            if root is None:
                self.deck.warn("The file is damaged: a slide could not be read.")
            elif root.get("show") in _HIDDEN:
                self.deck.hidden += 1
            elif not self.deck.add(self._slide(name, root)):
                break

    def _names(self) -> Iterator[str]:
        """The slides in their order."""
        main = ooxml.main_part(self.package, "ppt/presentation.xml")
        root = self.package.tree(main)
        relations = self.package.relations(main)
        if root is None or not relations:
            names = [name for name in self.package.names() if _number(name)]
            if not names:
                raise Unreadable("The file is damaged: its list of slides cannot be read.")
            yield from sorted(names, key=_number)
            return
        size = root.find("{*}sldSz")
        height = size.get("cy") or "" if size is not None else ""
        first = root.get("firstSlideNum") or ""
        self._first = int(first) if first.isdecimal() and len(first) < 6 else 1
        self._height = float(height) if height.isdecimal() and int(height) else _HEIGHT
        for element in root.iterfind("{*}sldIdLst/{*}sldId"):
            key = next((value for name, value in element.items() if name.endswith("}id")), "")
            kind, target = relations.get(key, ("", ""))
            if kind == "slide":
                yield target

    def _slide(self, name: str, root: etree._Element) -> Slide:
        drawingml.drop_fallbacks(root)
        relations = self.package.relations(name)
        slide = Slide()
        chain = self._layouts.chain(relations)
        tree = root.find("{*}cSld/{*}spTree")
        if tree is not None:
            for shape in self._shapes(tree, relations, chain, 0):
                if shape.role == "footer":
                    slide.footers += [text for text, _ in shape.paragraphs]
                else:
                    slide.shapes.append(shape)
        slide.sort()
        slide.footers += fixed_texts(chain, root.get("showMasterSp") not in _HIDDEN)
        for kind, target in relations.values():
            if kind == "notesSlide":
                slide.notes += self._notes(target)
            elif kind == "comments":
                slide.comments += self._comments(target)
            elif kind == "hyperlink:external" and len(self.links) < _MOST_LINKS:
                self.links[Link(target.partition("#")[0], "a", "", False)] = None
        return slide

    def _shapes(
        self, tree: etree._Element, relations: dict[str, tuple[str, str]], chain: list[Master], depth: int
    ) -> Iterator[Shape]:
        for element in tree:
            name = local(element)
            if name in ("AlternateContent", "Choice", "grpSp"):
                if depth < _MAX_DEPTH and not _unseen(element):
                    yield from self._shapes(element, relations, chain, depth + 1)
            elif name in ("sp", "cxnSp") and not _unseen(element):
                found = self._text(element, chain)
                if found is not None:
                    yield found
            elif name == "graphicFrame" and not _unseen(element):
                yield from self._framed(element, relations)
                yield from self._pictured(element, relations)
            elif name == "pic" and not _unseen(element):
                yield from self._pictured(element, relations)

    def _text(self, element: etree._Element, chain: list[Master]) -> Shape | None:
        body = element.find("{*}txBody")
        if body is None:
            return None
        key = placeholder(element)
        if key is not None and key[0] == "sldNum":
            number = len(self.deck.slides) + self.deck.hidden + self._first
            return Shape("footer", [(str(number), 0)])
        kind = cast("Role", role(key))
        paragraphs, elements = [], []
        for paragraph, text in drawingml.paragraphs(body):
            properties = paragraph.find("{*}pPr")
            level = (properties.get("lvl") or "0") if properties is not None else "0"
            depth = int(level) if level.isdecimal() and len(level) == 1 else 0
            paragraphs.append((text, depth + 1 if kind == "body" else depth))
            elements.append(paragraph)
        if not paragraphs:
            return None
        top, left, sizes = inherited(place(element), key, chain)
        return Shape(kind, paragraphs, (), sizes_of(body, elements, sizes), top / self._height, left / self._height)

    def _framed(self, element: etree._Element, relations: dict[str, tuple[str, str]]) -> Iterator[Shape]:
        """Tables, charts and diagrams."""
        own = place(element)
        top, left = (own.top or 0.0) / self._height, (own.left or 0.0) / self._height
        for table in element.iter("{*}tbl"):
            rows = tuple(
                tuple(" ".join(text for _, text in drawingml.paragraphs(cell)) for cell in row.iterfind("{*}tc"))
                for row in self.deck.cut_rows(table.iterfind("{*}tr"))
            )
            rows = tuple(tuple(map(spacing.line, row)) for row in rows if any(row))
            if rows:
                yield Shape("other", (), rows, (), top, left)
        for reference in element.iter("{*}chart", "{*}relIds"):
            wanted = "}dm" if local(reference) == "relIds" else "}id"
            key = next((value for name, value in reference.items() if name.endswith(wanted)), "")
            part = self.package.tree(relations[key][1]) if key in relations else None
            if part is None:
                continue
            texts = drawingml.chart_texts(part) if wanted == "}id" else _diagram(part)
            paragraphs = [(text, 0) for text in texts]
            if paragraphs:
                yield Shape("other", paragraphs, (), (), top, left)
            data = drawingml.chart_table(part) if wanted == "}id" else ()
            if data:
                yield Shape("other", (), data, (), top, left)

    def _pictured(self, element: etree._Element, relations: dict[str, tuple[str, str]]) -> Iterator[Shape]:
        lines = [(text, 0) for text in self._pictures.words(element, relations)]
        if lines:
            own = place(element)
            yield Shape("other", lines, (), (), (own.top or 0.0) / self._height, (own.left or 0.0) / self._height)

    def _notes(self, name: str) -> list[str]:
        root = self.package.tree(name)
        found: list[str] = []
        for shape in () if root is None else root.iter("{*}sp"):
            key, body = placeholder(shape), shape.find("{*}txBody")
            if body is not None and (key is None or key[0] in ("body", "")):
                found += [text for _, text in drawingml.paragraphs(body)]
        return found

    def _comments(self, name: str) -> list[str]:
        root = self.package.tree(name)
        found: list[str] = []
        for comment in () if root is None else root.iter("{*}text", "{*}txBody"):
            if local(comment) == "text":
                found.append(spacing.paragraph(comment.text or ""))
            else:
                found += [text for _, text in drawingml.paragraphs(comment)]
        return list(filter(None, found))


def _unseen(element: etree._Element) -> bool:
    for properties in element:
        if local(properties).startswith("nv"):
            about = properties.find("{*}cNvPr")
            return about is not None and about.get("hidden") in ("1", "true")
    return False


def _diagram(root: etree._Element) -> Iterator[str]:
    """The texts of a diagram (SmartArt) in the order of its points."""
    for point in root.iterfind("{*}ptLst/{*}pt"):
        if point.get("type") not in _UNSEEN_POINTS:
            for _, text in drawingml.paragraphs(point):
                yield text


def _number(name: str) -> int:
    file = name.lower().removeprefix("ppt/slides/slide").removesuffix(".xml")
    return int(file) if name.lower().startswith("ppt/slides/slide") and file.isdecimal() else 0
