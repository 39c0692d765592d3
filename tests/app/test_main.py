"""The composition root: the window in its language, on its archive, and the sentence for a defect."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app import desktop as roof
from app import main as starter
from app.archive import Archive, NewCapture
from widgets.defect_dialog import DefectDialog


@pytest.fixture
def program(qapp: QApplication, tmp_path: Path) -> Iterator[roof.Program]:
    settings = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    settings.setValue("language", "en")
    made = roof.Program(qapp, settings)
    yield made
    made.window.close()


def test_another_language_rebuilds_the_window_on_the_same_archive(
    qtbot: QtBot, program: roof.Program, fill: Callable[..., Archive], make_capture: Callable[..., NewCapture]
) -> None:
    archive = fill(make_capture("http://a.example/", "<title>A</title>"))
    program.window.show()
    program.window.open_archive(archive.path)
    qtbot.waitUntil(lambda: program.window.session is not None)
    old = program.window
    old.language_changed.emit("zh_CN")
    qtbot.waitUntil(lambda: program.window is not old and program.window.session is not None)
    assert program.window.session and program.window.session.path == archive.path
    assert program.settings.value("language") == "zh_CN"
    assert any("\u4e00" <= letter <= "\u9fff" for letter in program.window.menuBar().actions()[0].text())
    program.window.language_changed.emit("en")
    qtbot.waitUntil(lambda: program.window.menuBar().actions()[0].text() == "&File")


def test_a_defect_is_logged_and_told(qtbot: QtBot, caplog: pytest.LogCaptureFixture) -> None:
    error = RuntimeError("something nobody expected")
    roof._report_defect(type(error), error, None)
    dialog = DefectDialog._open
    assert dialog and "something nobody expected" in dialog.details.toPlainText()
    assert "something nobody expected" in caplog.text
    dialog.reject()


def test_wrong_usage_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        starter.main(["--no-such-option"])
    assert stopped.value.code == 2 and "--no-such-option" in capsys.readouterr().err
