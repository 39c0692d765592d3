"""Saved searches in the window: kept, listed with what is new, opened, renamed, deleted and brought back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QTreeWidgetItem
from pytestqt.qtbot import QtBot

from app.archive.archive import Archive
from app.search import saved
from app.search.listing import Listing
from tests.app.search.conftest import DAY, filled, page, store
from tests.conftest import capture
from widgets.search.events import NEW as NEW_EVENT
from widgets.search.feeding import IndexFeeder
from widgets.search.model import NEW, TITLE
from widgets.search.view import SearchView
from widgets.session import Session
from widgets.shell.main_window import MainWindow


@pytest.fixture(autouse=True)
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TIANWANG_CONFIG", str(tmp_path / "config"))


@pytest.fixture
def view(qtbot: QtBot, archive: Archive) -> Iterator[SearchView]:
    """A view whose archive has been read."""
    session = Session(filled(archive))
    made = SearchView(session, IndexFeeder(session, ahead=False))
    qtbot.addWidget(made)
    made.resize(1000, 700)
    made.show()
    made.open()
    qtbot.waitUntil(lambda: not made.feeder.running and made._asking is None, timeout=30_000)
    yield made
    made.shut()
    made.feeder.close()
    session.close()


def settled(qtbot: QtBot, view: SearchView) -> None:
    qtbot.waitUntil(lambda: view._asking is None and not view._typing.isActive(), timeout=20_000)


def kept(qtbot: QtBot, view: SearchView, name: str, query: str) -> QTreeWidgetItem:
    """Save a query by the menu; its row in the list."""
    view.field.setText(query)
    settled(qtbot, view)
    view.saved_menu.aboutToShow.emit()
    assert view.saved_menu.field.text() == query
    view.saved_menu.field.setText(name)
    with qtbot.waitSignal(view.saved.changed, timeout=20_000):
        qtbot.keyClick(view.saved_menu.field, Qt.Key.Key_Return)
    view.field.clear()
    settled(qtbot, view)
    return view.saved_list.findItems(name, Qt.MatchFlag.MatchExactly)[0]


def test_a_search_is_saved_and_opened_with_what_is_new_first(qtbot: QtBot, view: SearchView) -> None:
    assert not view.saved_list.isVisible()
    row = kept(qtbot, view, "The kernel", "kernel")
    assert view.saved_list.isVisible() and [row.text(n) for n in range(4)] == [
        "The kernel",
        "kernel",
        "2",
        "",
    ]
    store(view._session.archive, capture("http://n.example/", page("Fresh", "A kernel"), minutes=40 * DAY))
    view.feeder.want()
    qtbot.waitUntil(
        lambda: view.saved.found[0][1] is not None and view.saved.found[0][1].new == 1, timeout=20_000
    )
    row = view.saved_list.topLevelItem(0)
    assert row is not None and [row.text(n) for n in range(2, 4)] == ["3", "1"]
    with qtbot.waitSignal(view.saved.changed, timeout=20_000):  # counted again when it was looked at
        view.saved_list.itemClicked.emit(row, 0)
    settled(qtbot, view)
    shown = [view.model.index(number) for number in range(3)]
    assert [bool(one.data(NEW)) for one in shown] == [True, False, False] and shown[0].data(TITLE) == "Fresh"
    assert "Saved search “The kernel”" in view.summary.text() and "1 new" in view.summary.text()
    qtbot.waitUntil(
        lambda: view.saved.found[0][1] is not None and view.saved.found[0][1].new == 0, timeout=20_000
    )
    view.field.setText("kernel museum")
    settled(qtbot, view)
    assert "Saved" not in view.summary.text() and not view.model.index(0).data(NEW)


def test_it_is_renamed_deleted_and_brought_back(qtbot: QtBot, view: SearchView) -> None:
    row = kept(qtbot, view, "The kernel", "kernel")
    path = view._session.path
    with qtbot.waitSignal(view.saved.changed, timeout=20_000):
        row.setText(0, "Kernels")
    assert [one.name for one in saved.searches(path)] == ["Kernels"]
    view.saved_list.setCurrentItem(view.saved_list.topLevelItem(0))
    with qtbot.waitSignal(view.saved.changed, timeout=20_000):
        qtbot.keyClick(view.saved_list, Qt.Key.Key_Delete)
    assert saved.searches(path) == [] and not view.saved_list.isVisible()
    assert "“Kernels” was deleted" in view.saved.notice.text
    with qtbot.waitSignal(view.saved.changed, timeout=20_000):
        view.saved.notice.act()
    assert [one.name for one in saved.searches(path)] == ["Kernels"] and view.saved_list.isVisible()


def test_its_menu_exports_it(qtbot: QtBot, view: SearchView) -> None:
    view.saved_list.setCurrentItem(kept(qtbot, view, "The kernel", "kernel"))
    menu = view.saved_list.menu()
    assert menu is not None
    with qtbot.waitSignal(view.export_requested) as told:
        next(action for action in menu.actions() if "Export" in action.text()).trigger()
    listing, total = told.args or (None, 0)
    assert isinstance(listing, Listing) and (listing.query, total) == ("kernel", 2)
    menu.deleteLater()


def test_a_query_is_offered_to_be_saved_once(qtbot: QtBot, view: SearchView) -> None:
    kept(qtbot, view, "The kernel", "kernel")
    view.field.setText("kernel")
    view.saved_menu.aboutToShow.emit()
    assert [action.text() for action in view.saved_menu.actions()] == ["The kernel"]
    view.saved_menu.actions()[0].trigger()
    settled(qtbot, view)
    assert "Saved search “The kernel”" in view.summary.text()


def test_other_forms_of_words_are_kept_with_a_search(qtbot: QtBot, view: SearchView) -> None:
    """*News* is found as *new* only where that is wished; the same words without it are another search."""
    kept(qtbot, view, "Plain", "kernels")
    view.options.forms.setChecked(True)
    view.field.setText("kernels")
    view.saved_menu.aboutToShow.emit()
    view.saved_menu.field.setText("Loose")
    with qtbot.waitSignal(view.saved.changed, timeout=20_000):
        view.saved_menu.save_button.click()
    found = {search.name: (search.forms, counted.total) for search, counted in view.saved.found if counted}
    assert found == {"Plain": (False, 0), "Loose": (True, 2)}
    for name, forms in (("Plain", False), ("Loose", True)):
        view.open_saved(next(search for search, _ in view.saved.found if search.name == name))
        settled(qtbot, view)
        assert view.options.forms.isChecked() is forms and view.model.rowCount() == found[name][1]


def test_changes_that_are_new_in_a_saved_search_are_marked(qtbot: QtBot, opened: MainWindow) -> None:
    session = opened.session
    assert session is not None
    opened.searching.show()
    view = opened.searching.view
    assert view is not None
    qtbot.waitUntil(lambda: not view.feeder.running, timeout=30_000)
    with qtbot.waitSignal(view.saved.changed, timeout=30_000):
        view.saved.save("Fresh", "appeared:great")
    store(session.archive, capture("http://n.example/", page("Fresh", "Great news"), minutes=40 * DAY))
    with qtbot.waitSignal(view.feeder.fed, timeout=30_000):
        view.feeder.want()
    view.open_saved(saved.named(session.path, "Fresh"))
    qtbot.waitUntil(lambda: view.events.model_.rowCount() > 0, timeout=30_000)
    rows = [view.events.model_.index(row) for row in range(view.events.model_.rowCount())]
    assert [row.data(NEW_EVENT) for row in rows] == ["New"]
    assert " new." in rows[0].data(Qt.ItemDataRole.AccessibleTextRole)
    assert view.events.grab().width()


def test_after_a_crawl_the_window_says_what_was_found(qtbot: QtBot, opened: MainWindow) -> None:
    session = opened.session
    assert session is not None
    search = saved.save(session.path, "News", "news")
    new = capture("http://n.example/", page("Fresh", "Great news"), minutes=40 * DAY)
    store(session.archive, type(new)(new.url, new.date, new.ip, new.data, crawl="20261201-1"))
    opened.searching.crawl_ended(type("Ended", (), {"job_id": "20261201-1"})())  # type: ignore[arg-type]
    qtbot.waitUntil(lambda: "“News”: 1 new" in opened.messages.text, timeout=30_000)
    opened.messages.offer.click()
    view = opened.searching.view
    assert view is not None and view.field.text() == search.query
    qtbot.waitUntil(lambda: view.model.rowCount() > 0 and bool(view.model.index(0).data(NEW)), timeout=30_000)


def test_a_search_is_saved_before_the_archive_was_read(qtbot: QtBot, archive: Archive) -> None:
    session = Session(filled(archive))
    view = SearchView(session, IndexFeeder(session, ahead=False))
    qtbot.addWidget(view)
    with qtbot.waitSignal(view.saved.changed, timeout=20_000):
        view.saved.save("The kernel", "kernel")
    assert [(one.name, counted) for one, counted in view.saved.found] == [("The kernel", None)]
    view.shut()
    view.feeder.close()
    session.close()
