"""A second crawl of a site, a folder or pages takes the settings of the last one that holds for them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from app.archive.archive import Archive
from app.archive.model import NewCapture
from app.crawl.plans.again import again, former_job, with_room
from app.crawl.rules.model import Job
from app.crawl.rules.scope import Scope
from app.crawl.rules.settings import CrawlSettings

THEN = datetime(2026, 11, 21, 12, tzinfo=UTC)
SITE = CrawlSettings(
    seeds=("https://a.example/", "https://b.example/"), delay=3.0, name="Both", revisit="due"
)
FOLDER = CrawlSettings(seeds=("https://a.example/news/",), scope="prefix", delay=5.0)
PAGE = CrawlSettings(seeds=("https://a.example/news/1.html",), max_depth=0, delay=7.0)


def jobs(*settings: CrawlSettings) -> list[Job]:
    return [Job(str(number), each, "finished", THEN, THEN, 1, 0) for number, each in enumerate(settings)]


@pytest.mark.parametrize(
    ("kind", "url", "delay"),
    [
        ("site", "https://www.a.example/", 3.0),
        ("folder", "https://a.example/news/", 3.0),
        ("page", "https://a.example/news/1.html", 7.0),
        ("page", "https://b.example/x.html", 3.0),
    ],
)
def test_a_site_takes_the_newest_crawl_of_sites_and_a_page_the_newest_of_all(kind, url, delay) -> None:
    found = former_job(jobs(PAGE, FOLDER, SITE, replace(SITE, delay=9.0)), kind, url)
    assert found is not None and found.settings.delay == delay


def test_without_a_crawl_of_the_site_the_narrower_ones_count_and_another_site_has_none() -> None:
    assert former_job(jobs(PAGE, FOLDER), "site", "https://a.example/").settings == FOLDER
    assert former_job(jobs(PAGE, FOLDER, SITE), "site", "https://c.example/") is None
    assert former_job(jobs(replace(SITE, scope="any")), "site", "https://c.example/") is None


def test_a_site_is_crawled_as_it_was_without_the_others() -> None:
    found = again(SITE, "site", ["https://b.example/"])
    assert found == replace(SITE, seeds=("https://b.example/",), revisit="all")


def test_a_page_is_fetched_alone() -> None:
    found = again(SITE, "page", ["https://a.example/news/1.html"]).checked()
    scope = Scope(found)
    assert found.delay == 3.0 and found.seeds == ("https://a.example/news/1.html",) and not found.sitemaps
    assert not scope.decide("https://a.example/news/2.html", 1, embed=False).ok
    assert scope.decide("https://a.example/style.css", 1, embed=True).ok


def test_a_folder_keeps_to_itself_however_its_name_is_escaped() -> None:
    found = again(
        SITE, "folder", ["http://a.example/新闻/", "https://a.example/%E6%96%B0%E9%97%BB/1.html"]
    ).checked()
    scope = Scope(found)
    assert found.seeds == ("https://a.example/%E6%96%B0%E9%97%BB/1.html",)
    assert scope.decide("https://a.example/%E6%96%B0%E9%97%BB/2.html", 1, embed=False).ok
    assert not scope.decide("https://a.example/about.html", 1, embed=False).ok


def test_the_limit_that_cut_off_a_crawl_has_room_for_all_that_is_known_in_its_scope(
    fill: Callable[..., Archive], make_capture: Callable[..., NewCapture]
) -> None:
    archive = fill(
        *(make_capture(f"https://a.example/news/{n}.html", f"<title>News {n}</title>") for n in range(5)),
        make_capture("https://a.example/news/gone.html", "gone", status=404),
        make_capture("https://a.example/news/a.png", b"\x89PNG", media_type="image/png"),
        make_capture("https://a.example/about.html", "<title>About</title>"),
        make_capture("https://elsewhere.example/", "<title>Another site</title>"),
    )
    site = CrawlSettings(seeds=("https://a.example/",), max_pages=2)
    wanted = {
        7: site,
        6: again(site, "folder", ["https://a.example/news/"]),
        5: replace(site, scope="prefix", seeds=("https://a.example/news/",), exclude=("gone",)),
        9: replace(site, max_pages=9),
        0: replace(site, max_pages=0),
        2: replace(site, scope="any"),
    }
    with archive.reader() as reader:
        assert [with_room(settings, reader).max_pages for settings in wanted.values()] == list(wanted)
