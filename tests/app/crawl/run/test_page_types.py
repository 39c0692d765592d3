"""Kinds of pages as rules of a crawl: only some are kept, and details are kept once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from app.archive.archive import Archive
from app.crawl.frontier.joblist import refusal_counts
from app.crawl.frontier.queue import why
from app.crawl.plans.again import again
from app.crawl.rules.settings import CrawlSettings, SettingsInvalid
from app.crawl.run.crawl import Crawl
from app.crawl.run.jobcontrol import reconfigure_job
from app.page_types.feeding import choose, feed
from tests.extractors.html.test_page_types import ARTICLE, THREAD

Settings = Callable[..., CrawlSettings]
STORY, TALK = ARTICLE.replace("'/news/'", "'/'"), THREAD.replace("'/login'", "'/'")  # no further pages
LINKED = "<link rel='stylesheet' href='/look.css'>"


@pytest.fixture
def pond(site: Any) -> Any:
    """A home page leads to two articles and a thread, which has a style; the first article leads to a third."""
    site.pages["/"] = (
        "<a href='/news/first.html'>1</a><a href='/news/second.html'>2</a><a href='/forum/topic/t'>t</a>"
    )
    site.pages["/news/first.html"] = STORY.replace("</article>", "<a href='third.html'>3</a></article>")
    site.pages["/news/second.html"] = STORY.replace("first count", "second count")
    site.pages["/news/third.html"] = STORY.replace("first count", "third count")
    site.pages["/forum/topic/t"] = LINKED + TALK
    site.pages["/look.css"] = (200, {"Content-Type": "text/css"}, b"p {}")
    return site


def kept(archive: Archive, site: Any) -> set[str]:
    with archive.reader() as reader:
        return {page.url.removeprefix(site.url) for page in reader.all_pages() if "robots" not in page.url}


NEWS = {"/news/first.html", "/news/second.html", "/news/third.html"}


def test_only_some_kinds_are_kept_and_the_others_lead_on(
    pond: Any, archive: Archive, settings: Settings
) -> None:
    crawl = Crawl.new(archive, settings("/", page_types=("detail",)))
    crawl.run()
    assert crawl.progress().state == "finished" and kept(archive, pond) == NEWS
    assert "/look.css" not in pond.requests  # of a page that is not kept
    found = why(archive, crawl.job_id, f"{pond.url}/forum/topic/t")
    assert (found.reason, found.detail) == ("page-type", "forum")
    assert refusal_counts(archive, crawl.job_id)["page-type"] == 2


def test_what_is_not_clear_and_what_is_no_web_page_is_kept(
    pond: Any, archive: Archive, settings: Settings
) -> None:
    pond.pages["/"] = "<a href='/a/b'>b</a><a href='/a/c.txt'>c</a>"
    pond.pages["/a/b"] = ""
    pond.pages["/a/c.txt"] = (200, {"Content-Type": "text/plain"}, b"c")
    Crawl.new(archive, settings("/", page_types=("product",))).run()
    assert kept(archive, pond) == {"/a/b", "/a/c.txt"}


def test_other_settings_take_back_what_was_left_out(pond: Any, archive: Archive, settings: Settings) -> None:
    first = settings("/", page_types=("文章",))
    crawl = Crawl.new(archive, first)
    crawl.run()
    assert reconfigure_job(archive, crawl.job_id, replace(first, page_types=())).returns == {"page-type": 2}
    Crawl.resume(archive, crawl.job_id).run()
    assert kept(archive, pond) == {*NEWS, "/", "/forum/topic/t", "/look.css"}


def test_lists_every_time_details_once(pond: Any, archive: Archive, settings: Settings) -> None:
    Crawl.new(archive, settings("/")).run()
    asked = len(pond.requests)
    pond.pages["/"] += "<a href='/news/new.html'>new</a>"
    pond.pages["/news/new.html"] = STORY.replace("first count", "fourth count")
    later = Crawl.new(archive, settings("/", details_once=True, obey_robots=False))
    later.run()
    assert Counter(pond.requests[asked:]) == Counter(["/", "/forum/topic/t", "/look.css", "/news/new.html"])
    assert refusal_counts(archive, later.job_id) == {"kept-once": 3}
    found = why(archive, later.job_id, f"{pond.url}/news/third.html")  # known from the links of the first
    assert (found.reason, found.detail) == ("kept-once", "article")
    with archive.reader() as reader:
        assert len(reader.versions(f"{pond.url}/")) == 2


def test_a_person_decides_what_a_detail_is(pond: Any, archive: Archive, settings: Settings) -> None:
    Crawl.new(archive, settings("/")).run()
    feed(archive)
    choose(archive, f"{pond.url}/news/first.html", "listing")
    choose(archive, f"{pond.url}/forum/topic/t", "article")
    asked = len(pond.requests)
    Crawl.new(archive, settings("/", details_once=True, obey_robots=False, requisites=False)).run()
    assert Counter(pond.requests[asked:]) == Counter(["/", "/news/first.html"])


def test_what_was_never_kept_whole_is_asked_for(pond: Any, archive: Archive, settings: Settings) -> None:
    article = pond.pages["/news/second.html"]
    pond.pages["/news/second.html"] = (404, {"Content-Type": "text/html"}, b"gone")
    Crawl.new(archive, settings("/")).run()
    pond.pages["/news/second.html"] = article
    asked = len(pond.requests)
    later = Crawl.new(archive, settings("/", details_once=True, obey_robots=False))
    later.run()
    assert "/news/second.html" in pond.requests[asked:]
    assert refusal_counts(archive, later.job_id) == {"kept-once": 2}


def test_a_page_that_a_person_takes_is_asked_for(pond: Any, archive: Archive, settings: Settings) -> None:
    Crawl.new(archive, settings("/")).run()
    later = Crawl.new(archive, settings("/", details_once=True, obey_robots=False))
    later.run()
    asked = len(pond.requests)
    assert later.take(f"{pond.url}/news/second.html").result(10)
    Crawl.resume(archive, later.job_id).run()
    assert pond.requests[asked:] == ["/news/second.html"]


def test_crawling_again_by_hand_asks_for_all_of_it() -> None:
    former = CrawlSettings(seeds=("http://a.test/",), details_once=True, page_types=("detail",))
    assert not again(former, "site", ["http://a.test/"]).details_once
    assert not again(former, "page", ["http://a.test/1"]).details_once


def test_a_kind_that_is_none_is_refused() -> None:
    with pytest.raises(SettingsInvalid, match="“castle” is no kind of page"):
        CrawlSettings(seeds=("http://a.test/",), page_types=("castle",)).checked()
