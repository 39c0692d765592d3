"""Pages are read in the charset that a person chose, or that is usual on their site, and a new index says the same."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from app.archive.archive import Archive
from app.archive.documents import charsets
from app.archive.model import NewCapture
from app.errors import StorageFailed

Fill = Callable[..., Archive]
Make = Callable[..., NewCapture]

SHORT = b"<title>" + "首".encode("gbk") + b"</title><p>ok"  # two bytes: nothing tells what they are


def gbk(title: str) -> bytes:
    return f"<meta charset=gbk><title>{title}</title><p>北京大学天网搜索引擎".encode("gbk")


def undeclared(make_capture: Make, url: str, body: bytes, minutes: int = 0) -> NewCapture:
    return make_capture(url, body, minutes=minutes, media_type="text/html")


def titles(archive: Archive) -> dict[str, str]:
    with archive.reader() as reader:
        return {page.url: page.title for page in reader.all_pages()}


def test_pages_of_a_site_tell_the_charset_of_one_that_says_none(fill: Fill, make_capture: Make) -> None:
    """Title, text and what a new index says of it; the page of another site is read as before."""
    archive = fill(
        undeclared(make_capture, "http://a.example/1", gbk("首页")),
        undeclared(make_capture, "http://a.example/2", SHORT, 1),
        undeclared(make_capture, "http://b.example/", SHORT, 2),
    )
    before = titles(archive)
    assert before["http://a.example/2"] == "首" != before["http://b.example/"]
    with archive.reader() as reader:
        [version] = reader.versions("http://a.example/2")
        document = reader.document(version)
        assert document.title == "首" and document.metadata["charset-source"] == "the pages around"
        assert reader.record(version).get("charset-usual") == "gb18030"
    Archive.reindex(archive.path)
    assert titles(archive) == before


def test_the_linking_page_tells_before_the_site(archive: Archive, make_capture: Make) -> None:
    with archive.writer() as writer:
        writer.store(undeclared(make_capture, "http://a.example/", gbk("友情链接")))
        writer.store(undeclared(make_capture, "http://b.example/", SHORT, 1), linked_from="http://a.example/")
        writer.store(undeclared(make_capture, "http://c.example/", SHORT, 2))
    found = titles(archive)
    assert found["http://b.example/"] == "首" != found["http://c.example/"]


def test_what_the_archive_holds_of_a_site_tells_a_later_crawl(fill: Fill, make_capture: Make) -> None:
    fill(undeclared(make_capture, "http://a.example/1", gbk("首页")))
    archive = fill(undeclared(make_capture, "http://a.example/2", SHORT, 1))
    assert titles(archive)["http://a.example/2"] == "首"


def test_a_clear_text_is_not_overruled_by_its_neighbours(fill: Fill, make_capture: Make) -> None:
    german = "<title>Grüße aus München: schöne Häuser und Vögel</title>"
    archive = fill(
        undeclared(make_capture, "http://a.example/1", gbk("首页")),
        undeclared(make_capture, "http://a.example/2", german.encode("latin-1"), 1),
    )
    assert titles(archive)["http://a.example/2"] == "Grüße aus München: schöne Häuser und Vögel"


def test_a_chosen_charset_overrules_header_and_meta(fill: Fill, make_capture: Make) -> None:
    """In titles, text and a new index; undone, everything is as it was."""
    url = "http://a.example/"
    body = "<meta charset=iso-8859-1><title>天网</title><p>北京大学".encode("gbk")
    archive = fill(
        make_capture(url, body, media_type="text/html; charset=iso-8859-1"),
        make_capture("http://a.example/b", body, minutes=1, media_type="text/html; charset=iso-8859-1"),
    )
    before = titles(archive)
    charsets.choose(archive.path, url, "gb18030")
    assert Archive.reread(archive.path, url).changed == 1
    after = titles(archive)
    assert after == before | {url: "天网"}
    with archive.reader() as reader:
        assert reader.document(reader.versions(url)[0]).metadata["charset-source"] == "a person's choice"
        assert "北京大学" in reader.document(reader.versions(url)[0]).text
    Archive.reindex(archive.path)
    assert titles(archive) == after
    charsets.choose(archive.path, url, "")
    Archive.reread(archive.path, url)
    assert titles(archive) == before and not (archive.path / charsets.NAME).exists()


def test_later_versions_of_a_page_are_read_as_chosen(fill: Fill, make_capture: Make) -> None:
    url = "http://a.example/"
    first, second = (f"<title>{word}</title>".encode("gbk") for word in ("天网", "搜索"))
    archive = fill(make_capture(url, first, media_type="text/html; charset=iso-8859-1"))
    charsets.choose(archive.path, url, "gbk")
    fill(make_capture(url, second, minutes=1, media_type="text/html; charset=iso-8859-1"))
    assert titles(archive)[url] == "搜索"


def test_one_version_may_be_chosen_for_alone(fill: Fill, make_capture: Make) -> None:
    url = "http://a.example/"
    archive = fill(
        make_capture(url, "<title>天网</title>".encode("gbk"), media_type="text/html; charset=big5"),
        make_capture(url, "<title>天网</title>".encode(), minutes=1, media_type="text/html; charset=utf-8"),
    )
    with archive.reader() as reader:
        old = reader.versions(url)[0]
        charsets.choose(archive.path, url, "gb18030", old.id)
        assert [reader.document(version).title for version in reader.versions(url)] == ["天网", "天网"]
    assert charsets.choices_of(archive.path, url, old.id) == ("", "gb18030")


def test_a_damaged_list_of_choices_is_no_list(archive: Archive) -> None:
    path = archive.path / charsets.NAME
    for text in (
        "{",
        "[]",
        json.dumps({"pages": {"http://a.example/": 7, "http://b.example/": "rot13"}}),
        "\xff",
    ):
        path.write_text(text, "latin-1")
        assert charsets.choice(archive.path, "http://a.example/") == ""
        assert charsets.choice(archive.path, "http://b.example/") == ""


def test_only_charsets_can_be_chosen(archive: Archive, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="rot13"):
        charsets.choose(archive.path, "http://a.example/", "rot13")
    with pytest.raises(StorageFailed):
        charsets.choose(tmp_path / "gone", "http://a.example/", "gbk")
