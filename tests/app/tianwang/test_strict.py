"""Every rule of the format has a name, the writer breaks none, and what breaks none comes back to the byte."""

from __future__ import annotations

import zlib
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.archive.batches import Held
from app.archive.upkeep.checking import examine
from app.tianwang.reader import RecordReader
from app.tianwang.record import Record
from app.tianwang.sealing import Deviation
from app.tianwang.writer import RecordWriter, compose, copy, encode, pack, tidy

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
DATE = b"Sat, 21 Nov 2026 12:00:00 GMT"
PAGE = b"HTTP/1.1 200 OK\r\n\r\n<html>hello</html>"
PACKED = b"length: %d\n\n%b" % (len(zlib.compress(PAGE)), zlib.compress(PAGE))
GOOD = b"version: 1.0\nurl: http://a/\ndate: " + DATE + b"\nip: 192.0.2.1\nlength: 37\n\n" + PAGE + b"\n"


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("strict") / "a.tw"


def record_of(path: Path, data: bytes) -> Record:
    path.write_bytes(data)
    with RecordReader(path) as reader:
        return reader.at(0).detached()


def deviations(record: Record) -> list[Deviation]:
    """All that `tianwang verify --strict` says of a record."""
    return [Deviation(*wrong) for wrong in examine(Held(record), strict=True).wrong]


def test_a_record_as_the_format_wants_it_has_no_deviation(path: Path) -> None:
    assert deviations(record_of(path, GOOD)) == []


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        (b"version: 1.0", b"version: 1.1", "unknown-version"),
        (b"url: http", b"URL: http", "name-not-lower-case"),
        (b"url: http", b"url : http", "bad-name"),
        (b"ip: 192", b"\xcdp: 192", "bad-name"),
        (b"ip: 192", b"ip:192", "no-space-after-colon"),
        (b"http://a/", b"http://a/ ", "surrounding-space"),
        (b"http://a/", b" http://a/", "surrounding-space"),
        (b"http://a/", b"http://a/\x01b", "control-byte"),
        (b"http://a/", b"http://a/\tb", "control-byte"),
        (b"url: http://a/\n", b"", "missing-url"),
        (b"http://a/", b"", "missing-url"),
        (b"http://a/", b"index.htm", "relative-url"),
        (b"http://a/", b"//a/index.htm", "relative-url"),
        (b"http://a/", b"http:/a", "relative-url"),
        (b"date: " + DATE + b"\n", b"", "missing-date"),
        (b"date: ", b"time: ", "time-instead-of-date"),
        (DATE, b"2026-11-21T12:00:00Z", "date-not-rfc822"),
        (DATE, b"Sat, 41 Nov 2026 12:00:00 GMT", "date-not-rfc822"),
        (DATE, b"Sat Nov 21 12:00:00 2026", "date-not-rfc822"),
        (b"192.0.2.1", b"some where", "bad-ip"),
        (b"ip: ", b"url: ", "duplicate-attribute"),
        (b"length: 37\n", b"length: 37\nx: 1\n", "length-not-last"),
        (b"length: 37", b"length: 037", "length-not-canonical"),
        (b"length: 37", b"length: 37 ", "length-not-canonical"),
        (b"length: 37", b"unzip-length: 99\nlength: 37", "data-does-not-inflate"),
        (b"length: 37", b"unzip-length: 099\nlength: 37", "unzip-length-not-canonical"),
        (b"length: 37", b"digest: sha256:" + b"0" * 64 + b"\nlength: 37", "digest-mismatch"),
        (b"length: 37", b"header-check: crc32:00000000\nlength: 37", "header-check-mismatch"),
        (b"length: 37", b"header-check: crc32:0000000\nlength: 37", "header-check-mismatch"),
        (b"length: 37\n\n" + PAGE, b"unzip-length: 1\n" + PACKED, "data-does-not-inflate"),
        (b"length: 37\n\n" + PAGE, b"unzip-length: 1\nlength: 0\n\n", "data-does-not-inflate"),
        (b"</html>\n", b"</html>", "not-closed"),
        (b"\nip", b"\r\nip", "cr-in-header"),
    ],
)
def test_each_rule_is_named_with_a_sentence(path: Path, old: bytes, new: bytes, rule: str) -> None:
    assert GOOD.count(old) == 1
    found = deviations(record_of(path, GOOD.replace(old, new)))
    assert rule in [one.rule for one in found]
    assert all(one.sentence.endswith(".") and one.sentence.isprintable() for one in found)
    assert all(0 <= one.offset <= len(GOOD) + len(new) for one in found)


@pytest.mark.parametrize(
    ("name", "usual"),
    [("tse-A-08", set()), ("tse-dup", set()), ("tse-A-link4SE", set()), ("tse-truncated", set())],
)
def test_real_files_keep_the_format_but_for_what_is_known(samples: Path, name: str, usual: set[str]) -> None:
    with RecordReader(samples / "tianwang" / f"{name}.raw") as reader:
        rules = {one.rule for record in reader for one in deviations(record)}
    assert rules <= {"relative-url", "surrounding-space", "control-byte"} | usual


def test_line_offsets_point_at_the_line(path: Path) -> None:
    (one,) = deviations(record_of(path, GOOD.replace(b"ip: ", b"IP: ")))
    assert one.offset == GOOD.index(b"ip: ") and "“IP”" in one.sentence


text = st.binary(max_size=40).map(tidy)
names = st.from_regex(r"x-[a-z0-9_.]{0,9}", fullmatch=True)


@st.composite
def encoded(draw: st.DrawFn) -> bytes:
    data = draw(st.binary(max_size=300)) * draw(st.sampled_from([1, 20]))
    kinds = draw(st.lists(st.tuples(names, text), max_size=4, unique_by=lambda pair: pair[0]))
    return encode(
        url=tidy(draw(st.sampled_from([b"http://", b"dns:", b"https://"])) + b"h" + draw(text)),
        date=draw(st.datetimes(datetime(100, 1, 1), datetime(9998, 1, 1), timezones=st.just(UTC))),
        data=data,
        ip=draw(st.sampled_from([None, "192.0.2.1", "2001:db8::1", "host.example"])),
        origin=draw(text | st.none()),
        extra=kinds,
        version=draw(st.sampled_from(["1.0", "2.0"])),
        digest=draw(st.booleans()),
        level=draw(st.sampled_from([0, 1, 6])),
        packed=draw(st.sampled_from([None, pack(data)])),
    )


@given(data=encoded())
def test_what_the_writer_writes_has_no_deviation_and_comes_back_to_the_byte(path: Path, data: bytes) -> None:
    path.write_bytes(data + data)
    with RecordReader(path) as reader:
        first, second = list(reader)
        assert reader.tail is None
        assert deviations(first) == [] == deviations(second)
        assert copy(first) == data == compose(second.fields, second.stored)


@given(
    values=st.lists(
        st.tuples(st.sampled_from(["x", "X", "date", "a b", "id"]), st.binary(max_size=12)), max_size=4
    ),
    body=st.binary(max_size=30),
    mark=st.sampled_from([b"\n", b"\r\n"]),
    closing=st.sampled_from([b"\n", b""]),
)
def test_any_record_without_deviation_comes_back_from_its_fields(
    path: Path, values: list[tuple[str, bytes]], body: bytes, mark: bytes, closing: bytes
) -> None:
    lines = [b"version: 1.0", b"url: http://a/", b"date: " + DATE]
    lines += [b"%b: %b" % (name.encode(), value.replace(b"\n", b"")) for name, value in values]
    data = mark.join([*lines, b"length: %d" % len(body)]) + mark * 2 + body + closing
    record = record_of(path, data)
    if not deviations(record):
        assert compose(record.fields, record.stored) == copy(record) == data
    elif closing:
        assert copy(record) == data


@pytest.mark.parametrize(
    "odd",
    [
        {"url": "index.htm"},
        {"url": ""},
        {"url": "http://a/ "},
        {"url": "http://a/\x00"},
        {"version": "3.0"},
        {"ip": "a b"},
        {"origin": "http://b/\n"},
        {"extra": [("x", "a"), ("x", "b")]},
        {"extra": [("x", " a")]},
        {"extra": [("digest", "a")]},
        {"extra": [("header-check", "a")]},
        {"extra": [("time", "a")]},
        {"extra": [("ü", "a")]},
        {"url": "http://a/" + "x" * 1_100_000},
    ],
)
def test_the_writer_refuses_what_a_strict_reader_would_name(tmp_path: Path, odd: dict[str, object]) -> None:
    good = {"url": "http://a/", "date": NOON, "data": b"x"}
    with RecordWriter(tmp_path / "a.tw") as writer, pytest.raises(ValueError, match=r"\w"):
        writer.append(**{**good, **odd})
    assert (tmp_path / "a.tw").read_bytes() == b""


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        (b"http://a/", b"index.htm", "relative-url"),
        (b"date: ", b"time: ", "time-instead-of-date"),
        (DATE, b"yesterday", "date-not-rfc822"),
        (b"192.0.2.1", b"some where", "bad-ip"),
        (b"length: 37\n", b"length: 37\nx: 1\n", "length-not-last"),
        (b"length: 37", b"length: 037", "length-not-canonical"),
    ],
)
def test_a_deviation_names_the_offset_of_its_line(path: Path, old: bytes, new: bytes, rule: str) -> None:
    data = GOOD.replace(old, new, 1)
    line = data.rindex(b"\n", 0, data.index(b"x: 1" if rule == "length-not-last" else new)) + 1
    path.write_bytes(GOOD + data)
    with RecordReader(path) as reader:
        (found,) = deviations(reader.at(len(GOOD)))
    assert (found.rule, found.offset) == (rule, len(GOOD) + line)
