"""The comparison of real versions in real replay views."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from widgets import jobs
from widgets.compare import CompareView
from widgets.compare.changes_model import AFTER, BEFORE, KIND
from widgets.session import Session

HOME = "http://museum.example/"


@pytest.fixture
def pages(qtbot: QtBot, view: CompareView, compare: Callable[[str], None]) -> CompareView:
    """Both pages loaded, marked and measured."""
    compare(HOME)
    first = {change.kind: number for number, change in reversed(view.panel.model.rows)}
    wanted = ({first["changed"], first["removed"], 27}, {first["changed"], first["added"], 27})

    def measured() -> bool:
        sides = zip(wanted, view.sync.positions, strict=True)
        return all(places.room > 500 and numbers <= places.spans.keys() for numbers, places in sides)

    qtbot.waitUntil(measured, timeout=20_000)
    return view


def scroll_top(qtbot: QtBot, view: CompareView, side: int) -> float:
    answers: list[Any] = []
    view.panes[side].web.replay.run_script("document.scrollingElement.scrollTop", answers.append)
    qtbot.waitUntil(lambda: bool(answers))
    return float(answers[0] or 0)  # None while there is no page yet


def test_changes_are_listed_counted_and_marked_in_both_pages(pages: CompareView) -> None:
    kinds = [change.kind for _, change in pages.panel.model.rows]
    assert sorted(kinds) == ["added", "added", "changed", "removed"]
    assert pages.panel.chips["added"].number >= 1 and not pages.panel.chips["moved"].isEnabled()
    number_of = {change.kind: number for number, change in reversed(pages.panel.model.rows)}
    places_a, places_b = pages.sync.positions
    assert number_of["added"] in places_b.spans and number_of["added"] not in places_a.spans
    assert number_of["removed"] in places_a.spans and number_of["removed"] not in places_b.spans
    assert number_of["changed"] in places_a.spans and number_of["changed"] in places_b.spans
    assert pages.ruler.span(1, number_of["added"]) is not None


def test_the_words_that_differ_are_told(pages: CompareView) -> None:
    first = pages.panel.filter.index(0, 0)
    assert first.data(KIND) == "changed"
    assert ("2", True) in first.data(BEFORE) and ("77", True) in first.data(AFTER)
    assert not pages.panel.list.grab().isNull()


def test_keys_walk_through_the_changes_and_scroll_both_pages(qtbot: QtBot, pages: CompareView) -> None:
    pages.activateWindow()
    pages.swap.setFocus()
    QTest.keyClick(pages.swap, Qt.Key.Key_F8)
    assert pages.panel.position.text() == "Change 1 of 4"
    QTest.keyClick(pages.swap, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert pages.panel.position.text() == "Change 2 of 4"
    qtbot.waitUntil(lambda: scroll_top(qtbot, pages, 1) > 200 and scroll_top(qtbot, pages, 0) > 200)
    QTest.keyClick(pages.swap, Qt.Key.Key_F7)
    QTest.keyClick(pages.swap, Qt.Key.Key_F7)
    assert pages.panel.position.text() == "Change 4 of 4"


def test_a_change_chosen_before_the_pages_are_there_is_shown_when_they_are(
    qtbot: QtBot, view: CompareView, compare: Callable[[str], None]
) -> None:
    compare(HOME)
    view.panel.choose(next(number for number, change in view.panel.model.rows if change.kind == "added"))
    qtbot.waitUntil(lambda: scroll_top(qtbot, view, 1) > 200 and scroll_top(qtbot, view, 0) > 200, timeout=20_000)


def test_scrolling_one_page_scrolls_the_other_to_the_same_block(qtbot: QtBot, pages: CompareView) -> None:
    number = 27  # a paragraph below the new one
    top_a = pages.sync.positions[0].spans[number][0]
    replay = pages.panes[0].web.replay
    replay.run_script("scrollTo(0, argument)", None, top_a)

    def aligned() -> bool:
        a, b = pages.sync.positions
        delta_a = a.spans[number][0] - scroll_top(qtbot, pages, 0)
        delta_b = b.spans[number][0] - scroll_top(qtbot, pages, 1)
        return abs(delta_a) < 5 and abs(delta_a - delta_b) < 40

    qtbot.waitUntil(aligned, timeout=10_000)


def test_untied_sides_scroll_alone(qtbot: QtBot, pages: CompareView) -> None:
    pages.tied.setChecked(False)
    pages.sync.scroll_to(0, 0.5)
    qtbot.waitUntil(lambda: scroll_top(qtbot, pages, 0) > 200)
    assert scroll_top(qtbot, pages, 1) == 0


def test_a_kind_that_is_switched_off_is_neither_listed_nor_walked(pages: CompareView) -> None:
    pages.panel.chips["changed"].click()
    shown = [pages.panel.filter.index(row, 0).data(KIND) for row in range(pages.panel.filter.rowCount())]
    assert shown and "changed" not in shown


def test_missing_resources_are_counted_for_each_side(qtbot: QtBot, pages: CompareView) -> None:
    qtbot.waitUntil(lambda: pages.panes[1].missing.isVisible(), timeout=10_000)
    assert not pages.panes[0].missing.isVisible()
    assert "lost.png" in pages.panes[1].missing.toolTip()


def test_another_version_can_be_chosen_and_sides_exchanged(qtbot: QtBot, pages: CompareView, session: Session) -> None:
    first, second = session.reader.versions(HOME)
    with qtbot.waitSignal(pages.compared, timeout=20_000):
        pages.swap.click()
    assert pages.panes[0].versions.currentData() == second.id
    with qtbot.waitSignal(pages.compared, timeout=20_000):
        pages.panes[0].versions.activated.emit(pages.panes[0].versions.findData(first.id))
    assert pages.panel.model.rows == [] and "byte for byte" in pages.panel.empty.sentence.text()


def test_texts_stand_side_by_side_with_signs(view: CompareView, compare: Callable[[str], None]) -> None:
    compare(HOME + "register")
    left, right = (pane.text.toPlainText() for pane in view.panes)
    assert "~  Item 30 was sold in edition 0" in left and "~  Item 30 was sold in edition 1" in right
    assert "+  The last line" in right and "The last line" not in left
    assert "lines are the same" in left and "Item 5\n" not in left
    view.panel.step(1)
    assert view.panel.current() >= 0


def test_pictures_and_bytes_are_not_compared_as_text(view: CompareView, compare: Callable[[str], None]) -> None:
    compare(HOME + "dot.png")
    assert view.outcome is not None and view.outcome.way == "pictures"
    compare(HOME + "blob")
    assert view.outcome.way == "nothing" and view.panes[0].empty.isVisible()


def test_escape_and_the_button_close(qtbot: QtBot, view: CompareView) -> None:
    with qtbot.waitSignal(view.closed):
        QTest.keyClick(view, Qt.Key.Key_Escape)
    with qtbot.waitSignal(view.closed):
        view.close_button.click()


def test_a_version_that_is_not_there_is_told_to_the_message_bar(qtbot: QtBot, view: CompareView) -> None:
    with qtbot.waitSignal(jobs.center().failed):
        view.show("209901-0000001", "209901-0000002")


def test_damage_is_told_and_the_view_stays(qtbot: QtBot, view: CompareView, session: Session) -> None:
    a, b = session.reader.versions(HOME + "register")
    for batch in (session.path / "batches").rglob("*.tw"):
        batch.unlink()
    with qtbot.waitSignal(jobs.center().failed):
        view.show(a.id, b.id)
    assert view.panel.empty.sentence.text() and view.outcome is None


def test_every_button_has_a_name_and_a_tooltip(view: CompareView) -> None:
    for button in (view.swap, view.tied, view.close_button, view.panel.previous, view.panel.next):
        assert button.accessibleName() and button.toolTip()
    for chip in view.panel.chips.values():
        assert chip.accessibleName() and chip.toolTip()
