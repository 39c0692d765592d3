"""Preferences in a temporary file, a session over a filled archive, the main window, the look of the real program."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QSettings
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.archive.archive import Archive
from app.archive.model import NewCapture
from widgets.kit import jobs, theme
from widgets.page.area import Preparation
from widgets.session import Session
from widgets.shell.main_window import MainWindow


@pytest.fixture(autouse=True)
def _nothing_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    """No tabs and no browser are made because a test does nothing for a moment: page/test_preparing.py and end2end see
    them made."""
    monkeypatch.setattr(Preparation, "start", lambda self: None)


@pytest.fixture
def show_active(qapp: QApplication) -> Callable[[QWidget], None]:
    """Shows a window and gives it the keyboard: on a screen without a window manager nobody else does."""

    def show(window: QWidget) -> None:
        window.show()
        window.activateWindow()
        QTest.qWaitForWindowActive(window, 2000)  # most tests do not need it, so they may go on without it

    return show


@pytest.fixture
def settings(tmp_path: Path) -> QSettings:
    made = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    made.setValue("archives/folder", str(tmp_path / "archives"))
    return made


@pytest.fixture
def light(qapp: QApplication) -> Iterator[None]:
    theme.apply_theme(qapp, "light")
    yield
    qapp.setStyleSheet("")


@pytest.fixture
def filled(fill: Callable[..., Archive], make_capture: Callable[..., NewCapture]) -> Archive:
    """Two sites, folders, titles, a redirect, an error, a style sheet, and a page with two versions."""
    return fill(
        make_capture("http://a.example/", "<title>Home of A</title><p>one"),
        make_capture("http://a.example/", "<title>Home of A</title><p>two", minutes=5),
        make_capture("http://a.example/news/1.html", "<title>First news</title>"),
        make_capture("http://a.example/news/2.html", "<title>Second news</title>"),
        make_capture("http://a.example/style.css", "body {}", media_type="text/css"),
        make_capture("http://a.example/gone.html", "gone", status=404),
        make_capture("http://b.example/deep/er/page.html", "<title>Deep page</title>"),
    )


@pytest.fixture
def session(qapp: QApplication, filled: Archive) -> Iterator[Session]:
    opened = Session(filled)
    yield opened
    opened.close()


@pytest.fixture
def window(
    qtbot: QtBot, light: None, settings: QSettings, show_active: Callable[[QWidget], None]
) -> Iterator[MainWindow]:
    """The main window on its start page; a crawl or import that still runs at the end is stopped without asking."""
    made = MainWindow(settings)
    made.resize(1280, 800)
    show_active(made)
    yield made
    made.idle._may_stop = lambda **_: True
    made.close()
    qtbot.waitUntil(lambda: made.session is None, timeout=10_000)
    jobs.wait_all()
    made.deleteLater()
    # now, or taking back the look of the program lays out once more what nobody sees
    QCoreApplication.sendPostedEvents(made, QEvent.Type.DeferredDelete.value)


@pytest.fixture
def opened(qtbot: QtBot, window: MainWindow, filled: Archive) -> MainWindow:
    """The main window with the filled archive."""
    with qtbot.waitSignal(window.session_opened):
        window.open_archive(filled.path)
    return window
