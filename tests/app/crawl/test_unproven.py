"""Servers whose certificate proves nothing are asked all the same, however many requests find that out together."""

from __future__ import annotations

import asyncio

from app.crawl.net.fetch import Fetched, Fetcher
from app.crawl.rules.settings import CrawlSettings
from app.loopback.authority import Authority
from tests.rawserver import RawServer, answer


def test_requests_that_find_it_out_at_the_same_time_all_get_their_answer() -> None:
    async def run(base: str) -> list[Fetched]:
        fetcher = Fetcher(CrawlSettings(seeds=(base,)))
        try:
            return list(await asyncio.gather(*(fetcher.fetch(f"{base}/{number}") for number in range(6))))
        finally:
            await fetcher.close()

    with RawServer(
        {f"/{n}": answer(f"page {n}") for n in range(6)}, Authority().context("localhost")
    ) as server:
        found = asyncio.run(run(server.base))
    assert [fetched.body for fetched in found] == [b"page %d" % n for n in range(6)]
    assert all(fetched.tls for fetched in found)
