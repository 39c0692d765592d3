"""Ranks: the worked examples of the field to their printed digits, and igraph's PageRank beside ours."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.graph.network import Arcs, arcs
from app.graph.rank.communities import articulation_points, communities
from app.graph.rank.hits import MOST_IN, arc, hits, neighbourhood, told
from app.graph.rank.pagerank import pagerank
from tests.app.graph.named import from_pairs

THREE = from_pairs([("A", "B"), ("A", "C"), ("B", "C"), ("C", "A")])


def web(size: int, count: int, seed: int) -> Arcs:
    """A random graph with a heavy tail, a third of its nodes without arcs out of them, weights from 1 to 3."""
    random = np.random.default_rng(seed)
    source = random.integers(0, max(1, size * 2 // 3), count)
    target = np.minimum(random.pareto(1.0, count) * size / 20, size - 1).astype(np.int64)
    return arcs(size, source, target, random.integers(1, 4, count).astype(float))


def test_half_damping_gives_the_fractions_of_the_book() -> None:
    found = pagerank(THREE, damping=0.5, tolerance=1e-14).book
    assert found == pytest.approx([14 / 13, 10 / 13, 15 / 13], abs=1e-12)


def test_usual_damping_gives_the_digits_of_the_book() -> None:
    found = pagerank(THREE, tolerance=1e-13).book
    # the first is printed from a round before the last: the three printed numbers do not add up to 3
    assert [f"{score:.8f}" for score in found[1:]] == ["0.64443188", "1.19219898"]
    assert found[0] == pytest.approx(1.16336910, abs=5e-8)
    assert found[0] == pytest.approx(0.385875 / 0.3316875, abs=1e-12)


def test_pagerank_is_igraphs() -> None:
    import igraph

    graph = web(2000, 20_000, 1)
    other = igraph.Graph(n=graph.size, edges=np.stack((graph.source, graph.target), 1), directed=True)
    theirs = other.pagerank(damping=0.85, weights=graph.weight.tolist())
    ours = pagerank(graph, tolerance=1e-12)
    assert np.abs(ours.scores - np.array(theirs)).max() < 1e-9


def test_a_topic_draws_the_ranks_to_itself_as_in_igraph() -> None:
    import igraph

    graph = web(300, 2000, 2)
    topic = np.zeros(graph.size)
    topic[[3, 77]] = 1.0, 2.0
    # igraph lets a reader at a dead end begin again by the topic, too
    other = igraph.Graph(n=graph.size, edges=np.stack((graph.source, graph.target), 1), directed=True)
    theirs = other.personalized_pagerank(
        reset=topic.tolist(), weights=graph.weight.tolist(), implementation="prpack"
    )
    assert np.abs(pagerank(graph, tolerance=1e-13, topic=topic).scores - np.array(theirs)).max() < 1e-9


def test_former_ranks_save_rounds_and_change_nothing() -> None:
    graph = web(2000, 20_000, 3)
    former = pagerank(graph)
    grown = arcs(
        graph.size, np.append(graph.source, 5), np.append(graph.target, 900), np.append(graph.weight, 1.0)
    )
    again, anew = pagerank(grown, start=former.scores), pagerank(grown)
    assert again.rounds < anew.rounds
    assert np.abs(again.scores - anew.scores).sum() < 4e-8


def test_bars_grow_with_six() -> None:
    rank = pagerank(from_pairs((f"p{number}", "hub") for number in range(5000)))
    assert sorted(set(rank.bars.tolist())) == [0, 5]
    assert 0.15 * 6**5 <= rank.book.max() < 0.15 * 6**6


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=30))
def test_ranks_are_a_distribution_whatever_the_graph(pairs: list[tuple[int, int]]) -> None:
    ends = np.array(pairs, np.int64).reshape(-1, 2)
    scores = pagerank(arcs(7, ends[:, 0], ends[:, 1])).scores
    assert scores.sum() == pytest.approx(1.0)
    assert (scores > 0).all()


def test_hubs_of_the_example_and_their_average() -> None:
    many = 4
    pairs = [(f"h{i}", "a0") for i in range(many)] + [(f"h{many}", f"a{i}") for i in range(many + 1)]
    graph = from_pairs(pairs)
    names = list(graph.names)
    plain, mean = hits(graph, tolerance=1e-12).hubs, hits(graph, "hub-averaging", tolerance=1e-12).hubs
    assert [f"{plain[names.index(f'h{i}')]:.4f}" for i in range(5)] == ["0.3077"] * 4 + ["0.7882"]
    assert [f"{mean[names.index(f'h{i}')]:.4f}" for i in range(5)] == ["0.4962"] * 4 + ["0.1223"]


def test_a_hub_threshold_leaves_poor_hubs_out_and_an_authority_threshold_poor_authorities() -> None:
    good = [(f"good{i}", f"a{j}") for i in range(3) for j in range(12)]
    graph = from_pairs([*good, ("poor", "a0"), ("poor", "b")])
    names = list(graph.names)
    usual, hub = hits(graph), hits(graph, "hub-threshold")
    a0, a1 = names.index("a0"), names.index("a1")
    assert usual.authorities[a0] > usual.authorities[a1]
    assert hub.authorities[a0] == pytest.approx(hub.authorities[a1])
    few = from_pairs([*good, *(("short", f"a{j}") for j in range(10))])
    hubs, place = hits(few, "authority-threshold").hubs, list(few.names).index
    assert hubs[place("short")] == pytest.approx(hubs[place("good0")])
    assert hits(few).hubs[place("short")] < hits(few).hubs[place("good0")]


def test_a_neighbourhood_takes_fifty_that_link_to_a_root_and_all_that_it_links_to() -> None:
    graph = from_pairs(
        [("root", f"out{i}") for i in range(60)] + [(f"in{i}", "root") for i in range(60)] + [("in0", "far")]
    )
    found = [graph.names[node] for node in neighbourhood(graph, [0])]
    assert sum(name.startswith("out") for name in found) == 60
    assert sum(name.startswith("in") for name in found) == MOST_IN
    assert "far" not in found
    assert "far" in [graph.names[node] for node in neighbourhood(graph, [0], 2)]


def test_arc_weighs_a_link_by_the_words_around_it() -> None:
    graph = from_pairs([("h", "said"), ("h", "unsaid"), ("g", "said"), ("g", "unsaid")])
    texts = {"said": "all on Linux: the linux kernel", "unsaid": "weather"}
    found, nodes = arc(graph, [0], ["linux"], lambda a, b: texts[graph.names[b]])
    scores = {graph.names[node]: score for node, score in zip(nodes, found.authorities, strict=True)}
    assert scores["said"] == pytest.approx(3 * scores["unsaid"])
    assert told("Linux linux", ["linux"]) == 2


def test_communities_are_found_and_are_as_good_as_they_say() -> None:
    cliques = [(f"{c}{i}", f"{c}{j}") for c in "xyz" for i in range(6) for j in range(6) if i != j]
    graph = from_pairs([*cliques, ("x0", "y0"), ("y0", "z0")])
    member, quality = communities(graph)
    by_name = {name: int(number) for name, number in zip(graph.names, member, strict=True)}
    assert {len({by_name[f"{c}{i}"] for i in range(6)}) for c in "xyz"} == {1}
    assert len(set(by_name.values())) == 3
    assert quality > 0.6
    assert [graph.names[node] for node in articulation_points(graph)] == ["x0", "y0", "z0"]


def test_ranks_of_a_large_graph_are_gathered_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.default_rng(3)
    graph = arcs(900, random.integers(0, 700, 5000), random.integers(0, 900, 5000))
    whole = pagerank(graph, tolerance=1e-13).scores
    monkeypatch.setattr("app.graph.rank.pagerank._LARGE", 1)
    monkeypatch.setattr("app.graph.rank.pagerank._PART", 64)
    assert np.abs(pagerank(graph, tolerance=1e-13).scores - whole).sum() < 1e-11
