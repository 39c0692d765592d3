"""View > Encoding reads a page in another charset than it declares, and takes that back."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from app.archive.archive import Archive
from app.archive.documents import charsets
from app.archive.model import NewCapture
from widgets.shell.main_window import MainWindow

URL = "http://a.example/"


@pytest.fixture
def filled(fill: Callable[..., Archive], make_capture: Callable[..., NewCapture]) -> Archive:
    """A page in GBK in two versions, and another page, that say they are Latin-1."""
    latin = "text/html; charset=iso-8859-1"
    one, two = (f"<title>天网 {word}</title><p>北京大学{word}".encode("gbk") for word in ("主页", "首页"))
    return fill(
        make_capture(URL, one, media_type=latin),
        make_capture(URL, two, minutes=5, media_type=latin),
        make_capture(URL + "b", one, media_type=latin),
    )


def chosen(window: MainWindow, name: str) -> None:
    """Take an entry of the menu, as it is when it is opened."""
    menu = window.actions_.encoding
    menu.aboutToShow.emit()
    group = menu.findChildren(type(menu.alone))
    next(action for action in group if action.text() == name).trigger()


def checked(window: MainWindow) -> list[str]:
    menu = window.actions_.encoding
    menu.aboutToShow.emit()
    return [action.text() for action in menu.findChildren(type(menu.alone)) if action.isChecked()]


def test_a_charset_is_chosen_for_a_page_and_taken_back(qtbot: QtBot, opened: MainWindow) -> None:
    """Tree, text and rendered page change; the other page stays; the menu shows what is chosen."""
    reader = opened.session.reader
    before = reader.page(URL).title
    assert not opened.actions_.encoding.isEnabled()
    opened.workspace.show_address(URL)
    assert opened.actions_.encoding.isEnabled() and checked(opened) == ["&Automatic"]
    chosen(opened, "GBK, GB18030")
    qtbot.waitUntil(lambda: not opened.session.busy and reader.page(URL).title == "天网 首页", timeout=20_000)
    qtbot.waitUntil(lambda: opened.workspace.page.capture.title == "天网 首页", timeout=20_000)
    assert [one.title for one in reader.versions(URL)] == ["天网 主页", "天网 首页"]
    assert reader.page(URL + "b").title not in ("天网 主页", "天网 首页")
    views = opened.workspace.page.views
    views.tabs.setCurrentWidget(views.text)
    qtbot.waitUntil(lambda: "北京大学首页" in views.text.view.toPlainText(), timeout=20_000)
    assert checked(opened) == ["GBK, GB18030"]
    chosen(opened, "&Automatic")
    qtbot.waitUntil(lambda: not opened.session.busy and reader.page(URL).title == before, timeout=20_000)
    assert not (opened.session.path / charsets.NAME).exists()


def test_a_choice_may_be_for_one_version(qtbot: QtBot, opened: MainWindow) -> None:
    reader = opened.session.reader
    old, new = reader.versions(URL)
    opened.workspace.show_capture(old)
    opened.actions_.encoding.aboutToShow.emit()
    opened.actions_.encoding.alone.setChecked(True)
    menu = opened.actions_.encoding
    next(
        action for action in menu.findChildren(type(menu.alone)) if action.text() == "GBK, GB18030"
    ).trigger()
    qtbot.waitUntil(lambda: not opened.session.busy, timeout=20_000)
    assert [one.title for one in reader.versions(URL)] == ["天网 主页", new.title]
    assert sorted(checked(opened)) == ["For this &version alone", "GBK, GB18030"]


def test_a_comparison_stays_and_is_made_again(qtbot: QtBot, opened: MainWindow) -> None:
    """It tells its changes in the charset that was chosen while it was on screen."""
    opened.workspace.show_address(URL)
    opened.workspace.compare_with_previous()
    view = opened.workspace.comparison
    qtbot.waitUntil(lambda: view.outcome is not None, timeout=20_000)
    first = view.outcome
    chosen(opened, "GBK, GB18030")
    assert first.comparison.tree_a.charset == "windows-1252"
    qtbot.waitUntil(
        lambda: view.outcome is not None and view.outcome.comparison.tree_a.charset == "gb18030",
        timeout=20_000,
    )
    assert opened.workspace.comparison is view


def test_nothing_is_chosen_while_the_archive_is_written_to(
    opened: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened.workspace.show_address(URL)
    monkeypatch.setattr(type(opened.session), "busy", property(lambda _: True))
    chosen(opened, "GBK, GB18030")
    assert "being written to" in opened.messages.text
    assert not (opened.session.path / charsets.NAME).exists()
