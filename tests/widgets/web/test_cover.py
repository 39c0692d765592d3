"""Nobody sees one page under the title of another."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from app.replay.server import ReplayServer

Keep = Callable[..., Any]
PAGE = "<body style='background:{colour};margin:0'><p>words</p>{more}"


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Until it is set, answers for addresses with "slow" in them are held back."""
    opened = threading.Event()
    answer = ReplayServer._from_archive

    async def held(self: ReplayServer, request: Any, *more: Any) -> Any:
        if "slow" in request.url:
            await asyncio.to_thread(opened.wait, 10)
        return await answer(self, request, *more)

    monkeypatch.setattr(ReplayServer, "_from_archive", held)
    yield opened
    opened.set()


def ground(pane: Any) -> str:
    """The colour in the lower half of what a person sees."""
    picture = pane.view.grab().toImage()
    return str(QColor(picture.pixel(picture.width() // 3, picture.height() * 3 // 4)).name())


def test_the_page_before_is_covered_until_the_next_is_painted(
    keep: Keep, pane: Any, gate: threading.Event, qtbot: QtBot
) -> None:
    first = keep("https://a.example/", PAGE.format(colour="#ff0000", more=""))
    second = keep("https://a.example/slow", PAGE.format(colour="#0000ff", more=""), minutes=1)
    pane.show(first)
    qtbot.waitUntil(lambda: ground(pane) == "#ff0000")
    pane.view.show_capture(second)
    assert ground(pane) not in ("#ff0000", "#0000ff"), "at once"
    qtbot.wait(700)  # longer than Chromium holds the old picture
    assert ground(pane) not in ("#ff0000", "#0000ff")
    gate.set()
    qtbot.waitUntil(lambda: pane.view.cover.isHidden(), timeout=10_000)
    assert ground(pane) == "#0000ff"


def test_a_page_that_still_loads_is_shown_as_soon_as_there_is_something(
    keep: Keep, pane: Any, gate: threading.Event, qtbot: QtBot
) -> None:
    first = keep("https://a.example/", PAGE.format(colour="#ff0000", more=""))
    second = keep("https://a.example/b", PAGE.format(colour="#0000ff", more="<img src=/slow.gif>"), minutes=1)
    pane.show(first)
    ends: list[bool] = []
    pane.view.loaded.connect(ends.append)
    pane.view.show_capture(second)
    qtbot.waitUntil(lambda: pane.view.cover.isHidden(), timeout=10_000)
    assert ground(pane) == "#0000ff"
    assert not ends, "a picture is still missing"


def test_another_version_of_the_page_is_covered_when_it_takes_long(
    keep: Keep, pane: Any, gate: threading.Event, qtbot: QtBot
) -> None:
    gate.set()
    first = keep("https://a.example/slow", PAGE.format(colour="#ff0000", more=""))
    second = keep("https://a.example/slow", PAGE.format(colour="#0000ff", more=""), minutes=1)
    pane.show(first)
    qtbot.waitUntil(lambda: pane.view.cover.isHidden(), timeout=10_000)
    gate.clear()
    pane.view.show_capture(second)
    assert pane.view.cover.isHidden(), "no flicker between versions that are there at once"
    qtbot.waitUntil(pane.view.cover.isVisible, timeout=5_000)
    assert ground(pane) not in ("#ff0000", "#0000ff")
    gate.set()
    qtbot.waitUntil(lambda: pane.view.cover.isHidden(), timeout=10_000)
    assert ground(pane) == "#0000ff"


def test_the_end_of_a_page_that_was_left_uncovers_nothing(
    keep: Keep, pane: Any, gate: threading.Event, qtbot: QtBot
) -> None:
    first = keep("https://a.example/", PAGE.format(colour="#ff0000", more=""))
    second = keep("https://a.example/b", PAGE.format(colour="#00ff00", more="<img src=/slow.gif>"), minutes=1)
    third = keep("https://a.example/slow", PAGE.format(colour="#0000ff", more=""), minutes=2)
    pane.show(first)
    for wanted in (second, third, first, second, third):
        pane.view.show_capture(wanted)
    seen: set[str] = set()
    for _ in range(20):
        qtbot.wait(25)
        seen.add(ground(pane))
    assert not seen & {"#ff0000", "#00ff00"}
    gate.set()
    qtbot.waitUntil(lambda: pane.view.cover.isHidden(), timeout=10_000)
    assert ground(pane) == "#0000ff"


def test_a_page_that_is_painted_after_it_was_left_uncovers_nothing(
    keep: Keep, pane: Any, gate: threading.Event, qtbot: QtBot
) -> None:
    told: list[str] = []
    pane.view.page.message.connect(told.append)
    pane.show(keep("https://a.example/", PAGE.format(colour="#ff0000", more="")))
    qtbot.waitUntil(lambda: pane.view.cover.isHidden() and any("painted" in one for one in told))
    pane.view.show_capture(keep("https://a.example/slow", PAGE.format(colour="#0000ff", more=""), minutes=1))
    pane.view.page.message.emit(next(one for one in told if "painted" in one))
    assert pane.view.cover.isVisible()
    gate.set()
    qtbot.waitUntil(lambda: pane.view.cover.isHidden(), timeout=10_000)
    assert ground(pane) == "#0000ff"


@pytest.mark.parametrize(
    ("media_type", "body"),
    [("text/plain", "words"), ("text/html", ""), ("image/svg+xml", "<svg/>"), ("text/css", "a")],
)
def test_documents_of_every_kind_are_uncovered(
    media_type: str, body: str, keep: Keep, pane: Any, qtbot: QtBot
) -> None:
    pane.show(keep("https://a.example/", PAGE.format(colour="#ff0000", more="")))
    pane.view.show_capture(keep("https://a.example/b", body or " ", media_type=media_type, minutes=1))
    qtbot.waitUntil(lambda: pane.view.ready and pane.view.cover.isHidden(), timeout=20_000)
    assert pane.script("[location.href, document.contentType]") == ["https://a.example/b", media_type]
