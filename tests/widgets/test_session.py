"""The session: changes are announced together, crawls one at a time, closing lets go of everything."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from PySide6.QtCore import QSettings

from app.archive.archive import Archive
from app.crawl.rules.settings import CrawlSettings
from app.errors import AddressInvalid, UserError
from widgets.kit import jobs
from widgets.session import Session


def test_many_commits_are_one_announcement(qtbot, session) -> None:
    told: list[int] = []
    session.changed.connect(told.append)
    for seq in range(session.seq + 1, session.seq + 100):
        session._commits.note(seq)
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


def test_after_a_conversion_by_another_program_what_is_stored_is_seen(
    qtbot, session, filled, make_capture
) -> None:
    """Also where nobody asks for the newest capture: a crawl says by itself what it has stored."""
    before = session.seq
    Archive.convert(filled.path, "full")
    with filled.writer() as writer:
        writer.store(make_capture("http://new.example/", "<title>New</title>"))
        seq = writer.commit()
    with qtbot.waitSignal(session.changed):
        session._commits.note(seq)
    assert [page.url for page in session.reader.changes_after(before)] == ["http://new.example/"]


@pytest.mark.parametrize("content", [b"no database at all" * 99, None])
def test_crawls_that_cannot_be_read_are_told_once_and_the_pages_are_there(qtbot, filled, content) -> None:
    """Damaged, or of somebody who has put programs into it: neither keeps anybody from the pages."""
    from widgets.shell.workspace import Workspace
    from widgets.site_changes.work import choices

    if content is not None:
        filled.crawl_db.write_bytes(content)
    else:
        with closing(sqlite3.connect(filled.crawl_db)) as db:
            db.execute("CREATE VIEW jobs AS SELECT 1")
    told: list[UserError] = []
    jobs.center().failed.connect(told.append)
    session = Session(filled)
    workspace = Workspace(session, QSettings())
    qtbot.addWidget(workspace)
    try:
        session.plans.open()
        session.plans.look()
        assert session.jobs() == [] and workspace.crawl.head.isVisibleTo(workspace.crawl)
        assert [type(error).__name__ for error in told] == ["CrawlsDamaged"] and "Move the file away" in str(
            told[0]
        )
        found = choices(filled, session.reader)
        assert found.crawls == () and found.first is not None
        assert session.reader.last_seq() > 0
    finally:
        jobs.center().failed.disconnect(told.append)
        session.close()
