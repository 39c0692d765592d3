"""Lyrics with times in the LRC form: [mm:ss.xx], several before one line when it is sung again."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from extractors.base import spacing
from extractors.base.sentences import Message
from extractors.base.types import Candidate, Document, Line, Part

MOST_LINES = 20_000
_TIME = re.compile(r"\s*\[(\d{1,3}):(\d{1,2})(?:[.:](\d{1,3}))?\]")
_SEVERAL = re.compile(rf"(?:{_TIME.pattern}){{2}}")
_WORD_TIME = re.compile(r"<\d{1,3}:\d{1,2}(?:[.:]\d{1,3})?>")
_TAG = re.compile(r"\s*\[([A-Za-z#]{1,12})\s*[:：]([^\]\n]*)\]\s*$")
_LONGEST_LINE = 2000


@dataclass(slots=True)
class Song:
    """Lines in the order in which they are sung, and the tags of the head ("ti", "ar", "al", "by" …)."""

    lines: tuple[Line, ...] = ()
    tags: dict[str, str] = field(default_factory=dict)

    @property
    def timed(self) -> bool:
        return bool(self.lines) and self.lines[0].seconds >= 0


def read(text: str) -> Song:
    """Timed lines sorted by time; without any times, the lines as they stand (at -1).

    The offset tag is in milliseconds; a positive one makes the words come earlier.
    """
    song = Song()
    timed: list[tuple[int, str]] = []  # milliseconds
    plain: list[str] = []
    for row in text.splitlines():
        if len(timed) + len(plain) >= MOST_LINES:
            break
        row = row[:_LONGEST_LINE]
        times, end = [], 0
        while found := _TIME.match(row, end):
            times.append(_milliseconds(*found.groups()))
            end = found.end()
        words = spacing.line(_WORD_TIME.sub("", row[end:]))
        tag = None if times else _TAG.match(row)
        if tag:
            song.tags.setdefault(tag[1].lower(), spacing.line(tag[2]))
        elif times and words:
            timed += [(time, words) for time in times]
        elif not times and words:
            plain.append(words)
    if timed:
        offset = _offset(song.tags.get("offset", ""))
        timed.sort(key=lambda line: line[0])
        song.lines = tuple(Line(max(0, time - offset) / 1000, words) for time, words in timed[:MOST_LINES])
    else:
        song.lines = tuple(Line(-1, words) for words in plain)
    return song


def fill(document: Document, text: str) -> bool:
    """Make the document of a text file that of a song, when it is one: most of its lines have times, and there are
    several of those."""
    if "[" not in text[:_LONGEST_LINE]:
        return False
    rows = [row for row in text[: 1 << 16].splitlines() if row.strip()]
    stamped = sum(1 for row in rows if _TIME.match(row))
    tagged = sum(1 for row in rows if _TAG.match(row))
    if stamped + tagged < 0.7 * len(rows) or (stamped < 2 and not any(map(_SEVERAL.match, rows))):
        return False
    song = read(text)
    if not song.timed:
        return False
    document.lyrics = song.lines
    title, document.author = song.tags.get("ti", ""), song.tags.get("ar", "")
    if song.tags.get("al"):
        document.metadata["album"] = song.tags["al"]
    document.title, document.title_source = title, "metadata" if title else ""
    if title:
        document.candidates = (Candidate(title, "metadata", 100.0, Message("title-tags", tags="LRC")),)
    heads = [Part("heading", title, 1)] if title else []
    heads += [Part("paragraph", value) for value in (document.author, song.tags.get("al", "")) if value]
    document.parts = (*heads, Part("paragraph", "\n".join(line.text for line in song.lines)))
    document.text = "\n".join(part.text for part in document.parts)
    return True


def _milliseconds(minutes: str, seconds: str, fraction: str | None) -> int:
    return (int(minutes) * 60 + int(seconds)) * 1000 + int((fraction or "").ljust(3, "0"))


def _offset(text: str) -> int:
    found = re.fullmatch(r"([+-]?)\s*(\d{1,8})", text.strip())
    return int(found[1] + found[2]) if found else 0
