"""The WARC reader holds every record of what real writers wrote, and finds its way behind damage."""

from __future__ import annotations

import gzip
import io
import random
import sys
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.interchange import warc_reader
from app.interchange.warc_reader import WarcReader
from tests.app.interchange.warcfiles import BLOCKS, OFFSETS, RECORDS, blocks, read
from tests.webarchives import http, members, record, sha1

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd


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
    many = [
        record(http(random.Random(n).randbytes(3000).hex()), url=f"http://a.test/{n}") for n in range(200)
    ]
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


def test_a_large_record_with_a_warc_file_in_it_stays_whole_where_others_have_wrong_lengths() -> None:
    inner = b"".join(RECORDS) * 20
    data = record(b"abc", length=90) + record(inner) + RECORDS[0]
    assert [each.block for each in read(data)[0]] == [b"abc", inner, BLOCKS[0]]
    assert [each.block for each in read(gzip.compress(data))[0]] == [b"abc", inner, BLOCKS[0]]


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("wrong", [10, 250, 10**6])
@pytest.mark.parametrize("digest", ["WARC-Block-Digest", "WARC-Payload-Digest"])
def test_a_digest_shows_where_a_record_with_a_wrong_length_ends(
    digest: str, wrong: int, packed: bool
) -> None:
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


PIECES = st.sampled_from(
    [
        *RECORDS[:2],
        *members(RECORDS[:1]).split(b"?"),
        record(b"x", length=99),
        record(b"x" * 50, length=3),
        b"\r\n\r\n",
        b"WARC/1.0\r\n",
        b"WARC/1.0\r\nWARC-Type: x\r\nContent-Length: 5\r\n\r\n",
        b"Content-Length: -1\r\n",
        b"\0" * 9,
        b"\x1f\x8b\x08\0",
        b"\x28\xb5\x2f\xfd",
        gzip.compress(RECORDS[0]),
    ]
)


@given(st.lists(st.one_of(PIECES, st.binary(max_size=30)), max_size=8))
@settings(max_examples=150)
def test_nothing_makes_the_reader_raise_and_offsets_go_forward(pieces: list[bytes]) -> None:
    data = b"".join(pieces)
    reader = WarcReader(io.BytesIO(data))
    offsets = [each.offset for each in reader]
    assert offsets == sorted(offsets)
    assert all(0 <= offset <= len(data) for offset in offsets)
    if reader.tail is not None:
        assert reader.tail.offset + reader.tail.size == len(data)


@given(st.lists(st.binary(max_size=200), min_size=3, max_size=8), st.data(), st.booleans())
@settings(max_examples=150)
def test_one_damaged_byte_costs_at_most_its_record(
    bodies: list[bytes], data: st.DataObject, packed: bool
) -> None:
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
