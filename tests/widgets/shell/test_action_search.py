"""Ctrl+K finds actions by a few letters."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMainWindow

from widgets.shell.action_search import ActionSearch, match, plain


def test_letters_must_occur_in_order() -> None:
    assert match("cpv", "Compare with previous version") is not None
    assert match("vpc", "Compare with previous version") is None
    assert match("", "anything") == 0


def test_words_and_runs_count_more() -> None:
    assert match("exp", "Export") > match("exp", "Open example")
    assert match("nc", "New crawl") > match("nc", "Open archive in the corner")


def test_what_begins_a_word_comes_before_what_stands_in_one() -> None:
    found = ["Compare with previous version", "Show everything", "Leave the archive"]
    assert sorted(found, key=lambda text: -match("ver", text)) == found
    assert match("with prev", found[0]) > match("wp", found[0])


def test_menu_texts_are_shown_plain() -> None:
    assert plain("Save && &close…") == "Save & close"


@pytest.fixture
def window(qtbot, light) -> QMainWindow:
    made = QMainWindow()
    qtbot.addWidget(made)
    made.resize(800, 600)
    file = made.menuBar().addMenu("&File")
    made.done = []
    for name in ("&Open archive…", "&Export…", "&Quit"):
        file.addAction(name).triggered.connect(lambda _=False, name=name: made.done.append(name))
    more = file.addMenu("&More")
    more.addAction("&Export everything").triggered.connect(lambda: made.done.append("all"))
    file.actions()[2].setEnabled(False)
    made.show()
    return made


def test_it_finds_does_and_closes(qtbot, window) -> None:
    search = ActionSearch(window.menuBar(), window)
    search.open()
    assert len(search.found()) == 4
    qtbot.keyClicks(search.field, "expo")
    assert [plain(action.text()) for action in search.found()] == ["Export", "Export everything"]
    qtbot.keyClick(search.field, Qt.Key.Key_Down)
    qtbot.keyClick(search.field, Qt.Key.Key_Return)
    assert window.done == ["all"]
    assert search.isHidden()


def test_what_cannot_be_done_now_is_listed_last_and_not_done(qtbot, window) -> None:
    search = ActionSearch(window.menuBar(), window)
    search.open()
    qtbot.keyClicks(search.field, "quit")
    assert len(search.found()) == 1
    search.field.setText("t")
    names = [plain(action.text()) for action in search.found()]
    assert len(names) > 1 and names[-1] == "Quit"
    search.field.setText("quit")
    qtbot.keyClick(search.field, Qt.Key.Key_Return)
    assert window.done == []


def test_nothing_found_says_so_and_escape_closes(qtbot, window) -> None:
    search = ActionSearch(window.menuBar(), window)
    search.open()
    qtbot.keyClicks(search.field, "zzz")
    assert not search.none.isHidden()
    qtbot.keyClick(search.field, Qt.Key.Key_Escape)
    assert search.isHidden()
