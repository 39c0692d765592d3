"""The graph of a joined archive made of a job over its shards is the one that is made by reading all pages."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from app.archive.archive import Archive
from app.archive.upkeep.gathering import gather
from app.batch.link_graph import LinkGraph, take_graph
from app.batch.run import run
from app.batch.shipped import WordCount
from app.batch.workers import Here
from app.cli import main
from app.errors import JobRefused
from app.graph.network import Network
from app.graph.standing import bring_up_to_date
from app.graph.store.feeding import behind
from app.graph.store.store import opened
from app.interchange.joining import join
from tests.conftest import capture


@pytest.fixture(autouse=True)
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TIANWANG_CONFIG", str(tmp_path / "config"))


@pytest.fixture
def shards(tmp_path: Path) -> list[Path]:
    made = []
    for block, host in enumerate("ab"):
        archive = Archive.create(tmp_path / host)
        archive.deal = lambda _batch, block=block: block  # type: ignore[misc]
        with archive.writer() as writer:
            for number in range(4):
                links = f"<a href='/{number + 1}'>next</a><a rel=nofollow href='http://b.example/2'>there</a>"
                writer.store(capture(f"http://{host}.example/{number}", f"<title>{number}</title>{links}"))
            writer.store(capture(f"http://{host}.example/0", "<a href='/9'>other words</a>", minutes=2880))
            writer.store(capture(f"http://{host}.example/gone", "", status="404 Not Found"))
            moved = capture(f"http://{host}.example/m", "", status="301 Moved", headers="Location: /0\r\n")
            writer.store(moved)
        made.append(archive.path)
    return made


def told(archive: Path) -> Iterator[tuple[Any, ...]]:
    """All that a graph says, whatever numbers its texts have."""
    with closing(opened(archive)) as file:
        links = file.load(words=True)
    for row, source in enumerate(links.sources()):
        target, text, rel = links.target[row], links.text[row], links.rel[row]
        columns = (links.kind[row], links.count[row], links.first[row], links.last[row])
        yield links.keys[source], links.keys[target], links.texts[text], links.rels[rel], *map(int, columns)
    for node, key in enumerate(links.keys):
        a, b = links.seen[node], links.seen[node + 1]
        yield key, list(map(int, links.when[a:b])), list(map(int, links.status[a:b]))


def test_it_is_the_graph_that_reading_all_pages_makes(shards: list[Path], tmp_path: Path) -> None:
    whole = tmp_path / "whole"
    join(shards, whole, "manifest")
    archive = Archive.open(whole)
    bring_up_to_date(archive)
    expected, ranks = list(told(whole)), (whole / "graph" / "ranks").read_bytes()
    assert len(expected) > 20
    shutil.rmtree(whole / "graph")
    result = run(LinkGraph(), shards, tmp_path / "out", Here(), size=500)
    assert result.finished
    fed = take_graph(archive, tmp_path / "out")
    assert sorted(map(repr, told(whole))) == sorted(map(repr, expected))
    assert (whole / "graph" / "ranks").read_bytes() == ranks
    assert fed.versions == 14 and behind(archive) == 0
    assert main(["graph", str(whole), "--take", str(tmp_path / "out"), "--json"]) == 0
    assert len(Network.of(whole).keys) > 8


def test_a_joined_archive_whose_shards_grow_in_turn_has_the_links_of_all(
    shards: list[Path], tmp_path: Path
) -> None:
    """Also of a page whose number is below those that its graph knew, as shards have blocks of numbers."""
    whole = tmp_path / "whole"
    join(shards, whole, "manifest")
    bring_up_to_date(Archive.open(whole))
    (whole / "searches.json").write_text("[]")
    with Archive.open(shards[0]).writer() as writer:
        writer.store(capture("http://a.example/late", "<a href='http://c.example/'>new</a>"))
    archive = Archive.open(whole)
    gather(whole)
    assert behind(archive) == 15
    bring_up_to_date(archive)
    assert any(row[1] == "example.c/\thttp" for row in told(whole))
    assert (whole / "searches.json").read_text() == "[]", "what a person made stays"


def test_the_result_of_another_job_is_refused(shards: list[Path], tmp_path: Path) -> None:
    run(WordCount(), shards[:1], tmp_path / "out", Here())
    with pytest.raises(JobRefused):
        take_graph(Archive.open(shards[0]), tmp_path / "out")
