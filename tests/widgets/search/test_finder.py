"""A query that nobody waits for any more ends, and does not hold up the next one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread

import pytest

from app.archive.archive import Archive
from app.errors import ArchiveError
from app.search.entries.columns import Columns, Reading
from app.search.index.feeding import feed
from app.search.searching import Searcher
from tests.app.search.conftest import filled
from widgets.kit.jobs import Cancelled, Handle
from widgets.search.work import Everywhere, Finder


@pytest.fixture
def finder(archive: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Finder]:
    monkeypatch.setenv("TIANWANG_CONFIG", str(tmp_path / "config"))
    feed(filled(archive))
    made = Finder(archive)
    yield made
    made.close()


def handle() -> Handle:
    return Handle(1, lambda *_: None)


def test_a_query_that_is_called_off_on_its_way_ends(finder: Finder, monkeypatch: pytest.MonkeyPatch) -> None:
    task, hit, shown = handle(), Searcher._hit, list[object]()

    def called_off(*given: object, **more: object) -> object:
        task.cancel()
        shown.append(hit(*given, **more))  # type: ignore[arg-type]
        return shown[-1]

    with monkeypatch.context() as while_showing:
        while_showing.setattr(Searcher, "_hit", called_off)
        with pytest.raises(Cancelled):
            finder.find("kernel", task, limit=10)
    assert not shown
    assert finder.find("kernel", handle(), limit=10).total == 2


def test_one_that_is_called_off_while_it_waits_does_not_begin(finder: Finder) -> None:
    task, everywhere = handle(), Everywhere()
    task.cancel()
    with pytest.raises(Cancelled):
        finder.find("kernel", task, limit=10)
    with pytest.raises(Cancelled):
        everywhere.find(finder, [], "kernel", task, limit=10, sort="relevance")
    everywhere.close()


@pytest.fixture
def being_read(finder: Finder, monkeypatch: pytest.MonkeyPatch) -> tuple[Thread, Event]:
    """The index is being read in a thread, until it may go on."""
    begun, go_on, columns = Event(), Event(), Reading.columns

    def slow(reading: Reading) -> Columns:
        begun.set()
        go_on.wait(20)
        return columns(reading)

    monkeypatch.setattr(Reading, "columns", slow)
    opening = Thread(target=finder.make_ready)
    opening.start()
    assert begun.wait(20)
    return opening, go_on


def test_one_that_is_called_off_does_not_wait_until_the_index_is_opened(
    finder: Finder, being_read: tuple[Thread, Event]
) -> None:
    (opening, go_on), task = being_read, handle()
    ended = list[type[BaseException]]()

    def ask() -> None:
        try:
            finder.find("kernel", task, limit=10)
        except Cancelled as error:
            ended.append(type(error))

    asking = Thread(target=ask)
    asking.start()
    task.cancel()
    asking.join(20)
    assert ended == [Cancelled] and opening.is_alive()
    go_on.set()
    opening.join(20)


def test_closing_does_not_wait_for_what_is_being_read(
    finder: Finder, being_read: tuple[Thread, Event]
) -> None:
    opening, go_on = being_read
    finder.close()
    assert opening.is_alive() and finder._searcher is not None
    go_on.set()
    opening.join(20)
    assert finder._searcher is None
    with pytest.raises(ArchiveError):
        finder.make_ready()
