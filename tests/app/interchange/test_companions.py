"""What WARC files hold beside pages: kept with its capture or under a kind of its own, never taken for a page, and
given back by an export as it came."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.archive.addresses import place, standing
from app.archive.archive import Archive
from app.interchange.arrivals import FileReport
from app.interchange.exporting import export_archive
from app.interchange.importing import import_files
from tests import warcs
from tests.webarchives import http, record

PAGE = http("<title>Page</title><p>Words")
ID, ASKED = "<urn:uuid:7>", "<urn:uuid:8>"
REQUEST = b"GET /x HTTP/1.1\r\nHost: a.test\r\nUser-Agent: Robot 1.0\r\n\r\n"


@pytest.fixture
def bring(archive: Archive, tmp_path: Path) -> Callable[..., FileReport]:
    def bring(*records: bytes) -> FileReport:
        path = tmp_path / "some.warc"
        path.write_bytes(b"".join(records))
        with archive.writer() as writer:
            [report] = import_files(writer, [path]).files
        with archive.reader() as reader:
            assert list(reader.verify()) == []
        return report

    return bring


def exported(archive: Archive, folder: Path) -> list[warcs.Warc]:
    """The records of an export but the first, which describes the file."""
    with archive.reader() as reader:
        report = export_archive(reader, folder / "out.warc", "warc")
    assert report.skipped == 0
    return warcs.read(folder / "out.warc")[1:]


def request(block: bytes = REQUEST, *, of: str = ID, url: str = "http://a.test/x") -> bytes:
    return record(
        block, type="request", id="8", url=url, headers=[("WARC-Concurrent-To", of), ("X-Robot", "yes")]
    )


@pytest.mark.parametrize("first", [True, False])
def test_a_request_and_metadata_stand_in_the_record_of_their_page_and_come_back(
    archive: Archive, tmp_path: Path, bring: Callable[..., FileReport], first: bool
) -> None:
    metadata = record(
        b"fetchTimeMs: 3\r\n",
        type="metadata",
        id="9",
        url="http://a.test/x",
        headers=[("WARC-Refers-To", ID)],
    )
    answer = record(PAGE, id="7", url="http://a.test/x", headers=[("WARC-Page-ID", "p1")])
    report = bring(*([request(), answer, metadata] if first else [answer, request(), metadata]))
    assert (report.stored, report.beside, report.skipped) == (1, {"request": 1, "metadata": 1}, [])
    with archive.reader() as reader:
        assert [capture.url for capture in reader.captures()] == ["http://a.test/x"], (
            "they are no captures of their own"
        )
    page, *others = exported(archive, tmp_path)
    assert (page.kind, page.get("WARC-Page-ID")) == ("response", "p1")
    asked, about = sorted(others, key=lambda one: one.kind, reverse=True)
    assert (asked.kind, asked.block, asked.get("WARC-Record-ID")) == ("request", REQUEST, ASKED)
    assert (asked.get("WARC-Concurrent-To"), asked.get("X-Robot")) == (ID, "yes")
    assert asked.get("WARC-Target-URI") == "http://a.test/x"
    assert (about.kind, about.block, about.get("WARC-Refers-To")) == ("metadata", b"fetchTimeMs: 3\r\n", ID)


def test_a_request_that_begins_with_a_status_line_costs_no_page(
    archive: Archive, bring: Callable[..., FileReport]
) -> None:
    """As a widely used recorder writes it: the line of the answer in place of the request's."""
    report = bring(
        record(PAGE, id="7", url="http://a.test/x"), request(b"HTTP/1.1 200 OK\r\nhost: a.test\r\n\r\n")
    )
    assert (report.stored, report.skipped, report.beside) == (1, [], {"request": 1})
    with archive.reader() as reader:
        assert reader.page("http://a.test/x") is not None


def test_the_sample_of_that_recorder_loses_nothing(archive: Archive, samples: Path) -> None:
    with archive.writer() as writer:
        assert import_files(writer, [samples / "defects" / "badreq.warc"]).stored == 1


@pytest.mark.parametrize(
    ("url", "media_type", "block"),
    [
        ("urn:pageinfo:http://a.test/x", "application/json", b"{}"),
        ("screenshot:http://a.test/x", "image/png", b"\x89PNG"),
        ("metadata://gnu.org/software/wget/warc/MANIFEST.txt", "text/plain", b"lines"),
        ("file:///home/somebody/notes.txt", "text/plain", b"notes"),
    ],
)
def test_captures_of_other_addresses_are_kept_beside_the_pages_and_come_back(
    archive: Archive,
    tmp_path: Path,
    bring: Callable[..., FileReport],
    url: str,
    media_type: str,
    block: bytes,
) -> None:
    report = bring(
        record(PAGE, url="http://a.test/x"), record(block, type="resource", url=url, media_type=media_type)
    )
    assert (report.stored, report.beside, report.skipped, report.damaged) == (1, {"attached": 1}, [], [])
    with archive.reader() as reader:
        page = reader.page(url)
        assert page is not None and (page.kind, page.type) == ("attached", media_type)
        [capture] = reader.versions(url)
        assert reader.body(capture) == block
        assert [one.url for one in reader.all_pages(kinds=("document",))] == ["http://a.test/x"]
        assert reader.statistics().hosts == 1
    back = next(one for one in exported(archive, tmp_path) if one.kind == "resource")
    assert (back.get("WARC-Target-URI"), back.block, back.get("Content-Type")) == (url, block, media_type)


def test_an_empty_log_of_a_recorder_is_passed_over_and_raises_no_warning(
    bring: Callable[..., FileReport],
) -> None:
    log = {"url": "metadata://gnu.org/software/wget/warc/wget.log", "media_type": "text/plain"}
    report = bring(record(PAGE, url="http://a.test/x"), record(b"", type="resource", **log))
    assert (report.stored, report.passed, report.skipped, report.damaged) == (1, {"resource": 1}, [], [])


def test_an_answer_to_post_is_no_version_of_the_page_and_comes_back_at_its_address(
    archive: Archive, tmp_path: Path, bring: Callable[..., FileReport]
) -> None:
    sent = b"POST /x HTTP/1.1\r\nHost: a.test\r\n\r\nname=value"
    bring(
        record(PAGE, id="1", url="http://a.test/x"),
        record(http("<p>Thanks"), id="7", url="http://a.test/x"),
        request(sent),
    )
    with archive.reader() as reader:
        assert len(reader.versions("http://a.test/x")) == 1
        [posted] = reader.versions("post:http://a.test/x")
        assert reader.body(posted) == b"<p>Thanks"
        assert reader.page_meant("http://a.test/x").url == "http://a.test/x"  # type: ignore[union-attr]
    answers = [one for one in exported(archive, tmp_path) if one.kind == "response"]
    assert [one.get("WARC-Target-URI") for one in answers] == ["http://a.test/x"] * 2
    assert [one.block for one in warcs.read(tmp_path / "out.warc") if one.kind == "request"] == [sent]
    lines = (tmp_path / "out.cdxj").read_text().splitlines()
    assert len(lines) == 1, "players would show the answer in place of the page"
    again = Archive.create(tmp_path / "again.archive")
    with again.writer() as writer:
        import_files(writer, [tmp_path / "out.warc"])
    with again.reader() as reader:
        assert sorted(page.url for page in reader.all_pages()) == ["http://a.test/x", "post:http://a.test/x"]


def test_descriptions_of_files_and_requests_without_an_answer_travel_along(
    archive: Archive, tmp_path: Path, bring: Callable[..., FileReport]
) -> None:
    about = record(
        b"software: Robot/3\r\n", type="warcinfo", url="", id="1", headers=[("WARC-Filename", "a.warc.gz")]
    )
    report = bring(about, request(of="<urn:uuid:nobody>"), record(PAGE, id="7", url="http://a.test/y"))
    assert (report.stored, report.beside) == (1, {"warcinfo": 1, "request": 1})
    back = {one.kind: one for one in exported(archive, tmp_path)}
    assert back["warcinfo"].block == b"software: Robot/3\r\n"
    assert back["warcinfo"].get("WARC-Filename") == "a.warc.gz"
    assert back["request"].block == REQUEST
    second = Archive.create(tmp_path / "second.archive")
    with second.writer() as writer:
        import_files(writer, [tmp_path / "out.warc"])
    with archive.reader() as one, second.reader() as other:
        assert sorted(page.url for page in one.all_pages()) == sorted(page.url for page in other.all_pages())


def test_a_request_too_long_for_an_attribute_is_a_record_of_its_own(
    archive: Archive, tmp_path: Path, bring: Callable[..., FileReport]
) -> None:
    sent = b"POST /x HTTP/1.1\r\n\r\n" + b"\0\xff" * 40_000
    report = bring(record(PAGE, id="7", url="http://a.test/x"), request(sent))
    assert report.beside == {"request": 1, "posted": 1}
    assert sent in [one.block for one in exported(archive, tmp_path)]


def test_importing_companions_again_changes_nothing(
    archive: Archive, bring: Callable[..., FileReport]
) -> None:
    parts = (
        record(b"software: x\r\n", type="warcinfo", url="", id="1"),
        record(PAGE, id="7", url="http://a.test/x"),
        request(b"POST /x HTTP/1.1\r\n\r\n"),
        record(b"{}", type="resource", url="urn:pageinfo:http://a.test/x", media_type="application/json"),
    )
    bring(*parts)
    with archive.reader() as reader:
        before = reader.last_seq()
    again = bring(*parts)
    assert (again.stored, again.visits, again.beside) == (0, 0, {})
    with archive.reader() as reader:
        assert reader.last_seq() == before


@pytest.mark.parametrize(
    ("written", "moment"),
    [
        (
            "2008-10-294T05:21:46-0700",
            datetime(2008, 10, 20, 12, 21, 46, tzinfo=UTC),
        ),  # ClueWeb09: day 294 of the year
        ("2009-03-65T08:43:19-0800", datetime(2009, 3, 6, 16, 43, 19, tzinfo=UTC)),
        ("2020-05-06T07:08:09+02:00", datetime(2020, 5, 6, 5, 8, 9, tzinfo=UTC)),
        ("20200506070809", datetime(2020, 5, 6, 7, 8, 9, tzinfo=UTC)),
        ("2020-02-30T25:00:00Z", datetime(2020, 2, 29, 23, 0, 0, tzinfo=UTC)),
        ("Wed, 06 May 2020 07:08:09 GMT", datetime(2020, 5, 6, 7, 8, 9, tzinfo=UTC)),
    ],
)
def test_a_date_of_another_form_is_read_as_the_nearest_and_said(
    archive: Archive, bring: Callable[..., FileReport], written: str, moment: datetime
) -> None:
    report = bring(record(PAGE, date=written, url="http://a.test/x"))
    assert (report.stored, report.skipped, report.damaged) == (1, [], [])
    [(offset, sentence)] = report.remarks
    assert offset == 0 and written in sentence and moment.isoformat() in sentence
    with archive.reader() as reader:
        [capture] = reader.versions("http://a.test/x")
        assert capture.date == moment
        assert reader.record(capture).raw("warc-date") == written.encode()


@pytest.mark.parametrize("before", [True, False])
def test_two_captures_that_differ_in_their_headers_alone_are_two(
    archive: Archive, tmp_path: Path, bring: Callable[..., FileReport], before: bool
) -> None:
    """Also where both confirm an older version: the headers of a visit are kept."""
    older = [record(PAGE, date="2019-01-01T00:00:00Z")] if before else []
    parts = [*older, *(record(http("<title>Page</title><p>Words", f"X-Server: {name}")) for name in "ab")]
    report = bring(*parts)
    assert report.stored + report.visits == len(parts) and report.known == 0
    again = bring(*parts)
    assert (again.stored, again.visits, again.known) == (0, 0, len(parts))
    heads = [one.block for one in exported(archive, tmp_path)]
    assert all(any(b"X-Server: " + name in head for head in heads) for name in (b"a", b"b"))


def test_what_is_about_a_page_stands_beside_it_in_the_tree() -> None:
    assert place("screenshot:http://a.test/b/c.html") == (
        "a.test",
        "http://a.test/",
        ["b"],
        "screenshot: c.html",
    )
    assert place("post:https://a.test/") == ("a.test", "https://a.test/", [], "post: /")
    assert place("metadata://gnu.org/x/y.txt") == ("metadata:", "metadata:", ["gnu.org", "x"], "y.txt")
    assert place("urn:uuid:1") == ("urn:", "urn:", [], "uuid:1")


@pytest.mark.parametrize(
    ("url", "is_one_of"),
    [
        ("http://a.test/", "page"),
        ("ftp://a.test/x", "page"),
        ("www.a.test/x", "page"),
        ("localhost:8080/", "page"),
        ("gopher://a.test/", "page"),
        ("put:http://a.test/", "posted"),
        ("urn:x", "attached"),
        ("dns:a.test", "attached"),
    ],
)
def test_an_address_tells_a_page_from_what_stands_beside_pages(url: str, is_one_of: str) -> None:
    assert standing(url) == is_one_of
