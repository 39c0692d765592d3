"""Which address is next: breadth, best-first, by topic; and every score can be explained."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from app.archive.archive import Archive
from app.crawl.frontier.frontier import Frontier
from app.crawl.frontier.joblist import create_job
from app.crawl.frontier.order import Features, Order, form
from app.crawl.frontier.queue import queue, why
from app.crawl.frontier.schema import DONE
from app.crawl.rules.entries import Candidate, Outcome
from app.crawl.rules.model import Counters
from app.crawl.rules.settings import CrawlSettings
from app.crawl.rules.url import dedupe_key
from app.crawl.run.crawl import Crawl
from app.words.guide_words import link_relevance, occurrences, relevance

SITE = {"A": "BCDEF", "E": "H", "F": "G", "H": "I"}
Make = Callable[..., Frontier]


@pytest.fixture
def frontier(archive: Archive) -> Iterator[Make]:
    made: list[Frontier] = []

    def make(**settings: Any) -> Frontier:
        job_id = create_job(archive, CrawlSettings(seeds=("http://h.org/A",), **settings))
        made.append(Frontier(archive.crawl_db, job_id))
        return made[-1]

    yield make
    for one in made:
        one.close()


def link(name: str, depth: int, anchor: str = "", host: str = "h.org", **more: Any) -> Candidate:
    url = f"http://{host}/{name}"
    return Candidate(url, dedupe_key(url), depth, 0, anchor=anchor, **more)


def visit(
    frontier: Frontier, site: dict[str, str], seed: str = "A", relevances: dict[str, float] | None = None
) -> str:
    """Take and settle one page after the other until the queue is empty; the names in that order."""
    counters = Counters()
    visited: list[str] = []
    with frontier.transaction():
        frontier.add([link(seed, 0)], None, counters)
    while waiting := frontier.waiting_hosts(10):
        (entry,) = frontier.take(waiting[0].number, 1)
        name = entry.url.rpartition("/")[2]
        visited.append(name)
        found = [link(target, entry.depth + 1, f"to {target}") for target in site.get(name, "")]
        score = (relevances or {}).get(name)
        with frontier.transaction():
            frontier.settle(Outcome(entry, found=found, relevance=score), DONE, "stored", counters, 200)
    return "".join(visited)


def test_breadth_first_visits_level_by_level(frontier: Make) -> None:
    assert visit(frontier(), SITE) == "ABCDEFHGI"


def test_best_first_takes_the_best_at_every_step(frontier: Make) -> None:
    """Priorities D>B>C>A>E>F>I>G>H, as weights of words in the links' texts."""
    words = tuple((f"to {name}", float(weight)) for weight, name in enumerate(reversed("DBCAEFIGH"), 1))
    by_words = frontier(order="topic", guide_words=words, topic_weights=(0.0, 0.0, 0.0, 0.0, 1.0))
    assert visit(by_words, SITE) == "ADBCEFGHI"


def test_pages_with_more_links_to_them_come_first_and_ties_in_order(frontier: Make, archive: Archive) -> None:
    made = frontier(order="best", form_weight=0.0, depth_weight=0.0)
    # c and b lead to z, which so overtakes what was known before; q gets half of what c hands on, x a fifth of A
    assert visit(made, {"A": "bcxyz", "b": "z", "c": "zq"}) == "Abzcqxy"
    known = why(archive, made.job_id, "http://h.org/z")
    assert known is not None and known.inlinks == 2
    # A hands on 0.15 in five shares; of b z gets one of 0.15 + 0.85 times what b got, and of c half of as much
    first = 0.15 / 5
    assert dict(known.parts) == {
        "in-links": math.log(3),
        "rank": pytest.approx(math.log(1 + first + (0.15 + 0.85 * first) * 1.0)),
        "form": 0.0,
        "depth": 0.0,
    }


def test_a_short_plain_address_looks_better() -> None:
    ranked = [
        "http://h.org/",
        "http://h.org/about",
        "http://h.org/a/b",
        "http://h.org/a/b?page=2",
        "http://h.org/2024/11/23456789.html",
        "http://h.org/a/b/c/d/e/20240101/123456789.html?id=1234",
    ]
    assert ranked == sorted(ranked, key=form, reverse=True)
    assert form("http://h.org/") == form("http://h.org/index.html") == 1.0
    assert form("http://h.org/abcd?e=12") == 1 / (1 + 1 + 1 + 2 / 8 + 8 / 100)


def test_guide_words_are_weighed_by_their_occurrences() -> None:
    words = (("电影", 10.0), ("奥斯卡", 5.0), ("导演", 7.0))
    text = "第九十届奥斯卡：最佳电影。看电影"
    assert relevance(text, words) == 25.0
    assert occurrences(text, words) == {"电影": 2, "奥斯卡": 1}
    assert link_relevance("http://h.org/%E7%94%B5%E5%BD%B1/1", "电影 Film", (*words, ("FILM", 1.0))) == 21.0
    assert relevance("anything", (("", 5.0),)) == 0.0


def test_the_five_parts_of_a_topic_score(frontier: Make, archive: Archive) -> None:
    """Domain weight, links, parent, depth, words; the sum is the score, to the last bit."""
    made = frontier(order="topic", guide_words=(("film", 3.0),), topic_weights=(2.0, 1.5, 0.25, 4.0, 0.7))
    counters = Counters()
    with made.transaction():
        made.add([link("A", 0)], None, counters)
    (entry,) = made.take(made.waiting_hosts(1)[0].number, 1)
    found = [link("film/1", 1, "Film of the year"), link("other", 1, guess=True)]
    with made.transaction():
        made.settle(Outcome(entry, found=found, relevance=10.0), DONE, "stored", counters, 200)
    known = why(archive, made.job_id, "http://h.org/film/1")
    assert known is not None and known.path == ("http://h.org/A",) and known.state == "queued"
    assert dict(known.parts) == {
        "in-links": 1.5 * math.log(2),
        "parent": 0.25 * 10.0,
        "depth": 4.0 / 2,
        "words": 0.7 * 6.0,
        "domain": 2.0 * 10.0,
    }
    rows = queue(archive, made.job_id)
    assert [row.url for row in rows] == ["http://h.org/film/1", "http://h.org/other"]
    for row in rows:
        told = why(archive, made.job_id, row.url)
        assert told is not None
        total = 0.0
        for _, value in told.parts:
            total += value
        assert total == told.score and told.score == row.score + 20.0
    other = why(archive, made.job_id, "http://h.org/other")
    assert other is not None and ("guess", -1.0) in other.parts


def test_hosts_of_relevant_pages_come_first(frontier: Make) -> None:
    made = frontier(order="topic", guide_words=(("film", 1.0),))
    counters = Counters()
    with made.transaction():
        made.add([link("a", 1, host="dull.org"), link("a", 1, host="film.org")], None, counters)
    dull, film = sorted(made.waiting_hosts(2), key=lambda host: host.name)
    assert [host.name for host in made.waiting_hosts(2)] == ["film.org", "dull.org"]
    (entry,) = made.take(dull.number, 1)
    with made.transaction():
        found = [link("b", 2, host="dull.org")]
        made.settle(Outcome(entry, found=found, relevance=50.0), DONE, "stored", counters)
    dull_now, film_now = made.waiting_hosts(0, (dull.number, film.number))
    assert dull_now.bonus == 50.0 and film_now.bonus == 0.0
    assert dull_now.top + dull_now.bonus > film_now.top + film_now.bonus


def test_requisites_of_a_page_come_before_other_pages() -> None:
    order = Order(CrawlSettings(seeds=("http://h.org/",), order="best"))
    page = order.score(Features("http://h.org/", 0, 0, inlinks=500))
    assert order.score(Features("http://h.org/a/b/c/d/1234.png?x", 9, 1)) > page


def test_a_retaken_window_holds_what_has_become_better(frontier: Make) -> None:
    made = frontier(order="best", form_weight=0.0)
    with made.transaction():
        made.add([link(name, 2) for name in "abc"], None, Counters())
    number = made.waiting_hosts(1)[0].number
    window = made.take(number, 2)
    with made.transaction():
        made.add([link("better", 1)], None, Counters())
    (host,) = made.waiting_hosts(0, (number,))
    assert host.top > window[-1].score
    again = made.take(number, 2, instead_of=window)
    assert [entry.url[-1] for entry in again] == ["r", "a"] and made.open == 4
    assert made.waiting_hosts(0, (number,))[0].queued == 2


@pytest.mark.parametrize("order", ["best", "topic"])
def test_a_whole_crawl_in_a_scored_order(site: Any, archive: Archive, settings: Any, order: str) -> None:
    """One page after the other, each stored before the next is chosen."""
    site.links(A="B C D E F", B="", C="", D="", E="H", F="G", H="I", G="", I="")
    words = tuple((name, float(weight)) for weight, name in enumerate(reversed("DBCAEFIGH"), 1))
    chosen = settings(
        "/A",
        order=order,
        guide_words=words,
        topic_weights=(0.0, 0.0, 0.0, 0.0, 1.0),
        delay=0.15,
        obey_robots=False,
        form_weight=0.0,
        backlink_weight=0.0,
    )
    crawl = Crawl.new(archive, chosen)
    crawl.run()
    assert crawl.error is None and crawl.progress().pages == 9
    visited = "".join(path[1] for path in site.requests)
    assert visited == ("ADBCEFGHI" if order == "topic" else "ABCDEFHGI")
