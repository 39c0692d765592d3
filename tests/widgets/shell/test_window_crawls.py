"""Crawls in the main window: repeated by a click, changed while they run, kept; missed ones offered; log-ins."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from app.archive.archive import Archive
from app.archive.model import NewCapture
from app.crawl.frontier.joblist import create_job
from app.crawl.plans.plans import Plan, find_plan, plans, save_plan
from app.crawl.rules.settings import CrawlSettings
from app.crawl.run.crawl import Crawl
from app.sampleserver import SampleServer
from widgets.live.recorder import ArchivedPage
from widgets.shell.main_window import MainWindow


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
    window.workspace.tree.select(window.session.reader.page(site.url))  # as it is after a crawl
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
    assert window.crawls.sheet.isVisible() and window.crawls.sheet.limits.links.value() == 0


def test_a_limit_that_ends_a_crawl_is_offered_to_be_changed_and_holds_back_no_known_page(
    qtbot, window: MainWindow, site, tmp_path: Path
) -> None:
    window.crawls.from_start(site.url, tmp_path / "archives" / "site.archive")
    window.crawls.sheet.limits.pages.setValue(3)
    window.crawls.sheet.start.click()
    qtbot.waitUntil(lambda: window.session is not None and len(window.session.jobs()) == 1, timeout=20_000)
    qtbot.waitUntil(lambda: not window.session.crawling, timeout=30_000)
    assert "limit of pages" in window.messages.text
    window.messages.offer.click()
    sheet = window.crawls.change_sheet
    assert sheet.isVisible()
    sheet.form.limits.pages.setValue(6)
    qtbot.waitUntil(sheet.apply.isEnabled, timeout=10_000)
    sheet.apply.click()
    qtbot.waitUntil(
        lambda: not window.session.crawling and window.session.jobs()[0].pages == 6, timeout=30_000
    )
    window.crawls.begin(CrawlSettings(seeds=(site.url,), max_pages=2, delay=0))
    qtbot.waitUntil(lambda: not window.session.crawling, timeout=30_000)
    window.workspace.tree.tree.setCurrentIndex(window.workspace.tree.model.index(0, 0))
    window.workspace.tree.head.again.click()
    qtbot.waitUntil(lambda: not window.session.crawling, timeout=30_000)
    assert window.session.jobs()[0].settings.max_pages >= 6 and window.session.jobs()[0].pages >= 6


def test_hosts_that_did_not_answer_are_asked_again_without_other_settings(
    qtbot, opened: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    resumed: list[str] = []
    monkeypatch.setattr(opened.crawls, "resume", resumed.append)
    words, act = opened.crawls.limit_offer("20261123-1", "not-awaited")
    act()
    assert words == "Go on" and resumed == ["20261123-1"]


def test_a_site_that_no_crawl_has_fetched_is_asked_about_in_the_sheet(qtbot, opened: MainWindow) -> None:
    opened.workspace.tree.tree.setCurrentIndex(opened.workspace.tree.model.index(1, 0))
    opened.actions_["again"].trigger()
    assert not opened.session.crawling and opened.crawls.sheet.addresses.toPlainText() == "http://b.example/"


def test_what_is_kept_for_later_does_not_run_and_a_taken_name_loses_nothing(
    qtbot, opened: MainWindow
) -> None:
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
    sheet.limits.links.setValue(3)
    sheet.name.setText("Renamed")
    sheet.start.click()
    qtbot.waitUntil(lambda: [plan.name for plan in plans(archive)] == ["Renamed"])
    found = find_plan(archive, "Renamed")
    assert (
        found.settings == replace(settings, max_depth=3, name="Renamed") and found.schedule == "daily 04:00"
    )


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


def test_the_settings_of_a_running_crawl_are_one_key_away(
    qtbot, window: MainWindow, site, tmp_path: Path
) -> None:
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


def test_the_gear_of_the_dashboard_opens_the_settings_of_the_crawl_it_shows(
    qtbot, window, site, tmp_path
) -> None:
    window.crawls.from_start(site.url, tmp_path / "archives" / "site.archive")
    window.crawls.sheet.limits.pages.setValue(1)
    window.crawls.sheet.start.click()
    qtbot.waitUntil(lambda: window.session is not None and bool(window.session.jobs()), timeout=20_000)
    qtbot.waitUntil(lambda: not window.session.crawling, timeout=20_000)
    window.workspace.crawl.change_requested.emit(window.session.jobs()[0].job_id)
    sheet = window.crawls.change_sheet
    assert (
        sheet.isVisible() and sheet.form.limits.pages.value() == 1 and "is not running" in sheet.state.text()
    )


def test_log_ins_are_reached_without_an_archive_and_the_browser_says_what_it_needs(
    window: MainWindow,
) -> None:
    window.actions_["logins"].trigger()
    assert window.crawls.logins.isVisible()
    window.crawls.logins.host.setText("lib.example.org")
    window.crawls.logins.browser.click()
    assert "Open an archive first" in window.messages.text and window.crawls.live is None


def test_the_sheet_says_which_open_archive_a_crawl_goes_into(opened: MainWindow) -> None:
    opened.crawls.ask("https://example.org/")
    assert opened.session.path.name in opened.crawls.sheet.kept_in.text()


def test_an_unfinished_crawl_is_offered_when_the_archive_is_opened(
    qtbot, window: MainWindow, tmp_path: Path
) -> None:
    archive = Archive.create(tmp_path / "left.archive", "Left")
    with SampleServer() as server:
        crawl = Crawl.new(archive, CrawlSettings(seeds=(server.url,), delay=0.2))
        crawl.start()
        qtbot.waitUntil(lambda: crawl.progress().pages > 0, timeout=20_000)
        crawl.stop()
        crawl.join()
        archive.close()
        with qtbot.waitSignal(window.session_opened):
            window.open_archive(tmp_path / "left.archive")
        assert "has not finished" in window.messages.text and server.url in window.messages.text
        window.messages._button.click()
        qtbot.waitUntil(lambda: window.session.crawling, timeout=10_000)
        window.session.crawl.stop()
        qtbot.waitUntil(lambda: not window.session.crawling, timeout=20_000)


def test_a_finished_crawl_is_not_offered(qtbot, opened: MainWindow) -> None:
    assert not opened.messages.isVisible()


@pytest.mark.parametrize("reading", ["an address that is not archived", "the report of the archive"])
def test_the_end_of_a_crawl_does_not_replace_what_is_being_read(
    qtbot, opened: MainWindow, site, reading: str
) -> None:
    if reading == "the report of the archive":
        opened.workspace.show_integrity("statistics")
    else:
        opened.workspace.show_address("http://nowhere.example/")
    opened.crawls.begin(CrawlSettings(seeds=(site.url,), max_pages=3, delay=0))
    with qtbot.waitSignal(opened.session.crawl_finished, timeout=30_000):
        pass
    assert opened.workspace.page.url != site.url
    assert opened.workspace.page_hidden is (reading == "the report of the archive")


def test_starting_a_repeated_crawl_says_that_it_is_kept(qtbot, opened: MainWindow, site) -> None:
    opened.crawls.ask(site.url)
    sheet = opened.crawls.sheet
    sheet.limits.pages.setValue(3)
    sheet.manners.delay.setValue(0.5)
    sheet.timetable.show_text("daily 04:00")
    sheet.start.click()
    qtbot.waitUntil(lambda: "is kept among the saved crawls, repeated daily at 04:00" in opened.messages.text)
    qtbot.waitUntil(lambda: not opened.session.crawling, timeout=30_000)


def test_the_status_line_counts_what_the_live_browser_has_stored(
    qtbot, opened: MainWindow, make_capture: Callable[..., NewCapture]
) -> None:
    qtbot.waitUntil(lambda: "version" in opened.figures.text())
    before = opened.figures.text()
    with opened.session.archive.writer() as writer:
        writer.store(make_capture("http://live.example/", "<title>Live</title>"))
    opened.crawls._archived(ArchivedPage("http://live.example/", "Live", 0, 10, "live-1"))
    qtbot.waitUntil(lambda: opened.figures.text() != before)
    assert opened.figures.text().startswith("5 page(s)")


def test_crawls_that_have_no_room_in_a_menu_stand_in_one_of_their_own(qtbot, opened: MainWindow) -> None:
    for number in range(15):
        create_job(opened.session.archive, CrawlSettings(seeds=(f"https://s{number}.example/",)))
    menu = opened.actions_.earlier
    menu.aboutToShow.emit()
    entries = menu.actions()
    assert len(entries) == 13 and entries[-1].text().startswith("3 earlier crawl")
    assert [action.text().split("//")[1][:11] for action in entries[-1].menu().actions()] == [
        "s2.example/",
        "s1.example/",
        "s0.example/",
    ]
