"""Old Excel files written by hand: records of BIFF 2 to 8, alone or in an OLE2 container."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Sequence

from cryptography.hazmat.decrepit.ciphers.algorithms import ARC4
from cryptography.hazmat.primitives.ciphers import Cipher


def record(kind: int, body: bytes = b"") -> bytes:
    return struct.pack("<HH", kind, len(body)) + body


def wide(text: str, size: int = 2) -> bytes:
    """A string of BIFF 8 behind a length of one or two bytes."""
    return struct.pack("<B" if size == 1 else "<H", len(text)) + b"\x01" + text.encode("utf-16-le")


def beginning(version: int, content: int) -> bytes:
    return record(0x809, struct.pack("<HHHHII", version, content, 0, 1997, 0, 6))


def font(points: float, *, bold: bool = False) -> bytes:
    return record(
        0x31, struct.pack("<HHHHHBBBB", int(points * 20), 0, 0, 700 if bold else 400, 0, 0, 0, 0, 0) + b"\0"
    )


def style(font_number: int = 0, form: int = 0, *, centred: bool = False) -> bytes:
    return record(0xE0, struct.pack("<HHHB", font_number, form, 0, 2 if centred else 0) + bytes(13))


def number_format(number: int, code: str) -> bytes:
    return record(0x41E, struct.pack("<H", number) + wide(code))


def shared_strings(texts: Sequence[str], cut: int = 0) -> bytes:
    """An SST; with `cut`, it goes on in a CONTINUE record after so many characters of its last string."""
    head = struct.pack("<II", len(texts), len(texts)) + b"".join(map(wide, texts[:-1] if cut else texts))
    if not cut:
        return record(0xFC, head)
    last = texts[-1]
    first = struct.pack("<HB", len(last), 1) + last[:cut].encode("utf-16-le")
    return record(0xFC, head + first) + record(0x3C, b"\x01" + last[cut:].encode("utf-16-le"))


def cell(row: int, column: int, what: int | float | str | bool, form: int = 0) -> bytes:
    """A cell: a number of a shared string (int), a number, a label, a truth."""
    place = struct.pack("<HHH", row, column, form)
    if isinstance(what, bool):
        return record(0x205, place + bytes((what, 0)))
    if isinstance(what, int):
        return record(0xFD, place + struct.pack("<I", what))
    if isinstance(what, float):
        return record(0x203, place + struct.pack("<d", what))
    return record(0x204, place + wide(what))


def workbook(
    sheets: Sequence[tuple[str, int, bytes]], common: bytes = b"", *, version: int = 0x0600, active: int = 0
) -> bytes:
    """The stream of a workbook: (name, state, records) a sheet, `common` the records of the globals."""
    window = record(0x3D, struct.pack("<5H", 0, 0, 0, 0, 0x38) + struct.pack("<4H", active, 0, 1, 600))
    names = [name.encode("utf-16-le") if version == 0x0600 else name.encode("gbk") for name, _, _ in sheets]
    size = len(beginning(version, 5)) + len(window) + len(common) + 4
    size += sum(4 + 6 + (2 if version == 0x0600 else 1) + len(name) for name in names)
    bounds, bodies = b"", b""
    for (name, state, body), raw in zip(sheets, names, strict=True):
        title = bytes((len(name), 1)) + raw if version == 0x0600 else bytes((len(raw),)) + raw
        bounds += record(0x85, struct.pack("<IBB", size + len(bodies), state, 0) + title)
        bodies += beginning(version, 0x10) + body + record(0x0A)
    return beginning(version, 5) + window + common + bounds + record(0x0A) + bodies


def enciphered(stream: bytes, password: str) -> bytes:
    """A stream of BIFF 8 under RC4 ([MS-OFFCRYPTO] 2.3.6), its FILEPASS behind the first record."""
    salt, verifier = bytes(range(16)), b"sixteen bytes ok"
    first = hashlib.md5(password.encode("utf-16-le")).digest()[:5]
    base = hashlib.md5((first + salt) * 16).digest()[:5]

    def keystream(block: int, size: int) -> bytes:
        key = hashlib.md5(base + struct.pack("<I", block)).digest()
        return Cipher(ARC4(key), None).encryptor().update(bytes(size))

    both = verifier + hashlib.md5(verifier).digest()
    secret = bytes(a ^ b for a, b in zip(both, keystream(0, 32), strict=True))
    size = 4 + struct.unpack_from("<H", stream, 2)[0]
    out = bytearray(stream[:size] + record(0x2F, struct.pack("<HHH", 1, 1, 1) + salt + secret))
    added = len(out) - size
    at = size
    keys = b"".join(keystream(block, 1024) for block in range((len(stream) + added) // 1024 + 1))
    while at + 4 <= len(stream):
        kind, length = struct.unpack_from("<HH", stream, at)
        body = bytearray(stream[at + 4 : at + 4 + length])
        if kind == 0x85:
            body[:4] = struct.pack("<I", struct.unpack_from("<I", body)[0] + added)
        start = len(out) + 4
        clear = length if kind in (0x809, 0x2F, 0xE1) else 4 if kind == 0x85 else 0
        for index in range(clear, length):
            body[index] ^= keys[start + index]
        out += stream[at : at + 4] + body
        at += 4 + length
    return bytes(out)
