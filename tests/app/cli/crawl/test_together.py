"""`crawl --nodes`: several processes of this machine, whose archives are read as one; stopped and resumed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from app.archive.archive import Archive
from tests.app.cluster.sites import HOSTS, Sites

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
    assert 20 <= first["pages"] < len(HOSTS) * 8
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
