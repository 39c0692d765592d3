"""Equality of stretches at little cost, on large pages and on pages of which only some blocks are read."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise

from app.blocks.cutting.rough import LaterScan, count_between, scan_texts
from app.blocks.match.stretches import Side, Stretch
from app.blocks.page.effort import Budget
from app.blocks.page.elements import ATTRIBUTES
from app.blocks.page.lines import Text
from app.blocks.page.source import unescape

_MANY_TEXTS = 40_000  # of pages with more, lines are not made to see whether they are the same
_MANY_TAGS = 60_000  # of pages with more, values of attributes are compared as they are written
_VALUE = re.compile(
    rf"""\b(?:{"|".join(sorted({name for names in ATTRIBUTES.values() for name in names}))})\s*=\s*"""
    r"""("[^"]*"|'[^']*'|[^\s>]+)""",
    re.IGNORECASE,
)
_FIRST_TAGS = 10  # of many, whose links are looked at before all


def says_same(a: Stretch, b: Stretch) -> tuple[bool, bool]:
    """Whether both have the same text, and whether tags divide it in the same way; on large pages, the same words."""
    if min(len(each.side.shown.texts) for each in (a, b)) <= _MANY_TEXTS:
        same = a.says_same(b)
        return same, same and a.divided_text == b.divided_text
    texts_a, texts_b = _texts(a), _texts(b)
    written_a, written_b = _written(a, texts_a), _written(b, texts_b)
    if written_a == written_b and [apart for _, _, apart in texts_a] == [apart for _, _, apart in texts_b]:
        return True, True
    return _words(written_a) == _words(written_b), False


def leads_same(a: Stretch, b: Stretch) -> bool:
    """Whether both have the same links and media."""
    if a.side.targets == b.side.targets:
        if tags_of(a) == tags_of(b):
            return True
        if min(len(each.side.tree.scan.names) for each in (a, b)) > _MANY_TAGS:
            return _values(a) == _values(b) or (a.side.targets.known and _targets(a) == _targets(b))
    if min(each.numbers[1] - each.numbers[0] for each in (a, b)) > 2 * _FIRST_TAGS:
        first, second = _begin(a).attributes, _begin(b).attributes
        if any(one != two for one, two in zip(first, second, strict=False)):
            return False
    return a.attributes == b.attributes


def _texts(stretch: Stretch) -> list[Text]:
    return stretch.side.shown.between(*stretch.places)


def _written(stretch: Stretch, texts: list[Text]) -> list[str]:
    """The texts as they are written."""
    source = stretch.side.tree.scan.text
    return [source[first:last] for first, last, _ in texts]


def _words(written: list[str]) -> list[str]:
    """Words between white space or tags."""
    return unescape(" ".join(written)).split()


def tags_of(stretch: Stretch) -> list[str]:
    """The start tags of links and media, as written."""
    scan = stretch.side.tree.scan
    text, names, starts, ends = scan.text, scan.names, scan.starts, scan.ends
    return [
        text[starts[n] : scan.inner_ends[n] if names[n] == "title" else ends[n]]
        for n in range(*stretch.numbers)
        if names[n] in ATTRIBUTES or names[n] == "title"
    ]


def _values(stretch: Stretch) -> list[str]:
    """The values of attributes of links and media, as written."""
    written = _VALUE.findall(stretch.side.tree.scan.text, *stretch.places)
    return [value.strip("\"'") for value in written]


def _targets(stretch: Stretch) -> list[str]:
    """These values with the addresses among them resolved."""
    return [stretch.side.targets.resolved(value) for value in _values(stretch)]


def _begin(stretch: Stretch) -> Stretch:
    """The first tags of a stretch."""
    place = stretch.side.tree.scan.starts[stretch.numbers[0] + _FIRST_TAGS]
    return Stretch(stretch.side, stretch.span, (stretch.places[0], place), stretch.level, "")


_BEGIN = 800  # characters of source that are enough to tell most different blocks apart
_DOUBTFUL = 40  # characters at the end of these that may be the begin of a tag


def read_some(side: Side, leaves: Iterable[int]) -> None:
    """Read these leaves of an unread page, and the layout around all leaves, until `read_on`."""
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


def are_same(a: Stretch, b: Stretch, room: Budget) -> tuple[bool, bool, bool]:
    """Whether two stretches have the same text, the same division by tags, and the same links and media.

    They count as different where the budget does not suffice to compare them.
    """
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
    """A stretch, or its begin, as the only content of a page."""
    start, end = stretch.places
    places = start, min(end, start + size)
    tree = replace(stretch.side.tree, scan=scan_texts(stretch.side.tree.scan.text, [places]), blocks=[])
    side = Side(tree)
    side.targets = stretch.side.targets
    return Stretch(side, stretch.span, places, stretch.level, stretch.found_path)
