"""The WARC reader holds every record of what real writers wrote, and finds its way behind damage."""

from __future__ import annotations

import gzip
import io
import random
import sys
import time
import tracemalloc
import zlib
from typing import Any, BinaryIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from zlib_ng import zlib_ng

from app.interchange import members as members_module
from app.interchange import warc_reader
from app.interchange.content import Content
from app.interchange.warc_header import Damage, WarcRecord
from app.interchange.warc_reader import WarcReader
from tests.webarchives import http, members, record, sha1

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

BLOCKS = [http("<title>one</title>"), http("two " * 5000), http(bytes(range(256)) * 300), http("")]
RECORDS = [record(block, url=f"http://a.test/{n}", id=str(n)) for n, block in enumerate(BLOCKS)]
OFFSETS = [sum(map(len, RECORDS[:n])) for n in range(len(RECORDS))]


def read(data: bytes) -> tuple[list[WarcRecord], list[Damage], WarcReader]:
    reader = WarcReader(io.BytesIO(data))
    found = list(reader)
    return (
        [each for each in found if isinstance(each, WarcRecord)],
        [each for each in found if isinstance(each, Damage)],
        reader,
    )


def blocks(data: bytes) -> list[bytes | None]:
    """The blocks of a file in which nothing is wrong."""
    records, damages, reader = read(data)
    assert (damages, reader.tail, [each.problem for each in records if each.problem]) == ([], None, [])
    return [each.block for each in records]


def test_plain_records_come_with_their_offsets_and_headers() -> None:
    records, _, _ = read(b"".join(RECORDS))
    assert [each.block for each in records] == BLOCKS
    assert [each.offset for each in records] == OFFSETS
    assert records[1].get("warc-target-uri") == "http://a.test/1"
    assert (records[1].version, records[1].type) == ("1.1", "response")


def test_members_give_the_offset_at_which_a_program_can_begin_to_inflate() -> None:
    data = members(RECORDS)
    records, _, _ = read(data)
    assert [each.block for each in records] == BLOCKS
    for each in records:
        assert zlib.decompressobj(31).decompress(data[each.offset :]).startswith(b"WARC/1.1")


def test_one_member_for_all_and_members_cut_anywhere() -> None:
    whole = b"".join(RECORDS)
    assert blocks(gzip.compress(whole)) == BLOCKS
    assert blocks(members(whole[at : at + 777] for at in range(0, len(whole), 777))) == BLOCKS
    assert blocks(members([b"", RECORDS[0], b"", *RECORDS[1:], b""])) == BLOCKS


def test_zstd_frames() -> None:
    assert blocks(b"".join(zstd.compress(each) for each in RECORDS)) == BLOCKS
    assert blocks(zstd.compress(b"".join(RECORDS))) == BLOCKS


@pytest.mark.parametrize("version", ["0.17", "0.18", "1.0", "1.1"])
def test_versions(version: str) -> None:
    assert blocks(record(b"x", version=version) * 2) == [b"x", b"x"]


@pytest.mark.parametrize("close", [b"", b"\r\n", b"\n\n", b"\n", b"\r\n\r\n\r\n\r\n", b"\n\r\n"])
def test_records_may_be_closed_otherwise(close: bytes) -> None:
    data = [record(block, close=close) for block in (b"one", b"two", b"three")]
    assert blocks(b"".join(data)) == [b"one", b"two", b"three"]
    assert blocks(members(data)) == [b"one", b"two", b"three"]


def test_header_lines_may_end_in_lf_and_be_folded() -> None:
    assert blocks(record(b"one", end="\n", close=b"\n\n") * 2) == [b"one", b"one"]
    [found] = read(record(b"x", headers=[("X-Long", "a\r\n b\r\n\tc")]))[0]
    assert found.get("x-long") == "a b c"


def test_a_warc_file_in_a_body_is_only_a_body() -> None:
    inner = b"".join(RECORDS)
    assert blocks(record(inner) + RECORDS[0]) == [inner, BLOCKS[0]]
    assert blocks(record(members(RECORDS)) + RECORDS[0]) == [members(RECORDS), BLOCKS[0]]
    assert blocks(members([record(inner), record(members(RECORDS))])) == [inner, members(RECORDS)]


@pytest.mark.parametrize("wrong", [0, 5, 40, 10**6, 10**17, "x", "-3", ""])
@pytest.mark.parametrize("packed", [False, True])
def test_a_wrong_content_length_costs_no_record(wrong: int | str, packed: bool) -> None:
    block = http("the page" * 10)
    data = [RECORDS[0], record(block, length=wrong), RECORDS[1]]
    records, damages, _ = read(members(data) if packed else b"".join(data))
    assert [each.block for each in records] == [BLOCKS[0], block, BLOCKS[1]]
    assert "Content-Length" in records[1].problem
    assert damages == []


@pytest.mark.parametrize("body", ["the page\r\n\n" * 5, "x", "\r\n\r\n", "\n"])
def test_a_content_length_a_little_wrong_costs_no_record(body: str) -> None:
    block = http(body)
    for wrong in range(-len(block) + 1, 120):
        data = [RECORDS[0], record(block, length=len(block) + wrong), RECORDS[1], RECORDS[0]]
        for content in (b"".join(data), members(data)):
            records, damages, _ = read(content)
            assert [each.block for each in (records[0], *records[2:])] == [BLOCKS[0], BLOCKS[1], BLOCKS[0]]
            if wrong < 0 and block[wrong:].startswith(b"\r\n\r\n"):
                assert len(damages) == bool(block[wrong:].strip(b"\r\n"))  # it looks like the end
                continue
            # where the length is wrong by line breaks only, it is believed
            assert (records[1].block or b"").rstrip(b"\r\n") == block.rstrip(b"\r\n")
            assert damages == []


def test_a_cut_file_gives_what_is_whole_and_the_place_of_the_cut() -> None:
    records, _, reader = read(b"".join(RECORDS)[:-1000])
    assert [each.block for each in records] == BLOCKS[:2]
    assert reader.tail is not None
    assert (reader.tail.offset, reader.tail.size) == (OFFSETS[2], sum(map(len, RECORDS)) - 1000 - OFFSETS[2])
    packed = [gzip.compress(each) for each in RECORDS]
    records, _, reader = read(b"".join(packed)[:-20])
    assert [each.block for each in records] == BLOCKS[:3]
    assert reader.tail is not None
    assert reader.tail.offset == sum(map(len, packed[:3]))


@pytest.mark.parametrize("at", [0, 3, 11, 30, -8, -3])
def test_a_broken_member_is_reported_and_the_others_are_read(at: int) -> None:
    packed = [bytearray(gzip.compress(each, mtime=0)) for each in RECORDS]
    packed[1][at] ^= 0xFF
    records, damages, reader = read(b"".join(packed))
    # a flag or the time in the member's head may change without harm
    assert [each.block for each in records] in ([BLOCKS[0], *BLOCKS[2:]], BLOCKS)
    if len(records) == 3:
        assert [each.offset for each in damages] == [len(packed[0])]
        assert str(len(packed[0]) + len(packed[1])) in damages[0].sentence
    assert reader.tail is None


def test_a_broken_checksum_does_not_cost_a_record_that_its_own_digest_proves() -> None:
    packed = [RECORDS[0], record(BLOCKS[1], headers=[("WARC-Block-Digest", sha1(BLOCKS[1]))]), RECORDS[2]]
    data = [bytearray(gzip.compress(each)) for each in packed]
    data[1][-6] ^= 1
    records, damages, _ = read(b"".join(data))
    assert [each.block for each in records] == BLOCKS[:3]
    assert [each.offset for each in damages] == [len(data[0])]


def test_a_long_member_is_read_up_to_its_damage() -> None:
    many = [record(http(random.Random(n).randbytes(3000).hex()), url=f"http://a.test/{n}") for n in range(200)]
    data = bytearray(gzip.compress(b"".join(many)))
    data[len(data) // 2 : len(data) // 2 + 3000] = random.Random(0).randbytes(3000)
    records, _, reader = read(bytes(data))
    assert 90 <= len(records) <= 101
    assert reader.tail is not None
    assert reader.tail.offset <= len(data) // 2 < reader.tail.offset + 200_000


def test_garbage_between_records_is_reported() -> None:
    junk = b"\0\1garbage WARC/1.0 that is none\r\n\r\n" * 3
    data = b"".join([RECORDS[0], junk, *RECORDS[1:]])
    records, damages, _ = read(data)
    assert [each.block for each in records] == BLOCKS
    assert [each.offset for each in damages] == [OFFSETS[1]]
    packed = members(RECORDS[:1]) + junk + members(RECORDS[1:])
    records, damages, _ = read(packed)
    assert [each.block for each in records] == BLOCKS
    assert [each.offset for each in damages] == [len(members(RECORDS[:1]))]


def test_padding_with_zeros_is_no_damage() -> None:
    assert blocks(members(RECORDS) + bytes(70_000)) == BLOCKS


def test_endless_header_lines_are_passed_over() -> None:
    data = b"WARC/1.0\r\nX: " + b"y" * (3 * warc_reader.MAX_HEADER) + b"\r\n\r\n" + RECORDS[0]
    records, damages, _ = read(data)
    assert [each.block for each in records] == [BLOCKS[0]]
    assert [each.offset for each in damages] == [0]


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
    raw = io.BytesIO(record(b"") * 20_000)
    tracemalloc.start()
    count = sum(1 for _ in WarcReader(raw))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert count == 20_000
    assert peak < 2_000_000


@pytest.mark.parametrize(
    "content",
    [
        b"WARC/1.0\r\na:b\r\n" * 150_000,
        b"WARC/1.0\r\na:b\r\n\r\n" * 150_000,
        b"\x1f\x8b\x08\0" * 200_000,
        gzip.compress(b"WARC/1.0\r\nWARC-Type: x\r\nContent-Length: 99999999999\r\n\r\n" * 20_000),
        b"\r\n" * 1_000_000,
        b"WARC/1.0\r\nWARC-Type: a\r\nContent-Length: 0\r\nx: y" + b"\r\n z" * 250_000 + b"\r\n\r\n",
    ],
)
def test_files_made_to_be_slow_are_given_up_in_time(content: bytes) -> None:
    begin = time.process_time()
    _, damages, reader = read(content)
    assert damages or reader.tail or not content.strip() or content.endswith(b"z\r\n\r\n")
    assert time.process_time() - begin < 20


SHORT = record(b"abc", headers=[("X", "y")])


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("wrong", [200_000, "half"])
def test_wrong_lengths_everywhere_do_not_read_the_file_again_and_again(
    monkeypatch: pytest.MonkeyPatch, wrong: int | str, packed: bool
) -> None:
    """Also when they point into the file. Held are all records, at a few times the file's size of bytes put back."""
    monkeypatch.setattr(warc_reader, "_MAX_VAIN", 10**6)
    monkeypatch.setattr(warc_reader, "_NEAR", 1000)
    count = 20_000
    length = wrong if isinstance(wrong, int) else count * len(SHORT) // 2 + 1
    data = record(b"abc", length=length, headers=[("X", "y")]) * count
    put_back: list[int] = []
    real = Content.put_back
    monkeypatch.setattr(Content, "put_back", lambda self, data: (put_back.append(len(data)), real(self, data))[1])
    records, damages, _ = read(gzip.compress(data) if packed else data)
    assert len(records) >= count - 1
    assert {each.block for each in records} == {b"abc"}
    assert damages == []
    assert sum(put_back) < 4 * len(data)


def test_a_large_record_with_a_warc_file_in_it_stays_whole_where_others_have_wrong_lengths() -> None:
    inner = b"".join(RECORDS) * 20
    data = record(b"abc", length=90) + record(inner) + RECORDS[0]
    assert [each.block for each in read(data)[0]] == [b"abc", inner, BLOCKS[0]]
    assert [each.block for each in read(gzip.compress(data))[0]] == [b"abc", inner, BLOCKS[0]]


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("wrong", [10, 250, 10**6])
@pytest.mark.parametrize("digest", ["WARC-Block-Digest", "WARC-Payload-Digest"])
def test_a_digest_shows_where_a_record_with_a_wrong_length_ends(digest: str, wrong: int, packed: bool) -> None:
    """Also with an empty line where it is said to end, and with a whole WARC file in it."""
    body = "x" * 179 + "\r\n\r\nmore\r\n\r\n" + b"".join(RECORDS).decode("latin-1") + "the end"
    block = http(body.encode("latin-1"))
    known = sha1(block if "Block" in digest else body.encode("latin-1"))
    length = block.index(b"\r\n\r\nmore") if wrong == 250 else wrong
    data = [RECORDS[0], record(block, length=length, headers=[(digest, known)]), RECORDS[2]]
    records, damages, _ = read(members(data) if packed else b"".join(data))
    assert [each.block for each in records] == [BLOCKS[0], block, BLOCKS[2]]
    assert "Content-Length" in records[1].problem
    assert damages == []


def test_digests_that_prove_nothing_cost_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    hashed: list[int] = []
    real = WarcRecord.is_proven
    monkeypatch.setattr(warc_reader, "_MAX_VAIN", 10**8)
    monkeypatch.setattr(WarcRecord, "is_proven", lambda self: (hashed.append(len(self.block or b"")), real(self))[1])
    wrong = record(b"abc", length=300_000, headers=[("WARC-Block-Digest", sha1(b""))])
    records, _, _ = read(wrong * 5000)
    assert len(records) >= 4999
    assert sum(hashed) < 10**8


@pytest.mark.parametrize("mark", [b"WARC/1.0\r\nx:", b"WARC/1.0\r\nabc: d\r\n", b"\nWARC/1.0\r\nx: y\r\n\r\n"])
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


def test_one_damage_is_told_once() -> None:
    packed = [gzip.compress(each, mtime=0) for each in RECORDS]
    cut = [packed[0], packed[1][:-9], packed[2][:-9], packed[3]]
    records, damages, _ = read(b"".join(cut))
    assert [each.block for each in records] == [BLOCKS[0], BLOCKS[3]]
    assert [each.offset for each in damages] == [len(cut[0]), len(cut[0]) + len(cut[1])]
    in_its_header = bytearray(packed[1])
    in_its_header[20:24] = b"\xff" * 4
    records, damages, _ = read(packed[0] + bytes(in_its_header) + packed[2])
    assert [each.block for each in records] == [BLOCKS[0], BLOCKS[2]]
    assert [each.offset for each in damages] == [len(packed[0])]


def test_a_payload_digest_proves_a_record_whose_member_lost_its_end() -> None:
    body = BLOCKS[1].partition(b"\r\n\r\n")[2]
    proven = record(BLOCKS[1], headers=[("WARC-Payload-Digest", sha1(body))])
    data = [gzip.compress(RECORDS[0]), gzip.compress(proven)[:-6], gzip.compress(RECORDS[2])]
    records, damages, _ = read(b"".join(data))
    assert [each.block for each in records] == BLOCKS[:3]
    assert [each.offset for each in damages] == [len(data[0])]


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


PIECES = st.sampled_from(
    [*RECORDS[:2], *members(RECORDS[:1]).split(b"?"), record(b"x", length=99), record(b"x" * 50, length=3), b"\r\n\r\n",
     b"WARC/1.0\r\n", b"WARC/1.0\r\nWARC-Type: x\r\nContent-Length: 5\r\n\r\n", b"Content-Length: -1\r\n", b"\0" * 9,
     b"\x1f\x8b\x08\0", b"\x28\xb5\x2f\xfd", gzip.compress(RECORDS[0])]
)  # fmt: skip


@given(st.lists(st.one_of(PIECES, st.binary(max_size=30)), max_size=8))
@settings(max_examples=300, deadline=None)
def test_nothing_makes_the_reader_raise_and_offsets_go_forward(pieces: list[bytes]) -> None:
    data = b"".join(pieces)
    reader = WarcReader(io.BytesIO(data))
    offsets = [each.offset for each in reader]
    assert offsets == sorted(offsets)
    assert all(0 <= offset <= len(data) for offset in offsets)
    if reader.tail is not None:
        assert reader.tail.offset + reader.tail.size == len(data)


@given(st.lists(st.binary(max_size=200), min_size=3, max_size=8), st.data(), st.booleans())
@settings(max_examples=300, deadline=None)
def test_one_damaged_byte_costs_at_most_its_record(bodies: list[bytes], data: st.DataObject, packed: bool) -> None:
    """Also: what is said to be whole is whole, where every record has a member with its checksum."""
    written = [http(body) for body in bodies]
    parts = [record(block, url=f"http://a.test/{n}", id=str(n)) for n, block in enumerate(written)]
    if packed:
        parts = [gzip.compress(part, mtime=0) for part in parts]
    victim = data.draw(st.integers(0, len(parts) - 1))
    at = data.draw(st.integers(0, len(parts[victim]) - 1))
    changed = bytearray(parts[victim])
    changed[at] ^= data.draw(st.integers(1, 255))
    file = b"".join([*parts[:victim], bytes(changed), *parts[victim + 1 :]])
    records, damages, reader = read(file)
    found = [each.block for each in records]
    for number, block in enumerate(written):
        if number != victim:
            assert block in found
    if packed:
        assert set(found) <= set(written)
        if written[victim] not in found:
            told = [each.offset for each in damages] + ([reader.tail.offset] if reader.tail else [])
            assert sum(map(len, parts[:victim])) in told
