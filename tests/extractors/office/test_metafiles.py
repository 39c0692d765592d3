"""Words in vector pictures."""

from __future__ import annotations

import gzip
import random
import struct

from extractors.office import metafiles


def _emf(*records: bytes) -> bytes:
    head = struct.pack("<II", 1, 108) + bytes(32) + b" EMF" + bytes(64)
    return head + b"".join(records) + struct.pack("<III", 14, 12, 0)


def _text(x: int, y: int, words: str, advance: int = 10) -> bytes:
    raw = words.encode("utf-16-le").ljust(-(-len(words) // 2) * 4, b"\0")
    spaces = struct.pack(f"<{len(words)}I", *[advance] * len(words))
    about = struct.pack("<iiIII16xI", x, y, len(words), 76, 0, 76 + len(raw))
    return struct.pack("<II", 84, 76 + len(raw) + len(spaces)) + bytes(28) + about + raw + spaces


def _wmf(*records: tuple[int, bytes]) -> bytes:
    body = b"".join(struct.pack("<IH", 3 + len(data) // 2, kind) + data for kind, data in records)
    return (
        b"\xd7\xcd\xc6\x9a"
        + bytes(18)
        + struct.pack("<HHHIHIH", 1, 9, 0x300, 0, 0, 0, 0)
        + body
        + struct.pack("<IH", 3, 0)
    )


def test_words_on_one_line_are_put_together() -> None:
    data = _emf(_text(0, 5, "Tech"), _text(40, 5, "no"), _text(65, 5, "logy"), _text(0, 20, "其他"))
    assert metafiles.texts(data) == ["Techno logy", "其他"]
    assert metafiles.texts(gzip.compress(data)) == ["Techno logy", "其他"]


def test_bytes_are_in_the_character_set_of_their_font() -> None:
    font = (0x02FB, bytes(13) + bytes((134,)) + bytes(4))
    words = "中文".encode("gbk")
    drawn = (0x0A32, struct.pack("<hhHH", 1, 2, len(words), 0) + words)
    symbols = (0x02FB, bytes(13) + bytes((2,)) + bytes(4))
    plain = (0x0521, struct.pack("<H", 2) + b"ab" + struct.pack("<hh", 1, 1))
    assert metafiles.texts(_wmf(plain, font, drawn, symbols, plain)) == ["ab", "中文"]


def test_damage_gives_what_there_is_and_nothing_else() -> None:
    data = _emf(*[_text(0, y, "word") for y in range(20)])
    dice = random.Random(1)
    for _ in range(300):
        spoilt = bytearray(data)
        for _ in range(5):
            spoilt[dice.randrange(108, len(spoilt))] = dice.randrange(256)
        assert isinstance(metafiles.texts(bytes(spoilt[: dice.randrange(len(spoilt))])), list)
    assert metafiles.texts(b"") == metafiles.texts(b"\x89PNG") == []
