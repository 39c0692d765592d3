"""kill -9 at any moment: what was stored stays, what was in flight is fetched again, nothing is stored twice."""

from __future__ import annotations

import random
import subprocess
import sys
import textwrap
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from app.archive import Archive
from app.crawl import Crawl, jobs

ROOT = Path(__file__).parents[3]
PAGES = 60
KILLS = 20

# commits after every few captures, so that the kills meet all stages
CHILD = textwrap.dedent(
    """
    import sys
    import app.crawl.committer as committer
    from app.archive import Archive
    from app.crawl import Crawl
    committer.COMMIT_CAPTURES = 4
    committer.COMMIT_SECONDS = 0.05
    committer.STORE_AT_ONCE = 2
    crawl = Crawl.resume(Archive.open(sys.argv[1]), sys.argv[2])
    print("running", flush=True)
    crawl.run()
    if crawl.error:
        sys.exit(str(crawl.error))
    """
)


def build(site: Any) -> None:
    """A tree of pages with an image each, some redirects, and an error."""
    for number in range(PAGES):
        links = "".join(f'<a href="/p{target}">x</a>' for target in (number * 2 + 1, number * 2 + 2) if target < PAGES)
        text = f'<title>Page {number}</title>{links}<img src="/i{number % 10}.png"><p>{"words " * 200}'

        def slowly(handler: Any, text: str = text) -> None:
            handler.server.closing.wait(0.1)
            handler.reply(200, {"Content-Type": "text/html", "ETag": f'"{len(text)}"'}, text.encode())

        site.pages[f"/p{number}"] = slowly
    for number in range(10):
        site.pages[f"/i{number}.png"] = (200, {"Content-Type": "image/png"}, b"\x89PNG" + bytes([number]) * 500)
    site.pages["/p7"] = (302, {"Location": "/target"}, b"")
    site.pages["/target"] = '<a href="/p15">x</a><a href="/p16">y</a>'
    site.pages["/p9"] = (404, {"Content-Type": "text/html"}, b"gone")


@pytest.mark.slow
@pytest.mark.timeout(150)
def test_twenty_kills_lose_and_double_nothing(site: Any, archive: Archive, settings: Any) -> None:
    build(site)
    job_id = Crawl.new(archive, settings("/p0", workers=4, delay=0.06)).job_id
    chance = random.Random(20040511)
    killed = 0
    ended = False
    while not ended:
        child = subprocess.Popen(
            [sys.executable, "-c", CHILD, str(archive.path), job_id], cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        assert child.stdout is not None and child.stdout.readline() == "running\n"
        try:
            # the first thirds of a second hold opening, recovery, the first requests and commits
            ended = child.wait(chance.uniform(0.02, 0.4) if killed < KILLS else None) == 0
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()
            killed += 1
        finally:
            child.stdout.close()
        reopened = Archive.open(archive.path)
        with reopened.writer(), reopened.reader() as reader:
            assert list(reader.verify()) == []
            urls = Counter(capture.url for capture in reader.captures_of_crawl(job_id))
        assert set(urls.values()) <= {1}, f"stored twice after {killed} kills"
    assert killed == KILLS, "the crawl was over too soon to mean anything"
    without = {f"/p{number}" for number in (19, 20, 39, 40, 41, 42)}  # they hang on the 404, below it, alone
    wanted = {f"/p{number}" for number in range(PAGES)} | {f"/i{number}.png" for number in range(10)}
    wanted = (wanted - without) | {"/target", "/robots.txt"}
    assert {url.removeprefix(site.url) for url in urls} == wanted
    (job,) = jobs(archive)
    assert (job.state, job.queued) == ("finished", 0)
    assert job.pages == len(wanted) - 10 - 1
