"""ID3v2.2, 2.3 and 2.4 at the beginning of a file (or anywhere a chunk holds one), as far as damage allows.

Sources: id3.org, "ID3 tag version 2.4.0 – Main Structure", "– Native Frames", and their predecessors. Frames that say
more than there is are cut; what stands behind damage is found again by the names of frames.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from functools import cache

from extractors.media.media import MOST_TEXT, Facts

# What single frames of an ID3v2 tag say: texts, comments, lyrics with and without times, pictures,
# chapters.

FRAMES = {
    **dict.fromkeys(("TIT2", "TT2"), "title"),
    **dict.fromkeys(("TIT3", "TT3"), "subtitle"),
    **dict.fromkeys(("TPE1", "TP1"), "artist"),
    **dict.fromkeys(("TPE2", "TP2"), "album-artist"),
    **dict.fromkeys(("TALB", "TAL"), "album"),
    **dict.fromkeys(("TCOM", "TCM"), "composer"),
    **dict.fromkeys(("TEXT", "TXT"), "lyricist"),
    **dict.fromkeys(("TRCK", "TRK"), "track"),
    **dict.fromkeys(("TPOS", "TPA"), "disc"),
    **dict.fromkeys(("TCON", "TCO"), "genre"),
    **dict.fromkeys(("TDRC", "TYER", "TYE", "TDRL", "TDOR", "TORY", "TOR"), "date"),
    **dict.fromkeys(("TCOP", "TCR"), "copyright"),
    **dict.fromkeys(("TPUB", "TPB"), "publisher"),
    **dict.fromkeys(("TLAN", "TLA"), "language"),
    **dict.fromkeys(("TSRC", "TRC"), "isrc"),
    **dict.fromkeys(("TBPM", "TBP"), "bpm"),
    **dict.fromkeys(("TSSE", "TENC", "TSS", "TEN"), "encoder"),
    **dict.fromkeys(("COMM", "COM"), "comment"),
    **dict.fromkeys(("USLT", "ULT"), "lyrics"),
    **dict.fromkeys(("SYLT", "SLT"), "timed lyrics"),
    **dict.fromkeys(("APIC", "PIC"), "picture"),
    **dict.fromkeys(("TXXX", "TXX"), "other"),
    "CHAP": "chapter",
}
_OTHERS = {
    **dict.fromkeys(("lyrics", "unsyncedlyrics", "unsynced lyrics"), "lyrics"),
    "comment": "comment",
    "description": "description",
    "title": "title",
    "artist": "artist",
    "album": "album",
}
_ORIGIN = "ID3v2"
_MOST_LINES = 20_000
_GENRE = re.compile(r"\((\d{1,3})\)")
_BOMS = (b"\xff\xfe", b"\xfe\xff")


def read_frame(name: str, data: bytes, facts: Facts) -> None:
    """Note what one frame (without its header) says."""
    what = FRAMES.get(name)
    if what is None or len(data) < 2:
        return
    if what == "picture":
        _picture(name, data, facts)
    elif what == "chapter":
        _chapter(data, facts)
    elif what == "timed lyrics":
        _timed(data, facts)
    elif what in ("comment", "lyrics"):
        description, text = _described(data[0], data[4:])
        if what == "lyrics":
            facts.lyrics.append(text)
        elif (
            not _id3_frames_plain(description)
            .lower()
            .startswith(("itun", "songs-db", "id3v1", "mediamonkey"))
        ):
            facts.add("comment", text, _ORIGIN)
    elif what == "other":
        description, text = _described(data[0], data[1:])
        kind = _OTHERS.get(_id3_frames_plain(description).lower())
        if kind == "lyrics":
            facts.lyrics.append(text)
        elif kind:
            facts.add(kind, text, _ORIGIN)
    else:
        for text in texts(data):
            facts.add(what, genre(text) if what == "genre" else text, _ORIGIN)


def texts(data: bytes) -> list[str | bytes]:
    """The values of a text frame: the encoding, then strings parted by NUL."""
    if data[0] > 3:  # no encoding told, as old programs wrote it
        return [data[:MOST_TEXT].rstrip(b"\0")] if data[0] >= 0x20 else []
    values: list[str | bytes] = []
    rest = data[1 : MOST_TEXT + 1]
    while rest and len(values) < 50:
        value, rest = _until_nul(data[0], rest)
        if value.strip(b"\0"):
            values.append(_decode(data[0], value))
    return values


@cache
def genres() -> list[str]:
    """The numbered genres of ID3v1 and Winamp."""
    from mutagen.id3 import TCON

    return list(TCON.GENRES)


def genre(text: str | bytes) -> str | bytes:
    """ "(17)" and "17" by their names; "(4)Eurodisco" says itself what it is."""
    if isinstance(text, bytes):
        if not text.isascii():
            return text
        text = text.decode("ascii")
    words = _GENRE.sub("", text).strip()
    if words and not (words.isdecimal() and len(words) < 4):
        return words
    numbers = [int(number) for number in _GENRE.findall(text)] or ([int(words)] if words else [])
    known = genres()
    return "; ".join(known[number] for number in numbers if number < len(known))


def _until_nul(encoding: int, data: bytes) -> tuple[bytes, bytes]:
    """A string and what stands behind its end."""
    if encoding in (1, 2) or data.startswith(_BOMS):
        at = data.find(b"\0\0")
        while at >= 0 and at % 2:
            at = data.find(b"\0\0", at + 1)
        return (data, b"") if at < 0 else (data[:at], data[at + 2 :])
    value, _, rest = data.partition(b"\0")
    return value, rest


def _decode(encoding: int, data: bytes) -> str | bytes:
    """Text, or the bytes when they promise to be Latin-1 or are not what they promise."""
    if data.startswith(_BOMS):
        return data[: len(data) // 2 * 2].decode("utf-16", "replace")
    if encoding == 3:
        text = data.decode("utf-8", "replace")
        wrong = text.count("\ufffd")
        # mostly right: some bytes were damaged; mostly wrong: it is another character set
        return data if wrong and 2 * wrong > sum(character > "\x7f" for character in text) else text
    if encoding == 0:
        return data
    even = data[: len(data) // 2 * 2]
    if encoding == 2:
        return even.decode("utf-16-be", "replace")
    return even.decode("utf-16-be" if even[::2].count(0) > even[1::2].count(0) else "utf-16-le", "replace")


def _described(encoding: int, data: bytes) -> tuple[str | bytes, str | bytes]:
    """A description and the text that follows it (comments, lyrics)."""
    if encoding > 3:
        return "", ""
    description, rest = _until_nul(encoding, data[: MOST_TEXT + 1])
    if encoding == 1 and rest and not rest.startswith(_BOMS) and description.startswith(_BOMS):
        rest = description[:2] + rest  # the mark stands before the description only
    if encoding in (1, 2):
        return _decode(encoding, description), _decode(encoding, _until_nul(encoding, rest)[0])
    return _decode(encoding, description), _decode(encoding, rest.rstrip(b"\0").replace(b"\0", b"\n"))


def _id3_frames_plain(text: str | bytes) -> str:
    return text.decode("latin-1") if isinstance(text, bytes) else text


def _picture(name: str, data: bytes, facts: Facts) -> None:
    if name == "PIC":
        rest = data[5:]
    else:
        end = data.find(b"\0", 1)
        rest = data[end + 2 :] if end > 0 else b""
    description, image = _until_nul(data[0] if data[0] < 4 else 0, rest)
    facts.covers.append(
        (image.lstrip(b"\0") if image[:4] != b"\0\0\1\0" else image, _decode(data[0], description))
    )


def _timed(data: bytes, facts: Facts) -> None:
    """Encoding, language, format of times (2: milliseconds), kind, description, then (text, time)…"""
    if len(data) < 6 or data[4] != 2 or data[5] not in (0, 1, 2):
        return
    encoding = data[0] if data[0] < 4 else 0
    _, rest = _until_nul(encoding, data[6 : MOST_TEXT + 6])
    pieces: list[tuple[float, str | bytes]] = []
    while len(rest) > 4 and len(pieces) < _MOST_LINES:
        text, rest = _until_nul(encoding, rest)
        pieces.append((int.from_bytes(rest[:4], "big") / 1000, _decode(encoding, text)))
        rest = rest[4:]
    if not any(text[:1] in ("\n", "\r", b"\n", b"\r") for _, text in pieces[1:]):
        facts.timed += pieces
        return
    lines: list[
        tuple[float, list[str | bytes]]
    ] = []  # a piece is a syllable; a new line begins with its break
    for at, piece in pieces:
        if not lines or piece[:1] in ("\n", "\r", b"\n", b"\r"):
            lines.append((at, []))
        lines[-1][1].append(piece)
    facts.timed += [(at, _joined(syllables)) for at, syllables in lines]


def _joined(pieces: list[str | bytes]) -> str | bytes:
    if any(isinstance(piece, str) for piece in pieces):
        return "".join(_id3_frames_plain(piece) for piece in pieces).strip()
    return b"".join(piece for piece in pieces if isinstance(piece, bytes)).strip()


def _chapter(data: bytes, facts: Facts) -> None:
    """Element id, four numbers of four bytes (the first is when it begins, in milliseconds), then frames."""
    _, rest = _until_nul(0, data)
    if len(rest) < 16 or len(facts.chapters) >= 1000:
        return
    begins = int.from_bytes(rest[:4], "big") / 1000
    at = rest.find(b"TIT2", 16)
    if at >= 0:
        size = int.from_bytes(rest[at + 4 : at + 8], "big")
        for text in texts(rest[at + 10 : at + 10 + size])[:1]:
            facts.chapters.append((begins, text))


LARGEST_PART = 16 << 20
"""Bytes to which a compressed frame may unpack."""
TOO_LARGE = f"A part of the tags would unpack to more than {LARGEST_PART >> 20} MiB; it was left out."
_DAMAGED = "The tags are cut off or damaged; what could be read of them is shown."
_MOST_FRAMES = 5000
_NAMES = {name.encode() for name in FRAMES}
_KNOWN = {
    size: re.compile(b"|".join(re.escape(name) for name in sorted(_NAMES) if len(name) == size))
    for size in (3, 4)
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
    return (
        plain if not _leads_on(body, at + 10 + synchsafe) and _leads_on(body, at + 10 + plain) else synchsafe
    )


def _leads_on(body: bytes, at: int) -> bool:
    following = body[at : at + 4]
    return at == len(body) or (
        at < len(body) and (not following.strip(b"\0") or bool(_IDENTIFIER[4].fullmatch(following)))
    )


def _plain(content: bytes, flags: int, version: int, stuffed: bool, facts: Facts) -> bytes | None:
    """The content of a frame without grouping, compression and unsynchronisation; None when it is encrypted."""
    if version == 3:
        packed, encrypted, grouped, stuffed, told = (
            flags & 0x80,
            flags & 0x40,
            flags & 0x20,
            False,
            flags & 0x80,
        )
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
