"""Reports about links in the window: looked through, filtered, sorted, exported; a place leads to its link on the page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from app.archive.archive import Archive
from app.archive.model import NewCapture
from app.graph.findings import SHAPES
from widgets.link_reports import words
from widgets.link_reports.view import LinkReportsView
from widgets.shell.main_window import MainWindow

LONG = 30_000
SITE = "http://a.example/"
DAY = 24 * 60


def linking(*targets: str) -> str:
    anchors = "<br>".join(f"<a href='{one}'>to {one.strip('/')}</a>" for one in targets)
    return f"<title>Page</title><body><p>text</p><div style='height:3000px'></div>{anchors}"


@pytest.fixture
def faulty(fill: Callable[..., Archive], make_capture: Callable[..., NewCapture]) -> Archive:
    """Two links to a page that is gone, one of them only since a day; a dead link that was mended."""
    return fill(
        make_capture(SITE, linking("/one", "/gone", "/was")),
        make_capture(SITE + "one", linking("/", "/gone")),
        make_capture(SITE + "gone", "no", status=404),
        make_capture(SITE + "was", "no", status=404),
        make_capture(SITE + "alone", linking("/")),
        make_capture(SITE, linking("/one", "/gone"), minutes=10 * DAY),
    )


@pytest.fixture
def view(
    qtbot: QtBot, window: MainWindow, faulty: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> LinkReportsView:
    monkeypatch.setenv("TIANWANG_CONFIG", str(tmp_path / "config"))
    with qtbot.waitSignal(window.session_opened):
        window.open_archive(faulty.path)
    window.actions_["link_reports"].trigger()
    made = window.links.view
    assert made is not None
    qtbot.waitUntil(lambda: made.looked is not None, timeout=LONG)
    return made


def rows(view: LinkReportsView) -> list[tuple[str, ...]]:
    model = view.model
    return [
        tuple(str(model.index(row, column).data()) for column in range(model.columnCount()))
        for row in range(model.rowCount())
    ]


def choose(qtbot: QtBot, view: LinkReportsView, name: str) -> None:
    view.list.setCurrentRow(list(SHAPES).index(name))
    qtbot.waitUntil(
        lambda: view.model.findings is not None and view.model.findings.name == name, timeout=LONG
    )


def test_broken_links_with_their_places_are_filtered_and_sorted(view: LinkReportsView) -> None:
    assert view.list.item(0).text() == "Broken links (1)"
    assert rows(view) == [(SITE + "gone", "404", "2")]
    below = view.model.index(0, 0)
    lines = [view.model.index(line, 0, below).data() for line in range(view.model.rowCount(below))]
    assert lines == [f"{SITE}  “to gone”", f"{SITE}one  “to gone”"]
    view.filter.setText("a.example/one")  # a page that links there
    assert len(rows(view)) == 1
    view.filter.setText("nowhere")
    assert view.rows.currentWidget() is view.nothing


def test_every_report_is_shown_or_says_that_nothing_was_found(qtbot: QtBot, view: LinkReportsView) -> None:
    for name in SHAPES:
        choose(qtbot, view, name)
        if not view.model.rowCount():
            assert view.nothing.text.text() == words.nothing(name)
        assert view.meaning.text() == words.meaning(name)
    choose(qtbot, view, "depth")
    view.tree.sortByColumn(1, Qt.SortOrder.AscendingOrder)
    assert [row[1] for row in rows(view)] == ["0", "1", "No way"]
    choose(qtbot, view, "rot")
    assert [row[1:3] for row in rows(view)] == [("6", "3"), ("5", "2")]
    assert len(view.chart.points) == 2 and view.chart.isVisible()


def test_words_of_links_to_the_page_on_screen_and_as_a_cloud(
    qtbot: QtBot, window: MainWindow, view: LinkReportsView
) -> None:
    choose(qtbot, view, "anchors")
    assert ("to gone", "2", "2", "1") in rows(view)
    view.as_cloud.setChecked(True)
    assert view.rows.currentWidget() is view.cloud and "one" in view.cloud.toPlainText()
    view.cloud.chosen.emit("to one")
    chosen = view.tree.currentIndex()
    assert (chosen.data(), view.tree.isExpanded(chosen)) == ("to one", True)
    window.workspace.page.show_page(SITE + "gone")
    view.here.setChecked(True)
    qtbot.waitUntil(lambda: rows(view) == [("to gone", "2", "2", "1")], timeout=LONG)


def test_a_place_leads_to_its_link_on_the_page_which_is_marked(
    qtbot: QtBot, window: MainWindow, view: LinkReportsView
) -> None:
    view._open_row(view.model.index(1, 0, view.model.index(0, 0)))
    tab = window.workspace.page.views.page
    assert window.workspace.page.url == SITE + "one"
    marks = []
    qtbot.waitUntil(lambda: tab.replay is not None, timeout=LONG)
    tab.replay.marked.connect(lambda found, lost: marks.append((found, lost)))
    qtbot.waitUntil(lambda: (1, []) in marks, timeout=LONG)
    scrolled: list[float] = []

    def is_there() -> bool:
        tab.replay.run_script("window.scrollY", scrolled.append)
        return bool(scrolled) and scrolled[-1] > 1000

    qtbot.waitUntil(is_there, timeout=LONG)


def test_reports_of_a_day_in_the_past_are_those_of_then(
    qtbot: QtBot, window: MainWindow, view: LinkReportsView
) -> None:
    window.session.travel.to(window.session.reader.versions(SITE)[0].date.date())
    qtbot.waitUntil(lambda: len(rows(view)) == 2 and view.looked.at is not None, timeout=LONG)
    assert {row[0] for row in rows(view)} == {SITE + "gone", SITE + "was"}


def test_a_report_is_exported(
    qtbot: QtBot, view: LinkReportsView, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("broken.html", "broken.csv"):
        chosen = str(tmp_path / name)
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, chosen=chosen: (chosen, ""))
        with qtbot.waitSignal(view.told, timeout=LONG):
            view.export_button.click()
        assert SITE + "gone" in Path(chosen).read_text("utf-8")


def test_looking_can_be_called_off_and_escape_leads_back(
    qtbot: QtBot, window: MainWindow, view: LinkReportsView
) -> None:
    view.look()
    view.busy.button.click()
    assert view.right.currentWidget() is view.none
    view.none.button.click()
    qtbot.waitUntil(lambda: view.looked is not None, timeout=LONG)
    QTest.keyClick(view.tree, Qt.Key.Key_Escape)
    assert window.workspace.right.currentWidget() is window.workspace.page
    window.leave_archive()
    assert window.links.view is None
