"""Scrolling is reported, and what one pane was told is not told back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

Keep = Callable[..., Any]
LONG = "<!doctype html><body style='margin:0'><div style='height:{0}px;width:{1}px'>long</div>"
INNER = "<body style='margin:0'><div id=i style='height:500px;overflow:auto'><div style='height:4000px'>x</div></div>"


@pytest.fixture
def long_pane(keep: Keep, new_pane: Any) -> Callable[[int], Any]:
    def make(height: int, width: int = 100) -> Any:
        pane = new_pane()
        pane.show(keep(f"https://a.example/{height}", LONG.format(height, width), minutes=height))
        return pane

    return make


def test_scrolling_is_reported_as_fractions(long_pane: Any, qtbot: QtBot) -> None:
    pane = long_pane(5000, 4000)
    with qtbot.waitSignal(pane.view.scrolled, timeout=10_000) as scrolled:
        pane.script(
            "(e => scrollTo((4000 - e.clientWidth) / 4, (5000 - e.clientHeight) / 2))(document.documentElement)"
        )
    assert scrolled.args == [pytest.approx(0.5, abs=0.01), pytest.approx(0.25, abs=0.01)]


def test_what_is_told_to_scroll_says_nothing_until_a_person_scrolls(long_pane: Any, qtbot: QtBot) -> None:
    pane = long_pane(5000)
    with qtbot.assertNotEmitted(pane.view.scrolled, wait=400):
        pane.view.scroll_to(0.5)
        pane.until("scrollY > 2000")
    with qtbot.waitSignal(pane.view.scrolled, timeout=10_000) as scrolled:
        pane.script("scrollBy(0, -500)")
    assert 0.3 < scrolled.args[0] < 0.45


def test_two_panes_keep_together_and_come_to_rest(long_pane: Any, qtbot: QtBot) -> None:
    """Pages of different length, connected in both directions, as the compare view does it."""
    left, right = long_pane(5000), long_pane(9000)
    said: list[str] = []
    for one, other, name in ((left, right, "left"), (right, left, "right")):
        one.view.scrolled.connect(other.view.scroll_to)
        one.view.scrolled.connect(lambda *_, name=name: said.append(name))
    left.script("scrollTo(0, 3000)")
    right.until(
        "Math.abs(scrollY / (9000 - innerHeight) - 3000 / (5000 - argument)) < 0.01".replace(
            "argument", "innerHeight"
        )
    )
    right.script("scrollTo(0, 0)")
    left.until("scrollY", 0)
    assert said.count("left") == 1
    assert said.count("right") == 1


def test_a_page_that_scrolls_a_box_of_its_own(keep: Keep, pane: Any, qtbot: QtBot) -> None:
    pane.show(keep("https://a.example/", INNER))
    with qtbot.waitSignal(pane.view.scrolled, timeout=10_000) as scrolled:
        pane.script("document.querySelector('#i').scrollTop = 1750")
    assert scrolled.args[0] == pytest.approx(0.5, abs=0.01)
    pane.view.scroll_to(1.0)
    pane.until("document.querySelector('#i').scrollTop", 3500)


def test_a_page_that_does_not_scroll_is_at_its_beginning(keep: Keep, pane: Any) -> None:
    pane.show(keep("https://a.example/", "short"))
    pane.view.scroll_to(0.7)
    assert pane.script("[scrollX, scrollY]") == [0, 0]
    pane.script("document.body.style.height = '4000px'")
    pane.view.scroll_to(0.5)
    assert pane.script("scrollY") > 1000, "the same page once it scrolls"


def test_many_scroll_events_make_few_reports(long_pane: Any, qtbot: QtBot) -> None:
    """One report a frame at most."""
    pane = long_pane(50_000)
    reports: list[float] = []
    pane.view.scrolled.connect(lambda fraction, _x: reports.append(fraction))
    pane.script("(() => { for (let i = 1; i <= 1000; i++) scrollTo(0, i * 10) })()")
    qtbot.waitUntil(lambda: bool(reports) and reports[-1] > 0.2)
    assert len(reports) <= 3
