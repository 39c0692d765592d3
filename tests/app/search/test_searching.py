"""Queries answered: what is found, in which versions, in which order, and with what beside it."""

from __future__ import annotations

import random
import re
from datetime import timedelta
from pathlib import Path

import numpy as np
import pytest

from app.archive import lock
from app.archive.archive import Archive
from app.archive.notes.marks import Change, Target
from app.archive.notes.notebook import Notebook
from app.search import current
from app.search.entries.ranking import Ranked
from app.search.finding import evaluating
from app.search.index.feeding import feed
from app.search.index.snapshot import Stopped
from app.search.searching import Searcher, Sort
from tests.app.search.conftest import filled, page, store, urls
from tests.conftest import START, capture

PRICE = "a.example/docs/price.html"


class Linked:
    """Links that lead to one page alone: it has a hundred times the average, all others nearly nothing."""

    def __init__(self, archive: Archive, url: str) -> None:
        with archive.reader() as reader:
            page = reader.page(url)
        assert page is not None
        self._page = page.page_id

    def __call__(self, pages: np.ndarray) -> np.ndarray:
        return np.where(pages == self._page, 100.0, 1.0)

    def bars(self, pages: np.ndarray) -> np.ndarray:
        return np.where(pages == self._page, 7, 0)

    def shares(self, pages: np.ndarray) -> np.ndarray:
        return np.where(pages == self._page, 100.0, 0.1)


def found(search: Searcher, query: str, **more: object) -> list[str]:
    return urls(search.search(query, **more))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("query", "pages"),
    [
        ("kernel", {"a.example/notes.txt", "b.other.example/x"}),
        ("kernel museum", {"b.other.example/x"}),
        ("kernel -museum", {"a.example/notes.txt"}),
        ("kernel OR prices", {"a.example/notes.txt", "b.other.example/x", "a.example/", PRICE}),
        ('"kernel scheduler"', {"a.example/notes.txt"}),
        ('"scheduler kernel"', set()),
        ('near:"scheduler kernel"', {"a.example/notes.txt"}),
        ("sched*", {"a.example/notes.txt"}),
        ("内核", {"a.example/zh.html"}),
        ("核", {"a.example/zh.html"}),
        ("理", {"a.example/zh.html"}),  # begins no pair
        ("title:度", {"a.example/zh.html"}),
        ("title:理", set()),
        ('"核 调度"', set()),
        ("-museum", {"a.example/notes.txt", "a.example/zh.html", PRICE}),
        ("scheduler OR -kernel", {"a.example/notes.txt", "a.example/", "a.example/zh.html", PRICE}),
        ("系统的内核调度", {"a.example/zh.html"}),
        ("进程管理", {"a.example/zh.html"}),  # traditional in the page
        ("核内", set()),
        ("ＫＥＲＮＥＬ", {"a.example/notes.txt", "b.other.example/x"}),
        ("title:prices", {PRICE}),
        ("title:kernel", set()),
        ("site:a.example kernel", {"a.example/notes.txt"}),
        ("site:other.example", {"b.other.example/x"}),
        ("in:a.example/docs/", {PRICE}),
        ("type:text", {"a.example/notes.txt"}),
        ("-type:page", {"a.example/notes.txt"}),
        ("kernel (type:text OR site:b.other.example)", {"a.example/notes.txt", "b.other.example/x"}),
        ("linkto:a.example/docs/price.html", {"a.example/"}),
        ("anchor:costs", {PRICE}),
        ("costs version:newest title:welcome", {"a.example/"}),
        ("imprint title:welcome", {"a.example/"}),
    ],
)
def test_what_is_found(search: Searcher, query: str, pages: set[str]) -> None:
    assert set(found(search, query)) == pages


def test_a_text_that_came_back_is_one_hit_with_all_its_versions(search: Searcher) -> None:
    results = search.search('"free of charge"')
    hit = results.hits[0]
    assert (
        results.total == 1
        and hit.versions == 2
        and hit.capture
        and hit.capture.date == START + timedelta(days=20)
    )
    assert (hit.first, hit.last) == (START, START + timedelta(days=20))
    assert hit.snippet.text[slice(*hit.snippet.marks[0])] == "free of charge" and hit.path == ("Prices",)


def test_texts_of_old_versions_are_found(search: Searcher) -> None:
    hit = search.search("costs five").hits[0]
    assert hit.capture and hit.capture.date == START + timedelta(days=10) and hit.versions == 1
    assert found(search, "five version:newest") == [] and found(search, "free version:first") == [PRICE]


@pytest.mark.parametrize(("days", "said"), [(-1, []), (1, ["free"]), (15, ["five"]), (30, ["free"])])
def test_the_archive_as_it_was_at_a_moment(search: Searcher, days: int, said: list[str]) -> None:
    moment = START + timedelta(days=days)
    assert [word for word in ("free", "five") if found(search, f"{word} title:prices", at=moment)] == said


def test_when_it_was_seen_to_say_it(search: Searcher) -> None:
    def spans(word: str, *conditions: str) -> list[bool]:
        return [bool(found(search, f"{word} {one}")) for one in conditions]

    assert spans("five", "before:2026-12-01", "after:2026-12-01", "on:2026-12-01", "on:2026-12-02") == [
        False,
        False,
        True,
        False,
    ]
    assert spans("free", "before:2026-12", "after:2026-11", "on:2026") == [True, True, True]


def test_main_text_counts_more_than_menus_and_titles_most(site: Archive) -> None:
    store(
        site,
        capture("http://c.example/main", page("One", "An imprint is a kind of print.")),
        capture("http://c.example/title", page("Imprint", "Who we are.")),
    )
    feed(site)
    with Searcher(site) as search:
        order = found(search, "imprint")
    assert order[:2] == ["c.example/title", "c.example/main"] and len(order) == 6


def test_what_came_since_is_found_without_opening_anew(site: Archive) -> None:
    feed(site)
    with Searcher(site) as search:
        assert found(search, "freshly") == []
        feed(store(site, capture("http://a.example/new", page("New", "Freshly written"))))
        assert found(search, "freshly") == ["a.example/new"]


def test_what_this_process_writes_is_found_at_once_and_what_others_write_when_it_is_looked_for(
    site: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    feed(site)
    notes, home = Notebook(site.path), Target("http://a.example/")
    with Searcher(site) as search:
        monkeypatch.setattr(current, "_NEWS", 3600.0)
        assert found(search, "freshly") == []
        feed(store(site, capture("http://a.example/new", page("New", "Freshly written"))))
        assert found(search, "freshly") == ["a.example/new"]
        notes.write([Change(home, note="Freshly thought")])
        assert set(found(search, "freshly")) == {"a.example/", "a.example/new"}
        with site.writer() as writer:
            writer.store(capture("http://a.example/newer", page("Newer", "More freshly written")))
            writer.commit()
            feed(site)
            assert len(found(search, "freshly")) == 3  # while it goes on

        monkeypatch.setattr(lock, "works", lambda: 1)  # as if others wrote
        assert len(found(search, "freshly")) == 3
        notes.write([Change(home, note="Thought")])
        feed(store(site, capture("http://a.example/newest", page("Newest", "Most freshly written"))))
        assert len(found(search, "freshly")) == 3 and found(search, "most") == []
        monkeypatch.setattr(current, "_NEWS", 0.0)
        assert len(found(search, "freshly")) == 3 and found(search, "most") == ["a.example/newest"]


def test_visits_make_a_text_stand_longer(search: Searcher) -> None:
    hit = search.search("title:welcome").hits[0]
    assert (hit.versions, hit.last) == (1, START + timedelta(days=20))


def test_addresses_that_were_never_fetched_are_found_by_the_words_of_links(search: Searcher) -> None:
    results = search.search("treasure")
    assert urls(results) == ["b.other.example/x"]
    assert [(hit.url, hit.snippet.text, hit.capture) for hit in results.unfetched] == [
        ("http://gone.example/lost", "Lost treasure", None)
    ]
    assert not search.search("treasure", limit=0).unfetched, "they stand behind the last page"
    assert search.search("treasure", offset=1).unfetched == results.unfetched


def test_what_a_page_says_is_left_out_whatever_the_links_to_it_say(archive: Archive) -> None:
    both, one, told = "http://a.example/both", "http://a.example/one", "http://a.example/told"
    links = f"<a href='{both}'>operator</a> <a href='{one}'>operator</a> <a href='{told}'>detailed</a>"
    store(
        archive,
        capture("http://a.example/list", page("List", "What there is.", links)),
        capture(both, page("Both", "A detailed text on the operator.")),
        capture(one, page("One", "A text on it.")),
        capture(told, page("Told", "A text on the operator.")),
    )
    feed(archive)
    with Searcher(archive) as search:
        for query in (
            "operator -detailed",
            "operator -detailed site:a.example",
            "(operator -detailed) OR absent",
        ):
            assert found(search, query) == ["a.example/one"], query
        assert found(search, "operator -nowhere -detailed") == ["a.example/one"]


def test_dead_addresses_are_found_by_the_words_of_links_with_what_they_answered(archive: Archive) -> None:
    lost, back = "http://a.example/lost", "http://a.example/back"
    link = f"<a href='{lost}'>Zebra ledger</a> <a href='{back}'>Zebra archive</a>"
    store(
        archive,
        capture("http://a.example/list", page("List", "What there is.", link)),
        capture(lost, page("Error", "Not here."), status=404),
        capture(back, page("Back", "It is here.")),
        capture(back, page("Error", "Not here."), minutes=60, status=404),
    )
    feed(archive)
    with Searcher(archive) as search:
        results = search.search("anchor:zebra")
    assert urls(results) == ["a.example/back"]
    assert [(hit.url, hit.snippet.text, hit.status) for hit in results.unfetched] == [
        (lost, "Zebra ledger", 404)
    ]


def test_the_words_of_a_link_that_is_redirected_are_those_of_the_page_where_it_ends(archive: Archive) -> None:
    old, older, new = "http://a.example/old", "http://a.example/older", "http://a.example/new"
    store(
        archive,
        capture("http://a.example/list", page("List", "All.", f"<a href='{older}'>Zebra ledger</a>")),
        capture(older, "", status=302, Location="/old"),
        capture(old, "", status=301, Location=new),
        capture(new, page("New", "It is here.")),
        capture("http://a.example/turn", "", status=302, Location="/turn"),
    )
    feed(archive)
    with Searcher(archive) as search:
        assert urls(search.search("anchor:zebra")) == ["a.example/new"]
        assert not search.search("anchor:zebra").unfetched
        assert urls(search.search("ledger -zebra")) == []
        # what was moved has a text of its own now
        store(archive, capture(old, page("Old", "It is back.")))
        feed(archive)
        assert urls(search.search("anchor:zebra")) == ["a.example/old"]


def test_orders(search: Searcher) -> None:
    query = "kernel OR prices OR 内核"
    assert found(search, query, sort="title") == sorted(
        found(search, query),
        key=lambda url: {"a.example/": "welcome", PRICE: "prices", "a.example/zh.html": "内核"}.get(
            url, "elsewhere" if "other" in url else "notes.txt"
        ),
    )
    newest = search.search(query, sort="newest").hits
    assert [hit.last for hit in newest] == sorted([hit.last for hit in newest if hit.last], reverse=True)
    assert len(found(search, query, limit=2)) == 2
    assert found(search, query, limit=2, offset=2) == found(search, query)[2:4]


def test_facets_count_pages(search: Searcher) -> None:
    results = search.search("kernel OR prices OR 内核", facets=True)
    assert dict(results.facets["site"]) == {"a.example": 4, "b.other.example": 1}
    assert dict(results.facets["type"]) == {"page": 4, "text": 1}
    assert results.months == {"202611": 5, "202612": 2} and results.total == 5
    for month, pages in (("2026-11", 5), ("2026-12", 2), ("2027-01", 0)):  # what the bar of a month leads to
        assert search.search(f"(kernel OR prices OR 内核) on:{month}").total == pages


def test_scores_are_explained(search: Searcher) -> None:
    hit = search.search("prices museum", explain=True).hits[0]
    assert {(one.words, one.field) for one in hit.said} >= {("prices", "main"), ("museum", "main")}
    assert sum(one.score for one in hit.said) == pytest.approx(hit.score, rel=0.05)


def test_a_rank_of_pages_multiplies_scores(site: Archive) -> None:
    feed(site)
    with Searcher(site) as plain:
        last = plain.search("kernel").hits[-1]

    with Searcher(site, Linked(site, last.url)) as searcher:
        first = searcher.search("kernel", explain=True).hits[0]
        assert first.url == last.url and first.score == pytest.approx(100 * last.score)
        assert ("rank", 100.0) in {(one.field, one.score) for one in first.said}


def test_pages_are_ordered_and_narrowed_by_their_rank(site: Archive) -> None:
    feed(site)
    wanted = "http://b.other.example/x"
    with Searcher(site, Linked(site, wanted)) as searcher:
        found = searcher.search("kernel", sort="rank", facets=True)
        assert found.hits[0].url == wanted and found.hits[0].rank == Ranked(7, 100.0)
        assert found.facets["rank"] == [("7", 1), ("0", 1)]
        assert [
            urls(searcher.search(f"kernel {one}")) for one in ("rank:7", "rank:3..6", "rank:5+", "rank:0")
        ] == [
            ["b.other.example/x"],
            [],
            ["b.other.example/x"],
            ["a.example/notes.txt"],
        ]
    with Searcher(site) as searcher:
        found = searcher.search("kernel", sort="rank", facets=True)
        assert found.total == 2 and "rank" not in found.facets and found.hits[0].rank is None
        assert searcher.search("kernel rank:0+").total == 0, "nothing is known of links"


def test_texts_that_are_too_many_are_told(search: Searcher, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.search.finding.evaluating.MOST_HITS", 1)
    results = search.search("kernel")
    assert results.total == 1 and results.left_out == 1


def test_a_scan_finds_the_same(archive: Archive) -> None:
    """Random texts, Chinese and English: every stretch is found in the documents that have it, and in no other."""
    chance = random.Random(5)
    han, latin = "天网存档内核系统学习管理中国人民大学", ["alpha", "beta", "gamma", "delta", "x86", "linux"]
    texts: dict[str, str] = {}
    for number in range(60):
        words = [
            chance.choice(latin)
            if chance.random() < 0.4
            else "".join(chance.choices(han, k=chance.randint(1, 7)))
            for _ in range(30)
        ]
        texts[f"a.example/{number}.txt"] = "".join(word + chance.choice((" ", "，", ". ")) for word in words)
    media = "text/plain; charset=utf-8"
    feed(store(archive, *(capture(f"http://{url}", text, media_type=media) for url, text in texts.items())))
    with Searcher(archive) as search:
        for _ in range(80):
            source = chance.choice(list(texts.values()))
            if chance.random() < 0.5:
                run = chance.choice(re.findall("[\u4e00-\u9fff]{2,}", source))
                begin = chance.randrange(len(run) - 1)
                sought = run[begin : begin + chance.randint(2, 6)]
                having = {url for url, text in texts.items() if sought in text}
            else:
                sought = chance.choice(latin)
                having = {
                    url
                    for url, text in texts.items()
                    if re.search(rf"(?<![a-z0-9]){sought}(?![a-z0-9])", text)
                }
            results = search.search(sought, limit=100)
            assert set(urls(results)[: results.total - results.loose]) == having, sought
            assert set(urls(search.search(f'"{sought}"', limit=100))) == having, sought


def test_texts_shown_last_are_not_read_again(site: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    feed(site)
    with Searcher(site) as search:
        first = search.search("kernel museum").hits
        monkeypatch.setattr(search.reader, "document", None)  # who reads now fails
        assert search.search("kernel museum").hits == first
        monkeypatch.setattr("app.search.showing._KEPT", 0)
        search.search("kernel museum")
        assert len(search._now.showing._texts) == 1


def test_a_query_that_is_given_up_ends(search: Searcher) -> None:
    """Where it is: before the next index, before the next hit, in the midst of a statement; the next one is answered."""
    whole = search.search("price").total
    looks = 0
    for most in range(1, 100):
        looks = 0

        def stopped(most: int = most) -> bool:
            nonlocal looks
            looks += 1
            return looks >= most

        try:
            with search.within(stopped):
                assert search.search("price", facets=True).total == whole
            break
        except Stopped:
            continue
    assert most > 3 and looks < most, "it was given up at each place once, and then answered"
    assert search.search("price").total == whole


def test_what_is_not_to_be_said_is_known_of_more_pages_than_are_ranked(
    site: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = "<a href='http://a.example/zh.html'>seldom heard</a>"
    store(site, *(capture(f"http://c.example/{number}", page("Heard", "x", link)) for number in range(9)))
    feed(site)
    monkeypatch.setattr(evaluating, "MOST_HITS", 3)
    with Searcher(site) as searcher:
        rest = set(found(searcher, "-heard", limit=100))
        assert rest == {"a.example/", PRICE, "a.example/notes.txt", "b.other.example/x"}
        assert set(found(searcher, "-heard site:b.other.example")) == {"b.other.example/x"}


@pytest.mark.parametrize("sort", ["newest", "oldest", "size", "rank", "relevance"])
def test_the_first_pages_of_an_order_are_those_of_all_in_order(archive: Archive, sort: Sort) -> None:
    chance = random.Random(5)
    store(
        archive,
        *(
            capture(
                f"http://a.example/{number}", "word " * chance.randint(1, 9), minutes=chance.randint(0, 5)
            )
            for number in range(90)
        ),
    )
    feed(archive)
    with Searcher(archive) as searcher:
        every = found(searcher, "word -nowhere", sort=sort, limit=90)
        assert len(every) == 90
        for offset, limit in ((0, 1), (0, 10), (7, 8)):
            some = found(searcher, "word -nowhere", sort=sort, limit=limit, offset=offset, facets=True)
            assert some == every[offset : offset + limit]


def test_what_a_word_counts_for_in_a_text_does_not_depend_on_how_many_links_there_are(
    site: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each text of a link was taken for a text without a word, which made all others long. (What joins the parts of two
    commits is one, too: there is one commit.)"""
    monkeypatch.setattr("app.search.index.feeding._FIRST_SECONDS", 600.0)
    other = filled(Archive.create(tmp_path / "other.archive"))
    scores = []
    for archive, address in ((site, "http://gone.example/{}"), (other, "http://gone.example/")):
        links = "".join(f"<a href='{address.format(number)}'>more</a> " for number in range(200))
        store(archive, capture("http://a.example/links", page("Links", "Places", links)))
        feed(archive)
        with Searcher(archive) as search:
            scores.append([hit.score for hit in search.search("kernel OR prices").hits])
    assert len(scores[0]) > 2 and scores[0] == pytest.approx(scores[1])
