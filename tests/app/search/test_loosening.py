"""Chinese words apart from one another, other forms of English words: found, and behind what is written."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.archive.archive import Archive
from app.search.index.feeding import feed
from app.search.listing import Listing
from app.search.loosening import forms_of, loosened
from app.search.query import Several, Text, parse
from app.search.searching import Searcher
from tests.app.search.conftest import page, store, urls
from tests.conftest import capture

WORDS = ("running", "run", "runs", "runner", "rung", "studies", "study", "students", "studied")
APART, TOGETHER = "http://z.example/apart", "http://z.example/together"


@pytest.fixture(scope="module")
def archive_of_words(tmp_path_factory: pytest.TempPathFactory) -> Archive:
    """Pages with words together in a margin and apart in a title, and with forms of a word."""
    made = Archive.create(tmp_path_factory.mktemp("loose") / "test.archive")
    together = (
        "<html><body><nav>内核调度</nav><article><p>一些别的文字，没有什么意思。</p></article></body></html>"
    )
    store(
        made,
        capture(APART, page("调度器与内核：调度、内核、内核、调度", "内核。调度。内核。调度。")),
        capture(TOGETHER, together),
        capture("http://z.example/one", page("内核", "只有内核。")),
        capture("http://z.example/runs", page("Runs runs runs", "It runs and runs and runs.")),
        capture(
            "http://z.example/run",
            "<html><body><nav>run</nav><article><p>Long text on other things.</p></article>",
        ),
    )
    feed(made)
    return made


@pytest.fixture(scope="module")
def search(archive_of_words: Archive) -> Iterator[Searcher]:
    with Searcher(archive_of_words) as searcher:
        yield searcher


def test_words_of_a_stretch_are_found_apart_behind_the_stretch(search: Searcher) -> None:
    found = search.search("内核调度", explain=True)
    assert [hit.url for hit in found.hits] == [TOGETHER, APART] and (found.total, found.loose) == (2, 1)
    marked = {found.hits[1].snippet.text[begin:end] for begin, end in found.hits[1].snippet.marks}
    assert marked == {"内核", "调度"}
    said = found.hits[1].said
    assert [one.score for one in said if one.field == "loose"] == [pytest.approx(0.1)]
    score = sum(one.score for one in said if one.field != "loose") * 0.1
    assert score == pytest.approx(found.hits[1].score, rel=1e-3)


@pytest.mark.parametrize("query", ['"内核调度"', "内核调度*", '"内核调度"~1', "appeared:内核调度"])
def test_what_is_written_exactly_stays_exact(query: str) -> None:
    assert loosened(parse(query)) is None


def test_what_is_not_to_be_found_stays_exact(search: Searcher) -> None:
    assert set(urls(search.search("-内核调度 内核"))) == {"z.example/apart", "z.example/one"}


def test_words_that_say_nothing_are_not_asked_for() -> None:
    made = loosened(parse("title:系统的内核"))
    assert made == Several("all", (Text("系统", "title"), Text("内核", "title")))


def test_forms_have_the_same_stem_and_stand_in_the_index() -> None:
    def terms(beginning: str) -> Iterator[str]:
        return (word for word in WORDS if word.startswith(beginning))

    assert forms_of("run", terms) == ["running", "runs"]
    assert forms_of("study", terms) == ["studies", "studied"]
    assert forms_of("内核", terms) == [] and forms_of("x1", terms) == []


def test_forms_are_found_on_wish_behind_the_word(search: Searcher) -> None:
    assert urls(search.search("run")) == ["z.example/run"]
    found = search.search("run", forms=True)
    assert urls(found) == ["z.example/run", "z.example/runs"] and found.loose == 1
    assert urls(search.search('"run"', forms=True)) == ["z.example/run"]


def test_a_listing_takes_forms_too(archive_of_words: Archive, tmp_path: Path) -> None:
    assert len(Listing(archive_of_words, "run", forms=True).ids()) == 2
