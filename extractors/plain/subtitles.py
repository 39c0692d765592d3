"""Subtitles: files of SubRip and WebVTT, and how lines with times look in a document."""

from __future__ import annotations

import re
from collections.abc import Iterable

from extractors.base import spacing
from extractors.base.types import Document, Line, Part

MARKUP = re.compile(r"</?[A-Za-z][^<>]{0,80}>|\{\\[^{}]{0,200}\}")
MOST_LINES = 20_000

_TIME = r"(?:(\d{1,3}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})"
_TIMES = re.compile(rf"[ \t]*{_TIME}[ \t]+-->[ \t]+{_TIME}(?:[ \t][^\n]*)?")
_KARAOKE = re.compile(r"<[\d:.]{5,16}>")
_BETWEEN = re.compile(r"\n[ \t]*(?:\n[ \t]*)+")
_BEGINNING = 4096


def fill(document: Document, text: str) -> bool:
    """Make the document of a text file that of subtitles, when it is one."""
    if "-->" not in text[:_BEGINNING]:
        return False
    blocks = _BETWEEN.split(text.strip().removeprefix("\ufeff"), MOST_LINES)
    if not (blocks[0].startswith("WEBVTT") or any(map(_TIMES.fullmatch, blocks[0].split("\n")[:2]))):
        return False
    lines = [line for block in blocks if (line := _spoken(block)) is not None]
    document.parts = tuple(parts(lines))
    document.text = "\n".join(line.text for line in lines)
    return True


def parts(lines: Iterable[Line]) -> list[Part]:
    """Lines with their times before them."""
    return [Part("paragraph", f"{_clock(line.seconds)}  {line.text}", role="subtitle") for line in lines]


def _spoken(block: str) -> Line | None:
    """What is said below the times; a number, name or heading above them is no words of the film."""
    rows = block.split("\n")
    for number, row in enumerate(rows[:3]):
        if times := _TIMES.fullmatch(row):
            words = spacing.paragraph(_KARAOKE.sub("", MARKUP.sub("", "\n".join(rows[number + 1 :]))))
            hours, minutes, seconds, parts = times.groups()[:4]
            begin = (
                int(hours or 0) * 3600 + int(minutes) * 60 + int(seconds) + int(parts.ljust(3, "0")) / 1000
            )
            return Line(begin, words) if words else None
    return None


def _clock(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"
