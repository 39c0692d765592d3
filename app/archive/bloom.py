"""A Bloom filter of addresses: for archives so large that the bitmap would answer “maybe” too often.

With r bits per item, k = ceil(r ln 2) hash functions are best, and (1 - e^(-k/r))^k of the unseen addresses are taken
for seen.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from hashlib import md5
from mmap import mmap
from pathlib import Path

from app.archive.bitfile import PAGE, BitFile
from app.archive.model import SeenStatistics

NAME = "visited.bloom"
BITS_PER_ITEM = 16
"""One unseen address in 2000 is taken for seen when the filter is full."""

SMALLEST = 1 << 20
"""Addresses a new filter has room for; from there it doubles."""


def hashes(bits_per_item: float) -> int:
    """The best number of hash functions."""
    return math.ceil(bits_per_item * math.log(2))


def expected_error(bits_per_item: float) -> float:
    """Share of unseen items that a full filter takes for seen."""
    count = hashes(bits_per_item)
    return float((1 - math.exp(-count / bits_per_item)) ** count)


_HASHES = hashes(BITS_PER_ITEM)


class BloomFilter:
    """A filter with room for `capacity` addresses (a power of two)."""

    kind = "bloom"

    def __init__(self, file: BitFile, capacity: int) -> None:
        self.file, self.capacity = file, capacity
        self._mask = file.bits - 1

    @classmethod
    def open(cls, folder: Path, capacity: int) -> BloomFilter:
        """OSError; ValueError when the file is not a filter of this capacity."""
        file = BitFile(folder / NAME, capacity * BITS_PER_ITEM, PAGE)
        if file.header() != _header(capacity):
            file.close()
            raise ValueError(f"{folder / NAME} has another header")
        return cls(file, capacity)

    @classmethod
    def create(cls, folder: Path, urls: Iterable[str], capacity: int) -> BloomFilter:
        """A new filter that knows these addresses. OSError."""
        mask = capacity * BITS_PER_ITEM - 1

        def fill(field: mmap) -> bool:
            step = 0
            for at, step in map(_start, urls):
                for _ in range(_HASHES):
                    bit = at & mask
                    field[bit >> 3] |= 1 << (bit & 7)
                    at += step
            return step > 0

        file = BitFile.create(folder / NAME, capacity * BITS_PER_ITEM, fill, _header(capacity))
        return cls(file, capacity)

    def maybe(self, url: str | bytes) -> bool:
        at, step = _start(url)
        for _ in range(_HASHES):
            if not self.file.test(at & self._mask):
                return False
            at += step
        return True

    def add(self, url: str | bytes) -> None:
        """OSError."""
        at, step = _start(url)
        for _ in range(_HASHES):
            self.file.set(at & self._mask)
            at += step


def describe(folder: Path, marked: int, capacity: int) -> SeenStatistics:
    """What a filter with so many bits set is worth."""
    bits = capacity * BITS_PER_ITEM
    fill = marked / bits
    added = round(-bits / _HASHES * math.log1p(-fill)) if fill < 1 else capacity
    return SeenStatistics("bloom", capacity, added, fill, fill**_HASHES, folder / NAME)


def room_for(urls: int) -> int:
    """Capacity of a filter that is less than half full with so many addresses, so that it does not grow at once."""
    capacity = SMALLEST
    while capacity < 2 * urls:
        capacity *= 2
    return capacity


def _start(url: str | bytes) -> tuple[int, int]:
    """First bit and step of an address: double hashing with the two halves of one digest. The step is odd, so that it
    walks through all of the filter."""
    key = url if isinstance(url, bytes) else url.encode("utf-8", "surrogatepass")
    digest = md5(key, usedforsecurity=False).digest()
    return int.from_bytes(digest[:8], "little"), int.from_bytes(digest[8:], "little") | 1


def _header(capacity: int) -> bytes:
    about = {"format": "tianwang-bloom", "version": 1, "capacity": capacity, "bits_per_item": BITS_PER_ITEM,
             "hashes": _HASHES, "digest": "md5"}  # fmt: skip
    return (json.dumps(about) + "\n").encode().ljust(PAGE, b"\0")
