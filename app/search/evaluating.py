"""The conditions of a query asked of the indexes and columns: which entries say it, and with what scores.

What is text goes to the indexes of the batches, conditions on pages are masks over the columns of the entries, stars and
notes are looked through in memory; all of them meet in numpy.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import groupby
from operator import add, and_, or_
from typing import NamedTuple

import numpy as np
import tantivy
from numpy.typing import NDArray

from app.archive.documents.preparing import to_timestamp
from app.archive.spellings import beginnings, normalize, spellings
from app.errors import AddressInvalid
from app.messages import Message
from app.search import query
from app.search.asked import is_spoken, scope_of, spoken
from app.search.entries.categorising import InCategories
from app.search.entries.columns import Columns, Mask, Numbers
from app.search.entries.holding import Holding
from app.search.entries.kinding import Kinds
from app.search.entries.noting import Noted
from app.search.entries.pages import Best
from app.search.index import store
from app.search.index.labels import as_set
from app.search.index.snapshot import MOST_HITS, Compiled, Foremost, Snapshot, Stopped, never
from app.search.index.store import ANCHOR, ENDS, NOTHING, SCHEMA
from app.search.index.terms import Phrase
from app.search.query import Filter, Node, Not, Several, Text

Scores = NDArray[np.float64]

WEIGHTS = {"title": 5.0, "anchor": 3.0, "author": 2.0, "address": 1.5, "more": 1.0, "main": 1.0, "rest": 0.2}
"""What a word counts for in each field."""

WHOLE = 10.0
"""What the words of a query count for, beside each of them, where they stand one behind another in a title."""

LOOSE = 0.1
"""Of their scores keep entries that say a query only loosely."""

_WANTED = tantivy.Occur.Must


class _Linked(NamedTuple):
    """Texts of links that one index found: where they stand in it, short keys of the addresses they lead to, scores."""

    searcher: tantivy.Searcher
    places: list[tantivy.DocAddress]
    keys: Numbers
    scores: Scores


class Targets(NamedTuple):
    """Short keys of addresses that links with a text lead to, in their order, each with the best score of such a link."""

    keys: Numbers
    scores: Scores
    source: Numbers  # which of `linked`, and which text of it
    place: Numbers
    linked: tuple[_Linked, ...] = ()

    def told(self, number: int) -> tuple[str, str] | None:
        """Address and text of a link, if the index keeps them."""
        linked = self.linked[int(self.source[number])]
        return store.told(linked.searcher, linked.places[int(self.place[number])])

    def version(self, number: int) -> int:
        """The version that has a link, as one number."""
        linked = self.linked[int(self.source[number])]
        return int(
            linked.searcher.fast_field_values("source", [linked.places[int(self.place[number])]])[0] or 0
        )


NO_TARGETS = Targets(np.zeros(0, np.int64), np.zeros(0), np.zeros(0, np.int64), np.zeros(0, np.int64))


def _targets(linked: list[_Linked]) -> Targets:
    if not linked:
        return NO_TARGETS
    keys, scores = (np.concatenate([getattr(one, name) for one in linked]) for name in ("keys", "scores"))
    lengths = [len(one.keys) for one in linked]
    source = np.repeat(np.arange(len(linked)), lengths)
    place = np.concatenate([np.arange(length) for length in lengths])
    order = np.lexsort((-scores, keys))
    first = order[np.append(True, keys[order][1:] != keys[order][:-1])]
    return Targets(keys[first], scores[first], source[first], place[first], tuple(linked))


class Sought(NamedTuple):
    """Entries in any order, each once, and the score of each; else as in `Found`. Few are found of many, and masks over
    all of them take longer than the index."""

    entries: Numbers
    scores: Scores | None = None
    left_out: int = 0
    targets: Targets = NO_TARGETS


@dataclass(frozen=True, slots=True)
class Found:
    """Entries as a mask over all, and their scores; `scores` is None where no text was sought. `targets` are keys of
    addresses that links with the text lead to."""

    mask: Mask
    scores: Scores | None = None
    left_out: int = 0
    targets: Targets = NO_TARGETS


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

    def of(self, node: Node) -> Found:
        """What a condition finds. Stopped."""
        if self._is_indexed(node):
            return self._sought(node)
        if isinstance(node, Text):
            return self._sought_in_notes(node)
        if isinstance(node, Filter) and node.name == "field":
            return self._of_field(node)
        if isinstance(node, Filter):
            return Found(self._filtered(node))
        if isinstance(node, Not):
            return Found(~(self._said(node.of) if self._is_indexed(node.of) else self.of(node.of).mask))
        assert isinstance(node, Several)
        # all text of one kind is asked for at once, which is what the index is quick at
        own = list(node.of)
        scopes = [scope for one in own if (scope := scope_of(one)) is not None] if node.how == "all" else []
        in_blocks = tuple(filter(is_spoken, own)) if scopes else ()
        parts = [self._in_blocks(Several("all", in_blocks), scope) for scope in scopes if in_blocks]
        if in_blocks:
            own = [one for one in own if not is_spoken(one) and scope_of(one) is None]
        words = tuple(one for one in own if self._is_indexed(one))
        parts += [self.of(one) for one in own if not self._is_indexed(one)]
        if words:
            parts.append(self._sought(words[0] if len(words) == 1 else Several(node.how, words)))
        # one by one: numpy would first copy all of them into one array
        mask = reduce(and_ if node.how == "all" else or_, (one.mask for one in parts))
        scored = [one.scores for one in parts if one.scores is not None]
        left_out = sum(one.left_out for one in parts)
        targets = parts[0].targets if len(parts) == 1 else NO_TARGETS
        return Found(mask, reduce(add, scored) if scored else None, left_out, targets)

    def sought(self, node: Node) -> Sought:
        """What a condition finds, entry by entry. Stopped."""
        if self._is_indexed(node):
            return self._asked(node)
        found = self.of(node)
        entries = np.flatnonzero(found.mask)
        scores = None if found.scores is None else found.scores[entries]
        return Sought(entries, scores, found.left_out, found.targets)

    def _is_indexed(self, node: Node) -> bool:
        """Whether the indexes alone can answer, because no note has anything to say."""
        return _is_text(node) and not (
            self._noted.marks and any(self._noted.said(one) for one in query.every_text(node))
        )

    def best(self, node: Node, loose: Node | None, most: int) -> Best | None:
        """The entries that rank first of those that a query finds, as it is written and behind them `loose`: at least so
        many, and all that rank alike with the last of them. None where the indexes cannot know that without handing over
        all that they find. Stopped."""
        if (
            not self._held.plain
            or not self._is_indexed(node)
            or not (loose is None or self._is_indexed(loose))
        ):
            return None
        own = self._foremost(node, None, most)
        if own is None or loose is None:
            return own and Best(own.entries, own.scores, None, own.total, 0)
        others = self._foremost(loose, node, max(0, most - own.total))
        if others is None:
            return None
        if not len(others.entries):
            return Best(own.entries, own.scores, None, own.total + others.total, others.total)
        entries, scores = _together([own.entries, others.entries], [own.scores, LOOSE * others.scores])
        exact = np.arange(len(entries)) < len(own.entries)
        return Best(entries, scores, exact, own.total + others.total, others.total)

    def _foremost(self, node: Node, but: Node | None, most: int) -> Foremost | None:
        """What the indexes find of a text, `but` not of another, as far as it ranks first."""
        every: list[Numbers] = []
        said: list[Scores] = []
        total = 0
        for snapshot in self._snapshots:
            asked = compiled_for(snapshot, node)
            # links lead to other pages; what was written since the columns were read comes later
            if (
                asked.most > MOST_HITS
                or (asked.in_links and snapshot.has_entries(ANCHOR, 2 * ANCHOR))
                or snapshot.has_entries(self._held.size, NOTHING)
            ):
                return None
            if asked.most:
                query = asked.query
                if but is not None:
                    query = _all([query], [compiled_for(snapshot, but).query])
                found = snapshot.foremost(query, most, self._stopped)
                every.append(found.entries)
                said.append(found.scores)
                total += found.total
        if len(every) == 1:
            return Foremost(every[0], said[0], total)
        return Foremost(*_together(every, said), total)

    def _sought_in_notes(self, text: Text) -> Found:
        """What the indexes find of a text, if it has to do with them, and the notes."""
        nothing = np.zeros(self._held.size, np.bool_), np.zeros(self._held.size)
        found = Found(*nothing) if text.field == "note" else self._sought(text)
        said = self._noted.said(text)
        if said is None or found.scores is None:
            return found
        return Found(found.mask | said.mask, found.scores + said.scores, found.left_out, found.targets)

    def _sought(self, node: Node) -> Found:
        """What the indexes find of a text."""
        sought = self._asked(node)
        mask, scores = np.zeros(self._held.size, np.bool_), np.zeros(self._held.size)
        mask[sought.entries] = True
        if sought.scores is not None:
            scores[sought.entries] = sought.scores
        return Found(mask, scores, sought.left_out, sought.targets)

    def _said(self, node: Node) -> Mask:
        """The entries that say a text, as many as they are: what is not to be found has no order."""
        mask, end = np.zeros(self._held.size, np.bool_), min(self._held.size, ANCHOR)
        for snapshot in self._snapshots:
            asked = compiled_for(snapshot, node)
            said = snapshot.said(asked.query, self._stopped, bound=asked.most)
            mask[said.entries[said.entries < end]] = True
            if len(of_links := np.flatnonzero(said.entries >= ANCHOR)):
                keys = snapshot.numbers("target", [said.places[place] for place in of_links.tolist()])
                linked = self._held.with_keys(np.unique(keys))
                mask[linked[self._held.newest[linked]]] = True
        return mask

    def _asked(self, node: Node) -> Sought:
        """What the indexes find of a text."""
        every: list[Numbers] = []
        said: list[Scores] = []
        linked: list[_Linked] = []
        left_out = 0
        # what was written since the columns were read comes later
        end = min(self._held.size, ANCHOR)
        for snapshot in self._snapshots:
            if self._stopped():
                raise Stopped
            asked = compiled_for(snapshot, node)
            hits = snapshot.find(asked.query, self._stopped, most=MOST_HITS, bound=asked.most)
            left_out += hits.left_out
            entries, scores = hits.entries, hits.scores
            if not len(entries):
                continue
            if entries.max() >= end:
                if len(of_links := np.flatnonzero(entries >= ANCHOR)):
                    linking = [hits.places[place] for place in of_links.tolist()]
                    keys = snapshot.numbers("target", linking)
                    linked.append(_Linked(snapshot.searcher, linking, keys, scores[of_links]))
                own = entries < end
                entries, scores = entries[own], scores[own]
            every.append(entries)
            said.append(scores)
        if linked:
            targets = _targets(linked)
            return Sought(*_added(every, said, *self._linked_to(targets)), left_out, targets)
        if len(every) == 1:
            return Sought(every[0], said[0], left_out)
        return Sought(*_together(every, said), left_out)

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

    def _linked_to(self, targets: Targets) -> tuple[Numbers, Scores]:
        """Pages that links with the text lead to, in their newest version, and what that adds to their scores."""
        entries = self._held.with_keys(targets.keys)
        entries = entries[self._held.newest[entries]]
        return entries, targets.scores[np.searchsorted(targets.keys, self._held.keys[entries] >> store.SHORT)]

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


def _together(every: list[Numbers], said: list[Scores]) -> tuple[Numbers, Scores]:
    return (np.concatenate(every), np.concatenate(said)) if every else (np.zeros(0, np.int64), np.zeros(0))


def _added(every: list[Numbers], said: list[Scores], linked: Numbers, more: Scores) -> tuple[Numbers, Scores]:
    """Entries with those that links lead to, each once, and their scores added up."""
    entries, scores = _together([*every, linked], [*said, more])
    order = np.argsort(entries, kind="stable")
    entries, scores = entries[order], scores[order]
    begin = np.flatnonzero(np.append(True, entries[1:] != entries[:-1])) if len(entries) else order
    return entries[begin], np.add.reduceat(scores, begin) if len(begin) else scores


def compiled(node: Node, fields: Iterable[str] = tuple(WEIGHTS)) -> tantivy.Query:
    """A text, or several, for the index; `fields` are those in which words without a field are sought."""
    return _compiled(node, tuple(fields), None).query


def compiled_for(snapshot: Snapshot, node: Node) -> Compiled:
    """A text, or several, for one index, and how many of its documents may say it at most. Words are not sought in fields
    that have them nowhere: most stand in two of seven, and to ask for one that does not takes as long as finding it."""
    made = _compiled(node, _FIELDS, snapshot)
    return made if made.most <= snapshot.size else made._replace(most=snapshot.size)


_MANY = 1 << 40
_FIELDS = tuple(WEIGHTS)


def _compiled(node: Node, fields: tuple[str, ...], holder: Snapshot | None) -> Compiled:
    if holder is None:
        return _made(node, fields, None)
    return holder.compiled(node, lambda: _made(node, fields, holder))


def _made(node: Node, fields: tuple[str, ...], holder: Snapshot | None) -> Compiled:
    if isinstance(node, Text):
        return _sought_in((node.field,) if node.field else fields, node, holder)
    if isinstance(node, Filter):
        return Compiled(_linking(node.value), _MANY, False)
    if isinstance(node, Not):
        unwanted = _compiled(node.of, fields, holder).query
        return Compiled(_all([tantivy.Query.all_query()], [unwanted]), _MANY, True)
    assert isinstance(node, Several)
    parts = [
        _compiled(one, fields, holder) for one in node.of if node.how == "any" or not isinstance(one, Not)
    ]
    queries, counts = [one.query for one in parts], [one.most for one in parts]
    in_links = [one.in_links for one in parts]
    if node.how == "any":
        return Compiled(_any(queries), sum(counts), any(in_links))
    without = [_compiled(one.of, fields, holder).query for one in node.of if isinstance(one, Not)]
    more = [one for text in wholes(node) if (one := _whole(text, holder)) is not None] if holder else []
    query = _all(queries or [tantivy.Query.all_query()], without, more)
    return Compiled(query, min(counts, default=_MANY), all(in_links))


def wholes(node: Node) -> Iterator[Text]:
    """Words of a query beside one another that were written without quotation marks, as one text: who types a title means
    the page that has it, not one with the same words in its text and in links to it. Conditions between them are none of
    their words."""
    if not isinstance(node, Several) or node.how != "all":
        return
    for _, run in groupby((one for one in node.of if not isinstance(one, Filter)), _is_word):
        words = [one.text for one in run if isinstance(one, Text) and _is_word(one)]
        text = Text(" ".join(words), "title")
        # single characters alone are the beginnings of too many terms
        if len(words) > 1 and _sure(text.phrase):
            yield text


def every_whole(node: Node) -> Iterator[Text]:
    """Those of a query and of its parts."""
    yield from wholes(node)
    for one in node.of if isinstance(node, Several) else ():
        yield from every_whole(one)


def _is_word(node: Node) -> bool:
    return isinstance(node, Text) and node.loose and not (node.field or node.prefix or node.slop)


def whole(text: Text) -> tantivy.Query:
    """What finds several words one behind another in titles."""
    return tantivy.Query.boost_query(_in_field("title", text.phrase, 0), WHOLE)


def _whole(text: Text, holder: Snapshot) -> tantivy.Query | None:
    return whole(text) if holder.least("title", _sure(text.phrase)) else None


def _sure(phrase: Phrase) -> tuple[str, ...]:
    """The terms that an index has as they are: of other parts of words it is not known whether it has them."""
    return phrase.terms[int(phrase.open_begin) : len(phrase.terms) - int(phrase.open_end)]


def _sought_in(fields: Sequence[str], text: Text, holder: Snapshot | None) -> Compiled:
    phrase, most = text.phrase, _MANY
    if holder is not None:
        if len(phrase.terms) == 1 and phrase.open_end and not phrase.open_begin:
            fields = [name for name in fields if _is_begun(name, phrase, holder)]
        counts = [holder.least(name, _sure(phrase)) for name in fields]
        fields = [name for name, count in zip(fields, counts, strict=True) if count]
        most = sum(counts)
    parts = [_weighted(name, phrase, text.slop) for name in fields]
    if not parts:
        return Compiled(tantivy.Query.empty_query(), 0, False)
    return Compiled(parts[0] if len(parts) == 1 else _any(parts), most, "anchor" in fields)


def _is_begun(field: str, phrase: Phrase, holder: Snapshot) -> bool:
    """Whether an index has what begins so in a field: that is known in a tenth of the time that an expression takes to be
    made."""
    (word,) = phrase.terms
    ended = phrase.single and holder.least(ENDS, (store.end_term(field, word),))
    return bool(ended) or holder.has_beginning(field, word)


def _all(
    wanted: list[tantivy.Query], unwanted: list[tantivy.Query], more: Sequence[tantivy.Query] = ()
) -> tantivy.Query:
    """What says all that is wanted and nothing unwanted; `more` only counts where it is said as well."""
    return tantivy.Query.boolean_query(
        [
            *((_WANTED, one) for one in wanted),
            *((tantivy.Occur.MustNot, one) for one in unwanted),
            *((tantivy.Occur.Should, one) for one in more),
        ]
    )


def _any(parts: list[tantivy.Query]) -> tantivy.Query:
    return tantivy.Query.boolean_query([(tantivy.Occur.Should, one) for one in parts])


def in_field(field: str, text: Text) -> tantivy.Query:
    """A text for one field of the index."""
    return _in_field(field, text.phrase, text.slop)


@lru_cache(2000)
def _weighted(field: str, phrase: Phrase, slop: int) -> tantivy.Query:
    return tantivy.Query.boost_query(_in_field(field, phrase, slop), WEIGHTS[field])


@lru_cache(2000)  # an expression takes longer to be made than to be sought
def _in_field(field: str, phrase: Phrase, slop: int) -> tantivy.Query:
    words = phrase.terms
    if not phrase.open_end and not phrase.open_begin:
        if len(words) == 1:
            return tantivy.Query.term_query(SCHEMA, field, words[0])
        return tantivy.Query.phrase_query(SCHEMA, field, list(words), slop=slop)
    if len(words) == 1:
        begins = tantivy.Query.regex_query(SCHEMA, field, f"{_escaped(words[0])}.*")
        if not phrase.single:
            return begins
        ends = tantivy.Query.term_query(SCHEMA, ENDS, store.end_term(field, words[0]))
        return _any([begins, tantivy.Query.const_score_query(ends, 1.0)])
    begin, end = ".?" if phrase.open_begin else "", ".*" if phrase.open_end else ""
    first, *between, last = map(_escaped, words)
    return tantivy.Query.regex_phrase_query(SCHEMA, field, [begin + first, *between, last + end], slop=slop)


def _escaped(word: str) -> str:
    """A term in a regular expression of the index; terms have letters and numbers alone."""
    return re.escape(word) if not word.isalnum() else word


def _linking(address: str) -> tantivy.Query:
    """Pages with a link to an address, however that is spelled."""
    typed = address if "://" in address else f"https://{address}"
    try:
        typed = normalize(typed)
    except AddressInvalid:
        return tantivy.Query.empty_query()
    keys = [store.short(store.key_of(one)) for one in spellings(typed)]
    return tantivy.Query.term_set_query(SCHEMA, "links", keys)


def _is_text(node: Node) -> bool:
    """Whether the index alone can answer."""
    if isinstance(node, Several):
        # nearly everything says what one word is left out of: that is counted from the few that have the word
        found = [one for one in node.of if node.how == "any" or not isinstance(one, Not)]
        without = [one.of for one in node.of if node.how == "all" and isinstance(one, Not)]
        return bool(found) and all(map(_is_text, (*found, *without)))
    return isinstance(node, Text) and node.field != "note"


def _is_of_site(name: str, wanted: str) -> bool:
    """“example.org” stands for its subdomains, too, and for any port."""
    host = name if ":" in wanted else name.partition(":")[0]
    return host == wanted or host.endswith(f".{wanted}")


def _fits(value: str, wanted: str) -> bool:
    return value.lower() == wanted.lower() or value.lower().startswith(f"{wanted.lower()}-")
