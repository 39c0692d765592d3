"""History in the main window: places to come back to, menus of the buttons, the list, the switch."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu, QToolButton
from pytestqt.qtbot import QtBot

from widgets.history import view as viewing
from widgets.history.kept import KEEP, Kept, clear_all
from widgets.page.views import NAMES
from widgets.shell.main_window import MainWindow
from widgets.shell.parts import looking

HOME, NEWS = "http://a.example/", "http://a.example/news/1.html"


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looking, "_LOOK", 0)
    clear_all()


def text_of_home(qtbot: QtBot, window: MainWindow) -> None:
    """Show the older version of the home page as text."""
    area = window.workspace.page
    first = window.session.reader.versions(HOME)[0]
    area.views.tabs.setCurrentIndex(NAMES.index("text"))
    window.workspace.show_capture(first)
    qtbot.waitUntil(lambda: "one" in area.views.text.view.toPlainText(), timeout=10_000)


def test_back_leads_to_the_version_and_the_tab_that_were_left(qtbot: QtBot, opened: MainWindow) -> None:
    area, workspace = opened.workspace.page, opened.workspace
    text_of_home(qtbot, opened)
    first = area.capture
    workspace.show_address(NEWS)
    area.views.tabs.setCurrentIndex(NAMES.index("details"))
    qtbot.waitUntil(lambda: area._loaded.get(NAMES.index("details")) == area.capture.id)
    opened.actions_["back"].trigger()
    assert area.capture.id == first.id and area.views.tabs.currentIndex() == NAMES.index("text")
    opened.actions_["forward"].trigger()
    assert area.url == NEWS and area.views.tabs.currentIndex() == NAMES.index("details")


def test_a_text_is_come_back_to_where_it_was_scrolled_also_when_it_was_passed_quickly(
    qtbot: QtBot, opened: MainWindow, make_capture
) -> None:
    with opened.session.archive.writer() as writer:
        lines = "".join(f"<p>Line {n}</p>" for n in range(400))
        writer.store(make_capture("http://a.example/long.html", f"<title>Long</title>{lines}"))
    area, workspace = opened.workspace.page, opened.workspace
    area.views.tabs.setCurrentIndex(NAMES.index("text"))
    workspace.show_address("http://a.example/long.html")
    bar = area.views.text.view.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 900, timeout=30_000)
    bar.setValue(777)
    workspace.show_address(NEWS)
    qtbot.waitUntil(lambda: area._loaded.get(NAMES.index("text")) == area.capture.id, timeout=30_000)
    for _ in range(2):  # back and forward again before anything is loaded, and back for good
        workspace.go(-1)
        workspace.go(1)
    workspace.go(-1)
    qtbot.waitUntil(lambda: bar.value() == 777, timeout=30_000)


def test_a_page_is_come_back_to_where_it_was_scrolled(qtbot: QtBot, opened: MainWindow, make_capture) -> None:
    with opened.session.archive.writer() as writer:
        tall = "<title>Tall</title><p style='height:5000px'>one</p><p>end</p>"
        writer.store(make_capture("http://a.example/tall.html", tall))
    area, workspace = opened.workspace.page, opened.workspace
    workspace.show_address("http://a.example/tall.html")
    qtbot.waitUntil(lambda: area.views.page.replay is not None, timeout=20_000)
    replay = area.views.page.replay
    qtbot.waitUntil(lambda: replay.ready, timeout=20_000)
    replay.run_script("window.scrollTo(0, 2500)")
    qtbot.waitUntil(lambda: area.views.page.scrolled[0] > 0.4, timeout=10_000)
    left = area.views.page.scrolled[0]
    workspace.show_address(NEWS)
    qtbot.waitUntil(lambda: replay.ready and replay.capture.url == NEWS, timeout=20_000)
    workspace.go(-1)
    qtbot.waitUntil(lambda: replay.ready and replay.capture.url != NEWS, timeout=20_000)
    found: list[float] = []

    def scrolled() -> bool:
        replay.run_script("window.scrollY", found.append)
        return bool(found) and found[-1] > 2000

    qtbot.waitUntil(scrolled, timeout=10_000)
    assert abs(area.views.page.scrolled[0] - left) < 0.01


def test_the_buttons_offer_where_they_lead(qtbot: QtBot, opened: MainWindow) -> None:
    workspace = opened.workspace
    for url in (HOME, NEWS, "http://b.example/deep/er/page.html"):
        workspace.show_address(url)
    button = opened.toolbar.widgetForAction(opened.actions_["back"])
    assert isinstance(button, QToolButton)
    menu = button.menu()
    assert isinstance(menu, QMenu)
    menu.aboutToShow.emit()
    assert [each.text() for each in menu.actions() if each.text()] == [
        "First news",
        "Home of A",
        "Show the whole history…",
    ]
    menu.actions()[1].trigger()
    assert workspace.page.url == HOME and workspace.can_go(1) and not workspace.can_go(-1)
    workspace.show_address("http://nowhere.example/")  # which is not archived, and no step
    assert [(by, step.title) for by, step in workspace.steps(-1, 5)] == [(-1, "Home of A")]
    workspace.go(-1)
    assert workspace.page.url == HOME


def test_what_was_looked_at_is_listed_also_in_the_next_session(
    qtbot: QtBot, opened: MainWindow, settings
) -> None:
    path = opened.session.path
    for url in (HOME, NEWS):
        opened.workspace.show_address(url)
        qtbot.waitUntil(lambda url=url: any(look.url == url for look in Kept(path).read()))
    opened.close_archive()
    qtbot.waitUntil(lambda: opened.session is None)
    with qtbot.waitSignal(opened.session_opened):
        opened.open_archive(path)
    opened.actions_["history"].trigger()
    view = opened.history.view
    qtbot.waitUntil(lambda: view.model.rowCount() == 2)
    assert [view.model.index(row, 1).data() for row in (0, 1)] == ["First news", "Home of A"]
    view.filter.setText("news first")
    assert view.model.rowCount() == 1
    QTest.keyClick(view.filter, Qt.Key.Key_Down)
    view.list.activated.emit(view.list.currentIndex())
    assert opened.workspace.page.url == NEWS and not opened.workspace.page_hidden
    opened.actions_["back"].trigger()
    assert view.isVisible()


def test_looks_can_be_forgotten_and_nothing_is_kept_when_it_is_switched_off(
    qtbot: QtBot, opened: MainWindow, settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = Kept(opened.session.path)
    for url in (HOME, NEWS):
        opened.workspace.show_address(url)
        qtbot.waitUntil(lambda url=url: any(look.url == url for look in kept.read()))
    opened.actions_["history"].trigger()
    view = opened.history.view
    qtbot.waitUntil(lambda: view.model.rowCount() == 2)
    view.list.selectRow(0)
    view.list.setFocus()
    QTest.keyClick(view.list, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: view.model.rowCount() == 1)
    assert not opened.workspace.history.can_go(-1)
    monkeypatch.setattr(viewing, "ask", lambda *_: True)
    view.clear.click()
    qtbot.waitUntil(lambda: view.model.rowCount() == 0)
    assert not kept.read()
    view.keep.setChecked(False)
    assert settings.value(KEEP, True, bool) is False
    opened.workspace.back_to_page()
    opened.workspace.show_address(HOME)
    qtbot.waitUntil(lambda: not opened.history._rest.isActive())
    assert not kept.read()
    opened.show_preferences()
    assert not opened.preferences.history.isChecked()
    opened.preferences.history.setChecked(True)
    opened.workspace.show_address(NEWS)
    qtbot.waitUntil(lambda: bool(kept.read()))


def test_a_page_of_the_list_can_be_crawled_again(qtbot: QtBot, opened: MainWindow) -> None:
    opened.workspace.show_address(NEWS)
    kept = Kept(opened.session.path)
    qtbot.waitUntil(lambda: bool(kept.read()))
    opened.actions_["history"].trigger()
    view = opened.history.view
    qtbot.waitUntil(lambda: view.model.rowCount() == 1)
    view.list.selectRow(0)
    menu = view.menu()
    again = next(each for each in menu.actions() if "gain" in each.text())
    with qtbot.waitSignal(view.again_requested) as asked:
        again.trigger()
    assert asked.args == [NEWS]
    assert opened.crawls.sheet.isVisible()  # nothing is known of an earlier crawl of it
