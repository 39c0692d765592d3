"""What all archive formats share: the choice of captures, names that are the program's own, all files or none."""

from __future__ import annotations

import errno
import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any, BinaryIO

import pytest

from app.archive.archive import Archive
from app.errors import StorageFailed
from app.interchange.exporting import FORMATS, export_archive
from app.interchange.job import Destination, InterchangeReport
from tests.conftest import START, capture

Fill = Callable[..., Archive]
A, B, C = "http://a.test/", "http://a.test/sub/", "http://b.test/"


def export(archive: Archive, dest: Path, format: str = "cdxj", **options: Any) -> InterchangeReport:
    with archive.reader() as reader:
        return export_archive(reader, dest, format, **options)


@pytest.fixture
def site(fill: Fill) -> Archive:
    """Three captures of A (the second a visit), two of B, one of C, a day apart."""
    texts = [(A, "one"), (B, "two"), (A, "one"), (C, "three"), (A, "four"), (B, "five")]
    return fill(*(capture(url, text, minutes=1440 * day) for day, (url, text) in enumerate(texts)))


@pytest.mark.parametrize(
    ("options", "serials"),
    [
        ({}, "123456"),
        ({"visits": False}, "12456"),
        ({"newest": True}, "456"),
        ({"newest": True, "until": START + timedelta(days=4)}, "124"),
        ({"prefixes": [B]}, "26"),
        ({"prefixes": [A, B, A]}, "12356"),
        ({"prefixes": [C, "http://a.test/sub"]}, "246"),
        ({"prefixes": ["http://c.test/"]}, ""),
        ({"prefixes": []}, ""),
        ({"urls": [A, C, A, "http://none.test/"]}, "1345"),
        ({"urls": [A], "newest": True}, "5"),
        ({"since": START + timedelta(days=2), "until": START + timedelta(days=4)}, "34"),
    ],
)
def test_a_choice_takes_each_capture_once(
    site: Archive, tmp_path: Path, options: dict[str, Any], serials: str
) -> None:
    report = export(site, tmp_path / "out.cdxj", **options)
    lines = (tmp_path / "out.cdxj").read_text().splitlines() if report.files else []
    assert "".join(sorted(json.loads(line.split(" ", 2)[2])["id"][-1] for line in lines)) == serials
    assert report.records == len(serials)


def test_the_listing_of_an_archive_names_the_records_of_its_batches(site: Archive, tmp_path: Path) -> None:
    export(site, tmp_path / "out.cdxj")
    lines = (tmp_path / "out.cdxj").read_text("ascii").splitlines()
    assert lines == sorted(lines)
    with site.reader() as reader:
        stored = {capture.id: capture for capture in reader.captures()}
    for line in lines:
        entry = json.loads(line.split(" ", 2)[2])
        found = stored.pop(entry["id"])
        place = (entry["filename"], int(entry["offset"]), int(entry["length"]))
        assert place == (found.file, found.offset, found.end - found.offset)
        assert (entry["url"], entry["digest"]) == (found.url, found.digest)
        assert entry["mime"] == ("warc/revisit" if found.kind == "visit" else "text/html")
    assert stored == {}


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("options", [{}, {"newest": True}, {"urls": [A, B, C]}, {"prefixes": ["http://"]}])
def test_what_a_crawl_stores_meanwhile_is_left_out(
    site: Archive, tmp_path: Path, format: str, options: dict[str, Any]
) -> None:
    expected = export(site, tmp_path / "before", format, **options)
    numbers = iter(range(99))

    def crawl(done: int, url: str) -> None:
        with site.writer() as writer:
            writer.store(capture(url, f"<p>{next(numbers)}", minutes=99_999))

    report = export(site, tmp_path / "out", format, progress=crawl, **options)
    assert (report.records, report.notes) == (expected.records, [])


@pytest.mark.parametrize("format", FORMATS)
def test_an_export_never_overwrites(site: Archive, tmp_path: Path, format: str) -> None:
    folder, file = tmp_path / "out", tmp_path / f"one.{format if format != 'tianwang' else 'tw'}"
    first, second = export(site, folder, format).files, export(site, folder, format).files
    assert first and second and not set(first) & set(second)
    assert sorted(folder.iterdir()) == sorted([*first, *second])
    assert file in export(site, file, format).files
    for made in tmp_path.glob("one*"):
        made.unlink()
    file.write_text("mine")
    with pytest.raises(StorageFailed, match="exists already"):
        export(site, file, format)
    assert file.read_text() == "mine" and len(list(tmp_path.glob("one*"))) == 1


def test_a_name_taken_during_the_export_is_left_alone(site: Archive, tmp_path: Path) -> None:
    def take(done: int, url: str) -> None:
        (tmp_path / "out.tw").write_text("mine")

    with pytest.raises(StorageFailed, match="exists already"):
        export(site, tmp_path / "out.tw", "tianwang", progress=take)
    assert {path.name: path.read_text() for path in tmp_path.iterdir() if path.is_file()} == {
        "out.tw": "mine"
    }


def test_two_exports_to_one_name_do_not_mix(site: Archive, tmp_path: Path) -> None:
    (tmp_path / "out.tw.part").write_text("of another export")
    with pytest.raises(StorageFailed, match="broken off"):
        export(site, tmp_path / "out.tw", "tianwang")
    assert (tmp_path / "out.tw.part").read_text() == "of another export"


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("after", [0, 3, 5])
def test_a_cancelled_export_leaves_nothing(site: Archive, tmp_path: Path, format: str, after: int) -> None:
    seen: list[str] = []

    def cancelled() -> bool:
        assert not list((tmp_path / "out").glob("*[!t]"))  # only names that end in .part
        return len(seen) >= after

    report = export(
        site, tmp_path / "out", format, progress=lambda done, url: seen.append(url), cancelled=cancelled
    )
    assert report.cancelled and report.files == [] and len(seen) == after
    assert list((tmp_path / "out").iterdir()) == []


class _Full:
    """A file on a disk with room for so many more bytes."""

    def __init__(self, file: BinaryIO, room: int) -> None:
        self._file, self._room = file, room

    def write(self, data: bytes) -> int:
        self._room -= len(data)
        if self._room < 0:
            raise OSError(errno.ENOSPC, "No space left on device")
        return self._file.write(data)

    def writelines(self, lines: Any) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("room", [0, 300, 900])
def test_a_full_disk_is_one_sentence_and_no_file(
    site: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, format: str, room: int
) -> None:
    opened = Destination.open
    monkeypatch.setattr(Destination, "open", lambda self, name: _Full(opened(self, name), room))
    with pytest.raises(StorageFailed, match="No space left on device"):
        export(site, tmp_path / "out", format)
    assert list((tmp_path / "out").iterdir()) == []


@pytest.mark.parametrize("format", FORMATS)
def test_what_was_archived_has_no_say_in_names(fill: Fill, tmp_path: Path, format: str) -> None:
    archive = fill(
        capture("http://a.test/../../../evil", "<title>../../evil</title>"),
        capture("http://../evil", "x", X_Name="../../evil"),
    )
    report = export(archive, tmp_path / "in" / "out", format)
    assert all(path.parent == tmp_path / "in" / "out" and "evil" not in path.name for path in report.files)
    assert sorted(path for path in tmp_path.rglob("*") if path.is_file() and "in" in path.parts) == sorted(
        report.files
    )


@pytest.mark.parametrize("format", ["tianwang", "warc", "wacz"])
def test_a_damaged_record_is_left_out_and_named(site: Archive, tmp_path: Path, format: str) -> None:
    with site.reader() as reader:
        [victim] = reader.versions(C)
    with (site.path / victim.file).open("r+b") as file:
        file.seek(victim.end - 3)
        file.write(b"?")
    report = export(site, tmp_path / "out", format)
    [(id, sentence)] = report.notes
    assert id == victim.id and sentence.startswith("It was left out because its record is damaged: ")
    assert report.skipped == 1 and report.files


def test_visits_of_a_damaged_version_are_named(site: Archive, tmp_path: Path) -> None:
    with site.reader() as reader:
        victim = reader.versions(A)[0]
    with (site.path / victim.file).open("r+b") as file:
        file.seek(victim.end - 3)
        file.write(b"?")
    for format, options in (("warc", {}), ("tianwang", {"visits": True})):
        report = export(site, tmp_path / format, format, **options)
        assert [id[-1] for id, _ in report.notes] == ["1", "3"]


def test_a_batch_that_is_gone_is_named_for_each_capture(site: Archive, tmp_path: Path) -> None:
    with site.reader() as reader:
        file = next(reader.captures()).file
        (site.path / file).unlink()
        report = export_archive(reader, tmp_path / "out", "warc")
    assert report.skipped == 6 and report.files == []
    assert all("could not be read" in sentence for _, sentence in report.notes)
    assert list((tmp_path / "out").iterdir()) == []


def test_a_folder_that_cannot_be_made_is_one_sentence(site: Archive, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(StorageFailed):
        export(site, tmp_path / "file" / "out", "warc")
