"""A newcomer's way through the program: real windows, a real server, a real crawl, everything by clicks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from PySide6.QtCore import QSettings, Qt
from pytestqt.qtbot import QtBot

from app.sampleserver import SampleServer
from widgets.shell.main_window import MainWindow

CRAWL = 60_000  # milliseconds a crawl of the sample site may take on a slow machine


@pytest.fixture
def site() -> Iterator[SampleServer]:
    with SampleServer(edition=1) as server:
        yield server


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    settings = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    settings.setValue("archives/folder", str(tmp_path / "archives"))
    settings.setValue("crawl/delay", 0.0)
    made = MainWindow(settings)
    qtbot.addWidget(made)
    made.resize(1280, 800)
    with qtbot.waitExposed(made):
        made.show()
    yield made
    made.close()


def crawl(qtbot: QtBot, window: MainWindow, address: str) -> None:
    """Paste an address, Enter, Start: the three actions from launch to a running crawl."""
    field = window.address if window.toolbar.isVisible() else window.start.address
    field.clear()
    qtbot.keyClicks(field, address)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(window.crawls.sheet.isVisible)
    qtbot.mouseClick(window.crawls.sheet.start, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.session is not None and not window.crawls.sheet.isVisible())
    qtbot.waitUntil(lambda: not window.session.crawling, timeout=CRAWL)


def path_of(address: str) -> str:
    return unquote(urlsplit(address).path)


def reachable(server: SampleServer, edition: int) -> set[str]:
    """Paths a polite crawler should store: what the site holds, without the forbidden folder and dead ends."""
    files = {path_of(address) for address in server.site.addresses(edition)}
    return {path for path in files if not path.startswith("/private/") and path != "/favicon.ico"}


def test_two_crawls_by_clicks_store_versions_of_what_changed_and_visits_of_the_rest(
    qtbot: QtBot, window: MainWindow, site: SampleServer
) -> None:
    crawl(qtbot, window, site.url)
    session = window.session
    assert session
    first = {path_of(page.url): page for page in session.reader.all_pages()}
    assert reachable(site, 1) <= set(first), reachable(site, 1) - set(first)
    assert not [path for path in first if path.startswith("/private/")]
    calendar = [page for page in session.reader.all_pages() if "/calendar/?" in page.url]
    assert len(calendar) <= 15, "the endless calendar was followed"
    assert all(page.versions == 1 and page.visits == 0 for page in first.values())

    site.edition = 2
    crawl(qtbot, window, site.url)
    second = {path_of(page.url): page for page in session.reader.all_pages()}
    for path in (
        "/visit/",
        "/news/lotus-count.html",
        "/catalogue/stars.html",
        "/downloads/annual-report.pdf",
        "/",
    ):
        assert (second[path].versions, second[path].visits) == (2, 0), path
    for path in ("/about/history.html", "/zh/about.html", "/assets/site.css", "/downloads/leaflet.pdf"):
        assert (second[path].versions, second[path].visits) == (1, 1), path
    assert second["/news/double-lotus.html"].versions == 1
    assert (
        second["/events/dragon-boat.html"].status == 410 and second["/events/dragon-boat.html"].versions == 2
    )
    assert list(session.reader.verify()) == []

    qtbot.waitUntil(lambda: window.messages._button.text() == "What changed?", timeout=10_000)
    window.messages._button.click()
    qtbot.waitUntil(
        lambda: window.changes.view is not None and window.changes.view.changes is not None, timeout=CRAWL
    )
    report = window.changes.view.changes
    assert report.crawls == tuple(job.job_id for job in reversed(session.jobs()))
    states = {path_of(row.url): row.state for row in report.rows}
    assert states["/news/lotus-count.html"] == "changed" and states["/about/history.html"] == "same"
    assert states["/news/double-lotus.html"] == "new" and states["/events/dragon-boat.html"] == "gone"


def test_titles_come_from_the_documents(qtbot: QtBot, window: MainWindow, site: SampleServer) -> None:
    crawl(qtbot, window, site.url)
    assert window.session
    titles = {path_of(page.url): page.title for page in window.session.reader.all_pages()}
    assert titles["/zh/1999/jianjie.html"] and "�" not in titles["/zh/1999/jianjie.html"]
    assert titles["/downloads/snow-on-the-pond.mp3"].startswith("雪落荷塘")
    assert titles["/downloads/old-tape.mp3"].startswith("旧录音带")
    untitled = [
        path
        for path, title in titles.items()
        if path.endswith((".pdf", ".docx", ".xlsx", ".pptx", ".rtf")) and not title
    ]
    assert untitled == []
