"""Recipes: the steps that make new bytes of older ones, their form in a record, and the search for them.

The pieces that the caller cuts are looked for as wholes first, near the place where the piece before them was found. In
what remains, windows of 16 bytes are looked up in a table of the older bytes and grown in both directions. All of it
has a budget; what is left when that is used up is written as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from app.messages import Message

# The DATA of an incremental record: how a response is put together from older records and new bytes.
#
# DATA (after inflation) has three parts. First the ids of other records, each on a line of its own, and an empty
# line. Then steps, a line each, and an empty line:
#
#     c SKIP LENGTH              LENGTH bytes of what the record's `base` stands for, SKIP behind those copied last
#     w LENGTH                   the next LENGTH bytes of the third part
#     s N OFFSET LENGTH          LENGTH bytes of the DATA of the Nth of the other records, from OFFSET on
#     s N OFFSET M OFFSET LENGTH the same bytes stand in the Mth, too, for when the Nth is damaged
#
# Last the new bytes. Numbers are decimal, SKIP may be negative, N counts from 1. The `base` of a record may itself be
# incremental, and then stands for what is rebuilt from it; of the other records the DATA itself is meant, nothing is
# rebuilt from it. All of them stand before the record in its batch.

MAX_REBUILT = 256 * 1024 * 1024
"""Bytes that a recipe may make."""
MAX_STEPS = 1 << 18
MAX_SOURCES = 4096
LARGE = 96
"""New bytes from which on they are worth being found again in other pages."""

_ID = re.compile(rb"[0-9]{6}-[0-9]{7,10}")
_STEP = re.compile(
    rb"c (-?(?:0|[1-9]\d{0,11})) ([1-9]\d{0,11})|w ([1-9]\d{0,11})|"
    rb"s ([1-9]\d{0,5}) (0|[1-9]\d{0,11})(?: ([1-9]\d{0,5}) (0|[1-9]\d{0,11}))? ([1-9]\d{0,11})"
)


class Copy(NamedTuple):
    """A range of the DATA of the record that is built on."""

    offset: int
    length: int


class Write(NamedTuple):
    """New bytes."""

    data: bytes


class Share(NamedTuple):
    """A range that stands in other records: (id, offset) of each place, one or two."""

    places: tuple[tuple[str, int], ...]
    length: int


Step = Copy | Write | Share


class RecipeError(ValueError):
    """The bytes are no recipe, or it cannot be followed; `str(error)` is the rule they break."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a response is put together; `sources` are the ids that its shares name."""

    steps: tuple[Step, ...]

    @property
    def size(self) -> int:
        """Number of bytes that it makes."""
        return sum(len(step.data) if isinstance(step, Write) else step.length for step in self.steps)

    @property
    def sources(self) -> tuple[str, ...]:
        """Ids of the further records that it takes bytes from, beside its base."""
        return tuple(
            dict.fromkeys(id for step in self.steps if isinstance(step, Share) for id, _ in step.places)
        )


def merged(steps: Iterable[Step]) -> tuple[Step, ...]:
    """The same without empty steps, and what follows directly in one step; but not new bytes of which others may have a
    part."""
    made: list[Step] = []
    for step in steps:
        last = made[-1] if made else None
        if isinstance(step, Copy):
            if not step.length:
                continue
            if isinstance(last, Copy) and last.offset + last.length == step.offset:
                made[-1] = Copy(last.offset, last.length + step.length)
                continue
        elif isinstance(step, Write):
            if not step.data:
                continue
            if isinstance(last, Write) and max(len(last.data), len(step.data)) < LARGE:
                made[-1] = Write(last.data + step.data)
                continue
        made.append(step)
    return tuple(made)


def encode_recipe(recipe: Recipe) -> bytes:
    """The DATA of an incremental record, to be compressed."""
    sources = recipe.sources
    number = {id: at for at, id in enumerate(sources, 1)}
    lines: list[str] = [*sources, ""]
    position = 0
    for step in recipe.steps:
        if isinstance(step, Copy):
            lines.append(f"c {step.offset - position} {step.length}")
            position = step.offset + step.length
        elif isinstance(step, Write):
            lines.append(f"w {len(step.data)}")
        else:
            places = " ".join(f"{number[id]} {offset}" for id, offset in step.places)
            lines.append(f"s {places} {step.length}")
    lines += ("", "")
    return "\n".join(lines).encode("ascii") + b"".join(s.data for s in recipe.steps if isinstance(s, Write))


def decode_recipe(data: bytes) -> Recipe:
    """What a record's DATA says. RecipeError; takes time and memory as the size of DATA, whatever it says."""
    sources, at = _sources(data)
    after = data.find(b"\n\n", at - 1) + 2  # without steps the empty line follows at once
    if after < 2:
        raise RecipeError(Message("recipe-no-end"))
    lines = data[at : max(after - 2, at)].split(b"\n") if after - 2 > at else []
    if len(lines) > MAX_STEPS:
        raise RecipeError(Message("recipe-long"))
    steps: list[Step] = []
    position, literal = 0, after
    for line in lines:
        found = _STEP.fullmatch(line)
        if found is None:
            raise RecipeError(Message("recipe-no-step"))
        skip, copied, written, first, first_at, second, second_at, shared = found.groups()
        if copied is not None:
            offset = position + int(skip)
            if offset < 0:
                raise RecipeError(Message("recipe-before-begin"))
            steps.append(Copy(offset, int(copied)))
            position = offset + int(copied)
        elif written is not None:
            end = literal + int(written)
            if end > len(data):
                raise RecipeError(Message("recipe-bytes-missing"))
            steps.append(Write(data[literal:end]))
            literal = end
        else:
            places = [(first, first_at)] if second is None else [(first, first_at), (second, second_at)]
            if any(int(number) > len(sources) for number, _ in places):
                raise RecipeError(Message("recipe-unlisted"))
            steps.append(Share(tuple((sources[int(n) - 1], int(o)) for n, o in places), int(shared)))
    if literal != len(data):
        raise RecipeError(Message("recipe-bytes-left"))
    recipe = Recipe(tuple(steps))
    if recipe.size > MAX_REBUILT:
        raise RecipeError(Message("recipe-huge"))
    return recipe


def literals(data: bytes) -> list[tuple[int, int]]:
    """(offset, length) of each run of new bytes in the DATA of an incremental record; empty for what is no recipe."""
    try:
        steps = decode_recipe(data).steps
    except RecipeError:
        return []
    sizes = [len(step.data) for step in steps if isinstance(step, Write)]
    at, found = len(data) - sum(sizes), []
    for size in sizes:
        found.append((at, size))
        at += size
    return found


def _sources(data: bytes) -> tuple[list[str], int]:
    """The ids at the beginning, and where the steps begin."""
    sources: list[str] = []
    at = 0
    while True:
        end = data.find(b"\n", at, at + 32)
        if end < 0:
            raise RecipeError(Message("recipe-no-list"))
        if end == at:
            return sources, end + 1
        if not _ID.fullmatch(data, at, end):
            raise RecipeError(Message("recipe-no-id"))
        sources.append(data[at:end].decode("ascii"))
        at = end + 1
        if len(sources) > MAX_SOURCES:
            raise RecipeError(Message("recipe-records"))


def follow(recipe: Recipe, base: bytes, data_of: Callable[[str], bytes | None]) -> bytes:
    """What a recipe makes of the DATA that is built on; `data_of` gives the DATA of another record, None where that is
    not there or damaged. RecipeError."""
    pieces: list[bytes] = []
    for step in recipe.steps:
        if isinstance(step, Write):
            pieces.append(step.data)
        elif isinstance(step, Copy):
            pieces.append(_range(base, step.offset, step.length))
        else:
            pieces.append(_shared(step.places, step.length, data_of))
    return b"".join(pieces)


def _shared(places: Sequence[tuple[str, int]], length: int, data_of: Callable[[str], bytes | None]) -> bytes:
    for id, offset in places:
        data = data_of(id)
        if data is not None:
            return _range(data, offset, length)
    raise RecipeError(Message("sources-damaged", id=", ".join(id for id, _ in places)))


def _range(data: bytes, offset: int, length: int) -> bytes:
    if offset + length > len(data):
        raise RecipeError(Message("recipe-behind-end"))
    return data[offset : offset + length]


WINDOW = 16
SHORTEST = 24
"""Bytes that a copy must have to be worth a step of its own."""
_MOST_SEARCHED = 1 << 24
_MOST_WINDOWS = 1 << 16
_MOST_SCANNED = 1 << 20
_CANDIDATES = 8
"""Places of one window that are tried."""
_MOST_TRIED = 1 << 15
_NEW = 0.75
"""Share of new bytes from which on a piece is written as a whole: other pages may have the same one."""


def differences(old: bytes, new: bytes, pieces: Sequence[tuple[int, int]]) -> tuple[Step, ...]:
    """Copies of ranges of `old`, and new bytes, that together make `new`. `pieces` are spans of `new` in order that
    cover all of it."""
    return _Difference(old, new).steps(pieces)


class _Difference:
    def __init__(self, old: bytes, new: bytes) -> None:
        self._old, self._new = old, new
        self._windows: dict[bytes, list[int]] | None = None
        self._scanned = self._tried = 0

    def steps(self, pieces: Sequence[tuple[int, int]]) -> tuple[Step, ...]:
        steps: list[Step] = []
        position = 0  # behind what was copied last
        changed: list[tuple[int, int]] = []
        searched = 0
        for start, end in pieces:
            if start == end:
                continue
            found = -1
            piece = self._new[start:end]
            if not changed and self._old.startswith(piece, position):
                found = position
            elif len(piece) >= SHORTEST and searched < _MOST_SEARCHED:
                found = self._old.find(piece, position)
                if found < 0:
                    found = self._old.find(piece, 0, position + len(piece))
                searched += len(self._old) if found < position else found - position
            if found < 0:
                changed.append((start, end))
                continue
            steps += self._changed(changed, position, found)
            changed = []
            steps.append(Copy(found, end - start))
            position = found + end - start
        steps += self._changed(changed, position, len(self._old))
        return merged(steps)

    def _changed(self, pieces: list[tuple[int, int]], low: int, high: int) -> Iterable[Step]:
        """Steps for neighbouring pieces that are not in `old`, between what was copied up to `low` of it and from
        `high` on."""
        if not pieces:
            return
        start, end = pieces[0][0], pieces[-1][1]
        most = min(high - low, end - start) if high >= low else 0
        before = _common(self._old, low, self._new, start, most)
        after = _common_end(self._old, high, self._new, end, most - before)
        before, after = (kept if kept >= SHORTEST // 2 else 0 for kept in (before, after))
        yield Copy(low, before)
        inner_start, inner_end = start + before, end - after
        for piece_start, piece_end in pieces:
            left, right = max(piece_start, inner_start), min(piece_end, inner_end)
            if left < right:
                found = self._scan(left, right)
                fresh = sum(len(step.data) for step in found if isinstance(step, Write))
                whole = fresh >= _NEW * (right - left)
                yield from [Write(self._new[left:right])] if whole else found
        yield Copy(high - after, after)

    def _scan(self, start: int, end: int) -> list[Step]:
        """Steps for new bytes by what windows of them tell."""
        self._scanned += end - start
        if end - start < SHORTEST or self._scanned > _MOST_SCANNED or self._tried > _MOST_TRIED:
            return [Write(self._new[start:end])]
        new, windows = self._new, self._table()
        steps: list[Step] = []
        at = written = start
        while at <= end - WINDOW:
            places = windows.get(new[at : at + WINDOW])
            if places is None or self._tried > _MOST_TRIED:
                at += 1
                continue
            self._tried += len(places)
            length, first, back = max(self._grown(place, at, written, end) for place in places)
            if length < SHORTEST:
                at += 1
                continue
            steps += (Write(new[written : at - back]), Copy(-first, length))
            at = written = at - back + length
        steps.append(Write(new[written:end]))
        return list(merged(steps))

    def _grown(self, place: int, at: int, low: int, high: int) -> tuple[int, int, int]:
        """A window that is the same in both, as far as what is around it is the same: (length, the place where it
        begins as a negative number, bytes of it before `at`); the greatest is the best."""
        old, new = self._old, self._new
        back = _common_end(old, place, new, at, at - low)
        length = back + WINDOW + _common(old, place + WINDOW, new, at + WINDOW, high - at - WINDOW)
        return length, back - place, back

    def _table(self) -> dict[bytes, list[int]]:
        if self._windows is None:
            old = self._old
            table: dict[bytes, list[int]] = {}
            step = max(WINDOW, len(old) // _MOST_WINDOWS)
            for at in range(0, len(old) - WINDOW + 1, step):
                places = table.setdefault(old[at : at + WINDOW], [])
                if len(places) < _CANDIDATES:
                    places.append(at)
            self._windows = table
        return self._windows


def _common(a: bytes, at: int, b: bytes, to: int, most: int) -> int:
    """How many bytes are the same from two places on, up to `most`."""
    most = max(0, min(most, len(a) - at, len(b) - to))
    low, step = 0, 32
    while low < most:
        size = min(step, most - low)
        if a[at + low : at + low + size] == b[to + low : to + low + size]:
            low += size
            step *= 2
        elif size == 1:
            break
        else:
            step = max(1, size // 2)
    return low


def _common_end(a: bytes, at: int, b: bytes, to: int, most: int) -> int:
    """How many bytes are the same before two places, up to `most`."""
    most = max(0, min(most, at, to))
    low, step = 0, 32
    while low < most:
        size = min(step, most - low)
        if a[at - low - size : at - low] == b[to - low - size : to - low]:
            low += size
            step *= 2
        elif size == 1:
            break
        else:
            step = max(1, size // 2)
    return low
