"""The language of queries."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.search.query import Change, Filter, Not, QueryFault, Several, Text, lists_changes, parse, texts


def test_words_are_all_to_be_found() -> None:
    assert parse("linux 内核") == Several("all", (Text("linux"), Text("内核")))


def test_or_binds_less_than_standing_side_by_side() -> None:
    assert parse("a OR b c") == Several("any", (Text("a"), Several("all", (Text("b"), Text("c")))))
    assert parse("(a OR b) c") == Several("all", (Several("any", (Text("a"), Text("b"))), Text("c")))


@pytest.mark.parametrize(
    ("query", "node"),
    [
        ('"a phrase"', Text("a phrase")),
        ("-not", Not(Text("not"))),
        ("-(a b)", Not(Several("all", (Text("a"), Text("b"))))),
        ("pre*", Text("pre", prefix=True)),
        ('"a b"~5', Text("a b", slop=5)),
        ('near:"a b"', Text("a b", slop=10)),
        ("title:架构", Text("架构", "title")),
        ('author:"Li Xiaoming"', Text("Li Xiaoming", "author")),
        ("TITLE:x", Text("x", "title")),
        ("site:Example.ORG", Filter("site", "example.org")),
        ("in:example.org/Docs/", Filter("in", "example.org/Docs/")),
        ("type:pdf", Filter("type", "pdf")),
        ("kind:article", Filter("kind", "article")),
        ("kind：“搜索结果”", Filter("kind", "搜索结果")),
        ("version:newest", Filter("version", "newest")),
        ("std::vector", Text("std::vector")),
        ("12:30", Text("12:30")),
        ("appeared:free", Change("appeared", Text("free"))),
        ("vanished：“补贴”", Change("vanished", Text("补贴"))),
        ('changed:title:"a b"', Change("changed", Text("a b", "title"))),
        ("appeared:pre*", Change("appeared", Text("pre", prefix=True))),
        ("vanished:(a OR b)", Change("vanished", Several("any", (Text("a"), Text("b"))))),
        ("reappeared:x", Text("reappeared:x")),
    ],
)
def test_conditions(query: str, node: object) -> None:
    assert parse(query) == node


def test_chinese_signs_mean_the_same() -> None:
    assert parse("title：“内核 调度” －旧（甲 OR 乙）") == parse('title:"内核 调度" -旧 (甲 OR 乙)')
    assert parse("ｔｉｔｌｅ：＂内核＂　ＯＮ：２０２６／１１") == parse('title:"内核" on:2026/11')


@pytest.mark.parametrize(
    ("date", "begin", "end"),
    [
        ("2026", (2026, 1, 1), (2027, 1, 1)),
        ("2026-11", (2026, 11, 1), (2026, 12, 1)),
        ("2026-12", (2026, 12, 1), (2027, 1, 1)),
        ("2026-11-30", (2026, 11, 30), (2026, 12, 1)),
        ("2026年11月5日", (2026, 11, 5), (2026, 11, 6)),
    ],
)
def test_dates_are_spans(date: str, begin: tuple[int, ...], end: tuple[int, ...]) -> None:
    node = parse(f"on:{date}")
    assert isinstance(node, Filter) and node.span
    assert node.span == (datetime(*begin, tzinfo=UTC), datetime(*end, tzinfo=UTC))  # type: ignore[misc, arg-type]


@pytest.mark.parametrize(
    ("query", "code", "place"),
    [
        ("", "query-empty", 0),
        (" ，。 ", "query-empty", 0),
        ('word "open', "query-quotation", 5),
        ("a (b c", "query-parenthesis", 2),
        ("a b)", "query-closing", 3),
        ("OR a", "query-or", 0),
        ("a OR", "query-or", 4),
        ("a site:", "query-value", 2),
        ('title:""', "query-value", 0),
        ("before:soon", "query-date", 7),
        ("on:2026-13", "query-date", 3),
        ("type:film", "query-type", 5),
        ("version:old", "query-choice", 8),
        ("a label:nothing", "query-label", 8),
        ("a kind:castle", "query-kind", 7),
        ('near:"one"', "query-near", 0),
        ("a vanished:", "query-value", 2),
        ("a vanished:-b", "query-value", 2),
        ("appeared:site:a.example", "query-change-of", 0),
        ("appeared:anchor:a", "query-change-of", 0),
        ("appeared:vanished:a", "query-change-of", 0),
        ("appeared:(-a)", "query-change-of", 0),
        ("appeared:a OR b", "query-change-alone", 0),
        ("a -appeared:b", "query-change-alone", 3),
        ("appeared:a version:first", "query-change-version", 19),
        ("appeared:a page:old", "query-choice", 16),
        ("a page:new", "query-page-alone", 7),
        ("a " * 300, "query-many", 400),
        ("a" * 5000, "query-long", 4000),
    ],
)
def test_a_fault_is_told_with_its_place(query: str, code: str, place: int) -> None:
    with pytest.raises(QueryFault) as told:
        parse(query)
    assert (told.value.message.code, told.value.place) == (code, place)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "query",
    [
        "appeared:a",
        "appeared:a b -vanished:c",
        "appeared:a OR vanished:b",
        "(appeared:a c) OR changed:b page:new",
    ],
)
def test_queries_that_list_changes(query: str) -> None:
    assert lists_changes(parse(query)) and not lists_changes(parse("a OR b"))


def test_what_is_not_to_be_found_is_not_marked() -> None:
    assert list(texts(parse("a -b (c OR -d)"))) == [Text("a"), Text("c")]


@given(
    st.text('ab内核 :()"-*~OR“”：sitetle2026', max_size=60)
    | st.lists(
        st.sampled_from(["appeared:", "vanished:", "page:new", "-", "(", ")", " OR ", " ", "a", '"'])
    ).map("".join)
)
def test_no_query_raises_anything_else(query: str) -> None:
    try:
        parse(query)
    except QueryFault as fault:
        assert 0 <= fault.place <= len(query)
