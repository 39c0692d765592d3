"""Numbers, dates and reasons as a person reads them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtCore import QLocale

from widgets.crawl_setup import sentences as crawl_words
from widgets.words import formats, reasons


@pytest.fixture(autouse=True)
def english() -> None:
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedStates))


@pytest.mark.parametrize(
    ("count", "text"),
    [(0, "0 B"), (1023, "1023 B"), (1536, "1.5 kB"), (200 << 10, "200 kB"), (3 << 30, "3.0 GB")],
)
def test_sizes(count: int, text: str) -> None:
    assert formats.size(count) == text


def test_dates_are_short_for_today_and_yesterday_and_exact_in_the_tooltip() -> None:
    now = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
    assert formats.date(now, now).startswith("Today")
    assert formats.date(now - timedelta(days=1), now).startswith("Yesterday")
    assert "2025" in formats.date(now - timedelta(days=400), now)
    assert formats.date(now - timedelta(days=400), now, brief=True) == "17 Oct 2025"
    assert formats.date(now, now, brief=True) == formats.date(now, now)
    assert "2026-11-21 12:00:00 UTC" in formats.date_exact(now)


def test_durations() -> None:
    assert [formats.duration(seconds) for seconds in (7, 750, 11109)] == ["0:07", "12:30", "3:05:09"]


@pytest.mark.parametrize(
    ("media", "kind"),
    [
        ("text/html; charset=gb2312", "html"),
        ("application/pdf", "pdf"),
        ("image/png", "image"),
        ("application/rss+xml", "xml"),
        ("application/ld+json", "json"),
        ("", "binary"),
    ],
)
def test_types_have_icons(media: str, kind: str) -> None:
    assert formats.type_kind(media) == kind
    assert formats.type_label(media)


def test_redirects_and_errors_show_what_they_are() -> None:
    assert formats.type_icon("text/html", "redirect") == "redirect"
    assert formats.type_icon("text/html", "error") == "error"


def test_long_addresses_are_shortened_in_the_middle() -> None:
    text = formats.shorten("https://example.org/" + "x" * 200 + "/end", 40)
    assert len(text) == 40
    assert text.startswith("https://") and text.endswith("/end") and "…" in text


@pytest.mark.parametrize(
    "code",
    [
        "scope",
        "excluded",
        "not-included",
        "depth",
        "robots",
        "max-pages",
        "max-bytes",
        "max-minutes",
        "size",
        "scheme",
        "trap",
        "address",
        "timeout",
        "dns",
        "connect",
        "tls",
        "too-many-redirects",
        "redirect-loop",
        "incomplete",
        "internal",
    ],
)
def test_every_reason_of_the_crawler_is_a_sentence(code: str) -> None:
    assert " " in reasons.reason(code)


def test_status_codes_are_words() -> None:
    assert reasons.reason("http-404") == "404 Not found"
    assert reasons.status(418) == "418 I'm a Teapot"
    assert reasons.status(799) == "799"


def test_what_a_person_types_becomes_addresses() -> None:
    assert crawl_words.addresses("example.org/a http://127.0.0.1:8000/") == (
        ["https://example.org/a", "http://127.0.0.1:8000/"],
        "",
    )
    assert crawl_words.addresses("example.org not-an-address")[1] == "not-an-address"
    assert crawl_words.addresses("example.org\n no address\tat all ")[1] == "no address at all"
    said = crawl_words.refused("no address at all")
    assert "no address at all" in said and "https://www.example.org/" in said


@pytest.mark.parametrize(
    "address", ["https://e.org/docs/a.html", "https://e.org/docs/", "https://e.org/docs", "https://e.org/"]
)
def test_the_folder_shown_for_the_scope_is_the_one_the_crawler_uses(address: str) -> None:
    from app.crawl.rules.scope import Scope
    from app.crawl.rules.settings import CrawlSettings

    scope = Scope(CrawlSettings(seeds=(address,), scope="prefix"))
    folder = crawl_words.folder_of(address)
    inside, outside = f"https://{folder.rstrip('/')}/x", "https://e.org/elsewhere/x"
    assert scope.decide(inside, 1, False).ok
    assert scope.decide(outside, 1, False).ok == (folder == "e.org/")


def test_hosts_are_read_in_the_letters_of_their_language() -> None:
    assert formats.readable("https://xn--1lq90ic7fzpc.xn--fiqs8s/a") == "https://北京大学.中国/a"
    assert formats.readable("xn--1lq90ic7fzpc.xn--fiqs8s:8080") == "北京大学.中国:8080"
    for same in ("https://example.org/xn--x/", "https://xn--\ud800/", "mailto:a@b.example", ""):
        assert formats.readable(same) == same
