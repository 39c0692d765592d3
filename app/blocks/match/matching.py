"""Which stretch of one version is which of the other: the alignment of the leaves of two block trees.

Leaves with the same bytes first. Between them, line by line: the same lines in order, lines found elsewhere (they have
moved), lines that are much the same. Leaves that share lines are one block that changed; where a leaf shares lines
with several, because blocks were merged or divided, each part goes with its own. Topics and places decide about
the rest. No step looks at all pairs of a page.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass

from app.blocks.match.moves import Run, moved_alike, moved_renumbered, moved_runs
from app.blocks.match.narrowing import MOST_ELEMENTS, narrow
from app.blocks.match.pairing import (
    Gap,
    Piece,
    Reading,
    join_by_lines,
    join_by_place,
    link_alike,
    link_renumbered,
    link_same,
)
from app.blocks.match.parts import Matched, Side
from app.blocks.match.passes import gather_moved, join_neighbours, join_pictures, part_strangers, rejoin
from app.blocks.match.sameness import read_some
from app.blocks.match.swaps import mark_swapped, settle_order, settle_unmoved, slide, uncross
from app.blocks.page.effort import Steps
from app.words.sequences import Pair, align

_NUMBER = re.compile(rb"\d+")
_MOST_LINES = 70_000  # of both versions, in leaves that differ; of more, not all leaves are read line by line
_MOST_LINES_OF_SOME = 30_000  # of pages that are not read but for these
_MOST_RUNS = 3_000  # of lines that moved
_MOST_DIFFERING = 300_000  # characters; with more, lines that are much the same are not looked for
_MOST_LOOKED_AT = (
    300_000  # characters of blocks that share no line, to see whether their words are much the same
)
_MOST_WORDS = 200_000  # characters of blocks that are read word by word to see what was divided from which
_MOST_TAGS, _MOST_FOUND = 150_000, 10_000  # of both versions; with more, what pictures show is not looked at

Leaves = tuple[list[int], list[int]]  # numbers, of both versions


@dataclass(slots=True)
class Matching:
    """All leaves of both versions, whole or in parts, in the order of b."""

    found: list[Matched]
    complete: bool = True  # all that moved or is much the same was looked for


def match(a: Side, b: Side) -> Matching:
    """Align two versions of a page."""
    # the same bytes in another encoding are not the same
    alike = a.tree.charset == b.tree.charset
    keys_a: Sequence[Hashable] = a.contents if alike else a.sources()
    keys_b: Sequence[Hashable] = b.contents if alike else b.sources()
    same = align(keys_a, keys_b, [4 + len(content) for content in a.contents])
    slide(same, [leaf.path for leaf in a.leaves], [leaf.path for leaf in b.leaves], keys_a, keys_b)
    gaps = list(_gaps_around(same, len(a.leaves), len(b.leaves)))
    if not gaps:
        return Matching([Matched("same", a.leaf(i), b.leaf(j)) for i, j in same])
    one, two = Reading(a), Reading(b)
    whole = _moved_whole(
        keys_a, keys_b, [gap for gap in gaps if not _renumbered(a.contents, b.contents, gap)]
    )
    gone = {i for i, _ in whole}, {j for _, j in whole}
    left = [
        ([i for i in range(*gap[:2]) if i not in gone[0]], [j for j in range(*gap[2:]) if j not in gone[1]])
        for gap in gaps
    ]
    rough = _too_many(one, two, left)
    for side, n in ((a, 0), (b, 1)):
        read_some(side, [leaf for gap, leaves in enumerate(left) if gap not in rough for leaf in leaves[n]])
    line_gaps = [_read(one, two, leaves, roughly=n in rough) for n, leaves in enumerate(left)]
    for n, gap in enumerate(line_gaps):
        link_same(one.lines, two.lines, gap)
        if n in rough:
            _forget(one, two, gap)
        else:
            link_renumbered(one.lines, two.lines, gap)
    runs, all_moved = moved_runs(one.lines, two.lines, (one.home, two.home), _MOST_RUNS)
    _take_out(one, two, runs)
    others = moved_renumbered(one.lines, two.lines, (one.home, two.home), _MOST_RUNS - len(runs))
    _take_out(one, two, others)
    differing = one.differing() + two.differing()
    if differing <= _MOST_DIFFERING:
        for n, gap in enumerate(line_gaps):
            if n not in rough:
                link_alike(one.lines, two.lines, gap)
        most = _MOST_RUNS - len(runs) - len(others)
        reworded = moved_alike(one.lines, two.lines, most)
        all_moved = all_moved and len(reworded) < most
        _take_out(one, two, reworded)
    room, words, elements = Steps(_MOST_LOOKED_AT), Steps(_MOST_WORDS), Steps(MOST_ELEMENTS)
    for gap in gaps:
        leaves = range(gap[0], gap[1]), range(gap[2], gap[3])
        join_by_lines(one, two, *leaves)
        join_by_place(one, two, *leaves, room, many=differing > _MOST_DIFFERING)
    found = rejoin(a, b, list(_in_order(one, two, same, whole)))
    few = len(a.tree.scan.names) + len(b.tree.scan.names) <= _MOST_TAGS and len(found) <= _MOST_FOUND
    few = few and not (rough and a.tree.scan.rough)
    if few:
        found = join_pictures(found)
    if not rough and all_moved:  # texts that were not read are not read for this
        uncross(found)
        settle_order(found)
        found = gather_moved(narrow(join_neighbours(part_strangers(found), words), elements))
        if few:
            found = join_pictures(found)
    settle_unmoved(found)
    if all_moved:
        mark_swapped(found)
    few = few or not (any(each.a is None for each in found) and any(each.b is None for each in found))
    everything = not (rough or words.cut or elements.cut) and differing <= _MOST_DIFFERING
    return Matching(found, everything and all_moved and few)


def _gaps_around(same: list[Pair], size_a: int, size_b: int) -> Iterator[Gap]:
    """What stands between leaves that are the same, where there is something on one side at least."""
    i = j = 0
    for m, n in [*same, (size_a, size_b)]:
        if i < m or j < n:
            yield i, m, j, n
        i, j = m + 1, n + 1


def _renumbered(a: Sequence[bytes], b: Sequence[bytes], gap: Gap) -> bool:
    """Whether leaves at the same place differ in numbers alone: these have not moved, whatever stands elsewhere."""
    if gap[1] - gap[0] != gap[3] - gap[2]:
        return False
    here, there = a[gap[0] : gap[1]], b[gap[2] : gap[3]]
    return all(_NUMBER.sub(b"0", one) == _NUMBER.sub(b"0", two) for one, two in zip(here, there, strict=True))


def _moved_whole(a: Sequence[Hashable], b: Sequence[Hashable], gaps: list[Gap]) -> list[Pair]:
    """Leaves that are found elsewhere as they are."""
    places: dict[Hashable, list[int]] = defaultdict(list)
    for gap in reversed(gaps):
        for j in range(gap[3] - 1, gap[2] - 1, -1):
            places[b[j]].append(j)
    return [(i, places[a[i]].pop()) for gap in gaps for i in range(gap[0], gap[1]) if places.get(a[i])]


def _too_many(one: Reading, two: Reading, left: Sequence[Leaves]) -> set[int]:
    """The numbers of the gaps whose leaves are not read line by line: the largest, when there are too many lines."""
    sizes = [one.count(leaves_a) + two.count(leaves_b) for leaves_a, leaves_b in left]
    room = _MOST_LINES_OF_SOME if one.side.tree.scan.rough else _MOST_LINES
    rough: set[int] = set()
    for n in sorted(range(len(left)), key=sizes.__getitem__):
        room -= sizes[n]
        if room < 0:
            rough.add(n)
    return rough


def _read(one: Reading, two: Reading, leaves: Leaves, *, roughly: bool) -> Gap:
    """Read the leaves of a gap that are not gone elsewhere as they are; the numbers of their lines."""
    first_a, first_b = len(one.lines), len(two.lines)
    for reading, numbers in zip((one, two), leaves, strict=True):
        for leaf in numbers:
            reading.read(leaf, roughly=roughly)
    return first_a, len(one.lines), first_b, len(two.lines)


def _forget(one: Reading, two: Reading, gap: Gap) -> None:
    """Of leaves of which only some lines are known those without partner are not looked for elsewhere: what stands
    beside them may not have moved."""
    for reading, first, last in ((one, gap[0], gap[1]), (two, gap[2], gap[3])):
        for line in reading.lines[first:last]:
            if line.mate < 0:
                line.mate = -2


def _take_out(one: Reading, two: Reading, runs: list[Run]) -> None:
    """Make partners of the pieces whose lines moved."""
    possible = []
    for i, j, size in runs:
        if one.may_take_out(i, i + size) and two.may_take_out(j, j + size):
            possible.append((i, j, size))
        else:
            for n in range(size):
                one.lines[i + n].moved = two.lines[j + n].moved = False
    pieces_a = one.take_out([(i, i + size) for i, _, size in possible])
    pieces_b = two.take_out([(j, j + size) for _, j, size in possible])
    for piece_a, piece_b in zip(pieces_a, pieces_b, strict=True):
        piece_a.moved = piece_b.moved = True
        piece_a.partner, piece_b.partner = piece_b, piece_a


def _in_order(one: Reading, two: Reading, same: list[Pair], whole: list[Pair]) -> Iterator[Matched]:
    """The order of b; what was removed follows what it followed in a."""
    twin_of_a, twin_of_b = dict(same), {j: i for i, j in same}
    origin = {j: i for i, j in whole}
    gone = {i for i, _ in whole}
    removed: dict[int | Piece | None, list[Piece]] = defaultdict(list)
    last: int | Piece | None = None  # what stands at its place in both: a leaf of a, or a piece
    for i in range(len(one.side.leaves)):
        if i in twin_of_a:
            last = i
        elif i not in gone:
            for piece in one.pieces[i]:
                if piece.partner is None:
                    removed[last].append(piece)
                elif not piece.moved:
                    last = piece
    yield from _removed(one, removed, None)
    for j in range(len(two.side.leaves)):
        if j in twin_of_b:
            yield Matched("same", one.side.leaf(twin_of_b[j]), two.side.leaf(j))
            yield from _removed(one, removed, twin_of_b[j])
        elif j in origin:
            yield Matched("moved", one.side.leaf(origin[j]), two.side.leaf(j))
        else:
            for piece in two.pieces[j]:
                if piece.partner is None:
                    yield Matched("added", None, two.stretch(piece))
                    continue
                yield Matched(
                    "moved" if piece.moved else "paired", one.stretch(piece.partner), two.stretch(piece)
                )
                if not piece.moved:
                    yield from _removed(one, removed, piece.partner)


def _removed(
    one: Reading, removed: dict[int | Piece | None, list[Piece]], after: int | Piece | None
) -> Iterator[Matched]:
    for piece in removed.get(after, ()):
        yield Matched("removed", one.stretch(piece), None)
