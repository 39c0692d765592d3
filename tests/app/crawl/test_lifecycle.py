"""Pause, stop, resume, failing disks, locks: nothing is lost and nothing is done twice."""

from __future__ import annotations

import sqlite3
import threading
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from typing import Any

import pytest

from app.archive.archive import Archive
from app.archive.documents.preparing import prepare
from app.archive.model import NewCapture
from app.archive.writer import ArchiveWriter
from app.crawl.frontier.joblist import jobs
from app.crawl.frontier.replanning import QueueChanges
from app.crawl.frontier.schema import connect
from app.crawl.rules.settings import CrawlSettings
from app.crawl.run.crawl import Crawl
from app.crawl.run.ledger import Ledger
from app.errors import ArchiveLocked, CaptureMissing, StorageFailed
from tests.app.crawl.conftest import wait_for

Settings = Callable[..., CrawlSettings]


def chain(site: Any, length: int, gate: threading.Event | None = None, at: int = 0) -> None:
    """Pages /p0 → /p1 → …; page number `at` is answered only when the gate opens."""
    for number in range(length):
        text = f'<a href="/p{number + 1}">next</a>' if number + 1 < length else "end"
        site.pages[f"/p{number}"] = text
        if gate is not None and number == at:

            def wait(handler: Any, text: str = text) -> None:
                gate.wait(20)
                handler.reply(200, {"Content-Type": "text/html"}, text.encode())

            site.pages[f"/p{number}"] = wait


def counts(archive: Archive, *crawls: Crawl) -> Counter[str]:
    with archive.reader() as reader:
        return Counter(
            capture.url.rpartition("/")[2]
            for job in {c.job_id for c in crawls}
            for capture in reader.captures_of_crawl(job)
        )


def test_a_paused_crawl_finishes_what_is_under_way_and_waits(
    site: Any, archive: Archive, settings: Settings
) -> None:
    gate = threading.Event()
    chain(site, 6, gate, at=2)
    crawl = Crawl.new(archive, settings("/p0"))
    assert crawl.progress().state == "starting" and not crawl.join(0)
    crawl.start()
    wait_for(lambda: "/p2" in site.requests)
    crawl.pause()
    gate.set()
    wait_for(lambda: crawl.progress().state == "paused" and crawl.progress().pages == 3)
    before = crawl.progress().seconds
    assert not crawl.join(0.2)
    assert "/p3" not in site.requests and crawl.progress().seconds == before, "a pause does not count"
    crawl.unpause()
    assert crawl.join(10)
    assert crawl.progress().state == "finished" and crawl.progress().pages == 6


def test_a_stopped_crawl_is_resumed_where_it_was(site: Any, archive: Archive, settings: Settings) -> None:
    gate = threading.Event()
    chain(site, 8, gate, at=3)
    first = Crawl.new(archive, settings("/p0"))
    first.start()
    wait_for(lambda: "/p3" in site.requests)
    first.stop()
    gate.set()
    assert first.join(10)
    assert first.progress().state == jobs(archive)[0].state == "stopped"
    assert first.progress().pages == 4 and jobs(archive)[0].queued == 1
    second = Crawl.resume(archive, first.job_id)
    assert second.progress().pages == 4 and second.progress().queued == 1, "known before it runs"
    second.run()
    assert second.progress().state == jobs(archive)[0].state == "finished"
    assert counts(archive, first) == Counter(["robots.txt", *(f"p{n}" for n in range(8))])
    assert second.progress().pages == 8


def test_a_stop_does_not_wait_for_a_server_that_does_not_answer(
    site: Any, archive: Archive, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.crawl.run.crawl.STOP_SECONDS", 0.1)
    gate = threading.Event()
    chain(site, 3, gate, at=1)
    crawl = Crawl.new(archive, settings("/p0", timeout=60.0))
    crawl.start()
    wait_for(lambda: "/p1" in site.requests)
    crawl.stop()
    assert crawl.join(10)
    assert crawl.progress().state == "stopped" and crawl.progress().pages == 1
    gate.set()
    again = Crawl.resume(archive, crawl.job_id)
    again.run()
    assert again.progress().pages == 3 and set(counts(archive, crawl).values()) == {1}


def test_a_stop_in_a_pause_works(site: Any, archive: Archive, settings: Settings) -> None:
    gate = threading.Event()
    chain(site, 3, gate, at=0)
    crawl = Crawl.new(archive, settings("/p0"))
    crawl.start()
    wait_for(lambda: "/p0" in site.requests)
    crawl.pause()
    gate.set()
    wait_for(lambda: crawl.progress().pages == 1)
    crawl.stop()
    assert crawl.join(10) and crawl.progress().state == "stopped"


def test_limits_hold_across_stops(site: Any, archive: Archive, settings: Settings) -> None:
    gate = threading.Event()
    chain(site, 20, gate, at=3)
    crawl = Crawl.new(archive, settings("/p0", max_pages=7))
    crawl.start()
    wait_for(lambda: "/p3" in site.requests)
    crawl.stop()
    gate.set()
    assert crawl.join(10)
    again = Crawl.resume(archive, crawl.job_id)
    again.run()
    assert again.progress().pages == 7 and again.progress().limit_reached == "max-pages"


@pytest.mark.parametrize("where", ["store", "commit"])
def test_a_disk_that_refuses_fails_the_crawl_and_loses_nothing(
    site: Any, archive: Archive, settings: Settings, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    chain(site, 10)
    real = getattr(ArchiveWriter, where)
    calls = [0]

    def failing(self: ArchiveWriter, *args: Any, **more: Any) -> Any:
        calls[0] += 1
        if calls[0] == 5:
            raise StorageFailed(path="batches/0000.tw", detail="no space left on device")
        return real(self, *args, **more)

    with monkeypatch.context() as patch:
        patch.setattr(ArchiveWriter, where, failing)
        crawl = Crawl.new(archive, settings("/p0"))
        crawl.start()
        assert crawl.join(10)
    assert crawl.progress().state == jobs(archive)[0].state == "failed"
    assert isinstance(crawl.error, StorageFailed) and "no space left" in str(crawl.error)
    again = Crawl.resume(archive, crawl.job_id)
    again.run()
    assert again.error is None and again.progress().state == "finished"
    assert counts(archive, crawl) == Counter(["robots.txt", *(f"p{n}" for n in range(10))])
    with archive.reader() as reader:
        assert list(reader.verify()) == []


def test_what_was_stored_but_not_settled_is_settled_on_resume(
    site: Any, archive: Archive, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The moment between the archive's commit and the frontier's: the capture is there, its links are not queued."""
    from app.crawl.frontier.frontier import Frontier

    site.links(p0="r x", x="")
    site.pages["/r"] = (302, {"Location": "/p9"}, b"")
    site.pages["/p9"] = "end"
    real = Frontier.settle
    monkeypatch.setattr(
        Frontier,
        "settle",
        lambda self, outcome, *given: (
            real(self, outcome, *given)
            if outcome.entry.url.endswith("/p0")
            else (_ for _ in ()).throw(sqlite3.OperationalError("disk I/O error"))
        ),
    )
    crawl = Crawl.new(archive, settings("/p0"))
    crawl.run()
    assert isinstance(crawl.error, StorageFailed)
    monkeypatch.undo()
    asked = list(site.requests)
    again = Crawl.resume(archive, crawl.job_id)
    again.run()
    assert again.error is None
    assert set(counts(archive, crawl).values()) == {1} and len(counts(archive, crawl)) == 5
    assert site.requests.count("/r") == asked.count("/r") == 1, "it was stored, so it is not fetched again"
    assert again.progress().pages == 4


def test_an_archive_that_another_writer_holds_is_not_crawled_into(
    site: Any, archive: Archive, settings: Settings
) -> None:
    chain(site, 1)
    with archive.writer():
        crawl = Crawl.new(archive, settings("/p0"))
        crawl.run()
    assert isinstance(crawl.error, ArchiveLocked)
    assert crawl.progress().state == "failed"
    assert jobs(archive)[0].state == "starting", "the other program may be working on this very job"
    assert site.requests == []


def test_the_lock_is_given_back_at_the_end(site: Any, archive: Archive, settings: Settings) -> None:
    chain(site, 1)
    crawl = Crawl.new(archive, settings("/p0"))
    crawl.start()
    assert crawl.join(10)
    archive.writer().close()


def test_an_unknown_job_is_named(archive: Archive) -> None:
    with pytest.raises(CaptureMissing):
        Crawl.resume(archive, "20260101-000000-abcdef")


def test_progress_shows_hosts_and_rate(site: Any, archive: Archive, settings: Settings) -> None:
    gate = threading.Event()
    chain(site, 40, gate, at=30)
    crawl = Crawl.new(archive, settings("/p0"))
    crawl.start()
    wait_for(lambda: "/p30" in site.requests and crawl.progress().pages == 30)
    progress = crawl.progress()
    assert progress.rate > 0 and progress.bytes > 0
    (host,) = progress.hosts
    assert (host.host, host.done, host.errors, host.delay) == (site.url.removeprefix("http://"), 30, 0, 0.0)
    gate.set()
    assert crawl.join(10)
    assert crawl.progress().rate == 0.0


def test_a_finished_job_resumed_has_nothing_to_do(site: Any, archive: Archive, settings: Settings) -> None:
    chain(site, 3)
    crawl = Crawl.new(archive, settings("/p0"))
    crawl.run()
    asked = len(site.requests)
    again = Crawl.resume(archive, crawl.job_id)
    again.run()
    assert again.progress().state == "finished" and len(site.requests) == asked


def test_a_crawl_database_that_is_no_database_is_reported(
    site: Any, archive: Archive, settings: Settings
) -> None:
    chain(site, 1)
    crawl = Crawl.new(archive, settings("/p0"))
    with closing(sqlite3.connect(archive.crawl_db)) as db:
        db.execute("DROP TABLE urls")
        db.commit()
    crawl.run()
    assert isinstance(crawl.error, StorageFailed)


def test_all_threads_of_a_crawl_give_way_between_pages(
    site: Any, archive: Archive, settings: Settings
) -> None:
    chain(site, 6)
    asked: Counter[str] = Counter()

    def give_way() -> None:
        asked[threading.current_thread().name.rpartition("_")[0] or "loop"] += 1

    crawl = Crawl.new(archive, settings("/p0"), give_way=give_way)
    crawl.run()
    assert crawl.progress().state == "finished"
    assert set(asked) == {"loop", "crawl-prepare", "crawl-writer"}
    assert min(asked.values()) >= 6


def test_a_task_that_breaks_ends_the_crawl_and_is_not_passed_over(
    site: Any, archive: Archive, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What goes wrong outside of the pipeline would else leave an address in flight, and nobody would know."""
    chain(site, 3)

    def full(*_: object) -> None:
        raise StorageFailed(path="crawl.sqlite", detail="no space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Ledger, "keep_times", full)
        site.pages["/robots.txt"] = (200, {"Content-Type": "text/plain"}, b"User-agent: *\nCrawl-delay: 0.01")
        crawl = Crawl.new(archive, settings("/p0"))
        crawl.start()
        assert crawl.join(10)
    assert isinstance(crawl.error, StorageFailed) and crawl.progress().state == "failed"
    again = Crawl.resume(archive, crawl.job_id)
    again.run()
    assert counts(archive, crawl) == Counter(["robots.txt", "p0", "p1", "p2"])


def test_what_is_kept_beside_a_crawl_is_not_promised_when_its_disk_is_full(
    site: Any, archive: Archive, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = threading.Event()
    chain(site, 3, gate, at=1)
    crawl = Crawl.new(archive, settings("/p0"))
    crawl.start()
    wait_for(lambda: "/p1" in site.requests)

    def full(*_: object) -> None:
        raise StorageFailed(path="batches/0000.tw", detail="no space left on device")

    data = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<title>As I see it</title>"
    live = prepare(NewCapture(f"{site.url}/live", datetime.now(UTC), None, data))
    with monkeypatch.context() as patch:
        patch.setattr(ArchiveWriter, "commit", full)
        with pytest.raises(StorageFailed):
            crawl.keep([live]).result(10)
        gate.set()
        assert crawl.join(10)
    assert "no space left" in str(crawl.error)


def test_a_stop_while_an_old_change_is_being_ended_is_heard(
    site: Any, archive: Archive, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    chain(site, 3)
    crawl = Crawl.new(archive, settings("/p0"))
    with closing(connect(archive.crawl_db)) as db:
        db.execute("UPDATE jobs SET pending = settings")
    steps: list[int] = []

    def endless(*_: object) -> bool:
        steps.append(1)
        if len(steps) == 3:
            crawl.stop()
        return len(steps) < 1000

    with monkeypatch.context() as patch:
        patch.setattr(QueueChanges, "step", endless)
        crawl.run()
    assert len(steps) == 3 and site.requests == [] and crawl.progress().state == "stopped"
    again = Crawl.resume(archive, crawl.job_id)
    again.run()
    assert again.progress().pages == 3
    with closing(connect(archive.crawl_db)) as db:
        assert db.execute("SELECT pending FROM jobs").fetchone() == ("",)
