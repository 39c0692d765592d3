"""Text of OpenDocument that stands beside the body: in shapes and charts, in headers and footers; and settings."""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from extractors.base import spacing
from extractors.base.types import Part
from extractors.office.opendocument import OpenDocument, paragraph_text, q
from extractors.office.packages import parse

_PARAGRAPHS = (q("text:p"), q("text:h"))
_OBJECT = q("draw:object")
_HREF = q("xlink:href")
_NUMBERS = (q("text:page-number"), q("text:page-count"), q("text:sheet-name"), q("text:date"), q("text:time"))
_TITLES = tuple(map(q, ("chart:title", "chart:subtitle")))
_REGIONS = {q("style:header"): "header", q("style:footer"): "footer"}
_FEW_LETTERS = 12
_CONFIG = "{urn:oasis:names:tc:opendocument:xmlns:config:1.0}"


def texts(opened: OpenDocument, element: etree._Element) -> list[Part]:
    """The paragraphs of a shape (or of all shapes in an element), and the titles of charts."""
    found = []
    for child in element.iter(*_PARAGRAPHS, _OBJECT):
        if child.tag == _OBJECT:
            found += [
                Part("paragraph", text) for text in chart_texts(opened, child.get(_HREF) or "", data=False)
            ]
        else:
            text = spacing.paragraph(paragraph_text(child, opened.styles))
            if text:
                found.append(Part("paragraph", text))
    return found


def chart_texts(opened: OpenDocument, address: str, *, data: bool) -> Iterator[str]:
    """The titles of a chart that is kept as an object of the package; with `data`, its table row by row."""
    name = address.removeprefix("./").strip("/")
    if opened.package is None or not name or "://" in name:
        return
    root = parse(opened.package.read(f"{name}/content.xml", 8 << 20))
    if root is None or next(root.iter(q("office:chart")), None) is None:
        return
    for title in root.iter(*_TITLES):
        text = spacing.paragraph("\n".join(map(paragraph_text, title.iter(*_PARAGRAPHS))))
        if text:
            yield text
    if data:
        for row in root.iter(q("table:table-row")):
            cells = (
                " ".join(map(paragraph_text, cell.iter(*_PARAGRAPHS)))
                for cell in row.iter(q("table:table-cell"))
            )
            text = "\t".join(cell for cell in cells if any(map(str.isalpha, cell)))
            if text:
                yield text


def headers(opened: OpenDocument) -> Iterator[Part]:
    """Headers and footers of the master pages, each text once; page numbers and names of sheets are left out."""
    seen: set[str] = set()
    for region in () if opened.styles_root is None else opened.styles_root.iter(*_REGIONS):
        if region.get(q("style:display")) == "false":
            continue
        for paragraph in region.iter(*_PARAGRAPHS):
            numbered = next(paragraph.iter(*_NUMBERS), None) is not None
            for field in list(paragraph.iter(*_NUMBERS)):
                field.text = ""
            text = spacing.paragraph(paragraph_text(paragraph))
            if numbered and sum(map(str.isalpha, text)) <= _FEW_LETTERS:
                continue
            if any(map(str.isalpha, text)) and text not in seen and text != "???":
                seen.add(text)
                yield Part("paragraph", text, role=_REGIONS[region.tag])


def setting(opened: OpenDocument, name: str) -> str:
    """A setting of the program that wrote the file, "" when it is not there."""
    root = opened.root if opened.package is None else parse(opened.package.read("settings.xml", 4 << 20))
    for item in () if root is None else root.iter(f"{_CONFIG}config-item"):
        if item.get(f"{_CONFIG}name") == name:
            return item.text or ""
    return ""
