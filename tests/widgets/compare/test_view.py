"""The comparison of real versions in real replay views."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from widgets.compare.changes_model import AFTER, BEFORE, FACTS, KIND
from widgets.compare.entries import Entry
from widgets.compare.view import CompareView
from widgets.kit import jobs
from widgets.session import Session

HOME = "http://museum.example/"


@pytest.fixture
def pages(
    qtbot: QtBot, view: CompareView, compare: Callable[[str], None], show_active: Callable[[QWidget], None]
) -> CompareView:
    """Both pages loaded, marked and measured."""
    compare(HOME)
    wanted = [{entry.number for entry in view.panel.shown() if entry.paths[side]} for side in (0, 1)]
    # the picture that is lost takes no room
    wanted[1] -= {entry.number for entry in view.panel.shown() if "img" in str(entry.paths[1])}

    def measured() -> bool:
        sides = zip(wanted, view.sync.positions, strict=True)
        return all(places.room > 500 and numbers <= places.spans.keys() for numbers, places in sides)

    qtbot.waitUntil(measured, timeout=20_000)
    show_active(view)  # the window was made anew for the browsers inside
    return view


def entry_of(view: CompareView, kind: str, words: str = "") -> Entry:
    return next(
        entry for entry in view.panel.shown() if entry.kind == kind and words.casefold() in entry.searched
    )


def ask(qtbot: QtBot, view: CompareView, side: int, js: str) -> Any:
    web = view.panes[side].web
    assert web is not None
    answers: list[Any] = []
    web.replay.run_script(js, answers.append)
    qtbot.waitUntil(lambda: bool(answers))
    return answers[0]


def scroll_top(qtbot: QtBot, view: CompareView, side: int) -> float:
    return float(
        ask(qtbot, view, side, "document.scrollingElement.scrollTop") or 0
    )  # None while there is no page yet


def test_changes_are_listed_counted_and_marked_in_both_pages(pages: CompareView) -> None:
    kinds = [entry.kind for entry in pages.panel.shown()]
    assert sorted(kinds) == ["added", "added", "changed", "changed", "moved", "removed"]
    assert pages.panel.chips["added"].number == 2 and "markup" not in pages.panel.chips
    places_a, places_b = pages.sync.positions
    news, gone = entry_of(pages, "added", "News").number, entry_of(pages, "removed").number
    assert news in places_b.spans and news not in places_a.spans and news in places_a.gaps
    assert gone in places_a.spans and gone not in places_b.spans and gone in places_b.gaps
    for kind in ("changed", "moved"):
        number = entry_of(pages, kind).number
        assert (
            number in places_a.spans
            and number in places_b.spans
            and pages.stage.ruler.span(1, number) is not None
        )


def test_the_gap_stands_where_the_new_block_would_be(pages: CompareView) -> None:
    news = entry_of(pages, "added", "News")
    before, after = (
        next(
            b.number for b in pages.outcome.parts[0].blocks if b.paths[0] == f"/html[1]/body[1]/section[{n}]"
        )
        for n in (20, 21)
    )
    places = pages.sync.positions[0]
    assert sum(places.spans[before]) - 1 <= places.gaps[news.number] <= places.spans[after][0] + 1


def test_the_words_that_differ_are_told_and_highlighted_in_the_page(qtbot: QtBot, pages: CompareView) -> None:
    changed = entry_of(pages, "changed", "Room 2")
    row = pages.panel.model.index(pages.panel.model.row_of(changed.number), 0)
    assert row.data(KIND) == "changed"
    assert ("2", True) in row.data(BEFORE) and ("77", True) in row.data(AFTER)
    assert ["changed", "2"] in ask(qtbot, pages, 0, "tianwangReplay.highlighted()")
    assert ["changed", "77"] in ask(qtbot, pages, 1, "tianwangReplay.highlighted()")
    assert not pages.panel.list.grab().isNull() and not pages.stage.ruler.grab().isNull()


def test_keys_walk_through_the_changes_and_scroll_both_pages(qtbot: QtBot, pages: CompareView) -> None:
    pages.heading.swap.setFocus()
    QTest.keyClick(pages.heading.swap, Qt.Key.Key_F8)
    assert pages.panel.position.text() == "Change 1 of 6"
    for number in (2, 3, 4):
        QTest.keyClick(pages.heading.swap, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
        assert pages.panel.position.text() == f"Change {number} of 6"
    qtbot.waitUntil(lambda: scroll_top(qtbot, pages, 1) > 200 and scroll_top(qtbot, pages, 0) > 200)
    for _ in range(4):
        QTest.keyClick(pages.heading.swap, Qt.Key.Key_F7)
    assert pages.panel.position.text() == "Change 6 of 6"


def test_of_a_change_that_no_page_shows_the_panel_says_so(
    qtbot: QtBot, view: CompareView, compare: Callable[[str], None]
) -> None:
    compare(HOME + "hidden")
    view.panel.step(1)
    qtbot.waitUntil(lambda: view.panel.position.text() == "Change 1 of 1 (hidden)", timeout=20_000)
    assert "folded away or invisible" in view.panel.position.toolTip()


def test_a_change_that_no_page_displays_says_so_in_the_list(
    qtbot: QtBot, view: CompareView, compare: Callable[[str], None]
) -> None:
    compare(HOME + "hidden")
    facts = view.panel.model.index(0, 0)
    qtbot.waitUntil(lambda: "hidden on the page" in facts.data(FACTS), timeout=20_000)


def test_differences_in_the_code_alone_are_folded_away_and_not_marked(
    qtbot: QtBot, view: CompareView, compare: Callable[[str], None]
) -> None:
    compare(HOME + "markup")
    assert view.panel.shown() == [] and view.heading.sentence.text() == "0 change(s)"
    fold = view.panel.model.index(0, 0)
    assert fold.data().startswith("1 difference(s) in the code alone")
    qtbot.waitUntil(lambda: all(places.height > 1 for places in view.sync.positions), timeout=20_000)
    number = view.outcome.entries[0].number
    marked = "tianwangReplay.outlines().map(({ index }) => index)"
    assert [ask(qtbot, view, side, marked) for side in (0, 1)] == [[], []]
    view.panel.list.clicked.emit(fold)
    assert [entry.number for entry in view.panel.shown()] == [number]
    qtbot.waitUntil(lambda: ask(qtbot, view, 1, marked) == [number], timeout=20_000)


def test_neighbours_are_one_row_one_outline_and_one_step(
    qtbot: QtBot, view: CompareView, compare: Callable[[str], None]
) -> None:
    compare(HOME + "run")
    (entry,) = view.panel.shown()
    row = view.panel.model.index(0, 0)
    assert len(entry.parts) == 3 and "3 blocks" in row.data(FACTS)
    assert row.data(Qt.ItemDataRole.ToolTipRole).count("Extra") >= 3 and view.panel.chips["added"].number == 1
    view.panel.step(1)
    assert view.panel.position.text() == "Change 1 of 1"
    view.panel.choose(entry.parts[-1].number)
    assert view.panel.current() == entry.number, "what belongs to it leads to it"
    qtbot.waitUntil(lambda: view.sync.positions[1].spans.keys() >= {entry.number}, timeout=20_000)
    assert [each["index"] for each in ask(qtbot, view, 1, "tianwangReplay.outlines()")] == [entry.number]
    qtbot.waitUntil(lambda: len(view.sync.positions[0].gaps) == 1, timeout=20_000)
    view.set_mode("text")
    right = view.panes[1].text
    qtbot.waitUntil(lambda: "Extra 2" in right.toPlainText() and right.complete)
    assert right._blocks[entry.number][1] - right._blocks[entry.number][0] == 2, "the lines of all of them"
    view.set_mode("source")
    source = view.panes[1].source
    qtbot.waitUntil(lambda: view.panes[1].stack.currentWidget() is source and bool(source.extraSelections()))
    (selection,) = source.extraSelections()
    assert all(f"Extra {n}" in selection.cursor.selectedText() for n in range(3))


def test_the_same_words_are_not_called_the_same_page(
    qtbot: QtBot, view: CompareView, compare: Callable[[str], None]
) -> None:
    compare(HOME + "link")
    assert (
        view.heading.similarity.text() == "the same words" and view.heading.sentence.text() == "1 change(s)"
    )
    assert "links" in view.heading.similarity.toolTip()


def test_a_moved_block_is_shown_at_its_place_in_each_page(qtbot: QtBot, pages: CompareView) -> None:
    moved = entry_of(pages, "moved").number
    pages.panel.choose(moved)
    tops = [pages.sync.positions[side].spans[moved][0] for side in (0, 1)]
    assert tops[1] - tops[0] > 1000

    def seen(side: int) -> bool:
        return -50 < tops[side] - scroll_top(qtbot, pages, side) < 700

    qtbot.waitUntil(lambda: seen(0) and seen(1), timeout=10_000)

    def joined() -> bool:
        """The ruler knows where both are seen: at the same height."""
        left, right = pages.stage.ruler._seen(0), pages.stage.ruler._seen(1)
        return left is not None and right is not None and abs(left[0] - right[0]) < 20

    qtbot.waitUntil(joined, timeout=10_000)
    assert not pages.stage.ruler.grab().isNull()


def test_a_change_chosen_before_the_pages_are_there_is_shown_when_they_are(
    qtbot: QtBot, view: CompareView, compare: Callable[[str], None]
) -> None:
    compare(HOME)
    view.panel.choose(entry_of(view, "added", "News").number)
    qtbot.waitUntil(
        lambda: scroll_top(qtbot, view, 1) > 200 and scroll_top(qtbot, view, 0) > 200, timeout=20_000
    )


def test_scrolling_one_page_scrolls_the_other_to_the_same_block(qtbot: QtBot, pages: CompareView) -> None:
    number = next(
        b.number for b in pages.outcome.parts[0].blocks if b.paths[0] == "/html[1]/body[1]/section[26]"
    )
    top_a = pages.sync.positions[0].spans[number][0]
    pages.panes[0].web.replay.run_script("scrollTo(0, argument)", None, top_a)

    def aligned() -> bool:
        a, b = pages.sync.positions
        delta_a = a.spans[number][0] - scroll_top(qtbot, pages, 0)
        delta_b = b.spans[number][0] - scroll_top(qtbot, pages, 1)
        return abs(delta_a) < 5 and abs(delta_a - delta_b) < 40

    qtbot.waitUntil(aligned, timeout=10_000)


def test_untied_sides_scroll_alone(qtbot: QtBot, pages: CompareView) -> None:
    pages.heading.tied.setChecked(False)
    pages.sync.scroll_to(0, 0.5)
    qtbot.waitUntil(lambda: scroll_top(qtbot, pages, 0) > 200)
    assert scroll_top(qtbot, pages, 1) == 0


def test_what_the_filter_leaves_out_is_neither_listed_nor_marked(qtbot: QtBot, pages: CompareView) -> None:
    web = pages.panes[1].web
    assert web is not None
    with qtbot.waitSignal(web.replay.marked):
        pages.panel.chips["changed"].click()
    assert {entry.kind for entry in pages.panel.shown()} == {"added", "removed", "moved"}
    assert ask(qtbot, pages, 1, "tianwangReplay.highlighted()") == []
    with qtbot.waitSignal(pages.panel.shown_changed):
        pages.panel.field.setText("陶瓷")
    assert [entry.kind for entry in pages.panel.shown()] == ["added"]
    with qtbot.waitSignal(pages.panel.shown_changed):
        pages.panel.field.setText("no such word")
    assert "filter" in pages.panel.empty.sentence.text()


def test_changes_can_be_sorted_by_their_size(pages: CompareView) -> None:
    pages.panel.by_size.click()
    sizes = [entry.size for entry in pages.panel.shown()]
    assert sizes == sorted(sizes, reverse=True) and sizes[0] > sizes[-1]


def test_missing_resources_are_counted_for_each_side(qtbot: QtBot, pages: CompareView) -> None:
    qtbot.waitUntil(lambda: pages.panes[1].missing.isVisible(), timeout=10_000)
    assert not pages.panes[0].missing.isVisible()
    assert "lost.png" in pages.panes[1].missing.toolTip()


def test_another_version_can_be_chosen_and_sides_exchanged(
    qtbot: QtBot, pages: CompareView, session: Session
) -> None:
    first, second = session.reader.versions(HOME)
    with qtbot.waitSignal(pages.compared, timeout=20_000):
        pages.heading.swap.click()
    assert pages.panes[0].versions.currentData() == second.id
    with qtbot.waitSignal(pages.compared, timeout=20_000):
        pages.panes[0].versions.activated.emit(pages.panes[0].versions.findData(first.id))
    assert pages.panel.model.rows == [] and "byte for byte" in pages.panel.empty.sentence.text()


def test_larger_blocks_are_fewer(qtbot: QtBot, pages: CompareView) -> None:
    before = pages.outcome.leaves
    with qtbot.waitSignal(pages.compared, timeout=20_000):
        pages.perform("larger")
    assert pages.level == 2 and pages.outcome.level == 2 and pages.outcome.leaves <= before
    assert pages.tools.level.value() == 2 and "level 2" in pages.tools.level.toolTip()


def test_the_chosen_change_stays_chosen_at_another_level(qtbot: QtBot, pages: CompareView) -> None:
    pages.panel.choose(entry_of(pages, "changed", "Room 2").number)
    for level in (1, 5, 3):
        with qtbot.waitSignal(pages.compared, timeout=20_000):
            pages.set_level(level)
        chosen = next(e for e in pages.panel.model.entries if e.number == pages.panel.current())
        assert chosen.kind == "changed" and "of room 77" in chosen.text(1)


def test_a_block_can_be_ignored_and_that_can_be_undone(qtbot: QtBot, pages: CompareView) -> None:
    changed = entry_of(pages, "changed", "Room 2")
    ignore = next(a for a in pages.panel.menu(changed).actions() if "ignore" in a.text())
    with qtbot.waitSignal(pages.compared, timeout=20_000):
        ignore.trigger()
    assert "#r2" in pages.notice.text and changed.number not in {
        entry.number for entry in pages.panel.shown()
    }
    assert pages.panel.chips["changed"].number == 1
    fold = pages.panel.model.index(len(pages.panel.model.rows) - 1, 0)
    assert "always happen" in fold.data()
    pages.panel.list.clicked.emit(fold)
    noise = next(entry for entry in pages.panel.shown() if entry.noise is not None)
    assert "#r2" in pages.panel.model.data(
        pages.panel.model.index(pages.panel.model.row_of(noise.number), 0), Qt.ItemDataRole.ToolTipRole
    )
    pages.perform("noise")
    assert pages.panel.chips["changed"].number == 2, "listed among the others"
    with qtbot.waitSignal(pages.compared, timeout=20_000):
        pages.notice.act()
    assert all(entry.noise is None for entry in pages.panel.shown())


def test_a_rule_can_be_taken_back_later(qtbot: QtBot, pages: CompareView) -> None:
    with qtbot.waitSignal(pages.compared, timeout=20_000):
        pages.panel.ignore_requested.emit(entry_of(pages, "changed", "Room 2").number)
    noise = next(entry for entry in pages.outcome.entries if entry.noise is not None)
    pages.panel.choose(noise.number)
    assert pages.panel.current() == noise.number, "what is folded away is unfolded"
    allow = next(a for a in pages.panel.menu(noise).actions() if "#r2" in a.text())
    with qtbot.waitSignal(pages.compared, timeout=20_000):
        allow.trigger()
    assert all(entry.noise is None for entry in pages.outcome.entries)
    with qtbot.waitSignal(pages.compared, timeout=20_000):
        pages.notice.act()
    assert any(entry.noise is not None for entry in pages.outcome.entries)


def test_a_version_that_is_not_there_is_told_to_the_message_bar(qtbot: QtBot, view: CompareView) -> None:
    with qtbot.waitSignal(jobs.center().failed):
        view.compare("209901-0000001", "209901-0000002")


def test_damage_is_told_and_the_view_stays(qtbot: QtBot, view: CompareView, session: Session) -> None:
    a, b = session.reader.versions(HOME + "register")
    for batch in (session.path / "batches").rglob("*.tw"):
        batch.unlink()
    with qtbot.waitSignal(jobs.center().failed):
        view.compare(a.id, b.id)
    assert view.panel.empty.sentence.text() and view.outcome is None
    assert not any(
        button.isEnabled() for button in (view.tools.buttons["text"], view.tools.buttons["source"])
    )


def test_changes_in_a_table_of_very_many_cells_are_marked_and_stepped_to(
    qtbot: QtBot, view: CompareView, session: Session, make_capture: Callable[..., Any]
) -> None:
    """Its blocks are stretches without an element of their own; none of them is hidden."""

    def table(edition: int) -> str:
        cells = [str(cell) for cell in range(80_400)]
        for cell in range(9_000, 80_000, 30_000):
            cells[cell] += f".{edition}"
        rows = ("<tr><td>" + "<td>".join(cells[n : n + 6]) for n in range(0, len(cells), 6))
        return "<title>Table</title><h1>All of it</h1><table>" + "\n".join(rows) + "</table>"

    with session.archive.writer() as writer:
        a, b = [writer.store(make_capture(HOME + "table", table(n), minutes=n * 60)) for n in range(2)]
        writer.commit()
    view.compare(a.id, b.id)
    qtbot.waitUntil(lambda: all(len(places.spans) == 3 for places in view.sync.positions), timeout=60_000)
    view.panel.step(1)
    view.panel.step(1)
    qtbot.waitUntil(lambda: view.panel.position.text() == "Change 2 of 3")
    qtbot.waitUntil(lambda: min(scroll_top(qtbot, view, side) for side in (0, 1)) > 30_000, timeout=10_000)
    assert view.sync.hidden() == frozenset()
    assert ask(qtbot, view, 1, "tianwangReplay.highlighted().map(([, said]) => said)")[1:2] == ["39000.1"]


def test_a_change_that_is_not_found_in_the_pages_is_not_called_hidden(
    qtbot: QtBot, view: CompareView, session: Session, make_capture: Callable[..., Any]
) -> None:
    """A script took the block away."""
    page = "<p>What stays.</p><div id=x><p>Edition {}</p></div><script>document.getElementById('x').remove()</script>"
    with session.archive.writer() as writer:
        ids = [writer.store(make_capture(HOME + "gone", page.format(n), minutes=n * 60)).id for n in range(2)]
        writer.commit()
    with qtbot.waitSignal(view.compared, timeout=20_000):
        view.compare(*ids)
    view.panel.step(1)
    qtbot.waitUntil(lambda: view.panel.position.text() == "Change 1 of 1 (not found)", timeout=10_000)
    assert "not found" in view.panel.position.toolTip()
