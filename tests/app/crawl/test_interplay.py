"""Settings that meet each other: distance from the scope and frames, traps and scope, delays and a second run."""

from __future__ import annotations

import threading
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from app.archive.archive import Archive
from app.archive.model import NewCapture, StoredLink
from app.crawl.frontier.queue import queue, why
from app.crawl.frontier.replanning import preview
from app.crawl.frontier.summaries import host_table
from app.crawl.rules.entries import Entry
from app.crawl.rules.links import LinkJudge
from app.crawl.rules.scope import Scope
from app.crawl.rules.settings import CrawlSettings
from app.crawl.rules.url import dedupe_key
from app.crawl.run.crawl import Crawl
from app.crawl.run.jobcontrol import reconfigure_job, take_anyway
from tests.app.crawl.conftest import wait_for

Settings = Callable[..., CrawlSettings]
Run = Callable[..., tuple[Crawl, Any]]
TEXT = (
    "<p>The same words stand on every page of this site, in its menu and at its foot, and nothing else. " * 4
)


def test_a_frame_from_elsewhere_leads_no_further_off_site_than_its_page() -> None:
    settings = CrawlSettings(seeds=("http://h.org/",), off_site_hops=1)
    judge = LinkJudge(settings, Scope(settings))

    def found(entry: Entry, link: StoredLink) -> Any:
        (candidate,) = judge.candidates([link], entry)
        return candidate

    def entry(url: str, level: int, off_site: int) -> Entry:
        return Entry(1, dedupe_key(url), url, 1, 1, level, None, 0, 0, "", off_site=off_site)

    frame = StoredLink("http://ads.org/frame", "iframe", "", True)
    away = StoredLink("http://far.org/", "a", "", False)
    inside = found(entry("http://h.org/", 0, 0), frame)
    assert (inside.level, inside.off_site, inside.reason) == (1, 0, "")
    beyond = found(entry("http://one.org/", 0, 1), frame)
    assert (beyond.level, beyond.off_site, beyond.reason) == (1, 1, ""), (
        "a requisite is taken wherever it stands"
    )
    # a link in the frame of a page that lies one step outside already
    assert found(entry("http://ads.org/frame", 1, 1), away).reason == "scope"
    assert found(entry("http://ads.org/frame", 1, 0), away).reason == ""
    moved = judge.redirect("http://cdn.org/frame", entry("http://ads.org/frame", 1, 1))
    assert (moved.off_site, moved.reason) == (1, "")


def test_only_what_the_scope_would_take_is_parked_as_a_trap() -> None:
    settings = CrawlSettings(seeds=("http://h.org/",), max_depth=2, include=("/x/",))
    scope = Scope(settings)
    assert scope.decide("http://h.org/x/x/x/x/", 1, False).reason == "trap"
    assert scope.decide("http://share.org/x/x/x/x/", 1, False).reason == "scope"
    assert scope.decide("http://h.org/x/x/x/x/", 3, False).reason == "depth"
    assert scope.decide("http://h.org/y/y/y/y/", 1, False).reason == "not-included"


def gallery(site: Any, pages: int, pictures: bool) -> None:
    for number in range(pages):
        picture = f"<img src='/picture/{number}.png'>" if pictures else ""
        site.pages[f"/show/{number}"] = (
            f"<h1>{number}</h1>{picture}{TEXT}<a href='/show/{number + 1}'>next</a>"
        )
        site.pages[f"/picture/{number}.png"] = (200, {"Content-Type": "image/png"}, b"\x89PNG%d" % number)


def test_a_gallery_with_a_picture_on_each_page_is_no_trap(site: Any, crawl: Run) -> None:
    gallery(site, 30, pictures=True)
    _, progress = crawl("/show/0", trap_budget=4, workers=4)
    assert (progress.parked, progress.pages) == (0, 31)


def test_a_table_of_many_figures_is_no_trap(site: Any, crawl: Run) -> None:
    for number in range(30):
        figures = " ".join(str(number * 7919 + line * 104729) for line in range(200))
        site.pages[f"/show/{number}"] = f"{TEXT}<pre>{figures}</pre><a href='/show/{number + 1}'>next</a>"
    _, progress = crawl("/show/0", trap_budget=4)
    assert (progress.parked, progress.pages) == (0, 31)


def test_one_content_that_was_parked_returns_when_it_is_no_trap_any_more(
    site: Any, crawl: Run, archive: Archive
) -> None:
    gallery(site, 30, pictures=False)
    job, progress = crawl("/show/0", trap_budget=4)
    assert progress.parked == 1 and progress.pages < 20
    wanted = replace(job.settings, near_duplicates=False)
    assert preview(archive, job.job_id, wanted).returns == {"trap": 1}
    assert reconfigure_job(archive, job.job_id, wanted).returns == {"trap": 1}
    again = Crawl.resume(archive, job.job_id)
    again.run()
    assert (again.progress().parked, again.progress().pages) == (0, 31)


def test_who_takes_a_page_of_a_long_row_gets_another_row(site: Any, crawl: Run, archive: Archive) -> None:
    """A forum of many pages that only lead to the next: one click takes as many again, not one."""
    for number in range(50):
        site.pages[f"/topic?start={number}"] = (
            f"<h1>{number}</h1><a href='/topic?start={number + 1}'>next</a>"
        )
    job, progress = crawl("/topic?start=0", trap_budget=1)
    assert (progress.pages, progress.parked) == (21, 1), "20 in a row behind the seed"
    (parked,) = queue(archive, job.job_id, states=("parked",))
    assert take_anyway(archive, job.job_id, parked.url)
    again = Crawl.resume(archive, job.job_id)
    again.run()
    assert (again.progress().pages, again.progress().parked) == (42, 1)


def test_a_page_that_was_not_due_may_be_taken_anyway(site: Any, archive: Archive, settings: Settings) -> None:
    site.links(a="b")
    site.pages["/b"] = "b"
    Crawl.new(archive, settings("/a")).run()
    due = Crawl.new(archive, settings("/a", revisit="due"))
    due.run()
    assert due.progress().refused == 2 and site.requests.count("/b") == 1
    assert take_anyway(archive, due.job_id, f"{site.url}/b")
    again = Crawl.resume(archive, due.job_id)
    again.run()
    assert site.requests.count("/b") == 2 and again.progress().refused == 1
    found = why(archive, due.job_id, f"{site.url}/b")
    assert found is not None and (found.state, found.reason) == ("done", "")
    (host,) = host_table(archive, due.job_id)
    assert host.queued == 0


def test_of_pages_that_change_alike_the_one_that_matters_more_is_due_first(
    site: Any, archive: Archive, settings: Settings
) -> None:
    """Both changed in 20 hours, so both are due after ten; what matters, a crawl knows from outside alone."""
    site.links(a="b c")
    now = datetime.now(UTC)
    with archive.writer() as writer:
        for name in "bc":
            site.pages[f"/{name}"] = name
            for hours in (25, 5):
                head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"
                data = head + f"<p>{name} {hours}".encode()
                writer.store(NewCapture(f"{site.url}/{name}", now - timedelta(hours=hours), None, data))

    def importance(page: int, url: str) -> float:
        assert page > 0
        return 16.0 if url.endswith("/b") else 1 / 16

    def asked(**more: Any) -> set[str]:
        site.requests.clear()
        chosen = settings("/a", revisit="due", obey_robots=False, revisit_floor=1e-6, **more)
        Crawl.new(archive, chosen, importance=importance).run()
        return set(site.requests) & {"/b", "/c"}

    assert asked() == set()
    assert asked(revisit_by_rank=True) == {"/b"}


def test_nofollow_of_the_server_holds_when_nothing_has_changed(
    site: Any, archive: Archive, settings: Settings
) -> None:
    """A second crawl has only the links that are stored; the header stands with the version."""

    def tagged(handler: Any) -> None:
        if handler.headers.get("If-None-Match"):
            handler.reply(304, {}, b"")
        else:
            handler.reply(
                200,
                {"Content-Type": "text/html", "ETag": '"1"', "X-Robots-Tag": "nofollow"},
                b"<a href=/b>b</a>",
            )

    site.pages["/a"] = tagged
    site.pages["/b"] = "b"
    for more in ({}, {}, {"revisit": "due"}):
        job = Crawl.new(archive, settings("/a", **more))
        job.run()
        assert job.progress().state == "finished" and "/b" not in site.requests
    Crawl.new(archive, settings("/a", obey_nofollow=False)).run()
    assert "/b" in site.requests


@pytest.mark.parametrize("obey_robots", [True, False])
def test_a_shorter_delay_holds_for_a_job_that_goes_on(
    site: Any, archive: Archive, settings: Settings, obey_robots: bool
) -> None:
    site.links(a="b c d e f")
    for name in "bcdef":
        site.pages[f"/{name}"] = name
    job = Crawl.new(archive, settings("/a", delay=1.0, max_pages=1, obey_robots=obey_robots))
    job.run()
    reconfigure_job(archive, job.job_id, replace(job.settings, delay=0.0, max_pages=0))
    started = time.monotonic()
    again = Crawl.resume(archive, job.job_id)
    again.run()
    assert again.progress().pages == 6
    assert time.monotonic() - started < 3.0, (
        "the old delay once for each of robots.txt and the first page, if at all"
    )


def test_long_links_do_not_stay_in_memory() -> None:
    settings = CrawlSettings(seeds=("http://h.org/",))
    judge = LinkJudge(settings, Scope(settings))
    page = Entry(1, dedupe_key("http://h.org/"), "http://h.org/", 1, 0, 0, None, 0, 0, "")

    def memory(links: list[StoredLink]) -> int:
        tracemalloc.start()
        try:
            judge.candidates(links, page)
            return tracemalloc.get_traced_memory()[0]
        finally:
            tracemalloc.stop()

    long = [StoredLink(f"http://h.org/{number}/{'x' * 15_000}", "a", "", False) for number in range(300)]
    assert memory(long) < 1_000_000
    (endless,) = judge.candidates([StoredLink("http://h.org/" + "x" * 1_000_000, "a", "", False)], page)
    assert endless.reason == "address" and len(endless.url) == 500


def test_what_is_taken_anyway_is_followed_to_where_it_moved(site: Any, crawl: Run, archive: Archive) -> None:
    """Most addresses beyond the scope redirect: to https, to another name."""
    away = site.url.replace("127.0.0.1", "localhost")
    site.pages["/a"] = f"<a href='{away}/moved'>x</a>"
    site.pages["/moved"] = (301, {"Location": f"{away}/there"}, b"")
    site.pages["/there"] = f"<a href='{away}/beyond'>x</a>"
    job, progress = crawl("/a")
    assert progress.pages == 1
    assert take_anyway(archive, job.job_id, f"{away}/moved")
    again = Crawl.resume(archive, job.job_id)
    again.run()
    assert again.progress().pages == 3 and "/there" in site.requests and "/beyond" not in site.requests
    found = why(archive, job.job_id, f"{away}/there")
    assert found is not None and found.forced and found.state == "done"


def test_other_scope_while_paused_with_traps_robots_and_things_taken_anyway(
    site: Any, archive: Archive, settings: Settings
) -> None:
    site.pages["/robots.txt"] = (200, {"Content-Type": "text/plain"}, b"User-agent: *\nDisallow: /secret")
    names = ("gate", "in/1", "out/1", "secret/1", "secret/2", "x/x/x/x/")
    site.pages["/a"] = "".join(f"<a href='/{name}'>x</a>" for name in names)
    site.pages["/in/1"] = site.pages["/out/1"] = site.pages["/x/x/x/x/"] = "here"
    site.pages["/secret/1"] = site.pages["/secret/2"] = "told nobody"
    gate = threading.Event()

    def wait(handler: Any) -> None:
        gate.wait(20)
        handler.reply(200, {"Content-Type": "text/html"}, b"open")

    site.pages["/gate"] = wait
    crawl = Crawl.new(archive, settings("/a"))
    crawl.start()
    wait_for(lambda: "/gate" in site.requests)
    crawl.pause()
    gate.set()
    wait_for(lambda: crawl.progress().state == "paused")
    narrow = replace(crawl.settings, exclude=("/out/",))
    wait_for(lambda: crawl.progress().pages == 2)
    said = preview(archive, crawl.job_id, narrow)
    assert said.leaves == {"excluded": 1} and said.returns == {}
    done = crawl.reconfigure(narrow).result(10)
    assert (done.queued, done.stays, done.leaves, done.returns) == (
        said.queued,
        said.stays,
        said.leaves,
        said.returns,
    )
    for name in ("x/x/x/x/", "secret/1"):
        assert crawl.take(f"{site.url}/{name}").result(10)
    assert crawl.progress().parked == 0
    crawl.unpause()
    assert crawl.join(20) and crawl.progress().state == "finished"
    assert set(site.requests) == {"/robots.txt", "/a", "/gate", "/in/1", "/x/x/x/x/"}
    refused = {
        row.url.removeprefix(site.url): row.reason
        for row in queue(archive, crawl.job_id, states=("refused",))
    }
    assert refused == {"/secret/1": "robots", "/secret/2": "robots"}, (
        "robots.txt is not passed over by taking"
    )
    disobedient = replace(crawl.settings, obey_robots=False)
    assert preview(archive, crawl.job_id, disobedient).returns == {"robots": 2}
    assert reconfigure_job(archive, crawl.job_id, disobedient).returns == {"robots": 2}
    again = Crawl.resume(archive, crawl.job_id)
    again.run()
    assert {"/secret/1", "/secret/2"} <= set(site.requests) and "/out/1" not in site.requests
    assert again.progress().refused == 1
