"""A crawl and the real browser together: what only scripts show is found, stored once, and followed, also by a page
that would itself go elsewhere at once."""

from __future__ import annotations

import pytest

from app.archive.archive import Archive
from app.blocks.noise.judged import compare_captures
from app.crawl.frontier.joblist import refusals
from app.crawl.net.child_browser import child_browser
from app.crawl.rules.settings import CrawlSettings
from app.crawl.run.crawl import Crawl
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
    head = f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {len(body.encode())}\r\nConnection: close\r\n\r\n"
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


STATIC_SHELL = """<!doctype html><html><head><title>Loading</title></head><body><h1>Weather</h1>
<p id=said>loading&hellip;</p><p>The rest of this page stands in its own bytes, and never changes at all.</p>
<iframe src="/frame" width=300 height=100></iframe><iframe id=written width=300 height=100></iframe>
<div id=card></div><noscript>Scripts are off.</noscript><script>
fetch("/said.json").then((answer) => answer.json()).then((said) => {
  document.title = said.title;
  written.contentDocument.body.textContent = "Words that a script wrote in a frame.";
  document.getElementById("said").textContent = said.text;
  const root = document.getElementById("card").attachShadow({ mode: "open" });
  root.innerHTML = "<b>In a shadow: </b><slot></slot>";
  document.getElementById("card").append("and what it was given <&>");
});
</script></body></html>"""


def test_what_a_script_writes_is_text_title_and_change_of_a_page(archive: Archive, server: RawServer) -> None:
    """Two crawls of a page whose bytes stay, and whose script writes something else: a change is told, by name."""
    server.routes["/"] = answer("text/html; charset=utf-8", STATIC_SHELL)
    server.routes["/frame"] = answer("text/html", "<p>Words of a frame.</p>")
    for weather in ("It rains in 北京 today.", "It snows in 北京 today."):
        server.routes["/said.json"] = answer(
            "application/json", f'{{"title": "The weather", "text": "{weather}"}}'
        )
        settings = CrawlSettings(
            seeds=(server.base + "/",), delay=0.0, browser="always", sitemaps=False, max_depth=0
        )
        job = Crawl.new(archive, settings, browser=child_browser())
        job.run()
        assert job.error is None
    with archive.reader() as reader:
        old, new = reader.versions(server.base + "/")
        assert reader.body(old) == reader.body(new) == STATIC_SHELL.encode(), "the bytes are what they were"
        assert (old.title, new.title) == ("The weather", "The weather")
        text = reader.document(new).text
        for said in (
            "It snows in 北京 today.",
            "In a shadow: and what it was given <&>",
            "Words that a script wrote in",
        ):
            assert said in text
        for unsaid in ("loading", "Scripts are off", "Words of a frame"):  # the frame is a capture of its own
            assert unsaid not in text
        comparison = compare_captures(reader, old, new)
        [told] = [change for change in comparison.changes if change.kind != "unchanged"]
        assert [word for word in told.words if word[0] != "unchanged"] == [("changed", "rains", "snows")]
        assert comparison.real_share > 0
        assert list(reader.verify(strict=True)) == []
