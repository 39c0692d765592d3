"""FLAC files and Ogg (Vorbis, Opus, Speex, FLAC, Theora): what their headers say, and their comments.

Sources: xiph.org/flac/format.html, RFC 3533 (Ogg), RFC 7845 (Opus), "Ogg Vorbis I format specification: comment field".
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator

from extractors.media import id3
from extractors.media.media import MOST_TEXT, Facts, Stream

_KEYS = {
    "TITLE": "title",
    "SUBTITLE": "subtitle",
    "ARTIST": "artist",
    "PERFORMER": "artist",
    "ALBUMARTIST": "album-artist",
    "ALBUM ARTIST": "album-artist",
    "ALBUM": "album",
    "COMPOSER": "composer",
    "LYRICIST": "lyricist",
    "TRACKNUMBER": "track",
    "TRACK": "track",
    "DISCNUMBER": "disc",
    "GENRE": "genre",
    "DATE": "date",
    "YEAR": "date",
    "DESCRIPTION": "description",
    "COMMENT": "comment",
    "COMMENTS": "comment",
    "COPYRIGHT": "copyright",
    "PUBLISHER": "publisher",
    "ORGANIZATION": "publisher",
    "LANGUAGE": "language",
    "ISRC": "isrc",
    "BPM": "bpm",
    "ENCODER": "encoder",
    "LOCATION": "location",
}
_LYRICS = frozenset(("LYRICS", "UNSYNCEDLYRICS", "UNSYNCED LYRICS", "SYNCEDLYRICS"))
_CHAPTER = re.compile(r"CHAPTER(\d{3})(NAME)?")
_MOST_COMMENTS = 2000
_MOST_HEADERS = 32 << 20
_ORIGIN = "Vorbis comment"


def read_flac(data: bytes, facts: Facts) -> None:
    """Note what a FLAC file says; raises ValueError when it is none."""
    start = data.find(b"fLaC", id3.read(data, facts))
    if start < 0:
        raise ValueError("no FLAC stream")
    _blocks(data, start + 4, facts)
    if facts.duration:
        facts.bitrate = int((len(data) - start) * 8 / facts.duration)


def _blocks(data: bytes, at: int, facts: Facts) -> None:
    """Metadata blocks: kind (the top bit marks the last), size in three bytes, content."""
    for _ in range(1000):
        if at + 4 > len(data):
            return
        kind, size = data[at], int.from_bytes(data[at + 1 : at + 4], "big")
        _block(kind & 0x7F, data[at + 4 : at + 4 + size], facts)
        if kind & 0x80 or kind & 0x7F == 0x7F:
            return
        at += 4 + size


def _block(kind: int, content: bytes, facts: Facts) -> None:
    if kind == 0 and len(content) >= 18:
        bits = int.from_bytes(content[10:18], "big")
        rate, samples = bits >> 44, bits & (1 << 36) - 1
        facts.streams.append(Stream("audio", "flac", sample_rate=rate, channels=(bits >> 41 & 7) + 1))
        if rate:
            facts.duration = samples / rate
    elif kind == 4:
        comments(content, facts)
    elif kind == 6:
        picture(content, facts)


def comments(data: bytes, facts: Facts) -> None:
    """Vendor, number of comments, then KEY=value, each after its size (little-endian)."""
    at = 4 + int.from_bytes(data[:4], "little")
    number = int.from_bytes(data[at : at + 4], "little")
    at += 4
    times: dict[str, float] = {}
    names: dict[str, str | bytes] = {}
    for _ in range(min(number, _MOST_COMMENTS)):
        size = int.from_bytes(data[at : at + 4], "little")
        comment = data[at + 4 : at + 4 + size]
        if len(comment) < size:
            facts.warn("The tags are cut off or damaged; what could be read of them is shown.")
        at += 4 + size
        name, _, value = comment.partition(b"=")
        key = name.decode("latin-1").upper().strip()
        if key == "METADATA_BLOCK_PICTURE":
            picture(_unpacked(value), facts)
        elif key == "COVERART":
            facts.covers.append((_unpacked(value), ""))
        elif key in _LYRICS:
            facts.lyrics.append(value[:MOST_TEXT])
        elif chapter := _CHAPTER.fullmatch(key):
            if chapter[2]:
                names[chapter[1]] = value[:1000]
            else:
                times[chapter[1]] = clock(value.decode("latin-1"))
        elif key in _KEYS:
            facts.add(_KEYS[key], value, _ORIGIN)
        if at >= len(data):
            break
    facts.chapters += [
        (at, names.get(number, "")) for number, at in sorted(times.items(), key=lambda pair: pair[1])
    ]


def clock(text: str) -> float:
    """Seconds of "hh:mm:ss.mmm"; 0 when it is none."""
    found = re.fullmatch(r"(\d{1,4}):(\d{1,2}):(\d{1,2})(?:[.,](\d{1,9}))?", text.strip())
    if not found:
        return 0.0
    return int(found[1]) * 3600 + int(found[2]) * 60 + int(found[3]) + float("0." + (found[4] or "0"))


def picture(data: bytes, facts: Facts) -> None:
    """Kind, media type, caption, width, height, depth, colours, then the picture with its size (big-endian)."""
    at = 8 + int.from_bytes(data[4:8], "big")
    size = int.from_bytes(data[at : at + 4], "big")
    caption = data[at + 4 : at + 4 + size]
    at += 4 + size + 16
    image = data[at + 4 : at + 4 + int.from_bytes(data[at : at + 4], "big")]
    if image:
        facts.covers.append((image, caption[:1000]))


def _unpacked(value: bytes) -> bytes:
    try:
        return base64.b64decode(value + b"=" * (-len(value) % 4))
    except (binascii.Error, ValueError):
        return b""


def read_ogg(data: bytes, facts: Facts) -> None:
    """Note what an Ogg file says; raises ValueError when it holds no page."""
    if (start := data.find(b"OggS")) < 0:
        raise ValueError("no Ogg page")
    rates: dict[int, tuple[float, int]] = {}
    flac: set[int] = set()
    for serial, number, packet in _packets(data, start):
        if number == 0:
            rates[serial] = _identify(packet, facts)
            if packet.startswith(b"\x7fFLAC"):
                flac.add(serial)
                _blocks(packet, 13, facts)
        elif serial in flac:
            if packet[:1] != b"\xff":
                _block(packet[0] & 0x7F if packet else 127, packet[4:], facts)
        elif number == 1:
            for mark in (b"\x03vorbis", b"OpusTags", b"\x81theora", b"\x84vp8 "):
                if packet.startswith(mark):
                    comments(packet[len(mark) :], facts)
                    break
            else:
                if rates.get(serial, (0, 0))[0] and not packet.startswith(b"\0"):
                    comments(packet, facts)  # Speex
    _durations(data, rates, facts)
    if not rates:
        raise ValueError("no Ogg stream")


def _identify(packet: bytes, facts: Facts) -> tuple[float, int]:
    """Ticks of the granule position a second, and by how much they are late; notes the track. A negative lateness is
    the shift of Theora, where the upper bits count up to a key frame and the lower ones the frames since."""
    if packet.startswith(b"\x01vorbis"):
        rate = int.from_bytes(packet[12:16], "little")
        facts.streams.append(
            Stream("audio", "vorbis", sample_rate=rate, channels=packet[11] if len(packet) > 11 else 0)
        )
        return rate, 0
    if packet.startswith(b"OpusHead") and len(packet) >= 12:
        facts.streams.append(Stream("audio", "opus", sample_rate=48000, channels=packet[9]))
        return 48000, int.from_bytes(packet[10:12], "little")
    if packet.startswith(b"Speex   "):
        rate = int.from_bytes(packet[36:40], "little")
        facts.streams.append(
            Stream("audio", "speex", sample_rate=rate, channels=int.from_bytes(packet[48:52], "little"))
        )
        return rate, 0
    if packet.startswith(b"\x7fFLAC"):
        return int.from_bytes(packet[27:30], "big") >> 4, 0
    if packet.startswith(b"\x80theora") and len(packet) >= 42:
        width, height = int.from_bytes(packet[14:17], "big"), int.from_bytes(packet[17:20], "big")
        over, under = int.from_bytes(packet[22:26], "big"), int.from_bytes(packet[26:30], "big")
        rate_of_frames = over / under if under else 0.0
        facts.streams.append(Stream("video", "theora", width, height, rate_of_frames))
        facts.media_type = "video/ogg"
        return rate_of_frames, -((packet[40] & 3) << 3 | packet[41] >> 5)
    return 0, 0


def _packets(data: bytes, at: int) -> Iterator[tuple[int, int, bytes]]:
    """The header packets of every stream: serial number, how many came before, content."""
    open_: dict[int, bytearray] = {}
    numbers: dict[int, int] = {}
    while data[at : at + 4] == b"OggS" and at < _MOST_HEADERS:
        serial = int.from_bytes(data[at + 14 : at + 18], "little")
        table = data[at + 27 : at + 27 + data[at + 26]] if at + 27 <= len(data) else b""
        body = at + 27 + len(table)
        for size in table:
            packet = open_.setdefault(serial, bytearray())
            packet += data[body : body + size]
            body += size
            if size < 255:
                number = numbers.setdefault(serial, 0)
                numbers[serial] = number + 1
                del open_[serial]
                yield serial, number, bytes(packet)
        position = int.from_bytes(data[at + 6 : at + 14], "little", signed=True)
        if position > 0 and all(number >= 2 for number in numbers.values()):
            return  # sound has begun in all of them
        at = body
    for serial, packet in open_.items():  # the file was cut off within a header
        if packet:
            yield serial, numbers.get(serial, 0), bytes(packet)


def _durations(data: bytes, rates: dict[int, tuple[float, int]], facts: Facts) -> None:
    """The last page of a stream says how many samples there were."""
    at, waiting = len(data), {serial for serial, (rate, _) in rates.items() if rate}
    for _ in range(200):
        at = data.rfind(b"OggS", 0, at)
        if at < 0 or not waiting:
            break
        serial = int.from_bytes(data[at + 14 : at + 18], "little")
        position = int.from_bytes(data[at + 6 : at + 14], "little", signed=True)
        if serial in waiting and position > 0:
            rate, late = rates[serial]
            if late < 0:
                position, late = (position >> -late) + (position & (1 << -late) - 1), 0
            facts.duration = max(facts.duration, (position - late) / rate)
            waiting.discard(serial)
    if facts.duration > 0:
        facts.bitrate = int(len(data) * 8 / facts.duration)
