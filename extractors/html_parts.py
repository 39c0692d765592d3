"""The visible content of a page as Parts, in reading order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from lxml import etree

from extractors.addresses import Resolver
from extractors.types import Part, PartKind

_UNSEEN = frozenset((
    "script", "style", "template", "noscript", "head", "iframe", "noframes", "object", "audio", "video", "canvas",
    "svg", "datalist", "title", "meta", "link",
))  # fmt: skip
_BLOCKS = frozenset((
    "html", "body", "address", "article", "aside", "blockquote", "center", "dd", "details", "dialog", "dir", "div",
    "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header",
    "hgroup", "hr", "legend", "li", "main", "menu", "nav", "ol", "option", "p", "pre", "section", "select", "summary",
    "table", "caption", "tbody", "thead", "tfoot", "tr", "td", "th", "ul", "xmp", "listing", "plaintext", "textarea",
))  # fmt: skip
_PREFORMATTED = frozenset(("pre", "xmp", "listing", "plaintext", "textarea"))
_LISTS = frozenset(("ul", "ol", "dl", "menu", "dir"))
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_BLANKS = re.compile(r"[ \t\r\n\f\v\xa0]+")
_MIN_ROWS, _MIN_CELLS = 3, 2


def text(parts: Sequence[Part]) -> str:
    """The plain text of parts, a line each."""
    return "\n".join(part.text for part in parts if part.text and part.kind != "image")


def parts(root: etree._Element, resolver: Resolver) -> list[Part]:
    """Walk the page once, without recursion (pages nest 2000 elements deep)."""
    walk = _Walk(resolver)
    walk.run(root)
    return walk.parts


class _Block(NamedTuple):
    name: str
    kind: PartKind
    level: int
    lists: int

    def inside(self, name: str) -> _Block:
        """The block `name` opened in this one."""
        if len(name) == 2 and name[0] == "h" and name[1].isdigit():
            return _Block(name, "heading", int(name[1]), self.lists)
        if name in _PREFORMATTED:
            return _Block(name, "code", 0, self.lists)
        if name in ("li", "dd", "dt"):
            return _Block(name, "item", max(1, self.lists), self.lists)
        if name in _LISTS:
            return _Block(name, self.kind, self.level, self.lists + 1)
        if name == "blockquote":
            return _Block(name, "quote", 0, self.lists)
        if name in ("td", "th", "article", "section", "main"):
            return _Block(name, "paragraph", 0, 0)
        return self._replace(name=name)


class _Walk:
    def __init__(self, resolver: Resolver) -> None:
        self.parts: list[Part] = []
        self._resolver = resolver
        self._words: list[str] = []
        self._pictures: list[Part] = []
        # The open blocks: name, what their content is (kind and level), and how many lists are open.
        self._open: list[_Block] = [_Block("", "paragraph", 0, 0)]

    def run(self, root: etree._Element) -> None:
        skipped: etree._Element | None = None
        walk = etree.iterwalk(root, events=("start", "end", "comment", "pi"))
        for event, element in walk:
            name = element.tag if isinstance(element.tag, str) else ""
            if event != "start":
                if element is skipped:
                    skipped = None
                elif event == "end":
                    self._leave(name)
                if element.tail and element is not root:
                    self._words.append(element.tail)
                continue
            if name in _UNSEEN or _hidden(element):
                skipped = element  # its "end" is still to come
                if name in _BLOCKS:
                    self._flush()
                walk.skip_subtree()
                continue
            rows = _data_rows(element) if name == "table" else ()
            if rows:
                self._flush()
                self.parts.append(Part("table", "\n".join("\t".join(row) for row in rows), rows=rows))
                skipped = element
                walk.skip_subtree()
                continue
            self._enter(name, element)
        self._flush()

    def _enter(self, name: str, element: etree._Element) -> None:
        if name in _BLOCKS:
            self._flush()
            self._open.append(self._open[-1].inside(name))
        elif name == "br":
            self._words.append("\n" if self._open[-1].kind == "code" else "\0")
        elif name == "img":
            self._picture(element)
        if element.text:
            self._words.append(element.text)

    def _leave(self, name: str) -> None:
        if name in _BLOCKS:
            self._flush()
            self._open.pop()
        elif name in ("q", "input", "button"):
            self._words.append(" ")

    def _picture(self, element: etree._Element) -> None:
        if element.get("width") in ("0", "1") or element.get("height") in ("0", "1"):
            return  # a counter, not a picture
        url = self._resolver.resolve(element.get("src") or element.get("data-src") or "")
        if url:
            self._pictures.append(Part("image", " ".join((element.get("alt") or "").split()), url=url))

    def _flush(self) -> None:
        if self._words:
            self._finish("".join(self._words))
            self._words.clear()
        if self._pictures:
            self.parts.extend(self._pictures)
            self._pictures.clear()

    def _finish(self, words: str) -> None:
        if words.isspace():
            return
        if self._open[-1].kind == "code":
            content = words.strip("\r\n").rstrip()
        else:
            lines = _BLANKS.sub(" ", words).split("\0")
            content = "\n".join(line.strip(" \u3000") for line in lines).strip("\n")
        if content:
            block = self._open[-1]
            self.parts.append(Part(block.kind, content, block.level))


def _hidden(element: etree._Element) -> bool:
    if element.get("hidden") is not None:
        return True
    style = element.get("style")
    return style is not None and _HIDDEN.search(style) is not None


def _data_rows(table: etree._Element) -> tuple[tuple[str, ...], ...]:
    """The cells of a table that holds data: at least three rows in a sequence with the same number (two or more)
    of cells, and no other table inside. Other tables only place things on the page."""
    if next(table.iterdescendants("table"), None) is not None:
        return ()
    rows = list(table.iter("tr"))
    cells = [[cell for cell in row if cell.tag in ("td", "th")] for row in rows]
    run = longest = 0
    for before, now in zip([[], *cells], cells, strict=False):
        run = run + 1 if len(now) == len(before) and run else 1
        longest = max(longest, run if len(now) >= _MIN_CELLS else 0)
    if longest < _MIN_ROWS:
        return ()
    return tuple(tuple(_cell_text(cell) for cell in row) for row in cells if row)


def _cell_text(cell: etree._Element) -> str:
    if not len(cell):
        return " ".join((cell.text or "").split())
    words: list[str] = []
    for event, element in etree.iterwalk(cell, events=("start", "end")):
        seen = isinstance(element.tag, str) and element.tag not in _UNSEEN
        if event == "start":
            if seen and element.text:
                words.append(element.text)
        else:
            words.append((" " if element.tag in _BLOCKS or element.tag == "br" else "") + (element.tail or ""))
    return " ".join("".join(words[:-1] if len(words) > 1 else words).split())
