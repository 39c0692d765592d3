"""Differences word by word; a CJK character is a word of its own."""

from __future__ import annotations

import re
from typing import Literal

from app.words.sequences import align

# Where a stretch of words that came or went begins and ends, if several places tell the same.

WordOp = Literal["unchanged", "changed", "added", "removed"]
WordDiff = list[tuple[WordOp, str, str]]
_FARTHEST = 120  # characters that a stretch is moved by
_PAIRS = {"(": ")", "[": "]", "{": "}", "（": "）", "「": "」", "《": "》", "【": "】", "“": "”"}


def slide_to_edges(diff: WordDiff) -> None:
    """Move what was added or removed beside what was kept to the ends of lines or words; the texts stay the same.
    Pieces of nothing may be at both ends afterwards.

    Where "x y x" came of "x", it is "x y" or "y x" that is new.
    """
    nothing: tuple[WordOp, str, str] = ("unchanged", "", "")
    diff[:] = [nothing, *diff, nothing] if len(diff) > 1 else diff
    for n in range(1, len(diff) - 1):
        op, *texts = diff[n]
        if op not in ("added", "removed") or diff[n - 1][0] != "unchanged" or diff[n + 1][0] != "unchanged":
            continue
        text = texts[0] or texts[1]
        before, after = diff[n - 1][1], diff[n + 1][1]
        least = -_room(text[::-1], before[::-1], is_last=n <= 2)
        most = _room(text, after, is_last=n >= len(diff) - 3)
        if not least and not most:
            continue
        line = f"{before[len(before) + least - 1 :] if len(before) + least > 0 else before}{text}{after[: most + 1]}"
        first = len(before) - max(0, len(before) + least - 1)
        best = min(
            range(least, most + 1), key=lambda shift: (_cost(line, first + shift, len(text)), abs(shift))
        )
        if best:
            _shift(diff, n, best)


def _room(text: str, beside: str, *, is_last: bool) -> int:
    """By how many characters a text can be moved into what stands beside it."""
    size = 0
    most = min(len(beside) - (not is_last), _FARTHEST)
    while size < most and beside[size] == text[size % len(text)]:
        size += 1
    return size


def _cost(line: str, start: int, size: int) -> int:
    """How badly a stretch of a line begins and ends."""
    text = line[start : start + size]
    cost = _edge(line, start) + _edge(line, start + size)
    said = text.strip() or text
    cost += (said[0] in _PAIRS.values()) + (said[-1] in _PAIRS)
    return cost + (text[0].isspace() and text[0] != "\n")


def _edge(line: str, place: int) -> int:
    before, after = line[place - 1 : place], line[place : place + 1]
    if before in ("", "\n") or after in ("", "\n"):
        return 0
    if before.isspace() or after.isspace():
        return 2
    if before.isalnum() and after.isalnum():
        return 9 if before < "\u2e80" and after < "\u2e80" else 5
    return 4


def _shift(diff: WordDiff, n: int, shift: int) -> None:
    op, text_a, text_b = diff[n]
    text = text_a or text_b
    before, after = list(diff[n - 1][1:]), list(diff[n + 1][1:])
    if shift > 0:
        taken = (text * (1 + shift // len(text)))[:shift]
        before, after = [kept + taken for kept in before], [kept[shift:] for kept in after]
    else:
        taken = before[0][shift:]
        before, after = [kept[:shift] for kept in before], [taken + kept for kept in after]
    turned = shift % len(text)
    text = text[turned:] + text[:turned]
    diff[n - 1] = ("unchanged", before[0], before[1])
    diff[n] = (op, text if text_a else "", text if text_b else "")
    diff[n + 1] = ("unchanged", after[0], after[1])


__all__ = ["UNSPACED", "WordDiff", "WordOp", "word_diff", "words"]

# Scripts written without spaces: kana, bopomofo, Han (with radicals and the planes beyond the first), Thai, Lao,
# Khmer, Myanmar. Hangul is written with spaces and stays in words.
UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff\u3100-\u312f\u31a0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
)
# A number or a date is one word, with all its points, dashes and colons: 1,234.5, 2021-04-27, 12:30, 2021年4月27日.
_WORD = (
    rf"\d{{2,4}}年\d{{1,2}}月(?:\d{{1,2}}日)?|[{UNSPACED}]"
    rf"|[^\W{UNSPACED}]+(?:(?<=\d)[.,:/\-](?=\d)[^\W{UNSPACED}]+)*|[^\w\s]|."
)
_UNIT = re.compile(rf"^\s+|(?:{_WORD})\s*", re.DOTALL)  # a word with the white space behind it
_MAX_WORDS = 300_000  # beyond, only what is equal at both ends is kept apart
_ISLAND = 6  # what is kept between larger differences must say more than so much (CJK characters count three)
_SEA = 8  # characters of a larger difference


def words(text: str) -> list[str]:
    """The words, numbers, dates, single CJK characters and single signs of a text."""
    return [word for unit in _UNIT.findall(text) if (word := unit.rstrip())]


def word_diff(text_a: str, text_b: str) -> WordDiff:
    """What was kept, replaced, added and removed, in order; the pieces add up to both texts.

    Lines that are the same come first, then words between them.
    """
    if text_a == text_b:
        return [("unchanged", text_a, text_b)] if text_a else []
    diff = _Melting()
    if "\n" not in text_a and "\n" not in text_b:
        _by_words(diff, text_a, text_b)
        return _without_islands(diff.diff())
    a, b = text_a.split("\n"), text_b.split("\n")
    place_a = place_b = i = j = 0  # places in the texts, numbers of lines
    begin_a = begin_b = 0  # where line i and line j begin
    for m, n in [*align(a, b, [4 + len(line) for line in a]), (len(a), len(b))]:
        begin_a += sum(map(len, a[i:m])) + m - i
        begin_b += sum(map(len, b[j:n])) + n - j
        i, j = m, n
        _by_words(diff, text_a[place_a:begin_a], text_b[place_b:begin_b])
        if m < len(a):
            diff.add(a[m], b[n], equal=True)
            place_a, place_b = begin_a + len(a[m]), begin_b + len(b[n])
    return _without_islands(diff.diff())


def _by_words(diff: _Melting, text_a: str, text_b: str) -> None:
    if text_a == text_b or not text_a or not text_b:
        diff.add(text_a, text_b, equal=text_a == text_b)
        return
    a, b = _UNIT.findall(text_a), _UNIT.findall(text_b)
    if len(a) + len(b) > _MAX_WORDS:
        a, b = _ends_apart(a, b)
    words_a, words_b = [unit.rstrip() for unit in a], [unit.rstrip() for unit in b]
    i = j = 0
    space_a = space_b = ""  # behind the word before
    for m, n in [*align(words_a, words_b, [2 + min(len(word), 8) for word in words_a]), (len(a), len(b))]:
        _between(diff, space_a + "".join(a[i:m]), space_b + "".join(b[j:n]))
        if m < len(a):
            word = words_a[m]
            diff.add(word, word, equal=True)
            space_a, space_b = a[m][len(word) :], b[n][len(word) :]
        i, j = m + 1, n + 1


def _between(diff: _Melting, text_a: str, text_b: str) -> None:
    """What stands between two words that are the same; the space at its ends that both have is the same, too."""
    if text_a == text_b:
        diff.add(text_a, text_b, equal=True)
        return
    head = 0
    while head < min(len(text_a), len(text_b)) and text_a[head] == text_b[head] and text_a[head].isspace():
        head += 1
    diff.add(text_a[:head], text_b[:head], equal=True)
    text_a, text_b = text_a[head:], text_b[head:]
    tail = 0
    while (
        tail < min(len(text_a), len(text_b))
        and text_a[-1 - tail] == text_b[-1 - tail]
        and text_a[-1 - tail].isspace()
    ):
        tail += 1
    end_a, end_b = len(text_a) - tail, len(text_b) - tail
    diff.add(text_a[:end_a], text_b[:end_b], equal=False)
    diff.add(text_a[end_a:], text_b[end_b:], equal=True)


def _ends_apart(a: list[str], b: list[str]) -> tuple[list[str], list[str]]:
    """Equal units at both ends, and the middle in one: for texts too long to align word by word."""
    shorter = min(len(a), len(b))
    head = 0
    while head < shorter and a[head] == b[head]:
        head += 1
    tail = 0
    while tail < shorter - head and a[-1 - tail] == b[-1 - tail]:
        tail += 1
    end_a, end_b = len(a) - tail, len(b) - tail
    return [*a[:head], "".join(a[head:end_a]), *a[end_a:]], [*b[:head], "".join(b[head:end_b]), *b[end_b:]]


def _without_islands(diff: WordDiff) -> WordDiff:
    """Take what is kept between two differences as part of them where it says next to nothing."""
    melting = _Melting()
    for n, (op, text_a, text_b) in enumerate(diff):
        if (
            op == "unchanged"
            and 0 < n < len(diff) - 1
            and _is_island(text_a, melting.last_changed(), diff[n + 1])
        ):
            melting.add(text_a, text_b, equal=False)
        else:
            melting.add(text_a, text_b, equal=op == "unchanged")
    kept = melting.diff()
    slide_to_edges(kept)
    return [piece for piece in kept if piece[1] or piece[2]]


def _is_island(text: str, before: int, following: tuple[WordOp, str, str]) -> bool:
    """`before`: characters that were replaced before it, 0 if something else stands there."""
    if "\n" in text or not before or following[0] != "changed":
        return False
    said = text.strip()
    if not said:  # a space between two replaced words
        return True
    if len(said) > _ISLAND or sum(1 if c < "\u2e80" else 3 for c in said) > _ISLAND:
        return False
    return before >= _SEA and max(len(following[1]), len(following[2])) >= _SEA


class _Melting:
    """A difference in the making: neighbouring pieces of a kind melt into one, all at once when it is asked for."""

    def __init__(self) -> None:
        self._runs: list[tuple[bool, list[str], list[str]]] = []  # equal, and the pieces of both texts
        self._sizes = 0, 0  # characters of the last run

    def add(self, text_a: str, text_b: str, *, equal: bool) -> None:
        if not text_a and not text_b:
            return
        if self._runs and self._runs[-1][0] == equal:
            _, pieces_a, pieces_b = self._runs[-1]
            pieces_a.append(text_a)
            pieces_b.append(text_b)
            self._sizes = self._sizes[0] + len(text_a), self._sizes[1] + len(text_b)
        else:
            self._runs.append((equal, [text_a], [text_b]))
            self._sizes = len(text_a), len(text_b)

    def last_changed(self) -> int:
        """Characters of the longer side of the last piece, if it was replaced; 0 otherwise."""
        return max(self._sizes) if not self._runs[-1][0] and all(self._sizes) else 0

    def diff(self) -> WordDiff:
        """The pieces."""
        found: WordDiff = []
        for equal, pieces_a, pieces_b in self._runs:
            text_a, text_b = "".join(pieces_a), "".join(pieces_b)
            changed: WordOp = "added" if not text_a else "changed" if text_b else "removed"
            found.append(("unchanged" if equal else changed, text_a, text_b))
        return found
