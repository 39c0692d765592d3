"""The main text of a page by what kind of page it is: rules propose it, learned trees judge block by block.

The trees (`content.npz`) were learned from the development part of WCXB (Murrough Foley, CC-BY-4.0) by
`packaging/train_pages.py`. How likely each form of page is goes into every row, so one forest holds the rule of each: the
items of a list, the posts of a thread, the description of a product. The rules alone decide where the trees know
nothing: pages in the scripts of East Asia, of which the benchmark has none.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from extractors.base.types import Part
from extractors.html import forest, main_text
from extractors.html.content import signals, statistical
from extractors.html.forest import Rows
from extractors.html.main_text import Ruled
from extractors.html.parts import Block
from extractors.html.tree import Page

_DENSE = 0.15
"""A page with a greater share of characters of East Asia is left to the rules."""
_MOST_BLOCKS = 6000
"""A page with more is left to the rules."""
_TEXTS = tuple(signals.PAGE_TYPES.index(form) for form in ("article", "documentation"))
"""Forms in which announcements of other pages are no content, by their numbers."""
_ARTICLE, _SURE = 0.6, 0.5
"""A page that is as likely an article keeps what is content more surely than not."""
_FEW = 250
"""Characters of a text below which the rules and another program are asked."""
_NOTHING, _MORE, _TITLED = 60, 500, 0.5
"""When these find less than the first, the count of letters and links is believed: if it finds more than the second, with
this share of the characters of the title. (With 250 for the first, short articles in Chinese lost.)"""


@cache
def _trees() -> forest.Forest:
    return forest.Forest(forest.load(Path(__file__).with_name("content.npz")))


class Read(NamedTuple):
    """What speaks for each block, a row of `signals.NAMES` for each; what the rules say of those in `sight` (their
    numbers)."""

    rows: Rows
    sight: list[int]
    ruled: Ruled

    @property
    def announced(self) -> list[int]:
        """The numbers of the blocks that announce other pages."""
        return [self.sight[number] for number in self.ruled.announced]


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
    return Read(signals.rows(blocks, weights, standing, kept, title, types), sight, ruled)


def shares(rows: Rows) -> Rows:
    """How surely each block is content."""
    return np.asarray(1 / (1 + np.exp(-_trees().scores(rows)[:, 0])), dtype=np.float32)


def main(
    page: Page, blocks: Sequence[Block], title: str, types: Sequence[float], *, here: bool = False
) -> tuple[Part, ...]:
    """The parts that are the main text, in their order; () when there is none. Apart where that takes another opinion and
    the page is to be read `here`."""
    known: Ruled | None = None
    if 0 < len(blocks) <= _MOST_BLOCKS and not _dense(blocks):
        found_out = read(blocks, title, types)
        rows, known = found_out.rows, found_out.ruled
        sure = shares(rows)
        announced = _with_links(found_out.announced, rows)
        sure[announced] *= (1 - min(1.0, sum(types[form] for form in _TEXTS))) ** 2
        words = np.expm1(rows[:, signals.NAMES.index("words")])
        found = [blocks[number].part for number in kept(sure, words, types)]
        if _size(found) >= _FEW:
            return tuple(found)
    seen = [block for block in blocks if not block.hidden]
    ruled = main_text.main(page, seen, here=here, known=known)
    return ruled if _size(ruled) >= _NOTHING else _counted(seen, title) or ruled


def _size(parts: Sequence[Part]) -> int:
    return sum(len(part.text) for part in parts if part.kind != "image")


def _counted(blocks: Sequence[Block], title: str) -> tuple[Part, ...]:
    """The body by the count of letters and links, when it is long and has what the title says."""
    body = tuple(blocks[number].part for number in statistical.body(blocks))
    text = "\n".join(part.text for part in body)
    fits = not title or statistical.similarity(title, text) >= _TITLED
    return body if fits and len(text) >= _MORE else ()


def _with_links(announced: Sequence[int], rows: Rows) -> list[int]:
    """Announcements, and the links that each begins with."""
    linked = rows[:, signals.NAMES.index("linked")] > main_text.LINKED
    before = {at for number in announced for at in (number - 1, number - 2) if at >= 0 and linked[at]}
    return sorted(before.union(announced))


def kept(sure: Rows, words: Rows, types: Sequence[float]) -> list[int]:
    """The numbers of the blocks that are the main text of a page that is likely of these types."""
    if types[_TEXTS[0]] >= _ARTICLE:
        return [int(number) for number in np.flatnonzero(sure >= _SURE)]
    return chosen(sure, words)


def chosen(sure: Rows, words: Rows) -> list[int]:
    """The numbers of the blocks that make the best text to be expected: with the surest first, the point at which
    2·found / (taken + all that is there) is greatest, each in words as they are to be expected. A page of which little
    is sure keeps more that is doubtful. (Any fixed limit is worse by 0.005 of F1, on lists by 0.03 and more.)"""
    order = np.argsort(-sure, kind="stable")
    there = np.cumsum((sure * words)[order])
    best = int(np.argmax(2 * there / (np.cumsum(words[order]) + there[-1] + 1e-9)))
    return [int(number) for number in np.flatnonzero(sure >= sure[order[best]])]


def _dense(blocks: Sequence[Block]) -> bool:
    """Whether a page is written in characters of East Asia."""
    text = "".join(block.part.text[:200] for block in blocks)
    return main_text.dense(text) > _DENSE * len(text)
