"""OpenDocument texts (ODT, their templates and flat form, OpenOffice.org 1).

odfpy was measured on the samples: 94.4 % recall at 93.9 % precision, 3 of 7 titles, 24 of 25 files opened, where this
reader has 99.8 % at 98.6 %, 7 titles and all files.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from extractors.base import spacing
from extractors.base.numbering import FORMS, Counter, Level, integer
from extractors.base.types import Document, Part, PartKind, Source, table
from extractors.office.opendocument import OpenDocument, TextStyle, paragraph_text, q
from extractors.office.packages import readable
from extractors.titles import first_lines as titles
from extractors.titles import official
from extractors.word import shared

# Labels of numbered lists and headings in OpenDocument texts (OASIS OpenDocument 1.3 part 3, 16.30 and 19.880).

_NUMBERED = (q("text:list-level-style-number"), q("text:outline-level-style"))
_LEVELS = (*_NUMBERED, q("text:list-level-style-bullet"), q("text:list-level-style-image"))
_OUTLINE = "\0outline"


class Lists:
    """Counts the items while a document is read."""

    def __init__(self, *roots: Any) -> None:
        self._counter = Counter()
        self._styles: dict[str, dict[int, Level]] = {}
        self._last: dict[str, object] = {}
        for root in roots:
            for style in () if root is None else root.iter(q("text:list-style"), q("text:outline-style")):
                outline = style.tag == q("text:outline-style")
                name = _OUTLINE if outline else style.get(q("style:name")) or ""
                self._styles[name] = dict(_level(one) for one in style if one.tag in _LEVELS)

    def begin(self, element: Any, style: str) -> object:
        """The key of an outermost list: that of the one before when it goes on."""
        key: object = (style, id(element))
        if element.get(q("text:continue-numbering")) == "true" or element.get(q("text:continue-list")):
            key = self._last.get(style, key)
        self._last[style] = key
        return key

    def label(self, key: object, style: str, level: int, start: str | None) -> str:
        """The label of the next item at a level (1 = outermost); "" for bullets."""
        levels = self._styles.get(style)
        if not levels:
            return ""
        begin = integer(start, -1, 5)
        if begin >= 0 and level - 1 in levels:
            self._counter.restart(key, level - 1)
            levels = levels | {level - 1: levels[level - 1]._replace(start=begin)}
        return self._counter.label(key, level - 1, levels)

    def heading(self, level: int) -> str:
        """The label of the next heading; "" when headings are not numbered."""
        levels = self._styles.get(_OUTLINE)
        return self._counter.label(_OUTLINE, level - 1, levels) if levels else ""


def _level(element: Any) -> tuple[int, Level]:
    depth = min(integer(element.get(q("text:level")), 1, 2), 10)
    form = element.get(q("style:num-format")) or ""
    if element.tag not in _NUMBERED or not form:
        return depth - 1, Level("none")
    count = min(integer(element.get(q("text:display-levels")), 1, 2), depth)
    numbers = ".".join(f"%{index}" for index in range(depth - count + 1, depth + 1))
    label = (element.get(q("style:num-prefix")) or "") + numbers + (element.get(q("style:num-suffix")) or "")
    begin = integer(element.get(q("text:start-value")), 1, 5)
    name = FORMS.get(form) or ("chineseCounting" if form[:1] in "一壹" else "decimal")
    return depth - 1, Level(name, label[:50], begin)


_MAX_LINES = 400
_DEEPEST = 100
_PARAGRAPHS = (q("text:p"), q("text:h"))
_STYLE, _LEVEL = q("text:style-name"), q("text:outline-level")
# What holds blocks and is none itself; index bodies are what a table of contents shows.
_OPENED = frozenset(
    map(q, ("text:section", "text:index-body", "text:index-title", "draw:text-box", "text:list-header"))
)
_INDEX_TAGS = frozenset(
    q(f"text:{name}")
    for name in (
        *("table-of-content", "alphabetical-index", "illustration-index", "table-index", "object-index"),
        *("user-index", "bibliography"),
    )
)
_APART = {
    q("text:note"): "note",
    q("office:annotation"): "comment",
    q("text:footnote"): "note",
    q("text:endnote"): "note",
}
_BODIES = (q("text:note-body"), q("text:footnote-body"), q("text:endnote-body"))
_ABOUT_COMMENTS = (q("dc:creator"), q("dc:date"), q("dc:language"), q("text:sender-initials"))
_HEADERS = {
    **dict.fromkeys((q("style:header"), q("style:header-left"), q("style:header-first")), "header"),
    **dict.fromkeys((q("style:footer"), q("style:footer-left"), q("style:footer-first")), "footer"),
}
_ANCHOR, _ADDRESS = q("text:a"), q("xlink:href")


def extract(source: Source) -> Document:
    document = source.document()
    data, damaged = readable(source.data)
    opened = OpenDocument(data)
    named = opened.fill_properties(document)
    reader = _Reader(opened)
    document.warnings = (shared.DAMAGED, *opened.warnings) if damaged else tuple(opened.warnings)
    return shared.fill(document, list(reader.parts()), reader.links, reader.lines, named, name=source.name)


class _Reader:
    def __init__(self, opened: OpenDocument) -> None:
        self._opened, self._styles = opened, opened.styles
        self.lines: list[titles.Line] = []
        self.links: list[tuple[str, str]] = []
        self._gap = 0
        self._later: list[Part] = []
        self._lists = Lists(opened.styles_root, opened.root)
        self._list: tuple[object, str] = (None, "")  # the list that is being read: key, style
        self._label: tuple[object, str, int, str | None] | None = None  # of the item that begins here

    def parts(self) -> Iterator[Part]:
        body = self._opened.body
        if body is not None:
            yield from self._blocks(body, "", 0, 0)
        yield from self._later
        yield from self._headers()

    def _blocks(self, parent: Any, role: str, listed: int, depth: int) -> Iterator[Part]:
        if depth > _DEEPEST:
            return
        for element in parent:
            tag = element.tag
            if tag in _PARAGRAPHS:
                yield from self._paragraph(element, role, listed)
            elif tag == q("table:table"):
                rows = tuple(self._rows(element, role, depth))
                if rows:
                    yield table(rows, role)
            elif tag in (q("text:list"), q("text:ordered-list"), q("text:unordered-list")):
                yield from self._in_list(element, role, listed + 1, depth + 1)
            elif tag == q("text:list-item"):
                self._label = (*self._list, listed, element.get(q("text:start-value")))
                yield from self._blocks(element, role, listed, depth + 1)
                self._label = None
            elif (
                (tag in _OPENED and element.get(q("text:display")) != "none")
                or tag in _INDEX_TAGS
                or tag == q("text:numbered-paragraph")
            ):
                yield from self._blocks(element, role, listed, depth + 1)
            elif tag in (q("draw:frame"), q("draw:custom-shape"), q("draw:g"), q("draw:a"), q("draw:rect")):
                yield from self._frame(element, role, depth)

    def _in_list(self, element: Any, role: str, listed: int, depth: int) -> Iterator[Part]:
        before, style = self._list, element.get(_STYLE) or self._list[1]
        self._list = (self._lists.begin(element, style) if listed == 1 else before[0], style)
        yield from self._blocks(element, role, listed, depth)
        self._list = before

    def _paragraph(self, element: Any, role: str, listed: int) -> Iterator[Part]:
        text = spacing.paragraph(paragraph_text(element, self._styles))
        look = self._styles.look(element.get(_STYLE))
        if look.hidden:
            return
        level = 0
        if element.tag == q("text:h"):
            level = min(max(integer(element.get(_LEVEL), look.level or 1, 2), 1), 6)
        title = any(name.lower() in shared.TITLE_STYLES for name in look.names)
        if role in ("", "box"):
            self._note(element, text, look, level, title, listed)
        label, self._label = self._label, None
        if text:
            prefix = self._lists.label(*label) if label else self._lists.heading(level) if level else ""
            if prefix:
                text = f"{prefix} {text}"
            kind: PartKind = "paragraph"
            if (level or title) and role in ("", "box"):
                kind, level = "heading", level or 1
            elif listed:
                kind, level = "item", min(listed, 9)
            elif any("quot" in name.lower() for name in look.names):
                kind, level = "quote", 0
            else:
                level = 0
            yield Part(kind, text, level, role="" if role == "box" else role)
        yield from self._inside(element, role)

    def _inside(self, element: Any, role: str) -> Iterator[Part]:
        """What hangs on a paragraph: links, text boxes and pictures; notes and comments are kept for the end."""
        if len(element) == 0:
            return
        pending = list(reversed(element))
        while pending:
            child = pending.pop()
            tag = child.tag
            if tag in _APART:
                self._apart(child, _APART[tag])
            elif tag in (
                q("draw:frame"),
                q("draw:custom-shape"),
                q("draw:g"),
                q("draw:rect"),
                q("draw:text-box"),
            ):
                yield from self._frame(child, role, 0)
            elif isinstance(tag, str):
                if tag in (_ANCHOR, q("draw:a")):
                    self._link(child)
                pending.extend(reversed(child))

    def _link(self, element: Any) -> None:
        self.links.append((element.get(_ADDRESS) or "", paragraph_text(element)))

    def _apart(self, element: Any, role: str) -> None:
        body = next((child for child in element if child.tag in _BODIES), element)
        for child in list(body):
            if child.tag in _ABOUT_COMMENTS:
                body.remove(child)
        self._later += self._blocks(body, role, 0, 0)

    def _frame(self, element: Any, role: str, depth: int) -> Iterator[Part]:
        """Text boxes and tables in a frame; a picture with what describes it."""
        role = role or "box"
        image = element.find(q("draw:image"))
        if image is not None and element.find(q("draw:text-box")) is None:
            said = element.findtext(q("svg:title")) or element.findtext(q("svg:desc"))
            described = spacing.line(said)
            if described:
                yield Part("image", described, url=(image.get(_ADDRESS) or "")[:300])
        noted = len(self.lines)
        yield from self._blocks(element, role, 0, depth + 1)
        self._apart_from(noted)

    def _note(self, element: Any, text: str, look: TextStyle, level: int, title: bool, listed: int) -> None:
        if len(self.lines) >= _MAX_LINES:
            return
        if not text:
            self._gap += 1
            return
        east = any("\u2e80" <= c <= "\uffef" for c in text)
        size, bold, red = _size(look, east), look.bold, _red(look.colour)
        spans = [
            self._styles.look(span.get(_STYLE), "text")
            for span in element.iter(q("text:span"))
            if _shown(span)
        ]
        direct = (element.text or "").strip() or any((span.tail or "").strip() for span in element)
        if spans:
            larger = [found for found in (_size(span, east) for span in spans) if found]
            if larger:
                size = max([*larger, size]) if direct or len(larger) < len(spans) else max(larger)
            red = red or any(_red(span.colour) for span in spans)
            bold = bold or (not direct and all(span.bold for span in spans))
        self.lines.append(
            titles.Line(
                text, size or 12.0, bold, look.centred, level, title, red, self._gap, listed=bool(listed)
            )
        )
        self._gap = 0

    def _rows(self, table: Any, role: str, depth: int) -> Iterator[tuple[str, ...]]:
        if depth > _DEEPEST:
            return
        for row in _table_rows(table):
            cells = []
            for cell in row:
                if cell.tag == q("table:table-cell"):
                    parts = list(self._cell(cell, role, depth))
                    cells.append(" ".join(" ".join(part.text for part in parts).split()))
                elif cell.tag == q("table:covered-table-cell"):
                    continue
            if any(cells):
                yield tuple(cells)

    def _cell(self, cell: Any, role: str, depth: int) -> Iterator[Part]:
        noted = len(self.lines)
        yield from self._blocks(cell, role, 0, depth + 1)
        self._apart_from(noted)

    def _apart_from(self, noted: int) -> None:
        """Mark the lines since then as standing in a table or a text box."""
        self.lines[noted:] = [replace(line, cell=True) for line in self.lines[noted:]]

    def _headers(self) -> Iterator[Part]:
        root, seen = self._opened.styles_root, set()
        for master in () if root is None else root.iter(q("style:master-page")):
            for element in master:
                role = _HEADERS.get(element.tag)
                if role is None or element.get(q("style:display")) == "false":
                    continue
                for part in self._blocks(element, role, 0, 0):
                    if part.text not in seen:
                        seen.add(part.text)
                        yield part


def _table_rows(table: Any) -> Iterator[Any]:
    """The rows of a table, also those in groups and heads, not those of tables inside."""
    pending = list(reversed(table))
    while pending:
        element = pending.pop()
        if element.tag == q("table:table-row"):
            yield element
        elif element.tag in (q("table:table-header-rows"), q("table:table-row-group"), q("table:table-rows")):
            pending.extend(reversed(element))


def _size(look: TextStyle, east: bool) -> float:
    return (look.size_asian or look.size) if east else look.size


def _red(colour: str) -> bool:
    return bool(colour) and official.red(colour)


def _shown(span: Any) -> bool:
    return bool("".join(span.itertext()).strip())
