"""A sealed record does not change unnoticed, whichever byte of it changes."""

from __future__ import annotations

import random
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.errors import FormatError
from app.tianwang.reader import RecordReader
from app.tianwang.record import Record
from app.tianwang.sealing import verify_data, verify_header
from app.tianwang.writer import encode

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
PAGE = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + b"<p>The page, the page</p>" * 30


def sealed(**more: object) -> bytes:
    values = {"url": "http://a.example/x?y=1", "date": NOON, "ip": "192.0.2.1", "data": PAGE, "digest": True}
    extra = [("id", "202611-0000001"), ("crawl", "1")]
    return encode(**{**values, "extra": extra, **more})  # type: ignore[arg-type]


def is_sealed(record: Record) -> bool:
    """Whether a record carries checks of all its bytes."""
    check, digest = rb"\nheader-check: crc32:[0-9a-f]{8}\n", rb"\ndigest: sha256:[0-9a-f]{64}\n"
    return bool(re.search(check, record.header) and (not record.length or re.search(digest, record.header)))


def changed(whole: bytes, at: int) -> set[bytes]:
    """The record with the byte at `at` replaced by each bit flip of it and by every byte that means something."""
    others = (
        {whole[at] ^ (1 << bit) for bit in range(8)} | set(b"\n\r: \tx0A\x00\xff") | {(whole[at] + 1) % 256}
    )
    return {whole[:at] + bytes([other]) + whole[at + 1 :] for other in others - {whole[at]}}


def is_found(path: Path, data: bytes, start: int) -> bool:
    path.write_bytes(data)
    with RecordReader(path) as reader:
        try:
            record = reader.at(start)
        except FormatError:
            return True
        return (
            bool(verify_header(record) or verify_data(record)) or not record.closed or record.end != len(data)
        )


@pytest.mark.parametrize("kind", ["packed", "plain", "visit"])
def test_every_changed_byte_of_a_sealed_record_is_found(tmp_path: Path, kind: str) -> None:
    whole = {
        "packed": sealed(),
        "plain": sealed(level=0, data=PAGE[:90]),
        "visit": sealed(data=b"", version="2.0", extra=[("base", "202611-0000001"), ("status", "200")]),
    }[kind]
    path = tmp_path / "a.tw"
    assert not is_found(path, whole, 0)
    for at in range(len(whole)):
        for data in changed(whole, at):
            assert is_found(path, data, 0), (at, whole[at : at + 1], data[at : at + 1])


def test_a_changed_length_cannot_swallow_the_next_record(tmp_path: Path) -> None:
    first, second = sealed(data=b"", extra=[]), sealed()
    length = first.index(b"length: 0") + 8
    for digit in b"123456789":
        data = first[:length] + bytes([digit]) + first[length + 1 :] + second
        (tmp_path / "a.tw").write_bytes(data)
        with RecordReader(tmp_path / "a.tw") as reader:
            records = list(reader)
            assert reader.tail or any(verify_header(record) for record in records)


def test_records_of_earlier_versions_with_a_digest_alone_guard_the_digest(tmp_path: Path) -> None:
    whole = sealed()
    start = whole.index(b"\nheader-check:")
    old = whole[:start] + whole[whole.index(b"\n", start + 1) :]
    path = tmp_path / "a.tw"
    assert not is_found(path, old, 0)
    begin = old.index(b"\ndigest: ")
    for at in range(begin, old.index(b"\n", begin + 1) + 1):
        for data in changed(old, at):
            assert is_found(path, data, 0), (at, data[begin : begin + 90])


@pytest.mark.parametrize(
    "lines",
    [
        b"url: http://registry.example/blobs/sha256:" + b"ab" * 32,
        b"url: http://x/\nnote: crc32:12345678",
        b"url: http://x/\ndigest: md5:d41d8cd98f00b204e9800998ecf8427e",
        b"URL: http://x/",
        b"url: http://x/header-check",
    ],
)
def test_foreign_records_are_not_taken_for_damaged_ones(tmp_path: Path, lines: bytes) -> None:
    (tmp_path / "a.tw").write_bytes(b"version: 1.0\n" + lines + b"\ndate: x\nlength: 2\n\nhi\n")
    with RecordReader(tmp_path / "a.tw") as reader:
        (record,) = reader
        assert verify_header(record) is None and verify_data(record) is None and not is_sealed(record)


def test_a_value_that_looks_like_a_check_does_no_harm(tmp_path: Path) -> None:
    extra = [("note", ": crc32:12345678"), ("about", "digest: sha256:" + "0" * 64)]
    (tmp_path / "a.tw").write_bytes(sealed(extra=extra, url="http://x/header-check: crc32:00000000"))
    with RecordReader(tmp_path / "a.tw") as reader:
        (record,) = reader
        assert is_sealed(record) and verify_header(record) is None and verify_data(record) is None


def test_a_record_without_data_is_sealed_by_its_header_alone(tmp_path: Path) -> None:
    (tmp_path / "a.tw").write_bytes(sealed(data=b"") + sealed(digest=False))
    with RecordReader(tmp_path / "a.tw") as reader:
        assert [is_sealed(record) for record in reader] == [True, False]
        assert [record.raw("digest") for record in reader] == [None, None]


def test_random_changes_of_several_bytes_are_found(tmp_path: Path) -> None:
    whole, chance = sealed(), random.Random(11)
    check = whole.index(b"\nheader-check")
    elsewhere = [
        at for at in range(len(whole)) if not check <= at <= check + len("header-check: crc32:12345678") + 1
    ]
    for _ in range(800):
        data = bytearray(whole)
        for at in chance.sample(elsewhere, chance.randint(2, 6)):
            data[at] = chance.randrange(256)
        assert bytes(data) == whole or is_found(tmp_path / "a.tw", bytes(data), 0)


def test_another_attribute_with_a_digest_is_not_taken_for_a_broken_one(tmp_path: Path) -> None:
    """Version 0.1.0 kept the digest of an imported record under another name, also in visits, which have none."""
    path = tmp_path / "a.tw"
    visit = (
        b"version: 2.0\nurl: http://a/\nid: 202611-0000002\nbase: 202611-0000001\noriginal-digest: sha256:"
    )
    path.write_bytes(visit + b"ab" * 32 + b"\nlength: 0\n\n\n")
    with RecordReader(path) as reader:
        assert [verify_header(record) for record in reader] == [None]
