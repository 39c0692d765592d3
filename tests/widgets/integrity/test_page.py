"""The Integrity page: not checked, in order, damaged, stopped; every problem with its place; reports; statistics."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QFileDialog

from app.archive.archive import Archive
from app.archive.upkeep.verifying import Problem
from tests.widgets.integrity.conftest import damage
from widgets.integrity import checking
from widgets.integrity import checking as memory
from widgets.integrity.batches import CHECKED
from widgets.integrity.page import IntegrityPage
from widgets.kit import theme
from widgets.session import Session


def test_an_archive_nobody_has_checked_says_so_and_what_a_check_does(page: IntegrityPage) -> None:
    card = page.check.card
    assert (card.kind, card.heading.text()) == ("none", "Not checked yet")
    assert "check sums" in page.check.nothing.text.text()
    assert page.check.batches.rowCount() == 1
    assert page.check.batches.index(0, CHECKED).data() == "Not checked"
    assert page.check.figures.text("versions") == "7"
    assert not page.check.save.isEnabled()


def test_all_in_order_is_a_calm_confirmation_that_is_remembered(
    checked, page, session: Session, settings
) -> None:
    checked()
    card = page.check.card
    assert (card.kind, card.heading.text()) == ("ok", "Everything is in order")
    assert "7 records" in card.text.text()
    assert page.check.batches.index(0, CHECKED).data() == "In order"
    kept = memory.load(settings, session.path)
    assert (kept.records, kept.problems, kept.strict) == (7, 0, False)
    again = IntegrityPage(session, settings)
    again.check.show_batches(session.reader.batches())
    assert again.check.card.kind == "ok"
    again.deleteLater()


def test_a_damaged_record_is_named_with_file_byte_and_capture(qtbot, checked, page, filled: Archive) -> None:
    path, capture = damage(filled, 2)
    checked()
    check = page.check
    assert check.card.kind == "error" and "1 problem" in check.card.heading.text()
    assert "1 problem" in check.batches.index(0, CHECKED).data()
    row = [check.problems.model.index(0, column).data() for column in range(4)]
    assert row[0] == path.relative_to(filled.path / "batches").as_posix() and row[2] == capture
    plain, exact = row[3].split("\n")
    assert plain == "The content is damaged" and exact
    lines = check.problems.view.fontMetrics().boundingRect(QRect(0, 0, 900, 900), 0, row[3]).height()
    assert check.problems.view.rowHeight(0) >= lines
    with qtbot.waitSignal(check.capture_requested) as asked:
        check.problems.view.activated.emit(check.problems.model.index(0, 0))
    assert asked.args == [capture]


def test_a_problem_leads_to_the_recovery_of_its_file(qtbot, checked, page, filled: Archive) -> None:
    path, _ = damage(filled)
    checked()
    page.check.problems.view.selectRow(0)
    with qtbot.waitSignal(page.check.recover_requested) as asked:
        page.check.recover.click()
    assert asked.args == [path]


def test_problems_are_filtered_by_kind_and_the_filter_names_their_numbers(page: IntegrityPage) -> None:
    problems = [
        Problem("batches/202611/0000.tw", n, "", "x", "digest-mismatch" if n % 3 else "") for n in range(9)
    ]
    shown = page.check.problems
    shown.follow(problems)
    shown.take()
    shown.fill_kinds()
    texts = [shown.kinds.itemText(number) for number in range(shown.kinds.count())]
    assert len(texts) == 3 and "(9)" in texts[0] and "(6)" in texts[1] and "(3)" in texts[2]
    shown.kinds.setCurrentIndex(2)
    assert shown.model.rowCount() == 3


def test_a_hundred_thousand_problems_are_taken_in_while_the_check_runs(qtbot, page, monkeypatch) -> None:
    def many(owner, archive, strict, done, failed):
        check, task = checking_check(owner, archive, strict, done, failed)
        check.problems.extend(
            Problem("batches/202611/0000.tw", n, "", "x", "digest-mismatch") for n in range(100_000)
        )
        return check, task

    checking_check = checking.check
    monkeypatch.setattr(checking, "check", many)
    with qtbot.waitSignal(page.check.checked, timeout=20_000):
        page.check.check()
    qtbot.waitUntil(lambda: page.check.problems.model.rowCount() == 100_000, timeout=10_000)
    assert page.check.card.kind == "error"


def test_a_stopped_check_is_not_remembered_and_says_how_far_it_came(qtbot, page, session, settings) -> None:
    check = page.check
    check.check()
    assert check.card.kind == "busy" and check.card.button.text() == "Cancel"
    check.card.button.click()
    qtbot.waitUntil(lambda: not check.checking, timeout=10_000)
    if check._check.complete:  # it was quicker than the click
        return
    assert check.card.kind == "info" and "stopped" in check.card.heading.text()
    assert memory.load(settings, session.path) is None


def test_a_check_that_cannot_be_made_is_a_sentence(qtbot, page, filled: Archive, monkeypatch) -> None:
    def refuse(*_):
        raise PermissionError(13, "Permission denied", str(filled.path))

    monkeypatch.setattr(filled, "reader", refuse)
    with qtbot.waitSignal(page.check.told) as told:
        page.check.check()
    assert "Permission denied" in told.args[0] and page.check.card.kind == "error"
    assert page.check.card.button.isEnabled()


def test_the_report_is_saved_as_text_and_as_json(
    qtbot, checked, page, filled, tmp_path: Path, monkeypatch
) -> None:
    _, capture = damage(filled)
    checked()
    for name in ("report.txt", "report.json"):
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, name=name: (str(tmp_path / name), ""))
        with qtbot.waitSignal(page.check.told, timeout=5000):
            page.check.save.click()
    assert capture in (tmp_path / "report.txt").read_text("utf-8")
    data = json.loads((tmp_path / "report.json").read_text("utf-8"))
    assert data["complete"] and data["problems"][0]["id"] == capture and data["problems"][0]["rule"]


def test_what_came_since_the_check_is_not_called_in_order(
    checked: Callable[[], IntegrityPage], page, filled: Archive, make_capture, session, qtbot
) -> None:
    checked()
    with filled.writer() as writer:
        writer.store(make_capture("http://a.example/new", "<title>New</title>", minutes=60))
    session.refresh()
    qtbot.waitUntil(lambda: page.check.card.kind == "info", timeout=5000)
    assert "since" in page.check.card.heading.text()
    assert "since" in page.check.batches.index(0, CHECKED).data()


def test_an_empty_archive_has_nothing_to_check(qtbot, light, archive: Archive, settings) -> None:
    session = Session(archive)
    page = IntegrityPage(session, settings)
    qtbot.addWidget(page)
    page.show()
    page.open("statistics")
    qtbot.waitUntil(lambda: "empty" in page.statistics.empty.heading.text())
    assert page.check.card.heading.text() == "There is nothing to check yet"
    assert not page.check.card.button.isEnabled()
    session.close()


def test_the_statistics_name_types_languages_sites_and_answers(qtbot, page) -> None:
    page.open("statistics")
    qtbot.waitUntil(lambda: page.statistics.figures.text("versions") == "7")
    tables = page.statistics
    names = [tables.types.model.index(row, 0).data() for row in range(tables.types.model.rowCount())]
    assert any("text/html" in name for name in names) and any("text/css" in name for name in names)
    assert tables.sites.model.index(0, 0).data() == "a.example"
    assert "404" in [tables.statuses.model.index(row, 0).data()[:3] for row in range(2)]
    assert tables.languages.model.rowCount() >= 1
    assert "7" in tables.chart.tip(0)


def test_controls_of_the_page_have_names_and_tooltips(page: IntegrityPage) -> None:
    from PySide6.QtWidgets import QAbstractButton, QComboBox, QTableView

    for kind in (QAbstractButton, QComboBox, QTableView):
        for control in page.findChildren(kind):
            if control.objectName().startswith("qt_") or isinstance(control.parent(), QTableView):
                continue
            unset = control.isHidden() or control.visibleRegion().isEmpty()
            name = control.accessibleName() or getattr(control, "text", str)()
            assert name or unset, control
            assert control.toolTip() or kind is QTableView or unset, name


def test_chart_and_tables_are_made_when_somebody_looks(qtbot, page: IntegrityPage) -> None:
    qtbot.waitUntil(lambda: page.check.figures.text("versions") == "7")
    assert page.statistics.area is None
    page.open("statistics")
    qtbot.waitUntil(lambda: page.statistics.area is not None and page.statistics.area.isVisible())
    assert "visited.bits" in page.statistics.index.text()


def test_esc_leads_back_to_the_page(qtbot, page: IntegrityPage) -> None:
    with qtbot.waitSignal(page.closed):
        qtbot.keyClick(page, Qt.Key.Key_Escape)


def test_the_strict_choice_reaches_the_engine(qtbot, page, monkeypatch) -> None:
    asked: list[bool] = []
    real = checking.check

    def spy(owner, archive, strict, done, failed):
        asked.append(strict)
        return real(owner, archive, strict, done, failed)

    monkeypatch.setattr(checking, "check", spy)
    page.check.card.strict.setCheckState(Qt.CheckState.Checked)
    with qtbot.waitSignal(page.check.checked, timeout=20_000):
        page.check.check()
    assert asked == [True] and "strictly" in page.check.card.text.text()


def test_the_legend_has_the_colours_of_the_chart_after_another_theme(qtbot, page, qapp) -> None:
    page.open("statistics")
    qtbot.waitUntil(lambda: page.statistics.area is not None and page.statistics.area.isVisible())
    for mode in ("dark", "light"):
        theme.apply_theme(qapp, mode)
        colors = theme.colors()
        assert colors.dark is (mode == "dark")
        assert (
            colors.accent in page.statistics.legend.text() and colors.outline in page.statistics.legend.text()
        )
