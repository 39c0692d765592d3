"""Where two versions of a page differ, as stretches of their texts."""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate, count
from operator import add
from typing import NamedTuple

_CHUNK = 4096
_FARTHEST = 200  # characters
_LARGE = 200_000


class Hunk(NamedTuple):
    """`old[start:end]` has become `new[new_start:new_end]`."""

    start: int
    end: int
    new_start: int
    new_end: int


def hunks(old: str, new: str) -> list[Hunk]:
    """The differing stretches in order, found by tags that stand once in each text; [] for equal texts."""
    head = common_start(old, new)
    tail = common_end(old, new, head)
    if head == len(old) == len(new):
        return []
    pieces, others = old[head : len(old) - tail].split("<"), new[head : len(new) - tail].split("<")
    places, new_places = _places(pieces, head), _places(others, head)
    pieces[0], others[0] = f"\0{pieces[0]}", f"\0{others[0]}"  # no "<" before these: they are like no others
    found: list[Hunk] = []
    i = j = 0

    def differing(m: int, n: int) -> None:
        """Add what lies before these pieces, without what is alike at its ends."""
        start, new_start, end, new_end = places[i], new_places[j], places[m], new_places[n]
        before, after = old[start:end], new[new_start:new_end]
        first = common_start(before, after)
        last = common_end(before, after, first)
        if first < len(before) or first < len(after):
            found.append(Hunk(start + first, end - last, new_start + first, new_end - last))

    for m, n in _anchors(pieces, others):
        if m < i or n < j:
            continue
        while m > i and n > j and pieces[m - 1] == others[n - 1]:
            m, n = m - 1, n - 1
        if m > i or n > j:
            differing(m, n)
        while m < len(pieces) and n < len(others) and pieces[m] == others[n]:
            m, n = m + 1, n + 1
        i, j = m, n
    if i < len(pieces) or j < len(others):
        differing(len(pieces), len(others))
    for number, hunk in enumerate(found):
        if hunk.start == hunk.end or hunk.new_start == hunk.new_end:
            slid = _slid(old, new, hunk)
            apart = not number or found[number - 1].end <= slid.start
            if apart and (number + 1 == len(found) or slid.end <= found[number + 1].start):
                found[number] = slid
    return found


def far_apart(old: str, new: str, most: int) -> bool:
    """Whether large texts differ in so many places, or so much of them has moved, that looking for at most so many
    hunks is not worth its time."""
    if len(new) < _LARGE:
        return False
    pieces, others = old.split("<"), new.split("<")
    places = _once(pieces)
    breaks, before = 0, -1
    for piece in others:
        place = places.get(piece, before)
        breaks += place < before
        before = place
    if breaks > most:
        return True
    known = set(pieces)
    starts, was_known = 0, True  # of what is new
    for piece in others:
        is_known = piece in known
        starts += was_known and not is_known
        was_known = is_known
    return starts > most


def _slid(old: str, new: str, hunk: Hunk) -> Hunk:
    """What was put in (or taken out) as a whole element, where that is possible: not `a><a>b</`, but `<a>b</a>`."""
    start, end, new_start, new_end = hunk
    text = new if start == end else old
    first, last = (new_start, new_end) if start == end else (start, end)
    if text.startswith("</", first):
        shift = text.find(">", last, last + _FARTHEST) + 1 - last
        fits = 0 < shift <= last - first and text.startswith(text[last : last + shift], first)
    else:
        shift = text.rfind("<", max(0, first - _FARTHEST), first) - first
        fits = (
            -shift <= last - first and first + shift >= 0 and text.startswith(text[first + shift : first], last + shift)
        )
    if text.startswith("<", first) and not text.startswith("</", first):
        fits = False
    return Hunk(start + shift, end + shift, new_start + shift, new_end + shift) if fits else hunk


def _places(pieces: list[str], start: int) -> list[int]:
    """Where each piece begins, its "<" included, and where the last one ends."""
    return [start, *map(add, accumulate(map(len, pieces)), count(start))]


def _anchors(a: list[str], b: list[str]) -> list[tuple[int, int]]:
    """Pairs of equal pieces that occur once in each list, rising in both."""
    once_a, once_b = _once(a), _once(b)
    pairs = [(place, once_b[piece]) for piece, place in once_a.items() if piece in once_b]
    order = [place for _, place in pairs]
    if order == sorted(order):
        return pairs
    ends: list[int] = []  # the smallest end of a chain of each length, and which pair it is
    last: list[int] = []
    before: list[int] = []
    for number, (_, place) in enumerate(pairs):
        length = bisect_left(ends, place)
        before.append(last[length - 1] if length else -1)
        ends[length : length + 1] = [place]
        last[length : length + 1] = [number]
    chain: list[tuple[int, int]] = []
    number = last[-1] if last else -1
    while number >= 0:
        chain.append(pairs[number])
        number = before[number]
    return chain[::-1]


def _once(pieces: list[str]) -> dict[str, int]:
    """Place of each piece that occurs once."""
    places: dict[str, int] = {}
    again: set[str] = set()
    for place, piece in enumerate(pieces):
        if piece in places:
            again.add(piece)
        else:
            places[piece] = place
    for piece in again:
        del places[piece]
    return places


def common_start(a: str, b: str) -> int:
    """How many characters two texts have in common at their beginning."""
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


def common_end(a: str, b: str, head: int) -> int:
    """How many characters they have in common at their end, behind the first `head`."""
    limit = min(len(a), len(b)) - head
    low, high = 0, min(_CHUNK, limit)
    m, n = len(a), len(b)
    while high > low and a[m - high : m - low] == b[n - high : n - low]:
        low, high = high, min(high + _CHUNK, limit)
    while low < high:
        middle = (low + high + 1) // 2
        if a[m - middle : m - low] == b[n - middle : n - low]:
            low = middle
        else:
            high = middle - 1
    return low
