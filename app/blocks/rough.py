"""Pages with so many elements that reading all of them takes too long: a row of blocks, without structure."""

from __future__ import annotations

import re
from itertools import pairwise

from app.blocks.cutting import put_in_bytes
from app.blocks.endings import cuts_of
from app.blocks.rough_texts import count_between, later
from app.blocks.rules import CUT, SMALLEST, WHOLE
from app.blocks.source import Source
from app.blocks.spans import ATTRIBUTES
from app.blocks.styles import Style
from app.blocks.tree import Block, BlockTree

MOST_ELEMENTS = 80_000  # of both versions: half a second to read
WARNING = "it has so many elements that it was divided by its texts alone, without their structure"
_OLDER = 0.75  # of these in the older version at most, where little has changed
_SAMPLES, _SAMPLE, _MOST_MISSED = 64, 200, 8  # the second in characters
_ROW = 400  # blocks a page, about
_BODY = "/html[1]/body[1]"
_BODY_TAG = re.compile(rf"<body(?=[ \t\n\f\r/>]){ATTRIBUTES}(?:>|\Z)", re.IGNORECASE)


def count_elements(*texts: str) -> int:
    """About how many elements pages have, or what is as much work; 0 for short ones."""
    if sum(map(len, texts)) < MOST_ELEMENTS:
        return 0
    return sum(count_between(text, 0, len(text)) for text in texts)


def is_too_much(a: str, b: str, *, anew: bool = False) -> bool:
    """Whether reading two versions of a page takes too long: the second one `anew`, or what has changed in it."""
    if count_elements(a, b) <= MOST_ELEMENTS:
        return False
    return anew or count_elements(a) > _OLDER * MOST_ELEMENTS or not _is_alike(a, b)


def _is_alike(a: str, b: str) -> bool:
    """Whether samples of one text are found in the other, in order."""
    before = missed = 0
    for sample in range(_SAMPLES):
        start = len(b) * sample // _SAMPLES
        place = a.find(b[start : start + _SAMPLE], before)
        if place >= 0:
            before = place
        else:
            missed += 1
            if missed > _MOST_MISSED:
                return False
    return True


def divide_both(a: Source, b: Source, styles: tuple[Style, Style], level: int) -> tuple[BlockTree, BlockTree]:
    """The block trees of two versions of a page. A block ends where the text before says so, so that equal texts are
    equal blocks in both."""
    cuts = cuts_of((a.text, b.text), _ROW)
    room = max(SMALLEST, max(len(a.text), len(b.text)) // _ROW)
    trees = []
    for source, style, places in zip((a, b), styles, cuts, strict=True):
        blocks = _blocks(source.text, places)
        if not put_in_bytes(blocks, source):
            blocks = [Block("/html[1]", (0, len(source.data)), 1, WHOLE, len(source.text), "html")]
            blocks[0].places = 0, len(source.text)
        scan = later(source.text)
        trees.append(BlockTree(source.data, source.charset, blocks, level, room, style, scan, (WARNING,)))
    return trees[0], trees[1]


def _edges(text: str) -> tuple[int, int]:
    """Where the body begins and ends."""
    tag = _BODY_TAG.search(text)
    begin = tag.end() if tag is not None else 0
    end = max(text.rfind("</body"), text.rfind("</BODY"))
    return begin, end if end > begin else len(text)


def _blocks(text: str, cuts: list[int]) -> list[Block]:
    """The body in a row of blocks."""
    begin, end = _edges(text)
    blocks = []
    for number, (start, stop) in enumerate(pairwise([begin, *(cut for cut in cuts if begin < cut < end), end]), 1):
        block = Block(f"{_BODY}#{number}", (0, 0), 1, CUT, stop - start, "")
        block.places = start, stop
        blocks.append(block)
    return blocks
