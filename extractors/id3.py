"""ID3v2.2, 2.3 and 2.4 at the beginning of a file (or anywhere a chunk holds one), as far as damage allows.

Sources: id3.org, "ID3 tag version 2.4.0 – Main Structure", "– Native Frames", and their predecessors. Frames that say
more than there is are cut; what stands behind damage is found again by the names of frames.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator

from extractors.id3_frames import FRAMES, read_frame
from extractors.media import Facts

LARGEST_PART = 16 << 20
"""Bytes to which a compressed frame may unpack."""
TOO_LARGE = f"A part of the tags would unpack to more than {LARGEST_PART >> 20} MiB; it was left out."
_DAMAGED = "The tags are cut off or damaged; what could be read of them is shown."
_MOST_FRAMES = 5000
_NAMES = {name.encode() for name in FRAMES}
_KNOWN = {
    size: re.compile(b"|".join(re.escape(name) for name in sorted(_NAMES) if len(name) == size)) for size in (3, 4)
}
_IDENTIFIER = {3: re.compile(rb"[A-Z][A-Z0-9]{2}"), 4: re.compile(rb"[A-Z][A-Z0-9]{3}")}


def read(data: bytes, facts: Facts, start: int = 0) -> int:
    """Note what the tag at `start` says; returns where it ends (`start` when there is none)."""
    head = data[start : start + 10]
    if len(head) < 10 or head[:3] != b"ID3" or not 2 <= head[3] <= 4:
        return start
    size = _size(head[6:10])
    body = data[start + 10 : start + 10 + size]
    end = start + 10 + size
    if len(body) < size:
        facts.warn(_DAMAGED)
    version, flags = head[3], head[5]
    if flags & 0x80 and version < 4:
        body = body.replace(b"\xff\0", b"\xff")
    if flags & 0x40 and version > 2:
        body = body[_extension(body, version) :]
    for name, frame in _frames(body, version, version == 4 and bool(flags & 0x80), facts):
        read_frame(name, frame, facts)
    if version == 4 and flags & 0x10:
        end += 10  # the footer
    return min(end, len(data))


def _size(data: bytes) -> int:
    if max(data) >= 0x80:  # some programs write ordinary numbers
        return int.from_bytes(data, "big")
    return data[0] << 21 | data[1] << 14 | data[2] << 7 | data[3]


def _extension(body: bytes, version: int) -> int:
    if len(body) < 6 or _IDENTIFIER[4].match(body):
        return 0
    size = _size(body[:4]) if version == 4 else int.from_bytes(body[:4], "big") + 4
    return size if size < len(body) else 0


def _frames(body: bytes, version: int, stuffed: bool, facts: Facts) -> Iterator[tuple[str, bytes]]:
    width = 3 if version == 2 else 4
    header = 6 if version == 2 else 10
    at = 0
    for _ in range(_MOST_FRAMES):
        name = body[at : at + width]
        if len(body) - at <= header or not name.strip(b"\0"):
            return
        if not _IDENTIFIER[width].fullmatch(name):
            found = _KNOWN[width].search(body, at + 1)
            facts.warn(_DAMAGED)
            if not found:
                return
            at = found.start()
            continue
        size = _frame_size(body, at, version)
        content = body[at + header : at + header + size]
        if size > len(body) - at - header:
            facts.warn(_DAMAGED)
            if name not in _NAMES:
                at += 1
                continue
            if following := _KNOWN[width].search(content, 1):
                content = content[: following.start()]
                size = following.start()
        flags = 0 if version == 2 else int.from_bytes(body[at + 8 : at + 10], "big")
        unpacked = _plain(content, flags, version, stuffed, facts)
        if unpacked is not None:
            yield name.decode(), unpacked
        at += header + size


def _frame_size(body: bytes, at: int, version: int) -> int:
    if version == 2:
        return int.from_bytes(body[at + 3 : at + 6], "big")
    raw = body[at + 4 : at + 8]
    plain = int.from_bytes(raw, "big")
    if version == 3 or plain < 0x80 or max(raw) >= 0x80:
        return plain
    # iTunes wrote ordinary numbers into 2.4 tags: the size that leads to another frame is the right one.
    synchsafe = _size(raw)
    return plain if not _leads_on(body, at + 10 + synchsafe) and _leads_on(body, at + 10 + plain) else synchsafe


def _leads_on(body: bytes, at: int) -> bool:
    following = body[at : at + 4]
    return at == len(body) or (
        at < len(body) and (not following.strip(b"\0") or bool(_IDENTIFIER[4].fullmatch(following)))
    )


def _plain(content: bytes, flags: int, version: int, stuffed: bool, facts: Facts) -> bytes | None:
    """The content of a frame without grouping, compression and unsynchronisation; None when it is encrypted."""
    if version == 3:
        packed, encrypted, grouped, stuffed, told = flags & 0x80, flags & 0x40, flags & 0x20, False, flags & 0x80
    else:
        packed, encrypted, grouped = flags & 0x08, flags & 0x04, flags & 0x40
        stuffed, told = stuffed or bool(flags & 0x02), flags & 0x01
    if encrypted:
        return None
    skip = (4 if told else 0) + (1 if grouped else 0)
    content = content[skip:]
    if stuffed:
        content = content.replace(b"\xff\0", b"\xff")
    if not packed:
        return content
    inflater = zlib.decompressobj()
    try:
        unpacked = inflater.decompress(content, LARGEST_PART)
    except zlib.error:
        facts.warn(_DAMAGED)
        return None
    if inflater.unconsumed_tail:
        facts.warn(TOO_LARGE)
        return None
    return unpacked
