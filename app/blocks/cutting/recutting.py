"""Cut the next version of a page whose tree is known.

Where little has changed only the stretches around it are read again, in the old version and in the new one: when both
begin and end with the same elements open, the page around them is what it was, and so are its blocks. Where blocks
begin or end with something else now they are cut anew, from the nodes of the old version with the new ones among them.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import accumulate

from app.blocks.cutting.cutting import DEFAULT_LEVEL, LONG, SHARE, Page, put_in_bytes, usual_unit
from app.blocks.cutting.rough import MOST_ELEMENTS, count_elements, divide_both, is_too_much
from app.blocks.cutting.stretches import Part, Region, Stretches, far_apart, hunks
from app.blocks.page.building import (
    CAREFUL,
    IMPLIED,
    IN_FOREIGN,
    LINE_END,
    OVER,
    TABLE_PARTS,
    Unusual,
    tag_of,
)
from app.blocks.page.effort import uncollected
from app.blocks.page.nodes import Node, element, release, text_node, weight_of
from app.blocks.page.reading import Reader
from app.blocks.page.source import Source, unescape
from app.blocks.page.spans import Scan, scan
from app.blocks.page.styles import StaticStyle, Style
from app.blocks.page.tree import SMALLEST, Block, BlockTree

# Read again what has changed of a page, in both versions.

_INERT = re.compile(r"(?>(?:[ \t\n\f\r]++|<!--(?!-?>)(?>(?:[^-]++|-(?!-!?>))*)--!?>)*)")
_START_TAG = re.compile(r"<([a-zA-Z][^\s/>]*)")
_TEXT, _TEXT_NODE = "text()", "-text"  # in paths and as a node


class Regions(Stretches):
    """The regions of a page that was read without a parser. They have the new parts of its tree until `release`."""

    def __init__(self, scan: Scan, nodes: Sequence[Node], new: str) -> None:
        super().__init__(scan, nodes, new)
        self._kept: list[Node] = []

    def release(self) -> None:
        """Take apart what was kept."""
        for root in self._kept:
            release(root)

    def read(self, region: Region) -> None:
        """Read a region, the old one to compare. Unusual where the page has to be read as a whole."""
        if region.in_tag:
            return
        start, end, new_start, new_end = region.hunk
        old, new = self._scan.text[start:end], self._new[new_start:new_end]
        if not region.around or self._scan.names[region.around[-1]] == "html":
            if not (_INERT.fullmatch(old) and _INERT.fullmatch(new)):
                raise Unusual
            region.scan = scan(new)
            for start, end, _ in region.scan.texts[:1]:
                region.scan.texts[0] = start, end, self._own_line(region)
            return
        if any(self._scan.closes[number] > end for number in range(region.first, region.last)):
            raise Unusual
        if self._taken_in(region, new):
            raise Unusual
        own_line = self._own_line(region)
        if self._only_words(region, old, new):
            was, now = self._words(old, own_line), self._words(new, own_line)
        else:
            was, now = self._part(old, region.around, own_line), self._part(new, region.around, own_line)
        if was.open != now.open or was.scan.names != self._scan.names[region.first : region.last]:
            raise Unusual
        if self._joins(region, now):
            raise Unusual
        region.scan, region.texts = now.scan, was.container.texts
        region.part = now
        region.gain = now.container.weight - was.container.weight
        region.shows = bool(was.container.weight or now.container.weight)
        region.row_changed = was.row != now.row
        if region.row_changed or was.container.texts != now.container.texts:
            more = Counter({**Counter(now.row), _TEXT: now.container.texts})
            more.subtract({**Counter(was.row), _TEXT: was.container.texts})
            region.more = {name: count for name, count in more.items() if count}
        if was.own_line != now.own_line and not self._line_ends(region):
            if was.own_line:
                raise Unusual
            region.own_line = True

    def _line_ends(self, region: Region) -> bool:
        """Whether the tag behind a region begins another line in any case."""
        names, end = self._scan.names, region.hunk.end
        if region.last < len(names) and self._scan.starts[region.last] == end:
            return tag_of(names[region.last]).own_line
        return self._scan.inner_ends[region.around[-1]] == end and tag_of(names[region.around[-1]]).own_line

    def _joins(self, region: Region, new: Part) -> bool:
        """Whether a text before or behind the region goes on in the new one."""
        texts = self._scan.texts
        first = bisect_left(texts, (region.hunk.start, -1, False))
        last = bisect_left(texts, (region.hunk.end, -1, False))
        start, end = region.hunk.start, region.hunk.end
        before = first > 0 and self._goes_on(texts[first - 1][1], start, region.first - 1)
        ignored = self._scan.text.startswith("</", end) and end != self._scan.inner_ends[region.around[-1]]
        behind = last < len(texts) and (ignored or texts[last][0] == end)
        if before and behind and not new.scan.names:
            return True
        begins = new.scan.text.startswith("</") or (bool(new.scan.texts) and new.scan.texts[0][0] == 0)
        return (before and begins) or (behind and new.words_end == len(new.scan.text))

    def _goes_on(self, text_end: int, place: int, number: int) -> bool:
        """Whether nothing but an end tag that the parser ignores may stand between a text and a place behind it."""
        if text_end == place:
            return True
        if "</" not in self._scan.text[text_end:place]:
            return False
        while number >= 0 and self._scan.closes[number] != place:
            number = self._parent(number)
        return number < 0

    def _part(self, text: str, around: list[int], own_line: bool) -> Part:
        """Read a stretch as the content of these elements."""
        reader = Reader(text, StaticStyle())
        self._kept.append(reader.root)
        container = reader.inside([self._scan.names[number] for number in around])
        if container.around & IN_FOREIGN:
            raise Unusual
        container.around &= ~LINE_END
        container.weight = 0
        own_line = reader.run(own_line=own_line)
        reader.check()
        open_tags = []
        while reader.top is not container:
            if reader.top.number < 0 or reader.top.tag not in IMPLIED:
                raise Unusual
            open_tags.append(reader.top.tag)
            reader.leave(reader.top, len(text), len(text))
        if "\0" in text or container.around & OVER:
            raise Unusual
        row = [child.tag for child in container.children]
        return Part(
            container, reader.nodes, reader.implied, reader.words_end, reader.scan, row, open_tags, own_line
        )

    def _only_words(self, region: Region, old: str, new: str) -> bool:
        """Whether both versions are nothing but a text, as most changes are."""
        if "<" in new or "<" in old or not new or not old or "\r" in new or "\r" in old:
            return False
        names = [self._scan.names[number] for number in region.around]
        return not tag_of(names[-1]).add & (CAREFUL | IN_FOREIGN) and "svg" not in names and "body" in names

    def _words(self, text: str, own_line: bool) -> Part:
        """A text as it would be read."""
        container = element(None, "div", "layout")
        container.texts = 1
        weight = weight_of(unescape(text) if "&" in text else text)
        if weight:
            container.children.append(text_node(container, 1, weight))
            container.weight = weight
        self._kept.append(container)
        found = Scan(text, texts=[(0, len(text), own_line)], exact=True)
        return Part(container, [], [], len(text), found, [_TEXT_NODE] if weight else [], [], False)

    def _own_line(self, region: Region) -> bool:
        """Whether a text at the beginning of a region stands on a line of its own."""
        scan, start = self._scan, region.hunk.start
        number = bisect_left(scan.texts, (start, -1, False)) - 1
        if number < 0:
            return True
        behind = scan.texts[number][1]
        first = bisect_left(scan.starts, behind)
        names = scan.names[first : region.first]
        chain = self._chain(first - 1)
        names += [scan.names[n] for n in chain if behind <= scan.inner_ends[n] < scan.closes[n] <= start]
        return any(tag_of(name).own_line for name in names)

    def _taken_in(self, region: Region, new: str) -> bool:
        """Whether an element before a region, which has no end tag, may go on in the new one."""
        scan, names = self._scan, self._scan.names
        before = self._child(region.around[-1], region.first - 1)
        if before < 0 or scan.closes[before] != region.hunk.start:
            return False
        if scan.inner_ends[before] < scan.closes[before] or self._empty(before):
            return False
        following = region.first if new else region.last
        at = region.hunk.start if new else region.hunk.end
        ended_by = names[following] if following < len(names) and scan.starts[following] == at else ""
        first = _START_TAG.match(new)
        if first:
            return first[1].lower() not in (names[before], ended_by)
        return bool(new or ended_by) or names[before] not in IMPLIED | TABLE_PARTS


# Put a scan of the changed stretches of a page into that of its last version.


def splice(old: Scan, text: str, regions: Sequence[Region]) -> Scan:
    """The scan of the new text. Unusual where one text's place on a line cannot be told."""
    scan = Scan(text, exact=True)
    number = place = shift = 0
    waiting = False  # for the next text, which begins on a line of its own now
    for region in regions:
        start, end, new_start, new_end = region.hunk
        until = bisect_left(old.texts, (start, -1, False))
        _add(scan, old, (number, region.first), shift)
        waiting = _add_texts(scan, old.texts[place:until], shift, waiting)
        number, place = region.last, bisect_left(old.texts, (end, -1, False))
        shift = new_end - end
        if region.in_tag:
            scan.ends[-1] += region.growth
        elif waiting:
            raise Unusual
        if region.scan is not None:
            _add(scan, region.scan, (0, len(region.scan.names)), new_start)
            _add_texts(scan, region.scan.texts, new_start, False)
        waiting = waiting or region.own_line
    _add(scan, old, (number, len(old.names)), shift)
    _add_texts(scan, old.texts[place:], shift, waiting)
    lasts = [region.last for region in regions]
    added = [0, *accumulate(region.added for region in regions)]
    for region in regions:
        growth = region.growth
        if growth:
            for number in region.around:
                number += added[bisect_right(lasts, number)]
                scan.inner_ends[number] += growth
                scan.closes[number] += growth
    return scan


def _add(scan: Scan, other: Scan, numbers: tuple[int, int], shift: int) -> None:
    """Add elements of another scan, `shift` characters further on."""
    part = slice(*numbers)
    scan.names += other.names[part]
    for places, others in (
        (scan.starts, other.starts),
        (scan.ends, other.ends),
        (scan.inner_ends, other.inner_ends),
        (scan.closes, other.closes),
    ):
        places += [place + shift for place in others[part]] if shift else others[part]


def _add_texts(scan: Scan, texts: list[tuple[int, int, bool]], shift: int, own_line: bool) -> bool:
    """Add texts, the first on a line of its own if so. Whether that is still to be done."""
    if not texts:
        return own_line
    first, last, before = texts[0]
    scan.texts.append((first + shift, last + shift, before or own_line))
    scan.texts += (
        [(start + shift, end + shift, line) for start, end, line in texts[1:]] if shift else texts[1:]
    )
    return False


_MOST = 60  # hunks, or one in so many characters:
_SPARSE = 5_000
_OFTEN_LEFT_OUT = ("html", "body", "tbody", "tr", "colgroup")  # start tags
_PARSED = 0.75  # of the elements that can be read in time, where the parser is needed
_LONGER = (
    8  # times as long, and the blocks are as large as the longer version needs them, by so much of its source
)
_SMALL_PART = 3  # of the page: no more is read again


@uncollected
def cut_both(
    a: bytes,
    b: bytes,
    charset_a: str | None = None,
    charset_b: str | None = None,
    *,
    level: int = DEFAULT_LEVEL,
    style_a: Style | None = None,
    style_b: Style | None = None,
    unit: int | None = None,
) -> tuple[BlockTree, BlockTree]:
    """The block trees of two versions of a page, with blocks of the same size. Never raises for any bytes.

    The arguments are those of `cut`. Blocks in which little has changed are the same in both, also where a cut of the
    second version alone might draw them elsewhere.
    """
    source_a, source_b = Source(a, charset_a), Source(b, charset_b)
    styles = style_a or StaticStyle(), style_b or StaticStyle()
    usual = all(isinstance(style, StaticStyle) for style in styles)
    if usual and is_too_much(source_a.text, source_b.text):
        return divide_both(source_a, source_b, styles, level)
    page = Page(source_a, styles[0])
    try:
        large = usual and count_elements(source_a.text, source_b.text) > _PARSED * MOST_ELEMENTS
        if page.reader is not None or not large:
            if unit is None and len(source_b.text) > _LONGER * len(source_a.text):
                unit = usual_unit(max(page.root.weight, len(source_b.text) // _LONGER))
            old = page.cut(level, unit)
            new = _next(page, old, source_b, styles[1], large=large)
            if new is not None:
                return old, new
    finally:
        page.release()
    return divide_both(source_a, source_b, styles, level)


def _next(page: Page, old: BlockTree, source: Source, style: Style, *, large: bool) -> BlockTree | None:
    """The tree of the next version; the nodes of the page may become those of the new one. None for one that is too
    large to be read anew."""
    if isinstance(style, StaticStyle) and page.reader is not None:
        try:
            return _follow(page, old, source, style)
        except Unusual:
            page.release()  # both trees would take twice the room
    if large and is_too_much(old.scan.text, source.text, anew=True):
        return None
    anew = Page(source, style)
    try:
        return anew.cut(old.level, old.unit) if anew.reader is not None or not large else None
    finally:
        anew.release()


def _follow(page: Page, old: BlockTree, source: Source, style: Style) -> BlockTree:
    """The tree out of the old one. Unusual, where the page has to be read anew."""
    if page.reader is None or not old.blocks or "\0" in source.text:
        raise Unusual
    found = Regions(old.scan, page.reader.nodes, source.text)
    try:
        regions = changed_regions(found, old.scan, source.text)
        scan = splice(old.scan, source.text, regions)
        try:
            return _taken_over(old, source, style, scan, regions)
        except Unusual:
            page.become(source, style, regions, scan)
            return page.cut(old.level, old.unit)
    finally:
        found.release()


def _taken_over(old: BlockTree, source: Source, style: Style, scan: Scan, regions: list[Region]) -> BlockTree:
    """The tree with the blocks of the old one. Unusual, where others are needed."""
    gains: dict[int, int] = {}
    for region in regions:
        holding = _holding(old.blocks, region)
        _check(old, region, holding)
        for block in holding:
            gains[id(block)] = gains.get(id(block), 0) + region.gain
    tree = BlockTree(source.data, source.charset, [], old.level, old.unit, style, scan)
    moving = _Moving(old, regions, gains)
    tree.blocks = [moving.block(block) for block in old.blocks]
    if not put_in_bytes(tree.blocks, source):
        raise Unusual
    return tree


def changed_regions(found: Regions, old: Scan, text: str) -> list[Region]:
    """What has to be read again, read, in order, nothing twice. Unusual, where that is too much."""
    most = max(_MOST, len(text) // _SPARSE)
    if far_apart(old.text, text, most):
        raise Unusual
    differing = hunks(old.text, text)
    room = (len(text) + len(old.text)) // _SMALL_PART
    sizes = [hunk.end - hunk.start + hunk.new_end - hunk.new_start for hunk in differing]
    if len(differing) > most or sum(sizes) > room:
        raise Unusual
    regions: list[Region] = []
    for hunk in differing:
        found.add(regions, hunk)
    for region in regions:
        room -= region.size
    number = 0
    while number < len(regions):
        if room < 0:
            raise Unusual
        try:
            found.read(regions[number])
        except Unusual:
            number = found.widen(regions, number)
            room -= regions[number].size
        else:
            number += 1
    return regions


def _holding(blocks: list[Block], region: Region) -> list[Block]:
    """The blocks that a region stands in, each inside the one before."""
    start, end = region.hunk.start, region.hunk.end
    for block in blocks:
        first, last = block.places
        if first <= start and end <= last and (start < end or first < start < last):
            return [block, *_holding(block.children, region)]
        if first < end and start < last:
            raise Unusual
    return []


def _check(old: BlockTree, region: Region, holding: list[Block]) -> None:
    """Unusual, where a region may move blocks or make one."""
    if region.in_tag:
        return
    leaf = holding[-1] if holding and not holding[-1].children else None
    if leaf is None and region.shows:
        raise Unusual
    if region.row_changed:
        start, end = region.hunk.start, region.hunk.end
        around = old.scan.starts[region.around[-1]]
        for first, last in (block.places for block in holding):
            if around < first and (start == first or end == last):
                raise Unusual  # the block begins or ends with something else now


class _Moving:
    """Blocks of the old page where they stand in the new one."""

    def __init__(self, old: BlockTree, regions: list[Region], gains: dict[int, int]) -> None:
        self._unit, self._scan = old.unit, old.scan
        self._gains = gains
        self._starts = [region.hunk.start for region in regions]
        self._ends = [region.hunk.end for region in regions]
        self._growth = [0, *accumulate(region.growth for region in regions)]
        self._added = [0, *accumulate(region.added for region in regions)]
        self._renumbering = [region for region in regions if region.more]

    def block(self, old: Block) -> Block:
        first, last = old.places
        before, until = bisect_right(self._ends, first), bisect_right(self._ends, last)
        if until and self._starts[until - 1] == last:
            until -= 1  # it came in behind the block
        block = Block(old.path, (0, 0), old.level, old.rule, old.weight, old.tag)
        block.places = first + self._growth[before], last + self._growth[until]
        block.numbers = old.numbers[0] + self._added[before], old.numbers[1] + self._added[until]
        gain = self._gains.get(id(old), 0)
        if gain:
            block.weight += gain
            size = max(SMALLEST, self._unit // SHARE ** (old.level - 1))
            least, most = min(old.weight, size) // 2, max(old.weight + size // 2, LONG * size)
            if not least < block.weight <= most:
                raise Unusual  # it may have to be divided, or be no block any more
        for region in self._renumbering:
            around = region.around[-1]
            if region.hunk.start < last <= self._scan.closes[around] and first >= self._scan.ends[around]:
                block.path = self._renumbered(block.path, region, inside=first < region.hunk.start)
        block.children = [self.block(child) for child in old.children]
        return block

    def _renumbered(self, path: str, region: Region, *, inside: bool) -> str:
        """The path of a block behind a region, or with the region `inside` it, after what has come into the region."""
        steps, dots, last = path.partition("..")
        found = steps.split("/")
        place = 1
        for number in region.around:
            name = self._scan.names[number]
            while place < len(found) and found[place].partition("[")[0] != name:
                if found[place].partition("[")[0] not in _OFTEN_LEFT_OUT:
                    return path
                place += 1
            place += 1
        if place >= len(found):
            return path
        if not inside:
            found[place] = _later(found[place], region.more)
        steps = "/".join(found)
        if dots and place == len(found) - 1:
            last = _later(last, region.more)
        return f"{steps}{dots}{last}"


def _later(step: str, more: Mapping[str, int]) -> str:
    """A step of a path with so many more of its name before it."""
    name, _, number = step.partition("[")
    digits, bracket, rest = number.partition("]")
    return f"{name}[{int(digits) + more.get(name, 0)}{bracket}{rest}"
