"""The tree on the screen: choosing, filtering, everything, keyboard, menu, empty archive."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QStandardItemModel
from PySide6.QtWidgets import QTreeView

from app.archive.index.facets import FacetChoice
from widgets.kit import jobs
from widgets.session import Session
from widgets.tree import cells
from widgets.tree.beside import RANKS
from widgets.tree.panel import TreePanel
from widgets.words import formats


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
    assert urls == ["", "1.html", "2.html", "1.html"]


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


def test_the_list_of_found_pages_says_how_many_there_are_and_where_each_is(qtbot, panel) -> None:
    panel.filter.setText("example/")
    qtbot.waitUntil(lambda: panel.stack.currentWidget() is panel.found)
    assert panel.head.found.isVisible() and panel.head.found.text().startswith("4 ")
    assert (
        panel.found.visualRect(panel.results.index(0, 0)).height() >= 2 * panel.found.fontMetrics().height()
    )
    panel.filter.clear()
    assert not panel.head.found.isVisible()


def test_down_in_the_filter_goes_to_the_list(qtbot, panel, show_active) -> None:
    show_active(panel)
    panel.filter.setFocus()
    qtbot.keyClick(panel.filter, Qt.Key.Key_Down)
    assert panel.tree.hasFocus() and panel.tree.currentIndex().isValid()
    panel.filter.setText("news")
    qtbot.waitUntil(lambda: panel.stack.currentWidget() is panel.found)
    panel.filter.setFocus()
    with qtbot.waitSignal(panel.page_chosen):
        qtbot.keyClick(panel.filter, Qt.Key.Key_Down)
    assert panel.found.hasFocus()


def test_enter_in_the_filter_opens_the_page_of_an_address_or_the_first_that_is_found(qtbot, panel) -> None:
    panel.filter.setText("a.example/news/2.html")
    with qtbot.waitSignal(panel.page_chosen) as chosen:
        qtbot.keyClick(panel.filter, Qt.Key.Key_Return)
    assert chosen.args[0].title == "Second news"
    panel.filter.setText("deep p")
    with qtbot.waitSignal(panel.page_chosen) as chosen:
        qtbot.keyClick(panel.filter, Qt.Key.Key_Return)
    assert chosen.args[0].title == "Deep page"


def test_the_heads_of_found_pages_sort_all_of_them(qtbot, panel) -> None:
    panel.filter.setText("news")
    qtbot.waitUntil(lambda: panel.results.rowCount() == 2)
    for order, first in (
        (Qt.SortOrder.DescendingOrder, "Second news"),
        (Qt.SortOrder.AscendingOrder, "First news"),
    ):
        panel.found.sortByColumn(cells.TITLE, order)
        qtbot.waitUntil(lambda first=first: panel.results.index(0, 0).data() == first)


def test_columns_chosen_before_there_were_more_of_them_are_kept(qtbot, light, session, settings) -> None:
    """The state of the header as version 0 wrote it, with six columns."""
    former = QTreeView()
    qtbot.addWidget(former)
    former.setModel(QStandardItemModel(0, 6))
    former.setColumnWidth(cells.VERSIONS, 123)
    settings.setValue("tree/header", former.header().saveState())
    settings.setValue("tree/wanted", [cells.VERSIONS])
    panel = TreePanel(session, settings)
    qtbot.addWidget(panel)
    panel.resize(300, 400)
    panel.show()
    assert panel.tree.header().count() == cells.COLUMNS + len(RANKS) and not panel.tree.isColumnHidden(
        cells.VERSIONS
    )
    assert panel.tree.isColumnHidden(cells.ADDRESS) and panel.tree.columnWidth(cells.TITLE) > 100


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
    popup = panel.head.popup
    assert popup.note.text() == "Counting…"
    panel.open_facets()
    qtbot.waitUntil(lambda: popup.note.text().startswith("There is nothing to choose from"))
    popup.close()
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
    enabled = {
        action.text().replace("&", ""): action.isEnabled() for action in panel.menu(panel.tree).actions()
    }
    assert enabled["Compare the last two versions"] is False
    assert enabled["Open"] is True


def test_a_selection_is_exported_with_what_is_below_it_and_nothing_twice(qtbot, panel, session) -> None:
    panel.tree.expandAll()
    panel.tree.selectAll()
    with qtbot.waitSignal(panel.export_requested) as asked:
        panel.export_selected()
    pages = list(asked.args[0](session.reader))
    assert sorted(page.title for page in pages) == ["Deep page", "First news", "Home of A", "Second news"]


def test_columns_are_left_out_when_it_gets_narrow_and_remembered(
    qtbot, panel, settings, tmp_path: Path
) -> None:
    panel.resize(1100, 500)
    shown = [not panel.tree.isColumnHidden(column) for column in range(cells.COLUMNS)]
    panel.resize(280, 500)
    assert shown == [True] * 6 + [False] * 2
    assert [panel.tree.isColumnHidden(column) for column in range(cells.COLUMNS)] == [False] + [True] * 7
    panel.tree._show_column(1, False)
    panel.tree._show_column(5, True)
    assert [panel.tree.isColumnHidden(column) for column in (1, 4, 5)] == [True, True, False]
    panel.save()
    assert [int(column) for column in settings.value("tree/wanted", [], list)] == [5]
    assert [int(column) for column in settings.value("tree/hidden", [], list)] == [1]


def test_dates_have_the_room_they_need_in_the_language_in_use(panel: TreePanel, monkeypatch) -> None:
    monkeypatch.setattr(formats, "date", lambda *_, **__: "a date of many more words than 28 Dec 2000 20:58")
    view = panel._view(panel.model)
    assert view.header().sectionSize(cells.LAST) > view.fontMetrics().horizontalAdvance(formats.date())


def test_a_title_deep_in_a_site_can_be_read(qtbot, light, settings, fill, make_capture) -> None:
    address = "http://d.example/" + "deep/" * 16 + "page.html"
    opened = Session(
        fill(make_capture(address, "<title>Far below</title>"), make_capture("http://e.example/", "e"))
    )
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


@pytest.fixture
def varied(qtbot, light, archive, settings, make_capture) -> Iterator[TreePanel]:
    """Pages in two languages, one of them with an author, and a table."""
    with archive.writer() as writer:
        author, english = '<meta name="author" content="The Heron">', '<html lang="en">'
        writer.store(make_capture("http://a.example/en/1", f"{english}<title>Heron</title>{author}<p>one"))
        writer.store(make_capture("http://a.example/en/2", f"{english}<title>Fish</title><p>two"))
        writer.store(make_capture("http://b.example/zh/1", '<html lang="zh-CN"><title>苍鹭</title><p>三'))
        writer.store(
            make_capture("http://b.example/fish.csv", "kind,number\ncarp,41\n", media_type="text/csv")
        )
    session = Session(archive)
    made = TreePanel(session, settings)
    qtbot.addWidget(made)
    made.resize(500, 500)
    made.show()
    yield made
    jobs.wait_all()
    session.close()


def titles(panel: TreePanel) -> set[str]:
    """The titles of all pages that are shown."""
    panel.tree.expandAll()
    found, index = set(), panel.model.index(0, 0)
    while index.isValid():
        if panel.model.page_at(index) is not None:
            found.add(index.data())
        index = panel.tree.indexBelow(index)
    return found


def chips(panel: TreePanel) -> list[str]:
    return [chip.text() for chip in panel.head.chips.chips]


def test_the_tree_shows_only_what_was_chosen_and_chips_say_what_that_is(qtbot, varied) -> None:
    varied.facets.toggle("language", "en", True)
    qtbot.waitUntil(lambda: titles(varied) == {"Heron", "Fish"})
    assert varied.model.rowCount() == 1 and varied.head.chips.isVisible() and chips(varied) == ["English"]
    assert varied.model.index(0, 0).data(cells.COUNT_ROLE) == "2"
    varied.facets.toggle("language", "zh", True)
    qtbot.waitUntil(lambda: titles(varied) == {"Heron", "Fish", "苍鹭"})
    varied.facets.toggle("author", "The Heron", True)
    qtbot.waitUntil(lambda: titles(varied) == {"Heron"})
    assert chips(varied) == ["English", "Chinese", "The Heron"] and varied.head.narrow.isChecked()
    qtbot.keyClick(varied.head.chips.chips[2], Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: titles(varied) == {"Heron", "Fish", "苍鹭"})
    varied.head.chips.clear.click()
    qtbot.waitUntil(lambda: len(titles(varied)) == 4)
    assert not varied.head.chips.isVisible() and not varied.head.narrow.isChecked()


def test_the_popup_counts_the_values_and_a_check_chooses_one(qtbot, varied) -> None:
    varied.open_facets()
    tree = varied.head.popup.tree
    qtbot.waitUntil(lambda: tree.topLevelItemCount() > 0)
    values = {
        (tree.topLevelItem(top).text(0), tree.topLevelItem(top).child(row).text(0)): tree.topLevelItem(
            top
        ).child(row)
        for top in range(tree.topLevelItemCount())
        for row in range(tree.topLevelItem(top).childCount())
    }
    assert values["Type", "Web pages"].text(1) == "3" and values["Author", "The Heron"].text(1) == "1"
    values["Type", "Spreadsheets"].setCheckState(0, Qt.CheckState.Checked)
    qtbot.waitUntil(lambda: varied.model.rowCount() == 1 and len(titles(varied)) == 1)
    assert varied.facets.choice.type == ("sheet",)
    varied.head.popup.field.setText("heron")
    qtbot.waitUntil(lambda: tree.topLevelItemCount() == 0)  # nothing of the heron's is a table
    varied.head.popup.close()


def test_the_popup_says_how_many_values_it_leaves_out_and_the_field_finds_them(qtbot, varied) -> None:
    popup = varied.head.popup
    authors = [(f"Author {number:03}", 1) for number in range(250)]
    popup.show_counts({"author": authors}, FacetChoice(author=("Author 249",)))
    top = popup.tree.topLevelItem(0)
    assert top.childCount() == 202 and top.child(201).text(0).startswith("49 more")
    assert top.child(200).text(0) == "Author 249" and top.child(200).checkState(0) == Qt.CheckState.Checked
    popup.field.setText("author 23")
    assert popup.tree.topLevelItem(0).childCount() == 10


def test_words_are_looked_for_only_in_what_was_chosen(qtbot, varied) -> None:
    varied.facets.toggle("author", "The Heron", True)
    varied.filter.setText("example")
    qtbot.waitUntil(lambda: varied.results.rowCount() == 1)
    varied.filter.setText("fish.csv")
    qtbot.waitUntil(lambda: varied.stack.currentWidget() is varied.nothing)
    assert "chosen above" in varied.nothing.text.text()
    varied.nothing.button.click()
    qtbot.waitUntil(lambda: varied.stack.currentWidget() is varied.found)


def test_a_choice_that_nothing_fits_is_explained(qtbot, varied) -> None:
    varied.facets.choose(FacetChoice(type=("pdf",), language=("en",)))
    qtbot.waitUntil(lambda: varied.stack.currentWidget() is varied.nothing)
    assert "Type: PDF, Language: English" in varied.nothing.text.text()
    varied.nothing.button.click()
    qtbot.waitUntil(lambda: varied.stack.currentWidget() is varied.tree)


def test_pages_that_come_in_show_only_when_they_fit(qtbot, varied, make_capture) -> None:
    varied.facets.toggle("author", "The Heron", True)
    qtbot.waitUntil(lambda: titles(varied) == {"Heron"})
    session = varied._session
    with session.archive.writer() as writer:
        author = '<meta name="author" content="The Heron">'
        writer.store(make_capture("http://a.example/en/3", f"<title>More</title>{author}<p>x", minutes=1))
        writer.store(make_capture("http://a.example/en/4", "<title>Other</title><p>x", minutes=2))
        writer.commit()
    session.refresh()
    qtbot.waitUntil(lambda: titles(varied) == {"Heron", "More"})
    assert varied.model.index(0, 0).data(cells.COUNT_ROLE) == "2"
