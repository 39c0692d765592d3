"""Differences word by word; a CJK character is a word of its own."""

from __future__ import annotations

import re
from typing import Literal

from app.blocks.sequences import align

WordOp = Literal["unchanged", "changed", "added", "removed"]
WordDiff = list[tuple[WordOp, str, str]]

# Scripts written without spaces: kana, bopomofo, Han (with radicals and the planes beyond the first), Thai, Lao,
# Khmer, Myanmar. Hangul is written with spaces and stays in words.
UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff\u3100-\u312f\u31a0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
)
_TOKEN = re.compile(rf"\s+|[{UNSPACED}]|[^\W{UNSPACED}]+|[^\w\s]|.", re.DOTALL)
_MAX_TOKENS = 200_000  # beyond, only what is equal at both ends is kept apart


def tokens(text: str) -> list[str]:
    """All of the text in words, single CJK characters, single signs and stretches of white space."""
    return _TOKEN.findall(text)


def word_diff(text_a: str, text_b: str) -> WordDiff:
    """What was kept, replaced, added and removed, in order; the pieces add up to both texts."""
    if text_a == text_b:
        return [("unchanged", text_a, text_b)] if text_a else []
    a, b = tokens(text_a), tokens(text_b)
    if len(a) + len(b) > _MAX_TOKENS:
        return _coarse(a, b)
    weights = [1 if token.isspace() else 2 + min(len(token), 8) for token in a]
    pairs = _without_islands(a, b, align(a, b, weights))
    diff: WordDiff = []
    i = j = 0
    for m, n in [*pairs, (len(a), len(b))]:
        _append(diff, "".join(a[i:m]), "".join(b[j:n]), equal=False)
        if m < len(a):
            _append(diff, a[m], b[n], equal=True)
        i, j = m + 1, n + 1
    return diff


def _coarse(a: list[str], b: list[str]) -> WordDiff:
    """Equal beginning, the middle as one change, equal end: for texts too long to align word by word."""
    shorter = min(len(a), len(b))
    head = 0
    while head < shorter and a[head] == b[head]:
        head += 1
    tail = 0
    while tail < shorter - head and a[-1 - tail] == b[-1 - tail]:
        tail += 1
    diff: WordDiff = []
    _append(diff, "".join(a[:head]), "".join(b[:head]), equal=True)
    _append(diff, "".join(a[head : len(a) - tail]), "".join(b[head : len(b) - tail]), equal=False)
    _append(diff, "".join(a[len(a) - tail :]), "".join(b[len(b) - tail :]), equal=True)
    return diff


def _without_islands(a: list[str], b: list[str], pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Drop kept white space that stands alone between two replaced words: it reads better as one change."""
    kept = []
    for n, (i, j) in enumerate(pairs):
        alone_before = n == 0 or pairs[n - 1] != (i - 1, j - 1)
        alone_after = n + 1 == len(pairs) or pairs[n + 1] != (i + 1, j + 1)
        edge = (i == 0 and j == 0) or (i == len(a) - 1 and j == len(b) - 1)
        if alone_before and alone_after and not edge and a[i].isspace():
            continue
        kept.append((i, j))
    return kept


def _append(diff: WordDiff, text_a: str, text_b: str, *, equal: bool) -> None:
    """Add a piece, melted into the one before when both are of a kind."""
    if not text_a and not text_b:
        return
    if diff and (diff[-1][0] == "unchanged") == equal:
        _, before_a, before_b = diff.pop()
        text_a, text_b = before_a + text_a, before_b + text_b
    op: WordOp
    if equal:
        op = "unchanged"
    elif not text_a:
        op = "added"
    else:
        op = "changed" if text_b else "removed"
    diff.append((op, text_a, text_b))
