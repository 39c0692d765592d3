"""Three crawls that share their addresses, in one process: together they have what one crawl on its own has, each host
is asked by its owner alone, and parcels that come twice or late change nothing."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from functools import cache, partial
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from app.archive.archive import Archive
from app.cluster.exchange import Exchange, Share, Unreachable
from app.cluster.ring import Table
from app.crawl.frontier.joblist import create_job
from app.crawl.frontier.queue import why
from app.crawl.frontier.schema import connect
from app.crawl.rules.settings import CrawlSettings
from app.crawl.run.crawl import Crawl
from app.crawl.run.limits import Allowance
from tests.app.cluster.sites import HOSTS, Sites

NODES = ("a", "b", "c")
JOB = "20261128-000000-abcdef"


@pytest.fixture(scope="module")
def sites() -> Iterator[Sites]:
    with closing(Sites()) as made:
        yield made


@pytest.fixture(scope="module")
def alone(sites: Sites, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What a crawl on its own has: address → digest."""
    archive = Archive.create(tmp_path_factory.mktemp("alone") / "alone.archive")
    Crawl.new(archive, settings_for(sites)).run()
    return content(archive)


def settings_for(sites: Sites, **more: Any) -> CrawlSettings:
    given: dict[str, Any] = {"delay": 0, "scope": "any", "sitemaps": False, "logins": False, **more}
    return CrawlSettings(seeds=(sites.seed,), **given)


def content(*archives: Archive) -> dict[str, str]:
    found: dict[str, str] = {}
    for archive in archives:
        with archive.reader() as reader:
            for page in reader.all_pages():
                assert page.url not in found, "stored by two"
                latest = reader.latest_version(page.url)
                assert latest is not None
                found[page.url] = latest.digest
    return found


class Cluster:
    """`lose`: how many calls fail although they were done; `direct`: of more nodes some pass addresses on."""

    def __init__(
        self,
        folder: Path,
        settings: CrawlSettings,
        lose: int = 0,
        nodes: tuple[str, ...] = NODES,
        direct: int = 100,
    ) -> None:
        self.table = Table.of(dict.fromkeys(nodes, 1), 1)
        self.archives = {node: Archive.create(folder / f"{node}.archive") for node in nodes}
        self.calls: set[tuple[str, str]] = set()
        self.crawls: dict[str, Crawl] = {}
        self.exchanges: dict[str, Exchange] = {}
        self._lose = lose
        for node, archive in self.archives.items():
            share = Share(node, self.table, float("inf"), direct)
            crawl = Crawl(archive, create_job(archive, settings, job_id=JOB), sharing=share)
            self.crawls[node] = crawl
            call = partial(self.call, node)
            self.exchanges[node] = Exchange(crawl, share, call, clock=lambda: time.monotonic() * 1000)

    def call(self, own: str, to: str, method: str, about: dict[str, Any]) -> dict[str, Any]:
        self.calls.add((own, to))
        answer = self.exchanges[to].receive(about)
        if self._lose:
            self._lose -= 1
            raise Unreachable
        return answer

    def run(self) -> None:
        pause = threading.Event()
        for crawl in self.crawls.values():
            crawl.start()
        quiet = 0
        while quiet < 2:
            for exchange in self.exchanges.values():
                exchange.send()
            before = sum(exchange.received for exchange in self.exchanges.values())
            through = all(crawl.is_through().result() for crawl in self.crawls.values())
            after = sum(exchange.received for exchange in self.exchanges.values())
            quiet = quiet + 1 if through and before == after else 0
            pause.wait(0.01)
        for crawl in self.crawls.values():
            crawl.expect_no_more().result()
        for crawl in self.crawls.values():
            assert crawl.join(20)
            assert crawl.error is None
            assert crawl.progress().state == "finished"


@pytest.mark.parametrize("lose", [0, 7])
def test_three_crawls_have_what_one_has(
    sites: Sites, alone: dict[str, str], tmp_path: Path, lose: int
) -> None:
    """Also when answers are lost, so that parcels come twice."""
    sites.forget()
    cluster = Cluster(tmp_path, settings_for(sites), lose)
    cluster.run()
    assert content(*cluster.archives.values()) == alone
    assert len(alone) > len(HOSTS) * 5
    pages = [request for request in sites.requests if not request.endswith("/robots.txt")]
    assert len(pages) == len(set(pages)), "asked for twice"
    for node, archive in cluster.archives.items():
        with archive.reader() as reader:
            assert {cluster.table.owner(page.url) for page in reader.all_pages()} <= {node}
    messages = sum(exchange.messages for exchange in cluster.exchanges.values())
    assert messages <= sum(exchange.sent for exchange in cluster.exchanges.values())


def test_of_many_nodes_each_sends_to_its_row_and_its_column_alone(
    sites: Sites, alone: dict[str, str], tmp_path: Path
) -> None:
    """A square of two by three that is not full: all is there, and is asked for once."""
    sites.forget()
    cluster = Cluster(tmp_path, settings_for(sites), nodes=("a", "b", "c", "d", "e"), direct=3)
    cluster.run()
    assert content(*cluster.archives.values()) == alone
    pages = [request for request in sites.requests if not request.endswith("/robots.txt")]
    assert len(pages) == len(set(pages)), "asked for twice"
    assert cluster.calls <= {(x, y) for x, y in permutations("abcde", 2)} - {
        pair for one in ("ae", "bd", "cd", "ce") for pair in (tuple(one), tuple(reversed(one)))
    }
    for archive in cluster.archives.values():
        with closing(connect(archive.crawl_db)) as db:
            assert not db.execute("SELECT 1 FROM outbox").fetchall(), "what has arrived is packed"


@pytest.mark.parametrize("count", [101, 143, 144, 145, 1000])
def test_a_way_by_row_and_column_leads_to_each_node(count: int) -> None:
    names = [f"n{number}" for number in range(count)]
    table = Table(1, tuple(names))
    share_of = cache(lambda name: Share(name, table))
    for own in (names[0], names[count // 2], names[-1]):
        assert len(share_of(own).neighbours) <= 2 * share_of(own)._width - 1
        for to in names[:: count // 50]:
            by = share_of(own).towards(to)
            assert share_of(by).towards(to) == to, "at the second step it is there"


def test_why_a_page_is_there_names_the_page_of_another_node(sites: Sites, tmp_path: Path) -> None:
    table = Table.of(dict.fromkeys(NODES, 1), 1)
    first = next(n for n in range(8) if table.owner(sites.url(n, "/")) != table.owner(sites.url(n + 1, "/")))
    cluster = Cluster(tmp_path, replace(settings_for(sites), seeds=(sites.url(first, "/"),)))
    cluster.run()
    url = sites.url(first + 1, "/")
    said = why(cluster.archives[cluster.table.owner(url)], JOB, url)
    assert said is not None
    assert said.path[-1].endswith("/p5")
    assert said.anchor == f"to {url}"


def test_who_may_not_ask_waits(sites: Sites, tmp_path: Path) -> None:
    """A node whose lease has ended begins no request, and goes on when it has another one."""
    sites.forget()
    archive = Archive.create(tmp_path / "a.archive")
    share = Share("a", Table.of({"a": 1}, 1))
    crawl = Crawl(archive, create_job(archive, settings_for(sites, max_pages=1)), sharing=share)
    crawl.allow(Allowance(pages=1))
    crawl.start()
    assert not crawl.is_through().result()
    assert not sites.requests
    share.lease = float("inf")
    while not crawl.is_through().result():
        time.sleep(0.01)
    assert sites.requests
    crawl.expect_no_more()
    assert crawl.join(20)
