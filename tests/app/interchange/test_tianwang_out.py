"""Export to Tianwang 1.0: records byte for byte, nothing a foreign reader has to know, visits in full on wish."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from app.archive.archive import Archive
from app.archive.batches import Held
from app.archive.upkeep.checking import examine
from app.interchange import job
from app.interchange.exporting import export_archive
from app.interchange.job import InterchangeReport
from app.tianwang.reader import RecordReader
from app.tianwang.record import Record
from app.tianwang.sealing import verify_header
from tests.conftest import START, capture

Fill = Callable[..., Archive]
PAGE = "<title>Home</title>" + "<p>Words" * 99


def export(archive: Archive, dest: Path, **options: object) -> InterchangeReport:
    with archive.reader() as reader:
        return export_archive(reader, dest, "tianwang", **options)  # type: ignore[arg-type]


def records(*paths: Path) -> list[Record]:
    """All records, found by `length` alone."""
    found: list[Record] = []
    for path in paths:
        with RecordReader(path) as reader:
            found += [record.detached() for record in reader]
            assert reader.tail is None
    return found


@pytest.fixture
def visited(fill: Fill) -> Archive:
    """Three captures of a page, the second of them a visit, and one of another page."""
    return fill(
        capture("http://a.test/", PAGE),
        capture("http://a.test/", PAGE, minutes=1),
        capture("http://a.test/", PAGE + "!", minutes=2),
        capture("http://b.test/", "<p>small"),
    )


def test_versions_are_the_bytes_of_the_batch_and_visits_are_counted(visited: Archive, tmp_path: Path) -> None:
    report = export(visited, tmp_path / "out.tw")
    assert (report.files, report.records, report.left_out) == ([tmp_path / "out.tw"], 3, 1)
    with visited.reader() as reader:
        places = [(c.file, c.offset, c.end) for c in reader.captures(kind="version")]
    expected = b"".join((visited.path / file).read_bytes()[offset:end] for file, offset, end in places)
    assert (tmp_path / "out.tw").read_bytes() == expected


def test_a_strict_reader_takes_every_record(visited: Archive, tmp_path: Path) -> None:
    for options in ({}, {"visits": True}):
        report = export(visited, tmp_path / f"{len(options)}", **options)
        found = records(*report.files)
        assert len(found) == report.records
        for record in found:
            assert (
                examine(Held(record), strict=True).wrong == []
                and record.version == "1.0"
                and record.length > 0
            )
            names = [name for name, _ in record.fields]
            assert names[:2] == ["version", "url"] and names[-1] == "length"


def test_a_visit_in_full_has_its_own_date_and_the_page_it_confirms(visited: Archive, tmp_path: Path) -> None:
    report = export(visited, tmp_path / "out", visits=True)
    assert (report.records, report.visits, report.left_out) == (4, 1, 0)
    version, visit, *_ = records(*report.files)
    assert visit.stored == version.stored and visit.data() == version.data()
    assert visit.date == START + timedelta(minutes=1)
    assert (visit.get("id"), visit.get("base")) == ("202611-0000002", "202611-0000001")
    assert b"\nheader-check: crc32:" in visit.header and verify_header(visit) is None


def test_without_visits_none_is_even_counted(visited: Archive, tmp_path: Path) -> None:
    report = export(visited, tmp_path / "out", visits=False)
    assert (report.records, report.visits, report.left_out) == (3, 0, 0)


def test_files_in_a_folder_are_followed_by_the_next_when_full(
    fill: Fill, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job, "ROLL_OVER", 2000)
    archive = fill(*(capture(f"http://a.test/{n}", f"{n}{PAGE}", minutes=n) for n in range(30)))
    report = export(archive, tmp_path / "out")
    assert len(report.files) > 2
    assert all(2000 <= path.stat().st_size < 4000 for path in report.files[:-1])
    assert [record.url for record in records(*report.files)] == [f"http://a.test/{n}" for n in range(30)]
    assert export(archive, tmp_path / "one.raw").files == [tmp_path / "one.raw"]
