"""What an index is asked for a condition on texts: queries of its engine, with the weight of each field."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby

import tantivy

from app.archive.spellings import normalize, spellings
from app.errors import AddressInvalid
from app.search.index import store
from app.search.index.snapshot import Compiled, Snapshot
from app.search.index.store import ENDS, SCHEMA
from app.search.index.terms import Phrase
from app.search.query import Filter, Node, Not, Several, Text

WEIGHTS = {"title": 8.0, "anchor": 5.0, "author": 2.0, "address": 1.5, "more": 1.0, "main": 3.0, "rest": 0.1}
"""What a word counts for in each field. A menu with a word that few menus have hardly ever comes before a page that says
it, as it did for a sixth of the words of a reference while the main text counted for five times as much, not thirty."""

WHOLE = 20.0
"""What the words of a query count for, beside each of them, where they stand one behind another in a title."""

_WANTED = tantivy.Occur.Must


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
        return Compiled(all_of([tantivy.Query.all_query()], [unwanted]), _MANY, True)
    assert isinstance(node, Several)
    parts = [
        _compiled(one, fields, holder) for one in node.of if node.how == "any" or not isinstance(one, Not)
    ]
    queries, counts = [one.query for one in parts], [one.most for one in parts]
    in_links = [one.in_links for one in parts]
    if node.how == "any":
        return Compiled(any_of(queries), sum(counts), any(in_links))
    without = [_compiled(one.of, fields, holder).query for one in node.of if isinstance(one, Not)]
    more = [one for text in wholes(node) if (one := _whole(text, holder)) is not None] if holder else []
    query = all_of(queries or [tantivy.Query.all_query()], without, more)
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
    return Compiled(parts[0] if len(parts) == 1 else any_of(parts), most, "anchor" in fields)


def _is_begun(field: str, phrase: Phrase, holder: Snapshot) -> bool:
    """Whether an index has what begins so in a field: that is known in a tenth of the time that an expression takes to be
    made."""
    (word,) = phrase.terms
    ended = phrase.single and holder.least(ENDS, (store.end_term(field, word),))
    return bool(ended) or holder.has_beginning(field, word)


def all_of(
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


def any_of(parts: list[tantivy.Query]) -> tantivy.Query:
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
        return any_of([begins, tantivy.Query.const_score_query(ends, 1.0)])
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
    keys = [store.link_term(store.short(store.key_of(one))) for one in spellings(typed)]
    return tantivy.Query.term_set_query(SCHEMA, "links", keys)
