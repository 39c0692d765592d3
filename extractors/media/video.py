"""Film: MP4, QuickTime, Matroska, WebM, AVI, WMV, FLV, MPEG: what it is and says of itself, subtitles, key frames if
asked for. PyAV reads the containers.
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass, field
from typing import Any

from av.error import FFmpegError

from extractors.base import spacing
from extractors.base.sentences import Message
from extractors.base.types import Document, Line, Part, Source, Unreadable
from extractors.media import ffmpeg, media, tags
from extractors.media.media import Facts
from extractors.plain import subtitles

# What is said in a film, as far as it is written in tracks of its own: subtitles that are text.

_BREAK = re.compile(r"\\[Nn]|\r\n?")
_FIELDS = 8  # commas before the words of an ASS event
_MOST_TEXT = 4 << 20
_SECONDS = 10.0  # of this thread
_CUT = Message("film-very-many")
_DAMAGED = Message("film-damaged-cut-off")


@dataclass(slots=True)
class Track:
    """The lines of one track; its language as the film names it ("eng"), or ""."""

    language: str = ""
    lines: list[Line] = field(default_factory=list)


def add(document: Document, data: bytes) -> None:
    """Put the subtitles of a film behind its text: with their times into the parts, without them into the text."""
    tracks, warning = find(data)
    parts: list[Part] = []
    words: list[str] = []
    for track in tracks:
        if len(tracks) > 1 and track.language:
            parts.append(Part("heading", track.language, 2))
        parts += subtitles.parts(track.lines)
        words += [line.text for line in track.lines]
    document.parts += tuple(parts)
    document.text = "\n".join(filter(None, (document.text, *words)))
    if warning:
        document.warnings += (warning,)


def find(data: bytes) -> tuple[list[Track], str]:
    """The tracks that have words, and a sentence when that is not all. Never raises for a damaged film."""
    demuxer = ffmpeg.demuxer_of(data)
    tracks: dict[int, Track] = {}
    warning = ""
    try:
        if demuxer is not None:
            with ffmpeg.opened(data, demuxer) as container:
                streams = [one for one in container.streams.subtitles if _codec(one) in _WORDS]
                tracks = {one.index: Track(one.language or "") for one in streams}
                if not _read(container, streams, tracks):
                    warning = _CUT
    except (FFmpegError, ValueError, OSError, MemoryError, OverflowError):
        warning = _DAMAGED if tracks else ""
    return [track for track in tracks.values() if track.lines], warning


def _read(container: Any, streams: list[Any], tracks: dict[int, Track]) -> bool:
    """Fill the tracks; False when there was more than is kept."""
    deadline = time.thread_time() + _SECONDS
    size = count = 0
    for packet in container.demux(streams) if streams else ():
        if time.thread_time() > deadline or size > _MOST_TEXT or count >= subtitles.MOST_LINES:
            return False
        if packet.pts is None:
            continue
        text = spacing.paragraph(_words(bytes(packet), _codec(packet.stream)))
        if text:
            tracks[packet.stream.index].lines.append(
                Line(max(0.0, float(packet.pts * packet.time_base)), text)
            )
            count, size = count + 1, size + len(text)
    return True


def _codec(stream: Any) -> str:
    return stream.codec_context.name if stream.codec_context is not None else ""


def _words(data: bytes, codec: str) -> str:
    text = _WORDS[codec](data)
    return subtitles.MARKUP.sub("", _BREAK.sub("\n", text))


def _plain(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _timed_text(data: bytes) -> str:
    """3GPP timed text: the size of the words, the words, boxes about their look."""
    raw = data[2 : 2 + int.from_bytes(data[:2], "big")]
    wide = raw.startswith((b"\xfe\xff", b"\xff\xfe"))
    return raw.decode("utf-16", "replace") if wide else raw.decode("utf-8", "replace")


def _event(data: bytes) -> str:
    """A line of Advanced SubStation Alpha."""
    return _plain(data).split(",", _FIELDS)[-1]


_WORDS = {
    "srt": _plain,
    "subrip": _plain,
    "text": _plain,
    "webvtt": _plain,
    "mov_text": _timed_text,
    "ass": _event,
    "ssa": _event,
}


def extract(source: Source) -> Document:
    document = source.document()
    facts = Facts()
    data = source.data
    if ffmpeg.demuxer_of(data) == "mov":
        tags.read_mp4(data, facts)
        if data[8:10] == b"3g":
            tags.read_3gpp(data, facts)
    known = ffmpeg.read(data, facts)
    if not known and not facts.tags and source.format != "video":
        raise Unreadable(Message("film-damaged-nothing"))
    media.fill(document, facts, source)
    if source.text and facts.first("subtitle"):
        add(document, data)
    if source.pictures:
        from extractors.media import keyframes

        film = keyframes.find(data)
        document.pictures += film.pictures
        document.warnings += film.warnings
        for name, value in film.metadata.items():
            document.metadata.setdefault(name, value)
    return document
