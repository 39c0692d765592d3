"""`crawl --nodes`: several processes of this machine, whose archives are read as one; stopped and resumed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from app.archive.archive import Archive
from app.cli.crawl import together
from app.cluster.watching import LocalCluster
from tests.app.cluster.sites import HOSTS, Sites
from tests.app.cluster.test_nodes import until

Objects = Callable[..., list[dict[str, Any]]]


@pytest.fixture
def sites() -> Iterator[Sites]:
    with closing(Sites()) as made:
        yield made


def test_nodes_of_this_machine_make_one_archive(objects: Objects, sites: Sites, tmp_path: Path) -> None:
    """A limit holds over all of them; going on without it, each page is asked for once."""
    given = ("--scope", "any", "--delay", 0, "--no-sitemaps", "--nodes", 2)
    path = tmp_path / "my.archive"
    first = objects("crawl", path, sites.seed, *given, "--max-pages", 20)[-1]
    assert (first["kind"], first["state"], first["limit_reached"]) == ("summary", "finished", "max-pages")
    assert first["pages"] == 20
    again = objects("crawl", path, "--resume", *given, "--max-pages", 0)[-1]
    assert (again["job"], again["state"], again["limit_reached"]) == (first["job"], "finished", "")
    assert again["archives"] == [str(tmp_path / f"my.archive.nodes/{n}/my.archive") for n in (1, 2)]
    asked = [url for url in sites.requests if not url.endswith("/robots.txt")]
    assert len(asked) == len(set(asked)) == len(HOSTS) * 8
    with Archive.open(path).reader() as reader:
        assert {page.url for page in reader.all_pages()} == set(sites.requests)


def test_what_is_an_archive_of_its_own_gets_no_nodes(
    tianwang: Callable[..., Any], refused: Callable[..., str], tmp_path: Path
) -> None:
    Archive.create(tmp_path / "my.archive")
    said = tianwang("crawl", tmp_path / "my.archive", "example.org", "--nodes", 2, code=1).stderr
    assert "is there already" in said
    assert "Not with --cluster" in refused("crawl", tmp_path / "x", "example.org", "--nodes", 2, "--preview")
    assert "One of them" in refused("crawl", tmp_path / "x", "example.org", "--nodes", 2, "--cluster", "a:1")


def test_a_plan_runs_on_a_cluster(
    objects: Objects, sites: Sites, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its pages are those of the nodes; the archive that keeps it notes the run alone."""
    Archive.create(tmp_path / "my.archive")
    given = ("--scope", "any", "--delay", 0, "--no-sitemaps", "--max-pages", 5)
    objects("plans", tmp_path / "my.archive", "add", "daily", sites.seed, "--schedule", "daily", *given)

    @contextmanager
    def cluster_at(_address: str) -> Iterator[LocalCluster]:
        with closing(LocalCluster(tmp_path / "nodes")) as cluster:
            cluster.begin("one")
            until(lambda: cluster.ask("status")["nodes"])
            yield cluster

    monkeypatch.setattr(together, "cluster_at", cluster_at)
    end = objects("plans", tmp_path / "my.archive", "run", "daily", "--cluster", "10.0.0.5:6379")[-1]
    assert (end["pages"], end["limit_reached"]) == (5, "max-pages")
    assert end["archives"] == [str(tmp_path / "nodes/one/my.archive")]
    plan = objects("plans", tmp_path / "my.archive", "list")[0]
    assert plan["last_job"] == end["job"] and plan["last_run"]
    assert objects("jobs", tmp_path / "my.archive") == []
