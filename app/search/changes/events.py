"""Search over changes: where words came or went, on which page, between which captures.

A query with `appeared:`, `vanished:` or `changed:` is answered from the index as it is: the entries that say the words are
a mask, and of the runs of each page (`runs`) those count that say them while the one before does not, or the reverse.
Other conditions are about the moment of the change: words that stand in the version before or behind it, what the page
is (as it was before where it is gone), when it was seen. With labels the words are those of blocks with such a
label, so what goes from the text into a menu went from the text. Where on a page it happened is found out for the events
that are shown alone (`places`).

On 100 000 versions of 20 000 pages with as many visits the 90 000 changes of a word that every other version has are
found, counted and sorted in 15 ms, once the runs have been read (0.13 s).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

import numpy as np

from app.archive.documents.preparing import to_timestamp
from app.archive.index import rows
from app.archive.model import Capture
from app.errors import FormatError, StorageUnreadable
from app.messages import Message
from app.search import query, snippets
from app.search.asked import is_spoken, scope_of, scope_of_all
from app.search.changes import places
from app.search.changes.places import Place
from app.search.changes.runs import Runs
from app.search.entries.columns import Mask, Numbers
from app.search.entries.holding import counted_labels
from app.search.finding.evaluating import Scores
from app.search.index import labels
from app.search.index.contents import Content
from app.search.index.labels import EVERY
from app.search.narrowing import count_months
from app.search.query import Became, Change, Filter, Node, Not, QueryFault, Several, Text
from app.search.searching import Known, Searcher, Sort
from app.search.snippets import Snippet

Kind = Literal["appeared", "vanished", "replaced"]

_MOST_DAYS = 100  # that are counted one by one
_MOST_LABELLED = (
    30_000  # entries that say the words, up to which the labels of the blocks are counted that do
)
_MAIN = ("title", "main")
_MOST_READ = 60  # versions that are read to know whether words came or went: half a second of most pages
_NOWHERE = Place()


@dataclass(frozen=True, slots=True)
class Event:
    """Words of a query that came or went on a page, or both (“replaced”: some came as others went).

    `date` is when that was seen, at `after`; `since` the last moment before at which it was not yet so, None where the
    page was not known. `before` is the newest version then. `page` says what became of the page itself: it was not known
    before, was gone, or is gone. `place` is where on the page; `new`: it was seen in a capture that was not known.
    """

    kind: Kind
    page: Became
    url: str
    title: str
    date: datetime
    since: datetime | None
    after: Capture
    before: Capture | None
    score: float = 0.0
    place: Place = _NOWHERE
    new: bool = False

    @property
    def shown(self) -> Capture:
        """The version in which the words stand; where some came as others went, the newer one."""
        gone = self.kind == "vanished" and self.before is not None
        return self.before if gone and self.before is not None else self.after


@dataclass(frozen=True, slots=True)
class Events:
    """What was found: `total` events, some of them in `events`. `months` (YYYYMM) and, if they are few, `days`
    (YYYYMMDD) count all of them; `facets` as those of a search, with `label` unless the words are too common, and `page`
    for what became of the pages."""

    total: int
    events: list[Event]
    milliseconds: float
    facets: dict[str, list[tuple[str, int]]] = field(default_factory=dict)
    months: dict[str, int] = field(default_factory=dict)
    days: dict[str, int] = field(default_factory=dict)
    new: int = 0


def values(archive: Path, event: Event) -> dict[str, Any]:
    """An event as an object of JSON."""
    place = event.place
    return {
        "kind": event.kind,
        "archive": str(archive),
        "id": event.after.id,
        "before_id": event.before.id if event.before else None,
        "url": event.url,
        "title": event.title,
        "date": event.date.astimezone(UTC).isoformat(),
        "since": event.since.astimezone(UTC).isoformat() if event.since else None,
        "status": event.after.status,
        "page_new": event.page == "new",
        "page_back": event.page == "back",
        "page_gone": event.page == "gone",
        "score": round(event.score, 4),
        "label": place.label,
        "block": place.block,
        "path": list(place.path),
        "before": _snippet(place.old),
        "after": _snippet(place.new),
    }


def _snippet(snippet: Snippet) -> dict[str, Any]:
    return {"text": snippet.text, "marks": [list(mark) for mark in snippet.marks]}


def events(
    searcher: Searcher,
    text: str,
    *,
    limit: int = 10,
    offset: int = 0,
    sort: Sort = "newest",
    since: datetime | None = None,
    at: datetime | None = None,
    facets: bool = False,
    shown: bool = True,
    known: Known | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Events:
    """The changes that a query lists (`query.lists_changes`): of those behind `since` and up to `at`, `limit` from
    `offset` on. Not `shown` without their places, for which pages have to be compared; when it is `cancelled` the rest
    of them is without. QueryFault for a query that cannot be understood or lists no changes."""
    began = time.perf_counter()
    node = query.parse(text)
    if not query.lists_changes(node):
        raise QueryFault(0, Message("query-no-change"))
    _ = searcher.columns  # read anew, where something was stored since
    found = _Evaluation(searcher, ranked=sort == "relevance")
    mask, date = found.of(node), found.runs.begin
    mask &= ~np.isin(found.runs.page, searcher.without)
    if since is not None:
        mask &= date > to_timestamp(since)
    if at is not None:
        mask &= date <= to_timestamp(at)
    every = np.flatnonzero(mask)
    order = every[found.order(every, sort)]
    refuted = found.refuted(order)
    every, order = every[~refuted[every]], order[~refuted[order]]
    placer = Placer(text)
    later = np.zeros(0, np.int64) if known is None else searcher.later(known)
    fresh = np.isin(found.runs.capture, later)
    listed = list[Event]()
    for number in order[offset : offset + limit].tolist():
        event = found.event(number, came=bool(found.came[number]), went=bool(found.went[number]))
        event = replace(event, new=bool(fresh[number]))
        if shown and not (cancelled is not None and cancelled()):
            event = placer.placed(searcher, event)
        listed.append(event)
    counted = searcher.facets(found.entry[every]) if facets else {}
    if facets:
        became, counts = np.unique(found.became[every], return_counts=True)
        named = [(query.PAGES[number], int(count)) for number, count in zip(became, counts, strict=True)]
        counted["page"] = sorted(named, key=lambda one: -one[1])
        counted["label"] = found.count_labels(every)
    return Events(
        total=len(every),
        events=listed,
        milliseconds=(time.perf_counter() - began) * 1000,
        facets=counted,
        months=count_months(date[every]),
        days=_days(date[every]),
        new=int(fresh[every].sum()),
    )


class Placer:
    """Finds out where on their pages the words of a query came or went. QueryFault for one that is not understood."""

    def __init__(self, text: str) -> None:
        node = query.parse(text)
        sought = list(query.changes(node))
        self._came, self._went = (
            snippets.pattern(said for one in sought if one.kind != unwanted for said in query.texts(one))
            for unwanted in ("vanished", "appeared")
        )
        self._labels = frozenset(_labels(node, EVERY))

    def placed(self, searcher: Searcher, event: Event) -> Event:
        """An event with its place, in a block with a label that is asked for if there is one; only versions that say
        something are looked at."""
        before = event.before if event.page in ("same", "gone") else None
        after = None if event.page == "gone" else event.after
        came, went, wanted = self._came, self._went, self._labels
        if event.kind == "vanished":
            return replace(event, place=places.where(searcher, before, after, went, wanted, newer=False))
        found = places.where(searcher, before, after, came, wanted, newer=True)
        if event.kind == "replaced":
            old = places.where(searcher, before, after, went, wanted, newer=False).old
            found = replace(found, old=old)
        return replace(event, place=found)


def _labels(node: Node, scope: int) -> Iterator[str]:
    """The labels of blocks in which words are to have come or gone; none for any."""
    if isinstance(node, Change) and scope != EVERY:
        yield from labels.of_set(scope)
    elif isinstance(node, Several):
        for one in node.of:
            yield from _labels(one, scope & scope_of_all(node))


class _Evaluation:
    """One query over the runs of all pages. `entry` is what the page of each run says, or said before where it says
    nothing; `became` what became of the page, by its place in `query.PAGES`. `came` and `went` are the runs with which
    words that are sought did."""

    def __init__(self, searcher: Searcher, *, ranked: bool) -> None:
        self._searcher, self._ranked = searcher, ranked
        self.runs: Runs = searcher.runs
        self.scores: Scores = np.zeros(len(self.runs.page))
        self._said: dict[tuple[Node, int], Mask] = {}
        self.came = self.went = np.zeros(len(self.runs.page), np.bool_)
        self._common = list[bool]()
        self._sought = list[tuple[Node, int, Mask, Mask]]()
        runs = self.runs
        self.entry = np.where(runs.entry > 0, runs.entry, runs.before(runs.entry))
        # a page is new with its first words, and back when it was gone behind earlier ones
        speaks = runs.entry > 0
        words: Numbers = np.cumsum(speaks) - speaks  # runs with words before each
        first = np.maximum.accumulate(np.where(runs.first, np.arange(len(words)), 0))
        fresh = speaks & (words == words[first])
        back = speaks & runs.before(runs.gone) & ~fresh
        self.became = np.select([fresh, back, runs.gone], [1, 2, 3], 0)

    def of(self, node: Node, scope: int = EVERY, *, sought: bool = True) -> Mask:
        """The runs with whose beginning a condition holds, where words are to stand in blocks with the labels of a set
        (`scope`). Of changes that are `sought` it is kept what came and what went."""
        if isinstance(node, Change):
            return self._change(node, scope, sought)
        if scope_of(node) is not None:  # labels alone: the words beside them are sought in such blocks
            return np.ones(len(self.runs.page), np.bool_)
        if isinstance(node, Not):
            return ~self.of(node.of, scope, sought=False)
        if isinstance(node, Several):
            inner = scope & scope_of_all(node)
            parts = [self.of(one, inner, sought=sought) for one in node.of]
            joined: Mask = np.all(parts, axis=0) if node.how == "all" else np.any(parts, axis=0)
            return joined
        if isinstance(node, Filter | Text) and _is_of_page(node):
            return np.isin(self.runs.page, self._searcher.held.page[self._searcher.fitting(node)])
        if isinstance(node, Filter) and node.name != "linkto":
            return self._fitting(node)
        says = self._says(node, scope)
        return says | self.runs.before(says)

    def _change(self, change: Change, scope: int, sought: bool) -> Mask:
        """The runs that say it with none before that does, those that do not behind one that does, or both."""
        says = self._says(change.of, scope)
        before = self.runs.before(says)
        came, went, none = says & ~before, before & ~says, np.zeros(len(says), np.bool_)
        came, went = (
            (none if change.kind == "vanished" else came),
            (none if change.kind == "appeared" else went),
        )
        if sought:
            self.came, self.went = self.came | came, self.went | went
            self._sought.append((change.of, scope, came, went))
        return came | went

    def _says(self, node: Node, scope: int) -> Mask:
        known = self._said.get((node, scope))
        if known is None:
            if scope != EVERY and is_spoken(node):
                mask, scores = self._searcher.saying_in_blocks(node, scope)
            else:
                mask, scores = self._searcher.saying(node, ranked=self._ranked)
            mask[0] = False
            self._common.append(int(np.count_nonzero(mask)) > _MOST_LABELLED)
            known = self._said[node, scope] = mask[self.runs.entry]
            if self._ranked:
                score = scores[self.runs.entry]
                self.scores += np.maximum(score, self.runs.before(score))
        return known

    def count_labels(self, numbers: Numbers) -> list[tuple[str, int]]:
        """Labels of the blocks in which words came, or from which they went, for the runs that begin with that."""
        entry = self.runs.entry
        found = np.zeros(len(entry), np.uint16)
        if any(self._common):
            return []
        for words, scope, came, went in self._sought:
            said = self._searcher.labels_saying(words, scope)
            found |= np.where(came, said[entry], 0) | np.where(went, said[self.runs.before(entry)], 0)
        return counted_labels(found[numbers])

    def refuted(self, order: Numbers) -> Mask:
        """The runs with which nothing came and nothing went. The index has what the pages of a site repeat of one of them,
        so that words of a menu may be missing from an entry whose page says them: where they stand beside the main text
        of one version, the other is read, for the first `_MOST_READ` of some runs."""
        runs, left = self.runs, _MOST_READ
        before, changes = self.came | self.went, self._sought
        self.came, self.went, self._sought = np.zeros_like(before), np.zeros_like(before), []
        for node, scope, came, went in changes:
            if scope == EVERY:
                main = self._searcher.saying(node, fields=_MAIN)[0][runs.entry]
                doubted = (came & (runs.before(runs.entry) > 0) & ~main) | (
                    went & (runs.entry > 0) & ~runs.before(main)
                )
                true = np.ones(len(came), np.bool_)
                for number in order[doubted[order]][:left].tolist():
                    left -= 1
                    other = runs.version[number - 1] if came[number] else runs.capture[number]
                    true[number] = not self._on_page(node, int(other))
                came, went = came & true, went & true
            self.came, self.went = self.came | came, self.went | went
            self._sought.append((node, scope, came, went))
        nothing: Mask = before & ~self.came & ~self.went
        return nothing

    def _on_page(self, node: Node, seq: int) -> bool:
        """Whether a capture says a text, wherever on its page."""
        with suppress(FormatError, StorageUnreadable):
            return says(self._searcher.content(self._searcher.captured(seq)), node) or False
        return False

    def _fitting(self, one: Filter) -> Mask:
        runs = self.runs
        if one.name == "page":
            became: Mask = self.became == query.PAGES.index(one.value)
            return became
        if one.span is not None and one.name != "published":
            begin, end = to_timestamp(one.span.begin), to_timestamp(one.span.end)
            if one.name == "before":
                return runs.begin < begin
            if one.name == "after":
                return runs.begin >= end
            return (runs.begin >= begin) & (runs.begin < end)
        return self._searcher.fitting(one)[self.entry]

    def event(self, number: int, *, came: bool, went: bool) -> Event:
        """The event with which a run begins, without its place."""
        runs, searcher = self.runs, self._searcher
        after = searcher.captured(int(runs.capture[number]))
        before = None if runs.first[number] else searcher.captured(int(runs.version[number - 1]))
        became = query.PAGES[int(self.became[number])]
        titled = before if before is not None and (became == "gone" or not after.title) else after
        return Event(
            kind="replaced" if came and went else "appeared" if came else "vanished",
            page=became,
            url=after.url,
            title=titled.title,
            date=after.date,
            since=None if before is None else rows.moment(int(runs.end[number - 1])),
            after=after,
            before=before,
            score=float(self.scores[number]),
        )

    def order(self, numbers: Numbers, sort: Sort) -> Numbers:
        """How runs stand in an order: what is alike in it, newest first."""
        runs, held = self.runs, self._searcher.held
        begin = runs.begin[numbers]
        if sort == "title":
            named = self._searcher.reader.connection.execute("SELECT page_id, label FROM pages")
            titles = {page: str(label).casefold() for page, label in named}
            names = [titles.get(page, "") for page in runs.page[numbers].tolist()]
            by = np.unique(np.array(names, dtype=object), return_inverse=True)[1].astype(np.float64)
        else:
            by = {
                "relevance": -self.scores[numbers],
                "newest": -begin,
                "oldest": begin,
                "size": -held.length[self.entry[numbers]],
                "rank": -self._searcher.shares(runs.page[numbers]),
            }[sort].astype(np.float64)
        return np.lexsort((-runs.capture[numbers], -begin, by))


def says(content: Content, node: Node) -> bool | None:
    """Whether a version says a text; None where its words alone do not tell."""
    if isinstance(node, Text):
        if node.slop or node.field not in ("", "title", "author"):
            return None
        sought = snippets.pattern((node,))
        fields = (node.field,) if node.field else ("title", "main", "rest", "author", "more")
        return sought and any(snippets.says(getattr(content, field), sought) for field in fields)
    if isinstance(node, Not):
        said = says(content, node.of)
        return None if said is None else not said
    if isinstance(node, Several):
        every = [says(content, one) for one in node.of]
        return None if None in every else (all if node.how == "all" else any)(every)
    return None


def _is_of_page(one: Filter | Text) -> bool:
    """Whether a condition is about what others say of a page, or a person, whatever its versions say."""
    return (
        one.field in ("anchor", "note")
        if isinstance(one, Text)
        else one.name in ("tag", "star", "is", "category")
    )


def _days(dates: Numbers) -> dict[str, int]:
    days, counts = np.unique(dates // 86_400, return_counts=True)
    if len(days) > _MOST_DAYS:
        return {}
    moments = [rows.moment(int(day) * 86_400) for day in days]
    return {f"{moment:%Y%m%d}": int(count) for moment, count in zip(moments, counts, strict=True)}
