"""Which block of one version is which block of the other."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field

from app.blocks.model import Block
from app.blocks.sequences import Pair, align, gaps_between, heaviest_chain
from app.blocks.similarity import Features, features, likely_partners, likeness

_ALL_PAIRS = 600  # in a gap with at most so many pairs of blocks, all of them are compared
_SAME = 0.45  # likeness (with what the places say) from which two blocks in a gap are one, changed
_SAME_SHAPE, _SAME_TAG = 0.15, 0.08
_SHORT = 60  # in short texts at the same place all words may have changed: a date, a counter, a price
_MOVED_TEXT = 10  # a text that is found elsewhere must be so long (CJK characters count three) to have moved
_MOVED_UNIQUE = 4  # so long when both pages have it just once
_NEARLY = 0.85
_NEARLY_TEXT = 40
_POSITION = re.compile(r"\[\d+\]")


@dataclass(slots=True)
class Alignment:
    """Pairs of block numbers. `kept` rises in both (same or changed at its place), `moved` does not."""

    kept: list[Pair] = field(default_factory=list)
    moved: list[Pair] = field(default_factory=list)

    def swapped(self) -> Alignment:
        """The same seen from the other side."""
        return Alignment(sorted((j, i) for i, j in self.kept), sorted((j, i) for i, j in self.moved))


def align_blocks(a: Sequence[Block], b: Sequence[Block]) -> Alignment:
    """Align two pages; seen from the other side the outcome is the same."""
    key_a = [(block.text, block.attributes) for block in a]
    key_b = [(block.text, block.attributes) for block in b]
    if key_a > key_b:
        return _Aligner(b, a, key_b, key_a).run().swapped()
    return _Aligner(a, b, key_a, key_b).run()


class _Aligner:
    def __init__(
        self, a: Sequence[Block], b: Sequence[Block], key_a: Sequence[Hashable], key_b: Sequence[Hashable]
    ) -> None:
        self._a, self._b = a, b
        numbers: dict[Hashable, int] = {}
        self._key_a = [numbers.setdefault(key, len(numbers)) for key in key_a]
        self._key_b = [numbers.setdefault(key, len(numbers)) for key in key_b]
        self._features_a: dict[int, Features] = {}
        self._features_b: dict[int, Features] = {}
        self._kept: list[Pair] = []

    def run(self) -> Alignment:
        weights = [4 + min(len(block.text), 400) for block in self._a]
        self._kept = align(self._key_a, self._key_b, weights)
        for step in (self._same_text, self._alike, self._same_place):
            bounds = (0, len(self._a), 0, len(self._b))
            found = [pair for gap in gaps_between(self._kept, bounds) for pair in step(gap)]
            if found:
                self._kept = sorted(self._kept + found)
        return Alignment(self._kept, self._moved())

    def _same_text(self, gap: tuple[int, int, int, int]) -> list[Pair]:
        """The same text with other links or pictures."""
        a_from, a_to, b_from, b_to = gap
        # a block without text is like no other
        texts_a = [self._a[i].text or i for i in range(a_from, a_to)]
        texts_b = [self._b[j].text or -1 - j for j in range(b_from, b_to)]
        weights = [4 + min(len(self._a[i].text), 400) for i in range(a_from, a_to)]
        return [(a_from + m, b_from + n) for m, n in align(texts_a, texts_b, weights)]

    def _alike(self, gap: tuple[int, int, int, int]) -> list[Pair]:
        """Blocks in a gap whose words are much the same, in order."""
        a_from, a_to, b_from, b_to = gap
        pairs: Iterable[Pair]
        if (a_to - a_from) * (b_to - b_from) <= _ALL_PAIRS:
            pairs = ((i, j) for i in range(a_from, a_to) for j in range(b_from, b_to))
        else:
            words_a = [self._of_a(i) for i in range(a_from, a_to)]
            words_b = [self._of_b(j) for j in range(b_from, b_to)]
            pairs = ((a_from + i, b_from + j) for i, j in likely_partners(words_a, words_b))
        candidates = []
        for i, j in pairs:
            alike = likeness(self._of_a(i), self._of_b(j))
            if not alike:
                continue
            score = alike + self._place_bonus(i, j)
            if score >= _SAME:
                size = 8 + min(len(self._a[i].label), len(self._b[j].label), 300)
                candidates.append((i, j - b_from, int(100 * score * score * size)))
        chain = heaviest_chain(candidates, b_to - b_from)
        return [(candidates[n][0], candidates[n][1] + b_from) for n in chain]

    def _same_place(self, gap: tuple[int, int, int, int]) -> list[Pair]:
        """As many blocks of the same shapes on both sides: the short ones have got new words."""
        a_from, a_to, b_from, b_to = gap
        if a_to - a_from != b_to - b_from:
            return []
        pairs = list(zip(range(a_from, a_to), range(b_from, b_to), strict=True))
        if any(_shape(self._a[i]) != _shape(self._b[j]) for i, j in pairs):
            return []
        return [(i, j) for i, j in pairs if len(self._a[i].text) <= _SHORT and len(self._b[j].text) <= _SHORT]

    def _moved(self) -> list[Pair]:
        """Blocks that are left over on both sides and say the same, exactly or nearly."""
        kept_a, kept_b = {i for i, _ in self._kept}, {j for _, j in self._kept}
        left_a = [i for i in range(len(self._a)) if i not in kept_a]
        left_b = [j for j in range(len(self._b)) if j not in kept_b]
        moved: list[Pair] = []
        text_a, text_b = [block.text for block in self._a], [block.text for block in self._b]
        steps: list[tuple[Sequence[Hashable], Sequence[Hashable], int]] = [
            (self._key_a, self._key_b, _MOVED_TEXT),
            # with other links or pictures: "read more" stands under many articles
            (text_a, text_b, _NEARLY_TEXT),
        ]
        for keys_a, keys_b, enough in steps:
            count_a, count_b = Counter(keys_a), Counter(keys_b)
            places: dict[Hashable, list[int]] = defaultdict(list)
            for j in reversed(left_b):
                key = keys_b[j]
                unique = count_a[key] == count_b[key] == 1
                if key != "" and _weight(self._b[j].label) >= (_MOVED_UNIQUE if unique else enough):
                    places[key].append(j)
            found = [(i, places[keys_a[i]].pop()) for i in left_a if places.get(keys_a[i])]
            moved += found
            left_a, left_b = _without(left_a, left_b, found)
        moved += self._nearly(left_a, left_b)
        return sorted(moved)

    def _nearly(self, left_a: list[int], left_b: list[int]) -> list[Pair]:
        left_a = [i for i in left_a if _weight(self._a[i].text) >= _NEARLY_TEXT]
        left_b = [j for j in left_b if _weight(self._b[j].text) >= _NEARLY_TEXT]
        words_a, words_b = [self._of_a(i) for i in left_a], [self._of_b(j) for j in left_b]
        found = []
        for m, n in likely_partners(words_a, words_b):
            alike = likeness(words_a[m], words_b[n])
            if alike >= _NEARLY:
                found.append((-alike, left_a[m], left_b[n]))
        taken_a: set[int] = set()
        taken_b: set[int] = set()
        pairs = []
        for _, i, j in sorted(found):
            if i not in taken_a and j not in taken_b:
                taken_a.add(i)
                taken_b.add(j)
                pairs.append((i, j))
        return pairs

    def _place_bonus(self, i: int, j: int) -> float:
        if _shape(self._a[i]) == _shape(self._b[j]):
            return _SAME_SHAPE
        return _SAME_TAG if self._a[i].tag == self._b[j].tag else 0.0

    def _of_a(self, i: int) -> Features:
        if i not in self._features_a:
            self._features_a[i] = features(self._a[i].label)
        return self._features_a[i]

    def _of_b(self, j: int) -> Features:
        if j not in self._features_b:
            self._features_b[j] = features(self._b[j].label)
        return self._features_b[j]


def _shape(block: Block) -> str:
    """The path without positions."""
    return _POSITION.sub("", block.path)


def _weight(text: str) -> int:
    """Length for deciding whether a text is too short to be recognised elsewhere."""
    if len(text) >= _NEARLY_TEXT:
        return len(text)
    return sum(1 if character < "\u2e80" else 3 for character in text)


def _without(left_a: list[int], left_b: list[int], found: list[Pair]) -> tuple[list[int], list[int]]:
    gone_a, gone_b = {i for i, _ in found}, {j for _, j in found}
    return [i for i in left_a if i not in gone_a], [j for j in left_b if j not in gone_b]
