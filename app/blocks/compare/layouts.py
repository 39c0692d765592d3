"""Changes outside the leaf blocks: in the head, in scripts, and between blocks."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from itertools import pairwise

from app.blocks.compare.changes import Change
from app.blocks.match.stretches import Side, Stretch
from app.blocks.page.effort import Budget
from app.words.sequences import Pair, align, gaps_around

_CHUNK = 4096  # characters compared at once


class Gap:
    """A stretch of a page between two blocks, and these."""

    __slots__ = ("after", "before", "content", "places", "side", "span")

    def __init__(
        self,
        side: Side,
        span: Pair,
        places: Pair,
        before: Stretch | None,
        after: Stretch | None,
        content: bytes,
    ) -> None:
        self.side = side
        self.span, self.places = span, places
        self.before, self.after = before, after
        self.content = content

    @property
    def source(self) -> str:
        return self.side.tree.scan.text[slice(*self.places)]


def fill(gap: Gap, more: list[Gap], open_changes: dict[int, Change]) -> bool:
    """Give blocks that stand in one version alone what came with them, where all else around them was there before.

    Of several ways, as in "(a)(b)" from "(a)", one that leaves whole elements is taken.
    """
    first, last = more[0].after, more[-1].before
    for block in (first, last):
        change = open_changes.get(id(block))
        if change is None or change.kind not in ("added", "removed"):
            return False
    if first is None or last is None or gap.side.tree.charset != first.side.tree.charset:
        return False
    around = gap.source
    most = _common_start(around, more[0].source)
    least = len(around) - _common_start(around[::-1], more[-1].source[::-1])
    if least > most:
        return False
    stretch = _whole_elements(more, least, most, len(around))
    if stretch is None:
        return False
    start, end = stretch
    first_byte = first.side.byte((more[0].span[0], more[0].places[0]), start)
    last_byte = last.side.byte((last.span[1], last.places[1]), end)
    if first_byte is None or last_byte is None:
        return False
    first.span, first.places = (first_byte, first.span[1]), (start, first.places[1])
    last.span, last.places = (last.span[0], last_byte), (last.places[0], end)
    return True


def _whole_elements(more: list[Gap], least: int, most: int, size: int) -> Pair | None:
    """Where a stretch best begins, of some places, and ends: where each element that begins in it ends there, else
    between two tags; None when all places are inside of one."""
    scan = more[0].side.tree.scan
    first, long = more[0].places[0], more[-1].places[1] - size - more[0].places[0]
    for number in range(bisect_left(scan.starts, first + least), bisect_right(scan.starts, first + most)):
        at, place, end = number, scan.starts[number], scan.starts[number] + long
        while at < len(scan.starts) and scan.starts[at] < end:
            if scan.closes[at] > end or "</" in scan.text[place : scan.starts[at]]:
                break
            place = scan.closes[at]
            at = bisect_left(scan.starts, place)
        else:
            if "</" not in scan.text[place:end]:
                return end - long, end
    text = scan.text
    place = first + most
    if most > least and text[place - 1] != ">":
        behind = text.rfind(">", first + least, place) + 1
        place = max(behind or first + least, text.rfind("<", first + least, place))
    if all(text[at - 1 : at] == ">" or text[at : at + 1] == "<" for at in (place, place + long)):
        return place, place + long
    return None


def _common_start(a: str, b: str) -> int:
    """The number of equal characters at the begin of two texts."""
    limit = min(len(a), len(b))
    done = 0
    while done < limit and a[done : done + _CHUNK] == b[done : done + _CHUNK]:
        done += _CHUNK
    low, high = min(done, limit), min(done + _CHUNK, limit)
    while low < high:
        middle = (low + high + 1) // 2
        if a[low:middle] == b[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


# Only white space and tags that show nothing by themselves: the wrapping of a block.
_WRAPPING = re.compile(
    r"(?:\s|</?(?!(?:script|style|link|meta|base|title|img|iframe|object|embed|input|template|noscript)\b)[a-zA-Z][^<>]*>)*"
)
_NEAR = 2  # tags that are the same between two that differ, and the stretch goes on
_MOST_TAGS = 80_000  # of both versions, of what differs; where there are more, it is one stretch
_MOST_STRETCHES = 2_000  # likewise, that differ in what stands between two blocks


def layout_changes(a: Side, b: Side, changes: list[Change]) -> tuple[list[Change], bool]:
    """The changes, with those of the layout at their places; together their spans hold every byte that differs. And
    whether all of these were told apart.

    White space and wrapping tags that came, went or differ beside a block that changed are taken as part of it.
    """
    around_a, around_b = (
        _Around(a, (change.part_a for change in changes)),
        _Around(b, (c.part_b for c in changes)),
    )
    whole: list[Change] = []
    waiting: list[Change] = []
    before: Change | None = None
    room = Budget(_MOST_TAGS)
    for change in [*changes, None]:
        if change is not None and change.kind in ("added", "removed", "moved"):
            waiting.append(change)
            continue
        if (
            change is not None
            and around_a.before(change.part_a) == around_b.before(change.part_b) is not None
        ):
            around_a.go_on()
            around_b.go_on()
            whole += [*waiting, change] if waiting else [change]
            before, waiting = change, []
            continue
        open_changes = {
            id(part): each
            for each in (before, *waiting, change)
            if each is not None and each.kind != "unchanged"
            for part in (each.part_a, each.part_b)
        }
        gaps_a = around_a.until(change.part_a if change else None)
        gaps_b = around_b.until(change.part_b if change else None)
        whole += _differing(gaps_a, gaps_b, open_changes, room)
        whole += waiting
        if change is not None:
            whole.append(change)
        before, waiting = change, []
    for change in changes:
        old, new = change.part_a, change.part_b
        if (
            change.kind == "markup"
            and isinstance(old, Stretch)
            and isinstance(new, Stretch)
            and old.content == new.content
        ):
            change.kind = "unchanged"  # with what was between blocks that are divided in another way now
    return whole, not room.cut


class _Around:
    """The gaps of a page, in its order."""

    def __init__(self, side: Side, parts: Iterable[object]) -> None:
        self._side = side
        self._parts = sorted((part for part in parts if isinstance(part, Stretch)), key=_start)
        self._next = 0
        self._last: Stretch | None = None

    def before(self, part: object) -> bytes | None:
        """The bytes before the next part, when it is this one."""
        if self._next == len(self._parts) or self._parts[self._next] is not part:
            return None
        start = self._last.span[1] if self._last is not None else 0
        return self._side.tree.data[start : self._parts[self._next].span[0]]

    def go_on(self) -> None:
        """Leave the gap before the next part behind."""
        self._last = self._parts[self._next]
        self._next += 1

    def until(self, part: object) -> list[Gap]:
        """The gaps that come next, up to that before a part; all that are left for None."""
        found = []
        while self._next < len(self._parts):
            each = self._parts[self._next]
            found.append(self._gap(each))
            self.go_on()
            if each is part:
                return found
        found.append(self._gap(None))
        return found

    def _gap(self, after: Stretch | None) -> Gap:
        tree, before = self._side.tree, self._last
        start, first = (before.span[1], before.places[1]) if before else (0, 0)
        end, last = (after.span[0], after.places[0]) if after else (len(tree.data), len(tree.scan.text))
        return Gap(self._side, (start, end), (first, last), before, after, tree.data[start:end])


def _start(part: Stretch) -> int:
    return part.span[0]


def _differing(a: list[Gap], b: list[Gap], open_changes: dict[int, Change], room: Budget) -> Iterator[Change]:
    """Layout changes for the gaps between two blocks that both versions have."""
    if len(a) == len(b) == 1:
        if a[0].content == b[0].content:
            return
    elif b"".join([gap.content for gap in a]) == b"".join([gap.content for gap in b]):
        return
    less, more = sorted((a, b), key=len)
    if len(less) == 1 < len(more) and fill(less[0], more, open_changes):
        a, b = (more[1:-1], []) if more is a else ([], more[1:-1])
    head = 0
    while head < min(len(a), len(b)) and a[head].content == b[head].content:
        head += 1
    tail = 0
    while tail < min(len(a), len(b)) - head and a[-1 - tail].content == b[-1 - tail].content:
        tail += 1
    a, b = a[head : len(a) - tail], b[head : len(b) - tail]
    if all(_taken(gap, open_changes, dry=True) for gap in (*a, *b)):
        for gap in (*a, *b):
            _taken(gap, open_changes)
        return
    for one, two in _beside(a, b):
        if one is not None and two is not None:
            if one.content != two.content:
                yield from _narrowed(one, two, room)
            continue
        alone = one or two
        if alone is not None and alone.content and not _taken(alone, open_changes):
            part = _stretch(alone, alone.span, alone.places)
            yield Change(
                "layout", part if one else None, part if two else None, level=0, differs=bool(part.text)
            )


def _beside(a: list[Gap], b: list[Gap]) -> Iterator[tuple[Gap | None, Gap | None]]:
    """Gaps beside each other, from the first on; the last with the last where it is more of its size."""
    less, more = sorted((a, b), key=len)
    alone: list[None] = [None] * (len(more) - len(less))
    padded: list[Gap | None] = [*less, *alone]
    if alone and less:
        here, end = more[len(less) - 1], more[-1]
        if _likeness(less[-1], end) > _likeness(less[-1], here):
            padded = [*less[:-1], *alone, less[-1]]
    yield from zip(padded, more, strict=True) if less is a else zip(more, padded, strict=True)


def _likeness(one: Gap, two: Gap) -> float:
    """How much two are of one size."""
    less, more = sorted((len(one.content), len(two.content)))
    return (1 + less) / (1 + more)


def _taken(gap: Gap, open_changes: dict[int, Change], *, dry: bool = False) -> bool:
    """Make a gap part of a block beside it that is not unchanged, when it is only the wrapping of one."""
    if not gap.content:
        return True
    for block in (gap.after, gap.before):
        change = open_changes.get(id(block))
        if block is None or change is None:
            continue
        if _WRAPPING.fullmatch(gap.source) is None:
            return False
        if dry:
            return True
        if block is gap.after:
            block.span, block.places = (gap.span[0], block.span[1]), (gap.places[0], block.places[1])
        else:
            block.span, block.places = (block.span[0], gap.span[1]), (block.places[0], gap.places[1])
        return True
    return False


def _narrowed(a: Gap, b: Gap, room: Budget) -> Iterator[Change]:
    """Layout changes for the differences between two gaps, tag by tag."""
    cuts_a, cuts_b = _tags(a), _tags(b)
    text_a, text_b = a.side.tree.scan.text, b.side.tree.scan.text
    pieces_a = [text_a[x:y] for x, y in pairwise(cuts_a)]
    pieces_b = [text_b[x:y] for x, y in pairwise(cuts_b)]
    if room.take(len(pieces_a) + len(pieces_b)):
        runs = _runs(align(pieces_a, pieces_b), len(pieces_a), len(pieces_b))
    else:
        runs = [_between_ends(pieces_a, pieces_b)]
    if len(runs) > _MOST_STRETCHES:
        room.cut = True
        runs = [(runs[0][0], runs[-1][1], runs[0][2], runs[-1][3])]
    bytes_a = _bytes(a, [cuts_a[n] for run in runs for n in run[:2]])
    bytes_b = _bytes(b, [cuts_b[n] for run in runs for n in run[2:]])
    if bytes_a is None or bytes_b is None or not (a.content and b.content):
        runs = [(0, len(pieces_a), 0, len(pieces_b))]
        bytes_a, bytes_b = {}, {}
    bytes_a |= zip(a.places, a.span, strict=True)
    bytes_b |= zip(b.places, b.span, strict=True)
    for a_from, a_to, b_from, b_to in runs:
        one = _part(a, cuts_a[a_from], cuts_a[a_to], bytes_a)
        two = _part(b, cuts_b[b_from], cuts_b[b_to], bytes_b)
        differs = (one.text if one else "") != (two.text if two else "") or (
            one.attributes if one else ()
        ) != (two.attributes if two else ())
        yield Change("layout", one, two, level=0, differs=differs)


def _tags(gap: Gap) -> list[int]:
    """Where the start tags of a gap begin, and its ends, as characters."""
    starts = gap.side.tree.scan.starts
    first, last = gap.places
    return [first, *starts[bisect_right(starts, first) : bisect_left(starts, last)], last]


def _between_ends(a: list[str], b: list[str]) -> tuple[int, int, int, int]:
    """Pieces without the equal ones at both ends."""
    most = min(len(a), len(b))
    head = next((n for n in range(most) if a[n] != b[n]), most)
    tail = next((n for n in range(most - head) if a[-1 - n] != b[-1 - n]), most - head)
    return head, len(a) - tail, head, len(b) - tail


def _bytes(gap: Gap, places: list[int]) -> dict[int, int] | None:
    """The bytes of rising places in a gap; None where the text does not map to bytes."""
    place, byte = gap.places[0], gap.span[0]
    found: dict[int, int] = {}
    for following in [*places, gap.places[1]]:
        at = gap.side.byte((byte, place), following)
        if at is None:
            return None
        found[following] = byte = at
        place = following
    return found if byte == gap.span[1] else None


def _runs(same: list[Pair], size_a: int, size_b: int) -> list[tuple[int, int, int, int]]:
    """Stretches that differ, between equal pieces; stretches near each other are one."""
    runs: list[tuple[int, int, int, int]] = []
    for i, m, j, n in gaps_around(same, size_a, size_b):
        if runs and i - runs[-1][1] <= _NEAR and j - runs[-1][3] <= _NEAR:
            i, _, j, _ = runs.pop()
        runs.append((i, m, j, n))
    return runs


def _part(gap: Gap, first: int, last: int, at: dict[int, int]) -> Stretch | None:
    """The stretch between two places whose bytes are known."""
    span, places = (at[first], at[last]), (first, last)
    if places == gap.places:  # a byte order mark is no text
        span = gap.span
    return _stretch(gap, span, places) if span[0] < span[1] else None


def _stretch(gap: Gap, span: Pair, places: Pair) -> Stretch:
    return gap.side.stretch(span, places, 0)
