"""Others get the whole pages of incremental records, and incremental records of others are read whole."""

from __future__ import annotations

import gzip
import shutil
from pathlib import Path

import pytest

from app.archive.archive import Archive
from app.interchange.exporting import export_archive
from app.interchange.importing import import_files
from app.tianwang.reader import RecordReader
from tests.app.archive.increments import URL, all_data, damage, filled, records

Contents = dict[tuple[str, str], bytes]


def contents(archive: Archive) -> Contents:
    with archive.reader() as reader:
        return {
            (c.url, c.date.isoformat()): reader.data(reader.record(c))
            for c in reader.captures(kind="version")
        }


@pytest.fixture
def steps(archive: Archive) -> Archive:
    filled(archive, 8, seeds=2)
    assert [record.version for record in records(archive)].count("2.0") == 14
    return archive


@pytest.mark.parametrize("form", ["tianwang", "warc", "wacz"])
def test_an_export_holds_whole_pages_and_comes_back_the_same(
    steps: Archive, tmp_path: Path, form: str
) -> None:
    with steps.reader() as reader:
        report = export_archive(reader, tmp_path / "out", form)
    assert (report.records, report.skipped, report.notes) == (16, 0, [])
    if form == "tianwang":
        with RecordReader(report.files[0]) as exported:
            made = list(exported)
            assert {record.version for record in made} == {"1.0"} and all(record.get("id") for record in made)
    back = Archive.create(tmp_path / "back")
    with back.writer() as writer:
        assert import_files(writer, [tmp_path / "out"]).stored == 16
    assert contents(back) == contents(steps)


def test_the_batch_files_themselves_can_be_imported(steps: Archive, tmp_path: Path) -> None:
    back = Archive.create(tmp_path / "back")
    with back.writer() as writer:
        report = import_files(writer, [steps.path / "batches"])
        again = import_files(writer, [steps.path / "batches"])
    assert (report.stored, report.files[0].skipped, again.files[0].known) == (16, [], 16)
    assert contents(back) == contents(steps)
    assert all(record.get("original-id") and not record.get("rebuilt") for record in records(back))


def test_damage_leaves_out_what_builds_on_it_and_says_why(steps: Archive, tmp_path: Path) -> None:
    made = records(steps)
    damage(steps.path / "batches/202611/0000.tw", made[8].end - 2)
    with steps.reader() as reader:
        report = export_archive(reader, tmp_path / "out", "warc")
    lost = {made[n].get("id") for n in (8, 10, 12, 14)}
    assert {id for id, _ in report.notes} == lost and report.records == 12
    assert sum("which it builds on, is damaged" in sentence for _, sentence in report.notes) == 3
    back = Archive.create(tmp_path / "back")
    with back.writer() as writer:
        imported = import_files(writer, [steps.path / "batches"])
    assert imported.stored == 12
    [file] = imported.files
    assert sum("which it builds on, is damaged" in sentence for _, sentence in file.damaged) == 3


def test_a_packed_batch_file_says_what_to_do(steps: Archive, tmp_path: Path) -> None:
    packed = tmp_path / "batch.tw.gz"
    with gzip.open(packed, "wb") as file, (steps.path / "batches/202611/0000.tw").open("rb") as source:
        shutil.copyfileobj(source, file)
    back = Archive.create(tmp_path / "back")
    with back.writer() as writer:
        report = import_files(writer, [packed])
    assert report.stored == 2 and all(
        "Unpack the file first" in sentence for _, sentence in report.files[0].skipped
    )


def test_a_part_of_the_captures_is_whole_as_well(steps: Archive, tmp_path: Path) -> None:
    """A version is exported without those that it builds on."""
    with steps.reader() as reader:
        last = reader.versions(f"{URL}0")[-1]
        report = export_archive(
            reader, tmp_path / "one.raw", "tianwang", since=last.date, prefixes=[f"{URL}0"]
        )
    with RecordReader(report.files[0]) as exported:
        [record] = list(exported)
        assert record.data() == all_data(steps)[last.id]
