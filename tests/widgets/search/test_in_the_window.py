"""Search as a part of the window: its key, a hit opened at the words, another archive."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.archive.archive import Archive
from app.search.index.feeding import feed
from tests.app.search.conftest import store
from tests.conftest import capture
from widgets.kit.find_strip import FindStrip
from widgets.page.views import NAMES
from widgets.shell.main_window import MainWindow
from widgets.shell.parts import searching


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


def test_a_change_is_compared_at_its_block(qtbot: QtBot, opened: MainWindow) -> None:
    workspace, session = opened.workspace, opened.session
    assert workspace is not None and session is not None
    text = "".join(
        f"<p>Paragraph {n} of the rules of the house, which nobody changes.</p>" for n in range(80)
    )

    def page(season: str, fees: str) -> str:
        return (
            f"<html><body><h1>Rules</h1><p>As of {season}.</p>{text}<h2>Fees</h2><p>{fees}</p></body></html>"
        )

    store(
        session.archive,
        capture("http://a.example/rules", page("spring", "A subsidy is paid.")),
        capture("http://a.example/rules", page("autumn", "Nothing is paid."), minutes=5),
    )
    opened.actions_["search_archive"].trigger()
    view = opened.searching.view
    assert view is not None
    view.field.setText("vanished:subsidy")
    qtbot.waitUntil(lambda: view.events.model_.rowCount() == 1, timeout=30_000)
    view.events.open(view.events.model_.index(0))
    comparison = workspace.comparison
    assert comparison is not None
    qtbot.waitUntil(lambda: comparison.panel.current() >= 0, timeout=30_000)
    outcome = comparison.outcome
    assert outcome is not None
    chosen = outcome.changes[comparison.panel.current()]
    assert "subsidy" in chosen.text_a and "Nothing" in chosen.text_b
    # once it is known where it stands on the pages, it is shown there
    qtbot.waitUntil(lambda: min(comparison.sync.fractions) > 0.5, timeout=30_000)
    comparison.closed.emit()
    assert view.isVisible() and view.field.text() == "vanished:subsidy"


def test_back_leads_from_a_hit_to_the_hits_and_then_to_what_was_before(
    qtbot: QtBot, opened: MainWindow
) -> None:
    workspace, session = opened.workspace, opened.session
    assert workspace is not None and session is not None
    store(session.archive, capture("http://a.example/before", "<p>A page that was looked at.</p>"))
    workspace.show_address("http://a.example/before")
    opened.actions_["search_archive"].trigger()
    view = opened.searching.view
    assert view is not None
    view.field.setText("two")
    qtbot.waitUntil(lambda: view.model.rowCount() == 1, timeout=30_000)
    view._open(view.model.index(0))
    assert next(step.title for _, step in workspace.steps(-1, 9)) == "Search"
    opened.actions_["back"].trigger()
    assert view.isVisible() and view.field.text() == "two" and view.model.rowCount() == 1
    opened.actions_["back"].trigger()
    assert workspace.page.isVisible() and workspace.page.url == "http://a.example/before"
    opened.actions_["forward"].trigger()
    assert workspace.page.url == "http://a.example/"


def test_back_from_the_first_hit_of_all_ends_where_nothing_was_looked_at(
    qtbot: QtBot, opened: MainWindow
) -> None:
    workspace, back = opened.workspace, opened.actions_["back"]
    assert workspace is not None and not workspace.page.url
    opened.actions_["search_archive"].trigger()
    view = opened.searching.view
    assert view is not None
    view.field.setText("two")
    qtbot.waitUntil(lambda: view.model.rowCount() == 1, timeout=30_000)
    view._open(view.model.index(0))
    back.trigger()
    assert view.isVisible() and opened.actions_["forward"].isEnabled()
    back.trigger()
    assert workspace.page.isVisible() and not workspace.page.url and not back.isEnabled()
    opened.actions_["forward"].trigger()
    assert workspace.page.url == "http://a.example/" and back.isEnabled()
    back.trigger()
    assert view.isVisible()
    opened.actions_["forward"].trigger()  # also from in front of the view
    assert workspace.page.isVisible() and workspace.page.url == "http://a.example/"


def test_a_hit_is_opened_where_its_words_can_be_seen_also_from_a_tab_that_does_not_show_them(
    qtbot: QtBot, opened: MainWindow
) -> None:
    workspace = opened.workspace
    assert workspace is not None
    workspace.show_address("http://a.example/")
    opened.actions_["search_archive"].trigger()
    view = opened.searching.view
    assert view is not None
    for name in ("blocks", "details"):
        workspace.back_to_page()
        workspace.page.views.tabs.setCurrentIndex(NAMES.index(name))
        opened.actions_["search_archive"].trigger()
        view.field.setText("two")
        qtbot.waitUntil(lambda shown=view: shown.model.rowCount() == 1, timeout=30_000)
        view._open(view.model.index(0))
        strip = workspace.page._strip()
        assert workspace.page.views.tabs.currentIndex() == NAMES.index("page")
        assert isinstance(strip, FindStrip) and strip.field.text() == "two"


def test_the_keys_read_a_hit_and_go_on_among_the_hits_behind_back(qtbot: QtBot, opened: MainWindow) -> None:
    opened.actions_["search_archive"].trigger()
    view, workspace = opened.searching.view, opened.workspace
    assert view is not None and workspace is not None
    view.field.setText("two")
    qtbot.waitUntil(lambda: view.model.rowCount() == 1, timeout=30_000)
    qtbot.keyClick(view.field, Qt.Key.Key_Down)
    qtbot.keyClick(view.list, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: workspace.page.isAncestorOf(QApplication.focusWidget()), timeout=30_000)
    workspace.go(-1)
    assert view.isVisible() and QApplication.focusWidget() is view.list


def test_the_index_is_opened_before_anybody_searches(qtbot: QtBot, opened: MainWindow) -> None:
    session, workspace = opened.session, opened.workspace
    assert session is not None and workspace is not None
    feed(session.archive)
    finder = opened.searching.finder
    assert finder is not None
    qtbot.waitUntil(lambda: finder._searcher is not None, timeout=20_000)
    assert opened.searching.view is None
    opened.searching.show()
    assert opened.searching.view is not None and opened.searching.view.finder is finder
    opened.close_archive()
    qtbot.waitUntil(lambda: opened.session is None and finder._searcher is None, timeout=20_000)
    assert opened.searching.finder is None


def test_the_index_is_opened_when_it_was_made(qtbot: QtBot, opened: MainWindow) -> None:
    finder, feeder = opened.searching.finder, opened.searching.feeder
    assert finder is not None and feeder is not None
    feeder.want()
    qtbot.waitUntil(lambda: finder._searcher is not None, timeout=30_000)
    assert opened.searching.view is None


@pytest.mark.parametrize("ahead", [False, True])
def test_it_is_not_opened_ahead_where_nobody_wants_that(
    qtbot: QtBot, window: MainWindow, filled: Archive, monkeypatch: pytest.MonkeyPatch, ahead: bool
) -> None:
    monkeypatch.setattr(searching, "_READY_MS", 0)
    made, completed = list[object](), list[object]()
    monkeypatch.setattr(window.searching, "_make_ready", made.append)
    window.settings.setValue("search/ahead", ahead)
    with qtbot.waitSignal(window.session_opened):
        window.open_archive(filled.path)
    assert window.workspace is not None
    window.workspace.completed.connect(lambda: QTimer.singleShot(0, window, lambda: completed.append(True)))
    qtbot.waitUntil(lambda: bool(completed), timeout=20_000)
    assert bool(made) == ahead


def test_a_hit_that_is_opened_in_a_tab_is_at_its_words_there(qtbot: QtBot, opened: MainWindow) -> None:
    workspace = opened.workspace
    assert workspace is not None
    workspace.show_address("http://b.example/deep/er/page.html")
    workspace.page.views.tabs.setCurrentIndex(NAMES.index("details"))
    opened.actions_["search_archive"].trigger()
    view = opened.searching.view
    assert view is not None
    view.field.setText("two")
    qtbot.waitUntil(lambda: view.model.rowCount() == 1, timeout=30_000)
    view._open_beside(view.model.index(0))
    workspace.tabs.bring_forward(1)
    assert workspace.page.url == "http://a.example/"
    assert NAMES[workspace.page.views.tabs.currentIndex()] == "page"
    strip = workspace.page._strip()
    assert isinstance(strip, FindStrip) and strip.field.text() == "two"
    qtbot.waitUntil(lambda: strip.count.text() == "1 of 1", timeout=20_000)
