"""kill -9 at any moment: what was stored stays, what was in flight is fetched again, nothing is stored twice; and what
a person decided about hosts and addresses still holds."""

from __future__ import annotations

import multiprocessing
import random
import sys
from collections import Counter
from collections.abc import Iterator
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Any

import pytest

from app.archive.archive import Archive
from app.crawl.frontier.joblist import jobs
from app.crawl.frontier.queue import queue, why
from app.crawl.frontier.summaries import host_table
from app.crawl.run import committer
from app.crawl.run.crawl import Crawl
from app.crawl.run.jobcontrol import set_host_mode, take_anyway

PAGES = 60
KILLS = 20


def go_on(path: str, job_id: str, running: Event) -> None:
    """In a process of its own. It commits after every few captures, so that the kills meet all stages."""
    committer.COMMIT_CAPTURES = 4
    committer.COMMIT_SECONDS = 0.05
    committer.STORE_AT_ONCE = 2
    crawl = Crawl.resume(Archive.open(Path(path)), job_id)
    running.set()
    crawl.run()
    if crawl.error:
        sys.exit(str(crawl.error))


@pytest.fixture
def processes() -> Iterator[Any]:
    """Each begins as a copy of one that has imported everything, where the system can do that."""
    if sys.platform == "win32":
        yield multiprocessing.get_context("spawn")
        return
    from multiprocessing import forkserver

    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__])
    yield context
    forkserver._forkserver._stop()  # type: ignore[attr-defined]


def build(site: Any) -> None:
    """A tree of pages with an image each, some redirects, and an error."""
    for number in range(PAGES):
        links = "".join(
            f'<a href="/p{target}">x</a>' for target in (number * 2 + 1, number * 2 + 2) if target < PAGES
        )
        text = f'<title>Page {number}</title>{links}<img src="/i{number % 10}.png"><p>{"words " * 200}'

        def slowly(handler: Any, text: str = text) -> None:
            handler.server.closing.wait(0.1)
            handler.reply(200, {"Content-Type": "text/html", "ETag": f'"{len(text)}"'}, text.encode())

        site.pages[f"/p{number}"] = slowly
    for number in range(10):
        site.pages[f"/i{number}.png"] = (
            200,
            {"Content-Type": "image/png"},
            b"\x89PNG" + bytes([number]) * 500,
        )
    site.pages["/p7"] = (302, {"Location": "/target"}, b"")
    site.pages["/target"] = '<a href="/p15">x</a><a href="/p16">y</a>'
    site.pages["/forced"] = "wanted after all"
    site.pages["/held"] = "later"
    site.pages["/p1"] = (
        f'<a href="/p3">x</a><a href="/p4">x</a><a href="/forced">x</a><a href="/x/x/x/x/">x</a>'
        f'<a href="http://localhost:{site.server_port}/held">x</a>'
    )
    site.pages["/p9"] = (404, {"Content-Type": "text/html"}, b"gone")


@pytest.mark.slow
@pytest.mark.timeout(150)
def test_twenty_kills_lose_and_double_nothing(
    site: Any, archive: Archive, settings: Any, processes: Any
) -> None:
    build(site)
    # its pages differ in numbers only, which is a sign of a trap as well
    chosen = settings("/p0", workers=4, delay=0.06, scope="any", exclude=("forced",), near_duplicates=False)
    job_id = Crawl.new(archive, chosen).job_id
    other = f"localhost:{site.server_port}"
    set_host_mode(archive, job_id, other, "held")
    chance = random.Random(20040511)
    killed = 0
    ended = False
    while not ended:
        running = processes.Event()
        child = processes.Process(target=go_on, args=(str(archive.path), job_id, running))
        child.start()
        assert running.wait(60)
        # the first thirds of a second hold opening, recovery, the first requests and commits
        child.join(chance.uniform(0.02, 0.4) if killed < KILLS else None)
        if child.is_alive():
            child.kill()
            child.join()
            killed += 1
        else:
            ended = child.exitcode == 0
            assert ended
        reopened = Archive.open(archive.path)
        with reopened.writer(), reopened.reader() as reader:
            assert list(reader.verify()) == []
            urls = Counter(capture.url for capture in reader.captures_of_crawl(job_id))
        assert set(urls.values()) <= {1}, f"stored twice after {killed} kills"
        if killed == 3:
            assert take_anyway(reopened, job_id, site.url + "/forced"), (
                "between two runs, the last of them killed"
            )
    assert killed == KILLS, "the crawl was over too soon to mean anything"
    without = {f"/p{number}" for number in (19, 20, 39, 40, 41, 42)}  # they hang on the 404, below it, alone
    wanted = {f"/p{number}" for number in range(PAGES)} | {f"/i{number}.png" for number in range(10)}
    wanted = (wanted - without) | {"/target", "/robots.txt", "/forced"}
    assert {url.removeprefix(site.url) for url in urls} == wanted
    (job,) = jobs(archive)
    assert (job.state, job.queued) == ("stopped", 1), "the held host has one left"
    assert job.pages == len(wanted) - 10 - 1
    assert [(row.host, row.mode) for row in host_table(archive, job_id, other)] == [(other, "held")]
    assert [row.url for row in queue(archive, job_id, states=("parked",))] == [f"{site.url}/x/x/x/x/"]
    assert job.parked == 1
    forced = why(archive, job_id, site.url + "/forced")
    assert forced is not None and forced.forced and forced.state == "done"
    set_host_mode(archive, job_id, other, "normal")
    last = Crawl.resume(archive, job_id)
    last.run()
    assert last.error is None and jobs(archive)[0].state == "finished" and "/held" in site.requests
