"""Sharing the open archive with others."""

from __future__ import annotations

import re

import httpx
import pytest
from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot

from widgets.kit.messages import MessageBar
from widgets.sharing.service import new_token
from widgets.shell.main_window import MainWindow


def test_the_archive_is_shared_until_the_window_closes_it(opened: MainWindow, qtbot: QtBot) -> None:
    """Address and token in the sheet, a sign in the status bar; a reader needs the token; closing ends it all."""
    opened.actions_["share"].trigger()
    sheet, service = opened.sharing.sheet, opened.sharing.service
    assert sheet is not None and sheet.isVisible()
    assert not opened.sharing.sign.isVisible()
    sheet.button.click()
    qtbot.waitUntil(lambda: bool(service.address), timeout=60_000)
    assert sheet.address.text() == service.address
    assert sheet.token.text() == service.token
    assert service.address.split("//")[1].strip("/") in opened.sharing.sign.text()
    assert opened.sharing.sign.isVisible()
    port = service.address.rpartition(":")[2]
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", trust_env=False) as reader:
        page = reader.get("read/", headers={"Accept": "text/html"})
        assert page.headers["location"].startswith("/read/sign-in")
        reader.headers["Authorization"] = f"Bearer {service.token}"
        assert reader.get(f"/read/{service.name}/").status_code == 200
        sheet.cancel()
        assert service.running
        opened.close_archive()
        qtbot.waitUntil(lambda: opened.session is None, timeout=20_000)
        assert not service.running
        assert not opened.sharing.sign.isVisible()
        with pytest.raises(httpx.TransportError):
            reader.get("/")


def test_somebody_who_waits_long_is_told_why(opened: MainWindow, qtbot: QtBot) -> None:
    """After some seconds without the reading room the sheet says what it is about, and how to give up."""
    opened.actions_["share"].trigger()
    sheet, service = opened.sharing.sheet, opened.sharing.service
    assert sheet is not None
    sheet.button.click()
    assert sheet.waiting.isVisible() and sheet.waiting.text() == "The reading room is being opened…"
    sheet.findChild(QTimer).setInterval(0)
    qtbot.waitUntil(lambda: "Stop sharing" in sheet.waiting.text(), timeout=10_000)
    assert not service.address  # a process needs more than a moment
    sheet.button.click()
    assert not sheet.waiting.isVisible()
    assert not service.running


def test_why_it_cannot_be_shared_is_said(opened: MainWindow, qtbot: QtBot) -> None:
    assert opened.session is not None
    service = opened.sharing.service
    with qtbot.waitSignal(service.failed, timeout=60_000) as told:
        service.start(opened.session.path / "nothing", everybody=False)
    assert "nothing" in told.args[0]
    assert not service.running
    assert isinstance(opened.messages, MessageBar) and opened.messages.isVisible()


def test_tokens_can_be_read_out() -> None:
    """Sixteen signs in groups, none of which looks like another."""
    tokens = {new_token() for _ in range(50)}
    assert len(tokens) == 50
    assert all(re.fullmatch(r"(?:[a-hjkmnp-z2-9]{4}-){3}[a-hjkmnp-z2-9]{4}", one) for one in tokens)
