"""The window of the live browser: what it says, and what it asks the main program for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QLocale, QUrl
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QApplication, QPushButton, QStyle, QStyleOptionButton
from pytestqt.qtbot import QtBot

from app.loopback.authority import Authority
from widgets.kit import theme
from widgets.live.window import AddressField, LiveWindow
from widgets.words.translators import Translations


class Said:
    """Stands for the line to the main program."""

    def __init__(self) -> None:
        self.messages: list[dict[str, Any]] = []

    def say(self, **message: object) -> None:
        self.messages.append(message)


@pytest.fixture
def channel() -> Said:
    return Said()


@pytest.fixture
def window(channel: Said, tmp_path: Path, qtbot: QtBot) -> Iterator[LiveWindow]:
    """Over the tests' own proxy, which is no recording one: nothing can be loaded."""
    begin = {
        "archive": "Mine",
        "tab": "t",
        "secret": "s",
        "folder": str(tmp_path),
        "certificate": Authority().certificate_pem.decode(),
    }
    made = LiveWindow(channel, begin)  # type: ignore[arg-type]
    qtbot.addWidget(made)
    yield made
    made.release()


def test_what_became_of_archiving_is_said_in_one_sentence(
    window: LiveWindow, channel: Said, qtbot: QtBot
) -> None:
    button = next(one for one in window.findChildren(QPushButton) if "Archive" in one.text())
    button.click()
    assert not button.isEnabled()
    qtbot.waitUntil(lambda: bool(channel.messages), timeout=10_000)
    assert channel.messages[-1]["event"] == "archive"
    window.do({"do": "progress", "done": 1, "of": 3})
    window.do({"do": "archived", "parts": 2, "bytes": 2_000_000})
    assert button.isEnabled()
    assert window.messages.kind == "info"
    assert "“Mine”" in window.messages.text
    button.click()
    window.do({"do": "failed", "sentence": "No room."})
    assert button.isEnabled()
    assert (window.messages.kind, window.messages.text) == ("error", "No room.")


def test_an_address_that_is_none_is_refused_in_words(window: LiveWindow) -> None:
    window.go("mailto:somebody")
    assert "mailto:somebody" in window.messages.text


def test_what_is_not_secure_is_said_before_a_password_is_typed(window: LiveWindow) -> None:
    """And a sign stays at the address as long as the browser is there; parts from elsewhere do not count."""
    field = window.findChild(AddressField)
    window.do({"do": "warn", "host": "ads.example", "problem": "expired"})
    window.do(
        {"do": "warn", "host": "a.example:8443", "problem": "expired"}
    )  # known before the browser is there
    assert window.messages.isHidden()
    assert window._page is not None
    window._page.urlChanged.emit(QUrl("https://a.example:8443/login"))
    assert window.messages.kind == "warning"
    assert "a.example:8443" in window.messages.text
    window.do({"do": "failed", "sentence": "Something else."})
    assert "not secure" in field.actions()[-1].toolTip()
    field.go(QUrl("https://b.example/"))
    assert field.warning == ""
    field.go(QUrl("https://a.example:8443/"))
    assert "not secure" in field.warning


@pytest.mark.parametrize("count", [0, 3])
def test_the_log_in_is_told_of(window: LiveWindow, channel: Said, count: int) -> None:
    window.use_log_in()
    assert channel.messages == [{"event": "log-in", "host": "", "cookies": []}]
    window.do({"do": "logged-in", "site": "a.example", "count": count})
    assert window.messages.kind == ("info" if count else "warning")


def test_it_speaks_chinese(qapp: QApplication, channel: Said, tmp_path: Path, qtbot: QtBot) -> None:
    before, translations = QLocale(), Translations(qapp)
    translations.use("zh_CN")
    try:
        begin = {"archive": "A", "tab": "t", "secret": "s", "folder": str(tmp_path), "certificate": ""}
        window = LiveWindow(channel, begin)  # type: ignore[arg-type]
        qtbot.addWidget(window)
        window.do({"do": "archived", "parts": 2, "bytes": 10})
        assert "2 个组成部分" in window.messages.text
        window.release()
    finally:
        translations.use("en")
        for translator in translations._installed:
            qapp.removeTranslator(translator)
        QLocale.setDefault(before)


def test_without_an_address_it_waits_for_one_and_complains_of_nothing(
    window: LiveWindow, qtbot: QtBot
) -> None:
    """It opened with “http://about:blank/ is not an address” in red."""
    window.do({"do": "open", "url": "about:blank"})
    assert window.isVisible() and window.messages.isHidden()
    field = window.findChild(AddressField)
    assert window._page is not None
    window._page.urlChanged.emit(QUrl("about:blank"))
    assert field.text() == ""


def test_no_button_is_cut(window: LiveWindow, qapp: QApplication, qtbot: QtBot) -> None:
    theme.apply_theme(qapp, "light")
    try:
        window.do({"do": "open", "url": ""})
        for button in window.findChildren(QPushButton):
            if button.isVisible() and button.text():
                button.ensurePolished()
                font = QFont(button.font())
                if button.isDefault() or button.property("primary"):
                    font.setWeight(QFont.Weight.DemiBold)  # as the style draws it
                needs = QFontMetrics(font).horizontalAdvance(button.text().replace("&", ""))
                needs += 0 if button.icon().isNull() else button.iconSize().width() + 4
                option = QStyleOptionButton()
                button.initStyleOption(option)
                room = button.style().subElementRect(QStyle.SubElement.SE_PushButtonContents, option, button)
                assert room.width() >= needs, button.text()
    finally:
        qapp.setStyleSheet("")
