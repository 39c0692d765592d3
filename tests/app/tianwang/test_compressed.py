"""Files packed as a whole are read like plain ones, and tell where and why they end early."""

from __future__ import annotations

import gzip
import lzma
import os
import random
import resource
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.errors import FormatError
from app.tianwang.reader import RecordReader
from app.tianwang.writer import encode

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
CHECKED = {zstd.CompressionParameter.checksum_flag: 1}
PACK: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.compress,
    "xz": lzma.compress,
    "zstd": lambda data: zstd.compress(data, options=CHECKED),
}
KINDS = list(PACK)


def records(count: int, size: int = 3000) -> list[bytes]:
    chance = random.Random(7)
    return [
        encode(
            url=f"http://x/{n}",
            date=NOON,
            data=b"HTTP/1.1 200 OK\r\n\r\n" + chance.randbytes(size),
            digest=True,
        )
        for n in range(count)
    ]


def written(tmp_path: Path, data: bytes) -> Path:
    path = tmp_path / "a.raw"  # the name says nothing about what is inside
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("way", ["one stream", "a stream a record", "streams cut anywhere"])
def test_records_come_out_as_from_the_plain_file(tmp_path: Path, kind: str, way: str) -> None:
    parts = records(200)
    whole = b"".join(parts)
    if way == "one stream":
        pieces = [whole]
    elif way == "a stream a record":
        pieces = parts
    else:
        pieces = [whole[at : at + 70_001] for at in range(0, len(whole), 70_001)]
    path = written(tmp_path, b"".join(PACK[kind](piece) for piece in pieces))
    with RecordReader(path) as reader:
        assert (reader.compression, reader.size) == (kind, -1)
        found = []
        for record in reader:
            assert record.head().status == 200
            found.append(record.header + record.stored + b"\n")
            done, total = reader.position
            assert 0 < done <= total == path.stat().st_size
        assert found == parts
        assert reader.tail is None and reader.size == len(whole)
        assert reader.position[0] == reader.position[1]
        offsets = [sum(map(len, parts[:n])) for n in (150, 3, 199, 0)]
        assert [reader.at(offset).url for offset in offsets] == [
            "http://x/150",
            "http://x/3",
            "http://x/199",
            "http://x/0",
        ]
        assert next(r.url for r in reader.from_offset(offsets[0])) == "http://x/150"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("padding", [b"\0" * 512, b"\0" * 70_000])
def test_zeros_behind_the_end_are_padding(tmp_path: Path, kind: str, padding: bytes) -> None:
    parts = records(3)
    with RecordReader(written(tmp_path, PACK[kind](b"".join(parts)) + padding)) as reader:
        assert len(list(reader)) == 3 and reader.tail is None


@pytest.mark.parametrize("kind", KINDS)
def test_a_cut_file_ends_in_a_tail_that_says_so(tmp_path: Path, kind: str) -> None:
    parts = records(40, 20_000)
    packed = PACK[kind](b"".join(parts))
    with RecordReader(written(tmp_path, packed[: len(packed) // 2])) as reader:
        found = list(reader)
        assert 10 < len(found) < 30
        assert reader.tail and reader.tail.reason == f"the {kind} data is cut off"
        assert reader.tail.offset == found[-1].end and reader.tail.offset + reader.tail.size == reader.size
        with pytest.raises(FormatError, match="cut off"):
            reader.at(reader.tail.offset)


def test_a_zstd_file_with_the_widest_window_is_no_damaged_one(tmp_path: Path) -> None:
    """As of `zstd --long=31`; the command itself refuses it without that option."""
    _, widest = zstd.CompressionParameter.window_log.bounds()
    machine = zstd.ZstdCompressor(options={zstd.CompressionParameter.window_log: widest})
    parts = records(3)
    packed = machine.compress(b"".join(parts)) + machine.flush()
    with pytest.raises(zstd.ZstdError):
        zstd.decompress(packed)
    with RecordReader(written(tmp_path, packed)) as reader:
        assert [r.header + r.stored + b"\n" for r in reader] == parts
        assert reader.tail is None


@pytest.mark.parametrize("kind", ["gzip", "zstd"])
def test_a_damaged_file_is_read_up_to_the_damage(tmp_path: Path, kind: str) -> None:
    parts = records(40, 20_000)
    packed = bytearray(PACK[kind](b"".join(parts[:20])) + PACK[kind](b"".join(parts[20:])))
    hit = len(PACK[kind](b"".join(parts[:20]))) + 2
    packed[hit] ^= 0xFF
    with RecordReader(written(tmp_path, bytes(packed))) as reader:
        assert [r.header + r.stored + b"\n" for r in reader] == parts[:20]
        assert reader.tail and "damaged behind byte" in reader.tail.reason
        assert str(sum(map(len, parts[:20]))) in reader.tail.reason


@pytest.mark.parametrize("kind", KINDS)
def test_damage_anywhere_never_gives_a_false_byte_without_a_tail(tmp_path: Path, kind: str) -> None:
    parts = records(12, 9000)
    whole, chance = b"".join(parts), random.Random(3)
    packed = PACK[kind](whole)
    for _ in range(5):
        damaged = bytearray(packed)
        at = chance.randrange(len(damaged))
        damaged[at] ^= 1 << chance.randrange(8)
        with RecordReader(written(tmp_path, bytes(damaged))) as reader:
            if not reader.compression:
                continue  # the hit was in the first bytes
            found = [r.header + r.stored + b"\n" for r in reader]
            assert reader.tail is not None or b"".join(found) == whole


def test_garbage_behind_the_last_member_is_reported(tmp_path: Path) -> None:
    parts = records(3)
    with RecordReader(written(tmp_path, gzip.compress(b"".join(parts)) + b"more")) as reader:
        assert len(list(reader)) == 3
        assert reader.tail and (reader.tail.offset, reader.tail.size) == (sum(map(len, parts)), 0)


def test_one_large_record_can_be_read_again_after_the_next(tmp_path: Path) -> None:
    big = encode(url="http://big/", date=NOON, data=b"abc" * 10_000_000, level=0)
    with RecordReader(written(tmp_path, gzip.compress(records(1)[0] + big + records(1)[0], 1))) as reader:
        found = list(reader)
        assert found[1].data() == b"abc" * 10_000_000 and found[0].head().status == 200


BOMB = """
import resource, sys
from app.tianwang.reader import RecordReader
with RecordReader(sys.argv[1]) as reader:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    found = list(reader)
    print(len(found), reader.tail.reason, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before, sep="|")
"""


@pytest.mark.skipif(os.name == "nt", reason="measures memory the POSIX way")
@pytest.mark.parametrize("lie", [b"9" * 15, b"%d" % 10**8, b""])
def test_a_bomb_is_streamed_through_little_memory(tmp_path: Path, lie: bytes) -> None:
    head = b"version: 1.0\nurl: http://bomb/\ndate: x\nlength: %b\n\n" % lie if lie else b""
    with gzip.open(tmp_path / "bomb.tw", "wb", 1) as out:
        out.write(head)
        for _ in range(150):
            out.write(bytes(1 << 20))
    command = [sys.executable, "-c", BOMB, str(tmp_path / "bomb.tw")]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    count, reason, grown = done.stdout.split("|")
    assert count == "0" and reason and int(grown) < 75 * 1024, done.stdout
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss > 0
