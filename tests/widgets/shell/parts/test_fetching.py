"""What a page lacks is told, fetched by one click as it is today, and shown."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QListWidget, QMenu

from app.archive.archive import Archive
from app.archive.model import NewCapture
from app.crawl.plans.again import parts_of_page
from app.crawl.rules.settings import CrawlSettings
from app.sampleserver import SampleServer
from widgets.page.missing import joined
from widgets.shell.main_window import MainWindow


@pytest.fixture
def site():
    with SampleServer() as server:
        yield server


@pytest.fixture
def page(qtbot, window: MainWindow, site, fill: Callable[..., Archive], make_capture) -> Callable[[str], str]:
    """Opens an archive that holds one page of the sample site and nothing else."""

    def keep(body: str) -> str:
        new: NewCapture = make_capture(f"{site.url}made.html", f"<title>Made</title>{body}")
        archive = fill(new)
        with qtbot.waitSignal(window.session_opened):
            window.open_archive(archive.path)
        window.workspace.show_address(new.url)
        return new.url

    return keep


def lacks(window: MainWindow) -> list[str]:
    return sorted(url.rpartition("/")[2] for url in window.workspace.page.views.header._missing)


def fetch(window: MainWindow) -> None:
    """As a person does it: the badge, then the entry of its list."""
    menu = window.workspace.page.views.header.show_missing_list()
    assert isinstance(menu, QMenu)
    next(action for action in menu.actions() if action.text() == "Fetch what is missing").trigger()
    menu.close()


def test_what_a_page_asks_for_and_what_it_names_is_missing_once(qtbot, window: MainWindow, page) -> None:
    lazy = "<p style='height:60000px'></p><img loading=lazy src=far.png>"
    page(f"<link rel=stylesheet href=style.css><img src='near picture.png'>{lazy}")
    qtbot.waitUntil(lambda: len(lacks(window)) == 3, timeout=20_000)
    area = window.workspace.page
    qtbot.waitUntil(lambda: len(area.views.page.missing()) >= 2, timeout=20_000)
    assert lacks(window) == ["far.png", "near%20picture.png", "style.css"]
    assert area.views.header.missing.text().startswith("3 ")


def test_one_click_brings_what_is_missing_and_shows_the_page_again(
    qtbot, window: MainWindow, page, site, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = page("<link rel=stylesheet href=assets/site.css><img src=nowhere.png><h1>Hello</h1>")
    area, session = window.workspace.page, window.session
    shown = area.capture
    qtbot.waitUntil(lambda: len(lacks(window)) == 2, timeout=20_000)
    fetch(window)
    assert "of the page are fetched as they are today" in window.messages.text
    qtbot.waitUntil(lambda: not session.crawling, timeout=60_000)
    assert window.messages.text.startswith("1 of 2 missing") and "came." in window.messages.text
    assert "404" in window.messages.text
    assert session.reader.page(f"{site.url}assets/site.css").status == 200
    assert len(session.reader.versions(url)) == 1, "the page itself was not fetched again"
    assert area.capture.id == shown.id
    qtbot.waitUntil(lambda: area.views.page.replay.ready and lacks(window) == [], timeout=20_000)
    # what the server had not got is not the same as what is here
    header = area.views.header
    qtbot.waitUntil(lambda: header.missing.text() == "1 answered with an error", timeout=20_000)
    menu = header.show_missing_list()
    assert menu.findChild(QListWidget).item(0).text() == f"404  {site.url}nowhere.png"
    menu.close()


def test_fetching_waits_for_the_crawl_that_runs(qtbot, window: MainWindow, page, site) -> None:
    page("<link rel=stylesheet href=assets/site.css>")
    session = window.session
    qtbot.waitUntil(lambda: lacks(window) == ["site.css"], timeout=20_000)
    # two pages would be fetched before it is paused, on a busy machine, and the crawl at its end
    window.crawls.begin(CrawlSettings((f"{site.url}",), max_pages=30, delay=0.0))
    session.crawl.pause()
    assert session.crawling
    fetch(window)
    qtbot.waitUntil(lambda: "when what is running now has finished" in window.messages.text, timeout=20_000)
    session.crawl.unpause()
    qtbot.waitUntil(lambda: "1 of 1 missing" in window.messages.text, timeout=60_000)


def test_the_settings_of_the_page_hold_without_what_narrowed_it() -> None:
    former = CrawlSettings(
        ("http://a.example/",),
        exclude=(r"\.css$",),
        content_types=("text/html",),
        languages=("zh",),
        delay=7.0,
        obey_robots=True,
        contact="mailto:a@b.example",
        max_pages=10,
        headers=(("X", "y"),),
    )
    made = parts_of_page(former, ["http://cdn.example/style.css"])
    assert made.seeds == ("http://cdn.example/style.css",) and made.max_depth == 0 and not made.max_pages
    assert not made.exclude and not made.content_types and not made.languages and not made.sitemaps
    assert (made.delay, made.obey_robots, made.contact, made.headers) == (
        7.0,
        True,
        "mailto:a@b.example",
        (("X", "y"),),
    )


def test_an_address_spelled_in_two_ways_is_missing_once() -> None:
    asked = ["https://a.example/%E5%9B%BE.png", "http://a.example/b.png"]
    named = ["http://a.example/图.png", "https://a.example/b.png", "http://a.example/c.png"]
    assert joined(asked, named) == [*asked, "http://a.example/c.png"]


def test_what_no_crawl_can_fetch_is_told(qtbot, window: MainWindow, page) -> None:
    page("<h1>Hello</h1>")
    window.fetching.fetch(window.workspace.page.capture, ["http://", "ftp://a.example/x"])
    assert "No crawl can fetch" in window.messages.text and not window.session.crawling
