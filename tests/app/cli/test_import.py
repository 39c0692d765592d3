"""Importing files of others: through the command, and as the window calls it."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from app.archive.archive import Archive
from app.interchange.importing import import_files
from app.tianwang.reader import RecordReader
from app.tianwang.writer import RecordWriter, compose
from tests.app.archive.increments import filled
from tests.webarchives import members, record

Run = Callable[..., Result]
Objects = Callable[..., list[dict[str, Any]]]
OLD = datetime(2003, 4, 15, 8, 13, 6, tzinfo=UTC)


def data(body: bytes) -> bytes:
    return b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\n" + body  # the separator TSE wrote


def test_every_record_of_the_reference_crawler_comes_in_unchanged(
    samples: Path, tmp_path: Path, objects: Objects
) -> None:
    source = samples / "tianwang" / "tse-A-08.raw"
    [report] = objects("import", tmp_path / "new.archive", source)
    with RecordReader(source) as records, Archive.open(tmp_path / "new.archive").reader() as reader:
        wanted = {(record.date, record.data()) for record in records}
        captures = [reader.versions(page.url, visits=True) for page in reader.all_pages()]
        found = {(capture.date, reader.record(capture).data()) for some in captures for capture in some}
        visits = sum(capture.kind == "visit" for some in captures for capture in some)
    assert report["error"] == ""
    assert report["tail"] is None
    assert report["stored"] + report["visits"] + report["known"] + len(report["skipped"]) == len(
        json.loads(Path(f"{source}.manifest.json").read_text("utf-8"))["records"]
    )
    assert report["visits"] == visits
    assert {pair for pair in found if pair[1]} <= wanted


@pytest.mark.parametrize("name", ["tse-dup.raw", "tse-quirks.raw", "tse-truncated.raw"])
def test_strange_files_are_imported_as_far_as_they_go(
    samples: Path, tmp_path: Path, objects: Objects, name: str
) -> None:
    source = samples / "tianwang" / name
    with RecordReader(source) as records:
        count = sum(1 for _ in records)
        tail = records.tail
    [report] = objects("import", tmp_path / "new.archive", source)
    assert report["stored"] + report["visits"] + report["known"] + len(report["skipped"]) == count
    assert (report["tail"] is None) == (tail is None)
    [summary] = objects("verify", tmp_path / "new.archive")
    assert summary["problems"] == 0


def test_lists_of_links_become_links_of_their_pages(
    samples: Path, tmp_path: Path, tianwang: Run, objects: Objects
) -> None:
    source = samples / "tianwang" / "tse-A-link4SE.raw"
    result = tianwang("import", tmp_path / "new.archive", source)
    assert "0 versions stored, 0 unchanged, 0 already there, 0 skipped" in result.stdout
    [summary] = objects("graph", tmp_path / "new.archive")
    (read,) = objects("graph", source)
    # an address has one spelling in the archive, and links of a page to itself are no arcs
    assert 0.97 * read["nodes"] < summary["nodes"] <= read["nodes"]
    assert 0.97 * read["arcs"] < summary["arcs"] <= read["arcs"]
    assert objects("verify", tmp_path / "new.archive")[0]["problems"] == 0
    objects("import", tmp_path / "new.archive", source)  # once more
    assert objects("graph", tmp_path / "new.archive") == [summary]
    # where the page is there, too, its own links count
    objects("import", tmp_path / "new.archive", samples / "tianwang" / "tse-A-08.raw")
    [both] = objects("graph", tmp_path / "new.archive")
    assert set(summary["classes"]) <= {"content", "navigation"} and "embed" in both["classes"]


def test_importing_a_file_again_changes_nothing(samples: Path, tmp_path: Path, objects: Objects) -> None:
    source = samples / "tianwang" / "tse-dup.raw"
    [first] = objects("import", tmp_path / "new.archive", source)
    [before] = objects("stats", tmp_path / "new.archive")
    [second] = objects("import", tmp_path / "new.archive", source)
    [after] = objects("stats", tmp_path / "new.archive")
    assert (second["stored"], second["visits"]) == (0, 0)
    assert second["known"] == first["stored"] + first["visits"] + first["known"]
    assert after == before


def test_all_attributes_of_a_record_are_kept(tmp_path: Path, archive: Archive) -> None:
    with RecordWriter(tmp_path / "old.raw") as old:
        old.append(
            url=b"HTTP://WWW.Pku.edu.cn/\xb1\xb1\xbe\xa9 #top",
            origin=b"http://old.pku.edu.cn/",
            date=OLD,
            ip="162.105.129.12",
            data=data(b"<title>\xb1\xb1\xbe\xa9</title>"),
            extra=[("id", "42"), ("collection", b"\xb1\xb1")],
            compress=False,
        )
    with archive.writer() as writer:
        report = import_files(writer, [tmp_path / "old.raw"])
    assert (report.stored, report.visits) == (1, 0)
    with archive.reader() as reader:
        [capture] = reader.versions("http://www.pku.edu.cn/%B1%B1%BE%A9")
        record = reader.record(capture)
        assert record.data() == data(b"<title>\xb1\xb1\xbe\xa9</title>")
        assert record.raw("original-url") == b"HTTP://WWW.Pku.edu.cn/\xb1\xb1\xbe\xa9 #top"
        assert record.raw("collection") == b"\xb1\xb1"
        assert record.raw("original-id") == b"42"
    assert (capture.date, capture.ip, capture.origin) == (OLD, "162.105.129.12", "http://old.pku.edu.cn/")
    assert (capture.title, capture.id) == ("北京", "200304-0000001")


def test_equal_content_becomes_a_visit_of_the_version_before(tmp_path: Path, objects: Objects) -> None:
    with RecordWriter(tmp_path / "old.raw") as old:
        for day, body in enumerate([b"one", b"one", b"two", b"one"]):
            old.append(url="http://a.test/", date=OLD + timedelta(days=day), data=data(body))
    [report] = objects("import", tmp_path / "new.archive", tmp_path / "old.raw")
    assert (report["stored"], report["visits"], report["known"], report["skipped"]) == (3, 1, 0, [])


def test_relative_addresses_are_resolved_against_the_origin_or_reported(
    tmp_path: Path, objects: Objects
) -> None:
    def record(url: bytes, *more: tuple[str, bytes]) -> bytes:
        body = data(url)
        day = ("date", b"Tue, 15 Apr 2003 08:13:06 GMT")
        return compose([("version", b"1.0"), ("url", url), *more, day, ("length", b"%d" % len(body))], body)

    with RecordWriter(tmp_path / "old.raw") as old:
        old.write(record(b"index.htm", ("origin", b"http://a.test/dir/")))
        lost = old.write(record(b"index.htm"))[0]
        empty = old.write(record(b""))[0]
        bad = old.write(record(b"http://[x/"))[0]
    [report] = objects("import", tmp_path / "new.archive", tmp_path / "old.raw")
    assert report["stored"] == 1
    assert [one["offset"] for one in report["skipped"]] == [lost, empty, bad]
    assert all(one["sentence"].endswith(".") for one in report["skipped"])
    assert [one["url"] for one in objects("ls", tmp_path / "new.archive")] == ["http://a.test/dir/index.htm"]


def test_records_that_cannot_be_taken_are_reported_one_by_one(tmp_path: Path, tianwang: Run) -> None:
    whole = b"version: 1.0\nurl: http://a.test/\ndate: Tue, 15 Apr 2003 08:13:06 GMT\nlength: 3\n\nabc\n"
    undated = b"version: 1.0\nurl: http://a.test/\nlength: 3\n\nabc\n"
    packed = b"version: 1.0\nurl: http://a.test/\ndate: Tue, 15 Apr 2003 08:13:06 GMT\nunzip-length: 9\nlength: 3\n\nabc\n"
    later = whole.replace(b"version: 1.0", b"version: 2.0")
    (tmp_path / "old.raw").write_bytes(whole + undated + packed + later + whole[:-3])
    result = tianwang("import", tmp_path / "new.archive", tmp_path / "old.raw")
    assert "1 versions stored, 0 unchanged, 0 already there, 2 skipped, 1 damaged" in result.stdout
    assert "no date" in result.stderr
    assert "does not inflate" in result.stderr
    assert "Records of version 2.0 are not known" in result.stderr
    assert f"The last {len(whole) - 3} bytes" in result.stderr


def test_a_file_that_cannot_be_read_fails_the_task_but_not_the_other_files(
    tmp_path: Path, tianwang: Run
) -> None:
    with RecordWriter(tmp_path / "old.raw") as old:
        old.append(url="http://a.test/", date=OLD, data=data(b"1"))
    result = tianwang("import", tmp_path / "new.archive", tmp_path / "none.raw", tmp_path / "old.raw", code=1)
    assert "none.raw cannot be read: No such file or directory." in result.stderr
    assert "old.raw: 1 versions stored" in result.stdout


def test_progress_is_told_and_cancelling_keeps_what_was_stored(tmp_path: Path, archive: Archive) -> None:
    with RecordWriter(tmp_path / "old.raw") as old:
        for number in range(5):
            old.append(url=f"http://a.test/{number}", date=OLD, data=data(b"%d" % number))
    seen: list[int] = []
    with archive.writer() as writer:
        report = import_files(
            writer,
            [tmp_path / "old.raw", tmp_path / "never.raw"],
            progress=lambda path, done, total, taken: seen.append(done * 100 // total),
            cancelled=lambda: len(seen) == 2,
        )
    assert report.cancelled
    assert [file.stored for file in report.files] == [2]
    assert seen[0] == 0 < seen[1] < 100
    with archive.reader() as reader:
        assert reader.statistics().versions == 2


def test_an_archive_that_is_being_written_refuses_with_a_sentence(
    tmp_path: Path, archive: Archive, tianwang: Run
) -> None:
    (tmp_path / "old.raw").write_bytes(b"")
    with archive.writer():
        result = tianwang("import", archive.path, tmp_path / "old.raw", code=1)
    assert "is writing to the archive" in result.stderr


def test_import_into_a_folder_with_other_things_is_refused(tmp_path: Path, tianwang: Run) -> None:
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos/one.jpg").write_bytes(b"x")
    result = tianwang("import", tmp_path / "photos", tmp_path / "old.raw", code=1)
    assert "already exists and is not empty" in result.stderr


@pytest.mark.parametrize("name", ["_length", "url-", "-date", "Version_", "9x", "ID"])
def test_odd_attributes_are_kept_under_names_that_are_not_ours(
    tmp_path: Path, tianwang: Run, name: str
) -> None:
    head = f"version: 1.0\nurl: http://a.test/\n{name}: 7\ndate: Tue, 15 Apr 2003 08:13:06 GMT\nlength: 3\n\n"
    (tmp_path / "old.raw").write_text(f"{head}abc\n")
    tianwang("import", tmp_path / "new.archive", tmp_path / "old.raw")
    with Archive.open(tmp_path / "new.archive").reader() as reader:
        (page,) = reader.all_pages()
        fields = dict(reader.record(reader.versions(page.url)[0]).fields)
    assert b"7" in fields.values() and fields["url"] == b"http://a.test/" and fields["length"] == b"3"


@pytest.mark.parametrize(
    "field",
    ["unzip-length: " + "9" * 5000, "x: \x00\x1b", "date: Mon, 01 Jan 2024 0:0:0 +9999999999999999999"],
)
def test_absurd_values_spoil_no_import(tmp_path: Path, tianwang: Run, field: str) -> None:
    whole = "version: 1.0\nurl: http://a.test/\n{}date: Tue, 15 Apr 2003 08:13:06 GMT\nlength: 3\n\nabc\n"
    (tmp_path / "old.raw").write_text(whole.format(field + "\n") + whole.format(""))
    tianwang("import", tmp_path / "new.archive", tmp_path / "old.raw")
    tianwang("verify", tmp_path / "new.archive")


def test_nothing_is_created_when_there_is_nothing_to_import(tmp_path: Path, tianwang: Run) -> None:
    tianwang("import", tmp_path / "new.archive", tmp_path / "none.raw", code=1)
    assert not (tmp_path / "new.archive").exists()


def test_a_folder_of_other_formats_is_told_file_by_file(
    tmp_path: Path, tianwang: Run, objects: Objects
) -> None:
    folder = tmp_path / "others"
    folder.mkdir()
    broken = bytearray(members([record(data(b"one"))]))
    broken[-6] ^= 1
    about = record(b"software: Robot/3\r\n", type="warcinfo", url="")
    (folder / "a.warc.gz").write_bytes(
        bytes(broken) + members([about, record(data(b"two"), url="http://a.test/2")])
    )
    (folder / "b.txt").write_text("nothing")
    warc, text = objects("import", tmp_path / "new.archive", folder)
    assert (warc["format"], warc["stored"], warc["beside"], warc["software"]) == (
        "warc",
        1,
        {"warcinfo": 1},
        "Robot/3",
    )
    assert [each["offset"] for each in warc["damaged"]] == [0]
    assert (text["format"], len(text["skipped"]), text["error"]) == ("", 1, "")
    assert {
        "path",
        "stored",
        "visits",
        "known",
        "skipped",
        "tail",
        "error",
        "unlisted",
        "remarks",
        "passed",
    } <= set(warc)
    result = tianwang("import", tmp_path / "new.archive", folder)
    assert (
        "a.warc.gz: 0 versions stored, 0 unchanged, 2 already there, 0 skipped, 1 damaged (WARC, written by"
        in (result.stdout)
    )
    assert "1 damaged, the first at byte 0: The gzip member is damaged" in result.stderr


def test_nothing_to_take_is_a_failure(tmp_path: Path, tianwang: Run) -> None:
    (tmp_path / "x.warc").write_bytes(record(b"x", type="continuation"))
    result = tianwang("import", tmp_path / "new.archive", tmp_path / "x.warc", code=1)
    assert result.stderr.endswith("tianwang: Nothing could be taken over.\n")
    (tmp_path / "x.html").write_text("<p>page")
    result = tianwang("import", tmp_path / "new.archive", tmp_path / "x.html", code=1)
    assert "x.html is no Tianwang, WARC, ARC or WACZ file." in result.stderr


def test_it_says_that_a_conversion_would_save_room(tmp_path: Path, tianwang: Run) -> None:
    source = Archive.create(tmp_path / "full", policy="full")
    filled(source, 4)
    result = tianwang("import", tmp_path / "new.archive", source.path / "batches")
    assert f"“tianwang convert {tmp_path / 'new.archive'} --to incremental” makes" in result.stdout
    again = tianwang("import", tmp_path / "new.archive", source.path / "batches")
    assert "convert" not in again.stdout + again.stderr
    other = tianwang("import", tmp_path / "other.archive", source.path / "batches", "--json")
    assert "convert" in other.stderr and "convert" not in other.stdout
