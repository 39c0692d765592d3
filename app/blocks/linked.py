"""Links whose words are others though the text is the same: the text stays, what of it leads somewhere does not."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from app.blocks.parts import Stretch, attributes_of
from app.blocks.word_edges import WordOp

Place = tuple[int, int]  # characters of the text of a block, those that nobody sees apart
UNSEEN = re.compile(r"[\s\u200b\ufeff]+")
"""What counts for no place in a text."""
_MOST = 2_000  # links of a block that are looked at
_BESIDE = 8  # characters between a link and words that it lost or gained, where its own have changed


class Linked(NamedTuple):
    """A link of both versions: where it leads, its words in either, and which characters of the text that stays are
    a part of it in one version only; of these where they stand in both texts, white space apart."""

    address: str
    text_a: str
    text_b: str
    places_a: tuple[Place, ...]
    places_b: tuple[Place, ...]


class _Link(NamedTuple):
    address: str
    start: int
    end: int
    said: str  # white space apart
    source: Place


def relinked(
    a: Stretch, b: Stretch, words: Sequence[tuple[WordOp, str, str]], only: tuple[Sequence[str], Sequence[str]]
) -> tuple[Linked, ...]:
    """The links that lost or gained words which both versions have. Those that came, went, or lead elsewhere (`only`,
    as attributes of one version) are told as such."""
    if not (_holds_links(a) and _holds_links(b)):
        return ()
    links_a, links_b = _links(a), _links(b)
    same = all(op == "unchanged" for op, _, _ in words)
    pairs = [
        (one, two)
        for one, two in _pairs(links_a, links_b, (set(only[0]), set(only[1])))
        if one.said != two.said or (same and one.start != two.start)
    ]
    if not pairs:
        return ()
    at_a, at_b = 0, 0
    kept: list[tuple[int, int, str]] = []  # where in a, where in b, and what
    for op, text_a, text_b in words:
        said_a, said_b = UNSEEN.sub("", text_a), UNSEEN.sub("", text_b)
        if op == "unchanged" and said_a == said_b and said_a:
            kept.append((at_a, at_b, said_a))
        at_a, at_b = at_a + len(said_a), at_b + len(said_b)
    found: list[Linked] = []
    for one, two in pairs:
        stay = _is_kept(kept, 0, one) and _is_kept(kept, 1, two)
        places: tuple[list[Place], list[Place]] = [], []
        shared = 0
        for start_a, start_b, said in _near(kept, one, two):
            here, there = _cut(one, start_a, len(said)), _cut(two, start_b, len(said))
            shared += max(0, min(here[1], there[1]) - max(here[0], there[0]))
            lost = [(place, two, start_b, links_b) for place in _without(here, there)]
            gained = [(place, one, start_a, links_a) for place in _without(there, here)]
            for (first, last), link, start, links in (*lost, *gained):
                if not any(map(str.isalnum, said[first:last])) or (not same and said[first:last] in link.said):
                    continue
                if stay or _is_beside(link, (start + first, start + last), links):
                    places[0].append((start_a + first, start_a + last))
                    places[1].append((start_b + first, start_b + last))
        if places[0] and (stay or shared):
            found.append(Linked(one.address, _text(a, one), _text(b, two), tuple(places[0]), tuple(places[1])))
    return tuple(found)


def _text(part: Stretch, link: _Link) -> str:
    return " ".join([line.text for line in part.side.shown.lines(*link.source)])


def _holds_links(part: Stretch) -> bool:
    scan = part.side.tree.scan
    first, last = bisect_left(scan.starts, part.places[0]), bisect_left(scan.starts, part.places[1])
    return "a" in scan.names[first:last]


def _links(part: Stretch) -> list[_Link]:
    """The links of a block that say something, by the characters of its text."""
    scan, shown, targets = part.side.tree.scan, part.side.shown, part.side.targets
    first, last = bisect_left(scan.starts, part.places[0]), bisect_left(scan.starts, part.places[1])
    found: list[_Link] = []
    place, at = part.places[0], 0
    for number in range(first, last):
        if scan.names[number] != "a" or scan.ends[number] < place:
            continue
        address = attributes_of(scan.text, scan.name_ends[number], scan.ends[number]).get("href")
        if address is None:
            continue
        start, end = scan.ends[number], min(scan.inner_ends[number], part.places[1])
        at += len(UNSEEN.sub("", shown.squeezed(place, start)))
        said = UNSEEN.sub("", shown.squeezed(start, end))
        if said:
            found.append(_Link(targets.resolved(" ".join(address.split())), at, at + len(said), said, (start, end)))
            if len(found) == _MOST:
                break
        place, at = end, at + len(said)
    return found


def _pairs(a: Sequence[_Link], b: Sequence[_Link], told: tuple[set[str], set[str]]) -> Iterator[tuple[_Link, _Link]]:
    """The links of both versions that lead to one address as often in one as in the other, in their order."""
    by_address: tuple[dict[str, list[_Link]], ...] = defaultdict(list), defaultdict(list)
    for side, links in enumerate((a, b)):
        for link in links:
            if f'[a href="{link.address}"]' not in told[side]:
                by_address[side][link.address].append(link)
    for address, links in by_address[0].items():
        others = by_address[1].get(address, [])
        if len(links) == len(others):
            yield from zip(links, others, strict=True)


def _near(kept: Sequence[tuple[int, int, str]], one: _Link, two: _Link) -> Iterator[tuple[int, int, str]]:
    """The stretches that stay in which one of two links has words."""
    first = min(bisect_right(kept, one.start, key=_in_a), bisect_right(kept, two.start, key=_in_b)) - 1
    for n in range(max(0, first), len(kept)):
        if kept[n][0] >= one.end and kept[n][1] >= two.end:
            break
        yield kept[n]


def _in_a(stretch: tuple[int, int, str]) -> int:
    return stretch[0]


def _in_b(stretch: tuple[int, int, str]) -> int:
    return stretch[1]


def _cut(link: _Link, start: int, size: int) -> Place:
    """The part of a stretch that a link has."""
    first = min(max(link.start - start, 0), size)
    return first, max(first, min(link.end - start, size))


def _without(one: Place, two: Place) -> list[Place]:
    """What of one place is not in another."""
    ends = (one[0], min(one[1], max(one[0], two[0]))), (max(one[0], min(one[1], two[1])), one[1])
    if two[0] >= two[1]:
        ends = one, (0, 0)
    return [(first, last) for first, last in ends if first < last]


def _is_beside(link: _Link, place: Place, links: Sequence[_Link]) -> bool:
    """Whether a place is near a link and in no other one."""
    n = bisect_left(links, place[1], key=_start)
    away = max(link.start - place[1], place[0] - link.end)
    return away <= _BESIDE and (n == 0 or links[n - 1].end <= place[0])


def _start(link: _Link) -> int:
    return link.start


def _is_kept(kept: Sequence[tuple[int, int, str]], side: int, link: _Link) -> bool:
    """Whether all words of a link stay."""
    n = bisect_right(kept, link.start, key=_in_b if side else _in_a) - 1
    return n >= 0 and link.end <= (kept[n][1] if side else kept[n][0]) + len(kept[n][2])
