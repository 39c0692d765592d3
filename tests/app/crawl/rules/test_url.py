"""Normalisation follows browsers; dedupe keys go further."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.crawl.rules.url import (
    authority_of,
    dedupe_key,
    from_input,
    host_of,
    normalize,
    registered_domain,
    split,
)
from app.errors import AddressInvalid


@pytest.mark.parametrize(
    ("given_url", "wanted"),
    [
        ("HTTP://Example.ORG", "http://example.org/"),
        ("http://example.org:80/", "http://example.org/"),
        ("https://example.org:443/x", "https://example.org/x"),
        ("https://example.org:80/x", "https://example.org:80/x"),
        ("http://example.org:0080/", "http://example.org/"),
        ("http://example.org:/", "http://example.org/"),
        ("http://example.org./", "http://example.org/"),
        ("http://example.org?q", "http://example.org/?q"),
        ("http://example.org/a#part", "http://example.org/a"),
        ("http://example.org/a/./b/../c", "http://example.org/a/c"),
        ("http://example.org/a/%2e%2E/b", "http://example.org/b"),
        ("http://example.org/../../a", "http://example.org/a"),
        ("http://example.org/a/..", "http://example.org/"),
        ("http://example.org/a/.", "http://example.org/a/"),
        ("http://example.org/a/.hidden", "http://example.org/a/.hidden"),
        ("  http://example.org/a b\t\n ", "http://example.org/a%20b"),
        ("http://exa\nmple.org/a\tb", "http://example.org/ab"),
        ("http:\\\\example.org\\a\\b?c\\d", "http://example.org/a/b?c\\d"),
        ("http:/example.org/a", "http://example.org/a"),
        ("http:///example.org/a", "http://example.org/a"),
        ("http:example.org/a", "http://example.org/a"),
        ("http://example.org/\x01\x7f", "http://example.org/%01%7F"),
        ("http://例え.jp/北京", "http://xn--r8jz45g.jp/%E5%8C%97%E4%BA%AC"),
        ("http://ＥＸＡＭＰＬＥ.org/", "http://example.org/"),
        ("http://b\u00fccher.de/?q=\u00fc", "http://xn--bcher-kva.de/?q=%C3%BC"),
        ("http://example.org/%7Euser/%e5", "http://example.org/%7Euser/%e5"),
        ("http://example.org/100%", "http://example.org/100%"),
        ("http://example.org/?a='b'&c=\"d\"", "http://example.org/?a=%27b%27&c=%22d%22"),
        ("http://user:secret@example.org/", "http://example.org/"),
        ("http://www.lietu.com@evil.org/", "http://evil.org/"),
        ("http://127.1/", "http://127.0.0.1/"),
        ("http://0x7f000001/", "http://127.0.0.1/"),
        ("http://2130706433/", "http://127.0.0.1/"),
        ("http://[::1]:8080/", "http://[::1]:8080/"),
        ("http://[2001:DB8:0:0::1]/", "http://[2001:db8::1]/"),
        ("http://a_b.example.org/", "http://a_b.example.org/"),
    ],
)
def test_an_address_is_written_as_a_browser_writes_it(given_url: str, wanted: str) -> None:
    assert normalize(given_url) == wanted


@pytest.mark.parametrize(
    ("reference", "wanted"),
    [
        ("c", "http://h.org/a/c"),
        ("./c", "http://h.org/a/c"),
        ("../c", "http://h.org/c"),
        ("/c", "http://h.org/c"),
        ("?x=1", "http://h.org/a/b?x=1"),
        ("", "http://h.org/a/b?q"),
        ("#top", "http://h.org/a/b?q"),
        ("//other.org/c", "http://other.org/c"),
        ("\\\\other.org\\c", "http://other.org/c"),
        ("http:c", "http://h.org/a/c"),
        ("https:c.org", "https://c.org/"),
        ("https://other.org", "https://other.org/"),
        ("a:b", None),
        ("./a:b", "http://h.org/a/a:b"),
    ],
)
def test_a_reference_is_resolved_against_its_base(reference: str, wanted: str | None) -> None:
    if wanted is None:
        with pytest.raises(AddressInvalid):
            normalize(reference, "http://h.org/a/b?q")
    else:
        assert normalize(reference, "http://h.org/a/b?q") == wanted


@pytest.mark.parametrize(
    "wrong",
    [
        "",
        "a",
        "mailto:a@b.c",
        "ftp://a.b/",
        "http://",
        "http://a..b/",
        "http://a b/",
        "http://a:99999/",
        "http://a:b/",
        "http://[::1/",
        "http://[zz]/",
        "http://1.2.3.4.5/",
        "http://256.1.1.1.1/",
        "http://a<b/",
        "http://\ud800/",
    ],
)
def test_what_is_no_address_is_said_to_be_none(wrong: str) -> None:
    with pytest.raises(AddressInvalid):
        normalize(wrong)


@given(st.text(max_size=60), st.sampled_from(["http://example.org/a/b?c", "https://例え.jp/x/", None]))
def test_normalising_twice_changes_nothing(text: str, base: str | None) -> None:
    try:
        once = normalize(text, base)
    except AddressInvalid:
        return
    assert normalize(once) == once
    assert once.isascii()
    assert "#" not in once
    assert split(once).text() == once
    assert dedupe_key(once) == dedupe_key(normalize(once))


@given(st.text(alphabet="/\\.%2eE?#ab:@ \t[]", max_size=40))
def test_normalising_addresses_of_nothing_but_special_characters_twice_changes_nothing(text: str) -> None:
    for candidate in ("http://h.org/" + text, "http://" + text):
        try:
            once = normalize(candidate)
        except AddressInvalid:
            continue
        assert normalize(once) == once


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("example.org/a", "https://example.org/a"),
        (" example.org ", "https://example.org/"),
        ("example.org:8080/a", "https://example.org:8080/a"),
        ("http://example.org", "http://example.org/"),
        ("HTTPS://Example.org", "https://example.org/"),
        ("//example.org/a", "https://example.org/a"),
        ("localhost:8000/x", "http://localhost:8000/x"),
        ("127.0.0.1/x", "http://127.0.0.1/x"),
        ("[::1]:80", "http://[::1]/"),
        ("北京大学.中国", "https://xn--1lq90ic7fzpc.xn--fiqs8s/"),
        ("example.org?q=a b", "https://example.org/?q=a%20b"),
    ],
)
def test_what_a_person_types_becomes_an_address(typed: str, wanted: str) -> None:
    assert from_input(typed) == wanted


@pytest.mark.parametrize(
    "typed", ["", "  ", "hello", "hello world", "mailto:a@example.org", "ftp://example.org", "a@b.org"]
)
def test_what_no_crawl_could_start_from_is_refused(typed: str) -> None:
    with pytest.raises(AddressInvalid):
        from_input(typed)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("http://h.org/a?PHPSESSID=1", "http://h.org/a?phpsessid=2"),
        ("http://h.org/a;jsessionid=ABC?x=1", "http://h.org/a?x=1"),
        ("http://h.org/a?sid=77&x=1", "http://h.org/a?x=1"),
        ("http://h.org/a?utm_source=x&utm_medium=y", "http://h.org/a"),
        ("http://h.org/(S(lit3py55t21z5v55vlm25s55))/a.aspx", "http://h.org/a.aspx"),
        ("http://h.org/%7Euser", "http://h.org/~user"),
        ("http://h.org/%e5", "http://h.org/%E5"),
        ("http://h.org/a?", "http://h.org/a"),
    ],
)
def test_session_ids_tracking_and_escapes_make_no_second_page(one: str, other: str) -> None:
    assert dedupe_key(one) == dedupe_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("http://h.org/a?x=1", "http://h.org/a?x=2"),
        ("http://h.org/a?inside=1", "http://h.org/a"),
        ("http://h.org/a", "https://h.org/a"),
        ("http://h.org/a", "http://h.org/A"),
        ("http://h.org/%2F", "http://h.org//"),
    ],
)
def test_different_pages_keep_different_keys(one: str, other: str) -> None:
    assert dedupe_key(one) != dedupe_key(other)


def test_registered_domains_come_from_the_public_suffix_list() -> None:
    assert registered_domain("www.lib.pku.edu.cn") == "pku.edu.cn"
    assert registered_domain("a.b.co.uk") == "b.co.uk"
    assert registered_domain("edu.cn") == "edu.cn"
    assert registered_domain("127.0.0.1") == "127.0.0.1"
    assert registered_domain("localhost") == "localhost"


def test_hosts_are_cut_out_with_and_without_their_port() -> None:
    assert authority_of("http://h.org:8080/a") == "h.org:8080"
    assert host_of("http://h.org:8080/a") == "h.org"
    assert host_of("http://[::1]:80/") == "::1"
