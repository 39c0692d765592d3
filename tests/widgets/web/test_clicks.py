"""What becomes of a person's clicks: reported to the owner, never followed, never lost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

Keep = Callable[..., Any]


@pytest.mark.parametrize(
    ("body", "address"),
    [
        ("<a href=/next>next</a>", "https://a.example/next"),
        ("<a target=_blank href=/next>next</a>", "https://a.example/next"),
        ("<a href=\"javascript:location='/next'\">next</a>", "https://a.example/next"),
        ("<a onclick=\"window.open('/next')\">next</a>", "https://a.example/next"),
        (
            "<form action=/next><a onclick='this.parentNode.submit()'>next</a></form>",
            "https://a.example/next?",
        ),
        ("<a href=/%E5%8C%97?q=%B1%B1>next</a>", "https://a.example/%E5%8C%97?q=%B1%B1"),
    ],
)
def test_a_click_is_reported_and_not_followed(
    body: str, address: str, keep: Keep, pane: Any, qtbot: QtBot
) -> None:
    pane.show(keep("https://a.example/", body))
    loads: list[bool] = []
    pane.view.loaded.connect(loads.append)
    with qtbot.waitSignal(pane.view.link_activated, timeout=10_000) as clicked:
        pane.click("a")
    assert clicked.args == [address]
    assert pane.script("location.href") == "https://a.example/"
    assert loads == [], "the owner hears of no load that did not happen"


FIELDS = "<input type=hidden name=k value='a b'><input name=q value=北><button>go</button>"


def test_a_form_sent_by_post_asks_for_the_answer_that_was_got_for_its_fields(
    keep: Keep, pane: Any, qtbot: QtBot
) -> None:
    """As a crawl keeps it; the form itself stays as it is."""
    pane.show(
        keep("https://a.example/", f"<meta charset=utf-8><form action=/find method=post>{FIELDS}</form>")
    )
    with qtbot.waitSignal(pane.view.link_activated, timeout=10_000) as sent:
        pane.click("button")
    assert sent.args == ["https://a.example/find?__wb_method=POST&k=a+b&q=%E5%8C%97"]
    pane.until("document.forms[0].method + document.forms[0].elements.length", "post3")


def test_a_password_is_never_put_into_an_address(keep: Keep, pane: Any, qtbot: QtBot) -> None:
    inside = f"{FIELDS}<input type=password name=p value=secret>"
    pane.show(keep("https://a.example/", f"<form action=/find method=post>{inside}</form>"))
    with qtbot.waitSignal(pane.view.link_activated, timeout=10_000) as sent:
        pane.click("button")
    assert sent.args == ["https://a.example/find"]


def test_a_click_counts_before_the_page_is_complete(keep: Keep, pane: Any, qtbot: QtBot) -> None:
    """Another site brings another widget for the input; it is watched at once, not only when all images are there."""
    pane.show(keep("https://a.example/", "first"))
    waiting = (
        "<iframe id=f></iframe><script>f.contentDocument.open(); f.contentDocument.write('no end')</script>"
    )
    page = keep("https://b.example/", f"<a href=/next>next</a>{waiting}", minutes=1)
    with qtbot.assertNotEmitted(pane.view.loaded):
        pane.view.show_capture(page)
        pane.until("location.href", "https://b.example/")
        with qtbot.waitSignal(pane.view.link_activated, timeout=10_000) as clicked:
            pane.click("a")
    assert clicked.args == ["https://b.example/next"]
    assert pane.script("location.href") == "https://b.example/"


def test_a_click_on_a_busy_page_is_not_followed(keep: Keep, pane: Any, qtbot: QtBot) -> None:
    """The link may come long after the mouse was released; it is the person's all the same."""
    busy = "const t = Date.now(); while (Date.now() - t < 2500);"
    keep("https://a.example/next", "next")
    pane.show(keep("https://a.example/", f"<a href=/next onmousedown='{busy}'>next</a>", minutes=1))
    with qtbot.waitSignal(pane.view.link_activated, timeout=20_000):
        pane.click("a")
    assert pane.script("location.href") == "https://a.example/"


def test_input_for_one_page_does_not_count_for_the_next(keep: Keep, pane: Any, qtbot: QtBot) -> None:
    """Somebody clicks, chooses another page at once, and that one moves on by itself."""
    keep("https://a.example/next", "<title>next</title>")
    pane.show(keep("https://a.example/", "<p>text", minutes=1))
    pane.click("p")
    with qtbot.assertNotEmitted(pane.view.link_activated):
        pane.show(
            keep("https://a.example/moves", "<script>onload = () => location = '/next'</script>", minutes=2)
        )
        pane.until("document.title", "next")
    assert pane.script("location.href") == "https://a.example/next", "it moved on by itself"


def test_jumps_within_a_page_and_moves_of_its_scripts_are_left_to_it(
    keep: Keep, pane: Any, qtbot: QtBot
) -> None:
    keep("https://a.example/next", "<title>next</title>")
    pane.show(
        keep("https://a.example/", "<a href=#end>end</a><p style='margin-top:3000px' id=end>end", minutes=1)
    )
    with qtbot.assertNotEmitted(pane.view.link_activated):
        pane.click("a")
        pane.until("scrollY > 1000")
    assert pane.script("location.href") == "https://a.example/#end"
    pane.show(keep("https://a.example/moves", "<script>location = '/next'</script>", minutes=2))
    pane.until("document.title", "next")
    assert pane.script("location.href") == "https://a.example/next"


def test_a_mail_link_goes_nowhere_and_breaks_nothing(keep: Keep, pane: Any, qtbot: QtBot) -> None:
    """After such a click QtWebEngine forgets scripts that belong to the page: ours is still there."""
    with qtbot.assertNotEmitted(pane.view.link_activated):
        pane.show(
            keep("https://a.example/", "<a href=mailto:a@b.cn>mail</a><iframe src=mailto:c@d.cn></iframe>")
        )
        pane.click("a")
        pane.script("1")
    pane.show(keep("https://a.example/2", "two", minutes=1))
    assert pane.script("typeof tianwangReplay") == "object"
