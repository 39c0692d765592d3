"""The main text of a page by what kind of page it is: rules propose it, learned trees judge block by block, and small
networks all blocks of the page together.

Trees (`content.npz`) and `network` were learned from the development part of WCXB (Murrough Foley, CC-BY-4.0) by
`packaging/train_pages.py`. How likely each form of page is goes into every row, so one forest holds the rule of each: the
items of a list, the posts of a thread, the description of a product. The rules alone decide where both know nothing:
pages in the scripts of East Asia, of which the benchmark has none.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from extractors.base import forest, language
from extractors.base.forest import Rows
from extractors.base.types import Part
from extractors.html import main_text
from extractors.html.content import network, signals, statistical, wording
from extractors.html.main_text import Ruled
from extractors.html.parts import Block
from extractors.html.tree import Page

_DENSE = 0.15
"""A page with a greater share of characters of East Asia is left to the rules."""
_MOST_BLOCKS = 6000
"""A page with more is left to the rules."""
_TREES = 0.6
"""The weight of the trees; the networks have the rest."""
_DOUBTS = 1.5 * np.array((-1.64, -1.04, -0.67, -0.39, -0.13, 0.13, 0.39, 0.67, 1.04, 1.64), dtype=np.float32)
"""What is added to the scores of all blocks of a page: ten equal shares of a normal distribution."""
_ARTICLES = signals.PAGE_TYPES.index("article")
_DOUBTFUL = tuple(signals.PAGE_TYPES.index(form) for form in ("collection", "forum"))
_ARTICLE, _ARTICLE_SURE = 0.45, 0.6
"""A page that is as likely an article keeps what is content as surely."""
_SURE = 0.5
"""Other pages keep what is content more surely than not, or go half of the way there (`limit`)."""
_LISTING = signals.PAGE_TYPES.index("listing")
_PERHAPS, _MUCH, _LONG, _PART = 0.05, 500, 105, 0.1
"""How likely a page in another language than English must be a listing for the rules to be asked first; how many characters
what they find must have, in the mean paragraph, too, and which share of those without links. (In English they cost listings
more than they bring articles: 27 listings of WCXB's development part 0.75 for 0.88.)"""
_LITTLE, _LITTLE_SURE = 80, 0.17
"""When fewer words than the first are as sure, such a page keeps what is content as surely as the second: people seldom
took so little."""
_AGAIN, _ELSEWHERE = 40, 0.1
"""A text of as many characters that stands again where it is content less surely belongs to no article: it announces
another page in two places."""
_FEW = 120
"""Characters of a text below which the rules and another program are asked. (In five folds F1 is 0.8754 with 120, 0.8749
with 250, 0.8730 with 400 and where they are asked for nothing at all.)"""
_NOTHING, _MORE, _TITLED = 60, 500, 0.5
"""When these find less than the first, the count of letters and links is believed: if it finds more than the second, with
this share of the characters of the title. (With 250 for the first, short articles in Chinese lost.)"""


@cache
def _trees() -> forest.Forest:
    return forest.Forest(forest.load(Path(__file__).with_name("content.npz")))


class Read(NamedTuple):
    """What speaks for each block, a row of `signals.NAMES` for each, and the `wording.REGIONS` of each; what the rules
    say."""

    rows: Rows
    regions: wording.Numbers
    ruled: Ruled


def read(blocks: Sequence[Block], title: str, types: Sequence[float]) -> Read:
    """What speaks for each block, and what the rules say."""
    weights = [main_text.weigh(block) for block in blocks]
    sight = [number for number, block in enumerate(blocks) if not block.hidden]
    standing = main_text.Places(blocks)
    ruled = main_text.ruled(
        [blocks[number] for number in sight],
        [weights[number] for number in sight],
        standing,
        [block.hidden for block in blocks],
    )
    standing.weigh(weights)
    kept = [sight[number] for number in ruled.kept]
    return Read(*signals.rows(blocks, weights, standing, kept, title, types), ruled)


def shares(rows: Rows, regions: wording.Numbers) -> Rows:
    """How surely each block is content."""
    return together(_trees().scores(rows)[:, 0], network.learned().scores(rows, regions))


def together(trees: Rows, network: Rows) -> Rows:
    """How surely each block is content, by the scores of both."""
    return np.asarray(1 / (1 + np.exp(-(_TREES * trees + (1 - _TREES) * network))), dtype=np.float32)


def main(
    page: Page, blocks: Sequence[Block], title: str, types: Sequence[float], *, here: bool = False
) -> tuple[Part, ...]:
    """The parts that are the main text, in their order; () when there is none. Apart where that takes another opinion and
    the page is to be read `here`."""
    known: Ruled | None = None
    if 0 < len(blocks) <= _MOST_BLOCKS and not _dense(blocks):
        rows, regions, known = read(blocks, title, types)
        ruled = _article_among_links(blocks, known, types)
        if ruled:
            return ruled
        sure = shares(rows, regions)
        if types[_ARTICLES] >= _ARTICLE:
            sure = _once(sure, blocks)
        words = np.expm1(rows[:, signals.NAMES.index("words")])
        chosen = kept(sure, words, types) or above(sure, expected(sure, words))
        found = [blocks[number].part for number in chosen]
        if _size(found) >= _FEW:
            return tuple(found)
    seen = [block for block in blocks if not block.hidden]
    ruled = main_text.main(page, seen, here=here, known=known)
    return ruled if _size(ruled) >= _NOTHING else _counted(seen, title) or ruled


def _article_among_links(blocks: Sequence[Block], known: Ruled, types: Sequence[float]) -> tuple[Part, ...]:
    """What the rules find on a page that looks like a listing and is in another language than all that was learned from,
    if that is an article: few long paragraphs. Pages of news with several times as many links as sentences look so, and
    what speaks against it are words. () elsewhere."""
    if types[_LISTING] <= _PERHAPS:
        return ()
    seen = [block for block in blocks if not block.hidden]
    found = tuple(seen[number].part for number in known.kept)
    texts = [part.text for part in found if part.kind != "image"]
    size = sum(map(len, texts))
    if size <= _MUCH or size <= _LONG * len(texts):
        return ()
    free = sum(max(0, len(one.part.text) - one.linked) for one in seen)
    return found if size > _PART * free and language.is_foreign(language.sampled("\n".join(texts))) else ()


def _once(sure: Rows, blocks: Sequence[Block]) -> Rows:
    """How surely each block is content, when texts that stand elsewhere as no content are none."""
    least: dict[str, float] = {}
    for block, share in zip(blocks, sure.tolist(), strict=True):
        if len(block.part.text) >= _AGAIN:
            least[block.part.text] = min(least.get(block.part.text, 1.0), share)
    nothing = {text for text, share in least.items() if share < _ELSEWHERE}
    return np.asarray(
        [
            0.0 if block.part.text in nothing else share
            for block, share in zip(blocks, sure.tolist(), strict=True)
        ],
        dtype=np.float32,
    )


def _size(parts: Sequence[Part]) -> int:
    return sum(len(part.text) for part in parts if part.kind != "image")


def _counted(blocks: Sequence[Block], title: str) -> tuple[Part, ...]:
    """The body by the count of letters and links, when it is long and has what the title says."""
    body = tuple(blocks[number].part for number in statistical.body(blocks))
    text = "\n".join(part.text for part in body)
    fits = not title or statistical.similarity(title, text) >= _TITLED
    return body if fits and len(text) >= _MORE else ()


def kept(sure: Rows, words: Rows, types: Sequence[float]) -> list[int]:
    """The numbers of the blocks that are the main text of a page that is likely of these types."""
    return above(sure, limit(sure, words, types))


def above(sure: Rows, least: float) -> list[int]:
    """The numbers of the blocks that are content as surely."""
    return [int(number) for number in np.flatnonzero(sure >= least)]


def limit(sure: Rows, words: Rows, types: Sequence[float]) -> float:
    """How surely a block of such a page is to be content. Of shops and threads people took all or little, so the best that
    is to be expected is chosen; other pages go half of the way from there to what is content more surely than not. (With
    one network that alone had F1 0.872, half of the way on all pages 0.874, this 0.876.) Where that leaves a few words,
    more is kept."""
    if types[_ARTICLES] >= _ARTICLE:
        return _ARTICLE_SURE
    best = expected(sure, words)
    doubtful = min(1.0, sum(types[form] for form in _DOUBTFUL))
    least = best + (1 - doubtful) * (_SURE - best) / 2
    return min(least, _LITTLE_SURE) if words[sure >= least].sum() < _LITTLE else least


def expected(sure: Rows, words: Rows) -> float:
    """The limit that makes the best text to be expected: with the surest blocks first, the point at which 2·found / (taken
    + all that is there) is greatest, each in words as they are to be expected, in the mean over doubts that all blocks of
    a page share (`_DOUBTS`). A page of which little is sure keeps more that is doubtful."""
    order = np.argsort(-sure, kind="stable")
    surest = np.clip(sure[order], 1e-6, 1 - 1e-6)
    there = np.cumsum(words[order] / (1 + (1 / surest - 1) * np.exp(-_DOUBTS)[:, None]), axis=1)
    best = (2 * there / (np.cumsum(words[order]) + there[:, -1:] + 1e-9)).mean(axis=0)
    return float(sure[order[int(np.argmax(best))]])


def _dense(blocks: Sequence[Block]) -> bool:
    """Whether a page is written in characters of East Asia."""
    text = "".join(block.part.text[:200] for block in blocks)
    return main_text.dense(text) > _DENSE * len(text)
