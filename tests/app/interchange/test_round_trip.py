"""Tianwang → WARC → Tianwang: what was archived comes back byte for byte, whatever it looks like."""

from __future__ import annotations

import gzip
import os
import random
import sys
import zlib
from collections.abc import Iterator
from datetime import timedelta
from email.utils import format_datetime
from pathlib import Path

import brotli
import pytest

from app.archive.archive import Archive
from app.archive.model import NewCapture, NewVisit
from app.interchange.exporting import export_archive
from app.interchange.importing import import_files
from app.tianwang.writer import compose
from tests import hostile
from tests.conftest import START

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

Row = tuple[object, ...]
_OF_THE_STORE = frozenset({"version", "base", "status", "length", "unzip-length", "digest", "header-check"})

HEADS = (
    *(
        b"HTTP/1.1 200 OK\r\n",
        b"HTTP/1.0 404 \xd5\xd2\xb2\xbb\xb5\xbd\r\n",
        b"HTTP/1.1 200\n",
        b"HTTP/2 200\r\n",
    ),
    *(b"HTTP/1.1 200 \r\r\n", b"", b"HTTP/", b"http/1.1 200 OK\r\n"),
)
LINES = (
    *(
        b"Content-Type: text/html",
        b"Content-Type: text/html; charset=gbk",
        b"Content-Encoding: gzip",
        b"X: \0",
    ),
    *(
        b" folded",
        b"\xa0",
        b"no colon",
        b"Transfer-Encoding: chunked",
        b"Content-Length: 7",
        b"length: 7",
        b" ",
    ),
    *(b"version: 1.0", b"X: " + b"y" * 1100, b"Location: /\xb1\xb1", b"WARC-Type: revisit"),
    b"Set-Cookie: " + b"z" * 40_000,  # this one seldom
)
ENDS = (b"\r\n", b"\n", b"\r", b"\r\r\n", b"", b"\n\r")
BODIES = (
    *(b"", b"\r\n\r\n", b"\0\0\0", b"WARC/1.1\r\nWARC-Type: response\r\n\r\n", b"\x1f\x8b\x08\x00broken"),
    *(b"version: 1.0\nurl: x\nlength: 3\n\nabc\n", b"5\r\nhello\r\n0\r\n\r\n"),
)
URLS = (
    *(
        b"http://a.test/%d",
        b"https://www.A.test:8443/\xb1\xb1\xbe\xa9/%d?q=\xe9",
        b"http://[::1]/%d#part",
        b"/relative/%d",
    ),
    *(
        b"ftp://u@b.test/%d%%",
        b"http://x.test/%%zz %d ",
        b"HTTP://User:pw@x.test/%d\r",
        b"whatever://x.test/%d",
        "http://例え.jp/路/%d".encode(),
    ),
)
IPS = (b"127.0.0.1", b"::1", b"host.test", b"1.2.3", b"", b"\xb1")


def rows(archive: Archive) -> list[Row]:
    """Everything about all captures but what the archive itself numbers and computes."""
    with archive.reader() as reader:
        found: list[Row] = []
        for capture in reader.captures():
            record = reader.record(capture)
            kept = {name: value for name, value in record.fields if name not in _OF_THE_STORE}
            for own, first in (("id", "original-id"), ("crawl", "original-crawl")):
                if own in kept:  # numbered anew with every import, while the first one is kept
                    kept.setdefault(first, kept.pop(own))
                    kept.pop(own, None)
            data = reader.record(capture.base).data() if capture.base else record.data()
            found.append(
                (
                    capture.url,
                    capture.date,
                    capture.kind,
                    capture.status,
                    capture.title,
                    sorted(kept.items()),
                    data,
                )
            )
        return sorted(found, key=repr)


def there_and_back(archive: Archive, folder: Path, format: str) -> tuple[list[Row], list[Row]]:
    """What is in the archive, and what is in one that got it by way of the format."""
    with archive.reader() as reader:
        report = export_archive(reader, folder / "out", format, visits=True)
    assert report.notes == [] or all("longer than other" in sentence for _, sentence in report.notes)
    back = Archive.create(folder / "back.archive")
    with back.writer() as writer:
        imported = import_files(writer, [path for path in report.files if path.suffix != ".cdxj"])
    assert [file.error for file in imported.files] == [""] * len(imported.files)
    with back.reader() as reader:
        assert list(reader.verify()) == []
    return rows(archive), rows(back)


def wild(count: int) -> Iterator[bytes]:
    """Records of a Tianwang file with what no two programs agree on, each with another address."""
    chance = random.Random(count)
    for number in range(count):
        lines = [
            chance.choice(LINES[: -1 if chance.random() < 0.97 else None]) for _ in range(chance.randrange(5))
        ]
        end = chance.choice(ENDS[:2]) if chance.random() < 0.7 else b""
        head = b"".join(line + (end or chance.choice(ENDS)) for line in lines)
        body = chance.choice(BODIES) if chance.random() < 0.4 else hostile.page(number)
        data = chance.choice(HEADS) + head + chance.choice(ENDS) + body
        date = format_datetime(START + timedelta(seconds=number), usegmt=True).encode()
        fields = [("version", b"1.0"), ("url", chance.choice(URLS) % number), ("date", date)]
        if chance.random() < 0.3:
            fields.insert(2, ("origin", b"http://from.test/\xb1\xb1/"))
        if chance.random() < 0.9:
            fields.append(("ip", chance.choice(IPS)))
        if chance.random() < 0.3:
            fields += [
                ("x-note", b"100% \xb1\xb1 of it"),
                ("id", b"%d" % number),
                ("warc-date", b"2026-11-21T08:00:00.5Z"),
            ]
        if chance.random() < 0.5:
            fields.append(("unzip-length", b"%d" % len(data)))
            data = zlib.compress(data)
        yield compose([*fields, ("length", b"%d" % len(data))], data)


@pytest.fixture(autouse=True)
def _no_waiting_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda handle: None)


@pytest.mark.parametrize("format", ["warc", "wacz", "tianwang"])
def test_hostile_responses_come_back_byte_for_byte(archive: Archive, tmp_path: Path, format: str) -> None:
    (tmp_path / "wild.raw").write_bytes(b"".join(wild(60)))
    with archive.writer() as writer:
        [source] = import_files(writer, [tmp_path / "wild.raw"]).files
        for number, version in enumerate(list(writer.reader.captures())[::10]):
            later = version.date + timedelta(days=1)
            writer.store(NewVisit(version.url, later, version.ip, version.id, 200 if number % 2 else 304))
    assert source.stored > 40
    before, after = there_and_back(archive, tmp_path, format)
    assert before == after
    assert len(before) > 44


@pytest.mark.parametrize("format", ["warc", "wacz", "tianwang"])
def test_files_of_the_first_crawlers_come_back_byte_for_byte(
    archive: Archive, tmp_path: Path, samples: Path, format: str
) -> None:
    with archive.writer() as writer:
        import_files(writer, sorted((samples / "tianwang").glob("*.raw")))
    before, after = there_and_back(archive, tmp_path, format)
    assert before == after
    assert len(before) > 100


def test_every_month_and_every_fullness_of_visits_comes_back(archive: Archive, tmp_path: Path) -> None:
    with archive.writer() as writer:
        for day in range(70):
            data = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<title>T</title>%d" % (day // 30)
            writer.store(NewCapture("http://a.test/", START + timedelta(days=day), "127.0.0.1", data))
    before, after = there_and_back(archive, tmp_path, "warc")
    assert before == after


@pytest.mark.parametrize("format", ["warc", "wacz"])
def test_what_is_too_long_for_the_headers_of_others_comes_back(
    archive: Archive, tmp_path: Path, format: str
) -> None:
    extra = tuple((f"x-{number}", b"\xb1 %" * 300) for number in range(30))
    head = b"HTTP/1.1 200 OK\nContent-Type: text/html\nX: " + b"\0y" * 30_000 + b"\n\n"
    with archive.writer() as writer:
        for number in range(5):
            url = f"http://a.test/{number}/" + "x" * 2500 * number
            data = head + b"<title>%d</title>" % number
            kept = writer.store(NewCapture(url, START, "127.0.0.1", data), extra=extra[: number * 10])
            later = START + timedelta(days=number + 1)
            writer.store(NewVisit(url, later, "::1", kept.id, 304), extra=extra[:number])
    before, after = there_and_back(archive, tmp_path, format)
    assert before == after
    assert len(before) == 10


@pytest.mark.parametrize("format", ["warc", "wacz", "tianwang"])
def test_packed_bodies_come_back_as_they_were_received_and_are_read(
    archive: Archive, tmp_path: Path, format: str
) -> None:
    page = "<title>Packed</title><p>北京".encode()
    packed = {
        "br": brotli.compress(page),
        "zstd": zstd.compress(page),
        "gzip, br": brotli.compress(gzip.compress(page)),
    }
    with archive.writer() as writer:
        for coding, body in packed.items():
            head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Encoding: {coding}\r\n\r\n"
            writer.store(
                NewCapture(
                    f"http://a.test/{coding.replace(', ', '-')}", START, "127.0.0.1", head.encode() + body
                )
            )
    before, after = there_and_back(archive, tmp_path, format)
    assert before == after and len(before) == 3
    with Archive.open(tmp_path / "back.archive").reader() as reader:
        for capture in reader.captures():
            assert capture.title == "Packed" and reader.body(capture) == page
            assert reader.http(capture).raw_body == packed[capture.url.rpartition("/")[2].replace("-", ", ")]
