"""What a page needs is made piece by piece, and the browser while nobody does anything."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, Qt, QThread, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu, QWidget
from pytestqt.qtbot import QtBot

from app.archive.model import Capture
from widgets.page import area as preparing
from widgets.page.area import PageArea, Preparation
from widgets.page.views import NAMES
from widgets.session import Session

HOME = "http://library.example/"
Make = Callable[[int], PageArea]
START = Preparation.start


@pytest.fixture
def make(qtbot: QtBot, session: Session, monkeypatch: pytest.MonkeyPatch) -> Make:
    """A page area in a window that counts as still after so many milliseconds."""

    def area(still: int) -> PageArea:
        monkeypatch.setattr(preparing, "STILL", still)
        monkeypatch.setattr(Preparation, "start", START)
        made = PageArea(session)
        qtbot.addWidget(made)
        made.resize(1000, 700)
        made.show()
        return made

    return area


def test_tabs_are_made_one_a_turn_and_stand_where_their_labels_stood(qtbot: QtBot, make: Make) -> None:
    area = make(600_000)
    area.set_zoom(1.5)
    made: list[QWidget] = []
    turns: list[int] = []
    views = area.views
    assert not views.known() and views.tabs.count() == len(NAMES)
    labels = [views.tabs.tabText(index) for index in range(views.tabs.count())]
    views.made.connect(made.append)
    beat = QTimer(area, interval=0)
    beat.timeout.connect(lambda: turns.append(len(made)))
    beat.start()
    views.tabs.setCurrentWidget(views.source)
    qtbot.waitUntil(lambda: len(views.known()) == len(NAMES))
    assert made == [getattr(views, name) for name in ("source", "page", "text", "blocks", "links", "details")]
    assert {late - early for early, late in pairwise(turns)} <= {0, 1}, "one at a time"
    assert [views.tabs.tabText(index) for index in range(views.tabs.count())] == labels
    assert all(views.tabs.tabToolTip(index) for index in range(views.tabs.count()))
    assert [views.tabs.widget(at) for at in range(len(NAMES))] == [getattr(views, name) for name in NAMES]
    assert views.tabs.currentWidget() is views.source and views.text.view.scale == 1.5


def test_a_page_can_be_shown_before_its_tabs_are_made(qtbot: QtBot, make: Make) -> None:
    area = make(600_000)
    area.show_page(HOME)
    area.views.tabs.setCurrentIndex(NAMES.index("details"))
    area._load_tab()
    assert NAMES.index("details") in area.views.known() and NAMES.index("links") not in area.views.known()
    qtbot.waitUntil(area.views.details.copy.isEnabled)


def test_the_browser_for_a_page_that_somebody_waits_for_is_started_one_step_a_turn(
    qtbot: QtBot, make: Make, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Modules, server, browser and page at once held up the window for 300 ms when the last page came back."""
    area = make(600_000)
    turn, steps = [0], list[tuple[str, int]]()
    monkeypatch.setattr(
        preparing, "_load_browser", lambda: ((steps.append((one, turn[0])), one)[1] for one in ("a", "b"))
    )
    page, make_replay, load = area.views.page, area.views.page.make_replay, area.views.page.load

    def made() -> object:
        if page.replay is None:
            steps.append(("browser after its server" if session.replaying else "both", turn[0]))
        return make_replay()

    def loaded(capture: Capture) -> None:
        steps.append(("page", turn[0]))
        load(capture)

    monkeypatch.setattr(page, "make_replay", made)
    monkeypatch.setattr(page, "load", loaded)
    beat = QTimer(area, interval=0)
    beat.timeout.connect(lambda: turn.append(turn.pop() + 1))
    beat.start()
    area.show_page(HOME)
    qtbot.waitUntil(lambda: page.replay is not None and page.replay.isVisible(), timeout=20_000)
    assert [name for name, _ in steps] == ["a", "b", "browser after its server", "page"]
    later = [at for _, at in steps[1:]]  # the first follows from a timer, as the beat does
    assert len(set(later)) == len(later), "each in a turn of its own"
    assert area.views.known().keys() >= {NAMES.index("page")}


def test_tabs_that_nobody_sees_wait_for_the_page(qtbot: QtBot, make: Make) -> None:
    area = make(600_000)
    area.show_page(HOME)
    area._timer.stop()
    assert area.loading
    area._preparation._make_tab()
    assert not area.views.known()
    area._timer.start()
    qtbot.waitUntil(lambda: len(area.views.known()) == len(NAMES), timeout=20_000)


def test_the_browser_is_started_while_nobody_does_anything(
    qtbot: QtBot, make: Make, session: Session
) -> None:
    """So it is there when the first page is chosen."""
    area = make(1)
    page = area.views.page
    qtbot.waitUntil(lambda: page.replay is not None, timeout=20_000)
    replay = page.replay
    assert session.replaying and not replay.isVisible() and area.empty.isVisible()
    area.show_page(HOME)
    qtbot.waitUntil(replay.isVisible)
    assert page.replay is replay


def test_what_is_loaded_ahead_of_the_browser_comes_one_a_turn_behind_the_engine(
    qtbot: QtBot, make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one piece it held up the window for a third of a second, also while it showed a crawl."""
    area = make(1)
    loaded: list[str] = []
    turns: list[int] = []
    threads = list[bool]()
    load = preparing._load_engine
    monkeypatch.setattr(
        preparing,
        "_load_engine",
        lambda: (threads.append(QThread.isMainThread()), loaded.append("engine"), load()),
    )
    area.ahead = ((loaded.append(one), one)[1] for one in ("first", "second", "third"))
    beat = QTimer(area, interval=0)
    beat.timeout.connect(lambda: turns.append(len(loaded)))
    beat.start()
    page = area.views.page
    qtbot.waitUntil(lambda: page.replay is not None, timeout=20_000)
    assert loaded == ["engine", "first", "second", "third"] and threads == [False]
    assert {late - early for early, late in pairwise(turns)} <= {0, 1}, "one at a time"


def test_the_browser_waits_for_the_window_to_stand_still(qtbot: QtBot, make: Make, session: Session) -> None:
    area = make(600_000)
    _ = area.views
    waits = area._preparation._still
    qtbot.waitUntil(waits.isActive)
    for act in (
        lambda: QTest.keyClick(area.windowHandle(), Qt.Key.Key_Down),
        lambda: QTest.mouseMove(area.windowHandle(), QPoint(30, 40)),
    ):
        waits.stop()
        act()
        qtbot.waitUntil(waits.isActive)
    assert not session.replaying


def test_no_browser_is_started_where_it_could_show_nothing(
    qtbot: QtBot, make: Make, session: Session
) -> None:
    session.seq = 0
    area = make(1)
    _ = area.views
    qtbot.waitUntil(lambda: area._preparation._watched is not None)
    qtbot.waitUntil(lambda: not area._preparation._still.isActive())
    assert not session.replaying


def test_the_browser_waits_for_a_menu_to_be_closed(qtbot: QtBot, make: Make) -> None:
    """The window may be made anew for the browser, and the menu would go with it."""
    area = make(600_000)
    menu = QMenu(area)
    menu.addAction("Open")
    _ = area.views
    waits = area._preparation._still
    qtbot.waitUntil(waits.isActive)
    menu.popup(QPoint(50, 50))
    waits.stop()
    area._preparation._start_browser()
    assert waits.isActive() and area.views.page.replay is None
    menu.close()
    qtbot.waitUntil(lambda: area._preparation._start_browser() or area.views.page.replay is not None)
