"""Opening and looking through a comparison of large pages holds the window only for moments: work is done in turns."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.blocks.compare.changes import Change, Given
from tests.widgets.compare.conftest import HOME
from widgets.compare.entries import entries
from widgets.compare.outcome import Part
from widgets.compare.panel import ChangesPanel
from widgets.compare.stage import Ruler
from widgets.compare.surfaces.positions import Positions
from widgets.compare.surfaces.source import MarkedSource, SourceSurface
from widgets.compare.view import CompareView
from widgets.page.code_view import SourceText
from widgets.session import Session

Show = Callable[[QWidget], None]


def source_of(rows: int, every: int) -> MarkedSource:
    """A page with a mark in every so many rows, and one around its second half."""
    lines = [f"<p>Row {number} of a page.</p>" for number in range(rows)]
    marks = [(n, "changed", (row, 3), (row, 6)) for n, row in enumerate(range(0, rows // 2, every))]
    around = (len(marks), "added", (rows // 2, 0), (rows - 1, 4))
    return MarkedSource(SourceText("\n".join(lines), (), rows), (*marks, around), ())


@pytest.fixture
def surface(qtbot: QtBot) -> SourceSurface:
    made = SourceSurface(None)
    qtbot.addWidget(made)
    made.resize(600, 400)
    made.show()
    return made


def test_of_a_source_only_what_fills_the_view_is_written_at_once(
    qtbot: QtBot, surface: SourceSurface
) -> None:
    """Also where another one is shown already."""
    settled: list[bool] = []
    surface.settled.connect(lambda: settled.append(surface.complete))
    for rows in (1000, 900):
        marked = source_of(rows, 10)
        surface.show_marked(marked, "html", frozenset())
        assert surface.shows(marked) and not surface.complete
        assert len(surface.toPlainText()) < 10_000 < len(marked.source.text)
        qtbot.waitUntil(lambda: surface.complete)
        assert surface.toPlainText() == marked.source.text
        qtbot.waitUntil(lambda: bool(settled))
        assert all(settled), "places are measured only when nothing moves them any more"
        settled.clear()


def rows_painted(surface: SourceSurface) -> set[int]:
    row = surface.document().findBlock
    found: set[int] = set()
    for selection in surface.extraSelections():
        start, end = selection.cursor.selectionStart(), selection.cursor.selectionEnd()
        found |= set(range(row(start).blockNumber(), row(end).blockNumber() + 1))
    return found


def test_only_marks_near_what_is_seen_are_painted(qtbot: QtBot, surface: SourceSurface) -> None:
    """Those of other rows as soon as they come into sight; of a long one the part that is near."""
    surface.show_marked(source_of(8000, 2), "", frozenset())
    qtbot.waitUntil(lambda: surface.complete)
    bar = surface.verticalScrollBar()
    for place in (0, bar.maximum() // 3, bar.maximum() // 2, bar.maximum()):
        bar.setValue(place)
        first = surface.firstVisibleBlock().blockNumber()
        last = surface.cursorForPosition(surface.viewport().rect().bottomLeft()).blockNumber()
        painted = rows_painted(surface)
        assert {row for row in range(first, last) if row % 2 == 0 or row > 4000} <= painted
        assert len(painted) < 8 * (last - first), "rows that nobody sees are left alone"
    surface.focus_mark(5)
    assert surface.textCursor().blockNumber() == 10
    said: dict[str, int] = {}
    for selection in surface.extraSelections():
        alpha = selection.format.background().color().alpha()
        said[selection.cursor.selectedText()] = min(alpha, said.get("Row", 255))
        if alpha < 255:
            assert selection.cursor.blockNumber() == 10
    assert said == {"Row": 80}


def test_a_source_that_is_laid_out_anew_does_not_lead_the_other_side(
    qtbot: QtBot, surface: SourceSurface
) -> None:
    """Nobody scrolled: each would make the other lay out its rows, and be led by it in turn."""
    words = " ".join(f"word{n}" for n in range(40))
    rows = "\n".join(f"<p>{words}</p>" for _ in range(400))
    surface.show_marked(MarkedSource(SourceText(rows, (), 400), (), ()), "html", frozenset())
    qtbot.waitUntil(lambda: surface.complete)
    bar = surface.verticalScrollBar()
    bar.setValue(bar.maximum())
    led: list[float] = []
    surface.scrolled.connect(led.append)
    before = bar.value()
    surface.resize(900, 300)
    assert bar.value() != before and led == []
    bar.setValue(5)
    assert led != []


def test_the_browsers_of_a_comparison_are_made_one_a_turn(
    qtbot: QtBot, view: CompareView, session: Session
) -> None:
    """Not in the turn of the click; what happens meanwhile does not get in the way of the second."""
    a, b = session.reader.versions(HOME)
    made: list[int] = []
    for side, pane in enumerate(view.panes):
        make = pane.make_web

        def count(side: int = side, make: Callable = make) -> object:
            made.extend([side] * (view.panes[side].web is None))
            return make()

        pane.make_web = count
    view.compare(a.id, b.id)
    assert made == []
    view.presenter._turn.timeout.emit()
    assert made == [0] and view.panes[1].web is None
    view.presenter.paint()
    qtbot.waitUntil(lambda: made == [0, 1], timeout=20_000)
    qtbot.waitUntil(lambda: all(len(places.spans) > 30 for places in view.sync.positions), timeout=20_000)


def test_two_sources_are_put_into_the_panes_in_two_turns(
    qtbot: QtBot, view: CompareView, compare: Callable[[str], None]
) -> None:
    compare(HOME)
    made: list[bool] = []
    arrive = view.presenter._sources_made
    left, right = (pane.source for pane in view.panes)

    def arrived(part: Part, sources: tuple[MarkedSource, MarkedSource]) -> None:
        arrive(part, sources)
        made.extend(surface.shows(marked) for surface, marked in zip((left, right), sources, strict=True))

    view.presenter._sources_made = arrived
    view.set_mode("source")
    with qtbot.waitSignal(view.presenter.shown):
        pass
    assert made == [True, False] and right.toPlainText().startswith("<!DOCTYPE")


def changes_of(count: int) -> list[Change]:
    return [
        Change(
            "changed",
            *(Given(f"/html[1]/body[1]/p[{n}]", None, f"{word} {n} of all") for word in ("one", "two")),
        )
        for n in range(count)
    ]


def test_the_ruler_paints_its_changes_anew_only_when_they_stand_elsewhere(qtbot: QtBot) -> None:
    ruler = Ruler(None)
    qtbot.addWidget(ruler)
    ruler.resize(48, 400)
    ruler.show()
    found = entries(changes_of(60))
    painted: list[int] = []
    paint = ruler._paint_change
    ruler._paint_change = lambda painter, entry, **how: (
        painted.append(entry.number),
        paint(painter, entry, **how),
    )

    def count(height: float, fraction: float) -> int:
        painted.clear()
        spans = {entry.number: (10.0 * entry.number, 8.0) for entry in found}
        ruler.set_places(
            [Positions(height, 100.0, spans), Positions(height, 100.0, spans)], [fraction, fraction]
        )
        ruler.grab()
        return len(painted)

    ruler.set_changes(found)
    assert count(1000.0, 0.0) == len(found)
    assert count(1000.0, 0.5) == 0
    ruler.set_current(7)
    assert count(1000.0, 0.6) == 1, "the chosen one above all others"
    assert count(2000.0, 0.6) == len(found) + 1
    ruler.resize(48, 500)
    assert count(2000.0, 0.6) == len(found) + 1


def test_a_chosen_row_is_shown_once_the_list_knows_where_it_stands(qtbot: QtBot, show_active: Show) -> None:
    panel = ChangesPanel(None)
    qtbot.addWidget(panel)
    panel.resize(300, 500)
    show_active(panel)
    panel.show_changes(entries(changes_of(400)))
    panel.choose(399)
    rows = panel.list
    assert not panel._is_laid_out()
    qtbot.waitUntil(lambda: rows.viewport().rect().contains(rows.visualRect(rows.currentIndex())))
