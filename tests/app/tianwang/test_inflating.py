"""Inflating in one piece: the same answers as zlib itself, whichever library is at work."""

from __future__ import annotations

import zlib

import pytest

from app.tianwang import sources as inflating
from app.tianwang.sources import InflateError, inflate, inflates

CONTENT = b"<p>Some words of a page.</p>\n" * 40
PACKED = zlib.compress(CONTENT)


def by_zlib(packed: bytes, size: int) -> bytes | None:
    machine = zlib.decompressobj()
    try:
        data = machine.decompress(packed, size + 1)
    except zlib.error:
        return None
    return data if len(data) == size and machine.eof and not machine.unused_data else None


@pytest.mark.parametrize(
    ("packed", "size"),
    [
        (PACKED, len(CONTENT)),
        (PACKED, len(CONTENT) - 1),
        (PACKED, len(CONTENT) + 1),
        (PACKED, 0),
        (PACKED + b"\0", len(CONTENT)),
        (PACKED + PACKED, len(CONTENT)),
        (PACKED + PACKED[-4:], len(CONTENT)),
        (PACKED[:-1], len(CONTENT)),
        (PACKED[:-4], len(CONTENT)),
        (b"", 0),
        (zlib.compress(b""), 0),
        (zlib.compress(b""), 1),
        (PACKED, 10**12),
    ],
)
@pytest.mark.parametrize("short", [inflating._SHORT, 0])
def test_only_a_whole_stream_of_the_announced_size_is_taken(
    monkeypatch: pytest.MonkeyPatch, packed: bytes, size: int, short: int
) -> None:
    monkeypatch.setattr(inflating, "_SHORT", short)
    wanted = by_zlib(packed, min(size, 1 << 20))
    try:
        found = inflate(packed, size)
    except InflateError:
        found = None
    assert found == wanted
    assert inflates(packed, size) == (wanted is not None)


def test_no_changed_bit_goes_unseen() -> None:
    """Also where the content would be the same: some libraries take codes that no stream may have."""
    for bit in range(8 * len(PACKED)):
        damaged = bytearray(PACKED)
        damaged[bit // 8] ^= 1 << bit % 8
        assert inflates(bytes(damaged), len(CONTENT)) == (
            by_zlib(bytes(damaged), len(CONTENT)) is not None
        ), bit


def test_a_bomb_makes_no_more_than_was_announced() -> None:
    bomb = zlib.compress(bytes(200_000_000), 1)[:200_000]
    assert not inflates(bomb, 1000)
    assert inflate(bomb, 1000) is None
