"""Which units of two versions are the same or alike, and between which blocks they were handed over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from app.blocks.looks import SHORT
from app.blocks.moves import weigh
from app.blocks.parts import Matched
from app.blocks.sequences import Pair, align, gaps_between, heaviest_chain
from app.blocks.similarity import likeness
from app.blocks.units import Unit, squeezed

_ALL_PAIRS = 2_500  # of units in a gap, for which all are compared
_ALIKE = 0.45
_CROSSING = 6  # characters (CJK characters count three) of a unit that belongs to another block
_HELD = 16  # characters, as weighed, of a unit that became a part of another
_MOST_READ = 50_000_000  # characters of pages in which units are looked for that were handed over

Owners = tuple[dict[Unit, Matched], dict[Unit, Matched]]  # the blocks that units of both versions are in


@dataclass(eq=False, slots=True)
class Group:
    """Blocks between which units are handed over; mostly one block in both versions."""

    blocks: list[Matched]
    pairs: list[tuple[Unit, Unit]] = field(default_factory=list)
    units: tuple[list[Unit], list[Unit]] = field(default_factory=lambda: ([], []))


def aligned(a: Sequence[Unit], b: Sequence[Unit], owners: Owners) -> list[Pair]:
    """Units that are the same or much alike, rising in both."""
    same = align([unit.content for unit in a], [unit.content for unit in b], [4 + min(len(u.content), 400) for u in a])
    pairs = list(same)
    for a_from, a_to, b_from, b_to in gaps_between(same, (0, len(a), 0, len(b))):
        if (a_to - a_from) * (b_to - b_from) > _ALL_PAIRS:
            continue
        if a_to - a_from == b_to - b_from == 1 and owners[0][a[a_from]] is owners[1][b[b_from]]:
            pairs.append((a_from, b_from))
            continue
        candidates = []
        for i in range(a_from, a_to):
            for j in range(b_from, b_to):
                alike = likeness(a[i].said, b[j].said)
                if alike < _ALIKE and _holds(a[i], b[j]):
                    alike = _ALIKE
                if alike >= _ALIKE:
                    size = 8 + min(len(a[i].text), len(b[j].text), 300)
                    candidates.append((i, j - b_from, int(100 * alike * alike * size)))
        inner = [candidates[n] for n in heaviest_chain(candidates, b_to - b_from)]
        found = [(i, b_from + j) for i, j, _ in inner]
        for c_from, c_to, d_from, d_to in gaps_between(found, (a_from, a_to, b_from, b_to)):
            if c_to - c_from == d_to - d_from:
                found += [
                    (i, j)
                    for i, j in zip(range(c_from, c_to), range(d_from, d_to), strict=True)
                    if a[i].name == b[j].name and max(len(a[i].text), len(b[j].text)) <= SHORT
                ]
        pairs += found
    pairs.sort()
    return pairs


def _holds(one: Unit, two: Unit) -> bool:
    """Whether one of two is the other with more words around."""
    less, more = (one.text, two.text) if len(one.text) <= len(two.text) else (two.text, one.text)
    return less in more and weigh(less) >= _HELD


def groups_of(
    blocks: Sequence[Matched],
    owners: Owners,
    pairs: Iterable[tuple[Unit, Unit]],
) -> list[Group]:
    """The blocks between which units were handed over together, with their units."""
    group_of = {id(block): Group([block]) for block in blocks}
    kept: list[tuple[Unit, Unit]] = []
    left = _MOST_READ
    for one, two in pairs:
        first, second = group_of[id(owners[0][one])], group_of[id(owners[1][two])]
        if first is not second:
            if max(weigh(one.text), weigh(two.text)) < _CROSSING and one.said != two.said:
                continue
            pages = [unit.side.tree.scan.text for unit in (one, two)]
            left -= sum(map(len, pages))
            if left < 0 or any(page.count(unit.content) > 1 for page, unit in zip(pages, (one, two), strict=True)):
                continue  # it may be any of these
            _unite(group_of, first.blocks[0], second.blocks[0])
        kept.append((one, two))
    for unit, beside, side in _divided(owners, kept):
        _unite(group_of, owners[side][unit], owners[side][beside])
    for side in (0, 1):
        for unit, block in owners[side].items():
            group_of[id(block)].units[side].append(unit)
    for one, two in kept:
        group_of[id(owners[0][one])].pairs.append((one, two))
    return list({id(group): group for group in group_of.values()}.values())


def _unite(group_of: dict[int, Group], one: Matched, two: Matched) -> None:
    first, second = group_of[id(one)], group_of[id(two)]
    if len(first.blocks) < len(second.blocks):
        first, second = second, first
    if first is not second:
        first.blocks += second.blocks
        for block in second.blocks:
            group_of[id(block)] = first


def _divided(owners: Owners, pairs: Sequence[tuple[Unit, Unit]]) -> Iterator[tuple[Unit, Unit, int]]:
    """Units without partner with those beside them in another block that they were divided from, and the side."""
    for side in (0, 1):
        partners = {pair[side]: pair[1 - side] for pair in pairs}
        for one, two in pairwise(owners[side]):
            for alone, beside in ((one, two), (two, one)):
                if alone in partners or beside not in partners or one.block.places[1] != two.block.places[0]:
                    continue
                if was_part(squeezed([alone]), squeezed([beside]), squeezed([partners[beside]])):
                    yield alone, beside, side


def was_part(text: str, own: str, others: str) -> bool:
    """Whether a text is in what became of its neighbour, and no more in that itself."""
    return bool(text) and text not in own and text in others
