"""Tags at the end of songs: ID3v1, Lyrics3 (versions 1 and 2) and APE (versions 1 and 2), in any order.

mutagen reads them one by one and from one place each: it knows no Lyrics3, finds no tag behind another one that it does
not know, and refuses a whole APE tag for one value in a local character set, as version 1 has them.

Sources: id3.org ("ID3v1", "Lyrics3", "Lyrics3 v2.00"), wiki.hydrogenaud.io ("APEv2 specification").
"""

from __future__ import annotations

from mutagen.id3 import TCON

from extractors.media import tags
from extractors.media.media import MOST_TEXT, Facts

_APE = {
    "title": "title",
    "subtitle": "subtitle",
    "artist": "artist",
    "album artist": "album-artist",
    "album": "album",
    "composer": "composer",
    "lyricist": "lyricist",
    "track": "track",
    "disc": "disc",
    "genre": "genre",
    "year": "date",
    "record date": "date",
    "comment": "comment",
    "copyright": "copyright",
    "publisher": "publisher",
    "language": "language",
    "isrc": "isrc",
    "related": "url",
}
_LYRICS3 = {b"EAL": "album", b"EAR": "artist", b"ETT": "title", b"AUT": "lyricist", b"INF": "comment"}
_MOST_TAGS = 8
_MOST_ITEMS = 500


def read(data: bytes, facts: Facts) -> int:
    """Note what the tags at the end say; returns where the sound ends."""
    end = len(data)
    oldest: bytes | None = None
    for _ in range(_MOST_TAGS):
        if data[end - 128 : end - 125] == b"TAG" and end >= 128 and oldest is None:
            end -= 128
            oldest = data[end : end + 128]
        elif data[max(0, end - 32) : end - 24] == b"APETAGEX":
            end = _ape(data, end, facts)
        elif data[max(0, end - 9) : end] == b"LYRICS200":
            end = _lyrics3(data, end, facts)
        elif data[max(0, end - 9) : end] == b"LYRICSEND":
            begin = data.rfind(b"LYRICSBEGIN", max(0, end - 5200), end)
            if begin < 0:
                break
            facts.lyrics.append(data[begin + 11 : end - 9])
            end = begin
        elif data[max(0, end - 10) : end - 7] == b"3DI":
            begin = data.rfind(b"ID3", max(0, end - (16 << 20)), end - 10)
            if begin < 0:
                break
            tags.read_id3(data, facts, begin)
            end = begin
        else:
            break
    if oldest:
        _id3v1(oldest, facts)
    return end


def _id3v1(tag: bytes, facts: Facts) -> None:
    """ "TAG", title, artist, album (30 bytes each), year (4), comment (30, the last two may be a track), genre."""
    for name, begin, size in (("title", 3, 30), ("artist", 33, 30), ("album", 63, 30), ("date", 93, 4)):
        facts.add(name, tag[begin : begin + size].partition(b"\0")[0], "ID3v1")
    comment = tag[97:127]
    if comment[28] == 0 and comment[29]:
        facts.add("track", str(comment[29]), "ID3v1")
        comment = comment[:28]
    facts.add("comment", comment.partition(b"\0")[0], "ID3v1")
    if tag[127] < len(TCON.GENRES) and not any(other.name == "genre" for other in facts.tags):
        facts.add("genre", TCON.GENRES[tag[127]], "ID3v1")


def read_ape(data: bytes, facts: Facts) -> None:
    """Note an APE tag at the beginning of some data."""
    if data.startswith(b"APETAGEX") and len(data) >= 32:
        size = int.from_bytes(data[12:16], "little")
        _items(data[32 : 32 + size], int.from_bytes(data[16:20], "little"), facts)


def _ape(data: bytes, end: int, facts: Facts) -> int:
    """Items before a footer of 32 bytes: preamble, version, size with footer, number of items, flags."""
    footer = data[end - 32 : end]
    size = int.from_bytes(footer[12:16], "little")
    begin = end - size
    if size < 32 or begin < 0:
        return end - 32
    _items(data[begin : end - 32], int.from_bytes(footer[16:20], "little"), facts)
    if data[max(0, begin - 32) : begin - 24] == b"APETAGEX":
        begin -= 32
    return begin


def _items(data: bytes, number: int, facts: Facts) -> None:
    at = 0
    for _ in range(min(number, _MOST_ITEMS)):
        size, flags = (
            int.from_bytes(data[at : at + 4], "little"),
            int.from_bytes(data[at + 4 : at + 8], "little"),
        )
        end = data.find(b"\0", at + 8, at + 8 + 256)
        if end < 0 or size > len(data):
            return
        key = data[at + 8 : end].decode("latin-1").lower()
        value = data[end + 1 : end + 1 + size]
        at = end + 1 + size
        if flags >> 1 & 3 == 1:
            if key.startswith("cover art"):
                name, _, image = value.partition(b"\0")
                facts.covers.append((image, b"" if b"." in name else name))
        elif key in ("lyrics", "unsyncedlyrics", "unsynced lyrics"):
            facts.lyrics.append(value[:MOST_TEXT])
        elif key in _APE:
            for text in value[:MOST_TEXT].split(b"\0")[:20]:
                facts.add(_APE[key], text, "APE")


def _lyrics3(data: bytes, end: int, facts: Facts) -> int:
    """ "LYRICSBEGIN", fields (three letters, size in five digits, text), size in six digits, "LYRICS200"."""
    digits = data[max(0, end - 15) : end - 9]
    if not digits.isdigit():
        return end - 9
    begin = end - 15 - int(digits)
    if begin < 0 or data[begin : begin + 11] != b"LYRICSBEGIN":
        return end - 9
    at, stop = begin + 11, end - 15
    while at + 8 <= stop and data[at + 3 : at + 8].isdigit():
        size = int(data[at + 3 : at + 8])
        field, text = data[at : at + 3], data[at + 8 : min(at + 8 + size, stop)]
        if field == b"LYR":
            facts.lyrics.append(text)
        elif field in _LYRICS3:
            facts.add(_LYRICS3[field], text, "Lyrics3")
        at += 8 + size
    return begin
