"""Matroska and WebM: what their headers, tags, chapters and attachments say. Sources: RFC 8794 (EBML), RFC 9559."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from extractors.media.media import MOST_TEXT, Facts, Stream

_TAGS = {
    "TITLE": "title",
    "SUBTITLE": "subtitle",
    "ARTIST": "artist",
    "LEAD_PERFORMER": "artist",
    "DIRECTOR": "artist",
    "AUTHOR": "artist",
    "ALBUM": "album",
    "COMPOSER": "composer",
    "LYRICIST": "lyricist",
    "GENRE": "genre",
    "DATE_RELEASED": "date",
    "DATE_RECORDED": "date",
    "DATE": "date",
    "DATE_TAGGED": "date",
    "COMMENT": "comment",
    "DESCRIPTION": "description",
    "SYNOPSIS": "description",
    "SUMMARY": "description",
    "KEYWORDS": "keywords",
    "COPYRIGHT": "copyright",
    "PUBLISHER": "publisher",
    "PART_NUMBER": "track",
    "LYRICS": "lyrics",
}
_SEGMENT, _CLUSTER, _INFO, _TRACKS, _ENTRY = 0x18538067, 0x1F43B675, 0x1549A966, 0x1654AE6B, 0xAE
_TAGS_ID, _TAG, _TARGETS, _SIMPLE, _CHAPTERS, _EDITION, _ATOM = (
    0x1254C367,
    0x7373,
    0x63C0,
    0x67C8,
    0x1043A770,
    0x45B9,
    0xB6,
)
_ATTACHMENTS, _FILE, _DISPLAY = 0x1941A469, 0x61A7, 0x80
_KINDS = {1: "video", 2: "audio", 17: "subtitle"}
_EPOCH = datetime(2001, 1, 1, tzinfo=UTC)
_ORIGIN = "Matroska"
_MOST_ELEMENTS = 50_000


def read(data: bytes, facts: Facts) -> bool:
    """Note what the file says; False when it is no EBML."""
    if not data.startswith(b"\x1a\x45\xdf\xa3"):
        return False
    reader = _Reader(data, facts)
    for name, begin, end in reader.elements(0, len(data)):
        if name == 0x1A45DFA3:
            kind = next(
                (data[a:b].strip(b"\0") for n, a, b in reader.elements(begin, end) if n == 0x4282), b""
            )
            facts.media_type = "video/webm" if kind == b"webm" else "video/x-matroska"
        elif name == _SEGMENT:
            reader.segment(begin, end)
    if facts.duration > 0:
        facts.bitrate = int(len(data) * 8 / facts.duration)
    if facts.streams and not facts.first("video"):
        facts.media_type = facts.media_type.replace("video", "audio")
    return True


class _Reader:
    def __init__(self, data: bytes, facts: Facts) -> None:
        self.data = data
        self.facts = facts
        self.count = 0
        self.titles: list[tuple[int, bytes]] = []

    def elements(self, at: int, end: int) -> Iterator[tuple[int, int, int]]:
        """Id, beginning and end of the content of each element; one of unknown size reaches to the end."""
        while at < end and self.count < _MOST_ELEMENTS:
            self.count += 1
            width = 9 - self.data[at].bit_length()
            if width > 4:
                return
            name = int.from_bytes(self.data[at : at + width], "big")
            at += width
            if at >= end:
                return
            width = 9 - self.data[at].bit_length()
            size = int.from_bytes(self.data[at : at + width], "big") & (1 << 7 * width) - 1
            unknown = size == (1 << 7 * width) - 1 or width > 8
            at += width
            stop = end if unknown else min(at + size, end)
            yield name, at, stop
            at = stop

    def values(self, begin: int, end: int) -> dict[int, tuple[int, int]]:
        return {name: (first, last) for name, first, last in self.elements(begin, end)}

    def number(self, values: dict[int, tuple[int, int]], name: int, default: int = 0) -> int:
        first, last = values.get(name, (0, 0))
        return int.from_bytes(self.data[first : min(last, first + 8)], "big") if last > first else default

    def real(self, values: dict[int, tuple[int, int]], name: int) -> float:
        first, last = values.get(name, (0, 0))
        form = {4: ">f", 8: ">d"}.get(last - first)
        return float(struct.unpack(form, self.data[first:last])[0]) if form else 0.0

    def text(self, values: dict[int, tuple[int, int]], name: int) -> bytes:
        first, last = values.get(name, (0, 0))
        return self.data[first : min(last, first + MOST_TEXT)].rstrip(b"\0")

    def segment(self, begin: int, end: int) -> None:
        latest = 0
        scale = 1_000_000
        for name, first, last in self.elements(begin, end):
            if name == _INFO:
                values = self.values(first, last)
                scale = self.number(values, 0x2AD7B1, scale) or scale
                self.info(values, scale)
            elif name == _TRACKS:
                for entry, a, b in self.elements(first, last):
                    if entry == _ENTRY:
                        self.track(a, b)
            elif name == _CLUSTER:
                time = next(
                    ((a, b) for n, a, b in self.elements(first, min(last, first + 64)) if n == 0xE7), None
                )
                latest = max(latest, int.from_bytes(self.data[slice(*time)][:8], "big")) if time else latest
                if (
                    last == end and end - first > 64
                ):  # of unknown size, as live streams have it: search for the next
                    self.later_clusters(first, end)
            elif name == _TAGS_ID:
                self.tags(first, last)
            elif name == _CHAPTERS:
                for edition, a, b in self.elements(first, last):
                    if edition == _EDITION:
                        self.chapters(a, b, 0)
            elif name == _ATTACHMENTS:
                self.attachments(first, last)
        songs = any(level < 50 for level, _ in self.titles)
        for level, title in self.titles:  # 30 is a song or chapter, 50 an album or film, 70 a collection
            self.facts.add("album" if songs and level >= 50 else "title", title, _ORIGIN)
        if not self.facts.duration:
            self.facts.duration = latest * scale / 1e9

    def later_clusters(self, begin: int, end: int) -> None:
        """Tags behind clusters whose size nobody knows."""
        at = self.data.find(b"\x12\x54\xc3\x67", begin, end)
        if at >= 0:
            for name, first, last in self.elements(at, end):
                if name == _TAGS_ID:
                    self.tags(first, last)

    def info(self, values: dict[int, tuple[int, int]], scale: int) -> None:
        length = self.real(values, 0x4489) * scale / 1e9
        self.facts.duration = length if 0 < length < 1e9 else 0.0
        self.facts.add("title", self.text(values, 0x7BA9), _ORIGIN)
        first, last = values.get(0x4461, (0, 0))
        if last - first == 8:
            elapsed = int.from_bytes(self.data[first:last], "big", signed=True) // 1_000_000_000
            if abs(elapsed) < 1 << 32:
                self.facts.extra["created"] = (_EPOCH + timedelta(seconds=elapsed)).strftime(
                    "%Y-%m-%dT%H:%M:%SZ"
                )

    def track(self, begin: int, end: int) -> None:
        values = self.values(begin, end)
        kind = _KINDS.get(self.number(values, 0x83))
        if not kind:
            return
        codec = (
            self.text(values, 0x86)
            .decode("latin-1")
            .rpartition("V_")[2]
            .rpartition("A_")[2]
            .rpartition("S_")[2]
        )
        stream = Stream(
            kind, codec.lower().replace("mpeg4/iso/avc", "h264").replace("mpegh/iso/hevc", "hevc")[:40]
        )
        stream.language = self.text(values, 0x22B59C).decode("latin-1")[:20] or "und"
        if kind == "video" and 0xE0 in values:
            about = self.values(*values[0xE0])
            stream.width, stream.height = self.number(about, 0xB0), self.number(about, 0xBA)
            lasting = self.number(values, 0x23E383)
            stream.frame_rate = 1e9 / lasting if lasting else 0.0
        elif kind == "audio" and 0xE1 in values:
            about = self.values(*values[0xE1])
            stream.sample_rate, stream.channels = (
                int(self.real(about, 0xB5)) or 8000,
                self.number(about, 0x9F, 1),
            )
        self.facts.streams.append(stream)

    def tags(self, begin: int, end: int) -> None:
        for name, first, last in self.elements(begin, end):
            if name != _TAG:
                continue
            targets = self.values(*self.values(first, last).get(_TARGETS, (0, 0)))
            if self.number(targets, 0x63C5) or self.number(targets, 0x63C4):
                continue  # of one track or chapter
            level = self.number(targets, 0x68CA, 50)
            for tag, a, b in self.elements(first, last):
                if tag == _SIMPLE:
                    values = self.values(a, b)
                    key = _TAGS.get(self.text(values, 0x45A3).decode("latin-1").upper())
                    if key == "title":
                        self.titles.append((level, self.text(values, 0x4487)))
                    elif key == "lyrics":
                        self.facts.lyrics.append(self.text(values, 0x4487))
                    elif key:
                        self.facts.add(key, self.text(values, 0x4487), _ORIGIN)

    def chapters(self, begin: int, end: int, depth: int) -> None:
        for name, first, last in self.elements(begin, end):
            if name == _ATOM and len(self.facts.chapters) < 1000 and depth < 4:
                values = self.values(first, last)
                shown = self.values(*values.get(_DISPLAY, (0, 0)))
                self.facts.chapters.append((self.number(values, 0x91) / 1e9, self.text(shown, 0x85)))
                self.chapters(first, last, depth + 1)

    def attachments(self, begin: int, end: int) -> None:
        for name, first, last in self.elements(begin, end):
            if name == _FILE:
                values = self.values(first, last)
                if self.text(values, 0x4660).startswith(b"image/") and 0x465C in values:
                    self.facts.covers.append((self.data[slice(*values[0x465C])], ""))
