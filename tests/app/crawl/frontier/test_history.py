"""The course of a crawl, read from its log: sums are right, pauses are left out."""

from __future__ import annotations

from itertools import pairwise

import pytest

from app.archive.archive import Archive
from app.crawl.frontier.joblist import create_job
from app.crawl.frontier.schema import opened
from app.crawl.frontier.summaries import IDLE, history
from app.crawl.rules.settings import CrawlSettings
from app.errors import CaptureMissing


def job_with(archive: Archive, lines: list[tuple[float, str]]) -> str:
    job = create_job(archive, CrawlSettings(seeds=("http://a.example/",)))
    with opened(archive.crawl_db) as db:
        db.executemany(
            "INSERT INTO log (job, time, url, kind, reason, detail, referrer)"
            " SELECT number, ?, 'http://a.example/', ?, '', '', '' FROM jobs WHERE job_id = ?",
            [(1000.0 + time, kind, job) for time, kind in lines],
        )
    return job


def test_captures_and_errors_add_up_and_what_was_left_out_does_not_count(archive: Archive) -> None:
    kinds = ["stored", "visit", "redirect", "error", "refused"]
    job = job_with(archive, [(second / 2, kinds[second % 5]) for second in range(200)])
    found = history(archive, job, 50)
    assert len(found) <= 53
    assert found[0] == (0.0, 0, 0)
    assert found[-1][1:] == (120, 40)
    assert found[-1].seconds == pytest.approx(99.5, abs=4)
    assert all(earlier.seconds < later.seconds for earlier, later in pairwise(found))


def test_a_pause_is_left_out_and_a_slow_stretch_is_not(archive: Archive) -> None:
    slow = job_with(archive, [(0, "stored"), (IDLE / 2, "stored")])
    paused = job_with(archive, [(0, "stored"), (IDLE * 100, "stored")])
    assert history(archive, slow)[-1].seconds == pytest.approx(IDLE / 2, rel=0.1)
    assert history(archive, paused)[-1].seconds < IDLE


def test_a_crawl_in_two_sittings_keeps_its_resolution(archive: Archive) -> None:
    sittings = [(start + second, "stored") for start in (0, 300_000) for second in range(100)]
    found = history(archive, job_with(archive, sittings), 100)
    assert 90 <= len(found) <= 105
    assert found[-1].done == 200 and found[-1].seconds == pytest.approx(200, rel=0.05)


def test_no_log_is_no_history_and_an_unknown_job_an_error(archive: Archive) -> None:
    assert history(archive, job_with(archive, [])) == ()
    with pytest.raises(CaptureMissing):
        history(archive, "nothing")
