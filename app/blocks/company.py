"""Short texts that are found elsewhere have moved when the entry that they stand in has, and not by themselves."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence

from app.blocks.moves import weigh
from app.blocks.parts import Matched, Stretch, place_in_a

_OWN_TEXT = 40  # a text of so many characters (CJK characters count three) has moved by itself
_TELLING_TEXT = 100  # so has one of so many of which words differ
_MUCH_OF_IT = 0.4  # of the text of an entry that is in one version alone goes to one entry of the other: it has moved
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
            self._texts = [one.side.shown.squeezed(0, len(one.side.tree.scan.text)) for one in (each.a, each.b)]
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
    return stretch.side.leaf_number(max(stretch.places[0], stretch.places[1] - 1) if last else stretch.places[0])


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
    before = (order[-1].a, order[-1].b)[side] if order and (order[-1].a, order[-1].b)[1 - side] is None else None
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
