"""Looking into a job from outside: queue, hosts, outcomes, redirects, reasons; quick in large jobs."""

from __future__ import annotations

import time
from contextlib import closing
from typing import Any

import pytest

from app.archive.archive import Archive
from app.crawl.frontier.frontier import Frontier
from app.crawl.frontier.joblist import create_job
from app.crawl.frontier.queue import queue, queue_count, why
from app.crawl.frontier.schema import connect
from app.crawl.frontier.summaries import host_table, outcomes, redirect_chains
from app.crawl.rules.entries import Candidate
from app.crawl.rules.model import Cancelled, Counters
from app.crawl.rules.settings import CrawlSettings
from app.crawl.rules.url import dedupe_key
from app.crawl.run.crawl import Crawl
from app.errors import CaptureMissing


def job_of(archive: Archive, *found: Candidate) -> str:
    job_id = create_job(archive, CrawlSettings(seeds=("http://h.org/",)))
    with closing(Frontier(archive.crawl_db, job_id)) as frontier, frontier.transaction():
        frontier.add(found, None, Counters())
    return job_id


def page(url: str, depth: int = 1, reason: str = "", **more: Any) -> Candidate:
    return Candidate(url, dedupe_key(url), depth, 0, reason, **more)


def test_pages_of_the_queue_follow_each_other_without_gaps(archive: Archive) -> None:
    found = [page(f"http://h{n % 3}.org/{n}", n % 4) for n in range(50)]
    job_id = job_of(archive, *found, page("http://out.org/", reason="scope", detail="host"))
    read: list[str] = []
    row = None
    while rows := queue(archive, job_id, after=row, limit=7):
        read += [row.url for row in rows]
        row = rows[-1]
    wanted = [
        candidate.url
        for host in range(3)
        for candidate in sorted((one for one in found if f"//h{host}." in one.url), key=lambda one: one.depth)
    ]
    assert read == wanted, "host after host, in the order of taking"
    assert queue_count(archive, job_id) == 50
    assert [row.url for row in queue(archive, job_id, host="h1.org", limit=2)] == [
        "http://h1.org/4",
        "http://h1.org/16",
    ]
    assert queue_count(archive, job_id, host="h1.org") == 17
    assert (
        queue(archive, job_id, host="nowhere.org") == []
        and queue_count(archive, job_id, host="nowhere.org") == 0
    )


def test_search_takes_the_text_as_it_is(archive: Archive) -> None:
    job_id = job_of(
        archive, page("http://h.org/100%_sure"), page("http://h.org/100a_sure"), page("http://h.org/UPPER")
    )
    assert [row.url for row in queue(archive, job_id, search="0%_S")] == ["http://h.org/100%_sure"]
    assert queue_count(archive, job_id, search="upper") == 1
    assert queue_count(archive, job_id, search="0%_s", host="h.org") == 1


def test_states_come_one_after_the_other_with_their_reasons(archive: Archive) -> None:
    job_id = job_of(
        archive,
        page("http://h.org/a", anchor="to a", guess=True, raw="HTTP://H.org/a"),
        *(page(f"http://out.org/{n}", reason="scope", detail="host") for n in range(3)),
        page("http://h.org/x/x/x/", reason="trap", detail="/x repeated"),
    )
    every = ("parked", "outside", "queued", "done")
    rows = queue(archive, job_id, states=every, limit=2)
    rows += queue(archive, job_id, states=every, after=rows[-1])
    assert [(row.state, row.reason) for row in rows] == [
        ("parked", "trap"),
        *[("outside", "scope")] * 3,
        ("queued", ""),
    ]
    assert (rows[-1].anchor, rows[-1].guess, rows[-1].raw) == ("to a", True, "HTTP://H.org/a")
    assert (rows[0].detail, rows[1].detail) == ("/x repeated", "host")
    assert queue_count(archive, job_id, states=every) == 5
    assert queue_count(archive, job_id, states=("outside", "parked"), reason="scope") == 3
    with pytest.raises(CaptureMissing):
        queue(archive, "20260101-000000-abcdef")


def test_a_crawl_summed_up(site: Any, archive: Archive, crawl: Any) -> None:
    site.pages["/a"] = (
        '<a href="/r1">one</a><a href="/loop">two</a><a href="/gone">three</a><a href="/end">four</a>'
    )
    for name, target in (("r1", "r2"), ("r2", "deep"), ("loop", "pool"), ("pool", "loop")):
        site.pages[f"/{name}"] = (301 if name == "r1" else 302, {"Location": f"/{target}"}, b"")
    site.links(end="", deep="deeper", deeper="")
    job, progress = crawl("/a")
    short = {
        tuple(url.removeprefix(site.url) for url in chain.urls): chain.statuses
        for chain in redirect_chains(archive, job.job_id)
    }
    assert short == {("/r1", "/r2", "/deep"): (301, 302, 200), ("/loop", "/pool", "/loop"): (302, 302, 302)}
    first = redirect_chains(archive, job.job_id, limit=1)
    assert len(first) == 1 and len(redirect_chains(archive, job.job_id, after=first[0])) == 1
    assert outcomes(archive, job.job_id) == {
        "stored": 4,
        "redirect": 4,
        "error": 1,
        "refused": 1,
        "2xx": 4,
        "3xx": 4,
        "4xx": 1,
    }
    (host,) = host_table(archive, job.job_id)
    assert (host.host, host.done, host.queued, host.errors, host.mode) == (
        site.url.removeprefix("http://"),
        9,
        0,
        1,
        "normal",
    )
    assert (
        host_table(archive, job.job_id, "127.0") == [host]
        and host_table(archive, job.job_id, after=host) == []
    )
    told = why(archive, job.job_id, site.url + "/deeper")
    assert told is not None and (told.state, told.status, told.anchor) == ("done", 200, "deeper")
    assert [url.removeprefix(site.url) for url in told.path] == ["/a", "/r1", "/r2", "/deep"]
    assert told.parts == (("depth", -2.0),) and told.score == -2.0
    gone = why(archive, job.job_id, site.url + "/gone")
    assert gone is not None and (gone.state, gone.reason, gone.status) == ("done", "http-404", 404)
    assert why(archive, job.job_id, site.url + "/never") is None
    assert why(archive, job.job_id, "mailto:nobody") is None
    assert progress.parked == 0


def test_many_rows_are_no_burden(archive: Archive) -> None:
    """A page of the queue and all counts are found by an index; a search reads everything and can be cancelled."""
    total, hosts = 60_000, 3000
    job_id = job_of(archive)
    with closing(connect(archive.crawl_db)) as db:
        db.execute("BEGIN")
        db.executemany(
            "INSERT INTO hosts (job, name, queued, turn) VALUES (1, ?, ?, 0)",
            [(f"h{n}.org", total // hosts // 2) for n in range(hosts)],
        )
        db.executemany(
            "INSERT INTO urls (job, key, url, host, depth, level, hops, chain, state, score, reason)"
            " VALUES (1, ?, ?, ?, 1, 0, 0, 0, ?, ?, 'scope')",
            (
                (
                    n.to_bytes(12, "big"),
                    f"http://h{n % hosts}.org/{n}",
                    n % hosts + 1,
                    (n // hosts % 2) * 5,
                    -float(n % 9),
                )
                for n in range(total)
            ),
        )
        db.execute("COMMIT")
        plans = [
            row[3]
            for sql in (
                "SELECT 1 FROM urls u WHERE u.host = 7 AND u.state = 0 ORDER BY u.score DESC, u.number LIMIT 10",
                "SELECT 1 FROM urls u WHERE u.job = 1 AND u.state = 5 AND u.number > 9 ORDER BY u.number",
                "SELECT number FROM hosts WHERE job = 1 AND queued > 0 AND mode = 0 ORDER BY turn, number LIMIT 9",
            )
            for row in db.execute(f"EXPLAIN QUERY PLAN {sql}")
        ]
    assert not [plan for plan in plans if "TEMP B-TREE" in plan]
    assert all("urls_queued" in p or "urls_outside" in p or "hosts_waiting" in p for p in plans)
    start = time.perf_counter()
    rows = queue(archive, job_id, states=("outside",), limit=500)
    rows = queue(archive, job_id, states=("outside",), limit=500, after=rows[-1])
    assert len(rows) == 500 and queue_count(archive, job_id, states=("queued",)) == total // 2
    assert time.perf_counter() - start < 1.0
    with pytest.raises(Cancelled):
        queue(archive, job_id, search="not there", states=("outside",), cancelled=lambda: True)
    assert (
        queue(archive, job_id, search="not there", states=("outside", "queued"), cancelled=lambda: False)
        == []
    )


def test_a_job_that_has_not_begun_is_empty(archive: Archive) -> None:
    crawl = Crawl.new(archive, CrawlSettings(seeds=("http://h.org/",)))
    assert queue(archive, crawl.job_id) == [] and outcomes(archive, crawl.job_id) == {}
    assert why(archive, crawl.job_id, "http://h.org/") is None and crawl.progress().workers == ()
