"""Pages that lead elsewhere while a browser captures them: kept to their end, and where they lead is noted."""

from __future__ import annotations

import socket

import pytest

from tests.rawserver import RawServer, answer
from tests.widgets.live.test_capture import Capture, by_path


def test_a_redirect_is_an_answer_of_its_own(capture: Capture, server: RawServer) -> None:
    server.routes["/"] = answer("", "Location: /there", status="302 Found")
    got = capture()
    assert (got.main.status, got.main.headers["location"], got.trouble) == (302, "/there", "")
    assert server.paths() == ["/"]


def test_where_scripts_want_to_go_is_noted_and_not_gone_to(capture: Capture, server: RawServer) -> None:
    """Another page by script or refresh, a window, a download in a frame: links for the frontier to judge."""
    server.routes["/"] = answer(
        "<p>text<iframe src=/file.zip></iframe><script>open('/popup');onload=()=>{location='/elsewhere'}</script>"
    )
    server.routes["/file.zip"] = answer(b"PK", media_type="application/zip")
    got = capture()
    assert {(link.element, link.url.removeprefix(server.base)) for link in got.links} >= {
        ("window", "/popup"),
        ("navigation", "/elsewhere"),
        ("iframe", "/file.zip"),
    }
    assert by_path(got, server)["/file.zip"].body == b"PK"
    assert not {"/elsewhere", "/popup"} & set(server.paths())


_FORM = "<form hidden action=/sent><button id=b></button></form>"
_LENT = "frames[0].HTMLFormElement.prototype.requestSubmit"


@pytest.mark.parametrize(
    ("leaving", "to"),
    [
        ("<script>location = '/elsewhere'</script>", "/elsewhere"),
        ("<script src=/leave.js></script>", "http://other.example/?q=%C3%A4"),
        ("<meta http-equiv=refresh content='0; url=/elsewhere'>", "/elsewhere"),
        ("<script>history.pushState(0, '', '/pushed'); location.reload()</script>", "/pushed"),
        ("<script>location = 'mailto:me@a.example'</script>", ""),
        ("<form hidden action=/sent><script>document.forms[0].submit()</script></form>", "/sent?"),
        (
            "<form hidden action=/sent method=post></form><script>document.forms[0].requestSubmit()</script>",
            "/sent",
        ),
        (f"{_FORM}<script>b.click()</script>", "/sent?"),
        (f"{_FORM}<script>b.name = 'way'; b.value = 2; b.click()</script>", "/sent?way=2"),
        (f"{_FORM}<script>onsubmit = (e) => e.stopImmediatePropagation(); b.click()</script>", "/sent?"),
        (
            f"{_FORM}<script>b.form.addEventListener('submit', (e) => e.stopPropagation()); b.click()</script>",
            "/sent?",
        ),
        (f"{_FORM}<script>onsubmit = (e) => e.preventDefault(); b.click()</script>", ""),
        (f"{_FORM}<script>b.click(); b.form.requestSubmit(); b.remove()</script>", "/sent?"),
        (f"{_FORM}<iframe hidden></iframe><script>{_LENT}.call(b.form)</script>", "/sent?"),
    ],
)
def test_a_page_that_wants_to_go_elsewhere_is_captured_to_its_end(
    leaving: str, to: str, capture: Capture, server: RawServer
) -> None:
    """What stands behind such a script is there like what stands before it: title, links, parts, other scripts."""
    server.routes["/"] = answer(
        f"before {leaving}<title>Behind</title><a href=/behind>behind</a><img src=/behind.png>"
        "<script>fetch('/behind.json')</script>"
    )
    server.routes["/leave.js"] = answer(
        "location.replace('http://other.example/?q=ä')", media_type="text/javascript"
    )
    got = capture()
    assert (got.title, got.text_length, got.errors, got.trouble) == ("Behind", len("before behind"), 0, "")
    assert {"/behind.png", "/behind.json"} <= set(by_path(got, server))
    assert [(link.element, link.url.removeprefix(server.base)) for link in got.links] == [
        ("a", "/behind"),
        *[("navigation", to)] * bool(to),
    ]
    assert to not in server.paths()


def test_a_page_that_is_but_a_way_to_another_says_where(capture: Capture, server: RawServer) -> None:
    server.routes["/"] = answer("<script>location = '/elsewhere'</script>")
    got = capture()
    assert (got.title, got.text_length, got.final_url) == ("", 0, server.base + "/")
    assert [(link.element, link.url) for link in got.links] == [("navigation", server.base + "/elsewhere")]


def test_a_page_that_comes_again_by_itself_is_kept_as_it_ended_up(
    capture: Capture, server: RawServer
) -> None:
    """Some set a cookie by script and load again; one that does so without end is stopped."""

    def by_cookie(connection: socket.socket) -> None:
        known = "seen=1" in server.asked[-1].fields.get("cookie", "")
        connection.sendall(
            answer(
                "<p>the page itself"
                if known
                else "<script>document.cookie='seen=1';location.reload()</script>"
            )
        )

    server.routes["/"] = by_cookie
    got = capture()
    assert b"the page itself" in got.main.body
    assert got.text_length == len("the page itself")
    server.routes["/again"] = answer("<script>location.reload()</script><title>Again and again</title>")
    got = capture("/again")
    assert (got.title, got.trouble) == ("Again and again", "")
    assert server.paths().count("/again") <= 5


def test_a_page_whose_coming_again_fails_is_kept_as_it_was(capture: Capture, server: RawServer) -> None:
    """The server answers no second time: the first document stays, to its end, and no browser's page of errors."""

    def once(connection: socket.socket) -> None:
        if server.paths().count("/") == 1:
            connection.sendall(
                answer(
                    "<p>before<script>location.reload()</script> behind<title>Whole</title><img src=/behind.png>"
                )
            )

    server.routes["/"] = once
    got = capture()
    assert server.paths().count("/") > 1
    assert (got.title, got.text_length, got.final_url) == ("Whole", len("before behind"), server.base + "/")
    assert (got.trouble, got.main.status, got.main.incomplete) == ("", 200, "")
    assert b"behind" in got.main.body
    assert "/behind.png" in by_path(got, server)


def test_the_words_of_the_browser_itself_are_no_page(capture: Capture, server: RawServer) -> None:
    """What Chromium shows for an error without a body says nothing about the page."""
    server.routes["/"] = answer("", status="500 Internal Server Error")
    got = capture()
    assert (got.main.status, got.title, got.text_length, got.links) == (500, "", 0, ())
    assert got.final_url == server.base + "/"
