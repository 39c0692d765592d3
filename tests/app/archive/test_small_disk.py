"""A disk that is really full: a small one is mounted for the test."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.archive.archive import Archive
from app.archive.model import NewCapture
from app.errors import ArchiveUnwritable, StorageFailed
from tests.archives import everything, in_order

MEGABYTE = 1024 * 1024


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 4 MB."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = shutil.which("mount")
    command = [str(mount), "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(place)]
    if mount is None or subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("mounting is not allowed here")
    yield place
    subprocess.run(["umount", "--lazy", str(place)], check=True)


def new(number: int) -> NewCapture:
    links = "".join(f"<a href=/{number}/{k}>{number * k}</a>" for k in range(number % 300))
    data = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<title>{number}</title>{links}".encode()
    return NewCapture(f"http://a.example/{number}", datetime(2026, 11, 21, tzinfo=UTC), None, data)


def fill_up(archive: Archive, number: int) -> tuple[dict[str, str], int]:
    """Store until the disk has refused a few times; returns what was committed (id: address)."""
    reported: dict[str, str] = {}
    refused = 0
    with suppress(StorageFailed), archive.writer() as writer:
        while refused < 5:
            pending = {}
            try:
                for _ in range(7):
                    number += 1
                    stored = writer.store(new(number))
                    pending[stored.id] = stored.url
                writer.commit()
                reported |= pending
            except StorageFailed as error:
                refused += 1
                assert "Nothing that was already stored is lost." in str(error)
    return reported, number


def test_what_was_reported_is_there_and_with_room_it_goes_on(disk: Path) -> None:
    ballast = disk / "ballast"
    ballast.write_bytes(bytes(2 * MEGABYTE))
    archive = Archive.create(disk / "a")
    first, number = fill_up(archive, 0)
    assert len(first) > 50
    ballast.unlink()
    second, _ = fill_up(Archive.open(archive.path), number)
    assert len(second) > 50 and not first.keys() & second.keys()
    (moved,) = [shutil.copytree(archive.path, disk.parent / "moved")]
    stored = {row[0]: row[1] for row in in_order(Archive.open(moved))}
    assert all(stored[id] == url for id, url in (first | second).items())
    assert len(set(stored.values())) == len(stored)


def test_a_rebuild_without_room_leaves_the_old_index(disk: Path) -> None:
    archive = Archive.create(disk / "a")
    with archive.writer() as writer:
        for number in range(200):
            writer.store(new(number % 30 + 1000 * number))
    before = everything(archive)
    free = shutil.disk_usage(disk).free
    (disk / "ballast").write_bytes(bytes(free - 60_000))
    with pytest.raises(StorageFailed, match=r"index\.sqlite\.new"):
        Archive.reindex(archive.path)
    assert everything(archive) == before
    assert not list(archive.path.glob("index.sqlite.new*"))
    (disk / "ballast").unlink()
    assert Archive.reindex(archive.path).records == 200 and everything(archive) == before


def test_no_archive_is_left_half_made(disk: Path) -> None:
    (disk / "ballast").write_bytes(bytes(shutil.disk_usage(disk).free))
    with pytest.raises(StorageFailed):
        Archive.create(disk / "a")
    assert not (disk / "a" / "archive.json").exists()


def test_a_disk_that_may_only_be_read_shows_everything_and_refuses_with_a_sentence(disk: Path) -> None:
    archive = Archive.create(disk / "a")
    with archive.writer() as writer:
        for number in range(30):
            writer.store(new(number))
    before = everything(archive)
    subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True, capture_output=True)
    assert everything(Archive.open(archive.path)) == before
    with archive.reader() as reader:
        assert list(reader.verify()) == []
    for refused in (
        archive.writer,
        lambda: Archive.reindex(archive.path),
        lambda: Archive.create(disk / "b"),
    ):
        with pytest.raises(StorageFailed, match="could not be written: Read-only file system"):
            refused()


def test_an_index_that_needs_its_log_is_not_shown_as_it_was_long_ago(disk: Path) -> None:
    """A copy made while a program was writing, on a disk that may only be read: the newest stands in the log."""
    archive = Archive.create(disk / "a")
    with archive.writer() as writer:
        writer.store(new(1))
        writer.commit()
        shutil.copytree(archive.path, disk / "copy", ignore=shutil.ignore_patterns("*-shm", "visited.*"))
    subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True, capture_output=True)
    with pytest.raises(ArchiveUnwritable, match="Copy the archive to a disk that can be written"):
        Archive.open(disk / "copy").reader()
    (moved,) = [shutil.copytree(disk / "copy", disk.parent / "moved")]
    assert len(in_order(Archive.open(moved))) == 1


def test_an_older_index_on_a_disk_that_may_only_be_read_is_a_sentence(disk: Path) -> None:
    archive = Archive.create(disk / "a")
    with closing(sqlite3.connect(archive.path / "index.sqlite")) as index:
        index.execute("PRAGMA user_version = 1")
    subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True, capture_output=True)
    with pytest.raises(ArchiveUnwritable):
        Archive.open(archive.path)
