"""Scrapy over a site, following every link and storing nothing: run by bench_crawl.py with the Python of the peers.

python scrapy_crawl.py URL CONCURRENCY     prints {"program", "pages", "seconds", "cpu"} as JSON
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

import scrapy
from scrapy.crawler import CrawlerProcess


class Everything(scrapy.Spider):
    """Title and links of each page, as any spider takes them."""

    name = "everything"
    pages = 0

    async def start(self) -> Any:
        yield scrapy.Request(sys.argv[1])

    def parse(self, response: Any) -> Any:
        type(self).pages += 1
        response.css("title::text").get()
        yield from response.follow_all(css="a")


def main() -> None:
    process = CrawlerProcess(
        {
            "LOG_ENABLED": False,
            "ROBOTSTXT_OBEY": False,
            "CONCURRENT_REQUESTS": int(sys.argv[2]),
            "CONCURRENT_REQUESTS_PER_DOMAIN": int(sys.argv[2]),
            "DOWNLOAD_DELAY": 0,
            "TELNETCONSOLE_ENABLED": False,
        }
    )
    process.crawl(Everything)
    began = time.perf_counter()
    process.start()
    seconds = time.perf_counter() - began
    found = {"program": f"Scrapy {scrapy.__version__}", "pages": Everything.pages, "seconds": seconds}
    print(json.dumps({**found, "cpu": time.process_time()}))


if __name__ == "__main__":
    main()
