"""Lines that stand elsewhere in the other version."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence

from app.blocks.match.similarity import features, likely_partners, likeness
from app.blocks.page.lines import Line
from app.words.sequences import Pair

_MOVED_TEXT = 10  # a text that is found elsewhere must be so long (CJK characters count three) to have moved
_MOVED_UNIQUE = 4  # so long when there is only one of it
_PLACES = 8  # where a repeated text is looked for
MOST_RUNS = 20_000
_LONGEST = 20_000  # characters of a text that may be told from another by its numbers
_ENTRY = 60  # characters of an entry of a list, at most
FEW_LETTERS = 4  # a text with fewer letters (CJK characters count three) is a number and no more
_NUMBER = re.compile(r"\d+")
_DIGITS = b"0123456789"
_NO_LETTER = re.compile(r"[\W\d_]+")
_ALIKE = 0.6  # likeness from which a text of …
_ALIKE_TEXT = 20  # … so many characters is one that is found elsewhere
Homes = Callable[[int], str]  # path of a leaf
Run = tuple[int, int, int]  # first line in a, first line in b, number of lines


def moved_runs(
    a: Sequence[Line], b: Sequence[Line], homes: tuple[Homes, Homes], most: int = MOST_RUNS
) -> tuple[list[Run], bool]:
    """Up to `most` runs of equal lines without partner in leaves of both versions, and whether these are all.

    A run lies in one leaf on both sides; `homes` are the paths of the leaves. Each lookup is bounded, so the cost is
    linear in the lines. Without this step the reader sees a paragraph that moved as removed and added.
    """
    places: dict[str, list[int]] = defaultdict(list)  # the last first
    for j in range(len(b) - 1, -1, -1):
        if b[j].mate == -1:
            places[b[j].text].append(j)
    if not places:
        return [], True
    counts = _Counts(a), _Counts(b)
    runs: list[Run] = []
    i = 0
    while i < len(a):
        line = a[i]
        if line.mate != -1 or line.text not in places:
            i += 1
            continue
        longest, at = (0, False), -1
        home = ""
        for n, j in enumerate(_free(places[line.text], b)):
            if not n:
                home = homes[0](line.leaf)
            length = _length(a, b, i, j), homes[1](b[j].leaf) == home
            if length > longest:
                longest, at = length, j
        size, same_home = longest
        if not size:
            i += 1
            continue
        weight = sum([weigh(one.text) for one in a[i : i + min(size, _MOVED_TEXT)]])
        if weight >= _MOVED_TEXT or (
            weight >= _MOVED_UNIQUE and _is_unique(counts, (i, at), same_home=same_home)
        ):
            if len(runs) >= most:
                return runs, False
            runs.append((i, at, size))
            for n in range(size):
                a[i + n].moved = b[at + n].moved = True
        i += size
    return runs, True


def moved_alike(a: Sequence[Line], b: Sequence[Line], most: int = MOST_RUNS) -> list[Run]:
    """Up to `most` single lines without partner whose words are alike.

    Without this step the reader sees a paragraph that moved and changed as removed and added (2 of 109 pairs).
    """
    if most <= 0:
        return []
    free_a, free_b = (
        [
            n
            for n, line in enumerate(lines)
            if line.mate == -1 and not line.moved and weigh(line.text) >= _ALIKE_TEXT
        ]
        for lines in (a, b)
    )
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
        if not a[i].moved and not b[j].moved and len(runs) < most:
            a[i].moved = b[j].moved = True
            runs.append((i, j, 1))
    return runs


def moved_renumbered(
    a: Sequence[Line], b: Sequence[Line], homes: tuple[Homes, Homes], most: int
) -> list[Run]:
    """Up to `most` entries with other numbers elsewhere in the same list: tags with counts.

    A line among new or removed lines is part of an entry and left out. Without this step the reader sees a tag that moved
    with a new count as removed and added (0 of 109 pairs; the tags of blogs in the tests).
    """
    places: tuple[dict[tuple[str, str], list[int]], ...] = defaultdict(list), defaultdict(list)
    for side, (lines, home) in enumerate(zip((a, b), homes, strict=True)):
        free = [
            n
            for n, line in enumerate(lines)
            if line.mate == -1 and not line.moved and len(line.text) <= _ENTRY
        ]
        lasting = {line.leaf for line in lines if line.mate >= 0} if free else set()
        for n in free:
            leaf = lines[n].leaf
            if leaf not in lasting and any(
                lines[at].leaf == leaf for at in (n - 1, n + 1) if 0 <= at < len(lines)
            ):
                continue
            said = unnumbered(lines[n].text)
            if said:
                places[side][home(leaf).rpartition("/")[0], said].append(n)
        if not places[side]:
            return []
    runs: list[Run] = []
    for key, found in places[0].items():
        others = places[1].get(key, ())
        if len(found) == len(others) == 1 and len(runs) < most:
            a[found[0]].moved = b[others[0]].moved = True
            runs.append((found[0], others[0], 1))
    return runs


def unnumbered(text: str) -> str:
    """A text with numbers and letters, each number as 0; "" for any other text."""
    if len(text) > _LONGEST or _has_no_digit(text):
        return ""
    said = _NUMBER.sub("0", text)
    return said if said != text and weigh(_NO_LETTER.sub("", said)) >= FEW_LETTERS else ""


def _has_no_digit(text: str) -> bool:
    """Whether a text has no digit, where a quick look decides."""
    return text.isascii() and len(text.encode().translate(None, _DIGITS)) == len(text)


class _Counts:
    """The number of occurrences of lines without partner, in all lines and in single leaves."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines = lines
        self._in_all: Counter[str] | None = None
        self._in_leaves: dict[int, Counter[str]] = {}

    def in_all(self, number: int) -> int:
        """Occurrences of the text of a line in all lines."""
        if self._in_all is None:
            self._in_all = Counter([line.text for line in self._lines if line.mate < 0])
        return self._in_all[self._lines[number].text]

    def in_leaf(self, number: int) -> int:
        """Occurrences of the text of a line in its leaf, whose lines stand together."""
        lines, leaf = self._lines, self._lines[number].leaf
        if leaf not in self._in_leaves:
            first = last = number
            while first and lines[first - 1].leaf == leaf:
                first -= 1
            while last < len(lines) and lines[last].leaf == leaf:
                last += 1
            self._in_leaves[leaf] = Counter([line.text for line in lines[first:last] if line.mate < 0])
        return self._in_leaves[leaf][lines[number].text]


def _is_unique(counts: tuple[_Counts, _Counts], pair: Pair, *, same_home: bool) -> bool:
    """Whether a text occurs once in both versions, or once in this leaf of both."""
    if all(side.in_all(number) == 1 for side, number in zip(counts, pair, strict=True)):
        return True
    return same_home and all(side.in_leaf(number) == 1 for side, number in zip(counts, pair, strict=True))


def _free(places: list[int], lines: Sequence[Line]) -> list[int]:
    """The first places of a text that are not taken; taken ones are dropped from `places` (the last first)."""
    free: list[int] = []
    while places and len(free) < _PLACES:
        place = places.pop()
        if not lines[place].moved:
            free.append(place)
    places.extend(reversed(free))
    return free


def _length(a: Sequence[Line], b: Sequence[Line], i: int, j: int) -> int:
    """The number of equal lines from two lines on."""
    size = 0
    leaf_a, leaf_b = a[i].leaf, b[j].leaf
    while i + size < len(a) and j + size < len(b):
        one, two = a[i + size], b[j + size]
        if one.mate != -1 or two.mate != -1 or two.moved or one.text != two.text:
            break
        if one.leaf != leaf_a or two.leaf != leaf_b:
            break
        size += 1
    return size


def weigh(text: str) -> int:
    """The length of a text for deciding whether it is recognised elsewhere; a CJK character of a short text counts three."""
    if len(text) >= _MOVED_TEXT:
        return len(text)
    return sum(1 if character < "\u2e80" else 3 for character in text)
