"""Which stretch of one version is which of the other: the alignment of the leaves of two block trees.

`match` is a row of steps, none of which looks at all pairs of a page:

- `same_leaves`: leaves with the same bytes, in order. Without it every line of a page would be compared.
- `moved_leaves`: leaves with the same bytes elsewhere. Without it the reader sees a moved block in fragments.
- `paired_pieces`: the leaves between, line by line. Lines in order, lines elsewhere, lines that are alike; leaves that
  share lines are one changed block, and a leaf that shares lines with several is divided among them. Without it the
  reader sees every changed block as one removed and one added.
- `listed`: one list in the order of the newer version.
- `order.settle_order`, `entries.split_entries`, `entries.join_moved`, `narrowing.narrow`, `order.mark_swapped`: from list
  to list, each with a line that says what the reader sees without it.

Steps that changed at most one of 109 sample pairs, and no figure of the benchmark, are gone: parts of a paragraph that
moved put together (1), preformatted text put together (0), rows of pictures paired by their names (1), a paragraph
divided into several paired by words (0), equal moved blocks uncrossed (0), blocks that passed no other settled (0), a
unit that went in one block and came in another told as moved (0 of 124).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass

from app.blocks.match.entries import join_moved, split_entries
from app.blocks.match.moves import Run, moved_alike, moved_renumbered, moved_runs
from app.blocks.match.narrowing import MOST_ELEMENTS, narrow
from app.blocks.match.order import mark_swapped, settle_order, slide
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
from app.blocks.match.sameness import read_some
from app.blocks.match.stretches import Matched, Side
from app.blocks.page.effort import Budget
from app.words.sequences import Pair, align, gaps_around

_NUMBER = re.compile(rb"\d+")
_MOST_LINES = 70_000  # of both versions, in leaves that differ; of more, not all leaves are read line by line
_MOST_LINES_OF_SOME = 30_000  # likewise, of pages of which only these leaves are read
_MOST_RUNS = 3_000  # of lines that moved
_MOST_DIFFERING = 300_000  # characters; with more, lines that are alike are not looked for
_MOST_COMPARED = 300_000  # characters of blocks without a common line, read to compare their words

Leaves = tuple[list[int], list[int]]  # numbers, of both versions


@dataclass(slots=True)
class Matching:
    """All leaves of both versions, whole or in parts, in the order of b."""

    found: list[Matched]
    complete: bool = True  # no limit was reached


@dataclass(slots=True)
class Pieces:
    """The leaves between equal ones in pieces, each with its partner in the other version, if any."""

    a: Reading
    b: Reading
    all_read: bool  # line by line
    all_moved: bool  # no move was left out
    few_differ: bool  # lines that are alike were looked for


def match(a: Side, b: Side) -> Matching:
    """Two versions of a page aligned. Never raises."""
    same = same_leaves(a, b)
    gaps = list(gaps_around(same, len(a.leaves), len(b.leaves)))
    if not gaps:
        return Matching([Matched("same", a.leaf(i), b.leaf(j)) for i, j in same])
    moved = moved_leaves(a, b, gaps)
    pieces = paired_pieces(a, b, gaps, moved)
    found = listed(pieces, same, moved)
    elements = Budget(MOST_ELEMENTS)
    if pieces.all_read and pieces.all_moved:
        found = narrow(join_moved(split_entries(settle_order(found))), elements)
    if pieces.all_moved:
        found = mark_swapped(found)
    complete = pieces.all_read and pieces.all_moved and pieces.few_differ
    return Matching(found, complete and not elements.cut)


def same_leaves(a: Side, b: Side) -> list[Pair]:
    """Pairs of leaves with the same content, rising in both versions."""
    keys_a, keys_b = _keys(a, b)
    pairs = align(keys_a, keys_b, [4 + len(content) for content in a.contents])
    return slide(pairs, [leaf.path for leaf in a.leaves], [leaf.path for leaf in b.leaves], keys_a, keys_b)


def moved_leaves(a: Side, b: Side, gaps: Sequence[Gap]) -> list[Pair]:
    """Pairs of leaves with the same content in gaps; leaves of which only numbers changed in place have not moved."""
    keys_a, keys_b = _keys(a, b)
    open_gaps = [gap for gap in gaps if not _renumbered(a.contents, b.contents, gap)]
    places: dict[Hashable, list[int]] = defaultdict(list)
    for gap in reversed(open_gaps):
        for j in range(gap[3] - 1, gap[2] - 1, -1):
            places[keys_b[j]].append(j)
    return [
        (i, places[keys_a[i]].pop())
        for gap in open_gaps
        for i in range(gap[0], gap[1])
        if places.get(keys_a[i])
    ]


def paired_pieces(a: Side, b: Side, gaps: Sequence[Gap], moved: Collection[Pair]) -> Pieces:
    """The leaves of the gaps that did not move as a whole, divided and paired line by line."""
    one, two = Reading(a), Reading(b)
    gone = {i for i, _ in moved}, {j for _, j in moved}
    left = [
        ([i for i in range(*gap[:2]) if i not in gone[0]], [j for j in range(*gap[2:]) if j not in gone[1]])
        for gap in gaps
    ]
    rough = _too_many(one, two, left)
    line_gaps = _read_lines(one, two, left, rough)
    read_gaps = [gap for n, gap in enumerate(line_gaps) if n not in rough]
    for gap in line_gaps:
        link_same(one.lines, two.lines, gap)
    for gap in read_gaps:
        link_renumbered(one.lines, two.lines, gap)
    for n in rough:
        _forget(one, two, line_gaps[n])
    all_moved, few_differ = _pair_moved(one, two, read_gaps)
    compared = Budget(_MOST_COMPARED)
    for gap in gaps:
        leaves = range(gap[0], gap[1]), range(gap[2], gap[3])
        join_by_lines(one, two, *leaves)
        join_by_place(one, two, *leaves, compared, many=not few_differ)
    return Pieces(one, two, not rough, all_moved, few_differ)


def listed(pieces: Pieces, same: Sequence[Pair], moved: Sequence[Pair]) -> list[Matched]:
    """All leaves and pieces in the order of b; a removed one follows its predecessor in a."""
    return list(_in_order(pieces.a, pieces.b, same, moved))


def _keys(a: Side, b: Side) -> tuple[Sequence[Hashable], Sequence[Hashable]]:
    """What leaves are recognised by: their bytes, or their texts where the encodings differ."""
    if a.tree.charset == b.tree.charset:
        return a.contents, b.contents
    return a.sources(), b.sources()


def _renumbered(a: Sequence[bytes], b: Sequence[bytes], gap: Gap) -> bool:
    """Whether only numbers differ between the leaves of a gap: then none has moved."""
    if gap[1] - gap[0] != gap[3] - gap[2]:
        return False
    here, there = a[gap[0] : gap[1]], b[gap[2] : gap[3]]
    return all(_NUMBER.sub(b"0", one) == _NUMBER.sub(b"0", two) for one, two in zip(here, there, strict=True))


def _too_many(one: Reading, two: Reading, left: Sequence[Leaves]) -> set[int]:
    """The numbers of the gaps that are not read line by line: the largest, beyond the limit of lines."""
    sizes = [one.count(leaves_a) + two.count(leaves_b) for leaves_a, leaves_b in left]
    room = _MOST_LINES_OF_SOME if one.side.tree.scan.rough else _MOST_LINES
    rough: set[int] = set()
    for n in sorted(range(len(left)), key=sizes.__getitem__):
        room -= sizes[n]
        if room < 0:
            rough.add(n)
    return rough


def _read_lines(one: Reading, two: Reading, left: Sequence[Leaves], rough: set[int]) -> list[Gap]:
    """The gaps as numbers of lines, after their leaves have been read."""
    for reading, n in ((one, 0), (two, 1)):
        wanted = [leaf for gap, leaves in enumerate(left) if gap not in rough for leaf in leaves[n]]
        read_some(reading.side, wanted)
    gaps: list[Gap] = []
    for n, leaves in enumerate(left):
        first_a, first_b = len(one.lines), len(two.lines)
        for reading, numbers in zip((one, two), leaves, strict=True):
            for leaf in numbers:
                reading.read(leaf, roughly=n in rough)
        gaps.append((first_a, len(one.lines), first_b, len(two.lines)))
    return gaps


def _pair_moved(one: Reading, two: Reading, gaps: Sequence[Gap]) -> tuple[bool, bool]:
    """Make partners of lines that stand elsewhere: the same, renumbered, alike. Whether none was left out for the limit
    of moves, and whether few enough differed to look for those that are alike."""
    homes = one.home, two.home
    runs, all_moved = moved_runs(one.lines, two.lines, homes, _MOST_RUNS)
    _take_out(one, two, runs)
    others = moved_renumbered(one.lines, two.lines, homes, _MOST_RUNS - len(runs))
    _take_out(one, two, others)
    if one.differing() + two.differing() > _MOST_DIFFERING:
        return all_moved, False
    for gap in gaps:
        link_alike(one.lines, two.lines, gap)
    most = _MOST_RUNS - len(runs) - len(others)
    reworded = moved_alike(one.lines, two.lines, most)
    _take_out(one, two, reworded)
    return all_moved and len(reworded) < most, True


def _forget(one: Reading, two: Reading, gap: Gap) -> None:
    """Exclude lines without partner in leaves that were not read line by line from the search for moves."""
    for reading, first, last in ((one, gap[0], gap[1]), (two, gap[2], gap[3])):
        for line in reading.lines[first:last]:
            if line.mate < 0:
                line.mate = -2


def _take_out(one: Reading, two: Reading, runs: list[Run]) -> None:
    """Make pieces of the lines that moved, and partners of the pieces."""
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


def _in_order(one: Reading, two: Reading, same: Sequence[Pair], whole: Sequence[Pair]) -> Iterator[Matched]:
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
