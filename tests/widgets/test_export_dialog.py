"""The export dialog: what, how, where to; then the work in the background."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QMainWindow, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.archive import Archive, NewCapture
from app.exporting import FORMATS
from widgets import jobs
from widgets.export_dialog import ExportDialog, PagesSource
from widgets.messages import MessageBar
from widgets.session import Session


@pytest.fixture
def session(qapp: object, archive: Archive, make_capture: Callable[..., NewCapture]) -> Iterator[Session]:
    with archive.writer() as writer:
        for n in range(3):
            writer.store(make_capture(f"http://a.example/{n}", f"<title>Page {n}</title><p>Words {n}</p>"))
        writer.commit()
    made = Session(archive)
    yield made
    jobs.wait_all()
    made.close()


@pytest.fixture
def settings(tmp_path: Path) -> QSettings:
    return QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)


@pytest.fixture
def window(qtbot: QtBot) -> QMainWindow:
    """A window with a message bar, as the main window has one."""
    made = QMainWindow()
    inside = QWidget(made)
    QVBoxLayout(inside).addWidget(MessageBar(inside))
    made.setCentralWidget(inside)
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.fixture
def dialog(qtbot: QtBot, session: Session, settings: QSettings, window: QMainWindow) -> ExportDialog:
    sources = [
        PagesSource("One page", lambda reader: [reader.page("http://a.example/1")], 1),
        PagesSource("a.example", lambda reader: reader.all_pages()),
    ]
    made = ExportDialog(session, sources, window, settings)
    made.open()
    return made


def test_every_format_of_the_engine_has_a_card(dialog: ExportDialog) -> None:
    assert {card.name for card in dialog.cards.buttons()} == set(FORMATS)
    assert all(card.accessibleName() and card.toolTip() for card in dialog.cards.buttons())


def test_what_was_not_counted_is_counted_in_the_background(qtbot: QtBot, dialog: ExportDialog) -> None:
    qtbot.waitUntil(lambda: "3" in dialog.what.button(1).text())
    assert "1" in dialog.what.button(0).text()


def test_export_writes_files_and_offers_the_folder(
    qtbot: QtBot, dialog: ExportDialog, window: QMainWindow, tmp_path: Path, settings: QSettings
) -> None:
    dialog.folder.setText(str(tmp_path / "out"))
    dialog.what.button(1).click()
    with qtbot.waitSignal(dialog.exported, timeout=20_000) as done:
        dialog.export_button.click()
        assert not dialog.isVisible()
    assert done.args[0].files == 3
    assert len(list((tmp_path / "out").rglob("*.md"))) == 3
    bar = window.findChild(MessageBar)
    assert bar.isVisible() and "3" in bar.text
    assert settings.value("export/folder") == str(tmp_path / "out")


def test_the_last_folder_and_format_are_offered_again(
    qtbot: QtBot, session: Session, settings: QSettings, tmp_path: Path
) -> None:
    settings.setValue("export/folder", str(tmp_path / "again"))
    settings.setValue("export/format", "csv")
    made = ExportDialog(session, lambda reader: reader.all_pages(), None, settings)
    qtbot.addWidget(made)
    assert made.chosen_folder() == tmp_path / "again" and made.chosen_format() == "csv"


@pytest.mark.parametrize("where", ["", "relative/folder", "{archive}", "{archive}/batches", "{file}"])
def test_a_folder_that_will_not_do_is_refused_with_a_sentence(
    dialog: ExportDialog, session: Session, where: str
) -> None:
    dialog.folder.setText(where.format(archive=session.path, file=session.path / "archive.json"))
    assert not dialog.export_button.isEnabled() and dialog.note.text()


def test_an_empty_selection_cannot_be_exported(
    qtbot: QtBot, session: Session, settings: QSettings, tmp_path: Path
) -> None:
    made = ExportDialog(session, lambda reader: iter(()), None, settings)
    qtbot.addWidget(made)
    made.folder.setText(str(tmp_path / "out"))
    qtbot.waitUntil(lambda: not made.export_button.isEnabled())


def test_a_cancelled_export_tells_nothing(
    qtbot: QtBot, dialog: ExportDialog, window: QMainWindow, tmp_path: Path
) -> None:
    dialog.folder.setText(str(tmp_path / "out"))
    task = dialog.start()
    task.cancel()
    qtbot.waitUntil(lambda: task.finished)
    assert not window.findChild(MessageBar).isVisible()
