"""A day of the past: the whole window shows what was there then, until it is left."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from datetime import date
from pathlib import Path

from PySide6.QtCore import QModelIndex, Qt
from pytestqt.qtbot import QtBot

from app.archive.archive import Archive
from app.archive.calendar import Scope
from app.archive.model import NewCapture
from tests.widgets.calendar.conftest import FIRST, HOME, NEWS, OTHER, SECOND, THIRD, YEARS
from widgets.exchange.export_dialog import ExportDialog
from widgets.session import Session
from widgets.shell.main_window import MainWindow
from widgets.words import formats

Key = Qt.Key


def go(qtbot: QtBot, window: MainWindow, day: date, scope: Scope | None = None) -> None:
    travel = window.session.travel
    travel.to(day, scope)
    qtbot.waitUntil(lambda: travel.day == day, timeout=20_000)


def titles(window: MainWindow) -> list[str]:
    """What the tree shows, everything laid open."""
    tree = window.workspace.tree
    tree.tree.expandAll()
    model, found, waiting = tree.model, [], [QModelIndex()]
    while waiting:
        at = waiting.pop(0)
        for row in range(model.rowCount(at)):
            index = model.index(row, 0, at)
            found.append(index.data())
            waiting.append(index)
    return found


def text(qtbot: QtBot, window: MainWindow, wanted: str) -> None:
    """Wait until the browser shows these words."""
    heard: list[str] = []

    def shown() -> bool:
        view = window.workspace.page.views.page.replay
        if view is not None:
            view.page.toPlainText(heard.append)
        return bool(heard) and wanted in heard[-1]

    qtbot.waitUntil(shown, timeout=30_000)


def test_tree_page_and_frame_show_the_day_and_leaving_brings_everything_back(
    qtbot: QtBot, opened: MainWindow
) -> None:
    workspace = opened.workspace
    workspace.show_address(HOME)
    text(qtbot, opened, "nothing to be heard")
    now = titles(opened)
    assert "Museum in winter" in now and "library.example" in now
    go(qtbot, opened, FIRST)
    assert titles(opened) == ["museum.example", "Museum in spring"]
    assert (
        workspace.page.capture.title == "Museum in spring"
        and len(workspace.page.views.strip.timeline.versions) == 1
    )
    text(qtbot, opened, "nine to five")
    assert opened.band.isVisible() and formats.day(FIRST) in opened.band.words.text()
    assert formats.day(FIRST) in opened.windowTitle() and opened.around.contentsMargins().left() > 0
    assert opened.figures.text() == "1 page(s)"
    qtbot.keyClick(opened, Key.Key_Escape)
    assert opened.session.travel.day is None and not opened.band.isVisible()
    assert titles(opened) == now and workspace.page.capture.title == "Museum in winter"
    text(qtbot, opened, "nothing to be heard")
    assert formats.day(FIRST) not in opened.windowTitle() and opened.around.contentsMargins().left() == 0


def test_a_link_followed_stays_on_the_day(qtbot: QtBot, opened: MainWindow) -> None:
    workspace = opened.workspace
    workspace.show_address(HOME)
    go(qtbot, opened, SECOND)
    assert workspace.page.capture.title == "Museum in summer"
    workspace.page.address_activated.emit(NEWS)
    assert workspace.page.capture.title == "First news" and opened.session.travel.day == SECOND
    workspace.page.address_activated.emit(HOME)
    assert workspace.page.capture.title == "Museum in summer"


def test_a_page_that_came_later_says_so_and_leads_to_its_first_day(qtbot: QtBot, opened: MainWindow) -> None:
    page = opened.workspace.page
    go(qtbot, opened, FIRST)
    opened.workspace.show_address(NEWS)
    assert page.capture is None and formats.day(FIRST) in page.empty.sentence.text()
    assert page.first.isVisibleTo(page) and not page.crawl.isVisibleTo(page)
    page.first.click()
    qtbot.waitUntil(lambda: opened.session.travel.day == SECOND, timeout=20_000)
    assert page.capture.title == "First news"
    opened.workspace.show_address("http://nowhere.example/")
    assert page.crawl.isVisibleTo(page) and not page.first.isVisibleTo(page)


def test_buttons_and_keys_go_to_the_days_beside_and_the_last_leads_to_none(
    qtbot: QtBot, opened: MainWindow
) -> None:
    travel, band = opened.session.travel, opened.band
    go(qtbot, opened, FIRST)
    assert not band.before.isEnabled() and formats.day(SECOND) in band.after.toolTip()
    band.after.click()
    qtbot.waitUntil(lambda: travel.day == SECOND, timeout=20_000)
    opened.actions_["day_after"].trigger()
    qtbot.waitUntil(lambda: travel.day == THIRD, timeout=20_000)
    assert not band.after.isEnabled()
    opened.actions_["day_before"].trigger()
    qtbot.waitUntil(lambda: travel.day == SECOND, timeout=20_000)
    opened.actions_["now"].trigger()
    assert travel.day is None and not opened.actions_["now"].isEnabled()


def test_days_beside_are_those_of_what_the_calendar_showed(qtbot: QtBot, opened: MainWindow) -> None:
    go(qtbot, opened, SECOND, Scope("page", NEWS))
    stay = opened.session.travel.stay
    assert stay.before is None and stay.after is None


def test_a_later_capture_gives_way_to_its_page_as_it_was(qtbot: QtBot, opened: MainWindow) -> None:
    """Chosen in a list that knows all of them, or gone back to."""
    workspace = opened.workspace
    workspace.show_address(HOME)
    newest = workspace.page.capture
    go(qtbot, opened, FIRST)
    assert opened._opened.show_capture(newest.id)
    assert workspace.page.capture.title == "Museum in spring"
    workspace.go(-1)
    assert workspace.page.capture.title == "Museum in spring"


def test_filter_facets_and_search_find_what_was_said_then(qtbot: QtBot, opened: MainWindow) -> None:
    tree = opened.workspace.tree
    go(qtbot, opened, FIRST)
    tree.filter.setText("museum in")
    qtbot.waitUntil(lambda: tree.results.rowCount() == 1)
    assert tree.results.page_at(tree.results.index(0, 0)).title == "Museum in spring"
    opened.actions_["search_archive"].trigger()
    view = opened.searching.view
    view.field.setText("concerts OR five")
    qtbot.waitUntil(lambda: view.results is not None and view.model.rowCount() == 1, timeout=30_000)
    assert "nine to five" in view.results.hits[0].snippet.text and formats.day(FIRST) in view.summary.text()
    go(qtbot, opened, SECOND)
    qtbot.waitUntil(lambda: "concerts" in view.results.hits[0].snippet.text, timeout=30_000)
    qtbot.keyClick(view, Key.Key_Escape)
    assert opened.session.travel.day == SECOND  # the search is left first
    assert opened.workspace.right.currentWidget() is opened.workspace.page


def test_what_is_stored_meanwhile_does_not_disturb_it(
    qtbot: QtBot, opened: MainWindow, fill: Callable[..., Archive], make_capture: Callable[..., NewCapture]
) -> None:
    opened.workspace.show_address(HOME)
    go(qtbot, opened, FIRST)
    shown = titles(opened)
    fill(make_capture("http://fresh.example/", "<title>Fresh</title>", minutes=YEARS + 5))
    with qtbot.waitSignal(opened.session.changed):
        opened.session.refresh()
    assert titles(opened) == shown and opened.workspace.page.capture.title == "Museum in spring"
    opened.session.travel.back()
    assert "fresh.example" in titles(opened)


def test_a_day_is_chosen_in_the_calendar(qtbot: QtBot, opened: MainWindow) -> None:
    opened.workspace.show_address(HOME)
    opened.actions_["calendar"].trigger()
    view = opened.travelling.view
    qtbot.waitUntil(lambda: not view.busy)
    assert view.scope == Scope("page", HOME) and opened.workspace.page_hidden
    view.turn(-1)
    view.days.set_here(FIRST)
    qtbot.keyClick(view.days, Key.Key_Return)
    qtbot.waitUntil(lambda: opened.session.travel.day == FIRST, timeout=20_000)
    assert not opened.workspace.page_hidden and opened.workspace.page.capture.title == "Museum in spring"
    opened.band.calendar.click()
    qtbot.waitUntil(lambda: not view.busy and view.days.here == FIRST)
    assert view.days.shown == FIRST


def test_a_folder_of_the_tree_has_a_calendar_of_its_own(qtbot: QtBot, opened: MainWindow) -> None:
    tree = opened.workspace.tree
    site = tree.model.index(1, 0)
    assert site.data() == "museum.example"
    tree.tree.setCurrentIndex(site)
    menu = tree.menu(tree.tree)
    next(action for action in menu.actions() if "Ca&lendar" in action.text()).trigger()
    view = opened.travelling.view
    qtbot.waitUntil(lambda: not view.busy)
    assert view.scope.kind == "site" and view.scopes.count() == 2
    assert sum(one.captures for one in view.calendar.days.values()) == 4
    opened.workspace.back_to_page()
    opened.workspace.show_address(HOME)
    opened.actions_["calendar"].trigger()
    qtbot.waitUntil(lambda: not view.busy)
    assert view.scope == Scope("page", HOME) and view.scopes.count() == 4


def test_titles_that_were_read_anew_show_in_the_past_too(qtbot: QtBot, opened: MainWindow) -> None:
    go(qtbot, opened, FIRST)
    stay = opened.session.travel.stay
    opened.workspace.read_again()
    qtbot.waitUntil(lambda: opened.session.travel.stay is not stay, timeout=20_000)
    assert opened.session.travel.day == FIRST


def test_only_versions_of_then_can_be_compared(qtbot: QtBot, opened: MainWindow) -> None:
    workspace = opened.workspace
    workspace.show_address(HOME)
    workspace.compare_with_previous()
    assert "winter" in workspace.comparison.heading.title.full_text()
    go(qtbot, opened, SECOND)
    assert workspace.comparison is None  # its pair is of another day
    workspace.compare_with_previous()
    assert [pane.versions.count() for pane in workspace.comparison.panes] == [2, 2]
    assert workspace.comparison.newer.title == "Museum in summer"


def test_an_export_writes_what_there_was(qtbot: QtBot, opened: MainWindow, tmp_path: Path) -> None:
    go(qtbot, opened, FIRST)
    for kind, ending in (("text", "txt"), ("warc", "warc.gz")):
        opened.exports.show(None, "")
        dialog = opened.findChildren(ExportDialog)[-1]
        assert formats.day(FIRST) in dialog.windowTitle()
        next(card for card in dialog.cards.buttons() if card.name == kind).click()
        dialog.folder.setText(str(tmp_path / kind))
        task = dialog.start()
        qtbot.waitUntil(lambda task=task: task.finished, timeout=20_000)
        [file] = (tmp_path / kind).rglob(f"*.{ending}")
        written = gzip.decompress(file.read_bytes()) if kind == "warc" else file.read_bytes()
        assert b"nine to five" in written and b"concerts" not in written and b"Books" not in written


def test_before_everything_the_tree_says_so(qtbot: QtBot, opened: MainWindow) -> None:
    tree = opened.workspace.tree
    go(qtbot, opened, date(2020, 1, 1))
    assert tree.model.rowCount() == 0 and tree.stack.currentWidget() is tree.empty
    assert not tree.empty.button.isVisibleTo(tree)
    opened.session.travel.back()
    assert tree.model.rowCount() == 2 and tree.stack.currentWidget() is tree.tree


def test_the_newest_wish_wins_and_nothing_is_left_behind(
    qtbot: QtBot, session: Session, tmp_path: Path
) -> None:
    travel = session.travel
    shown: list[date | None] = []
    travel.changed.connect(lambda: shown.append(travel.day))
    for day in (FIRST, THIRD, SECOND):
        travel.to(day)
    qtbot.waitUntil(lambda: travel.day == SECOND, timeout=20_000)
    assert shown == [SECOND] and session.reader.page(OTHER) is None
    folder = travel.stay.past._folder
    travel.to(FIRST)
    travel.back()  # called off
    assert travel.day is None and not travel.busy and session.reader is session.present
    qtbot.waitUntil(lambda: not folder.exists())


def test_an_archive_put_away_takes_its_day_along(qtbot: QtBot, opened: MainWindow) -> None:
    go(qtbot, opened, FIRST)
    folder = opened.session.travel.stay.past._folder
    opened.close_archive()
    qtbot.waitUntil(lambda: opened.session is None)
    assert not folder.exists() and not opened.band.isVisible() and opened.around.contentsMargins().left() == 0
    assert opened.windowTitle() == "Tianwang Explorer"


def test_another_window_goes_to_the_same_day(qtbot: QtBot, opened: MainWindow) -> None:
    opened.workspace.show_address(HOME)
    go(qtbot, opened, FIRST)
    place = opened.workspace.place()
    opened.session.travel.back()
    opened.workspace.take(place)
    qtbot.waitUntil(lambda: opened.session.travel.day == FIRST, timeout=20_000)
    assert opened.workspace.page.capture.title == "Museum in spring"
