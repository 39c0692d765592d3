"""Pages that are read once for all who follow behind the commit."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from app.archive import pooling
from app.archive.archive import Archive
from app.archive.documents import pages
from app.archive.documents.pages import Page
from app.classes.feeding import feed as feed_classes
from app.likeness.feeding import feed as feed_likeness
from app.search.index.feeding import feed as feed_search
from extractors.base.sentences import Message
from extractors.base.types import Document
from extractors.door import guarded
from extractors.door.workers import Workers, shared
from tests.conftest import capture

TEXT = "the river rose in the night and took the old bridge with it while people carried what they could " * 4
BODY = f"<html><title>Story</title><body><p>{TEXT}</p><a href=/b>B</a></body></html>".encode()
PAGE = Page("http://a.test/story", BODY, "text/html", "utf-8")


@pytest.fixture(autouse=True)
def read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses that are really read."""
    monkeypatch.setenv("TIANWANG_CONFIG", str(tmp_path / "config"))
    found: list[str] = []
    real = guarded.extract

    def extract(data: bytes, **how: Any) -> Document:
        found.append(how["base_url"])
        return real(data, **how)

    monkeypatch.setattr(guarded, "extract", extract)
    return found


def test_a_page_is_read_once_and_the_next_has_the_same(tmp_path: Path, read: list[str]) -> None:
    with pages.kept(tmp_path):
        first = pages.read(PAGE)
    with pages.kept(tmp_path):
        assert pages.read(PAGE) == first
    assert len(read) == 1
    assert first.title == "Story"
    assert not first.links


def test_a_small_page_is_kept_though_it_is_read_soon(tmp_path: Path, read: list[str]) -> None:
    small = PAGE._replace(body=b"<title>Small</title><p>Nothing", url="http://a.test/small")
    with pages.kept(tmp_path):
        pages.read(PAGE)  # what reads pages is loaded now
        assert pages.read(small) == pages.read(small)
    assert read.count(small.url) == 1


def test_the_kind_of_a_page_is_known_with_its_main_text(tmp_path: Path) -> None:
    untitled = PAGE._replace(body=b"<h1>Story</h1><p>Nothing", url="http://a.test/untitled")
    with pages.kept(tmp_path):
        assert pages.kind(PAGE, "Story") is None
        said = [pages.read(page) for page in (PAGE._replace(template=frozenset({7})), untitled)]
        assert said[0].page_type is not None and said[1].title == "Story"
        assert pages.kind(PAGE, "Story") == said[0].page_type
        assert pages.kind(PAGE, "Other") is None  # words of titles count
        assert pages.kind(untitled, "Story") is None  # it was judged without a title
    assert pages.kind(PAGE, "Story") is None  # nothing is kept here


@pytest.mark.parametrize(
    "other",
    [
        {"url": "http://a.test/other"},
        {"body": BODY.replace(b"old", b"new")},
        {"charset": "gbk"},
        {"template": frozenset({7})},
        {"linked": True},
    ],
)
def test_another_question_is_another_reading(tmp_path: Path, read: list[str], other: dict[str, Any]) -> None:
    with pages.kept(tmp_path):
        pages.read(PAGE)
        pages.read(PAGE._replace(**other))
    assert len(read) == 2


def test_a_page_that_was_read_with_its_links_is_not_read_without_them(
    tmp_path: Path, read: list[str]
) -> None:
    with pages.kept(tmp_path):
        whole = pages.read(PAGE._replace(linked=True))
        assert pages.read(PAGE).parts == whole.parts
    assert len(whole.links) == 1
    assert len(read) == 1


def test_what_a_stranger_kept_is_read_anew(
    tmp_path: Path, read: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with pages.kept(tmp_path):
        pages.read(PAGE)
    monkeypatch.setenv("TIANWANG_CONFIG", str(tmp_path / "another"))
    with pages.kept(tmp_path):
        pages.read(PAGE)
    assert len(read) == 2


def test_nothing_is_kept_where_nobody_opened_the_cache(tmp_path: Path, read: list[str]) -> None:
    with pages.kept(tmp_path), pages.kept(tmp_path):
        pages.read(PAGE)
    pages.read(PAGE)
    assert len(read) == 2


def test_search_likeness_and_classes_read_a_page_once(fill: Callable[..., Archive], read: list[str]) -> None:
    archive = fill(*(capture(f"http://a.test/{n}", BODY.replace(b"old", b"old%d" % n)) for n in range(3)))
    assert feed_search(archive).versions == 3
    assert len(read) == 3
    assert feed_likeness(archive).versions == 3
    assert feed_classes(archive).read == 3
    assert len(read) == 3


def test_processes_of_a_crew_keep_what_they_read(tmp_path: Path, read: list[str]) -> None:
    with pooling.Crew(1, load=partial(pages.prepare, tmp_path)) as crew:
        crew._start(pooling.Process.started)
        assert crew._starter is not None
        crew._starter.join()
        made = crew.made(
            pages.read, [PAGE._replace(body=BODY.replace(b"</p>", b"</p>" + b"<p>x y</p>" * 3000))]
        )
    with pages.kept(tmp_path):
        again = pages.read(PAGE._replace(body=BODY.replace(b"</p>", b"</p>" + b"<p>x y</p>" * 3000)))
    assert made == [again]
    assert not read


def test_a_page_whose_main_text_took_too_long_is_read_without_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = Workers(1)
    monkeypatch.setattr(guarded, "shared", lambda: slow)
    monkeypatch.setattr(
        slow, "extract", lambda *_, **__: Document("", "", error=Message("time-over", seconds="30"))
    )
    body = b"<title>Signs</title><p>Few words.</p><a href='/more'>more</a>"
    page = Page("http://a.example/", body, "text/html", None, linked=True)
    with pages.kept(tmp_path):
        document = pages.read(page)
        assert (document.title, document.main, document.error) == ("Signs", (), "")
        assert "Few words." in document.text and [link.url for link in document.links]
    monkeypatch.setattr(guarded, "shared", shared)
    with pages.kept(tmp_path):
        assert pages.read(page).main  # nothing was kept: another day it is found
