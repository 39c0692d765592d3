"""Tianwang files are read by length alone, in every shape that real programs left behind."""

from __future__ import annotations

import hashlib
import json
import zlib
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app.errors import FormatError
from app.tianwang.reader import RecordReader
from app.tianwang.record import Record
from app.tianwang.sources import MemorySource

ONE = (
    b"version: 1.0\nurl: http://www.pku.edu.cn/\ndate: Tue, 15 Apr 2003 08:13:06 GMT\nip: 162.105.129.12\n"
    b"length: 18\n\n<html>hello</html>\n"
)


def records_of(tmp_path: Path, data: bytes) -> RecordReader:
    path = tmp_path / "x.tw"
    path.write_bytes(data)
    return RecordReader(path)


@pytest.mark.parametrize("name", ["tse-dup", "tse-quirks", "tse-truncated", "tse-A-08"])
def test_real_files_have_the_records_their_manifests_name(samples: Path, name: str) -> None:
    path = samples / "tianwang" / f"{name}.raw"
    manifest = json.loads((samples / "tianwang" / f"{name}.raw.manifest.json").read_text())
    with RecordReader(path) as reader:
        records = list(reader)
        tail = manifest["truncated_tail"]
        assert (reader.tail and {"offset": reader.tail.offset, "bytes": reader.tail.size}) == tail
        assert len(records) == len(manifest["records"])
        for record, expected in zip(records, manifest["records"], strict=True):
            assert (record.offset, record.data_offset, record.end, record.length) == (
                expected["offset"],
                expected["data_offset"],
                expected["end"],
                expected["length"],
            )
            assert [key for key, _ in record.fields] == expected["header_keys"]
            assert hashlib.md5(record.stored).hexdigest() == expected["data_md5"]
            body = expected.get("stored_body_md5", expected["true_body_md5"])
            assert hashlib.md5(record.http().raw_body).hexdigest() == body, record.url
            if "decoded_body_md5" in expected:
                assert hashlib.md5(record.http().body).hexdigest() == expected["decoded_body_md5"]


def test_link_lists_of_the_same_crawler_are_read(samples: Path) -> None:
    with RecordReader(samples / "tianwang" / "tse-A-link4SE.raw") as reader:
        records = list(reader)
        assert len(records) == 281 and reader.tail is None
        assert records[0].get("outdegree") == "313"


def test_fields_are_read_as_the_format_names_them(tmp_path: Path) -> None:
    with records_of(tmp_path, ONE) as reader:
        (record,) = reader
        assert (
            record.version == "1.0"
            and record.url == "http://www.pku.edu.cn/"
            and record.ip == "162.105.129.12"
        )
        assert record.date == datetime(2003, 4, 15, 8, 13, 6, tzinfo=UTC)
        assert record.origin is None and record.data() == b"<html>hello</html>"
        assert record.end == len(ONE) and reader.tail is None


def test_old_dialect_time_and_crlf_headers_and_unknown_attributes(tmp_path: Path) -> None:
    data = (
        b"version: 1.0\r\nurl: http://a/\r\ntime: Tue, 15 Apr 2003 08:13:06 GMT\r\n"
        b"x-colour: \xba\xec\r\nlength: 2\r\n\r\nhi\n"
    )
    with records_of(tmp_path, data) as reader:
        (record,) = reader
        assert record.date and record.date.year == 2003 and record.ip is None
        assert record.get("x-colour") == "红" and record.data() == b"hi"


def test_a_record_inside_a_body_is_not_a_record(tmp_path: Path) -> None:
    outer = b"version: 1.0\nurl: http://outer/\ndate: x\nlength: %d\n\n%b\n" % (len(ONE), ONE)
    with records_of(tmp_path, outer + ONE) as reader:
        assert [record.url for record in reader] == ["http://outer/", "http://www.pku.edu.cn/"]


def test_compressed_data_is_inflated_and_its_length_checked(tmp_path: Path) -> None:
    page = b"<html>" + b"x" * 5000
    packed = zlib.compress(page)

    def record(announced: int) -> bytes:
        return b"version: 1.0\nurl: u\ndate: d\nunzip-length: %d\nlength: %d\n\n%b\n" % (
            announced,
            len(packed),
            packed,
        )

    with records_of(tmp_path, record(len(page))) as reader:
        assert next(iter(reader)).data() == page
    for wrong in (len(page) - 1, len(page) + 1, 0):
        with records_of(tmp_path, record(wrong)) as reader, pytest.raises(FormatError, match="unzip-length"):
            next(iter(reader)).data()


@pytest.mark.parametrize("kept", [len(ONE) + cut for cut in (1, 5, 30, 90, 120, len(ONE) - 2)])
def test_a_cut_last_record_is_reported_and_the_others_read(tmp_path: Path, kept: int) -> None:
    with records_of(tmp_path, (ONE + ONE)[:kept]) as reader:
        assert len(list(reader)) == 1
        assert reader.tail and (reader.tail.offset, reader.tail.size) == (len(ONE), kept - len(ONE))


def test_a_record_without_its_closing_newline_is_read_and_marked(tmp_path: Path) -> None:
    with records_of(tmp_path, ONE + ONE[:-1]) as reader:
        assert [record.closed for record in reader] == [True, False]


@pytest.mark.parametrize(
    ("data", "rule"),
    [
        (b"url: http://a/\nlength: 0\n\n\n", "starts with version"),
        (b"\n\n", "starts with version"),
        (b"version: 1.0\nurl: u\nlength: many\n\n\n", "length"),
        (b"version: 1.0\nurl: u\nlength: -1\n\n\n", "length"),
        (b"version: 1.0\nurl: u\n\n\n", "length"),
        (b"version: 1.0\nno colon here\nlength: 0\n\n\n", "colon"),
        (b"version: 1.0\nurl: u\nlength: 99999999\n\nabc\n", "DATA is cut"),
        (b"version: 1.0\nurl: u\nlength: 1\n\nabc\n", "length is wrong"),
        (b"version: 1.0\nurl: " + b"u" * 2_000_000, "header"),
        (b"\0" * 100, "header"),
    ],
)
def test_what_is_no_record_is_named_with_its_offset(tmp_path: Path, data: bytes, rule: str) -> None:
    with records_of(tmp_path, ONE + data) as reader:
        with pytest.raises(FormatError, match=rule) as raised:
            reader.at(len(ONE))
        assert raised.value.offset == len(ONE) and str(tmp_path) in str(raised.value)
        assert len(list(reader)) == 1 and reader.tail


def test_a_detached_record_outlives_its_reader(tmp_path: Path) -> None:
    with records_of(tmp_path, ONE + ONE) as reader:
        record = list(reader)[1].detached()
    assert record.data() == b"<html>hello</html>" and record.header + record.stored + b"\n" == ONE
    assert record.offset == len(ONE)


@pytest.mark.parametrize("line", [b"\n", b"\r\n"])
def test_a_header_cut_off_by_the_next_record_does_not_lend_its_address(tmp_path: Path, line: bytes) -> None:
    """What stood between the two is lost; the second one's page is not the first one's."""
    lines = [
        b"version: 1.0",
        b"url: http://first/",
        b"version: 1.0",
        b"url: http://second/",
        b"length: 3",
        b"",
    ]
    data = line.join(lines) + line + b"abc\n"
    path = tmp_path / "cut.raw"
    path.write_bytes(data)
    with RecordReader(path) as reader:
        assert list(reader) == [] and reader.tail and "another record begins" in reader.tail.reason
        assert [(record.url, record.stored) for record in reader.restarts(0)] == [("http://second/", b"abc")]


def test_the_search_behind_damage_takes_its_time_once(tmp_path: Path) -> None:
    """A page may be full of beginnings of records; looking at a megabyte behind each of them would take hours."""
    path = tmp_path / "hostile.raw"
    path.write_bytes(b"garbage\n" + b"version: 1\n" * 50_000 + b"x" * 1000)
    with RecordReader(path) as reader:
        read, asked = reader._source.read, list[int]()
        reader._source.read = lambda offset, size: asked.append(size) or read(offset, size)  # type: ignore[method-assign, func-returns-value]
        assert list(reader.restarts(0)) == []
    assert sum(asked) < 50_000 * 5000


def test_an_offset_beyond_everything_is_no_record(tmp_path: Path) -> None:
    path = tmp_path / "a.raw"
    path.write_bytes(ONE)
    with RecordReader(path) as reader, pytest.raises(FormatError):
        reader.at(10**24)


DAYS = st.sampled_from(["Mon", "Tue", "Sun", "tue", "Xyz"])
MONTHS = st.sampled_from(["Jan", "Feb", "Dec", "feb", "Xyz"])
CLOCK = st.integers(0, 62).map("{:02d}".format)


@given(
    DAYS,
    st.integers(0, 39),
    MONTHS,
    st.integers(0, 3000),
    CLOCK,
    CLOCK,
    CLOCK,
    st.sampled_from(["GMT", "EST", ""]),
)
@example("Tue", 29, "Feb", 2025, "00", "00", "00", "GMT")
@example("Tue", 28, "Feb", 2025, "24", "00", "00", "GMT")
@example("Tue", 28, "Feb", 79, "23", "00", "60", "GMT")
def test_a_date_of_the_usual_form_means_what_email_utils_reads(
    day: str, number: int, month: str, year: int, hour: str, minute: str, second: str, zone: str
) -> None:
    text = f"{day}, {number:02d} {month} {year:04d} {hour}:{minute}:{second} {zone}"
    record = Record(MemorySource(b""), 0, f"version: 1.0\ndate: {text}\nlength: 0\n\n".encode(), 0, True)
    try:
        expected = parsedate_to_datetime(text.strip())
        expected = expected.replace(tzinfo=UTC) if expected.tzinfo is None else expected.astimezone(UTC)
    except (ValueError, OverflowError):
        expected = None
    assert record.date == expected
