"""Sorted fingerprints in a compact file: the first as it is, of each other the difference to the one before.

    8 bytes  "TWSIMH1\\n"          4 bytes  CRC-32 of all that follows
    8 bytes  how many there are    8 bytes  the first       then the differences as varints (7 bits a byte, low ones first)

All numbers are unsigned and big-endian: with the signed ones of the book's listing (line 13799) half of the differences
would come out negative and ten bytes long. Fingerprints that occur twice have the difference 0 between them.
"""

from __future__ import annotations

import struct
import zlib

import numpy as np

from app.likeness.simhash import Fingerprints

_MAGIC = b"TWSIMH1\n"
_HEAD = struct.Struct(">8sI")
_MOST_BYTES = 10  # of a varint of 64 bits


def packed(fingerprints: Fingerprints) -> bytes:
    """The bytes of a file, of fingerprints in any order."""
    values = np.sort(fingerprints.astype(np.uint64))
    body = struct.pack(">Q", len(values))
    if len(values):
        body += struct.pack(">Q", int(values[0])) + _varints(np.diff(values))
    return _HEAD.pack(_MAGIC, zlib.crc32(body)) + body


def unpacked(data: bytes) -> Fingerprints:
    """The fingerprints of a file, sorted. ValueError where it is no such file, cut or damaged."""
    if len(data) < _HEAD.size + 8:
        raise ValueError("too short for a file of fingerprints")
    magic, check = _HEAD.unpack_from(data)
    body = memoryview(data)[_HEAD.size :]
    if magic != _MAGIC or zlib.crc32(body) != check:
        raise ValueError("no file of fingerprints, or a damaged one")
    (count,) = struct.unpack_from(">Q", body)
    if not count:
        if len(body) > 8:
            raise ValueError("more than the fingerprints it says")
        return np.zeros(0, np.uint64)
    if len(body) < 16 or count - 1 > len(body) - 16:
        raise ValueError("fewer than the fingerprints it says")
    steps = _numbers(np.frombuffer(body[16:], np.uint8), count - 1)
    first = np.array([struct.unpack_from(">Q", body, 8)[0]], np.uint64)
    values = np.cumsum(np.concatenate((first, steps)), dtype=np.uint64)
    if np.any(values[1:] < values[:-1]):
        raise ValueError("fingerprints beyond 64 bits")
    return values


def _varints(values: Fingerprints) -> bytes:
    sizes = np.ones(len(values), np.int64)
    for bits in range(7, 64, 7):
        sizes += values >= np.uint64(1 << bits)
    starts = np.cumsum(sizes) - sizes
    out = np.zeros(int(sizes.sum()), np.uint8)
    for number in range(_MOST_BYTES):
        having = sizes > number
        byte = (values[having] >> np.uint64(7 * number)) & np.uint64(0x7F)
        more = (sizes[having] > number + 1).astype(np.uint64) << np.uint64(7)
        out[starts[having] + number] = (byte | more).astype(np.uint8)
    return out.tobytes()


def _numbers(data: np.ndarray[tuple[int], np.dtype[np.uint8]], count: int) -> Fingerprints:
    """The varints in some bytes. ValueError where there are not so many, or one is too long."""
    ends = np.flatnonzero(data < 0x80)
    if len(ends) != count or (len(data) and (not count or ends[-1] != len(data) - 1)):
        raise ValueError("not as many fingerprints as it says")
    starts = np.concatenate((np.zeros(min(1, count), np.int64), ends[:-1] + 1))
    sizes = ends - starts + 1
    if count and int(sizes.max()) > _MOST_BYTES:
        raise ValueError("a number of more than 64 bits")
    if np.any(data[ends[sizes == _MOST_BYTES]] > 1):
        raise ValueError("a number of more than 64 bits")
    values = np.zeros(count, np.uint64)
    for number in range(_MOST_BYTES):
        having = sizes > number
        byte = data[starts[having] + number].astype(np.uint64) & np.uint64(0x7F)
        values[having] |= byte << np.uint64(7 * number)
    return values
