"""A record tells which program wrote it, as far as its header shows that."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.tianwang.reader import RecordReader
from app.tianwang.record import DIALECTS
from app.tianwang.writer import encode

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
USUAL = b"version: 1.0\nurl: http://a/\ndate: Tue, 15 Apr 2003 08:13:06 GMT\nip: 192.0.2.1\nlength: 0\n\n\n"


@pytest.mark.parametrize(
    ("data", "dialect"),
    [
        (USUAL, "tianwang"),
        (USUAL.replace(b"ip: 192.0.2.1", b"x-more: 1"), "tianwang"),
        (USUAL.replace(b"http://a/", b"http://a/\r"), "tianwang"),  # a carriage return from a page's link
        (USUAL.replace(b"date", b"time"), "early"),
        (USUAL[:-1].replace(b"\n", b"\r\n") + b"\n", "early"),
        (USUAL.replace(b"version: 1.0\n", b"version: 1.0\nid: 7\n"), "infomall"),
        (USUAL.replace(b"length", b"unzip-length: 0\nlength"), "infomall"),
        (USUAL.replace(b"ip: 192.0.2.1", b"outdegree: 3"), "links"),
        (
            encode(url="http://a/", date=NOON, data=b"x", extra=[("id", "202611-0000001")], digest=True),
            "explorer",
        ),
        (
            encode(url="http://a/", date=NOON, data=b"", version="2.0", extra=[("id", "202611-0000002")]),
            "incremental",
        ),
        (USUAL.replace(b"1.0", b"7"), "unknown"),
        (USUAL.replace(b"url", b"uri"), "unknown"),
    ],
)
def test_the_dialect_shows_in_the_header(tmp_path: Path, data: bytes, dialect: str) -> None:
    (tmp_path / "a.tw").write_bytes(data)
    with RecordReader(tmp_path / "a.tw") as reader:
        (record,) = reader
        assert record.dialect == dialect and dialect in DIALECTS


@pytest.mark.parametrize(("name", "dialect"), [("tse-A-08", "tianwang"), ("tse-A-link4SE", "links")])
def test_files_of_the_reference_crawler_have_its_dialect(samples: Path, name: str, dialect: str) -> None:
    with RecordReader(samples / "tianwang" / f"{name}.raw") as reader:
        assert {record.dialect for record in reader} == {dialect}
