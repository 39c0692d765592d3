"""The visual tree of a measured page: elements and texts that take room on the screen, each with its rectangle."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from app.blocks.page.elements import names

TEXT = "-text"
SHOWN, INLINE, CLIPS, AFLOAT, PICTURE = 1, 2, 4, 8, 16  # bits of a row, see resources/scripts/measure.js
ABOVE, BELOW, LEFT, RIGHT = 32, 64, 128, 256  # sides with a line
SET = 512  # a box in a line of text
_WHOLE = names(
    "img picture svg video audio canvas iframe frame object embed applet input button select textarea math meter progress"
)
_ROWS = names(
    "ul ol li dl dt dd table thead tbody tfoot tr td th caption pre blockquote figure figcaption details"
)
_CONTROLS = names("input button select textarea")
_UNSEEN = names("head script style template noscript link meta title option source track br wbr")
_LEAST = 2.0  # pixels of width and height of what can be seen
_HIGH = 3.0  # font sizes: a box or a picture in a line that is not higher counts as text
_FARTHEST = 1_000_000.0  # pixels from the corner of the page: what stands beyond is nowhere


class Rect(NamedTuple):
    """A rectangle on the page, in CSS pixels from its upper left corner."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    @property
    def area(self) -> float:
        return max(0.0, self.right - self.left) * max(0.0, self.bottom - self.top)

    def around(self, other: Rect) -> Rect:
        """The smallest rectangle with both in it."""
        return Rect(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )

    def within(self, other: Rect) -> Rect:
        """What of it is inside the other; without area where nothing is."""
        left, top = max(self.left, other.left), max(self.top, other.top)
        return Rect(
            left, top, max(left, min(self.right, other.right)), max(top, min(self.bottom, other.bottom))
        )

    def meets(self, other: Rect, slack: float = 0.0) -> bool:
        """Whether both have more than `slack` pixels in common each way."""
        return (
            min(self.right, other.right) - max(self.left, other.left) > slack
            and min(self.bottom, other.bottom) - max(self.top, other.top) > slack
        )


@dataclass(slots=True, eq=False)
class VisualNode:
    """An element or a text. `children` are those that take room, in the order of the source."""

    tag: str
    position: int  # among the siblings of its name; of a text among the texts
    parent: VisualNode | None
    rect: Rect
    font: float  # CSS pixels
    bold: bool
    colour: str
    background: str  # the one it stands on: its own or that of what is around it
    bits: int = SHOWN
    words: str = ""  # of a text
    floats: int = 0  # how many of it and of what is around it stand afloat
    children: list[VisualNode] = field(default_factory=list)
    lines: list[tuple[str, Rect]] = field(default_factory=list)  # empty parts that only divide: tag, place
    textual: bool = False  # a text, or inline with nothing but texts
    plain: bool = True  # a paragraph: nothing but texts, or entries, cells or one thing of that kind
    seen: bool = True
    letters: int = 0  # characters of its texts
    linked: int = 0  # of these, in links
    pictures: int = 0
    controls: int = 0  # that a form has

    @property
    def path(self) -> str:
        """XPath with positions, as `app.blocks.page.node` gives it."""
        steps: list[str] = []
        node: VisualNode | None = self
        while node is not None:
            steps.append(f"{'text()' if node.tag == TEXT else node.tag}[{node.position}]")
            node = node.parent
        return "/" + "/".join(reversed(steps))

    def texts(self) -> list[VisualNode]:
        """The texts in it, in the order of the source."""
        found: list[VisualNode] = []
        pending = [self]
        while pending:
            node = pending.pop()
            if node.tag == TEXT:
                found.append(node)
            pending.extend(reversed(node.children))
        return found

    def edge_text(self, last: bool) -> VisualNode | None:
        """The first or the last text in it."""
        pending = [self]
        while pending:
            node = pending.pop()
            if node.tag == TEXT:
                return node
            pending.extend(node.children if last else reversed(node.children))
        return None


def read(text: str) -> VisualNode | None:
    """The visual tree of a page from the JSON of `measure.js`; None where nothing can be seen. ValueError."""
    try:
        answer = json.loads(text)
        nodes = _elements(answer)
        whole = int(answer.get("whole", len(nodes)))
        _place_texts(answer["texts"], nodes)
    except (KeyError, IndexError, TypeError, AttributeError) as error:
        raise ValueError(f"no measured page: {error!r}") from error
    if not nodes:
        return None
    if whole > len(nodes) and nodes[-1].parent is not None:
        nodes[
            -1
        ].parent.children.clear()  # the last was measured without all of its siblings: better none of them
    _clip(nodes)
    _settle(nodes)
    return nodes[0] if nodes[0].children else None


def _elements(answer: dict[str, Any]) -> list[VisualNode]:
    """The elements in the order of the rows, each behind its parent."""
    tags, values = answer["names"], answer["values"]
    nodes: list[VisualNode] = []
    for row in answer["rows"]:
        above, tag, position, x, y, width, height, font, bold, colour, background, bits = row
        if not -1 <= above < len(nodes) or (above < 0) != (not nodes):
            raise IndexError(above)
        parent = nodes[above] if above >= 0 else None
        behind = values[background] or (parent.background if parent is not None else "")
        rect = _rect(x, y, width, height)
        look = (float(font) or 16.0, bool(bold), str(values[colour]), str(behind), int(bits))
        node = VisualNode(str(tags[tag]), int(position), parent, rect, *look)
        if parent is not None:
            parent.children.append(node)
        nodes.append(node)
    return nodes


def _rect(x: float, y: float, width: float, height: float) -> Rect:
    left, top = (max(-_FARTHEST, min(_FARTHEST, float(place))) for place in (x, y))
    return Rect(
        left,
        top,
        left + max(0.0, min(_FARTHEST, float(width))),
        top + max(0.0, min(_FARTHEST, float(height))),
    )


def _place_texts(texts: list[list[Any]], nodes: list[VisualNode]) -> None:
    """Put the texts between the elements before and behind them."""
    placed: dict[int, list[tuple[float, VisualNode]]] = {}
    for row, before, number, x, y, width, height, words in texts:
        if row < 0:
            raise IndexError(row)
        parent = nodes[row]
        look = (parent.font, parent.bold, parent.colour, parent.background, SHOWN, str(words))
        text = VisualNode(TEXT, int(number), parent, _rect(x, y, width, height), *look, textual=True)
        placed.setdefault(row, []).append((before - 0.5, text))  # half a step behind the element before it
    for row, found in placed.items():
        found += [(float(place), child) for place, child in enumerate(nodes[row].children)]
        found.sort(key=lambda one: one[0])
        nodes[row].children = [child for _, child in found]


def _clip(nodes: list[VisualNode]) -> None:
    """Cut off what elements hide of what is in them, and count what stands afloat."""
    clips: dict[int, Rect] = {}
    for node in nodes:
        node.floats = bool(node.bits & AFLOAT) + (node.parent.floats if node.parent is not None else 0)
        clip = clips.get(id(node.parent))
        if clip is not None:
            node.rect = node.rect.within(clip)
        if node.bits & CLIPS and node.tag not in ("html", "body"):  # theirs is that of the window
            clip = node.rect
        if clip is not None:
            clips[id(node)] = clip
        for child in node.children:
            if child.tag == TEXT:
                child.floats = node.floats
                child.rect = child.rect if clip is None else child.rect.within(clip)


def _settle(nodes: list[VisualNode]) -> None:
    """Leave of each element the children that are seen, and give it the room that these take."""
    for node in reversed(nodes):  # children stand behind their parents
        shown = bool(node.bits & SHOWN) and node.tag not in _UNSEEN
        if node.tag in _WHOLE or node.tag in _UNSEEN or (node.bits & AFLOAT and not shown):
            node.children = []
        node.children = [
            child for child in node.children if (_is_place(child.rect) if child.tag == TEXT else child.seen)
        ]
        if node.children:  # what is hidden itself may hold what is not
            rect = node.rect if node.rect.area else node.children[0].rect
            for child in node.children:
                rect = rect.around(child.rect)
            node.rect = rect
            node.textual = _in_line(node) and all(child.textual for child in node.children)
            node.plain = _is_plain(node)
            _count(node)
            continue
        node.seen = shown and _is_place(node.rect) and bool(node.bits & PICTURE or node.tag in _WHOLE)
        node.textual = _in_line(node) and node.rect.height <= _HIGH * node.font
        node.controls = int(node.tag in _CONTROLS)
        node.pictures = 1 - node.controls
        if shown and not node.seen:
            _note_line(node)


def _in_line(node: VisualNode) -> bool:
    return bool(node.bits & INLINE) and (not node.bits & SET or node.rect.height <= _HIGH * node.font)


def _is_plain(node: VisualNode) -> bool:
    children = node.children
    if len(children) == 1 or node.tag in _ROWS:
        return all(child.plain for child in children)
    return all(child.textual for child in children)


def _count(node: VisualNode) -> None:
    for child in node.children:
        if child.tag == TEXT:
            child.letters = len(child.words)
        node.letters += child.letters
        node.linked += child.linked
        node.pictures += child.pictures
        node.controls += child.controls
    if node.tag == "a":
        node.linked = node.letters


def _note_line(node: VisualNode) -> None:
    """An empty element that takes room divides what is around it: `hr`, an empty cell, a spacer."""
    rect, parent = node.rect, node.parent
    if parent is None or (rect.width < _LEAST and rect.height < _LEAST):
        return
    own = node.background != parent.background or bool(node.bits & (ABOVE | BELOW | LEFT | RIGHT))
    if node.tag == "hr" or own:
        parent.lines.append(("hr", rect))
    elif node.tag in ("td", "th", "tr", "table"):
        parent.lines.append(("td", rect))


def _is_place(rect: Rect) -> bool:
    return rect.width >= _LEAST and rect.height >= _LEAST and rect.right > 0 and rect.bottom > 0
