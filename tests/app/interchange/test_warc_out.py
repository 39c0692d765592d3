"""Export to WARC: every capture once, as its standard wants it, with heads that every reader splits alike."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from urllib.parse import unquote_to_bytes

import pytest

from app.archive.archive import Archive
from app.archive.model import NewCapture, NewVisit
from app.interchange import job
from app.interchange.exporting import export_archive
from app.interchange.job import InterchangeReport
from app.interchange.warc_records import is_agreed, repaired
from app.tianwang.http import split_http
from tests.conftest import START, capture, response
from tests.warcs import Warc, captures, read

Fill = Callable[..., Archive]
PAGE = "<title>Home</title><p>Words"
CRLF = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nX: y\r\n"
BODY = b"<p>body\r\n\r\nand more\n\nof it"

ODD_HEADS = {
    "LF before the body": CRLF + b"\n",
    "LF only": CRLF.replace(b"\r", b"") + b"\n",
    "LF and CRLF": b"HTTP/1.1 200 OK\r\nContent-Type: text/html\nX: y\n\r\n",
    "no separator": CRLF,
    "NUL": CRLF + b"Y: a\0b\r\n\r\n",
    "a line of blanks": CRLF[:-6] + b" \r\nX: y\r\n\r\n",
    "a no-break space": CRLF + b"\xa0\r\n\r\n",
    "a lone CR": b"HTTP/1.1 200 OK\r\nA: b\rC: d\r\nContent-Type: text/html\r\n\r\n",
}
GOOD_HEADS = {
    "usual": CRLF + b"\r\n",
    "folded": CRLF + b" z\r\n\r\n",
    "GBK": CRLF + b"Server: \xb1\xb1\xbe\xa9\r\n\r\n",
    "no reason": b"HTTP/1.1 200\r\n\r\n",
}


def export(archive: Archive, dest: Path, format: str = "warc", **options: object) -> InterchangeReport:
    with archive.reader() as reader:
        return export_archive(reader, dest, format, **options)  # type: ignore[arg-type]


def warc_of(report: InterchangeReport) -> list[Warc]:
    [path] = [path for path in report.files if ".warc" in path.name.lower()]
    return captures(path)


def store(archive: Archive, url: str, data: bytes) -> None:
    with archive.writer() as writer:
        writer.store(NewCapture(url, START, "127.0.0.1", data))


@pytest.mark.parametrize(
    ("name", "names"),
    [
        ("out", ["out/Test-00000.warc.gz", "out/Test.cdxj"]),
        ("out.warc.gz", ["out.cdxj", "out.warc.gz"]),
        ("out.WARC", ["out.WARC", "out.cdxj"]),
    ],
)
def test_every_capture_becomes_one_record(fill: Fill, tmp_path: Path, name: str, names: list[str]) -> None:
    archive = fill(
        capture("http://a.test/", PAGE),
        capture("http://a.test/gone", "not here", status=404),
        capture("http://a.test/", PAGE, minutes=1),
        capture("http://a.test/", PAGE + "!", minutes=2),
    )
    report = export(archive, tmp_path / name)
    assert (report.records, report.visits, report.skipped, report.notes) == (4, 1, 0, [])
    assert sorted(path.relative_to(tmp_path).as_posix() for path in report.files) == names
    assert report.bytes == sum(path.stat().st_size for path in report.files)
    made = warc_of(report)
    assert [record.kind for record in made] == ["response", "response", "revisit", "response"]
    assert made[0].block == response(PAGE)
    assert made[0].get("WARC-Date") == "2026-11-21T08:00:00Z"
    assert made[0].get("WARC-IP-Address") == "127.0.0.1"
    assert made[0].get("Content-Type") == "application/http; msgtype=response"
    assert made[0].fields()[0] == ("id", b"202611-0000001")


def test_a_revisit_refers_to_the_record_it_confirms(fill: Fill, tmp_path: Path) -> None:
    archive = fill(capture("http://a.test/", PAGE))
    with archive.reader() as reader:
        base = reader.versions("http://a.test/")[0].id
    with archive.writer() as writer:
        writer.store(NewVisit("http://a.test/", START + timedelta(hours=1), "127.0.0.1", base, 304))
        writer.store(NewVisit("http://a.test/", START + timedelta(hours=2), "127.0.0.1", base, 200))
    version, *visits = warc_of(export(archive, tmp_path / "out"))
    for visit in visits:
        assert visit.kind == "revisit" and visit.block == b""
        assert visit.get("WARC-Refers-To") == version.get("WARC-Record-ID")
        assert visit.get("WARC-Refers-To-Target-URI") == "http://a.test/"
        assert visit.get("WARC-Refers-To-Date") == version.get("WARC-Date")
        assert visit.get("WARC-Payload-Digest") == version.get("WARC-Payload-Digest")
    assert [visit.get("WARC-Profile").rpartition("/")[2] for visit in visits] == [
        "server-not-modified",
        "identical-payload-digest",
    ]


def test_a_visit_whose_version_is_not_exported_brings_the_page_along_once(fill: Fill, tmp_path: Path) -> None:
    archive = fill(*(capture("http://a.test/", PAGE, minutes=minute) for minute in range(3)))
    first, second = warc_of(export(archive, tmp_path / "out", since=START + timedelta(minutes=1)))
    assert (first.kind, first.block) == ("response", response(PAGE))
    assert ("base", b"202611-0000001") in first.fields()
    assert (second.kind, second.get("WARC-Refers-To")) == ("revisit", first.get("WARC-Record-ID"))


def test_exporting_twice_gives_the_same_records(fill: Fill, tmp_path: Path) -> None:
    archive = fill(*(capture(f"http://a.test/{n % 5}", f"{PAGE}{n // 10}", minutes=n) for n in range(20)))
    assert warc_of(export(archive, tmp_path / "one.warc")) == warc_of(export(archive, tmp_path / "two.warc"))


@pytest.mark.parametrize("head", GOOD_HEADS.values(), ids=GOOD_HEADS)
def test_a_head_that_all_readers_split_alike_stays_as_it_is(
    archive: Archive, tmp_path: Path, head: bytes
) -> None:
    store(archive, "http://a.test/", head + BODY)
    report = export(archive, tmp_path / "out")
    [record] = warc_of(report)
    assert record.block == head + BODY and record.payload == BODY
    assert report.repaired == 0 and not record.get("Tianwang-Head")


@pytest.mark.parametrize("head", ODD_HEADS.values(), ids=ODD_HEADS)
def test_an_odd_head_is_repaired_and_kept(archive: Archive, tmp_path: Path, head: bytes) -> None:
    store(archive, "http://a.test/", head + BODY)
    report = export(archive, tmp_path / "out")
    [record] = warc_of(report)
    body = split_http(head + BODY).raw_body
    assert body.endswith(BODY)
    assert report.repaired == 1 and record.payload == body
    assert unquote_to_bytes(record.get("Tianwang-Head")) + body == head + BODY
    assert b"Content-Type: text/html" in record.block


def test_a_repaired_head_always_ends_where_the_body_begins() -> None:
    pieces = [
        b"A: b",
        b"\r\n",
        b"\n",
        b"\r",
        b" ",
        b"\0",
        b"\xa0",
        b"x",
        b":",
        b"HTTP/1.1 200 OK\r\n",
        b"Content-Length: 3",
    ]
    chance = random.Random(5)
    for _ in range(3000):
        data = b"HTTP/1.1 200 OK\r\n" + b"".join(chance.choices(pieces, k=chance.randrange(14)))
        message = split_http(data)
        head = repaired(message)
        assert is_agreed(head), data
        assert (head + message.raw_body).partition(b"\r\n\r\n")[2] == message.raw_body


LONG_HEADS = {
    "one line": b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nX: " + b"x" * 40_000 + b"\r\nY: z\r\n\r\n",
    "many lines": b"HTTP/1.1 200 OK\r\n"
    + b"X: abcdefghij\r\n" * 4000
    + b"Content-Type: text/html\r\nY: z\r\n\r\n",
    "a long reason": b"HTTP/1.1 200 " + b"x" * 40_000 + b"\r\nContent-Type: text/html\r\n\r\n",
    "odd and long": b"HTTP/1.1 200 OK\nContent-Type: text/html\nX: " + b"\0" * 20_000 + b"\n\n",
    "no separator": b"HTTP/1.1 200 OK\nContent-Type: text/html\n" + b"X: abcdefghij\n" * 4000,
}


@pytest.mark.parametrize("name", ["out.warc", "out.warc.gz"])
@pytest.mark.parametrize("head", LONG_HEADS.values(), ids=LONG_HEADS)
def test_a_head_that_is_too_long_for_others_stands_whole_in_a_record_before(
    archive: Archive, tmp_path: Path, head: bytes, name: str
) -> None:
    body = b"<p>body" if head.endswith((b"\n\r\n", b"\n\n")) else b""
    store(archive, "http://a.test/", head + body)
    report = export(archive, tmp_path / name)
    assert (report.records, report.skipped) == (1, 0)
    shortened = [(id, sentence[:47]) for id, sentence in report.notes]
    _, before, record = read(report.files[-1] if report.files[-1].suffix != ".cdxj" else report.files[0])
    assert (before.kind, before.get("WARC-Refers-To")) == ("metadata", record.get("WARC-Record-ID"))
    lines = dict(line.split(": ", 1) for line in before.block.decode().splitlines())
    assert unquote_to_bytes(lines["Tianwang-Head"]) == head
    assert record.payload == body
    kept = record.block[: len(record.block) - len(body)]
    assert is_agreed(kept)
    assert kept.startswith(b"HTTP/1.1 200 ") and b"\r\nContent-Type: text/html\r\n" in kept
    # one that was only odd is repaired, and nothing of it is missing
    assert shortened == (
        [] if b"\0" in head else [("202611-0000001", "Its HTTP headers are longer than other programs")]
    )
    [line] = (tmp_path / "out.cdxj").read_text().splitlines()
    about = json.loads(line.split(" ", 2)[2])
    assert (int(about["offset"]), int(about["length"])) == (record.offset, record.length)


def test_attributes_too_long_for_a_header_stand_in_a_record_before(archive: Archive, tmp_path: Path) -> None:
    store(archive, "http://a.test/" + "x" * 9000, response("x"))
    extra = tuple((f"x-{number}", b"\xb1" * 900) for number in range(30))
    with archive.writer() as writer:
        first = writer.store(NewCapture("http://a.test/", START, "127.0.0.1", response(PAGE)), extra=extra)
        writer.store(
            NewVisit("http://a.test/", START + timedelta(days=1), "127.0.0.1", first.id, 200), extra=extra
        )
    report = export(archive, tmp_path / "out.warc")
    assert (report.records, report.visits, report.notes) == (3, 1, [])
    made = read(report.files[-1] if report.files[-1].suffix != ".cdxj" else report.files[0])[1:]
    assert sorted(record.kind for record in made) == ["metadata"] * 3 + ["response"] * 2 + ["revisit"]
    for before, record in zip(made[::2], made[1::2], strict=True):
        assert (before.kind, before.get("WARC-Refers-To")) == ("metadata", record.get("WARC-Record-ID"))
        assert before.block.startswith(b"Tianwang-Field: id: 202611-000000")
        assert record.all("Tianwang-Field") == []


@pytest.mark.parametrize("format", ["warc", "wacz"])
def test_an_address_too_long_for_others_is_left_out_and_named(
    archive: Archive, tmp_path: Path, format: str
) -> None:
    store(archive, "http://a.test/" + "x" * 40_000, response("x"))
    with archive.writer() as writer:
        long = "http://a.test/" + "y" * 20_000  # once in a header, but not twice
        first = writer.store(NewCapture(long, START, "127.0.0.1", response(PAGE)))
        writer.store(NewVisit(long, START + timedelta(days=1), "127.0.0.1", first.id, 200))
    report = export(archive, tmp_path / "out", format)
    assert (report.records, report.skipped) == (1, 2)
    assert {sentence[:47] for _, sentence in report.notes} == {
        "It was left out because its address is longer t"
    }


@pytest.mark.parametrize("data", [b"<html>a bare page\r\n\r\nHTTP/", b"", b"HTTP/nothing of the kind"])
def test_data_without_http_head_is_a_resource(archive: Archive, tmp_path: Path, data: bytes) -> None:
    store(archive, "http://a.test/bare", data)
    [record] = warc_of(export(archive, tmp_path / "out.warc"))
    assert (record.kind, record.block, record.get("Tianwang-Data")) == ("resource", data, "bare")
    assert "/" in record.get("Content-Type")


def test_what_came_from_a_resource_record_goes_into_one(archive: Archive, tmp_path: Path) -> None:
    with archive.writer() as writer:
        writer.store(
            NewCapture(
                "urn:thing:1", START, None, b"HTTP/1.1 200 OK\r\nContent-Type: text/x-note\r\n\r\nwords"
            ),
            extra=(
                ("warc-type", b"resource"),
                ("warc-record-id", b"<urn:uuid:0-1>"),
                ("warc-date", b"2026-11-21T08:00:00.25Z"),
            ),
        )
    [record] = warc_of(export(archive, tmp_path / "out"))
    assert (record.kind, record.get("Content-Type"), record.block) == ("resource", "text/x-note", b"words")
    assert record.get("WARC-Record-ID") == "<urn:uuid:0-1>"
    assert record.get("WARC-Date") == "2026-11-21T08:00:00.25Z"


def test_no_payload_is_named_where_programs_see_another_one(archive: Archive, tmp_path: Path) -> None:
    """warcio looks for an HTTP head only behind addresses of the web."""
    store(archive, "ftp://a.test/file", response(PAGE))
    [record] = warc_of(export(archive, tmp_path / "out"))
    assert (record.kind, record.block, record.get("WARC-Payload-Digest")) == ("response", response(PAGE), "")


def test_addresses_become_visible_and_keep_their_bytes(archive: Archive, tmp_path: Path) -> None:
    store(archive, "http://a.test/北 京?q=%41", response("x"))
    [record] = warc_of(export(archive, tmp_path / "out"))
    assert record.get("WARC-Target-URI") == "http://a.test/%E5%8C%97%20%E4%BA%AC?q=%41"
    assert dict(record.fields())["url"].decode() == "http://a.test/北 京?q=%41"


def test_attributes_cannot_break_out_of_their_header(archive: Archive, tmp_path: Path) -> None:
    with archive.writer() as writer:
        new = NewCapture("http://a.test/", START, "host.test", response("x"))
        writer.store(new, extra=(("note", b"100% \xff: WARC-Type: warcinfo"), ("empty", b"")))
    [record] = warc_of(export(archive, tmp_path / "out"))
    assert [pair for pair in record.fields() if pair[0] in ("note", "empty", "ip")] == [
        ("ip", b"host.test"),
        ("note", b"100% \xff: WARC-Type: warcinfo"),
        ("empty", b""),
    ]


def test_the_index_beside_the_files_finds_every_record(
    fill: Fill, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job, "ROLL_OVER", 1500)
    archive = fill(*(capture(f"http://www.a.test/{n}", PAGE + str(n), minutes=n) for n in range(12)))
    report = export(archive, tmp_path / "out")
    index, *warcs = report.files
    assert len(warcs) > 2 and [path.name for path in warcs] == sorted(path.name for path in warcs)
    places = {(path.name, record.offset): record for path in warcs for record in captures(path)}
    assert len(places) == 12
    lines = index.read_text("ascii").splitlines()
    assert lines == sorted(lines)
    for line in lines:
        key, stamp, about = line.split(" ", 2)
        entry = json.loads(about)
        record = places.pop((entry["filename"], int(entry["offset"])))
        assert record.length == int(entry["length"])
        assert (entry["url"], entry["digest"]) == (
            record.get("WARC-Target-URI"),
            record.get("WARC-Payload-Digest"),
        )
        assert (entry["mime"], entry["status"]) == ("text/html", "200")
        assert key.startswith("test,a)/") and stamp.startswith("2026112108")
    assert places == {}
