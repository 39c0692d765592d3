"""Archives as one web table: rows in the order of their keys, versions by time, words of links."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.archive.archive import Archive
from app.graph.store.feeding import feed
from app.graph.web_table import WebTable, row_key
from tests.app.graph.conftest import store
from tests.conftest import START, capture


def test_a_key_is_the_reversed_host_with_the_path() -> None:
    assert row_key("http://maps.google.com/index.html") == "com.google.maps/index.html"
    assert row_key("https://maps.google.com/index.html") == "com.google.maps/index.html"
    assert row_key("ftp://maps.google.com/") is None


def test_a_row_has_its_versions_newest_first_and_those_of_a_time(archive: Archive) -> None:
    url = "http://a.example/x"
    store(archive, *(capture(url, f"<p lang=en>version {n}</p>", minutes=n) for n in range(3)))
    with WebTable([archive.path]) as table:
        row = table.get("example.a/x")
        assert row is not None
        assert [cell.date for cell in row.contents] == [START + timedelta(minutes=n) for n in (2, 1, 0)]
        assert row.mime == "text/html"
        before = table.get("example.a/x", until=START + timedelta(minutes=1))
        assert before is not None
        assert [cell.id for cell in before.contents] == [row.contents[2].id]
        assert table.get("example.a/x", since=START + timedelta(days=1)) is None
        assert table.get("example.a/none") is None


def test_anchors_are_the_words_of_links_where_the_graph_is_there(archive: Archive) -> None:
    store(
        archive,
        capture("http://a.example/x", "<p>x</p>"),
        capture("http://b.example/", "<p><a href='http://a.example/x'>the words</a></p>"),
    )
    with WebTable([archive.path]) as table:
        row = table.get("example.a/x")
        assert row is not None
        assert row.anchors == ()
    feed(archive)
    with WebTable([archive.path]) as table:
        row = table.get("example.a/x")
        assert row is not None
        assert row.anchors == (("http://b.example/", "the words"),)


def test_two_archives_are_one_table(archive: Archive, tmp_path: Path) -> None:
    other = Archive.create(tmp_path / "other.archive")
    store(archive, capture("http://a.example/x", "<p>one</p>"))
    store(other, capture("https://a.example/x", "<p>two</p>", minutes=1), capture("http://c.example/", "c"))
    with WebTable([archive.path, other.path]) as table:
        rows = list(table.scan())
        assert [(row.key, [cell.url for cell in row.contents]) for row in rows] == [
            ("example.a/x", ["https://a.example/x", "http://a.example/x"]),
            ("example.c/", ["http://c.example/"]),
        ]
        assert [row.key for row in table.scan("example.b")] == ["example.c/"]
        assert [row.key for row in table.scan("", "example.b")] == ["example.a/x"]


HOSTS = st.sampled_from(
    ["a.example", "a-b.example", "b.a.example", "a.example:8080", "127.0.0.1", "ab.example"]
)


@settings(max_examples=15)
@given(
    shards=st.lists(
        st.sets(st.tuples(HOSTS, st.text("ab-/", max_size=3)), max_size=6), min_size=1, max_size=2
    )
)
def test_scanning_gives_every_key_once_in_order(
    shards: list[set[tuple[str, str]]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("table")
    archives, expected = [], set()
    for number, pages in enumerate(shards):
        made = Archive.create(folder / str(number))
        urls = [f"http://{host}/{path}" for host, path in sorted(pages)]
        store(made, *(capture(url, "<p>x</p>") for url in urls))
        archives.append(made.path)
        expected |= {row_key(url) for url in urls}
    with WebTable(archives) as table:
        assert [row.key for row in table.scan()] == sorted(key for key in expected if key)
