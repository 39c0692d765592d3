"""OpenDocument files (odt, ods, odp, their templates and flat forms): package, properties, text of a paragraph.

Source: OASIS OpenDocument 1.3, parts 2 (packages) and 3 (schema).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from typing import NamedTuple

from lxml import etree

from extractors.base import dates, spacing
from extractors.base.language import usual_tag
from extractors.base.numbering import integer
from extractors.base.sentences import Message
from extractors.base.types import Document, Part, Unreadable
from extractors.office.packages import MAX_XML, Package, parse

# What a style of an OpenDocument file makes of a text, once its ancestors are asked.

_OASIS = "urn:oasis:names:tc:opendocument:xmlns:"
_STYLE, _FO = f"{{{_OASIS}style:1.0}}", f"{{{_OASIS}xsl-fo-compatible:1.0}}"
_TEXT, _TABLE = f"{{{_OASIS}text:1.0}}", f"{{{_OASIS}table:1.0}}"
_LENGTH = re.compile(r"(\d+(?:\.\d+)?)\s*(pt|px|in|cm|mm|%)?")
_POINTS = {"pt": 1.0, "px": 0.75, "in": 72.0, "cm": 28.3465, "mm": 2.83465}
_MOST_ANCESTORS = 20
_ATTRIBUTES = (
    ("size", f"{_FO}font-size"),
    ("size_asian", f"{_STYLE}font-size-asian"),
    ("weight", f"{_FO}font-weight"),
    ("weight_asian", f"{_STYLE}font-weight-asian"),
    ("align", f"{_FO}text-align"),
    ("colour", f"{_FO}color"),
    ("display", f"{_TEXT}display"),
    ("table", f"{_TABLE}display"),
)


class TextStyle(NamedTuple):
    """How text in a style looks.

    `names` are the display names of the style and its ancestors, nearest first; sizes are points (0.0 = not told),
    `level` is the outline level of a paragraph style (0 = none), `colour` "#rrggbb" or "".
    """

    names: tuple[str, ...] = ()
    size: float = 0.0
    size_asian: float = 0.0
    bold: bool = False
    centred: bool = False
    hidden: bool = False
    colour: str = ""
    level: int = 0


class Styles:
    """The styles of styles.xml and the automatic ones of content.xml (either root may be None)."""

    def __init__(self, *roots: etree._Element | None) -> None:
        self._styles: dict[tuple[str, str], etree._Element] = {}
        self._defaults: dict[str, etree._Element] = {}
        self._resolved: dict[tuple[str, str], TextStyle] = {}
        for root in roots:
            for style in () if root is None else root.iter(f"{_STYLE}style", f"{_STYLE}default-style"):
                self.add(style)

    def add(self, style: etree._Element) -> None:
        """Take a style:style or style:default-style element."""
        family = style.get(f"{_STYLE}family") or ""
        if style.tag == f"{_STYLE}default-style":
            self._defaults[family] = style
        else:
            self._styles[family, style.get(f"{_STYLE}name") or ""] = style

    def look(self, name: str | None, family: str = "paragraph") -> TextStyle:
        """The look of a style; of an unknown name, that of the default of the family."""
        key = (family, name or "")
        if key not in self._resolved:
            self._resolved[key] = self._resolve(*key)
        return self._resolved[key]

    def element(self, name: str | None, family: str) -> etree._Element | None:
        """The style itself, for what a look does not tell."""
        return self._styles.get((family, name or ""))

    def _resolve(self, family: str, name: str) -> TextStyle:
        said: dict[str, str] = {}
        scale = {"size": 1.0, "size_asian": 1.0}
        names: list[str] = []
        style = self._styles.get((family, name))
        level = ""
        while style is not None and len(names) < _MOST_ANCESTORS:
            own = style.get(f"{_STYLE}name") or ""
            names.append((style.get(f"{_STYLE}display-name") or own).replace("_20_", " "))
            level = level or style.get(f"{_STYLE}default-outline-level") or ""
            _take(style, said, scale)
            parent = style.get(f"{_STYLE}parent-style-name")
            style = self._styles.get((family, parent)) if parent else None
        default = self._defaults.get(family)
        if default is not None:
            _take(default, said, scale)
        size = partial(_points, said, scale)
        bold = said.get("weight", "").lower()
        return TextStyle(
            tuple(names),
            size("size"),
            size("size_asian"),
            bold == "bold" or (bold.isdecimal() and int(bold) >= 600) or said.get("weight_asian") == "bold",
            said.get("align") == "center",
            said.get("display") == "none" or said.get("table") == "false",
            said.get("colour", "").lower(),
            integer(level),
        )


def _take(style: etree._Element, said: dict[str, str], scale: dict[str, float]) -> None:
    """Add what a style says and a nearer one did not. Sizes in percent scale what an ancestor says."""
    for properties in style:
        if not isinstance(properties.tag, str) or not properties.tag.endswith("-properties"):
            continue
        for key, attribute in _ATTRIBUTES:
            value = properties.get(attribute)
            if value is None or key in said:
                continue
            if key in scale and value.endswith("%"):
                found = _LENGTH.match(value)
                scale[key] *= float(found[1]) / 100 if found else 1.0
            else:
                said[key] = value


def _points(said: Mapping[str, str], scale: Mapping[str, float], key: str) -> float:
    return length(said.get(key)) * scale[key]


def length(text: str | None) -> float:
    """A length in points; 0.0 when there is none."""
    found = _LENGTH.match(text or "")
    return float(found[1]) * _POINTS.get(found[2] or "pt", 0.0) if found else 0.0


NAMESPACES = {
    "office": "urn:oasis:names:tc:opendocument:xmlns:office:1.0",
    "text": "urn:oasis:names:tc:opendocument:xmlns:text:1.0",
    "table": "urn:oasis:names:tc:opendocument:xmlns:table:1.0",
    "draw": "urn:oasis:names:tc:opendocument:xmlns:drawing:1.0",
    "presentation": "urn:oasis:names:tc:opendocument:xmlns:presentation:1.0",
    "style": "urn:oasis:names:tc:opendocument:xmlns:style:1.0",
    "fo": "urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0",
    "svg": "urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0",
    "chart": "urn:oasis:names:tc:opendocument:xmlns:chart:1.0",
    "meta": "urn:oasis:names:tc:opendocument:xmlns:meta:1.0",
    "manifest": "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0",
    "dc": "http://purl.org/dc/elements/1.1/",
    "xlink": "http://www.w3.org/1999/xlink",
}
# OpenOffice.org 1 (sxw, sxc, sxi) has the same words in other namespaces.
_OLD = (
    *(
        (b"http://openoffice.org/2000/" + name, name)
        for name in (b"office", b"text", b"table", b"style", b"meta")
    ),
    *((b"http://openoffice.org/2000/" + name, name) for name in (b"presentation", b"drawing", b"chart")),
    (b"http://www.w3.org/1999/XSL/Format", b"xsl-fo-compatible"),
    (b"http://www.w3.org/2000/svg", b"svg-compatible"),
)
_MAX_STREAM = 256 << 20  # of content that never becomes a whole tree
_MOST_SPACES = 100
_PROPERTIES = {"title": "dc:title", "subject": "dc:subject", "description": "dc:description"}


def q(name: str) -> str:
    """The name lxml uses for "text:p" and the like."""
    prefix, _, local = name.partition(":")
    return f"{{{NAMESPACES[prefix]}}}{local}"


# What stands inside a paragraph and is not its text; notes and comments are read on their own.
_APART = frozenset(
    map(
        q,
        (
            *(
                "office:annotation",
                "office:annotation-end",
                "text:note",
                "text:ruby-text",
                "text:tracked-changes",
            ),
            *(
                "draw:frame",
                "draw:custom-shape",
                "draw:g",
                "draw:a",
                "draw:rect",
                "draw:ellipse",
                "draw:text-box",
            ),
            *("draw:line", "draw:connector", "draw:control", "office:event-listeners", "presentation:notes"),
            *("text:hidden-text", "text:bibliography-source", "svg:title", "svg:desc", "text:script"),
        ),
    )
)
_SPACE, _TAB, _BREAK, _SPAN = q("text:s"), q("text:tab"), q("text:line-break"), q("text:span")
_OLD_TAB = q("text:tab-stop")
_STYLE_NAME = q("text:style-name")


class OpenDocument:
    """An opened document.

    `root` is the tree of content.xml (or of the flat file), `body` what stands in office:body: an office:text,
    office:spreadsheet, office:presentation … element; `styles` resolves style names; `package` is None for a flat file.
    """

    def __init__(self, data: bytes, *, content: bool = True) -> None:
        """Raises Unreadable when the file is no OpenDocument, is damaged beyond reading, or needs a password.

        Without `content`, only the first mebibytes of content.xml (styles among them) need be parsed: `root` is None,
        and `content_bytes` are there to be streamed.
        """
        self.package: Package | None = None
        self.root: etree._Element | None = None
        self.warnings: list[str] = []
        self.content_bytes = b""
        styles: etree._Element | None = None
        if data.startswith(b"PK"):
            self.package = Package(data)
            self._refuse_encrypted()
            self.content_bytes = _modern(self._part("content.xml", MAX_XML if content else _MAX_STREAM))
            styles = parse(_modern(self.package.read("styles.xml")))
            self.meta = parse(_modern(self.package.read("meta.xml")))
            if content:
                self.root = parse(self.content_bytes)
        else:
            self.content_bytes = data[:MAX_XML]
            self.root = styles = self.meta = parse(self.content_bytes)
        if self.package is None or content:
            if self.root is None:
                raise Unreadable(Message("file-damaged-content"))
        elif not self.content_bytes:
            raise Unreadable(Message("file-damaged-content"))
        self.styles = Styles(styles, self.root if self.root is not styles else None)
        self.styles_root = styles

    @property
    def body(self) -> etree._Element | None:
        found = None if self.root is None else self.root.find(q("office:body"))
        if found is None:
            return self.root  # OpenOffice.org 1 had no element around it
        return next(iter(found), None)

    def fill_properties(self, document: Document) -> str:
        """Take author, dates, language, subject, keywords … of meta.xml; returns the title it holds, or ""."""
        meta = None if self.meta is None else next(self.meta.iter(q("office:meta")), None)
        if meta is None:
            return ""
        said = {name: spacing.line(meta.findtext(f".//{q(tag)}")) for name, tag in _PROPERTIES.items()}
        document.author = spacing.line(
            meta.findtext(f".//{q('meta:initial-creator')}") or meta.findtext(f".//{q('dc:creator')}")
        )
        document.date = dates.iso(meta.findtext(f".//{q('meta:creation-date')}"))
        document.language = usual_tag(meta.findtext(f".//{q('dc:language')}"))
        said["keywords"] = ", ".join(
            filter(None, (spacing.line(word.text) for word in meta.iter(q("meta:keyword"))))
        )[:500]
        said["modified"] = dates.iso(meta.findtext(f".//{q('dc:date')}"))
        said["generator"] = spacing.line(meta.findtext(f".//{q('meta:generator')}"))
        statistic = next(meta.iter(q("meta:document-statistic")), None)
        if statistic is not None:
            said["pages"] = spacing.line(statistic.get(q("meta:page-count")))
        document.metadata.update({name: value for name, value in said.items() if value})
        return said["title"]

    def _part(self, name: str, limit: int) -> bytes:
        assert self.package is not None
        found = self.package.read(name, limit)
        if len(found) >= limit:
            self.warnings.append(Message("first-mib-content", size=limit >> 20))
        if self.package.damaged:
            self.warnings.append(Message("file-damaged-part"))
        return found

    def _refuse_encrypted(self) -> None:
        assert self.package is not None
        manifest = self.package.tree("META-INF/manifest.xml")
        for entry in () if manifest is None else manifest.iter("{*}file-entry"):
            path = next((value for key, value in entry.items() if key.endswith("full-path")), "")
            if path in ("content.xml", "encrypted-package") and entry.find("{*}encryption-data") is not None:
                raise Unreadable(Message("password"))


def _modern(data: bytes) -> bytes:
    """The namespaces of OpenOffice.org 1 exchanged for those of OpenDocument."""
    if b"http://openoffice.org/2000/" not in data[:4096]:
        return data
    for old, local in _OLD:
        new = b"urn:oasis:names:tc:opendocument:xmlns:" + local + b":1.0"
        for quote in (b'"', b"'"):
            data = data.replace(b"=" + quote + old + quote, b"=" + quote + new + quote)
    return data


def paragraph_text(element: etree._Element, styles: Styles | None = None) -> str:
    """The text of a text:p, text:h … with its spaces, tabs and line breaks; frames, notes and comments are left out.

    With `styles`, hidden spans are, too.
    """
    return "".join(_runs(element, styles)).strip()


def _runs(element: etree._Element, styles: Styles | None) -> Iterator[str]:
    if element.text:
        yield _folded(element.text)
    for child in element:
        tag = child.tag
        if tag == _SPACE:
            yield " " * min(integer(child.get(q("text:c")), 1), _MOST_SPACES)
        elif tag in (_TAB, _OLD_TAB):
            yield "\t"
        elif tag == _BREAK:
            yield "\n"
        elif isinstance(tag, str) and tag not in _APART and not _hidden(child, styles):
            yield from _runs(child, styles)
        if child.tail:
            yield _folded(child.tail)


def _hidden(element: etree._Element, styles: Styles | None) -> bool:
    return (
        styles is not None and element.tag == _SPAN and styles.look(element.get(_STYLE_NAME), "text").hidden
    )


def _folded(text: str) -> str:
    """White space of the file is one space; tabs and line breaks are elements."""
    if text.isalnum():
        return text
    words = " ".join(text.split("\n")).replace("\t", " ").replace("\r", " ")
    while "  " in words:
        words = words.replace("  ", " ")
    return words


# Text that stands beside the body: in shapes and charts, in headers and footers; and settings.

_PARAGRAPHS = (q("text:p"), q("text:h"))
_OBJECT = q("draw:object")
_HREF = q("xlink:href")
_NUMBERS = (q("text:page-number"), q("text:page-count"), q("text:sheet-name"), q("text:date"), q("text:time"))
_TITLES = tuple(map(q, ("chart:title", "chart:subtitle")))
_REGIONS = {q("style:header"): "header", q("style:footer"): "footer"}
_FEW_LETTERS = 12
_CONFIG = "{urn:oasis:names:tc:opendocument:xmlns:config:1.0}"


def shape_texts(opened: OpenDocument, element: etree._Element) -> list[Part]:
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


def page_headers(opened: OpenDocument) -> Iterator[Part]:
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
