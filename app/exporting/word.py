"""The reading view of a document as a Word file (ECMA-376, WordprocessingML)."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple, cast

import docx
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from lxml import etree

from extractors.base.types import Document, Link, Part
from extractors.door.rendering import has_title

_AHEAD = 100
"""Links that are tried for a part: those in between stand in what is not shown."""
_SHORTEST = 2
_SCHEMES = ("http://", "https://", "ftp://", "mailto:")


class Anchor(NamedTuple):
    """The characters `start` to `end` of a part lead to `url`."""

    start: int
    end: int
    url: str


def anchored(parts: Sequence[Part], links: Sequence[Link]) -> Iterator[tuple[Part, list[Anchor]]]:
    """Each part with its links. Both come in the order of the document, so each link is looked for behind the one
    before it; one whose words are not there is left out."""
    waiting = [
        link
        for link in links
        if link.element == "a" and len(link.text) >= _SHORTEST and link.url.startswith(_SCHEMES)
    ]
    at = 0
    for part in parts:
        found: list[Anchor] = []
        if part.text and part.kind not in ("code", "image"):
            place = 0
            for number in range(at, min(at + _AHEAD, len(waiting))):
                link = waiting[number]
                start = _place(part.text, link.text, place)
                if start >= 0:
                    place, at = start + len(link.text), number + 1
                    found.append(Anchor(start, place, link.url))
        yield part, found


def _place(text: str, words: str, start: int) -> int:
    """Where the words stand as words, and not inside of others; -1 when nowhere."""
    while (start := text.find(words, start)) >= 0:
        end = start + len(words)
        inside = (start and _joins(text[start - 1], words[0])) or (
            end < len(text) and _joins(words[-1], text[end])
        )
        if not inside:
            return start
        start = end
    return -1


def _joins(before: str, after: str) -> bool:
    return before.isascii() and after.isascii() and before.isalnum() and after.isalnum()


_UNFIT = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_MOST_COLUMNS = 63  # of a table, for Word
_MOST_LINKS = 5000  # each is a relation of the package
_DEEPEST_LIST = 3
_LONGEST_PROPERTY = 255
_INDENT = 360  # twentieths of a point
_BLUE, _CODE = "0563C1", "Courier New"


def to_docx(document: Document, url: str = "", date: datetime | None = None) -> bytes:
    """A file for Word: title, headings, paragraphs, lists, tables, quotations and code with their links; above them
    where and when it was stored, when that is given. Nothing in it is loaded from anywhere."""
    return _Writer(document).write(url, date)


class _Writer:
    def __init__(self, document: Document) -> None:
        self._document = document
        self._file = docx.Document()
        self._body = self._file.element.body
        self._end = self._body[-1]  # the properties of the section come last
        self._relations: dict[str, str] = {}

    def write(self, url: str, date: datetime | None) -> bytes:
        document = self._document
        self._describe(url)
        parts = document.parts or ((Part("paragraph", document.text),) if document.text else ())
        if document.title and not has_title(document):
            self._paragraph(document.title, style="Title")
        if url or date:
            source = [one for one in (url, date.strftime("%Y-%m-%d %H:%M:%S UTC") if date else "") if one]
            self._paragraph(", ".join(source), anchors=[Anchor(0, len(url), url)] if url else ())
        for part, anchors in anchored(parts, document.links):
            self._part(part, anchors)
        made = io.BytesIO()
        self._file.save(made)
        return made.getvalue()

    def _describe(self, url: str) -> None:
        about = self._file.core_properties
        document = self._document
        about.title, about.author = _property(document.title), _property(document.author)
        about.language, about.comments = _property(document.language), _property(url)
        language = self._file.styles.element.find(f".//{qn('w:lang')}")
        if language is not None and document.language:
            wide = document.language.startswith(("zh", "ja", "ko"))
            language.set(qn("w:eastAsia" if wide else "w:val"), _fit(document.language))

    def _part(self, part: Part, anchors: Sequence[Anchor]) -> None:
        if part.kind == "table" and part.rows:
            self._table(part.rows)
        elif part.kind == "image":
            words = part.text or part.url
            if words:
                self._paragraph(words, anchors=[Anchor(0, len(words), part.url)] if "://" in part.url else ())
        elif part.text:
            self._paragraph(
                part.text,
                style=_style(part),
                anchors=anchors,
                code=part.kind == "code",
                level=part.level,
                label=f"{part.places} " if part.kind == "item" and part.places else "",
            )

    def _paragraph(
        self,
        text: str,
        *,
        style: str = "",
        anchors: Sequence[Anchor] = (),
        code: bool = False,
        level: int = 0,
        label: str = "",
    ) -> None:
        paragraph = _element("w:p")
        if style:
            properties = _under(paragraph, "w:pPr")
            _under(properties, "w:pStyle", val=style)
            if style.startswith("List") and level > _DEEPEST_LIST:
                _under(properties, "w:ind", left=str(_INDENT * min(level, 9)))
        _run(paragraph, label, code)
        at = 0
        for anchor in anchors:
            _run(paragraph, text[at : anchor.start], code)
            _run(self._hyperlink(paragraph, anchor.url), text[anchor.start : anchor.end], code, link=True)
            at = anchor.end
        _run(paragraph, text[at:], code)
        self._end.addprevious(paragraph)

    def _hyperlink(self, paragraph: etree._Element, url: str) -> etree._Element:
        """An element for the words of a link; the paragraph itself where there are too many."""
        address = _fit(url)
        if address not in self._relations:
            if len(self._relations) >= _MOST_LINKS:
                return paragraph
            self._relations[address] = self._file.part.relate_to(
                address, RELATIONSHIP_TYPE.HYPERLINK, is_external=True
            )
        link = _under(paragraph, "w:hyperlink")
        link.set(qn("r:id"), self._relations[address])
        return link

    def _table(self, rows: Sequence[Sequence[str]]) -> None:
        width = max(map(len, rows))
        if not 0 < width <= _MOST_COLUMNS:
            for row in rows:
                self._paragraph("\t".join(row))
            return
        table = _element("w:tbl")
        properties = _under(table, "w:tblPr")
        _under(properties, "w:tblStyle", val="TableGrid")
        _under(properties, "w:tblW", w="0", type="auto")  # as wide as its content
        grid = _under(table, "w:tblGrid")
        for _ in range(width):
            _under(grid, "w:gridCol")
        for row in rows:
            line = _under(table, "w:tr")
            for column in range(width):
                cell = _under(line, "w:tc")
                _under(_under(cell, "w:tcPr"), "w:tcW", w="0", type="auto")
                _run(_under(cell, "w:p"), row[column] if column < len(row) else "")
        self._end.addprevious(table)
        self._end.addprevious(_element("w:p"))  # else two tables become one


def _style(part: Part) -> str:
    if part.kind == "heading":
        return f"Heading{min(6, max(1, part.level))}"
    if part.kind == "item":
        level = min(_DEEPEST_LIST, max(1, part.level))
        name = "List" if part.places else "ListBullet"  # a number is written as it was on the page
        return name if level == 1 else f"{name}{level}"
    return "Quote" if part.kind == "quote" else ""


def _element(name: str) -> etree._Element:
    return cast("etree._Element", OxmlElement(name))


def _under(parent: etree._Element, name: str, **attributes: str) -> etree._Element:
    """A new last child, with attributes of Word's name space."""
    return etree.SubElement(parent, qn(name), {qn(f"w:{key}"): value for key, value in attributes.items()})


def _run(parent: etree._Element, text: str, code: bool = False, *, link: bool = False) -> None:
    """Text with its line breaks and tabs."""
    if not text:
        return
    run = _under(parent, "w:r")
    if code or link:
        properties = _under(run, "w:rPr")
        if code:
            _under(properties, "w:rFonts", ascii=_CODE, hAnsi=_CODE, cs=_CODE)
        if link:
            _under(properties, "w:color", val=_BLUE)
            _under(properties, "w:u", val="single")
    for number, line in enumerate(_fit(text).split("\n")):
        if number:
            _under(run, "w:br")
        for place, words in enumerate(line.split("\t")):
            if place:
                _under(run, "w:tab")
            if words:
                element = _under(run, "w:t")
                element.text = words
                element.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")


def _fit(text: str) -> str:
    """What XML can hold of a text."""
    return _UNFIT.sub(" ", text.replace("\r\n", "\n").replace("\r", "\n"))


def _property(text: str) -> str:
    return " ".join(_fit(text).split())[:_LONGEST_PROPERTY]
