"""The ways to look at a comparison: swipe, onion skin, text, source; documents, pictures; the report."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import timedelta
from html.parser import HTMLParser
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCharFormat
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QFrame, QSplitter, QWidget
from pytestqt.qtbot import QtBot

from app.archive.model import NewCapture, NewVisit
from widgets.compare.menu import commands
from widgets.compare.report import write_report
from widgets.compare.surfaces.source import MarkedSource, SourceSurface
from widgets.compare.view import CompareView
from widgets.kit import jobs
from widgets.page.code_view import SourceText
from widgets.session import Session

HOME = "http://museum.example/"


@pytest.fixture
def pages(
    qtbot: QtBot, view: CompareView, compare: Callable[[str], None], show_active: Callable[[QWidget], None]
) -> CompareView:
    """Both pages compared and marked."""
    compare(HOME)
    qtbot.waitUntil(lambda: all(places.spans for places in view.sync.positions), timeout=20_000)
    qtbot.waitUntil(lambda: all(pane.web.replay.cover.isHidden() for pane in view.panes), timeout=20_000)
    show_active(view)  # the window was made anew for the browsers inside
    return view


def test_a_swipe_shows_the_older_page_left_of_the_divider(pages: CompareView) -> None:
    QTest.keyClick(pages, Qt.Key.Key_2, Qt.KeyboardModifier.ControlModifier)
    stage, (older, newer) = pages.stage, pages.panes
    assert pages.mode == "swipe" and stage.divider.isVisible() and pages.tools.blend.isVisible()
    assert older.web.width() == newer.web.width() == newer.body.width(), "both are laid out alike"
    assert older.body.width() == round(newer.body.width() * 0.5)
    pages.tools.blend.setValue(25)
    assert older.body.width() == round(newer.body.width() * 0.25)
    QTest.keyClick(stage.divider, Qt.Key.Key_Right)
    assert stage.blend == pytest.approx(0.27) and pages.tools.blend.value() == 27
    pages.set_mode("side")
    assert not stage.divider.isVisible() and older.body.width() == older.web.width() < newer.body.x()


def test_through_an_onion_skin_both_pages_are_seen(qtbot: QtBot, pages: CompareView) -> None:
    web = pages.panes[0].web
    seen: list[float] = []
    tell, web.replay.set_opacity = web.replay.set_opacity, lambda value: (seen.append(value), tell(value))
    pages.set_mode("onion")
    pages.tools.blend.setValue(80)
    assert seen[-1] == pytest.approx(0.8)
    inside = web.replay._browser.focusProxy()
    assert inside.testAttribute(Qt.WidgetAttribute.WA_AlwaysStackOnTop)
    assert inside.quickWindow().contentItem().childItems()[0].opacity() == pytest.approx(0.8)
    pages.set_mode("swipe")
    assert seen[-1] == 1 and not inside.testAttribute(Qt.WidgetAttribute.WA_AlwaysStackOnTop)


def test_what_lies_above_an_onion_skin_is_not_covered_by_it(qtbot: QtBot, pages: CompareView) -> None:
    pages.set_mode("onion")
    inside = pages.panes[0].web.replay._browser.focusProxy()
    assert inside.testAttribute(Qt.WidgetAttribute.WA_AlwaysStackOnTop)
    sheet = QFrame(pages)
    sheet.setGeometry(100, 100, 300, 300)
    for shown in (True, False, True):
        sheet.setVisible(shown)
        assert inside.testAttribute(Qt.WidgetAttribute.WA_AlwaysStackOnTop) is not shown
    sheet.setGeometry(0, 0, 300, 10)
    assert inside.testAttribute(Qt.WidgetAttribute.WA_AlwaysStackOnTop), "it lies beside the pages"


def test_a_handle_beside_an_onion_skin_does_not_cover_it(
    qtbot: QtBot, pages: CompareView, show_active: Callable[[QWidget], None]
) -> None:
    """The grip of a thin handle, as above the crawl panel, reaches some pixels over the pages."""
    splitter = QSplitter(Qt.Orientation.Vertical, handleWidth=1)
    qtbot.addWidget(splitter)
    splitter.resize(1200, 800)
    splitter.addWidget(pages)
    splitter.addWidget(QFrame())
    splitter.setSizes([500, 300])
    show_active(splitter)
    pages.set_mode("onion")
    inside = pages.panes[0].web.replay._browser.focusProxy()
    pages.tools.blend.setValue(30)
    assert inside.quickWindow().contentItem().childItems()[0].opacity() == pytest.approx(0.3)


def test_a_comparison_goes_on_after_an_onion_skin_and_a_dialog(qtbot: QtBot, pages: CompareView) -> None:
    """Also when something that lay beside the pages is gone."""
    pages.set_mode("onion")
    beside = QFrame(pages)
    beside.show()
    dialog = QFileDialog(pages)
    dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
    dialog.show()
    qtbot.waitUntil(dialog.isVisible)
    dialog.reject()
    for gone in (beside, dialog):
        shiboken6.delete(gone)
    pages.set_mode("swipe")
    pages.set_mode("onion")
    inside = pages.panes[0].web.replay._browser.focusProxy()
    pages.tools.blend.setValue(30)
    assert inside.quickWindow().contentItem().childItems()[0].opacity() == pytest.approx(0.3)


def test_both_pages_scroll_together_when_one_lies_upon_the_other(qtbot: QtBot, pages: CompareView) -> None:
    pages.set_mode("onion")
    qtbot.waitUntil(lambda: all(places.room > 500 for places in pages.sync.positions), timeout=10_000)
    pages.sync.scroll_to(0, 0.4)
    assert pages.sync.fractions[1] == pytest.approx(0.4, abs=0.1)


def test_the_text_shows_only_what_is_near_a_change(qtbot: QtBot, pages: CompareView) -> None:
    pages.panel.choose(next(entry.number for entry in pages.panel.shown() if entry.kind == "removed"))
    pages.set_mode("text")
    left, right = (pane.text for pane in pages.panes)
    qtbot.waitUntil(lambda: "古代陶瓷展览" in right.toPlainText() and left.complete and right.complete)
    assert "room 77" in right.toPlainText() and "room 2 " in left.toPlainText()
    assert "lines are the same" in left.toPlainText() and "Room 30\n" not in left.toPlainText()
    qtbot.waitUntil(lambda: left.verticalScrollBar().value() > 0)  # what was chosen is found again
    clicked: list[int] = []
    pages.presenter.mark_clicked.connect(clicked.append)
    moved = next(entry.number for entry in pages.panel.shown() if entry.kind == "moved")
    left.focus_mark(moved)
    block = left.document().findBlockByNumber(left._blocks[moved][0])
    (firmer,) = left.extraSelections()
    assert firmer.cursor.selectedText().endswith(
        left.document().findBlockByNumber(left._blocks[moved][1]).text()
    )
    box = left.document().documentLayout().blockBoundingRect(block).toRect()
    box.translate(0, -left.verticalScrollBar().value())
    QTest.mouseClick(left.viewport(), Qt.MouseButton.LeftButton, pos=box.center())
    assert clicked == [moved]


def underlined(source: SourceSurface) -> tuple[list[str], list[str]]:
    """What is marked of blocks, and which words of it."""
    found: tuple[list[str], list[str]] = ([], [])
    for selection in source.extraSelections():
        is_word = selection.format.underlineStyle() == QTextCharFormat.UnderlineStyle.SingleUnderline
        found[is_word].append(selection.cursor.selectedText())
    return found


def test_the_source_is_byte_exact_and_marked(qtbot: QtBot, pages: CompareView) -> None:
    pages.set_mode("source")
    right = pages.panes[1].source
    qtbot.waitUntil(lambda: right.document().characterCount() > 1 and right.complete)
    assert pages.panes[1].stack.currentWidget() is right
    # a line that is too long for the screen was broken
    assert pages.outcome.comparison.tree_b.data.decode() == right.toPlainText().replace("\n", "")
    assert pages.panes[1].facts.text().startswith("UTF-8 · ")
    marked, words = underlined(right)
    assert any("room 77" in text for text in marked) and len(marked) == 5
    assert words == ["11", "77"], "of each block what differs in it"
    news = next(entry.number for entry in pages.panel.shown() if "News" in entry.title)
    pages.panel.choose(news)
    qtbot.waitUntil(lambda: right.textCursor().block().text().count("News") == 1)
    assert not right.grab().isNull()
    pages.panel.chips["added"].click()
    assert len(underlined(right)[0]) == 3


def test_a_mode_that_is_wanted_while_pages_are_compared_comes_when_they_are(
    qtbot: QtBot, view: CompareView, session: Session
) -> None:
    a, b = session.reader.versions(HOME)
    view.compare(a.id, b.id)
    view.set_mode("text")
    qtbot.waitUntil(lambda: "room 77" in view.panes[1].text.toPlainText(), timeout=20_000)
    assert view.panes[0].web is not None, "loaded before"


def test_documents_stand_side_by_side_as_text(
    qtbot: QtBot, view: CompareView, compare: Callable[[str], None]
) -> None:
    compare(HOME + "register")
    qtbot.waitUntil(lambda: "Item" in view.panes[1].text.toPlainText())
    texts = [pane.text.toPlainText() for pane in view.panes]
    assert "~\tItem 30 was sold in edition 0" in texts[0] and "~\tItem 30 was sold in edition 1" in texts[1]
    assert "The last line" in texts[1] and "The last line" not in texts[0]
    assert "lines are the same" in texts[0] and "Item 5\n" not in texts[0]
    assert [mode for mode, button in view.tools.buttons.items() if button.isEnabled()] == ["text"]
    view.set_mode("source")
    assert view.presenter.mode == "text", "a document has no source that could be read"
    view.panel.step(1)
    assert view.panel.current() >= 0


def test_pictures_and_bytes_are_not_compared_as_text(
    view: CompareView, compare: Callable[[str], None]
) -> None:
    compare(HOME + "dot.png")
    assert view.outcome is not None and view.outcome.way == "pictures"
    assert [mode for mode, button in view.tools.buttons.items() if button.isEnabled()] == [
        "side",
        "swipe",
        "onion",
        "picture",
    ]
    view.set_mode("swipe")
    assert view.stage.divider.isVisible()
    compare(HOME + "blob")
    assert view.outcome.way == "nothing" and view.panes[0].empty.isVisible()


class Text(HTMLParser):
    """What a report says, and which elements it has."""

    def __init__(self) -> None:
        super().__init__()
        self.said, self.tags, self.links = "", [], []
        self.language: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [value for name, value in attrs if name in ("src", "href")]
        if tag == "html":
            self.language = dict(attrs).get("lang")

    def handle_data(self, data: str) -> None:
        self.said += data


def test_the_report_stands_on_its_own(
    qtbot: QtBot, view: CompareView, compare: Callable[[str], None], tmp_path: Path
) -> None:
    compare(HOME)
    path = tmp_path / "report.html"
    write_report(view, path, view._pair, view.outcome, view.notice)
    qtbot.waitUntil(lambda: str(path) in view.notice.text, timeout=10_000)
    found = Text()
    found.feed(path.read_text("utf-8"))
    assert "古代陶瓷展览" in found.said and "77" in found.said and found.tags.count("section") == 6
    assert {"ins", "del"} <= set(found.tags) and found.links == [HOME]
    assert found.language == "en"  # that of its own sentences, whatever the pages are in
    with qtbot.waitSignal(jobs.center().failed):
        write_report(view, tmp_path / "no such folder" / "r.html", view._pair, view.outcome, view.notice)


def test_escape_and_the_button_close(qtbot: QtBot, view: CompareView) -> None:
    with qtbot.waitSignal(view.closed):
        QTest.keyClick(view, Qt.Key.Key_Escape)
    with qtbot.waitSignal(view.closed):
        view.heading.close_button.click()


def test_every_button_has_a_name_and_a_tooltip(view: CompareView) -> None:
    heading, tools = view.heading, view.tools
    buttons = (
        heading.swap,
        heading.tied,
        heading.report_button,
        heading.close_button,
        tools.noise,
        tools.legend_button,
        view.panel.previous,
        view.panel.next,
        view.panel.by_size,
        *tools.buttons.values(),
        *view.panel.chips.values(),
    )
    for button in buttons:
        assert button.accessibleName() and button.toolTip()


@pytest.mark.parametrize("mode", ["swipe", "onion"])
def test_the_arrow_keys_move_what_a_key_has_laid_upon_each_other(
    view: CompareView, compare: Callable[[str], None], mode: str
) -> None:
    compare(HOME)
    view.panel.list.setFocus()
    view.perform(mode)
    blend = view.tools.blend
    before = blend.value()
    QTest.keyClick(view.window().focusWidget(), Qt.Key.Key_Right)
    assert blend.hasFocus() and abs(blend.value() - before) == 5


def test_every_command_can_be_done_while_nothing_is_compared_yet(view: CompareView) -> None:
    for command in filter(None, commands()):
        view.perform(command.name)
    assert view.panel.shown() == []


def test_a_large_source_is_written_in_slices_and_marked_when_it_is_there(qtbot: QtBot) -> None:
    """Also a change far down that was chosen before its line was there."""
    rows = [f"<p>Row {number} of a page that is far too long.</p>" for number in range(30_000)]
    source = SourceText("\n".join(rows), (), len(rows))
    surface = SourceSurface(None)
    qtbot.addWidget(surface)
    surface.resize(600, 400)
    surface.show()
    surface.show_marked(
        MarkedSource(source, ((7, "changed", (29_000, 3), (29_000, 9)),), ()), "html", frozenset()
    )
    assert not surface.complete and surface.blockCount() < len(rows)
    surface.focus_mark(7)
    qtbot.waitUntil(lambda: surface.complete, timeout=10_000)
    assert surface.toPlainText() == source.text
    (selection,) = surface.extraSelections()
    assert selection.cursor.selectedText() == "Row 29"
    assert surface.textCursor().blockNumber() == 29_000


def test_a_comparison_can_be_cancelled_in_the_job_bar(qtbot: QtBot, pages: CompareView) -> None:
    """What is on screen stays, and another level compares again."""
    jobs.wait_all()
    gate = threading.Event()
    task = pages._loader.start(
        pages._session.archive,
        lambda _reader, task: (gate.wait(10), task.check()),
        pages._show_outcome,
        stopped=pages._stopped,
    )
    task.cancel()
    gate.set()
    qtbot.waitUntil(lambda: "cancelled" in pages.panel.empty.sentence.text())
    with qtbot.waitSignal(pages.compared, timeout=20_000):
        pages.set_level(2)
    assert pages.panel.model.entries


def test_code_that_differs_is_marked_in_the_source_without_being_unfolded(
    qtbot: QtBot, view: CompareView, compare: Callable[[str], None]
) -> None:
    """With the words of the code that differ marked inside of it."""
    compare(HOME + "markup")
    view.set_mode("source")
    left = view.panes[0].source
    qtbot.waitUntil(lambda: left.complete and bool(left.extraSelections()), timeout=10_000)
    assert view.panel.shown() == [], "folded away in the list"
    words = "".join(underlined(left)[1])
    assert "<b>" in words and "tells" not in words
    assert view.stage.ruler.accessibleDescription() == "1 change(s)"


def test_rows_that_find_their_heights_do_not_scroll_the_other_side(qtbot: QtBot) -> None:
    """They do when they are painted or coloured for the first time, long after the source was written."""
    surface = SourceSurface(None)
    qtbot.addWidget(surface)
    surface.resize(300, 200)
    rows = [f"<p class='{'long ' * 30}'>{'a long row ' * 40}</p>" for _ in range(300)]
    source = SourceText("\n".join(rows), (), len(rows))
    surface.show_marked(MarkedSource(source, ((3, "changed", (250, 0), (250, 9)),), ()), "html", frozenset())
    told: list[float] = []
    surface.scrolled.connect(told.append)
    surface.focus_mark(3)
    surface.show()
    qtbot.waitUntil(lambda: surface.complete and surface.highlighter.done >= 250, timeout=10_000)
    surface.grab()
    assert told == [] and surface.verticalScrollBar().value() > 0


def test_a_version_has_a_short_name_where_the_long_one_would_be_cut(
    view: CompareView, compare: Callable[[str], None]
) -> None:
    compare(HOME)
    choice = view.panes[0].versions
    choice.setMaximumWidth(2000)
    choice.resize(600, choice.height())
    assert choice.shown_text() == choice.currentText() and "version 1 of 2" in choice.shown_text()
    choice.resize(choice.fontMetrics().horizontalAdvance(choice.currentText()) - 8, choice.height())
    assert choice.shown_text().startswith("1/2 · ") and not choice.shown_text().endswith("…")
    choice.resize(choice.width() * 3 // 5, choice.height())
    assert choice.shown_text().startswith("1/2") and choice.shown_text().endswith("…"), (
        "its number is what stays"
    )


def test_visits_can_be_compared_and_are_named(
    view: CompareView,
    session: Session,
    compare: Callable[[str], None],
    make_capture: Callable[..., NewCapture],
) -> None:
    """What is around a page that stayed the same may be another."""
    newest = session.reader.versions(HOME)[-1]
    with session.archive.writer() as writer:
        visit = writer.store(NewVisit(HOME, newest.date + timedelta(hours=3), None, newest.id, 304))
        writer.commit()
    view.compare(newest.id, visit.id)
    older, newer = (pane.versions for pane in view.panes)
    assert (older.currentData(), newer.currentData()) == (newest.id, visit.id)
    assert (
        "nothing new since version 2 of 2" in newer.currentText()
        and older.currentText() != newer.currentText()
    )
    assert view.panes[1].status.isHidden()


def test_a_change_chosen_while_the_text_is_made_is_gone_to(qtbot: QtBot, pages: CompareView) -> None:
    """As the one that stays chosen when the pages are compared anew, and the text is wanted meanwhile."""
    right = pages.panes[1].text
    pages.panes[1].body.setFixedHeight(120)
    pages.panel.choose(next(entry.number for entry in pages.panel.shown() if entry.kind == "moved"))
    with qtbot.waitSignal(pages.compared, timeout=20_000):
        pages.set_level(4)
        pages.set_mode("text")
    current = pages.panel.current()
    assert current >= 0
    qtbot.waitUntil(
        lambda: bool(right.extraSelections()) and right.verticalScrollBar().value() > 0, timeout=10_000
    )
    assert right.extraSelections()[0].cursor.blockNumber() in right._blocks[current]
