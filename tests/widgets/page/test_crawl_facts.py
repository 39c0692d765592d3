"""What the Details tab says about crawling: why a page is here, its canonical address, when it is due again."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from app.archive.archive import Archive
from app.crawl.rules.settings import CrawlSettings
from app.crawl.run.crawl import Crawl
from widgets.page.details import CrawlFacts, CrawlWords
from widgets.page.details import facts_of_crawls as gather

PAGES = {
    "/": "<title>Home</title><a href='/list?utm_source=mail&amp;page=2'>the list</a>",
    "/list?utm_source=mail&page=2": "<title>List</title><a href='/item'>one item</a><a href='/list?page=2'>again</a>",
    "/item": "<title>Item</title>",
}


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        body = PAGES.get(self.path)
        self.send_response(404 if body is None else 200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write((body or "").encode())

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def site() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def facts(archive: Archive, url: str) -> tuple[CrawlFacts, dict[str, str]]:
    with archive.reader() as reader:
        found = gather(archive, reader, reader.versions(url)[-1])
    return found, dict(CrawlWords().rows(found, url))


def test_the_way_from_the_start_the_canonical_address_and_the_next_visit(qapp, archive, site) -> None:
    for _ in range(2):
        crawl = Crawl.new(
            archive, CrawlSettings(seeds=(site,), delay=0, revisit_floor=3.0, revisit_ceiling=5.0)
        )
        crawl.run()
    listed = f"{site}/list?utm_source=mail&page=2"
    found, said = facts(archive, listed)
    assert said["Why it is here"] == f"{site}/" and said["Text of the link"] == "the list"
    assert said["Canonical address"] == f"{site}/list?page=2" and "tracking" in said["By the rules"]
    assert found.revisit is not None and (found.revisit.changes, found.revisit.checks) == (0, 1)
    assert 3.0 <= found.revisit.interval.total_seconds() / 3600 <= 5.0
    assert said["Next visit"] and "1 visit" in said["Worth a visit"]
    _, said = facts(archive, f"{site}/item")
    assert said["Why it is here"] == f"{site}/ → {listed}" and said["Links from the start"] == "2"
    assert "no rule" in said["Canonical address"]
    _, said = facts(archive, f"{site}/")
    assert said["Why it is here"] == "The crawl started from it"


def test_without_the_crawl_that_made_it_there_is_less_to_say(qapp, fill, make_capture) -> None:
    archive = fill(make_capture("http://a.example/x?sid=1", "<title>A</title>"))
    found, said = facts(archive, "http://a.example/x?sid=1")
    assert found.why is None and "Why it is here" not in said
    assert said["Canonical address"] == "http://a.example/x" and "Next visit" in said
