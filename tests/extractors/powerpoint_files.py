"""Old PowerPoint files written by hand: the records of a presentation, and one edit that says where they lie."""

from __future__ import annotations

import struct
from collections.abc import Sequence

TITLE, BODY, NOTES, OTHER, SUBTITLE, CENTRE_TITLE = 0, 1, 2, 4, 5, 6


def atom(kind: int, body: bytes = b"", instance: int = 0) -> bytes:
    return struct.pack("<HHI", instance << 4, kind, len(body)) + body


def holder(kind: int, *records: bytes, instance: int = 0) -> bytes:
    body = b"".join(records)
    return struct.pack("<HHI", instance << 4 | 15, kind, len(body)) + body


def text(kind: int, words: str, *, points: int = 0, compressed: bool = False) -> bytes:
    """The records of a text; in bytes when it is `compressed`."""
    found = atom(0x0F9F, struct.pack("<I", kind))
    found += atom(0x0FA8, words.encode("cp1252")) if compressed else atom(0x0FA0, words.encode("utf-16-le"))
    if points:
        count = len(words) + 1
        found += atom(0x0FA1, struct.pack("<IHI", count, 0, 0) + struct.pack("<IIH", count, 0x20000, points))
    return found


def shape(
    *records: bytes,
    at: tuple[int, int] = (0, 0),
    placeholder: int = 0,
    options: Sequence[tuple[int, int]] = (),
) -> bytes:
    """A shape with a text box around `records`, its upper left corner `at` (top, left)."""
    top, left = at
    parts = [atom(0xF00A, bytes(8)), atom(0xF010, struct.pack("<4h", top, left, left + 100, top + 100))]
    if options:
        parts.append(
            atom(0xF00B, b"".join(struct.pack("<HI", *option) for option in options), instance=len(options))
        )
    if placeholder:
        parts.append(holder(0xF011, atom(0x0BC3, struct.pack("<iBBH", 0, placeholder, 0, 0))))
    if records:
        parts.append(holder(0xF00D, *records))
    return holder(0xF004, *parts)


def drawing(*shapes: bytes) -> bytes:
    return holder(0x040C, holder(0xF002, holder(0xF003, shape(), *shapes)))


def slide(*records: bytes, notes: int = 0, hidden: bool = False) -> bytes:
    about = atom(0x03EF, struct.pack("<I8sIIHH", 0, bytes(8), 0, notes, 7, 0))
    show = atom(0x03F9, struct.pack("<IIBBHBBBB", 0, 0, 0, 0, 4 if hidden else 0, 0, 0, 0, 0))
    return holder(0x03EE, about, show, *records)


def notes_page(number: int, *shapes: bytes) -> bytes:
    return holder(0x03F0, atom(0x03F1, struct.pack("<II", number, 0)), drawing(*shapes))


def presentation(
    slides: Sequence[bytes], *, outlines: Sequence[bytes] = (), notes: Sequence[bytes] = (), more: bytes = b""
) -> dict[str, bytes]:
    """The streams of a presentation. `outlines` are the texts of the slides in the list of slides."""
    listed = b""
    for index in range(len(slides)):
        listed += atom(0x03F3, struct.pack("<IIiII", 2 + index, 0, 0, 256 + index, 0))
        listed += outlines[index] if index < len(outlines) else b""
    first = 2 + len(slides)
    noted = b"".join(
        atom(0x03F3, struct.pack("<IIiII", first + i, 0, 0, 256 + i, 0)) for i in range(len(notes))
    )
    document = holder(
        0x03E8,
        atom(
            0x03E9,
            struct.pack("<8i", 5760, 4320, 0, 0, 1, 1, 0, 0) + struct.pack("<HHBBBB", 1, 0, 0, 0, 0, 0),
        ),
        holder(0x0FF0, listed, instance=0),
        holder(0x0FF0, noted, instance=2),
        more,
    )
    stream, places = b"", []
    for record in (document, *slides, *notes):
        places.append(len(stream))
        stream += record
    table = len(stream)
    stream += atom(
        0x1772, struct.pack("<I", len(places) << 20 | 1) + struct.pack(f"<{len(places)}I", *places)
    )
    edit = len(stream)
    stream += atom(0x0FF5, struct.pack("<IIIIIIHH", 256, 3, 0, table, 1, 1 + len(places), 1, 0))
    user = atom(0x0FF6, struct.pack("<IIIHHBBH", 20, 0xE391C05F, edit, 0, 0x3F4, 3, 0, 0))
    return {"Current User": user, "PowerPoint Document": stream}
