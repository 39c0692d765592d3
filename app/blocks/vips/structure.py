"""The content structure of a page: blocks in blocks, each with its degree of coherence."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from app.blocks.vips.extraction import RANGES, Line, Part, extract
from app.blocks.vips.reading import AFLOAT, TEXT, Rect, VisualNode
from app.blocks.vips.separators import OVERLAP, Region, Separator
from app.messages import Message

FINEST = 10
_REGIONS = 6  # minus the heaviest separator: degree of what the first round joins, 5 at most
_INSIDE = 11  # minus the heaviest separator inside: degree of a part that a rule leaves whole
_JOINED = 10  # minus the heaviest separator inside: degree of what later rounds join, 9 at most
_CLUSTER = 300  # parts that overlap each other, of which more are left as one block
_LINKED, _TOPIC = 0.6, 120  # share of letters in links from which on a block is links; characters of a topic


_WHY = {
    1: Message("vips-one"),
    4: Message("vips-texts"),
    8: Message("vips-background"),
    9: Message("vips-small-text"),
    10: Message("vips-small"),
    11: Message("vips-alike"),
    13: Message("vips-cell"),
    14: Message("vips-flow"),
}


@dataclass(slots=True, eq=False)
class VisualBlock:
    """A block of the page as it is seen. `rule` made it a part; 0 for what separators left together."""

    nodes: tuple[VisualNode, ...]
    rect: Rect
    rule: int
    doc: int = FINEST
    children: list[VisualBlock] = field(default_factory=list)
    separators: list[Separator] = field(default_factory=list)  # between the children
    layer: bool = False  # it stands over its siblings

    def texts(self) -> list[VisualNode]:
        """Its texts, in the order of the source."""
        return [text for node in self.nodes for text in node.texts()]

    @property
    def why(self) -> str:
        """Why it is a block: a sentence."""
        if self.rule:
            return Message("rule", number=self.rule, what=_WHY[self.rule])
        return Message("vips-joined") if self.nodes[0].parent is not None else Message("vips-page")

    @property
    def text(self) -> str:
        """Its words, a line for each text."""
        return "\n".join(text.words for text in self.texts())

    @property
    def topic(self) -> str:
        """The text in the largest letters, the first of these."""
        texts = self.texts()
        best = max(texts, key=lambda text: (text.font, text.bold), default=None)
        return best.words[:_TOPIC] if best is not None else ""

    @property
    def kind(self) -> str:
        """`form`, `picture`, `links` or `text`: what most of it is."""
        letters = sum(len(node.words) if node.tag == TEXT else node.letters for node in self.nodes)
        controls, pictures = (
            sum(node.controls for node in self.nodes),
            sum(node.pictures for node in self.nodes),
        )
        if controls and letters < 40 * controls:
            return "form"
        if not letters:
            return "picture" if pictures else "text"
        linked = sum(node.linked for node in self.nodes)
        return "links" if linked >= _LINKED * letters else "text"


@dataclass(frozen=True, slots=True)
class Segmentation:
    """The structure of a page, down to what cannot be divided."""

    root: VisualBlock

    def walk(self, degree: int) -> Iterator[tuple[VisualBlock, int, bool]]:
        """The blocks for a permitted degree of coherence, each before those in it: block, depth, whether it is a leaf.

        A block that has the degree is not divided further.
        """
        pending = [(self.root, 1)]
        while pending:
            block, depth = pending.pop()
            leaf = block.doc >= degree or not block.children
            yield block, depth, leaf
            if not leaf:
                pending.extend((child, depth + 1) for child in reversed(block.children))

    def at(self, degree: int) -> list[VisualBlock]:
        """The blocks that are not divided further at a degree from 1 to 10, in the order they are read."""
        return [block for block, _, leaf in self.walk(degree) if leaf]


def segment(page: VisualNode) -> Segmentation:
    """Divide a page by rules and separators, round by round, until nothing can be divided."""
    root = VisualBlock((page,), page.rect, 0, 1)
    pending = [root]
    while pending:
        block = pending.pop()
        parts, lines = _open(block.nodes[0])
        if len(parts) == 1:
            block.doc = max(block.doc, _degree(parts[0]))
            continue
        _join(parts, lines, block)
        heaviest = max((one.weight for one in block.separators), default=1)
        first = block is root
        if first:
            block.doc = max(1, min(5, _REGIONS - heaviest))
        else:
            low, high = RANGES[block.rule]
            block.doc = max(block.doc, low, min(high, _INSIDE - heaviest))
        pending += _grade(block, first)
    return Segmentation(root)


def _open(node: VisualNode) -> tuple[list[Part], list[Line]]:
    """The parts of an element, or of the first one in it that has several."""
    while True:
        made = extract(node)
        if len(made.parts) != 1 or made.parts[0].final:
            return made.parts, made.lines
        node = made.parts[0].nodes[0]


def _degree(part: Part) -> int:
    """10 for one thing and for texts of one font, 9 for texts of several."""
    if part.rule == 1:
        return FINEST
    fonts = {(text.font, text.bold) for node in part.nodes for text in node.texts()}
    return FINEST if len(fonts) < 2 else FINEST - 1


def _grade(block: VisualBlock, first: bool) -> list[VisualBlock]:
    """Set the degrees of what was joined in a round; gives the parts that another round divides."""
    waiting: list[VisualBlock] = []
    pending = [(child, block.doc) for child in block.children]
    while pending:
        one, least = pending.pop()
        if one.rule:
            one.doc = max(one.doc, least)
            if one.rule in RANGES:
                waiting.append(one)
            continue
        heaviest = max((separator.weight for separator in one.separators), default=1)
        degree = min(5, _REGIONS - heaviest) if first else min(FINEST - 1, _JOINED - heaviest)
        one.doc = max(1, least, degree if one.children else FINEST - 1)
        pending += [(child, one.doc) for child in one.children]
    return waiting


def _block(parts: Sequence[Part]) -> VisualBlock:
    nodes = tuple(node for part in parts for node in part.nodes)
    rect = parts[0].rect
    for part in parts[1:]:
        rect = rect.around(part.rect)
    rule = parts[0].rule if len(parts) == 1 else 0
    return VisualBlock(nodes, rect, rule, _degree(parts[0]) if rule and parts[0].final else 1)


def _join(parts: Sequence[Part], lines: Sequence[Line], block: VisualBlock) -> None:
    """Put the parts into the block, along its separators; nothing where none of them can be told from the others."""
    region = Region(parts, lines)
    both = region.separators(horizontal=True), region.separators(horizontal=False)
    heaviest = max((one.weight for found in both for one in found), default=0)
    if not heaviest:
        _pile(parts, lines, block)
        return
    chosen = next(found for found in both if any(one.weight == heaviest for one in found))
    block.separators = [one for one in chosen if one.weight == heaviest]
    low = 1 if block.separators[0].horizontal else 0
    ends = [one.end for one in block.separators]
    groups: list[list[Part]] = [[] for _ in range(len(ends) + 1)]
    for part in parts:
        groups[bisect_right(ends, part.rect[low])].append(part)
    placed = sorted(lines, key=lambda line: line.rect[low] + line.rect[low + 2])
    middles = [(line.rect[low] + line.rect[low + 2]) / 2 for line in placed]
    for group in groups:
        child = _block(group)
        block.children.append(child)
        if len(group) > 1:
            first = bisect_left(middles, child.rect[low] - OVERLAP)
            last = bisect_right(middles, child.rect[low + 2] + OVERLAP)
            _join(group, placed[first:last], child)


def _pile(parts: Sequence[Part], lines: Sequence[Line], block: VisualBlock) -> None:
    """Divide parts that no separator divides: those afloat from those below them, else those that do not meet."""
    least = min(part.floats for part in parts)
    afloat = [part for part in parts if part.floats > least]
    if afloat:
        _put([[part for part in parts if part.floats == least]], lines, block)
        layers: dict[int, list[Part]] = {}
        for part in afloat:
            layers.setdefault(id(_floating(part.nodes[0])), []).append(part)
        _put(list(layers.values()), lines, block, layer=True)
        return
    if len(parts) > _CLUSTER:
        return
    clusters = _clusters(parts)
    if len(clusters) > 1:
        _put(clusters, lines, block)
        return
    below = max(parts, key=lambda part: part.rect.area)
    if not below.final:
        _put([[below]], lines, block)
        _put([[part] for part in parts if part is not below], lines, block, layer=True)


def _floating(node: VisualNode) -> VisualNode | None:
    """The element that stands afloat with a node in it."""
    one: VisualNode | None = node
    while one is not None and not one.bits & AFLOAT:
        one = one.parent
    return one


def _put(
    groups: Sequence[list[Part]], lines: Sequence[Line], block: VisualBlock, *, layer: bool = False
) -> None:
    for group in groups:
        child = _block(group)
        child.layer = layer
        block.children.append(child)
        if len(group) > 1:
            inside = [line for line in lines if line.rect.around(child.rect) == child.rect]
            _join(group, inside, child)


def _clusters(parts: Sequence[Part]) -> list[list[Part]]:
    """The parts in groups whose rectangles do not meet, in the order of the source."""
    groups = [([part], part.rect) for part in parts]
    merged = True
    while merged:
        merged = False
        kept: list[tuple[list[Part], Rect]] = []
        for members, rect in groups:
            for number, (others, other) in enumerate(kept):
                if rect.meets(other, OVERLAP):
                    kept[number] = (others + members, rect.around(other))
                    merged = True
                    break
            else:
                kept.append((members, rect))
        groups = kept
    return [members for members, _ in groups]
