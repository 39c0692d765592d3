"""Old Word files written by hand: an OLE2 container, a FIB, a piece table, formatting pages, a style sheet."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence

_END, _FREE, _FAT = 0xFFFFFFFE, 0xFFFFFFFF, 0xFFFFFFFD


def container(streams: Mapping[str, bytes]) -> bytes:
    """An OLE2 file of version 3 with these streams, each padded to 4096 bytes so that none is in the mini stream."""
    padded = {name: data.ljust(4096, b"\0") for name, data in streams.items()}
    sectors: list[bytes] = []
    table: list[int] = []

    def add(data: bytes) -> int:
        start, count = len(sectors), max(1, -(-len(data) // 512))
        sectors.extend(data[512 * at : 512 * at + 512].ljust(512, b"\0") for at in range(count))
        table.extend([*range(start + 1, start + count), _END])
        return start

    starts = {name: add(data) for name, data in padded.items()}
    entries = [_entry("Root Entry", 5, _END, 0, child=1 if streams else _FREE)]
    for index, (name, data) in enumerate(padded.items(), 1):
        entries.append(
            _entry(name, 2, starts[name], len(data), right=index + 1 if index < len(padded) else _FREE)
        )
    directory = add(b"".join(entries))
    fat_sectors = -(-(len(sectors) + 1) // 127)
    places = [len(sectors) + at for at in range(fat_sectors)]
    table += [_FAT] * fat_sectors
    table += [_FREE] * (128 * fat_sectors - len(table))
    fat = struct.pack(f"<{len(table)}I", *table)
    sectors.extend(fat[512 * at : 512 * at + 512] for at in range(fat_sectors))
    header = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16)
    header += struct.pack(
        "<HHHHH6xIIIIIIIII", 62, 3, 0xFFFE, 9, 6, 0, fat_sectors, directory, 0, 4096, _END, 0, _END, 0
    )
    header += struct.pack("<109I", *(places + [_FREE] * (109 - len(places))))
    return header + b"".join(sectors)


def _entry(name: str, kind: int, start: int, size: int, *, right: int = _FREE, child: int = _FREE) -> bytes:
    raw = name.encode("utf-16-le")
    head = raw.ljust(64, b"\0") + struct.pack("<HBBIII", len(raw) + 2, kind, 1, _FREE, right, child)
    return head + bytes(36) + struct.pack("<III", start, size, 0)


def properties(values: Mapping[int, bytes], page: int = 1252) -> bytes:
    """A SummaryInformation stream of texts (already in the code page)."""
    places, body = [], b""
    count = len(values) + 1
    start = 8 + 8 * count
    for number, value in (
        (1, struct.pack("<Ih2x", 2, page - 65536 if page > 32767 else page)),
        *values.items(),
    ):
        places.append((number, start + len(body)))
        data = value if number == 1 else struct.pack("<II", 30, len(value) + 1) + value + b"\0"
        body += data.ljust(-(-len(data) // 4) * 4, b"\0")
    section = (
        struct.pack("<II", start + len(body), count)
        + b"".join(struct.pack("<II", *one) for one in places)
        + body
    )
    return struct.pack("<HHI16xI16xI", 0xFFFE, 0, 0, 1, 48) + section


def word(
    text: str | Sequence[str | bytes],
    *,
    counts: Sequence[int] = (),
    runs: Sequence[tuple[int, int, bytes]] = (),
    paragraphs: Sequence[tuple[int, int, int, bytes]] = (),
    styles: Sequence[tuple[int, str]] = (),
    flags: int = 0,
    others: Mapping[str, bytes] | None = None,
) -> bytes:
    """A Word 97 file. `text` are its pieces: str in 16 bits, bytes in 8; `counts` the lengths of its parts (default:
    all is body). `runs` and `paragraphs` are (first, last + 1, [style,] modifiers) in characters of the first piece."""
    pieces = [text] if isinstance(text, str) else list(text)
    main = bytearray(0x1000)
    clx, places, position = b"", [0], 0x800
    body = bytearray()
    for piece in pieces:
        raw = piece if isinstance(piece, bytes) else piece.encode("utf-16-le")
        offset = position + len(body)
        body += raw.ljust(len(raw) + len(raw) % 2, b"\0")
        clx += struct.pack("<HIH", 0, offset * 2 | 0x40000000 if isinstance(piece, bytes) else offset, 0)
        places.append(places[-1] + (len(raw) if isinstance(piece, bytes) else len(raw) // 2))
    table = struct.pack(f"<{len(places)}I", *places) + clx
    table = b"\x02" + struct.pack("<I", len(table)) + table
    main[0x800 : 0x800 + len(body)] = body
    main += bytes(-len(main) % 512)
    wide = 2 if isinstance(pieces[0], str) else 1
    chunks = {33: table}
    if runs:
        chunks[12] = _page(main, [(a, b, None, grpprl) for a, b, grpprl in runs], wide)
    if paragraphs:
        chunks[13] = _page(main, list(paragraphs), wide)
    if styles:
        chunks[1] = _style_sheet(styles)
    stream = b"".join(chunks.values())
    struct.pack_into("<HHHHHH", main, 0, 0xA5EC, 0xC1, 0, 0x804, 0, 0x0200 | flags)
    struct.pack_into("<H", main, 32, 14)
    struct.pack_into("<H", main, 62, 22)
    struct.pack_into("<H", main, 152, 93)
    total = [places[-1], *[0] * 7] if not counts else [*counts, *[0] * (8 - len(counts))]
    struct.pack_into("<8i", main, 76, *total)
    at = 0
    for index, chunk in chunks.items():
        struct.pack_into("<II", main, 154 + 8 * index, at, len(chunk))
        at += len(chunk)
    return container({"WordDocument": bytes(main), "1Table": stream, **(others or {})})


def _page(main: bytearray, found: list[tuple[int, int, int | None, bytes]], wide: int) -> bytes:
    """Append a formatting page; returns the table that names it."""
    page, end = bytearray(512), 510
    places = [0x800 + found[0][0] * wide, *(0x800 + one[1] * wide for one in found)]
    step = 1 if found[0][2] is None else 13
    struct.pack_into(f"<{len(places)}I", page, 0, *places)
    for index, (_, _, style, grpprl) in enumerate(found):
        if style is None:
            data = bytes((len(grpprl),)) + grpprl
        else:
            data = struct.pack("<H", style) + grpprl
            data += bytes(1 - len(data) % 2)  # an odd number: half of (length + 1) is written before it
            data = bytes(((len(data) + 1) // 2,)) + data
        end -= len(data) + len(data) % 2
        page[end : end + len(data)] = data
        page[4 * len(places) + step * index] = end // 2
    page[511] = len(found)
    number = len(main) // 512
    main += page
    return struct.pack("<III", places[0], places[-1], number)


def _style_sheet(styles: Sequence[tuple[int, str]]) -> bytes:
    sheet = struct.pack("<H", 18) + struct.pack("<HH", len(styles), 10) + bytes(14)
    for number, name in styles:
        raw = name.encode("utf-16-le")
        body = struct.pack("<HHHHH", number, 0xFFF1, 0, 0, 0) + struct.pack("<H", len(name)) + raw + b"\0\0"
        sheet += struct.pack("<H", len(body)) + body
    return sheet
