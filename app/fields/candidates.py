"""Ways that find a certain value on a page, by what it hangs on: descriptions, ids, names, labels before it, its place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from selectolax.lexbor import LexborNode, SelectolaxError

from app.blocks.noise.noise import selector_of
from app.blocks.page.spans import MARK
from app.fields.page import Page, folded, nodes_of, number_of, said, types_of, value_of
from app.fields.rules import Kind, Way
from app.fields.values import date, money, number, typed

_MOST_ELEMENTS = 20_000
_MOST_EQUAL = 50  # elements with one text of which the likeliest is meant
_MOST_PATHS = 40  # in descriptions, to one value
_MOST_ANCESTORS = 12
_MOST_CLASSES = 6
_LONGEST_LABEL = 40
_SHORTEST = 2  # characters of a value that is looked for in descriptions
_PLAIN = re.compile(r"-?[A-Za-z_\u00a0-\uffff][\w\u00a0-\uffff-]*")
_VOLATILE = re.compile(
    r"\d{3,}|^(?:css|sc|jss|emotion|svelte|chakra|mantine|jsx)-|(?=[a-zA-Z-]*\d)(?=\d*[a-zA-Z])[\da-zA-Z]{6,}$"
    r"|__?[\da-zA-Z]{5,8}$|^[a-z]{1,2}\d+$|^(?:post|page|item|product|comment|entry|node|id|tag|category)-\S*\d",
)
_STATES = re.compile(
    r"^(?:is|has|js|no)-|active|current|selected|hover|hidden|visible|open|lazy|first|last|odd|even"
)
_LAYOUT = re.compile(
    r"^(?:col|row|[mp][tblrxy]?|d|w|h|text|font|bg|flex|grid|gap|justify|items|align|float|pull|clearfix|container|wrapper"
    r"|inner|outer|left|right|center|small|large|bold|md|sm|lg|xl)(?:-|$)|[:/\[]"
)
_TELLING = re.compile(
    r"price|cost|amount|date|time|publish|posted|author|byline|writer|title|headline|name|sku|stock|rating|address"
    r"|location|tag|category|价|日期|时间|作者|标题|来源",
    re.IGNORECASE,
)
_TAGS = {"h1": 0.6, "time": 0.6, "h2": 0.45, "address": 0.4, "main": 0.4, "article": 0.4}
_ATTRIBUTES = (
    "itemprop",
    "property",
    "data-testid",
    "data-test",
    "data-qa",
    "data-field",
    "data-role",
    "rel",
    "name",
)


_OF_ADDRESSES = re.compile(
    r"(?:url|image|src|player|video|icon)$", re.IGNORECASE
)  # a date in an address is none of the page


class Candidate(NamedTuple):
    """A way, and how likely it is to outlast other pages and a redesign (0 to 1) by what it hangs on."""

    way: Way
    stability: float


def kind_of(text: str) -> Kind:
    """What a value is likely to be."""
    text = text.strip()
    day = date(text) if len(text) <= 40 else ""
    if len(day) >= len("2026-03"):
        return "date"
    amount = money(text) if len(text) <= 40 else None
    if amount is not None and amount.number is not None:
        if amount.unit:
            return "money"
        if number(text) is not None and sum(map(str.isdigit, text)) * 2 >= len(text):
            return "number"
    return "text"


def located(page: Page, path: str, text: str) -> LexborNode | None:
    """The element that a person pointed at: at a path in the browser's tree, if it says the text, else the smallest that
    says it."""
    wanted = " ".join(text.split())
    selector = selector_of(path)
    node = page.parser.css_first(selector) if selector else None
    if node is not None and (not wanted or _holds(said(node), wanted)):
        return _smallest(node, wanted)
    if not wanted:
        return None
    exact = [
        one
        for one in page.parser.css("body *")[:_MOST_ELEMENTS]
        if one.tag not in ("script", "style", "noscript") and said_whole(one) == wanted
    ]
    if exact:
        return _smallest(min(exact[:_MOST_EQUAL], key=_beside), wanted)
    body = page.parser.body
    return _smallest(body, wanted) if body is not None and _holds(said_whole(body), wanted) else None


def _beside(node: LexborNode) -> int:
    """0 for a heading, 2 for a part of menus, heads and feet, 1 for all others."""
    if node.tag in ("h1", "h2", "h3"):
        return 0
    one: LexborNode | None = node
    while one is not None:
        if one.tag in ("h1", "h2", "h3"):
            return 0
        if one.tag in ("nav", "header", "footer", "aside", "select"):
            return 2
        one = one.parent
    return 1


def said_whole(node: LexborNode) -> str:
    """The text of a large element, roughly."""
    return " ".join(node.text(deep=True, separator=" ").split())


def _holds(text: str, wanted: str) -> bool:
    return wanted in text or wanted.replace(" ", "") in text.replace(" ", "")


def _smallest(node: LexborNode, wanted: str) -> LexborNode:
    """The element below that says the text with the least beside it; where several do, the first."""
    best = node
    for _ in range(200):
        inside = [
            child
            for child in best.iter(include_text=False)
            if child.tag not in ("script", "style", "noscript")
            and wanted
            and _holds(said_whole(child), wanted)
        ]
        if not inside:
            return best
        exact = [child for child in inside if said(child) == wanted]
        best = (exact or inside)[0]
    return best


def candidates(page: Page, node: LexborNode, kind: Kind, part: str = "") -> list[Candidate]:
    """Ways that find the value of an element first on its page, or a part of its text, the most stable first."""
    wanted = typed(part or value_of(node, kind), kind, japanese=page.is_japanese).text
    found: dict[Way, float] = {}
    for way, stability in (
        *_described(page, wanted, kind),
        *_selected(page, node),
        *_after(page, node),
    ):
        if found.get(way, -1.0) < stability:
            found[way] = stability
    right = []
    for way, stability in sorted(found.items(), key=lambda one: -one[1]):
        first = next(iter(page.by_way(way, kind)), None)
        if first is not None and wanted and same(first.value.text, wanted, kind):
            right.append(Candidate(way, stability))
    return right


def same(one: str, other: str, kind: Kind) -> bool:
    """Whether two values say the same, as a description and a reader see it: a day with or without its time."""
    if kind == "date":
        return bool(one and other) and one[:10] == other[:10]
    if kind == "money":
        return one.split(" ")[0] == other.split(" ")[0]
    return one.casefold() == other.casefold()


def _described(page: Page, wanted: str, kind: Kind) -> Iterator[tuple[Way, float]]:
    """What the page says of itself with this value."""
    if len(wanted) < _SHORTEST:
        return
    for node in page.parser.css("meta[content]")[:400]:
        name = node.attributes.get("property") or node.attributes.get("name") or ""
        if name and not _OF_ADDRESSES.search(name) and _says(node.attributes.get("content"), wanted, kind):
            yield Way("data", f"meta:{name}"), 0.9
    for node in page.parser.css("[itemprop]")[:400]:
        about = node.attributes
        value = about.get("content") or about.get("datetime") or value_of(node, kind)
        if _says(value, wanted, kind):
            for name in (about.get("itemprop") or "").split()[:2]:
                yield Way("data", f"itemprop:{name}"), 0.93
    told = 0
    for _, value in page.descriptions:
        for thing in nodes_of(value):
            for kind_of_thing in types_of(thing)[:1]:
                for path in _paths(thing, wanted, kind):
                    told += 1
                    if told > _MOST_PATHS:
                        return
                    if kind_of_thing[:1].isupper():
                        yield Way("data", f"ld:{kind_of_thing}.{path}"), 0.95


def _paths(value: Any, wanted: str, kind: Kind, depth: int = 0) -> Iterator[str]:
    """Keys that lead to a value."""
    if depth > 4 or not isinstance(value, dict):
        return
    for key, inner in list(value.items())[:100]:
        if "." in key or key.startswith("@"):
            continue
        for one in inner[:3] if isinstance(inner, list) else [inner]:
            if isinstance(one, dict):
                if _says(one.get("name"), wanted, kind):
                    yield key
                for below in _paths(one, wanted, kind, depth + 1):
                    yield f"{key}.{below}"
            elif _says(one, wanted, kind):
                yield key


def _says(value: object, wanted: str, kind: Kind) -> bool:
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        return False
    return same(typed(str(value)[:500], kind).text, wanted, kind)


def _selected(page: Page, node: LexborNode) -> Iterator[tuple[Way, float]]:
    """Selectors that match this element first."""
    own = number_of(node)

    def fits(selector: str) -> bool:
        try:
            first = page.parser.css_first(selector)
        except (SelectolaxError, ValueError):
            return False
        return first is not None and number_of(first) == own and (own >= 0 or first == node)

    for selector, stability in _names_of(node):
        if fits(selector):
            yield Way("css", selector), stability
    # below something that has a name
    steps: list[str] = []
    inner: LexborNode = node
    around = node.parent
    for distance in range(_MOST_ANCESTORS):
        if around is None or around.tag in ("-document", "html"):
            break
        steps.insert(0, _step(inner))
        for name, stability in _names_of(around):
            chain = f"{name} > {' > '.join(steps)}"
            ends = [f"{name} {own_name}" for own_name, _ in list(_names_of(node))[:4]] + [
                f"{name} {node.tag}"
            ]
            for selector, factor in [(one, 0.9) for one in ends] + [(chain, 0.85 - 0.04 * distance)]:
                if fits(selector):
                    yield Way("css", selector), max(0.1, stability * factor - 0.02 * distance)
        inner, around = around, around.parent
    path = _path(node)
    if path and fits(path):
        yield Way("css", path), 0.1


def _names_of(node: LexborNode) -> Iterator[tuple[str, float]]:
    """Selectors by the names that an element itself has."""
    about = node.attributes
    tag = node.tag or "*"
    if tag in _TAGS:
        yield tag, _TAGS[tag]
    id = about.get("id") or ""
    if _PLAIN.fullmatch(id) and not _VOLATILE.search(id):
        yield f"#{id}", 0.92 if _TELLING.search(id) else 0.88
    for name in _ATTRIBUTES:
        value = about.get(name) or ""
        if value and '"' not in value and len(value) < 60 and not _VOLATILE.search(value):
            yield f'[{name}="{value}"]', 0.9 if name == "itemprop" else 0.8
    classes = [one for one in (about.get("class") or "").split() if _PLAIN.fullmatch(one)]
    good = [one for one in classes if not _VOLATILE.search(one) and not _STATES.search(one)][:_MOST_CLASSES]
    for one in good:
        stability = 0.85 if _TELLING.search(one) else 0.4 if _LAYOUT.search(one) else 0.68
        yield f"{tag}.{one}", stability
        yield f".{one}", stability - 0.02
    if len(good) > 1:
        yield f"{tag}.{'.'.join(good[:3])}", 0.55


def _step(node: LexborNode) -> str:
    """One step of a chain: the tag, with its number where siblings have the same."""
    around, tag = node.parent, node.tag or "*"
    if around is None:
        return tag
    alike = [one for one in around.iter(include_text=False) if one.tag == node.tag]
    if len(alike) <= 1:
        return tag
    place = next((n for n, one in enumerate(alike, 1) if one == node or _is(one, node)), 1)
    return f"{tag}:nth-of-type({place})"


def _is(one: LexborNode, other: LexborNode) -> bool:
    mark = (one.attributes or {}).get(MARK)
    return mark is not None and mark == (other.attributes or {}).get(MARK)


def _path(node: LexborNode) -> str:
    """The place in the tree, from the top."""
    steps: list[str] = []
    one: LexborNode | None = node
    while one is not None and one.tag not in ("-document", None) and len(steps) < 60:
        steps.insert(0, _step(one))
        one = one.parent
    return " > ".join(steps)


def _after(page: Page, node: LexborNode) -> Iterator[tuple[Way, float]]:
    """Labels before the element: in its line, or alone in the line before."""
    own = number_of(node)
    if own < 0:
        return
    begin, end = page.place_of(node, own)
    before = ""
    for line in page.lines:
        inside = [at for at, start, _ in line.pieces if begin <= start < end]
        if inside:
            label = line.text[: inside[0]].strip()
            if label:
                last = re.split(r"[\s|,，;；]+(?=\S+\s*[:：]?\s*$)", label)[-1]
                for one, factor in ((label, 0.75), (last, 0.72)):
                    if folded(one) and len(one) <= _LONGEST_LABEL and not one[-1:].isdigit():
                        yield Way("after", one.rstrip(":：| ")), factor
            else:
                own_label = re.match(r"([^\d:：]{1,20})[:：]", line.text[inside[0] :])
                if own_label:
                    yield Way("after", own_label[1].strip()), 0.74
            if not label and before and len(before) <= _LONGEST_LABEL and not any(map(str.isdigit, before)):
                yield Way("after", before.rstrip(":：| ")), 0.75 if before[-1:] in ":：" else 0.4
            return
        before = line.text
