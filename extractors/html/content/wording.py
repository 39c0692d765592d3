"""What the words of a block say of its being content, with those of the headings above it and of the names around it.

The weights of words (`wording.npz`) were learned by `packaging/train_pages.py` (logistic regression): "Shipping" as a
heading, "accordion" as a class of an element around, "add to" at the beginning of a block are words of kinds of their
own. The verdict on a block goes into its row, with those on the blocks beside it and in the elements around it.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from extractors.base import forest
from extractors.base.spacing import listed
from extractors.html.content import surroundings
from extractors.html.main_text import Names, Places
from extractors.html.parts import Block

Rows = npt.NDArray[np.float32]
Numbers = npt.NDArray[np.int32]
Find = Callable[[str], int | None]
"""The number of a word; None for one that is not known."""

_WORD = re.compile(r"\w+")
_BEGINNING, _MOST_OWN, _MOST_HEADING = 120, 10, 8
"""Characters and words of a block, words of a heading that are looked at."""
_LEVELS = 6
_REMEMBERED = 8192
_BESIDE = (-1, 1, -2, 2, -3, 3)
_WIDTHS = (3, 10, 30)
_AWAY = 15
REGIONS = listed("up far farther path")
"""Parts of a page whose blocks are judged together: the elements around a block, and the blocks on the same path."""
NAMES = (
    "said",
    *(f"said{at:+d}" for at in _BESIDE),
    *(f"said~{width}" for width in _WIDTHS),
    "said-before",
    "said-after",
    *(f"said-{region}" for region in REGIONS),
    "said-page",
    "said-below-most",
    "said-rank",
)


class Words(NamedTuple):
    """Words by their numbers: those of all blocks (or places) one after the other, `counts` how many are those of each."""

    words: Numbers
    counts: Numbers


class Spoken(NamedTuple):
    """The words that speak for each block: its `own`; the names around it are those of the place `at` which it stands."""

    own: Words
    names: Words
    at: Numbers

    def whole(self) -> Words:
        """All words of each block."""
        begins = np.cumsum(self.names.counts) - self.names.counts
        own = np.split(self.own.words, np.cumsum(self.own.counts)[:-1])
        pieces: list[Numbers] = []
        for words, at in zip(own, self.at.tolist(), strict=True):
            pieces += words, self.names.words[begins[at] : begins[at] + self.names.counts[at]]
        return Words(
            np.concatenate((np.zeros(0, dtype=np.int32), *pieces)),
            self.own.counts + self.names.counts[self.at],
        )


class _Named(NamedTuple):
    """The words in the names of an element as those of the block itself, of the element around it, of the next one, and
    of any further out."""

    own: list[int]
    near: list[int]
    far: list[int]
    around: frozenset[int]


KINDS = "cpqaoskh"
"""A letter for each kind of words: those of names (as in `_Named`), a block's own, its first two, its kind, and those of
its headings."""


class Finders:
    """Finds words of each of `KINDS`, and knows the names it has met."""

    def __init__(self, find: Callable[[str], Find]) -> None:
        self.word, self.start, self.kind, self.heading = map(find, KINDS[4:])
        self._names = [*map(find, KINDS[:4])]
        self._known: dict[Names, _Named] = {}
        self._kinds: dict[tuple[str, int], list[int]] = {}

    def named(self, names: Names) -> _Named:
        found = self._known.get(names)
        if found is None:
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            said = _pieces(names)
            own, near, far, around = (_found(said, find) for find in self._names)
            found = self._known[names] = _Named(own, near, far, frozenset(around))
        return found

    def kind_of(self, kind: str, level: int) -> list[int]:
        found = self._kinds.get((kind, level))
        if found is None:
            found = self._kinds[kind, level] = _found((f"{kind}{level}",), self.kind)
        return found


def spoken(blocks: Sequence[Block], standing: Places, finders: Finders) -> Spoken:
    """The words of each block; `standing` are their places."""
    named = [finders.named(place.names) for place in standing.every]
    inside: list[frozenset[int]] = []  # of a place: the words of all places around it
    beyond: list[frozenset[int]] = []
    nothing = frozenset[int]()
    for up, names in zip(standing.up, named, strict=True):
        outer = beyond[up] if up >= 0 else nothing
        inside.append(outer)
        beyond.append(outer if names.around <= outer else outer | names.around)
    words, counts, at = array("i"), array("i"), array("i")
    around, sizes = array("i"), array("i")
    numbers: dict[int, int] = {}
    headings: list[tuple[str, ...]] = [()] * (_LEVELS + 1)
    over: list[int] = []
    for block, place in zip(blocks, standing.own, strict=True):
        part, before = block.part, len(words)
        said, different, start = ((), (), "") if part.kind == "image" else _beginning(part.text[:_BEGINNING])
        if part.kind == "heading":
            level = min(part.level, _LEVELS)
            headings[level:] = [said[:_MOST_HEADING], *[()] * (_LEVELS - level)]
            over = _found({word for of_level in headings[2:] for word in of_level}, finders.heading)
        words.extend(_found(different, finders.word))
        words.extend(_found((start,), finders.start))
        words.extend(finders.kind_of(part.kind, part.level))
        words.extend(over)
        counts.append(len(words) - before)
        number = numbers.get(place.number)
        if number is None:
            number = numbers[place.number] = len(numbers)
            before = len(around)
            around.extend(named[place.number].own)
            around.extend(inside[place.number])
            up = standing.up[place.number]
            if up >= 0:
                around.extend(named[up].near)
                far = standing.up[up]
                if far >= 0:
                    around.extend(named[far].far)
            sizes.append(len(around) - before)
        at.append(number)
    return Spoken(_words(words, counts), _words(around, sizes), np.array(at, dtype=np.int32))


def _words(words: array[int], counts: array[int]) -> Words:
    return Words(np.array(words, dtype=np.int32), np.array(counts, dtype=np.int32))


@lru_cache(maxsize=_REMEMBERED)
def _beginning(text: str) -> tuple[tuple[str, ...], tuple[str, ...], str]:
    """The first words of a block, the different ones among them, and the first two."""
    said = _WORD.findall(text.lower())[:_MOST_OWN]
    return tuple(said), tuple(dict.fromkeys(said)), " ".join(said[:2])


def _pieces(names: Names) -> set[str]:
    """The words of the names of an element, and the tag with a mark."""
    words = {f"<{names.tag}"}
    for attribute in names[1:5]:
        if attribute:
            words.update(surroundings.said(attribute).words)
    return words


def _found(words: Iterable[str], find: Find) -> list[int]:
    return [number for number in map(find, words) if number is not None]


class _Weights(NamedTuple):
    finders: Finders
    weights: Rows
    base: float


@cache
def _weights() -> _Weights:
    arrays = forest.load(Path(__file__).with_name("wording.npz"))
    numbers: dict[str, dict[str, int]] = {kind: {} for kind in KINDS}
    for number, word in enumerate(str(arrays["words"]).split("\n")):
        kind, _, said = word.partition(":")
        numbers[kind][said] = number
    return _Weights(
        Finders(lambda kind: numbers[kind].get),
        arrays["weights"].astype(np.float32),
        float(arrays["base"].astype(np.float32)),
    )


def verdicts(blocks: Sequence[Block], standing: Places) -> Rows:
    """The score of each block: above 0 its words say that it is content."""
    known = _weights()
    own, names, at = spoken(blocks, standing, known.finders)
    sums = _totals(own, known.weights) + _totals(names, known.weights)[at]
    length = np.sqrt(np.maximum(own.counts + names.counts[at], 1))
    return np.asarray(sums / length, dtype=np.float32) + np.float32(known.base)


def summed(said: Words, weights: Rows) -> Rows:
    """The weights of the words of each block, as of a row of length one."""
    return np.asarray(_totals(said, weights) / np.sqrt(np.maximum(said.counts, 1)), dtype=np.float32)


def _totals(said: Words, weights: Rows) -> npt.NDArray[np.float64]:
    total = np.concatenate(([0.0], np.cumsum(weights[said.words], dtype=np.float64)))
    ends = np.cumsum(said.counts)
    return np.asarray(total[ends] - total[ends - said.counts])


def spread(scores: Rows, words: Rows, regions: Numbers) -> Rows:
    """A row of `NAMES` for each block from the scores of all blocks of a page; `words` are how many each has, a column of
    `regions` numbers the one of `REGIONS` that it stands in."""
    count = len(scores)
    weights = np.sqrt(words.astype(np.float64) + 1)
    weighed = np.concatenate(([0.0], np.cumsum(scores * weights)))
    total = np.concatenate(([0.0], np.cumsum(weights)))
    mean = weighed[-1] / total[-1]
    at = np.arange(count)

    def between(begin: npt.NDArray[np.int_], end: npt.NDArray[np.int_]) -> npt.NDArray[np.float64]:
        whole = total[end] - total[begin]
        return np.asarray(
            np.where(whole > 0, (weighed[end] - weighed[begin]) / np.maximum(whole, 1e-9), mean)
        )

    columns: list[npt.NDArray[np.floating]] = [scores]
    for away in _BESIDE:
        there = at + away
        columns.append(np.where((there >= 0) & (there < count), scores[np.clip(there, 0, count - 1)], mean))
    for width in _WIDTHS:
        columns.append(between(np.maximum(at - width, 0), np.minimum(at + width + 1, count)))
    columns.append(between(np.maximum(at - _AWAY, 0), at))
    columns.append(between(np.minimum(at + 1, count), np.minimum(at + _AWAY + 1, count)))
    for region in regions.T:
        held = np.bincount(region, weights)
        columns.append((np.bincount(region, scores * weights) / np.maximum(held, 1e-9))[region])
    columns.append(np.full(count, mean))
    columns.append(scores - scores.max(initial=-np.inf))
    order = np.argsort(-scores, kind="stable")
    rank = np.empty(count)
    rank[order] = np.cumsum(words[order]) - words[order]
    columns.append(rank / max(1.0, float(words.sum())))
    return np.stack(columns, axis=1).astype(np.float32)
