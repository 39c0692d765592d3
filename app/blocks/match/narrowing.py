"""The stretches a person would draw around: in a large changed block only the units that changed.

Blocks are cut for the store. A change in one cell of a table, or a new entry of a list, is told by that cell or entry.
Where two versions are divided into blocks differently, text that one block lost and another gained has not changed. So
the units of both versions between equal blocks are aligned anew, and told where they hold less text than the blocks.

A unit is the smallest part of a block that stands by itself: paragraph, entry, cell, line between line breaks.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from app.blocks.match.moves import weigh
from app.blocks.match.order import in_order
from app.blocks.match.pairing import SHORT
from app.blocks.match.similarity import Features, all_words, features, likeness
from app.blocks.match.stretches import Matched, Side, Stretch, What
from app.blocks.page.effort import Budget
from app.blocks.page.elements import ATTRIBUTES, BLOCK_LEVEL, FOREIGN
from app.blocks.page.source import is_blank, unescape
from app.blocks.page.tree import enclosing
from app.words.sequences import Pair, align, gaps_between, heaviest_chain

BREAKS = BLOCK_LEVEL | {"br"}
"""Elements that begin a unit."""
_SEEN = (
    (ATTRIBUTES.keys() - {"a", "body", "table", "td", "th"}) | FOREIGN | {"hr", "canvas", "button", "select"}
)
_LEADS_TO = re.compile(
    r"""\b(?:href|src|data-[a-z-]{0,30}src|data-original)\s*=\s*["']?([^\s"'>]+)""", re.IGNORECASE
)
_LONGEST, _LONGEST_SOURCE = 8_000, 80_000  # characters of a unit by which it is known


class Unit:
    """The smallest part of a block that stands by itself.

    `start` and `end` are characters of the source; `name` is that of its element, "" for a line beside others; `inner` is
    the range without the tags of the element, `content` the source there.
    """

    __slots__ = (
        "_said",
        "_size",
        "_text",
        "block",
        "content",
        "end",
        "first",
        "inner",
        "last",
        "name",
        "start",
    )

    def __init__(
        self, block: Stretch, start: int, end: int, name: str, inner: tuple[int, int], content: str
    ) -> None:
        self.block = block
        self.start, self.end = start, end
        self.name = name
        self.inner, self.content = inner, content
        self.first = self.last = False  # of its block
        self._size: int | None = None
        self._text: str | None = None
        self._said: Features | None = None

    @property
    def side(self) -> Side:
        return self.block.side

    @property
    def size(self) -> int:
        """Characters of text, about."""
        if self._size is None:
            self._size = sum(map(len, _said_between(self.side, self.start, self.end)))
        return self._size

    @property
    def text(self) -> str:
        if self._text is None:
            self._text = "\n".join([line.text for line in self.side.shown.lines(self.start, self.end)])
        return self._text

    @property
    def said(self) -> Features:
        """The words of the unit, of a long one the first, and the addresses of its links and media."""
        if self._said is None:
            source = self.side.tree.scan.text[self.start : min(self.end, self.start + _LONGEST_SOURCE)]
            words = features(self.text[:_LONGEST])
            led = [f"@{unescape(address)}" for address in _LEADS_TO.findall(source)] if "=" in source else []
            self._said = words.union(led) if led else words
        return self._said


def _said_between(side: Side, start: int, end: int) -> Iterator[str]:
    """The texts between two places."""
    source = side.tree.scan.text
    for first, last, _ in side.shown.between(start, end):
        said = source[first:last].strip()
        if said and not is_blank(said):
            yield said


def units_of(block: Stretch) -> list[Unit]:
    """The visible units of a block, in their order."""
    side, (start, end) = block.side, block.places
    scan = side.tree.scan
    names, starts, ends, inner_ends, closes = scan.names, scan.starts, scan.ends, scan.inner_ends, scan.closes
    first, last = bisect_left(starts, start), bisect_left(starts, end)
    holds = bytearray(last - first)
    if not BREAKS.isdisjoint(names[first + 1 : last]):
        _, holds = enclosing(names[first:last], starts[first:last], closes[first:last], BREAKS)
    found: list[Unit] = []
    source, texts = scan.text, side.shown.texts
    text, of_all = max(0, bisect_left(texts, (start,)) - 1), len(texts)  # the first that may be in what comes
    has_pictures = "img" in names[first:last]

    def take(begin: int, stop: int, number: int = -1) -> None:
        nonlocal text
        if stop > end:
            stop = end
        content = ""
        if number < 0 or source[stop - 1] != ">":
            begin, stop, content = _stripped(source, begin, stop)
            if begin >= stop:
                return
        while text < of_all and texts[text][1] <= begin:
            text += 1
        n = text
        while n < of_all and texts[n][0] < stop:
            until = texts[n][1]
            said = source[max(texts[n][0], begin) : until if until < stop else stop]
            if not is_blank(said):
                break
            n += 1
        else:
            if _SEEN.isdisjoint(names[bisect_left(starts, begin) : bisect_left(starts, stop)]):
                return
        if number >= 0:
            inner, inner_end, content = _stripped(source, ends[number], min(inner_ends[number], stop))
            found.append(Unit(block, begin, stop, names[number], (inner, inner_end), content))
            return
        for cut in _pictures_behind(side, begin, stop) if has_pictures else ():
            found.append(_line(block, *_stripped(source, begin, cut)))
            begin = cut
            content = source[begin:stop]
        found.append(_line(block, begin, stop, content))

    at = start
    around: list[int] = []
    for number in range(first, last):
        begin = starts[number]
        while around and closes[around[-1]] <= begin:
            holder = around.pop()
            if inner_ends[holder] > at and not source[at : inner_ends[holder]].isspace():
                take(at, inner_ends[holder])
            if closes[holder] > at:
                at = closes[holder]
        if begin < at:
            continue
        name = names[number]
        if name == "br":
            take(at, ends[number])
            at = ends[number]
        elif holds[number - first]:
            if at < begin and not source[at:begin].isspace():
                take(at, begin)
            at = ends[number]
            around.append(number)
        elif name in BLOCK_LEVEL:
            if at < begin and not source[at:begin].isspace():
                take(at, begin)
            take(begin, closes[number], number)
            at = closes[number]
    while around:
        holder = around.pop()
        if inner_ends[holder] > at:
            take(at, inner_ends[holder])
        at = max(at, closes[holder])
    if at < end:
        take(at, end)
    if found:
        found[0].first = found[-1].last = True
    return found


def _line(block: Stretch, start: int, end: int, content: str) -> Unit:
    return Unit(block, start, end, "", (start, end), content)


def _pictures_behind(side: Side, start: int, end: int) -> list[int]:
    """The starts of the pictures at the end of a line of text; [] for a line without text."""
    scan = side.tree.scan
    cuts: list[int] = []
    for number in range(bisect_left(scan.starts, end) - 1, bisect_left(scan.starts, start) - 1, -1):
        if scan.names[number] != "img" and (cuts or scan.names[number] != "br"):
            break
        if scan.text[scan.ends[number] : end].strip():
            break
        end = scan.starts[number]
        if scan.names[number] == "img":
            cuts.append(end)
    return cuts[::-1] if cuts and side.shown.squeezed(start, cuts[-1]) else []


def _stripped(text: str, start: int, end: int) -> tuple[int, int, str]:
    """A stretch without the white space at its ends, and its source."""
    said = text[start:end]
    if not said or said.isspace():
        return end, end, ""
    if said[0].isspace():
        size = len(said)
        said = said.lstrip()
        start += size - len(said)
    if said[-1].isspace():
        said = said.rstrip()
    return start, start + len(said), said


def squeezed(units: Sequence[Unit]) -> str:
    """The text of units without white space."""
    return "".join("".join(unit.text.split()) for unit in units)


_ALL_PAIRS = 2_500  # of units in a gap, for which all are compared
_ALIKE = 0.45
_CROSSING = 6  # characters (CJK characters count three) of a unit that belongs to another block
_HELD = 16  # characters, as weighed, of a unit that became a part of another
_MOST_READ = 50_000_000  # characters of pages in which units are looked for that were handed over

Owners = tuple[dict[Unit, Matched], dict[Unit, Matched]]  # the blocks that units of both versions are in


@dataclass(eq=False, slots=True)
class Group:
    """Blocks that exchange units; mostly one block in both versions."""

    blocks: list[Matched]
    pairs: list[tuple[Unit, Unit]] = field(default_factory=list)
    units: tuple[list[Unit], list[Unit]] = field(default_factory=lambda: ([], []))


def aligned(a: Sequence[Unit], b: Sequence[Unit], owners: Owners) -> list[Pair]:
    """Pairs of units that are the same or alike, rising in both."""
    same = align(
        [unit.content for unit in a], [unit.content for unit in b], [4 + min(len(u.content), 400) for u in a]
    )
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
    """Whether one of two units is the other with more words around."""
    less, more = (one.text, two.text) if len(one.text) <= len(two.text) else (two.text, one.text)
    return less in more and weigh(less) >= _HELD


def groups_of(
    blocks: Sequence[Matched],
    owners: Owners,
    pairs: Iterable[tuple[Unit, Unit]],
) -> list[Group]:
    """Groups of blocks that exchange units, with their units."""
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
            if left < 0 or any(
                page.count(unit.content) > 1 for page, unit in zip(pages, (one, two), strict=True)
            ):
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
    """Units without partner, each with the unit of another block beside it that it was divided from, and the side."""
    for side in (0, 1):
        partners = {pair[side]: pair[1 - side] for pair in pairs}
        for one, two in pairwise(owners[side]):
            for alone, beside in ((one, two), (two, one)):
                if alone in partners or beside not in partners or one.block.places[1] != two.block.places[0]:
                    continue
                if was_part(squeezed([alone]), squeezed([beside]), squeezed([partners[beside]])):
                    yield alone, beside, side


def was_part(text: str, own: str, others: str) -> bool:
    """Whether a text is missing in its neighbour and present in the partner of the neighbour."""
    return bool(text) and text not in own and text in others


_WHOLE = 0.6  # of the text of a block differs: all of it does
_SMALL = 30  # characters; a smaller block is not made smaller


def pieces_of(group: Group) -> list[Matched] | None:
    """The pairs, additions and removals of the units of a group; None where the blocks tell them as well."""
    units_a, units_b = group.units
    single = len(group.blocks) == 1
    if single and (group.blocks[0].what != "paired" or not group.pairs):
        return None
    if single and not any(_are_same(one, two) for one, two in group.pairs):
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
    runs = _joined(runs)
    if single and not _is_less(group, runs):
        return None
    pieces: list[Matched] = []
    for run in runs:
        a, b = _stretches(run)
        if (run.a and a is None) or (run.b and b is None):
            return None
        pieces.append(Matched(run.what, a, b))
    return pieces


def _are_same(one: Unit, two: Unit) -> bool:
    """Whether two units have the same content, in elements of one name or at least one in none."""
    return one.content == two.content and (one.name == two.name or not one.name or not two.name)


def _is_less(group: Group, runs: Sequence[_Run]) -> bool:
    """Whether the units that differ hold much less than their block, or one of its sides."""
    different = sum(run.what != "same" for run in runs)
    if different < 2:
        return different == 1 or _says_more(group.blocks[0])
    if not any(run.what == "paired" for run in runs):
        return True  # entries came and went
    total = max(sum(unit.size for unit in units) for units in group.units)
    kept = sum(one.size for one, two in group.pairs if _are_same(one, two))
    return total >= _SMALL and kept >= (1 - _WHOLE) * total


def _says_more(block: Matched) -> bool:
    """Whether more than its units differs in a block."""
    assert block.a is not None and block.b is not None
    return not block.a.says_same(block.b) or block.a.attributes != block.b.attributes


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
    """Runs with a unit of one version joined to the changed unit that its words were divided from or merged into."""
    joined: list[_Run] = []
    for run in runs:
        before = joined[-1] if joined else None
        if before is not None and {before.what, run.what} in ({"paired", "added"}, {"paired", "removed"}):
            paired, alone = (before, run) if before.what == "paired" else (run, before)
            side = 1 if alone.b else 0
            ours, others = (paired.b, paired.a) if side else (paired.a, paired.b)
            one, two = before.b[-1:] + run.b[:1] if side else before.a[-1:] + run.a[:1]
            beside = one.block is two.block or one.block.places[1] == two.block.places[0]
            if beside and was_part(squeezed(alone.b or alone.a), squeezed(ours), squeezed(others)):
                joined[-1] = _Run("paired", before.a + run.a, before.b + run.b)
                continue
        joined.append(run)
    return joined


def _stretches(run: _Run) -> list[Stretch | None]:
    """The stretches of a run in both versions; None where there is none, or its bytes are unknown."""
    if run.what != "same":
        if all(
            units[0].first and units[-1].last and units[0].block is units[-1].block for units in run.sides()
        ):
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


MOST_ELEMENTS = 20_000  # of both versions, in blocks that are told by their units
_MOST_CHARACTERS = 1_000_000  # of source, between two blocks that are the same, in either version
_MOST_STEPS = 2_000_000  # elements of a block, times how deep the page is: each piece needs a path
_SHARED, _FEWEST_SHARED = 0.3, 4  # of the words of what came or went, if so many are also on the other side


def narrow(found: list[Matched], room: Budget) -> list[Matched]:
    """The list with blocks between equal ones replaced by their units, where less text is in these. `room` counts
    elements.

    Without this step the reader sees a whole table or list marked for one changed cell or entry (76 of 109 pairs).
    """
    order: list[Matched] = []
    gap: list[Matched] = []
    for each in [*found, None]:
        if each is not None and each.what != "same":
            gap.append(each)
            continue
        order += _retold(gap, room) if gap else ()
        if each is not None:
            order.append(each)
        gap = []
    return order


def _retold(gap: list[Matched], room: Budget) -> list[Matched]:
    staying = [each for each in gap if each.what != "moved"]
    kinds = {each.what for each in staying}
    if "paired" not in kinds and not {"added", "removed"} <= kinds:
        return gap
    blocks = [
        sorted(((part, each) for each in staying if (part := (each.a, each.b)[side]) is not None), key=_place)
        for side in (0, 1)
    ]
    if any(
        sum([part.places[1] - part.places[0] for part, _ in parts]) > _MOST_CHARACTERS for parts in blocks
    ):
        return gap
    sizes = [[_size(part) for part, _ in parts] for parts in blocks]
    if any(
        size * part.side.tree.scan.deepest > _MOST_STEPS
        for parts, every in zip(blocks, sizes, strict=True)
        for (part, _), size in zip(parts, every, strict=True)
    ):
        return gap
    if not room.take(sum(map(sum, sizes))):
        return gap
    names = [[_names(part) for part, _ in parts] for parts in blocks]
    if len(staying) == 1 and all(
        BREAKS.isdisjoint(one[1:]) and one[:1] != ["br"] for every in names for one in every
    ):
        return gap  # one unit in both
    owners: Owners = {}, {}
    for units, parts in zip(owners, blocks, strict=True):
        for part, each in parts:
            for unit in units_of(part):
                units[unit] = each
    a, b = list(owners[0]), list(owners[1])
    pairs = [(a[i], b[j]) for i, j in aligned(a, b, owners)]
    groups = groups_of(staying, owners, pairs) if len(staying) > 1 else [Group(staying, pairs, (a, b))]
    told = {id(block): [block] for block in gap}
    changed = False
    for group in groups:
        pieces = pieces_of(group)
        if pieces is not None:
            changed = True
            for block in group.blocks:
                told[id(block)] = []
            told[id(group.blocks[0])] = pieces
    if not changed:
        return gap
    retold = in_order([piece for block in gap for piece in told[id(block)]])
    return retold if _is_rising(retold) and not _is_ambiguous(retold) else gap


def _place(entry: tuple[Stretch, Matched]) -> tuple[int, int]:
    return entry[0].places


def _size(part: Stretch) -> int:
    """The number of elements of a block, or of texts where the elements are unknown."""
    if part.side.tree.scan.rough:
        return part.side.shown.size(*part.places)
    starts = part.side.tree.scan.starts
    first = bisect_left(starts, part.places[0])
    return bisect_left(starts, part.places[1], first) - first


def _names(stretch: Stretch) -> list[str]:
    """The elements in a stretch."""
    scan = stretch.side.tree.scan
    first = bisect_left(scan.starts, stretch.places[0])
    return scan.names[first : bisect_left(scan.starts, stretch.places[1], first)]


def _is_ambiguous(pieces: Sequence[Matched]) -> bool:
    """Whether much of the added or removed text also went or came elsewhere: then the blocks stay whole."""
    alone: tuple[Counter[str], Counter[str]] = Counter(), Counter()
    paired: list[tuple[Stretch, Stretch]] = []
    for each in pieces:
        if each.what == "paired" and each.a is not None and each.b is not None:
            paired.append((each.a, each.b))
        elif each.what == "removed" and each.a is not None:
            alone[0].update(all_words(each.a.text))
        elif each.what == "added" and each.b is not None:
            alone[1].update(all_words(each.b.text))
    least = [max(_FEWEST_SHARED, _SHARED * words.total()) for words in alone]
    doubtful = [side for side in (0, 1) if alone[side].total() >= least[side] and (alone[1 - side] or paired)]
    if not doubtful:
        return False
    changed: tuple[Counter[str], Counter[str]] = Counter(), Counter()
    for a, b in paired:
        words_a, words_b = all_words(a.text), all_words(b.text)
        for side in doubtful:
            changed[1 - side].update(words_a - words_b if side else words_b - words_a)
    return any(
        (alone[side] & (alone[1 - side] + changed[1 - side])).total() >= least[side] for side in doubtful
    )


def _is_rising(pieces: Iterable[Matched]) -> bool:
    """Whether blocks in place have one order in both versions."""
    starts = [each.a.places[0] for each in pieces if each.what in ("same", "paired") and each.a is not None]
    return all(one < two for one, two in pairwise(starts))
