"""Nodes as processes of this machine: together they have what one crawl on its own has, whoever is killed, comes or
leaves meanwhile; no host is asked by two, and delays hold over all of them."""

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
from app.archive.batches import parse_id
from app.archive.serials import block_of
from app.cluster.watching import LocalCluster
from app.crawl.rules.settings import CrawlSettings
from app.crawl.run.crawl import Crawl
from tests.app.cluster.sites import HOSTS, Sites

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


def test_three_nodes_one_killed_one_more_one_that_leaves(
    cluster: LocalCluster, sites: Sites, tmp_path: Path
) -> None:
    """While they are at it. Together they have what one crawl has; requests to a host keep their distance, whoever makes
    them; ids are apart, by blocks dealt to each."""
    delay = 0.4
    cluster.begin("a", "b")
    settings = settings_for(sites, delay=delay)
    begin(cluster, settings)
    until(lambda: len(sites.requests) > 15)
    killed = cluster.watcher.process("b")
    assert killed is not None
    os.kill(killed, signal.SIGKILL)
    cluster.begin("c")
    until(lambda: any(node["node"] == "c" and node["slots"] for node in cluster.ask("status")["nodes"]))
    cluster.ask("leave", node="a")
    until(lambda: cluster.watcher.gone("a"))
    until(lambda: ended(cluster))
    assert cluster.ask("status")["crawl"]["state"] == "finished"
    times = list(sites.times)
    assert content(*shards(cluster)) == alone(tmp_path, replace(settings, delay=0))
    gaps = sorted(distances(times))
    # when a request comes to the server's mind, on a busy machine, is another matter than when it was sent
    assert gaps[0] > delay * 0.25, gaps[:5]
    assert gaps[len(gaps) // 20] > delay * 0.8, gaps[:9]
    ids = ids_of(cluster)
    assert len(ids) == len(set(ids)) >= len(HOSTS) * 7
    assert {block_of(parse_id(one)[1]) for one in ids} == {0, 1, 2}  # type: ignore[index]


def distances(times: list[tuple[str, float]]) -> list[float]:
    """Seconds between two requests to one host."""
    last: dict[str, float] = {}
    found: list[float] = []
    for host, when in times:
        if host in last:
            found.append(when - last[host])
        last[host] = when
    return found


def ids_of(cluster: LocalCluster) -> list[str]:
    found: list[str] = []
    for archive in shards(cluster):
        with archive.reader() as reader:
            found += [capture.id for capture in reader.captures_of_crawl(JOB)]
    return found
