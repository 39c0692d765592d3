"""What becomes of a view whose page loses the process that draws it, and that pages leave theirs unharmed."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from typing import Any

from pytestqt.qtbot import QtBot

from widgets.web.marks import Mark

Keep = Callable[..., Any]

# as much as lets the garbage collector look at everything
LITTER = """(() => {
  let kept;
  for (let n = 0; n < 60; n++) { kept = []; for (let i = 0; i < 200000; i++) kept.push({ i }); }
  return kept.length;
})()"""
FLASH = "<embed src=/f.swf type=application/x-shockwave-flash><object data=/g.swf type=application/x-shockwave-flash>"


def lose_process(pane: Any) -> None:
    """End the process that draws the page, as when it crashes."""
    process = pane.view.page.renderProcessPid()
    assert process > 0, "0 would be all of us"
    os.kill(process, getattr(signal, "SIGKILL", signal.SIGTERM))


def test_a_page_whose_process_is_lost_comes_again_with_its_marks(keep: Keep, pane: Any, qtbot: QtBot) -> None:
    """And those after it are marked as those before: the new process has our scripts, too."""
    first, second = (keep("http://a.example/", f"<p>version {n}", minutes=n) for n in (1, 2))
    marks = [Mark(7, "changed", "/html/body/p")]
    pane.show(first)
    with qtbot.waitSignal(pane.view.marked, timeout=10_000):
        pane.view.mark(marks)
    told: list[bool] = []
    pane.view.loaded.connect(told.append)
    with qtbot.waitSignals([pane.view.loaded, pane.view.marked], timeout=20_000):
        lose_process(pane)
    assert told == [True], "that it is there again, and not that it is gone"
    assert pane.script("document.body.innerText") == "version 1"
    pane.show(second)
    with qtbot.waitSignal(pane.view.marked, timeout=10_000) as marked:
        pane.view.mark(marks)
    assert marked.args == [1, []]
    assert pane.script("document.body.innerText") == "version 2"


def test_a_page_that_loses_its_process_again_is_given_up(keep: Keep, pane: Any, qtbot: QtBot) -> None:
    """It is not loaded for ever; who asks it something gets an answer, and the next page is there."""
    pane.show(keep("http://a.example/", "<p>fatal"))
    with qtbot.waitSignal(pane.view.loaded, timeout=20_000) as loaded:
        lose_process(pane)
    assert loaded.args == [True]
    with qtbot.waitSignal(pane.view.loaded, timeout=20_000) as loaded:
        lose_process(pane)
    assert loaded.args == [False]
    assert pane.script("1") is None
    pane.show(keep("http://a.example/next", "<p>harmless", minutes=1))
    assert pane.script("document.body.innerText") == "harmless"


def test_the_end_of_the_page_before_is_not_taken_for_that_of_the_next(
    keep: Keep, pane: Any, qtbot: QtBot
) -> None:
    """Who was told that a page is loaded may ask it: the answer is from that page."""
    first, second = (keep("http://a.example/", f"<p>version {n}", minutes=n) for n in (1, 2))
    told: list[bool] = []
    pane.view.loaded.connect(told.append)
    for _ in range(4):
        with qtbot.waitSignal(pane.view.page.loadStarted, timeout=10_000):
            pane.view.show_capture(first)
        told.clear()
        pane.show(second)
        assert told == [True]
        assert pane.script("document.body.innerText") == "version 2"


def test_a_page_with_flash_does_no_harm_to_those_after_it(keep: Keep, pane: Any, qtbot: QtBot) -> None:
    """All versions of a page are drawn by one process; what QtWebEngine would put in place of a film breaks it."""
    flash = keep("http://a.example/", f"{FLASH}</object><p>film")
    plain = keep("http://a.example/", "<p>words", minutes=1)
    lost: list[Any] = []
    pane.view.page.renderProcessTerminated.connect(lambda *how: lost.append(how))
    pane.show(flash)
    pane.painted()
    for _ in range(5):
        pane.show(plain)
        assert pane.script(LITTER) == 200_000
    pane.show(plain)
    assert lost == []
