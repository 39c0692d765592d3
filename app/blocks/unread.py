"""Comparing pages of which not all is read: some blocks to see what became of their lines, of others no more than it
takes to see that they differ."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise

from app.blocks.effort import Steps
from app.blocks.parts import Side, Stretch
from app.blocks.rough_texts import LaterScan, count_between, scan_texts
from app.blocks.sameness import leads_same, says_same, tags_of

_BEGIN = 800  # characters of source in which most blocks differ that do
_DOUBTFUL = 40  # characters at the end of these that may be the begin of something


def read_some(side: Side, leaves: Iterable[int]) -> None:
    """Read these leaves of a page that has not been read, and what stands around all of them, until `read_on`."""
    tree = side.tree
    if not isinstance(tree.scan, LaterScan):
        return
    places = [side.leaves[leaf].places for leaf in sorted(leaves)]
    if side.leaves:
        places = [(0, side.leaves[0].places[0]), *places, (side.leaves[-1].places[1], len(tree.scan.text))]
    joined = places[:1]
    for (_, end), (start, stop) in pairwise(places):
        if start == end:
            joined[-1] = joined[-1][0], stop
        else:
            joined.append((start, stop))
    side.later, tree.scan = tree.scan, scan_texts(tree.scan.text, joined)
    side.read = {start for start, _ in places}


def read_on(side: Side, parts: Iterable[object]) -> None:
    """From now on all of the page is read when something of it is asked for; nothing is known of these parts of it."""
    if side.later is None:
        return
    side.tree.scan, side.later, side.read = side.later, None, None
    side.forget()
    for part in parts:
        if isinstance(part, Stretch) and part.side is side:
            part.forget()


def is_read(stretch: Stretch) -> bool:
    """Whether all of a stretch that is in a leaf has been read."""
    read = stretch.side.read
    return read is None or stretch.side.leaves[stretch.side.leaf_number(stretch.places[0])].places[0] in read


def are_same(a: Stretch, b: Stretch, room: Steps) -> tuple[bool, bool, bool]:
    """Whether two stretches have the same text, divided by tags in the same way, and lead to the same places. They
    count as others where there is no room to see that they are not."""
    one, two = (_alone(each, _BEGIN) for each in (a, b))
    texts = [each.side.shown.squeezed(*each.places) for each in (one, two)]
    size = max(0, min(map(len, texts)) - _DOUBTFUL)
    if texts[0][:size] != texts[1][:size]:
        return False, False, False
    tags = [tags_of(each)[:-1] for each in (one, two)]
    if any(x != y for x, y in zip(*tags, strict=False)):
        led = [each.attributes[:-1] for each in (one, two)]
        if any(x != y for x, y in zip(*led, strict=False)):
            return False, False, False
    if not room.take(sum([count_between(each.side.tree.scan.text, *each.places) for each in (a, b)])):
        return False, False, False
    one, two = (_alone(each, len(each.side.tree.scan.text)) for each in (a, b))
    return *says_same(one, two), leads_same(one, two)


def _alone(stretch: Stretch, size: int) -> Stretch:
    """A stretch, or its begin, of a page that has nothing else."""
    start, end = stretch.places
    places = start, min(end, start + size)
    tree = replace(stretch.side.tree, scan=scan_texts(stretch.side.tree.scan.text, [places]), blocks=[])
    side = Side(tree)
    side.targets = stretch.side.targets
    return Stretch(side, stretch.span, places, stretch.level, stretch.found_path)
