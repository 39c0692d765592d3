"""The session: changes are announced together, crawls one at a time, closing lets go of everything."""

from __future__ import annotations

import pytest

from app.archive import Archive
from app.crawl import CrawlSettings
from app.errors import AddressInvalid
from widgets.session import Session


def test_many_commits_are_one_announcement(qtbot, session) -> None:
    told: list[int] = []
    session.changed.connect(told.append)
    for seq in range(session.seq + 1, session.seq + 100):
        session._committed.emit(seq)
    qtbot.waitUntil(lambda: bool(told))
    assert told == [session.seq]


def test_settings_that_cannot_work_start_nothing(session) -> None:
    with pytest.raises(AddressInvalid):
        session.start_crawl(CrawlSettings(seeds=("nonsense",)))
    assert not session.crawling


def test_closing_twice_is_harmless(archive, qapp) -> None:
    session = Session(archive)
    session.close()
    session.close()
    assert session.closed


def test_after_a_conversion_by_another_program_what_is_stored_is_seen(qtbot, session, filled, make_capture) -> None:
    """Also where nobody asks for the newest capture: a crawl says by itself what it has stored."""
    before = session.seq
    Archive.convert(filled.path, "full")
    with filled.writer() as writer:
        writer.store(make_capture("http://new.example/", "<title>New</title>"))
        seq = writer.commit()
    with qtbot.waitSignal(session.changed):
        session._committed.emit(seq)
    assert [page.url for page in session.reader.changes_after(before)] == ["http://new.example/"]
