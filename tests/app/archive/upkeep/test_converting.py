"""An archive can be written anew in either form: nothing but the form changes, whatever happens on the way."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from datetime import timedelta
from pathlib import Path

import pytest

from app.archive import settling
from app.archive.archive import Archive
from app.archive.model import NewVisit
from app.archive.upkeep import converting
from app.archive.upkeep.converting import ConvertReport
from app.blocks.cutting.levels import PageDivider
from app.errors import ArchiveLocked, StorageFailed
from tests.app.archive.increments import (
    BEGIN,
    all_data,
    answer,
    damage,
    data_of,
    filled,
    new,
    page,
    records,
    size,
)
from tests.archives import everything, in_order

ROOT = Path(__file__).parents[4]


def said(archive: Archive) -> list[tuple[object, ...]]:
    """What the index says, without the places of records."""
    return [row[:8] + row[9:] for row in everything(archive)]


@pytest.fixture(scope="module")
def mixed_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Versions, visits, two months, other types, links and titles."""
    archive = Archive.create(tmp_path_factory.mktemp("once") / "mixed", policy="full")
    filled(archive, 25, seeds=3)
    with archive.writer() as writer:
        latest = writer.reader.latest_version("http://a.example/0")
        assert latest is not None
        for n in range(3):
            writer.store(NewVisit(latest.url, BEGIN + timedelta(hours=30 + n), None, latest.id, 304))
        for n in range(40):
            writer.store(new(24 * n, 7, data=answer(f"<a href=/x>{n}</a>".encode() + page(n), n)))
        writer.store(new(2, 9, data=answer(b"\x89PNG\r\n\x1a\n" + bytes(999), 2, "image/png")))
    archive.close()
    return archive.path


@pytest.fixture
def mixed(mixed_once: Path, tmp_path: Path) -> Archive:
    """A copy of that; the filter of addresses is made anew."""
    shutil.copytree(mixed_once, tmp_path / "mixed", ignore=shutil.ignore_patterns("visited.bits"))
    return Archive.open(tmp_path / "mixed")


def test_there_and_back_again_only_the_form_changes(mixed: Archive) -> None:
    before, data, room = said(mixed), all_data(mixed), size(mixed)
    told: list[tuple[int, int]] = []
    report = Archive.convert(
        mixed.path, "incremental", PageDivider(), lambda done, of: told.append((done, of))
    )
    assert report.converted > 80 and report.failed == 0 and not report.cancelled
    assert (report.records, report.before, report.after) == (119, room, size(mixed))
    assert told[-1] == (room, room) and told == sorted(told)
    assert report.after < 0.4 * report.before
    there = Archive.open(mixed.path)
    assert (there.policy, said(there), all_data(there)) == ("incremental", before, data)
    in_order(there)
    kinds = [record.version for record in records(there)]
    report = Archive.convert(mixed.path, "full")
    assert report.converted == kinds.count("2.0") - 3  # visits stay visits
    back = Archive.open(mixed.path)
    assert (back.policy, said(back), all_data(back)) == ("full", before, data)
    in_order(back)
    assert not list(mixed.path.glob(".conv*"))


def test_it_makes_what_a_writer_would_have_made(tmp_path: Path) -> None:
    later, at_once = Archive.create(tmp_path / "later", policy="full"), Archive.create(tmp_path / "once")
    for archive in (later, at_once):
        filled(archive, 45, seeds=2)
    Archive.convert(later.path, "incremental")
    assert [record.header for record in records(later)] == [record.header for record in records(at_once)]
    assert [record.stored for record in records(later)] == [record.stored for record in records(at_once)]
    one, two = (
        Archive.open(path).reader().connection.execute("SELECT * FROM volumes ORDER BY 1, 2, 3").fetchall()
        for path in (later.path, at_once.path)
    )
    assert one == two


def test_what_follows_is_written_in_the_new_form(tmp_path: Path) -> None:
    archive = Archive.create(tmp_path / "a", policy="full")
    filled(archive, 3)
    Archive.convert(archive.path, "incremental")
    with Archive.open(archive.path).writer() as writer:
        writer.store(new(50))
    assert [record.version for record in records(archive)] == ["1.0", "2.0", "2.0", "2.0"]
    Archive.convert(archive.path, "full")
    with Archive.open(archive.path).writer() as writer:
        writer.store(new(51))
    assert [record.version for record in records(archive)] == ["1.0"] * 5
    assert json.loads((archive.path / "archive.json").read_text())["records"] == "full"


def test_damage_stays_and_costs_no_more_than_before(archive: Archive) -> None:
    stored = filled(archive, 10, seeds=2)
    path = archive.path / "batches/202611/0000.tw"
    made = records(archive)
    damage(path, made[6].end - 2)  # in the chain of the first page
    damage(path, made[13].offset + 3)  # the header of one of the second
    (path.parent / "0000.tw.cut-1").write_bytes(b"kept aside")
    report = Archive.convert(archive.path, "full")
    assert report.failed == 7 + 3  # with what builds on them; the one without a header is no record any more
    after = Archive.open(archive.path)
    with after.reader() as reader:
        lost = {problem.id for problem in reader.verify()}
        whole = {id: data for id, data in stored.items() if id not in lost}
        assert len(whole) == len(stored) - 7 - 4
        assert {id: reader.data(reader.record(id)) for id in whole} == whole
    assert (path.parent / "0000.tw.cut-1").read_bytes() == b"kept aside"


def test_bytes_that_are_no_record_any_more_are_found_where_they_went(archive: Archive) -> None:
    filled(archive, 6)
    path, made = archive.path / "batches/202611/0000.tw", records(archive)
    lost = (made[2], made[5])  # in between, and at the end
    for one in lost:
        damage(path, one.offset + 3)
    before = path.read_bytes()
    assert Archive.convert(archive.path, "full").converted == 1
    after = path.read_bytes()
    with Archive.open(archive.path).reader() as reader:
        for one in lost:
            capture = reader.capture(one.get("id") or "")
            assert after[capture.offset : capture.end] == before[one.offset : one.end]
            assert capture.offset > one.offset


def test_stopped_it_changes_nothing(mixed: Archive) -> None:
    before = {path: path.read_bytes() for path in mixed.path.glob("batches/*/*")}
    report = Archive.convert(mixed.path, "incremental", cancelled=lambda: True)
    assert report.cancelled and {path: path.read_bytes() for path in mixed.path.glob("batches/*/*")} == before
    assert Archive.open(mixed.path).policy == "full" and not (mixed.path / ".converting").exists()


def test_one_writer_at_a_time(mixed: Archive) -> None:
    with mixed.writer(), pytest.raises(ArchiveLocked):
        Archive.convert(mixed.path, "incremental")


def test_a_full_disk_changes_nothing(mixed: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    before = said(mixed)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(converting.RecordWriter, "sync", full)
    with pytest.raises(StorageFailed, match="No space left"):
        Archive.convert(mixed.path, "incremental")
    assert said(Archive.open(mixed.path)) == before and not (mixed.path / ".converting").exists()


@pytest.mark.parametrize("step", range(8))
def test_broken_off_when_it_was_ready_it_is_finished_by_the_next(
    mixed: Archive, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    """After each rename of the last part."""
    before, data = said(mixed), all_data(mixed)
    left = [step]

    class Killed(BaseException):
        pass

    def counted(original):  # type: ignore[no-untyped-def]
        def call(*args, **named):  # type: ignore[no-untyped-def]
            if left[0] == 0 and (mixed.path / ".converting" / "ready").exists():
                raise Killed
            result = original(*args, **named)
            left[0] -= (mixed.path / ".converting" / "ready").exists()
            return result

        return call

    monkeypatch.setattr(Path, "rename", counted(Path.rename))
    monkeypatch.setattr(Path, "replace", counted(Path.replace))
    monkeypatch.setattr(converting.batches, "sync_folder", counted(converting.batches.sync_folder))
    try:
        Archive.convert(mixed.path, "incremental")
    except Killed:
        assert (mixed.path / ".converting" / "ready").exists()
    monkeypatch.undo()
    after = Archive.open(mixed.path)
    assert (after.policy, said(after), all_data(after)) == ("incremental", before, data)
    assert not (mixed.path / ".converting").exists()
    in_order(after)


def test_a_writer_opened_before_finishes_what_was_broken_off_and_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A window may have the archive open while a conversion elsewhere is killed when everything was ready."""
    archive = Archive.create(tmp_path / "a", policy="full")
    stored = filled(archive, 3)

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(converting, "put_in_place", killed)
        Archive.convert(archive.path, "incremental")
    assert settling.is_unfinished(archive.path)
    with archive.writer() as writer:
        later = writer.store(new(50))
        writer.commit()
    assert not (archive.path / ".converting").exists()
    after = Archive.open(archive.path)
    assert all_data(after) == {**stored, later.id: new(50).data} and after.policy == "incremental"
    in_order(after)


def test_who_has_the_archive_open_writes_in_the_form_it_was_given_elsewhere(archive: Archive) -> None:
    filled(archive, 3)
    Archive.convert(archive.path, "full")  # `archive` was opened before
    with archive.writer() as writer:
        writer.store(new(50))
    assert [record.version for record in records(archive)] == ["1.0"] * 4


KILLED = """
import sys
from app.archive.archive import Archive
from app.blocks.cutting.levels import PageDivider
print("begun", flush=True)
Archive.convert(sys.argv[1], sys.argv[2], PageDivider())
"""


@pytest.mark.skipif(os.name == "nt", reason="no kill -9 there")
def test_killed_at_random_moments_nothing_is_lost(mixed: Archive) -> None:
    before, data = said(mixed), all_data(mixed)
    dice, policies = random.Random(5), set()
    for life in range(6):
        to = "incremental" if life % 2 else "full"
        child = subprocess.Popen(
            [sys.executable, "-c", KILLED, str(mixed.path), to], cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        assert child.stdout is not None and child.stdout.readline() == "begun\n"
        time.sleep(dice.uniform(0.0, 0.35))  # lives so long
        child.send_signal(signal.SIGKILL)
        child.wait()
        child.stdout.close()
        after = Archive.open(mixed.path)
        policies.add(after.policy)
        assert (said(after), all_data(after)) == (before, data)
    after.writer().close()
    assert not (mixed.path / ".converting").exists()
    in_order(after)


def test_an_archive_without_the_setting_is_incremental(archive: Archive) -> None:
    about = json.loads((archive.path / "archive.json").read_text())
    assert about.pop("records") == "incremental"
    (archive.path / "archive.json").write_text(json.dumps(about))
    assert Archive.open(archive.path).policy == "incremental"
    assert Archive.convert(archive.path, "full") == ConvertReport()
    assert Archive.open(archive.path).policy == "full"


def test_an_archive_of_both_forms_stays_readable_in_either(tmp_path: Path) -> None:
    """Incremental records copy from the very bytes of full ones: these must not be written anew under them."""
    archive = Archive.create(tmp_path / "both", policy="full")
    stored = {}
    for turn in range(4):
        about = json.loads((archive.path / "archive.json").read_text())
        about["records"] = "full" if turn % 2 == 0 else "incremental"
        (archive.path / "archive.json").write_text(json.dumps(about))
        with Archive.open(archive.path).writer(divider=PageDivider()) as writer:
            for version in range(4 * turn, 4 * turn + 4):
                # every second version has lost a part, which comes back from where the chain begins
                whole = page(version // 2)
                data = whole if version % 2 else whole[:3000] + whole[-1500:]
                stored[writer.store(new(version, data=data)).id] = data
    assert {record.version for record in records(archive)} == {"1.0", "2.0"}
    for to in ("incremental", "full", "incremental"):
        assert Archive.convert(archive.path, to, PageDivider()).failed == 0
        assert all_data(Archive.open(archive.path)) == stored


def test_a_month_stays_as_it_was_where_a_damaged_version_is_put_together_from_others(
    archive: Archive,
) -> None:
    filled(archive, 4, seeds=3)
    path, made = archive.path / "batches/202611/0000.tw", records(archive)
    victim = next(record for record in made[3:] if record.version == "2.0")
    at = path.read_bytes().index(b"\nip: 192.0.2.7", victim.offset) + 5
    damage(path, at)  # its own bytes are whole
    before = path.read_bytes()
    with archive.reader() as reader:
        assert data_of(reader, victim.get("id") or ""), "it is damaged, and can be read all the same"
    report = Archive.convert(archive.path, "full")
    assert (report.kept, report.converted, report.before) == (1, 0, report.after)
    assert path.read_bytes() == before
    with Archive.open(archive.path).reader() as reader:
        assert data_of(reader, victim.get("id") or "")
