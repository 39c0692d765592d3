"""Archive folders: created, opened, refused with a sentence, locked against a second writer."""

from __future__ import annotations

import json
import multiprocessing
import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from app.archive.archive import Archive
from app.errors import ArchiveError, ArchiveExists, ArchiveLocked, ArchiveMissing, IndexDamaged


def test_a_new_archive_opens_by_folder_and_by_its_json(tmp_path: Path) -> None:
    Archive.create(tmp_path / "a.archive")
    assert Archive.open(tmp_path / "a.archive").name == "a"
    assert Archive.open(tmp_path / "a.archive" / "archive.json").path == tmp_path / "a.archive"


def test_a_folder_that_holds_something_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("mine")
    with pytest.raises(ArchiveExists):
        Archive.create(tmp_path)
    assert (tmp_path / "letter.txt").read_text() == "mine"


def test_a_folder_that_is_no_archive_is_named(tmp_path: Path) -> None:
    with pytest.raises(ArchiveMissing, match=str(tmp_path)):
        Archive.open(tmp_path)


@pytest.mark.parametrize(
    "about", ["{", "[]", '{"format": "zip"}', '{"format": "tianwang-archive"}', "\ud800"]
)
def test_a_damaged_description_is_a_sentence(tmp_path: Path, about: str) -> None:
    Archive.create(tmp_path / "a")
    (tmp_path / "a" / "archive.json").write_bytes(about.encode("utf-8", "surrogatepass"))
    with pytest.raises(ArchiveError):
        Archive.open(tmp_path / "a")


def test_a_newer_archive_is_refused(tmp_path: Path) -> None:
    Archive.create(tmp_path / "a")
    about = json.loads((tmp_path / "a" / "archive.json").read_text())
    (tmp_path / "a" / "archive.json").write_text(json.dumps(about | {"format_version": 99}))
    with pytest.raises(ArchiveError, match="newer version"):
        Archive.open(tmp_path / "a")


def test_a_second_writer_is_refused_and_told_who_writes(archive: Archive) -> None:
    with archive.writer(), pytest.raises(ArchiveLocked, match=str(os.getpid())):
        archive.writer()
    archive.writer().close()


def _try_writer(path: Path, answer: multiprocessing.Queue[str]) -> None:
    try:
        Archive.open(path).writer().close()
        answer.put("opened")
    except ArchiveLocked as error:
        answer.put(str(error))


def test_another_process_is_refused_while_one_writes_and_may_read(archive: Archive) -> None:
    context = multiprocessing.get_context("spawn")
    answer: multiprocessing.Queue[str] = context.Queue()
    with archive.writer():
        other = context.Process(target=_try_writer, args=(archive.path, answer))
        other.start()
        assert "is writing to the archive" in answer.get(timeout=60)
        other.join()


def test_an_unreadable_index_is_a_sentence_that_says_what_to_do(archive: Archive) -> None:
    for file in archive.path.glob("index.sqlite*"):
        file.unlink()
    (archive.path / "index.sqlite").write_bytes(b"not a database, not at all" * 100)
    with pytest.raises(IndexDamaged, match="makes a new index from them"):
        Archive.open(archive.path)


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_not_be_written_can_still_be_read(
    fill: Callable[..., Archive], make_capture: Callable[..., object]
) -> None:
    archive = fill(make_capture("http://a.example/", "<title>A</title>"))
    archive.path.chmod(stat.S_IRUSR | stat.S_IXUSR)
    try:
        with Archive.open(archive.path).reader() as reader:
            assert reader.page("http://a.example/")
    finally:
        archive.path.chmod(stat.S_IRWXU)
