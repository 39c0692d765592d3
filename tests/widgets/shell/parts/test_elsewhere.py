"""Captures elsewhere in the window: the version line leads to the list and to one capture, and back to the page."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.remote.archives import Remote
from app.remote.asking import RemoteCapture
from widgets.page.views import NAMES
from widgets.shell.main_window import MainWindow


def test_the_version_line_leads_to_the_list_and_to_one_capture(
    qtbot: QtBot, opened: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TIANWANG_CONFIG", str(tmp_path / "config"))
    part, workspace = opened.elsewhere, opened.workspace
    assert workspace is not None and part.line is not None
    workspace.page.views.tabs.setCurrentIndex(NAMES.index("text"))
    workspace.show_address("http://a.example/")
    menu = workspace.page.views.strip.elsewhere.menu()
    part.line.fill(menu)
    menu.actions()[-1].trigger()
    assert part.view is not None and workspace.right.currentWidget() is part.view
    remote = Remote("closed", "http://127.0.0.1:9/")
    moment = datetime(2020, 1, 1, tzinfo=UTC)
    one = RemoteCapture("closed", "http://a.example/", moment, f"{remote.address}20200101000000id_/")
    part.line.compare_requested.emit(remote, one, workspace.page.capture)
    look = part.look
    assert look is not None and workspace.right.currentWidget() is look
    qtbot.waitUntil(
        lambda: look.state.heading.text() == "The archive elsewhere gave nothing.", timeout=20_000
    )
    assert "closed" in look.state.text.text()
    look.closed.emit()
    assert workspace.right.currentWidget() is workspace.page
