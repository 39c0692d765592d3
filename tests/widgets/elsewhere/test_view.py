"""Captures elsewhere in the window: asked for, shown among the versions of here, taken in."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.archive.archive import Archive
from tests.app.service.conftest import HOME, response
from widgets.elsewhere.view import ElsewhereView
from widgets.session import Session

LONG = 30_000


@pytest.fixture
def view(qtbot: QtBot, archive: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ElsewhereView:
    """Of an archive with one version that the other one has, too, and one of its own."""
    monkeypatch.setenv("TIANWANG_CONFIG", str(tmp_path / "config"))
    with archive.writer() as writer:
        writer.store(
            response(HOME, 1, "<title>One</title><a href=about.html>x</a>", more="Set-Cookie: a=b\r\n")
        )
        writer.store(response(HOME, 4, "<title>Ours</title>"))
    session = Session(archive)
    made = ElsewhereView(session, lambda: False)
    made.destroyed.connect(session.close)
    qtbot.addWidget(made)
    made.resize(900, 600)
    made.show()
    made.show_page(HOME)
    return made


def rows(view: ElsewhereView) -> list[tuple[str, ...]]:
    items = [view.list.topLevelItem(row) for row in range(view.list.topLevelItemCount())]
    return [(item.text(1), item.text(4)) for item in items if item is not None]


def test_captures_elsewhere_stand_among_ours_and_are_taken_in(
    qtbot: QtBot, view: ElsewhereView, there: str
) -> None:
    assert not view.ask_button.isEnabled()
    view.name.setText("friend")
    view.address.setText(there)
    view.add()
    assert view.remote is not None and view.remote.name == "friend"
    view.ask()
    qtbot.waitUntil(lambda: view.below.currentWidget() is view.list, timeout=LONG)
    assert [where for where, _ in rows(view)] == ["friend", "friend", "friend", "this archive", "friend"]
    assert rows(view)[0][1] == "has it"
    assert rows(view)[1][1].startswith("same content as on")
    with qtbot.waitSignal(view.told, timeout=LONG) as told:
        view.take()
    assert told.args == ["3 capture(s) taken in."]
    qtbot.waitUntil(lambda: view.below.currentWidget() is view.list and view.asked is not None, timeout=LONG)
    assert {here for where, here in rows(view) if where == "friend"} == {"has it"}
    assert not view.take_button.isEnabled()
    first = view.list.topLevelItem(0)
    assert first is not None
    with qtbot.waitSignal(view.capture_requested):
        view.list.itemActivated.emit(first, 0)


def test_what_cannot_be_asked_is_said(qtbot: QtBot, view: ElsewhereView) -> None:
    view.name.setText("closed")
    view.address.setText("http://127.0.0.1:9/")
    view.add()
    view.ask()
    qtbot.waitUntil(lambda: view.state.heading.text() == "The archive elsewhere gave nothing.", timeout=LONG)
    assert "closed" in view.state.text.text()
    view.remove()
    assert view.state.heading.text() == "No archive elsewhere is known yet."
    view.address.setText("ftp://a.example/")
    with qtbot.waitSignal(view.told):
        view.add()
