"""Blocks as what is found: each once, since when and until when, on which pages, and who said it first."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest

from app.archive.archive import Archive
from app.search import query
from app.search.asked import conditions
from app.search.block_hits import blocks, first_said, origin_of, sentence, sentences, standings
from app.search.index.feeding import feed
from app.search.query import QueryFault
from app.search.searching import Searcher
from tests.app.search.conftest import DAY, page, store
from tests.conftest import START, capture

SAID = "The museum opens its new garden for everybody on the first of May."
MENU = "<nav><a href='/'>Museum</a> <a href='/garden'>Garden</a> <a href='/prices'>Prices</a></nav>"


def of_museum(text: str) -> str:
    return f"<html><head><title>Museum</title></head><body>{MENU}<article>{text}</article></body></html>"


@pytest.fixture(scope="module")
def searcher(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Searcher]:
    """Twelve pages with one menu; one of them says something, another repeats it, and the first takes it back."""
    archive = Archive.create(tmp_path_factory.mktemp("hits") / "test.archive")
    filler = "<p>Nothing of interest is told in this paragraph about number {}.</p>"
    pages = [
        capture(f"http://m.example/{n}", of_museum(filler.format(n)), minutes=n * DAY) for n in range(10)
    ]
    news, copy = "http://m.example/news", "http://press.example/"
    store(
        archive,
        *pages,
        capture(news, of_museum(f"<p>{SAID}</p>{filler.format('x')}"), minutes=20 * DAY),
        capture(copy, of_museum(f"<p>{SAID} This was told to us by the director.</p>"), minutes=25 * DAY),
        capture(news, of_museum(f"<p>It stays closed.</p>{filler.format('x')}"), minutes=30 * DAY),
        capture(copy, of_museum(f"<p>{SAID} This was told to us by the director.</p>"), minutes=40 * DAY),
    )
    feed(archive)
    with Searcher(archive) as searcher:
        yield searcher


def test_a_menu_of_many_pages_is_one_block_behind_the_main_text(searcher: Searcher) -> None:
    found = blocks(searcher, "museum garden")
    assert [(hit.label, hit.pages) for hit in found.hits] == [
        ("main text", 1),
        ("main text", 1),
        ("navigation", 12),
    ]
    assert found.total == 3 and dict(found.labels) == {"main text": 2, "navigation": 1}
    menu = found.hits[-1]
    assert (menu.first, menu.last) == (START, START + timedelta(days=40)) and menu.until is None
    assert menu.snippet.marks and menu.block == "/html[1]/body[1]/nav[1]"


def test_a_block_says_since_when_and_until_when(searcher: Searcher) -> None:
    (hit,) = blocks(searcher, '"new garden" site:m.example').hits
    assert hit.capture.url == "http://m.example/news" and hit.first == hit.last == START + timedelta(days=20)
    assert hit.until == START + timedelta(days=30)
    (kept,) = blocks(searcher, '"new garden" site:press.example').hits
    assert kept.until is None and kept.versions == 1 and kept.last == START + timedelta(days=40)


def test_who_said_it_first_is_known_also_where_it_stands_in_another_block(searcher: Searcher) -> None:
    (copy,) = blocks(searcher, '"new garden" site:press.example').hits
    assert copy.origin and copy.origin.url == "http://m.example/news"
    assert copy.origin.date == START + timedelta(days=20)
    assert first_said(searcher, SAID) == copy.origin
    assert first_said(searcher, "THE MUSEUM opens its new garden") == copy.origin
    assert first_said(searcher, "nobody ever said that") is None and first_said(searcher, "…") is None


def test_of_scattered_words_the_sentence_is_told_that_says_most_of_them(archive: Archive) -> None:
    """Not a cell of a table that has one or all of them, where a whole sentence says as much."""
    told = "All instances that share a group id belong to one consumer group."
    table = "<table><tr><td>Consumer Group Id</td></tr><tr><td>int</td></tr></table>"
    pages = [
        f"<h1>Consumer</h1><p>An id for the application.</p>{table}<p>Read on. {told} So it was.</p>",
        f"<p>Elsewhere: {told}</p>",
    ]
    store(
        archive,
        capture("http://a.example/", page("Groups", pages[0]), minutes=DAY),
        capture("http://b.example/", page("Older", pages[1])),
    )
    feed(archive)
    with Searcher(archive) as search:
        at = search.reader.latest_version("http://a.example/")
        assert at is not None
        for asked in ("consumer group id", "id instances consumer application"):
            first, said = origin_of(search, asked, at)
            assert said.text == told and first is not None and first.url == "http://b.example/"
        marked = [said.text[begin:end] for begin, end in said.marks]
        assert marked == ["instances", "id", "consumer"]


def test_sentences_around_places_are_each_told_once() -> None:
    text = "One thing is told here. Another thing is told there, and told again."
    assert [text[a:b].strip() for a, b in sentences(text, [4, 13, 41, 58])] == [
        "One thing is told here.",
        "Another thing is told there, and told again.",
    ]


def test_the_pages_that_had_a_block(searcher: Searcher) -> None:
    menu = standings(searcher, "Museum Garden Prices")
    assert len(menu) == 12 and menu[0][0] == "http://m.example/0" and menu[0][1].until is None
    (news,) = standings(searcher, blocks(searcher, '"new garden" site:m.example').hits[0].text)
    assert news[0] == "http://m.example/news" and news[1].until == START + timedelta(days=30)
    assert standings(searcher, "a text of no block") == []


def test_blocks_of_a_moment_and_in_another_order(searcher: Searcher) -> None:
    def urls(query: str, **ways: object) -> list[str]:
        return [hit.capture.url for hit in blocks(searcher, query, **ways).hits]  # type: ignore[arg-type]

    assert urls('"new garden"', at=START + timedelta(days=22)) == ["http://m.example/news"]
    assert urls('"new garden"', sort="oldest")[0] == "http://m.example/news"
    assert urls('"new garden"', sort="newest")[0] == "http://press.example/"
    assert urls("garden", limit=1, offset=1) == [urls("garden")[1]]


def test_without_words_all_blocks_with_a_label(searcher: Searcher) -> None:
    found = blocks(searcher, "label:navigation")
    assert found.total == 1 and found.hits[0].snippet.text == found.hits[0].text
    assert blocks(searcher, "site:press.example").total == 2
    with pytest.raises(QueryFault):
        blocks(searcher, "label:sidebar")


def test_a_document_that_is_no_page_is_found_by_its_parts(archive: Archive) -> None:
    notes = "First paragraph of the notes.\n\nThe second one has the treasure in it."
    store(archive, capture("http://a.example/notes.txt", notes, media_type="text/plain"))
    store(archive, capture("http://a.example/", page("Home", "No gold here")))
    feed(archive)
    with Searcher(archive) as search:
        (hit,) = blocks(search, "treasure").hits
        assert (hit.label, hit.text) == ("", "The second one has the treasure in it.")


@pytest.mark.parametrize(
    ("text", "word", "said"),
    [
        (
            "One thing is said. Another thing is told here! The end of it.",
            "told",
            "Another thing is told here!",
        ),
        ("票价不变。儿童免费入场，成人十元。欢迎光临。", "儿童", "儿童免费入场，成人十元。"),
        ("Prices\nAdults pay ten euros for it.", "Prices", "Prices\nAdults pay ten euros for it."),
        ("word " * 100, "word", ("word " * 59).strip()),
    ],
)
def test_the_sentence_around_a_place(text: str, word: str, said: str) -> None:
    """A heading alone says too little to be asked for."""
    assert sentence(text, text.index(word)) == said


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("a b", None),
        ("a OR b", None),
        ("a label:footer", "label:footer"),
        ("a type:page site:x.example", "type:page site:x.example"),
        ("a -b", "-b"),
        ("a OR type:page", "a OR type:page"),
        ("title:a b", "title:a"),
    ],
)
def test_words_that_a_text_is_to_say_are_no_condition(said: str, left: str | None) -> None:
    assert _bare(conditions(query.parse(said))) == _bare(query.parse(left) if left else None)


def _bare(node: object) -> str:
    """A query without the places of its parts."""
    return re.sub(r"place=\d+", "", repr(node))
