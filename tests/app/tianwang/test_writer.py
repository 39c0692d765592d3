"""What the writer writes, any reader of the format reads back to the byte."""

from __future__ import annotations

import errno
import os
import re
from datetime import UTC, datetime, timedelta, timezone
from email.utils import format_datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.errors import StorageFailed
from app.tianwang.reader import RecordReader
from app.tianwang.writer import RecordWriter, copy, encode, pack

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def test_header_lines_stand_in_the_order_a_foreign_reader_expects(tmp_path: Path) -> None:
    with RecordWriter(tmp_path / "a.tw") as writer:
        writer.append(
            url="http://a/",
            origin="http://b/",
            date=NOON,
            ip="127.0.0.1",
            data=b"x" * 100,
            extra=[("id", "202611-0000001")],
        )
    head, _, _ = (tmp_path / "a.tw").read_bytes().partition(b"\n\n")
    lines = head.decode().split("\n")
    assert re.fullmatch("header-check: crc32:[0-9a-f]{8}", lines.pop(-3))
    assert lines == [
        "version: 1.0",
        "url: http://a/",
        "origin: http://b/",
        "date: Sat, 21 Nov 2026 12:00:00 GMT",
        "ip: 127.0.0.1",
        "id: 202611-0000001",
        "unzip-length: 100",
        "length: 12",
    ]


@given(
    st.datetimes(min_value=datetime(100, 1, 2), max_value=datetime(9999, 12, 30), timezones=st.timezones())
)
def test_dates_are_written_as_email_utils_writes_them(when: datetime) -> None:
    record = encode(url="http://a/", date=when, data=b"")
    assert b"\ndate: " + format_datetime(when.astimezone(UTC), usegmt=True).encode() + b"\n" in record


def test_dates_are_written_in_gmt(tmp_path: Path) -> None:
    with RecordWriter(tmp_path / "a.tw") as writer:
        writer.append(url="http://u/", date=NOON.astimezone(timezone(timedelta(hours=8))), data=b"")
    assert b"date: Sat, 21 Nov 2026 12:00:00 GMT\n" in (tmp_path / "a.tw").read_bytes()


def test_data_that_does_not_shrink_is_stored_plain(tmp_path: Path) -> None:
    noise = os.urandom(1000)
    with RecordWriter(tmp_path / "a.tw") as writer:
        writer.append(url="http://u/", date=NOON, data=noise)
    with RecordReader(tmp_path / "a.tw") as reader:
        (record,) = reader
        assert record.raw("unzip-length") is None and record.stored == noise


@given(records=st.lists(st.tuples(st.binary(max_size=300), st.booleans()), max_size=5))
def test_records_come_back_to_the_byte(
    tmp_path_factory: pytest.TempPathFactory, records: list[tuple[bytes, bool]]
) -> None:
    path = tmp_path_factory.mktemp("w") / "a.tw"
    with RecordWriter(path) as writer:
        places = [writer.append(url="http://x/", date=NOON, data=d, compress=c) for d, c in records]
    with RecordReader(path) as reader:
        back = list(reader)
        assert [(r.offset, r.end) for r in back] == places
        assert [r.data() for r in back] == [d for d, _ in records] and reader.tail is None


@pytest.mark.parametrize(
    ("name", "value"), [("x", "a\nlength: 1"), ("x", "a\r"), ("Bad", "a"), ("a b", "a"), ("url", "a")]
)
def test_attributes_cannot_break_the_header(tmp_path: Path, name: str, value: str) -> None:
    with (
        RecordWriter(tmp_path / "a.tw") as writer,
        pytest.raises(ValueError, match=r"break|attribute|address"),
    ):
        writer.append(url="http://u/", date=NOON, data=b"", extra=[(name, value)])
    assert (tmp_path / "a.tw").read_bytes() == b""


def test_a_full_disk_leaves_the_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.tw"
    with RecordWriter(path) as writer:
        writer.append(url="http://u/", date=NOON, data=b"first")
        before = path.read_bytes()
        real = os.write
        calls = []

        def half(handle: int, data: bytes) -> int:
            calls.append(1)
            if len(calls) == 1:
                return real(handle, data[:10])
            raise OSError(errno.ENOSPC, "No space left on device")

        monkeypatch.setattr(os, "write", half)
        with pytest.raises(StorageFailed, match="No space left"):
            writer.append(url="http://u/", date=NOON, data=b"second")
        monkeypatch.undo()
        assert path.read_bytes() == before
        writer.append(url="http://u/", date=NOON, data=b"third")
    with RecordReader(path) as reader:
        assert [r.data() for r in reader] == [b"first", b"third"] and reader.tail is None


@pytest.mark.parametrize("name", ["tse-dup", "tse-quirks", "tse-truncated", "tse-A-08", "tse-A-link4SE"])
def test_files_of_others_are_copied_to_the_byte(samples: Path, tmp_path: Path, name: str) -> None:
    source = samples / "tianwang" / f"{name}.raw"
    with RecordReader(source) as reader, RecordWriter(tmp_path / "copy.tw") as writer:
        for record in reader:
            assert writer.write(copy(record)) == (record.offset, record.end)
        left = reader.tail.size if reader.tail else 0
    assert (tmp_path / "copy.tw").read_bytes() == source.read_bytes()[: source.stat().st_size - left]


def test_data_packed_beforehand_gives_the_same_record() -> None:
    page = b"<html>" * 1000
    for data, packed in ((page, pack(page)), (b"x", pack(b"x"))):
        assert encode(url="http://u/", date=NOON, data=data, packed=packed) == encode(
            url="http://u/", date=NOON, data=data
        )
    assert pack(b"") is None and pack(b"x") is None


def test_a_year_that_would_be_read_as_another_is_refused() -> None:
    """RFC 822 readers take the year 79 for 1979."""
    with pytest.raises(ValueError, match="year"):
        encode(url="http://a/", date=datetime(79, 6, 1, tzinfo=UTC), data=b"")
