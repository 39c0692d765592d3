"""The tree on the screen: choosing, filtering, everything, keyboard, menu, empty archive."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from widgets import formats
from widgets.session import Session
from widgets.tree import cells
from widgets.tree.panel import TreePanel


@pytest.fixture
def panel(qtbot, light, session: Session, settings) -> TreePanel:
    made = TreePanel(session, settings)
    qtbot.addWidget(made)
    made.resize(500, 500)
    made.show()
    qtbot.waitUntil(lambda: made.tree.isExpanded(made.model.index(0, 0)))
    return made


def test_the_current_row_is_announced_after_a_short_rest(qtbot, panel) -> None:
    with qtbot.waitSignal(panel.page_chosen) as chosen:
        panel.step(1)
    assert chosen.args[0].url == "http://a.example/"


def test_next_and_previous_skip_folders(qtbot, panel) -> None:
    panel.tree.expandAll()
    urls = []
    for by in (1, 1, 1, -1):
        panel.step(by)
        urls.append(panel.tree.page().url.rpartition("/")[2])
    assert urls == ["1.html", "2.html", "", "2.html"]


def test_enter_opens_and_closes_a_folder(qtbot, panel) -> None:
    index = panel.model.index(1, 0)
    panel.tree.setCurrentIndex(index)
    qtbot.keyClick(panel.tree, Qt.Key.Key_Return)
    assert panel.tree.isExpanded(index)
    qtbot.keyClick(panel.tree, Qt.Key.Key_Return)
    assert not panel.tree.isExpanded(index)


def test_the_filter_shows_a_flat_list_and_goes_away_when_it_is_emptied(qtbot, panel) -> None:
    panel.filter.setText("news")
    qtbot.waitUntil(lambda: panel.stack.currentWidget() is panel.found)
    assert {panel.results.index(row, 0).data() for row in range(2)} == {"First news", "Second news"}
    panel.filter.clear()
    assert panel.stack.currentWidget() is panel.tree


def test_a_filter_that_finds_nothing_says_so(qtbot, panel) -> None:
    panel.filter.setText("style.css")
    qtbot.waitUntil(lambda: panel.stack.currentWidget() is panel.nothing)
    assert "style.css" in panel.nothing.text.text()
    panel.everything.setChecked(True)
    qtbot.waitUntil(lambda: panel.stack.currentWidget() is panel.found)


def test_showing_everything_keeps_what_is_open_and_chosen(qtbot, panel) -> None:
    panel.tree.expandAll()
    panel.step(1)
    page = panel.tree.page()
    panel.everything.setChecked(True)
    assert panel.tree.isExpanded(panel.model.index_of_folder(page.folder_id))
    assert panel.tree.page() == page


def test_an_empty_archive_offers_a_crawl(qtbot, light, archive, settings) -> None:
    session = Session(archive)
    panel = TreePanel(session, settings)
    qtbot.addWidget(panel)
    assert panel.stack.currentWidget() is panel.empty
    with qtbot.waitSignal(panel.crawl_requested):
        panel.empty.button.click()
    session.close()


def test_pages_stored_by_somebody_else_appear(qtbot, panel, session, fill, make_capture) -> None:
    fill(make_capture("http://new.example/", "<title>New</title>"))
    session.refresh()
    qtbot.waitUntil(lambda: panel.model.rowCount() == 3)


def test_the_menu_compares_the_last_two_versions(qtbot, panel, session) -> None:
    panel.select(session.reader.page("http://a.example/"))
    menu = panel.menu(panel.tree)
    texts = {action.text().replace("&", ""): action for action in menu.actions()}
    with qtbot.waitSignal(panel.compare_requested) as asked:
        texts["Compare the last two versions"].trigger()
    assert asked.args == [version.id for version in session.reader.versions("http://a.example/")]
    texts["Copy address"].trigger()
    assert QGuiApplication.clipboard().text() == "http://a.example/"


def test_the_menu_offers_only_what_makes_sense(panel, session) -> None:
    panel.select(session.reader.page("http://a.example/news/1.html"))
    enabled = {action.text().replace("&", ""): action.isEnabled() for action in panel.menu(panel.tree).actions()}
    assert enabled["Compare the last two versions"] is False
    assert enabled["Open"] is True


def test_a_selection_is_exported_with_what_is_below_it_and_nothing_twice(qtbot, panel, session) -> None:
    panel.tree.expandAll()
    panel.tree.selectAll()
    with qtbot.waitSignal(panel.export_requested) as asked:
        panel.export_selected()
    pages = list(asked.args[0](session.reader))
    assert sorted(page.title for page in pages) == ["Deep page", "First news", "Home of A", "Second news"]


def test_columns_are_left_out_when_it_gets_narrow_and_remembered(qtbot, panel, settings, tmp_path: Path) -> None:
    panel.resize(900, 500)
    shown = [not panel.tree.isColumnHidden(column) for column in range(6)]
    panel.resize(280, 500)
    assert shown == [True] * 6
    assert [panel.tree.isColumnHidden(column) for column in range(6)] == [False] + [True] * 5
    panel.tree._show_column(1, False)
    panel.tree._show_column(5, True)
    assert [panel.tree.isColumnHidden(column) for column in (1, 4, 5)] == [True, True, False]
    panel.save()
    assert [int(column) for column in settings.value("tree/wanted", [], list)] == [5]
    assert [int(column) for column in settings.value("tree/hidden", [], list)] == [1]


def test_dates_have_the_room_they_need_in_the_language_in_use(panel: TreePanel, monkeypatch) -> None:
    monkeypatch.setattr(formats, "date", lambda *_: "a date of many more words than 28 Dec 2000 20:58")
    view = panel._view(panel.model)
    assert view.header().sectionSize(cells.LAST) > view.fontMetrics().horizontalAdvance(formats.date())


def test_a_title_deep_in_a_site_can_be_read(qtbot, light, settings, fill, make_capture) -> None:
    address = "http://d.example/" + "deep/" * 16 + "page.html"
    opened = Session(fill(make_capture(address, "<title>Far below</title>"), make_capture("http://e.example/", "e")))
    made = TreePanel(opened, settings)
    qtbot.addWidget(made)
    made.resize(420, 600)
    made.show()
    made.select(opened.reader.page(address))
    view = made.tree
    page = view.currentIndex()
    assert page.data() == "Far below"
    qtbot.waitUntil(lambda: view.visualRect(page).width() > 80)
    view.collapse(made.model.index(0, 0))
    qtbot.waitUntil(lambda: view.indentation() == 16)
    opened.close()
