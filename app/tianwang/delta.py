"""What of some bytes stands in older ones: the steps of a recipe.

The pieces that the caller cuts are looked for as wholes first, near the place where the piece before them was found. In
what remains, windows of 16 bytes are looked up in a table of the older bytes and grown in both directions. All of it
has a budget; what is left when that is used up is written as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from app.tianwang.recipe import Copy, Step, Write, merged

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
