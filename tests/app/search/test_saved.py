"""Saved searches: kept with the archive, and what of them is new."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from app.archive.archive import Archive
from app.errors import StorageFailed, StorageUnreadable
from app.search import SAVED, saved
from app.search.index.feeding import feed
from app.search.query import QueryFault
from app.search.searching import Searcher
from tests.app.search.conftest import DAY, page, store
from tests.conftest import capture

NEW = "http://n.example/new"
PRICE = "http://a.example/docs/price.html"


@pytest.fixture
def read(site: Archive, config: Path) -> Archive:
    feed(site)
    return site


def looked(archive: Archive, name: str, query: str) -> saved.SavedSearch:
    made = saved.save(archive.path, name, query)
    with Searcher(archive) as search:
        saved.look(made, search.upto)
    return made


def counts(archive: Archive, one: saved.SavedSearch) -> tuple[int, int]:
    feed(archive)
    with Searcher(archive) as search:
        told = saved.count(search, one)
    return told.total, told.new


def test_other_forms_of_words_are_kept_and_a_file_of_before_has_none(read: Archive) -> None:
    plain, loose = (
        saved.save(read.path, name, "kernels", forms=forms) for name, forms in (("A", False), ("B", True))
    )
    assert saved.searches(read.path) == [plain, loose] and (plain.forms, loose.forms) == (False, True)
    assert (counts(read, plain)[0], counts(read, loose)[0]) == (0, 2)
    assert not saved.save(read.path, "C", "appeared:kernels", forms=True).forms, "changes know no forms"
    kept = json.loads((read.path / SAVED).read_bytes())
    for one in kept["searches"]:
        del one["forms"]
    (read.path / SAVED).write_text(json.dumps(kept), "utf-8")
    assert [one.forms for one in saved.searches(read.path)] == [False, False, False]


def test_searches_are_kept_by_name_renamed_deleted_and_brought_back(read: Archive) -> None:
    kernel = saved.save(read.path, " the  kernel ", "kernel")
    saved.save(read.path, "Art", "museum")
    assert [one.name for one in saved.searches(read.path)] == ["Art", "the kernel"]
    kernel = saved.rename(read.path, kernel, "Zebra")
    assert saved.named(read.path, "Zebra").query == "kernel"
    saved.delete(read.path, kernel)
    with pytest.raises(saved.SearchMissing, match="no saved search named “Zebra”"):
        saved.named(read.path, "Zebra")
    saved.restore(read.path, kernel)
    assert saved.named(read.path, "Zebra") == kernel
    with pytest.raises(saved.SearchNameTaken, match="“Art” already"):
        saved.rename(read.path, kernel, "Art")
    with pytest.raises(QueryFault):
        saved.save(read.path, "wrong", '"open')
    assert [path.name for path in read.path.iterdir() if path.name.startswith(SAVED)] == [SAVED]


def test_new_is_what_nothing_said_when_somebody_looked(read: Archive) -> None:
    one = looked(read, "kernel", "kernel")
    assert counts(read, one) == (2, 0)
    store(
        read,
        capture(
            "http://a.example/notes.txt",
            "More notes on the kernel",
            minutes=40 * DAY,
            media_type="text/plain",
        ),
        capture(NEW, page("New", "A kernel of truth"), minutes=40 * DAY),
    )
    assert counts(read, one) == (3, 1)  # the notes said it before
    with Searcher(read) as search:
        found = search.search("kernel", known=saved.looked(one), limit=3)
        assert [hit.new for hit in found.hits] == [True, False, False] and found.hits[0].url == NEW
        saved.look(one, search.upto)
    assert counts(read, one) == (3, 0)


def test_what_was_looked_at_stands_when_the_index_is_made_anew(read: Archive) -> None:
    one = looked(read, "kernel", "kernel")
    (read.path / "index.sqlite").unlink()
    assert counts(Archive.open(read.path), one) == (2, 0)


def test_who_never_looked_has_seen_nothing(read: Archive, config: Path) -> None:
    one = looked(read, "kernel", "kernel")
    (config / "looked.json").write_text("[]")
    assert counts(read, one) == (2, 2)


def test_a_search_for_changes_counts_changes(read: Archive) -> None:
    one = looked(read, "fees", "appeared:five")
    assert counts(read, one) == (1, 0)
    store(read, capture(PRICE, page("Prices", "Adults pay ten or five."), minutes=60 * DAY))
    assert counts(read, one) == (2, 1)


def test_what_a_crawl_brought(read: Archive) -> None:
    looked(read, "kernel", "kernel")
    looked(read, "museum", "museum")
    looked(read, "changes", "appeared:kernel")
    new = capture(NEW, page("New", "A kernel of truth"), minutes=40 * DAY)
    store(read, type(new)(new.url, new.date, new.ip, new.data, crawl="20261201-1"))
    feed(read)
    with Searcher(read) as search:
        told = saved.of_crawl(search, saved.searches(read.path), "20261201-1")
    assert [(one.search.name, one.total, one.new) for one in told] == [("changes", 3, 1), ("kernel", 3, 1)]


@pytest.mark.parametrize("content", ["{", '{"searches": [{"name": "x"}]}', '{"searches": 5}', "[]"])
def test_a_file_that_cannot_be_understood_is_not_written_over(read: Archive, content: str) -> None:
    (read.path / SAVED).write_text(content)
    with pytest.raises(StorageUnreadable, match="no list of saved searches"):
        saved.searches(read.path)
    with pytest.raises(StorageFailed, match="nothing is written over it"):
        saved.save(read.path, "kernel", "kernel")
    assert (read.path / SAVED).read_text() == content


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="nothing is read-only for root")
def test_a_read_only_archive_says_so(read: Archive) -> None:
    read.path.chmod(0o555)
    with pytest.raises(StorageFailed, match="Permission denied"):
        saved.save(read.path, "kernel", "kernel")
    read.path.chmod(0o755)


def test_a_disk_that_takes_nothing_leaves_what_was_there(
    read: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved.save(read.path, "kernel", "kernel")
    before = (read.path / SAVED).read_bytes()

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StorageFailed, match="No space left on device"):
        saved.save(read.path, "museum", "museum")
    assert (read.path / SAVED).read_bytes() == before and json.loads(before)["version"] == 1
    assert [path.name for path in read.path.iterdir() if path.suffix == ".part"] == []
