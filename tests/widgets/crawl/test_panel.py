"""The panel follows a crawl, shows earlier ones, and hands on what a person asks of a crawl."""

from __future__ import annotations

import socket
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel, QLineEdit, QPushButton, QTableView

from app.archive.archive import Archive
from app.crawl.frontier.joblist import jobs
from app.crawl.frontier.queue import why
from app.crawl.frontier.summaries import HostRow, host_table
from app.crawl.rules.settings import CrawlSettings
from app.crawl.run.crawl import Crawl
from app.crawl.run.jobcontrol import take_anyway
from app.sampleserver import SampleServer
from tests.widgets.crawl.conftest import LET_GO, PAGES
from widgets.crawl import log as log_model
from widgets.crawl.body import HOSTS, OVERVIEW, QUEUE
from widgets.crawl.head import FIGURES
from widgets.crawl.job_menu import name_of
from widgets.crawl.panel import CrawlPanel
from widgets.kit.figures import caption, meaning
from widgets.session import Session


@pytest.fixture
def session(panel: CrawlPanel) -> Session:
    return panel._session


def test_a_crawl_is_followed_to_its_end(qtbot, panel: CrawlPanel, session: Session) -> None:
    assert panel.head.state.text() == "No crawl yet" and panel.empty.isVisible()
    with SampleServer() as server:
        settings = CrawlSettings(seeds=(server.url,), max_pages=8, delay=0)
        with qtbot.waitSignals(
            [session.crawl_started, session.changed, session.crawl_finished], timeout=20000
        ):
            session.start_crawl(settings)
    log = panel.dashboard.log
    qtbot.waitUntil(lambda: log.model.rowCount() >= 8)
    assert panel.head.figures["pages"].text() == "8"
    qtbot.waitUntil(lambda: panel.dashboard.hosts.model.rowCount() >= 1)
    assert not panel.head.pause.isEnabled() and not panel.head.stop.isEnabled()
    kinds = {log.model.index(row, 1).data() for row in range(log.model.rowCount())}
    assert "Stored" in kinds
    log.show_kind("stored")
    assert 0 < log.view.model().rowCount() <= log.model.rowCount()
    assert session.jobs()[0].state == "finished"
    assert panel.folded


def test_pause_and_go_on(qtbot, panel: CrawlPanel, session: Session) -> None:
    with SampleServer() as server:
        session.start_crawl(CrawlSettings(seeds=(server.url,), delay=0.2))
        panel.toggle_pause()
        qtbot.waitUntil(lambda: session.crawl.progress().state == "paused", timeout=10000)
        qtbot.waitUntil(lambda: panel.head.pause.accessibleName() == "Go on", timeout=3000)
        panel.toggle_pause()
        qtbot.waitUntil(lambda: session.crawl.progress().state == "running", timeout=10000)
        with qtbot.waitSignal(session.crawl_finished, timeout=20000):
            panel.stop_crawl()
    assert session.jobs()[0].state == "stopped"
    assert panel.head.resume.isVisible()
    with qtbot.waitSignal(panel.resume_requested) as asked:
        panel.head.resume.click()
    assert asked.args == [session.jobs()[0].job_id]


def test_figures_come_at_each_beat_charts_and_tables_less_often(
    qtbot, monkeypatch, panel: CrawlPanel, session: Session
) -> None:
    """Drawing takes the interpreter from the crawl."""
    with SampleServer() as server:
        session.start_crawl(CrawlSettings(seeds=(server.url,), delay=5))
        qtbot.waitUntil(lambda: session.crawl.progress().state == "running", timeout=10000)
        now = replace(session.crawl.progress(), pages=0)
        session.crawl_progress.emit(now)
        drawn: list[int] = []
        monkeypatch.setattr(panel.dashboard, "show_progress", lambda progress: drawn.append(progress.pages))
        monkeypatch.setattr("widgets.crawl.panel.DRAW_SECONDS", 3600)
        for pages in range(1, 6):
            session.crawl_progress.emit(replace(now, pages=pages))
            assert panel.head.figures["pages"].text() == str(pages)
        assert drawn == []
        session.crawl_progress.emit(replace(now, pages=6, state="paused"))
        assert drawn == [6], "a change of state is shown at once"
        with qtbot.waitSignal(session.crawl_finished, timeout=20000):
            panel.stop_crawl()


def test_somebody_who_looks_into_it_is_not_interrupted_by_the_end(
    qtbot, panel: CrawlPanel, session: Session, address: str
) -> None:
    with qtbot.waitSignal(session.crawl_finished, timeout=20000):
        session.start_crawl(CrawlSettings(seeds=(address,), delay=0))
        panel.dashboard.show_queue("all")
    assert not panel.folded and panel.dashboard.bar.currentIndex() == QUEUE


def test_a_crawl_of_days_ago_shows_its_figures(qtbot, crawled, panel: CrawlPanel) -> None:
    archive, job_id = crawled
    job = jobs(archive)[0]
    figures = {name: label.text() for name, label in panel.head.figures.items()}
    assert figures["pages"] == str(job.pages) and figures["errors"] == str(job.errors) != "0"
    assert figures["refused"] == str(job.refused) and figures["bytes"].endswith("B")
    qtbot.waitUntil(lambda: panel.dashboard.overview.outcomes.model.rowCount() > 5)
    qtbot.waitUntil(lambda: not panel.dashboard.overview.charts.empty)
    assert panel.job_id == job_id and "not running" in panel.dashboard.overview.idle.text()


def test_what_a_crawl_counts_is_not_called_the_pages_of_the_archive(crawled, panel: CrawlPanel) -> None:
    """Redirects and pages that are gone were answered as well, so the archive has fewer pages."""
    archive, _ = crawled
    job = jobs(archive)[0]
    with archive.reader() as reader:
        assert reader.statistics().documents < job.pages
    assert panel.head.buttons["pages"].accessibleName() == f"Answered {job.pages}"
    panel.head.jobs._fill()
    assert f" · {job.pages} answered · " in panel.head.jobs._menu.actions()[0].text()


@pytest.mark.parametrize("name", ["pages", "queued", "errors", "refused"])
def test_a_figure_opens_exactly_what_it_counts(qtbot, crawled, panel: CrawlPanel, name: str) -> None:
    panel.set_folded(True)
    panel.head.buttons[name].click()
    assert not panel.folded
    number = int(panel.head.figures[name].text())
    view = panel.dashboard.log.view if name == "errors" else panel.dashboard.queue.view
    assert view.isVisibleTo(panel) or not number
    qtbot.waitUntil(lambda: view.model().rowCount() == number, timeout=10_000)


def test_figures_of_speed_open_their_course(crawled, panel: CrawlPanel) -> None:
    panel.dashboard.show_queue("all")
    panel.head.buttons["rate"].click()
    assert panel.dashboard.bar.currentIndex() == OVERVIEW


def test_each_figure_says_what_it_counts(crawled, panel: CrawlPanel) -> None:
    """The same words in the panel, in the table of hosts and in the statistics."""
    for name, button in panel.head.buttons.items():
        assert meaning(FIGURES[name]) in button.toolTip()
    heads = [panel.dashboard.hosts.model.headerData(at, Qt.Orientation.Horizontal) for at in range(8)]
    assert caption("waiting") in heads and caption("errors") in heads


def test_earlier_crawls_can_be_looked_at(
    qtbot, crawled, panel: CrawlPanel, session: Session, address: str
) -> None:
    archive, first = crawled
    Crawl.new(archive, CrawlSettings(seeds=(f"{address}/b",), max_depth=0, delay=0, name="Only B")).run()
    panel.show_job(jobs(archive)[0].job_id)
    panel.head.jobs._fill()
    entries = [action.text() for action in panel.head.jobs._menu.actions()]
    assert len(entries) == 2 and "Only B" in entries[0] and address.removeprefix("http://") in entries[1]
    assert name_of(jobs(archive)[0]) == "Only B" in panel.head.jobs.text()
    panel.head.jobs._menu.actions()[1].trigger()
    assert panel.job_id == first
    qtbot.waitUntil(lambda: panel.dashboard.log.model.rowCount() > 5)


def test_take_it_anyway_queues_the_address_of_a_crawl_at_rest(
    qtbot, crawled, panel: CrawlPanel, address: str
) -> None:
    archive, job_id = crawled
    panel.dashboard.explain(f"{address}/deeper")
    card = panel.dashboard.queue.card
    qtbot.waitUntil(lambda: "Too many links" in card.text.toPlainText())
    with qtbot.waitSignal(panel.told, timeout=5000) as told:
        card.take.click()
    assert "will be fetched when this crawl is continued" in told.args[0]
    found = why(archive, job_id, f"{address}/deeper")
    assert found is not None and found.state == "queued" and found.forced
    qtbot.waitUntil(lambda: "Queued" in card.text.toPlainText())
    assert not card.take.isVisible() and panel.head.figures["queued"].text() == "1"


def test_a_running_crawl_takes_an_address_and_holds_a_host(
    qtbot, panel: CrawlPanel, session: Session, address: str
) -> None:
    host = address.removeprefix("http://")
    LET_GO.clear()  # so that the crawl cannot have ended before it is told to pause
    session.start_crawl(CrawlSettings(seeds=(f"{address}/held",), max_depth=0, delay=0.05, sitemaps=False))
    panel.toggle_pause()
    with qtbot.waitSignal(panel.told, timeout=10_000) as told:
        panel.orders.take(panel.job_id, f"{address}/deeper")
    assert "will be fetched" in told.args[0]
    with qtbot.waitSignal(panel.told, timeout=10_000):
        panel.orders.set_mode(panel.job_id, host, "held")
    assert [(row.host, row.mode) for row in host_table(session.archive, panel.job_id)] == [(host, "held")]
    panel.dashboard.show_tab(HOSTS)
    model = panel.dashboard.hosts.model
    qtbot.waitUntil(lambda: model.rowCount() == 1 and "Held" in model.index(0, 1).data())
    with qtbot.waitSignal(panel.told, timeout=10_000):
        panel.orders.set_mode(panel.job_id, host, "normal")
    with qtbot.waitSignal(session.crawl_finished, timeout=20_000):
        LET_GO.set()
        panel.toggle_pause()
    found = why(session.archive, panel.job_id, f"{address}/deeper")
    assert found is not None and found.state == "done"


def test_an_address_nobody_has_come_across_is_said_to_be_unknown(qtbot, crawled, panel: CrawlPanel) -> None:
    panel.set_folded(True)
    panel.explain("http://never.example/")
    card = panel.dashboard.queue.card
    qtbot.waitUntil(lambda: "has not come across" in card.text.toPlainText())
    assert not panel.folded and card.take.isVisible()


def test_the_dashboard_takes_the_whole_window_and_gives_it_back(qtbot, crawled, panel: CrawlPanel) -> None:
    with qtbot.waitSignal(panel.grown_changed) as told:
        panel.head.grow.click()
    assert told.args == [True]
    with qtbot.waitSignal(panel.grown_changed) as told:
        panel.set_folded(True)
    assert told.args == [False] and panel.folded


def test_a_host_that_nobody_works_on_has_no_next_fetch(panel: CrawlPanel) -> None:
    model = panel.dashboard.hosts.model
    row = HostRow(1, "a.example", 3, 4, 0, 1.5, "held")
    assert [model._text(row, column) for column in range(8)] == [
        "a.example",
        "‖ Held",
        "–",
        "1.5 s",
        "–",
        "3",
        "4",
        "0",
    ]


def test_the_log_is_bounded(monkeypatch, qtbot, light) -> None:
    from datetime import UTC, datetime

    from app.crawl.rules.model import LogEntry

    monkeypatch.setattr(log_model, "KEEP", 30)
    monkeypatch.setattr(log_model, "READ", 20)
    entries = [
        LogEntry(n, datetime.now(UTC), f"http://x/{n}", "refused", "robots", "", "http://x/")
        for n in range(1, 101)
    ]
    log = log_model.LogModel()
    log.follow(lambda after, limit: [entry for entry in entries if entry.number > after][:limit])
    while log.update():
        pass
    assert log.rowCount() == 30
    assert log.index(29, log_model.ADDRESS).data() == "http://x/100"
    assert "robots.txt" in log.index(0, log_model.REASON).data()


def test_a_job_without_a_crawl_database_is_no_job(light, archive: Archive, panel: CrawlPanel) -> None:
    assert panel.job_id == "" and not panel.head.change.isEnabled()
    panel.explain("http://a.example/")
    assert not archive.crawl_db.exists()


def test_every_button_and_field_of_the_dashboard_has_a_name_and_a_tooltip(
    qtbot, crawled, panel: CrawlPanel
) -> None:
    for tab in range(5):
        panel.dashboard.show_tab(tab)
    for kind in (QAbstractButton, QLineEdit, QComboBox):
        for control in panel.findChildren(kind):
            inner = control.objectName().startswith("qt_") or isinstance(
                control.parent(), QLineEdit | QTableView
            )
            unset = control.isHidden() and isinstance(
                control, QPushButton
            )  # named when there is something to say
            if not inner and not unset:
                assert control.toolTip() and (control.accessibleName() or control.text()), control


def test_an_address_that_is_not_in_the_archive_says_why(qtbot, window, crawled, address: str) -> None:
    with qtbot.waitSignal(window.session_opened):
        window.open_archive(crawled[0].path)
    workspace = window.workspace
    workspace.show_address(f"{address}/private/x")
    assert workspace.page.why.isVisible()
    workspace.page.why.click()
    qtbot.waitUntil(lambda: workspace.crawl.isVisible() and not workspace.crawl.folded, timeout=5000)
    card = workspace.crawl.dashboard.queue.card
    qtbot.waitUntil(lambda: "robots.txt" in card.text.toPlainText() and card.take.isVisible())
    workspace.crawl.set_grown(True)
    assert workspace.across.isHidden()
    workspace.crawl.page_requested.emit(f"{address}/a")
    workspace.crawl.set_grown(False)
    assert not workspace.across.isHidden() and workspace.page.url == f"{address}/a"


def test_while_one_crawl_runs_an_earlier_one_cannot_be_continued(
    qtbot, crawled, panel: CrawlPanel, session: Session, address: str
) -> None:
    _, first = crawled
    assert take_anyway(session.archive, first, f"{address}/deeper")
    panel.show_job(first)
    assert panel.head.resume.isVisible() and panel.head.resume.isEnabled()
    session.start_crawl(CrawlSettings(seeds=(address,), delay=0.3))
    panel.show_job(first)
    assert not panel.head.resume.isEnabled() and not panel.head.pause.isEnabled()
    with qtbot.waitSignal(session.crawl_finished, timeout=20_000):
        panel.stop_crawl()
    assert panel.job_id == first and panel.head.resume.isEnabled()


def test_the_panel_says_what_a_crawl_waits_for_and_ends_it_without(
    qtbot, panel: CrawlPanel, session: Session, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A host that takes connections and never answers holds two pictures back; also with the dashboard folded."""
    monkeypatch.setattr("app.crawl.run.schedule.QUIET", 0.1)
    monkeypatch.setattr("widgets.crawl.panel.SHOWN_AFTER", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        host = f"127.0.0.1:{silent.getsockname()[1]}"
        monkeypatch.setitem(
            PAGES, "/held", "".join(f'<img src="http://{host}/{number}.png">' for number in (1, 2))
        )
        session.start_crawl(
            CrawlSettings(
                seeds=(f"{address}/held",),
                scope="prefix",
                delay=0,
                timeout=600,
                obey_robots=False,
                sitemaps=False,
            )
        )
        panel.set_folded(True)
        strip = panel.hold
        qtbot.waitUntil(strip.isVisible, timeout=20000)
        assert host in strip.text.text() and "2 address" in strip.text.text()
        assert panel.height() >= panel.head.height() + strip.height(), "nothing is cut"
        with qtbot.waitSignals([panel.told, session.crawl_finished], timeout=20000):
            strip.finish.click()
    assert session.jobs()[0].state == "finished" and session.jobs()[0].refused == 2
    assert strip.isHidden()


def test_a_crawl_that_left_out_a_silent_host_can_be_continued(
    qtbot, panel: CrawlPanel, session: Session, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A host that takes connections and answers no more; the panel says until when the crawl waits for it."""
    monkeypatch.setattr("app.crawl.run.schedule.QUIET", 0.1)
    monkeypatch.setattr("app.crawl.run.dispatching.LOOK_SECONDS", 0.05)
    monkeypatch.setattr("widgets.crawl.panel.SHOWN_AFTER", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        page = f"http://127.0.0.1:{silent.getsockname()[1]}/page"
        settings = CrawlSettings(
            seeds=(address, page),
            max_depth=0,
            delay=0,
            timeout=0.3,
            retries=50,
            backoff=0.05,
            patience=2.0,
            obey_robots=False,
            sitemaps=False,
        )
        with qtbot.waitSignal(session.crawl_finished, timeout=20000):
            session.start_crawl(settings)
            qtbot.waitUntil(
                lambda: panel.hold.isVisible() and "It ends without them in 0:0" in panel.hold.text.text(),
                timeout=20000,
            )
    job = session.jobs()[0]
    assert (job.state, job.limit_reached, job.unfinished) == ("finished", "not-awaited", True)
    assert panel.head.resume.isVisible() and "stopped answering" in panel.head.state.toolTip()


@pytest.mark.parametrize("folded", [True, False])
def test_no_figure_is_squeezed(qtbot, crawled, panel: CrawlPanel, folded: bool) -> None:
    panel.set_folded(folded)
    for button in panel.head.buttons.values():
        for label in button.findChildren(QLabel):
            qtbot.waitUntil(lambda label=label: label.height() >= label.sizeHint().height())
