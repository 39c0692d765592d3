"""The fast walk through a file finds just what a plain line-by-line reader of the format finds."""

from __future__ import annotations

import os
import zlib
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.tianwang.reader import RecordReader
from app.tianwang.record import HeaderError, length_of, read_fields
from app.tianwang.writer import RecordWriter, encode

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"

Found = tuple[int, int, int, tuple[tuple[str, bytes], ...], bool]


def plainly(data: bytes) -> tuple[list[Found], int]:
    """Records of `data` and the offset of what is left, read in the simplest way there is."""
    found: list[Found] = []
    offset = 0
    while offset < len(data):
        at = offset
        while (end := data.find(b"\n", at)) >= 0 and data[at:end] not in (b"", b"\r"):
            at = end + 1
        if end < 0:
            break
        try:
            fields = read_fields(data[offset : end + 1])
            length = length_of(fields)
        except HeaderError:
            break
        after = end + 1 + length
        closed = after < len(data)
        if after > len(data) or (closed and data[after] != 10):
            break
        found.append((offset, end + 1, length, fields, closed))
        offset = after + closed
    return found, offset


def walked(path: Path) -> tuple[list[Found], int]:
    with RecordReader(path) as reader:
        records = [(r.offset, r.data_offset, r.length, r.fields, r.closed) for r in reader]
        end = records[-1][1] + records[-1][2] + records[-1][4] if records else 0
        left = reader.tail.offset if reader.tail else end
        assert reader.tail is None or reader.tail.size == reader.size - left
        return records, left


def one(body: bytes, order: list[str], mark: bytes, length: bytes) -> bytes:
    values = {
        "url": b"http://x/ \xd6\xd0",
        "date": b"Sat, 21 Nov 2026 12:00:00 GMT",
        "Time": b"x",
        "x-a": b"",
        "length": length,
        "unzip-length": b"7",
        " odd ": b"1:2",
        "length ": b"0",
    }
    lines = [b"version: 1.0"] + [
        b"%b:%b%b" % (name.encode(), b" " * (name != "x-a"), values[name]) for name in order
    ]
    return mark.join(lines) + mark + mark + body + b"\n"


@st.composite
def files(draw: st.DrawFn) -> bytes:
    parts = []
    for _ in range(draw(st.integers(0, 5))):
        body = draw(
            st.binary(max_size=60) | st.just(b"version: 1.0\nurl: u\nlength: 1\n\nx\n") | st.just(b"\n" * 5)
        )
        body *= draw(st.sampled_from([1, 1, 1, 700]))
        names = draw(st.permutations(["url", "date", "Time", "x-a", "unzip-length", " odd ", "length "]))
        order = [*names[: draw(st.integers(0, 7))], "length"]
        if draw(st.booleans()):
            order[-1], order[0] = order[0], order[-1]
        number = draw(st.sampled_from([b"%d", b"%d", b"%d", b"00%d", b" %d", b"%d ", b"1%d", b"x%d"]))
        parts.append(one(body, order, draw(st.sampled_from([b"\n", b"\n", b"\r\n"])), number % len(body)))
    data = bytearray(b"".join(parts))
    for _ in range(draw(st.sampled_from([0, 0, 1, 2]))):
        if data:
            data[draw(st.integers(0, len(data) - 1))] = draw(st.sampled_from([0, 10, 13, 32, 58, 97, 200]))
    return bytes(data[: draw(st.integers(0, len(data)))] if draw(st.booleans()) else data)


@given(data=files())
def test_any_file_is_walked_as_a_plain_reader_walks_it(
    tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    path = tmp_path_factory.getbasetemp() / "any.tw"
    path.write_bytes(data)
    assert walked(path) == plainly(data)
    with RecordReader(path) as reader:
        for record in reader:
            again = reader.at(record.offset)
            assert (again.header, again.fields, again.end) == (record.header, record.fields, record.end)
            for name, value in dict(reversed(record.fields)).items():
                assert record.raw(name) == value
            assert record.raw("none") is None


@pytest.mark.parametrize("size", [1, 500, 20_000, 70_000])
def test_windows_cut_headers_anywhere(tmp_path: Path, size: int) -> None:
    bodies = [HEAD + b"\r\n" + b"x" * ((size + n * 37) % (size + 1)) for n in range(300)]
    with RecordWriter(tmp_path / "a.tw") as writer:
        for n, body in enumerate(bodies):
            writer.append(url=f"http://x/{'y' * (n % 90)}", date=NOON, data=body, compress=n % 2 == 0)
    with RecordReader(tmp_path / "a.tw") as reader:
        records = list(reader)
        assert reader.tail is None
    with RecordReader(tmp_path / "a.tw") as reader:
        assert [r.data() for r in reader] == bodies
    with RecordReader(tmp_path / "a.tw") as reader:
        assert [r.head().status for r in reader] == [200] * 300
    assert len(records) == 300


def test_a_header_of_many_windows_is_read(tmp_path: Path) -> None:
    record = encode(url="http://x/" + "y" * 500_000, date=NOON, data=HEAD + b"\r\nbody")
    (tmp_path / "a.tw").write_bytes(record * 2)
    with RecordReader(tmp_path / "a.tw") as reader:
        assert [r.http().raw_body for r in reader] == [b"body", b"body"]
        assert next(iter(reader)).head().status == 200


@pytest.mark.parametrize("compress", [False, True])
@pytest.mark.parametrize(
    "data",
    [
        HEAD + b"\r\n" + b"page" * 9999,
        HEAD + b"X-Long: " + b"v" * 5000 + b"\r\n\r\n" + b"page" * 9999,
        HEAD + b"X-Long: " + b"v" * 300_000 + b"\r\n\n" + b"page" * 9999,
        HEAD + b" folded\r\nX-A : b\r\n\n" + b"page" * 9999,
        HEAD.replace(b"\r\n", b"\n") + b"<html>" + b"page" * 9999,
        b"HTTP/1.0 404 Not \xb1\xb1 Found\nContent-Length: 39997\n\n\n" + b"page" * 9999,
        b"<html>" + b"page" * 9999,
        b"HTTP/1.1 503",
        b"",
    ],
)
def test_the_head_alone_says_what_the_whole_message_says(tmp_path: Path, data: bytes, compress: bool) -> None:
    with RecordWriter(tmp_path / "a.tw") as writer:
        for _ in range(2):
            writer.append(url="http://x/", date=NOON, data=data, compress=compress)
    with RecordReader(tmp_path / "a.tw") as reader:
        for record in reader:
            for source in (record, record.detached()):
                head, whole = source.head(), source.http()
                assert head.raw_body == b"" and head.raw_headers == whole.raw_headers
                assert (head.status, head.reason, head.status_line) == (
                    whole.status,
                    whole.reason,
                    whole.status_line,
                )
                assert head.headers == whole.headers


def test_the_head_of_data_that_does_not_inflate_is_what_can_be_read(tmp_path: Path) -> None:
    packed = zlib.compress(HEAD + b"\r\n" + os.urandom(9000))
    lines = b"version: 1.0\nurl: http://x/\ndate: d\nunzip-length: 9045\nlength: %d\n\n"
    for damaged in (packed[:3000], b"\0" * 50):
        (tmp_path / "a.tw").write_bytes(lines % len(damaged) + damaged + b"\n")
        with RecordReader(tmp_path / "a.tw") as reader:
            (record,) = reader
            assert record.head().header("content-type") == ("text/html" if damaged[0] else None)


def test_records_beyond_four_gib_are_found_and_read(tmp_path: Path) -> None:
    huge = 5 * 1024**3
    path = tmp_path / "huge.tw"
    before = b"version: 1.0\nurl: http://huge/\ndate: Sat, 21 Nov 2026 12:00:00 GMT\nlength: %d\n\n" % huge
    with path.open("wb") as file:
        file.write(before + HEAD + b"\r\n")
        file.truncate(len(before) + huge)  # a hole, not bytes
        file.seek(0, 2)
        file.write(b"\n")
    with RecordWriter(path) as writer:
        places = [writer.append(url=f"http://x/{n}", date=NOON, data=HEAD + b"\r\n%d" % n) for n in range(3)]
    assert places[0][0] > 4 * 1024**3
    with RecordReader(path) as reader:
        records = list(reader)
        assert [(r.offset, r.end) for r in records[1:]] == places
        assert [r.http().raw_body for r in records[1:]] == [b"0", b"1", b"2"]
        assert records[0].length == huge and records[0].head().media_type == "text/html"
        assert reader.at(places[2][0]).url == "http://x/2" and reader.tail is None
    os.truncate(path, places[2][1] - 5)
    with RecordReader(path) as reader:
        assert sum(1 for _ in reader) == 3
        assert reader.tail and reader.tail.offset == places[2][0]


def test_what_is_appended_while_reading_belongs_to_the_next_reading(tmp_path: Path) -> None:
    with RecordWriter(tmp_path / "a.tw") as writer:
        writer.append(url="http://x/1", date=NOON, data=b"1")
        with RecordReader(tmp_path / "a.tw") as reader:
            _, end = writer.append(url="http://x/2", date=NOON, data=b"2")
            assert [r.url for r in reader] == ["http://x/1"]
            assert reader.tail is None and reader.size < end
    with RecordReader(tmp_path / "a.tw") as reader:
        assert [r.url for r in reader] == ["http://x/1", "http://x/2"] and reader.position == (end, end)
