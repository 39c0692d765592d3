"""Rows of pictures: blocks without text that came and went side by side belong together by what they show."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby, pairwise

from app.blocks.match.moves import weigh
from app.blocks.match.pairing import SHORT
from app.blocks.match.parts import Matched, Side, Stretch, place_in_a
from app.blocks.match.similarity import all_words, features, likeness
from app.blocks.page.effort import Steps

# Short texts that are found elsewhere have moved when the entry that they stand in has, and not by
# themselves.

_OWN_TEXT = 40  # a text of so many characters (CJK characters count three) has moved by itself
_TELLING_TEXT = 100  # so has one of so many of which words differ
_MUCH_OF_IT = (
    0.4  # of the text of an entry that is in one version alone goes to one entry of the other: it has moved
)
_RARE_TEXT = 10  # a text of so many characters tells of its entry that is on both pages …
_RARE = 2  # … so often: there, and perhaps among all tags
_LOOKED_THROUGH = 20_000_000  # characters, for texts that are rare

Entry = tuple[int, str]  # first of the blocks without partner that it is among, path; path "" is no entry


def part_strangers(found: list[Matched]) -> list[Matched]:
    """Make short texts removed and added that went from an entry that is gone to one that is new.

    An entry is the largest element in which nothing stays at its place. A "read more" that is in two entries of a
    list says nothing of either, unless what stands beside it is in both as well, or something rare.
    """
    weak = [each for each in found if _is_weak(each)]
    if not weak:
        return found
    in_a = sorted((each for each in found if each.a is not None), key=place_in_a)
    entries = _entries(in_a, 0), _entries([each for each in found if each.b is not None], 1)
    totals, shared = _sizes(found, entries, {_between(each, entries) for each in weak})
    strangers = [each for each in weak if _is_alone(each, entries, totals, shared)]
    pages = _Pages()
    kin = {_between(each, entries) for each in strangers if pages.have_seldom(each)}
    strangers = [each for each in strangers if _between(each, entries) not in kin]
    if not strangers:
        return found
    return _in_order(found, strangers, in_a)


def _is_weak(each: Matched) -> bool:
    if each.what != "moved" or each.a is None or each.b is None:
        return False
    text = each.b.text
    return bool(text) and weigh(text) < (_OWN_TEXT if each.a.text == text else _TELLING_TEXT)


def _between(each: Matched, entries: tuple[dict[int, Entry], dict[int, Entry]]) -> tuple[Entry, Entry]:
    return entries[0][id(each)], entries[1][id(each)]


class _Pages:
    """The texts of both pages, and what is rare in them."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._left = _LOOKED_THROUGH

    def have_seldom(self, each: Matched) -> bool:
        """Whether this text is hardly found elsewhere in either version."""
        assert each.a is not None and each.b is not None
        if each.a.text != each.b.text or weigh(each.b.text) < _RARE_TEXT:
            return False
        if not self._texts:
            self._texts = [
                one.side.shown.squeezed(0, len(one.side.tree.scan.text)) for one in (each.a, each.b)
            ]
        self._left -= sum(map(len, self._texts))
        text = "".join(each.b.text.split())
        return self._left > 0 and all(page.count(text) <= _RARE for page in self._texts)


def _entries(order: Sequence[Matched], side: int) -> dict[int, Entry]:
    """The entries of blocks that are not at their place, by identity."""
    found: dict[int, Entry] = {}
    region: list[Matched] = []
    last: Matched | None = None  # before the region
    for each in [*order, None]:
        if each is not None and each.what not in ("same", "paired"):
            region.append(each)
            continue
        if region:
            before = _steps(last, side, last=True) if last is not None else []
            after = _steps(each, side, last=False) if each is not None else []
            first = id(region[0])
            known: dict[int, Entry] = {}  # by leaf
            for one in region:
                number = _leaf(one, side)
                if number not in known:
                    steps = _steps(one, side, last=False)
                    depth = 1 + max(_common(steps, before), _common(steps, after))
                    known[number] = first, "/".join(steps[:depth]) if depth <= len(steps) else ""
                found[id(one)] = known[number]
            region = []
        last = each
    return found


def _leaf(each: Matched, side: int, *, last: bool = False) -> int:
    """The number of the leaf block that a stretch begins in, or ends in."""
    stretch = (each.a, each.b)[side]
    assert stretch is not None
    return stretch.side.leaf_number(
        max(stretch.places[0], stretch.places[1] - 1) if last else stretch.places[0]
    )


def _steps(each: Matched, side: int, *, last: bool) -> list[str]:
    """The path of that leaf block."""
    stretch = (each.a, each.b)[side]
    assert stretch is not None
    return stretch.side.leaves[_leaf(each, side, last=last)].path.split("/")


def _common(one: Sequence[str], two: Sequence[str]) -> int:
    size = 0
    for a, b in zip(one, two, strict=False):
        if a != b:
            break
        size += 1
    return size


def _sizes(
    found: Iterable[Matched],
    entries: tuple[dict[int, Entry], dict[int, Entry]],
    wanted: Collection[tuple[Entry, Entry]],
) -> tuple[tuple[dict[Entry, int], ...], dict[tuple[Entry, Entry], int]]:
    """Characters of the wanted entries of both versions, and those that went from one to another."""
    totals: tuple[dict[Entry, int], ...] = (
        dict.fromkeys([a for a, _ in wanted], 0),
        dict.fromkeys([b for _, b in wanted], 0),
    )
    shared = dict.fromkeys(wanted, 0)
    for each in found:
        for side, stretch in enumerate((each.a, each.b)):
            entry = entries[side].get(id(each))
            if stretch is not None and entry in totals[side]:
                totals[side][entry] += len(stretch.text)
        if each.what == "moved" and each.a is not None and each.b is not None:
            between = _between(each, entries)
            if between in shared:
                shared[between] += min(len(each.a.text), len(each.b.text))
    return totals, shared


def _is_alone(
    each: Matched,
    entries: tuple[dict[int, Entry], dict[int, Entry]],
    totals: tuple[dict[Entry, int], ...],
    shared: dict[tuple[Entry, Entry], int],
) -> bool:
    one, two = _between(each, entries)
    if not one[1] or not two[1]:
        return False
    return shared[one, two] < _MUCH_OF_IT * min(totals[0][one], totals[1][two])


def _in_order(found: list[Matched], strangers: list[Matched], in_a: list[Matched]) -> list[Matched]:
    """The order of the newer version; what was removed follows what it followed in the older one."""
    parted = {id(each) for each in strangers}
    removed: dict[int, list[Matched]] = defaultdict(list)
    last = 0
    for each in in_a:
        if each.what in ("same", "paired"):
            last = id(each)
        elif each.a is not None and (each.what == "removed" or id(each) in parted):
            _append(removed[last], each, each.a, 0, parted)
    order = removed[0]
    for each in found:
        if each.b is not None and (each.what == "added" or id(each) in parted):
            _append(order, each, each.b, 1, parted)
        elif each.what != "removed":
            order.append(each)
        order += removed.get(id(each), ())
    return order


def _append(order: list[Matched], each: Matched, alone: Stretch, side: int, parted: set[int]) -> None:
    """Add what is in one version alone, joined to what was divided from it because one of them had moved."""
    divided = id(each) in parted
    before = (
        (order[-1].a, order[-1].b)[side] if order and (order[-1].a, order[-1].b)[1 - side] is None else None
    )
    if before is not None and before.places[1] == alone.places[0]:
        leaves = alone.side.leaves
        number = alone.side.leaf_number(alone.places[0])
        begin = leaves[number].places[0]
        if begin <= before.places[0] and (divided or id(order[-1]) in parted):
            order.pop()
            if (before.places[0], alone.places[1]) == leaves[number].places:
                alone = alone.side.leaf(number)
            else:
                alone = before.to(alone)
            divided = True
    one = Matched("added", None, alone) if side else Matched("removed", alone, None)
    if divided:
        parted.add(id(one))
    order.append(one)


# A paragraph that moved and changed is one thing: its parts are not told one by one.

_MUCH = 0.4  # of the text of a paragraph moved: the paragraph did


def gather_moved(found: list[Matched]) -> list[Matched]:
    """Make one of the parts of a paragraph that moved, with what came and went in it."""
    if not any(each.what == "moved" for each in found):
        return found
    in_a = sorted((each for each in found if each.a is not None), key=place_in_a)
    in_b = [each for each in found if each.b is not None]
    at_a = {id(each): n for n, each in enumerate(in_a)}
    whole: dict[int, Matched] = {}
    gone: set[int] = set()
    for chain in _chains(in_b, 1, "added"):
        moved = [each for each in chain if each.what == "moved"]
        places = [at_a[id(each)] for each in moved]
        first, last = places[0], places[-1]
        while first > 0 and in_a[first - 1].what == "removed" and _touch(in_a[first - 1], in_a[first], 0):
            first -= 1
        while (
            last + 1 < len(in_a)
            and in_a[last + 1].what == "removed"
            and _touch(in_a[last], in_a[last + 1], 0)
        ):
            last += 1
        others = in_a[first : last + 1]
        if (
            len(others) == len(chain) == 1
            or [each for each in others if each.what != "removed"] != moved
            or not gone.isdisjoint(map(id, others))
            or not all(_touch(one, two, 0) for one, two in pairwise(others))
            or not (_is_whole(others, 0) and _is_whole(chain, 1))
        ):
            continue
        a, b = _gathering_joined(others, 0), _gathering_joined(chain, 1)
        if sum(len(each.b.text) for each in moved if each.b is not None) < _MUCH * max(
            len(a.text), len(b.text)
        ):
            continue
        whole[id(moved[0])] = Matched("moved", a, b)
        gone.update(id(each) for each in (*others, *chain))
    return [whole.get(id(each), each) for each in found if id(each) in whole or id(each) not in gone]


def _chains(order: Sequence[Matched], side: int, alone: str) -> Iterator[list[Matched]]:
    """What stands in one paragraph side by side, and moved but for what is in one version alone."""
    chain: list[Matched] = []
    for each in [*order, None]:
        if (
            each is not None
            and each.what in ("moved", alone)
            and (not chain or _touch(chain[-1], each, side))
        ):
            chain.append(each)
            continue
        if any(one.what == "moved" for one in chain):
            yield chain
        chain = [each] if each is not None and each.what in ("moved", alone) else []


def _touch(one: Matched, two: Matched, side: int) -> bool:
    """Whether two stretches meet inside a paragraph."""
    before, after = ((each.a, each.b)[side] for each in (one, two))
    if before is None or after is None or before.places[1] != after.places[0]:
        return False
    return _paragraph(before.side, before.places[1]) is not None


def _is_whole(parts: Sequence[Matched], side: int) -> bool:
    """Whether neighbours are all of the paragraph that they stand in."""
    first, last = ((each.a, each.b)[side] for each in (parts[0], parts[-1]))
    assert first is not None and last is not None
    scan = first.side.tree.scan
    if first is last:
        leaves = first.side.leaves
        return (
            leaves[bisect_right(leaves, first.places[0], key=lambda leaf: leaf.places[0]) - 1].places
            == first.places
        )
    number = _paragraph(first.side, first.places[1])
    return (
        number is not None
        and first.places[0] <= scan.ends[number]
        and scan.inner_ends[number] <= last.places[1]
    )


def _paragraph(side: Side, place: int) -> int | None:
    """The number of the innermost element around a place, if nothing in it stands by itself; None if it is another."""
    scan, (around, holds) = side.tree.scan, side.surroundings
    number = bisect_left(scan.starts, place) - 1
    while number >= 0 and not (
        scan.ends[number] <= place <= scan.inner_ends[number] and scan.closes[number] > place
    ):
        number = around[number]
    return number if number >= 0 and not holds[number] else None


def _gathering_joined(parts: Sequence[Matched], side: int) -> Stretch:
    first, last = ((each.a, each.b)[side] for each in (parts[0], parts[-1]))
    assert first is not None and last is not None
    return first.to(last)


# What the blocks beside it tell of a block that is in one version alone.

_ALIKE = 0.45  # likeness from which two blocks beside one that moved are one block, which moved along
_LONGER = 4  # times, and a short text between two that moved is another
_HELD = (
    0.8  # of the words of a block must be among those that its neighbour has lost, and it was divided from it
)
_FEWEST_WORDS = 5
_FEW, _SAID_TOGETHER = (
    2,
    0.6,
)  # blocks in one place of which one was divided, and likeness of what they say together
_LONGEST = 100_000  # characters of blocks that are looked at
_MOST_READ = 1_000_000  # characters, of all blocks for this


def join_neighbours(found: list[Matched], room: Steps) -> list[Matched]:
    """Put together what moved along with a neighbour, and what a neighbour was divided from or merged with. `room` is
    how many characters may be read word by word for it."""
    if not any(each.what in ("added", "removed") for each in found):
        return found
    found = _join_divided(found, room)
    in_a = sorted((each for each in found if each.a is not None), key=place_in_a)
    in_b = [each for each in found if each.b is not None]
    gone = _moved_along(in_a, in_b)
    gone |= _divided(in_b, 1, room) | _divided(in_a, 0, room)
    return [each for each in found if id(each) not in gone]


def _join_divided(found: list[Matched], room: Steps) -> list[Matched]:
    """Pair one block that was removed with several that were added in its place and say together what it said, or
    several with one: a paragraph that was divided into many has little in common with each of them."""
    result: list[Matched] = []
    at_place = sorted([each.a.places[0] for each in found if each.a is not None and each.b is not None])
    for alone, group in groupby(found, key=_neighbours_is_alone):
        run = list(group)
        whole = _divided_whole(run, at_place, room) if alone and len(run) > _FEW else None
        result += [whole] if whole else run
    return result


def _divided_whole(run: Sequence[Matched], at_place: Sequence[int], room: Steps) -> Matched | None:
    parts_a = sorted([each.a for each in run if each.a is not None], key=_start)
    parts_b = [each.b for each in run if each.b is not None]
    if min(len(parts_a), len(parts_b)) != 1:
        return None
    if bisect_left(at_place, parts_a[0].places[0]) != bisect_left(at_place, parts_a[-1].places[0]):
        return None  # something else stands between them
    if max(parts[-1].places[1] - parts[0].places[0] for parts in (parts_a, parts_b)) > _LONGEST:
        return None
    texts = [" ".join([part.text for part in parts]) for parts in (parts_a, parts_b)]
    less, more = sorted(map(len, texts))
    if more > 2 * less or not room.take(less + more):
        return None
    if likeness(features(texts[0]), features(texts[1])) < _SAID_TOGETHER:
        return None
    return Matched("paired", parts_a[0].to(parts_a[-1]), parts_b[0].to(parts_b[-1]))


def _neighbours_is_alone(each: Matched) -> bool:
    return each.what in ("added", "removed")


def _start(part: Stretch) -> int:
    return part.places[0]


def _moved_along(in_a: list[Matched], in_b: list[Matched]) -> set[int]:
    """Pair what was removed and what was added beside the same block that moved. Returns what is no more."""
    at_a = {id(each): n for n, each in enumerate(in_a)}
    gone: set[int] = set()
    for n, each in enumerate(in_b):
        if each.what != "added":
            continue
        beside: list[Matched] = []
        for step in (-1, 1):
            if 0 <= n + step < len(in_b) and in_b[n + step].what == "moved":
                place = at_a[id(in_b[n + step])] - step
                if 0 <= place < len(in_a) and in_a[place].what == "removed":
                    beside.append(in_a[place])
        for other in beside:
            if _are_one(other.a, each.b, between=len(beside) == 2 and beside[0] is beside[1]):
                each.what, each.a = "moved", other.a
                gone.add(id(other))
                in_a[at_a[id(other)]] = each
                at_a[id(each)] = at_a[id(other)]
                break
    return gone


def _are_one(a: Stretch | None, b: Stretch | None, *, between: bool) -> bool:
    assert a is not None and b is not None
    if max(len(a.text), len(b.text)) > _LONGEST:
        return False
    if not a.text and not b.text and _pictures(a) & _pictures(b):
        return True
    less, more = sorted((len(a.text), len(b.text)))
    if between and more <= min(SHORT, _LONGER * less):
        return True
    return bool(a.text and b.text) and likeness(features(a.text), features(b.text)) >= _ALIKE


def _pictures(stretch: Stretch) -> set[str]:
    return {said for said in stretch.attributes if said.startswith("[img ")}


def _divided(order: list[Matched], side: int, room: Steps) -> set[int]:
    """Give a block that changed what was divided from it, on the side where it stands alone. Returns what is
    no more."""
    gone: set[int] = set()
    left = _MOST_READ
    for n, each in enumerate(order):
        if each.what != "paired":
            continue
        for step in (-1, 1):
            at = n + step
            while (
                0 <= at < len(order) and order[at].what in ("added", "removed") and id(order[at]) not in gone
            ):
                assert each.a is not None and each.b is not None
                left -= len(each.a.text) + len(each.b.text)
                if left < 0 or not _take_back(each, order[at], side, room, before=step < 0):
                    break
                gone.add(id(order[at]))
                at += step
    return gone


def _take_back(each: Matched, alone: Matched, side: int, room: Steps, *, before: bool) -> bool:
    whole, rest = (each.a, each.b) if side else (each.b, each.a)
    part = alone.b if side else alone.a
    assert whole is not None and rest is not None and part is not None
    missing = len(whole.text) - len(rest.text)
    if not len(part.text) <= 2 * missing or len(whole.text) > _LONGEST:
        return False
    if not _has_edge(whole.text, part.text, before=before) or _has_edge(rest.text, part.text, before=before):
        if not room.take(len(whole.text) + len(rest.text) + len(part.text)):
            return False
        words = all_words(part.text)
        lost = all_words(whole.text) - all_words(rest.text)
        if words.total() < _FEWEST_WORDS or (words & lost).total() < _HELD * words.total():
            return False
    first, last = (rest, part) if rest.places[0] < part.places[0] else (part, rest)
    if side:
        each.b = first.to(last)
    else:
        each.a = first.to(last)
    return True


def _has_edge(text: str, lines: str, *, before: bool) -> bool:
    """Whether a text begins, or ends, with these lines."""
    return bool(lines) and (text.startswith(lines + "\n") if before else text.endswith("\n" + lines))


# One text is one change: preformatted text that was divided into blocks is put together again where it
# differs.

_REJOINING_LONGEST = (
    64_000  # characters; a longer text is like a page of its own, and its paragraphs are told apart
)
_DIVIDED = "#"  # in paths, before the number of the part


def rejoin(a: Side, b: Side, found: list[Matched]) -> list[Matched]:
    """Make one of what was found about the blocks of a text, and of all that share text with it, unless they are the
    same or would be too large together."""
    if a.tree.scan.rough or not (_has_divided(a) or _has_divided(b)):
        return found
    units = _Units(a, [each.a for each in found]), _Units(b, [each.b for each in found])
    joined: dict[int, Matched] = {}  # by the number of the first of b that is put together
    gone: set[int] = set()
    for side in (1, 0):
        for unit in units[side].divided:
            if all(found[n].what == "same" for n in units[side].parts.get(unit, ())):
                continue
            region = _Region(unit, side)
            if region.grow(units) and gone.isdisjoint(region.numbers):
                whole = region.whole(found, units)
                if whole is not None:
                    joined[next((n for n in region.numbers if found[n].b is not None), region.numbers[0])] = (
                        whole
                    )
                    gone.update(region.numbers)
    return [joined.get(n, each) for n, each in enumerate(found) if n in joined or n not in gone]


class _Units:
    """The leaves of a page, those that hold parts of one text together."""

    def __init__(self, side: Side, parts: Sequence[Stretch | None]) -> None:
        self.side = side
        leaves = side.leaves
        self._first = list(range(len(leaves)))  # leaf of the unit, by leaf
        self._last: dict[int, int] = {}  # leaf of the unit, by the first
        for n in range(1, len(leaves)):
            if _DIVIDED in leaves[n].path and leaves[n - 1].places[1] == leaves[n].places[0]:
                at = bisect_left(side.shown.texts, (leaves[n].places[0],)) - 1
                if at >= 0 and side.shown.texts[at][1] > leaves[n].places[0]:
                    self._first[n] = self._first[n - 1]
                    self._last[self._first[n]] = n
        self.divided = [first for first in self._last if self.extent(first, first) <= _REJOINING_LONGEST]
        self._of = [None if part is None else self._unit(part) for part in parts]
        self.parts: dict[int, list[int]] = {}  # numbers of what was found, by unit
        for number, unit in enumerate(self._of):
            if unit is not None:
                self.parts.setdefault(unit, []).append(number)

    def of(self, number: int) -> int | None:
        """The unit in which something is that was found."""
        return self._of[number]

    def extent(self, unit: int, last: int) -> int:
        """Characters of the source from one unit to another."""
        return self.side.leaves[self._last.get(last, last)].places[1] - self.side.leaves[unit].places[0]

    def stretch(self, unit: int, last_unit: int) -> Stretch:
        """The whole unit, or all from it to another one."""
        if last_unit != unit:
            return self.side.leaf(unit).to(self.side.leaf(self._last.get(last_unit, last_unit)))
        end = self._last.get(unit, unit)
        first, last = self.side.leaves[unit], self.side.leaves[end]
        path = first.path
        if last is not first:
            element, _, number = first.path.partition(_DIVIDED)
            after = self.side.leaves[end + 1 : end + 2]
            path = f"{first.path}..{_DIVIDED}{last.path.partition(_DIVIDED)[2]}"
            if number == "1" and not (after and after[0].path.startswith(f"{element}{_DIVIDED}")):
                path = element
        places = first.places[0], last.places[1]
        return Stretch(self.side, (first.span[0], last.span[1]), places, first.level, path)

    def _unit(self, part: Stretch) -> int:
        return self._first[self.side.leaf_number(part.places[0])]


class _Region:
    """Neighbouring units of both versions that share text with each other and with no others."""

    def __init__(self, unit: int, side: int) -> None:
        self._ranges: list[tuple[int, int] | None] = [None, None]  # the first and the last unit
        self._ranges[side] = unit, unit
        self.numbers: list[int] = []

    def grow(self, units: tuple[_Units, _Units]) -> bool:
        """Take in what shares text with what is there until that is all; whether it did not become too large."""
        reached: set[int] = set()
        while True:
            numbers: set[int] = set()
            for each, taken in zip(units, self._ranges, strict=True):
                if taken is not None:
                    if each.extent(*taken) > _REJOINING_LONGEST:
                        return False
                    for unit in range(taken[0], taken[1] + 1):
                        numbers.update(each.parts.get(unit, ()))
            if numbers == reached:
                self.numbers = sorted(numbers)
                return True
            reached = numbers
            for side, each in enumerate(units):
                there = [known for n in numbers if (known := each.of(n)) is not None]
                if there:
                    self._ranges[side] = min(there), max(there)

    def whole(self, found: Sequence[Matched], units: tuple[_Units, _Units]) -> Matched | None:
        whole_a, whole_b = (
            each.stretch(*taken) if taken is not None else None
            for each, taken in zip(units, self._ranges, strict=True)
        )
        if whole_a is None or whole_b is None:
            return (
                Matched("added" if whole_b else "removed", whole_a, whole_b)
                if len(self.numbers) > 1
                else None
            )
        at_place = any(found[n].what in ("same", "paired") for n in self.numbers)
        return Matched("paired" if at_place else "moved", whole_a, whole_b)


def _has_divided(side: Side) -> bool:
    return any(_DIVIDED in leaf.path for leaf in side.leaves)


_FOLDER = re.compile(
    r'"(?:[^"?#]*/)?(?=[^"/?#]+(?:[?#][^"]*)?")'
)  # of an address; what follows is a file's name


def join_pictures(found: list[Matched]) -> list[Matched]:
    """Pair neighbours without text where as many pictures and links of the same names follow each other in both
    versions; of blocks that are divided otherwise, as many as hold the same ones."""
    if not (any(each.a is None for each in found) and any(each.b is None for each in found)):
        return found
    result: list[Matched] = []
    at = 0
    while at < len(found):
        end = at
        while end < len(found) and _is_silent(found[end]):
            end += 1
        run = found[at:end]
        came_and_went = any(each.a is None for each in run) and any(each.b is None for each in run)
        result += (_joined(run) if came_and_went else None) or run
        result += found[end : end + 1]
        at = end + 1
    return result


def _is_silent(each: Matched) -> bool:
    if each.what in ("same", "moved"):
        return False
    return not any(part is not None and part.side.shown.shows(*part.places) for part in (each.a, each.b))


def _joined(run: Sequence[Matched]) -> list[Matched] | None:
    """Pairs of all, or None where the names are others."""
    parts_a = sorted([each.a for each in run if each.a is not None], key=_places)
    parts_b = [each.b for each in run if each.b is not None]
    if not (_is_row(parts_a) and _is_row(parts_b)):
        return None
    result: list[Matched] = []
    i = j = 0
    for end_a, end_b in _ends([_names(part) for part in parts_a], [_names(part) for part in parts_b]):
        result.append(Matched("paired", _whole(parts_a[i:end_a]), _whole(parts_b[j:end_b])))
        i, j = end_a, end_b
    return result if (i, j) == (len(parts_a), len(parts_b)) else None


def _is_row(parts: Sequence[Stretch]) -> bool:
    """Whether nothing but what has no text stands between parts."""
    return all(
        one.places[1] <= two.places[0] and not one.side.shown.shows(one.places[1], two.places[0])
        for one, two in pairwise(parts)
    )


def _ends(a: Sequence[Sequence[str]], b: Sequence[Sequence[str]]) -> Iterator[tuple[int, int]]:
    """After how many parts of either the same names have been said, as soon as that is so."""
    i = j = 0
    said_a: list[str] = []
    said_b: list[str] = []
    while i < len(a) or j < len(b):
        if i < len(a) and (len(said_a) <= len(said_b) or j == len(b)):
            said_a += a[i]
            i += 1
        else:
            said_b += b[j]
            j += 1
        if said_a and said_a == said_b:
            yield i, j
            said_a, said_b = [], []


def _names(part: Stretch) -> list[str]:
    """What it shows; of what has no name, a rule or a button, what is written."""
    return [_FOLDER.sub('"', each) for each in part.attributes] or [" ".join(part.source.split())]


def _whole(parts: Sequence[Stretch]) -> Stretch:
    first, last = parts[0], parts[-1]
    whole = first.to(last)
    if whole is not first:
        whole.found_path = _path(first.found_path or "", last.found_path or "") or None
    return whole


def _path(first: str, last: str) -> str:
    """From one element to another one beside it; "" where that cannot be said. If it were asked for later, it would
    take in what the layout around adds."""
    parent, _, begin = first.partition("..")[0].rpartition("/")
    beside, _, end = last.rpartition("/")
    return f"{parent}/{begin}..{end.rpartition('..')[2]}" if parent == beside and begin else ""


def _places(part: Stretch) -> tuple[int, int]:
    return part.places
