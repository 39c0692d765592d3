"""Feeding: versions read in other processes say what they say in this one, in their order."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
import tantivy

from app.archive.archive import Archive
from app.archive.documents.pages import Page
from app.search.index import feeding
from app.search.index.feeding import Fed, feed
from app.search.index.reading import Sheet, read
from app.search.index.store import LINKS, SCHEMA, Database, key_of, opened, short, told
from app.search.searching import Searcher
from tests.app.search.conftest import filled, page, recorded, urls

_QUERIES = (
    "museum",
    "内核",
    "title:prices",
    "anchor:treasure",
    "linkto:http://a.example/imprint",
    "subsidy OR 补贴",
)


def known(archive: Archive) -> list[tuple[object, ...]]:
    """What the tables say of entries and versions."""
    base = Database(archive.path)
    rows = [
        *base.db.execute("SELECT entry, batch, page, digest FROM entries ORDER BY entry"),
        *base.db.execute("SELECT batch, serial, entry FROM versions ORDER BY batch, serial"),
        *base.db.execute("SELECT anchor FROM anchors ORDER BY anchor"),
    ]
    base.close()
    return rows


def test_processes_read_what_one_process_reads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = [recorded(filled(Archive.create(tmp_path / f"{name}.archive"))) for name in ("one", "many")]
    alone = feed(made[0])
    monkeypatch.setattr(feeding, "_WORTHWHILE", 1)
    assert feed(made[1]) == alone and alone.versions > 10 and alone.unreadable == 0
    assert known(made[0]) == known(made[1])
    for query in _QUERIES:
        found = []
        for archive in made:
            with Searcher(archive) as search:
                results = search.search(query)
                found.append([(hit.url, hit.score) for hit in results.hits + results.unfetched])
        assert found[0] == found[1] and found[0], query


def test_what_processes_read_is_written_up_to_where_it_was_cancelled(
    site: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feeding, "_WORTHWHILE", 1)
    left = iter((False, False))
    assert feed(site, cancelled=lambda: next(left, True)).versions == 2
    assert feed(site).versions == 5 and feed(site) == Fed()
    with Searcher(site) as search:
        assert sorted(urls(search.search("kernel"))) == ["a.example/notes.txt", "b.other.example/x"]


def test_links_of_a_page_are_read_with_it_where_the_archive_has_none() -> None:
    body = page("A", "b", "<a href='http://x.example/'>there</a>").encode()
    said = read(Sheet(Page("http://a.example/", body, "text/html", "utf-8", linked=True), None, 1))
    assert [one.told for one in said.anchors] == [
        b"http://a.example/imprint\0Imprint",
        b"http://x.example/\0there",
    ]
    assert short(key_of("http://x.example/")) in said.links
    again = read(Sheet(Page("http://a.example/b", body, "text/html", "utf-8", linked=True), None, 1))
    assert [one.told for one in again.anchors] == [b"http://a.example/\0Start"]
    assert (
        len(read(Sheet(Page("http://a.example/b", body, "text/html", "utf-8", linked=True), None, 2)).anchors)
        == 3
    )


def test_while_others_are_busy_texts_are_read_and_blocks_wait(site: Archive) -> None:
    fed = feed(site, busy=lambda: True)
    assert fed.versions == 7 and fed.cut == 0
    with Searcher(site) as search:
        assert search.search("kernel").total == 2
    assert feed(site).cut == 6


@pytest.mark.parametrize("kept", [True, False])
def test_links_to_what_was_never_fetched_are_told_as_they_are_written(site: Archive, kept: bool) -> None:
    """By the index only where the archive does not keep the links of the version."""
    if not kept:
        with closing(sqlite3.connect(site.path / "index.sqlite")) as db:
            db.execute("DELETE FROM links")
            db.commit()
    assert feed(site).anchors > 3
    with Searcher(site) as search:
        (hit,) = search.search("anchor:TREASURE").unfetched
        assert (hit.url, hit.snippet.text) == ("http://gone.example/lost", "Lost treasure")
    with closing(opened(site.path)[0]) as base:
        (name,) = base.folders(LINKS)
        searcher = base.index(name).searcher()
    ((_, place),) = searcher.search(tantivy.Query.term_query(SCHEMA, "anchor", "treasure")).hits
    assert told(searcher, place) == (None if kept else ("http://gone.example/lost", "Lost treasure"))
