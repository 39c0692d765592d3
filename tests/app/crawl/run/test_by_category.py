"""Categories as rules of a crawl: addresses that look like another are not fetched, pages of another not followed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from app.archive.archive import Archive
from app.archive.notes.notebook import Notebook
from app.classes import categories, hand
from app.classes.categories import Categories, CategoryUnknown, Rule
from app.classes.feeding import ADDRESSES, use
from app.classes.terms import Described
from app.classes.training import Example, Settings, trained
from app.crawl.frontier.joblist import find_job
from app.crawl.frontier.queue import why
from app.crawl.frontier.replanning import preview
from app.crawl.rules.settings import CrawlSettings, SettingsInvalid
from app.crawl.run.crawl import Crawl
from app.crawl.run.jobcontrol import reconfigure_job
from app.errors import StorageUnreadable
from app.messages import Message

Made = Callable[..., CrawlSettings]


@pytest.fixture
def site_of_two(site: Any, archive: Archive) -> Any:
    """A home page leads to a page on sport and one on cooking, each of these to a further one; the archive has learned
    addresses of both."""
    links = "<a href='/sport/match1.html'>m</a><a href='/recipes/soup1.html'>s</a><a href='/qqq'>q</a>"
    site.pages["/"] = links
    site.pages["/sport/match1.html"] = "<title>Goal</title><p>a goal<a href='match2.html'>next</a>"
    site.pages["/recipes/soup1.html"] = "<title>Soup</title><p>a soup<a href='soup2.html'>next</a>"
    for path in ("/sport/match2.html", "/recipes/soup2.html", "/qqq"):
        site.pages[path] = f"<p>{path}"
    made = [
        Example(Described(url=f"http://{kind[:3]}.test/{path}{number}.html"), label)
        for kind, label, path in (("sports", "sports", "sport/match"), ("cook", "arts", "recipes/soup"))
        for number in range(8)
    ]
    use(archive.path, trained(lambda done, total: None, made, Settings("url"), ""))
    assert (archive.path / ADDRESSES).exists()
    return site


def stored(archive: Archive, site: Any) -> set[str]:
    with archive.reader() as reader:
        return {page.url.removeprefix(site.url) for page in reader.all_pages() if "robots" not in page.url}


def test_addresses_that_look_like_another_category_are_not_fetched(
    site_of_two: Any, archive: Archive, settings: Made
) -> None:
    crawl = Crawl.new(archive, settings("/", like_categories=("体育",)))
    crawl.run()
    assert stored(archive, site_of_two) == {"/", "/sport/match1.html", "/sport/match2.html", "/qqq"}
    assert "/recipes/soup1.html" not in site_of_two.requests
    found = why(archive, crawl.job_id, f"{site_of_two.url}/recipes/soup1.html")
    assert found.reason == "address-category" and found.detail.startswith("arts, ")
    assert isinstance(found.detail, Message) and found.detail.arguments["words"]


def test_other_settings_take_them_back_and_leave_others_out(
    site_of_two: Any, archive: Archive, settings: Made
) -> None:
    first = settings("/", like_categories=("sports",))
    crawl = Crawl.new(archive, first)
    crawl.run()
    kept_out = replace(first, like_categories=("sports",), max_depth=9)
    assert not preview(archive, crawl.job_id, kept_out).returns
    assert reconfigure_job(archive, crawl.job_id, replace(first, like_categories=())).returns == {
        "address-category": 1
    }
    Crawl.resume(archive, crawl.job_id).run()
    assert "/recipes/soup2.html" in stored(archive, site_of_two)


def test_links_of_pages_of_another_category_are_not_followed(
    site_of_two: Any, archive: Archive, settings: Made
) -> None:
    categories.write(
        archive.path,
        Categories(categories.default(), (Rule("sports", "words", "goal"), Rule("arts", "words", "soup"))),
    )
    crawl = Crawl.new(archive, settings("/", follow_categories=("Sports",)))
    crawl.run()
    assert stored(archive, site_of_two) == {
        "/",
        "/qqq",  # of nothing that is clear
        "/sport/match1.html",
        "/sport/match2.html",
        "/recipes/soup1.html",
    }
    found = why(archive, crawl.job_id, f"{site_of_two.url}/recipes/soup1.html")
    assert (found.reason, str(found.detail)) == ("category", "arts, 100 %: soup")
    assert find_job(archive, crawl.job_id).errors == 0


def test_what_a_person_said_of_a_page_holds(site_of_two: Any, archive: Archive, settings: Made) -> None:
    hand.assign(Notebook(archive.path), [f"{site_of_two.url}/sport/match1.html"], "arts")
    Crawl.new(archive, settings("/", follow_categories=("sports",))).run()
    assert "/sport/match2.html" not in stored(archive, site_of_two)
    assert "/recipes/soup2.html" in stored(archive, site_of_two)


def test_what_cannot_be_judged_is_told_before_the_crawl(
    site_of_two: Any, archive: Archive, settings: Made
) -> None:
    with pytest.raises(CategoryUnknown):
        Crawl.new(archive, settings("/", like_categories=("castles",)))
    with pytest.raises(SettingsInvalid):
        Crawl.new(archive, settings("/", follow_categories=("sports",)))
    path = archive.path / ADDRESSES
    path.write_bytes(path.read_bytes()[:-40])
    with pytest.raises(StorageUnreadable):
        Crawl.new(archive, settings("/", like_categories=("sports",)))
    path.unlink()
    with pytest.raises(SettingsInvalid):
        Crawl.new(archive, settings("/", like_categories=("sports",)))
