"""Sound: MP3, FLAC, Ogg, M4A, WAV, AIFF, WMA, AAC, Monkey's Audio and its kin, MIDI. Tags, length, cover, lyrics.

mutagen reads the tags of all but WAV and AIFF, whose texts it does not know; PyAV reads those, and containers.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

from extractors.base import signatures
from extractors.base.sentences import Message
from extractors.base.signatures import chunks
from extractors.base.types import Document, Source, Unreadable
from extractors.media import ffmpeg, media, tags
from extractors.media.media import Facts, Stream

_NO_SOUND = Message("audio-data-damaged-holds")
_ONLY_TAGS = Message("audio-data-damaged")
_SEARCH = 1 << 20
_SLOWEST, _FASTEST = 6_000, 500_000  # bits a second of MPEG sound


def extract(source: Source) -> Document:
    document = source.document()
    facts = Facts()
    reader = _READERS.get(source.format) or _other(source.data)
    try:
        reader(source.data, facts)
    except (ValueError, IndexError, ArithmeticError) as error:
        if not facts.tags:
            raise Unreadable(tags.TOO_LARGE if tags.TOO_LARGE in facts.warnings else _NO_SOUND) from error
        facts.warn(_ONLY_TAGS)
    if not facts.tags and not facts.streams and not facts.duration:
        raise Unreadable(tags.TOO_LARGE if tags.TOO_LARGE in facts.warnings else _NO_SOUND)
    media.fill(document, facts, source)
    return document


def _mp3(data: bytes, facts: Facts) -> None:
    begin = 0
    while (
        following := tags.read_id3(data, facts, begin)
    ) > begin:  # some programs put a tag before the old one
        begin = following
    tags.read_ape(data[begin : begin + (1 << 20)], facts)
    end = max(tags.read_end(data, facts), begin)
    _frames(data, begin, end, facts)
    facts.media_type = "audio/mpeg"


def _frames(data: bytes, begin: int, end: int, facts: Facts) -> None:
    """Length and quality of MPEG sound, by the index of its first frame or its rate."""
    from mutagen import MutagenError
    from mutagen.mp3 import MPEGInfo

    if end - begin < 4:
        facts.warn(_ONLY_TAGS)
        return
    file = io.BytesIO(data[begin:end])
    try:
        info = MPEGInfo(file, 0)
    except (MutagenError, ValueError, ArithmeticError) as error:
        if not facts.tags:
            raise ValueError(str(error)) from error
        facts.warn(_ONLY_TAGS)
        return
    facts.duration, facts.bitrate = float(info.length), int(info.bitrate)
    if not _SLOWEST * info.length <= (end - begin) * 8 <= _FASTEST * info.length:
        facts.duration = (
            _counted(data, begin, end) or facts.duration
        )  # the index is wrong, or what was taken for it
        facts.bitrate = int((end - begin) * 8 / facts.duration) if facts.duration else 0
    facts.streams.append(
        Stream("audio", f"mp{info.layer}", sample_rate=int(info.sample_rate), channels=int(info.channels))
    )


def _counted(data: bytes, begin: int, end: int) -> float:
    """The seconds of all frames, reckoned from those of the first mebibyte."""
    at, count, read, rate, samples = begin, 0, 0, 0, 0
    while at < min(end, begin + _SEARCH):
        size = signatures.frame_length(data[at : at + 4])
        if size and (at + size >= end or signatures.frame_length(data[at + size : at + size + 4])):
            first, layer = data[at + 1] & 0x18 == 0x18, 4 - (data[at + 1] >> 1 & 3)
            rate = (44100, 48000, 32000)[data[at + 2] >> 2 & 3] // (
                1 if first else 2 if data[at + 1] & 0x10 else 4
            )
            samples = 384 if layer == 1 else 1152 if first or layer == 2 else 576
            count, read, at = count + 1, read + size, at + size
        else:
            at = data.find(b"\xff", at + 1, end)
            if at < 0:
                break
    return (
        count * samples / rate * max(1.0, (end - begin) / (at - begin) if at > begin else 1.0)
        if rate
        else 0.0
    )


def _aac(data: bytes, facts: Facts) -> None:
    """ADTS frames between tags of the kinds of MP3."""
    from mutagen.aac import AACInfo

    begin = tags.read_id3(data, facts)
    end = tags.read_end(data, facts)
    try:
        info = AACInfo(io.BytesIO(data[begin:end]))
    except tags.FAILURES as error:
        raise ValueError("no ADTS frame") from error
    facts.streams.append(Stream("audio", "aac", sample_rate=info.sample_rate, channels=info.channels))
    facts.duration, facts.bitrate = float(info.length), int(info.bitrate)
    facts.media_type = "audio/aac"


def _flac(data: bytes, facts: Facts) -> None:
    start = data.find(b"fLaC", tags.read_id3(data, facts))
    if start < 0:
        raise ValueError("no FLAC stream")
    tags.read_flac(data, start + 4, facts)
    if facts.duration:
        facts.bitrate = int((len(data) - start) * 8 / facts.duration)


def _ogg(data: bytes, facts: Facts) -> None:
    """Tags and sound by mutagen; films, and what mutagen finds damaged, by FFmpeg."""
    start = max(0, data.find(b"OggS"))
    tags.read_ogg(data, facts)
    info = None if _THEORA in data[start : start + 4096] else tags.ogg_info(data[start:], facts)
    if info is None and not ffmpeg.read(data[start:], facts) and not facts.tags:
        raise ValueError("no Ogg stream")


def _container(data: bytes, facts: Facts) -> None:
    """M4A, WMA, WAV and AIFF: tags by mutagen where it knows them, the rest by FFmpeg."""
    info = None
    if data.startswith(_ASF):
        info = tags.read_asf(data, facts)
    elif data[:4] in (b"RIFF", b"FORM"):
        for name, begin, end in chunks(data, 12, len(data), "big" if data[:4] == b"FORM" else "little"):
            if name in (b"id3 ", b"ID3 "):
                tags.read_id3(data[begin:end], facts)
    else:
        info = tags.read_mp4(data, facts)
    if ffmpeg.read(data, facts):
        return
    if info is not None:
        facts.duration = float(info.length)
        facts.streams.append(Stream("audio", sample_rate=info.sample_rate, channels=info.channels))
        facts.media_type = "audio/x-ms-wma" if data.startswith(_ASF) else "audio/mp4"
    elif not facts.tags:
        raise ValueError("no container that FFmpeg knows")


def _ape(data: bytes, facts: Facts) -> None:
    """Kinds of sound whose tags are APE or ID3v1; their length is read by mutagen."""
    from mutagen import MutagenError
    from mutagen.monkeysaudio import MonkeysAudioInfo
    from mutagen.musepack import MusepackInfo
    from mutagen.optimfrog import OptimFROGInfo
    from mutagen.tak import TAKInfo
    from mutagen.trueaudio import TrueAudioInfo
    from mutagen.wavpack import WavPackInfo

    tags.read_id3(data, facts)
    tags.read_end(data, facts)
    kinds: tuple[tuple[bytes, Callable[..., Any], str], ...] = (
        (b"MAC ", MonkeysAudioInfo, "ape"),
        (b"MPCK", MusepackInfo, "x-musepack"),
        (b"MP+", MusepackInfo, "x-musepack"),
        (b"wvpk", WavPackInfo, "x-wavpack"),
        (b"tBaK", TAKInfo, "x-tak"),
        (b"OFR ", OptimFROGInfo, "x-ofr"),
        (b"TTA1", TrueAudioInfo, "x-tta"),
    )
    start = tags.read_id3(data, Facts())
    for mark, reader, name in kinds:
        if data[start : start + 4].startswith(mark):
            facts.media_type = "audio/" + name
            stream = Stream("audio", name.removeprefix("x-"))
            facts.streams.append(stream)
            sound = io.BytesIO(data[start:])
            try:
                info = reader(sound, 0) if mark == b"TTA1" else reader(sound)
            except (MutagenError, ValueError, ArithmeticError):
                facts.warn(_ONLY_TAGS)
                return
            facts.duration = float(info.length)
            facts.bitrate = int(len(data) * 8 / info.length) if info.length > 0 else 0
            stream.sample_rate, stream.channels = (
                int(getattr(info, name, 0)) for name in ("sample_rate", "channels")
            )


def _amr(data: bytes, facts: Facts) -> None:
    """Frames of 20 ms whose size their first byte tells. Source: RFC 4867."""
    wide = data.startswith(b"#!AMR-WB\n")
    sizes = (18, 24, 33, 37, 41, 47, 51, 59, 61, 6) if wide else (13, 14, 16, 18, 20, 21, 27, 32, 6)
    at, count = (9 if wide else 6), 0
    while at < len(data) and count < 500_000:
        kind = data[at] >> 3 & 15
        at += sizes[kind] if kind < len(sizes) else 1
        count += 1
    facts.streams.append(
        Stream("audio", "amr-wb" if wide else "amr", sample_rate=16000 if wide else 8000, channels=1)
    )
    facts.duration = count * 0.02
    facts.media_type = "audio/amr-wb" if wide else "audio/amr"


def _other(data: bytes) -> Callable[[bytes, Facts], None]:
    if data.startswith((b"FORM", _ASF)):
        return _container
    if data.startswith((b"MThd", b"RIFF")):
        return _midi
    if data.startswith(b"#!AMR"):
        return _amr
    start = tags.read_id3(data, Facts())
    if signatures.adts_frame(data, start):
        return _aac
    if data[start : start + 4] == b"fLaC":
        return _flac
    return _mp3 if signatures.frame_length(data[start : start + 4]) else _ape


_THEORA = b"\x80theora"
_ASF = b"\x30\x26\xb2\x75\x8e\x66\xcf\x11"
_READERS: dict[str, Callable[[bytes, Facts], None]] = {
    "mp3": _mp3,
    "flac": _flac,
    "ogg": _ogg,
    "m4a": _container,
    "wav": _container,
}


# MIDI files: the names of the piece and its tracks, words sung, how long it lasts. Source: "Standard MIDI
# Files 1.0" (MIDI Manufacturers Association).

_MOST_EVENTS = 300_000
_MIDI_TEXTS = {1: "comment", 2: "copyright", 3: "title"}


def _midi(data: bytes, facts: Facts) -> None:
    """Note what a MIDI file says; raises ValueError when it is none."""
    if data[8:12] == b"RMID" and (at := data.find(b"MThd")) > 0:
        data = data[at:]
    if not data.startswith(b"MThd") or len(data) < 14:
        raise ValueError("no MIDI header")
    division = int.from_bytes(data[12:14], "big")
    tempos = [(0, 500_000)]
    longest = events = 0
    words: list[tuple[int, bytes]] = []
    for number, (name, begin, end) in enumerate(chunks(data, 0, len(data), "big")):
        if name == b"MTrk" and events < _MOST_EVENTS:
            ticks, seen = _track(data, begin, end, number == 1, tempos, words, facts)
            longest, events = max(longest, ticks), events + seen
    facts.media_type = "audio/midi"
    facts.extra["tracks"] = str(int.from_bytes(data[10:12], "big"))
    if division and not division & 0x8000:
        facts.duration = _seconds(longest, tempos, division)
    sung = (
        b"".join(text for _, text in words).replace(b"\\", b"\n").replace(b"/", b"\n").replace(b"\r", b"\n")
    )
    if sung.strip():
        facts.lyrics.append(sung[: 1 << 20])


def _track(
    data: bytes,
    at: int,
    end: int,
    first: bool,
    tempos: list[tuple[int, int]],
    words: list[tuple[int, bytes]],
    facts: Facts,
) -> tuple[int, int]:
    """Ticks of a track and its number of events."""
    ticks = count = status = 0
    while at < end and count < _MOST_EVENTS:
        count += 1
        wait, at = _variable(data, at, end)
        ticks += wait
        if at >= end:
            break
        if data[at] & 0x80:
            status = data[at]
            at += 1
        if status in (0xF0, 0xF7, 0xFF):
            kind = data[at] if status == 0xFF and at < end else -1
            size, at = _variable(data, at + (status == 0xFF), end)
            content = data[at : min(at + size, end)]
            at += size
            if kind == 0x51 and len(content) == 3:
                tempos.append((ticks, int.from_bytes(content, "big")))
            elif kind == 5:
                words.append((ticks, content))
            elif kind in _MIDI_TEXTS and (kind != 3 or first):
                facts.add(_MIDI_TEXTS[kind], content[:2000], "MIDI")
            elif kind == 0x2F:
                break
        else:
            at += 1 if 0xC0 <= status < 0xE0 else 2
    return ticks, count


def _variable(data: bytes, at: int, end: int) -> tuple[int, int]:
    """A number of seven bits a byte, and where it ends."""
    value = 0
    for _ in range(4):
        if at >= end:
            break
        byte = data[at]
        at += 1
        value = value << 7 | byte & 0x7F
        if not byte & 0x80:
            break
    return value, at


def _seconds(ticks: int, tempos: list[tuple[int, int]], division: int) -> float:
    total, before, tempo = 0.0, 0, 500_000
    for at, following in sorted(tempos, key=lambda change: change[0]):
        total += (min(at, ticks) - before) * tempo
        before, tempo = min(at, ticks), following
    return (total + (ticks - before) * tempo) / division / 1e6
