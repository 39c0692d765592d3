"""Passages that texts have in common: quotes, copied paragraphs, boilerplate, with their places.

Candidates are found by winnowing (Schleimer, Wilkerson and Aiken 2003): of every `WINDOW` stretches of `LENGTH` characters
the one with the least hash is a mark of the text, so texts that share `LENGTH + WINDOW - 1` characters share a mark. What
two texts share is then found exactly, by all stretches of `LENGTH` characters, and extended to both sides.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from app.words.folding import folded_with_places

LENGTH = 20
"""Characters of a stretch, without blanks and signs."""
WINDOW = 21
LEAST = 40
"""Characters of a passage, likewise: the shortest that is surely found."""

Marks = npt.NDArray[np.uint32]
"""Sorted, each once."""

_FACTOR = np.uint64(0x100000001B3)
_MOST_PLACES = 32  # of one stretch in a text: a row of dashes is everywhere


class Passage(NamedTuple):
    """A passage of two texts: where it begins and ends in each (`text[begin:end]`), its letters and figures."""

    begin_a: int
    end_a: int
    begin_b: int
    end_b: int
    size: int


def marks(normal_text: str) -> Marks:
    """The marks of a text as `shingles.normal` gives it; none of one shorter than a stretch."""
    hashes = _hashes(normal_text)
    if not len(hashes):
        return np.zeros(0, np.uint32)
    if len(hashes) <= WINDOW:
        return np.sort(hashes)[:1]
    windows = np.lib.stride_tricks.sliding_window_view(hashes, WINDOW)
    return np.unique(windows.min(axis=1))


def shared(a: Marks, b: Marks) -> int:
    """How many marks two texts have in common."""
    return len(np.intersect1d(a, b, assume_unique=True))


def between(a: str, b: str) -> list[Passage]:
    """The passages that two texts have in common, in the order of the first; they do not overlap in it."""
    said_a, places_a = _said(a)
    said_b, places_b = _said(b)
    hashes_a, hashes_b = _hashes(said_a), _hashes(said_b)
    if not len(hashes_a) or not len(hashes_b):
        return []
    order = np.argsort(hashes_b, kind="stable")
    sorted_b = hashes_b[order]
    firsts = np.searchsorted(sorted_b, hashes_a, side="left")
    lasts = np.searchsorted(sorted_b, hashes_a, side="right")
    found: list[Passage] = []
    at = 0
    hits = np.flatnonzero(lasts > firsts)
    for start in hits.tolist():
        if start < at:
            continue
        best = (0, 0)
        for place in order[firsts[start] : lasts[start]][:_MOST_PLACES].tolist():
            size = _common(said_a, start, said_b, place)
            best = max(best, (size, -place))
        size, place = best[0], -best[1]
        before = 0  # what stands in front, between two hits, is shared, too
        while (
            start - before > at
            and place > before
            and said_a[start - before - 1] == said_b[place - before - 1]
        ):
            before += 1
        if size + before >= LEAST:
            begin, end = start - before, start + size
            other = place - before
            found.append(
                Passage(
                    places_a[begin],
                    places_a[end - 1] + 1,
                    places_b[other],
                    places_b[other + size + before - 1] + 1,
                    size + before,
                )
            )
            at = end
    return found


def _said(text: str) -> tuple[str, list[int]]:
    """The letters and figures of a text, folded, and the place of each in it."""
    folded, places = folded_with_places(text)
    kept = [(one, place) for one, place in zip(folded, places, strict=False) if one.isalnum()]
    return "".join(one for one, _ in kept), [place for _, place in kept]


def _common(a: str, i: int, b: str, j: int) -> int:
    """How many characters agree from two places on."""
    size, most = 0, min(len(a) - i, len(b) - j)
    step = 1024
    while step:
        while size + step <= most and a[i + size : i + size + step] == b[j + size : j + size + step]:
            size += step
        step //= 2
    return size


def _hashes(said: str) -> Marks:
    """A hash of each stretch of `LENGTH` characters."""
    codes = np.frombuffer(said.encode("utf-32-le", "surrogatepass"), "<u4").astype(np.uint64)
    count = len(codes) - LENGTH + 1
    if count <= 0:
        return np.zeros(0, np.uint32)
    found = np.full(count, 0xCBF29CE484222325, np.uint64)
    for place in range(LENGTH):
        found = (found ^ codes[place : place + count]) * _FACTOR
    found ^= found >> np.uint64(33)
    found *= np.uint64(0xFF51AFD7ED558CCD)
    return (found >> np.uint64(32)).astype(np.uint32)
