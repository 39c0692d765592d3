"""Browsers in child processes, loaded and started with the first page that needs one."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.crawl.net.browser import Browser, BrowserFactory
    from app.crawl.net.fetch import Fetcher
    from app.crawl.rules.settings import CrawlSettings


def child_browser() -> BrowserFactory:
    """Makes browsers that run in a child process; nothing is loaded or started before the first page."""

    def make(fetcher: Fetcher, settings: CrawlSettings) -> Browser:
        # proxies and certificates: most crawls never need them
        from app.crawl.net.browsing import ChildBrowser

        return ChildBrowser.of_crawl(fetcher, settings)

    return make
