"""The block of a hit in the window: its label, narrowing by it, its history and who said it first."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QModelIndex
from pytestqt.qtbot import QtBot

from app.archive.archive import Archive
from tests.app.search.conftest import DAY, filled, page
from tests.app.search.conftest import store as keep
from tests.conftest import capture
from tests.widgets.search.test_search_view import seek
from widgets.search.feeding import IndexFeeder
from widgets.search.model import LABEL
from widgets.search.narrowing import toggled
from widgets.search.view import SearchView
from widgets.session import Session
from widgets.shell.main_window import MainWindow

SAID = "The museum opens its new garden for everybody."


@pytest.fixture
def read(qtbot: QtBot, archive: Archive) -> Iterator[SearchView]:
    """A search view whose archive has been read, of two pages that say one thing."""
    keep(
        filled(archive),
        capture("http://c.example/first", page("First", f"{SAID}\nMore of it."), minutes=2 * DAY),
        capture("http://d.example/copy", page("Copy", f"Read on. {SAID} So they say."), minutes=5 * DAY),
    )
    session = Session(archive)
    view = SearchView(session, IndexFeeder(session, ahead=False))
    qtbot.addWidget(view)
    view.resize(1000, 700)
    view.show()
    view.open()
    qtbot.waitUntil(lambda: not view.feeder.running, timeout=30_000)
    yield view
    view.shut()
    view.feeder.close()
    session.close()


def test_a_row_names_the_block_that_says_it(qtbot: QtBot, read: SearchView) -> None:
    seek(qtbot, read, "museum title:copy")
    row = read.model.index(0)
    assert row.data(LABEL) == "main text" and "Main text." in row.data()
    seek(qtbot, read, "imprint title:copy")
    assert read.model.index(0).data(LABEL) == "navigation"


def test_labels_are_counted_and_narrow_the_query(qtbot: QtBot, read: SearchView) -> None:
    """Of a site's menu the words are found once, by its label on every page that has it."""
    seek(qtbot, read, "start")
    heads = [read.counts.topLevelItem(row) for row in range(read.counts.topLevelItemCount())]
    block = next(head for head in heads if head is not None and head.text(0) == "In the block")
    navigation = block.child(0)
    assert navigation is not None
    assert (navigation.text(0), navigation.text(1)) == ("Navigation", "4")
    read.counts.itemClicked.emit(navigation, 0)
    assert read.field.text() == "start label:navigation"
    qtbot.waitUntil(lambda: read._asking is None)
    assert read.results is not None and read.results.total == 6
    assert toggled(read.field.text(), "label:navigation") == "start"


def test_who_said_it_first_opens_the_earliest_version_at_the_words(qtbot: QtBot, read: SearchView) -> None:
    seek(qtbot, read, '"new garden" title:copy')
    read.list.setCurrentIndex(read.model.index(0))
    assert read.buttons.isVisible()
    with qtbot.waitSignals([read.opened, read.told], timeout=20_000):
        opened = list[tuple[str, str]]()
        read.opened.connect(lambda id, words: opened.append((id, words)))
        read.buttons.first.click()
    with read._session.archive.reader() as reader:
        assert reader.capture(opened[0][0]).url == "http://c.example/first" and opened[0][1] == "new garden"


def test_since_when_names_the_block_of_the_version(qtbot: QtBot, read: SearchView) -> None:
    seek(qtbot, read, '"new garden" title:first')
    read.list.setCurrentIndex(read.model.index(0))
    with qtbot.waitSignal(read.block_wanted, timeout=20_000) as told:
        read.buttons.since.click()
    assert told.args and SAID in told.args[2] and told.args[1].startswith("/html[1]/body[1]/article[1]")


def test_the_questions_are_in_the_menu_of_one_hit(qtbot: QtBot, read: SearchView) -> None:
    seek(qtbot, read, "museum")
    read.list.setCurrentIndex(read.model.index(0))
    menu = read.menu()
    assert menu is not None
    texts = {action.text().replace("&", ""): action.isEnabled() for action in menu.actions()}
    assert texts["Since when?"] and texts["Who said it first?"]
    menu.deleteLater()
    read.list.selectAll()
    several = read.menu()
    assert several is not None
    assert not any(
        action.isEnabled()
        for action in several.actions()
        if action.text() in ("&Since when?", "&Who said it first?")
    )
    several.deleteLater()


def test_the_buttons_stand_in_no_row_of_an_address_that_is_not_in_the_archive(
    qtbot: QtBot, read: SearchView
) -> None:
    seek(qtbot, read, "treasure")
    assert read.model.rowCount() == 2
    read.buttons.show_at(read.model.index(1))
    assert not read.buttons.isVisible()
    read.buttons.show_at(read.model.index(0))
    assert read.buttons.isVisible()
    read.buttons.show_at(QModelIndex())
    assert not read.buttons.isVisible()


def test_since_when_shows_the_history_of_the_block_in_the_window(qtbot: QtBot, opened: MainWindow) -> None:
    opened.actions_["search_archive"].trigger()
    view, workspace = opened.searching.view, opened.workspace
    assert view is not None and workspace is not None
    view.field.setText("two")
    qtbot.waitUntil(lambda: view.model.rowCount() == 1, timeout=30_000)
    qtbot.waitUntil(lambda: not view.feeder.running, timeout=30_000)
    view._ask_since(view.model.hit_at(view.model.index(0)))
    blocks = workspace.page.views.blocks
    qtbot.waitUntil(lambda: blocks.card.row is not None, timeout=30_000)
    assert blocks.card.row is not None and "two" in blocks.card.row.text
    assert workspace.page.views.tabs.currentWidget() is blocks
    qtbot.waitUntil(lambda: blocks.card._shown.past.state in ("single", "there"), timeout=30_000)
