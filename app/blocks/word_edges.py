"""Where a stretch of words that came or went begins and ends, if several places tell the same."""

from __future__ import annotations

from typing import Literal

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
        best = min(range(least, most + 1), key=lambda shift: (_cost(line, first + shift, len(text)), abs(shift)))
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
