"""Tianwang files of all kinds come in: compressed, damaged, old dialects, and those of other archives of ours."""

from __future__ import annotations

import gzip
import lzma
import shutil
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.archive.archive import Archive
from app.archive.model import NewCapture, NewVisit
from app.interchange.arrivals import FileReport
from app.interchange.importing import import_files
from app.interchange.sniffing import recognise
from app.tianwang.writer import RecordWriter

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

OLD = datetime(2003, 4, 15, 8, 13, 6, tzinfo=UTC)
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A file of 30 records, half of them compressed."""
    path = tmp_path / "old.raw"
    with RecordWriter(path) as old:
        for n in range(30):
            body = b"<title>%d</title>" % n + b"<p>words" * 50
            old.append(url=f"http://a.test/{n}", date=OLD, data=HEAD + body, compress=bool(n % 2))
    return path


def bring(archive: Archive, *paths: Path) -> list[FileReport]:
    with archive.writer() as writer:
        return import_files(writer, paths).files


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress, zstd.compress])
def test_compressed_files(archive: Archive, source: Path, pack: Callable[[bytes], bytes]) -> None:
    content = source.read_bytes()
    source.write_bytes(pack(content[:3000]) + pack(content[3000:]))
    assert recognise(source) == "tianwang"
    [report] = bring(archive, source)
    assert (report.format, report.stored, report.tail, report.error) == ("tianwang", 30, None, "")


def test_data_that_is_compressed_already_is_taken_as_it_is(archive: Archive, source: Path) -> None:
    from app.tianwang.reader import RecordReader

    bring(archive, source)
    with RecordReader(source) as old, archive.reader() as reader:
        for record in old:
            [capture] = reader.versions(record.url)
            if record.raw("unzip-length"):
                assert reader.record(capture).stored == record.stored
            assert reader.record(capture).data() == record.data()


def test_records_behind_damage_are_taken(archive: Archive, source: Path) -> None:
    content = source.read_bytes()
    begin, end = content.index(b"http://a.test/10\n"), content.index(b"http://a.test/12\n")
    source.write_bytes(content[:begin] + b"\0" * (end - begin) + content[end:])
    [report] = bring(archive, source)
    assert 26 <= report.stored <= 28
    assert report.damaged
    assert all(content.index(b"http://a.test/9\n") < offset for offset, _ in report.damaged)
    with archive.reader() as reader:
        assert list(reader.verify()) == []
        assert reader.page("http://a.test/29") is not None


def test_a_cut_end_is_the_tail_and_no_damage(archive: Archive, source: Path) -> None:
    content = source.read_bytes()
    source.write_bytes(content[:-30])
    [report] = bring(archive, source)
    assert (report.stored, report.damaged) == (29, [])
    assert report.tail is not None
    assert content[report.tail.offset :].startswith(b"version: 1.0\nurl: http://a.test/29\n")


def other_archive(path: Path) -> Path:
    """An archive with a page, two visits, and a page of a later month."""
    with Archive.create(path).writer() as writer:
        for n, url in enumerate(["http://a.test/", "http://a.test/2"]):
            page = writer.store(
                NewCapture(url, OLD + timedelta(days=40 * n), "10.0.0.1", HEAD + b"<p>%d" % n, crawl="c1")
            )
            for day in (1, 2):
                when = OLD + timedelta(days=40 * n + day)
                writer.store(NewVisit(url, when, None, page.id, 304))
    return path


def test_another_archive_comes_in_with_its_visits(archive: Archive, tmp_path: Path) -> None:
    other = other_archive(tmp_path / "other.archive")
    reports = bring(archive, other)  # the folder of an archive stands for its batches
    assert [report.path.name for report in reports] == ["0000.tw", "0000.tw"]
    assert sum(report.stored for report in reports) == 2
    assert sum(report.visits for report in reports) == 4
    assert [report.skipped + report.damaged for report in reports] == [[], []]
    with archive.reader() as mine, Archive.open(other).reader() as theirs:
        for url in ("http://a.test/", "http://a.test/2"):
            ours, foreign = mine.versions(url, visits=True), theirs.versions(url, visits=True)
            assert [(each.date, each.kind, each.ip) for each in ours] == [
                (each.date, each.kind, each.ip) for each in foreign
            ]
            kept = dict(mine.record(ours[0]).fields)
            assert (kept["original-id"], kept["original-crawl"]) == (foreign[0].id.encode(), b"c1")
            assert "original-digest" not in kept
        assert list(mine.verify()) == []
    again = bring(archive, other)
    assert [(report.stored, report.visits, report.known) for report in again] == [(0, 0, 3), (0, 0, 3)]


def test_the_first_id_of_a_record_stays_through_archives(archive: Archive, tmp_path: Path) -> None:
    second = Archive.create(tmp_path / "second.archive")
    bring(second, other_archive(tmp_path / "first.archive"))
    bring(archive, second.path)
    with archive.reader() as reader:
        fields = [name for name, _ in reader.record(reader.versions("http://a.test/")[0]).fields]
    assert fields.count("original-id") == 1
    assert not [name for name in fields if name.startswith("original-original")]


def test_ids_of_two_archives_are_not_mixed_up(archive: Archive, tmp_path: Path) -> None:
    """Both have 200304-0000001, for different pages: their visits find their own."""
    folders = []
    for name, url in (("one", "http://a.test/"), ("two", "http://b.test/")):
        folders.append(tmp_path / f"{name}.archive")
        with Archive.create(folders[-1]).writer() as writer:
            page = writer.store(NewCapture(url, OLD, None, HEAD + name.encode()))
            writer.store(NewVisit(url, OLD + timedelta(days=1), None, page.id, 200))
    bring(archive, *folders)
    with archive.reader() as reader:
        for url, body in (("http://a.test/", b"one"), ("http://b.test/", b"two")):
            assert [capture.kind for capture in reader.versions(url, visits=True)] == ["version", "visit"]
            assert reader.body(reader.versions(url)[0]) == body


def test_addresses_that_are_none_are_told(archive: Archive, tmp_path: Path) -> None:
    urls = ["//e.test/x", "/x", "http:///x", "javascript:1", "http://[x", "http://e.test/" + "x" * 70_000]
    record = "version: 1.0\nurl: %s\ndate: Tue, 15 Apr 2003 08:13:06 GMT\nip: 1.2.3.4\nlength: 3\n\nabc\n"
    (tmp_path / "odd.raw").write_text(
        "".join(record % url for url in [*urls, "whatever://host"]), encoding="utf-8"
    )
    [report] = bring(archive, tmp_path / "odd.raw")
    assert (report.stored, len(report.skipped), report.damaged) == (1, len(urls), [])
    said = [sentence for _, sentence in report.skipped]
    assert said[0] == "The url “//e.test/x” is relative, and no origin says to what."
    assert said[2] == "“http:///x” is not the address of a page: it names no host."


def test_visits_without_their_version_are_told(archive: Archive, tmp_path: Path) -> None:
    other = other_archive(tmp_path / "other.archive")
    [first, _] = sorted((other / "batches").rglob("*.tw"))
    content = first.read_bytes()
    (tmp_path / "visits.tw").write_bytes(content[content.index(b"version: 2.0") :])
    [report] = bring(archive, tmp_path / "visits.tw")
    assert (report.visits, len(report.skipped)) == (0, 2)
    assert "neither in these files nor in the archive" in report.skipped[0][1]


def test_an_altered_record_of_ours_is_told_and_left_out(archive: Archive, tmp_path: Path) -> None:
    other = other_archive(tmp_path / "other.archive")
    [first, _] = sorted((other / "batches").rglob("*.tw"))
    content = first.read_bytes()
    first.write_bytes(content.replace(b"url: http://a.test/\n", b"url: http://b.test/\n", 1))
    [report, _] = bring(archive, other)
    assert report.stored == 0
    assert [offset for offset, _ in report.damaged] == [0]
    assert "header" in report.damaged[0][1]


def test_an_archive_imported_into_itself_stays_as_it_is(tmp_path: Path) -> None:
    other = Archive.open(other_archive(tmp_path / "other.archive"))
    shutil.copytree(other.path / "batches", tmp_path / "before")
    bring(other, other.path)
    for path in (tmp_path / "before").rglob("*.tw"):
        assert (
            other.path / "batches" / path.relative_to(tmp_path / "before")
        ).read_bytes() == path.read_bytes()
