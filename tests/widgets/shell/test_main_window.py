"""The window with everything real: sample site, crawl, archive, menus; and what all its controls must have."""

from __future__ import annotations

import sys
import threading
from html.parser import HTMLParser
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QModelIndex, QSettings, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QFileDialog,
    QLineEdit,
    QToolButton,
    QTreeView,
)
from pytestqt.qtbot import QtBot

import resources
from app.archive.archive import Archive
from app.archive.documents import recognising
from app.replay.explaining import address_of
from widgets.kit import theme
from widgets.kit.empty_state import EmptyState
from widgets.kit.messages import MessageBar
from widgets.page.area import PageArea
from widgets.page.views import PageViews
from widgets.shell import start_page as recent
from widgets.shell import workspace
from widgets.shell.action_search import actions_of
from widgets.shell.help_window import PAGES
from widgets.shell.main_window import MainWindow
from widgets.shell.preferences import OCR
from widgets.shell.views import SiteZooms
from widgets.tree import model


def finish(qtbot, window: MainWindow) -> None:
    qtbot.waitUntil(lambda: window.session is not None and not window.session.crawling, timeout=30000)


def test_three_actions_from_the_start_to_a_running_crawl(qtbot, window) -> None:
    url = window.crawls.sample.url
    window.start.address.setText(url)  # paste
    qtbot.keyClick(window.start.address, Qt.Key.Key_Return)  # Enter
    qtbot.waitUntil(window.crawls.sheet.start.hasFocus)
    window.crawls.sheet.limits.pages.setValue(5)
    qtbot.keyClick(window.crawls.sheet.start, Qt.Key.Key_Return)  # Start
    assert window.session is not None
    assert window.session.crawl is not None
    assert window.workspace.crawl.isVisible()
    finish(qtbot, window)
    qtbot.waitUntil(lambda: window.workspace.tree.model.rowCount() == 1)
    assert window.session.reader.statistics().documents >= 5
    assert "5 page" in window.messages.text


def test_enter_in_the_address_field_opens_the_sheet_and_does_not_start_the_crawl(qtbot, opened) -> None:
    """Also the second time: the sheet's Start had the keyboard before, and gets it again while Enter is handled."""
    for _ in range(2):
        opened.address.setText("https://example.org/")
        opened.address.setFocus()
        qtbot.keyClick(opened.address, Qt.Key.Key_Return)
        assert opened.crawls.sheet.isVisible()
        assert opened.session.crawl is None
        opened.crawls.sheet.cancel()


def test_nothing_is_created_when_the_sheet_is_cancelled(qtbot, window, tmp_path: Path) -> None:
    window.start.address.setText("https://example.org/")
    qtbot.keyClick(window.start.address, Qt.Key.Key_Return)
    window.crawls.sheet.cancel()
    assert not (tmp_path / "archives").exists()
    assert window.session is None


def test_an_archive_opens_before_all_its_views_are_made(qtbot, window, filled: Archive) -> None:
    """What nobody sees yet is made afterwards, part by part: the window stood still for it."""
    made: list[object] = []
    window.session_opened.connect(lambda: made.append(window.workspace._crawl))
    window.session_opened.connect(lambda: made.append(window.workspace.page._views))
    window.open_archive(filled.path)
    qtbot.waitUntil(lambda: len(made) == 2)
    assert made == [None, None]
    qtbot.waitUntil(lambda: window.workspace._crawl is not None and window.workspace.page._views is not None)


def test_a_crawl_panel_that_was_shown_is_shown_again(qtbot, window, filled: Archive) -> None:
    for shown in (True, False):
        with qtbot.waitSignal(window.session_opened):
            window.open_archive(filled.path)
        assert window.actions_["crawl_panel"].isChecked() != shown
        window.actions_["crawl_panel"].trigger()
        assert window.workspace.crawl.isVisible() == shown
        window.close_archive()


def test_another_place_can_be_chosen_when_the_usual_one_is_gone(
    window, settings, tmp_path: Path, monkeypatch
) -> None:
    (tmp_path / "file").touch()
    settings.setValue("archives/folder", str(tmp_path / "file" / "archives"))
    chosen = tmp_path / "elsewhere.archive"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(chosen), ""))
    window.actions_["new"].trigger()
    assert window.session.path == chosen


def test_opening_what_is_no_archive_is_told_in_the_bar(qtbot, window, tmp_path: Path) -> None:
    window.open_archive(tmp_path)
    qtbot.waitUntil(lambda: window.messages.kind == "error")
    assert str(tmp_path) in window.messages.text


def test_an_archive_is_remembered_while_it_is_open(qtbot, opened, settings) -> None:
    """A program that was killed, or a machine without power, must not lose the way to it."""
    qtbot.waitUntil(lambda: bool(recent.load(settings)))
    assert opened.session is not None
    assert [(entry.name, entry.pages) for entry in recent.load(settings)] == [("Test", 4)]


def test_an_opened_archive_is_remembered_when_it_is_closed(qtbot, opened, settings) -> None:
    opened.close_archive()
    assert opened.session is None
    assert opened.stack.currentWidget() is opened.start
    assert [(entry.name, entry.pages) for entry in recent.load(settings)] == [("Test", 4)]


def test_a_page_chosen_in_the_tree_is_shown(qtbot, opened) -> None:
    workspace = opened.workspace
    qtbot.waitUntil(lambda: workspace.tree.tree.isExpanded(workspace.tree.model.index(0, 0)))
    opened.actions_["next"].trigger()
    qtbot.waitUntil(lambda: workspace.page.url == "http://a.example/")
    assert opened.actions_["compare"].isEnabled()


def test_an_address_in_the_toolbar_opens_the_sheet(qtbot, opened) -> None:
    opened.address.setText("example.org")
    qtbot.keyClick(opened.address, Qt.Key.Key_Return)
    assert opened.crawls.sheet.isVisible()
    assert opened.crawls.sheet.settings().seeds == ("https://example.org/",)


def test_closing_while_a_crawl_runs_asks_once_and_stops_it(qtbot, window, monkeypatch) -> None:
    asked: list[bool] = []
    answers = [False, True]
    monkeypatch.setattr(window.idle, "_may_stop", lambda: asked.append(True) or answers.pop(0))
    window.crawls.try_sample()
    window.crawls.sheet.manners.delay.setValue(0.2)
    window.crawls.sheet.start.click()
    qtbot.waitUntil(lambda: window.session.crawl.progress().pages > 0, timeout=10000)
    window.close()
    assert window.isVisible() and window.session.crawling
    window.close()
    qtbot.waitUntil(lambda: not window.isVisible(), timeout=15000)
    assert asked == [True, True]


def test_a_stopped_crawl_can_be_continued(qtbot, window) -> None:
    window.crawls.try_sample()
    window.crawls.sheet.manners.delay.setValue(0.2)
    window.crawls.sheet.start.click()
    qtbot.waitUntil(lambda: window.session.crawl.progress().pages > 0, timeout=10000)
    window.actions_["stop"].trigger()
    finish(qtbot, window)
    window.actions_.earlier.aboutToShow.emit()
    entries = window.actions_.earlier.actions()
    assert len(entries) == 1 and entries[0].isEnabled()
    window.actions_["continue_last"].trigger()
    assert window.session.crawling
    window.actions_["stop"].trigger()
    finish(qtbot, window)


def test_files_dropped_on_the_start_page_become_an_archive(
    qtbot, window, filled: Archive, tmp_path: Path
) -> None:
    batch = next(filled.path.rglob("*.tw"))
    window.start.import_requested.emit([batch])
    qtbot.waitUntil(lambda: window.imports.last is not None, timeout=10000)
    assert window.session.path.parent == tmp_path / "archives"
    qtbot.waitUntil(lambda: window.workspace.tree.model.rowCount() == 2)


def test_every_action_has_icon_tooltip_and_a_shortcut_of_its_own(opened) -> None:
    seen: dict[str, str] = {}
    for way, action in actions_of(opened.menuBar()):
        assert action.toolTip(), action.text()
        if way.endswith("Copy as"):  # forms of one action, chosen by their names
            continue
        assert not action.icon().isNull(), action.text()
        keys = action.shortcut().toString(QKeySequence.SequenceFormat.PortableText)
        assert keys, action.text()
        assert seen.setdefault(keys, action.text()) == action.text(), keys


def test_every_button_and_field_has_a_name_and_a_tooltip(qtbot, opened) -> None:
    ours = ("widgets.page", "widgets.compare", "widgets.web")
    for sheet in (opened.crawls.sheet, opened.crawls.change_sheet):  # made when they are first wanted
        assert all(group.build() for group in sheet.form.more.groups)
    assert opened.crawls.saved and opened.crawls.logins
    for kind in (QAbstractButton, QLineEdit, QComboBox, QTreeView):
        for control in opened.findChildren(kind):
            owner = control.parent()
            while owner is not None and not type(owner).__module__.startswith("widgets."):
                owner = owner.parent()
            inner = control.objectName().startswith("qt_") or isinstance(control.parent(), QLineEdit)
            unset = (
                isinstance(owner, MessageBar | EmptyState) and control.isHidden()
            )  # named when it is offered
            if inner or unset or owner is None or type(owner).__module__.startswith(ours):
                continue
            name = control.accessibleName() or getattr(control, "text", str)()
            assert name, (type(owner).__name__, type(control).__name__, control.toolTip())
            if kind is not QTreeView and not isinstance(control.parent(), QComboBox):
                assert control.toolTip(), (type(owner).__name__, name)


def test_panels_sizes_and_theme_are_remembered(qtbot, opened, settings) -> None:
    opened.use_theme("dark")
    opened.actions_["crawl_panel"].setChecked(True)
    opened.close_archive()
    assert settings.value("theme") == "dark"
    assert settings.value("window/crawl", False, bool) is True
    assert settings.contains("window/across")
    assert theme.colors().dark


def test_a_change_of_language_is_announced(qtbot, window) -> None:
    window.show_preferences()
    window.preferences.language.setCurrentIndex(2)
    with qtbot.waitSignal(window.language_changed) as told:
        window.preferences.language.activated.emit(2)
    assert told.args == ["zh_CN"]


def test_the_language_that_is_already_chosen_builds_no_other_window(window) -> None:
    told = []
    window.language_changed.connect(told.append)
    box = window.preferences.language
    box.activated.emit(box.currentIndex())
    assert told == []


def test_whether_libreoffice_begins_by_itself_holds_for_the_archive_on_screen_and_the_next(
    qtbot, opened, filled
) -> None:
    assert opened.session.lays_out
    opened.preferences.lay_out.setChecked(False)
    assert not opened.session.lays_out
    path = opened.session.path
    opened.leave_archive()
    opened.open_archive(path)
    qtbot.waitUntil(lambda: opened.session is not None)
    assert not opened.session.lays_out
    opened.preferences.lay_out.setChecked(True)
    assert opened.session.lays_out


def test_preferences_are_kept_as_they_are_changed(window, settings) -> None:
    window.preferences.delay.setValue(4.0)
    window.preferences.workers.setValue(3)
    window.preferences.agent.setText("Library")
    window.preferences.agent.editingFinished.emit()
    kept = (
        settings.value("crawl/delay", 0, float),
        settings.value("crawl/workers", 0, int),
        settings.value("crawl/user_agent"),
    )
    assert kept == (4.0, 3, "Library")


@pytest.mark.parametrize("language", ["en", "zh_CN"])
@pytest.mark.parametrize("name", PAGES)
def test_every_help_page_exists_and_links_only_to_others(language: str, name: str) -> None:
    links: list[str] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
            links.extend(str(value) for key, value in attributes if key == "href")

    text = resources.path("help", language, f"{name}.html").read_text("utf-8")
    Reader().feed(text)
    assert "<h1>" in text
    assert {link.removesuffix(".html") for link in links} <= set(PAGES)


def test_help_shows_pages_and_all_shortcuts(qtbot, window) -> None:
    window.actions_["help"].trigger()
    shown = window.views.help
    assert "Getting started" in shown.page.toPlainText()
    window.actions_["keys"].trigger()
    assert "Ctrl+K" in shown.page.toPlainText()
    shown.close()


def test_back_and_forward_show_again_what_was_looked_at(qtbot, opened) -> None:
    workspace, back, forward = opened.workspace, opened.actions_["back"], opened.actions_["forward"]
    assert not back.isEnabled()
    workspace.show_address("http://a.example/")
    workspace.show_address("http://a.example/news/1.html")
    back.trigger()
    assert workspace.page.url == "http://a.example/" and forward.isEnabled() and not back.isEnabled()
    workspace.show_address("http://a.example/not-there.html")
    assert workspace.page.capture is None
    back.trigger()
    assert workspace.page.url == "http://a.example/"
    workspace.compare_with_previous()
    assert workspace.comparison is not None
    back.trigger()
    assert workspace.comparison is None and workspace.page.url == "http://a.example/"


def test_a_link_to_another_program_is_told_and_the_page_stays(opened) -> None:
    opened.workspace.show_address("http://a.example/")
    opened.workspace.show_address("mailto:somebody@a.example")
    assert "mailto:somebody@a.example" in opened.messages.text
    assert opened.workspace.page.url == "http://a.example/"


def test_a_damaged_capture_is_marked_and_the_link_to_a_whole_version_opens_it(
    qtbot, opened, filled: Archive
) -> None:
    reader = opened.session.reader
    first, last = reader.versions("http://a.example/")
    path = filled.path / last.file
    path.write_bytes(path.read_bytes().replace(b"two", b"tvo"))
    badge = opened.workspace.page.views.header.damage
    opened.workspace.show_capture(last)
    qtbot.waitUntil(badge.isVisible)
    assert "DATA does not have the digest stored with it" in badge.toolTip()
    opened.workspace.show_address(address_of(first.id))
    assert opened.workspace.page.capture == first and not badge.isVisible()
    opened.workspace.show_address(address_of("209912-0000001"))  # a page may name what is not there
    assert opened.workspace.page.capture is None


def test_each_site_keeps_its_zoom(qtbot, opened, settings) -> None:
    page = opened.workspace.page
    opened.workspace.show_address("http://a.example/")
    opened.actions_["zoom_in"].trigger()
    assert page._zoom == SiteZooms(settings).of("a.example") == pytest.approx(1.1)
    opened.workspace.show_address("http://b.example/deep/er/page.html")
    assert page._zoom == 1.0 and page.views.text.view.scale == 1.0
    opened.actions_["zoom_out"].trigger()
    opened.workspace.show_address("http://a.example/news/1.html")
    assert page._zoom == pytest.approx(1.1)
    opened.actions_["zoom_reset"].trigger()
    opened.workspace.show_address("http://b.example/deep/er/page.html")
    assert page._zoom == pytest.approx(0.9)
    assert [SiteZooms(settings).of(site) for site in ("a.example", "b.example")] == [1.0, 0.9]


@pytest.mark.parametrize("written", ["", "[]", "{", '{"a.example": "large"}', '{"a.example": NaN}', "null"])
def test_zooms_that_make_no_sense_are_none(settings, written: str) -> None:
    settings.setValue("view/zooms", written)
    zooms = SiteZooms(settings)
    assert zooms.of("a.example") == 1.0
    zooms.keep("a.example", 99.0)
    assert SiteZooms(settings).of("a.example") == 3.0


def test_a_crawl_that_stores_nothing_says_why(qtbot, window, tmp_path: Path) -> None:
    window.crawls.from_start("http://127.0.0.1:1/", tmp_path / "archives" / "dead.archive")
    window.crawls.sheet.start.click()
    finish(qtbot, window)
    qtbot.waitUntil(lambda: window.messages.kind == "warning", timeout=5000)
    assert "stored no page" in window.messages.text and "could not be reached" in window.messages.text
    window.views.show_log()
    assert not window.workspace.crawl.folded


def test_the_views_of_pages_are_made_when_all_sites_have_come_into_the_tree(
    qtbot, window, fill, make_capture, monkeypatch
) -> None:
    """Each slice of sites lays out the whole tree: both in one turn held up the window for 300 ms with 3000 sites."""
    monkeypatch.setattr(model, "FIRST_SITES", 1)
    monkeypatch.setattr(model, "SITES", 1)
    many = fill(*(make_capture(f"http://site{number}.example/", "<title>T</title>") for number in range(8)))
    still: list[bool] = []
    make = PageArea._make_views

    def made(area: PageArea) -> PageViews:
        still.append(window.workspace.tree.model.more_below(QModelIndex()))
        return make(area)

    monkeypatch.setattr(PageArea, "_make_views", made)
    window.open_archive(many.path)
    qtbot.waitUntil(lambda: bool(still), timeout=10_000)
    assert still == [False] and window.workspace.tree.model.rowCount() == 8


def test_what_compares_is_loaded_in_the_background_once_an_archive_is_open(
    qtbot, window, filled: Archive, monkeypatch
) -> None:
    """Else the first comparison would hold the window up for as long as that takes."""
    here: list[bool] = []
    load = workspace._load_behind

    def loaded() -> None:
        load()
        here.append(threading.current_thread() is threading.main_thread())

    monkeypatch.setattr(workspace, "_load_behind", loaded)
    window.open_archive(filled.path)
    qtbot.waitUntil(lambda: bool(here), timeout=10_000)
    assert here == [False] and "app.blocks.noise.judged" in sys.modules


def test_the_most_used_actions_have_words_unless_somebody_wants_none_or_there_is_no_room(
    qtbot: QtBot, opened: MainWindow, settings: QSettings
) -> None:
    def words() -> list[str]:
        buttons = opened.toolbar.findChildren(QToolButton)
        beside = [
            each for each in buttons if each.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonTextBesideIcon
        ]
        return [each.text() for each in beside]

    for width in (1024, 1280):
        opened.resize(width, 700)
        qtbot.waitUntil(lambda: words() == ["New crawl", "Compare", "Export", "Search"])
        assert opened.width() == width and opened.address.width() >= 200
        assert all(
            opened.toolbar.rect().contains(each.geometry())
            for each in opened.toolbar.findChildren(QToolButton)
            if each.isVisible()
        )
    opened.resize(720, 600)
    qtbot.waitUntil(lambda: words() == [])
    opened.resize(1280, 800)
    opened.preferences.words.click()
    assert words() == [] and settings.value("toolbar/words", True, bool) is False
    opened.preferences.words.click()
    assert len(words()) == 4


def test_scans_are_recognised_unless_that_is_switched_off(opened: MainWindow, settings: QSettings) -> None:
    box = opened.preferences.ocr
    assert box.isChecked()
    try:
        box.click()
        assert recognising.expected() is None
        assert settings.value(OCR, True, bool) is False
    finally:
        recognising.switch(True)
    box.click()
    assert recognising.expected() is not None


@pytest.mark.parametrize("place", ["tree", "filter", "address", "crawl"])
def test_escape_leaves_what_stands_in_front_of_the_page_wherever_the_keyboard_is(
    qtbot, opened, place
) -> None:
    workspace = opened.workspace
    workspace.show_address("http://a.example/")
    qtbot.waitUntil(lambda: workspace._crawl is not None)
    workspace.crawl.show()
    opened.actions_["statistics"].trigger()
    assert workspace.page_hidden
    opened.messages.hide()
    tree, crawl = workspace.tree, workspace.crawl
    target = {"tree": tree.tree, "filter": tree.filter, "address": opened.address, "crawl": crawl}[place]
    target.setFocus()
    qtbot.keyClick(target, Qt.Key.Key_Escape)
    assert not workspace.page_hidden


@pytest.mark.parametrize("field", ["filter", "address"])
def test_export_and_the_search_of_actions_work_while_a_field_has_the_keyboard(
    qtbot, opened, field, monkeypatch
) -> None:
    """A line edit of X11 takes Ctrl+E and Ctrl+K for itself; on other systems it does not."""
    asked: list[str] = []
    for name in ("export", "search"):
        opened.actions_[name].triggered.disconnect()
        opened.actions_[name].triggered.connect(lambda _=False, name=name: asked.append(name))
    edit = opened.workspace.tree.filter if field == "filter" else opened.address
    edit.setFocus()
    for key in (Qt.Key.Key_E, Qt.Key.Key_K):
        override = QKeyEvent(QEvent.Type.ShortcutOverride, key, Qt.KeyboardModifier.ControlModifier)
        override.ignore()
        QApplication.sendEvent(edit, override)
        assert not override.isAccepted()
        qtbot.keyClick(edit, key, Qt.KeyboardModifier.ControlModifier)
    assert asked == ["export", "search"]


def test_the_address_field_names_the_page_on_screen_and_nothing_of_another_archive(
    qtbot, opened, tmp_path: Path
) -> None:
    opened.address.setText("http://somewhere.else/")
    opened.workspace.show_address("http://a.example/news/1.html")
    assert opened.address.text() == "http://a.example/news/1.html"
    opened.workspace.show_address("http://b.example/absent")
    assert opened.address.text() == "http://b.example/absent"
    opened.address.setFocus()
    opened.address.selectAll()
    qtbot.keyClicks(opened.address, "c.ex")
    if opened.address.hasFocus():
        opened.workspace.show_address("http://a.example/")
        assert opened.address.text() == "c.ex"
    opened.create_archive(tmp_path / "other.archive")
    qtbot.waitUntil(lambda: opened.session is not None and opened.session.path.name == "other.archive")
    assert opened.address.text() == ""
