"""WARC files come into an archive: which records are pages, which are visits, and what is told of the others."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import quote_from_bytes

import pytest

from app.archive.archive import Archive
from app.archive.model import Capture
from app.interchange import warc_in
from app.interchange.arrivals import FileReport
from app.interchange.importing import import_files
from tests.webarchives import http, members, record, sha1

PAGE = http("<title>Page</title><p>Words")
LATER = "2021-02-03T04:05:06Z"
IDENTICAL = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"
UNCHANGED = "http://netpreserve.org/warc/1.1/revisit/server-not-modified"

Bring = Callable[..., list[FileReport]]


@pytest.fixture
def bring(archive: Archive, tmp_path: Path) -> Bring:
    """Imports files of these contents in one go."""

    def run(*contents: bytes) -> list[FileReport]:
        paths = []
        for number, content in enumerate(contents):
            paths.append(tmp_path / f"{number}.warc")
            paths[-1].write_bytes(content)
        with archive.writer() as writer:
            return import_files(writer, paths).files

    return run


def captures(archive: Archive, url: str = "http://a.test/") -> list[Capture]:
    with archive.reader() as reader:
        return reader.versions(url, visits=True)


def fields(archive: Archive, capture: Capture) -> dict[str, bytes]:
    with archive.reader() as reader:
        return dict(reader.record(capture).fields)


def data(archive: Archive, capture: Capture) -> bytes:
    with archive.reader() as reader:
        return reader.record(capture).data()


def revisit(profile: str = IDENTICAL, block: bytes = b"", date: str = LATER, **more: object) -> bytes:
    headers = [("WARC-Profile", profile), *more.pop("headers", ())]  # type: ignore[misc]
    return record(block, type="revisit", date=date, headers=headers, **more)  # type: ignore[arg-type]


def test_a_response_keeps_every_byte_and_what_its_header_says(archive: Archive, bring: Bring) -> None:
    chunked = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Type: text/html\r\n\r\n4\r\n<p>x\r\n0\r\n\r\n"
    [report] = bring(
        record(
            chunked,
            url="<HTTP://A.test:80/b#c>",
            date="2020-02-03T04:05:06.789Z",
            id="1",
            headers=[("WARC-IP-Address", "10.0.0.1"), ("WARC-Truncated", "length")],
        )
    )
    assert (report.format, report.stored, report.skipped, report.damaged) == ("warc", 1, [], [])
    [capture] = captures(archive, "http://a.test/b")
    assert (capture.date, capture.ip) == (datetime(2020, 2, 3, 4, 5, 6, tzinfo=UTC), "10.0.0.1")
    assert data(archive, capture) == chunked
    kept = fields(archive, capture)
    assert kept["original-url"] == b"HTTP://A.test:80/b#c"
    assert kept["warc-record-id"] == b"<urn:uuid:1>"
    assert kept["warc-date"] == b"2020-02-03T04:05:06.789Z"
    assert kept["warc-truncated"] == b"length"
    with archive.reader() as reader:
        assert reader.body(capture) == b"<p>x"


def test_a_resource_gets_a_head_that_keeps_its_type(archive: Archive, bring: Bring) -> None:
    bring(
        record(b"\x89PNG", type="resource", media_type="image/png"),
        record(b"x", type="resource", media_type="", url="http://a.test/2"),
    )
    [capture] = captures(archive)
    assert data(archive, capture) == b"HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n\x89PNG"
    assert (capture.type, fields(archive, capture)["warc-type"]) == ("image/png", b"resource")
    assert data(archive, captures(archive, "http://a.test/2")[0]) == b"HTTP/1.1 200 OK\r\n\r\nx"


def test_what_an_archive_has_no_use_for_is_counted_or_told(archive: Archive, bring: Bring) -> None:
    [report] = bring(
        record(b"software: Robot/3 (x)\r\nformat: WARC\r\n", type="warcinfo", url="")
        + record(b"GET / HTTP/1.1\r\n\r\n", type="request")
        + record(b"fetchTimeMs: 3", type="metadata")
        + record(b"20200203 1.2.3.4", url="dns:a.test", media_type="text/dns")
        + record(b"text", type="conversion")
        + record(b"rest", type="continuation", headers=[("WARC-Segment-Number", "2")])
        + record(PAGE, headers=[("WARC-Segment-Number", "1")])
        + record(PAGE, url="")
        + record(PAGE, date="yesterday")
        + record(b"")
        + record(b"?", type="strange")
    )
    assert report.software == "Robot/3 (x)"
    assert report.passed == {"strange": 1}
    assert report.beside == {"warcinfo": 1, "request": 1, "metadata": 1, "conversion": 1, "attached": 1}
    sentences = " ".join(sentence for _, sentence in report.skipped)
    assert len(report.skipped) == 5
    for word in ("segments", "no url", "no date", "is empty"):
        assert word in sentences
    assert report.stored == 0


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("method", ["POST", "HEAD", "OPTIONS"])
def test_answers_to_other_requests_are_kept_and_not_taken_for_the_page(
    archive: Archive, bring: Bring, first: bool, method: str
) -> None:
    asked = record(
        f"{method} / HTTP/1.1\r\n\r\n".encode(),
        type="request",
        headers=[("WARC-Concurrent-To", "<urn:uuid:7>")],
    )
    answer = record(PAGE, id="7")
    page = record(PAGE, id="8", url="http://a.test/2")
    [report] = bring((asked + answer if first else answer + asked) + page)
    assert (report.stored, report.skipped) == (1, [])
    assert report.beside == {"request": 1, "posted": 1}
    assert captures(archive, "http://a.test/") == []
    [kept] = captures(archive, f"{method.lower()}:http://a.test/")
    assert data(archive, kept) == PAGE and fields(archive, kept)["method"] == method.encode()
    with archive.reader() as reader:
        found = reader.page(kept.url)
        assert found is not None and found.kind == "posted"
        assert [page.url for page in reader.all_pages(kinds=("document",))] == ["http://a.test/2"]
        assert list(reader.verify()) == []


@pytest.mark.parametrize(
    "headers",
    [
        [("WARC-Refers-To", "<urn:uuid:1>")],
        [("WARC-Refers-To-Target-URI", "http://a.test/"), ("WARC-Refers-To-Date", "2020-02-03T04:05:06Z")],
        [("WARC-Payload-Digest", sha1(b"<title>Page</title><p>Words"))],
    ],
)
def test_a_revisit_becomes_a_visit_however_it_names_its_version(
    archive: Archive, bring: Bring, headers: list[tuple[str, str]]
) -> None:
    page = record(PAGE, id="1", headers=[("WARC-Payload-Digest", sha1(b"<title>Page</title><p>Words"))])
    again = revisit(headers=headers)
    for parts in ((page + again,), (again + page,), (again, page)):  # the version may come later
        reports = bring(*parts)
    assert [sum(report.known for report in reports), reports[0].skipped] == [2, []]
    version, visit = captures(archive)
    assert (version.kind, visit.kind, visit.base) == ("version", "visit", version.id)
    assert visit.date == datetime(2021, 2, 3, 4, 5, 6, tzinfo=UTC)


def test_a_revisit_finds_a_version_of_an_earlier_import_by_its_digest(archive: Archive, bring: Bring) -> None:
    bring(record(PAGE))
    [report] = bring(revisit(headers=[("WARC-Payload-Digest", sha1(b"<title>Page</title><p>Words"))]))
    assert (report.visits, report.skipped) == (1, [])


def test_not_modified_keeps_its_status_and_its_headers(archive: Archive, bring: Bring) -> None:
    [report] = bring(
        record(PAGE, id="1")
        + revisit(
            UNCHANGED, b"HTTP/1.1 304 Not Modified\r\n\r\n", headers=[("WARC-Refers-To", "<urn:uuid:1>")]
        )
    )
    assert (report.visits, report.passed) == (1, {})
    _, visit = captures(archive)
    assert fields(archive, visit)["http-head"] == b"HTTP/1.1 304 Not Modified%0D%0A%0D%0A"
    assert fields(archive, visit)["status"] == b"304"


def test_a_revisit_of_another_address_has_the_content_as_a_version(archive: Archive, bring: Bring) -> None:
    [report] = bring(
        record(PAGE, id="1") + revisit(url="http://a.test/copy", headers=[("WARC-Refers-To", "<urn:uuid:1>")])
    )
    assert report.stored == 2
    [copy] = captures(archive, "http://a.test/copy")
    assert (copy.kind, data(archive, copy)) == ("version", PAGE)


def test_a_revisit_without_its_version_is_told(bring: Bring) -> None:
    [report] = bring(
        revisit(headers=[("WARC-Refers-To", "<urn:uuid:9>")])
        + revisit()
        + record(PAGE, url="http://a.test/2")
    )
    assert sorted(sentence.split(".")[0] for _, sentence in report.skipped) == [
        "The record does not say which version it refers to",
        "The version that this visit confirms is neither in these files nor in the archive",
    ]


@pytest.mark.parametrize("digest", [sha1(b"other"), "sha256:" + "0" * 64, "md5:" + "0" * 32])
def test_a_wrong_payload_digest_is_told_and_kept(archive: Archive, bring: Bring, digest: str) -> None:
    [report] = bring(record(PAGE, headers=[("WARC-Payload-Digest", digest)]))
    assert (report.stored, len(report.damaged)) == (1, 1)
    assert "digest" in report.damaged[0][1]
    assert fields(archive, captures(archive)[0])["warc-payload-digest"].replace(b"=", b":") == digest.encode()
    with archive.reader() as reader:
        assert list(reader.verify()) == []


@pytest.mark.parametrize(
    "digest", [sha1(b"<title>Page</title><p>Words"), "sha1:nonsense", "crc:1", "", "xxh3:00"]
)
def test_right_digests_and_those_that_cannot_be_checked_are_no_damage(bring: Bring, digest: str) -> None:
    [report] = bring(record(PAGE, headers=[("WARC-Payload-Digest", digest)]))
    assert (report.stored, report.damaged) == (1, [])


@pytest.mark.parametrize(
    ("written", "moment"),
    [
        ("2020", datetime(2020, 1, 1, tzinfo=UTC)),
        ("2020-05", datetime(2020, 5, 1, tzinfo=UTC)),
        ("2020-05-06T07:08Z", datetime(2020, 5, 6, 7, 8, tzinfo=UTC)),
        ("2020-05-06T07:08:60.123456789Z", datetime(2020, 5, 6, 7, 8, 59, tzinfo=UTC)),
        ("1001-01-01T00:00:00Z", datetime(1001, 1, 1, tzinfo=UTC)),
        ("9999-12-31T23:59:59Z", datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)),
    ],
)
def test_dates_may_be_rough_and_far(archive: Archive, bring: Bring, written: str, moment: datetime) -> None:
    [report] = bring(record(PAGE, date=written))
    assert report.stored == 1
    assert captures(archive)[0].date == moment
    with archive.reader() as reader:
        assert list(reader.verify()) == []


@pytest.mark.parametrize(
    "date", ["yesterday", "0000-01-01T00:00:00Z", "0099-01-01", "99999-01-01", "\0", "-1"]
)
def test_impossible_dates_are_told(bring: Bring, date: str) -> None:
    [report] = bring(record(PAGE, date=date) + record(PAGE, url="http://a.test/2"))
    assert (report.stored, [sentence for _, sentence in report.skipped]) == (
        1,
        ["The record has no date that can be read."],
    )


@pytest.mark.parametrize(
    "url",
    [
        "http://a.test/\x00\x01",
        "http://a.test/" + "x" * 70_000,
        "http://[::1",
        "http://a.test/\u202e",
        "http:///",
        "http://a.test/\ud800".encode("utf-8", "replace").decode(),
        "http://a.test/sha256:" + "0" * 64,
        "//",
        "x",
        "//e.test/x",
        "http:////x",
        "https:x",
        "http://e.test:99999/",
        "http://[fe80::1%\xe9]/",
    ],
)
def test_hostile_addresses_spoil_nothing(archive: Archive, bring: Bring, url: str) -> None:
    [report] = bring(record(PAGE, url=url) + record(PAGE, url="http://ok.test/"))
    assert report.stored + len(report.skipped) == 2
    with archive.reader() as reader:
        assert list(reader.verify()) == []
        assert reader.page("http://ok.test/") is not None


@pytest.mark.parametrize(
    "header",
    [
        ("WARC-IP-Address", "fe80::1%\xe9"),
        ("WARC-IP-Address", "1.2.3.4\t\0x"),
        ("WARC-Truncated", "x" * 900_000),
        ("WARC-Payload-Digest", "sha1:" + "A" * 900_000),
        ("Tianwang-Field", "x: " + "%00" * 200_000),
        ("Tianwang-Field", "\xe9: x"),
        ("Tianwang-Field", "id: %0Aversion: 1.0"),
        ("Tianwang-Field", "ip: %0A"),
        ("Tianwang-Field", "origin: %0A%FF"),
        ("Tianwang-Head", "%0"),
        ("Tianwang-Field", ": "),
    ],
)
def test_hostile_headers_spoil_nothing(archive: Archive, bring: Bring, header: tuple[str, str]) -> None:
    [report] = bring(record(PAGE, headers=[header]) + record(PAGE, url="http://ok.test/"))
    assert report.stored + len(report.skipped) == 2
    with archive.reader() as reader:
        assert list(reader.verify()) == []
        assert reader.page("http://ok.test/") is not None


def test_one_record_that_cannot_be_stored_does_not_end_the_import(
    archive: Archive, bring: Bring, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = warc_in.address
    monkeypatch.setattr(
        warc_in, "address", lambda url, origin=None: "odd" if url == b"odd" else real(url, origin)
    )
    [report] = bring(record(PAGE) + record(PAGE, url="odd") + record(PAGE, url="http://ok.test/"))
    assert report.stored == 2
    assert [sentence[:54] for _, sentence in report.skipped] == [
        "The record cannot be stored as a Tianwang record: not "
    ]
    with archive.reader() as reader:
        assert list(reader.verify()) == []


def test_our_own_records_come_back_with_their_attributes(archive: Archive, bring: Bring) -> None:
    bare = b"<title>Bare</title>"
    head = b"HTTP/1.1 200 OK\nContent-Type: text/html\n"  # no separator: peers would split it elsewhere
    field = "Tianwang-Field"
    [report] = bring(
        record(
            bare,
            type="resource",
            media_type="text/html",
            id="9",
            headers=[
                ("Tianwang-Data", "bare"),
                (field, "url: HTTP://A.test/%B1%B1"),
                (field, "id: 202001-0000001"),
                (field, "crawl: 20200101T000000"),
                (field, "collection: %B1%B1%20"),
                (field, "origin: http://old.test/"),
            ],
            url="http://a.test/%B1%B1",
        )
        + record(
            http("body"),
            headers=[
                ("Tianwang-Head", quote_from_bytes(head, safe="")),
                (field, "id: 202001-0000002"),
                (field, "original-id: 42"),
                (field, "ip: host.name"),
            ],
            url="http://a.test/2",
        )
        + revisit(
            url="http://a.test/2",
            headers=[(field, "id: 202102-0000001"), (field, "base: 202001-0000002"), (field, "status: 304")],
        )
    )
    assert (report.stored, report.visits, report.skipped, report.damaged) == (2, 1, [], [])
    [capture] = captures(archive, "http://a.test/%B1%B1")
    kept = fields(archive, capture)
    assert data(archive, capture) == bare
    assert (kept["original-id"], kept["original-crawl"]) == (b"202001-0000001", b"20200101T000000")
    assert (kept["collection"], capture.origin) == (b"\xb1\xb1", "http://old.test/")
    assert kept["original-url"] == b"HTTP://A.test/\xb1\xb1"
    assert not any(name.startswith("warc-") for name in kept)
    version, visit = captures(archive, "http://a.test/2")
    assert data(archive, version) == head + b"body"
    assert fields(archive, version)["original-id"] == b"42"
    assert fields(archive, version)["original-ip"] == b"host.name"
    assert visit.base == version.id


def test_damaged_members_are_told_and_importing_again_changes_nothing(archive: Archive, bring: Bring) -> None:
    pages = [record(PAGE, url=f"http://a.test/{n}") for n in range(5)]
    packed = [bytearray(gzip.compress(page)) for page in pages]
    packed[2][len(packed[2]) // 2] ^= 0xFF
    content = b"".join(packed) + members(pages)[:-9]
    [report] = bring(content)
    place = len(packed[0]) + len(packed[1])
    assert [offset for offset, _ in report.damaged] == [place]
    assert (report.stored, report.known) == (5, 3)
    assert report.tail is not None
    with archive.reader() as reader:
        before = reader.statistics()
    [again] = bring(content)
    assert (again.stored, again.visits, again.known) == (0, 0, 8)
    with archive.reader() as reader:
        assert reader.statistics() == before
