"""Crawls in rounds: the cycle of Nutch on the frontier and the engine of every crawl, going on at whatever step it was
killed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from app.archive.archive import Archive
from app.crawl.frontier.joblist import find_job, jobs
from app.crawl.frontier.queue import queue
from app.crawl.frontier.schema import STATES
from app.crawl.rules.settings import CrawlSettings
from app.crawl.run.crawl import Crawl
from app.errors import ArchiveLocked
from app.graph.network import Network
from app.graph.rank.pagerank import pagerank
from app.graph.store.addresses import key_of
from app.rounds import rounds as module
from app.rounds import state
from app.rounds.book import Book
from app.rounds.rounds import Rounds, inject
from app.rounds.state import STEPS, RoundsMissing, RoundsRefused
from tests.app.crawl.conftest import Site

Begin = Callable[..., Rounds]


@pytest.fixture
def tree(site: Site) -> Site:
    """Two levels below /a, with a page that is gone, a redirect, and one that wants no link followed."""
    site.links(a="b c d e gone", b="f g", c="f h", e="i", f="j", g="a", h="", i="", j="", k="l")
    site.pages["/d"] = (301, {"Location": "/k"}, b"")
    site.pages["/l"] = '<meta name="robots" content="nofollow"><a href="/m">m</a>'
    site.pages["/m"] = "m"
    return site


def book(archive: Archive, rounds: Rounds, *states: str) -> dict[str, tuple[str, str]]:
    """Path → (state, reason) of the addresses of the book."""
    found = queue(archive, rounds.state.book, states=states or STATES, pages=True)
    return {"/" + row.url.split("/", 3)[3]: (row.state, row.reason) for row in found}


def asked(site: Site) -> Counter[str]:
    return Counter(path for path in site.requests if path != "/robots.txt")


def test_rounds_fetch_what_a_crawl_fetches_each_address_once(
    rounds: Begin, archive: Archive, tree: Site, settings: Callable[..., CrawlSettings], tmp_path: Path
) -> None:
    run = rounds(top=3)
    assert run.run()
    inside = asked(tree)
    assert set(inside.values()) == {1}
    assert [segment.done["generate"]["addresses"] for segment in run.state.segments] == [1, 3, 3, 3, 3]
    found = book(archive, run)
    assert found["/gone"] == ("done", "http-404") and found["/d"] == ("done", "") and "/m" not in found
    assert run.pages() == {"done": 13}
    figures = find_job(archive, run.state.book)
    assert (figures.pages, figures.errors, figures.queued) == (13, 1, 0)

    other = Archive.create(tmp_path / "other")
    tree.requests.clear()
    Crawl.new(other, settings("/a", requisites=False)).run()
    assert asked(tree).keys() == inside.keys()
    with archive.reader() as one, other.reader() as two:
        assert [page.url for page in one.all_pages()] == [page.url for page in two.all_pages()]
        assert list(one.verify()) == []


def test_each_step_comes_after_the_one_before_it(rounds: Begin, archive: Archive, tree: Site) -> None:
    with pytest.raises(RoundsMissing, match=r"tianwang rounds \S+ inject URL…"):
        Rounds(archive)
    told: list[tuple[str, str]] = []
    rounds(top=2)
    run = Rounds(archive, told=lambda segment, step: told.append((segment.name, step)))
    with pytest.raises(RoundsRefused, match="There is no segment to fetch"):
        run.step("fetch")
    assert run.step("generate")
    with pytest.raises(RoundsRefused, match=r"segment \d{14} is at the step “fetch”, not at “update”"):
        run.step("update")
    assert not asked(tree), "nothing is fetched before its step"
    assert run.run(1)
    assert [step for _, step in told] == list(STEPS) and len({name for name, _ in told}) == 1
    assert book(archive, run, "queued").keys() == {"/b", "/c", "/d", "/e", "/gone"}
    files = sorted(path.name for path in state.folder_of(archive).iterdir())
    assert files == ["rounds.json", "writer.lock"], "a merged segment leaves no files"
    assert run.run(), "the rest"
    assert not run.step("generate") and Rounds(archive).state.open is None


class _Killed(BaseException):
    pass


def test_a_round_that_was_killed_goes_on_at_its_step(
    rounds: Begin, archive: Archive, tree: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each step was done once, and nothing of that was noted: it is done again, with the same end."""
    run = rounds(top=4)
    assert run.run(1)

    def killed(archive: Archive, held: state.State) -> None:
        raise _Killed

    for step in STEPS:
        with monkeypatch.context() as patched:
            patched.setattr(state, "save", killed)
            with pytest.raises(_Killed):
                Rounds(archive).step(step)
        assert Rounds(archive).step(step)
    again = Rounds(archive)
    assert again.run()
    assert set(asked(tree).values()) == {1}
    assert again.pages() == {"done": 13} and find_job(archive, again.state.book).pages == 13
    assert [segment.next for segment in again.state.segments] == [None] * len(again.state.segments)
    # the book and one job a segment: a job that was made and not noted is taken, not made again
    assert len(jobs(archive)) == 1 + len(again.state.segments)


def test_a_fetch_that_was_stopped_goes_on_with_what_is_left(
    rounds: Begin, archive: Archive, tree: Site
) -> None:
    rounds()
    Rounds(archive).run(1)
    running: list[Crawl] = []

    def stop(handler: Any) -> None:
        running[-1].stop()
        handler.reply(200, {"Content-Type": "text/html"}, b"b")

    def stopped(archive: Archive, job_id: str) -> None:
        running.append(Crawl.resume(archive, job_id))
        running[-1].run()

    tree.pages["/b"] = stop
    run = Rounds(archive, fetch=stopped)
    assert not run.run(1)
    held = run.state.open
    assert held is not None and held.next == "fetch"
    assert book(archive, run, "in-flight") and asked(tree).total() < 6
    assert Rounds(archive).run() and set(asked(tree).values()) == {1}


def test_a_segment_has_the_best_addresses_and_so_many_of_a_host(
    rounds: Begin, archive: Archive, site: Site
) -> None:
    other = site.url.replace("127.0.0.1", "localhost")
    site.links(a="b/b/b c d", x="y")
    site.pages["/a"] = str(site.pages["/a"]) + "".join(f'<a href="{other}/{n}">{n}</a>' for n in "pqrst")
    site.pages["/x"] = f'<a href="{other}/t">t</a>'
    run = rounds("/a", "/x", scope="any")
    run.run(1)
    with Book(archive, run.state.book) as held:
        best = held.best(100)
        assert best[0] == f"{other}/t", "two pages link there"
        ordered = "SELECT url FROM urls WHERE state = 0 AND level = 0 ORDER BY score DESC, number"
        assert best == [url for (url,) in held._frontier.db.execute(ordered)]
        assert held.best(3) == best[:3]
        capped = held.best(100, per_host=2)
        assert Counter(url.split("/")[2] for url in capped) == {
            other.split("/")[2]: 2,
            site.url.split("/")[2]: 2,
        }
        assert set(capped) == {
            one for host in (other, site.url) for one in [u for u in best if u.startswith(host)][:2]
        }


def test_the_limit_of_pages_bounds_the_segments(rounds: Begin, tree: Site) -> None:
    run = rounds(top=3, max_pages=5)
    assert run.run()
    assert [one.done["generate"]["addresses"] for one in run.state.segments] == [1, 3, 1]
    assert sum(asked(tree).values()) == 5


def test_queued_addresses_have_the_ranks_of_the_graph(rounds: Begin, archive: Archive, tree: Site) -> None:
    run = rounds()
    run.run(2)
    network = Network.of(archive.path)
    ranks = dict(zip(network.keys, pagerank(network.arcs()).book, strict=True))
    with Book(archive, run.state.book) as held:
        rows = held._frontier.db.execute(
            "SELECT url, rank, score FROM urls WHERE state = 0 AND level = 0"
        ).fetchall()
        assert len(rows) == 5
        for url, rank, _ in rows:
            assert rank == pytest.approx(ranks[key_of(url)])
        scores = {url.rpartition("/")[2]: score for url, _, score in rows}
    assert scores["f"] > scores["g"], "two pages link to f"
    assert run.state.segments[1].done["update"]["ranked"] == 5


def test_links_that_only_a_copy_has_are_parked(rounds: Begin, archive: Archive, site: Site) -> None:
    site.links(a="o/ m/ own")
    site.pages["/o/"] = site.pages["/m/"] = '<a href="x">x</a><a href="/own">own</a><a href="/both">both</a>'
    site.pages["/o/x"] = site.pages["/m/x"] = "x"
    site.links(own="", both="")
    run = rounds()
    run.run(2)
    assert run.state.segments[1].done["dedup"] == {"copies": 1, "parked": 1}
    found = book(archive, run)
    assert found["/m/x"] == ("parked", "trap") and found["/o/x"][0] == "queued"
    (row,) = queue(archive, run.state.book, states=["parked"])
    assert row.detail == f"only {site.url}/m/ leads here, which is a copy of {site.url}/o/"
    assert run.run() and asked(site)["/m/x"] == 0 and asked(site)["/both"] == 1


def test_a_redirect_is_judged_by_the_book_and_not_followed_in_a_segment(
    rounds: Begin, archive: Archive, site: Site
) -> None:
    other = site.url.replace("127.0.0.1", "localhost")
    site.links(a="in out", b="")
    site.pages["/in"] = (302, {"Location": "/b"}, b"")
    site.pages["/out"] = (302, {"Location": f"{other}/away"}, b"")
    run = rounds()
    assert run.run()
    found = book(archive, run)
    assert found["/in"] == ("done", "") and found["/b"][0] == "done"
    assert found["/away"] == ("outside", "scope") and not asked(site)["/away"]


def test_addresses_can_be_injected_later(rounds: Begin, archive: Archive, site: Site, settings: Any) -> None:
    site.links(a="", b="c", c="")
    run = rounds()
    assert run.run()
    assert inject(archive, [f"{site.url}/b"], settings("/b")) == 1
    assert inject(archive, [f"{site.url}/b", f"{site.url}/a"], settings("/b")) == 0
    assert Rounds(archive).run() and asked(site) == {"/a": 1, "/b": 1, "/c": 1}
    assert find_job(archive, run.state.book).settings.seeds == (f"{site.url}/a", f"{site.url}/b")


def test_a_crawl_by_topic_weighs_pages(rounds: Begin, archive: Archive, site: Site) -> None:
    site.pages["/a"] = '<a href="/b">b</a> lotus lotus'
    site.pages["/b"] = "lotus"
    run = rounds(guide_words=(("lotus", 2.0),))
    with Book(archive, run.state.book) as held:
        assert held.settings.order == "best"
    topic = Archive.create(archive.path.with_name("topic"))
    inject(
        topic,
        [f"{site.url}/a"],
        CrawlSettings((f"{site.url}/a",), delay=0, order="topic", guide_words=(("lotus", 2.0),)),
    )
    Rounds(topic).run()
    with Book(topic, Rounds(topic).state.book) as held:
        rows = dict(held._frontier.db.execute("SELECT url, relevance FROM urls WHERE job = 1 AND level = 0"))
    assert rows[f"{site.url}/a"] == 4.0 and rows[f"{site.url}/b"] == 2.0


def test_one_program_at_a_time(rounds: Begin, archive: Archive, tree: Site) -> None:
    run = rounds()
    with module._locked(archive), pytest.raises(ArchiveLocked):
        run.step("generate")


def test_sitemaps_are_read_in_rounds_and_what_they_list_is_fetched(
    rounds: Begin, archive: Archive, site: Site
) -> None:
    """Those that robots.txt names, with the lists that they name; they are no pages, and each is asked for once."""
    kind = {"Content-Type": "application/xml"}
    listed = (
        "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc>{}/{}</loc></url></urlset>"
    )
    index = (
        "<sitemapindex xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><sitemap><loc>{0}/one.xml</loc></sitemap>"
        "<sitemap><loc>{0}/two.xml</loc></sitemap></sitemapindex>"
    )
    site.links(a="b", b="", hidden="c", other="", c="")
    site.pages["/robots.txt"] = (200, {"Content-Type": "text/plain"}, f"Sitemap: {site.url}/map.xml".encode())
    site.pages["/map.xml"] = (200, kind, index.format(site.url).encode())
    site.pages["/one.xml"] = (200, kind, listed.format(site.url, "hidden").encode())
    site.pages["/two.xml"] = (200, kind, listed.format(site.url, "other").encode())
    run = rounds(sitemaps=True)
    assert run.run()
    pages = {"/a", "/b", "/c", "/hidden", "/other"}
    assert set(asked(site)) == pages | {"/map.xml", "/one.xml", "/two.xml"}
    assert set(asked(site).values()) == {1}
    assert {path for path, (state, _) in book(archive, run, "done").items()} >= pages
    assert find_job(archive, run.state.book).pages == len(pages)
