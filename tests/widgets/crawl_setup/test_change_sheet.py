"""Changing a crawl that has begun: it pauses, the preview says what the change does, and that is what it does."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.crawl.frontier.queue import queue_count
from app.crawl.rules.settings import CrawlSettings
from app.crawl.run.crawl import Crawl
from widgets.crawl_setup.change_sheet import ChangeSheet
from widgets.session import Session


@pytest.fixture
def session(qapp, archive):
    opened = Session(archive)
    yield opened
    opened.close()


@pytest.fixture
def sheet(stage, settings) -> ChangeSheet:
    return ChangeSheet(settings, stage)


@pytest.fixture
def stopped(archive, site) -> str:
    """A job with a queue that does not run."""
    crawl = Crawl.new(
        archive, CrawlSettings(seeds=(site.url.rstrip("/"),), delay=0, max_pages=6, name="Sample")
    )
    crawl.run()
    from app.crawl.run.jobcontrol import reconfigure_job

    reconfigure_job(archive, crawl.job_id, replace(crawl.settings, max_pages=0))
    assert queue_count(archive, crawl.job_id) > 10
    return crawl.job_id


def previewed(qtbot, sheet: ChangeSheet) -> str:
    qtbot.waitUntil(lambda: "queued" in sheet.card.text.text(), timeout=10_000)
    return sheet.card.text.text()


def test_the_preview_is_what_happens(qtbot, sheet, session, archive, stopped) -> None:
    before = queue_count(archive, stopped)
    sheet.open_for(session, stopped)
    assert "Sample" in sheet.state.text() and "Nothing is changed" in sheet.card.text.text()
    sheet.form.more.field("exclude").control.setPlainText("/zh/")
    said = previewed(qtbot, sheet)
    assert str(before) in said and "Pattern to leave out" in said and sheet.card.more.isVisible()
    assert queue_count(archive, stopped) == before  # only looked
    sheet.card.more.click()
    assert "/zh/" in sheet.card.examples.toPlainText()
    resumed: list[str] = []
    sheet.resume_requested.connect(resumed.append)
    with qtbot.waitSignal(sheet.applied, timeout=10_000):
        sheet.apply.click()
    assert resumed == [stopped]
    after = queue_count(archive, stopped)
    assert after < before and f" {after} stay" in said
    assert not sheet.isVisible()


def test_a_running_crawl_waits_meanwhile_and_goes_on(qtbot, sheet, session, archive, site) -> None:
    crawl = session.start_crawl(CrawlSettings(seeds=(site.url,), delay=0.05, per_host=1))
    qtbot.waitUntil(lambda: crawl.progress().pages > 2, timeout=20_000)
    sheet.open_for(session, crawl.job_id)
    qtbot.waitUntil(lambda: crawl.progress().state == "paused", timeout=10_000)
    sheet.form.limits.links.setValue(0)
    assert "Too deep" in previewed(qtbot, sheet)
    with qtbot.waitSignals([session.crawl_finished, sheet.applied], timeout=20_000):
        sheet.apply.click()
    assert crawl.progress().state == "finished" and crawl.settings.max_depth == 0


def test_cancelling_changes_nothing_and_goes_on(qtbot, sheet, session, site) -> None:
    crawl = session.start_crawl(CrawlSettings(seeds=(site.url,), delay=0.2))
    sheet.open_for(session, crawl.job_id)
    qtbot.waitUntil(lambda: crawl.progress().state == "paused", timeout=10_000)
    sheet.form.limits.links.setValue(0)
    sheet.cancel()
    qtbot.waitUntil(lambda: crawl.progress().state == "running", timeout=10_000)
    assert crawl.settings.max_depth == -1
    with qtbot.waitSignal(session.crawl_finished, timeout=20_000):
        crawl.stop()


def test_what_cannot_be_changed_any_more_cannot_be_touched(sheet, session, stopped) -> None:
    sheet.open_for(session, stopped)
    assert not sheet.form.more.field("canonical").control.isEnabled()
    assert sheet.form.more.field("trap_budget").control.isEnabled()
    sheet.addresses.setPlainText("")
    assert not sheet.apply.isEnabled()
