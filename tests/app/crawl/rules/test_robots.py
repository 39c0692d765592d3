"""robots.txt by RFC 9309."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import pytest

from app.crawl.rules.robots import MAX_SIZE, RobotsCache, RobotsTxt, escape, judge, path_of, product_token
from app.crawl.rules.settings import DEFAULT_AGENT
from tests.app.crawl.conftest import Site
from tests.app.crawl.robots_cases import CASES, ESCAPES, FILES, PATHS, H


@dataclass
class Answer:
    status: int
    text: str = ""
    reason: str = ""
    detail: str = ""


@pytest.mark.parametrize(
    ("name", "text", "agent", "allowed", "forbidden"), CASES, ids=[case[0] for case in CASES]
)
def test_rules_are_read_as_the_standard_has_it(
    name: str, text: str, agent: str, allowed: tuple[str, ...], forbidden: tuple[str, ...]
) -> None:
    rules = RobotsTxt(text)
    assert [path for path in allowed if not rules.allows(path and H + path, agent)] == []
    assert [path for path in forbidden if rules.allows(path and H + path, agent)] == []


@pytest.mark.parametrize(("name", "content", "groups"), FILES, ids=[case[0] for case in FILES])
def test_files_are_read_whatever_their_line_ends(
    name: str, content: bytes, groups: dict[str, list[tuple[bool, bytes]]]
) -> None:
    assert RobotsTxt(content).groups == groups


@pytest.mark.parametrize(("address", "path"), PATHS)
def test_the_path_of_an_address(address: str, path: str) -> None:
    assert path_of(address) == path


@pytest.mark.parametrize(("pattern", "escaped"), ESCAPES)
def test_patterns_are_escaped(pattern: bytes, escaped: bytes) -> None:
    assert escape(pattern) == escaped


@pytest.mark.parametrize(
    ("agent", "is_token"),
    [
        ("Foobot", True),
        ("Foobot-Bar", True),
        ("Foo_Bar", True),
        ("", False),
        ("ツ", False),
        ("Foobot*", False),
        (" Foobot ", False),
        ("Foobot/2.1", False),
        ("Foobot Bar", False),
    ],
)
def test_only_a_product_token_is_the_name_of_a_group(agent: str, is_token: bool) -> None:
    assert RobotsTxt(f"User-agent: {agent}\nDisallow: /").allows(H + "/a", agent) is not is_token


def test_sitemaps_stand_anywhere() -> None:
    text = "Sitemap: http://foo.bar/a.xml\nUser-Agent: foo\nAllow: /some/path\n\nUser-Agent: bar\nsite-map: /b.xml\n"
    assert RobotsTxt(text).sitemaps == ["http://foo.bar/a.xml", "/b.xml"]
    assert judge(Answer(200, text), 0.0).sitemaps == ("http://foo.bar/a.xml", "/b.xml")
    assert judge(Answer(404, text), 0.0).sitemaps == ()


def test_only_the_first_500_kib_count() -> None:
    padding = "# " + "x" * 98 + "\n"
    rules = RobotsTxt(
        "User-agent: *\nDisallow: /early\n" + padding * (MAX_SIZE // 101 + 1) + "Disallow: /late\n"
    )
    assert not rules.allows(H + "/early", "X")
    assert rules.allows(H + "/late", "X")


def test_the_largest_file_costs_little() -> None:
    text = "User-agent: *\n" + "".join(f"Disallow: /*{number}*b*c*d$\n" for number in range(25_000))
    start = time.process_time()
    rules = RobotsTxt(text)
    for _ in range(3):
        assert rules.allows(H + "/" + "b" * 2000, "X")
    assert time.process_time() - start < 3


@pytest.mark.parametrize(
    ("status", "reason"),
    [(200, ""), (404, ""), (403, ""), (301, ""), (429, "robots"), (500, "robots"), (503, "robots")],
)
def test_4xx_allows_and_5xx_forbids_everything(status: int, reason: str) -> None:
    refusal = judge(Answer(status), 0.0).refusal("http://h.org/x", "X")
    assert (refusal[0] if refusal else "") == reason


def test_a_site_that_does_not_answer_passes_its_reason_on() -> None:
    refusal = judge(Answer(0, reason="dns", detail="no such host"), 0.0).refusal("http://h.org/x", "X")
    assert refusal is not None and refusal[0] == "dns"


def test_crawl_delay_is_kept_up_to_a_minute() -> None:
    assert judge(Answer(200, "User-agent: *\nCrawl-delay: 7"), 0.0).delay("X") == 7.0
    assert judge(Answer(200, "User-agent: *\nCrawl-delay: 86400"), 0.0).delay("X") == 60.0
    assert (
        judge(Answer(200, "User-agent: *\nCrawl-delay: .5\nUser-agent: X\nDisallow: /y"), 0.0).delay("X")
        == 0.0
    )
    assert (
        judge(Answer(200, "User-agent: *\nCrawl-delay: .5\nUser-agent: X\nDisallow: /y"), 0.0).delay("Z")
        == 0.5
    )
    assert judge(Answer(200, "User-agent: *\nCrawl-delay: soon"), 0.0).delay("X") == 0.0
    assert judge(Answer(404), 0.0).delay("X") == 0.0


def test_rules_are_fetched_once_for_all_who_wait_and_again_after_a_day() -> None:
    now = [0.0]
    asked: list[str] = []

    async def fetch(url: str) -> Answer:
        asked.append(url)
        await asyncio.sleep(0)
        return Answer(200, "User-agent: *\nDisallow: /x")

    async def work() -> None:
        cache = RobotsCache(fetch, clock=lambda: now[0])
        await asyncio.gather(*(cache.rules("http://h.org") for _ in range(5)))
        await cache.rules("http://h.org")
        now[0] = 24 * 3600 - 1.0
        await cache.rules("http://h.org")
        assert asked == ["http://h.org/robots.txt"]
        now[0] = 24 * 3600 + 1.0
        await cache.rules("http://h.org")
        assert len(asked) == 2
        await cache.close()

    asyncio.run(work())


def test_the_first_who_asked_may_be_cancelled_without_harm_to_the_others() -> None:
    async def work() -> None:
        go = asyncio.Event()

        async def fetch(url: str) -> Answer:
            await go.wait()
            return Answer(404)

        cache = RobotsCache(fetch)
        first = asyncio.create_task(cache.rules("http://h.org"))
        second = asyncio.create_task(cache.rules("http://h.org"))
        await asyncio.sleep(0)
        first.cancel()
        go.set()
        assert (await second).refusal("http://h.org/a", "X") is None

    asyncio.run(work())


def test_the_name_in_robots_files_is_found_in_the_agent_line() -> None:
    assert product_token(DEFAULT_AGENT) == "TianwangExplorer"
    assert product_token("Other/2.0 (+http://h.org)") == "Other"


@pytest.mark.parametrize(("redirects", "asked"), [(1, False), (5, False), (6, True)])
def test_redirects_of_robots_txt_are_followed_five_times(
    redirects: int, asked: bool, crawl: Callable[..., object], site: Site
) -> None:
    """RFC 9309, 2.3.1.2: at least five; whose rules lie farther away has none."""
    site.links(a="")
    places = ["/robots.txt", *(f"/r{number}" for number in range(1, redirects + 1))]
    for place, following in pairwise(places):
        site.pages[place] = (301, {"Location": following}, b"")
    site.pages[places[-1]] = (200, {"Content-Type": "text/plain"}, b"User-agent: *\nDisallow: /a\n")
    crawl()
    assert ("/a" in site.requests) is asked
