"""Other settings for a job that has begun: what the preview says is what then happens; nothing is lost."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from app.archive.archive import Archive
from app.archive.documents.preparing import prepare
from app.archive.model import NewCapture
from app.crawl.frontier.frontier import Frontier
from app.crawl.frontier.joblist import create_job, job_events, jobs, mark_job, refusal_counts
from app.crawl.frontier.queue import queue, queue_count, why
from app.crawl.frontier.replanning import Preview, preview
from app.crawl.frontier.schema import connect
from app.crawl.frontier.sketches import MOST
from app.crawl.rules.entries import Candidate
from app.crawl.rules.model import Cancelled, Counters
from app.crawl.rules.scope import Scope, pattern_of
from app.crawl.rules.settings import CrawlSettings, SettingsInvalid
from app.crawl.rules.url import dedupe_key
from app.crawl.run.crawl import Crawl
from app.crawl.run.jobcontrol import reconfigure_job, set_host_mode, take_anyway
from app.errors import StorageFailed
from tests.app.crawl.conftest import wait_for

Settings = Callable[..., CrawlSettings]


def same(one: Preview, other: Preview) -> bool:
    return replace(one, seconds=0.0) == replace(other, seconds=0.0)


def job_with(archive: Archive, settings: CrawlSettings, *paths: str, depth: int = 1) -> str:
    """A stopped job with these addresses found, judged by its settings."""
    job_id = create_job(archive, settings)
    scope = Scope(settings)
    frontier = Frontier(archive.crawl_db, job_id)
    found = []
    for path in paths:
        url = f"http://h.org{path}" if path.startswith("/") else path
        decision = scope.decide(url, depth, False)
        found.append(Candidate(url, dedupe_key(url), depth, 0, decision.reason, decision.detail))
    with closing(frontier), frontier.transaction():
        frontier.add([Candidate("http://h.org/", dedupe_key("http://h.org/"), 0, 0)], None, Counters())
        counters = Counters()
        frontier.add(found, None, counters)
        frontier.save_job("stopped", counters, "")
    return job_id


def states(archive: Archive, job_id: str) -> dict[str, tuple[str, str]]:
    rows = queue(archive, job_id, states=("queued", "outside", "parked", "refused"))
    return {row.url.removeprefix("http://h.org"): (row.state, row.reason) for row in rows}


BASE = CrawlSettings(seeds=("http://h.org/",))
PATHS = ("/a", "/b/1", "/b/2", "/c.pdf", "http://other.org/x", "http://sub.h.org/y")


def test_what_the_preview_says_happens(archive: Archive) -> None:
    job_id = job_with(archive, BASE, *PATHS)
    assert refusal_counts(archive, job_id) == {"scope": 2}
    new = replace(BASE, scope="domain", exclude=(r"\.pdf$", "/b/2"))
    before = states(archive, job_id)
    said = preview(archive, job_id, new)
    assert states(archive, job_id) == before, "a preview changes nothing"
    assert (said.queued, said.stays) == (5, 3)
    assert said.leaves == {"excluded": 2} and said.returns == {"scope": 1}
    assert ("http://sub.h.org/y", "scope", "") in said.examples and (
        "http://h.org/b/2",
        "",
        "excluded",
    ) in said.examples
    assert same(reconfigure_job(archive, job_id, new), said)
    assert states(archive, job_id) == {
        "/": ("queued", ""),
        "/a": ("queued", ""),
        "/b/1": ("queued", ""),
        "http://sub.h.org/y": ("queued", ""),
        "/b/2": ("outside", "excluded"),
        "/c.pdf": ("outside", "excluded"),
        "http://other.org/x": ("outside", "scope"),
    }
    assert refusal_counts(archive, job_id) == {"excluded": 2, "scope": 1}
    (job,) = jobs(archive)
    assert job.settings == new and job.queued == 4 and queue_count(archive, job_id) == 4
    assert [event.text for event in job_events(archive, job_id)] == ["settings scope exclude"]
    back = preview(archive, job_id, BASE)
    assert back.leaves == {"scope": 1} and back.returns == {"excluded": 2}
    assert same(reconfigure_job(archive, job_id, BASE), back)
    assert states(archive, job_id) == before


def test_depth_and_requisites_and_limits(archive: Archive) -> None:
    settings = replace(BASE, max_depth=1)
    job_id = job_with(archive, settings, "/deep", "/deeper", depth=2)
    deeper = replace(settings, max_depth=2)
    said = preview(archive, job_id, deeper)
    assert said.returns == {"depth": 2}
    reconfigure_job(archive, job_id, deeper)
    with closing(connect(archive.crawl_db)) as db:
        db.execute("UPDATE jobs SET pages = 10 WHERE job_id = ?", (job_id,))
    limited = replace(deeper, max_pages=10)
    said = preview(archive, job_id, limited)
    assert said.leaves == {"max-pages": 3} and said.stays == 0
    assert same(reconfigure_job(archive, job_id, limited), said)
    assert jobs(archive)[0].state == "finished", "nothing is left to do"
    said = preview(archive, job_id, replace(deeper, max_pages=11))
    assert said.returns == {"max-pages": 3}
    assert same(reconfigure_job(archive, job_id, replace(deeper, max_pages=11)), said)
    assert jobs(archive)[0].state == "stopped" and jobs(archive)[0].queued == 3


def test_new_seeds_and_another_order(archive: Archive) -> None:
    job_id = job_with(archive, BASE, "/long/way/to/123456", "/b")
    new = replace(BASE, seeds=("http://h.org/", "http://new.org/"), order="best")
    said = preview(archive, job_id, new)
    assert said.added == 1 and said.leaves == {}
    assert same(reconfigure_job(archive, job_id, new), said)
    rows = queue(archive, job_id, host="h.org")
    assert [row.url for row in rows] == ["http://h.org/", "http://h.org/b", "http://h.org/long/way/to/123456"]
    for row in rows:
        told = why(archive, job_id, row.url)
        assert told is not None and told.score == row.score > 0
    assert queue_count(archive, job_id, host="new.org") == 1


def test_the_rules_for_canonical_addresses_are_fixed(archive: Archive) -> None:
    job_id = job_with(archive, BASE, "/a")
    with pytest.raises(SettingsInvalid, match="canonical"):
        preview(archive, job_id, replace(BASE, canonical=()))
    with pytest.raises(SettingsInvalid):
        reconfigure_job(archive, job_id, replace(BASE, workers=0))


def test_a_preview_reports_and_can_be_cancelled(archive: Archive) -> None:
    job_id = job_with(archive, BASE, *(f"/p{number}" for number in range(5000)))
    new = replace(BASE, exclude=("p1",))
    steps: list[tuple[int, int]] = []
    assert preview(archive, job_id, new, progress=lambda *step: steps.append(step)).leaves == {
        "excluded": 1111
    }
    assert len(steps) == 3 and steps[-1] == (5001, 5001)
    with pytest.raises(Cancelled):
        preview(archive, job_id, new, cancelled=lambda: True)


def test_delays_and_workers_do_not_touch_the_queue(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    job_id = job_with(archive, BASE, "/a", "/b")
    monkeypatch.setattr(
        "app.crawl.frontier.replanning._read", lambda *_: pytest.fail("the addresses are not looked at")
    )
    new = replace(BASE, delay=5.0, workers=2)
    said = preview(archive, job_id, new)
    assert (said.queued, said.stays) == (3, 3)
    assert same(reconfigure_job(archive, job_id, new), said) and jobs(archive)[0].settings == new


def test_a_raised_budget_lets_parked_addresses_return_as_far_as_it_goes(archive: Archive) -> None:
    settings = replace(BASE, trap_budget=2)
    job_id = create_job(archive, settings)
    with closing(Frontier(archive.crawl_db, job_id)) as frontier, frontier.transaction():
        urls = [f"http://h.org/c?month={n}" for n in range(10)]
        found = []
        for url in urls:
            pattern = pattern_of(url)
            assert pattern is not None and pattern.budget == 1
            found.append(Candidate(url, dedupe_key(url), 1, 0, chain=1, pattern=(pattern.key, 2)))
        counters = Counters()
        frontier.add(found, None, counters)
        frontier.save_job("stopped", counters, "")
        assert counters.parked == counters.refused == 8
    assert queue_count(archive, job_id, states=("parked",)) == 8
    for other in (replace(settings, exclude=("month",)), settings):
        reconfigure_job(archive, job_id, other)
    set_host_mode(archive, job_id, "h.org", "skipped")
    set_host_mode(archive, job_id, "h.org", "normal")
    assert queue_count(archive, job_id) == 3 and queue_count(archive, job_id, states=("parked",)) == 8
    said = preview(archive, job_id, replace(settings, trap_budget=5))
    assert said.returns == {"trap": 3}
    assert same(reconfigure_job(archive, job_id, replace(settings, trap_budget=5)), said)
    assert queue_count(archive, job_id) == 2 + 3 + 1, "and the seed, which had not been queued yet"
    assert queue_count(archive, job_id, states=("parked",)) == 5
    assert preview(archive, job_id, replace(settings, trap_budget=0)).returns == {"trap": 5}


def test_a_walk_that_a_crash_broke_off_is_finished_when_the_job_is_opened(
    archive: Archive, site: Any
) -> None:
    settings = CrawlSettings(seeds=(site.url + "/",), delay=0.0, obey_robots=False, sitemaps=False)
    job_id = job_with(archive, settings, *(f"{site.url}/p{number}" for number in range(2500)))
    with closing(connect(archive.crawl_db)) as db:
        # the new settings are stored, the queue has not been looked at yet
        db.execute(
            "UPDATE jobs SET pending = settings, settings = ?",
            (replace(settings, exclude=("/p",)).to_json(),),
        )
    mark_job(archive, job_id, "running")
    crawl = Crawl.resume(archive, job_id)
    crawl.run()
    assert crawl.error is None and site.requests == ["/"]
    assert refusal_counts(archive, job_id)["excluded"] == 2500
    with closing(connect(archive.crawl_db)) as db:
        assert db.execute("SELECT pending FROM jobs").fetchone() == ("",)


# -- while it runs


def gated(site: Any, path: str, text: str, gate: threading.Event) -> None:
    def wait(handler: Any) -> None:
        gate.wait(20)
        handler.reply(200, {"Content-Type": "text/html"}, text.encode())

    site.pages[path] = wait


def test_pause_change_preview_resume(site: Any, archive: Archive, settings: Settings) -> None:
    """What is under way when the settings change is judged by the new ones as well."""
    gate = threading.Event()
    site.links(a="g keep1 drop1 keep2 drop2", keep1="", keep2="", drop1="", drop2="", drop3="", keep3="")
    gated(site, "/g", '<a href="/drop3">x</a><a href="/keep3">x</a>', gate)
    crawl = Crawl.new(archive, settings("/a"))
    crawl.start()
    wait_for(lambda: "/g" in site.requests)
    crawl.pause()
    new = replace(crawl.settings, exclude=("drop",), workers=3, delay=0.001)
    said = preview(archive, crawl.job_id, new)
    assert said.leaves == {"excluded": 2}
    done = crawl.reconfigure(new).result(10)
    assert done.leaves == said.leaves and done.stays == said.stays - 1, (
        "/g is under way and leaves the queue anyhow"
    )
    assert crawl.progress().state == "paused" and crawl.progress().worker_limit == 3
    gate.set()
    crawl.unpause()
    assert crawl.join(10) and crawl.error is None
    asked = Counter(site.requests)
    assert set(asked) == {"/robots.txt", "/a", "/g", "/keep1", "/keep2", "/keep3"} and set(
        asked.values()
    ) == {1}
    assert refusal_counts(archive, crawl.job_id) == {"excluded": 3}
    assert jobs(archive)[0].settings == new and crawl.settings == new


def test_a_limit_that_ended_the_job_is_raised(site: Any, archive: Archive, settings: Settings) -> None:
    site.links(**{f"p{number}": f"p{number + 1} x{number}" for number in range(20)}, p20="")
    crawl = Crawl.new(archive, settings("/p0", max_pages=5))
    crawl.run()
    assert crawl.progress().pages == 5 and crawl.progress().limit_reached == "max-pages"
    new = replace(crawl.settings, max_pages=12)
    said = preview(archive, crawl.job_id, new)
    assert set(said.returns) == {"max-pages"} and said.returns["max-pages"] >= 1
    assert same(crawl.reconfigure(new).result(10), said), "after its end, too"
    again = Crawl.resume(archive, crawl.job_id)
    again.run()
    assert again.progress().pages == 12 and again.progress().limit_reached == "max-pages"
    pages = Counter(path for path in site.requests if path != "/robots.txt")
    assert len(pages) == 12 and set(pages.values()) == {1}


def test_take_it_anyway(site: Any, archive: Archive, settings: Settings) -> None:
    site.links(a="in out trap", out="beyond", trap="")
    site.pages["/in"] = "here"
    site.pages["/robots.txt"] = (200, {"Content-Type": "text/plain"}, b"User-agent: *\nDisallow: /secret\n")
    crawl = Crawl.new(archive, settings("/a", exclude=("out", "trap")))
    crawl.run()
    job_id = crawl.job_id
    assert "/out" not in site.requests
    assert take_anyway(archive, job_id, site.url + "/out") and jobs(archive)[0].state == "stopped"
    assert take_anyway(archive, job_id, site.url + "/secret"), "one that nobody linked to"
    assert not take_anyway(archive, job_id, site.url + "/in"), "it is there already"
    assert (
        reconfigure_job(archive, job_id, replace(crawl.settings, exclude=("out", "trap", "in"))).leaves == {}
    )
    again = Crawl.resume(archive, job_id)
    again.run()
    assert "/out" in site.requests and "/trap" not in site.requests and "/secret" not in site.requests
    told = why(archive, job_id, site.url + "/secret")
    assert told is not None and told.forced and (told.state, told.reason) == ("refused", "robots")
    events = [event.text for event in job_events(archive, job_id)]
    assert events[:2] == [f"taken {site.url}/out", f"taken {site.url}/secret"]


def test_take_it_anyway_while_it_runs(site: Any, archive: Archive, settings: Settings) -> None:
    gate = threading.Event()
    site.links(a="out g", out="")
    gated(site, "/g", "end", gate)
    crawl = Crawl.new(archive, settings("/a", exclude=("out",), workers=2))
    crawl.start()
    wait_for(lambda: "/g" in site.requests and crawl.progress().pages == 1)
    assert crawl.take(site.url + "/out").result(10)
    wait_for(lambda: "/out" in site.requests)
    gate.set()
    assert crawl.join(10) and crawl.progress().pages == 3
    assert crawl.progress().refused == 0 and refusal_counts(archive, crawl.job_id) == {"excluded": 0}


def test_what_a_person_keeps_beside_the_crawl_is_stored(
    site: Any, archive: Archive, settings: Settings
) -> None:
    gate = threading.Event()
    site.links(a="g")
    gated(site, "/g", "end", gate)
    crawl = Crawl.new(archive, settings("/a"))
    crawl.start()
    wait_for(lambda: "/g" in site.requests)
    data = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<title>As I see it</title>"
    live = [
        prepare(NewCapture(f"{site.url}/{name}", datetime.now(UTC), None, data)) for name in ("a", "live")
    ]
    assert crawl.keep(live).result(10) == 2
    with archive.reader() as reader:
        assert [len(list(reader.versions(f"{site.url}/{name}"))) for name in ("a", "live")] == [2, 1]
    gate.set()
    assert crawl.join(10) and crawl.progress().pages == 2
    with pytest.raises(StorageFailed, match="ended"):
        crawl.keep(live).result(10)


def test_pages_that_are_not_due_are_not_asked_for_and_lead_on_all_the_same(
    site: Any, archive: Archive, settings: Settings
) -> None:
    site.links(a="b c", b="d", c="", d="")
    Crawl.new(archive, settings("/a")).run()
    asked = len(site.requests)
    later = Crawl.new(archive, settings("/a", revisit="due", revisit_floor=5.0, obey_robots=False))
    later.run()
    assert later.progress().state == "finished" and len(site.requests) == asked
    assert refusal_counts(archive, later.job_id) == {"not-due": 4}
    soon = {"revisit_floor": 1e-9, "revisit_ceiling": 1e-9}
    again = Crawl.new(archive, settings("/a", revisit="due", obey_robots=False, **soon))
    again.run()
    assert Counter(site.requests[asked:]) == Counter(["/a", "/b", "/c", "/d"])


def test_one_content_under_ever_more_addresses_is_parked(archive: Archive) -> None:
    job_id = create_job(archive, BASE)
    with closing(Frontier(archive.crawl_db, job_id)) as frontier, frontier.transaction():
        assert [frontier.intake.same_content(b"12345678") for _ in range(3)] == [1, 2, 3]
        assert frontier.intake.same_content(b"other...") == 1


def test_nearly_one_text_is_counted_with_the_first_page_that_had_it_also_after_a_restart(
    archive: Archive,
) -> None:
    job_id = create_job(archive, BASE)
    own = bytes(range(256))
    near, other = own[:240] + bytes(16), bytes(256)
    for first in (1, 3):
        with closing(Frontier(archive.crawl_db, job_id)) as frontier, frontier.transaction():
            texts = frontier.intake.texts
            same = texts.met(b"pattern", own, "http://a.test/1", 0.9)
            assert same == (first, "http://a.test/1", 1.0)
            same = texts.met(b"pattern", near, "http://a.test/2", 0.9)
            assert same.addresses == first + 1 and same.first == "http://a.test/1" and 0.9 < same.share < 0.95
            assert texts.met(b"pattern", other, "http://a.test/3", 0.9).first == "http://a.test/3"
            assert texts.met(b"another", near, "http://a.test/4", 0.9).first == "http://a.test/4"
    with closing(Frontier(archive.crawl_db, job_id)) as frontier, frontier.transaction():
        for number in range(1000, 1000 + MOST + 5):
            frontier.intake.texts.met(
                b"pattern", number.to_bytes(4, "big") * 64, f"http://b.test/{number}", 0.9
            )
        assert frontier.intake.texts.met(b"pattern", own, "http://a.test/1", 0.9).addresses == 5, (
            "met most: kept"
        )


def test_a_stop_breaks_a_long_change_off_and_the_next_run_ends_it(
    site: Any, archive: Archive, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = threading.Event()
    site.pages["/a"] = "".join(f'<a href="/p{number}">x</a>' for number in range(200)) + '<a href="/g">x</a>'
    site.pages["/g"] = "end"
    gated(site, "/p0", "end", gate)
    monkeypatch.setattr("app.crawl.frontier.replanning.AT_ONCE", 10)
    monkeypatch.setattr("app.crawl.run.crawl.STOP_SECONDS", 0.1)
    crawl = Crawl.new(archive, settings("/a"))
    crawl.start()
    wait_for(lambda: "/p0" in site.requests)
    future = crawl.reconfigure(replace(crawl.settings, exclude=("/p",)))
    crawl.stop()
    gate.set()
    assert crawl.join(20)
    future.result(1)
    again = Crawl.resume(archive, crawl.job_id)
    again.run()
    assert set(site.requests) == {"/robots.txt", "/a", "/p0", "/g"}
    assert refusal_counts(archive, crawl.job_id) == {"excluded": 199}


def test_a_shorter_delay_holds_at_once(site: Any, archive: Archive, settings: Settings) -> None:
    site.links(a="b", b="")
    crawl = Crawl.new(archive, settings("/a", delay=60.0, obey_robots=False))
    crawl.start()
    wait_for(lambda: crawl.progress().pages == 1)
    (host,) = crawl.progress().hosts
    assert host.next_fetch > 30 and host.delay == 60.0
    said = crawl.reconfigure(replace(crawl.settings, delay=0.0)).result(10)
    assert (said.queued, said.stays) == (1, 1)
    assert crawl.join(10) and crawl.progress().pages == 2
