"""Chromium started ahead: when the window is still, and not where somebody else is about to."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from PySide6.QtWebEngineCore import QWebEngineProfile
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from widgets.shell.main_window import MainWindow
from widgets.web import ahead
from widgets.web.ahead import BrowserAhead


def shown(qtbot: QtBot) -> QWidget:
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    return window


def test_it_starts_when_nobody_does_anything(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ahead, "STILL", 60_000)
    window = shown(qtbot)
    browser = BrowserAhead(window.windowHandle(), window)
    began = list[int]()
    with monkeypatch.context() as patched:
        patched.setattr(browser._still, "start", lambda: began.append(1))
        QTest.mouseMove(window, QPoint(5, 5))
    assert browser.profile is None and began
    browser._still.start(0)
    qtbot.waitUntil(lambda: browser.profile is not None, timeout=20_000)
    assert isinstance(browser.profile, QWebEngineProfile)
    browser._close()
    assert browser.profile is None


def test_whoever_needs_a_browser_now_starts_it(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ahead, "STILL", 0)
    window = shown(qtbot)
    browser = BrowserAhead(window.windowHandle(), window)
    browser.stop()
    browser._go_on()
    assert browser.profile is None and not browser._still.isActive()


def test_the_start_page_starts_it_when_what_an_archive_needs_is_loaded(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, window: MainWindow
) -> None:
    monkeypatch.setattr(ahead, "STILL", 10)
    window.show()
    window.load_ahead()
    qtbot.waitUntil(
        lambda: window._browser_ahead is not None and window._browser_ahead.profile is not None,
        timeout=60_000,
    )
