"""What speaks for each block of a page being content: its words, what is around it, what is repeated beside it.

One row of numbers a block, for the trees that judge it (`choosing`). Blocks know their text and place; everything else
is counted once a place and handed on to the blocks in arrays.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import lru_cache
from math import log1p
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from extractors.base.spacing import listed
from extractors.html import main_text
from extractors.html.content import wording
from extractors.html.content.surroundings import TOPICS, topics
from extractors.html.main_text import Names, Places, Weight
from extractors.html.parts import Block
from extractors.html.types.signals import PRICE

Rows = npt.NDArray[np.float32]

# As in `types.signals`, it begins with a set of characters to which the search skips.
_DATE = re.compile(
    r"[12jfmasondJFMASONDſ](?:(?:(?<=1)9|(?<=2)0)\d\d|(?<!\w.)(?i:"
    r"(?<=j)(?:an|u[nl])|(?<=f)eb|(?<=m)a[ry]|(?<=a)(?:pr|ug)|(?<=s)ep|(?<=o)ct|(?<=n)ov|(?<=d)ec))"
)
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


class _Named(NamedTuple):
    """What the names of an element say: a bit for each of `TOPICS`; its tag with its first class; whether it is the main
    part of a page, an article."""

    bits: int
    called: tuple[str, str]
    main: bool
    article: bool


@lru_cache(maxsize=8192)
def _named(names: Names) -> _Named:
    main = names.tag == "main" or names.role == "main"
    called = names.tag, (names.classes or "").partition(" ")[0]
    return _Named(topics(names), called, main, names.tag == "article" and not main)


class _Spots:
    """The places of a page in columns, which hand on to the blocks in them; `own` are those of the blocks."""

    def __init__(self, standing: Places) -> None:
        self.places = standing.every
        self.own = np.array([place.number for place in standing.own], dtype=np.int64)
        self.ups = standing.up
        self.named = [_named(place.names) for place in self.places]
        self.up = np.array([at if up < 0 else up for at, up in enumerate(self.ups)], dtype=np.int64)
        """The place above, of the outermost itself."""
        self.paths = self._numbered(
            (*named.called, self.named[up].called if up >= 0 else None)
            for named, up in zip(self.named, self.ups, strict=True)
        )
        """Numbers of the ways to a place: its name, and that above it."""
        self.groups = self._numbered(
            (up, named.called) for named, up in zip(self.named, self.ups, strict=True)
        )
        """Places of the same name beside each other: the items of a list, whatever elements it is made of."""

    @staticmethod
    def _numbered(keys: Iterable[Hashable]) -> npt.NDArray[np.int64]:
        known: dict[Hashable, int] = {}
        return np.array([known.setdefault(key, len(known)) for key in keys], dtype=np.int64)

    def topics(self) -> Rows:
        """Of each block the topics of all places around it, then those of the two nearest."""
        above: list[int] = []
        near: list[int] = []
        for named, up in zip(self.named, self.ups, strict=True):
            above.append(named.bits | (above[up] if up >= 0 else 0))
            near.append(named.bits | (self.named[up].bits if up >= 0 else 0))
        bits = np.array((above, near), dtype=np.int64).T[self.own]
        return np.asarray(((bits[:, :, None] >> _TOPIC) & 1).reshape(len(self.own), -1), dtype=np.float32)

    def regions(self) -> wording.Numbers:
        """The `wording.REGIONS` of each block."""
        up, own = self.up, self.own
        farther = (up[own], up[up[own]], up[up[up[own]]], self.paths[own])
        return np.stack(farther, axis=1).astype(np.int32)


_TOPIC = np.arange(len(TOPICS))


def rows(
    blocks: Sequence[Block],
    weights: Sequence[Weight],
    standing: Places,
    kept: Sequence[int],
    title: str,
    types: Sequence[float],
) -> tuple[Rows, wording.Numbers]:
    """A row of `NAMES` for each block, and its `wording.REGIONS`; `standing` are their places, weighed, `kept` the numbers
    of those the rules take, `types` how likely each of `PAGE_TYPES` is."""
    count = len(blocks)
    spots = _Spots(standing)
    said = wording.verdicts(blocks, standing)
    text = _texts(blocks, weights, title)
    size, linked, good, kind = text[:, 0], text[:, 2], text[:, 4], text[:, 5]
    letters = np.expm1(size)
    whole = max(1.0, float(letters.sum()))
    taken = np.zeros(count, dtype=np.float32)
    taken[list(kept)] = 1
    columns = np.stack((size, linked, good, kind), axis=1)
    beside = np.zeros((count, len(_BESIDE)), dtype=np.float32)
    for number, at in enumerate((-3, -2, -1, 1, 2, 3)):
        to = beside[:, number * 4 : number * 4 + 4]
        if at < 0:
            to[-at:] = columns[:at]
        else:
            to[:-at] = columns[at:]
    around = _means(np.stack((size, linked, np.minimum(good, 400)), axis=1))
    regions = spots.regions()
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
            log1p(float(sum(place.names.tag == "article" for place in spots.places))),
        ),
        dtype=np.float32,
    )
    every = np.concatenate(
        (
            text,
            _places(spots, letters, kind, whole),
            spots.topics(),
            _line(text, taken, letters, whole),
            beside,
            around,
            np.broadcast_to(page, (count, len(page))),
            wording.spread(said, np.expm1(text[:, 1]), regions),
            np.broadcast_to(np.array(types, dtype=np.float32), (count, len(types))),
        ),
        axis=1,
        dtype=np.float32,
    )
    return every, regions


def spoken(
    blocks: Sequence[Block], standing: Places, find: Callable[[str], wording.Find]
) -> tuple[wording.Words, wording.Numbers]:
    """The words that speak for each block by their numbers, and the `wording.REGIONS` that it stands in."""
    said = wording.spoken(blocks, standing, wording.Finders(find))
    return said.whole(), _Spots(standing).regions()


class _Text(NamedTuple):
    """What a text says by itself; `short` ones are looked at more closely."""

    words: int
    pauses: int
    ends: float
    digits: float
    capitals: float
    price: float
    date: float
    elsewhere: float
    legal: float
    about: float


_SHORT, _LOOKED_AT, _PAUSED = 300, 200, 1000
_OTHER = re.compile(r"[^\x00-\x7f]+")


def _text(text: str) -> _Text:
    short = len(text) < _SHORT
    words = _WORD.findall(text.lower()) if short else text.split()
    beginning = text[:_LOOKED_AT]
    digits, capitals = _counted(beginning)
    length = max(1, len(beginning))
    return _Text(
        len(words),
        len(main_text.PAUSE.findall(text[:_PAUSED])),
        float(text[-1:] in ".!?。！？:;…"),
        digits / length,
        capitals / length,
        float(bool(short and PRICE.search(text))),
        float(bool(short and _DATE.search(text))),
        float(bool(len(text) < 60 and main_text.END.begins(text))),
        float(bool(short and main_text.LEGAL.search(text))),
        float(bool(len(text) < 80 and main_text.ABOUT.match(text))),
    )


_known_text = lru_cache(maxsize=8192)(_text)
"""Of short texts: menus are the same on every page of a site."""
_DIGITS, _CAPITALS = b"0123456789", b"ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def _counted(text: str) -> tuple[int, int]:
    """How many of the characters are digits, and how many capital letters."""
    plain = text.encode("ascii", "ignore")
    digits = len(plain) - len(plain.translate(None, _DIGITS))
    capitals = len(plain) - len(plain.translate(None, _CAPITALS))
    if len(plain) < len(text):
        others = "".join(_OTHER.findall(text))
        digits += sum(map(str.isdigit, others))
        capitals += sum(map(str.isupper, others))
    return digits, capitals


def _texts(blocks: Sequence[Block], weights: Sequence[Weight], title: str) -> Rows:
    named = set(_WORD.findall(title.lower()))
    seen: dict[str, int] = {}
    copies = Counter([block.part.text for block in blocks])
    found: list[tuple[float, ...]] = []
    for block, weight in zip(blocks, weights, strict=True):
        part = block.part
        text = part.text
        short = len(text) < _SHORT
        read = _known_text(text) if short else _text(text)
        count = max(1, read.words)
        before = seen.get(text, 0)
        seen[text] = before + 1
        found.append(
            (
                log1p(weight.size),
                log1p(read.words),
                weight.linked,
                min(block.anchors, 20),
                weight.good,
                _KINDS[part.kind],
                part.level,
                _TAGS.get(block.place.tag, -1),
                read.pauses / count,
                read.ends,
                read.digits,
                read.capitals,
                read.price,
                read.date,
                read.elsewhere,
                read.legal,
                read.about,
                _shared(text.lower(), named) / count if short and named else 0.0,
                float(block.hidden),
                weight.size / count,
                min(before, 5),
                min(copies[text], 10),
            )
        )
    return np.array(found, dtype=np.float32).reshape(len(blocks), len(_TEXT))


def _shared(text: str, named: set[str]) -> int:
    """How many of the words of a text are among these."""
    for word in named:
        if word in text:
            return sum(map(named.__contains__, _WORD.findall(text)))
    return 0


def _places(spots: _Spots, letters: Rows, kind: Rows, whole: float) -> Rows:
    own, ups, places = spots.own, spots.ups, spots.places
    every, good, links = np.array([(place.all, place.good, place.linked) for place in places]).T
    filled = np.stack((every / whole, good / np.maximum(1.0, every), links / np.maximum(1.0, every)), axis=1)
    counts = np.bincount(spots.groups)
    sizes = np.bincount(spots.groups, every)
    linked = np.bincount(spots.groups, links)
    groups = np.stack(
        (
            [*map(log1p, counts.tolist())],
            [*map(log1p, (sizes / counts).tolist())],
            linked / np.maximum(1.0, sizes),
            sizes / whole,
        ),
        axis=1,
    )
    groups = np.concatenate((groups, np.zeros((1, 4))))  # the last of none
    best = max((place.value for place in places), default=0.0)
    depth: list[int] = []
    chosen: list[bool] = []
    inner: list[int] = []
    outer: list[int] = []
    shares: list[tuple[float, float, float]] = []
    many = (counts >= _REPEATED)[spots.groups].tolist()
    for at, (place, up) in enumerate(zip(places, ups, strict=True)):
        above = up >= 0
        depth.append(depth[up] + 1 if above else 0)
        chosen.append(bool(best and place.value == best) or (above and chosen[up]))
        inner.append(at if many[at] else inner[up] if above else -1)
        around = outer[up] if above else -1
        outer.append(around if around >= 0 else at if many[at] else -1)
        main, article, articles = shares[up] if above else (0.0, 0.0, 0.0)
        if spots.named[at].main:
            main = place.all / whole
        elif spots.named[at].article:
            article, articles = place.all / whole, articles + 1
        shares.append((main, article, articles))
    listed = np.array((inner, outer), dtype=np.int64)
    within, surrounding = np.where(listed >= 0, spots.groups[listed], len(groups) - 1)
    items = listed[1][own]
    among = np.bincount(items[items >= 0], minlength=len(places))
    heads = np.bincount(items[(items >= 0) & (kind == 1)], minlength=len(places)) > 0
    paths = spots.paths[own]
    paths_held = np.bincount(paths, minlength=int(spots.paths.max(initial=-1)) + 1)
    paths_size = np.bincount(paths, letters, minlength=len(paths_held))
    above_each = spots.up
    columns = np.concatenate(
        (
            np.array((depth, chosen), dtype=np.float64).T,
            filled,
            filled[above_each],
            filled[above_each[above_each[above_each]]],
            groups[within],
            groups[surrounding][:, [0, 1, 3, 2]],
            np.stack(
                (
                    [*map(log1p, paths_held[spots.paths].tolist())],
                    paths_size[spots.paths] / whole,
                    np.arange(len(places)) / max(1, len(places)),
                ),
                axis=1,
            ),
            np.array(shares).reshape(len(places), 3),
            np.stack(
                (
                    np.where(listed[1] >= 0, heads[listed[1]], 0.0),
                    [*map(log1p, np.where(listed[1] >= 0, among[listed[1]], 0).tolist())],
                ),
                axis=1,
            ),
        ),
        axis=1,
    )
    return columns[own].astype(np.float32)


def _line(text: Rows, taken: Rows, letters: Rows, whole: float) -> Rows:
    """Where a block stands on the way down the page."""
    count = len(text)
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
    elsewhere, level = text[:, _TEXT.index("points-elsewhere")], text[:, _TEXT.index("level")]
    heading = text[:, _TEXT.index("kind")] == 1
    last = np.maximum.accumulate(np.where(heading, np.arange(count), -1))
    under = last >= 0
    first = np.flatnonzero(heading & (level == 1))
    at = np.cumsum(letters) / whole
    return np.stack(
        (
            taken,
            numbers / max(1, count),
            at,
            np.minimum(near, 99),
            share,
            1 - share if len(kept) else share,
            np.where(under, np.minimum(np.arange(count) - last, 99), 0),
            np.where(under, elsewhere[last], 0),
            np.where(under, level[last], 0),
            np.where(under, taken[last], 0),
            np.minimum(np.cumsum(elsewhere != 0), 9),
            np.clip(numbers - first[0], -99, 300) if len(first) else np.full(count, -100.0),
        ),
        axis=1,
        dtype=np.float32,
    )


def _means(columns: Rows) -> Rows:
    """The mean of each value and of so many on either side, for each of `_WINDOW`."""
    count = len(columns)
    total = np.concatenate((np.zeros((1, columns.shape[1])), np.cumsum(columns, axis=0, dtype=np.float64)))
    found: list[Rows] = []
    for width in _WINDOW:
        begin = np.clip(np.arange(count) - width, 0, count)
        end = np.clip(np.arange(count) + width + 1, 0, count)
        mean = (total[end] - total[begin]) / (end - begin)[:, None]
        found.append(mean.astype(np.float32))
    return np.concatenate(found, axis=1)
