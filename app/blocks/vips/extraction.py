"""Visual blocks extracted: which elements of a region a round divides, and which stay whole (the rules of the paper)."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from app.blocks.vips.reading import ABOVE, BELOW, INLINE, LEFT, RIGHT, TEXT, Rect, VisualNode

SMALL = 0.1
"""Share of the region below which rules 9 and 10 leave an element whole."""
_COLOURED = 0.02  # share of the region from which on another background sets an element apart (rule 8)
_NEARLY_ALL = (
    0.5  # share from which on what stands on another background is the region itself, and is divided
)
_ALIKE = 2.0  # times as large: siblings that differ more are not left whole because of each other (rule 11)
_FLOW = 4  # paragraphs and more of an element that is one text
_STACKED = 0.75  # share of them that stand below the one before
_TOUCHING = 1.01  # times its own area that the children of an element take before they overlap (rule 7)

# The rules that are asked for a kind of element, in their order (table 2 of the paper).
_INLINE = (1, 2, 4, 3, 5, 6, 9, 10, 13)
_TABLE = (1, 2, 3, 7, 8, 10, 12)
_CELL = (1, 2, 4, 3, 14, 8, 9, 10, 11, 13)
_PARAGRAPH = (1, 2, 4, 3, 5, 6, 8, 9, 10, 11, 13)
_OTHER = (1, 2, 4, 3, 14, 6, 7, 8, 9, 10, 11, 12)
_ORDERS = {
    **dict.fromkeys(("table", "tbody", "thead", "tfoot", "tr"), _TABLE),
    **dict.fromkeys(("td", "th"), _CELL),
    "p": _PARAGRAPH,
}
_DIVIDING = frozenset({2, 3, 5, 6, 7, 12})

RANGES = {8: (6, 8), 9: (5, 8), 10: (5, 8), 11: (5, 8), 13: (5, 8), 14: (7, 8)}
"""Least and greatest degree of coherence of the parts that a rule leaves whole; rule 1 gives 10, rule 4 gives 9 or 10."""


@dataclass(slots=True)
class Part:
    """What a round leaves undivided: an element, or texts and inline elements that follow each other."""

    nodes: tuple[VisualNode, ...]
    rule: int
    rect: Rect

    @property
    def final(self) -> bool:
        """No round can divide it: one thing, or nothing but texts."""
        return self.rule in (1, 4)

    @property
    def floats(self) -> int:
        """How far it stands over the page: the more, the higher."""
        return max(node.floats for node in self.nodes)


class Line(NamedTuple):
    """A line or an empty place that divides: the tag that makes it, and where it is."""

    tag: str
    rect: Rect


@dataclass(slots=True)
class Round:
    """The parts of a region in the order of the source, and the lines between them."""

    parts: list[Part] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)


def extract(region: VisualNode) -> Round:
    """Divide an element as far as the rules do it in one round. A text or a picture comes back as the only part."""
    made = Round()
    area = max(1.0, region.rect.area)
    coloured: set[int] = set()  # elements that rule 8 leaves whole
    before: dict[int, VisualNode] = {}  # by parent, its last child that was left whole
    pending: list[VisualNode | tuple[VisualNode, ...]] = [region]
    while pending:
        one = pending.pop()
        if isinstance(one, tuple):
            made.parts.append(Part(one, 4, _around(one)))
            continue
        parent = id(one.parent)
        rule = _rule(one, one is region, area, before.get(parent), id(one) in coloured)
        apart = [child for child in one.children if _set_apart(one, child, area)] if rule == 8 else ()
        if rule in _DIVIDING or apart:
            coloured.update(map(id, apart))
            if one is not region:
                made.lines.extend(_edges(one))
            made.lines.extend(Line(tag, rect) for tag, rect in one.lines)
            pending.extend(reversed(_grouped(one)))
            continue
        made.parts.append(Part((one,), rule, one.rect))
        made.lines.extend(_edges(one))
        before[parent] = one
    return made


def _rule(node: VisualNode, root: bool, area: float, before: VisualNode | None, coloured: bool) -> int:
    """The first rule that applies."""
    children = node.children
    if node.tag == TEXT or (coloured and children and not root):
        return 4 if node.tag == TEXT or all(child.textual for child in children) else 8
    order = _ORDERS.get(node.tag) or (_INLINE if node.bits & INLINE else _OTHER)
    for rule in order:
        if _applies(rule, node, root, area, before):
            return rule
    raise AssertionError(order)  # the last rule of each order always applies


def _applies(rule: int, node: VisualNode, root: bool, area: float, before: VisualNode | None) -> bool:
    children = node.children
    match rule:
        case 1:
            return not children
        case 2:
            return len(children) == 1 and not children[0].textual
        case 3:
            return root
        case 4:
            return all(child.textual for child in children)
        case 5:
            return any(not child.bits & INLINE for child in children if child.tag != TEXT)
        case 6:
            return any(tag == "hr" for tag, _ in node.lines)
        case 7:
            return sum(child.rect.area for child in children) > _TOUCHING * node.rect.area
        case 8:
            return any(_set_apart(node, child, area) for child in children)
        case 9:
            return node.rect.area < SMALL * area and any(child.textual for child in children)
        case 10:
            return max(child.rect.area for child in children) < SMALL * area
        case 14:
            return _is_flow(node)
        case 11:
            return before is not None and before.tag == node.tag and _alike(before, node)
        case _:
            return True


def _set_apart(node: VisualNode, child: VisualNode, area: float) -> bool:
    """A child on a background of its own that could be seen as a part of the page, and is not nearly all of it."""
    if child.background == node.background or child.textual:
        return False
    return _COLOURED * area <= child.rect.area < _NEARLY_ALL * area


def _is_flow(node: VisualNode) -> bool:
    """Paragraphs, lists and tables one below the other: a text, however large (rule 14, not in the paper)."""
    children = node.children
    if len(children) < _FLOW or not all(child.plain for child in children):
        return False
    pairs = list(pairwise(child.rect for child in children))
    stacked = sum(one.bottom <= two.top + 1 for one, two in pairs)  # some texts flow around a picture
    return stacked >= _STACKED * len(pairs) and all(one.top <= two.top + 1 for one, two in pairs)


def _alike(one: VisualNode, other: VisualNode) -> bool:
    small, large = sorted((one.rect.area, other.rect.area))
    return large <= _ALIKE * small


def _grouped(node: VisualNode) -> list[VisualNode | tuple[VisualNode, ...]]:
    """The children, those together that stand in one line of text."""
    made: list[VisualNode | tuple[VisualNode, ...]] = []
    run: list[VisualNode] = []
    for child in node.children:
        if child.textual:
            run.append(child)
            continue
        if run:
            made.append(tuple(run))
            run = []
        made.append(child)
    if run:
        made.append(tuple(run))
    return made


def _edges(node: VisualNode) -> list[Line]:
    """The lines that an element draws around itself."""
    left, top, right, bottom = node.rect
    bits = node.bits
    if not bits & (ABOVE | BELOW | LEFT | RIGHT):
        return []
    sides = (
        (ABOVE, Rect(left, top, right, top)),
        (BELOW, Rect(left, bottom, right, bottom)),
        (LEFT, Rect(left, top, left, bottom)),
        (RIGHT, Rect(right, top, right, bottom)),
    )
    return [Line("border", rect) for side, rect in sides if bits & side]


def _around(nodes: tuple[VisualNode, ...]) -> Rect:
    rect = nodes[0].rect
    for node in nodes[1:]:
        rect = rect.around(node.rect)
    return rect
