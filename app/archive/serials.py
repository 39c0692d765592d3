"""Serial numbers of captures, and the blocks of them that are dealt to archives which must not share one.

An id is a batch and a serial number of 32 bits, written with seven digits at least: `202611-0000001`. The number of
digits grows with the number, up to ten (`202611-10000000`), and never has a zero in front beyond the seventh digit: ids
of before stay as they are, and order is that of the numbers, not of the texts. An archive by itself counts from 1. The
shards of a cluster get blocks of 2^20 numbers from one register, so a batch has 4096 of them: 4.3 thousand million
captures a month in all shards together.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

from app.archive.whole import write_whole
from app.errors import ArchiveError
from app.messages import Message

SIZE = 1 << 20
"""Serial numbers of a block."""
BLOCKS = (1 << 32) // SIZE
"""Blocks of a batch."""
NAME = "serials.json"
"""The blocks that were dealt to an archive: {batch: [number of a block, …]}. Primary data."""

Deal = Callable[[str], int]
"""Gives the number of a block of a batch that nobody else has, greater than all that this archive got before. It is
called in the thread of the writer, and may take its time."""


def start_of(block: int) -> int:
    """The first serial number of a block; there is no number 0."""
    return block * SIZE or 1


def block_of(serial: int) -> int:
    return serial // SIZE


def blocks_of(archive: Path) -> dict[str, list[int]] | None:
    """The blocks that were dealt to an archive, by batch; None for one that counts by itself. ArchiveError where the
    file cannot be understood."""
    path = archive / NAME
    try:
        read = json.loads(path.read_text("utf-8"))
        return {str(batch): [int(block) for block in blocks] for batch, blocks in read.items()}
    except FileNotFoundError:
        return None
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise ArchiveError(
            archive=archive, detail=Message("serials-unreadable", file=NAME, detail=error)
        ) from error


class Serials:
    """The serial numbers for one writer. A block is noted on disk before a number of it is used, and used up before the
    next one is asked for."""

    def __init__(self, archive: Path, deal: Deal | None) -> None:
        """Without `deal` an archive that got blocks before goes on in them, until they are used up. ArchiveError."""
        self._archive, self._deal = archive, deal
        held = blocks_of(archive)
        self._held = {} if held is None and deal is not None else held

    def next(self, batch: str, following: int) -> int:
        """The number of the next capture; `following` is the one behind the greatest of the batch. ArchiveError when no
        block is left, or nobody deals one."""
        if self._held is None:
            return following
        blocks = self._held.get(batch, [])
        if not blocks or following >= start_of(blocks[-1] + 1):
            self._take(batch, following)
            blocks = self._held[batch]
        return max(following, start_of(blocks[-1]))

    def _take(self, batch: str, following: int) -> None:
        assert self._held is not None
        if self._deal is None:
            raise ArchiveError(
                archive=self._archive, detail=Message("serials-undealt", batch=batch, file=NAME)
            )
        block = self._deal(batch)
        if block >= BLOCKS:
            raise ArchiveError(archive=self._archive, detail=Message("serials-used-up", batch=batch))
        blocks = self._held.get(batch, [])
        # an incremental record names one of a smaller number, so numbers of a batch never go back
        if start_of(block) < following or (blocks and block <= blocks[-1]):
            raise ArchiveError(
                archive=self._archive, detail=Message("serials-behind", batch=batch, block=block)
            )
        held = {**self._held, batch: [*blocks, block]}
        write_whole(self._archive / NAME, (json.dumps(held, indent=1) + "\n").encode())
        self._held = held


class Ids:
    """Sets of ids, a bit each."""

    def __init__(self) -> None:
        self._blocks: dict[tuple[str, int], bytearray] = {}

    def __len__(self) -> int:
        """How many blocks it takes, of 128 KiB each."""
        return len(self._blocks)

    def has_block_of(self, batch: str, serial: int) -> bool:
        return (batch, block_of(serial)) in self._blocks

    def add(self, batch: str, serial: int) -> bool:
        """Whether an id is new."""
        bits = self._blocks.setdefault((batch, block_of(serial)), bytearray(SIZE // 8))
        at, bit = (serial % SIZE) >> 3, 1 << (serial & 7)
        new = not bits[at] & bit
        bits[at] |= bit
        return new

    def gaps(self) -> Iterator[tuple[str, int, int]]:
        """(batch, first, last) of the numbers that are missing below the greatest of their block."""
        for (batch, block), bits in sorted(self._blocks.items()):
            beginning, expected = block * SIZE, start_of(block)
            top = len(bits.rstrip(b"\0"))
            at = 0
            while at < top:
                if bits[at] == 0xFF and beginning + 8 * at == expected:  # eight of them, as nearly everywhere
                    expected += 8
                else:
                    for bit in range(8):
                        serial = beginning + 8 * at + bit
                        if bits[at] >> bit & 1:
                            if serial > expected:
                                yield batch, expected, serial - 1
                            expected = serial + 1
                at += 1
