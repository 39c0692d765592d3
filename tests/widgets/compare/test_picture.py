"""Pictures of both pages, and where they differ."""

from __future__ import annotations

import threading
from collections.abc import Callable

import numpy as np
import pytest
import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.archive.model import NewCapture
from widgets.compare import pictures_taken
from widgets.compare.pictures_taken import Region, regions
from widgets.compare.view import CompareView
from widgets.session import Session
from widgets.web.photograph import Photographer

HOME = "http://picture.example/"


def sheet(height: int, *boxes: tuple[int, int, int, int]) -> np.ndarray:
    """A white picture with black boxes: left, top, width, height."""
    made = np.full((height, 200, 3), 255, np.uint8)
    for left, top, width, high in boxes:
        made[top : top + high, left : left + width] = 0
    return made


def test_equal_pictures_have_no_regions() -> None:
    assert regions(sheet(300, (5, 5, 20, 20)), sheet(300, (5, 5, 20, 20)), ()) == []


def test_regions_far_apart_are_told_one_by_one() -> None:
    a, b = sheet(300), sheet(300, (5, 10, 30, 8), (120, 10, 30, 8), (5, 200, 10, 10))
    boxes = [(5, 10, 30, 8), (120, 10, 30, 8), (5, 200, 10, 10)]
    assert regions(a, b, ()) == [Region(box, box) for box in boxes]


def test_what_belongs_together_is_compared_though_it_stands_lower() -> None:
    """By one row more, too: places are rounded."""
    same, added = (10, 50, 60, 20), (10, 40, 90, 30)
    a, b = sheet(200, same), sheet(261, added, (10, 111, 60, 20))
    found = regions(a, b, [(40, 40), (40, 100), (80, 140)])
    assert found == [Region(None, added)] and found[0].kind == "added"


def test_neighbours_of_several_stretches_are_one_region() -> None:
    a, b = sheet(100), sheet(100, (0, 0, 200, 100))
    assert regions(a, b, [(20, 20), (50, 50), (80, 80)]) == [Region((0, 0, 200, 100), (0, 0, 200, 100))]


def test_smoothed_edges_are_no_difference() -> None:
    a, b = sheet(100), sheet(100)
    b[10:20, 10:20] -= 20
    assert regions(a, b, ()) == []


@pytest.fixture
def pictured(
    qtbot: QtBot, view: CompareView, session: Session, make_capture: Callable[..., NewCapture]
) -> CompareView:
    """Two long pages; the header stands fixed, one paragraph is new, another one has another colour."""

    def page(edition: int) -> str:
        lines = [f"<p>Line {n} of a page that is higher than its window</p>" for n in range(80)]
        if edition:
            lines[60] = lines[60].replace("<p>", "<p style='color: red'>")
            lines.insert(20, "<p>A new line that moves all below it</p>")
        head = "<div style='position: fixed; top: 0; right: 0; background: lime'>Fixed</div>"
        return f"<title>Long</title><style>p {{ margin: 0; padding: 20px 0 }}</style>{head}{''.join(lines)}"

    with session.archive.writer() as writer:
        ids = [writer.store(make_capture(HOME, page(edition), minutes=edition * 60)).id for edition in (0, 1)]
        writer.commit()
    with qtbot.waitSignal(view.compared, timeout=20_000):
        view.compare(*ids)
    qtbot.waitUntil(lambda: all(places.spans for places in view.sync.positions), timeout=20_000)
    return view


def test_a_picture_shows_where_two_pages_look_different(qtbot: QtBot, pictured: CompareView) -> None:
    """The whole of both pages; what only moved is none of it, and the pages are left as they were."""
    caller = threading.current_thread()
    threads: list[threading.Thread] = []
    compute = pictures_taken.regions
    pictures_taken.regions = lambda *given: (threads.append(threading.current_thread()), compute(*given))[1]
    try:
        QTest.keyClick(
            pictured, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
        )
        older, newer = (pane.picture for pane in pictured.panes)
        qtbot.waitUntil(lambda: pictured.panes[1].stack.currentWidget() is newer, timeout=30_000)
    finally:
        pictures_taken.regions = compute
    assert threads and caller not in threads, "the window stays awake"
    assert [(entry.kind, entry.title) for entry in pictured.panel.shown()] == [
        ("added", "A new line that moves all below it"),
        ("changed", "Line 60 of a page that is higher than its window"),
    ]
    assert [number for number, _, _ in older.regions] == [1] and [
        number for number, _, _ in newer.regions
    ] == [0, 1]
    green = QColor("lime").rgb()
    rows = [
        y for y in range(newer._image.height()) if newer._image.pixel(newer._image.width() - 2, y) == green
    ]
    assert rows and rows[-1] < 60, "what stands fixed is in the picture once"
    pictured.panel.step(-1)
    qtbot.waitUntil(lambda: older.verticalScrollBar().value() > 0 < newer.verticalScrollBar().value())
    pictured.set_mode("side")
    assert len(pictured.panel.shown()) == len([e for e in pictured.outcome.entries if not e.silent])
    seen: list[object] = []
    look = "[document.scrollingElement.scrollTop, document.querySelector('div').style.visibility]"
    pictured.panes[1].web.replay.run_script(look, seen.append)
    qtbot.waitUntil(lambda: bool(seen))
    assert seen == [[0, ""]]


def test_a_picture_is_taken_of_versions_chosen_while_pictures_are_shown(
    qtbot: QtBot, pictured: CompareView, session: Session
) -> None:
    pictured.set_mode("picture")
    newer = pictured.panes[1].picture
    qtbot.waitUntil(lambda: bool(newer.regions), timeout=30_000)
    a, b = session.reader.versions(HOME)
    pictured.compare(b.id, a.id)
    qtbot.waitUntil(
        lambda: [entry.kind for entry in pictured.panel.shown()] == ["removed", "changed"], timeout=30_000
    )
    pictured.compare(a.id, a.id)
    qtbot.waitUntil(lambda: "look the same" in pictured.panel.empty.sentence.text(), timeout=30_000)


def test_a_picture_that_nobody_wants_any_more_is_not_taken(qtbot: QtBot, pictured: CompareView) -> None:
    """The pages answer when another mode is on screen already, and the photographers are gone."""
    web = pictured.panes[1].web
    assert web is not None
    pictured.panes[1].show_surface(pictured.panes[1].text)  # where no picture can be taken
    photographer, told = Photographer(web.replay), list[object]()
    photographer.taken.connect(told.append)
    photographer.start()
    photographer.cancel()
    QCoreApplication.sendPostedEvents(photographer, QEvent.Type.DeferredDelete)
    answered: list[object] = []
    web.replay.run_script("1", answered.append)
    qtbot.waitUntil(lambda: bool(answered))  # after all that was asked before it
    assert not told and not shiboken6.isValid(photographer)


def test_a_click_on_a_region_finds_its_row(qtbot: QtBot, pictured: CompareView) -> None:
    pictured.set_mode("picture")
    newer = pictured.panes[1].picture
    qtbot.waitUntil(lambda: bool(newer.regions), timeout=30_000)
    newer.focus_mark(1)
    box = newer._box(newer.regions[1]).translated(0, -newer.verticalScrollBar().value())
    QTest.mouseClick(newer.viewport(), Qt.MouseButton.LeftButton, pos=box.center().toPoint())
    assert pictured.panel.current() == 1 and not newer.grab().isNull()
