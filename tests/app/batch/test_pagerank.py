"""PageRank in blocks: as on one machine, over several archives, and going on after a stop."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from app.archive.archive import Archive
from app.batch import pagerank as blocks
from app.batch.pagerank import PageRanks
from app.batch.run import Result, run
from app.batch.workers import Here
from app.errors import JobRefused
from app.graph.network import Network
from app.graph.rank.pagerank import pagerank
from tests.conftest import capture

HOSTS = ("a.example", "b.example", "c.example")


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Three: one with all of 90 pages on three hosts, and two that share them; a third of the links lead to pages that
    nobody fetched."""
    folder = tmp_path_factory.mktemp("ranks")
    some = random.Random(7)
    pages = [f"http://{HOSTS[n % 3]}/{n}" for n in range(90)]
    made = {name: Archive.create(folder / name) for name in ("whole", "left", "right")}
    captures = []
    for n, url in enumerate(pages):
        targets = [pages[int(some.paretovariate(0.7)) % 90] for _ in range(some.randrange(9))]
        targets += [
            f"http://{some.choice(HOSTS)}/none/{some.randrange(40)}" for _ in range(some.randrange(4))
        ]
        links = " ".join(f"<a href='{target}'>{target}</a>" for target in targets)
        captures.append(capture(url, f"<title>{n}</title><p>Page {n} says: {links}</p>"))
    for name, archive in made.items():
        with archive.writer() as writer:
            for n, new in enumerate(captures):
                if name == "whole" or (name == "left") == (n % 3 == 0):
                    writer.store(new)
    return [archive.path for archive in made.values()]


def ranks(result: Result) -> dict[str, float]:
    return {line["key"]: line["rank"] for line in result.lines()}


def bytes_of(out: Path) -> list[bytes]:
    return [path.read_bytes() for path in sorted(out.glob("part-*"))]


def test_blocks_give_the_ranks_of_one_machine_also_over_several_archives(
    archives: list[Path], tmp_path: Path
) -> None:
    whole, left, right = archives
    result = run(PageRanks(tolerance=1e-12), [whole], tmp_path / "whole", Here(), parts=5)
    network = Network.of(whole)
    expected = pagerank(network.arcs(), tolerance=1e-12)
    found = ranks(result)
    assert len(found) == len(network.urls) > 100
    assert (
        max(abs(found[url] - score) for url, score in zip(network.urls, expected.scores, strict=True)) < 1e-9
    )
    assert sum(found.values()) == pytest.approx(1.0)
    assert list(found.values()) == sorted(found.values(), reverse=True)
    assert result.counters["arcs"] == len(network.arcs())
    shared = ranks(run(PageRanks(tolerance=1e-12), [left, right], tmp_path / "shared", Here(), parts=3))
    assert shared == pytest.approx(found, abs=1e-9)
    twice = ranks(run(PageRanks(tolerance=1e-12), [whole, left], tmp_path / "twice", Here(), parts=3))
    assert twice == pytest.approx(found, abs=1e-9)  # what two archives have counts once


def test_it_goes_on_from_the_ranks_that_were_kept(
    archives: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = run(PageRanks(), archives[:1], tmp_path / "plain", Here(), parts=2)
    done: list[int] = []
    began: list[int] = []
    fill = blocks.Round.fill

    def told(task: blocks.Round, own: Path) -> Any:
        began.append(task.done)
        return fill(task, own)

    monkeypatch.setattr(blocks.Round, "fill", told)
    stopped = run(
        PageRanks(),
        archives[:1],
        tmp_path / "out",
        Here(),
        parts=2,
        progress=lambda count, _: done.append(count),
        stopped=lambda: began[-1:] == [13],
    )
    assert not stopped.finished
    began.clear()
    again = run(PageRanks(), archives[:1], tmp_path / "out", Here(), parts=2)
    assert min(began) == blocks.KEPT
    assert bytes_of(tmp_path / "out") == bytes_of(tmp_path / "plain")
    assert again.counters == plain.counters


def test_an_archive_without_links_and_one_without_pages(archive: Archive, tmp_path: Path) -> None:
    assert list(run(PageRanks(), [archive.path], tmp_path / "none", Here()).lines()) == []
    with archive.writer() as writer:
        writer.store(capture("http://a.example/", "<p>alone</p>"))
    assert ranks(run(PageRanks(), [archive.path], tmp_path / "one", Here())) == {"http://a.example/": 1.0}


def test_settings_out_of_range_are_refused() -> None:
    with pytest.raises(JobRefused):
        PageRanks(damping=1.0)
