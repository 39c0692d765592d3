"""One index of a search as it was when it was opened or reloaded last: what it is asked, and which words it has."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cached_property, partial
from operator import itemgetter
from typing import NamedTuple

import numpy as np
import tantivy
from numpy.typing import NDArray

from app.search.index.store import ENDS, OF_LINKS, SCHEMA, TEXTS

MOST_HITS = 200_000
"""Entries of an index that are ranked; of a text that more of them say, those that say it most."""

MANY = 50_000
"""Documents of an index from which on the dearest queries take so long that they are to be given up in the middle."""

_MOST_KNOWN, _MOST_COMPILED = 50_000, 1000
_NUMBER = tantivy.FieldType.Unsigned
_LOOK = 0.02  # seconds between two looks whether a query is given up


class Stopped(Exception):
    """A query was given up."""


def never() -> bool:
    return False


class Compiled(NamedTuple):
    """What an index is asked, how many of its documents may say it at most, and whether texts of links may do."""

    query: tantivy.Query
    most: int
    in_links: bool


class Hits(NamedTuple):
    """Documents that say it, the best first: where they stand in the index, a number of each, their scores. `left_out`
    were too many to be ranked."""

    places: list[tantivy.DocAddress]
    numbers: NDArray[np.int64]
    scores: NDArray[np.float64]
    left_out: int = 0


class First(NamedTuple):
    """The entries of the documents that say it most, the best first, their scores, and how many say it in `total`."""

    entries: NDArray[np.int64]
    scores: NDArray[np.float64]
    total: int


_NOTHING = Hits([], np.zeros(0, np.int64), np.zeros(0))
_number, _place = itemgetter(0), itemgetter(1)
_ALIKE = 8  # more than are wanted, since those behind may say as much as the last of these


def _scores(hits: list[tuple[float, tantivy.DocAddress]]) -> NDArray[np.float64]:
    return np.fromiter(map(_number, hits), np.float64, len(hits))


class Snapshot:
    """What is written into the index meanwhile is not seen: it belongs to columns that are read later. It is an index of
    texts, or one `of_links`, of their texts alone; nothing is found in fields that it has not."""

    def __init__(self, index: tantivy.Index, *, of_links: bool = False) -> None:
        self.searcher, self.of_links = index.searcher(), of_links
        self._fields = OF_LINKS if of_links else (*TEXTS, ENDS)
        self.size = self.searcher.num_docs
        self._known: dict[tuple[str, str | int], int] = {}
        self._begun: dict[tuple[str, str], bool] = {}
        self._spans: dict[tuple[int, int], bool] = {}
        self._compiled: dict[Hashable, Compiled] = {}

    def find(
        self,
        asked: tantivy.Query,
        stopped: Callable[[], bool] = never,
        *,
        most: int = MOST_HITS,
        bound: int | None = None,
    ) -> Hits:
        """The documents that say what is asked, at most so many, with their entries; texts of links with the short keys of
        the addresses that they lead to. `bound` is how many may do, where that is known: the engine makes room for as many
        as it is asked for. Stopped soon after `stopped` says so."""
        bound = self.size if bound is None else bound
        if not bound:
            return _NOTHING
        limit, counted = min(bound, most), bound > most
        found = self._found(asked, limit, counted, stopped)
        hits = found.hits  # made anew each time it is asked for
        if not hits:
            return _NOTHING
        left_out = found.count - len(hits) if counted else 0  # type: ignore[attr-defined]  # its stubs lack it
        places, scores = list(map(_place, hits)), _scores(hits)
        del found, hits  # of 200 000 they are 30 MB, and the numbers would come on top of them
        return Hits(places, self.numbers("target" if self.of_links else "entry", places), scores, left_out)

    def said(
        self, asked: tantivy.Query, stopped: Callable[[], bool] = never, *, bound: int
    ) -> NDArray[np.int64]:
        """The entries of all documents that say what is asked, the newest first, without scores: in a third less time.
        `bound` is how many may do."""
        if not bound:
            return _NOTHING.numbers
        hits: list[tuple[int, tantivy.DocAddress]] = self._found(asked, bound, False, stopped, "entry").hits
        return np.fromiter(map(_number, hits), np.int64, len(hits))

    def foremost(self, asked: tantivy.Query, most: int, stopped: Callable[[], bool] = never) -> First:
        """So many of the documents that say what is asked, and all that say as much as the last of those: the engine
        counts the others in a third of the time that handing them over takes. Stopped as in `find`."""
        limit = most + _ALIKE
        while True:
            found = self._found(asked, limit, True, stopped)
            hits: list[tuple[float, tantivy.DocAddress]] = found.hits
            if len(hits) < limit or not most or hits[-1][0] < hits[most - 1][0]:
                break
            limit *= _ALIKE
        total: int = found.count  # type: ignore[attr-defined]  # its stubs lack it
        if not hits or not most:
            return First(_NOTHING.numbers, _NOTHING.scores, total)
        least, end = hits[min(most, len(hits)) - 1][0], most
        while end < len(hits) and hits[end][0] >= least:
            end += 1
        hits = hits[:end]
        return First(self.numbers("entry", list(map(_place, hits))), _scores(hits), total)

    def _found(
        self,
        asked: tantivy.Query,
        limit: int,
        counted: bool,
        stopped: Callable[[], bool],
        by: str | None = None,
    ) -> tantivy.SearchResult:
        """The best hits, or those with the highest numbers of a field."""
        ask = partial(self.searcher.search, asked, limit=limit, count=counted, order_by_field=by)
        return ask() if stopped is never or self.size < MANY else self._found_beside(ask, stopped)

    def _found_beside(
        self, ask: Callable[[], tantivy.SearchResult], stopped: Callable[[], bool]
    ) -> tantivy.SearchResult:
        """The engine cannot be stopped: it goes on in a thread that nobody waits for but who asks this index next."""
        waiting = self._beside.submit(ask)
        while True:
            with suppress(TimeoutError):
                return waiting.result(_LOOK)
            if stopped():
                waiting.cancel()
                raise Stopped

    @cached_property
    def _beside(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(1, thread_name_prefix="search")

    def numbers(self, name: str, places: list[tantivy.DocAddress]) -> NDArray[np.int64]:
        """A number of each document."""
        return np.fromiter(self.searcher.fast_field_values(name, places), np.int64, len(places))

    def compiled(self, text: Hashable, made: Callable[[], Compiled]) -> Compiled:
        """What this index is asked for a text: as it was `made` before, for the next page of what is found, or while
        another word is being typed behind it."""
        known = self._compiled.get(text)
        if known is None:
            if len(self._compiled) >= _MOST_COMPILED:
                self._compiled.clear()
            known = self._compiled[text] = made()
        return known

    def has_entries(self, begin: int, end: int) -> bool:
        """Whether any document has a number from `begin` up to `end`, without that."""
        has = self._spans.get((begin, end))
        if has is None:
            asked = tantivy.Query.range_query(SCHEMA, "entry", _NUMBER, begin, end, include_upper=False)
            has = self._spans[begin, end] = bool(self.searcher.search(asked, limit=1, count=False).hits)
        return has

    def has_beginning(self, field: str, beginning: str) -> bool:
        """Whether a term of a field begins so."""
        if field not in self._fields:
            return False
        known = self._begun.get((field, beginning))
        if known is None:
            if len(self._begun) >= _MOST_KNOWN:
                self._begun.clear()
            terms = self.searcher.terms_with_prefix(field, beginning, limit=1)
            known = self._begun[field, beginning] = bool(terms)
        return known

    def least(self, field: str, words: Iterable[str | int]) -> int:
        """How many documents have the rarest of some words in a field; all of them without words. To know that takes the
        engine as long as a small search spends on a word, and of what is typed letter by letter most words were asked
        for before."""
        if field not in self._fields:
            return 0
        known, least = self._known, self.size
        for word in words:
            count = known.get((field, word))
            if count is None:
                if len(known) >= _MOST_KNOWN:
                    known.clear()
                count = known[field, word] = self.searcher.doc_freq(field, word)
            if not count:
                return 0
            least = min(least, count)
        return least
