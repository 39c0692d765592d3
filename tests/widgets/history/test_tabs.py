"""Several pages open as tabs: each with its version, view, place and trail; kept for the next session."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.archive.model import Capture
from app.personal import cache_folder
from widgets.history import tabs as keeping
from widgets.history.back_forward import BackForward, Step
from widgets.history.kept import KEEP, Kept, clear_all
from widgets.history.tabs import OpenPage
from widgets.page.area import PageArea, PagePlace
from widgets.page.views import NAMES, PageViews
from widgets.shell.main_window import MainWindow

HOME, NEWS, DEEP = (
    "http://a.example/",
    "http://a.example/news/1.html",
    "http://b.example/deep/er/page.html",
)


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    clear_all()


def shown(window: MainWindow) -> list[str]:
    bar = window.workspace.tabs._bar.bar
    return [bar.tabText(index) for index in range(bar.count())]


def test_each_tab_keeps_its_version_its_view_and_its_trail(qtbot: QtBot, opened: MainWindow) -> None:
    workspace, area = opened.workspace, opened.workspace.page
    workspace.show_address(NEWS)
    first = opened.session.reader.versions(HOME)[0]
    workspace.show_capture(first)
    area.views.tabs.setCurrentIndex(NAMES.index("source"))
    assert not workspace.tabs._bar.isVisible()
    opened.actions_["new_tab"].trigger()
    assert area.capture is None and workspace.tabs._bar.isVisible() and not workspace.can_go(-1)
    workspace.show_address(DEEP)
    area.views.tabs.setCurrentIndex(NAMES.index("links"))
    assert shown(opened) == ["Home of A", "Deep page"]
    opened.actions_["next_tab"].trigger()
    assert area.capture.id == first.id and area.views.tabs.currentIndex() == NAMES.index("source")
    opened.actions_["back"].trigger()
    assert area.url == NEWS
    opened.actions_["previous_tab"].trigger()
    assert area.url == DEEP and area.views.tabs.currentIndex() == NAMES.index("links")
    assert shown(opened) == ["First news", "Deep page"]


def test_a_tab_is_closed_not_the_archive_and_can_be_opened_again(qtbot: QtBot, opened: MainWindow) -> None:
    workspace = opened.workspace
    workspace.show_address(HOME)
    for url in (NEWS, DEEP):
        workspace.open_beside("", url)
    assert shown(opened) == ["Home of A", "First news", "Deep page"] and workspace.page.url == HOME
    assert not opened.actions_["reopen_tab"].isEnabled()
    opened.actions_["next_tab"].trigger()
    assert workspace.page.url == NEWS
    opened.actions_["close_tab"].trigger()
    assert workspace.page.url == DEEP and shown(opened) == ["Home of A", "Deep page"]
    opened.actions_["close_tab"].trigger()
    opened.actions_["close_tab"].trigger()
    assert opened.session is not None and workspace.page.url == "" and shown(opened) == ["New tab"]
    for url in (HOME, DEEP, NEWS):
        opened.actions_["reopen_tab"].trigger()
        assert workspace.page.url == url
    assert not opened.actions_["reopen_tab"].isEnabled() and len(shown(opened)) == 3
    workspace.tabs.close_others(0)
    assert len(shown(opened)) == 1


def test_tabs_can_be_moved_and_a_comparison_gives_way_to_the_tab_that_is_clicked(
    qtbot: QtBot, opened: MainWindow
) -> None:
    workspace = opened.workspace
    workspace.show_address(HOME)
    workspace.open_beside("", NEWS)
    bar = workspace.tabs._bar.bar
    bar.moveTab(0, 1)
    assert shown(opened) == ["First news", "Home of A"] and workspace.tabs.at == 1
    opened.actions_["history"].trigger()
    assert workspace.page_hidden
    QTest.mouseClick(bar, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, bar.tabRect(1).center())
    assert not workspace.page_hidden and workspace.page.url == HOME
    QTest.mouseClick(
        bar, Qt.MouseButton.MiddleButton, Qt.KeyboardModifier.NoModifier, bar.tabRect(0).center()
    )
    assert shown(opened) == ["Home of A"]


def test_rows_of_the_tree_open_in_tabs_by_middle_click_and_ctrl_enter(
    qtbot: QtBot, opened: MainWindow
) -> None:
    workspace, tree = opened.workspace, opened.workspace.tree.tree
    workspace.show_address(HOME)
    qtbot.waitUntil(lambda: tree.page() is not None and tree.page().url == HOME)
    index = workspace.tree.model.index_of_page(opened.session.reader.page(NEWS))
    tree.scrollTo(index)
    middle, none = Qt.MouseButton.MiddleButton, Qt.KeyboardModifier.NoModifier
    qtbot.waitUntil(lambda: tree.visualRect(index).isValid())
    QTest.mouseClick(tree.viewport(), middle, none, tree.visualRect(index).center())
    assert shown(opened) == ["Home of A", "First news"] and workspace.page.url == HOME
    assert tree.page().url == HOME, "the row was not chosen"
    tree.setFocus()
    QTest.keyClick(tree, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert shown(opened) == ["Home of A", "First news", "Home of A"]


def test_links_of_a_page_open_in_tabs_by_middle_click_and_ctrl(
    qtbot: QtBot, opened: MainWindow, make_capture
) -> None:
    with opened.session.archive.writer() as writer:
        link = f"<title>Start</title><a href='{NEWS}' style='font-size:40px'>News of the day</a>"
        writer.store(make_capture("http://a.example/start.html", link))
    workspace, area = opened.workspace, opened.workspace.page
    workspace.show_address("http://a.example/start.html")
    qtbot.waitUntil(
        lambda: area.views.page.replay is not None and area.views.page.replay.ready, timeout=20_000
    )
    replay = area.views.page.replay
    qtbot.waitUntil(lambda: not replay.cover.isVisible(), timeout=10_000)
    painted: list[int] = []

    def seen() -> bool:
        replay.run_script("performance.getEntriesByName('first-contentful-paint').length", painted.append)
        return painted[-1:] == [1]

    qtbot.waitUntil(seen, timeout=10_000)
    for button, modifier in (
        (Qt.MouseButton.MiddleButton, Qt.KeyboardModifier.NoModifier),
        (Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier),
    ):
        with qtbot.waitSignal(area.beside_activated, timeout=10_000) as asked:
            QTest.mouseClick(replay.focusProxy().focusProxy(), button, modifier, QPoint(40, 30))
        assert asked.args == [NEWS]
    assert shown(opened) == ["Start", "First news", "First news"] and area.url.endswith("start.html")
    area.views.tabs.setCurrentIndex(NAMES.index("text"))
    view = area.views.text.view
    qtbot.waitUntil(lambda: "News of the day" in view.toPlainText(), timeout=10_000)
    view.setHtml(f"<a href='{NEWS}'>News of the day</a>")
    spot = next(
        QPoint(x, y)
        for y in range(0, 300, 4)
        for x in range(0, 600, 8)
        if view.anchorAt(QPoint(x, y)) == NEWS
    )
    with qtbot.waitSignal(area.beside_activated, timeout=10_000):
        QTest.mouseClick(view.viewport(), Qt.MouseButton.MiddleButton, Qt.KeyboardModifier.NoModifier, spot)
    assert len(shown(opened)) == 4


def test_what_was_open_is_open_again_in_the_next_session(qtbot: QtBot, opened: MainWindow, settings) -> None:
    path, first = opened.session.path, opened.session.reader.versions(HOME)[0]
    opened.workspace.show_address(NEWS)
    opened.workspace.show_capture(first)
    opened.workspace.page.views.tabs.setCurrentIndex(NAMES.index("details"))
    opened.workspace.open_beside("", DEEP)
    opened.close_archive()
    qtbot.waitUntil(lambda: opened.session is None)
    with qtbot.waitSignal(opened.session_opened):
        opened.open_archive(path)
    area = opened.workspace.page
    qtbot.waitUntil(lambda: area.capture is not None)
    assert shown(opened) == ["Home of A", "Deep page"] and area.capture.id == first.id
    assert area.views.tabs.currentIndex() == NAMES.index("details") and opened.workspace.can_go(-1)
    settings.setValue(KEEP, False)
    opened.close_archive()
    qtbot.waitUntil(lambda: opened.session is None)
    assert not Kept(path).tabs.exists()


def test_the_tab_of_the_last_page_is_made_a_turn_before_it_is_shown(
    qtbot: QtBot, opened: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Together with the views, the page in them and its row they held up the window."""
    path, turn, turns = opened.session.path, [0], dict[str, int]()
    opened.workspace.show_address(NEWS)
    opened.workspace.page.views.tabs.setCurrentIndex(NAMES.index("details"))
    opened.close_archive()
    qtbot.waitUntil(lambda: opened.session is None)
    put, show = PageViews._put, PageArea.show_capture

    def made(views: PageViews, name: str, tab: QWidget) -> QWidget:
        turns.setdefault(name, turn[0])
        return put(views, name, tab)

    def shows(area: PageArea, capture: Capture) -> None:
        turns.setdefault("shown", turn[0])
        show(area, capture)

    monkeypatch.setattr(PageViews, "_put", made)
    monkeypatch.setattr(PageArea, "show_capture", shows)
    beat = QTimer(opened, interval=0)
    beat.timeout.connect(lambda: turn.append(turn.pop() + 1))
    beat.start()
    opened.open_archive(path)
    qtbot.waitUntil(lambda: "shown" in turns)
    assert turns["details"] < turns["shown"]


def test_another_language_brings_the_tabs_along(qtbot: QtBot, opened: MainWindow) -> None:
    workspace = opened.workspace
    workspace.show_address(HOME)
    workspace.open_beside("", DEEP)
    place = workspace.place()
    workspace.tabs.close_others(1)
    workspace.take(place)
    assert shown(opened) == ["Home of A", "Deep page"] and workspace.page.url == HOME


def test_tabs_that_cannot_be_read_were_not_open(tmp_path: Path) -> None:
    path = tmp_path / "kept" / "one.tabs.json"
    place = PagePlace("202611-0000001", 2, (0.5, 0.0), (30, 4), "free of charge")
    back_forward = BackForward(
        [Step(PagePlace(f"202611-{n}", 0, (0.0, 0.0), ()), f"Page {n}", HOME) for n in range(99)], 50
    )
    pages = [OpenPage(HOME, "Home", place, back_forward), OpenPage(), OpenPage(NEWS)]
    keeping.save(path, pages, 2)
    back, at = keeping.load(path)
    assert [page.url for page in back] == [HOME, NEWS] and at == 1
    assert back[0].place == place and back[0].back_forward.current == back_forward.current
    assert path.stat().st_mode & 0o077 == 0
    for bad in ("", "{", "[]", '{"at": 0, "tabs": [7]}', '{"at": "x", "tabs": []}', '{"tabs": [{"url": 1}]}'):
        path.write_text(bad)
        assert keeping.load(path) == ([], -1)
    keeping.save(path, [OpenPage()], 0)
    assert not path.exists()


def test_a_tab_whose_capture_is_gone_shows_its_address(qtbot: QtBot, opened: MainWindow) -> None:
    gone = PagePlace("199901-0000001", 0, (0.0, 0.0), ())
    opened.workspace.tabs.take([OpenPage(NEWS, "First news", gone)], 0)
    assert opened.workspace.page.url == NEWS and opened.workspace.page.capture is not None


def test_what_is_open_is_written_down_while_it_is(
    qtbot: QtBot, opened: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For a program that is killed."""
    opened.history._later.setInterval(0)
    opened.workspace.show_address(HOME)
    opened.workspace.open_beside("", NEWS)
    path = Kept(opened.session.path).tabs
    qtbot.waitUntil(lambda: [page.url for page in keeping.load(path)[0]] == [HOME, NEWS])


def test_forgetting_everything_takes_steps_lists_and_pictures(
    qtbot: QtBot, opened: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    for url in (HOME, NEWS):
        opened.workspace.show_address(url)
    kept, pictures = Kept(opened.session.path), cache_folder() / "thumbnails" / "one"
    kept.add(opened.workspace.page.capture)
    pictures.mkdir(parents=True, exist_ok=True)
    (pictures / "202611-0000001.jpg").write_bytes(b"x")
    monkeypatch.setattr("widgets.shell.preferences.ask", lambda *_: True)
    opened.preferences.forget.click()
    qtbot.waitUntil(lambda: not pictures.exists())
    assert not kept.read() and not opened.workspace.can_go(-1)
    assert opened.workspace.page.url == NEWS, "what is on screen stays"


def test_what_was_open_is_not_lost_when_the_archive_is_closed_before_it_is_open_again(
    qtbot: QtBot, opened: MainWindow
) -> None:
    path = opened.session.path
    opened.workspace.show_address(HOME)
    opened.leave_archive()
    with qtbot.waitSignal(opened.session_opened):
        opened.open_archive(path)
    opened.leave_archive()
    assert [page.url for page in keeping.load(Kept(path).tabs)[0]] == [HOME]


def test_what_was_open_comes_behind_the_page_of_somebody_who_was_quicker(
    qtbot: QtBot, opened: MainWindow
) -> None:
    path = opened.session.path
    opened.workspace.show_address(HOME)
    opened.workspace.open_beside("", NEWS)
    opened.leave_archive()
    with qtbot.waitSignal(opened.session_opened):
        opened.open_archive(path)
    opened.workspace.show_address(DEEP)
    qtbot.waitUntil(lambda: len(shown(opened)) == 3)
    assert shown(opened) == ["Deep page", "Home of A", "First news"] and opened.workspace.page.url == DEEP


def test_tabs_share_the_room_that_there_is(qtbot: QtBot, opened: MainWindow) -> None:
    opened.workspace.show_address(HOME)
    for url in (NEWS, DEEP):
        opened.workspace.open_beside("", url)
    bar = opened.workspace.tabs._bar.bar
    opened.resize(760, 520)
    qtbot.waitUntil(lambda: bar.tabRect(0).width() < 140)
    opened.resize(1280, 800)
    qtbot.waitUntil(lambda: bar.tabRect(0).width() > 200)
