"""Coordinators in threads, with a network that can be cut: who comes, leaves, is cut off, is lost and comes back, with
its disk or without; a register that is killed. In the end all of it is there, and no host was asked by two at once."""

from __future__ import annotations

import shutil
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from app.archive.archive import Archive
from app.cluster import asking
from app.cluster.coordinator import Coordinator, Rhythm
from app.cluster.exchange import Unreachable
from app.cluster.register import Register
from app.crawl.rules.settings import CrawlSettings
from app.crawl.run.politeness import HostManners, Turns
from tests.app.cluster.sites import HOSTS, Sites
from tests.app.cluster.test_nodes import JOB, NAME, alone, content, settings_for, shards_in, until

DELAY = 0.15
QUICK = Rhythm(beat=0.05, pump=0.02, retry=0.2, hold=0.2)


class Network:
    """`cut` are the nodes that reach nobody and are reached by nobody."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.cut: set[str] = set()
        self.nodes: dict[str, tuple[Coordinator, threading.Thread]] = {}
        self.register = self._begun()

    def _begun(self) -> Register:
        return Register(self.folder / "register.sqlite", lease=0.6, grace=2.0, slots=256)

    def come(self, *names: str) -> None:
        for name in names:
            coordinator = Coordinator(name, self.folder / name, self._caller(name), rhythm=QUICK)
            thread = threading.Thread(target=coordinator.run, name=name)
            self.nodes[name] = coordinator, thread
            thread.start()

    def end(self, name: str) -> None:
        coordinator, thread = self.nodes.pop(name)
        coordinator.stop()
        thread.join()

    def kill_register(self) -> None:
        self.register.close()
        self.register = self._begun()

    def begin(self, settings: CrawlSettings) -> None:
        assert self.register.handle("start", {"job": JOB, "name": NAME, "settings": settings.to_json()}) == {
            "job": JOB
        }

    def members(self) -> set[str]:
        return {one["node"] for one in self.register.status()["nodes"] if one["slots"]}

    def settled(self, *names: str) -> bool:
        return self.members() == set(names) and not self.register.status()["moving"]

    def ended(self) -> bool:
        return bool(self.register.status()["crawl"]["ended"])

    def close(self) -> None:
        for name in list(self.nodes):
            self.end(name)
        self.register.close()

    def _caller(self, own: str) -> Any:
        def call(to: str, method: str, about: dict[str, Any]) -> dict[str, Any]:
            if own in self.cut or to in self.cut:
                raise Unreachable
            if to == "register":
                try:
                    return self.register.handle(method, about)
                except Exception as error:  # closed this moment
                    raise Unreachable from error
            if to not in self.nodes:
                raise Unreachable
            return self.nodes[to][0].handle(method, about)

        return call


@pytest.fixture(scope="module")
def sites() -> Iterator[Sites]:
    with closing(Sites()) as made:
        yield made


@pytest.fixture(scope="module")
def whole(sites: Sites, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What a crawl on its own has."""
    return alone(tmp_path_factory.mktemp("alone"), replace(settings_for(sites)))


@pytest.fixture
def network(tmp_path: Path, sites: Sites) -> Iterator[Network]:
    sites.forget()
    with closing(Network(tmp_path)) as made:
        yield made


class Asked:
    """The moments at which requests went out, of all nodes, by the clock of all: on the server's side a busy machine makes
    them later by chance."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.times: dict[str, list[float]] = {}
        names: dict[int, tuple[str, HostManners]] = {}
        of, sent = Turns.of, HostManners.sent

        def noted_of(turns: Turns, name: str) -> HostManners:
            manners = of(turns, name)
            names[id(manners)] = name, manners
            return manners

        def noted_sent(manners: HostManners, now: float) -> None:
            self.times.setdefault(names[id(manners)][0], []).append(now)
            sent(manners, now)

        monkeypatch.setattr(Turns, "of", noted_of)
        monkeypatch.setattr(HostManners, "sent", noted_sent)

    def keeps_distance(self, sites: Sites) -> bool:
        """Whether each request that the server has noted went out a whole delay after the one before to its host."""
        came = Counter(host for host, _ in sites.times)
        went = {host.partition(":")[0]: sorted(times) for host, times in self.times.items()}
        gaps = [after - before for times in went.values() for before, after in pairwise(times)]
        return came == {host: len(times) for host, times in went.items()} and min(gaps) > DELAY * 0.95


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    return Asked(monkeypatch)


def test_hosts_move_to_who_comes_and_from_who_leaves(
    network: Network, asked: Asked, sites: Sites, whole: dict[str, str]
) -> None:
    """With what is known of them: nothing is asked for twice."""
    network.come("a", "b")
    until(lambda: network.settled("a", "b"))
    network.begin(settings_for(sites, delay=DELAY))
    until(lambda: len(sites.requests) > 20)
    network.come("c")
    until(lambda: network.settled("a", "b", "c"))
    until(lambda: len(sites.requests) > 40)
    assert network.register.handle("leave", {"node": "a"}) == {}
    until(lambda: network.settled("b", "c"))
    until(network.ended)
    assert content(*shards_in(network.folder, NAME)) == whole
    pages = [url for url in sites.requests if not url.endswith("/robots.txt")]
    assert len(pages) == len(set(pages))
    assert asked.keeps_distance(sites)


def test_who_is_cut_off_stops_asking_and_others_find_its_hosts_anew(
    network: Network, asked: Asked, sites: Sites, whole: dict[str, str]
) -> None:
    """Within its lease; when it is back it is one of them again, and what it had is there twice at most."""
    network.come("a", "b")
    until(lambda: network.settled("a", "b"))
    network.begin(settings_for(sites, delay=DELAY))
    until(lambda: len(sites.requests) > 15)
    network.cut.add("b")
    until(lambda: network.settled("a"))
    until(network.ended)
    assert content(*shards_in(network.folder, NAME)) == whole
    network.cut.clear()
    until(lambda: network.settled("a", "b"))
    assert asked.keeps_distance(sites)


def test_a_node_that_lost_its_disk_and_a_register_that_was_killed(
    network: Network, asked: Asked, sites: Sites, whole: dict[str, str]
) -> None:
    network.come("a", "b", "c")
    until(lambda: network.settled("a", "b", "c"))
    network.begin(settings_for(sites, delay=DELAY))
    until(lambda: len(sites.requests) > 25)
    network.end("b")
    shutil.rmtree(network.folder / "b")
    network.kill_register()
    until(lambda: network.settled("a", "c"))
    network.come("b")
    until(network.ended)
    assert content(*shards_in(network.folder, NAME)) == whole
    assert asked.keeps_distance(sites)


def test_a_crawl_is_paused_stopped_and_goes_on_with_other_settings(network: Network, sites: Sites) -> None:
    network.come("a", "b")
    until(lambda: network.settled("a", "b"))
    settings = settings_for(sites, delay=DELAY)
    network.begin(settings)
    until(lambda: len(sites.requests) > 15)
    network.register.order("pause")
    phases = lambda: {one["phase"] for one in network.register.status()["nodes"]}  # noqa: E731
    until(lambda: phases() == {"paused"})
    before = len(sites.requests)
    network.register.order("stop")
    until(network.ended)
    assert network.register.status()["crawl"]["state"] == "stopped"
    assert len(sites.requests) - before <= len(HOSTS)
    network.begin(replace(settings, delay=0, exclude=("/p3",)))
    until(network.ended)
    assert network.register.status()["crawl"]["state"] == "finished"
    left = [url for url in sites.requests[before + len(HOSTS) :] if url.endswith("/p3")]
    assert left == []


@pytest.mark.parametrize("kind", ["max_pages", "max_bytes"])
def test_limits_are_exact_over_all_nodes(network: Network, sites: Sites, kind: str) -> None:
    """No page and no byte too many; and as many pages as are allowed, as many bytes as there is room for."""
    network.come("a", "b", "c")
    until(lambda: network.settled("a", "b", "c"))
    most = {"max_pages": 23, "max_bytes": 12_000}[kind]
    network.begin(settings_for(sites, **{kind: most}))
    until(network.ended)
    crawl = network.register.status()["crawl"]
    assert (crawl["state"], crawl["limit"]) == ("finished", kind.replace("_", "-"))
    captures = []
    for archive in shards_in(network.folder, NAME):
        with archive.reader() as reader:
            captures += [one for one in reader.captures_of_crawl(JOB) if not one.url.endswith("robots.txt")]
    if kind == "max_pages":
        assert len(captures) == most
    else:
        longest = max(one.length for one in captures)
        assert most - longest <= sum(one.length for one in captures) <= most


class Asking:
    """As people ask a cluster."""

    def __init__(self, network: Network) -> None:
        self._network = network

    def ask(self, method: str, **about: Any) -> dict[str, Any]:
        return self._network.register.handle(method, about)

    def ask_node(self, node: str, method: str, **about: Any) -> dict[str, Any]:
        return self._network.nodes[node][0].handle(method, about)


def test_why_an_address_is_there_and_what_is_not_taken_are_told_of_all_nodes(
    network: Network, sites: Sites, whole: dict[str, str]
) -> None:
    """And a change of settings while it runs holds for all of it, also after hosts have moved."""
    network.come("a", "b")
    until(lambda: network.settled("a", "b"))
    cluster = Asking(network)
    settings = settings_for(sites, delay=DELAY, exclude=("/p3", "/p1"))
    network.begin(settings)
    until(lambda: len(sites.requests) > 30)
    network.come("c")
    until(lambda: network.settled("a", "b", "c"))
    until(lambda: asking.why(cluster, sites.url(4, "/"))["why"] is not None)
    found = asking.why(cluster, sites.url(4, "/"))["why"]
    assert found["path"][0] == sites.seed, "the way begins where the crawl did, whoever went it"
    assert len(found["path"]) == found["depth"]
    outside = asking.queue(cluster, states=("outside",), search="/p3", limit=100)
    assert {row["reason"] for row in outside} == {"excluded"}
    assert len(asking.queue(cluster, states=("outside",), limit=2)) == 2
    assert asking.take(cluster, sites.url(0, "/p1"))
    assert asking.why(cluster, "http://nobody.example/") == {"node": "", "why": None}
    network.begin(replace(settings, exclude=()))
    until(network.ended)
    assert content(*shards_in(network.folder, NAME)) == whole


def test_ids_are_apart(network: Network, sites: Sites) -> None:
    network.come("a", "b")
    until(lambda: network.settled("a", "b"))
    network.begin(settings_for(sites))
    until(network.ended)
    ids = [one for archive in shards_in(network.folder, NAME) for one in ids_of(archive)]
    assert len(ids) == len(set(ids)) == len(HOSTS) * 9


def ids_of(archive: Archive) -> list[str]:
    with archive.reader() as reader:
        return [capture.id for capture in reader.captures_of_crawl(JOB)]
