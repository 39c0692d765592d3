"""Whether two stretches say the same and lead to the same places, at little cost on large pages."""

from __future__ import annotations

import re
from bisect import bisect_left

from app.blocks.elements import ATTRIBUTES
from app.blocks.lines import Text
from app.blocks.parts import Stretch
from app.blocks.references import unescape

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
    if min(len(_numbers(each)) for each in (a, b)) > 2 * _FIRST_TAGS:
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
    """What stands between white space, or between tags."""
    return unescape(" ".join(written)).split()


def _numbers(stretch: Stretch) -> range:
    """The start tags."""
    starts, (start, end) = stretch.side.tree.scan.starts, stretch.places
    first = bisect_left(starts, start)
    return range(first, bisect_left(starts, end, first))


def tags_of(stretch: Stretch) -> list[str]:
    """Those start tags, as they are written, that can lead anywhere or show something."""
    scan = stretch.side.tree.scan
    text, names, starts, ends = scan.text, scan.names, scan.starts, scan.ends
    return [
        text[starts[n] : scan.inner_ends[n] if names[n] == "title" else ends[n]]
        for n in _numbers(stretch)
        if names[n] in ATTRIBUTES or names[n] == "title"
    ]


def _values(stretch: Stretch) -> list[str]:
    """What attributes that lead anywhere or show something have for values, of all tags alike."""
    written = _VALUE.findall(stretch.side.tree.scan.text, *stretch.places)
    return [value.strip("\"'") for value in written]


def _targets(stretch: Stretch) -> list[str]:
    """These values with the addresses among them resolved."""
    return [stretch.side.targets.resolved(value) for value in _values(stretch)]


def _begin(stretch: Stretch) -> Stretch:
    """The first tags of a stretch."""
    place = stretch.side.tree.scan.starts[_numbers(stretch)[_FIRST_TAGS]]
    return Stretch(stretch.side, stretch.span, (stretch.places[0], place), stretch.level, "")
