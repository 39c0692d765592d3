"""Feeding: versions read in other processes say what they say in this one, in their order."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from itertools import islice
from pathlib import Path

import pytest
import tantivy

from app.archive.archive import Archive
from app.archive.documents.pages import Page
from app.archive.yielding import Turns
from app.search.index import feeding
from app.search.index.feeding import Fed, feed
from app.search.index.reading import Sheet, read
from app.search.index.store import LINKS, SCHEMA, Database, StoreWriter, key_of, opened, short, told
from app.search.searching import Searcher
from tests.app.search.conftest import filled, page, recorded, store, urls
from tests.conftest import capture

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
    monkeypatch.setattr(feeding, "_FIRST_SECONDS", 1e9)  # as many parts, however busy the machine is
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
    assert feeding.unread(site) == 7
    fed = feed(site, busy=lambda: True)
    assert fed.versions == 7 and fed.cut == 0
    with Searcher(site) as search:
        assert search.search("kernel").total == 2
    assert feed(site).cut == 6


def test_beside_a_crawl_it_goes_on_with_what_came_meanwhile(
    site: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feeding, "_SOON", 0.0)
    new = iter(capture(f"http://a.example/new{number}", page("New", f"new {number}")) for number in range(2))

    def progress(done: int, total: int) -> None:
        store(site, *islice(new, 1))

    assert feed(site, progress, busy=lambda: True).versions == 9
    assert feeding.behind(site) == (0, 9) and feeding.unread(site) == 0


@pytest.mark.parametrize(("busy", "longer"), [(True, 1), (False, 2)])
def test_what_is_read_beside_a_crawl_is_found_after_a_few_seconds(
    site: Archive, busy: bool, longer: int
) -> None:
    writer = StoreWriter(site.path)
    with closing(writer), site.reader() as reader:
        feeder = feeding._Feeder(writer, reader, Fed(), lambda: busy)
        for serial in range(2):
            feeder._since = float("-inf")
            feeder.take("202611", serial, None, None)
            assert feeder._seconds == feeding._FIRST_SECONDS * longer ** (serial + 1)


@pytest.mark.parametrize(
    ("busy", "unhindered", "steps", "shared"),
    [
        (False, False, 99, False),
        (False, False, 100, True),
        (True, False, 10_000, False),
        (True, True, 499, False),
        (True, True, 500, True),
    ],
)
def test_processes_help_beside_a_crawl_where_it_leaves_processors_free(
    monkeypatch: pytest.MonkeyPatch, busy: bool, unhindered: bool, steps: int, shared: bool
) -> None:
    monkeypatch.setattr(Turns, "unhindered", unhindered)
    assert feeding._Way(None, None, lambda: busy).shared(steps) is shared


def test_beside_a_crawl_processes_read_what_one_process_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = [recorded(filled(Archive.create(tmp_path / f"{name}.archive"))) for name in ("one", "many")]
    alone = feed(made[0], busy=lambda: True)
    monkeypatch.setattr(feeding, "_PART", 3)
    ways = iter((False, True, True, False, True))
    monkeypatch.setattr(feeding._Way, "shared", lambda way, steps: next(ways, True))
    assert feed(made[1], busy=lambda: True) == alone and alone.versions > 10
    assert known(made[0]) == known(made[1])


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


def test_an_index_of_other_records_is_made_anew(tmp_path: Path) -> None:
    """Also one that this person made: out of another archive, or of what an older copy of the records has taken back."""
    first = store(
        Archive.create(tmp_path / "a.archive"), capture("http://a.example/", page("A", "Of apples."))
    )
    shutil.copytree(first.path, tmp_path / "older.archive")
    older = Archive.open(tmp_path / "older.archive")
    store(first, capture("http://a.example/plums", page("B", "Of plums.")))
    feed(first)
    store(older, capture("http://a.example/cherries", page("C", "Of cherries.")))
    other = store(
        Archive.create(tmp_path / "b.archive"), capture("http://b.example/", page("D", "Of pears."))
    )
    for archive, there in ((older, ["a.example/cherries"]), (other, [])):
        shutil.copytree(first.path / "search", archive.path / "search")
        feed(archive)
        with Searcher(archive) as search:
            assert urls(search.search("plums")) == [] and urls(search.search("cherries")) == there
            assert len(search.search("of", limit=10).hits) == (2 if there else 1)
    assert feed(older).versions == 0
