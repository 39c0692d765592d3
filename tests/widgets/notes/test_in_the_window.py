"""Notes as a part of the window: menu and keys, signs in tree and hits, undo, a tag that finds its pages."""

from __future__ import annotations

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.archive.notes.marks import Change, Target
from widgets.search.model import FACTS, SNIPPET, TITLE
from widgets.shell.main_window import MainWindow
from widgets.tree import cells

HOME = "http://a.example/"


def test_menu_and_keys_write_on_the_page_on_screen(qtbot: QtBot, opened: MainWindow) -> None:
    workspace, session = opened.workspace, opened.session
    assert workspace is not None and session is not None
    for name in ("star", "tag", "note"):
        assert not opened.actions_[name].isEnabled(), "no page is chosen"
    workspace.show_address(HOME)
    bar = workspace.page.views.header.marks
    opened.actions_["star"].trigger()
    qtbot.waitUntil(lambda: session.notes.mark(Target(HOME)).star)
    opened.actions_["tag"].trigger()
    assert bar.field.isVisible()
    bar.field.setText("read")
    qtbot.keyClick(bar.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: session.notes.mark(Target(HOME)).tags == ("read",))
    assert "read" in opened.messages.text
    opened.actions_["undo_note"].trigger()
    qtbot.waitUntil(lambda: session.notes.mark(Target(HOME)).tags == ())
    while session.notes.can_undo:
        opened.actions_["undo_note"].trigger()
        qtbot.waitUntil(lambda: not session.notes._writing)
    opened.actions_["undo_note"].trigger()
    assert opened.messages.text == "All of it was taken back."
    while not session.notes.mark(Target(HOME)).tags:
        opened.actions_["redo_note"].trigger()
        qtbot.waitUntil(lambda: not session.notes._writing)
    assert session.notes.mark(Target(HOME)).tags == ("read",)
    opened.actions_["note"].trigger()
    bar.editor.text.setPlainText("remember")
    opened.close_archive()
    qtbot.waitUntil(lambda: opened.session is None)


def test_tree_and_hits_show_signs_and_a_tag_finds_its_pages(qtbot: QtBot, opened: MainWindow) -> None:
    workspace, session = opened.workspace, opened.session
    assert workspace is not None and session is not None
    session.notes.write([Change(Target(HOME), True, ("to read",), note="about the ministry")])
    qtbot.waitUntil(lambda: session.notes.mark(Target(HOME)).star)
    page = session.reader.page(HOME)
    assert page is not None
    row = workspace.tree.model.index_of_page(page)
    assert row.data(cells.MARKS_ROLE) == "★ to read ✎"
    assert "starred" in row.data(Qt.ItemDataRole.AccessibleTextRole)
    workspace.show_address(HOME)
    workspace.page.views.header.marks.tag_activated.emit('tag:"to read"')
    view = opened.searching.view
    assert view is not None
    qtbot.waitUntil(lambda: view.model.rowCount() == 1, timeout=30_000)
    hit = view.model.index(0)
    assert hit.data(TITLE).startswith("★ ") and "to read" in hit.data(FACTS)
    view.field.setText("ministry")
    qtbot.waitUntil(lambda: "ministry" in str(view.model.index(0).data(SNIPPET)), timeout=30_000)
    assert view.model.index(0).data(SNIPPET) == "Your note: about the ministry"


def test_a_version_that_was_written_on_has_a_sign_in_the_strip(qtbot: QtBot, opened: MainWindow) -> None:
    workspace, session = opened.workspace, opened.session
    assert workspace is not None and session is not None
    workspace.show_address(HOME)
    header, line = workspace.page.views.header, workspace.page.views.strip.timeline
    newest = session.reader.versions(HOME)[-1]
    assert header.marks.scope.isVisible() and line.signs == {}
    header.marks.scope.click()
    header.marks.star.click()
    qtbot.waitUntil(lambda: line.signs == {newest.id: "★"})
    assert line.describe(1).endswith("★")
    workspace.show_address("http://a.example/news/1.html")
    assert line.signs == {} and not header.marks.scope.isVisible(), "one version needs no choice"
