"""Numbered lists of old Word files: PlfLst and PlfLfo of [MS-DOC] 2.9.202 and 2.9.203."""

from __future__ import annotations

import struct

from extractors.numbering import Counter, Level
from extractors.word_file import WordFile

_LISTS, _OVERRIDES = 73, 74  # where they stand in the table of tables
_LSTF, _LVLF, _LFO = 28, 28, 16
_MOST = 4000
# number format codes ([MS-OSHARED] 2.2.1.3) → names of numbering forms
_FORMS = {
    0: "decimal", 1: "upperRoman", 2: "lowerRoman", 3: "upperLetter", 4: "lowerLetter", 5: "ordinal",
    10: "japaneseCounting", 11: "japaneseCounting", 14: "decimalFullWidth", 18: "decimalEnclosedCircle",
    19: "decimalFullWidth2",
    22: "decimalZero", 23: "bullet", 28: "decimalEnclosedCircle", 30: "ideographTraditional", 31: "ideographZodiac",
    33: "taiwaneseCounting", 35: "taiwaneseCounting", 37: "chineseCounting", 38: "chineseLegalSimplified",
    39: "chineseCounting", 255: "none",
}  # fmt: skip


class Lists:
    """Labels of the items of lists, by the list numbers of paragraphs (1 = the first override)."""

    def __init__(self, word: WordFile) -> None:
        self._counter = Counter()
        self._lists: list[tuple[int, dict[int, Level], list[int]]] = []  # what counts together, levels, fresh levels
        self._begun: set[int] = set()
        if not word.old:
            try:
                self._read(word)
            except struct.error:
                word.damaged = True

    def label(self, number: int, level: int) -> str:
        """The label of the next item of a list; "" for bullets and lists nobody knows."""
        if not 1 <= number <= len(self._lists):
            return ""
        key, levels, fresh = self._lists[number - 1]
        if number not in self._begun:
            self._begun.add(number)
            for one in fresh:
                self._counter.restart(key, one)
        return self._counter.label(key, level, levels)

    def _read(self, word: WordFile) -> None:
        kinds = self._kinds(word)
        raw = word.part(_OVERRIDES)
        if len(raw) < 4:
            return
        count = min(struct.unpack_from("<I", raw)[0], _MOST)
        at = 4 + _LFO * count
        for index in range(count):
            if 4 + _LFO * (index + 1) > len(raw):
                break
            key, _, _, changes = struct.unpack_from("<iIIB", raw, 4 + _LFO * index)
            levels, fresh = dict(kinds.get(key, {})), []
            at += 4
            for _ in range(min(changes, 9)):
                if at + 8 > len(raw):
                    break
                start, flags = struct.unpack_from("<iI", raw, at)
                at += 8
                depth = min(flags & 15, 8)
                if flags & 0x20:
                    level, at = _level(raw, at)
                    levels[depth] = level
                    fresh.append(depth)
                elif flags & 0x10:
                    levels[depth] = levels.get(depth, Level())._replace(start=_bounded(start))
                    fresh.append(depth)
            self._lists.append((key, levels, fresh))

    def _kinds(self, word: WordFile) -> dict[int, dict[int, Level]]:
        start, length = word.place(_LISTS)
        raw = word.table[start:]  # the levels follow behind what the length covers
        if length < 2 or len(raw) < 2:
            return {}
        count = min(max(struct.unpack_from("<h", raw)[0], 0), _MOST)
        at = 2 + _LSTF * count
        found: dict[int, dict[int, Level]] = {}
        for index in range(count):
            if 2 + _LSTF * (index + 1) > len(raw):
                break
            key, simple = struct.unpack_from("<i", raw, 2 + _LSTF * index)[0], raw[2 + _LSTF * index + 26] & 1
            levels = {}
            for depth in range(1 if simple else 9):
                if at + _LVLF > len(raw):
                    break
                levels[depth], at = _level(raw, at)
            found[key] = levels
        return found


def _level(raw: bytes, at: int) -> tuple[Level, int]:
    """One LVL, and where the next begins."""
    start, form, flags = struct.unpack_from("<iBB", raw, at)
    characters, paragraphs = struct.unpack_from("<BB", raw, at + 24)
    at += _LVLF + paragraphs + characters
    if at + 2 > len(raw):
        return Level(), len(raw)
    length = struct.unpack_from("<H", raw, at)[0]
    text = raw[at + 2 : at + 2 + 2 * length].decode("utf-16-le", "replace")
    label = "".join(f"%{ord(c) + 1}" if c < "\x09" else c for c in text[:50])
    return Level(_FORMS.get(form, "decimal"), label, _bounded(start), not flags & 8), at + 2 + 2 * length


def _bounded(start: int) -> int:
    return min(max(start, 0), 30_000)
