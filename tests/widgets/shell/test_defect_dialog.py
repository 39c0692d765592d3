"""A defect is told once, with the details that help to mend it."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from widgets.shell.defect_dialog import DefectDialog


def test_a_second_defect_is_added_to_the_open_dialog(qtbot: QtBot) -> None:
    DefectDialog.show_once("first trace")
    dialog = DefectDialog._open
    assert dialog
    DefectDialog.show_once("second trace")
    assert DefectDialog._open is dialog
    text = dialog.details.toPlainText()
    assert "first trace" in text and "second trace" in text
    dialog._copy()
    assert QGuiApplication.clipboard().text() == text
    with qtbot.waitSignal(dialog.finished):
        dialog.reject()
    assert DefectDialog._open is None
