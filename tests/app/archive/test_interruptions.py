"""Disks that refuse, processes that die at the worst moment, clocks that jump: nothing is lost."""

from __future__ import annotations

import itertools
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.archive import batches
from app.archive.archive import Archive
from app.archive.index.indexing import Indexer
from app.archive.model import NewCapture, NewVisit
from app.errors import ArchiveMissing, CaptureMissing, IndexDamaged, StorageFailed
from tests.archives import everything, forget_index, in_order

Fill = Callable[..., Archive]
Make = Callable[..., NewCapture]
posix = pytest.mark.skipif(os.name == "nt", reason="needs POSIX signals and limits")


def run(script: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", script, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


@pytest.mark.parametrize("method", ["before", "after"])
def test_when_the_index_refuses_a_record_the_next_ones_keep_their_places_and_ids(
    archive: Archive, make_capture: Make, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    """The first store is not committed when the second fails with its record in the batch already."""
    add = Indexer.add_version

    def refuse(self: Indexer, *values: object) -> object:
        if method == "after":
            add(self, *values)  # type: ignore[arg-type]
        raise sqlite3.OperationalError("database or disk is full")

    with archive.writer() as writer:
        first = writer.store(make_capture("http://a.example/1", "<title>1</title>"))
        monkeypatch.setattr(Indexer, "add_version", refuse)
        with pytest.raises(StorageFailed, match="disk is full"):
            writer.store(make_capture("http://a.example/2", "<title>2</title>"))
        monkeypatch.undo()
        third = writer.store(make_capture("http://a.example/3", "<title>3</title>"))
    assert (first.id, third.id) == ("202611-0000001", "202611-0000003")
    assert [row[1] for row in in_order(archive)] == [f"http://a.example/{n}" for n in (1, 2, 3)]


def test_a_commit_that_fails_loses_nothing_and_the_writer_goes_on(
    archive: Archive, make_capture: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(handle: int) -> None:
        raise OSError(5, "Input/output error")

    with archive.writer() as writer:
        writer.store(make_capture("http://a.example/1", "1"))
        monkeypatch.setattr(os, "fsync", refuse)
        with pytest.raises(StorageFailed, match="Input/output"):
            writer.commit()
        monkeypatch.undo()
        writer.store(make_capture("http://a.example/2", "2"))
    assert len(in_order(archive)) == 2


def test_a_writer_that_cannot_commit_at_its_end_still_gives_the_lock_back(
    archive: Archive, make_capture: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(handle: int) -> None:
        raise OSError(5, "Input/output error")

    with pytest.raises(StorageFailed), archive.writer() as writer:
        writer.store(make_capture("http://a.example/1", "1"))
        monkeypatch.setattr(os, "fsync", refuse)
    monkeypatch.undo()
    archive.writer().close()
    assert len(in_order(archive)) == 1


def test_a_refused_visit_spoils_nothing(archive: Archive, make_capture: Make) -> None:
    when = datetime(2026, 11, 21, tzinfo=UTC)
    with archive.writer() as writer:
        writer.store(make_capture("http://a.example/1", "1"))
        with pytest.raises(CaptureMissing):
            writer.store(NewVisit("http://a.example/1", when, None, "202611-0000099", 304))
        writer.store(make_capture("http://a.example/2", "2"))
    assert len(in_order(archive)) == 2


FILL_THE_DISK = """
import resource, sys
from datetime import UTC, datetime
from app.archive.archive import Archive; from app.archive.model import NewCapture
from app.errors import StorageFailed
archive = Archive.open(sys.argv[1])
limit = int(sys.argv[2])
resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
writer = archive.writer()
n, pending, failed = 0, [], 0
while failed < 8:
    n += 1
    links = "".join(f"<a href=/{n}/{k}>{k}</a>" for k in range(n % 60))
    data = b"HTTP/1.1 200 OK\\r\\nContent-Type: text/html\\r\\n\\r\\n" + f"<title>{n}</title>{links}".encode()
    try:
        capture = writer.store(NewCapture(f"http://a.example/{n}", datetime(2026, 11, 21, tzinfo=UTC), None, data))
        pending.append(f"{capture.id} {capture.url}")
        if n % 3 == 0:
            writer.commit()
            print(*pending, sep="\\n", flush=True)
            pending.clear()
    except StorageFailed:
        failed += 1
        pending.clear()
        if failed == 4:  # somebody makes a little room, and the writer goes on
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit + 200_000, resource.RLIM_INFINITY))
writer.close()
"""


@posix
@pytest.mark.parametrize("limit", [45_000, 150_000, 170_000])
def test_when_the_system_takes_no_more_bytes_what_was_reported_stays(archive: Archive, limit: int) -> None:
    """The kernel refuses to let files grow: batch, index and journal hit the wall at different moments."""
    done = run(FILL_THE_DISK, archive.path, limit)
    assert done.returncode == 0, done.stderr
    reported = [line.split() for line in done.stdout.splitlines()]
    archive.writer().close()
    stored = {row[0]: row[1] for row in in_order(archive)}
    assert all(stored[id] == url for id, url in reported) and len(set(stored.values())) == len(stored)


DIE_WHILE_REBUILDING = """
import os, signal, sys
from app.archive.archive import Archive
Archive.open(sys.argv[1], progress=lambda done: os.kill(os.getpid(), signal.SIGKILL))
"""


@posix
def test_a_rebuild_that_was_killed_is_finished_when_the_archive_is_next_opened(
    fill: Fill, make_capture: Make
) -> None:
    archive = fill(
        *(make_capture(f"http://a.example/{n}", f"<title>{n}</title>", minutes=n) for n in range(700))
    )
    before = everything(archive)
    forget_index(archive)
    assert run(DIE_WHILE_REBUILDING, archive.path).returncode == -9
    with pytest.raises(IndexDamaged, match="missing"):
        archive.reader()
    assert everything(Archive.open(archive.path)) == before


DIE_AT_SYNC = """
import os, signal, sys
from app.archive.archive import Archive
sync, left = os.fsync, [int(sys.argv[2])]
def fsync(handle):
    left[0] -= 1
    if not left[0]:
        os.kill(os.getpid(), signal.SIGKILL)
    sync(handle)
os.fsync = fsync
Archive.open(sys.argv[1]).writer().close()
"""


@posix
def test_a_death_while_a_cut_record_is_moved_aside_loses_none_of_its_bytes(
    fill: Fill, make_capture: Make
) -> None:
    archive = fill(make_capture("http://a.example/", "whole"))
    path = archive.path / "batches/202611/0000.tw"
    whole, cut = path.read_bytes(), b"version: 1.0\nurl: http://a.example/half\nlength: 900\n\nabc"
    for moment in itertools.count(1):
        path.write_bytes(whole + cut)
        code = run(DIE_AT_SYNC, archive.path, moment).returncode
        sides = [side.read_bytes() for side in path.parent.glob("*.cut-*")]
        assert path.read_bytes() == whole + cut or cut in sides
        if code == 0:
            break
        assert code == -9
    assert moment > 3
    assert len(in_order(archive)) == 1


def test_a_clock_that_was_set_back_breaks_no_rebuild(archive: Archive) -> None:
    """A visit that is dated months before the version it confirms stands behind it all the same."""
    data = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<title>x</title>"
    url = "http://a.example/"
    with archive.writer() as writer:
        base = writer.store(NewCapture(url, datetime(2026, 12, 1, tzinfo=UTC), None, data))
        visit = writer.store(NewVisit(url, datetime(2026, 3, 1, tzinfo=UTC), None, base.id, 304))
        later = writer.store(NewCapture(url + "2", datetime(2026, 3, 1, tzinfo=UTC), None, data))
    assert (visit.id, later.id) == ("202612-0000002", "202603-0000001")
    assert len(in_order(archive)) == 3


def test_many_months_and_small_files_roll_over_without_a_gap(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More batches are open than the writer holds at a time, and each goes on in its next file again and again."""
    monkeypatch.setattr(batches, "ROLL_OVER", 500)
    data = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<title>x</title>"
    with archive.writer() as writer:
        for n in range(12 * 9):
            when = datetime(2004, 1 + n % 12, 1, 0, n // 12, tzinfo=UTC)
            writer.store(NewCapture(f"http://a.example/{n}", when, None, data))
    assert len(list(archive.path.glob("batches/*/*.tw"))) > 12 * 2
    assert len(in_order(archive)) == 12 * 9


def test_a_roll_over_while_as_many_files_are_open_as_may_be(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<title>x</title>"
    with archive.writer() as writer:
        for n in range(8):
            writer.store(
                NewCapture(f"http://a.example/{n}", datetime(2004, 1 + n, 1, tzinfo=UTC), None, data)
            )
        monkeypatch.setattr(batches, "ROLL_OVER", 10)
        rolled = writer.store(NewCapture("http://a.example/9", datetime(2004, 8, 1, tzinfo=UTC), None, data))
    assert rolled.file == "batches/200408/0001.tw"
    assert len(in_order(archive)) == 9


def test_an_archive_that_goes_away_while_it_is_open_is_a_sentence(
    fill: Fill, make_capture: Make, tmp_path: Path
) -> None:
    archive = fill(make_capture("http://a.example/", "<title>x</title>"))
    moved = archive.path.rename(tmp_path / "moved")
    with pytest.raises(ArchiveMissing):
        Archive.open(archive.path)
    with pytest.raises(StorageFailed):
        archive.writer()
    assert len(in_order(Archive.open(moved))) == 1


@posix
def test_after_a_sync_that_failed_everything_is_written_once_more(
    archive: Archive, make_capture: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The system forgets what it could not write: only what is written again can reach the disk with the next sync."""
    path, sync = archive.path / "batches/202611/0000.tw", os.fsync
    failing, times = [True], list[int]()

    def fsync(handle: int) -> None:
        if os.fstat(handle).st_ino != path.stat().st_ino:
            return sync(handle)
        times.append(path.stat().st_mtime_ns)
        if failing and len(times) == 2:
            os.utime(path, ns=(0, 0))  # a write makes it new again
            failing.clear()
            raise OSError(5, "Input/output error")
        return sync(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    with archive.writer() as writer:
        writer.store(make_capture("http://a.example/1", "1"))
        writer.commit()
        before = path.read_bytes()
        stored = writer.store(make_capture("http://a.example/2", "2"))
        with pytest.raises(StorageFailed, match="Input/output"):
            writer.commit()
        assert path.stat().st_mtime_ns == 0
        writer.commit()
    assert times[2] > 0 and path.read_bytes().startswith(before)
    assert [row[0] for row in in_order(archive)] == ["202611-0000001", stored.id]


@posix
def test_a_new_archive_survives_a_power_cut_as_a_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not only the batches are synced: also archive.json, and the folders in which all this is found."""
    synced, sync = list[str](), os.fsync

    def fsync(handle: int) -> None:
        synced.append(os.path.realpath(f"/proc/self/fd/{handle}"))
        sync(handle)

    if not Path("/proc/self/fd").exists():
        pytest.skip("nothing tells which file a handle is of")
    monkeypatch.setattr(os, "fsync", fsync)
    made = Archive.create(tmp_path / "new" / "deep" / "a.archive")
    folders = [made.path, made.path.parent, made.path.parent.parent, tmp_path]
    assert {str(made.path / "archive.json.new"), *map(str, folders)} <= set(synced)
