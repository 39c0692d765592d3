"""The session: changes are announced together, crawls one at a time, closing lets go of everything."""

from __future__ import annotations

import pytest

from app.crawl import CrawlSettings
from app.errors import AddressInvalid
from app.sampleserver import SampleServer
from widgets.crawl_panel import CrawlPanel
from widgets.session import Session


def test_many_commits_are_one_announcement(qtbot, session) -> None:
    told: list[int] = []
    session.changed.connect(told.append)
    for seq in range(session.seq + 1, session.seq + 100):
        session._committed.emit(seq)
    qtbot.waitUntil(lambda: bool(told))
    assert told == [session.seq]


def test_a_crawl_is_followed_to_its_end(qtbot, light, archive) -> None:
    session = Session(archive)
    panel = CrawlPanel(session)
    qtbot.addWidget(panel)
    panel.show()
    with SampleServer() as server:
        settings = CrawlSettings(seeds=(server.url,), max_pages=8, delay=0)
        with qtbot.waitSignals([session.crawl_started, session.changed, session.crawl_finished], timeout=20000):
            session.start_crawl(settings)
    qtbot.waitUntil(lambda: panel.log.rowCount() >= 8)
    assert panel._figures["pages"].text() == "8"
    assert panel.hosts.rowCount() >= 1
    assert not panel.pause.isEnabled() and not panel.stop.isEnabled()
    kinds = {panel.log.index(row, 1).data() for row in range(panel.log.rowCount())}
    assert "Stored" in kinds
    panel.kinds.setCurrentIndex(panel.kinds.findData("stored"))
    assert 0 < panel.log_view.model().rowCount() <= panel.log.rowCount()
    assert session.jobs()[0].state == "finished"
    session.close()


def test_pause_and_go_on(qtbot, light, archive) -> None:
    session = Session(archive)
    panel = CrawlPanel(session)
    qtbot.addWidget(panel)
    with SampleServer() as server:
        session.start_crawl(CrawlSettings(seeds=(server.url,), delay=0.2))
        panel.toggle_pause()
        qtbot.waitUntil(lambda: session.crawl.progress().state == "paused", timeout=10000)
        qtbot.waitUntil(lambda: panel.pause.accessibleName() == "Go on", timeout=3000)
        panel.toggle_pause()
        qtbot.waitUntil(lambda: session.crawl.progress().state == "running", timeout=10000)
        with qtbot.waitSignal(session.crawl_finished, timeout=20000):
            panel.stop_crawl()
    assert session.jobs()[0].state == "stopped"
    session.close()


def test_settings_that_cannot_work_start_nothing(session) -> None:
    with pytest.raises(AddressInvalid):
        session.start_crawl(CrawlSettings(seeds=("nonsense",)))
    assert not session.crawling


def test_the_log_is_bounded(monkeypatch, qtbot, light) -> None:
    from datetime import UTC, datetime

    from app.crawl import LogEntry
    from widgets import crawl_log

    monkeypatch.setattr(crawl_log, "KEEP", 30)
    monkeypatch.setattr(crawl_log, "READ", 20)
    entries = [
        LogEntry(n, datetime.now(UTC), f"http://x/{n}", "refused", "robots", "", "http://x/") for n in range(1, 101)
    ]
    log = crawl_log.LogModel()
    log.follow(lambda after, limit: [entry for entry in entries if entry.number > after][:limit])
    while log.update():
        pass
    assert log.rowCount() == 30
    assert log.index(29, crawl_log.ADDRESS).data() == "http://x/100"
    assert "robots.txt" in log.index(0, crawl_log.REASON).data()


def test_closing_twice_is_harmless(archive, qapp) -> None:
    session = Session(archive)
    session.close()
    session.close()
