"""MP4, M4A, QuickTime and 3GP: the boxes that say what is in them. Damaged boxes end where their parent does.

Sources: ISO/IEC 14496-12, QuickTime File Format Specification (user data, metadata keys), 3GPP TS 26.244 (assets).
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from extractors.media.id3 import genres
from extractors.media.media import MOST_TEXT, Facts, Stream

_NAMES = {
    b"\xa9nam": "title",
    b"\xa9ART": "artist",
    b"aART": "album-artist",
    b"\xa9alb": "album",
    b"\xa9wrt": "composer",
    b"\xa9com": "composer",
    b"\xa9day": "date",
    b"\xa9gen": "genre",
    b"\xa9cmt": "comment",
    b"\xa9des": "description",
    b"desc": "description",
    b"ldes": "description",
    b"cprt": "copyright",
    b"\xa9cpy": "copyright",
    b"\xa9too": "encoder",
    b"\xa9swr": "encoder",
    b"\xa9xyz": "location",
    b"\xa9mak": "camera",
    b"\xa9mod": "camera",
    b"\xa9key": "keywords",
    b"keyw": "keywords",
    b"\xa9st3": "subtitle",
    b"\xa9aut": "artist",
    b"\xa9dir": "artist",
    b"\xa9lyr": "lyrics",
    # 3GPP
    b"titl": "title",
    b"auth": "artist",
    b"perf": "artist",
    b"gnre": "genre",
    b"dscp": "description",
    b"albm": "album",
    b"yrrc": "date",
}
_KEYS = {
    "title": "title",
    "displayname": "title",
    "artist": "artist",
    "author": "artist",
    "album": "album",
    "genre": "genre",
    "creationdate": "date",
    "year": "date",
    "comment": "comment",
    "description": "description",
    "information": "description",
    "copyright": "copyright",
    "keywords": "keywords",
    "software": "encoder",
    "make": "camera",
    "model": "camera",
    "location.ISO6709": "location",
}
_HOLDERS = frozenset(
    (b"moov", b"mvex", b"trak", b"mdia", b"minf", b"stbl", b"udta", b"edts", b"moof", b"traf")
)
_LEAVES = frozenset((b"mvhd", b"hdlr", b"mdhd", b"mehd", b"tkhd", b"stsd", b"chpl"))
_EPOCH = datetime(1904, 1, 1, tzinfo=UTC)
_CODECS = {
    "avc1": "h264",
    "avc3": "h264",
    "hvc1": "hevc",
    "hev1": "hevc",
    "mp4a": "aac",
    "vp09": "vp9",
    "av01": "av1",
}
_MOST_BOXES = 20_000
_UNKNOWN = (0xFFFFFFFF, 0xFFFFFFFFFFFFFFFF)


def read(data: bytes, facts: Facts) -> bool:
    """Note what the file says; False when there is no box that describes it."""
    reader = _Reader(data, facts)
    reader.walk(0, len(data), 0)
    if not reader.described and (at := data.rfind(b"moov")) >= 4:  # damage before it
        reader.walk(at - 4, len(data), 0)
    video = facts.first("video")
    facts.duration = facts.duration or reader.longest
    if facts.duration > 0:
        facts.bitrate = int(len(data) * 8 / facts.duration)
    brand = data[8:12] if data[4:8] == b"ftyp" else b"qt  "
    kind = "video" if video or not facts.streams else "audio"
    facts.media_type = (
        "video/quicktime"
        if brand == b"qt  "
        else f"{kind}/3gpp"
        if brand.startswith(b"3g")
        else f"{kind}/mp4"
    )
    return reader.described


class _Reader:
    def __init__(self, data: bytes, facts: Facts) -> None:
        self.data = data
        self.facts = facts
        self.described = False
        self.boxes = 0
        self.stream = Stream("")
        self.keys: list[str] = []
        self.longest = 0.0
        self.scale = 0

    def children(self, at: int, end: int) -> Iterator[tuple[bytes, int, int]]:
        """Name, beginning and end of the content of each box between two places."""
        while at + 8 <= end and self.boxes < _MOST_BOXES:
            self.boxes += 1
            size, head = int.from_bytes(self.data[at : at + 4], "big"), 8
            if size == 1:
                size, head = int.from_bytes(self.data[at + 8 : at + 16], "big"), 16
            elif size == 0:
                size = end - at
            if size < head:
                return
            yield self.data[at + 4 : at + 8], at + head, min(at + size, end)
            at += size

    def walk(self, at: int, end: int, depth: int) -> None:
        for name, begin, stop in self.children(at, end):
            if name in _HOLDERS and depth < 8:
                if name == b"trak":
                    self.stream = Stream("")
                self.described = self.described or name == b"moov"
                self.walk(begin, stop, depth + 1)
                if name == b"trak" and self.stream.kind:
                    self.facts.streams.append(self.stream)
            elif name == b"meta":
                # QuickTime's has no version and flags: there a box begins at once
                self.metadata(begin if self.data[begin + 4 : begin + 8] == b"hdlr" else begin + 4, stop)
            elif depth and (name in _LEAVES or name in _NAMES):
                self.leaf(name, self.data[begin:stop])

    def leaf(self, name: bytes, content: bytes) -> None:
        if name == b"mvhd":
            self.header(content)
        elif name == b"hdlr":
            kind = {
                b"vide": "video",
                b"soun": "audio",
                b"subt": "subtitle",
                b"sbtl": "subtitle",
                b"text": "subtitle",
            }
            self.stream.kind = self.stream.kind or kind.get(content[8:12], "")
        elif name == b"mdhd":
            long = content[:1] == b"\1"
            scale = int.from_bytes(content[20:24] if long else content[12:16], "big")
            lasting = int.from_bytes(content[24:32] if long else content[16:20], "big")
            if scale and lasting not in _UNKNOWN:
                self.longest = max(self.longest, lasting / scale)
            code = int.from_bytes(content[32:34] if content[:1] == b"\1" else content[20:22], "big")
            letters = "".join(chr((code >> shift & 31) + 0x60) for shift in (10, 5, 0))
            self.stream.language = letters if 0x400 < code < 0x7FFF and letters.isalpha() else ""
        elif name == b"mehd" and self.scale:  # of a film in fragments
            self.longest = (
                int.from_bytes(content[4:12] if content[:1] == b"\1" else content[4:8], "big") / self.scale
            )
        elif name == b"tkhd":
            self.stream.width, self.stream.height = (
                (
                    int.from_bytes(content[place : place + 2], "big")
                    for place in (len(content) - 8, len(content) - 4)
                )
                if len(content) >= 84
                else (0, 0)
            )
        elif name == b"stsd":
            self.codec(content)
        elif name == b"chpl":
            self.chapters(content)
        elif name in _NAMES:
            self.user_data(name, content)

    def header(self, content: bytes) -> None:
        long = content[:1] == b"\1"
        created = int.from_bytes(content[4:12] if long else content[4:8], "big")
        scale = int.from_bytes(content[20:24] if long else content[12:16], "big")
        duration = int.from_bytes(content[24:32] if long else content[16:20], "big")
        self.scale = scale
        if scale and duration not in _UNKNOWN:
            self.facts.duration = duration / scale
        if 0 < created < 1 << 33:
            moment = _EPOCH + timedelta(seconds=created)
            if moment.year >= 1990:
                self.facts.extra["created"] = moment.strftime("%Y-%m-%dT%H:%M:%SZ")

    def codec(self, content: bytes) -> None:
        entry = content[8:]
        name = entry[4:8].decode("latin-1").strip()
        self.stream.codec = _CODECS.get(name, name if name.isalnum() else "")
        if self.stream.kind == "audio" and len(entry) >= 36:
            self.stream.channels = int.from_bytes(entry[24:26], "big")
            self.stream.sample_rate = int.from_bytes(entry[32:34], "big")
        elif self.stream.kind == "video" and len(entry) >= 36:
            size = int.from_bytes(entry[32:34], "big"), int.from_bytes(entry[34:36], "big")
            self.stream.width, self.stream.height = (
                size if all(size) else (self.stream.width, self.stream.height)
            )

    def chapters(self, content: bytes) -> None:
        """Nero's list: times in units of 100 ns, titles with their size."""
        at = 9 if content[:1] == b"\1" else 5
        for _ in range(content[at - 1] if len(content) >= at else 0):
            size = content[at + 8] if at + 8 < len(content) else 0
            self.facts.chapters.append(
                (int.from_bytes(content[at : at + 8], "big") / 1e7, content[at + 9 : at + 9 + size])
            )
            at += 9 + size

    def user_data(self, name: bytes, content: bytes) -> None:
        """QuickTime's texts (size, language, text) and those of 3GPP (version, language, text)."""
        if name == b"yrrc":
            self.facts.add("date", str(int.from_bytes(content[4:6], "big")), "3GPP")
        elif name[:1] == b"\xa9":
            size = int.from_bytes(content[:2], "big")
            text = content[4 : 4 + size] if 0 < size <= len(content) - 4 else content
            self.note(_NAMES[name], text, "QuickTime")
        elif len(content) > 6:
            text = content[6:]
            wide = text.startswith((b"\xfe\xff", b"\xff\xfe"))
            self.note(
                _NAMES[name], text.decode("utf-16", "replace") if wide else text.partition(b"\0")[0], "3GPP"
            )

    def note(self, name: str, value: str | bytes, origin: str) -> None:
        if name == "lyrics":
            self.facts.lyrics.append(value[:MOST_TEXT])
        else:
            self.facts.add(name, value, origin)

    def metadata(self, at: int, end: int) -> None:
        for name, begin, stop in self.children(at, end):
            if name == b"keys":
                self.keys = [
                    self.data[first:last].decode("latin-1")
                    for _, first, last in self.children(begin + 8, stop)
                ]
            elif name == b"ilst":
                for item, first, last in self.children(begin, stop):
                    self.item(item, first, last)

    def item(self, name: bytes, at: int, end: int) -> None:
        what, mean, plain = _NAMES.get(name, ""), "", b""
        number = int.from_bytes(name, "big")
        if 0 < number <= len(self.keys):
            what = _KEYS.get(self.keys[number - 1].removeprefix("com.apple.quicktime."), "")
        for box, begin, stop in self.children(at, end):
            if box == b"name":
                mean = self.data[begin + 4 : stop].decode("latin-1").lower()
            if box != b"data":
                continue
            kind, value = int.from_bytes(self.data[begin : begin + 4], "big"), self.data[begin + 8 : stop]
            plain = value
            if name == b"covr":
                self.facts.covers.append((value, ""))
            elif name in (b"trkn", b"disk"):
                here, of = int.from_bytes(value[2:4], "big"), int.from_bytes(value[4:6], "big")
                if here:
                    self.facts.add(
                        "track" if name == b"trkn" else "disc", f"{here}/{of}" if of else str(here), "MP4"
                    )
            elif name == b"gnre":
                index = int.from_bytes(value[:2], "big") - 1
                self.facts.add("genre", genres()[index] if 0 <= index < len(genres()) else "", "MP4")
            elif name == b"----" and mean in ("lyrics", "unsyncedlyrics", "artist", "title", "label"):
                self.note({"label": "publisher", "unsyncedlyrics": "lyrics"}.get(mean, mean), plain, "MP4")
            elif what:
                self.note(what, value.decode("utf-16-be", "replace") if kind == 2 else value, "MP4")
