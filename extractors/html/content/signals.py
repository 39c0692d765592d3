"""What speaks for each block of a page being content: its words, what is around it, what is repeated beside it.

One row of numbers a block, for the trees that judge it (`choosing`). Blocks know their text and place; everything else
is counted once a place and handed on to the blocks in arrays.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from math import log1p
from typing import Any

import numpy as np
import numpy.typing as npt

from extractors.base.spacing import listed
from extractors.html import main_text
from extractors.html.content import wording
from extractors.html.content.surroundings import TOPICS, topics
from extractors.html.main_text import Block, Place, Weight

Rows = npt.NDArray[np.float32]

_PRICE = re.compile(r"[$€£¥￥₹]\s?\d|\d[\d.,]{0,15}\s?(?:€|£|元|USD|EUR|kr|zł)\b")
_DATE = re.compile(r"(?:19|20)\d\d|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)", re.IGNORECASE)
_WORD = re.compile(r"\w+")
_KINDS = {"paragraph": 0, "heading": 1, "item": 2, "table": 3, "quote": 4, "code": 5, "image": 6}
_TAGS = {
    tag: number
    for number, tag in enumerate(
        listed("div p li td h1 h2 h3 h4 h5 dd dt section article form option figcaption label pre")
    )
}
_REPEATED = 3  # places of one kind beside each other
_WINDOW = (3, 10)

_TEXT = listed("""
    size words linked anchors good kind level tag pauses ends digits capitals price date points-elsewhere legal
    about title hidden mean-word seen-before copies
    """)
_PLACE = listed("""
    depth chosen own-all own-good own-linked up-all up-good up-linked far-all far-good far-linked items
    item-size item-linked group-share outer-items outer-size outer-share outer-linked path-count path-share
    place-number main-share article-share articles item-heading item-blocks
    """)
_LINE = listed("""
    kept at at-letters to-kept kept-before kept-after heading-distance heading-elsewhere heading-level
    heading-kept elsewhere-before from-h1
    """)
_BESIDE = tuple(
    f"{what}{at:+d}" for at in (-3, -2, -1, 1, 2, 3) for what in ("size", "linked", "good", "kind")
)
_AROUND = tuple(f"{what}~{width}" for width in _WINDOW for what in ("size", "linked", "good"))
_PAGE = listed("""
    blocks letters page-linked page-good kept-share kept-size headings articles-all
    """)
PAGE_TYPES = listed("""
    article collection documentation forum listing product service
    """)
NAMES = (
    *_TEXT,
    *_PLACE,
    *(f"in-{one}" for one in TOPICS),
    *(f"near-{one}" for one in TOPICS),
    *_LINE,
    *_BESIDE,
    *_AROUND,
    *_PAGE,
    *wording.NAMES,
    *(f"type-{one}" for one in PAGE_TYPES),
)
SAID = slice(NAMES.index("said"), NAMES.index("said") + len(wording.NAMES))
"""The columns that tell what words say."""


class _Spot:
    """What is handed on from a place to the blocks in it."""

    __slots__ = (
        "above",
        "bits",
        "depth",
        "group",
        "inner",
        "item",
        "key",
        "outer",
        "path",
        "place",
        "size",
        "up",
    )

    def __init__(self, place: Place, element: Any, up: _Spot | None) -> None:
        self.place = place
        self.up: _Spot | None = up
        self.bits = topics(element)
        self.above: int = self.bits | (up.above if up else 0)
        self.depth: int = up.depth + 1 if up else 0
        name = (element.get("class") or "").partition(" ")[0]
        self.key = (id(up), element.tag, name)
        self.path: tuple[Any, ...] = (element.tag, name, up.path[:2] if up else ())
        self.inner: _Spot | None = None
        self.outer: _Spot | None = None


def rows(
    blocks: Sequence[Block],
    weights: Sequence[Weight],
    kept: Sequence[int],
    title: str,
    types: Sequence[float],
) -> Rows:
    """A row of `NAMES` for each block; `kept` are the numbers of those the rules take, `types` how likely each of
    `PAGE_TYPES` is."""
    count = len(blocks)
    placed, above = main_text.places(blocks, weights)
    own, spots = _spots(placed, above)
    said = wording.verdicts(blocks, placed, above)
    text = _texts(blocks, weights, title)
    size, linked, good, kind = text[:, 0], text[:, 2], text[:, 4], text[:, 5]
    letters = np.expm1(size)
    whole = max(1.0, float(letters.sum()))
    places = _places(own, spots, letters, linked, kind, whole)
    bits = np.array(
        [[spot.above, spot.bits | (spot.up.bits if spot.up else 0)] for spot in own], dtype=np.int64
    )
    named = ((bits[:, :, None] >> np.arange(len(TOPICS))) & 1).reshape(count, -1)
    taken = np.zeros(count, dtype=np.float32)
    taken[list(kept)] = 1
    line = _line(blocks, text, taken, letters, whole)
    columns = np.stack((size, linked, good, kind), axis=1)
    beside = np.zeros((count, len(_BESIDE)), dtype=np.float32)
    for number, at in enumerate((-3, -2, -1, 1, 2, 3)):
        to = beside[:, number * 4 : number * 4 + 4]
        if at < 0:
            to[-at:] = columns[:at]
        else:
            to[:-at] = columns[at:]
    around = np.stack(
        [_mean(column, width) for width in _WINDOW for column in (size, linked, np.minimum(good, 400))],
        axis=1,
    )
    held = letters[taken > 0].sum()
    page = np.array(
        (
            log1p(count),
            log1p(whole),
            (linked * letters).sum() / whole,
            good.sum() / whole,
            held / whole,
            log1p(held),
            log1p(float((kind == 1).sum())),
            log1p(_articles(spots)),
        ),
        dtype=np.float32,
    )
    every = np.broadcast_to(page, (count, len(page)))
    likely = np.broadcast_to(np.array(types, dtype=np.float32), (count, len(types)))
    verdicts = wording.spread(said, np.expm1(text[:, 1]), _regions(own))
    return np.concatenate(
        (text, places, named, line, beside, around, every, verdicts, likely), axis=1, dtype=np.float32
    )


def spoken(
    blocks: Sequence[Block], weights: Sequence[Weight], find: Callable[[str], wording.Find]
) -> tuple[wording.Spoken, wording.Numbers]:
    """The words that speak for each block by their numbers, and the `wording.REGIONS` that it stands in."""
    placed, above = main_text.places(blocks, weights)
    return wording.spoken(blocks, placed, above, find), _regions(_spots(placed, above)[0])


def _regions(own: Sequence[_Spot]) -> wording.Numbers:
    known: dict[Any, int] = {}
    found: list[tuple[int, ...]] = []
    for spot in own:
        up = spot.up or spot
        far = up.up or up
        farther = far.up or far
        keys = (id(up), id(far), id(farther), spot.path)
        found.append(tuple(known.setdefault(key, len(known)) for key in keys))
    return np.array(found, dtype=np.int32).reshape(len(own), len(wording.REGIONS))


def _spots(own: Sequence[Place], every: Sequence[Place]) -> tuple[list[_Spot], list[_Spot]]:
    known: dict[int, _Spot] = {}
    for place in every:
        known[id(place)] = _Spot(place, place.element, known.get(id(place.up)) if place.up else None)
    return [known[id(place)] for place in own], list(known.values())


def _articles(spots: Sequence[_Spot]) -> float:
    return float(sum(1 for spot in spots if spot.place.element.tag == "article"))


def _texts(blocks: Sequence[Block], weights: Sequence[Weight], title: str) -> Rows:
    named = set(_WORD.findall(title.lower()))
    seen: dict[str, int] = {}
    copies: dict[str, int] = {}
    for block in blocks:
        copies[block.part.text] = copies.get(block.part.text, 0) + 1
    found: list[tuple[float, ...]] = []
    for block, weight in zip(blocks, weights, strict=True):
        part = block.part
        text = part.text
        short = len(text) < 300
        words = _WORD.findall(text.lower()) if short else text.split()
        count = max(1, len(words))
        before = seen.get(text, 0)
        seen[text] = before + 1
        found.append(
            (
                log1p(weight.size),
                log1p(len(words)),
                weight.linked,
                min(block.anchors, 20),
                weight.good,
                _KINDS[part.kind],
                part.level,
                _TAGS.get(block.place.tag, -1),
                len(main_text.PAUSE.findall(text[:1000])) / count,
                float(text[-1:] in ".!?。！？:;…"),
                sum(map(str.isdigit, text[:200])) / max(1, len(text[:200])),
                sum(map(str.isupper, text[:200])) / max(1, len(text[:200])),
                float(bool(short and _PRICE.search(text))),
                float(bool(short and _DATE.search(text))),
                float(bool(len(text) < 60 and main_text.END.match(text))),
                float(bool(short and main_text.LEGAL.search(text))),
                float(bool(len(text) < 80 and main_text.ABOUT.match(text))),
                sum(1 for word in words if word in named) / count if short and named else 0.0,
                float(block.hidden),
                weight.size / count,
                min(before, 5),
                min(copies[text], 10),
            )
        )
    return np.array(found, dtype=np.float32).reshape(len(blocks), len(_TEXT))


class _Group:
    """Places of the same kind beside each other: the items of a list, whatever elements it is made of."""

    __slots__ = ("count", "linked", "size")

    def __init__(self) -> None:
        self.count, self.size, self.linked = 0, 0.0, 0.0


def _places(
    own: Sequence[_Spot], spots: Sequence[_Spot], letters: Rows, linked: Rows, kind: Rows, whole: float
) -> Rows:
    groups: dict[Any, _Group] = {}
    paths: dict[Any, list[float]] = {}
    for spot in spots:
        group = groups.setdefault(spot.key, _Group())
        group.count += 1
        group.size += spot.place.all
        group.linked += spot.place.linked
    inside: dict[int, list[int]] = {}
    for number, spot in enumerate(own):
        entry = paths.setdefault(spot.path, [0.0, 0.0])
        entry[0] += 1
        entry[1] += float(letters[number])
    for spot in spots:
        many = groups[spot.key].count >= _REPEATED
        above = spot.up
        spot.inner = spot if many else above.inner if above else None
        spot.outer = (above.outer if above else None) or (spot if many else None)
    for number, spot in enumerate(own):
        if spot.outer is not None:
            inside.setdefault(id(spot.outer), []).append(number)
    heads = {key: float(any(kind[number] == 1 for number in held)) for key, held in inside.items()}
    best = max((spot.place.value for spot in spots), default=0.0)
    chosen = {id(spot) for spot in spots if spot.place.value == best and best}
    for spot in spots:
        if spot.up is not None and id(spot.up) in chosen:
            chosen.add(id(spot))
    numbers = {id(spot): number for number, spot in enumerate(spots)}
    shares: dict[int, tuple[float, float, float]] = {}
    for spot in spots:
        main, article, articles = shares[id(spot.up)] if spot.up else (0.0, 0.0, 0.0)
        tag = spot.place.element.tag
        if tag == "main" or spot.place.element.get("role") == "main":
            main = spot.place.all / whole
        elif tag == "article":
            article, articles = spot.place.all / whole, articles + 1
        shares[id(spot)] = (main, article, articles)
    known: dict[int, tuple[float, ...]] = {}
    found: list[tuple[float, ...]] = []
    for spot in own:
        row = known.get(id(spot))
        if row is None:
            up = spot.up or spot
            far = up.up or up
            far = far.up or far
            row = (
                spot.depth,
                float(id(spot) in chosen),
                *_filled(spot.place, whole),
                *_filled(up.place, whole),
                *_filled(far.place, whole),
                *_listed(spot.inner, groups, whole),
                *_outer(spot.outer, groups, whole),
                log1p(paths[spot.path][0]),
                paths[spot.path][1] / whole,
                numbers[id(spot)] / len(spots),
                *shares[id(spot)],
                heads.get(id(spot.outer), 0.0),
                log1p(len(inside.get(id(spot.outer), ()))),
            )
            known[id(spot)] = row
        found.append(row)
    return np.array(found, dtype=np.float32).reshape(len(own), len(_PLACE))


def _filled(place: Place, whole: float) -> tuple[float, float, float]:
    every = max(1.0, place.all)
    return place.all / whole, place.good / every, place.linked / every


def _listed(spot: _Spot | None, groups: dict[Any, _Group], whole: float) -> tuple[float, ...]:
    if spot is None:
        return 0.0, 0.0, 0.0, 0.0
    group = groups[spot.key]
    return (
        log1p(group.count),
        log1p(group.size / group.count),
        group.linked / max(1.0, group.size),
        group.size / whole,
    )


def _outer(spot: _Spot | None, groups: dict[Any, _Group], whole: float) -> tuple[float, ...]:
    count, size, linked, share = _listed(spot, groups, whole)
    return count, size, share, linked


def _line(blocks: Sequence[Block], text: Rows, taken: Rows, letters: Rows, whole: float) -> Rows:
    """Where a block stands on the way down the page."""
    count = len(blocks)
    numbers = np.arange(count, dtype=np.float32)
    kept = np.flatnonzero(taken)
    if len(kept):
        after = np.searchsorted(kept, numbers)
        left = kept[np.clip(after - 1, 0, len(kept) - 1)]
        right = kept[np.clip(after, 0, len(kept) - 1)]
        near = np.minimum(np.abs(numbers - left), np.abs(numbers - right))
        before = np.cumsum(taken) - taken
        share = before / len(kept)
    else:
        near, share = np.full(count, 99.0), np.zeros(count)
    distance, elsewhere, level, held = (np.zeros(count, dtype=np.float32) for _ in range(4))
    pointers = np.zeros(count, dtype=np.float32)
    last, first, pointed = -1, -1, 0.0
    for number in range(count):
        if text[number, 5] == 1:
            last = number
            if first < 0 and text[number, 6] == 1:
                first = number
        if text[number, _TEXT.index("points-elsewhere")]:
            pointed += 1
        pointers[number] = pointed
        if last >= 0:
            distance[number] = number - last
            elsewhere[number] = text[last, _TEXT.index("points-elsewhere")]
            level[number] = text[last, 6]
            held[number] = taken[last]
    at = np.cumsum(letters) / whole
    return np.stack(
        (
            taken,
            numbers / max(1, count),
            at,
            np.minimum(near, 99),
            share,
            1 - share if len(kept) else share,
            np.minimum(distance, 99),
            elsewhere,
            level,
            held,
            np.minimum(pointers, 9),
            np.clip(numbers - first, -99, 300) if first >= 0 else np.full(count, -100.0),
        ),
        axis=1,
        dtype=np.float32,
    )


def _mean(column: Rows, width: int) -> Rows:
    """The mean of each value and `width` on either side."""
    total = np.concatenate(([0.0], np.cumsum(column, dtype=np.float64)))
    count = len(column)
    begin = np.clip(np.arange(count) - width, 0, count)
    end = np.clip(np.arange(count) + width + 1, 0, count)
    return np.asarray((total[end] - total[begin]) / (end - begin), dtype=np.float32)
