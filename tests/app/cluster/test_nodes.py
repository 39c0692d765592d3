"""Nodes as processes of this machine, watched: one that is killed is begun anew."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from app.archive.archive import Archive
from app.cluster.watching import LocalCluster
from app.crawl.rules.settings import CrawlSettings
from app.crawl.run.crawl import Crawl
from tests.app.cluster.sites import Sites

NAME = "crawl.archive"
JOB = "20261128-000000-abcdef"


@pytest.fixture
def sites() -> Iterator[Sites]:
    with closing(Sites()) as made:
        yield made


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[LocalCluster]:
    with closing(LocalCluster(tmp_path / "cluster", lease=5, grace=20)) as made:
        yield made


def until(condition: Callable[[], object], seconds: float = 60.0) -> None:
    pause, end = threading.Event(), time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        pause.wait(0.02)


def settings_for(sites: Sites, **more: Any) -> CrawlSettings:
    given: dict[str, Any] = {
        "delay": 0,
        "scope": "any",
        "sitemaps": False,
        "logins": False,
        "workers": 4,
        **more,
    }
    return CrawlSettings(seeds=(sites.seed,), **given)


def begin(cluster: LocalCluster, settings: CrawlSettings) -> None:
    assert "refused" not in cluster.ask("start", job=JOB, name=NAME, settings=settings.to_json())


def ended(cluster: LocalCluster) -> bool:
    crawl = cluster.ask("status")["crawl"]
    return bool(crawl and crawl["ended"])


def shards_in(folder: Path, name: str) -> list[Archive]:
    return [Archive.open(path) for path in sorted(folder.glob(f"*/{name}"))]


def shards(cluster: LocalCluster) -> list[Archive]:
    return shards_in(cluster.folder, NAME)


def content(*archives: Archive) -> dict[str, str]:
    found: dict[str, str] = {}
    for archive in archives:
        with archive.reader() as reader:
            for page in reader.all_pages():
                latest = reader.latest_version(page.url)
                assert latest is not None
                found[page.url] = latest.digest
    return found


def alone(folder: Path, settings: CrawlSettings) -> dict[str, str]:
    archive = Archive.create(folder / "alone.archive")
    Crawl.new(archive, settings).run()
    return content(archive)


def test_a_node_that_is_killed_is_begun_anew_and_goes_on(
    cluster: LocalCluster, sites: Sites, tmp_path: Path
) -> None:
    """By SIGKILL, while it is at work; see `test_coordinator` for what else may happen."""
    cluster.begin("a", "b")
    until(lambda: len(cluster.ask("status")["nodes"]) == 2 and not cluster.ask("status")["moving"])
    settings = settings_for(sites, delay=0.1)
    begin(cluster, settings)
    until(lambda: len(sites.requests) > 15)
    killed = cluster.watcher.process("b")
    assert killed is not None
    os.kill(killed, signal.SIGKILL)
    until(lambda: ended(cluster))
    assert cluster.watcher.process("b") not in (None, killed)
    assert cluster.ask("status")["crawl"]["state"] == "finished"
    assert content(*shards(cluster)) == alone(tmp_path, replace(settings, delay=0))
