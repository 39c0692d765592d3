"""Ids that two records have, in one archive or in two, and ids that are missing."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from app.archive import batches
from app.archive.archive import Archive
from app.archive.model import NewCapture
from app.archive.upkeep.ids import Gap, Place, check_ids

Fill = Callable[..., Archive]
Make = Callable[..., NewCapture]


@pytest.fixture
def filled(fill: Fill, make_capture: Make) -> Archive:
    return fill(*(make_capture(f"http://a.example/{n}", f"text {n}", minutes=n) for n in range(40)))


def ends(archive: Archive) -> list[int]:
    with archive.reader() as reader:
        return [one.end for one in reader.captures()]


def test_an_archive_in_order_has_neither(filled: Archive) -> None:
    told: list[tuple[int, int]] = []
    report = check_ids([filled.path], lambda done, total: told.append((done, total)))
    assert (report.records, report.without, report.repeated, report.missing) == (40, 0, 0, 0)
    assert told[-1][0] == told[-1][1] == ends(filled)[-1]


def test_captures_that_are_gone_are_gaps(filled: Archive) -> None:
    file = batches.file_path(filled.path, "202611", 0)
    data, end = file.read_bytes(), ends(filled)
    file.write_bytes(data[: end[2]] + data[end[3] : end[9]] + data[end[30] :])
    Archive.reindex(filled.path)
    report = check_ids([filled.path])
    assert report.gaps == [
        Gap(filled.path, "202611-0000004", "202611-0000004", 1),
        Gap(filled.path, "202611-0000011", "202611-0000031", 21),
    ]
    assert (report.missing, report.duplicates) == (22, [])


def test_records_with_one_id_are_duplicates_in_an_archive_and_between_two(
    filled: Archive, tmp_path: Path
) -> None:
    shutil.copytree(filled.path, tmp_path / "copy")
    between = check_ids([filled.path, tmp_path / "copy"])
    assert (between.repeated, between.missing) == (40, 0)
    offset = ends(filled)[0]
    place = Place(tmp_path / "copy", "batches/202611/0000.tw", offset)
    assert between.duplicates[1] == ("202611-0000002", place, place._replace(archive=filled.path))

    file = batches.file_path(filled.path, "202611", 0)
    file.with_name("0001.tw").write_bytes(file.read_bytes()[: ends(filled)[1]])
    Archive.reindex(filled.path)
    within = check_ids([filled.path], most=1)
    assert (within.records, within.repeated, within.missing) == (42, 2, 0)
    assert [one.id for one in within.duplicates] == ["202611-0000001"], "the others are counted"
    assert within.duplicates[0].place.file == "batches/202611/0001.tw"
    assert within.duplicates[0].first == Place(filled.path, "batches/202611/0000.tw", 0)


def test_it_can_be_stopped(filled: Archive) -> None:
    assert check_ids([filled.path], cancelled=lambda: True).cancelled
