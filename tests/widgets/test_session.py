"""The session: changes are announced together, crawls one at a time, closing lets go of everything."""

from __future__ import annotations

import pytest

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
