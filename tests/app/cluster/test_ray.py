"""The same nodes and the same register as actors of Ray: they find each other by name, and a node that dies is back."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from app.cluster.ray_nodes import RayCluster, is_private, loaded, own_address, token
from app.cluster.watching import QUICK
from app.errors import ClusterRefused
from tests import rays
from tests.app.cluster.sites import HOSTS, Sites
from tests.app.cluster.test_nodes import settings_for, shards_in, until

JOB = "20261128-000000-abcdef"


@pytest.fixture
def cluster(ray_cluster: Any) -> Iterator[RayCluster]:
    with closing(RayCluster(ray_cluster.address)) as connected:
        yield connected


@pytest.mark.skipif(rays.MISSING, reason=rays.NEEDED)
def test_two_nodes_crawl_and_one_that_dies_is_back(cluster: RayCluster, tmp_path: Path) -> None:
    with closing(Sites()) as sites:
        cluster.begin_register(tmp_path)
        nodes = {name: cluster.begin_node(name, tmp_path / name, rhythm=QUICK) for name in "ab"}
        settings = settings_for(sites, delay=0.05)
        started = cluster.ask("start", job=JOB, name="x.archive", settings=settings.to_json())
        assert started == {"job": JOB}
        until(lambda: len(sites.requests) > 10)
        killed = cluster.call(nodes["a"], "process")
        os.kill(killed, signal.SIGKILL)
        until(lambda: cluster.ask("status")["crawl"]["ended"])
        assert cluster.call(nodes["a"], "process") not in (None, killed)
        with pytest.raises(ClusterRefused, match="name a is at work"):
            cluster.begin_node("a", tmp_path / "a")
        for actor in nodes.values():
            cluster.call(actor, "close")
        found = {page for archive in shards_in(tmp_path, "x.archive") for page in pages(archive)}
        assert len(found) == len(HOSTS) * 9


def pages(archive: Any) -> list[str]:
    with archive.reader() as reader:
        return [page.url for page in reader.all_pages()]


def test_without_ray_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ClusterRefused, match="install this program with its group"):
        loaded()


@pytest.mark.skipif(rays.MISSING, reason=rays.NEEDED)
def test_nobody_listens() -> None:
    """Told at once: Ray itself would try for minutes."""
    began = time.monotonic()
    with pytest.raises(ClusterRefused, match=r"No cluster answers at 127\.0\.0\.1:1"):
        RayCluster("127.0.0.1:1")
    assert time.monotonic() - began < 10


def test_a_token_is_made_where_the_cluster_begins_and_asked_for_elsewhere(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "ray" / "auth_token"
    monkeypatch.setenv("RAY_AUTH_MODE", "token")
    monkeypatch.delenv("RAY_AUTH_TOKEN", raising=False)
    monkeypatch.setenv("RAY_AUTH_TOKEN_PATH", str(path))
    with pytest.raises(ClusterRefused, match="Copy the one of the machine"):
        token()
    token(make=True)
    made = path.read_text()
    assert len(made) == 64
    assert path.stat().st_mode & 0o077 == 0
    token(make=True)
    assert path.read_text() == made


def test_addresses_of_private_networks() -> None:
    assert [is_private(ip) for ip in ("127.0.0.1", "10.1.2.3", "8.8.8.8", "0.0.0.0", "x")] == [
        True,
        True,
        False,
        False,
        False,
    ]
    assert own_address("127.0.0.1:6379") == "127.0.0.1"
