"""The lock of an archive's writer, where its holder died and a copy of it still has it for a moment."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.archive import lock
from app.archive.lock import WriteLock, is_held
from app.errors import ArchiveLocked

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no process is copied there")


@pytest.fixture
def left_behind(tmp_path: Path) -> Iterator[int]:
    """The lock of a process that has ended, held by what was copied of it; gives its handle."""
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    handle = os.open(tmp_path / "writer.lock", os.O_RDWR | os.O_CREAT)
    lock._take(handle)
    os.write(handle, json.dumps({"process": ended.pid, "host": platform.node()}).encode())
    yield handle


def test_a_lock_whose_holder_died_is_waited_for_until_its_copy_lets_go(
    tmp_path: Path, left_behind: int
) -> None:
    later = threading.Timer(0.1, os.close, (left_behind,))
    later.start()
    held = WriteLock(tmp_path)
    later.join()
    assert is_held(tmp_path)
    held.close()
    assert not is_held(tmp_path)


def test_a_holder_without_a_name_is_waited_for_as_it_may_only_have_looked(tmp_path: Path) -> None:
    """A process that opens the archive has the lock for a moment: a rebuild beside it was refused then."""
    handle = os.open(tmp_path / "writer.lock", os.O_RDWR | os.O_CREAT)
    lock._take(handle)
    later = threading.Timer(0.1, os.close, (handle,))
    later.start()
    held = WriteLock(tmp_path)
    later.join()
    assert lock._holder(tmp_path / "writer.lock") == (str(os.getpid()), platform.node())
    held.close()


def test_it_is_not_waited_for_without_end(
    tmp_path: Path, left_behind: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lock, "PATIENCE", 0.05)
    with pytest.raises(ArchiveLocked):
        WriteLock(tmp_path)
    os.close(left_behind)


def test_one_whose_holder_lives_is_refused_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lock.time, "sleep", lambda _: pytest.fail("nobody waits for somebody who lives"))
    held = WriteLock(tmp_path)
    with pytest.raises(ArchiveLocked):
        WriteLock(tmp_path)
    held.close()


def test_a_lock_given_back_is_free_while_a_process_that_is_being_started_has_a_copy_of_it(
    tmp_path: Path,
) -> None:
    held = WriteLock(tmp_path)
    copy = os.dup(held._handle)
    held.close()
    assert not is_held(tmp_path)
    os.close(copy)


def test_a_copy_of_the_process_gives_nothing_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    held = WriteLock(tmp_path)
    copy = os.dup(held._handle)
    with monkeypatch.context() as as_another:
        as_another.setattr(lock.os, "getpid", lambda: 1)
        held.close()
    assert is_held(tmp_path)
    os.close(copy)


def test_it_is_known_whether_a_writer_of_this_process_has_been_at_work(tmp_path: Path) -> None:
    before = lock.works()
    assert before is not None and lock.works() == before
    held = WriteLock(tmp_path)
    with pytest.raises(ArchiveLocked):
        WriteLock(tmp_path)
    with lock.ShortLock(tmp_path / "notes.lock"):
        assert lock.works() is None
    assert lock.works() is None
    held.close()
    held.close()
    after = lock.works()
    assert after is not None and after > before
    with lock.ShortLock(tmp_path / "notes.lock"):
        assert lock.works() is None
    assert lock.works() not in (None, before, after)
