"""A page that is fetched again is stored as what has changed; that is found out beside the crawl, and never holds it
back."""

from __future__ import annotations

import gzip
import random
import sys
from collections import Counter
from typing import Any

import pytest

from app.archive.archive import Archive
from app.blocks.cutting.levels import PageDivider
from app.crawl.run import preparation
from app.crawl.run.crawl import Crawl
from tests.app.archive.increments import all_data, page, records
from tests.app.crawl.test_kill import go_on, processes  # noqa: F401 - a fixture

PAGES = 12


def build(site: Any, version: int) -> dict[str, bytes]:
    """Pages of which each has links to all, and one other paragraph in each version; returns their bodies by path."""
    links = "".join(f'<a href="/p{n}">{n}</a>' for n in range(PAGES))
    made = {}
    for number in range(PAGES):
        body = page(version, number, links).partition(b"\r\n\r\n")[2]
        site.pages[f"/p{number}"] = (200, {"Content-Type": "text/html; charset=utf-8"}, body)
        made[f"/p{number}"] = body
    return made


def run(archive: Archive, settings: Any, **more: object) -> str:
    job = Crawl.new(
        archive, settings("/p0", scope="host", near_duplicates=False, **more), divider=PageDivider()
    )
    job.run()
    assert job.error is None
    return job.job_id


def bodies(archive: Archive, site: Any, job_id: str) -> dict[str, bytes]:
    with archive.reader() as reader:
        found = {c.url.removeprefix(site.url): reader.body(c) for c in reader.captures_of_crawl(job_id)}
    return {path: body for path, body in found.items() if path.startswith("/p")}


def kinds(archive: Archive) -> Counter[str]:
    return Counter(r.version if r.length else "visit" for r in records(archive) if "/p" in r.url)


def test_changed_pages_are_stored_as_what_has_changed(site: Any, archive: Archive, settings: Any) -> None:
    for version in range(3):
        wanted = build(site, version)
        assert bodies(archive, site, run(archive, settings, workers=4)) == wanted
    assert kinds(archive) == {"1.0": PAGES, "2.0": 2 * PAGES}
    assert all(
        record.get("blocks") for record in records(archive) if record.length and record.version == "2.0"
    )
    with archive.reader() as reader:
        assert list(reader.verify()) == []
    before = all_data(archive)
    Archive.reindex(archive.path)
    assert all_data(archive) == before


def test_unchanged_pages_are_visits_and_first_ones_full(site: Any, archive: Archive, settings: Any) -> None:
    build(site, 0)
    run(archive, settings)
    run(archive, settings)
    assert kinds(archive) == {"1.0": PAGES, "visit": PAGES}


def test_a_full_archive_stays_one(site: Any, tmp_path: Any, settings: Any) -> None:
    archive = Archive.create(tmp_path / "full", policy="full")
    for version in range(2):
        build(site, version)
        run(archive, settings)
    assert kinds(archive) == {"1.0": 2 * PAGES}


def test_when_it_lags_behind_pages_are_stored_in_full(
    site: Any, archive: Archive, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No page waits: every maker of increments is taken."""
    build(site, 0)
    run(archive, settings)
    monkeypatch.setattr(preparation, "PATIENCE", 0.0)
    monkeypatch.setattr(preparation, "MAKERS", 0)
    wanted = build(site, 1)
    assert bodies(archive, site, run(archive, settings)) == wanted
    assert kinds(archive) == {"1.0": 2 * PAGES}


def test_a_base_that_is_damaged_costs_nothing_new(site: Any, archive: Archive, settings: Any) -> None:
    build(site, 0)
    run(archive, settings)
    path = archive.path / "batches" / records(archive)[0].get("id")[:6] / "0000.tw"  # type: ignore[index]
    data = bytearray(path.read_bytes())
    for record in records(archive):
        data[record.end - 3] ^= 0xFF
    path.write_bytes(bytes(data))
    wanted = build(site, 1)
    assert bodies(archive, site, run(archive, settings)) == wanted


@pytest.mark.slow
@pytest.mark.timeout(120)
def test_kills_while_increments_are_written_lose_and_double_nothing(
    site: Any,
    archive: Archive,
    settings: Any,
    processes: Any,  # noqa: F811
) -> None:
    build(site, 0)
    run(archive, settings)
    wanted = build(site, 1)
    job_id = Crawl.new(
        archive, settings("/p0", scope="host", near_duplicates=False, workers=2, delay=0.05)
    ).job_id
    chance = random.Random(7)
    kills, ended = 0, False
    while not ended:
        running = processes.Event()
        child = processes.Process(target=go_on, args=(str(archive.path), job_id, running))
        child.start()
        assert running.wait(60)
        child.join(chance.uniform(0.1, 0.4) if kills < 6 else None)
        if child.is_alive():
            child.kill()
            child.join()
            kills += 1
        else:
            assert child.exitcode == 0, sys.stderr
            ended = True
        reopened = Archive.open(archive.path)
        with reopened.writer(), reopened.reader() as reader:
            assert list(reader.verify()) == []
            urls = Counter(capture.url for capture in reader.captures_of_crawl(job_id))
        assert set(urls.values()) <= {1}
    assert kills and bodies(archive, site, job_id) == wanted
    assert kinds(archive) == {"1.0": PAGES, "2.0": PAGES}


def test_a_page_that_changes_is_asked_for_without_a_coding_and_then_stored_as_changes(
    site: Any, archive: Archive, settings: Any
) -> None:
    version = 0

    def answer(handler: Any) -> None:
        body = page(version, 0, "").partition(b"\r\n\r\n")[2]
        headers = {"Content-Type": "text/html; charset=utf-8"}
        if "gzip" in handler.headers.get("Accept-Encoding", ""):
            body, headers["Content-Encoding"] = gzip.compress(body, mtime=0), "gzip"
        handler.reply(200, headers, body)

    site.pages["/p0"] = answer
    asked = []
    for version in (0, 0, 1, 2, 3):
        job_id = run(archive, settings)
        asked.append(site.headers["/p0"]["Accept-Encoding"])
        with archive.reader() as reader:
            stored = next(c for c in reader.captures_of_crawl(job_id) if c.url.endswith("/p0"))
            assert reader.body(stored) == page(version, 0, "").partition(b"\r\n\r\n")[2]
    assert ["gzip" in coding for coding in asked] == [True, True, True, False, False]
    kept = [r.version if r.length else "visit" for r in records(archive) if "/p0" in r.url]
    assert kept == ["1.0", "visit", "1.0", "1.0", "2.0"]
