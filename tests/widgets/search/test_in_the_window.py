"""Search as a part of the window: its key, a hit opened at the words, another archive."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from widgets.page.find import FindStrip
from widgets.shell.main_window import MainWindow


def test_a_hit_opens_its_page_at_the_words(qtbot: QtBot, opened: MainWindow) -> None:
    opened.actions_["search_archive"].trigger()
    view = opened.searching.view
    assert view is not None and view.isVisible()
    view.field.setText("two")
    qtbot.waitUntil(lambda: view.model.rowCount() == 1, timeout=30_000)
    view._open(view.model.index(0))
    workspace = opened.workspace
    assert workspace is not None and not view.isVisible()
    assert workspace.page.capture is not None and workspace.page.capture.url == "http://a.example/"
    strip = workspace.page._strip()
    assert isinstance(strip, FindStrip) and strip.field.text() == "two"
    qtbot.waitUntil(lambda: strip.count.text() == "1 of 1", timeout=20_000)
    opened.actions_["find_next"].trigger()
    opened.actions_["search_archive"].trigger()
    assert opened.searching.view is view and view.field.text() == "two"
    opened.close_archive()
    qtbot.waitUntil(lambda: opened.session is None)
    assert opened.searching.view is None and not opened.actions_["search_archive"].isEnabled()
