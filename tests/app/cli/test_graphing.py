"""`tianwang links`, `graph`, `rank` and `report`: for people and as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from app.archive.archive import Archive
from tests.app.cli.conftest import Fill, Make

SITE = "http://a.example/"
OTHER = "http://b.example/"


@pytest.fixture
def linked(fill: Fill, make_capture: Make) -> Archive:
    """A home page whose links change after ten days, a page that is gone, and another site."""

    def page(*links: str) -> str:
        anchors = " and ".join(f"on linux <a href='{url}'>to {url}</a>" for url in links)
        return f"<html><head><title>Kernel</title></head><body><p>kernel {anchors}</p></body></html>"

    return fill(
        make_capture(SITE, page("/gone", OTHER)),
        make_capture(SITE + "gone", "no", status=404),
        make_capture(SITE + "alone", page(OTHER)),
        make_capture(OTHER, page("http://c.example/")),
        make_capture("http://c.example/", page(OTHER)),
        make_capture(SITE, page("/gone", "/new"), minutes=10 * 24 * 60),
    )


@pytest.fixture
def said(tianwang: Callable[..., Any]) -> Callable[..., list[dict[str, Any]]]:
    def run(*arguments: object) -> list[dict[str, Any]]:
        return [json.loads(line) for line in tianwang(*arguments, "--json").stdout.splitlines()]

    return run


def test_links_in_and_out_of_a_date(linked: Archive, said: Callable[..., list[dict[str, Any]]]) -> None:
    *found, summary = said("links", linked.path, OTHER, "--in")
    assert [one["url"] for one in found] == [SITE + "alone", "http://c.example/"]
    assert summary["in"] == 2 and "out" not in summary
    *found, summary = said("links", linked.path, OTHER, "--in", "--at", "2026-11-22")
    assert [one["url"] for one in found] == [SITE, SITE + "alone", "http://c.example/"]
    assert found[0]["text"] == f"to {OTHER}"
    assert found[0]["until"].startswith("2026-12-01")
    *ever, _ = said("links", linked.path, OTHER, "--in", "--ever")
    assert ever == found
    *found, summary = said("links", linked.path, SITE, "--out")
    assert {(one["url"], one["status"]) for one in found} == {(SITE + "gone", 404), (SITE + "new", 0)}


def test_links_of_what_nobody_knows_are_refused(linked: Archive, tianwang: Callable[..., Any]) -> None:
    assert (
        "No page of the archive links to"
        in tianwang("links", linked.path, "http://z.example/", code=1).stderr
    )
    shown = tianwang("links", linked.path, SITE).stdout
    assert "2 links out" in shown


def test_a_graph_is_counted_and_written(
    linked: Archive, said: Callable[..., list[dict[str, Any]]], tmp_path: Path
) -> None:
    (summary,) = said("graph", linked.path)
    assert summary["hosts"] == 3
    assert summary["classes"] == {"content": 5}
    (written,) = said("graph", linked.path, "--export", tmp_path / "g.txt", "--level", "host")
    assert written["arcs"] == 3
    assert (tmp_path / "g.txt").read_text("utf-8").splitlines()[0] == "a.example -> b.example 1.0"
    said("graph", linked.path, "--export", tmp_path / "new.csv", "--from", "2026-11-22")
    assert (tmp_path / "new.csv").read_text("utf-8").splitlines()[1:] == [f"{SITE},{SITE}new,1.0"]


def test_a_graph_without_a_format_is_wrong_usage(
    linked: Archive, refused: Callable[..., str], tmp_path: Path
) -> None:
    assert "--format" in refused("graph", linked.path, "--export", tmp_path / "g.what")


def test_ranks(
    linked: Archive, said: Callable[..., list[dict[str, Any]]], refused: Callable[..., str]
) -> None:
    *found, summary = said("rank", linked.path)
    assert {found[0]["url"], found[1]["url"]} == {OTHER, "http://c.example/"}
    assert summary["nodes"] == 6
    *hosts, _ = said("rank", linked.path, "--level", "host", "--top", "1")
    assert len(hosts) == 1
    for method in ("hits", "hub-averaging", "arc"):
        *found, summary = said("rank", linked.path, "--method", method, "--query", "linux")
        assert found[0]["url"] == OTHER
    assert "--query" in refused("rank", linked.path, "--method", "hits")
    *own, _ = said("rank", linked.path, "--page", SITE + "new")
    assert own[0]["url"] == SITE + "new"  # leads nowhere: a reader begins there again and again
    assert "--page" in refused("rank", linked.path, "--method", "hits", "--query", "x", "--page", SITE)


def test_reports(
    linked: Archive, said: Callable[..., list[dict[str, Any]]], tianwang: Callable[..., Any]
) -> None:
    broken, summary = said("report", linked.path, "broken")
    assert (broken["url"], broken["status"]) == (SITE + "gone", 404)
    assert [place["url"] for place in broken["places"]] == [SITE]
    assert summary["found"] == 1
    assert [one.get("url") for one in said("report", linked.path, "orphans")][:2] == [SITE, SITE + "alone"]
    depths = {one["url"]: one["clicks"] for one in said("report", linked.path, "depth")[:-1]}
    assert depths == {SITE: 0, OTHER: 0, "http://c.example/": 0, SITE + "alone": None}
    (community, *_) = said("report", linked.path, "communities")
    assert community["pages"] >= 3 and len(community["first"]) >= 3
    assert OTHER in [one["url"] for one in said("report", linked.path, "bridges")[:-1]]
    for report in ("redirects", "farms", "dead-ends"):
        assert tianwang("report", linked.path, report).stdout == "Nothing was found.\n"
    assert [(one["links"], one["dead"]) for one in said("report", linked.path, "rot")[:-1]] == [
        (5, 1),
        (4, 1),
    ]
    assert "1 broken target, 1 link to them." in tianwang("report", linked.path, "broken").stdout


def test_reports_about_words_and_what_most_link_to_also_as_files(
    linked: Archive,
    said: Callable[..., list[dict[str, Any]]],
    tianwang: Callable[..., Any],
    refused: Callable[..., str],
    tmp_path: Path,
) -> None:
    first, *_ = said("report", linked.path, "most-linked", "--top", "1")
    assert (first["url"], first["pages"], first["hosts"]) == (OTHER, 2, 2)
    *words, summary = said("report", linked.path, "anchors", "--url", SITE + "gone")
    assert [one["text"] for one in words] == ["to /gone"]
    assert summary == {"kind": "summary", "found": 1, "left_out": 0}
    (pair, _) = said("report", linked.path, "reciprocal")
    assert (pair["host"], pair["other"]) == ("b.example", "c.example")
    made = tmp_path / "broken.html", tmp_path / "broken.csv"
    shown = tianwang("report", linked.path, "broken", "--html", made[0], "--csv", made[1]).stdout
    assert shown.count("1 finding.") == 2
    assert f"{SITE}gone" in made[0].read_text("utf-8") and f"{SITE}gone" in made[1].read_text("utf-8-sig")
    assert "anchors" in refused("report", linked.path, "broken", "--url", SITE)
    assert (
        "No page" in tianwang("report", linked.path, "anchors", "--url", "http://z.example/", code=1).stderr
    )


def test_the_score_of_a_search_is_multiplied_by_the_rank_once_there_is_a_graph(
    linked: Archive, said: Callable[..., list[dict[str, Any]]]
) -> None:
    def scores() -> dict[str, float]:
        return {one["url"]: one["score"] for one in said("search", linked.path, "linux") if "url" in one}

    before = scores()
    said("graph", linked.path)
    after = scores()
    factor = {url: after[url] / before[url] for url in before}
    assert factor[SITE + "alone"] == pytest.approx(1.0, abs=0.01)
    assert factor[OTHER] > 1.5
    explained = next(
        one for one in said("search", linked.path, "linux", "--explain") if one.get("url") == OTHER
    )
    assert any(part["field"] == "rank" and part["score"] > 1.5 for part in explained["reasons"])


def test_a_file_of_links_is_ranked_and_written_otherwise(
    said: Callable[..., list[dict[str, Any]]], refused: Callable[..., str], tmp_path: Path
) -> None:
    (tmp_path / "links.txt").write_text("http://a -> http://b 1.0\nhttp://c -> http://b\n", "utf-8")
    first, *_, summary = said("rank", tmp_path / "links.txt")
    assert (first["url"], summary["nodes"]) == ("http://b", 3)
    (written,) = said("graph", tmp_path / "links.txt", "--export", tmp_path / "links.gexf")
    assert written["arcs"] == 2
    assert (tmp_path / "links.gexf").stat().st_size > 100
    assert "archive" in refused("rank", tmp_path / "links.txt", "--at", "2026")


def test_the_link_lists_of_the_tse_crawler_are_a_graph(
    samples: Path, said: Callable[..., list[dict[str, Any]]]
) -> None:
    (summary,) = said("graph", samples / "tianwang" / "tse-A-link4SE.raw")
    assert summary["nodes"] > 281
    assert summary["arcs"] > 1000


def test_ranks_stand_with_addresses_and_order_a_search(
    linked: Archive, said: Callable[..., list[dict[str, Any]]], tianwang: Any, refused: Callable[..., str]
) -> None:
    """The links are gathered where they are asked for."""
    listed = {one["url"]: one for one in said("ls", linked.path, "--ranks")}
    assert listed[OTHER]["links_in"] >= 1 and 0 <= listed[OTHER]["rank"] <= 10
    assert listed[SITE]["depth"] == 0 and listed[SITE + "alone"]["links_in"] == 0
    assert {"rank", "rank_share", "broken_links"} <= set(listed[SITE])
    first = tianwang("ls", linked.path, "--ranks").stdout.splitlines()[0].split()
    assert all(one.replace(".", "").isdecimal() or one == "-" for one in first[:5])
    *hits, summary = said("search", linked.path, "linux", "--sort", "rank", "--facets")
    shares = [listed[hit["url"]]["rank_share"] for hit in hits]
    assert shares == sorted(shares, reverse=True) and [hit["rank"] for hit in hits] == [
        listed[hit["url"]]["rank"] for hit in hits
    ]
    assert sum(summary["facets"]["rank"].values()) == len(hits)
    bar = hits[0]["rank"]
    assert said("search", linked.path, f"linux rank:{bar}+")[-1]["total"] >= 1
    assert "no rank" in refused("search", linked.path, "linux rank:eleven")
    assert "--ranks" in refused("ls", linked.path, "--ranks", "--duplicates")
