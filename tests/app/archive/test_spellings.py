"""One address, many spellings."""

from __future__ import annotations

import pytest

from app.archive.spellings import beginnings, legible, redirect_target, same_address, spellings


@pytest.mark.parametrize(
    ("asked", "stored"),
    [
        ("http://a.cn/x", "http://a.cn/x"),
        ("http://a.cn/x#part", "http://a.cn/x"),
        ("http://a.cn:80/x", "http://a.cn/x"),
        ("http://a.cn", "http://a.cn/"),
        ("http://a.cn/x", "https://a.cn/x"),
        ("https://a.cn:8443/x", "http://a.cn:8443/x"),
        ("http://a.cn/%e5%8c%97", "http://a.cn/%E5%8C%97"),
        ("http://a.cn/%7Euser", "http://a.cn/~user"),
        ("http://a.cn/%E5%8C%97%E4%BA%AC.html", "http://a.cn/北京.html"),
        ("http://a.cn/%E5%8C%97%E4%BA%AC.html", "http://a.cn/%B1%B1%BE%A9.html"),
        ("http://a.cn/s?q=%B1%B1%BE%A9&p=1", "http://a.cn/s?q=%E5%8C%97%E4%BA%AC&p=1"),
        ("http://a.cn/s?q=%E5%8C%97%E4%BA%AC", "http://a.cn/s?q=%B1%B1%BE%A9"),
        ("http://a.cn/s?q=%B1%B1%BE%A9", "http://a.cn/s?q=北京"),
        ("http://a.cn/s?a=1|2", "http://a.cn/s?a=1%7C2"),
        ("http://a.cn/s?a=1+2", "http://a.cn/s?a=1%202"),
        ("http://xn--1lq90i.cn/x?y", "http://北京.cn/x?y"),
        ("http://[::1]:8000/x", "http://[::1]:8000/x"),
        ("http://a.cn/x?", "http://a.cn/x"),
    ],
)
def test_what_a_browser_asks_leads_to_what_was_stored(asked: str, stored: str) -> None:
    assert stored in list(spellings(asked))


def test_the_address_as_asked_comes_first_and_none_comes_twice() -> None:
    tried = list(spellings("http://a.cn/%E5%8C%97?q=%B1%B1+x"))
    assert tried[0] == "http://a.cn/%E5%8C%97?q=%B1%B1+x"
    assert len(tried) == len(set(tried))


def test_an_escaped_slash_is_never_taken_for_a_slash() -> None:
    assert all("/a/b" not in s for s in spellings("http://a.cn/a%2Fb"))


@pytest.mark.parametrize(
    "broken", ["http://[::1/x", "http://a.cn:99999999/", "", "no address", "http://a.cn/%zz"]
)
def test_a_broken_address_is_tried_as_it_is(broken: str) -> None:
    assert next(iter(spellings(broken))) == broken


def test_same_address_sees_through_spelling_but_not_scheme() -> None:
    assert same_address("http://A.cn:80/%7ex#a", "http://a.cn/~x")
    assert not same_address("http://a.cn/", "https://a.cn/")
    assert redirect_target("http://a.cn/x/y", "../z") == "http://a.cn/z"
    assert redirect_target("http://a.cn/", "http://[broken") == ""


@pytest.mark.parametrize(
    ("asked", "stored"),
    [
        ("http://a.cn/北京.html", "http://a.cn/%E5%8C%97%E4%BA%AC.html"),
        ("http://a.cn/北京.html", "http://a.cn/%B1%B1%BE%A9.html"),
        ("http://a.cn/s?q=北京", "http://a.cn/s?q=%B1%B1%BE%A9"),
        ("http://北京.cn/天", "http://xn--1lq90i.cn/%E5%A4%A9"),
        ("http://a.cn/x/../北", "http://a.cn/%E5%8C%97"),
        ("http://a.cn/a%20b", "http://a.cn/a b"),
    ],
)
def test_what_a_page_links_to_leads_to_what_was_stored(asked: str, stored: str) -> None:
    assert stored in list(spellings(asked))


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("http://a.cn/%E5%8C%97%E4%BA%AC/?q=%B1%B1%BE%A9", "http://a.cn/北京/?q=北京"),
        ("http://a.cn/%e5%8c%97%20%E4%BA%AC%2F", "http://a.cn/北%20京%2F"),
        ("http://a.cn/caf%E9", "http://a.cn/caf%E9"),
        ("http://a.cn/%E2%80%AEgpj.exe", "http://a.cn/%E2%80%AEgpj.exe"),  # turns the direction of writing
        ("http://a.cn/a%2Fb%25", "http://a.cn/a%2Fb%25"),
    ],
)
def test_letters_of_an_address_are_shown_and_what_separates_stays_escaped(address: str, shown: str) -> None:
    assert legible(address) == shown


def test_spellings_of_a_beginning_do_not_contain_each_other() -> None:
    found = beginnings("http://北京.cn/天%")
    assert found[0] == "http://北京.cn/天%" and "http://xn--1lq90i.cn/%E5%A4%A9%" in found
    assert not [(one, other) for one in found for other in found if one != other and one.startswith(other)]
    assert beginnings("http://a.cn/x") == ("http://a.cn/x",)
