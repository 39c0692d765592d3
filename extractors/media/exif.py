"""EXIF: the directories of a TIFF file, which cameras put into other pictures, too.

Sources: TIFF 6.0, section 2; Exif 2.32 (CIPA DC-008), section 4.6; the XP tags are those of Windows Explorer.
"""

from __future__ import annotations

import re
import struct
from typing import Literal

from extractors.media.media import Facts

Value = bytes | list[float]
_SIZES = {1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4}
_FORMS = {1: "B", 3: "H", 4: "I", 6: "b", 8: "h", 9: "i", 11: "f", 12: "d", 13: "I"}
_TEXTS = {
    0x010E: "description",
    0x0131: "encoder",
    0x013B: "artist",
    0x8298: "copyright",
    0x010D: "document name",
}
_WINDOWS = {0x9C9B: "title", 0x9C9C: "comment", 0x9C9D: "artist", 0x9C9E: "keywords", 0x9C9F: "description"}
_DATES = (0x9003, 0x9004, 0x0132)
_PACKETS = (0x02BC, 0x83BB)  # XMP and IPTC, which some programs call numbers
_MOST = 2000
_LARGEST = 1 << 20
_DATE = re.compile(r"(\d{4})[:/-](\d\d)[:/-](\d\d)(?:[ T](\d\d):(\d\d):(\d\d))?")
_TURNS = {
    2: "mirrored",
    3: "180°",
    4: "mirrored, 180°",
    5: "mirrored, 270°",
    6: "90°",
    7: "mirrored, 90°",
    8: "270°",
}


class Directories:
    """A TIFF structure. `tags` are those of the first directory and the EXIF one, `place` those of the GPS one."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.order: Literal["little", "big"] = "little" if data.startswith(b"II") else "big"
        self.tags: dict[int, Value] = {}
        self.place: dict[int, Value] = {}
        self.pages = 0
        if data[:4] in (b"II*\0", b"MM\0*"):
            self._read()

    def _read(self) -> None:
        at, seen = self._number(4, 4), set[int]()
        while at and at not in seen and len(seen) < _MOST:
            seen.add(at)
            following = self._directory(at, self.tags if not self.pages else {})
            self.pages += 1
            at = following
        for pointer, into in ((0x8769, self.tags), (0x8825, self.place)):
            found = self.tags.get(pointer)
            if isinstance(found, list) and found:
                self._directory(int(found[0]), into)

    def _number(self, at: int, size: int) -> int:
        return int.from_bytes(self.data[at : at + size], self.order)

    def _directory(self, at: int, into: dict[int, Value]) -> int:
        """Read one directory; returns where the next is."""
        count = min(self._number(at, 2), _MOST)
        for entry in range(at + 2, at + 2 + 12 * count, 12):
            if entry + 12 > len(self.data):
                return 0
            tag, kind, number = self._number(entry, 2), self._number(entry + 2, 2), self._number(entry + 4, 4)
            size = _SIZES.get(kind, 0) * number
            if not 0 < size <= _LARGEST:
                continue
            begin = entry + 8 if size <= 4 else self._number(entry + 8, 4)
            content = self.data[begin : begin + size]
            if len(content) == size and tag not in into:
                into[tag] = content if tag in _PACKETS else self._value(kind, content)
        return self._number(at + 2 + 12 * count, 4)

    def _value(self, kind: int, content: bytes) -> Value:
        if kind in (2, 7):
            return content
        sign = "<" if self.order == "little" else ">"
        if kind in (5, 10):
            pairs = struct.iter_unpack(sign + ("II" if kind == 5 else "ii"), content)
            return [above / below if below else 0.0 for above, below in pairs]
        if kind == 1 and len(content) > 16:
            return content
        return [float(number[0]) for number in struct.iter_unpack(sign + _FORMS[kind], content)]


def read(data: bytes, facts: Facts) -> Directories:
    """Note what the tags say of a picture."""
    found = Directories(data)
    for tag, name in _WINDOWS.items():
        value = found.tags.get(tag)
        if value:
            raw = value if isinstance(value, bytes) else bytes(int(number) & 255 for number in value)
            facts.add(
                name, raw[: len(raw) // 2 * 2].decode("utf-16-le", "replace").partition("\0")[0], "EXIF"
            )
    for tag, name in _TEXTS.items():
        text = _text(found.tags.get(tag))
        if text:
            facts.add("title" if name == "document name" else name, text, "EXIF")
    camera = [_plain(found.tags.get(tag)) for tag in (0x010F, 0x0110)]
    if camera[1].lower().startswith(camera[0].lower()):
        camera = camera[1:]
    facts.add("camera", " ".join(filter(None, camera)), "EXIF")
    moment = next((date for tag in _DATES if (date := iso(_plain(found.tags.get(tag))))), "")
    facts.add("date", moment, "EXIF")
    comment = found.tags.get(0x9286)
    if isinstance(comment, bytes) and len(comment) > 8:
        facts.add("comment", _comment(comment, found.order), "EXIF")
    turned = found.tags.get(0x0112)
    if isinstance(turned, list) and turned and int(turned[0]) in _TURNS:
        facts.extra["orientation"] = _TURNS[int(turned[0])]
    where = position(found.place)
    if where:
        facts.extra["location"] = where
    return found


def iso(text: str) -> str:
    """The date of "2024:05:30 15:56:01"; "" for none, or one that no clock was set for."""
    found = _DATE.match(text.strip())
    if not found or found[1] == "0000" or found[2] == "00":
        return ""
    year, month, day, hour, minute, second = found.groups()
    return f"{year}-{month}-{day}" + (f"T{hour}:{minute}:{second}" if hour else "")


def position(tags: dict[int, Value]) -> str:
    """Latitude and longitude in degrees, as "31.230416, 121.473701"; "" when they are not told."""
    parts = []
    for reference, value, negative, most in ((1, 2, b"S", 90), (3, 4, b"W", 180)):
        angles, side = tags.get(value), tags.get(reference)
        if not isinstance(angles, list) or len(angles) < 3 or not isinstance(side, bytes):
            return ""
        degrees = angles[0] + angles[1] / 60 + angles[2] / 3600
        if degrees > most:
            return ""
        parts.append(f"{-degrees if side[:1].upper() == negative else degrees:.6f}")
    return "" if parts == ["0.000000", "0.000000"] else ", ".join(parts)


def _text(value: Value | None) -> bytes:
    return value.partition(b"\0")[0].strip() if isinstance(value, bytes) else b""


def _plain(value: Value | None) -> str:
    return _text(value).decode("latin-1").strip()


def _comment(value: bytes, order: str) -> str | bytes:
    """A code of eight bytes, then text."""
    kind, text = value[:8].rstrip(b"\0"), value[8:]
    if kind == b"UNICODE":
        return (
            text[: len(text) // 2 * 2]
            .decode("utf-16-le" if order == "little" else "utf-16-be", "replace")
            .strip("\0 ")
        )
    if kind == b"JIS":
        return text.decode("iso2022_jp", "replace").strip("\0 ")
    text = text.partition(b"\0")[0].strip()
    return (
        text
        if kind == b"ASCII" or (text and not text.translate(None, bytes(range(32, 256)) + b"\r\n\t"))
        else b""
    )
