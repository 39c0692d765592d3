"""PowerPoint presentations (PPTX)."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

import pptx
from lxml import etree
from pptx.enum.shapes import PP_PLACEHOLDER

from extractors import office, titles
from extractors.html_metadata import clean
from extractors.types import Document, Link, Part, Source

_TITLES = (PP_PLACEHOLDER.TITLE, PP_PLACEHOLDER.CENTER_TITLE, PP_PLACEHOLDER.VERTICAL_TITLE)
_DRAWING = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_CHART = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
_MAX_SLIDES = 5000
_MAX_DEPTH = 20


def extract(source: Source) -> Document:
    document = source.document()
    data = office.usual(source.data)
    parts: list[Part] = []
    links: dict[Link, None] = {}
    first = ""
    with office.quiet("pptx"):
        deck = pptx.Presentation(io.BytesIO(data))
        titled = office.fill_properties(document, deck.core_properties)
        for number, slide in enumerate(deck.slides, 1):
            if number > _MAX_SLIDES:
                document.warnings = (f"Only the first {_MAX_SLIDES} slides are shown.",)
                break
            shown = list(_slide(slide))
            if number == 1:
                first = _first_title(slide, shown)
            parts.extend(shown)
            for relation in slide.part.rels.values():
                if relation.is_external and relation.reltype.endswith("/hyperlink"):
                    links[Link(relation.target_ref.partition("#")[0], "a", "", False)] = None
    document.parts, document.links = tuple(parts), tuple(links)
    document.text = "\n".join(part.text for part in parts)
    if first:
        document.title, document.title_source = first, "slide 1"
    elif titles.believable(titled):
        document.title, document.title_source = titled, "metadata"
    return document


def _slide(slide: Any) -> Iterator[Part]:
    for shape in _shapes(slide.shapes, 0):
        if shape.has_text_frame:
            heading = shape.is_placeholder and shape.placeholder_format.type in _TITLES
            if heading:
                text = clean(shape.text_frame.text)
                if text:
                    yield Part("heading", text, 2)
                continue
            for paragraph in shape.text_frame.paragraphs:
                text = paragraph.text.replace("\v", "\n").strip()
                if text:
                    yield Part("item" if paragraph.level else "paragraph", text, paragraph.level)
        elif getattr(shape, "has_table", False) and shape.has_table:
            rows = tuple(tuple(" ".join(cell.text.split()) for cell in row.cells) for row in shape.table.rows)
            yield Part("table", "\n".join("\t".join(row) for row in rows), rows=rows)
    yield from _drawn(slide)
    if slide.has_notes_slide and slide.notes_slide.notes_text_frame is not None:
        notes = slide.notes_slide.notes_text_frame.text.strip()
        if notes:
            yield Part("quote", notes)


def _drawn(slide: Any) -> Iterator[Part]:
    """The words in charts and diagrams, which stand in files of their own."""
    for relation in slide.part.rels.values():
        if relation.is_external or not relation.reltype.endswith(("/chart", "/diagramData")):
            continue
        try:
            root = etree.fromstring(relation.target_part.blob, etree.XMLParser(resolve_entities=False, no_network=True))
        except etree.XMLSyntaxError:
            continue  # a damaged picture; the slide itself is fine
        for element in root.iter(f"{_DRAWING}p", f"{_CHART}strCache"):
            words = [node.text or "" for node in element.iter(f"{_DRAWING}t", f"{_CHART}v")]
            text = ("" if element.tag == f"{_DRAWING}p" else " ").join(words).strip()
            if text:
                yield Part("paragraph", text)


def _shapes(shapes: Any, depth: int) -> Iterator[Any]:
    for shape in shapes:
        if hasattr(shape, "shapes"):
            if depth < _MAX_DEPTH:
                yield from _shapes(shape.shapes, depth + 1)
        else:
            yield shape


def _first_title(slide: Any, parts: list[Part]) -> str:
    """The title placeholder of the first slide, else the text in the largest letters, else its first text."""
    heading = next((part.text for part in parts if part.kind == "heading"), "")
    if heading:
        return heading
    best, size = "", 0.0
    for shape in _shapes(slide.shapes, 0):
        if not shape.has_text_frame or not shape.text_frame.text.strip():
            continue
        sizes = [run.font.size.pt for p in shape.text_frame.paragraphs for run in p.runs if run.font.size is not None]
        largest = max(sizes, default=0.1)
        if largest > size:
            best, size = clean(shape.text_frame.text), largest
    return best if len(best) <= 200 else ""
