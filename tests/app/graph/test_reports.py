"""Faults of a site: each that was planted is found, and none is invented; graphs written for others come back."""

from __future__ import annotations

import csv
import json
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.archive.archive import Archive
from app.archive.model import NewCapture
from app.errors import FormatError
from app.graph import reports
from app.graph.exchange import FORMATS, Format, export
from app.graph.network import Network, arcs
from app.graph.taking import read_file, read_text
from tests.app.graph.conftest import SITE, answer, linked, page
from tests.app.graph.named import from_pairs
from tests.conftest import START, capture

DAY = 24 * 60
NetworkOf = Callable[..., Network]


def redirect(path: str, to: str) -> NewCapture:
    data = f"HTTP/1.1 301 Moved\r\nLocation: {to}\r\nContent-Length: 0\r\n\r\n".encode()
    return NewCapture(SITE + path, START, "127.0.0.1", data)


def test_each_place_of_a_broken_link_is_listed_and_nothing_else(
    archive: Archive, network_of: NetworkOf
) -> None:
    network = network_of(
        archive,
        answer("", page(linked("gone", "fine", "unknown"), menu=False)),
        answer("fine", page(linked("gone") + "<script>go('/gone.html')</script>", menu=False)),
        answer("gone", "no", status=404),
    )
    (found,) = reports.broken(network)
    assert (found.url, found.status) == (SITE + "gone", 404)
    assert [(place.url, place.kind, place.text) for place in found.places] == [
        (SITE, "content", "to gone"),
        (SITE + "fine", "content", "to gone"),
    ]


def test_a_link_that_was_mended_was_broken_before(archive: Archive, network_of: NetworkOf) -> None:
    network = network_of(
        archive,
        answer("", page(linked("gone"), menu=False)),
        answer("gone", "no", status=404),
        answer("", page(linked("fine"), menu=False), minutes=2 * DAY),
    )
    assert reports.broken(network) == []
    assert len(reports.broken(network, int(START.timestamp()) + 86400)) == 1
    assert [(known, dead) for _, known, dead in reports.rot(network)] == [(1, 1), (0, 0)]


def test_chains_and_loops_of_redirects(archive: Archive, network_of: NetworkOf) -> None:
    network = network_of(
        archive,
        answer("", page(linked("a", "x"), menu=False)),
        redirect("a", "/b"),
        redirect("b", "/c"),
        answer("c", page("", menu=False)),
        redirect("x", "/y"),
        redirect("y", "/x"),
    )
    loop, chain = reports.redirects(network)
    assert [url.removeprefix(SITE) for url in chain.urls] == ["a", "b", "c"]
    assert (chain.status, chain.loop, chain.links) == (200, False, 1)
    assert [url.removeprefix(SITE) for url in loop.urls] == ["x", "y", "x"]
    assert loop.loop


def test_depth_counts_clicks_and_no_redirects(archive: Archive, network_of: NetworkOf) -> None:
    network = network_of(
        archive,
        answer("", page(linked("a"), menu=False)),
        redirect("a", "/b"),
        answer("b", page(linked("c"), menu=False)),
        answer("c", page("", menu=False)),
        answer("alone", page("", menu=False)),
    )
    depth = dict(zip(network.urls, reports.depths(network).tolist(), strict=True))
    assert depth == {SITE: 0, SITE + "a": 1, SITE + "b": 1, SITE + "c": 2, SITE + "alone": -1}


def test_orphans_tell_from_where_they_are_known(archive: Archive, network_of: NetworkOf) -> None:
    sitemap = (
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
        f"<url><loc>{SITE}listed</loc></url><url><loc>{SITE}linked</loc></url></urlset>"
    )
    network = network_of(
        archive,
        answer("", page(linked("linked", "was"), menu=False)),
        *(answer(name, page("", menu=False)) for name in ("linked", "listed", "was", "alone")),
        answer("sitemap.xml", sitemap, media_type="application/xml"),
        answer("", page(linked("linked"), menu=False), minutes=DAY),
    )
    found = {one.url.removeprefix(SITE): one.known for one in reports.orphans(network)}
    assert found == {"": "start", "listed": "sitemap", "was": "former", "alone": "", "sitemap.xml": ""}


def test_dead_ends_are_pages_without_a_way_on(archive: Archive, network_of: NetworkOf) -> None:
    network = network_of(
        archive,
        answer("", page(linked("end", "text"), menu=False)),
        answer("end", page("<img src='/p.png'>", menu=False)),
        answer("text", "words", media_type="text/plain"),
    )
    assert reports.dead_ends(network) == [SITE + "end"]


def test_hosts_that_rank_through_one_another_are_a_farm(archive: Archive, network_of: NetworkOf) -> None:
    farm = [f"http://f{i}.example/" for i in range(4)]
    pages = [
        capture(one, page(linked(*(other for other in farm if other != one)), menu=False)) for one in farm
    ]
    honest = [
        capture("http://a.example/", page(linked("http://b.example/", "http://c.example/"), menu=False)),
        capture("http://b.example/", page(linked("http://a.example/"), menu=False)),
    ]
    network = network_of(archive, *pages, *honest)
    (found,) = reports.farms(network)
    assert found.hosts == tuple(f"f{i}.example" for i in range(4))
    assert (found.inside, found.outside) == (12, 0)
    pairs = reports.reciprocal(network.arcs("host"))
    names = network.hosts[0]
    assert {(names[a], names[b]) for a, b in pairs.tolist()} >= {("a.example", "b.example")}


def test_what_stays_in_a_host_and_stop_hosts_can_be_left_out(archive: Archive, network_of: NetworkOf) -> None:
    network = network_of(
        archive,
        capture(
            "http://w.a.example/", page(linked("/x", "http://v.a.example/", "http://b.example/"), menu=False)
        ),
    )
    assert len(network.arcs()) == 3
    assert len(network.arcs(same_host=False)) == 2
    assert len(network.arcs(same_domain=False)) == 1
    assert len(network.arcs(stop_hosts=["b.example"])) == 2
    assert list(network.arcs("domain").names) == ["a.example", "b.example"]


GRAPH = from_pairs(
    [
        ("http://a/?x=1&y=<2>", "http://b/"),
        ("http://b/", "http://北京/"),
        ("http://b/", "http://a/?x=1&y=<2>"),
    ]
)


def test_files_for_others_say_what_the_graph_says(tmp_path: Path) -> None:
    import igraph

    names, scores = list(GRAPH.names), [0.5, 0.25, 0.25]
    for form in FORMATS:
        assert export(tmp_path / form, form, GRAPH, names, scores) == 3
    read = igraph.Graph.Read_GraphML(str(tmp_path / "graphml"))
    assert read.vs["label"] == names
    assert read.vs["rank"] == scores
    assert read.get_edgelist() == list(zip(GRAPH.source.tolist(), GRAPH.target.tolist(), strict=True))
    gexf = ElementTree.parse(tmp_path / "gexf").getroot()
    assert [node.get("label") for node in gexf.iter("{http://gexf.net/1.3}node")] == names
    assert len(list(gexf.iter("{http://gexf.net/1.3}edge"))) == 3
    with (tmp_path / "csv").open(encoding="utf-8", newline="") as file:
        assert list(csv.reader(file))[1] == [names[0], names[1], "1.0"]
    said = [json.loads(line) for line in (tmp_path / "json").read_text("utf-8").splitlines()]
    assert [one["kind"] for one in said] == ["node"] * 3 + ["arc"] * 3


@pytest.mark.parametrize("form", FORMATS)
def test_what_is_written_is_read_again(tmp_path: Path, form: Format) -> None:
    names = list(GRAPH.names)
    weighted = arcs(3, GRAPH.source, GRAPH.target, np.array([0.25, 1.0, 2.0]), names)
    export(tmp_path / "g", form, weighted, names)
    again, wrong = read_file(tmp_path / "g")
    assert wrong == 0
    place = {name: number for number, name in enumerate(again.names)}
    same = arcs(
        3,
        *(np.array([place[names[n]] for n in some]) for some in (weighted.source, weighted.target)),
        weighted.weight,
    )
    assert np.array_equal(again.source, same.source) and np.array_equal(again.target, same.target)
    assert again.weight.tolist() == same.weight.tolist()


FOREIGN = {
    "gephi": "Source;Target;Type;Id;Label;Weight\n0;1;Directed;0;;2.5\n1;0;Directed;1;;\n",
    "plain": "a,b\nb,a\n",
    "tabs": "\ufeffa\tb\t3\r\n",
    "d3": '{"nodes": [{"id": 7, "name": "a"}, {"id": 8}], "links": [{"source": 7, "target": 8}, 1]}',
    "igraph": '<graphml><key id="w" for="edge" attr.name="weight"/><graph edgedefault="undirected"><node id="n0"/>'
    '<edge source="n0" target="n1"><data key="w">2</data></edge></graph></graphml>',
    "bomb": '<!DOCTYPE x [<!ENTITY e "http://x/"><!ENTITY f SYSTEM "file:///etc/passwd">]><gexf><graph><nodes>'
    '<node id="0" label="a"/></nodes><edges><edge source="0" target="&e;&f;"/></edges></graph></gexf>',
}


def test_graphs_of_other_programs_are_read(tmp_path: Path) -> None:
    found = {}
    for name, text in FOREIGN.items():
        (tmp_path / name).write_text(text, "utf-8")
        graph, wrong = read_file(tmp_path / name)
        ends = zip(graph.source.tolist(), graph.target.tolist(), graph.weight.tolist(), strict=True)
        found[name] = ([(graph.names[a], graph.names[b], weight) for a, b, weight in ends], wrong)
    assert found == {
        "gephi": ([("0", "1", 2.5), ("1", "0", 1.0)], 0),
        "plain": ([("a", "b", 1.0), ("b", "a", 1.0)], 0),
        "tabs": ([("a", "b", 3.0)], 0),
        "d3": ([("a", "8", 1.0)], 1),
        "igraph": ([("n0", "n1", 2.0), ("n1", "n0", 2.0)], 0),
        "bomb": ([], 1),
    }


def test_text_is_read_with_the_arrow_the_right_way_round(tmp_path: Path) -> None:
    graph, wrong = read_text(
        ["http://a -> http://b 2.5", "http://b -> http://a", "http://b <- http://a 1.0", "", "x"]
    )
    assert wrong == 2
    assert list(graph.names) == ["http://a", "http://b"]
    assert graph.weight.tolist() == [2.5, 1.0]
    export(tmp_path / "g.txt", "text", GRAPH, list(GRAPH.names))
    with (tmp_path / "g.txt").open(encoding="utf-8") as file:
        again, wrong = read_text(file)
    assert wrong == 0
    assert (again.source.tolist(), again.target.tolist()) == (GRAPH.source.tolist(), GRAPH.target.tolist())


@given(st.one_of(st.binary(max_size=300), st.from_regex(rb"[<{,;\\[]?[<>{}a-z\"=,:;/ ]{0,80}")))
def test_any_file_is_read_or_refused(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "g").write_bytes(data)
        with suppress(FormatError):
            graph, wrong = read_file(Path(folder, "g"))
            assert len(graph) >= 0 and wrong >= 0


@given(st.lists(st.text()))
def test_any_text_is_read_without_an_error(lines: list[str]) -> None:
    graph, wrong = read_text(lines)
    assert wrong + len(graph) <= len(lines)


def test_clicks_are_the_shortest_ways() -> None:
    import igraph

    random = np.random.default_rng(5)
    pairs = {(f"n{a}", f"n{b}") for a, b in random.integers(0, 60, (90, 2)).tolist()}
    graph = from_pairs(sorted(pairs))
    other = igraph.Graph(n=graph.size, edges=np.stack((graph.source, graph.target), 1), directed=True)
    theirs = [-1 if far == float("inf") else int(far) for far in other.distances(0)[0]]
    assert reports.clicks(graph, [0]).tolist() == theirs


def test_an_empty_archive_has_an_empty_graph(archive: Archive, network_of: NetworkOf) -> None:
    network = network_of(archive)
    assert network.urls == []
    assert (
        reports.broken(network)
        == reports.redirects(network)
        == reports.orphans(network)
        == reports.farms(network)
        == []
    )
    assert pytest.approx(0) == len(network.arcs())
