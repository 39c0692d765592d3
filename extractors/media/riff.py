"""Chunks, of which WebP and MIDI files are made: a name of four letters, a size, content."""

from __future__ import annotations

from collections.abc import Iterator

_MOST_CHUNKS = 5000


def chunks(data: bytes, at: int, end: int, order: str = "little") -> Iterator[tuple[bytes, int, int]]:
    """Name, beginning and end of the content of each chunk; one that says more than there is, is cut."""
    for _ in range(_MOST_CHUNKS):
        if at + 8 > end:
            return
        size = int.from_bytes(data[at + 4 : at + 8], "big" if order == "big" else "little")
        yield data[at : at + 4], at + 8, min(at + 8 + size, end)
        at += 8 + size + (size & 1)
