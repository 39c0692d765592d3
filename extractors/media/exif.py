"""What cameras and programs note in a picture: EXIF (directories of a TIFF file, read by Pillow), XMP and IPTC.

Sources: Exif 2.32 (CIPA DC-008), section 4.6, with the XP tags of Windows Explorer; XMP (ISO 16684-1); IPTC information
interchange model, version 4.2.
"""

from __future__ import annotations

import math
import re
import struct
import warnings
from dataclasses import dataclass, field
from typing import Any, Literal

from lxml import etree
from PIL import ExifTags, Image

from extractors.media.media import MOST_TEXT, Facts

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
    """Latitude and longitude in degrees, as "31.230416, 121.473701"; "" when they are missing."""
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


_DC = "{http://purl.org/dc/elements/1.1/}"
_PHOTOSHOP = "{http://ns.adobe.com/photoshop/1.0/}"
_XMP = "{http://ns.adobe.com/xap/1.0/}"
_RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
_LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"
_NAMES = {
    _DC + "title": "title",
    _PHOTOSHOP + "Headline": "headline",
    _DC + "description": "description",
    _DC + "subject": "keywords",
    _DC + "creator": "artist",
    _DC + "rights": "copyright",
    _PHOTOSHOP + "DateCreated": "date",
    _XMP + "CreateDate": "date",
    _XMP + "CreatorTool": "encoder",
    _DC + "language": "language",
}
_IPTC = {
    5: "title",
    105: "headline",
    120: "description",
    25: "keywords",
    80: "artist",
    116: "copyright",
    55: "date",
}


def read_xmp(data: bytes, facts: Facts) -> None:
    """Note what an XMP packet says; entities are not expanded."""
    begin = data.find(b"<")
    if begin < 0:
        return
    end = data.rfind(b"</x:xmpmeta>")
    packet = data[begin : end + 12 if end > 0 else len(data)][:MOST_TEXT]
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, recover=True, huge_tree=False, load_dtd=False
    )
    try:
        root = etree.fromstring(packet.rstrip(b"\0 \r\n\t"), parser)
    except (etree.XMLSyntaxError, ValueError):
        return
    if root is None:
        return
    for description in root.iter(_RDF + "Description"):
        for name, value in description.attrib.items():
            if name in _NAMES:
                _note(_NAMES[str(name)], str(value), facts)
        for child in description:
            if child.tag in _NAMES:
                for text in _values(child):
                    _note(_NAMES[child.tag], text, facts)


def _values(element: etree._Element) -> list[str]:
    """The texts of a list, of the alternatives in other languages the first or the default one."""
    items = list(element.iter(_RDF + "li"))
    if not items:
        return [element.text or ""]
    if element.find(_RDF + "Alt") is not None:
        default = [item for item in items if item.get(_LANGUAGE) == "x-default" and item.text]
        items = (default or [item for item in items if item.text])[:1]
    return [item.text or "" for item in items[:100]]


def _note(name: str, value: str, facts: Facts) -> None:
    facts.add("subtitle" if name == "headline" else name, value, "XMP")


def read_photoshop(data: bytes, facts: Facts) -> None:
    """Note what is in image resources ("8BIM", number, name, size, content); IPTC is number 0404."""
    at = data.find(b"8BIM")
    for _ in range(1000):
        if at < 0 or data[at : at + 4] != b"8BIM" or at + 12 > len(data):
            return
        number = int.from_bytes(data[at + 4 : at + 6], "big")
        begin = at + 6 + (data[at + 6] + 2) // 2 * 2
        size = int.from_bytes(data[begin : begin + 4], "big")
        content = data[begin + 4 : begin + 4 + size]
        if number == 0x0404:
            read_iptc(content, facts)
        elif number == 0x0424:
            read_xmp(content, facts)
        at = begin + 4 + size + (size & 1)


def read_iptc(data: bytes, facts: Facts) -> None:
    """Note datasets: 1C, record, number, size (2 bytes), text. Record 1, number 90 names the character set."""
    at = data.find(b"\x1c")
    unicode = False
    for _ in range(5000):
        if at < 0 or data[at : at + 1] != b"\x1c" or at + 5 > len(data):
            return
        record, number, size = data[at + 1], data[at + 2], int.from_bytes(data[at + 3 : at + 5], "big")
        if size & 0x8000:
            return  # longer ones hold pictures
        value = data[at + 5 : at + 5 + size]
        if record == 1 and number == 90:
            unicode = value == b"\x1b%G"
        elif record == 2 and number in _IPTC:
            text: str | bytes = value.decode("utf-8", "replace") if unicode else value
            if number == 55 and len(value) == 8 and value.isdigit():
                plain = value.decode("ascii")
                text = f"{plain[:4]}-{plain[4:6]}-{plain[6:]}"
            name = _IPTC[number]
            facts.add("subtitle" if name == "headline" else name, text, "IPTC")
        at += 5 + size
