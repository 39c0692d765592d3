"""Entries made anew where texts are read otherwise than when they were indexed."""

from __future__ import annotations

from itertools import chain, repeat
from pathlib import Path

import pytest

from app.archive.archive import Archive
from app.archive.documents import charsets
from app.search.index.feeding import behind, feed
from app.search.searching import Searcher
from extractors.base import versions
from tests.app.search.conftest import filled, store
from tests.conftest import capture

GARBLED = "http://a.example/garbled"


@pytest.fixture
def read(archive: Archive, config: Path) -> Archive:
    """A page in GBK that says it is in windows-1252, beside others, indexed as it says."""
    text = "<html><head><title>天网</title></head><body><p>北京大学天网搜索引擎</p></body></html>".encode(
        "gbk"
    )
    store(
        filled(archive),
        capture(GARBLED, text, media_type="text/html; charset=windows-1252"),
        capture("http://a.example/style.css", "p { color: red }", media_type="text/css"),
    )
    feed(archive)
    return archive


def total(archive: Archive, query: str) -> int:
    with Searcher(archive) as search:
        return search.search(query).total


def test_a_page_is_found_by_its_words_in_the_charset_that_was_chosen(read: Archive) -> None:
    assert total(read, "搜索引擎") == 0 and behind(read)[0] == 0
    charsets.choose(read.path, GARBLED, "gbk")
    Archive.reread(read.path, GARBLED)
    assert behind(read)[0] == 1
    assert feed(read).versions == 1 and behind(read)[0] == 0
    assert total(read, "搜索引擎") == total(read, "title:天网") == 1


def test_and_as_before_when_the_choice_is_taken_back(read: Archive) -> None:
    charsets.choose(read.path, GARBLED, "gbk")
    feed(read)
    charsets.choose(read.path, GARBLED, "")
    assert feed(read).versions == 1 and total(read, "搜索引擎") == 0


def test_a_choice_for_one_version_renews_that_one(read: Archive) -> None:
    with read.reader() as reader:
        id = reader.versions(GARBLED)[0].id
    charsets.choose(read.path, GARBLED, "gbk", id)
    assert feed(read).versions == 1 and total(read, "搜索引擎") == 1


def test_what_a_newer_reader_reads_is_indexed_again(read: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(versions.VERSIONS, "text", 99)
    assert behind(read)[0] == feed(read).versions == 1  # the one plain text
    monkeypatch.setattr(versions, "COMMON", 99)
    everything = behind(read)[1]
    assert feed(read).versions == everything and total(read, "kernel") == 2


def test_a_renewal_that_was_called_off_goes_on(read: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(versions, "COMMON", 99)
    left = behind(read)[0]
    asked = chain([False, False], repeat(True))
    assert feed(read, cancelled=lambda: next(asked)).versions == 2
    assert behind(read)[0] == left - 2 == feed(read).versions
