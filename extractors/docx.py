"""Word documents (DOCX)."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import Any

import docx
from docx.document import Document as WordDocument
from docx.oxml.ns import qn
from docx.text.paragraph import Paragraph

from extractors import office, titles
from extractors.html_metadata import clean
from extractors.types import Document, Link, Part, PartKind, Source

_HEADING = re.compile(r"(?:heading|标题|überschrift|titre)\s*([1-6])", re.IGNORECASE)
_TITLE_STYLES = ("title", "标题", "titel", "titre")
_LIST = re.compile(r"list|列表|liste", re.IGNORECASE)
_QUOTE = re.compile(r"quote|引用|zitat", re.IGNORECASE)
_TITLE_SCAN = 60  # paragraphs looked at for a title


def extract(source: Source) -> Document:
    document = source.document()
    data = office.usual(source.data)
    with office.quiet("docx"):
        word = docx.Document(io.BytesIO(data))
        titled = office.fill_properties(document, word.core_properties)
        reader = _Reader(word)
        document.parts = tuple(reader.parts())
        document.links = tuple(dict.fromkeys(_links(word)))
    document.text = "\n".join(part.text for part in document.parts)
    shown, why = titles.standing_out(reader.lines)
    if reader.styled_title:
        shown, why = clean(reader.styled_title), "title style"
    if titles.believable(titled) and (not shown or titles.same(titled, document.text[:4000])):
        document.title, document.title_source = titled, "metadata"
    elif shown:
        document.title, document.title_source = shown, why
    return document


class _Reader:
    def __init__(self, word: WordDocument) -> None:
        self._word = word
        self._names = {style.style_id: style.name or "" for style in word.styles}
        self.lines: list[titles.Line] = []
        self.styled_title = ""

    def parts(self) -> Iterator[Part]:
        for element in self._blocks():
            if element.tag == qn("w:p"):
                part = self._paragraph(element)
                if part is not None:
                    yield part
            else:
                rows = tuple(_rows(element))
                if rows:
                    yield Part("table", "\n".join("\t".join(row) for row in rows), rows=rows)

    def _blocks(self) -> Iterator[Any]:
        """Paragraphs and tables of the body, content controls opened up."""
        pending = list(reversed(list(self._word.element.body)))
        while pending:
            element = pending.pop()
            if element.tag in (qn("w:p"), qn("w:tbl")):
                yield element
            elif element.tag in (qn("w:sdt"), qn("w:sdtContent"), qn("w:ins"), qn("w:smartTag"), qn("w:customXml")):
                pending.extend(reversed(list(element)))

    def _paragraph(self, element: Any) -> Part | None:
        text = _text(element)
        if not text.strip():
            return None
        style = self._style(element)
        if len(self.lines) < _TITLE_SCAN:
            self._note(element, text, style)
        kind: PartKind = "paragraph"
        level = 0
        heading = _HEADING.match(style)
        if style.lower() in _TITLE_STYLES:
            kind, level = "heading", 1
            self.styled_title = self.styled_title or text
        elif heading:
            kind, level = "heading", int(heading[1])
        elif _LIST.match(style) or element.find(f"{qn('w:pPr')}/{qn('w:numPr')}") is not None:
            kind, level = "item", 1
        elif _QUOTE.search(style):
            kind = "quote"
        return Part(kind, text.strip(), level)

    def _style(self, element: Any) -> str:
        reference = element.find(f"{qn('w:pPr')}/{qn('w:pStyle')}")
        key = reference.get(qn("w:val"), "") if reference is not None else ""
        return self._names.get(key, "")

    def _note(self, element: Any, text: str, style: str) -> None:
        paragraph = Paragraph(element, self._word._body)
        runs = [run for run in paragraph.runs if run.text.strip()]
        sizes = [run.font.size.pt for run in runs if run.font.size is not None]
        size = max(sizes) if sizes else self._style_size(paragraph)
        bold = bool(runs) and all(run.bold for run in runs)
        heading = _HEADING.match(style)
        level = int(heading[1]) if heading else 0
        justified = element.find(f"{qn('w:pPr')}/{qn('w:jc')}")
        centred = justified is not None and justified.get(qn("w:val")) == "center"
        self.lines.append(titles.Line(text.strip(), size, bold, centred, level))

    def _style_size(self, paragraph: Paragraph) -> float:
        style = paragraph.style
        for _ in range(10):  # styles are based on one another; a broken file may go in circles
            if style is None:
                break
            if style.font.size is not None:
                return float(style.font.size.pt)
            style = style.base_style
        return 10.0


def _text(element: Any) -> str:
    pieces = []
    for node in element.iter(qn("w:t"), qn("w:tab"), qn("w:br"), qn("w:cr"), qn("w:noBreakHyphen")):
        if node.tag == qn("w:t"):
            pieces.append(node.text or "")
        elif node.tag == qn("w:tab"):
            if node.getparent().tag == qn("w:r"):
                pieces.append("\t")
        else:
            pieces.append("-" if node.tag == qn("w:noBreakHyphen") else "\n")
    return "".join(pieces)


def _rows(table: Any) -> Iterator[tuple[str, ...]]:
    for row in table.iterchildren(qn("w:tr")):
        cells = []
        for cell in row.iter(qn("w:tc")):
            if cell.getparent() is row or cell.getparent().tag == qn("w:sdtContent"):
                cells.append(" ".join(" ".join(_text(paragraph) for paragraph in cell.iter(qn("w:p"))).split()))
        if any(cells):
            yield tuple(cells)


def _links(word: WordDocument) -> Iterator[Link]:
    relations = word.part.rels
    for hyperlink in word.element.body.iter(qn("w:hyperlink")):
        relation = relations.get(hyperlink.get(qn("r:id")) or "")
        if relation is not None and relation.is_external:
            yield Link(relation.target_ref.partition("#")[0], "a", clean(_text(hyperlink))[:300], False)
