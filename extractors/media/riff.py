"""RIFF (WAV, AVI) and AIFF: chunks with what the sound or film is and what is said of it.

Sources: Microsoft "Multimedia Programming Interface and Data Specifications 1.0", "AVI RIFF File Reference", EBU Tech
3285 (BWF), Apple "Audio Interchange File Format 1.3".
"""

from __future__ import annotations

from collections.abc import Iterator

from extractors.media import id3
from extractors.media.media import MOST_TEXT, Facts, Stream

_INFO = {
    b"INAM": "title",
    b"TITL": "title",
    b"IART": "artist",
    b"IPRD": "album",
    b"IALB": "album",
    b"ICMT": "comment",
    b"CMNT": "comment",
    b"ICRD": "date",
    b"IGNR": "genre",
    b"ITRK": "track",
    b"IPRT": "track",
    b"TRCK": "track",
    b"ICOP": "copyright",
    b"IMUS": "composer",
    b"IWRI": "lyricist",
    b"ISBJ": "description",
    b"IKEY": "keywords",
    b"ISFT": "encoder",
    b"ILNG": "language",
    b"IPUB": "publisher",
}
_AIFF = {b"NAME": "title", b"AUTH": "artist", b"ANNO": "comment", b"(c) ": "copyright"}
_CODECS = {
    1: "pcm",
    2: "adpcm",
    3: "pcm-float",
    6: "pcm-alaw",
    7: "pcm-mulaw",
    0x11: "adpcm",
    0x55: "mp3",
    0xFF: "aac",
}
_MOST_CHUNKS = 5000


def chunks(data: bytes, at: int, end: int, order: str = "little") -> Iterator[tuple[bytes, int, int]]:
    """Name, beginning and end of the content of each chunk; one that says more than there is, is cut."""
    for _ in range(_MOST_CHUNKS):
        if at + 8 > end:
            return
        size = int.from_bytes(data[at + 4 : at + 8], "big" if order == "big" else "little")
        yield data[at : at + 4], at + 8, min(at + 8 + size, end)
        at += 8 + size + (size & 1)


def read(data: bytes, facts: Facts) -> None:
    """Note what a WAV or AVI file says."""
    at = 0
    while (
        data[at : at + 4] in (b"RIFF", b"RIFX", b"RF64") and len(data) - at > 12
    ):  # large films have several
        following = at + 8 + (int.from_bytes(data[at + 4 : at + 8], "little") + 1) // 2 * 2
        if data[following : following + 4] != b"RIFF":
            following = len(data)  # tags that were added without a word in the head
        _list(data, at + 12, following, facts, 0)
        at = following
    video = facts.first("video")
    if facts.duration > 0 and (video or not facts.bitrate):
        facts.bitrate = int(len(data) * 8 / facts.duration)
    facts.media_type = "audio/wav" if data[8:12] == b"WAVE" else "video/x-msvideo"


def _list(data: bytes, at: int, end: int, facts: Facts, depth: int) -> None:
    rate = 0
    kind = b""
    for name, begin, stop in chunks(data, at, end):
        if name == b"LIST":
            if data[begin : begin + 4] != b"movi" and depth < 4:
                _list(data, begin + 4, stop, facts, depth + 1)
        elif name in _INFO:
            facts.add(_INFO[name], data[begin : min(stop, begin + MOST_TEXT)].partition(b"\0")[0], "RIFF")
        elif name in (b"id3 ", b"ID3 "):
            id3.read(data[begin:stop], facts)
        elif name == b"fmt ":
            rate = _sound(data[begin:stop], facts)
        elif name == b"data" and rate:
            facts.duration = (stop - begin) / rate
            facts.bitrate = rate * 8
        elif name == b"bext" and stop - begin >= 348:
            facts.add("description", data[begin : begin + 256].partition(b"\0")[0], "BWF")
            facts.add("artist", data[begin + 256 : begin + 288].partition(b"\0")[0], "BWF")
            facts.add("date", data[begin + 320 : begin + 330].partition(b"\0")[0], "BWF")
        elif name == b"avih" and stop - begin >= 40:
            each, frames = (int.from_bytes(data[begin + k : begin + k + 4], "little") for k in (0, 16))
            facts.duration = facts.duration or each * frames / 1e6
        elif name == b"strh" and stop - begin >= 36:
            kind = _header(data[begin:stop], facts)
        elif name == b"strf":
            if kind == b"auds":
                _sound(data[begin:stop], facts)
            elif kind == b"vids" and (video := facts.first("video")) and stop - begin >= 20:
                video.width = int.from_bytes(data[begin + 4 : begin + 8], "little", signed=True)
                video.height = abs(int.from_bytes(data[begin + 8 : begin + 12], "little", signed=True))
                video.codec = (
                    video.codec or data[begin + 16 : begin + 20].decode("latin-1").strip("\0 ").lower()
                )


def _header(content: bytes, facts: Facts) -> bytes:
    kind = content[:4]
    scale, rate, _, length = (int.from_bytes(content[k : k + 4], "little") for k in (20, 24, 28, 32))
    if kind == b"vids":
        codec = content[4:8].decode("latin-1").strip("\0 ").lower()
        facts.streams.append(
            Stream("video", codec if codec.isalnum() else "", frame_rate=rate / scale if scale else 0)
        )
        if scale and rate:
            facts.duration = max(facts.duration, length * scale / rate)
    return kind


def _sound(content: bytes, facts: Facts) -> int:
    """The bytes a second of what a "fmt " chunk tells."""
    if len(content) < 14:
        return 0
    kind = int.from_bytes(content[:2], "little")
    if kind == 0xFFFE and len(content) >= 26:
        kind = int.from_bytes(content[24:26], "little")
    stream = Stream("audio", _CODECS.get(kind, ""), channels=int.from_bytes(content[2:4], "little"))
    stream.sample_rate = int.from_bytes(content[4:8], "little")
    facts.streams.append(stream)
    return int.from_bytes(content[8:12], "little")


def read_aiff(data: bytes, facts: Facts) -> None:
    """Note what an AIFF or AIFF-C file says."""
    for name, begin, end in chunks(data, 12, len(data), "big"):
        content = data[begin : min(end, begin + MOST_TEXT)]
        if name in _AIFF:
            facts.add(_AIFF[name], content.rstrip(b"\0"), "AIFF")
        elif name in (b"ID3 ", b"id3 "):
            id3.read(data[begin:end], facts)
        elif name == b"COMT" and len(content) > 10:
            facts.add("comment", content[10 : 10 + int.from_bytes(content[8:10], "big")], "AIFF")
        elif name == b"COMM" and len(content) >= 18:
            rate = _extended(content[8:18])
            codec = "pcm" if data[8:12] == b"AIFF" or content[18:22] in (b"NONE", b"sowt") else "compressed"
            facts.streams.append(
                Stream("audio", codec, sample_rate=int(rate), channels=int.from_bytes(content[:2], "big"))
            )
            if rate >= 1:
                facts.duration = int.from_bytes(content[2:6], "big") / rate
                facts.bitrate = int(len(data) * 8 / facts.duration) if facts.duration else 0
    facts.media_type = "audio/aiff"


def _extended(data: bytes) -> float:
    """The 80 bit number in which AIFF keeps its rate."""
    exponent = int.from_bytes(data[:2], "big") & 0x7FFF
    mantissa = int.from_bytes(data[2:10], "big")
    return mantissa * 2.0 ** (exponent - 16446) if 16383 <= exponent < 16446 else 0.0
