"""A fetcher for the length of a test."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from app.crawl.net.fetch import Fetcher
from app.crawl.rules.settings import CrawlSettings

OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"


def fetching(work: Callable[[Fetcher], Awaitable[Any]], **more: Any) -> Any:
    """What `work` gives with a fetcher of its own. Nothing may be left running."""
    vault = more.pop("vault", None)

    async def run() -> Any:
        values = {"seeds": ("http://h.org/",), "timeout": 5.0, "backoff": 0.02, **more}
        fetcher = Fetcher(CrawlSettings(**values), vault=vault)
        try:
            return await work(fetcher)
        finally:
            await fetcher.close()

    return asyncio.run(run())
