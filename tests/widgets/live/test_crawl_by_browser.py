"""A crawl and the real browser together: what only scripts show is found, stored once, and followed, also by a page
that would itself go elsewhere at once."""

from __future__ import annotations

import pytest

from app.archive import Archive
from app.crawl import Crawl, CrawlSettings, refusals
from app.crawl.browsing import child_browser
from tests.rawserver import RawServer

SHELL = """<!doctype html><title>Shell</title><body><div id=app></div><script>
location = "/elsewhere";
fetch("/list.json").then((answer) => answer.json()).then((names) => {
  for (const name of names) {
    const link = document.createElement("a");
    link.href = "/" + name;
    link.textContent = "To " + name;
    document.getElementById("app").append(link);
  }
});
</script>"""


def answer(kind: str, body: str) -> bytes:
    head = (
        f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {len(body.encode())}\r\nConnection: close\r\n\r\n"
    )
    return head.encode() + body.encode()


@pytest.mark.usefixtures("elsewhere")
def test_what_only_scripts_show_is_crawled(archive: Archive, server: RawServer) -> None:
    server.routes["/"] = answer("text/html", SHELL)
    server.routes["/list.json"] = answer("application/json", '["first", "second"]')
    server.routes["/first"] = answer("text/html", "<p>The first.")
    server.routes["/second"] = answer("text/html", "<p>The second.")
    server.routes["/elsewhere"] = answer("text/html", "<p>Where the page wants to be.")
    settings = CrawlSettings(seeds=(server.base + "/",), delay=0.0, browser="auto", sitemaps=False)
    job = Crawl.new(archive, settings, browser=child_browser())
    job.run()
    assert job.error is None
    with archive.reader() as reader:
        stored = [capture.url.removeprefix(server.base) for capture in reader.captures_of_crawl(job.job_id)]
        version = reader.latest_version(server.base + "/list.json")
        assert version is not None and reader.http(version).body == b'["first", "second"]'
    assert {"/", "/list.json", "/first", "/second", "/elsewhere"} <= set(stored)
    assert len(stored) == len(set(stored))
    log = {entry.url.removeprefix(server.base): entry for entry in refusals(archive, job.job_id, limit=100)}
    assert (log["/"].kind, log["/"].detail) == ("stored", "")
    assert log["/list.json"].referrer == server.base + "/"
    assert [one.path for one in server.asked].count("/list.json") == 1
