"""Reports as tables and as files: what was planted is in them, files for people and for spreadsheets say the same."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

import pytest
from lxml import html

from app.archive.archive import Archive
from app.errors import StorageFailed
from app.graph import reports
from app.graph.findings import SHAPES, Asked, Findings, find
from app.graph.network import Network
from app.graph.report_files import WORDS, write
from tests.app.graph.conftest import SITE, answer, linked, page
from tests.conftest import capture

NetworkOf = Callable[..., Network]
OTHER = "http://b.example/"


@pytest.fixture
def network(archive: Archive, network_of: NetworkOf) -> Network:
    """Two sites that link to each other, one with a broken link on two pages and words that look like a formula."""
    return network_of(
        archive,
        answer(
            "", page(linked("one", "gone", OTHER) + "<a href='two'>=SUM(A1) & <b>more</b></a>", menu=False)
        ),
        answer("one", page(linked("gone", "two"), menu=False)),
        answer("two", page("<img src='/p.png'>", menu=False)),
        answer("gone", "no", status=404),
        capture(OTHER, page(linked(SITE, SITE + "two"), menu=False)),
    )


def rows(found: Findings) -> list[tuple[object, ...]]:
    return [row.values for row in found.rows]


def test_most_linked_counts_pages_and_other_hosts(network: Network) -> None:
    found = find("most-linked", Asked(network))
    assert rows(found)[0] == (SITE + "two", 3, 1, 200)
    assert {place.url for place in found.rows[0].places} == {SITE, SITE + "one", OTHER}
    assert [place.target for place in found.rows[0].places] == [SITE + "two"] * 3
    assert len(find("most-linked", Asked(network, most=1)).rows) == 1


def test_the_words_of_links_of_all_and_to_one_address(network: Network) -> None:
    found = find("anchors", Asked(network))
    assert rows(found)[0] == ("to gone", 2, 2, 1)
    assert ("to two", 1, 1, 1) in rows(found)
    some = find("anchors", Asked(network, target=network.find(SITE + "two")))
    assert {values[0] for values in rows(some)} == {"to two", "=SUM(A1) & more", f"to {SITE}two"}
    cut = find("anchors", Asked(network, most=1))
    assert (len(cut.rows), cut.left_out) == (1, len(found.rows) - 1)


def test_hosts_that_link_to_each_other_with_every_link(network: Network) -> None:
    (one,) = find("reciprocal", Asked(network)).rows
    assert one.values == ("a.example", "b.example", 1, 2)
    assert [(place.url, place.target) for place in one.places] == [
        (SITE, OTHER),
        (OTHER, SITE),
        (OTHER, SITE + "two"),
    ]


def test_pages_far_from_home_come_first_and_dead_ends_tell_who_leads_there(
    archive: Archive, network: Network
) -> None:
    with archive.reader() as reader:
        depth = find("depth", Asked(network, reader))
    assert rows(depth) == [
        (SITE + "one", 1, 1),
        (SITE + "two", 1, 3),
        (SITE, 0, 1),
        (OTHER, 0, 1),
    ]
    (end,) = find("dead-ends", Asked(network)).rows
    assert (end.values, len(end.places)) == ((SITE + "two", 3), 3)


def test_a_link_of_a_menu_takes_a_place_only_when_it_is_asked_for(network: Network) -> None:
    (one,) = reports.broken(network)
    assert [place.url for place in one.places[1:]] == [SITE + "one"]
    assert one.places == reports.broken(network)[0].places


def test_every_report_is_a_web_page_and_a_table(tmp_path: Path, archive: Archive, network: Network) -> None:
    for name in SHAPES:
        with archive.reader() as reader:
            found = find(name, Asked(network, reader))
        for form in ("html", "csv"):
            write(tmp_path / f"{name}.{form}", found, form=form, archive="a&b")
        shown = html.fromstring((tmp_path / f"{name}.html").read_text("utf-8"))
        assert shown.findtext(".//h1") == f"Links of a&b: {WORDS[name]}"
        assert len(shown.findall(".//tbody/tr")) == len(found.rows)
        assert not shown.xpath("//script[@src] | //link | //img")
        with (tmp_path / f"{name}.csv").open(encoding="utf-8-sig", newline="") as file:
            head, *lines = csv.reader(file)
        assert head[: len(found.shape.columns)] == list(found.shape.columns)
        assert len(lines) == sum(max(1, len(row.places)) for row in found.rows)
        assert all(len(line) == len(head) for line in lines)
    cells = (tmp_path / "anchors.csv").read_text("utf-8-sig")
    assert "'=SUM(A1) & more" in cells and "\r\n=SUM" not in cells


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path, network: Network) -> None:
    with pytest.raises(StorageFailed):
        write(tmp_path / "no" / "x.csv", find("broken", Asked(network)), form="csv", archive="a")
