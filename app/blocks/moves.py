"""Lines that stand elsewhere in the other version."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence

from app.blocks.lines import Line
from app.blocks.similarity import features, likely_partners, likeness

_MOVED_TEXT = 10  # a text that is found elsewhere must be so long (CJK characters count three) to have moved
_MOVED_UNIQUE = 4  # so long when there is only one of it
_PLACES = 8  # where a repeated text is looked for
_MOST_RUNS = 20_000
_ALIKE = 0.6  # likeness from which a text of …
_ALIKE_TEXT = 20  # … so many characters is one that is found elsewhere
Homes = Callable[[int], str]  # path of a leaf
Run = tuple[int, int, int]  # first line in a, first line in b, number of lines


def moved_runs(a: Sequence[Line], b: Sequence[Line], homes: tuple[Homes, Homes]) -> tuple[list[Run], bool]:
    """Runs of lines of leaves that both versions have, among those without a partner, and whether these are all.

    A run lies in one leaf on both sides; `homes` are the paths of the leaves. Each lookup is bounded, so the cost is
    linear in the lines.
    """
    places: dict[str, list[int]] = defaultdict(list)
    for j, line in enumerate(b):
        if line.mate < 0:
            places[line.text].append(j)
    if not places:
        return [], True
    count_a, count_b = _counts(a), _counts(b)
    runs: list[Run] = []
    i = 0
    while i < len(a):
        line = a[i]
        if line.mate >= 0 or line.text not in places:
            i += 1
            continue
        found = places[line.text]
        home = homes[0](line.leaf)
        longest, at = (0, False), -1
        looked = 0
        for j in found:
            if b[j].moved or looked >= _PLACES:
                continue
            looked += 1
            same_home = homes[1](b[j].leaf) == home
            length = _length(a, b, i, j), same_home
            if length > longest:
                longest, at = length, j
        size = longest[0]
        if not size:
            i += 1
            continue
        unique = len(found) == count_a[line.text] == 1
        if not unique and longest[1]:  # in this block at least
            unique = count_a[line.leaf, line.text] == count_b[b[at].leaf, line.text] == 1
        if _is_enough(a[i : i + size], unique=unique):
            if len(runs) == _MOST_RUNS:
                return runs, False
            runs.append((i, at, size))
            for n in range(size):
                a[i + n].moved = b[at + n].moved = True
        i += size
    return runs, True


def moved_alike(a: Sequence[Line], b: Sequence[Line]) -> list[Run]:
    """Single lines, among those that are left, whose words are much the same."""
    free_a = [i for i, line in enumerate(a) if line.mate == -1 and not line.moved and weigh(line.text) >= _ALIKE_TEXT]
    free_b = [j for j, line in enumerate(b) if line.mate == -1 and not line.moved and weigh(line.text) >= _ALIKE_TEXT]
    if not free_a or not free_b:
        return []
    words_a, words_b = [features(a[i].text) for i in free_a], [features(b[j].text) for j in free_b]
    found = []
    for m, n in likely_partners(words_a, words_b):
        alike = likeness(words_a[m], words_b[n])
        if alike >= _ALIKE:
            found.append((-alike, free_a[m], free_b[n]))
    runs: list[Run] = []
    for _, i, j in sorted(found):
        if not a[i].moved and not b[j].moved and len(runs) < _MOST_RUNS:
            a[i].moved = b[j].moved = True
            runs.append((i, j, 1))
    return runs


def _counts(lines: Sequence[Line]) -> Counter[str | tuple[int, str]]:
    """How often a text without partner is there, and how often in a leaf."""
    counts: Counter[str | tuple[int, str]] = Counter()
    for line in lines:
        if line.mate < 0:
            counts[line.text] += 1
            counts[line.leaf, line.text] += 1
    return counts


def _length(a: Sequence[Line], b: Sequence[Line], i: int, j: int) -> int:
    """How many lines from these on are the same."""
    size = 0
    leaf_a, leaf_b = a[i].leaf, b[j].leaf
    while i + size < len(a) and j + size < len(b):
        one, two = a[i + size], b[j + size]
        if one.mate >= 0 or two.mate >= 0 or two.moved or one.text != two.text:
            break
        if one.leaf != leaf_a or two.leaf != leaf_b:
            break
        size += 1
    return size


def _is_enough(run: Sequence[Line], *, unique: bool) -> bool:
    weight = sum(weigh(line.text) for line in run[:_MOVED_TEXT])
    return weight >= (_MOVED_UNIQUE if unique else _MOVED_TEXT)


def weigh(text: str) -> int:
    """Length for deciding whether a text is too short to be recognised elsewhere."""
    if len(text) >= _MOVED_TEXT:
        return len(text)
    return sum(1 if character < "\u2e80" else 3 for character in text)
