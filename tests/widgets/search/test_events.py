"""Changes in the search of the window: listed with sign and words, chosen by what is looked for, compared, saved as feed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Semaphore
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from app.archive.archive import Archive
from app.search.changes.events import Event
from app.search.index.feeding import feed
from tests.app.search.conftest import GRANT, LIST, recorded
from widgets.search.events import FACTS, PLACED, TITLE
from widgets.search.feeding import IndexFeeder
from widgets.search.view import SearchView
from widgets.session import Session


@pytest.fixture
def view(qtbot: QtBot, archive: Archive) -> Iterator[SearchView]:
    feed(recorded(archive))
    session = Session(archive)
    made = SearchView(session, IndexFeeder(session, ahead=False))
    qtbot.addWidget(made)
    made.resize(1000, 700)
    made.show()
    yield made
    made.shut()
    made.feeder.close()
    session.close()


def seek(qtbot: QtBot, view: SearchView, query: str) -> list[Event]:
    """Type a query; the events that come."""
    view.field.setText(query)
    view.search()
    return answered(qtbot, view)


def answered(qtbot: QtBot, view: SearchView) -> list[Event]:
    qtbot.waitUntil(lambda: view._asking is None and not view._typing.isActive(), timeout=20_000)
    if view.stack.currentWidget() is view.events:  # the places come behind the events
        qtbot.waitUntil(lambda: all(one.place.path for one in view.events.model_.events), timeout=20_000)
    return list(view.events.model_.events)


def test_a_row_says_what_happened_where_and_between_which_dates(qtbot: QtBot, view: SearchView) -> None:
    seek(qtbot, view, "vanished:补贴")
    assert view.stack.currentWidget() is view.events and view.summary.text().startswith("1 change")
    row = view.events.model_.index(0)
    assert row.data(TITLE) == "Support"
    assert row.data(FACTS) == "between 23 Nov 2026 and 26 Nov 2026 · Main text · Support"
    spoken = str(row.data(Qt.ItemDataRole.AccessibleTextRole))
    assert spoken.startswith("Went: Support.") and "补贴" in spoken and "allowance" in spoken
    assert not view.grab().isNull()


def test_each_change_gets_its_place_as_soon_as_it_is_known_and_says_until_then_that_it_is_sought(
    qtbot: QtBot, view: SearchView, monkeypatch: pytest.MonkeyPatch
) -> None:
    found, go_on = view.finder.placed, Semaphore(1)

    def placed(query: str, event: Event) -> Event:
        go_on.acquire()
        return found(query, event)

    monkeypatch.setattr(view.finder, "placed", placed)
    view.field.setText("changed:subsidy")
    view.search()
    model = view.events.model_
    qtbot.waitUntil(lambda: model.rowCount() > 2 and bool(model.index(0).data(PLACED)), timeout=20_000)
    assert model.events[0].place.path and not model.index(1).data(PLACED)
    assert not view.grab().isNull()
    for _ in model.events:
        go_on.release()
    answered(qtbot, view)
    assert all(model.index(row).data(PLACED) for row in range(model.rowCount()))


def test_a_page_that_is_gone_says_so(qtbot: QtBot, view: SearchView) -> None:
    seek(qtbot, view, "vanished:subsidy page:gone")
    assert "the page is gone (404)" in str(view.events.model_.index(0).data(FACTS))


def test_a_click_asks_for_the_two_versions_and_for_a_new_page_alone(qtbot: QtBot, view: SearchView) -> None:
    (event,) = seek(qtbot, view, "vanished:补贴")
    with qtbot.waitSignal(view.compared) as told:
        qtbot.keyClick(view.field, Qt.Key.Key_Return)
    assert told.args == [event] and event.url == GRANT
    (gone,) = seek(qtbot, view, "vanished:subsidy page:gone")
    with qtbot.waitSignal(view.opened) as opened:
        view.events.open(view.events.model_.index(0))
    assert gone.before and opened.args == [gone.before.id, "subsidy"] and gone.url == LIST


def test_what_is_looked_for_is_written_into_the_query_and_read_out_of_it(
    qtbot: QtBot, view: SearchView
) -> None:
    seek(qtbot, view, "subsidy site:a.example")
    assert view.scope.currentData() == "ever" and view.stack.currentWidget() is view.list
    view.scope.setCurrentIndex(view.scope.findData("vanished"))
    view.scope.activated.emit(view.scope.currentIndex())
    assert view.field.text() == "vanished:subsidy site:a.example"
    assert len(answered(qtbot, view)) == 2 and view.sort.currentData() == "newest"
    view.scope.chosen.emit("now")
    assert view.field.text() == "subsidy site:a.example version:newest"
    assert view.sort.currentData() == "relevance"
    seek(qtbot, view, "appeared:subsidy")
    assert view.scope.currentData() == "appeared"
    view.field.clear()
    view.scope.chosen.emit("changed")
    assert view.field.text() == 'changed:""' and view.field.cursorPosition() == 9


def test_counts_of_changes_narrow(qtbot: QtBot, view: SearchView) -> None:
    seek(qtbot, view, "changed:subsidy")
    assert view.months.months == ["202611", "202612", "202701"]
    assert view.months.accessibleName() == "When it came or went"
    seek(qtbot, view, "vanished:subsidy")
    assert view.months.months == ["20261126", "20261127"]
    with qtbot.waitSignal(view.months.chosen) as told:
        qtbot.mouseClick(view.months, Qt.MouseButton.LeftButton, pos=QPoint(5, 20))
    assert told.args == ["on:2026-11-26"]
    seek(qtbot, view, "changed:subsidy")
    first = view.counts.topLevelItem(0)
    assert first and first.text(0) == "The page itself"
    gone = next(
        first.child(number)
        for number in range(first.childCount())
        if first.child(number).text(0) == "is gone"
    )
    view.counts.itemClicked.emit(gone, 0)
    assert [event.url for event in answered(qtbot, view)] == [LIST]
    assert view.field.text() == "changed:subsidy page:gone"


def test_more_changes_come_when_somebody_scrolls(qtbot: QtBot, view: SearchView) -> None:
    seek(qtbot, view, "changed:subsidy")
    model = view.events.model_
    model.show(model.events[:2], 6)
    qtbot.waitUntil(lambda: model.rowCount() == 6, timeout=20_000)


def test_changes_are_saved_as_a_feed(
    qtbot: QtBot, view: SearchView, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seek(qtbot, view, "subsidy")
    assert not view.feed_button.isVisible() and view.export_button.isVisible()
    seek(qtbot, view, "changed:subsidy")
    assert view.feed_button.isEnabled() and not view.export_button.isVisible()
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "x"), ""))
    with qtbot.waitSignal(view.told, timeout=20_000) as told:
        view.feed_button.click()
    assert "x.atom" in str(told.args)
    root = ElementTree.fromstring((tmp_path / "x.atom").read_bytes())
    titles = [entry.findtext("{*}title") for entry in root.findall("{*}entry")]
    assert len(titles) == 6 and titles[0] == "Came: New"


def test_the_menu_of_a_change_leads_to_both_versions(qtbot: QtBot, view: SearchView) -> None:
    (event,) = seek(qtbot, view, "vanished:补贴")
    actions = view.events.menu(view.events.model_.index(0)).actions()
    named = {action.text(): action for action in actions}
    with qtbot.waitSignal(view.opened) as told:
        named["Open the version after"].trigger()
    assert told.args == [event.after.id, ""]
    with qtbot.waitSignal(view.compared):
        named["Compare the two versions"].trigger()
