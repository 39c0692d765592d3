"""The crawl sheet: fields become settings, broken input is told, and the sentences name concrete places."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from app.crawl.settings import CrawlSettings
from widgets.crawl_sheet import CrawlSheet


@pytest.fixture
def stage(qtbot, light) -> QWidget:
    made = QWidget()
    made.resize(1000, 700)
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.fixture
def sheet(stage, settings) -> CrawlSheet:
    return CrawlSheet(settings, stage)


def test_with_a_good_address_one_key_starts(qtbot, sheet) -> None:
    sheet.open_for("https://www.example.org/")
    qtbot.waitUntil(sheet.start.hasFocus)
    with qtbot.waitSignal(sheet.start_requested) as started:
        qtbot.keyClick(sheet.start, Qt.Key.Key_Return)
    assert started.args == [CrawlSettings(seeds=("https://www.example.org/",))]
    assert sheet.isHidden()


def test_every_field_reaches_the_settings(sheet) -> None:
    sheet.open_for("example.org/docs/ https://other.example/")
    sheet.scope.choose("prefix")
    sheet.limits.pages.setValue(200)
    sheet.limits.depth.setValue(3)
    sheet.limits.minutes.setValue(10)
    sheet.limits.size.setValue(50)
    sheet.manners.delay.setValue(2.5)
    sheet.manners.robots.setChecked(False)
    sheet.manners.requisites.setChecked(False)
    sheet.advanced.include.setPlainText("/docs/\n\n/more/")
    sheet.advanced.exclude.setPlainText(r"\?print")
    sheet.advanced.workers.setValue(4)
    sheet.advanced.per_host.setValue(1)
    sheet.advanced.timeout.setValue(12)
    sheet.advanced.cap.setValue(7)
    sheet.advanced.agent.setText("Someone")
    assert sheet.settings() == CrawlSettings(
        seeds=("https://example.org/docs/", "https://other.example/"), scope="prefix", include=("/docs/", "/more/"),
        exclude=(r"\?print",), max_pages=200, max_depth=3, max_minutes=10.0, max_bytes=50 << 20, delay=2.5,
        obey_robots=False, requisites=False, workers=4, per_host=1, timeout=12.0, size_cap=7 << 20,
        user_agent="Someone",
    )  # fmt: skip


def test_defaults_come_from_the_preferences(stage, settings) -> None:
    settings.setValue("crawl/delay", 3.5)
    settings.setValue("crawl/workers", 2)
    settings.setValue("crawl/user_agent", "Library")
    sheet = CrawlSheet(settings, stage)
    sheet.open_for("https://example.org/")
    made = sheet.settings()
    assert (made.delay, made.workers, made.user_agent) == (3.5, 2, "Library")


def test_a_site_on_this_computer_is_not_waited_for(sheet) -> None:
    sheet.open_for("http://127.0.0.1:8000/")
    assert sheet.settings().delay == 0
    sheet.open_for("https://example.org/")
    assert sheet.settings().delay == 1


@pytest.mark.parametrize("text", ["", "   ", "not-an-address", "ftp://example.org/", "https://ok.example/ nope"])
def test_without_good_addresses_it_cannot_start(sheet, text: str) -> None:
    sheet.open_for(text)
    assert not sheet.start.isEnabled()
    assert sheet.summary.text()


def test_a_broken_pattern_is_told_while_it_is_typed(sheet) -> None:
    sheet.open_for("https://example.org/")
    sheet.advanced.toggle.click()
    sheet.advanced.exclude.setPlainText("(abc")
    assert not sheet.start.isEnabled()
    assert "(abc" in sheet.advanced.problem.text()
    assert sheet.advanced.exclude.property("bad") is True
    sheet.advanced.exclude.setPlainText("(abc)")
    assert sheet.start.isEnabled()
    assert sheet.advanced.problem.isHidden()


def test_each_scope_names_what_it_means(sheet) -> None:
    sheet.open_for("https://www.lib.pku.edu.cn/portal/news.html")
    said = {scope: label.text() for scope, label in sheet.scope.sentences.items()}
    assert "www.lib.pku.edu.cn" in said["host"]
    assert "www.lib.pku.edu.cn/portal/" in said["prefix"]
    assert "pku.edu.cn" in said["domain"] and "lib.pku" not in said["domain"]
    assert "www.lib.pku.edu.cn" in said["any"]


def test_the_summary_says_what_will_happen(sheet) -> None:
    sheet.open_for("https://example.org/")
    assert "without a limit" in sheet.summary.text()
    sheet.limits.pages.setValue(5)
    sheet.manners.robots.setChecked(False)
    assert "5 page" in sheet.summary.text()
    assert "robots.txt" in sheet.summary.text()


def test_escape_cancels_and_starts_nothing(qtbot, sheet) -> None:
    sheet.open_for("https://example.org/")
    with qtbot.assertNotEmitted(sheet.start_requested), qtbot.waitSignal(sheet.closed):
        qtbot.keyClick(sheet, Qt.Key.Key_Escape)
    assert sheet.isHidden()


def test_the_page_below_stays_in_sight(stage, sheet) -> None:
    sheet.open_for("https://example.org/")
    assert sheet.width() < stage.width() * 0.6
    stage.resize(1400, 800)
    assert sheet.geometry().right() == stage.width() - 1
    assert sheet.height() == stage.height()
