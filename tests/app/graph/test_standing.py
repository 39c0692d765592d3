"""What links say of each page, kept for lists and the search: the numbers, when they are made anew, whose they are."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from app.archive.archive import Archive
from app.graph.network import Arcs, Network
from app.graph.rank.pagerank import pagerank
from app.graph.standing import NO_WAY, Factors, Importance, Ranks, bring_up_to_date, mark_of
from app.graph.store.store import FOLDER, RANKS
from tests.app.graph.conftest import SITE, answer, linked, page, store


def site(archive: Archive) -> Archive:
    """A home page, two pages a click away, one two clicks away, one that nothing leads to, and one that is gone."""
    return store(
        archive,
        answer("", page(linked("one", "two"), menu=False)),
        answer("one", page(linked("two", "deep", "gone"), menu=False)),
        answer("two", page(linked("/", "gone", "gone"), menu=False)),
        answer("deep", page(linked("two"), menu=False)),
        answer("lonely", page(linked("two", "lost"), menu=False)),
        answer("gone", "no", status=404),
        answer("lost", "no", status=500),
    )


def of(archive: Archive, path: str) -> tuple[int, ...] | None:
    with archive.reader() as reader:
        known = reader.page(f"{SITE}{path}")
    assert known is not None
    found = Ranks(archive.path).of(known.page_id, known.url)
    return None if found is None else (found.links, found.depth, found.broken)


def test_links_depth_and_broken_links_of_each_page(archive: Archive) -> None:
    bring_up_to_date(site(archive))
    assert of(archive, "") == (1, 0, 0)
    assert of(archive, "one") == (1, 1, 1)
    assert of(archive, "two") == (4, 1, 1), (
        "a link that stands twice is of one page, and its end is broken once"
    )
    assert of(archive, "deep") == (1, 2, 0)
    assert of(archive, "lonely") == (0, NO_WAY, 1)
    assert of(archive, "gone") == (2, 2, 0)


def test_the_rank_is_the_one_that_the_command_shows(archive: Archive) -> None:
    bring_up_to_date(site(archive))
    network = Network.of(archive.path)
    made = pagerank(network.arcs())
    ranks = Ranks(archive.path)
    with archive.reader() as reader:
        pages = list(reader.all_pages())
    for one in pages:
        found, node = ranks.of(one.page_id, one.url), network.find(one.url)
        assert found is not None and node is not None
        assert found.bar == made.bars[node] and found.share == pytest.approx(made.book[node], rel=1e-6)
    numbers = np.array([one.page_id for one in pages], np.int64)
    factors = Factors(archive.path)
    assert factors.bars(numbers).tolist() == [ranks.of(one.page_id, one.url).bar for one in pages]  # type: ignore[union-attr]
    assert factors.bars(np.array([99_999])).tolist() == [-1] and factors.shares(
        np.array([99_999])
    ).tolist() == [0.0]


def test_ranks_go_on_from_the_former_ones(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    bring_up_to_date(site(archive))
    former, starts = Ranks(archive.path), list[np.ndarray | None]()

    def ranked(arcs: Arcs, **more: Any) -> Any:
        starts.append(more["start"])
        return pagerank(arcs, **more)

    monkeypatch.setattr("app.graph.rank.pagerank.pagerank", ranked)
    store(archive, answer("fresh", page(linked("two"), menu=False)))
    bring_up_to_date(archive)
    network, (start,) = Network.of(archive.path), starts
    assert start is not None
    with archive.reader() as reader:
        for one in reader.all_pages():
            known, node = former.of(one.page_id, one.url), network.find(one.url)
            assert node is not None
            assert start[node] == pytest.approx(known.share if known else 1.0)
    fresh = pagerank(network.arcs())
    assert Ranks(archive.path).shares.sum() == pytest.approx(fresh.book.sum(), abs=1e-6)


def test_pages_that_came_since_have_none(archive: Archive) -> None:
    bring_up_to_date(site(archive))
    store(archive, answer("new", page(linked("one"))))
    assert of(archive, "new") is None
    bring_up_to_date(archive)
    assert of(archive, "new") == (0, NO_WAY, 0)


def test_a_page_with_the_number_of_another_gets_none_of_its_ranks(archive: Archive) -> None:
    """An index that was made anew may number them otherwise."""
    bring_up_to_date(site(archive))
    ranks = Ranks(archive.path)
    number = int(ranks.pages[0])
    assert ranks.of(number, f"{SITE}nowhere") is None
    with archive.reader() as reader:
        (own,) = reader.pages_by_id([number])
    assert ranks.of(number, own.url) is not None


def test_ranks_are_made_anew_where_they_are_missing_older_or_of_other_numbers(archive: Archive) -> None:
    bring_up_to_date(site(archive))
    path = archive.path / FOLDER / RANKS
    whole = Ranks(archive.path)
    with np.load(path) as made:
        columns = dict(made)
    others = {**columns, "marks": columns["marks"] + np.uint32(1)}
    for change in (
        path.unlink,
        lambda: np.savez(path, pages=columns["pages"], scores=columns["scores"]),
        lambda: np.savez(path, **others),  # type: ignore[arg-type]
        lambda: path.write_bytes(b"PK\x03\x04 cut"),
    ):
        change()
        if (wrong := path.with_suffix(".npz")).exists():  # numpy names files itself
            wrong.replace(path)
        assert not len(Ranks(archive.path)), "nothing that is not under the seal is used"
        bring_up_to_date(archive)
        assert Ranks(archive.path).links.tolist() == whole.links.tolist()


def test_ranks_of_a_stranger_are_not_used(archive: Archive, config: Path) -> None:
    bring_up_to_date(site(archive))
    for key in config.rglob("*"):
        if key.is_file():
            key.unlink()
    assert not len(Ranks(archive.path))


def test_an_archive_without_pages_has_none(archive: Archive) -> None:
    bring_up_to_date(archive)
    assert not len(Ranks(archive.path)) and Ranks(archive.path).of(1, SITE) is None


def test_importance_is_told_in_times_of_the_mean_and_follows_the_graph(archive: Archive) -> None:
    known = Importance(archive.path)
    assert known(1, SITE) == 1.0
    bring_up_to_date(site(archive))
    with archive.reader() as reader:
        pages = list(reader.all_pages())
    found = {one.url: known(one.page_id, one.url) for one in pages}
    assert np.mean(list(found.values())) == pytest.approx(1.0)
    assert max(found, key=found.__getitem__) == f"{SITE}two"
    assert known(pages[0].page_id, "http://other.example/") == 1.0


def test_a_mark_is_of_the_whole_address() -> None:
    assert mark_of("http://a.example/1") != mark_of("http://a.example/2")
    assert mark_of("http://a.example/\udce4") == mark_of("http://a.example/\udce4")
