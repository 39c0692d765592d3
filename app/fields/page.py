"""A page in which values are looked for: its elements, lines and descriptions, each with its place in the source."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any, NamedTuple

from lxml import etree
from selectolax.lexbor import LexborHTMLParser, LexborNode, SelectolaxError

from app.blocks.cutting.cutting import cut
from app.blocks.cutting.labels import Labeller
from app.blocks.page.elements import BLOCK_LEVEL
from app.blocks.page.parsing import defuse
from app.blocks.page.source import Source, unescape
from app.blocks.page.spans import MARK, scan
from app.blocks.page.tree import shown_text
from app.fields.rules import Field, Kind, Way, attribute_of
from app.fields.values import LONGEST, Typed, typed

MOST = 200
"""Values of one field on one page."""

_APART = BLOCK_LEVEL | {"br"}
_SILENT = frozenset({"script", "style", "template", "noscript"})
_MOST_NODES = 5000  # below one element that are gone through for its text
_MOST_ELEMENTS = 5000  # that one selector matches
_MOST_JSON = 1 << 20
_MOST_VALUES = 5000  # of one description that are looked at
_LABEL_END = re.compile(r"[\s:：|]+")
_NEXT_LABEL = re.compile(r"\s+(?=[^\W\d][^\s:：]{0,15}[:：](?!//))")
_BEGINS_VALUE = re.compile(r"[\d¥￥$€£₹+-]")
_LINE_GAP = re.compile(r"[ \t\f\r\n]+")

Span = tuple[int, int]


class Found(NamedTuple):
    """A text that a way finds on a page; `place` and `end` are characters of the source, `number` is that of its
    element's start tag (-1: of none)."""

    text: str
    place: int
    end: int
    number: int = -1


class Finding(NamedTuple):
    """A value: its text as it is written, what it says, and its bytes in the page (0, 0 where they are not known)."""

    text: str
    value: Typed
    span: Span


class _Line(NamedTuple):
    """A line of visible text, and where its pieces stand: (in the line, in the source, end in the source)."""

    text: str
    pieces: tuple[tuple[int, int, int], ...]

    def span(self, begin: int, end: int) -> Span:
        """The pieces of the source that hold a part of the line."""
        inside = [
            (start, stop)
            for number, (at, start, stop) in enumerate(self.pieces)
            if at < end and (number + 1 == len(self.pieces) or self.pieces[number + 1][0] > begin)
        ]
        return (inside[0][0], inside[-1][1]) if inside else (self.pieces[0][1], self.pieces[-1][2])


class Page:
    """One page. What only some ways need is made when it is first asked for."""

    def __init__(self, data: bytes, charset: str | None = None, url: str = "") -> None:
        self.source = Source(data, charset)
        self.scan = scan(self.source.text)
        self.url = url

    @cached_property
    def parser(self) -> LexborHTMLParser:
        """The browser's tree, with the numbers of start tags."""
        return LexborHTMLParser(defuse(self.scan.marked())[0])

    @cached_property
    def elements(self) -> dict[int, LexborNode]:
        """The elements by the numbers of their start tags."""
        return {number_of(node): node for node in self.parser.css("*")}

    @cached_property
    def _root(self) -> etree._Element | None:
        """The same tree for XPath."""
        try:
            parser = etree.HTMLParser(no_network=True, recover=True, huge_tree=False)
            root: etree._Element | None = etree.fromstring(self.parser.html or "", parser)
            return root
        except (etree.LxmlError, ValueError):
            return None

    @cached_property
    def is_japanese(self) -> bool:
        """What ¥ means here."""
        html = self.parser.css_first("html")
        language = (html.attributes.get("lang") or "") if html is not None else ""
        host = self.url.partition("://")[2].partition("/")[0].partition(":")[0]
        return language.lower().startswith("ja") or (not language and host.endswith(".jp"))

    @cached_property
    def lines(self) -> list[_Line]:
        """The lines of visible text."""
        found: list[_Line] = []
        pieces: list[tuple[int, int, int]] = []
        text = ""
        for begin, end, own in self.scan.texts:
            if own and text:
                found.append(_Line(text.rstrip(), tuple(pieces)))
                text, pieces = "", []
            written = self.scan.text[begin:end]
            said = _LINE_GAP.sub(" ", unescape(written) if "&" in written else written)
            if not text:
                said = said.lstrip()
            if said:
                pieces.append((len(text), begin, end))
                text += said
        if text:
            found.append(_Line(text.rstrip(), tuple(pieces)))
        return [line for line in found if line.text]

    # ---- what a field finds -----------------------------------------------------------------------------------

    def findings(self, field: Field) -> list[Finding]:
        """The values of a field, by the first of its ways that finds any."""
        for way in field.ways:
            found = self.by_way(way, field.kind, many=field.many)
            if found:
                return found
        return []

    def by_way(self, way: Way, kind: Kind, *, many: bool = False) -> list[Finding]:
        """The values that one way finds. What says none of its kind does not count."""
        found: list[tuple[Found, Typed]] = []
        for one in self.found(way, kind):
            value = typed(one.text, kind, japanese=kind == "money" and self.is_japanese)
            if value.good:
                found.append((one, value))
                if not many or len(found) == MOST:
                    break
        spans = self.bytes_of([(one.place, one.end) for one, _ in found])
        return [
            Finding(one.text[:LONGEST], value, span) for (one, value), span in zip(found, spans, strict=True)
        ]

    def bytes_of(self, spans: list[Span]) -> list[Span]:
        """Stretches of the text in bytes; (0, 0) where that is not exact."""
        wanted = sorted({place for span in spans for place in span})
        offsets = self.source.offsets(wanted) if wanted else []
        if not offsets:
            return [(0, 0)] * len(spans)
        at = dict(zip(wanted, offsets, strict=True))
        return [(at[begin], at[end]) for begin, end in spans]

    def found(self, way: Way, kind: Kind) -> Iterator[Found]:
        """What a way finds, in the order of the page. Nothing where its expression cannot be used."""
        try:
            if way.how == "css":
                return self._selected(way.expression, kind)
            if way.how == "xpath":
                return self._by_xpath(way.expression, kind)
            if way.how == "regex":
                return self._by_pattern(re.compile(way.expression))
            if way.how == "source":
                return self._in_source(re.compile(way.expression, re.MULTILINE))
            if way.how == "after":
                return self._after(way.expression)
            if way.how == "block":
                return self._labelled(way.expression)
            return self._described(way.expression, kind)
        except re.error:
            return iter(())

    def _selected(self, selector: str, kind: Kind) -> Iterator[Found]:
        selector, attribute = attribute_of(selector)
        try:
            nodes = self.parser.css(selector)
        except (SelectolaxError, ValueError):
            return
        for node in nodes[:_MOST_ELEMENTS]:
            text = (node.attributes.get(attribute) or "") if attribute else value_of(node, kind)
            if text.strip():
                yield self._of(node, text)

    def _by_xpath(self, expression: str, kind: Kind) -> Iterator[Found]:
        if self._root is None:
            return
        try:
            found = etree.XPath(expression, regexp=False)(self._root)
        except etree.XPathError:
            return
        if not isinstance(found, list):
            if found is not None and str(found).strip():
                yield Found(str(found), 0, 0)
            return
        for one in found[:_MOST_ELEMENTS]:
            element = one.getparent() if isinstance(one, str) and hasattr(one, "getparent") else one
            mark = str(element.get(MARK, "")) if isinstance(element, etree._Element) else ""
            node = self.elements.get(int(mark)) if mark.isdecimal() else None
            if isinstance(one, str):
                text = str(one)
            elif node is not None:
                text = value_of(node, kind)
            else:
                text = "".join(one.itertext()) if isinstance(one, etree._Element) else str(one)
            if text.strip():
                yield self._of(node, text) if node is not None else Found(text.strip(), 0, 0)

    def _by_pattern(self, pattern: re.Pattern[str]) -> Iterator[Found]:
        for line in self.lines:
            for found in pattern.finditer(line.text):
                group = 1 if pattern.groups and found[1] is not None else 0
                if found[group].strip():
                    yield Found(found[group].strip(), *line.span(*found.span(group)))

    def _in_source(self, pattern: re.Pattern[str]) -> Iterator[Found]:
        for found in pattern.finditer(self.source.text):
            group = 1 if pattern.groups and found[1] is not None else 0
            if found[group].strip():
                text = " ".join(unescape(found[group][:LONGEST]).split())
                # places are exact at brackets and ends of lines alone
                yield Found(text, *self._around(*found.span(group)))

    def _around(self, begin: int, end: int) -> Span:
        """From the bracket before a stretch of the source to the one behind it."""
        text = self.source.text
        start = max(text.rfind("<", 0, begin), text.rfind("\n", 0, begin) + 1, 0)
        stop = [place for place in (text.find(">", end) + 1, text.find("\n", end) + 1) if place > 0]
        return start, min(stop, default=len(text))

    def _after(self, label: str) -> Iterator[Found]:
        wanted = folded(label)
        if not wanted:
            return
        for number, line in enumerate(self.lines):
            low = line.text.casefold()
            at = low.find(wanted)
            while at >= 0:
                end = at + len(wanted)
                before, rest = line.text[:at], line.text[end:]
                gap = _LABEL_END.match(rest)
                whole = not before.strip() and not rest.strip(" :：|")
                if whole and number + 1 < len(self.lines):
                    following = self.lines[number + 1]
                    yield Found(following.text, *following.span(0, len(following.text)))
                    break
                if (not before or not before[-1].isalnum()) and (gap or _BEGINS_VALUE.match(rest)):
                    begin = end + (gap.end() if gap else 0)
                    text = _NEXT_LABEL.split(line.text[begin:], maxsplit=1)[0].strip()
                    if text:
                        yield Found(text, *line.span(begin, begin + len(text)))
                        break
                at = low.find(wanted, end)

    def _labelled(self, label: str) -> Iterator[Found]:
        tree = cut(self.source.data, self.source.charset)
        labeller = Labeller(tree)
        for leaf in tree.leaves():
            leaf.text = shown_text(tree.scan, *leaf.places)
            if labeller.label(leaf) == label:
                yield Found(" ".join(leaf.text.split()), *leaf.places)

    # ---- what a page says of itself ---------------------------------------------------------------------------

    def _described(self, path: str, kind: Kind) -> Iterator[Found]:
        source, _, name = path.partition(":")
        if source == "meta":
            wanted = name.lower()
            for node in self.parser.css("meta")[:_MOST_ELEMENTS]:
                about = node.attributes
                if wanted in (
                    (about.get(key) or "").lower() for key in ("name", "property", "itemprop", "http-equiv")
                ):
                    text = about.get("content") or ""
                    if text.strip():
                        yield self._of(node, text)
        elif source == "itemprop":
            for node in self.parser.css("[itemprop]")[:_MOST_ELEMENTS]:
                if name in (node.attributes.get("itemprop") or "").split():
                    about = node.attributes
                    text = about.get("content") or about.get("datetime") or value_of(node, kind)
                    text = text or about.get("href") or about.get("src") or ""
                    if text.strip():
                        yield self._of(node, text)
        else:
            for node, value in self.descriptions:
                for text in at_path(value, name):
                    yield self._of(node, text)

    @cached_property
    def descriptions(self) -> list[tuple[LexborNode, Any]]:
        """The parts of the page with JSON-LD, and what they say."""
        found = []
        for node in self.parser.css("script[type*='ld+json' i]")[:50]:
            code = node.text(deep=True)
            if len(code) > _MOST_JSON:
                continue
            try:
                found.append((node, json.loads(code, strict=False)))
            except (ValueError, RecursionError):
                continue  # broken descriptions are common
        return found

    def _of(self, node: LexborNode, text: str) -> Found:
        number = number_of(node)
        text = " ".join(text.split())
        if number < 0 or number >= len(self.scan.starts):
            return Found(text, 0, 0)
        return Found(text, *self.place_of(node, number), number)

    def place_of(self, node: LexborNode, number: int) -> Span:
        """Where an element stands in the source."""
        begin, end = self.scan.starts[number], self.scan.closes[number]
        last = number
        for below, _ in zip(node.traverse(include_text=False), range(_MOST_NODES), strict=False):
            last = max(last, number_of(below))
        if last + 1 < len(self.scan.starts):  # an end tag that was left out
            end = min(end, max(self.scan.starts[last + 1], self.scan.ends[number]))
        return begin, end


def number_of(node: LexborNode) -> int:
    """The number of an element's start tag, -1 for one that the parser made."""
    mark = (node.attributes or {}).get(MARK) or ""
    return int(mark) if mark.isdecimal() and len(mark) < 10 else -1


def value_of(node: LexborNode, kind: Kind) -> str:
    """What an element says: what it shows, or what it is a sign for."""
    tag, about = node.tag, node.attributes
    if tag == "meta":
        return about.get("content") or ""
    if tag in ("input", "data", "meter"):
        return about.get("value") or said(node)
    if tag == "time" and kind == "date" and about.get("datetime"):
        return about.get("datetime") or ""
    if tag == "img":
        return about.get("alt") or about.get("src") or ""
    return said(node)


def said(node: LexborNode) -> str:
    """The visible text of an element, in one line."""
    pieces: list[str] = []
    pending: list[LexborNode | str] = [node]
    left = _MOST_NODES
    size = 0
    while pending and left and size < LONGEST:
        left -= 1
        one = pending.pop()
        if isinstance(one, str):
            pieces.append(one)
        elif one.is_text_node:
            text = one.text_content or ""
            pieces.append(text)
            size += len(text)
        elif one.is_element_node and one.tag not in _SILENT:
            inside: list[LexborNode | str] = list(one.iter(include_text=True))
            pending += [" ", *reversed(inside), " "] if one.tag in _APART else reversed(inside)
    return " ".join("".join(pieces).split())[:LONGEST]


def folded(label: str) -> str:
    """A label as it is compared."""
    return label.strip().rstrip(":：| ").casefold()


def nodes_of(value: Any) -> Iterator[dict[str, Any]]:
    """The things that a description describes, each before those inside it."""
    pending, left = [value], _MOST_VALUES
    while pending and left:
        left -= 1
        one = pending.pop(0)
        if isinstance(one, list):
            pending[:0] = one[:_MOST_VALUES]
        elif isinstance(one, dict):
            yield one
            pending += [inner for inner in one.values() if isinstance(inner, (dict, list))]


def types_of(node: dict[str, Any]) -> list[str]:
    """What a described thing is, without the vocabulary."""
    kinds = node.get("@type")
    return [str(one).rpartition("/")[2] for one in (kinds if isinstance(kinds, list) else [kinds]) if one]


def at_path(value: Any, path: str) -> Iterator[str]:
    """The texts at `Product.offers.price`, or at `headline` of the first thing: of all things with that type."""
    kind, *keys = path.split(".")
    if not kind[:1].isupper():
        kind, keys = "", path.split(".")
    for node in nodes_of(value):
        if kind and kind not in types_of(node):
            continue
        found = list(_texts(_down(node, keys)))
        yield from found
        if found and not kind:
            return


def _down(node: Any, keys: list[str]) -> Iterable[Any]:
    reached = [node]
    for key in keys:
        inner: list[Any] = []
        for one in reached:
            if isinstance(one, dict) and key in one:
                inner += one[key] if isinstance(one[key], list) else [one[key]]
        reached = inner[:_MOST_VALUES]
    return reached


def _texts(values: Iterable[Any]) -> Iterator[str]:
    for one in values:
        if isinstance(one, dict):
            one = one.get("name") or one.get("@value")
        if isinstance(one, (str, int, float)) and not isinstance(one, bool) and str(one).strip():
            yield str(one).strip()
