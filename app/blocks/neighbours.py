"""What the blocks beside it tell of a block that is in one version alone."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import groupby

from app.blocks.effort import Steps
from app.blocks.looks import SHORT
from app.blocks.parts import Matched, Stretch, place_in_a
from app.blocks.similarity import all_words, features, likeness

_ALIKE = 0.45  # likeness from which two blocks beside one that moved are one block, which moved along
_LONGER = 4  # times, and a short text between two that moved is another
_HELD = 0.8  # of the words of a block must be among those that its neighbour has lost, and it was divided from it
_FEWEST_WORDS = 5
_FEW, _SAID_TOGETHER = 2, 0.6  # blocks in one place of which one was divided, and likeness of what they say together
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
    for alone, group in groupby(found, key=_is_alone):
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


def _is_alone(each: Matched) -> bool:
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
            while 0 <= at < len(order) and order[at].what in ("added", "removed") and id(order[at]) not in gone:
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
