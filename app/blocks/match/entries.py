"""Entries of lists that came, went or moved: their short texts belong to them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence

from app.blocks.match.moves import weigh
from app.blocks.match.order import common_start
from app.blocks.match.pairing import SHORT
from app.blocks.match.similarity import features, likeness
from app.blocks.match.stretches import Matched, Stretch, place_in_a

_LONG_TEXT = 40  # characters (CJK characters count three) from which an unchanged text moves by itself
_LONG_CHANGED_TEXT = 100  # characters from which a changed text moves by itself
_MOVED_SHARE = 0.4  # of the text of an entry, from which the entry itself has moved
_RARE_TEXT = 10  # characters from which a rare text identifies its entry
_RARE_COUNT = 2  # occurrences on a page up to which a text is rare: its entry, and perhaps a list of tags
_MOST_SEARCHED = 20_000_000  # characters searched for rare texts
_ALIKE_BESIDE = 0.45  # likeness from which two blocks beside a moved block are one
_LENGTH_RATIO = 4  # up to which short texts between two moved blocks are one, whatever they say
_MOST_COMPARED = 100_000  # characters of a block that is compared

Entry = tuple[int, str]  # first of the blocks without partner that it is among, path; path "" is no entry


def split_entries(found: list[Matched]) -> list[Matched]:
    """The list with short moves between a removed and an added entry told as a removal and an addition.

    An entry is the largest element without a block that stayed in place. A short text ("read more") in two entries is
    a move only if much of the entry moved with it, or a rare text did.

    Without this step the reader of a blog's front page with a new post sees the date and "read more" of the post that
    left as moved into the new one, and both posts in fragments (4 of 109 pairs).
    """
    short = [each for each in found if _is_short_move(each)]
    if not short:
        return found
    in_a = sorted((each for each in found if each.a is not None), key=place_in_a)
    entries = _entries(in_a, 0), _entries([each for each in found if each.b is not None], 1)
    totals, shared = _sizes(found, entries, {_between(each, entries) for each in short})
    split = [each for each in short if _is_unrelated(each, entries, totals, shared)]
    pages = _Pages()
    related = {_between(each, entries) for each in split if pages.have_rare(each)}
    split = [each for each in split if _between(each, entries) not in related]
    if not split:
        return found
    return _in_order(found, split, in_a)


def _is_short_move(each: Matched) -> bool:
    if each.what != "moved" or each.a is None or each.b is None:
        return False
    text = each.b.text
    return bool(text) and weigh(text) < (_LONG_TEXT if each.a.text == text else _LONG_CHANGED_TEXT)


def _between(each: Matched, entries: tuple[dict[int, Entry], dict[int, Entry]]) -> tuple[Entry, Entry]:
    return entries[0][id(each)], entries[1][id(each)]


class _Pages:
    """The texts of both pages, searched for rare ones."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._left = _MOST_SEARCHED

    def have_rare(self, each: Matched) -> bool:
        """Whether the text is rare in both versions."""
        assert each.a is not None and each.b is not None
        if each.a.text != each.b.text or weigh(each.b.text) < _RARE_TEXT:
            return False
        if not self._texts:
            self._texts = [
                one.side.shown.squeezed(0, len(one.side.tree.scan.text)) for one in (each.a, each.b)
            ]
        self._left -= sum(map(len, self._texts))
        text = "".join(each.b.text.split())
        return self._left > 0 and all(page.count(text) <= _RARE_COUNT for page in self._texts)


def _entries(order: Sequence[Matched], side: int) -> dict[int, Entry]:
    """The entry of each block that is not in place, by identity."""
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
                    depth = 1 + max(common_start(steps, before), common_start(steps, after))
                    known[number] = first, "/".join(steps[:depth]) if depth <= len(steps) else ""
                found[id(one)] = known[number]
            region = []
        last = each
    return found


def _leaf(each: Matched, side: int, *, last: bool = False) -> int:
    """The number of the leaf block at the start of a stretch, or at its end."""
    stretch = (each.a, each.b)[side]
    assert stretch is not None
    return stretch.side.leaf_number(
        max(stretch.places[0], stretch.places[1] - 1) if last else stretch.places[0]
    )


def _steps(each: Matched, side: int, *, last: bool) -> list[str]:
    """The steps of the path of that leaf block."""
    stretch = (each.a, each.b)[side]
    assert stretch is not None
    return stretch.side.leaves[_leaf(each, side, last=last)].path.split("/")


def _sizes(
    found: Iterable[Matched],
    entries: tuple[dict[int, Entry], dict[int, Entry]],
    wanted: Collection[tuple[Entry, Entry]],
) -> tuple[tuple[dict[Entry, int], ...], dict[tuple[Entry, Entry], int]]:
    """Characters of the wanted entries of both versions, and characters that moved between two of them."""
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


def _is_unrelated(
    each: Matched,
    entries: tuple[dict[int, Entry], dict[int, Entry]],
    totals: tuple[dict[Entry, int], ...],
    shared: dict[tuple[Entry, Entry], int],
) -> bool:
    one, two = _between(each, entries)
    if not one[1] or not two[1]:
        return False
    return shared[one, two] < _MOVED_SHARE * min(totals[0][one], totals[1][two])


def _in_order(found: list[Matched], split: list[Matched], in_a: list[Matched]) -> list[Matched]:
    """The list in the order of the newer version; a removed block follows its predecessor in the older one."""
    split_ids = {id(each) for each in split}
    removed: dict[int, list[Matched]] = defaultdict(list)
    last = 0
    for each in in_a:
        if each.what in ("same", "paired"):
            last = id(each)
        elif each.a is not None and (each.what == "removed" or id(each) in split_ids):
            _append(removed[last], each, each.a, 0, split_ids)
    order = removed[0]
    for each in found:
        if each.b is not None and (each.what == "added" or id(each) in split_ids):
            _append(order, each, each.b, 1, split_ids)
        elif each.what != "removed":
            order.append(each)
        order += removed.get(id(each), ())
    return order


def _append(order: list[Matched], each: Matched, alone: Stretch, side: int, split_ids: set[int]) -> None:
    """Append a block of one version, joined to the neighbour that only the move had separated from it."""
    divided = id(each) in split_ids
    before = (
        (order[-1].a, order[-1].b)[side] if order and (order[-1].a, order[-1].b)[1 - side] is None else None
    )
    if before is not None and before.places[1] == alone.places[0]:
        leaves = alone.side.leaves
        number = alone.side.leaf_number(alone.places[0])
        begin = leaves[number].places[0]
        if begin <= before.places[0] and (divided or id(order[-1]) in split_ids):
            order.pop()
            if (before.places[0], alone.places[1]) == leaves[number].places:
                alone = alone.side.leaf(number)
            else:
                alone = before.to(alone)
            divided = True
    one = Matched("added", None, alone) if side else Matched("removed", alone, None)
    if divided:
        split_ids.add(id(one))
    order.append(one)


def join_moved(found: list[Matched]) -> list[Matched]:
    """The list with a removed and an added block beside the same moved block as one that moved with it.

    Without this step the reader sees the date of a card that moved as one removed and one added (3 of 109 pairs).
    """
    if not any(each.what in ("added", "removed") for each in found):
        return found
    in_a = sorted((each for each in found if each.a is not None), key=place_in_a)
    in_b = [each for each in found if each.b is not None]
    joined = dict[int, Matched]()  # by the added block
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
            if _are_one_block(other.a, each.b, between=len(beside) == 2 and beside[0] is beside[1]):
                whole = joined[id(each)] = Matched("moved", other.a, each.b)
                gone.add(id(other))
                at_a[id(whole)] = at_a[id(other)]
                in_a[at_a[id(other)]] = in_b[n] = whole
                break
    return [joined.get(id(each), each) for each in found if id(each) not in gone] if gone else found


def _are_one_block(a: Stretch | None, b: Stretch | None, *, between: bool) -> bool:
    assert a is not None and b is not None
    if max(len(a.text), len(b.text)) > _MOST_COMPARED:
        return False
    if not a.text and not b.text and _pictures(a) & _pictures(b):
        return True
    less, more = sorted((len(a.text), len(b.text)))
    if between and more <= min(SHORT, _LENGTH_RATIO * less):
        return True
    return bool(a.text and b.text) and likeness(features(a.text), features(b.text)) >= _ALIKE_BESIDE


def _pictures(stretch: Stretch) -> set[str]:
    return {said for said in stretch.attributes if said.startswith("[img ")}
