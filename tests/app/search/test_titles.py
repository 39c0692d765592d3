"""Who types a title finds the page that has it, before pages with the same words in a longer one and in their text."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app.archive.archive import Archive
from app.search.index.feeding import feed
from app.search.searching import Searcher
from tests.app.search.conftest import page, store, urls
from tests.conftest import capture

TITLE = "harbour.policy (crane 3.9 API)"
LONGER = "harbour.policy Class Hierarchy (crane 3.9 API)"
WANTED, OTHER = "a.example/policy.html", "a.example/tree.html"


@pytest.fixture(scope="module")
def titles(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Searcher]:
    """Pages of a documentation: one says the words of the title of another in its own, longer one and all over its text,
    and links with these lead to it."""
    archive = Archive.create(tmp_path_factory.mktemp("titles") / "test.archive")
    link = f"<a href='/tree.html'>{TITLE}</a>"
    store(
        archive,
        capture(f"http://{WANTED}", page(TITLE, "Nothing else is said here.")),
        capture(f"http://{OTHER}", page(LONGER, "\n".join(f"{TITLE}: {TITLE}" for _ in range(30)))),
        capture(
            "http://a.example/tag.html",
            page("Harbour", "\n".join(["Harbour 设计理念及主要概念 四，五"] * 40)),
        ),
        capture("http://a.example/four.html", page("Harbour 设计理念及主要概念（四）", "Harbour 其他。")),
        capture("http://a.example/five.html", page("Harbour 设计理念及主要概念（五）", "Harbour 其他。")),
        capture("http://a.example/port.html", page("在港口", "Nothing.")),
        *(
            capture(f"http://a.example/{number}.html", page(f"part{number} (crane 3.9 API)", "A part.", link))
            for number in range(20)
        ),
    )
    feed(archive)
    with Searcher(archive) as searcher:
        yield searcher


@pytest.mark.parametrize(
    "query",
    [
        "harbour.policy crane 3.9 API",
        "HARBOUR policy Crane 3.9 api",
        "harbour.policy crane 3.9 API site:a.example",
        "nowhere OR harbour.policy crane 3.9 API",
        "harbour.policy site:a.example crane 3.9 API -nowhere",
    ],
)
def test_a_title_is_found_before_longer_ones_with_its_words(titles: Searcher, query: str) -> None:
    assert urls(titles.search(query))[:2] == [WANTED, OTHER]


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("Harbour 设计理念及主要概念 四", "a.example/four.html"),
        ("Harbour 设计理念及主要概念 五", "a.example/five.html"),
        ("在 港 口", "a.example/port.html"),
    ],
)
def test_a_chinese_title_may_end_with_a_single_character(titles: Searcher, query: str, first: str) -> None:
    hit = titles.search(query, explain=True).hits[0]
    assert hit.url == f"http://{first}"
    assert sum(one.score for one in hit.said) == pytest.approx(hit.score, rel=0.01)
    assert ((query, "title") in {(one.words, one.field) for one in hit.said}) == query.startswith("Harbour")


def test_the_same_words_in_another_order_are_no_title(titles: Searcher) -> None:
    assert urls(titles.search("api 3.9 crane harbour.policy"))[0] == OTHER


def test_reasons_tell_of_a_whole_title(titles: Searcher) -> None:
    query = "harbour.policy crane 3.9 API"
    for asked in (query, f"{query} site:a.example", f"nowhere OR {query}"):
        hit = titles.search(asked, explain=True).hits[0]
        assert (query, "title") in {(one.words, one.field) for one in hit.said}
        assert sum(one.score for one in hit.said) == pytest.approx(hit.score, rel=0.01)


def test_who_says_a_word_comes_before_who_has_it_in_a_menu(archive: Archive) -> None:
    """A word that many texts say, and few menus have: there it would count for much."""
    long = " ".join(f"garden{number}" for number in range(60))
    menu = page("Imprint", f"Who we are. {long}").replace(
        "</nav>", "<a href='/tours'>Harbour tours</a></nav>"
    )
    said = (
        page(f"Part {n}", f"The {'garden' if n % 3 else 'harbour'}, once more. {long}") for n in range(40)
    )
    store(archive, capture("http://a.example/imprint.html", menu))
    store(archive, *(capture(f"http://a.example/{number}.html", one) for number, one in enumerate(said)))
    feed(archive)
    with Searcher(archive) as search:
        hits = search.search("harbour", limit=50, explain=True).hits
    assert len(hits) == 15 and hits[-1].url == "http://a.example/imprint.html"
    assert [one.field for one in hits[-1].said] == ["rest"]
