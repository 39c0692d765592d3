"""The link map as numbers: which nodes and links it has at a date, its trees, where nodes stand."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.archive.archive import Archive
from app.archive.model import NewCapture
from app.graph.layout import folding, forces, places, trees
from app.graph.layout.apart import made_apart
from app.graph.layout.folding import Groups
from app.graph.layout.mapped import CHANGES, Choice, LinkMap, mapped
from app.graph.layout.trees import Tree
from app.graph.network import Network, arcs
from tests.app.graph.conftest import SITE, answer, linked, page, store
from tests.conftest import capture

DAY = 24 * 60


def short(shown: LinkMap) -> list[str]:
    return [name.removeprefix(SITE) for name in shown.names]


def of(archive: Archive, network: Network, choice: Choice | None = None) -> LinkMap:
    with archive.reader() as reader:
        return mapped(network, reader, choice or Choice())


def pairs(shown: LinkMap, links: np.ndarray) -> set[tuple[str, str]]:
    names = short(shown)
    return {(names[a], names[b]) for a, b in zip(shown.source[links], shown.target[links], strict=True)}


@pytest.fixture
def shown(archive: Archive, network_of: Callable[..., Network]) -> LinkMap:
    """A home page and a folder; on the second day a page is new, one is gone, one has changed."""
    network = network_of(
        archive,
        answer("", page(linked("news/a.html", "news/b.html"), menu=False)),
        answer("news/a.html", page("", menu=False)),
        answer("news/b.html", page(linked("/old.html"), menu=False)),
        answer("old.html", page("", menu=False)),
        answer("style.css", "body {}", media_type="text/css"),
        answer("", page(linked("news/a.html", "news/c.html"), menu=False), minutes=DAY),
        answer("news/b.html", page("nothing", menu=False), minutes=DAY),
        answer("old.html", "gone", status=404, minutes=DAY),
        answer("news/c.html", page(linked("a.html"), menu=False), minutes=DAY),
    )
    return of(archive, network)


def test_pages_are_mapped_with_links_as_of_a_date(shown: LinkMap) -> None:
    assert short(shown) == ["", "news/a.html", "news/b.html", "news/c.html", "old.html"]
    first, second = (int(moment.timestamp()) for moment in shown.moments)
    then, now = shown.links_at(first), shown.links_at(None)
    assert pairs(shown, then) == {("", "news/a.html"), ("", "news/b.html"), ("news/b.html", "old.html")}
    assert pairs(shown, now) == {("", "news/a.html"), ("", "news/c.html"), ("news/c.html", "news/a.html")}
    assert (shown.links_at(second) == now).all()
    assert shown.nodes_at(first).tolist() == [True, True, True, False, True]
    assert shown.nodes_at(None).tolist() == [True, True, True, True, False]
    assert [CHANGES[one] for one in shown.changes(first, None)] == [
        "changed",
        "same",
        "changed",
        "new",
        "gone",
    ]
    into, out = shown.counts(now)
    assert into.tolist() == [0, 2, 0, 1, 0]
    assert out.tolist() == [2, 0, 0, 1, 0]
    assert shown.depth.tolist() == [0, 1, -1, 1, -1]
    assert shown.find(f"{SITE}news/c.html") == 3
    assert shown.find("http://elsewhere.example/") is None


def test_a_choice_takes_files_strangers_and_folders(
    archive: Archive, network_of: Callable[..., Network]
) -> None:
    network = network_of(
        archive,
        answer("", page(linked("http://b.example/", "docs/x.html"), menu=False)),
        answer("docs/x.html", page("", menu=False)),
        answer("style.css", "body {}", media_type="text/css"),
    )
    assert short(of(archive, network)) == ["", "docs/x.html"]
    assert "style.css" in short(of(archive, network, Choice(files=True)))
    assert "http://b.example/" in of(archive, network, Choice(outside=True)).names
    assert short(of(archive, network, Choice(below=f"{SITE}docs/"))) == ["docs/x.html"]
    assert of(archive, network, Choice(below="a.example")).size == 2
    assert of(archive, network, Choice(below="nowhere.example")).size == 0


def test_hosts_are_one_node_each(archive: Archive, network_of: Callable[..., Network]) -> None:
    network = network_of(
        archive,
        capture("http://www.a.example/", linked("http://b.example/", "http://b.example/x")),
        capture("http://m.a.example/", linked("http://b.example/")),
        capture("http://b.example/", linked("http://www.a.example/", "/x")),
    )
    shown = of(archive, network, Choice("host"))
    assert shown.names == ["m.a.example", "www.a.example", "b.example"] or len(shown.names) == 3
    assert len(shown.source) == 3
    tree = trees.by_folder(shown)
    place = {name: number for number, name in enumerate(shown.names)}
    assert tree.parent[place["m.a.example"]] == place["www.a.example"]
    assert shown.find("b.example") == place["b.example"]
    assert shown.nodes_at(None).all()


def test_folders_stand_for_pages_only_where_they_have_members(
    archive: Archive, network_of: Callable[..., Network]
) -> None:
    paths = (
        "",
        "news/",
        "news/1.html",
        "deep/er/one.html",
        "docs/a.html",
        "docs/b.html",
        "shop",
        "shop/x.html",
    )
    network = network_of(archive, *(answer(path, page("", menu=False)) for path in paths))
    shown = of(archive, network)
    tree = trees.by_folder(shown)
    names = [*short(shown), *tree.folders]
    above = {names[node]: names[up] if up >= 0 else None for node, up in enumerate(tree.parent.tolist())}
    assert tree.folders == ["a.example/docs/"]
    assert above == {
        "": None,
        "news/": "",
        "news/1.html": "news/",
        "deep/er/one.html": "",
        "docs/a.html": "a.example/docs/",
        "docs/b.html": "a.example/docs/",
        "a.example/docs/": "",
        "shop": "",
        "shop/x.html": "shop",
    }


def test_clicks_make_a_tree_of_the_shortest_ways(shown: LinkMap) -> None:
    tree = trees.by_clicks(shown)
    names = [*short(shown), *tree.folders]
    above = [names[up] if up >= 0 else None for up in tree.parent.tolist()]
    # links of all time: what was linked once has its place in every picture
    assert dict(zip(names, above, strict=True)) == {
        "": None,
        "news/a.html": "",
        "news/b.html": "",
        "news/c.html": "",
        "old.html": "news/b.html",
    }


def test_what_no_way_leads_to_stands_apart(archive: Archive, network_of: Callable[..., Network]) -> None:
    network = network_of(archive, answer("", page("", menu=False)), answer("alone", page("", menu=False)))
    tree = trees.by_clicks(of(archive, network))
    assert tree.folders == [trees.UNREACHED]
    assert tree.parent.tolist() == [-1, 2, -1]


@given(
    st.lists(st.integers(0, 10**6), min_size=1, max_size=60),
    st.sets(st.integers(0, 59)),
    st.lists(st.tuples(st.integers(0, 59), st.integers(0, 59)), max_size=80),
)
def test_what_is_folded_stands_for_all_below_it_and_keeps_their_links(
    choices: list[int], wanted: set[int], pairs: list[tuple[int, int]]
) -> None:
    parent = np.array([-1 if not n else choice % n for n, choice in enumerate(choices)], np.int64)
    size = len(parent)
    tree = Tree(size, parent, [])
    closed = {node for node in wanted if node < size}
    found = folding.of_tree(tree, closed)
    for node in range(size):
        way = [node]
        while parent[way[-1]] >= 0:
            way.append(int(parent[way[-1]]))
        shut = [one for one in way[1:] if one in closed]
        assert found.stands_for[node] == (shut[-1] if shut else node)
    assert int(found.inside.sum()) == size - int(found.alone.sum())
    place = folding.placed(tree, found, places.rings)
    assert np.array_equal(place, place[found.stands_for])
    ends = [(a, b) for a, b in pairs if a < size and b < size]
    source, target = np.array(ends, np.int64).reshape(-1, 2).T
    a, b, drawn = folding.moved(source, target, np.ones(len(source), np.bool_), found)
    between = [(int(found.stands_for[x]), int(found.stands_for[y])) for x, y in ends]
    assert sorted(zip(a[drawn].tolist(), b[drawn].tolist(), strict=True)) == sorted(
        {(x, y) for x, y in between if x != y}
    )


def test_a_folded_community_is_where_its_middle_was(shown: LinkMap) -> None:
    groups = Groups(np.array([0, 0, 0, 1, 1], np.int64), [1, 4])
    found = folding.of_groups(groups, 5, [1])
    assert found.stands_for.tolist() == [1, 1, 1, 3, 4]
    place = np.array([[0, 0], [3, 0], [0, 3], [9, 9], [8, 8]], np.float64)
    assert folding.gathered(place, found).tolist() == [[1, 1]] * 3 + [[9, 9], [8, 8]]
    assert folding.inner(trees.by_folder(shown)).tolist() == [0, shown.size]  # the home page and news/
    assert folding.branches(trees.by_folder(shown)).tolist() == [shown.size]
    chain = Tree(7, np.array([-1, 0, 1, 1, 2, 3, 0], np.int64), [])
    assert folding.branches(chain).tolist() == [2, 3]
    assert folding.branches(Tree(2, np.array([-1, 0], np.int64), [])).tolist() == []


@given(st.lists(st.integers(0, 10**6), min_size=1, max_size=300))
def test_nodes_of_any_tree_stand_apart(choices: list[int]) -> None:
    parent = np.array([-1 if not n else choice % n for n, choice in enumerate(choices)], np.int64)
    tree = Tree(len(parent), parent, [])
    assert sum(len(level) for level in tree.levels()) == len(parent)
    for place in (places.rings(tree), places.layers(tree)):
        assert np.isfinite(place).all()
        way = np.hypot(*(place[:, None, :] - place[None, :, :]).T)
        np.fill_diagonal(way, 99)
        assert way.min() >= 4
    # a child is farther out, or farther to the right
    inner = np.flatnonzero(parent >= 0)
    radius = np.hypot(*places.rings(tree).T)
    assert (radius[inner] > radius[parent[inner]]).all()
    left = places.layers(tree)[:, 0]
    assert (left[inner] > left[parent[inner]]).all()


def test_an_empty_archive_has_an_empty_map(archive: Archive, network_of: Callable[..., Network]) -> None:
    store(archive)
    shown = of(archive, network_of(archive))
    assert shown.size == 0
    assert len(trees.by_folder(shown).parent) == len(trees.by_clicks(shown).parent) == 0
    assert places.rings(trees.by_folder(shown)).shape == places.layers(trees.by_folder(shown)).shape == (0, 2)
    assert not len(shown.links_at(None))


def test_communities_are_the_same_from_another_process(
    shown: LinkMap, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = folding.grouped(shown)
    monkeypatch.setattr(folding, "_AT_ONCE", 0)
    apart = folding.grouped(shown)
    assert here.member.tolist() == apart.member.tolist()
    assert here.leaders == apart.leaders
    assert all(here.member[leader] == number for number, leader in enumerate(here.leaders))


def test_work_apart_ends_when_it_is_not_wanted_any_more_and_is_done_here_where_it_fails() -> None:
    class Unwanted(Exception):
        pass

    def check() -> None:
        raise Unwanted

    begun = time.monotonic()
    with pytest.raises(Unwanted):
        made_apart(time.sleep, 60, check)
    assert time.monotonic() - begun < 30
    with pytest.raises(ValueError, match="math domain"):
        made_apart(math.log, -1, lambda: None)


def test_each_crawl_of_a_day_is_a_moment_and_a_redirect_is_none(
    archive: Archive, network_of: Callable[..., Network]
) -> None:
    def of_crawl(crawl: str, one: NewCapture, origin: str | None = None) -> NewCapture:
        return replace(one, crawl=crawl, origin=origin)

    network = network_of(
        archive,
        of_crawl("first", answer("", page(linked("a.html"), menu=False))),
        of_crawl("first", answer("a.html", page("", menu=False), minutes=1), f"{SITE}old"),
        of_crawl("second", answer("", page("nothing", menu=False), minutes=5)),
        of_crawl("second", answer("a.html", page("new", menu=False), minutes=6), f"{SITE}old"),
    )
    assert [moment.minute for moment in of(archive, network).moments] == [1, 6]


def test_places_by_links_keep_communities_together_and_apart_from_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    member = np.repeat([0, 1, 2, 3, 4], [30, 20, 10, 1, 1])
    random = np.random.default_rng(1)
    source = random.integers(0, 60, 600)
    target = random.integers(0, 60, 600)
    kept = (member[source] == member[target]) | (random.random(600) < 0.1)
    graph = arcs(62, source[kept], target[kept])
    place = forces.by_links(graph, member)
    middles = np.array([place[member == one].mean(0) for one in range(3)])
    far = np.array([np.hypot(*(place[member == one] - middles[one]).T).max() for one in range(3)])
    for a, b in ((0, 1), (0, 2), (1, 2)):
        assert np.hypot(*(middles[a] - middles[b])) > (far[a] + far[b]) * 0.9
    away = np.hypot(*place.T)
    assert away[60:].min() > away[:60].max() * 0.9  # what has no links stands around
    assert len(np.unique(place, axis=0)) == 62
    monkeypatch.setattr(forces, "_AT_ONCE", 0)
    assert np.allclose(forces.by_links(graph, member), place)


@pytest.mark.parametrize("size", [0, 1, 2])
def test_places_by_links_of_next_to_nothing(size: int) -> None:
    none = np.zeros(0, np.int64)
    assert forces.by_links(arcs(size, none, none), np.arange(size)).shape == (size, 2)


def test_what_answers_with_an_error_now_is_gone_even_where_links_still_lead(
    archive: Archive, network_of: Callable[..., Network]
) -> None:
    day = 24 * 60
    network = network_of(
        archive,
        answer("", page(linked("lost", "back"), menu=False)),
        answer("lost", page("", menu=False)),
        answer("back", "no", status=500),
        answer("lost", "no", status=404, minutes=day),
        answer("back", page("", menu=False), minutes=day),
    )
    shown = of(archive, network)
    first, last = (int(moment.timestamp()) for moment in shown.moments)
    told = dict(zip(short(shown), shown.changes(first, last).tolist(), strict=True))
    assert {name: CHANGES[number] for name, number in told.items()} == {
        "": "same",
        "lost": "gone",
        "back": "new",
    }
