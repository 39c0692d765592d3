"""Queries answered: which pages say what is sought, in which versions, where, and how they rank.

`evaluating` finds the entries that say a query (BM25 with weights of the fields, added up), `current` has what they are
at the moment; here they become pages in an order, with counts (`narrowing`), lines (`showing`), places and reasons
(`explaining`). A page is one hit, with as many versions as say it. Scores of batches are comparable as far as their words
are equally frequent.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Literal, NamedTuple

import numpy as np
import tantivy
from numpy.typing import NDArray

from app.archive.archive import Archive
from app.archive.index import rows
from app.archive.model import Capture
from app.likeness.store import key_of
from app.likeness.synonyms import read_synonyms
from app.messages import Message
from app.search import loosening, meaning, query
from app.search.asked import Asked, conditions, spoken
from app.search.changes.runs import Runs
from app.search.current import Current
from app.search.entries import ranking, standing, valuing
from app.search.entries.columns import Columns, Mask, Numbers
from app.search.entries.folding import Likeness
from app.search.entries.holding import Holding, Said, counted_labels, label_bits
from app.search.entries.kinding import Kinds
from app.search.entries.noting import Noted
from app.search.entries.pages import Pages, best_pages, least, pages_of
from app.search.entries.ranking import Ranking
from app.search.explaining import Reasons
from app.search.finding.compiling import compiled
from app.search.finding.evaluating import Evaluation, Scores, Sought
from app.search.finding.foremost import LOOSE
from app.search.finding.glance import Glance
from app.search.finding.targets import Linked
from app.search.index import store
from app.search.index.contents import Content
from app.search.index.division import Divisions, Place
from app.search.index.labels import EVERY
from app.search.index.snapshot import MOST_HITS, Stopped
from app.search.linking import unfetched
from app.search.narrowing import Narrowing
from app.search.query import Filter, Node, QueryFault
from app.search.results import Every, Hit, Reason, Results
from app.search.snippets import Snippet

Known = Mapping[str, int] | str
"""What was known before: captures up to a serial number in each batch, or all but those of a crawl."""
Sort = Literal["relevance", "newest", "oldest", "title", "size", "rank"]
SORTS: tuple[Sort, ...] = ("relevance", "newest", "oldest", "title", "size", "rank")

SAID = ("title", "author", "more", "main", "rest")
"""Fields that a version says itself: neither its address, nor the words of links that lead there."""

_NO_SNIPPET = Snippet("")
_MOST_TERMS = 500  # that begin alike
_MOST_BLOCKS, _FEWEST_BLOCKS = (
    100_000,
    2_000,
)  # that are looked at for labels beside hits: of all, of each batch
_MOST_ALIKE = 20  # that are told of one hit
_NONE = frozenset[int]()


class Searcher:
    """Search in one archive, for one thread; to be closed. ArchiveError where there is no index that can be used
    (`store.opened`). What this process has written is found at once, what others write a twentieth of a second later at
    most: looking for it takes as long as a search for a rare word. `rank` says what links say of pages. Without `notes`
    nothing that a person wrote is looked at. Pages whose numbers are in `without` are not found; whoever sets it asks as
    if they were not in the archive. What is asked `within` a limit ends soon behind it, with Stopped."""

    def __init__(self, archive: Archive, rank: Ranking | None = None, *, notes: bool = True) -> None:
        self._now = Current(archive, notes=notes)
        self.reader = self._now.reader
        """Of the archive, for whoever uses the searcher."""
        self.without: Numbers = np.zeros(0, np.int64)
        self.divisions = Divisions()
        self._rank = rank
        self._narrowing = Narrowing(archive.path)
        self._alike = Likeness(archive.path)

    def __enter__(self) -> Searcher:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._now.close()

    def within(self, stopped: Callable[[], bool]) -> AbstractContextManager[None]:
        """What is asked inside ends with Stopped once `stopped` says so, within milliseconds. No other limit of `reader`
        holds meanwhile."""
        return self._now.within(stopped)

    def _go_on(self) -> None:
        if self._now.stopped():
            raise Stopped

    @property
    def columns(self) -> Columns:
        """As the index and the archive are at this moment."""
        return self._now.columns

    @property
    def held(self) -> Columns:
        """The columns as they were read last: those of a query that is being answered."""
        return self._now.held

    @property
    def runs(self) -> Runs:
        """What each page said in turn, as the columns have it."""
        return self._now.runs

    @property
    def kinds(self) -> Kinds:
        """The kinds of pages over the columns."""
        return self._now.kinds

    def holding(self) -> Holding:
        """Which entries hold which blocks, as the columns are."""
        return self._now.holding()

    def captured(self, seq: int) -> Capture:
        """A capture by its number."""
        return self._now.showing.captured(seq)

    def shown(
        self, capture: Capture, sought: re.Pattern[str] | None, place: Place | None = None
    ) -> tuple[Snippet, tuple[str, ...]]:
        """The snippet of a version, of a certain block if there is one, and the headings above it."""
        return self._now.showing.shown(capture, sought, place)

    def content(self, capture: Capture) -> Content:
        """The texts of a version. FormatError, StorageUnreadable."""
        return self._now.showing.content(capture)

    def _evaluation(self, held: Columns, noted: Noted) -> Evaluation:
        reader = self.reader

        def valued(one: Filter) -> Mask | None:
            return valuing.fitting(reader.path, reader.connection, held, one.value)

        def ranked(one: Filter) -> Mask:
            return ranking.within(self._rank, held.page, one.value)

        return Evaluation(
            reader.connection,
            [*self._now.texts, *self._now.links],
            held,
            noted,
            self.holding,
            valued,
            ranked,
            self.kinds,
            self._narrowing.categories,
            self._now.stopped,
        )

    def fitting(self, one: Node) -> Mask:
        """The entries that fit a condition as it is written."""
        return self._evaluation(self.held, self._now.noted).of(one).mask

    def shares(self, pages: Numbers) -> Scores:
        """What links say of pages: how many times the average rank they have, 0 where that is not known."""
        return np.zeros(len(pages)) if self._rank is None else self._rank.shares(pages)

    def facets(self, entries: Numbers) -> dict[str, list[tuple[str, int]]]:
        """Counts of entries, one of each page, by what they can be narrowed with, the tags of a person among that."""
        self._go_on()
        return self._narrowing.counts(self.held, entries, self.kinds, self._rank, self._now.noted)

    def saying_in_blocks(self, node: Node, scope: int) -> tuple[Mask, Scores]:
        """All the entries with a block of certain labels that says a text (`asked.is_spoken`), and how much."""
        mask, scores = np.zeros(self.held.size, np.bool_), np.zeros(self.held.size)
        said, entries, which = self._said_in_blocks(node, scope)
        mask[entries] = True
        np.maximum.at(scores, entries, said.scores[which])
        return mask, scores

    def labels_saying(self, node: Node, scope: int) -> NDArray[np.uint16]:
        """By entry the labels of the blocks that say a text, as sets."""
        found = np.zeros(self.held.size, np.uint16)
        said, entries, which = self._said_in_blocks(node, scope)
        np.bitwise_or.at(found, entries, label_bits(said.blocks)[which])
        return found

    def _said_in_blocks(self, node: Node, scope: int) -> tuple[Said, Numbers, Numbers]:
        """All blocks with certain labels that say a text, the entries that hold them, and for each of these the place of
        its block."""
        words, holding, indexes = spoken(node), self.holding(), self._now.block_indexes()
        if words is None or not holding:
            nothing = np.zeros(0, np.int64)
            return Said(nothing, np.zeros(0)), nothing, nothing
        most = max((index.searcher().num_docs for index in indexes.values()), default=0)
        said = holding.find(compiled(words, ("main",)), scope, max(1, most), self._now.stopped)
        return (said, *holding.holders(said.blocks))

    def saying(
        self, node: Node, *, ranked: bool = False, fields: Sequence[str] = SAID
    ) -> tuple[Mask, Scores]:
        """All the entries that say a text themselves, in one of some fields, and if they are to be `ranked` how much."""
        held, asked = self.held, compiled(node, fields)
        mask, scores = np.zeros(held.size, np.bool_), np.zeros(held.size)
        for snapshot in self._now.texts:
            self._go_on()
            searcher, most = snapshot.searcher, max(1, snapshot.size)
            if ranked:
                hits = searcher.search(asked, limit=most, count=False).hits
                found = searcher.fast_field_values("entry", [address for _, address in hits])
            else:  # in the order of the entries, which needs no scores
                hits = searcher.search(asked, limit=most, count=False, order_by_field="entry").hits
                found = [number for number, _ in hits]
            entries = np.array(found, np.int64)
            own = entries < held.size  # what was written since the columns were read comes later
            mask[entries[own]] = True
            if ranked:
                scores[entries[own]] = np.array([score for score, _ in hits])[own]
        return mask, scores

    def search(
        self,
        text: str,
        *,
        limit: int = 10,
        offset: int = 0,
        sort: Sort = "relevance",
        facets: bool = False,
        at: datetime | None = None,
        explain: bool = False,
        shown: bool = True,
        places: bool = False,
        known: Known | None = None,
        forms: bool = False,
        fold: bool = False,
        opened: Collection[str] = (),
        synonyms: bool = False,
        at_once: bool = False,
    ) -> Results:
        """The pages that a query finds; with `at` only what they said at that moment; not `shown` without snippets,
        for which the pages have to be read; with `places` each hit has its block, for which they are cut. With `known`
        the pages that are new come first, with `forms` other forms of English words are found behind the words; with
        `fold` pages that are nearly the same (`app.likeness`) stand behind the first of them, and are shown there if its
        capture is among the ids of `opened`. With `synonyms` words that mean the same are found as well.
        With `at_once` the first hits of words that very many pages say come before these are counted: then without facets
        and not `counted`.
        QueryFault for a query that cannot be understood."""
        began = time.perf_counter()
        written = query.parse(text)
        node = self._widened(written, synonyms)
        whole = fold or known is not None  # then also what is not shown has to be in order
        most = None if whole else offset + limit
        whole = whole or sort != "relevance" or at is not None
        glance = self._glanced(node, forms, offset + limit) if at_once and not whole else None
        answer = glance or self._answered(
            node, at, forms, most if sort == "relevance" and not facets else None
        )
        facets = facets and glance is None
        pages, held = answer.pages, self.held
        order = self._ordered(answer, sort, most)
        fresh = None if known is None else self._fresh(pages, known)
        if fresh is not None:
            order = np.concatenate([order[fresh[order]], order[~fresh[order]]])
        words = self._both(answer, shown=shown, places=places)
        firsts = self._alike.folded(held, pages.entry, order) if fold else None
        shown_order, behind, open_ones = order, _NONE, _NONE
        if firsts is not None:
            keys = held.version[pages.entry]
            open_ones = frozenset(np.flatnonzero(np.isin(keys, [key_of(id) for id in opened])).tolist())
            shown_order = firsts.with_opened(open_ones)
            behind = frozenset(other for one in open_ones for other in firsts.behind.get(one, []))
        reasons = Reasons(self._now.texts, self._rank, answer.noted) if explain else None
        hits: list[Hit] = []
        part: Numbers = shown_order[offset : offset + limit]
        self._now.showing.read(held.latest[pages.entry[part]].tolist())
        for one in part.tolist():
            same = firsts.behind.get(one, []) if firsts is not None else []
            hits.append(
                self._hit(
                    answer,
                    one,
                    words[pages.is_exact(one)],
                    said=reasons.of(pages, one, answer.said(one), held) if reasons else (),
                    new=fresh is not None and bool(fresh[one]),
                    folded=len(same),
                    alike=tuple(self.captured(int(held.latest[pages.entry[o]])) for o in same[:_MOST_ALIKE]),
                    opened=bool(same) and one in open_ones,
                    behind=one in behind,
                )
            )
        is_end = offset + limit >= pages.total - (len(order) - len(shown_order))
        return Results(
            total=pages.total,
            hits=hits,
            milliseconds=(time.perf_counter() - began) * 1000,
            facets={**self.facets(pages.entry), **self._label_facet(words[0], pages)} if facets else {},
            months=pages.months(held) if facets else {},
            left_out=answer.left_out,
            unfetched=unfetched(self.reader, held, answer.linked, words[1].sought, limit)
            if answer.linked and is_end
            else [],
            new=0 if fresh is None else int(np.count_nonzero(fresh)),
            loose=pages.loose,
            folded=len(order) - len(shown_order),
            synonyms=tuple(meaning.added(written, node)) if node is not written else (),
            counted=glance is None,
        )

    def every(
        self,
        text: str,
        *,
        sort: Sort = "relevance",
        at: datetime | None = None,
        shown: bool = True,
        places: bool = False,
        forms: bool = False,
        synonyms: bool = False,
    ) -> Every:
        """All pages that a query finds, one by one, in place of the first ones of `search`. QueryFault."""
        answer = self._answered(self._widened(query.parse(text), synonyms), at, forms)
        pages, words = answer.pages, self._both(answer, shown=shown, places=places)
        order = self._ordered(answer, sort)
        return Every(
            len(order),
            (self._hit(answer, int(one), words[pages.is_exact(int(one))]) for one in order),
            (self._saying(pages, int(one)) for one in order),
        )

    def _widened(self, node: Node, synonyms: bool) -> Node:
        return meaning.widened(node, read_synonyms(self.reader.path)) if synonyms else node

    def _glanced(self, node: Node, forms: bool, most: int) -> _Answer | None:
        """The first pages that a query finds, where counting all of them would take long."""
        held, noted = self._now.latest()
        evaluation = self._evaluation(held, noted)
        if (
            not evaluation.is_indexed(node)
            or evaluation.is_left_out_in_links(node)
            or len(self.without)
            or not most
        ):
            return None
        loose = loosening.loosened(node, self.terms if forms else None)
        glance = Glance([*self._now.texts, *self._now.links], held, self._rank, self._now.stopped)
        pages = glance.first(node, loose, most)
        return None if pages is None else _Answer(pages, node, loose, noted, True, 0, ())

    def _answered(self, node: Node, at: datetime | None, forms: bool, most: int | None = None) -> _Answer:
        """What a query finds, and its pages: all of them, or at least so many of those that rank first, where the indexes
        can tell these and count the others."""
        if query.lists_changes(node):
            first = next(query.changes(node))
            raise QueryFault(first.place, Message("query-change-there", name=first.kind))
        held, noted = self._now.latest()
        evaluation = self._evaluation(held, noted)
        loose = loosening.loosened(node, self.terms if forms else None)
        if most is not None and at is None and self._rank is None and not len(self.without):
            best = evaluation.best(node, loose, most)
            if best is not None:
                return _Answer(best_pages(held, best.best), node, loose, noted, True, 0, best.linked)
        found = evaluation.sought(node)
        entries, exact = found.entries, None
        scores = np.zeros(len(entries)) if found.scores is None else found.scores
        if loose is not None and found.scores is not None:
            entries, scores, exact = _with(entries, scores, evaluation.sought(loose))
        page = held.page[entries]
        wanted = page > 0
        if at is not None:
            wanted &= held.standing(at)[entries]
        if len(self.without):
            wanted &= ~np.isin(page, self.without)
        if np.count_nonzero(wanted) < len(wanted):
            entries, page, scores = entries[wanted], page[wanted], scores[wanted]
            exact = None if exact is None else exact[wanted]
        if self._rank is not None:
            scores = scores * self._rank(page)
        pages = pages_of(held, entries, page, scores, exact)
        return _Answer(pages, node, loose, noted, found.scores is not None, found.left_out, found.linked)

    def entries(self, node: Node, at: datetime | None = None) -> tuple[Mask, int, Node | None]:
        """The entries that a query finds, at a moment if one is given, how many were too many to be ranked, and the query
        as it was taken loosely, if it was."""
        answer = self._answered(node, at, False)
        mask = np.zeros(self.held.size, np.bool_)
        mask[answer.pages.order] = True
        return mask, answer.left_out, answer.loose

    def allowed(self, node: Node, at: datetime | None = None) -> Mask:
        """The entries that a query allows, at a moment if one is given, whether they say its words or not."""
        held, besides = self.held, conditions(node)
        mask = (
            held.page > 0
            if besides is None
            else self._evaluation(held, self._now.noted).of(besides).mask & (held.page > 0)
        )
        return mask if at is None else mask & held.standing(at)

    def terms(self, beginning: str) -> Iterator[str]:
        """The words of texts and titles that begin so, the most frequent first."""
        counted = Counter[str]()
        for snapshot in self._now.texts:
            for name in ("title", "main"):
                counted.update(dict(snapshot.searcher.terms_with_prefix(name, beginning, limit=_MOST_TERMS)))
        return (term for term, _ in counted.most_common())

    def frequencies(self, terms: Iterable[str]) -> dict[str, int]:
        """The number of texts that have each term in their title or main text."""
        searchers = [snapshot.searcher for snapshot in self._now.texts]
        return {
            term: sum(one.doc_freq(name, term) for one in searchers for name in ("title", "main"))
            for term in terms
        }

    @property
    def upto(self) -> dict[str, int]:
        """The last serial number of each batch that the index knows."""
        every = self._now.entries.execute("SELECT batch, upto FROM batches").fetchall()
        return {batch: upto for batch, upto in every if not batch.endswith(store.BLOCKS)}

    def later(self, known: Known) -> Numbers:
        """The numbers of the captures that were not known."""
        db = self.reader.connection
        if isinstance(known, str):
            found = db.execute("SELECT seq FROM captures WHERE crawl = ?", (known,)).fetchall()
        else:
            found = [
                row
                for (batch,) in db.execute("SELECT DISTINCT batch FROM files").fetchall()
                for row in db.execute(
                    "SELECT seq FROM captures WHERE batch = ? AND serial > ?", (batch, known.get(batch, -1))
                )
            ]
        return np.array(found, np.int64).reshape(-1)

    def _fresh(self, pages: Pages, known: Known) -> Mask:
        """The pages that say what is sought in none of the versions that were known."""
        stand, later, found = self.held.stand, self.later(known), np.zeros(self.held.size, np.bool_)
        if not len(later):
            return np.zeros(len(pages), np.bool_)
        found[pages.order] = True
        before = found[stand.entry] & ~np.isin(stand.seq, later)
        return ~np.isin(pages.page, stand.page[before])

    def _saying(self, pages: Pages, number: int) -> list[str]:
        """The ids of the versions of a page that say it, oldest first."""
        self._go_on()
        stand = self.held.stand
        begin, end = np.searchsorted(stand.page, (pages.page[number], pages.page[number] + 1))
        said = np.isin(stand.entry[begin:end], pages.entries_of(number))
        return [self.captured(int(seq)).id for seq in stand.seq[begin:end][said]]

    def _ordered(self, answer: _Answer, sort: Sort, most: int | None = None) -> Numbers:
        """The pages in an order, all of them or so many; without words to rank them by, the newest first."""
        held, pages = self.held, answer.pages
        if sort == "relevance" and answer.ranked:
            return pages.ranked(held, most)
        if sort == "title":
            titles = self.reader.titles()
            names = np.array([titles.get(int(page), "").casefold() for page in pages.page], dtype=object)
            order = np.argsort(pages.page)
            found: Numbers = order[np.argsort(names[order], kind="stable")]
            return found
        newest = -held.last[pages.entry]
        by: Numbers | Scores = newest
        if sort == "oldest":
            by = held.first[pages.entry]
        elif sort == "size":
            by = -held.length[pages.entry]
        elif sort == "rank":
            by = -self.shares(pages.page)
        return least(by, most, newest, pages.page)

    def _hit(
        self,
        answer: _Answer,
        number: int,
        words: Asked,
        *,
        said: tuple[Reason, ...] = (),
        new: bool = False,
        folded: int = 0,
        alike: tuple[Capture, ...] = (),
        opened: bool = False,
        behind: bool = False,
    ) -> Hit:
        self._go_on()
        pages, held, noted = answer.pages, self.held, answer.noted
        entry, every = int(pages.entry[number]), pages.entries_of(number)
        capture = self._now.showing.capture(int(held.latest[entry]))
        place = self.place(capture, words) if words.cut else None
        snippet, path = self.shown(capture, words.sought, place) if words.shown else (_NO_SNIPPET, ())
        in_note = noted.snippet(capture.url, words.in_notes) if words.shown and not snippet.marks else None
        alone = len(every) == 1
        return Hit(
            url=capture.url,
            title=capture.title,
            score=float(pages.score[number]),
            capture=capture,
            first=_moment(held.first[entry] if alone else held.first[every].min()),
            last=_moment(held.last[entry] if alone else held.last[every].max()),
            versions=int(held.versions[entry] if alone else held.versions[every].sum()),
            snippet=in_note or snippet,
            path=path,
            label=place.label if place else words.label(entry) if words.shown else "",
            block=place,
            until=None if held.newest[entry] else standing.gone(held, every),
            said=said,
            new=new,
            marked=noted.summary(capture.url),
            noted=in_note is not None,
            rank=ranking.ranked(self._rank, int(pages.page[number])),
            folded=folded,
            alike=alike,
            opened=opened,
            behind=behind,
        )

    def _both(self, answer: _Answer, *, shown: bool, places: bool) -> tuple[Asked, Asked]:
        """The words of a query taken loosely, and as they are written."""
        words = self.asked(answer.node, shown=shown, places=places)
        if answer.loose is None or not answer.pages.loose:
            return words, words
        return self.asked(answer.loose, shown=shown, places=places), words

    def asked(self, node: Node, *, shown: bool, places: bool = False, all_blocks: bool = False) -> Asked:
        """What the words of a query are, and which blocks say them; not `all_blocks` where only labels beside hits are
        wanted of them."""
        holding = self.holding()
        most = (
            MOST_HITS if all_blocks else max(_FEWEST_BLOCKS, _MOST_BLOCKS // max(1, len(self._now.of_blocks)))
        )
        return Asked(node, _of_blocks, holding, most, self._now.stopped, shown=shown, places=places)

    def _label_facet(self, words: Asked, pages: Pages) -> dict[str, list[tuple[str, int]]]:
        sets = words.labels(pages.entry) if self.holding() else None
        return {"label": counted_labels(sets)} if sets is not None else {}

    def place(self, capture: Capture, words: Asked) -> Place | None:
        """The smallest block of a version that says it, else the one that says most of it."""
        division = self.divisions.of(self.reader, capture) if words.in_blocks else None
        if division is None or words.in_blocks is None:
            return None
        found = division.smallest(words.fits, words.scope)
        return found or (division.saying_most(words.in_blocks) if words.scope == EVERY else None)


def _of_blocks(words: Node) -> tantivy.Query:
    """What the indexes of blocks are asked."""
    return compiled(words, ("main",))


class _Answer(NamedTuple):
    """A query answered: its pages; the query as it is written, and taken loosely where that is something else; what a
    person wrote; whether there are words to rank by; how many entries were too many to be; texts of links that say it."""

    pages: Pages
    node: Node
    loose: Node | None
    noted: Noted
    ranked: bool
    left_out: int
    linked: Sequence[Linked]

    def said(self, number: int) -> Node:
        """What a page says: the query as it is written, or loosely."""
        return self.node if self.loose is None or self.pages.is_exact(number) else self.loose


def _with(own: Numbers, scores: Scores, loose: Sought) -> tuple[Numbers, Scores, Mask | None]:
    """Entries that say a query and others that say it loosely, their scores, and which are the former (None: all)."""
    others, theirs = loose.entries, np.zeros(len(loose.entries)) if loose.scores is None else loose.scores
    if len(own):
        known = np.sort(own)
        new = known[np.minimum(np.searchsorted(known, others), len(known) - 1)] != others
        others, theirs = others[new], theirs[new]
    if not len(others):
        return own, scores, None
    entries = np.concatenate((own, others))
    return entries, np.concatenate((scores, LOOSE * theirs)), np.arange(len(entries)) < len(own)


def _moment(seconds: np.int64) -> datetime:
    return rows.moment(int(seconds))
