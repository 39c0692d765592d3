"""Pictures: size, what the camera noted, and what people and programs wrote about them. Pixels are never decoded.

Pillow reads EXIF (`exif`). The heads are read here: of 612 pictures Pillow opened 580, and it refuses large ones and PNG
texts that unpack to much, makes room for all pixels of a WebP, and finds texts behind the pixels by decoding them.
Sources: PNG (W3C, third edition), GIF89a, JPEG (ITU-T T.81) with Exif and JFIF, WebP container specification, HEIF
(ISO/IEC 23008-12), BMP and ICO of Windows, Adobe Photoshop file format.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable
from typing import Literal

from extractors.base.sentences import Message
from extractors.base.signatures import chunks
from extractors.base.types import Document, Source, Unreadable
from extractors.media import covers, exif, media
from extractors.media.media import MOST_TEXT, Facts, Tag

_PNG_KEYS = {
    "title": "title",
    "author": "artist",
    "description": "description",
    "copyright": "copyright",
    "comment": "comment",
    "creation time": "date",
    "software": "encoder",
}
_MOST = 200_000
_MOST_PAGES = 2000


def read(data: bytes, facts: Facts) -> bool:
    """Note what the file says; False when its size could not be found."""
    reader = next((function for mark, function in _READERS if data.startswith(mark)), None)
    if reader is None and data[4:8] == b"ftyp":
        reader = _heif
    if reader is not None:
        reader(data, facts)
    if "width" not in facts.extra:
        _size(facts, *covers.size(data))
    return "width" in facts.extra


def _size(facts: Facts, width: int, height: int) -> None:
    if width > 0 and height > 0:
        facts.extra["width"], facts.extra["height"] = str(width), str(height)


def _frames(facts: Facts, number: int) -> None:
    if number > 1:
        facts.extra["frames"] = str(number)


def _png(data: bytes, facts: Facts) -> None:
    at = 8
    for _ in range(_MOST):
        size, name = int.from_bytes(data[at : at + 4], "big"), data[at + 4 : at + 8]
        if len(name) < 4 or name == b"IEND":
            return
        content = data[at + 8 : at + 8 + min(size, MOST_TEXT)] if name != b"IDAT" else b""
        if name in (b"tEXt", b"zTXt", b"iTXt"):
            _png_text(name, content, facts)
        elif name == b"eXIf":
            exif.read(content, facts)
        elif name == b"acTL":
            _frames(facts, int.from_bytes(content[:4], "big"))
        at += 12 + size


def _png_text(name: bytes, content: bytes, facts: Facts) -> None:
    key, _, value = content.partition(b"\0")
    text: str | bytes = value
    if name == b"zTXt":
        text = _inflated(value[1:])
    elif name == b"iTXt":
        packed, rest = value[:1] == b"\1", value[2:]
        rest = rest.partition(b"\0")[2].partition(b"\0")[2]  # language, translated key
        text = (_inflated(rest) if packed else rest).decode("utf-8", "replace")
    if key == b"XML:com.adobe.xmp":
        exif.read_xmp(text.encode() if isinstance(text, str) else text, facts)
        return
    what = _PNG_KEYS.get(key.decode("latin-1").strip().lower())
    if what:
        facts.add(what, text, "PNG")


def _inflated(data: bytes) -> bytes:
    try:
        return zlib.decompressobj().decompress(data, MOST_TEXT)
    except zlib.error:
        return b""


def _jpeg(data: bytes, facts: Facts) -> None:
    for marker, content in covers.segments(data):
        if marker == 0xE1 and content.startswith(b"Exif\0"):
            exif.read(content[6:], facts)
        elif marker == 0xE1 and content.startswith(b"http://ns.adobe.com/xap/1.0/\0"):
            exif.read_xmp(content[29:], facts)
        elif marker == 0xED and content.startswith(b"Photoshop"):
            exif.read_photoshop(content, facts)
        elif marker == 0xFE:
            facts.add("comment", content.strip(b"\0"), "JPEG")


def _gif(data: bytes, facts: Facts) -> None:
    at = 13 + (3 << (data[10] & 7) + 1 if len(data) > 10 and data[10] & 0x80 else 0)
    frames = 0
    for _ in range(_MOST):
        kind = data[at : at + 1]
        if kind == b"!":
            label, start = data[at + 1 : at + 2], at + 2
            text, at = _blocks(data, start)
            if label == b"\xfe":
                facts.add("comment", text, "GIF")
            elif label == b"\xff" and text.startswith(b"XMP DataXMP"):
                exif.read_xmp(data[start + 12 : at], facts)
        elif kind == b"," and at + 10 <= len(data):
            frames += 1
            flags = data[at + 9]
            _, at = _blocks(data, at + 11 + (3 << (flags & 7) + 1 if flags & 0x80 else 0))
        else:
            break
    _frames(facts, frames)


def _blocks(data: bytes, at: int) -> tuple[bytes, int]:
    """The content of sub-blocks (a size, then so many bytes; size 0 ends them), and where they end."""
    begin, content = at, []
    while at < len(data) and data[at]:
        if at - begin < 1 << 16:
            content.append(data[at + 1 : at + 1 + data[at]])
        at += 1 + data[at]
    return b"".join(content), at + 1


def _webp(data: bytes, facts: Facts) -> None:
    frames = 0
    for name, begin, end in chunks(data, 12, len(data)):
        if name == b"EXIF":
            content = data[begin:end]
            exif.read(content.removeprefix(b"Exif\0\0"), facts)
        elif name == b"XMP ":
            exif.read_xmp(data[begin:end], facts)
        frames += name == b"ANMF"
    _frames(facts, frames)


def _tiff(data: bytes, facts: Facts) -> None:
    found = exif.read(data, facts)
    sides = [found.tags.get(tag) for tag in (0x100, 0x101)]
    width, height = (int(side[0]) if isinstance(side, list) and side else 0 for side in sides)
    _size(facts, width, height)
    _frames(facts, _pages(data, found.order))
    packet, iptc = found.tags.get(0x02BC), found.tags.get(0x83BB)
    if isinstance(packet, bytes):
        exif.read_xmp(packet, facts)
    if isinstance(iptc, bytes):
        exif.read_iptc(iptc, facts)


def _pages(data: bytes, order: Literal["little", "big"]) -> int:
    """How many directories follow each other: a count, entries of 12 bytes, the place of the next."""
    at, seen = int.from_bytes(data[4:8], order), set[int]()
    while 8 <= at < len(data) and at not in seen and len(seen) < _MOST_PAGES:
        seen.add(at)
        at += 2 + 12 * int.from_bytes(data[at : at + 2], order)
        at = int.from_bytes(data[at : at + 4], order)
    return len(seen)


def _icon(data: bytes, facts: Facts) -> None:
    number = int.from_bytes(data[4:6], "little")
    sizes = [
        (data[at] or 256, data[at + 1] or 256) for at in range(6, min(6 + 16 * number, len(data) - 15), 16)
    ]
    if sizes:
        _size(facts, *max(sizes))
    _frames(facts, len(sizes))


def _photoshop(data: bytes, facts: Facts) -> None:
    _size(facts, int.from_bytes(data[18:22], "big"), int.from_bytes(data[14:18], "big"))
    at = 30 + int.from_bytes(data[26:30], "big")
    exif.read_photoshop(data[at : at + 4 + int.from_bytes(data[at : at + 4], "big")], facts)


def _jpeg2000(data: bytes, facts: Facts) -> None:
    at = data.find(b"ihdr")
    if at > 0:
        _size(
            facts, int.from_bytes(data[at + 8 : at + 12], "big"), int.from_bytes(data[at + 4 : at + 8], "big")
        )


def _heif(data: bytes, facts: Facts) -> None:
    """The size of the picture is the largest in the file; EXIF and XMP lie in the data."""
    head, at = data[: 1 << 20], 0
    sizes: list[tuple[int, int]] = []
    while (at := head.find(b"ispe", at)) > 0 and len(sizes) < 1000:
        sizes.append(
            (int.from_bytes(head[at + 8 : at + 12], "big"), int.from_bytes(head[at + 12 : at + 16], "big"))
        )
        at += 16
    if sizes:
        _size(facts, *max(sizes, key=lambda size: size[0] * size[1]))
    at = data.find(b"Exif\0\0")
    if at >= 0:
        exif.read(data[at + 6 : at + 6 + MOST_TEXT], facts)
    at = data.find(b"<x:xmpmeta")
    if at >= 0:
        exif.read_xmp(data[at : at + MOST_TEXT], facts)


_READERS: tuple[tuple[bytes, Callable[[bytes, Facts], None]], ...] = (
    (b"\x89PNG", _png),
    (b"\xff\xd8\xff", _jpeg),
    (b"GIF8", _gif),
    (b"RIFF", _webp),
    (b"II*\0", _tiff),
    (b"MM\0*", _tiff),
    (b"\0\0\x01\0", _icon),
    (b"8BPS", _photoshop),
    (b"\0\0\0\x0cjP", _jpeg2000),
)


# What cameras and programs put where a title should stand, and names of files.
_UNTOLD = re.compile(
    r"untitled.*|image|img|photo|picture|scan(?:ned.*)?|bild|unbenannt|dcim|sony dsc|created with .*"
    r"|(?:olympus|minolta|konica|samsung|sony|nikon|exif|kodak|digital)\b.*(?:camera|dsc|jpeg|picture).*"
    r"|.*\.(?:jpe?g|png|gif|tiff?|psd|ai|eps|svg|bmp|indd|cdr)"
    r"|(?:img|dsc[nf]?|p|pict|mvc|cimg|imgp)[_-]?\d{3,}.*|[\d _.:-]+|无标题.*|未命名.*|默认.*",
    re.IGNORECASE,
)
_DAMAGED = Message("picture-damaged-size")


def extract(source: Source) -> Document:
    document = source.document()
    facts = Facts()
    known = read(source.data, facts)
    if not known:
        if source.media_type == "image/unknown" and not facts.tags:
            raise Unreadable(Message("picture-unknown-kind"))
        facts.warn(_DAMAGED)
    facts.tags = [tag for tag in facts.tags if tag.name not in ("title", "subtitle") or not _untold(tag)]
    media.fill(document, facts, source)
    return document


def _untold(tag: Tag) -> bool:
    text = tag.value if isinstance(tag.value, str) else tag.value.decode("latin-1")
    return bool(_UNTOLD.fullmatch(text.strip()))
