"""Rows of widgets that go on below where there is no more room."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from widgets.kit.flow_layout import FlowLayout


def test_what_finds_no_room_goes_into_the_next_row(qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    flow = FlowLayout(parent, 8)
    boxes = []
    for _ in range(3):
        box = QWidget()
        box.setFixedSize(100, 24)
        flow.addWidget(box)
        boxes.append(box)
    assert [flow.heightForWidth(width) for width in (400, 250, 100)] == [24, 56, 88]
    parent.resize(250, 100)
    parent.show()
    assert [(box.x(), box.y()) for box in boxes] == [(0, 0), (108, 0), (0, 32)]
    boxes[0].hide()
    assert flow.heightForWidth(250) == 24
