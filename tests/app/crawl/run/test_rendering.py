"""Which pages go to the browser, and what becomes of what it brings. The browser itself: tests/widgets/live."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

import httpx
import pytest

from app.archive.archive import Archive
from app.crawl.net.browser import BrowserAnswer, BrowserFailed, BrowserLink
from app.crawl.net.fetch import Fetched, Fetcher
from app.crawl.rules.entries import Entry
from app.crawl.rules.model import CrawlProgress, LogEntry
from app.crawl.rules.settings import CrawlSettings
from app.crawl.run.crawl import Crawl
from app.crawl.run.rendering import Rendering
from app.recording.model import Hold, Recorded

APP = '<title>App</title><div id=app></div><script src="/app.js"></script><img src="/seen.png"><img src="/unseen.png">'
LONG = "<p>" + "Words that stand in the page itself. " * 12


class Scripted:
    """A browser that loads a page with one part, /seen.png, and finds a link to /behind."""

    def __init__(self, fetcher: Fetcher, settings: CrawlSettings) -> None:
        self.fetcher = fetcher
        self.captured: list[str] = []
        self.trouble = ""
        self.failure: BrowserFailed | None = None
        self.at_once = self.most = 0
        self.closed = False

    async def capture(self, url: str, *, seconds: float, scroll: bool) -> BrowserAnswer:
        self.captured.append(url)
        self.at_once += 1
        self.most = max(self.most, self.at_once)
        try:
            if self.failure:
                raise self.failure
            main = await self.fetcher.fetch(url)
            base = url.rpartition("/")[0]
            got = await self.fetcher.fetch(base + "/seen.png")
            part = Recorded(got.url, datetime.now(UTC), got.ip, got.status, got.head, Hold().put([got.body]))
            links = (
                BrowserLink(base + "/behind", "a", "", "Behind"),
                BrowserLink(base + "/not-followed", "a", "nofollow", ""),
                BrowserLink(base + "/maybe", "navigation", "", ""),
            )
            return BrowserAnswer(main, (part,), links, "Live", 500, url, 0, 0.1, self.trouble)
        finally:
            self.at_once -= 1

    async def close(self) -> None:
        self.closed = True


Run = Callable[..., tuple[Scripted, Crawl, CrawlProgress]]


@pytest.fixture
def render(archive: Archive, settings: Callable[..., CrawlSettings]) -> Run:
    """Run a crawl with such a browser; `prepare` may change it before it is used."""

    def run(*seeds: str, prepare: Callable[[Scripted], None] = lambda _: None, **more: Any) -> Any:
        made: list[Scripted] = []

        def factory(fetcher: Fetcher, own: CrawlSettings) -> Scripted:
            made.append(Scripted(fetcher, own))
            prepare(made[-1])
            return made[-1]

        job = Crawl.new(archive, settings(*seeds, **more), browser=factory)
        job.run()
        assert job.error is None
        assert len(made) < 2 and all(one.closed for one in made)
        return made[0] if made else None, job, job.progress()

    return run


@pytest.fixture
def pages(site: Any) -> None:
    png = 200, {"Content-Type": "image/png"}, b"\x89PNG\r\n\x1a\n"
    site.pages.update(
        {
            "/a": f"{LONG}<script>1</script><a href=/app>app</a><a href=/short>short</a>",
            "/app": APP,
            "/short": "<p>No script, few words.",
            "/app.js": (200, {"Content-Type": "text/javascript"}, b"var n = 1;"),
            "/seen.png": png,
            "/unseen.png": png,
            "/behind": "behind",
        }
    )


def kinds(log: list[LogEntry], site: Any) -> dict[str, tuple[str, str, str]]:
    return {entry.url.removeprefix(site.url): (entry.kind, entry.reason, entry.detail) for entry in log}


@pytest.mark.usefixtures("pages")
def test_a_page_of_scripts_without_text_goes_to_the_browser_and_brings_its_parts(
    site: Any, render: Run, log: Callable[[Crawl], list[LogEntry]], archive: Archive
) -> None:
    browser, job, progress = render("/a", browser="auto")
    assert browser.captured == [f"{site.url}/app"]
    logged = kinds(log(job), site)
    assert (
        logged["/app"]
        == logged["/seen.png"]
        == logged["/unseen.png"]
        == logged["/behind"]
        == ("stored", "", "")
    )
    # once without the browser, once by it; its part is not fetched again, what it did not load is
    assert [site.requests.count(path) for path in ("/app", "/seen.png", "/unseen.png")] == [2, 1, 1]
    assert "/not-followed" not in site.requests and "/maybe" in site.requests
    with archive.reader() as reader:
        found = list(reader.captures_of_crawl(job.job_id))
        frame = next(capture for capture in found if capture.url.endswith("/app"))
        # the index keeps what the live page links to like any other link
        linked = {link.url.removeprefix(site.url) for link in reader.links(frame)}
    captures = [capture.url for capture in found]
    assert {"/behind", "/not-followed", "/maybe", "/app.js"} <= linked
    assert (
        len(captures) == len(set(captures)) == progress.versions == 9
    )  # robots.txt, and /maybe that is not there
    assert progress.pages == 5
    assert progress.bytes == sum(
        len(answer[2]) if isinstance(answer, tuple) else len(answer.encode())
        for answer in site.pages.values()
    ) + len(b"not here")


@pytest.mark.usefixtures("pages")
def test_patterns_and_always_ask_the_browser_alone(site: Any, render: Run) -> None:
    browser, _, _ = render("/a", browser_patterns=("/sho",))
    assert browser.captured == [f"{site.url}/short"]
    browser, _, _ = render("/a", browser="always", max_depth=1)
    assert set(browser.captured) == {
        f"{site.url}/{name}" for name in ("a", "app", "short", "behind", "maybe")
    }
    assert browser.most == 1


@pytest.mark.usefixtures("pages")
@pytest.mark.parametrize("use", ["auto", "always"])
def test_without_the_browser_the_answer_as_it_came_is_stored_and_the_log_says_so(
    site: Any, render: Run, log: Callable[[Crawl], list[LogEntry]], use: str
) -> None:
    def broken(browser: Scripted) -> None:
        browser.failure = BrowserFailed("browser", "no display")

    browser, job, progress = render("/app", browser=use, prepare=broken)
    assert browser.captured
    assert kinds(log(job), site)["/app"] == ("stored", "", "without a browser: browser (no display)")
    assert progress.errors == 0 and "/seen.png" in site.requests


@pytest.mark.usefixtures("pages")
def test_a_browser_that_always_fails_is_not_tried_for_ever(site: Any, render: Run) -> None:
    def broken(browser: Scripted) -> None:
        browser.failure = BrowserFailed("browser", "no display")

    site.links(many=" ".join(f"m{number}" for number in range(20)))
    browser, _, progress = render("/many", browser="always", prepare=broken)
    assert len(browser.captured) == 5 and progress.pages == 21


@pytest.mark.usefixtures("pages")
def test_a_crawl_without_a_browser_takes_pages_as_they_come(
    site: Any, crawl: Callable[..., tuple[Crawl, CrawlProgress]], log: Callable[[Crawl], list[LogEntry]]
) -> None:
    job, _ = crawl("/app", browser="always")
    assert kinds(log(job), site)["/app"] == ("stored", "", "without a browser: browser (there is no browser)")


@pytest.mark.usefixtures("pages")
def test_what_the_browser_loads_counts_for_the_limit_of_bytes(site: Any, render: Run) -> None:
    _, _, progress = render("/app", browser="always", max_bytes=len(APP.encode()) + 4)
    assert (progress.pages, progress.versions, progress.limit_reached) == (0, 1, "max-bytes")


@pytest.mark.usefixtures("pages")
def test_a_visit_of_the_browser_is_one_turn_of_its_host(site: Any, render: Run) -> None:
    times: list[float] = []
    for path in ("/a", "/app", "/short"):
        body = site.pages[path]

        def answer(handler: Any, body: str = body) -> None:
            times.append(time.monotonic())
            handler.reply(200, {"Content-Type": "text/html"}, body.encode())

        site.pages[path] = answer
    render("/a", "/app", "/short", browser="always", browser_workers=3, workers=4, delay=0.3, max_depth=0)
    assert len(times) == 3
    assert all(after - before >= 0.295 for before, after in pairwise(times))


@pytest.mark.usefixtures("pages")
def test_pages_that_need_no_browser_go_on_beside_those_that_wait_for_it(site: Any, render: Run) -> None:
    """One worker, and a browser that is busy until all else has been asked for."""
    site.links(many=" ".join(["app", *(f"m{number}" for number in range(5))]))
    last = threading.Event()
    waited: list[bool] = []

    def answer(handler: Any) -> None:
        last.set()
        handler.reply(200, {"Content-Type": "text/html"}, b"the last")

    site.pages["/m4"] = answer

    class Slow(Scripted):
        async def capture(self, url: str, *, seconds: float, scroll: bool) -> BrowserAnswer:
            waited.append(await asyncio.to_thread(last.wait, 10))
            return await super().capture(url, seconds=seconds, scroll=scroll)

    def slow(browser: Scripted) -> None:
        browser.__class__ = Slow

    render("/many", browser="auto", workers=1, prepare=slow)
    assert waited == [True]


def test_no_page_is_decoded_to_find_out_that_it_needs_no_browser() -> None:
    def never() -> bytes:
        raise AssertionError("decoded")

    nobody: Any = None
    entry = Entry(1, b"", "http://h.example/", 1, 0, 0, None, 0, 0, "")
    fetched = Fetched(entry.url, datetime.now(UTC), None, 200, b"", b"", httpx.Headers())
    for factory, browser, text in ((None, "auto", ""), (Scripted, "auto", LONG), (Scripted, "never", "")):
        settings = CrawlSettings(seeds=(entry.url,), browser=browser)
        assert not Rendering(factory, nobody, settings).needs(entry, fetched, never, text)
