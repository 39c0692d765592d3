"""Cut the next version of a page whose tree is known.

Where little has changed only the stretches around it are read again, in the old version and in the new one: when both
begin and end with the same elements open, the page around them is what it was, and so are its blocks. Where blocks
begin or end with something else now they are cut anew, from the nodes of the old version with the new ones among them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from itertools import accumulate

from app.blocks.building import Unusual
from app.blocks.collecting import uncollected
from app.blocks.cutting import DEFAULT_LEVEL, SHARE, Page, put_in_bytes, usual_unit
from app.blocks.extraction import LONG
from app.blocks.hunks import far_apart, hunks
from app.blocks.regions import Regions
from app.blocks.rough import MOST_ELEMENTS, count_elements, divide_both, is_too_much
from app.blocks.rules import SMALLEST
from app.blocks.source import Source
from app.blocks.spans import Scan
from app.blocks.splicing import splice
from app.blocks.stretches import Region
from app.blocks.styles import StaticStyle, Style
from app.blocks.tree import Block, BlockTree

_MOST = 60  # hunks, or one in so many characters:
_SPARSE = 5_000
_OFTEN_LEFT_OUT = ("html", "body", "tbody", "tr", "colgroup")  # start tags
_PARSED = 0.75  # of the elements that can be read in time, where the parser is needed
_LONGER = 8  # times as long, and the blocks are as large as the longer version needs them, by so much of its source
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
