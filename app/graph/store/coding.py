"""Columns of whole numbers as few bytes: blocks of rows whose bytes stand in planes (all lowest bytes, all next ones …),
packed with zstd.

Measured on the links of a crawled site against varint bytes, both of the same gaps: see `tests/benchmarks/bench_graph.py`.
Planes come out of numpy with one view, where varint bytes take ten passes; and menus, which stand on every page with the
same gaps, are found by zstd in either.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

Numbers = npt.NDArray[np.int64]

LEVEL = 6


def packed(columns: Sequence[Numbers]) -> bytes:
    """Columns of numbers from 0 to 2^63 as bytes; each may have its own length."""
    head, planes = [len(columns)], list[bytes]()
    for column in columns:
        most = int(column.max()) if len(column) else 0
        width = (most.bit_length() + 7) // 8
        head += (len(column), width)
        if width:
            bytes_ = column.astype("<i8").view(np.uint8).reshape(-1, 8)[:, :width]
            planes.append(bytes_.T.tobytes())
    return zstd.compress(np.array(head, "<u4").tobytes() + b"".join(planes), LEVEL)


def unpacked(data: bytes | memoryview) -> list[Numbers]:
    """What was packed. ValueError where these are other bytes."""
    try:
        raw = zstd.decompress(data)
    except zstd.ZstdError as error:
        raise ValueError(str(error)) from error
    count = int(np.frombuffer(raw, "<u4", 1)[0])
    head = np.frombuffer(raw, "<u4", 2 * count, 4).tolist()
    at, columns = 4 + 8 * count, []
    for number in range(count):
        length, width = head[2 * number : 2 * number + 2]
        if width > 8 or at + length * width > len(raw):
            raise ValueError("a block is cut")
        columns.append(_column(raw, at, length, width))
        at += length * width
    return columns


def _column(raw: bytes, at: int, length: int, width: int) -> Numbers:
    if not width:
        return np.zeros(length, np.int64)
    planes = np.frombuffer(raw, np.uint8, length * width, at).reshape(width, length)
    column: Numbers = planes[0].astype(np.int64)
    for place in range(1, width):
        column |= planes[place].astype(np.int64) << (8 * place)
    return column


def zigzag(numbers: Numbers) -> Numbers:
    """Numbers with a sign as numbers without one: 0, −1, 1, −2 … as 0, 1, 2, 3 …"""
    return (numbers << 1) ^ (numbers >> 63)


def unzigzag(numbers: Numbers) -> Numbers:
    """The other way round."""
    return (numbers >> 1) ^ -(numbers & 1)


def gaps(lists: Numbers, starts: Numbers, owners: Numbers) -> Numbers:
    """Sorted lists one behind the other as differences; the first of each, which begins at one of `starts`, is told from
    the number of its owner."""
    found = np.diff(lists, prepend=0)
    found[starts] = lists[starts] - owners
    return zigzag(found)


def from_gaps(found: Numbers, starts: Numbers, lengths: Numbers, owners: Numbers) -> Numbers:
    """The lists of `gaps`; `lengths` are those of the lists that are not empty."""
    numbers = np.cumsum(unzigzag(found))
    if len(starts):
        before = np.where(starts > 0, numbers[starts - 1], 0)
        numbers += np.repeat(owners - before, lengths)
    return numbers
