"""Which stored headers go out again."""

from __future__ import annotations

from app.replay.answer import replayed


def names(*headers: tuple[str, str], origin: str | None = None) -> dict[str, str]:
    return {name.lower(): value for name, value in replayed(headers, origin=origin)}


def test_what_describes_the_page_stays() -> None:
    kept = names(("Content-Type", "text/html; charset=gb2312"), ("Last-Modified", "x"), ("Set-Cookie", "a=b"))
    assert kept["content-type"] == "text/html; charset=gb2312"
    assert "last-modified" in kept
    assert "set-cookie" in kept


def test_connection_codings_pins_and_reports_go() -> None:
    unwanted = (
        "Connection Keep-Alive Transfer-Encoding Content-Encoding Content-Length Strict-Transport-Security "
        "Public-Key-Pins Alt-Svc Clear-Site-Data Report-To NEL Expires WWW-Authenticate Proxy-Authenticate Critical-CH"
    )
    assert set(names(*((name, "x") for name in unwanted.split()))) == {"cache-control"}


def test_nothing_may_be_cached_because_the_next_view_has_another_date() -> None:
    assert names(("Cache-Control", "public, max-age=31536000"))["cache-control"] == "no-store"


def test_headers_named_by_connection_are_of_that_connection() -> None:
    assert "x-hop" not in names(("Connection", "close, X-Hop"), ("X-Hop", "1"))


def test_a_security_policy_loses_only_its_reports_and_upgrades() -> None:
    policy = "default-src 'self'; upgrade-insecure-requests; report-uri /r; img-src *"
    assert (
        names(("Content-Security-Policy", policy))["content-security-policy"]
        == "default-src 'self'; img-src *"
    )
    assert "content-security-policy" not in names(("Content-Security-Policy", "report-uri /r"))


def test_a_header_cannot_smuggle_in_another() -> None:
    assert "x" not in names(("X", "a\r\nSet-Cookie: b=c"))
    assert len(names(("Bad Name", "a"), ("", "b"))) == 1


def test_an_origin_gets_permission_even_if_the_crawler_got_none_or_another() -> None:
    kept = names(("Access-Control-Allow-Origin", "https://other.example"), origin="https://page.example")
    assert kept["access-control-allow-origin"] == "https://page.example"
    assert kept["access-control-allow-credentials"] == "true"
