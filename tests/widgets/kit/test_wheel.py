"""Nothing in the program is changed by a wheel that only passes over it; lists of combo boxes are whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QDate, QPoint, QPointF, Qt
from PySide6.QtGui import QFont
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QDateEdit,
    QDoubleSpinBox,
    QLineEdit,
    QScrollArea,
    QScrollBar,
    QSlider,
    QSpinBox,
    QTabBar,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from widgets.shell.main_window import MainWindow

VALUES = (QComboBox, QAbstractSpinBox, QAbstractSlider, QTabBar)


def turn(widget: QWidget, notches: int = -1) -> None:
    """The wheel over the middle of a widget, as the window gets it: it goes on to what lies around."""
    at = QPointF(widget.mapTo(widget.window(), widget.rect().center()))
    QTest.wheelEvent(widget.window().windowHandle(), at, QPoint(0, 120 * notches))


def value_of(widget: QWidget) -> object:
    if isinstance(widget, QComboBox | QTabBar):
        return widget.currentIndex()
    return widget.text() if isinstance(widget, QAbstractSpinBox) else widget.value()


@pytest.fixture
def form(qtbot: QtBot, light: None, show_active: Callable[[QWidget], None]) -> Iterator[QScrollArea]:
    """One of each in a page that is longer than its window."""
    content = QWidget()
    column = QVBoxLayout(content)
    first = QLineEdit()
    column.addWidget(first)
    for made in (QComboBox(), QComboBox(editable=True), QTabBar()):
        add = made.addTab if isinstance(made, QTabBar) else made.addItem
        for name in ("one", "two", "three"):
            add(name)
        made.setCurrentIndex(1)
        column.addWidget(made)
    slider = QSlider(Qt.Orientation.Horizontal)
    for made in (QSpinBox(value=50), QDoubleSpinBox(value=50), QDateEdit(QDate(2020, 5, 5)), slider):
        column.addWidget(made)
    slider.setValue(50)
    column.addSpacing(2000)
    area = QScrollArea(widgetResizable=True)
    area.setWidget(content)
    area.resize(400, 300)
    qtbot.addWidget(area)
    show_active(area)
    first.setFocus()
    yield area


def values(of: QWidget) -> list[QWidget]:
    return [each for kind in VALUES for each in of.findChildren(kind) if not isinstance(each, QScrollBar)]


def test_the_wheel_scrolls_the_page_and_changes_nothing_it_passes_over(form: QScrollArea) -> None:
    found = values(form.widget())
    before = [value_of(each) for each in found]
    bar = form.verticalScrollBar()
    for each in found:
        form.ensureWidgetVisible(each)
        at = bar.value()
        turn(each.lineEdit() if isinstance(each, QAbstractSpinBox) else each)
        assert bar.value() > at, f"{each} holds the page"
        assert not each.hasFocus(), f"the wheel gave {each} the keyboard"
    assert len(found) == 7
    assert [value_of(each) for each in found] == before


def test_a_number_that_has_the_keyboard_takes_the_wheel(form: QScrollArea) -> None:
    for number in (*form.findChildren(QSpinBox), *form.findChildren(QSlider)):
        number.setFocus()
        turn(number, 1)
        assert value_of(number) != ("50" if isinstance(number, QSpinBox) else 50)


def test_a_closed_combo_box_keeps_its_choice_also_where_something_was_just_chosen_in_it(
    form: QScrollArea,
) -> None:
    for box in form.findChildren(QComboBox):
        box.setFocus()
        turn(box)
        assert box.currentIndex() == 1


def test_the_wheel_over_the_sheet_of_a_crawl_changes_no_setting(window: MainWindow, tmp_path: Path) -> None:
    window.crawls.from_start("http://a.example/", tmp_path / "new.archive")
    sheet = window.crawls.sheet
    sheet.more.toggle.setChecked(True)
    found = [each for each in values(sheet) if each.isVisible()]
    before = [value_of(each) for each in found]
    assert len(found) > 3
    for each in found:
        sheet.area.ensureWidgetVisible(each)
        turn(each)
        turn(each, 1)
        turn(each, 1)
    assert [value_of(each) for each in found] == before


@pytest.mark.parametrize("points", [10.5, 18])
def test_the_list_of_a_combo_box_shows_all_its_rows_below_the_box(
    qtbot: QtBot, light: None, show_active: Callable[[QWidget], None], points: float
) -> None:
    """A menu over the box is cut where the box stands near the edge of the screen."""
    board = QWidget()
    qtbot.addWidget(board)
    column = QVBoxLayout(board)
    box = QComboBox()
    font = QFont(box.font())
    font.setPointSizeF(points)
    box.setFont(font)
    box.addItems(["As the system", "Light", "Dark"])
    box.setCurrentIndex(2)
    column.addWidget(box)
    board.move(0, 0)
    show_active(board)
    QTest.mouseClick(box, Qt.MouseButton.LeftButton)
    rows = box.view()
    qtbot.waitUntil(rows.isVisible)
    last = rows.visualRect(rows.model().index(2, 0))
    assert rows.viewport().rect().contains(last)
    assert rows.verticalScrollBar().maximum() == 0
    assert rows.window().geometry().top() >= box.mapToGlobal(box.rect().bottomLeft()).y() - 2
    assert last.height() >= box.fontMetrics().height()
    box.hidePopup()
