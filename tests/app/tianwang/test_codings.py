"""The four content codings: whole, cut, lying, on top of each other, and packed to burst."""

from __future__ import annotations

import gzip
import sys
import tracemalloc
import zlib
from collections.abc import Callable

import brotli
import pytest

from app.tianwang.http import MOST_CODINGS, inflates_beyond, listed, undo

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd


def raw_deflate(data: bytes) -> bytes:
    machine = zlib.compressobj(1, wbits=-15)
    return machine.compress(data) + machine.flush()


def brotli_quickly(data: bytes) -> bytes:
    return brotli.compress(data, quality=1)


def gzip_quickly(data: bytes) -> bytes:
    return gzip.compress(data, 1)


CODINGS: list[tuple[str, Callable[[bytes], bytes]]] = [
    ("gzip", gzip_quickly),
    ("x-gzip", gzip_quickly),
    ("deflate", zlib.compress),
    ("deflate", raw_deflate),
    ("br", brotli_quickly),
    ("zstd", zstd.compress),
]
TEXT = "".join(f"<p>北京 {number} {number * number}</p>" for number in range(20_000)).encode()
each_coding = pytest.mark.parametrize(("coding", "pack"), CODINGS)


@each_coding
def test_a_body_comes_back_whole(coding: str, pack: Callable[[bytes], bytes]) -> None:
    assert undo(pack(TEXT), coding) == (TEXT, True)
    assert undo(pack(b""), coding) == (b"", True)
    assert undo(b"", coding) == (b"", True), "an empty body in a coding is an empty body"
    if coding != "br":
        assert undo(pack(TEXT) + b"\r\n", coding) == (TEXT, True), "what stands behind the end is padding"


@each_coding
def test_of_a_cut_body_what_can_be_read_comes_back(coding: str, pack: Callable[[bytes], bytes]) -> None:
    packed = pack(TEXT)
    data, complete = undo(packed[: len(packed) // 2], coding) or (None, True)
    assert not complete and data and TEXT.startswith(data)


@each_coding
def test_what_is_not_in_the_coding_is_told_apart(coding: str, pack: Callable[[bytes], bytes]) -> None:
    assert undo(b"<!doctype html><title>plain</title>", coding) == (None, False)


@each_coding
def test_no_more_than_the_limit_comes_out(coding: str, pack: Callable[[bytes], bytes]) -> None:
    assert undo(pack(TEXT), coding, limit=1000) == (TEXT[:1000], False)
    assert undo(pack(TEXT), coding, limit=len(TEXT)) == (TEXT, True)


@pytest.mark.parametrize(("coding", "pack"), [("gzip", gzip_quickly), ("zstd", zstd.compress)])
def test_members_and_frames_in_a_row_are_one_body(coding: str, pack: Callable[[bytes], bytes]) -> None:
    big = pack(TEXT)
    for parts in ([b"a", b"b", b"c"], [TEXT, b"end"]):
        assert undo(b"".join(map(pack, parts)), coding) == (b"".join(parts), True)
    # a member that ends exactly where a step of reading does
    fill = 64 * 1024 - len(pack(b"")) - 5
    stored = gzip.compress(bytes(fill), 0) if coding == "gzip" else big
    assert undo(stored + pack(b"next"), coding) == (
        (bytes(fill) if coding == "gzip" else TEXT) + b"next",
        True,
    )


def test_codings_are_listed_in_the_order_of_undoing() -> None:
    assert listed("GZIP, identity,, br ") == ["br", "gzip"]
    assert listed(None) == [] and undo(b"x", "sdch") is None


@each_coding
def test_bombs_are_recognised_in_flat_memory(coding: str, pack: Callable[[bytes], bytes]) -> None:
    bomb = pack(bytes(20_000_000))
    tracemalloc.start()
    try:
        assert inflates_beyond(bomb, coding, cap=10_000_000)
        assert not inflates_beyond(bomb, coding, cap=20_000_000)
        assert tracemalloc.get_traced_memory()[1] < 12_000_000
    finally:
        tracemalloc.stop()


def test_bombs_in_bombs_are_recognised() -> None:
    twice = gzip_quickly(gzip_quickly(bytes(25_000_000)))
    assert len(twice) < 20_000 and inflates_beyond(twice, "gzip, gzip", cap=20_000_000)
    assert not inflates_beyond(twice, "gzip", cap=20_000_000), "the inner one is not undone by anybody"
    mixed = brotli_quickly(zstd.compress(bytes(25_000_000)))
    assert inflates_beyond(mixed, "zstd, br", cap=20_000_000)
    inner = brotli_quickly(bytes(20_000_000))
    assert inflates_beyond(inner, "gzip, br", cap=10_000_000), "a layer in between counts as well"


def test_what_is_no_bomb_is_none() -> None:
    assert not inflates_beyond(b"no gzip at all" * 10_000, "gzip", cap=10_000)
    assert not inflates_beyond(gzip_quickly(bytes(25_000_000)), "", cap=10)
    assert not inflates_beyond(gzip_quickly(bytes(25_000_000)), "gzip, sdch", cap=10), "nobody can undo it"
    assert not inflates_beyond(brotli_quickly(TEXT), "br")
    assert inflates_beyond(b"x", ", ".join(["gzip"] * (MOST_CODINGS + 1))), "nobody honest packs so often"
