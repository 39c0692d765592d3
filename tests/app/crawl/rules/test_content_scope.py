"""Media types, languages and server addresses that a crawl wants."""

from __future__ import annotations

import pytest

from app.crawl.rules.scope import ContentScope, media_type
from app.crawl.rules.settings import CrawlSettings


def scope(**named: tuple[str, ...]) -> ContentScope:
    return ContentScope(CrawlSettings(seeds=("http://h.org/",), **named))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("kind", "wanted"),
    [
        ("application/pdf", None),
        ("image/png", None),
        ("Application/PDF; name=x", None),
        ("video/mp4", ("type", "video/mp4")),
        ("text/html; charset=gbk", None),  # read for its links
        ("", None),
    ],
)
def test_unwanted_types_are_refused_by_their_head(kind: str, wanted: tuple[str, str] | None) -> None:
    assert scope(content_types=("application/pdf", "image/*")).of_head(200, kind, None, False) == wanted


def test_pages_read_for_their_links_are_not_kept_and_requisites_are() -> None:
    documents = scope(content_types=("application/pdf",))
    assert not documents.keeps("text/html", False)
    assert documents.keeps("application/pdf", False)
    assert documents.keeps("image/png", True)
    assert documents.of_head(200, "image/png", None, True) is None


def test_errors_and_redirects_have_no_type_worth_refusing() -> None:
    assert scope(content_types=("application/pdf",)).of_head(404, "video/mp4", None, False) is None


def test_without_wishes_everything_is_wanted() -> None:
    assert scope().of_head(200, "video/mp4", "192.0.2.1", False) is None
    assert scope().keeps("video/mp4", False)
    assert scope().of_language("fr", False) is None


def test_a_server_outside_the_ranges_is_refused_for_requisites_too() -> None:
    near = scope(ip_ranges=("192.0.2.0/24",))
    assert near.of_head(200, "text/html", "198.51.100.1", True) == ("ip", "198.51.100.1")
    assert near.of_head(200, "text/html", "192.0.2.9", False) is None
    assert near.of_head(200, "text/html", None, False) is None


@pytest.mark.parametrize(
    ("language", "kept"),
    [("zh-CN", True), ("zh", True), ("ZH-Hant", True), ("en", False), ("zha", False), ("", True)],
)
def test_languages_are_ranges(language: str, kept: bool) -> None:
    assert (scope(languages=("zh",)).of_language(language, False) is None) is kept
    assert scope(languages=("zh",)).of_language(language, True) is None


def test_the_media_type_is_read_from_the_header() -> None:
    assert media_type(" Text/HTML ;charset=x") == "text/html"
