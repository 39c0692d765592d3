"""The index kept up to date behind the window: begun by itself, paused, gone on with, called off."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

import app.search.index.feeding as engine
from app.archive.archive import Archive
from app.feeding.jobs import JOBS
from app.feeding.process import FeedingProcess
from app.search.index.feeding import behind
from app.search.index.store import FOLDER
from tests.app.search.conftest import filled, page
from tests.app.search.conftest import store as keep
from tests.conftest import capture
from widgets.kit import jobs
from widgets.search import feeding
from widgets.search.feeding import IndexFeeder
from widgets.search.view import SearchView
from widgets.session import Session

Make = Callable[..., IndexFeeder]


@pytest.fixture
def session(qtbot: QtBot, archive: Archive) -> Iterator[Session]:
    made = Session(filled(archive))
    yield made
    made.close()


@pytest.fixture
def make(session: Session, monkeypatch: pytest.MonkeyPatch) -> Iterator[Make]:
    """Feeders that do not wait, closed at the end."""
    made: list[IndexFeeder] = []
    monkeypatch.setattr(feeding, "BEGIN_MS", 0)
    monkeypatch.setattr(feeding, "FOLLOW_MS", 0)

    def feeder(**ways: Any) -> IndexFeeder:
        made.append(IndexFeeder(session, **ways))
        return made[-1]

    yield feeder
    for one in made:
        one.close()
    assert jobs.wait_all()


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Reading waits in its middle until this is set, or it is called off."""
    free = threading.Event()
    feed = engine.feed

    def slow(archive: Archive, told: Any, cancelled: Callable[[], bool], busy: Callable[[], bool]) -> Any:
        while not free.wait(0.01) and not cancelled():
            pass
        return feed(archive, told, cancelled, busy)

    monkeypatch.setattr(engine, "feed", slow)
    yield free
    free.set()


def test_an_opened_archive_is_read_by_itself(qtbot: QtBot, session: Session, make: Make) -> None:
    feeder = make()
    with qtbot.waitSignal(feeder.fed, timeout=30_000) as told:
        pass
    assert told.args and told.args[0] > 0 and behind(session.archive)[0] == 0


def test_unless_nobody_wants_that_before_the_first_search(qtbot: QtBot, session: Session, make: Make) -> None:
    feeder = make(ahead=False)
    qtbot.waitUntil(lambda: not feeder._timer.isActive())
    assert not feeder.running and not (session.path / FOLDER).exists()
    with qtbot.waitSignal(feeder.fed, timeout=30_000):
        feeder.want()


def test_what_is_stored_while_it_reads_is_read_behind_it(
    qtbot: QtBot, session: Session, make: Make, held: threading.Event
) -> None:
    feeder = make()
    qtbot.waitUntil(lambda: feeder.running)
    keep(session.archive, capture("http://a.example/new", page("New", "Freshly written")))
    session.refresh()
    qtbot.waitUntil(lambda: feeder._again)
    held.set()
    qtbot.waitUntil(lambda: not feeder.running and behind(session.archive)[0] == 0, timeout=30_000)


def test_called_off_in_the_status_bar_it_rests_until_somebody_goes_on(
    qtbot: QtBot, session: Session, make: Make, held: threading.Event
) -> None:
    feeder = make()
    qtbot.waitUntil(lambda: feeder.running)
    task = next(task for task in jobs.center().running.values() if task.label)
    task.cancel()
    qtbot.waitUntil(lambda: feeder.paused and not feeder.running)
    feeder.want()
    assert not feeder.running
    held.set()
    with qtbot.waitSignal(feeder.fed, timeout=30_000):
        feeder.go_on()
    assert behind(session.archive)[0] == 0


def test_the_search_says_that_it_is_paused_and_goes_on(
    qtbot: QtBot, session: Session, make: Make, held: threading.Event
) -> None:
    feeder = make()
    view = SearchView(session, feeder)
    qtbot.addWidget(view)
    view.show()
    view.open("treasure")
    qtbot.waitUntil(lambda: feeder.running and view.pause.isVisible())
    assert view.pause.text() == "Pause reading"
    qtbot.mouseClick(view.pause, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "paused" in view.nothing.text.text(), timeout=20_000)
    held.set()
    qtbot.mouseClick(view.pause, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: view.model.rowCount() > 0, timeout=30_000)
    qtbot.waitUntil(lambda: not view.pause.isVisible())
    view.shut()


def test_a_folder_that_cannot_be_written_hinders_nothing_else(
    qtbot: QtBot, session: Session, make: Make
) -> None:
    (session.path / FOLDER).write_text("in the way")
    told: list[object] = []
    jobs.center().failed.connect(told.append)
    feeder = make()
    qtbot.waitUntil(lambda: feeder.problem is not None, timeout=20_000)
    assert told == [] and not feeder.running


def test_while_a_crawl_runs_it_is_read_in_a_process_of_its_own(
    qtbot: QtBot, session: Session, make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    searched = threading.Event()

    def run(
        one: FeedingProcess, job: str, told: Any, cancelled: Callable[[], bool], busy: Callable[[], bool]
    ) -> int:
        asked.append(job)
        if job == "links":  # ends with work that cannot be cut into slices: the search does not wait for it
            assert searched.wait(30)
        return JOBS[job](Archive(session.path, ""), told, cancelled, busy)

    monkeypatch.setattr(FeedingProcess, "run", run)
    monkeypatch.setattr(Session, "crawling", property(lambda _: True))
    feeder = make()
    with qtbot.waitSignal(feeder.fed, timeout=30_000) as read:
        pass
    searched.set()
    assert sorted(asked) == ["links", "search"]
    assert read.args and read.args[0] > 0
    qtbot.waitUntil(lambda: feeder._linking is None, timeout=30_000)
    with qtbot.waitSignal(feeder.fed, timeout=30_000):
        feeder.want()
    assert sorted(asked) == ["links", "search", "search"]  # links again in a minute


def test_it_counts_what_cannot_be_found_yet(qtbot: QtBot, session: Session, make: Make) -> None:
    feeder = make(ahead=False)
    feeder._counting(lambda done, total: None)(1, 10)
    assert feeder.unread == 7
    view = SearchView(session, feeder)
    qtbot.addWidget(view)
    view.open("treasure")
    qtbot.waitUntil(lambda: view.results is not None and not feeder.running, timeout=30_000)
    assert feeder.unread == 0
    feeder.unread = 1200
    view.search()
    qtbot.waitUntil(lambda: "cannot be found yet" in view.summary.full_text(), timeout=20_000)
    view.shut()
