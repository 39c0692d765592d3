"""What a person would draw around: of a large block that changed only what did, and each thing as one.

Blocks are cut for keeping; a change in one cell of a table, or an entry more in a list, is drawn around that cell
and that entry. And where the two versions are divided into blocks in different ways, what one block seems to have lost
and another to have gained stands where it stood. So between blocks that are the same, the units of both versions are
aligned anew, and where they tell less than the blocks do, they are told.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from app.blocks.moves import weigh
from app.blocks.pairing import SHORT
from app.blocks.parts import Matched, Stretch, What
from app.blocks.sequences import Pair, align, gaps_between, heaviest_chain
from app.blocks.similarity import likeness
from app.blocks.units import Unit, units_of

_MOST_UNITS = 4_000  # between two blocks that are the same, in both versions
_ALL_PAIRS = 2_500  # of units in a gap, for which all are compared
_ALIKE = 0.45
_CROSSING = 6  # characters (CJK characters count three) of a unit that belongs to another block
_HELD = 16  # characters, as weighed, of a unit that became a part of another
_WHOLE = 0.6  # of the text of a block differs: all of it does
_SMALL = 30  # characters; a smaller block is not made smaller


Owners = tuple[dict[Unit, Matched], dict[Unit, Matched]]  # the blocks that units of both versions are in


def narrow(found: list[Matched]) -> list[Matched]:
    """Put units in the place of blocks between those that are the same, where they tell less."""
    order: list[Matched] = []
    gap: list[Matched] = []
    for each in [*found, None]:
        if each is not None and each.what != "same":
            gap.append(each)
            continue
        order += _retold(gap) if gap else ()
        if each is not None:
            order.append(each)
        gap = []
    return order


@dataclass(eq=False, slots=True)
class _Group:
    """Blocks between which units are handed over; mostly one block in both versions."""

    blocks: list[Matched]
    pairs: list[tuple[Unit, Unit]] = field(default_factory=list)
    units: tuple[list[Unit], list[Unit]] = field(default_factory=lambda: ([], []))


def _retold(gap: list[Matched]) -> list[Matched]:
    staying = [each for each in gap if each.what != "moved"]
    kinds = {each.what for each in staying}
    if "paired" not in kinds and not {"added", "removed"} <= kinds:
        return gap
    owners: Owners = {}, {}
    for side in (0, 1):
        for each in sorted(staying, key=lambda one: _start(one, side)):
            stretch = (each.a, each.b)[side]
            if stretch is not None:
                for unit in units_of(stretch):
                    owners[side][unit] = each
        if len(owners[side]) > _MOST_UNITS:
            return gap
    a, b = list(owners[0]), list(owners[1])
    pairs = _aligned(a, b, owners)
    groups = _groups(staying, owners, [(a[i], b[j]) for i, j in pairs])
    told = {id(block): [block] for block in gap}
    changed = False
    for group in groups:
        pieces = _pieces(group)
        if pieces is not None:
            changed = True
            for block in group.blocks:
                told[id(block)] = []
            told[id(group.blocks[0])] = pieces
    if not changed:
        return gap
    retold = _in_order([piece for block in gap for piece in told[id(block)]])
    return retold if _is_rising(retold) else gap


def _is_rising(pieces: Iterable[Matched]) -> bool:
    """Whether all that is at its place is in the same order in both versions: blocks that have no unit in common stay
    paired, whatever others hand over past them."""
    at_place = [each for each in pieces if each.what in ("same", "paired")]
    return all(_start(one, 0) < _start(two, 0) for one, two in pairwise(at_place))


def _aligned(a: Sequence[Unit], b: Sequence[Unit], owners: Owners) -> list[Pair]:
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
                alike = max(likeness(a[i].said, b[j].said), _ALIKE if _holds(a[i], b[j]) else 0)
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
    less, more = sorted((one.text, two.text), key=len)
    return weigh(less) >= _HELD and less in more


def _groups(
    blocks: Sequence[Matched],
    owners: Owners,
    pairs: Iterable[tuple[Unit, Unit]],
) -> list[_Group]:
    """The blocks between which units were handed over together, with their units."""
    group_of = {id(block): _Group([block]) for block in blocks}
    kept: list[tuple[Unit, Unit]] = []
    for one, two in pairs:
        first, second = group_of[id(owners[0][one])], group_of[id(owners[1][two])]
        if first is not second:
            if max(weigh(one.text), weigh(two.text)) < _CROSSING and one.said != two.said:
                continue
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


def _unite(group_of: dict[int, _Group], one: Matched, two: Matched) -> None:
    first, second = group_of[id(one)], group_of[id(two)]
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
                if _was_part(_squeezed([alone]), _squeezed([beside]), _squeezed([partners[beside]])):
                    yield alone, beside, side


def _was_part(text: str, own: str, others: str) -> bool:
    """Whether a text is in what became of its neighbour, and no more in that itself."""
    return bool(text) and text not in own and text in others


def _pieces(group: _Group) -> list[Matched] | None:
    """What became of the units; None where the blocks tell it as well."""
    units_a, units_b = group.units
    single = len(group.blocks) == 1
    if single and (group.blocks[0].what != "paired" or not group.pairs):
        return None
    if single and not _is_less(group):
        return None
    numbers = {unit: n for units in group.units for n, unit in enumerate(units)}
    runs: list[_Run] = []
    i = j = 0
    for m, n in [*((numbers[one], numbers[two]) for one, two in group.pairs), (len(units_a), len(units_b))]:
        if i < m and j < n and single:
            _add(runs, _Run("paired", units_a[i:m], units_b[j:n]))
        else:
            for unit in units_a[i:m]:
                _add(runs, _Run("removed", [unit], []))
            for unit in units_b[j:n]:
                _add(runs, _Run("added", [], [unit]))
        if m < len(units_a):
            one, two = units_a[m], units_b[n]
            _add(runs, _Run("same" if _are_same(one, two) else "paired", [one], [two]))
        i, j = m + 1, n + 1
    pieces: list[Matched] = []
    for run in _joined(runs):
        a, b = _stretches(run)
        if (run.a and a is None) or (run.b and b is None):
            return None
        pieces.append(Matched(run.what, a, b))
    return pieces


def _are_same(one: Unit, two: Unit) -> bool:
    """Whether two units hold the same, and stand in elements of one name, or one of them in none."""
    return one.content == two.content and (one.name == two.name or not one.name or not two.name)


def _is_less(group: _Group) -> bool:
    """Whether the units that differ are much less than the block."""
    if not any(_are_same(one, two) for one, two in group.pairs):
        return False
    if len(group.pairs) in map(len, group.units) and all(_are_same(one, two) for one, two in group.pairs):
        return len(group.units[0]) != len(group.units[1]) or _says_more(group.blocks[0])  # entries came or went
    total = max(sum(unit.size for unit in units) for units in group.units)
    kept = sum(one.size for one, two in group.pairs if _are_same(one, two))
    return total >= _SMALL and kept >= (1 - _WHOLE) * total


def _says_more(block: Matched) -> bool:
    """Whether something besides its units differs, which one of the versions has inside the block."""
    assert block.a is not None and block.b is not None
    return block.a.attributes != block.b.attributes or not block.a.says_same(block.b)


@dataclass(slots=True)
class _Run:
    """Neighbouring units of one kind."""

    what: What
    a: list[Unit]
    b: list[Unit]

    def sides(self) -> list[list[Unit]]:
        """Of the versions that have any."""
        return [units for units in (self.a, self.b) if units]


def _add(runs: list[_Run], run: _Run) -> None:
    """Add a run, to the one before where the two are one."""
    if not (runs and runs[-1].what == run.what):
        runs.append(run)
        return
    last = runs[-1]
    sides = [(one, two) for one, two in ((last.a, run.a), (last.b, run.b)) if one]
    if any(one[-1].block is not two[0].block for one, two in sides):
        runs.append(run)
        return
    between = [one[-1].side.tree.scan.text[one[-1].inner[1] : two[0].inner[0]] for one, two in sides]
    if run.what == "same" and between[0] != between[1]:
        runs.append(run)
        return
    last.a += run.a
    last.b += run.b


def _joined(runs: list[_Run]) -> list[_Run]:
    """Put together what is alone in one version with what its words were divided from or joined to."""
    joined: list[_Run] = []
    for run in runs:
        before = joined[-1] if joined else None
        if before is not None and {before.what, run.what} in ({"paired", "added"}, {"paired", "removed"}):
            paired, alone = (before, run) if before.what == "paired" else (run, before)
            side = 1 if alone.b else 0
            ours, others = (paired.b, paired.a) if side else (paired.a, paired.b)
            one, two = before.b[-1:] + run.b[:1] if side else before.a[-1:] + run.a[:1]
            beside = one.block is two.block or one.block.places[1] == two.block.places[0]
            if beside and _was_part(_squeezed(alone.b or alone.a), _squeezed(ours), _squeezed(others)):
                joined[-1] = _Run("paired", before.a + run.a, before.b + run.b)
                continue
        joined.append(run)
    return joined


def _squeezed(units: Sequence[Unit]) -> str:
    return "".join("".join(unit.text.split()) for unit in units)


def _stretches(run: _Run) -> list[Stretch | None]:
    """What a run is in both versions; None where there is nothing, or no way to tell its bytes."""
    if run.what != "same":
        if all(units[0].first and units[-1].last and units[0].block is units[-1].block for units in run.sides()):
            return [units[0].block if units else None for units in (run.a, run.b)]
        return [_stretch(units, units[0].start, units[-1].end) if units else None for units in (run.a, run.b)]
    sources = [units[0].side.tree.scan.text[units[0].start : units[-1].end] for units in (run.a, run.b)]
    if sources[0] == sources[1]:
        return [_stretch(units, units[0].start, units[-1].end) for units in (run.a, run.b)]
    return [_stretch(units, units[0].inner[0], units[-1].inner[1]) for units in (run.a, run.b)]


def _stretch(units: Sequence[Unit], start: int, end: int) -> Stretch | None:
    block, side = units[0].block, units[0].side
    byte = side.byte((block.span[0], block.places[0]), start)
    stop = None if byte is None else side.byte((byte, start), end)
    if byte is None or stop is None:
        return None
    found = side.stretch((byte, stop), (start, end), block.level)
    found.whole = block
    return found


def _in_order(pieces: list[Matched]) -> list[Matched]:
    """The order of b; what was removed follows what it followed in a."""
    removed: dict[int, list[Matched]] = defaultdict(list)
    last = 0
    for each in sorted(
        (one for one in pieces if one.a is not None and one.what != "moved"), key=lambda p: _start(p, 0)
    ):
        if each.b is None:
            removed[last].append(each)
        else:
            last = id(each)
    order = removed[0]
    for each in sorted((one for one in pieces if one.b is not None), key=lambda piece: _start(piece, 1)):
        order.append(each)
        order += removed.get(id(each), ())
    return order


def _start(each: Matched, side: int) -> int:
    stretch = (each.a, each.b)[side]
    return stretch.places[0] if stretch is not None else -1
