"""One bit per address: the URL index of the second seed, 2^28 bits at 28 bits of the address' MD5.

A bit that is not set says that the address is certainly new. A bit that is set says nothing for sure: with a million
addresses one unseen address in 270 finds its bit set.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from hashlib import md5
from mmap import mmap
from pathlib import Path

from app.archive.bitfile import BitFile
from app.archive.model import SeenStatistics

NAME = "visited.bits"
BITS = 1 << 28

CAPACITY = int(-math.log(0.99) * BITS)
"""Addresses (2.7 million) beyond which more than one unseen address in a hundred finds its bit set."""


def slot(url: str | bytes) -> int:
    """Number of an address' bit: the low 28 bits of its MD5's first four bytes, read as little-endian."""
    key = url if isinstance(url, bytes) else url.encode("utf-8", "surrogatepass")
    return int.from_bytes(md5(key, usedforsecurity=False).digest()[:4], "little") & (BITS - 1)


def place(url: str | bytes) -> tuple[int, int, int, int]:
    """(segment, word in the segment, bit in the word, byte of the word in the file), as the seed counts them."""
    bit = slot(url)
    segment, word = bit >> 16, (bit & 0xFFFF) >> 5
    return segment, word, bit & 31, (segment * 2048 + word) * 4


class VisitedBits:
    """The bitmap of an archive: 4096 segments of 2048 words of 32 bits, 32 MiB, sparse."""

    kind = "bits"
    capacity = CAPACITY

    def __init__(self, file: BitFile) -> None:
        self.file = file

    @classmethod
    def open(cls, folder: Path) -> VisitedBits:
        """OSError, ValueError."""
        return cls(BitFile(folder / NAME, BITS))

    @classmethod
    def create(cls, folder: Path, urls: Iterable[str]) -> VisitedBits:
        """A new bitmap that knows these addresses. OSError."""

        def fill(field: mmap) -> bool:
            bit = -1
            for bit in map(slot, urls):
                field[bit >> 3] |= 1 << (bit & 7)
            return bit >= 0

        return cls(BitFile.create(folder / NAME, BITS, fill))

    def maybe(self, url: str | bytes) -> bool:
        return self.file.test(slot(url))

    def add(self, url: str | bytes) -> None:
        """OSError."""
        self.file.set(slot(url))


def describe(folder: Path, marked: int) -> SeenStatistics:
    """What a bitmap with so many bits set is worth."""
    fill = marked / BITS
    added = round(-BITS * math.log1p(-fill)) if fill < 1 else BITS
    return SeenStatistics("bits", CAPACITY, added, fill, fill, folder / NAME)
