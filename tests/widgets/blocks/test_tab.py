"""The Blocks tab over a real archive and a real page: outlines, tree and card belong together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from extractors.base.types import Document, Part
from tests.widgets.blocks.conftest import HOME, REPAIRS
from widgets.blocks import label_styles
from widgets.blocks.find import saying
from widgets.blocks.tab import BlocksTab
from widgets.blocks.work import document_blocks
from widgets.kit import theme
from widgets.kit.theme import DARK, LIGHT, contrast
from widgets.session import Session

Load = Callable[..., BlocksTab]


def number_of(tab: BlocksTab, words: str) -> int:
    """The smallest block that says something."""
    assert tab.blocks is not None
    return next(row.number for row in tab.blocks.leaves() if words in row.text)


def painted(tab: BlocksTab, qtbot: QtBot) -> dict[int, dict[str, float]]:
    """Where the blocks are outlined on the page, by their numbers."""
    answers: list[Any] = []
    assert tab.surface is not None
    tab.surface.replay.run_script("tianwangReplay.markRects()", answers.append)
    qtbot.waitUntil(lambda: bool(answers), timeout=10_000)
    return {rect["index"]: rect for rect in answers[0] or [] if rect}


@pytest.fixture
def shown(qtbot: QtBot, load: Load) -> BlocksTab:
    """The front page with all its outlines painted."""
    tab = load()
    leaves = {row.number for row in tab.blocks.leaves()}
    qtbot.waitUntil(lambda: tab.surface.ready, timeout=20_000)
    qtbot.waitUntil(lambda: set(painted(tab, qtbot)) == leaves, timeout=10_000)
    return tab


def test_every_block_is_outlined_and_stands_in_the_tree(shown: BlocksTab) -> None:
    labels = {row.label for row in shown.blocks.leaves()}
    assert {"header", "navigation", "main text", "form", "footer"} <= labels
    assert set(shown.bar.legend.labels) == labels
    assert shown.tree.topLevelItemCount() == sum(row.parent < 0 for row in shown.blocks.rows)
    assert "declared" in shown.bar.facts.text()


def test_what_is_chosen_in_the_tree_is_told_on_the_card(shown: BlocksTab) -> None:
    number = number_of(shown, "closed for repairs")
    shown.choose(number)
    row = shown.blocks.rows[number]
    said = shown.card.view.toPlainText()
    assert row.topic in said and "Rule " in said and row.path in said and REPAIRS in said
    assert f"{row.span[0]:,} to {row.span[1] - 1:,}" in said
    shown.card.copy.click()
    assert QGuiApplication.clipboard().text() == row.path


def test_the_tree_has_the_room_of_the_card_until_a_block_is_chosen(
    load: Load, session: Session, qtbot: QtBot
) -> None:
    tab = load()
    assert tab.rows.hint.isVisible() and not tab.card.isVisible()
    tab.choose(number_of(tab, "closed for repairs"))
    assert tab.card.isVisible() and not tab.rows.hint.isVisible()
    rows, card = tab.side.sizes()
    assert 0.4 < rows / (rows + card) < 0.5
    tab.side.moveSplitter(200, 1)
    wanted = tab.side.sizes()
    with qtbot.waitSignal(tab.cut_done, timeout=20_000):
        tab.load(session.reader.versions(HOME)[0])
        assert not tab.card.isVisible()
    tab.choose(0)
    assert tab.side.sizes() == wanted and wanted[0] == 200


def test_a_click_on_the_page_chooses_the_block_and_leaves_the_page_where_it_is(
    shown: BlocksTab, qtbot: QtBot
) -> None:
    number = number_of(shown, "closed for repairs")
    rect = painted(shown, qtbot)[number]
    zoom = shown.surface.replay.zoom()
    at = QPoint(
        int((rect["left"] + rect["right"]) / 2 * zoom), int((rect["top"] + rect["bottom"]) / 2 * zoom)
    )
    page = shown.surface.replay.focusProxy().focusProxy()

    def chosen() -> bool:
        QTest.mouseClick(page, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)
        return shown.tree.current() == number

    qtbot.waitUntil(chosen, timeout=10_000)  # Chromium drops clicks on a page that nobody has seen yet
    assert shown.card.row.number == number
    assert painted(shown, qtbot)[number]["top"] == rect["top"]


def test_a_block_that_is_divided_further_is_outlined_when_it_is_chosen(
    shown: BlocksTab, qtbot: QtBot
) -> None:
    row = next(row for row in shown.blocks.rows if not row.leaf)
    assert row.number not in painted(shown, qtbot)
    shown.choose(row.number)
    qtbot.waitUntil(lambda: row.number in painted(shown, qtbot), timeout=10_000)


def test_the_level_says_how_finely_the_page_is_cut(shown: BlocksTab, qtbot: QtBot) -> None:
    fine = len(shown.blocks.leaves())
    with qtbot.waitSignal(shown.cut_done, timeout=10_000):
        shown.bar.slider.setValue(1)
    assert len(shown.blocks.leaves()) < fine
    assert {row.level for row in shown.blocks.rows} == {1}


def test_the_page_can_be_cut_by_what_the_screen_shows_and_says_so(shown: BlocksTab, qtbot: QtBot) -> None:
    with qtbot.waitSignal(shown.cut_done, timeout=10_000):
        shown.bar.style_choice.setCurrentIndex(1)
        shown.bar.style_choice.activated.emit(1)
    assert shown.blocks.style == "rendered" and "measured" in shown.bar.facts.text()
    assert shown.blocks.seen == len(shown.blocks.leaves())


def test_a_page_loaded_while_measured_look_is_chosen_is_measured_when_it_is_there(
    tab: BlocksTab, load: Load
) -> None:
    tab.set_style("rendered")
    assert load().blocks.style == "rendered"


def test_the_history_of_a_block_is_told_with_what_changed(shown: BlocksTab, qtbot: QtBot) -> None:
    shown.choose(number_of(shown, "closed for repairs"))
    qtbot.waitUntil(lambda: "first seen" in shown.card.view.toPlainText(), timeout=20_000)
    assert "as ever" in shown.card.view.toPlainText(), "what it said before, struck through"
    with qtbot.waitSignal(shown.compare_requested) as asked:
        link = next(part for part in shown.card.view.toHtml().split('"') if part.startswith("pair:"))
        shown.card.view.anchorClicked.emit(QUrl(link))
    assert all(asked.args)


def test_a_larger_block_has_the_history_of_its_parts(shown: BlocksTab, qtbot: QtBot) -> None:
    larger = shown.blocks.rows[number_of(shown, "closed for repairs")].parent
    assert larger >= 0
    shown.choose(larger)
    qtbot.waitUntil(lambda: "first seen" in shown.card.view.toPlainText(), timeout=20_000)


def test_who_said_a_sentence_first_is_looked_up(shown: BlocksTab, qtbot: QtBot, session: Session) -> None:
    shown.choose(number_of(shown, "closed for repairs"))
    assert not shown.card.ask.isEnabled()
    assert shown.card.view.find("closed for repairs until further notice")
    assert shown.card.ask.isEnabled()
    shown.card.ask.click()
    third = session.reader.versions(HOME)[2].id
    qtbot.waitUntil(lambda: f"version:{third}" in shown.card.view.toHtml(), timeout=20_000)
    with qtbot.waitSignal(shown.version_requested) as asked:
        shown.card.view.anchorClicked.emit(QUrl(f"version:{third}"))
    assert asked.args == [third]
    shown.card.view.anchorClicked.emit(QUrl("wider:"))
    qtbot.waitUntil(lambda: "About" in shown.card.view.toPlainText(), timeout=20_000)


def test_a_document_shows_its_parts_with_their_history(load: Load, qtbot: QtBot) -> None:
    tab = load(HOME + "notes.rtf")
    assert [row.text for row in tab.blocks.rows] == ["Plain words in a document", "And even more of them"]
    assert not tab.bar.slider.isVisible() and "2 part" in tab.bar.facts.text()
    tab.choose(1)
    assert "/p[2]" in tab.card.view.toPlainText()
    qtbot.waitUntil(lambda: "first seen" in tab.card.view.toPlainText(), timeout=20_000)
    assert "<u" in tab.card.view.toHtml() or "underline" in tab.card.view.toHtml()


def test_of_a_very_long_document_the_first_parts_are_listed() -> None:
    parts = tuple(Part("paragraph", f"Paragraph {number}") for number in range(40))
    blocks = document_blocks(
        Document("txt", "text/plain", parts=(Part("heading", "Title", 1), *parts)), most=30
    )
    assert len(blocks.rows) == 30 and blocks.left == 11
    assert blocks.rows[0].label == "heading" and {row.parent for row in blocks.rows[1:]} == {0}


@pytest.mark.parametrize(("name", "word"), [("old", "another"), ("nothing", "no content")])
def test_what_cannot_be_divided_says_why(tab: BlocksTab, session: Session, name: str, word: str) -> None:
    tab.load(session.reader.versions(HOME + name)[-1])
    assert tab.empty.isVisible() and word in tab.empty.sentence.text()


def test_bytes_without_parts_say_what_the_tab_is_for(load: Load) -> None:
    tab = load(HOME + "blob")
    assert tab.empty.isVisible() and "Web pages are divided" in tab.empty.hint.text()


def test_every_label_can_be_told_apart_without_its_colour() -> None:
    signs = [sign for _, _, sign in (*label_styles.LABELS.values(), *label_styles.KINDS.values())]
    assert len(set(signs)) == len(signs)
    for light, dark, _ in label_styles.LABELS.values():
        assert contrast(light, "#ffffff") >= 4.5 and contrast(light, LIGHT.surface) >= 4.5
        assert contrast(dark, DARK.surface) >= 4.5


def test_the_card_keeps_its_words_in_another_scheme(shown: BlocksTab, qapp: Any) -> None:
    shown.choose(number_of(shown, "closed for repairs"))
    theme.apply_theme(qapp, "dark")
    assert REPAIRS in shown.card.view.toPlainText()
    theme.apply_theme(qapp, "light")


def by_sight(tab: BlocksTab, qtbot: QtBot) -> None:
    with qtbot.waitSignal(tab.cut_done, timeout=10_000):
        tab.bar.style_choice.setCurrentIndex(2)
        tab.bar.style_choice.activated.emit(2)


def test_the_page_can_be_divided_by_sight_as_coherent_as_the_slider_says(
    shown: BlocksTab, qtbot: QtBot
) -> None:
    by_sight(shown, qtbot)
    assert shown.blocks.style == "visual" and "by sight" in shown.bar.facts.text()
    assert (shown.bar.slider.maximum(), shown.bar.slider.value()) == (10, 6)
    coarse = shown.blocks.leaves()
    with qtbot.waitSignal(shown.cut_done, timeout=10_000):
        shown.bar.slider.setValue(10)
    fine = shown.blocks.leaves()
    assert len(fine) > len(coarse) > 1
    assert any(row.text == REPAIRS for row in fine) and {row.label for row in fine} >= {
        "text",
        "links",
        "form",
    }
    assert "".join("".join(row.text.split()) for row in fine) == "".join(
        "".join(row.text.split()) for row in coarse
    )
    with qtbot.waitSignal(shown.cut_done, timeout=10_000):
        shown.bar.style_choice.activated.emit(shown.bar.style_choice.setCurrentIndex(0) or 0)
    assert (shown.bar.slider.maximum(), shown.bar.slider.value()) == (5, 3)


def test_visual_blocks_are_outlined_and_told_on_the_card(shown: BlocksTab, qtbot: QtBot) -> None:
    by_sight(shown, qtbot)
    leaves = {row.number for row in shown.blocks.leaves()}
    qtbot.waitUntil(lambda: set(painted(shown, qtbot)) == leaves, timeout=10_000)
    shown.choose(0)
    said = shown.card.view.toPlainText()
    assert "It is the whole page." in said and "of 10" in said


def test_a_block_below_the_pointer_stands_out_on_the_page(shown: BlocksTab, qtbot: QtBot) -> None:
    row = next(row for row in shown.blocks.rows if not row.leaf)
    assert row.number not in painted(shown, qtbot)
    item = shown.tree.topLevelItem(0)
    while item.data(0, Qt.ItemDataRole.UserRole) != row.number:
        item = shown.tree.itemBelow(item)
    view = shown.tree.viewport()
    QTest.mouseMove(view, QPoint(4, view.height() - 2))
    QTest.mouseMove(view, shown.tree.visualItemRect(item).center())
    qtbot.waitUntil(lambda: row.number in painted(shown, qtbot), timeout=10_000)
    assert shown.tree.current() == -1


def test_words_are_found_in_the_smallest_blocks_that_say_them(load: Load, qtbot: QtBot) -> None:
    tab = load()
    tab.open_find()
    strip = tab.find_bar
    assert strip.isVisible() and strip.field.hasFocus()
    strip.field.setText("READING room")
    qtbot.waitUntil(lambda: strip.count.text() == "1 of 2", timeout=10_000)
    leaves = tab.blocks.leaves()
    saying = [row.number for row in leaves if "reading room" in row.text.lower()]
    assert strip.hits == saying and tab.tree.current() == saying[0]
    qtbot.keyClick(strip.field, Qt.Key.Key_Return)
    assert tab.tree.current() == saying[1] and strip.count.text() == "2 of 2"
    qtbot.keyClick(strip.field, Qt.Key.Key_Return)
    assert tab.tree.current() == saying[0]
    strip.field.setText("zeppelin")
    qtbot.waitUntil(lambda: strip.count.text() == "Not found", timeout=10_000)
    qtbot.keyClick(strip.field, Qt.Key.Key_Escape)
    assert not strip.isVisible() and tab.tree.hasFocus()


def test_words_behind_what_is_shown_of_a_block_are_found(qtbot: QtBot) -> None:
    long = "Word after word. " * 400 + "At last a zeppelin."
    rows = document_blocks(Document("plain", "text/plain", parts=(Part("p", "Short."), Part("p", long)))).rows
    assert "zeppelin" not in rows[1].text
    assert saying(rows, "zeppelin", exact=False, loose=False) == [1]
    assert saying(rows, "zeppelin Short", exact=False, loose=True) == [0, 1]


def test_words_that_were_sought_elsewhere_leave_the_block_that_is_chosen(load: Load, qtbot: QtBot) -> None:
    tab = load()
    number = number_of(tab, "closed for repairs")
    tab.choose(number)
    tab.find_bar.seek("globe")
    qtbot.waitUntil(lambda: len(tab.find_bar.hits) > 0, timeout=10_000)
    assert tab.tree.current() == number and number not in tab.find_bar.hits


def test_who_asks_for_the_history_of_a_block_sees_it(load: Load, qtbot: QtBot, session: Session) -> None:
    tab = load()
    tab.resize(1000, 420)
    view = tab.card.view

    def seen() -> bool:
        heading = view.document().find("History")
        return view.viewport().rect().contains(view.cursorRect(heading).bottomLeft())

    tab.seek(session.reader.versions(HOME)[-1].id, "", REPAIRS)
    qtbot.waitUntil(lambda: tab.card._shown.past.state == "there", timeout=20_000)
    assert seen() and view.verticalScrollBar().value() > 0
    tab.choose(number_of(tab, "globe"))
    qtbot.waitUntil(lambda: tab.card._shown.past.state == "there", timeout=20_000)
    assert view.verticalScrollBar().value() == 0
