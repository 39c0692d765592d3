"""No WARC file, however it was made, costs the reader more time or memory than its size is worth."""

from __future__ import annotations

import gzip
import io
import random
import time
import tracemalloc
from typing import Any, BinaryIO

import pytest
from zlib_ng import zlib_ng

from app.interchange import members as members_module
from app.interchange import warc_reader
from app.interchange.members import Content
from app.interchange.warc_reader import WarcReader, WarcRecord
from tests.app.interchange.warcfiles import BLOCKS, RECORDS, read
from tests.webarchives import members, record, sha1


class Zeros(io.RawIOBase):
    """A record of gigabytes that takes no place."""

    def __init__(self, head: bytes, size: int, end: bytes) -> None:
        self.head, self.body, self.end, self.at = head, size, end, 0

    def seek(self, offset: int, whence: int = 0) -> int:
        whole = len(self.head) + self.body + len(self.end)
        self.at = offset + (0, self.at, whole)[whence]
        return self.at

    def tell(self) -> int:
        return self.at

    def read(self, size: int = -1) -> bytes:
        start, behind = self.at, len(self.head) + self.body
        if start < len(self.head):
            piece = self.head[start : start + size]
        elif start < behind:
            piece = bytes(min(size, behind - start))
        else:
            piece = self.end[start - behind :][:size]
        self.at += len(piece)
        return piece


def test_a_block_that_is_too_large_is_passed_over_in_constant_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warc_reader, "MAX_BLOCK", 10**6)
    head = record(b"", length=10**8, close=b"")
    raw: BinaryIO = Zeros(head, 10**8, b"\r\n\r\n" + RECORDS[0])  # type: ignore[assignment]
    tracemalloc.start()
    found = [each for each in WarcReader(raw) if isinstance(each, WarcRecord)]
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert [each.block for each in found] == [None, BLOCKS[0]]
    assert peak < 3_000_000


def test_a_bomb_in_a_member_does_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warc_reader, "MAX_BLOCK", 10**6)
    bomb = gzip.compress(record(bytes(10**8)))
    tracemalloc.start()
    records, _, _ = read(bomb + members(RECORDS))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert [each.block for each in records] == [None, *BLOCKS]
    assert peak < 8_000_000


def test_many_empty_records_are_read_in_constant_memory() -> None:
    raw = io.BytesIO(record(b"") * 3_000)
    tracemalloc.start()
    count = sum(1 for _ in WarcReader(raw))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert count == 3_000
    assert peak < 2_000_000


@pytest.mark.parametrize(
    "content",
    [
        b"WARC/1.0\r\na:b\r\n" * 20_000,
        b"WARC/1.0\r\na:b\r\n\r\n" * 20_000,
        b"\x1f\x8b\x08\0" * 30_000,
        gzip.compress(b"WARC/1.0\r\nWARC-Type: x\r\nContent-Length: 99999999999\r\n\r\n" * 3_000),
        b"\r\n" * 400_000,
        b"WARC/1.0\r\nWARC-Type: a\r\nContent-Length: 0\r\nx: y" + b"\r\n z" * 100_000 + b"\r\n\r\n",
    ],
)
def test_files_made_to_be_slow_are_given_up_in_time(content: bytes) -> None:
    begin = time.process_time()
    _, damages, reader = read(content)
    assert damages or reader.tail or not content.strip() or content.endswith(b"z\r\n\r\n")
    assert time.process_time() - begin < 8


SHORT = record(b"abc", headers=[("X", "y")])


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("wrong", [200_000, "half"])
def test_wrong_lengths_everywhere_do_not_read_the_file_again_and_again(
    monkeypatch: pytest.MonkeyPatch, wrong: int | str, packed: bool
) -> None:
    """Also when they point into the file. Held are all records, at a few times the file's size of bytes put back."""
    monkeypatch.setattr(warc_reader, "_MAX_VAIN", 10**6)
    monkeypatch.setattr(warc_reader, "_NEAR", 1000)
    count = 6_000
    length = wrong if isinstance(wrong, int) else count * len(SHORT) // 2 + 1
    data = record(b"abc", length=length, headers=[("X", "y")]) * count
    put_back: list[int] = []
    real = Content.put_back
    monkeypatch.setattr(
        Content, "put_back", lambda self, data: (put_back.append(len(data)), real(self, data))[1]
    )
    records, damages, _ = read(gzip.compress(data) if packed else data)
    assert len(records) >= count - 1
    assert {each.block for each in records} == {b"abc"}
    assert damages == []
    assert sum(put_back) < 4 * len(data)


def test_digests_that_prove_nothing_cost_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    hashed: list[int] = []
    real = WarcRecord.is_proven
    monkeypatch.setattr(warc_reader, "_MAX_VAIN", 10**8)
    monkeypatch.setattr(
        WarcRecord, "is_proven", lambda self: (hashed.append(len(self.block or b"")), real(self))[1]
    )
    wrong = record(b"abc", length=300_000, headers=[("WARC-Block-Digest", sha1(b""))])
    records, _, _ = read(wrong * 5000)
    assert len(records) >= 4999
    assert sum(hashed) < 10**8


@pytest.mark.parametrize(
    "mark", [b"WARC/1.0\r\nx:", b"WARC/1.0\r\nabc: d\r\n", b"\nWARC/1.0\r\nx: y\r\n\r\n"]
)
def test_marks_behind_damage_are_looked_at_once(monkeypatch: pytest.MonkeyPatch, mark: bytes) -> None:
    parsed: list[int] = []
    real = warc_reader.parse_headers
    monkeypatch.setattr(warc_reader, "parse_headers", lambda raw: (parsed.append(len(raw)), real(raw))[1])
    data = b"x\n" + mark * 20_000 + b"\r\n\r\n" + RECORDS[0]
    records, damages, _ = read(data)
    assert [each.block for each in records] == [BLOCKS[0]]
    assert len(damages) == 1
    assert sum(parsed) < 2 * len(data)


def test_the_damage_of_a_deflated_piece_is_found_in_few_copies() -> None:
    """A copy of a machine has its whole window; a file cut up by a bad transfer needs thousands of them."""
    copies = 0

    class Counted:
        def __init__(self, machine: Any) -> None:
            self.machine = machine

        def copy(self) -> Counted:
            nonlocal copies
            copies += 1
            return Counted(self.machine.copy())

        def decompress(self, data: bytes, most: int) -> bytes:
            return bytes(self.machine.decompress(data, most))

    plain = random.Random(1).randbytes(900)
    packed = bytearray(gzip.compress(plain))
    packed[700] ^= 255
    packed[-8] ^= 255
    sound = members_module._sound_part(Counted(zlib_ng.decompressobj(31)), bytes(packed))
    assert len(plain) >= len(sound) > 600
    assert sound[:600] == plain[:600]
    assert copies < 20


def test_a_large_block_is_in_memory_once() -> None:
    size = 40_000_000
    raw = io.BytesIO(gzip.compress(record(bytes(size)), 1))
    tracemalloc.start()
    [found] = WarcReader(raw)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert isinstance(found, WarcRecord)
    assert found.block == bytes(size)
    assert peak < 1.5 * size
