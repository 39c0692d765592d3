"""robots.txt by RFC 9309."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

import pytest

from app.crawl.robots import MAX_SIZE, RobotsCache, judge, parse, product_token
from app.crawl.settings import DEFAULT_AGENT


@dataclass
class Answer:
    status: int
    text: str = ""
    reason: str = ""
    detail: str = ""


def allowed(text: str, path: str, agent: str = "TianwangExplorer") -> bool:
    return bool(parse(text).can_fetch("http://h.org" + path, agent))


@pytest.mark.parametrize(
    ("text", "path", "wanted"),
    [
        ("User-agent: *\nDisallow:/help", "/help.html", False),
        ("User-agent: *\nDisallow:/help", "/help/index.html", False),
        ("User-agent: *\nDisallow:/help/", "/help.html", True),
        ("User-agent: *\nDisallow:/help/", "/help/index.html", False),
        ("User-agent:*\nDisallow:/", "/x", False),
        ("", "/x", True),
        ("\ufeffUser-agent: *\nDisallow: /x", "/x", False),
        ("User-agent: *\nDisallow: /\nAllow: /open/", "/open/a", True),
        ("User-agent: *\nDisallow: /*.pdf$", "/a.pdf", False),
        ("User-agent: *\nDisallow: /*.pdf$", "/a.pdf?x", True),
        ("User-agent: tianwangexplorer\nDisallow: /a\n\nUser-agent: TianwangExplorer\nDisallow: /b", "/b", False),
        ("User-agent: tianwangexplorer\nDisallow: /a\n\nUser-agent: TianwangExplorer\nDisallow: /b", "/a", False),
        ("User-agent: other\nDisallow: /", "/a", True),
        ("User-agent: *\nDisallow: /\n\nUser-agent: TianwangExplorer\nDisallow:", "/a", True),
    ],
)
def test_rules_are_read_as_the_standard_has_it(text: str, path: str, wanted: bool) -> None:
    assert allowed(text, path) is wanted


def test_only_the_first_500_kib_count() -> None:
    padding = "# " + "x" * 98 + "\n"
    text = "User-agent: *\nDisallow: /early\n" + padding * (MAX_SIZE // 101 + 1) + "Disallow: /late\n"
    assert not allowed(text, "/early")
    assert allowed(text, "/late")


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
