"""Crawl again, and fetch what is not there: wherever an address is shown."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from app.archive.archive import Archive
from app.crawl.rules.settings import CrawlSettings
from app.sampleserver import SampleServer
from widgets.page.views import NAMES
from widgets.shell.main_window import MainWindow

HOME, NEWS = "http://a.example/", "http://a.example/news/1.html"


@pytest.fixture
def asked(opened: MainWindow) -> list[tuple[str, list[str]]]:
    """What the workspace is asked to crawl again."""
    found: list[tuple[str, list[str]]] = []
    opened.workspace.again_requested.connect(lambda target, _: found.append((target.kind, target.urls)))
    return found


def choose(menu: QMenu | None, words: str) -> None:
    assert menu is not None
    next(action for action in menu.actions() if words in action.text().replace("&", "")).trigger()


def test_a_page_that_is_not_there_is_fetched_and_shown(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    with SampleServer() as site:
        archive = Archive.create(tmp_path / "one.archive")
        window.use_archive(archive)
        window.crawls.begin(CrawlSettings((site.url,), max_pages=1, delay=0.0))
        qtbot.waitUntil(lambda: not window.session.crawling, timeout=30_000)
        area = window.workspace.page
        window.workspace.show_address(f"{site.url}gallery.html")
        assert area.capture is None and area.fetch.isVisible()
        area.fetch.click()
        qtbot.waitUntil(lambda: area.capture is not None, timeout=30_000)
        assert area.url == f"{site.url}gallery.html" and not area.fetch.isVisible()
        qtbot.waitUntil(lambda: not window.session.crawling, timeout=30_000)
        assert window.session.jobs()[0].settings.seeds == (f"{site.url}gallery.html",)


def test_hits_of_a_search_are_crawled_again_or_opened_in_tabs(
    qtbot: QtBot, opened: MainWindow, asked: list[tuple[str, list[str]]]
) -> None:
    opened.actions_["search_archive"].trigger()
    view = opened.searching.view
    view.field.setText("news")
    qtbot.waitUntil(lambda: view.model.rowCount() == 2, timeout=30_000)
    view.list.selectAll()
    choose(view.menu(), "Crawl these pages again")
    assert [(kind, sorted(urls)) for kind, urls in asked] == [("page", [NEWS, NEWS.replace("1", "2")])]
    opened.workspace.show_address(HOME)
    opened.actions_["search_archive"].trigger()
    view.list.selectAll()
    choose(view.menu(), "new tab")
    assert len(opened.workspace.tabs.pages) == 3 and opened.workspace.page.url == HOME


def test_the_page_that_says_that_nothing_is_there_leads_to_fetching_it(
    qtbot: QtBot, opened: MainWindow, make_capture
) -> None:
    with opened.session.archive.writer() as writer:
        moved = "<title>Moved</title><script>location = '/nowhere.html'</script>"
        writer.store(make_capture("http://a.example/moved.html", moved))
    area = opened.workspace.page
    opened.workspace.show_address("http://a.example/moved.html")
    qtbot.waitUntil(lambda: area.views.page.replay is not None, timeout=20_000)
    replay, found = area.views.page.replay, []

    def there() -> bool:
        where = "(box => box && [box.left, box.top])(document.querySelector('li a')?.getBoundingClientRect())"
        replay.run_script(where, found.append)
        return bool(found) and bool(found[-1])

    qtbot.waitUntil(there, timeout=20_000)
    qtbot.waitUntil(lambda: not replay.cover.isVisible(), timeout=10_000)
    left, top = found[-1]

    def clicked() -> bool:
        where = QPoint(int(left) + 4, int(top) + 6)
        QTest.mouseClick(
            replay.focusProxy().focusProxy(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, where
        )
        return area.url == "http://a.example/nowhere.html"

    qtbot.waitUntil(clicked, timeout=10_000)
    assert area.capture is None and area.fetch.isVisible()


def test_a_link_is_crawled_again_from_the_list_of_links(
    qtbot: QtBot, opened: MainWindow, make_capture, asked: list[tuple[str, list[str]]]
) -> None:
    with opened.session.archive.writer() as writer:
        writer.store(
            make_capture("http://a.example/start.html", f"<title>Start</title><a href='{NEWS}'>news</a>")
        )
    area = opened.workspace.page
    area.views.tabs.setCurrentIndex(NAMES.index("links"))
    opened.workspace.show_address("http://a.example/start.html")
    links = area.views.links
    qtbot.waitUntil(lambda: links.filter.rowCount() == 1, timeout=10_000)
    links.table.selectRow(0)
    links._menu(links.table.visualRect(links.filter.index(0, 0)).center())
    choose(links.findChild(QMenu), "Crawl this page again")
    assert asked == [("page", [NEWS])]


def test_a_page_of_the_tree_and_its_site_are_crawled_again(
    qtbot: QtBot, opened: MainWindow, asked: list[tuple[str, list[str]]]
) -> None:
    for offer in ("Crawl this page again", "Crawl the whole site again"):
        tree = opened.workspace.tree
        tree.select(opened.session.reader.page(NEWS))
        choose(tree.menu(tree.tree), offer)
    assert asked == [("page", [NEWS]), ("site", [HOME])]
