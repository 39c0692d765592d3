"""What a query looks for, written into it and read out of it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.search.query import QueryFault, lists_changes, parse
from app.search.scopes import SCOPES, Scope, scope_of, scoped


@pytest.mark.parametrize(
    ("query", "scope", "made"),
    [
        ("补贴", "vanished", "vanished:补贴"),
        ("free entry", "changed", "changed:(free entry)"),
        ('"free entry" site:a.example', "appeared", 'appeared:"free entry" site:a.example'),
        ("a site:b c -d", "changed", "changed:(a c -d) site:b"),
        ("a OR b", "vanished", "vanished:(a OR b)"),
        ("title:a", "vanished", "vanished:title:a"),
        ("(a OR b) type:pdf", "changed", "changed:(a OR b) type:pdf"),
        ("vanished:补贴", "ever", "补贴"),
        ("vanished:(a b) site:c page:gone", "ever", "a b site:c"),
        ("vanished:(a b) site:c page:gone", "appeared", "appeared:(a b) site:c page:gone"),
        ("vanished:(a OR b) site:c", "ever", "(a OR b) site:c"),
        ("changed:a -appeared:b", "now", "a version:newest"),
        ("a version:newest", "ever", "a"),
        ("a version:newest", "changed", "changed:a"),
        ("a OR b", "now", "(a OR b) version:newest"),
        ("", "vanished", 'vanished:""'),
        ('vanished:""', "ever", ""),
        ('vanished:""', "appeared", 'appeared:""'),
        ("vanished:", "ever", ""),
        ("a OR site:b", "vanished", "a OR site:b"),
        ("出现：“补贴 款”", "vanished", "vanished:(出现： “补贴 款”)"),
    ],
)
def test_the_same_words_looked_for_otherwise(query: str, scope: Scope, made: str) -> None:
    assert scoped(query, scope) == made


@pytest.mark.parametrize(
    ("query", "scope"),
    [
        ("a", "ever"),
        ("a version:newest", "now"),
        ("changed:a", "changed"),
        ("Vanished：“补贴”", "vanished"),
        ("vanished:a appeared:b", "changed"),
        ("vanished:", "vanished"),
        ('appeared:""', "appeared"),
        ("", "ever"),
    ],
)
def test_what_a_query_looks_for(query: str, scope: Scope) -> None:
    assert scope_of(query) == scope


_WORDS = st.sampled_from(
    ["a ", '"b c" ', "补贴 ", "-d ", "OR ", "site:x ", "(a OR b) ", "title:q ", "changed:e ", "page:new "]
)


@given(st.lists(_WORDS, max_size=6).map("".join), st.sampled_from(SCOPES), st.sampled_from(SCOPES))
def test_a_query_that_is_understood_stays_one(query: str, first: Scope, then: Scope) -> None:
    try:
        parse(query)
    except QueryFault:
        return
    for scope in (first, then):
        made = scoped(query, scope)
        if made.endswith('""') or not made:
            return
        node = parse(made)
        assert made == query or scope_of(made) == scope
        assert lists_changes(node) == (scope_of(made) not in ("ever", "now"))
        query = made


@given(st.text('ab内 :()"-OR补：appeardvnishcg', max_size=40), st.sampled_from(SCOPES))
def test_no_text_is_too_odd(query: str, scope: Scope) -> None:
    assert scope_of(scoped(query, scope)) in SCOPES
