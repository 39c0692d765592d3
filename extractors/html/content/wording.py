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

from extractors.base.spacing import listed
from extractors.html import forest
from extractors.html.main_text import Block, Place

Rows = npt.NDArray[np.float32]
Numbers = npt.NDArray[np.int32]
Find = Callable[[str], int | None]
"""The number of a word; None for one that is not known."""

_WORD = re.compile(r"\w+")
_PIECE = re.compile(r"[a-z]+|[A-Z][a-z]*|[A-Z]+(?![a-z])")
_BEGINNING, _MOST_OWN, _MOST_HEADING, _MOST_NAMES = 120, 10, 8, 200
"""Characters and words of a block, words of a heading, characters of an attribute that are looked at."""
_LEVELS = 6
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


class Spoken(NamedTuple):
    """The numbers of the words that speak for each block: `words` of all blocks one after the other, `counts` how many
    are those of each."""

    words: Numbers
    counts: Numbers


class _Named(NamedTuple):
    """The words in the names of an element as those of the block itself, of the element around it, of the next one, and
    of any further out."""

    own: list[int]
    near: list[int]
    far: list[int]
    around: list[int]


class _Finders(NamedTuple):
    """Of each kind of words: those of the names (as in `_Named`), a block's own, its first two, its kind, its headings'."""

    own: Find
    near: Find
    far: Find
    around: Find
    word: Find
    start: Find
    kind: Find
    heading: Find


KINDS = "cpqaoskh"
"""A letter for each of the kinds of words, in the order of `_Finders`."""


def spoken(
    blocks: Sequence[Block], own: Sequence[Place], every: Sequence[Place], find: Callable[[str], Find]
) -> Spoken:
    """The words of each block; `own` are the places of the blocks, `every` also those around them, outer ones first;
    `find` has a finder for each of `KINDS`."""
    finders = _Finders(*map(find, KINDS))
    named = _named(every, finders)
    inside: dict[int, frozenset[int]] = {}  # of a place: the words of all places around it
    beyond: dict[int, frozenset[int]] = {}
    nothing = frozenset[int]()
    for place in every:
        outer = inside[id(place)] = beyond[id(place.up)] if place.up is not None else nothing
        beyond[id(place)] = outer.union(named[id(place)].around)
    standing: dict[int, list[int]] = {}
    words, counts = array("i"), array("i")
    headings: list[list[str]] = [[] for _ in range(_LEVELS + 1)]
    over: list[int] = []
    for block, place in zip(blocks, own, strict=True):
        part, before = block.part, len(words)
        said = [] if part.kind == "image" else _WORD.findall(part.text[:_BEGINNING].lower())[:_MOST_OWN]
        if part.kind == "heading":
            level = min(part.level, _LEVELS)
            headings[level:] = [said[:_MOST_HEADING], *([] for _ in range(_LEVELS - level))]
            over = _found({word for of_level in headings[2:] for word in of_level}, finders.heading)
        words.extend(_found(set(said), finders.word))
        words.extend(_found((" ".join(said[:2]),), finders.start))
        words.extend(_found((f"{part.kind}{part.level}",), finders.kind))
        words.extend(over)
        around = standing.get(id(place))
        if around is None:
            around = standing[id(place)] = [*named[id(place)].own, *inside[id(place)]]
            if place.up is not None:
                around += named[id(place.up)].near
                if place.up.up is not None:
                    around += named[id(place.up.up)].far
        words.extend(around)
        counts.append(len(words) - before)
    return Spoken(np.array(words, dtype=np.int32), np.array(counts, dtype=np.int32))


def _named(every: Sequence[Place], finders: _Finders) -> dict[int, _Named]:
    known: dict[tuple[str | None, ...], _Named] = {}
    found: dict[int, _Named] = {}
    for place in every:
        get = place.element.get
        key = (place.element.tag, get("class"), get("id"), get("role"), get("itemprop"))
        names = known.get(key)
        if names is None:
            said = _pieces(*key)
            names = known[key] = _Named(*(_found(said, find) for find in finders[:4]))
        found[id(place)] = names
    return found


@lru_cache(maxsize=8192)
def _pieces(tag: str, *names: str | None) -> frozenset[str]:
    """The words of names, cut where a small letter meets a capital one, and the tag with a mark."""
    text = " ".join(name[:_MOST_NAMES] for name in names if name)
    return frozenset((f"<{tag}", *(word.lower() for word in _PIECE.findall(text) if len(word) > 1)))


def _found(words: Iterable[str], find: Find) -> list[int]:
    return [number for number in map(find, words) if number is not None]


class _Weights(NamedTuple):
    numbers: dict[str, dict[str, int]]
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
        numbers,
        arrays["weights"].astype(np.float32),
        float(arrays["base"].astype(np.float32)),
    )


def verdicts(blocks: Sequence[Block], own: Sequence[Place], every: Sequence[Place]) -> Rows:
    """The score of each block: above 0 its words say that it is content."""
    known = _weights()
    said = spoken(blocks, own, every, lambda kind: known.numbers[kind].get)
    return summed(said, known.weights) + np.float32(known.base)


def summed(said: Spoken, weights: Rows) -> Rows:
    """The weights of the words of each block, as of a row of length one."""
    total = np.concatenate(([0.0], np.cumsum(weights[said.words], dtype=np.float64)))
    ends = np.cumsum(said.counts)
    sums = total[ends] - total[ends - said.counts]
    return np.asarray(sums / np.sqrt(np.maximum(said.counts, 1)), dtype=np.float32)


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
