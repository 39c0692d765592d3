"""The visible content of a page as Parts, in reading order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from lxml import etree

from extractors import script_calls, spacing, svg_text
from extractors.addresses import Resolver
from extractors.html_elements import BLOCKS, UNSEEN
from extractors.html_numbers import Numbers
from extractors.html_spacing import Spacing
from extractors.html_tables import data_rows
from extractors.html_tree import parse
from extractors.types import Part, PartKind

_PREFORMATTED = frozenset(("pre", "xmp", "listing", "plaintext", "textarea"))
_LISTS = frozenset(("ul", "ol", "dl", "menu", "dir"))
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_OWN_LINE = re.compile(r"display\s*:\s*(?:block|flex|grid|table|list-item)\b", re.IGNORECASE)
_LETTER = re.compile(
    r"(?:^|[\s_-])(?:emoji|smil(?:ey|ie)|wp-smiley|emoticon|latex|tex|math|formula)(?:$|[\s_-])", re.IGNORECASE
)
_LONGEST_HEADING = 120
_BLANKS = re.compile(r"[ \t\r\n\f\v\xa0]+")


def text(parts: Sequence[Part]) -> str:
    """The plain text of parts, a line each."""
    return "\n".join(part.text for part in parts if part.text and part.kind != "image")


def parts(root: etree._Element, resolver: Resolver) -> list[Part]:
    """Walk the page once, without recursion (pages nest 2000 elements deep)."""
    walk = Walk(resolver)
    walk.run(root)
    return walk.parts


class _Block(NamedTuple):
    name: str
    kind: PartKind
    level: int
    lists: int


@lru_cache(maxsize=4096)
def _inside(block: _Block, name: str) -> _Block:
    """The block `name` opened in another."""
    if len(name) == 2 and name[0] == "h" and name[1].isdigit():
        return _Block(name, "heading", int(name[1]), block.lists)
    if name in _PREFORMATTED:
        return _Block(name, "code", 0, block.lists)
    if name in ("li", "dd", "dt"):
        return _Block(name, "item", max(1, block.lists), block.lists)
    if name in _LISTS:
        return _Block(name, block.kind, block.level, block.lists + 1)
    if name == "blockquote":
        return _Block(name, "quote", 0, block.lists)
    if name in ("td", "th", "article", "section", "main"):
        return _Block(name, "paragraph", 0, 0)
    return block._replace(name=name)


_OUTSIDE = _Block("", "paragraph", 0, 0)


class Walk:
    """One walk through a page; `parts` is what it found."""

    def __init__(self, resolver: Resolver) -> None:
        self.parts: list[Part] = []
        self._resolver = resolver
        self._words: list[str] = []
        self._pictures: list[Part] = []
        # The open blocks: name, what their content is (kind and level), and how many lists are open.
        self._open: list[_Block] = [_OUTSIDE]
        self._numbers = Numbers()
        self._apart = Spacing().apart
        self._lines: set[etree._Element] = set()  # open inline elements that have lines of their own

    def run(self, root: etree._Element) -> None:
        skipped: etree._Element | None = None
        walk = etree.iterwalk(root, events=("start", "end", "comment", "pi"))
        add = self._words.append
        for event, element in walk:
            if event != "start":
                tail = element.tail
                if element is skipped:
                    skipped = None
                elif event == "end":
                    self._leave(element.tag, element, tail)
                if tail and element is not root:
                    add(tail)
                continue
            name = element.tag
            if name == "script" and element.text and "document.write" in element.text:
                self._written(element)
            style = element.get("style")
            if (
                name in UNSEEN
                or (style is not None and _HIDDEN.search(style) is not None and name != "body")
                or (element.get("hidden") is not None and name != "body")
            ):
                skipped = element  # its "end" is still to come
                if name in BLOCKS:
                    self._flush()
                walk.skip_subtree()
                continue
            if name == "svg":
                self._drawing(element)
                skipped = element
                walk.skip_subtree()
                continue
            rows = data_rows(element) if name == "table" else ()
            if rows:
                self._flush()
                self._table(element, rows)
                skipped = element
                walk.skip_subtree()
                continue
            self._enter(name, element)
            if style is not None and name not in BLOCKS and _OWN_LINE.search(style):
                self._begin_line(element)
        self._flush()

    def _enter(self, name: str, element: etree._Element) -> None:
        if name in BLOCKS:
            if self._words or self._pictures:
                self._flush()
            self._open.append(_inside(self._open[-1], name))
            if name in _LISTS:
                self._numbers.begin(element)
            elif name == "li":
                self._numbers.item(element)
        elif name == "br":
            self._words.append("\n" if self._open[-1].kind == "code" else "\0")
        elif name == "img":
            self._picture(element)
        if element.text:
            self._words.append(element.text)

    def _leave(self, name: str, element: etree._Element, tail: str | None) -> None:
        if name in BLOCKS:
            if self._words or self._pictures:
                self._flush()
            self._open.pop()
            if name in _LISTS:
                self._numbers.end()
            return
        if name == "q" or name == "input" or name == "button":
            self._words.append(" ")
        if self._words:
            if self._lines and element in self._lines:
                self._lines.remove(element)
                self._words.append("\0")
            elif not tail:
                after = element.getnext()
                if after is not None and self._open[-1].kind != "code" and self._apart(element, after, self._words[-1]):
                    self._words.append(" ")

    def _begin_line(self, element: etree._Element) -> None:
        self._lines.add(element)
        self._words.insert(len(self._words) - bool(element.text), "\0")

    def _written(self, script: etree._Element) -> None:
        """What a script writes into the page, as far as that stands in it."""
        markup = script_calls.written(script.text or "") if script_calls.is_code(script) else ""
        root = parse(markup.encode("utf-8", "replace"))[0] if markup.strip() else None
        if root is not None:
            said = [part.text for part in parts(root, self._resolver) if part.text and part.kind != "image"]
            edge = "\0" if len(said) > 1 and self._open[-1].kind != "code" else " " * (markup[:1] == " ")
            self._words.append(f"{edge}{edge.join(said)}{edge}")

    def _drawing(self, element: etree._Element) -> None:
        """What a drawing says: a single line may be a sign within a sentence, more are lines of their own."""
        found = svg_text.lines(element)
        edge = "\0" if len(found) > 1 and self._open[-1].kind != "code" else " "
        if found:
            self._words.append(f"{edge}{edge.join(found)}{edge}")

    def _table(self, _table: etree._Element, rows: tuple[tuple[str, ...], ...]) -> None:
        self.parts.append(Part("table", "\n".join("\t".join(row) for row in rows), rows=rows))

    def _picture(self, element: etree._Element) -> None:
        if element.get("width") in ("0", "1") or element.get("height") in ("0", "1"):
            return  # a counter, not a picture
        alt = " ".join((element.get("alt") or "").split())
        if alt and _stands_for_letters(element, alt):
            self._words.append(alt)
            return
        url = self._resolver.resolve(element.get("src") or element.get("data-src") or "")
        if url:
            self._pictures.append(Part("image", alt, url=url))

    def _flush(self) -> None:
        if self._words:
            words = "".join(self._words)
            if len(self._words) > 1 and "\n" in words and not words.isascii() and self._open[-1].kind != "code":
                words = "".join(map(_edged, self._words))
            self._finish(words)
            self._words.clear()
        if self._pictures:
            self.parts.extend(self._pictures)
            self._pictures.clear()

    def _finish(self, words: str) -> None:
        if words.isspace():
            return
        block = self._open[-1]
        content = _preformatted(words) if block.kind == "code" else _lines(words)
        if not content:
            return
        if block.kind == "heading" and len(content) > _LONGEST_HEADING and block.name[0] != "h":
            block = _inside(_OUTSIDE, "p")  # a heading that was never closed
        number = self._numbers.take() if block.kind == "item" and self._numbers.label else ""
        self.parts.append(Part(block.kind, content, block.level, places=number))


def _edged(piece: str) -> str:
    """A line break between two elements is a blank, even where one inside a Chinese sentence is nothing."""
    core = piece.strip(" \t\r\n\f")
    if len(core) == len(piece):
        return piece
    if not core:
        return " "
    return f"{' ' if piece[0] != core[0] else ''}{core}{' ' if piece[-1] != core[-1] else ''}"


def _preformatted(words: str) -> str:
    return words.strip("\r\n").rstrip()


def _lines(words: str) -> str:
    """Single blanks; each "\0" begins a line."""
    if words.isascii():
        words = _BLANKS.sub(" ", words)
        return words.strip() if "\0" not in words else "\n".join(map(str.strip, words.split("\0"))).strip("\n")
    if "\0" not in words:
        return _line(words.strip())
    return "\n".join(_line(line.strip()) for line in words.split("\0")).strip("\n")


def _line(line: str) -> str:
    if "\n" in line:
        return spacing.join_lines(line.splitlines())
    plain = " ".join(line.split())
    if plain.isprintable():  # as nearly all are: nothing in it is out of sight
        return spacing.unspaced(plain)
    return spacing.paragraph(line)


def _stands_for_letters(element: etree._Element, alt: str) -> bool:
    """Is it a picture of a sign or a formula, and so a part of the sentence?"""
    if len(alt) <= 3 and not alt.isascii() and not any(map(str.isalnum, alt)):
        return True
    return _LETTER.search(element.get("class") or "") is not None
