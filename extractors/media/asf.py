"""WMA and WMV: the header of an ASF file. Source: "Advanced Systems Format (ASF) Specification", revision 01.20.03."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from extractors.media.media import MOST_TEXT, Facts, Stream


def _guid(text: str) -> bytes:
    a, b, c, d, e = (bytes.fromhex(part) for part in text.split("-"))
    return a[::-1] + b[::-1] + c[::-1] + d + e


HEADER = _guid("75B22630-668E-11CF-A6D9-00AA0062CE6C")
_FILE = _guid("8CABDCA1-A947-11CF-8EE4-00C00C205365")
_STREAM = _guid("B7DC0791-A9B7-11CF-8EE6-00C00C205365")
_CONTENT = _guid("75B22633-668E-11CF-A6D9-00AA0062CE6C")
_EXTENDED = _guid("D2D0A440-E307-11D2-97F0-00A0C95EA850")
_EXTENSION = _guid("5FBF03B5-A92E-11CF-8EE3-00C00C205365")
_LIBRARY = _guid("44231C94-9498-49D1-A141-1D134E457054")
_METADATA = _guid("C5F8CBEA-5BAF-4877-8467-AA8C44FA4CCA")
_AUDIO = _guid("F8699E40-5B4D-11CF-A8FD-00805F5C442B")
_VIDEO = _guid("BC19EFC0-5B4D-11CF-A8FD-00805F5C442B")
_EPOCH = datetime(1601, 1, 1, tzinfo=UTC)
_NAMES = {
    "Title": "title",
    "WM/SubTitle": "subtitle",
    "Author": "artist",
    "WM/AlbumArtist": "album-artist",
    "WM/AlbumTitle": "album",
    "WM/Composer": "composer",
    "WM/Writer": "lyricist",
    "WM/TrackNumber": "track",
    "WM/PartOfSet": "disc",
    "WM/Genre": "genre",
    "WM/Year": "date",
    "WM/Language": "language",
    "WM/Publisher": "publisher",
    "WM/EncodedBy": "encoder",
    "WM/ISRC": "isrc",
    "Copyright": "copyright",
    "Description": "comment",
}
_CODECS = {0x160: "wma1", 0x161: "wma2", 0x162: "wma-pro", 0x163: "wma-lossless", 0x55: "mp3"}
_MOST = 2000


def read(data: bytes, facts: Facts) -> None:
    """Note what the header says; raises ValueError when there is none."""
    if not data.startswith(HEADER):
        raise ValueError("no ASF header")
    _objects(data, 30, min(len(data), int.from_bytes(data[16:24], "little")), facts, 0)
    kind = "video" if facts.first("video") else "audio"
    facts.media_type = f"{kind}/x-ms-{'wmv' if kind == 'video' else 'wma'}"
    if facts.duration > 0:
        facts.bitrate = int(len(data) * 8 / facts.duration)


def _objects(data: bytes, at: int, end: int, facts: Facts, depth: int) -> None:
    for _ in range(_MOST):
        size = int.from_bytes(data[at + 16 : at + 24], "little")
        if at + 24 > end or size < 24:
            return
        name, content = data[at : at + 16], data[at + 24 : min(at + size, end)]
        at += size
        if name == _FILE and len(content) >= 64:
            lasting, early = (
                int.from_bytes(content[40:48], "little"),
                int.from_bytes(content[56:64], "little"),
            )
            facts.duration = max(0.0, lasting / 1e7 - early / 1e3)
            created = int.from_bytes(content[24:32], "little") // 10_000_000
            if 0 < created < 1 << 34:
                facts.extra["created"] = (_EPOCH + timedelta(seconds=created)).strftime("%Y-%m-%dT%H:%M:%SZ")
        elif name == _STREAM:
            _stream(content, facts)
        elif name == _CONTENT:
            sizes = [int.from_bytes(content[k : k + 2], "little") for k in range(0, 10, 2)]
            place = 10
            for size, what in zip(sizes, ("title", "artist", "copyright", "comment", ""), strict=True):
                if what:
                    facts.add(what, _text(content[place : place + size]), "ASF")
                place += size
        elif name == _EXTENDED:
            for key, value in _extended(content):
                _note(key, value, facts)
        elif name in (_METADATA, _LIBRARY):
            for key, value in _library(content):
                _note(key, value, facts)
        elif name == _EXTENSION and depth < 2:
            _objects(content, 22, len(content), facts, depth + 1)


def _text(data: bytes) -> str:
    return data[: len(data) // 2 * 2][:MOST_TEXT].decode("utf-16-le", "replace").partition("\0")[0]


def _value(kind: int, data: bytes) -> str | bytes:
    if kind == 0:
        return _text(data)
    return data if kind == 1 else str(int.from_bytes(data[:8], "little"))


def _extended(content: bytes) -> Iterator[tuple[str, str | bytes]]:
    at = 2
    for _ in range(min(_MOST, int.from_bytes(content[:2], "little"))):
        size = int.from_bytes(content[at : at + 2], "little")
        key = _text(content[at + 2 : at + 2 + size])
        at += 2 + size
        kind, size = (int.from_bytes(content[k : k + 2], "little") for k in (at, at + 2))
        yield key, _value(kind, content[at + 4 : at + 4 + size])
        at += 4 + size


def _library(content: bytes) -> Iterator[tuple[str, str | bytes]]:
    at = 2
    for _ in range(min(_MOST, int.from_bytes(content[:2], "little"))):
        named, kind = (int.from_bytes(content[k : k + 2], "little") for k in (at + 4, at + 6))
        size = int.from_bytes(content[at + 8 : at + 12], "little")
        at += 12
        yield _text(content[at : at + named]), _value(kind, content[at + named : at + named + size])
        at += named + size


def _note(key: str, value: str | bytes, facts: Facts) -> None:
    if key == "WM/Picture" and isinstance(value, bytes):
        size = int.from_bytes(value[1:5], "little")
        facts.covers.append((value[-size:] if 0 < size < len(value) else b"", _caption(value[5:])))
    elif key == "WM/Lyrics" and isinstance(value, str):
        facts.lyrics.append(value)
    elif key in _NAMES and isinstance(value, str):
        facts.add(_NAMES[key], value, "ASF")


def _caption(data: bytes) -> str:
    """Media type and caption stand before the picture, each ended by NUL."""
    media_type = _text(data[:200])
    return _text(data[2 * len(media_type) + 2 :][:1000])


def _stream(content: bytes, facts: Facts) -> None:
    about = content[54:]
    if content[:16] == _AUDIO and len(about) >= 8:
        kind, channels = int.from_bytes(about[:2], "little"), int.from_bytes(about[2:4], "little")
        rate = int.from_bytes(about[4:8], "little")
        facts.streams.append(Stream("audio", _CODECS.get(kind, ""), sample_rate=rate, channels=channels))
    elif content[:16] == _VIDEO and len(about) >= 8:
        width, height = int.from_bytes(about[:4], "little"), int.from_bytes(about[4:8], "little")
        codec = about[27:31].decode("latin-1").strip("\0 ").lower()
        facts.streams.append(Stream("video", codec if codec.isalnum() else "", width, height))
