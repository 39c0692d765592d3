"""The cap on bytes a second, for all connections together, and changed while they wait."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

from app.crawl.net.fetch import Bandwidth
from app.crawl.rules.model import CrawlProgress
from app.crawl.run.crawl import Crawl

Run = Callable[..., tuple[Crawl, CrawlProgress]]


def test_the_rate_holds_over_all_who_spend() -> None:
    async def work() -> float:
        bandwidth = Bandwidth(100_000)

        async def spend() -> None:
            for _ in range(10):
                await bandwidth.spend(1000)

        start = time.monotonic()
        await asyncio.gather(*(spend() for _ in range(4)))
        return time.monotonic() - start

    assert 0.29 < asyncio.run(work()) < 0.8


def test_a_new_rate_counts_for_those_who_wait_already() -> None:
    async def work() -> float:
        bandwidth = Bandwidth(10)
        start = time.monotonic()
        waiting = [asyncio.create_task(bandwidth.spend(10_000)) for _ in range(3)]
        await asyncio.sleep(0)
        bandwidth.set_rate(1_000_000)
        await waiting[0]
        bandwidth.set_rate(0)
        await asyncio.gather(*waiting)
        assert await bandwidth.spend(10**9) == 0.0, "no cap, no wait"
        return time.monotonic() - start

    assert asyncio.run(work()) < 0.5


def test_a_pause_saves_up_next_to_nothing() -> None:
    async def work() -> float:
        bandwidth = Bandwidth(100_000)
        await asyncio.sleep(0.3)
        start = time.monotonic()
        await bandwidth.spend(30_000)
        return time.monotonic() - start

    assert asyncio.run(work()) > 0.15


def test_a_crawl_with_a_cap_takes_its_time_and_is_not_called_slow(
    site: Any, crawl: Run, reasons: Any
) -> None:
    site.links(a="b c")
    for name in "bc":
        site.pages[f"/{name}"] = (200, {}, b"x" * 20_000)
    start = time.monotonic()
    # four time-outs of grace would be over long before
    job, progress = crawl("/a", bandwidth=50_000, timeout=0.1, workers=4)
    assert time.monotonic() - start > 0.6
    assert progress.pages == 3 and reasons(job)["/b"] == ("stored", "")
