"""EXIF: the directories of a TIFF file, which cameras put into other pictures, too. Pillow reads them.

Source of the meanings: Exif 2.32 (CIPA DC-008), section 4.6; the XP tags are those of Windows Explorer.
"""

from __future__ import annotations

import math
import re
import struct
import warnings
from dataclasses import dataclass, field
from typing import Any, Literal

from PIL import ExifTags, Image

from extractors.media.media import Facts

Value = bytes | list[float]
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
_SHAPE = (0x0100, 0x0101, 0x0112)
_CAMERA = (0x010F, 0x0110, 0x9286)
_WANTED = frozenset((*_TEXTS, *_WINDOWS, *_DATES, *_PACKETS, *_SHAPE, *_CAMERA, *range(1, 5)))
_FAILURES = (ValueError, OSError, SyntaxError, ArithmeticError, LookupError, TypeError, struct.error)
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


@dataclass(slots=True)
class Directories:
    """`tags` are those of the first directory and the EXIF one, `place` those of the GPS one."""

    order: Literal["little", "big"] = "big"
    tags: dict[int, Value] = field(default_factory=dict)
    place: dict[int, Value] = field(default_factory=dict)


def _directories(data: bytes) -> Directories:
    found = Directories("little" if data.startswith(b"II") else "big")
    exif = Image.Exif()
    try:
        with warnings.catch_warnings(action="ignore"):  # Pillow tells damage so
            exif.load(data)
            for source, into in (
                (exif, found.tags),
                (exif.get_ifd(ExifTags.IFD.Exif), found.tags),
                (exif.get_ifd(ExifTags.IFD.GPSInfo), found.place),
            ):
                for tag in _WANTED.intersection(source):
                    into.setdefault(tag, _value(tag, source[tag], found.order))
    except _FAILURES:
        pass  # what was read before the damage stays
    return found


def _value(tag: int, value: Any, order: Literal["little", "big"]) -> Value:
    """A text as its bytes, numbers as a list."""
    if isinstance(value, bytes):
        return value
    if isinstance(value, str):
        return value.encode("latin-1", "replace")
    numbers = list(value) if isinstance(value, tuple) else [value]
    if tag in _PACKETS:
        return b"".join(int(number).to_bytes(4, order) for number in numbers)
    found = [float(number) for number in numbers]
    return [number if math.isfinite(number) else 0.0 for number in found]


def read(data: bytes, facts: Facts) -> Directories:
    """Note what the tags say of a picture."""
    found = _directories(data)
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
