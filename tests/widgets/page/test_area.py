"""The page area as a whole: real replay, tabs that load when seen, versions, redirects, absence."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.archive.archive import Archive
from app.archive.model import Capture, NewCapture
from widgets.kit import jobs
from widgets.page.area import PageArea
from widgets.page.links import LinksTab
from widgets.session import Session

HOME = "http://library.example/"


@pytest.fixture
def area(qtbot: QtBot, session: Session) -> PageArea:
    made = PageArea(session)
    qtbot.addWidget(made)
    made.resize(1000, 700)
    made.show()
    return made


def test_without_a_page_it_says_what_it_is_for(area: PageArea) -> None:
    assert area.empty.isVisible() and area.empty.sentence.text()


def test_an_empty_archive_offers_no_page_to_choose(qtbot: QtBot, area: PageArea, session: Session) -> None:
    chosen, session.seq = session.seq, 0
    area.refresh()
    empty = area.empty.sentence.text()
    session.seq = chosen
    session.changed.emit(chosen)
    assert "Choose" not in empty and "Choose" in area.empty.sentence.text()


def test_the_zoom_chosen_before_the_first_page_is_that_of_the_page(qtbot: QtBot, area: PageArea) -> None:
    area.set_zoom(1.5)
    assert area._views is None
    area.show_page(HOME)
    assert area.views.text.view.scale == 1.5


def test_a_page_is_replayed_with_header_and_missing_resources(qtbot: QtBot, area: PageArea) -> None:
    area.show_page(HOME)
    assert area.views.header.title.full_text() == "City Library 城市图书馆"
    assert area.views.header.address.full_text() == HOME
    assert "3" in area.views.header.date.text()
    qtbot.waitUntil(
        lambda: area.views.page.replay is not None and area.views.page.missing() == [HOME + "lost.png"],
        timeout=20_000,
    )
    qtbot.waitUntil(lambda: area.views.header.missing.isVisible())
    menu = area.views.header.show_missing_list()
    assert menu is not None
    menu.close()
    area.views.header.copy.click()
    assert QGuiApplication.clipboard().text() == HOME


def test_choosing_a_version_shows_that_one(qtbot: QtBot, area: PageArea, session: Session) -> None:
    first = session.reader.versions(HOME)[0]
    area.show_page(HOME)
    area.views.strip.step(-1)
    area.views.strip.step(-1)
    assert area.capture == first
    area.views.tabs.setCurrentWidget(area.views.text)
    qtbot.waitUntil(lambda: "Edition 0" in area.views.text.view.toPlainText())


def test_only_the_tab_that_is_seen_loads(qtbot: QtBot, area: PageArea) -> None:
    area.views.tabs.setCurrentWidget(area.views.source)
    area.show_page(HOME)
    qtbot.waitUntil(lambda: "Edition 2" in area.views.source.view.toPlainText())
    replay = area.views.page.replay
    assert (replay is None or replay.capture is None) and area.views.text.view.toPlainText() == ""


def test_the_original_is_saved_whichever_tab_is_seen(
    qtbot: QtBot, area: PageArea, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The button above the tabs did nothing unless the page itself had been shown."""
    chosen = tmp_path / "saved.html"
    monkeypatch.setattr("widgets.page.page_tab.QFileDialog.getSaveFileName", lambda *_: (str(chosen), ""))
    area.show_page(HOME)
    area.views.tabs.setCurrentIndex(1)
    area.views.header.saving.emit()
    qtbot.waitUntil(lambda: chosen.exists() and chosen.stat().st_size > 0)
    assert b"City Library" in chosen.read_bytes()


def test_a_visit_shows_the_version_it_confirms(qtbot: QtBot, area: PageArea, session: Session) -> None:
    visit = session.reader.versions(HOME, visits=True)[-1]
    assert visit.kind == "visit"
    area.views.tabs.setCurrentWidget(area.views.source)
    area.show_capture(visit)
    qtbot.waitUntil(lambda: "Edition 2" in area.views.source.view.toPlainText())
    assert area.views.strip.current_id() == visit.base


def test_a_redirect_names_its_target_and_can_be_followed(qtbot: QtBot, area: PageArea) -> None:
    area.show_page(HOME + "old")
    qtbot.waitUntil(lambda: area.views.page.follow.isVisible())
    with qtbot.waitSignal(area.address_activated) as asked:
        area.views.page.follow.click()
    assert asked.args == [HOME + "about"]


def test_a_document_gets_a_card_with_its_text_and_its_original(
    qtbot: QtBot, area: PageArea, tmp_path: Path
) -> None:
    area.show_page(HOME + "notes.rtf")
    qtbot.waitUntil(lambda: "Plain words" in area.views.page.card.excerpt.text())
    with qtbot.waitSignal(area.saved):
        area.views.page.save_to(tmp_path / "notes.rtf", area.capture)
    assert (tmp_path / "notes.rtf").read_bytes().startswith(b"{\\rtf1")
    area.views.page.card.show_text.click()
    assert area.views.tabs.currentWidget() is area.views.text


def test_an_address_that_is_not_archived_can_be_crawled(qtbot: QtBot, area: PageArea) -> None:
    area.show_page("http://elsewhere.example/")
    assert area.empty.isVisible()
    with qtbot.waitSignal(area.crawl_requested) as asked:
        area.crawl.click()
    assert asked.args == ["http://elsewhere.example/"]


def test_a_new_version_appears_in_the_strip_and_the_page_stays(
    qtbot: QtBot, area: PageArea, session: Session, make_capture: Callable[..., NewCapture]
) -> None:
    area.views.tabs.setCurrentWidget(area.views.source)
    area.show_page(HOME)
    shown = area.capture
    with session.archive.writer() as writer:
        writer.store(make_capture(HOME, "<title>New</title><p>Edition 3", minutes=9999))
        writer.commit()
    with qtbot.waitSignal(session.changed):
        session.refresh()
    assert len(area.views.strip.timeline.versions) == 4 and area.capture == shown
    assert "4" in area.views.header.date.text()


def test_a_link_in_the_page_is_reported(qtbot: QtBot, area: PageArea) -> None:
    area.show_page(HOME)
    qtbot.waitUntil(lambda: area.views.page.replay is not None)
    with qtbot.waitSignal(area.address_activated) as asked:
        area.views.page.replay.link_activated.emit(HOME + "about")
    assert asked.args == [HOME + "about"]


def test_words_of_a_document_that_has_no_page_are_looked_for_in_its_text(
    qtbot: QtBot, area: PageArea
) -> None:
    area.show_page(HOME + "notes.rtf")
    qtbot.waitUntil(area.views.page.card.isVisible)
    area.open_find()
    bar = area.views.text.find_bar
    assert area.views.tabs.currentWidget() is area.views.text and bar.isVisible()
    qtbot.keyClicks(bar.field, "words")  # before or after the text is there
    qtbot.waitUntil(lambda: bar.total == 1, timeout=20_000)


def test_words_are_found_in_the_rendered_page(qtbot: QtBot, area: PageArea) -> None:
    area.show_page(HOME)
    qtbot.waitUntil(lambda: area.views.page.replay is not None)
    with qtbot.waitSignal(area.views.page.replay.loaded, timeout=20_000):
        pass
    area.open_find()
    find = area.views.page.find_bar
    assert find.isVisible()
    find.field.setText("page")
    qtbot.waitUntil(lambda: find.hits == 2)
    assert find.count.text().startswith("1")
    find.next()
    qtbot.waitUntil(lambda: find.count.text().startswith("2"))
    find.field.setText("nowhere to be found")
    qtbot.waitUntil(lambda: find.hits == 0)
    find.close_bar()
    assert not find.isVisible()


def test_the_find_bar_goes_when_another_tab_page_or_view_is_shown(qtbot: QtBot, area: PageArea) -> None:
    area.show_page(HOME)
    tabs, page, text = area.views.tabs, area.views.page, area.views.text

    def sought() -> None:
        area.open_find()
        text.find_bar.field.setText("nowhere to be found")
        qtbot.waitUntil(lambda: text.find_bar.count.text() == "Not found")

    tabs.setCurrentWidget(text)
    sought()
    tabs.setCurrentWidget(page)
    tabs.setCurrentWidget(text)
    assert not text.find_bar.isVisible(), "another tab was shown in between"
    sought()
    area.show_page(HOME + "about")
    assert not text.find_bar.isVisible(), "another page is shown"
    sought()
    area.views.hide()  # a comparison or a report stands in its place
    area.views.show()
    assert not text.find_bar.isVisible()
    area.seek("words")
    assert text.find_bar.isVisible() and text.find_bar.field.text() == "words"


def test_the_zoom_holds_for_pages_shown_later(qtbot: QtBot, area: PageArea) -> None:
    area.set_zoom(1.5)
    area.show_page(HOME)
    qtbot.waitUntil(lambda: area.views.page.replay is not None)
    qtbot.waitUntil(lambda: area.views.page.replay.zoom() == pytest.approx(1.5), timeout=20_000)
    area.show_page(HOME + "about")
    with qtbot.waitSignal(area.views.page.replay.loaded, timeout=20_000):
        pass
    qtbot.waitUntil(lambda: area.views.page.replay.zoom() == pytest.approx(1.5))
    told: list[float] = []
    area.zoomed.connect(told.append)
    area.views.page.replay.set_zoom(2.0)  # as Ctrl and the wheel do
    qtbot.waitUntil(lambda: told == [2.0])


def test_a_document_without_title_is_called_by_its_file_name(area: PageArea) -> None:
    area.show_page(HOME + "blob")
    assert area.views.header.title.full_text() == "blob"


def test_a_badge_keeps_room_beside_its_words_without_margins(qtbot: QtBot, area: PageArea) -> None:
    badge = area.views.header.type
    badge.show_text("Web page", "muted")
    badge.setContentsMargins(0, 0, 0, 0)
    words = badge.fontMetrics().horizontalAdvance("Web page")
    assert min(badge.sizeHint().width(), badge.minimumSizeHint().width()) >= words + 16


def test_a_damaged_capture_is_told_and_the_look_for_damage_goes_with_the_page(
    qtbot: QtBot, area: PageArea, session: Session
) -> None:
    last = session.reader.versions(HOME)[-1]
    path = session.archive.path / last.file
    data = bytearray(path.read_bytes())
    data[last.end - 9] ^= 0x5A
    path.write_bytes(data)
    area.show_page(HOME)
    badge = area.views.header.damage
    qtbot.waitUntil(lambda: badge.isVisible() and badge.text() == "Damaged", timeout=10_000)
    for leave in (area.clear, lambda: area.show_page(HOME + "about"), lambda: area.show_page(HOME + "none")):
        area.show_page(HOME)
        assert not badge.isVisible()
        area._load_tab()
        looking = area._damage._task
        leave()
        assert looking is not None and looking.cancelled and area._damage._task is None
    area.show_page(HOME)
    assert area._damage._task is None  # a page that is only passed on the way to another is not looked at
    area.show_page(HOME + "about")
    qtbot.waitUntil(lambda: area._checked != "" and not area._damage.busy, timeout=10_000)
    assert not badge.isVisible()


def test_links_and_headers_meet_a_chinese_path_however_it_is_written(
    qtbot: QtBot, archive: Archive, make_capture: Callable[..., NewCapture]
) -> None:
    """Raw in the page, escaped in the record: the row says yes, opening it shows the page, its header is readable."""
    stored = "http://a.test/%E5%8C%97%E4%BA%AC/"
    page = '<a href="/北京/">one</a> <a href="/s?q=北京">two</a>'.encode("gbk")
    with archive.writer() as writer:
        writer.store(make_capture("http://a.test/", page, media_type="text/html; charset=gbk"))
        writer.store(make_capture(stored, "<p>no title"))
        writer.store(make_capture("http://a.test/s?q=%B1%B1%BE%A9", "<title>Found</title>"))
        writer.commit()
    session = Session(archive)
    tab, area = LinksTab(session, None), PageArea(session)
    for widget in (tab, area):
        qtbot.addWidget(widget)
    tab.load(session.reader.latest_version("http://a.test/"))
    qtbot.waitUntil(lambda: tab.model.rowCount() == 2)
    assert [tab.model.row(n).status for n in range(2)] == [200, 200]
    with qtbot.waitSignal(tab.link_activated) as asked:
        tab.table.activated.emit(tab.filter.index(0, 0))
    area.show_page(*asked.args)
    assert area.capture is not None and area.capture.url == stored
    assert area.views.header.address.full_text() == "http://a.test/北京/"
    assert area.views.header.title.full_text() == "http://a.test/北京/"
    jobs.wait_all()
    session.close()


def test_words_of_a_search_are_marked_in_the_text_of_what_has_no_words_as_a_page(
    qtbot: QtBot, area: PageArea
) -> None:
    area.show_page(HOME + "notes.rtf")
    area.seek("PLAIN")
    bar = area.views.text.find_bar
    assert area.views.tabs.currentWidget() is area.views.text and bar.isVisible()
    qtbot.waitUntil(lambda: bar.total == 1, timeout=20_000)


def test_the_version_on_screen_is_dragged_out_by_the_picture_beside_its_title(
    qtbot: QtBot, area: PageArea, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: list[str] = []

    def drag_out(archive: Archive, captures: Callable[..., tuple[Capture, ...]], _source: object) -> None:
        with archive.reader() as reader:
            taken.extend(capture.url for capture in captures(reader))

    monkeypatch.setattr("widgets.page.area.drag_out", drag_out)
    area.show_page(HOME + "about")
    picture = area.views.header._picture
    QTest.mousePress(picture, Qt.MouseButton.LeftButton, pos=QPoint(2, 2))
    QTest.mouseMove(picture, QPoint(60, 60))
    assert taken == [HOME + "about"]


def test_words_that_were_sought_are_marked_in_every_tab_until_the_bar_is_closed(
    qtbot: QtBot, area: PageArea
) -> None:
    area.show_page(HOME)
    area.views.tabs.setCurrentWidget(area.views.text)
    area.seek("Library")
    bar = area.views.text.find_bar
    qtbot.waitUntil(lambda: bar.total > 0, timeout=20_000)
    area.views.tabs.setCurrentWidget(area.views.source)
    other = area.views.source.find_bar
    assert other.isVisible() and other.field.text() == "Library" and not bar.isVisible()
    qtbot.waitUntil(lambda: other.hits > 0, timeout=20_000)
    qtbot.keyClicks(other.field, "x")
    area.views.tabs.setCurrentWidget(area.views.text)
    assert bar.field.text() == "Libraryx"
    bar.close_bar()
    area.views.tabs.setCurrentWidget(area.views.source)
    assert not other.isVisible()


def test_where_a_link_leads_is_told_no_longer_than_the_page_is_seen(qtbot: QtBot, area: PageArea) -> None:
    area.show_page(HOME)
    qtbot.waitUntil(lambda: area.views.page.replay is not None, timeout=20_000)
    told: list[str] = []
    area.link_hovered.connect(told.append)
    area.views.page.replay.link_hovered.emit(HOME + "news")
    area.hide()  # by a key: the pointer stays where it is
    assert told == [HOME + "news", ""]


def test_words_are_not_said_to_be_missing_from_a_text_that_is_still_read(
    qtbot: QtBot, area: PageArea, monkeypatch: pytest.MonkeyPatch
) -> None:
    area.show_page(HOME)
    text = area.views.text
    loading: list[Callable[[], None]] = []
    load = text._documents.load
    monkeypatch.setattr(text._documents, "load", lambda *asked: loading.append(lambda: load(*asked)))
    area.views.tabs.setCurrentWidget(text)
    qtbot.waitUntil(lambda: bool(loading))
    area.open_find()
    text.find_bar.field.setText("Edition")
    text.find_bar.next()
    assert text.find_bar.count.text() == ""
    loading[0]()
    qtbot.waitUntil(lambda: text.find_bar.count.text().startswith("1 of"), timeout=20_000)
    text.find_bar.field.setText("nowhere to be found")
    qtbot.waitUntil(lambda: text.find_bar.count.text() == "Not found")
