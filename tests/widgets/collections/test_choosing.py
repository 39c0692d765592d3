"""A name among many, by parts of it and by keys."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialogButtonBox, QWidget
from pytestqt.qtbot import QtBot

from widgets.collections.choosing import Chooser

NAMES = ["Society", "Society › Law", "Science › Law of nature", "社会 › 法律"]


@pytest.fixture
def chooser(qtbot: QtBot) -> Iterator[Chooser]:
    parent = QWidget()
    qtbot.addWidget(parent)
    yield Chooser("Put into a category", "Category of 1 page:", NAMES, parent)


def test_words_in_any_order_narrow_the_list_and_keys_move_in_it(qtbot: QtBot, chooser: Chooser) -> None:
    assert (chooser.list.count(), chooser.name) == (4, "Society")
    qtbot.keyClicks(chooser.field, "law so")
    assert (chooser.list.count(), chooser.name) == (1, "Society › Law")
    chooser.field.setText("law")
    qtbot.keyClick(chooser.field, Qt.Key.Key_Down)
    qtbot.keyClick(chooser.field, Qt.Key.Key_Down)
    assert chooser.name == "Science › Law of nature"
    chooser.field.setText("法律")
    with qtbot.waitSignal(chooser.accepted):
        chooser.buttons.button(QDialogButtonBox.StandardButton.Ok).click()
    assert chooser.name == "社会 › 法律"


def test_what_no_name_has_cannot_be_taken(chooser: Chooser) -> None:
    chooser.field.setText("nothing of this")
    assert chooser.name == ""
    assert not chooser.buttons.button(QDialogButtonBox.StandardButton.Ok).isEnabled()
