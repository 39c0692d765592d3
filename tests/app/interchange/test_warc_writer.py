"""WARC records as bytes: values that cannot break a header, members that stand alone, ids that stay."""

from __future__ import annotations

import zlib
from datetime import UTC, datetime, timedelta, timezone
from urllib.parse import unquote_to_bytes

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.interchange import warc_writer


@given(st.binary())
def test_any_bytes_come_back_from_a_header_value(raw: bytes) -> None:
    for value in (warc_writer.text(raw), warc_writer.opaque(raw)):
        assert unquote_to_bytes(value) == raw
        assert value == value.strip() and all(0x20 <= byte < 0x7F for byte in value)


@given(st.binary())
def test_an_address_is_visible_ascii_and_keeps_what_is_encoded(raw: bytes) -> None:
    uri = warc_writer.uri(raw)
    assert all(0x21 <= byte < 0x7F for byte in uri)
    assert unquote_to_bytes(uri) == unquote_to_bytes(raw.strip())


@given(st.binary(), st.binary())
def test_a_record_is_one_member_with_exactly_the_block(block: bytes, value: bytes) -> None:
    headers = [(b"WARC-Record-ID", b"<urn:x>"), (b"Tianwang-Field", b"n: " + warc_writer.text(value))]
    plain = warc_writer.encode(b"response", headers, b"text/plain", block, compress=False)
    head, _, rest = plain.partition(b"\r\n\r\n")
    assert head.split(b"\r\n")[:2] == [b"WARC/1.1", b"WARC-Type: response"]
    assert head.endswith(b"Content-Length: %d" % len(block))
    assert rest == block + b"\r\n\r\n"
    machine = zlib.decompressobj(31)
    packed = warc_writer.encode(b"response", headers, b"text/plain", block, compress=True)
    assert machine.decompress(packed) == plain and machine.eof and not machine.unused_data


def test_packing_is_the_same_every_time() -> None:
    assert (
        len({warc_writer.encode(b"resource", [], b"", b"block" * 999, compress=True) for _ in range(3)}) == 1
    )


def test_ids_depend_on_all_parts_and_on_nothing_else() -> None:
    first = warc_writer.record_id("202611-0000001", b"http://a/", b"2026-11-21T08:00:00Z")
    assert first == warc_writer.record_id("202611-0000001", b"http://a/", b"2026-11-21T08:00:00Z")
    assert first == b"<urn:uuid:" + first[10:46] + b">"
    assert first != warc_writer.record_id("202611-0000002", b"http://a/", b"2026-11-21T08:00:00Z")


@pytest.mark.parametrize(
    ("when", "shown"),
    [
        (datetime(2026, 11, 21, 8, 0, 1, 999999, tzinfo=UTC), b"2026-11-21T08:00:01Z"),
        (datetime(2026, 11, 21, 1, tzinfo=timezone(timedelta(hours=8))), b"2026-11-20T17:00:00Z"),
        (datetime(3, 2, 1, tzinfo=UTC), b"0003-02-01T00:00:00Z"),
    ],
)
def test_dates_are_utc_in_whole_seconds(when: datetime, shown: bytes) -> None:
    assert warc_writer.date(when) == shown


def test_a_warcinfo_cannot_be_broken_by_a_name() -> None:
    made = warc_writer.warcinfo(
        [("isPartOf", "one\r\nsoftware: other\r\n\r\n")],
        "a.warc",
        datetime(2026, 1, 1, tzinfo=UTC),
        compress=False,
    )
    assert made.partition(b"\r\n\r\n")[2] == b"isPartOf: one software: other\r\n\r\n\r\n"
