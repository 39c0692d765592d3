"""What else could be sought when a query finds nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.archive.archive import Archive
from app.search.index.feeding import feed
from app.search.searching import Searcher
from app.search.suggesting import spelling, suggestions
from tests.app.search.conftest import page, store
from tests.conftest import capture


@pytest.fixture(scope="module")
def search(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Searcher]:
    archive = Archive.create(tmp_path_factory.mktemp("suggest") / "test.archive")
    store(
        archive,
        *(
            capture(f"http://a.example/{n}", page(f"Museum {n}", "The museum has a treasure."))
            for n in range(5)
        ),
        capture("http://a.example/kernel", page("Scheduler", "A scheduler of the kernel, free of charge.")),
        capture("http://b.example/zh", page("性能", "前端页面的性能很重要。优化不难。")),
    )
    feed(archive)
    with Searcher(archive) as searcher:
        yield searcher


def made(search: Searcher, query: str, found: int = 0) -> list[tuple[str, str, int]]:
    return [(one.kind, one.query, one.total) for one in suggestions(search, query, found, seconds=60)]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("musuem", ("spelling", "museum", 5)),
        ("muzeum trasure", ("spelling", "museum treasure", 5)),
        ("title:museem -kernel", ("spelling", "title:museum -kernel", 5)),
        ("muzeum trasure type:pdf", ("spelling", "museum treasure", 5)),
        ("shceduller", ("spelling", "scheduler", 1)),
        ("freeof charge", ("without", "charge", 1)),
        ("kernelscheduler", ("spelling", "kernel scheduler", 1)),
        ('"charge of free"', ("unquoted", "charge of free", 1)),
        ("museum type:pdf", ("without", "museum", 5)),
        ("museum －treasure", ("without", "museum", 5)),
        ("museum scheduler", ("any", "museum OR scheduler", 6)),
        ("museum scheduler site:a.example", ("any", "(museum OR scheduler) site:a.example", 6)),
        ('"前端性能"', ("unquoted", "前端性能", 1)),
        ("数据性能", ("any", "数据 OR 性能", 1)),
    ],
)
def test_the_query_that_was_meant_is_suggested_with_its_count(
    search: Searcher, query: str, expected: tuple[str, str, int]
) -> None:
    assert expected in made(search, query)


def test_nothing_is_suggested_that_finds_no_more(search: Searcher) -> None:
    assert made(search, "museum treasure", 5) == []
    assert made(search, "zzzzzzzz qqqqqqqq") == [] and made(search, "appeared:musuem") == []


def test_a_frequent_word_is_not_corrected(search: Searcher) -> None:
    assert spelling(search, "museum") == "" and spelling(search, "treasure") == ""


def test_it_takes_no_longer_than_it_may(search: Searcher, tmp_path: Path) -> None:
    assert (
        len(suggestions(search, "museum scheduler", seconds=-1)) == 1 < len(made(search, "museum scheduler"))
    )
    assert suggestions(search, "museum scheduler", cancelled=lambda: True) == []
