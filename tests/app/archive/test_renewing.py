"""An archive that another program converts while it is open here: readers follow, and nobody is told nonsense."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from app.archive import settling
from app.archive.archive import Archive
from app.archive.model import Capture
from app.errors import ArchiveError
from app.exporting.export import export
from app.replay.server import ReplayServer
from app.tianwang.rebuilding import is_incremental
from app.tianwang.record import Record
from tests.app.archive.increments import URL, filled, new
from tests.archives import in_order

ROOT = Path(__file__).parents[3]

READER = """
import sys
from app.archive.archive import Archive
with Archive.open(sys.argv[1]).reader() as reader:
    known = [*reader.captures()]
    for line in sys.stdin:
        assert len([reader.damage(one) for one in known if reader.damage(one) is None]) == len(known)
        for one in known:
            assert reader.body(one).startswith(b"<html>"), one
            assert reader.record(one).get("id") == one.id
        print(reader.last_seq(), reader.statistics().stored_bytes, flush=True)
"""


def other(*command: object) -> None:
    """Another program does something."""
    subprocess.run(
        [sys.executable, "-m", "app", *map(str, command)], cwd=ROOT, check=True, capture_output=True
    )


def test_a_program_that_has_it_open_reads_on_after_each_conversion_and_sees_what_is_new(
    archive: Archive,
) -> None:
    """Two real processes; the reader keeps its captures, whose places are no longer theirs."""
    filled(archive, 12, seeds=2)
    child = subprocess.Popen(
        [sys.executable, "-c", READER, str(archive.path)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert child.stdin is not None and child.stdout is not None

    def ask() -> tuple[int, ...]:
        assert child.stdin is not None and child.stdout is not None
        print("read", file=child.stdin, flush=True)
        return tuple(map(int, child.stdout.readline().split()))

    first = ask()
    Archive.convert(archive.path, "full")
    second = ask()
    other("convert", archive.path, "--to", "incremental")
    with archive.writer() as writer:
        writer.store(new(50))
    third = ask()
    child.stdin.close()
    assert child.wait(20) == 0
    child.stdout.close()
    assert first[0] == second[0] == 24 and third[0] == 25 and second[1] > 2 * first[1]
    in_order(archive)


def test_captures_from_before_are_found_by_readers_from_after_and_the_other_way_round(
    archive: Archive,
) -> None:
    stored = filled(archive, 12)
    with archive.reader() as before:
        known = [*before.captures()]
        other("convert", archive.path, "--to", "full")
        with archive.reader() as after:
            for reader in (after, before):
                assert {one.id: reader.data(reader.record(one)) for one in known} == stored
            for one in after.captures():
                assert before.document(one).title == after.document(one.id).title


def test_a_conversion_that_ends_in_the_middle_of_a_reading_is_followed(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also one that puts records where the reader has them: what it has read there before was another record."""
    stored = filled(archive, 12)
    with archive.reader() as reader:
        known = [*reader.captures()]
        Archive.convert(archive.path, "full")
        read, back = reader._at, iter([lambda: Archive.convert(archive.path, "incremental")])

        def meanwhile(capture: Capture) -> Record:
            try:
                return read(capture)
            finally:
                next(back, lambda: None)()

        monkeypatch.setattr(reader, "_at", meanwhile)
        record = reader.record(known[7])
        assert record.get("id") == known[7].id and is_incremental(record)
        assert next(back, None) is None
        Archive.convert(archive.path, "full")  # before the record is rebuilt from others
        assert reader.data(record) == stored[known[7].id]


def test_a_replay_goes_on(archive: Archive, tmp_path: Path) -> None:
    filled(archive, 8)
    with ReplayServer(archive) as server:
        headers = {"User-Agent": f"Test TianwangReplay/{server.open_view(None)}"}
        with httpx.Client(proxy=f"http://127.0.0.1:{server.port}", headers=headers) as client:
            for to in ("full", "incremental", "full"):
                answers = {client.get(f"{URL}0").text for _ in range(9)}  # by all of its threads
                assert len(answers) == 1 and "<title>Page 0, 7</title>" in answers.pop()
                other("convert", archive.path, "--to", to)


def test_who_goes_through_the_batches_is_told_to_begin_again(archive: Archive) -> None:
    """Instead of calling half of the records damaged, or leaving them out."""
    filled(archive, 12)
    told = pytest.raises(ArchiveError, match="written its records anew meanwhile; begin again")
    with archive.reader() as reader:
        found = reader.records("202611")
        next(found)
        Archive.convert(archive.path, "full")
        with told:
            list(found)
        assert len(list(reader.records("202611"))) == 12
        convert = iter([lambda: Archive.convert(archive.path, "incremental")])
        with told:
            list(reader.verify(lambda *_: next(convert, lambda: None)()))
        assert not list(reader.verify())


def test_an_export_in_the_middle_of_it_is_whole(archive: Archive, tmp_path: Path) -> None:
    filled(archive, 2, seeds=9)
    with archive.reader() as reader:
        pages = list(reader.all_pages())

        def progress(done: int, _: str) -> None:
            if done == 3:
                other("convert", archive.path, "--to", "full")

        report = export(reader, pages, tmp_path / "out", "original", progress=progress)
    assert (report.files, report.skipped) == (9, [])


def test_while_everything_is_put_in_its_place_readers_wait(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the new batches and the new index nothing fits; who cannot wait any longer says so."""
    stored = filled(archive, 6)
    reader = archive.reader()
    known = [*reader.captures()]
    real, seen = settling.replace_index, []

    def slowly(old: Path, made: Path) -> None:
        monkeypatch.setattr(settling, "_PATIENCE", 0.05)
        for ask in (lambda: reader.http(known[5]), archive.reader):
            with pytest.raises(ArchiveError, match="try again in a moment"):
                ask()
            seen.append(ask)
        real(old, made)

    monkeypatch.setattr(settling, "replace_index", slowly)
    Archive.convert(archive.path, "full")
    assert len(seen) == 2
    assert {one.id: reader.data(reader.record(one)) for one in known} == stored
    reader.close()


def test_what_was_broken_off_in_between_is_finished_by_who_only_reads(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored = filled(archive, 6)
    with archive.reader() as reader:
        known = [*reader.captures()]

        def killed(*_: object) -> None:
            raise KeyboardInterrupt

        with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
            patch.setattr(settling, "replace_index", killed)
            Archive.convert(archive.path, "full")
        assert {one.id: reader.data(reader.record(one)) for one in known} == stored
    assert not settling.is_unfinished(archive.path)
    in_order(archive)
