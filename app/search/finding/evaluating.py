"""The conditions of a query asked of the indexes and columns: which entries say it, and with what scores.

What is text goes to the indexes of the batches, conditions on pages are masks over the columns of the entries, stars and
notes are looked through in memory; all of them meet in numpy.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add, and_, or_
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from app.archive.documents.preparing import to_timestamp
from app.archive.spellings import beginnings
from app.messages import Message
from app.search import query
from app.search.asked import is_spoken, scope_of, spoken
from app.search.entries.categorising import InCategories
from app.search.entries.columns import Columns, Mask, Numbers
from app.search.entries.holding import Holding
from app.search.entries.kinding import Kinds
from app.search.entries.noting import Noted
from app.search.finding import foremost
from app.search.finding.compiling import all_of, any_of, compiled, compiled_for
from app.search.finding.foremost import Foremost
from app.search.finding.targets import Linked, led_to
from app.search.index import store
from app.search.index.labels import as_set
from app.search.index.snapshot import MOST_HITS, Snapshot, Stopped, never
from app.search.index.store import ANCHOR
from app.search.query import Filter, Node, Not, Several, Text

Scores = NDArray[np.float64]

_FEW = 500
"""Entries that are asked for one by one."""


class Sought(NamedTuple):
    """Entries in any order, each once, and the score of each; else as in `Found`. Few are found of many, and masks over
    all of them take longer than the index."""

    entries: Numbers
    scores: Scores | None = None
    left_out: int = 0
    linked: Sequence[Linked] = ()


@dataclass(frozen=True, slots=True)
class Found:
    """Entries as a mask over all, and their scores; `scores` is None where no text was sought. `linked` are the
    texts of links with the text."""

    mask: Mask
    scores: Scores | None = None
    left_out: int = 0
    linked: Sequence[Linked] = ()


class Evaluation:
    """One query over the indexes and columns."""

    def __init__(
        self,
        index: sqlite3.Connection,
        snapshots: Sequence[Snapshot],
        held: Columns,
        noted: Noted,
        holding: Callable[[], Holding],
        valued: Callable[[Filter], Mask | None],
        ranked: Callable[[Filter], Mask],
        kinds: Kinds | None = None,
        in_categories: InCategories | None = None,
        stopped: Callable[[], bool] = never,
    ) -> None:
        self._index, self._snapshots, self._held, self._noted = index, snapshots, held, noted
        self._holding, self._valued, self._ranked, self._kinds = holding, valued, ranked, kinds
        self._categories = in_categories
        self._stopped = stopped
        self._of_links = any(one.of_links for one in snapshots)

    def of(self, node: Node) -> Found:
        """What a condition finds. Stopped."""
        if self.is_indexed(node):
            return self._sought(node)
        if isinstance(node, Text):
            return self._sought_in_notes(node)
        if isinstance(node, Filter) and node.name == "field":
            return self._of_field(node)
        if isinstance(node, Filter):
            return Found(self._filtered(node))
        if isinstance(node, Not):
            return Found(~(self._said(node.of) if self.is_indexed(node.of) else self.of(node.of).mask))
        assert isinstance(node, Several)
        # all text of one kind is asked for at once, which is what the index is quick at
        own = list(node.of)
        scopes = [scope for one in own if (scope := scope_of(one)) is not None] if node.how == "all" else []
        in_blocks = tuple(filter(is_spoken, own)) if scopes else ()
        parts = [self._in_blocks(Several("all", in_blocks), scope) for scope in scopes if in_blocks]
        if in_blocks:
            own = [one for one in own if not is_spoken(one) and scope_of(one) is None]
        words = tuple(one for one in own if self.is_indexed(one) and left_out_of(one) is None)
        parts += [self.of(one) for one in own if one not in words]
        if words:
            parts.append(self._sought(words[0] if len(words) == 1 else Several(node.how, words)))
        # one by one: numpy would first copy all of them into one array
        mask = reduce(and_ if node.how == "all" else or_, (one.mask for one in parts))
        scored = [one.scores for one in parts if one.scores is not None]
        left_out = sum(one.left_out for one in parts)
        linked = parts[0].linked if len(parts) == 1 else ()
        return Found(mask, reduce(add, scored) if scored else None, left_out, linked)

    def sought(self, node: Node) -> Sought:
        """What a condition finds, entry by entry. Stopped."""
        if self.is_indexed(node):
            return self._asked(node)
        found = self.of(node)
        entries = np.flatnonzero(found.mask)
        scores = None if found.scores is None else found.scores[entries]
        return Sought(entries, scores, found.left_out, found.linked)

    def is_indexed(self, node: Node) -> bool:
        """Whether the indexes alone can answer, because no note has anything to say."""
        return _is_text(node) and not (
            self._noted.marks and any(self._noted.said(one) for one in query.every_text(node))
        )

    def best(self, node: Node, loose: Node | None, most: int) -> Foremost | None:
        """The entries that rank first of those that a query finds (`foremost.best`); None where the indexes cannot know
        that without handing over all that they find. Stopped."""
        if not self.is_indexed(node) or not (loose is None or self.is_indexed(loose)):
            return None
        if self.is_left_out_in_links(node):
            return None
        return foremost.best(self._snapshots, self._held, node, loose, most, self._stopped)

    def is_left_out_in_links(self, node: Node) -> bool:
        """Whether a query leaves something out, and links may say that or what it seeks: what they say, pages are to be
        asked about."""
        without = left_out_of(node)
        if without is None:
            return False
        links = [one for one in self._snapshots if one.of_links]
        return any(compiled_for(one, asked).most for one in links for asked in (node, without))

    def _sought_in_notes(self, text: Text) -> Found:
        """What the indexes find of a text, if it has to do with them, and the notes."""
        nothing = np.zeros(self._held.size, np.bool_), np.zeros(self._held.size)
        found = Found(*nothing) if text.field == "note" else self._sought(text)
        said = self._noted.said(text)
        if said is None or found.scores is None:
            return found
        return Found(found.mask | said.mask, found.scores + said.scores, found.left_out, found.linked)

    def _sought(self, node: Node) -> Found:
        """What the indexes find of a text."""
        sought = self._asked(node)
        mask, scores = np.zeros(self._held.size, np.bool_), np.zeros(self._held.size)
        mask[sought.entries] = True
        if sought.scores is not None:
            scores[sought.entries] = sought.scores
        return Found(mask, scores, sought.left_out, sought.linked)

    def _said(self, node: Node, among: Numbers | None = None) -> Mask:
        """The entries that say a text, as many as they are: what is not to be found has no order. Where nothing is asked
        but `among` which they are, others need not be told."""
        few = among is not None and len(among) <= _FEW
        chosen = [store.of_entry(int(entry)) for entry in among] if among is not None and few else []
        mask, end = np.zeros(self._held.size, np.bool_), min(self._held.size, ANCHOR)
        for snapshot in self._snapshots:
            asked = compiled_for(snapshot, node)
            if snapshot.of_links:
                hits = snapshot.find(asked.query, self._stopped, most=snapshot.size, bound=asked.most)
                linked = self._held.with_keys(np.unique(self._held.followed(hits.numbers)))
                mask[linked[self._held.newest[linked]]] = True
            elif chosen or not few:
                wanted = all_of([asked.query, any_of(chosen)], []) if chosen else asked.query
                said = snapshot.said(wanted, self._stopped, bound=asked.most)
                mask[said[said < end]] = True
        return mask

    def _asked(self, node: Node) -> Sought:
        """What the indexes find of a text."""
        every: list[Numbers] = []
        said: list[Scores] = []
        linked: list[Linked] = []
        left_out = 0
        # what was written since the columns were read comes later
        end = min(self._held.size, ANCHOR)
        for snapshot in self._snapshots:
            if self._stopped():
                raise Stopped
            asked = compiled_for(snapshot, node)
            hits = snapshot.find(asked.query, self._stopped, most=MOST_HITS, bound=asked.most)
            left_out += hits.left_out
            entries, scores = hits.numbers, hits.scores
            if not len(entries):
                continue
            if snapshot.of_links:
                linked.append(Linked(snapshot.searcher, hits.places, entries, scores))
                continue
            if entries.max() >= end:
                own = entries < end
                entries, scores = entries[own], scores[own]
            every.append(entries)
            said.append(scores)
        led, more = led_to(linked, self._held)
        if self._of_links and (without := left_out_of(node)) is not None:
            # a link may leave out what its page says, and a page what links to it say
            said_it = self._said(without, led)
            every, said = _without(every, said, said_it)
            (led,), (more,) = _without([led], [more], said_it)
        if len(led):
            return Sought(*_added(every, said, led, more), left_out, linked)
        if len(every) == 1:
            return Sought(every[0], said[0], left_out, linked)
        return Sought(*_together(every, said), left_out, linked)

    def _in_blocks(self, words: Node, scope: int) -> Found:
        """The entries with a block of certain labels that says it."""
        asked, holding = spoken(words), self._holding()
        assert asked is not None
        said = holding.find(compiled(asked, ("main",)), scope, MOST_HITS, self._stopped)
        entries, which = holding.holders(said.blocks)
        mask, scores = np.zeros(self._held.size, np.bool_), np.zeros(self._held.size)
        mask[entries] = True
        np.maximum.at(scores, entries, said.scores[which])
        return Found(mask, scores, said.left_out)

    def _of_field(self, one: Filter) -> Found:
        """The entries whose values fit; what only looks like a condition is sought as the words that it is."""
        mask = self._valued(one)
        if mask is not None:
            return Found(mask)
        if not one.bare:
            message = Message("query-field-unknown", place=one.place + 1, value=one.value)
            raise query.QueryFault(one.place, message)
        return self._sought(Text(one.value, loose=True))

    def _filtered(self, one: Filter) -> Mask:
        held = self._held
        if one.span is not None:
            begin, end = to_timestamp(one.span.begin), to_timestamp(one.span.end)
            if one.name == "before":
                return held.first < begin
            if one.name == "after":
                return held.last >= end
            if one.name == "on":
                return (held.first < end) & (held.last >= begin)
            days = [int(moment.strftime("%Y%m%d")) for moment in one.span]
            return (held.published >= days[0]) & (held.published < days[1])
        if one.name == "version":
            wanted = {"newest": held.standing(None), "first": held.beginning()}
            return wanted.get(one.value, np.ones(held.size, np.bool_))
        if one.name == "site":
            sites = [number for number, name in held.sites.items() if _is_of_site(name.lower(), one.value)]
            return np.isin(held.site_of[held.page], sites)
        if one.name == "in":
            return np.isin(held.page, self._pages_below(one.value))
        if one.name == "label":
            return self._holding().with_label(as_set((one.value,)))
        if one.name == "kind":
            return self._kinds.fitting(held, one.value) if self._kinds else np.zeros(held.size, np.bool_)
        if one.name == "category":
            return self._categories.fitting(held, one) if self._categories else np.zeros(held.size, np.bool_)
        if one.name == "linkto":
            return self._sought(one).mask
        if one.name == "rank":
            return self._ranked(one)
        if one.name in ("tag", "star", "is"):
            return self._noted.filtered(one)
        name = {"type": "type", "lang": "language"}[one.name]
        fits = [number for number, values in held.values.items() if _fits(getattr(values, name), one.value)]
        return np.isin(held.facets, fits)

    def _pages_below(self, prefix: str) -> list[int]:
        """The pages whose addresses begin so; without a scheme under both."""
        meant = (prefix,) if "://" in prefix else (f"http://{prefix}", f"https://{prefix}")
        found = list[int]()
        for begin in {spelled for one in meant for spelled in beginnings(one)}:
            end = begin[:-1] + chr(ord(begin[-1]) + 1)
            found += (
                row[0]
                for row in self._index.execute(
                    "SELECT page_id FROM pages WHERE url >= ? AND url < ?", (begin, end)
                )
            )
        return found


def left_out_of(node: Node) -> Node | None:
    """What none of the entries that are found may say; None where nothing is left out."""
    if not isinstance(node, Several) or node.how == "any":
        return None
    without = tuple(one.of for one in node.of if isinstance(one, Not))
    return (without[0] if len(without) == 1 else Several("any", without)) if without else None


def _without(every: list[Numbers], said: list[Scores], mask: Mask) -> tuple[list[Numbers], list[Scores]]:
    kept = [~mask[entries] for entries in every]
    return (
        [entries[own] for entries, own in zip(every, kept, strict=True)],
        [scores[own] for scores, own in zip(said, kept, strict=True)],
    )


def _together(every: list[Numbers], said: list[Scores]) -> tuple[Numbers, Scores]:
    return (np.concatenate(every), np.concatenate(said)) if every else (np.zeros(0, np.int64), np.zeros(0))


def _added(every: list[Numbers], said: list[Scores], linked: Numbers, more: Scores) -> tuple[Numbers, Scores]:
    """Entries with those that links lead to, each once, and their scores added up."""
    entries, scores = _together([*every, linked], [*said, more])
    order = np.argsort(entries, kind="stable")
    entries, scores = entries[order], scores[order]
    begin = np.flatnonzero(np.append(True, entries[1:] != entries[:-1])) if len(entries) else order
    return entries[begin], np.add.reduceat(scores, begin) if len(begin) else scores


def _is_text(node: Node) -> bool:
    """Whether the index alone can answer."""
    if isinstance(node, Several):
        # nearly everything says what one word is left out of: that is counted from the few that have the word
        found = [one for one in node.of if node.how == "any" or not isinstance(one, Not)]
        without = [one.of for one in node.of if node.how == "all" and isinstance(one, Not)]
        return bool(found) and all(_is_text(one) and left_out_of(one) is None for one in (*found, *without))
    return isinstance(node, Text) and node.field != "note"


def _is_of_site(name: str, wanted: str) -> bool:
    """“example.org” stands for its subdomains, too, and for any port."""
    host = name if ":" in wanted else name.partition(":")[0]
    return host == wanted or host.endswith(f".{wanted}")


def _fits(value: str, wanted: str) -> bool:
    return value.lower() == wanted.lower() or value.lower().startswith(f"{wanted.lower()}-")
