"""Versions whose text stood before, nearly the same: noted on the strip and on the small pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.archive.archive import Archive
from app.archive.model import NewCapture
from app.likeness.feeding import feed
from tests.app.likeness.test_feeding import SITE, page, story
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
