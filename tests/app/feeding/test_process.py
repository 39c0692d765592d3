"""Work behind the commit in a process of its own."""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from app.archive.archive import Archive
from app.errors import ArchiveLocked, StorageFailed, UserError
from app.feeding import process
from app.feeding.process import FeedingProcess, Stand
from app.search.index.feeding import behind, feed
from app.search.searching import Searcher
from tests.conftest import capture

PAGE = "<html><title>Page {0}</title><body><p>Word{0} of a long story about rivers and bridges.</p></body></html>"


@pytest.fixture(autouse=True)
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TIANWANG_CONFIG", str(tmp_path / "config"))
    monkeypatch.setattr(process, "_LOOK", 0.01)


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its process does not wait until the machine has nothing else to do, as it does when a crawl runs."""
    monkeypatch.setattr(FeedingProcess, "_humble", lambda one, process: None)


@pytest.fixture
def archive(fill: Callable[..., Archive]) -> Archive:
    return fill(*(capture(f"http://a.example/{n}", PAGE.format(n)) for n in range(5)))


def told(done: int, total: int) -> None:
    pass


def test_a_job_there_comes_to_the_same_as_here(archive: Archive) -> None:
    one = FeedingProcess(archive.path)
    assert one.run("search", told, bool, lambda: True) == 5
    assert behind(archive)[0] == 0
    assert feed(archive).versions == 0
    with Searcher(archive) as search:
        assert [hit.url for hit in search.search("word3").hits] == ["http://a.example/3"]
    one.close()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have other classes")
def test_its_process_has_the_lowest_class(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    one = FeedingProcess(archive.path)
    process = one._entered()
    assert process is not None
    assert os.sched_getscheduler(process.pid) == os.SCHED_IDLE
    one._leave(process, False)
    assert one._process is None
    one.close()


def test_it_stays_between_two_jobs_as_long_as_the_crawl_runs(archive: Archive) -> None:
    one = FeedingProcess(archive.path)
    assert one.run("kinds", told, bool, lambda: True) is not None
    first = one._process
    assert first is not None and first.is_alive
    assert one.run("fields", told, bool, lambda: True) is not None
    assert one._process is first
    one.rest()
    assert one._process is None and not first.is_alive
    one.run("kinds", told, bool, lambda: True)
    second = one._process
    one.close()
    assert one._process is None and second is not None and not second.is_alive


def test_a_job_ends_early_when_the_crawl_has_ended_or_it_is_called_off(archive: Archive) -> None:
    one = FeedingProcess(archive.path)
    for cancelled, busy in ((True, True), (False, False)):
        assert one.run("kinds", told, lambda is_off=cancelled: is_off, lambda is_on=busy: is_on) is not None  # type: ignore[misc]
    one.close()
    assert one.run("search", told, bool, lambda: True) is None


def test_without_its_process_the_job_is_left_to_the_caller(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = FeedingProcess(archive.path)

    def busy() -> bool:
        assert one._process is not None
        one._process.kill("closed")
        return True

    monkeypatch.setitem(process.JOBS, "search", lambda *_: 0)
    assert one.run("search", told, bool, busy) is None
    assert one._process is None
    one.close()
    assert feed(archive).versions + behind(archive)[1] >= 5


def test_what_hindered_a_job_is_said_here(tmp_path: Path) -> None:
    one = FeedingProcess(tmp_path / "none.archive")
    with pytest.raises(UserError):
        one.run("search", told, bool, lambda: True)
    one.close()


@pytest.mark.parametrize(
    "error", [StorageFailed(path="/a", detail="full"), ArchiveLocked(archive="/a", process=1, host="h")]
)
def test_an_error_comes_over_whole(error: StorageFailed) -> None:
    found = pickle.loads(pickle.dumps(Stand(error=error))).error
    assert type(found) is type(error)
    assert str(found) == str(error)
    assert found.message.arguments == error.message.arguments
