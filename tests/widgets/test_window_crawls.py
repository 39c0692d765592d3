"""Crawls in the main window: repeated by a click, changed while they run, kept; missed ones offered; log-ins."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from app.archive import Archive
from app.crawl import CrawlSettings, Plan, find_plan, plans, save_plan
from app.sampleserver import SampleServer
from widgets.main_window import MainWindow


@pytest.fixture
def site():
    with SampleServer() as server:
        yield server


def test_two_clicks_repeat_a_crawl_every_hour(qtbot, window: MainWindow, site, tmp_path: Path) -> None:
    window.crawls.from_start(site.url, tmp_path / "archives" / "news.archive")
    sheet = window.crawls.sheet
    sheet.templates.buttons["news-front-page"].click()
    sheet.limits.pages.setValue(2)
    sheet.start.click()
    qtbot.waitUntil(lambda: window.session is not None and bool(window.session.jobs()), timeout=20_000)
    qtbot.waitUntil(lambda: not window.session.crawling, timeout=30_000)
    (plan,) = plans(window.session.archive)
    assert plan.schedule == "hourly" and plan.last_job == window.session.jobs()[0].job_id
    assert timedelta(minutes=55) < plan.next_run - datetime.now(UTC) <= timedelta(hours=1)


def test_one_click_crawls_a_site_again_with_the_settings_of_the_last_time(
    qtbot, window: MainWindow, site, tmp_path: Path
) -> None:
    window.crawls.from_start(site.url, tmp_path / "archives" / "site.archive")
    window.crawls.sheet.limits.pages.setValue(3)
    window.crawls.sheet.start.click()
    qtbot.waitUntil(lambda: window.session is not None and len(window.session.jobs()) == 1, timeout=20_000)
    qtbot.waitUntil(lambda: not window.session.crawling, timeout=30_000)
    qtbot.waitUntil(lambda: window.workspace.tree.model.rowCount() == 1)
    window.workspace.tree.tree.clearSelection()
    window.workspace.tree.head.again.click()
    assert window.session.crawling and "crawled again" in window.messages.text
    qtbot.waitUntil(lambda: not window.session.crawling, timeout=30_000)
    first, second = reversed(window.session.jobs())
    assert second.settings == first.settings and second.settings.max_pages == 3
    window.workspace.show_address(site.url)
    window.workspace.page.views.header.again.click()
    qtbot.waitUntil(lambda: len(window.session.jobs()) == 3 and not window.session.crawling, timeout=30_000)
    assert window.session.jobs()[0].settings.max_depth == 0
    window.workspace.tree.select(window.session.reader.page(site.url))
    menu = window.workspace.tree.menu(window.workspace.tree.tree)
    texts = {action.text().replace("&", ""): action for action in menu.actions()}
    assert {"Crawl this page again", "Crawl the whole site again"} <= texts.keys()
    texts["Crawl with other settings…"].trigger()
    assert window.crawls.sheet.isVisible() and window.crawls.sheet.limits.depth.value() == 0


def test_a_site_that_no_crawl_has_fetched_is_asked_about_in_the_sheet(qtbot, opened: MainWindow) -> None:
    opened.workspace.tree.tree.setCurrentIndex(opened.workspace.tree.model.index(1, 0))
    opened.actions_["again"].trigger()
    assert not opened.session.crawling and opened.crawls.sheet.addresses.toPlainText() == "http://b.example/"


def test_what_is_kept_for_later_does_not_run_and_a_taken_name_loses_nothing(qtbot, opened: MainWindow) -> None:
    for _ in range(2):
        opened.crawls.ask("https://example.org/")
        opened.crawls.sheet.name.setText("Example")
        opened.crawls.sheet.save.click()
        qtbot.waitUntil(opened.messages.isVisible)
        qtbot.waitUntil(lambda: "Example" in opened.messages.text)
        if opened.messages.kind == "info":
            opened.messages.hide()
    assert opened.messages.kind == "error"
    assert opened.crawls.sheet.isVisible() and opened.crawls.sheet.name.text() == "Example"
    assert [plan.name for plan in plans(opened.session.archive)] == ["Example"]
    assert not opened.session.jobs()


def test_a_saved_crawl_is_changed_in_the_sheet(qtbot, opened: MainWindow) -> None:
    archive = opened.session.archive
    settings = CrawlSettings(seeds=("https://example.org/",), max_depth=2, trap_budget=7)
    save_plan(archive, Plan("Example", settings, "daily 04:00"))
    opened.actions_["saved_crawls"].trigger()
    qtbot.waitUntil(lambda: len(opened.crawls.saved.rows) == 1)
    opened.crawls.saved.rows[0].edit.click()
    sheet = opened.crawls.sheet
    qtbot.waitUntil(sheet.isVisible)
    assert not sheet.templates.isVisible() and sheet.timetable.text() == "daily 04:00"
    sheet.limits.depth.setValue(3)
    sheet.name.setText("Renamed")
    sheet.start.click()
    qtbot.waitUntil(lambda: [plan.name for plan in plans(archive)] == ["Renamed"])
    found = find_plan(archive, "Renamed")
    assert found.settings == replace(settings, max_depth=3, name="Renamed") and found.schedule == "daily 04:00"


def test_missed_crawls_are_offered_once(qtbot, window: MainWindow, filled: Archive, site) -> None:
    settings = CrawlSettings(seeds=(site.url,), max_pages=1, max_depth=0, delay=0)
    for name in ("First", "Second"):
        save_plan(filled, Plan(name, settings, "hourly"), datetime.now(UTC) - timedelta(days=2))
    window.open_archive(filled.path)
    qtbot.waitUntil(lambda: "2 saved crawl" in window.messages.text, timeout=10_000)
    assert not window.session.crawling
    window.messages._button.click()
    qtbot.waitUntil(lambda: len(window.session.jobs()) == 2 and not window.session.busy, timeout=40_000)
    assert all(plan.next_run > datetime.now(UTC) for plan in plans(window.session.archive))


def test_the_settings_of_a_running_crawl_are_one_key_away(qtbot, window: MainWindow, site, tmp_path: Path) -> None:
    window.crawls.from_start(site.url, tmp_path / "archives" / "site.archive")
    window.crawls.sheet.manners.delay.setValue(0.3)
    window.crawls.sheet.start.click()
    qtbot.waitUntil(lambda: window.session is not None and window.session.crawling, timeout=20_000)
    window.actions_["change_crawl"].trigger()
    sheet = window.crawls.change_sheet
    assert sheet.isVisible()
    qtbot.waitUntil(lambda: window.session.crawl.progress().state == "paused", timeout=10_000)
    qtbot.keyClick(sheet, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: window.session.crawl.progress().state == "running", timeout=10_000)


def test_a_second_crawl_waits_for_the_first(qtbot, window: MainWindow, site, tmp_path: Path) -> None:
    window.crawls.from_start(site.url, tmp_path / "archives" / "site.archive")
    window.crawls.sheet.manners.delay.setValue(0.2)
    window.crawls.sheet.start.click()
    qtbot.waitUntil(lambda: window.session is not None and window.session.crawling, timeout=20_000)
    first = window.session.crawl
    window.crawls.ask(f"{site.url}zh/")
    sheet = window.crawls.sheet
    assert "Begins when" in sheet.summary.text()
    sheet.limits.pages.setValue(1)
    sheet.start.click()
    qtbot.waitUntil(lambda: bool(window.session.plans.waiting), timeout=10_000)
    assert window.session.crawl is first and "It begins when" in window.messages.text
    first.stop()
    qtbot.waitUntil(lambda: len(window.session.jobs()) == 2 and not window.session.busy, timeout=30_000)
    assert window.session.jobs()[0].settings.seeds == (f"{site.url}zh/",)


def test_the_gear_of_the_dashboard_opens_the_settings_of_the_crawl_it_shows(qtbot, window, site, tmp_path) -> None:
    window.crawls.from_start(site.url, tmp_path / "archives" / "site.archive")
    window.crawls.sheet.limits.pages.setValue(1)
    window.crawls.sheet.start.click()
    qtbot.waitUntil(lambda: window.session is not None and bool(window.session.jobs()), timeout=20_000)
    qtbot.waitUntil(lambda: not window.session.crawling, timeout=20_000)
    window.workspace.crawl.change_requested.emit(window.session.jobs()[0].job_id)
    sheet = window.crawls.change_sheet
    assert sheet.isVisible() and sheet.form.limits.pages.value() == 1 and "is not running" in sheet.state.text()


def test_log_ins_are_reached_without_an_archive_and_the_browser_says_what_it_needs(window: MainWindow) -> None:
    window.actions_["logins"].trigger()
    assert window.crawls.logins.isVisible()
    window.crawls.logins.host.setText("lib.example.org")
    window.crawls.logins.browser.click()
    assert "Open an archive first" in window.messages.text and window.crawls.live is None
