"""Text, source, links and details of a capture, with their find bar."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.archive.archive import Archive
from app.archive.model import NewCapture, StoredLink
from app.graph.store.feeding import feed
from widgets.kit.loading import Documents
from widgets.page import code_view as highlight
from widgets.page.code_view import CodeView, break_lines
from widgets.page.details import DetailsTab
from widgets.page.incoming import UNTIL
from widgets.page.links import BLOCK, ELEMENT, SINCE, LinkRow, LinksModel, LinksTab
from widgets.page.source_tab import COLOURED, SourceTab, hex_dump, prepare
from widgets.page.text import TextTab
from widgets.session import Session
from widgets.words import formats

HOME = "http://library.example/"


@pytest.fixture
def text(qtbot: QtBot, session: Session) -> TextTab:
    made = TextTab(session, Documents(), None)
    made.bar.whole_page.setChecked(True)
    qtbot.addWidget(made)
    made.resize(900, 500)
    made.show()
    return made


def test_the_text_tab_shows_title_headings_and_items(qtbot: QtBot, session: Session, text: TextTab) -> None:
    with qtbot.waitSignal(text.view.filled):
        text.load(session.reader.latest_version(HOME))
    shown = text.view.toPlainText()
    assert "City Library 城市图书馆" in shown and "Edition 2" in shown and "Maps" in shown


def test_find_marks_every_hit_and_steps_round(qtbot: QtBot, session: Session, text: TextTab) -> None:
    with qtbot.waitSignal(text.view.filled):
        text.load(session.reader.latest_version(HOME))
    QTest.keyClick(text.view, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    text.find_bar.open()
    text.find_bar.field.setText("page")
    qtbot.waitUntil(lambda: text.find_bar.hits == 2)
    assert "1" in text.find_bar.count.text()
    text.find_bar.next()
    assert "2" in text.find_bar.count.text()
    text.find_bar.next()
    assert "1" in text.find_bar.count.text()
    text.find_bar.field.setText("nowhere to be found")
    qtbot.waitUntil(lambda: text.find_bar.hits == 0)
    QTest.keyClick(text.find_bar.field, Qt.Key.Key_Escape)
    assert not text.find_bar.isVisible()


def test_another_load_makes_the_first_one_stale(qtbot: QtBot, session: Session, text: TextTab) -> None:
    text.load(session.reader.latest_version(HOME))
    with qtbot.waitSignal(text.view.filled):
        text.load(session.reader.latest_version(HOME + "about"))
    assert "Since 1902" in text.view.toPlainText() and "Edition" not in text.view.toPlainText()


def test_a_document_without_text_says_so(qtbot: QtBot, session: Session, text: TextTab) -> None:
    text.load(session.reader.latest_version(HOME + "blob"))
    qtbot.waitUntil(lambda: "no text" in text.empty.sentence.text())
    assert text.empty.isVisible()


@pytest.fixture
def source(qtbot: QtBot, session: Session) -> SourceTab:
    made = SourceTab(session, None)
    qtbot.addWidget(made)
    made.resize(900, 500)
    made.show()
    return made


def test_the_source_is_shown_with_encoding_and_colours(
    qtbot: QtBot, session: Session, source: SourceTab
) -> None:
    source.load(session.reader.latest_version(HOME))
    qtbot.waitUntil(lambda: "utf-8" in source.facts.text())
    assert "城市图书馆" in source.view.toPlainText()
    view = source.view
    qtbot.waitUntil(lambda: view.highlighter is not None and view.highlighter.done >= 2)
    assert view.document().findBlockByNumber(1).layout().formats()


def test_words_far_down_are_found_once_they_are_written(qtbot: QtBot, source: SourceTab) -> None:
    body = b"<p>A line of a page.</p>\n" * 4000 + b"<p>A needle</p>"
    source.find_bar.open()
    source.find_bar.field.setText("needle")
    source._show(prepare(body, "text/html", "utf-8", HOME))
    source.find_bar._search()
    assert source.find_bar.hits == 0 and not source.view.complete
    qtbot.waitUntil(lambda: source.find_bar.hits == 1)


def test_bytes_that_are_no_text_are_dumped(qtbot: QtBot, session: Session, source: SourceTab) -> None:
    source.load(session.reader.latest_version(HOME + "blob"))
    qtbot.waitUntil(lambda: "00000010" in source.view.toPlainText())
    assert hex_dump(b"AB\x00") == "00000000  41 42 00                                          AB·"


def test_a_large_source_has_no_colours() -> None:
    body = b"var a = 1;\n" * (COLOURED // 10)
    assert prepare(body, "text/javascript", None, "http://x/a.js").language == ""
    assert prepare(b"var a = 1;", "text/javascript", None, "http://x/a.js").language == "javascript"


def test_very_long_lines_are_broken_and_keep_their_numbers(qtbot: QtBot) -> None:
    broken = break_lines("one\n" + "a();" * 50 + "\ntwo", longest=60)
    assert broken.text.replace("\n", "") == "one" + "a();" * 50 + "two"
    assert broken.numbers[:3] == (1, 2, 0) and broken.numbers[-1] == 3 and broken.lines == 3
    view = CodeView(None)
    qtbot.addWidget(view)
    view.show_source(broken, "javascript")
    assert [view.line_label(n) for n in range(3)] == ["1", "2", "·"]


def test_only_what_is_seen_is_highlighted(qtbot: QtBot) -> None:
    view = CodeView(None)
    qtbot.addWidget(view)
    view.resize(600, 300)
    view.show()
    view.show_source(break_lines("var a = 1;\n" * 5000), "javascript")
    qtbot.waitUntil(lambda: view.highlighter is not None and view.highlighter.done > 10)
    assert view.highlighter.done < 200
    qtbot.waitUntil(lambda: view.complete)
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum())
    qtbot.waitUntil(lambda: view.highlighter.done >= 5000)


def test_lines_far_down_get_their_colours_in_slices(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    """Qt would go through all the lines before them in one go."""
    view = CodeView(None)
    qtbot.addWidget(view)
    view.show_source(break_lines("/* a comment */ var a = 1;\n" * 2000), "javascript")
    qtbot.waitUntil(lambda: view.complete and view.highlighter is not None and view.highlighter.done >= 20)
    monkeypatch.setattr(highlight, "_SLICE_MS", -1)  # over after the first look at the clock
    before = view.highlighter.done
    view.highlighter.reach(1900)
    view.highlighter._slice()
    assert before < view.highlighter.done < before + 300
    qtbot.waitUntil(lambda: view.highlighter.done == 1900)
    assert view.document().findBlockByNumber(1900).layout().formats()
    assert not view.document().findBlockByNumber(1901).layout().formats()


@pytest.fixture
def links(qtbot: QtBot, session: Session) -> LinksTab:
    made = LinksTab(session, None)
    qtbot.addWidget(made)
    made.load(session.reader.latest_version(HOME))
    qtbot.waitUntil(lambda: made.model.rowCount() > 0)
    return made


def test_links_say_what_is_in_the_archive(links: LinksTab) -> None:
    rows = {links.model.row(n).link.url: links.model.row(n).status for n in range(links.model.rowCount())}
    assert rows[HOME + "about"] == 200 and rows["http://elsewhere.example/"] == 0


def test_links_can_be_filtered_by_words_and_by_sort(links: LinksTab) -> None:
    links.field.setText("elsewhere")
    assert links.filter.rowCount() == 1
    links.field.clear()
    links.sort.setCurrentIndex(links.sort.findData("embedded"))
    assert links.filter.rowCount() == 2
    assert "2" in links.count.text() and "4" in links.count.text()


def test_links_that_scripts_put_together_are_listed(
    qtbot: QtBot, archive: Archive, make_capture: Callable[..., NewCapture], session: Session
) -> None:
    """With the expression and its place; they lead nowhere and can be chosen."""
    with archive.writer() as writer:
        made = writer.store(
            make_capture(HOME + "js", "<a href=/x>x</a>\n<script>window.open(base + id)</script>")
        )
        writer.commit()
    tab = LinksTab(session, None)
    qtbot.addWidget(tab)
    tab.load(made)
    qtbot.waitUntil(lambda: tab.model.rowCount() == 2)
    tab.sort.setCurrentIndex(tab.sort.findData("scripts"))
    words = [str(tab.filter.index(0, column).data()) for column in range(4)]
    assert tab.filter.rowCount() == 1
    assert words == ["", "base + id", "script, line 2", "Cannot be resolved"]
    with qtbot.assertNotEmitted(tab.link_activated):
        tab.table.activated.emit(tab.filter.index(0, 0))


def test_opening_a_row_asks_for_its_address(qtbot: QtBot, links: LinksTab) -> None:
    links.field.setText("/about")
    with qtbot.waitSignal(links.link_activated) as asked:
        links.table.activated.emit(links.filter.index(0, 0))
    assert asked.args == [HOME + "about"]


def test_details_hold_record_headers_and_digest_and_can_be_copied(qtbot: QtBot, session: Session) -> None:
    tab = DetailsTab(session, None)
    qtbot.addWidget(tab)
    capture = session.reader.latest_version(HOME)
    tab.load(capture)
    qtbot.waitUntil(lambda: tab.copy.isEnabled())
    tab.copy.click()
    copied = QGuiApplication.clipboard().text()
    for wanted in (
        capture.id,
        capture.digest,
        capture.file,
        "127.0.0.1",
        "Content-Type: text/html; charset=utf-8",
        "Kind of page: Picture page (70 % sure) · pictures: 1",
    ):
        assert wanted in copied
    assert capture.digest in tab.view.toPlainText()


def test_details_of_a_page_without_a_title_name_it_by_the_links_to_it(
    qtbot: QtBot, session: Session, make_capture: Callable[..., NewCapture]
) -> None:
    with session.archive.writer() as writer:
        writer.store(make_capture(HOME + "plain", "<p>the harbour reopens on monday</p>"))
        writer.store(
            make_capture(
                HOME + "news", f"<title>News</title><p>Read: <a href='{HOME}plain'>harbour reopens</a> now."
            )
        )
    feed(session.archive)
    tab = DetailsTab(session, None)
    qtbot.addWidget(tab)
    tab.load(session.reader.latest_version(HOME + "plain"))
    qtbot.waitUntil(lambda: tab.copy.isEnabled())
    shown = tab.view.toPlainText()
    assert "harbour reopens" in shown and "Links to this page" in shown
    assert "Pages that say this in a link to it: 1 of 1." in shown


def test_a_load_that_fails_is_told_in_the_tab(
    qtbot: QtBot, session: Session, source: SourceTab, make_capture: Callable[..., NewCapture]
) -> None:
    capture = session.reader.latest_version(HOME)
    for batch in (session.path / "batches").rglob("*.tw"):
        batch.unlink()
    source.load(capture)
    qtbot.waitUntil(lambda: bool(source.empty.hint.text()))
    assert source.empty.isVisible()


def test_links_that_are_guesses_or_not_to_be_followed_say_so(qtbot: QtBot, links: LinksTab) -> None:
    made = LinksModel(links)
    guess = StoredLink("http://a.example/x", "script", "", False, guess=True)
    asked = StoredLink("http://a.example/y", "a", "y", False, rel="nofollow noopener")
    made.set_rows([LinkRow(link, 0, "") for link in (guess, asked)])
    assert [made.index(row, ELEMENT).data() for row in range(2)] == ["script, guessed", "a nofollow noopener"]


def test_pages_that_lead_to_a_document_are_listed_with_since_when(
    qtbot: QtBot, archive: Archive, make_capture: Callable[..., NewCapture], session: Session
) -> None:
    """Also those that did once; opening one asks for the version that had the link, filter and order hold for all."""
    with archive.writer() as writer:
        made = writer.store(make_capture(HOME + "goal", "<title>Goal</title>"))
        writer.store(make_capture(HOME + "b", "<title>Bee</title><a href=/goal>the goal</a>"))
        writer.store(make_capture(HOME + "c", "<title>Cee</title><a href=/goal>once</a>"))
        writer.store(make_capture(HOME + "c", "<title>Cee</title>nothing", minutes=60))
        writer.commit()
    tab = LinksTab(session, None)
    qtbot.addWidget(tab)
    tab.load(made)
    tab.sort.setCurrentIndex(tab.sort.findData("incoming"))
    found = tab.incoming
    qtbot.waitUntil(lambda: found.model.rowCount() == 2, timeout=20000)
    shown = [[str(found.filter.index(row, column).data()) for column in range(4)] for row in range(2)]
    assert shown == [
        ["Bee", formats.readable(HOME + "b"), "the goal", "In the text"],
        ["Cee", formats.readable(HOME + "c"), "once", "In the text"],
    ]
    assert [bool(found.filter.index(row, UNTIL).data()) for row in range(2)] == [False, True]
    assert "2" in tab.count.text()
    tab.field.setText("once")
    assert found.filter.rowCount() == 1
    with qtbot.waitSignal(tab.link_requested) as asked:
        found.table.activated.emit(found.filter.index(0, 0))
    page, target, moment = asked.args
    assert (page, target) == (HOME + "c", HOME + "goal")
    once = session.reader.nearest(page, moment)
    assert once is not None and b"once" in session.reader.body(once)
    tab.field.clear()
    found.table.sortByColumn(UNTIL, Qt.SortOrder.DescendingOrder)
    assert found.filter.index(0, 0).data() == "Cee"


def test_links_tell_the_block_that_they_stand_in_and_since_when(
    qtbot: QtBot, light: None, session: Session, archive: Archive, make_capture: Callable[..., NewCapture]
) -> None:
    words = "<p>" + "The harbour was quiet this morning, and the ships lay still. " * 12
    menu = "<nav><ul><li><a href=/one>One</a><li><a href=/two>Two</a><li><a href=/three>Three</a></ul></nav>"
    first = f"<title>Bee</title>{menu}<main>{words}<a href=/goal>the goal</a>{words}</main>"
    with archive.writer() as writer:
        writer.store(make_capture(HOME + "b", first))
        made = writer.store(make_capture(HOME + "b", first.replace("/two", "/2"), minutes=60))
        goal = writer.store(make_capture(HOME + "goal", "<title>Goal</title>"))
        writer.commit()
    feed(archive)
    tab = LinksTab(session, None)
    qtbot.addWidget(tab)
    tab.load(made)

    def places() -> dict[str, tuple[object, ...]]:
        return {
            tab.model.row(row).link.url.removeprefix(HOME): tuple(
                tab.model.index(row, column).data() for column in (BLOCK, SINCE)
            )
            for row in range(tab.model.rowCount())
        }

    qtbot.waitUntil(lambda: tab.model.rowCount() == 4 and places()["goal"][0] is not None, timeout=20000)
    assert places()["goal"][0] == "Main text" and places()["one"][0] == "Navigation"
    since = {url: tab.model.row(row).since for row, url in enumerate(places())}
    assert since["2"] is not None and since["one"] is not None and since["2"] > since["one"]
    tab.load(goal)
    tab.sort.setCurrentIndex(tab.sort.findData("incoming"))
    shown = tab.incoming.model
    qtbot.waitUntil(lambda: shown.rowCount() == 1 and shown.index(0, 3).data() == "Main text", timeout=20000)


def test_a_document_that_nothing_leads_to_says_so(
    qtbot: QtBot, archive: Archive, make_capture: Callable[..., NewCapture], session: Session
) -> None:
    with archive.writer() as writer:
        made = writer.store(make_capture(HOME + "alone", "<title>Alone</title>"))
        writer.commit()
    tab = LinksTab(session, None)
    qtbot.addWidget(tab)
    tab.load(made)
    tab.sort.setCurrentIndex(tab.sort.findData("incoming"))
    qtbot.waitUntil(
        lambda: tab.incoming.empty.sentence.text() == "No page of the archive leads here.", timeout=20000
    )
