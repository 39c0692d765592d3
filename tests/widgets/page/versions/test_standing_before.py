"""Versions whose text stood before, nearly the same: noted on the strip, on the small pictures, where two versions are
compared and where captures elsewhere stand among ours."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.archive.archive import Archive
from app.archive.model import NewCapture
from app.likeness.feeding import feed
from app.remote.archives import Remote
from app.remote.asking import RemoteCapture
from tests.app.likeness.test_feeding import SITE, page, story
from widgets.compare.view import CompareView
from widgets.elsewhere.view import ElsewhereView
from widgets.elsewhere.work import among_ours
from widgets.kit import jobs
from widgets.page.area import PageArea
from widgets.page.versions.standing_before import StandingBefore
from widgets.session import Session

OTHER, LONG = "http://b.example/1", 20_000
TIP = Qt.ItemDataRole.ToolTipRole


@pytest.fixture
def session(
    qapp: object, fill: Callable[..., Archive], make_capture: Callable[..., NewCapture]
) -> Iterator[Session]:
    """A story, and at another address another one, that story with two more words, and that with one more."""
    made = Session(
        fill(
            make_capture(f"{SITE}/1", page(story(1))),
            make_capture(OTHER, page(story(2)), minutes=1),
            make_capture(OTHER, page(f"{story(1)} is corrected"), minutes=1441),
            make_capture(OTHER, page(f"{story(2)} again"), minutes=2881),
        )
    )
    yield made
    jobs.wait_all()
    made.close()


def test_versions_say_where_nearly_the_same_text_stood_before(qtbot: QtBot, session: Session) -> None:
    feed(session.archive)
    area = PageArea(session)
    qtbot.addWidget(area)
    area.resize(1000, 700)
    area.show()
    area.show_page(OTHER)
    line = area.views.strip.timeline
    qtbot.waitUntil(lambda: len(line.before) == 2, timeout=LONG)
    assert "nearly the same" not in line.describe(0)
    assert "nearly the same text stood at http://a.example/1 on " in line.describe(1)
    assert "nearly the same text as on " in line.describe(2)
    pictures = area.views.pictures.model()
    tips = [pictures.index(row, 0).data(TIP) for row in range(pictures.rowCount())]
    assert ["nearly the same" in tip for tip in tips] == [False, True, True]
    area.show_page(f"{SITE}/1")
    assert not line.before, "those of another page"


def test_notes_come_as_soon_as_texts_were_compared(qtbot: QtBot, session: Session) -> None:
    versions = session.reader.versions(OTHER)
    notes = StandingBefore(session)
    for expected in (0, 2, 2):
        with qtbot.waitSignal(notes.ready, timeout=LONG) as ready:
            notes.want(OTHER, versions)
        assert ready.args[0] == OTHER and len(ready.args[1]) == expected
        feed(session.archive)
    (session.path / "likeness.sqlite").write_bytes(b"no database")
    with qtbot.waitSignal(notes.ready, timeout=LONG) as ready:
        notes.want(OTHER, versions)
    assert ready.args[1] == {}


def test_a_comparison_says_it_in_its_lists_of_versions(qtbot: QtBot, session: Session) -> None:
    feed(session.archive)
    versions = session.reader.versions(OTHER)
    view = CompareView(session)
    qtbot.addWidget(view)
    view.resize(1400, 700)
    view.show()
    view.compare(versions[0].id, versions[1].id)
    older, newer = (pane.versions for pane in view.panes)
    qtbot.waitUntil(lambda: "nearly the same" in newer.currentText(), timeout=LONG)
    assert "nearly the same text stood at http://a.example/1 on " in newer.toolTip()
    assert "nearly the same" not in newer.shown_text() and "version 2 of 3" in newer.shown_text()
    said = ["nearly the same" in older.itemText(row) for row in range(older.count())]
    assert said == [True, True, False], "newest first"
    view.compare(versions[0].id, session.reader.versions(f"{SITE}/1")[0].id)
    assert not any("nearly" in view.panes[1].versions.itemText(row) for row in range(1))
    qtbot.waitUntil(lambda: "nearly the same" in older.itemText(0), timeout=LONG)


def test_among_captures_elsewhere_it_is_said_of_ours(
    qtbot: QtBot, session: Session, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TIANWANG_CONFIG", str(tmp_path))
    feed(session.archive)
    versions = session.reader.versions(OTHER)
    there = RemoteCapture("friend", OTHER, versions[1].date, OTHER, 200, "text/html")
    view = ElsewhereView(session, lambda: False)
    qtbot.addWidget(view)
    view.show_page(OTHER)
    view._show(among_ours(session.archive, Remote("friend", "http://friend.example/"), OTHER, [there]))
    items = [item for row in range(3) if (item := view.list.topLevelItem(row)) is not None]
    qtbot.waitUntil(lambda: any("nearly the same" in item.text(4) for item in items), timeout=LONG)
    said = [item.text(4) for item in items]
    assert said[0] == "" and said[2].startswith("nearly the same text as on ")
    assert said[1].startswith("has it · nearly the same text stood at http://a.example/1 on ")
