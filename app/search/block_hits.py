"""Blocks that say what is sought, in place of pages: each distinct one once, however many pages share it."""

from __future__ import annotations

import re
import time
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from app.archive.index import rows
from app.archive.model import Capture
from app.search import query, snippets
from app.search.asked import Asked
from app.search.entries import standing
from app.search.entries.columns import Columns, Mask, Numbers
from app.search.entries.holding import Holding, Said, counted_labels, label_bits, quiet
from app.search.entries.standing import Standing
from app.search.index import labels
from app.search.index.division import Place
from app.search.query import Text
from app.search.searching import Searcher, Sort
from app.search.snippets import Snippet
from app.words.folding import fold

Scores = NDArray[np.float64]
_MOST_TRIED = 3  # versions that say the same in which a block is looked for: their markup may differ
_ENDS = re.compile(r"\n|[。！？]|[.!?]\s")
_LEAST, _MOST = 16, 300  # letters of a sentence, characters of it that are sought
_WHOLE = 40  # letters from which on it is more than a cell of a table or a line of a list


@dataclass(frozen=True, slots=True)
class BlockHit:
    """A block that says it. `capture` is the newest version with it, where it stands at `block` (XPath) under the
    headings `path`; `text` is all of it. `first` and `last`: when it was seen first and last on any page, `until`: when
    the last page that had it came to say something else (None: one still has it). `pages` share it, in so many
    `versions`. `origin` is the earliest version of all that says the sentence which is shown."""

    capture: Capture
    label: str
    block: str
    path: tuple[str, ...]
    text: str
    snippet: Snippet
    score: float
    first: datetime
    last: datetime
    until: datetime | None
    versions: int
    pages: int
    origin: Capture | None

    @property
    def quiet(self) -> bool:
        """Whether it stands behind all others, as a menu."""
        return labels.QUIET[labels.number(self.label)]


@dataclass(frozen=True, slots=True)
class BlockResults:
    """What was found: `total` blocks in all, some of them as `hits`; `labels` counts all of them; `left_out` blocks were
    too many to be ranked."""

    total: int
    hits: list[BlockHit]
    milliseconds: float
    labels: list[tuple[str, int]] = field(default_factory=list)
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class Found:
    """Blocks by their numbers, each with what its words count for, and the entries that hold it (`entries_of`)."""

    blocks: Numbers
    scores: Scores
    first: Numbers
    last: Numbers
    _entries: Numbers
    _begin: Numbers
    _end: Numbers

    def entries_of(self, place: int) -> Numbers:
        """The entries that hold a block, by its place in `blocks`."""
        return self._entries[self._begin[place] : self._end[place]]

    def labels(self) -> list[tuple[str, int]]:
        """How many have each label."""
        return counted_labels(label_bits(self.blocks))

    def order(self, sort: str) -> Numbers:
        """Their places: the best first (of two that are alike the newer one), or the newest, or the oldest."""
        if sort == "oldest":
            return np.lexsort((self.blocks, -self.scores, self.first))
        if sort == "newest":
            return np.lexsort((self.blocks, -self.scores, -self.last))
        return np.lexsort((self.blocks, -self.last, -self.scores, quiet(self.blocks)))


def blocks(
    searcher: Searcher,
    text: str,
    *,
    limit: int = 10,
    offset: int = 0,
    sort: Sort = "relevance",
    at: datetime | None = None,
) -> BlockResults:
    """The blocks that say what a query asks, on the pages that it finds; with `at` only those of that moment. A block of
    such a page counts on all pages that fit the query's conditions: of a site's menu the index has the words once.
    Sorted by relevance, newest or oldest; without words, the newest first. QueryFault."""
    began = time.perf_counter()
    node = query.parse(text)
    mask, left_out, loose = searcher.entries(node, at)
    words, held, holding = (
        searcher.asked(node, shown=False, all_blocks=True),
        searcher.held,
        searcher.holding(),
    )
    allowed = searcher.allowed(node, at) | mask
    every = _found(held, holding, words.said or holding.with_labels(words.scope), mask, allowed)
    if loose is not None and not len(every.blocks):
        words = searcher.asked(loose, shown=False, all_blocks=True)
        every = _found(held, holding, words.said or holding.with_labels(words.scope), mask, allowed)
    order = every.order(sort if words.said or sort != "relevance" else "newest")
    hits = (_hit(searcher, every, int(place), words) for place in order[offset : offset + limit])
    return BlockResults(
        len(every.blocks),
        [hit for hit in hits if hit is not None],
        (time.perf_counter() - began) * 1000,
        every.labels(),
        max(left_out, words.said.left_out if words.said else 0),
    )


def _found(held: Columns, holding: Holding, said: Said, mask: Mask, allowed: Mask) -> Found:
    """Blocks that an entry of a mask holds, with all the entries that are allowed and hold them."""
    entries, which = holding.holders(said.blocks, np.flatnonzero(mask))
    if len(which):
        known = np.unique(which)
        entries, which = holding.holders(said.blocks[known], np.flatnonzero(allowed))
        which = known[which]
    order = np.argsort(which, kind="stable")
    entries, which = entries[order], which[order]
    begin = np.flatnonzero(np.append(True, which[1:] != which[:-1])) if len(which) else which
    end = np.append(begin[1:], len(which)) if len(which) else which
    none = not len(which)
    return Found(
        said.blocks[which[begin]],
        said.scores[which[begin]],
        which if none else np.minimum.reduceat(held.first[entries], begin),
        which if none else np.maximum.reduceat(held.last[entries], begin),
        entries,
        begin,
        end,
    )


def _hit(searcher: Searcher, every: Found, place: int, words: Asked) -> BlockHit | None:
    """None where no version can be read."""
    held, entries = searcher.held, every.entries_of(place)
    newest = int(entries[np.lexsort((entries, held.last[entries]))[-1]])
    capture, leaf = _leaf(searcher, newest, int(every.blocks[place]))
    if capture is None or leaf is None:
        return None
    snippet, path = searcher.shown(capture, words.sought, leaf)
    marks = snippets.marks(leaf.text, words.in_blocks, 1) if words.in_blocks else []
    said = first_said(searcher, sentence(leaf.text, marks[0][0] if marks else 0), entries)
    return BlockHit(
        capture=capture,
        label=leaf.label,
        block=leaf.path,
        path=path,
        text=leaf.text,
        snippet=snippet,
        score=float(every.scores[place]),
        first=rows.moment(int(every.first[place])),
        last=rows.moment(int(every.last[place])),
        until=standing.gone(held, entries),
        versions=int(held.versions[entries].sum()),
        pages=len(np.unique(held.page[entries])),
        origin=said,
    )


def _leaf(searcher: Searcher, entry: int, block: int) -> tuple[Capture | None, Place | None]:
    """The newest version of an entry in which a block stands, and that block."""
    stand = searcher.held.stand
    for seq in stand.seq[stand.entry == entry][::-1][:_MOST_TRIED].tolist():
        capture = searcher.captured(seq)
        division = searcher.divisions.of(searcher.reader, capture)
        for leaf in division.leaves if division is not None else ():
            if searcher.holding().number(leaf.label, leaf.text) == block:
                return capture, leaf
    return None, None


def first_said(searcher: Searcher, said: str, entries: Numbers | None = None) -> Capture | None:
    """The earliest version of all, on any page, that says a sentence, or is one of these entries; None where none does.
    Case, width and the signs between words do not count."""
    text, held = Text(said), searcher.held
    mask = np.zeros(held.size, np.bool_)
    if text.phrase.terms:
        mask |= searcher.saying(text)[0]
    if entries is not None:
        mask[entries] = True
    seq = standing.earliest(held, np.flatnonzero(mask & (held.page > 0)))
    return searcher.captured(seq) if seq else None


def place_of(searcher: Searcher, text: str, capture: Capture) -> Place | None:
    """The smallest block of a version that says what a query asks, else the one that says most of it. QueryFault."""
    return searcher.place(capture, searcher.asked(query.parse(text), shown=False, places=True))


def origin_of(searcher: Searcher, text: str, capture: Capture) -> tuple[Capture | None, Snippet]:
    """The earliest version of all that says the sentence in which a version says what a query asks, and that sentence
    with its words marked; the title where nothing else says it. QueryFault."""
    words, holding = searcher.asked(query.parse(text), shown=False, places=True), searcher.holding()
    found = _telling(searcher, capture, words)
    if found is None:
        return first_said(searcher, capture.title), Snippet(capture.title)
    block, said = found
    return first_said(searcher, said.text, holding.holders(holding.with_text(block))[0]), said


def _telling(searcher: Searcher, capture: Capture, words: Asked) -> tuple[str, Snippet] | None:
    """The text of a block and the sentence of it that says most of a query: all of it before most of its words, of
    sentences that say as much a whole one before a scrap, then the first."""
    sought, place = words.in_blocks, searcher.place(capture, words)
    if place is None or sought is None:
        return None
    division = searcher.divisions.of(searcher.reader, capture)
    every = words.scope == labels.EVERY and division is not None
    best, most = (place.text, Snippet(place.text[:_MOST])), (False, 0, 0)
    for block in [leaf.text for leaf in division.leaves] if every and division is not None else [place.text]:
        for begin, end in sentences(block, [begin for begin, _ in snippets.marks(block, sought)]):
            said = _bounded(block[begin:end])
            marks = snippets.marks(said, sought)
            different = len({fold(said[a:b]) for a, b in marks})
            rank = words.fits(said), different, min(_size(said), _WHOLE)
            if marks and rank > most:
                best, most = (block, Snippet(said, tuple(marks))), rank
    return best


def standings(searcher: Searcher, text: str) -> list[tuple[str, Standing]]:
    """The pages that had a block with exactly this text, under any label: their addresses, and since when and until when;
    who had it first at the head."""
    holding = searcher.holding()
    entries, _ = holding.holders(holding.with_text(text))
    found = standing.standings(searcher.held, entries[searcher.held.page[entries] > 0])
    return [(searcher.captured(one.newest).url, one) for one in found]


def sentence(text: str, at: int) -> str:
    """The sentence of a text around a place; where that is next to nothing, such as a heading, with what follows it."""
    ((begin, end),) = sentences(text, [at])
    return _bounded(text[begin:end])


def sentences(text: str, places: Sequence[int]) -> list[tuple[int, int]]:
    """Where the sentences around some places of a text begin and end, each once."""
    ends = [found.end() for found in _ENDS.finditer(text)] + [len(text)]
    found = dict[int, int]()
    for at in places:
        number = bisect_right(ends, at) if at < len(text) else len(ends) - 1
        begin = ends[number - 1] if number else 0
        if begin not in found:
            later = (end for end in ends[number:] if _size(text[begin:end]) >= _LEAST)
            found[begin] = next(later, len(text))
    return list(found.items())


def _bounded(said: str) -> str:
    said = said.strip()
    return said[:_MOST].rsplit(None, 1)[0] if len(said) > _MOST else said  # no word is cut


def _size(text: str) -> int:
    """Letters, those of scripts without spaces twice."""
    return sum(1 if letter.isascii() else 2 for letter in text if letter.isalnum())
