"""Hosts of a crawl: held, skipped, released; their turns; and until when they are left alone, across runs."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from itertools import groupby
from typing import Any

import pytest

from app.archive.archive import Archive
from app.crawl.frontier.frontier import Frontier
from app.crawl.frontier.hosts import Waiting
from app.crawl.frontier.joblist import create_job, job_events, jobs, mark_job, refusal_counts
from app.crawl.frontier.queue import queue_count
from app.crawl.frontier.schema import DONE, connect
from app.crawl.frontier.summaries import host_table
from app.crawl.rules.entries import Candidate, Entry, Outcome
from app.crawl.rules.model import Counters
from app.crawl.rules.settings import CrawlSettings
from app.crawl.rules.url import dedupe_key
from app.crawl.run.crawl import Crawl
from app.crawl.run.jobcontrol import set_host_mode
from app.crawl.run.schedule import ACTIVE_HOSTS, SHARE, Schedule
from tests.app.crawl.conftest import wait_for

Settings = Callable[..., CrawlSettings]


@pytest.fixture
def two(site: Any) -> Iterator[Any]:
    """The site under two names: 127.0.0.1 and localhost. /a leads to three pages of each."""
    port = site.server_port
    links = "".join(
        f'<a href="http://{host}:{port}/{letter}{n}">x</a>'
        for n in range(3)
        for host, letter in (("127.0.0.1", "i"), ("localhost", "l"))
    )
    site.pages["/a"] = links
    site.links(**{f"{letter}{n}": "" for n in range(3) for letter in "il"})
    site.other = f"localhost:{port}"
    yield site


def test_a_held_host_waits_until_it_is_released_and_the_crawl_with_it(
    two: Any, archive: Archive, settings: Settings
) -> None:
    gate = threading.Event()
    text = two.pages["/a"]

    def slow(handler: Any) -> None:
        gate.wait(20)
        handler.reply(200, {"Content-Type": "text/html"}, text.encode())

    two.pages["/a"] = slow
    crawl = Crawl.new(archive, settings("/a", scope="any"))
    crawl.start()
    wait_for(lambda: "/a" in two.requests)
    crawl.hold_host(two.other).result(10)
    gate.set()
    wait_for(lambda: crawl.progress().pages == 4)
    assert not crawl.join(0.3) and not [path for path in two.requests if path.startswith("/l")]
    held = {host.host: host.mode for host in crawl.progress().hosts}
    assert held[two.other] == "held"
    crawl.release_host(two.other).result(10)
    assert crawl.join(10) and crawl.progress().state == "finished" and crawl.progress().pages == 7
    assert [event.text for event in job_events(archive, crawl.job_id)] == [
        f"held {two.other}",
        f"normal {two.other}",
    ]


def test_a_host_that_was_held_before_leaves_the_job_stopped(
    two: Any, archive: Archive, settings: Settings
) -> None:
    crawl = Crawl.new(archive, settings("/a", scope="any"))
    set_host_mode(archive, crawl.job_id, two.other, "held")
    crawl.run()
    assert crawl.progress().state == jobs(archive)[0].state == "stopped" and crawl.progress().pages == 4
    assert jobs(archive)[0].queued == 3
    set_host_mode(archive, crawl.job_id, two.other, "normal")
    again = Crawl.resume(archive, crawl.job_id)
    again.run()
    assert again.progress().state == "finished" and again.progress().pages == 7
    assert max(Counter(path for path in two.requests if path != "/robots.txt").values()) == 1


def test_a_skipped_host_leaves_the_queue_and_may_come_back(
    two: Any, archive: Archive, settings: Settings
) -> None:
    crawl = Crawl.new(archive, settings("/a", scope="any"))
    set_host_mode(archive, crawl.job_id, two.other, "skipped")
    crawl.run()
    assert crawl.progress().state == "finished" and crawl.progress().pages == 4
    assert refusal_counts(archive, crawl.job_id) == {"skipped-host": 3}
    assert [(row.host, row.mode) for row in host_table(archive, crawl.job_id, "localhost")] == [
        (two.other, "skipped")
    ]
    set_host_mode(archive, crawl.job_id, two.other, "normal")
    assert jobs(archive)[0].state == "stopped" and queue_count(archive, crawl.job_id) == 3
    again = Crawl.resume(archive, crawl.job_id)
    again.run()
    assert again.progress().pages == 7


def test_skipping_while_running_takes_what_is_queued_out(
    two: Any, archive: Archive, settings: Settings
) -> None:
    crawl = Crawl.new(archive, settings("/a", scope="any", delay=30.0, obey_robots=False))
    crawl.start()
    # 127.0.0.1 waits for its delay now, localhost was asked once
    wait_for(lambda: crawl.progress().pages == 2)
    crawl.skip_host(two.other).result(10)
    wait_for(lambda: crawl.progress().queued == 3)
    crawl.skip_host(two.url.removeprefix("http://")).result(10)
    assert crawl.join(10) and crawl.progress().state == "finished"
    assert refusal_counts(archive, crawl.job_id) == {"skipped-host": 5}


def test_workers_are_raised_and_lowered_while_running(
    site: Any, archive: Archive, settings: Settings
) -> None:
    gate = threading.Event()
    now, most = [0], [0]
    lock = threading.Lock()

    def slow(handler: Any) -> None:
        with lock:
            now[0] += 1
            most[0] = max(most[0], now[0])
        gate.wait(20)
        with lock:
            now[0] -= 1
        handler.reply(200, {"Content-Type": "text/html"}, b"end")

    site.links(a=" ".join(f"s{n}" for n in range(12)))
    site.pages.update({f"/s{n}": slow for n in range(12)})
    crawl = Crawl.new(archive, settings("/a", workers=1))
    crawl.start()
    wait_for(lambda: now[0] == 1)
    crawl.reconfigure(replace(crawl.settings, workers=4))
    wait_for(lambda: now[0] == 4)
    progress = crawl.progress()
    assert progress.worker_limit == 4 and len(progress.workers) == 4
    assert {worker.url.rpartition("/")[2][0] for worker in progress.workers} == {"s"}
    assert {worker.phase for worker in progress.workers} == {"fetching"} and progress.workers[0].seconds >= 0
    crawl.reconfigure(replace(crawl.settings, workers=2))
    wait_for(lambda: crawl.progress().worker_limit == 2)
    most[0] = 0
    gate.set()
    assert crawl.join(20) and crawl.progress().pages == 13
    assert most[0] <= 2 and crawl.progress().workers == ()
    assert jobs(archive)[0].settings.workers == 2


# -- turns


def entry(number: int, host: int = 1, score: float = 0.0) -> Entry:
    return Entry(number, b"", f"http://h{host}.org/{number}", host, 0, 0, None, 0, 0, "", score=score)


def test_no_host_of_many_starves(archive: Archive) -> None:
    """2000 hosts, 200 places: after a share for each, every host has had its turn."""
    job_id = create_job(archive, CrawlSettings(seeds=("http://h.org/",)))
    hosts, each, share = 10 * ACTIVE_HOSTS, 12, 3
    with closing(Frontier(archive.crawl_db, job_id)) as frontier:
        with frontier.transaction():
            urls = [f"http://h{n}.org/{k}" for k in range(each) for n in range(hosts)]
            frontier.add([Candidate(url, dedupe_key(url), 1, 0) for url in urls], None, Counters())
        served: Counter[str] = Counter()
        for _ in range(hosts // ACTIVE_HOSTS):
            waiting = frontier.waiting_hosts(ACTIVE_HOSTS)
            assert len(waiting) == ACTIVE_HOSTS
            for host in waiting:
                entries = frontier.take(host.number, share)
                with frontier.transaction():
                    for item in entries:
                        frontier.settle(Outcome(item), DONE, "stored", Counters())
                    frontier.hosts.retire(host.number)
                served[host.name] += len(entries)
        assert len(served) == hosts and set(served.values()) == {share}
        # one that becomes known now stands behind those that were there before
        with frontier.transaction():
            frontier.add([Candidate("http://new.org/", b"new", 1, 0)], None, Counters())
        assert [host.name for host in frontier.waiting_hosts(1)] == ["h0.org"]


def test_a_host_makes_room_when_it_had_its_share_and_others_wait() -> None:
    schedule = Schedule(CrawlSettings(("http://a.example/",), delay=0.0, per_host=8))
    schedule.offer(Waiting(number, f"h{number}") for number in range(1, ACTIVE_HOSTS + 2))
    assert schedule.outside and len(schedule) == ACTIVE_HOSTS
    host = next(host for host in schedule.hungry() if host.number == 1)
    schedule.fill(host, [entry(n) for n in range(SHARE)], more=True)
    assert schedule.sated() == []
    for _ in range(SHARE):
        found = schedule.pick(0.0, lambda _: True)
        assert not isinstance(found, float)
        found[0].manners.end()
        found[0].manners.unused()
    assert [host.number for host in schedule.sated()] == [1]
    assert host not in schedule.hungry(), "it gets nothing more before it has made room"
    schedule.drop(1)
    schedule.offer([Waiting(ACTIVE_HOSTS + 1, "late")])
    assert ACTIVE_HOSTS + 1 in schedule.active and not schedule.outside


def test_in_a_scored_order_the_best_address_of_all_ready_hosts_is_next() -> None:
    schedule = Schedule(CrawlSettings(("http://a.example/",), delay=0.0, per_host=8, order="best"))
    schedule.offer([Waiting(1, "one", bonus=0.0), Waiting(2, "two", bonus=5.0)])
    for host in schedule.hungry():
        scores = (7.0, 3.0) if host.number == 1 else (2.5, 1.0)
        schedule.fill(
            host, [entry(host.number * 10 + n, host.number, score) for n, score in enumerate(scores)], False
        )
    picked = [schedule.pick(0.0, lambda _: True) for _ in range(4)]
    assert [item[1].number for item in picked if not isinstance(item, float)] == [20, 10, 21, 11]


def test_a_crawl_with_more_hosts_than_places_gives_each_its_share(
    site: Any, archive: Archive, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One place, two hosts: they take turns, and nothing is left out or asked for twice."""
    for module in ("schedule", "ledger"):
        monkeypatch.setattr(f"app.crawl.run.{module}.ACTIVE_HOSTS", 1)
    monkeypatch.setattr("app.crawl.run.schedule.SHARE", 3)
    monkeypatch.setattr("app.crawl.run.schedule.SMALL_WINDOW", 2)
    port = site.server_port
    names = [f"{letter}{n}" for n in range(10) for letter in "il"]
    hosts = {"i": "127.0.0.1", "l": "localhost"}
    site.pages["/a"] = "".join(f'<a href="http://{hosts[name[0]]}:{port}/{name}">x</a>' for name in names)
    site.links(**dict.fromkeys(names, ""))
    crawl = Crawl.new(archive, settings("/a", scope="any", obey_robots=False))
    crawl.run()
    assert crawl.error is None and crawl.progress().state == "finished"
    asked = "".join(path[1] for path in site.requests)
    assert Counter(asked) == {"a": 1, "i": 10, "l": 10} and len(set(site.requests)) == 21
    turns = [len(list(group)) for letter, group in groupby(asked) if letter != "a"]
    assert max(turns) <= 4, "after its share (and what was in the window) the other one is next"


def test_hosts_that_rest_make_room_for_others(
    site: Any, archive: Archive, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("schedule", "ledger"):
        monkeypatch.setattr(f"app.crawl.run.{module}.ACTIVE_HOSTS", 1)
    monkeypatch.setattr("app.crawl.run.schedule.REST", 0.05)
    port = site.server_port
    site.pages["/a"] = f'<a href="/i">x</a><a href="http://localhost:{port}/l">x</a>'
    site.links(i="", l="")
    crawl = Crawl.new(archive, settings("/a", scope="any", obey_robots=False, delay=1.0, workers=2))
    start = time.monotonic()
    crawl.run()
    assert site.requests == ["/a", "/l", "/i"], "while 127.0.0.1 had to rest, localhost was asked"
    assert time.monotonic() - start >= 1.0 and crawl.progress().pages == 3


# -- until when a host is left alone


def test_the_next_run_knows_until_when_a_host_is_left_alone(
    site: Any, archive: Archive, settings: Settings
) -> None:
    pages = "abcdefghijklmnop"  # on a busy machine more than one comes before the crawl is stopped
    site.links(**{page: " ".join(pages) for page in pages})
    site.pages["/robots.txt"] = (200, {"Content-Type": "text/plain"}, b"User-agent: *\nCrawl-delay: 2\n")
    times: list[float] = []
    answer = site.pages["/a"]

    def noted(handler: Any) -> None:
        times.append(time.monotonic())
        handler.reply(200, {"Content-Type": "text/html"}, answer.encode())

    site.pages.update(dict.fromkeys((f"/{page}" for page in pages), noted))
    crawl = Crawl.new(archive, settings("/a"))
    crawl.start()
    wait_for(lambda: crawl.progress().pages >= 1)
    crawl.stop()
    assert crawl.join(10)
    (row,) = host_table(archive, crawl.job_id)
    assert row.delay == 2.0
    asked, last = len(site.requests), times[-1]
    again = Crawl.resume(archive, crawl.job_id)
    again.start()
    wait_for(lambda: len(site.requests) > asked)
    # the delay counts from the moment the request was on the wire, which the server notes a little later
    assert time.monotonic() - last >= 1.9, "even robots.txt is asked for only then"
    again.stop()
    assert again.join(10)


def test_after_a_kill_every_host_is_left_alone_for_its_delay(
    site: Any, archive: Archive, settings: Settings
) -> None:
    """Nobody knows when the killed run asked last; a Crawl-delay that was longer counts."""
    site.links(a="b", b="")
    crawl = Crawl.new(archive, settings("/a", obey_robots=False, delay=0.1))
    name = site.url.removeprefix("http://")
    set_host_mode(archive, crawl.job_id, name, "normal")
    with closing(connect(archive.crawl_db)) as db:
        db.execute("UPDATE hosts SET delay = 1.0")
    mark_job(archive, crawl.job_id, "running")
    start = time.monotonic()
    again = Crawl.resume(archive, crawl.job_id)
    again.start()
    wait_for(lambda: bool(site.requests))
    assert time.monotonic() - start >= 1.0
    again.stop()
    assert again.join(10)


def test_a_clock_that_was_set_back_holds_no_host_for_ever() -> None:
    schedule = Schedule(CrawlSettings(("http://a.example/",), delay=1.0, per_host=1))
    now = time.monotonic()
    schedule.offer([Waiting(1, "one", next_time=time.time() + 1e6)])
    (host,) = schedule.hungry()
    assert host.manners.ready_at() < now + 3600


def test_what_a_held_host_had_under_way_does_not_come_back_by_itself() -> None:
    schedule = Schedule(CrawlSettings(("http://a.example/",), delay=0.0, per_host=8))
    schedule.offer([Waiting(1, "one")])
    (host,) = schedule.hungry()
    schedule.fill(host, [entry(1), entry(2)], more=False)
    found = schedule.pick(0.0, lambda _: True)
    assert not isinstance(found, float)
    assert [item.number for item in schedule.drop(1, unwanted=True)] == [2]
    assert not schedule.later(host, found[1], 0.0) and not schedule.waiting
