"""The lines of PDF pages as headings, list items and paragraphs for the reading view."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from extractors import pdf_blocks
from extractors.pdf_lines import Line
from extractors.types import Part

_BULLET = re.compile(r"[•‣◦▪▸●○■□◆◇➢➤✓✔\uf0b7\uf0a7\uf0d8]\s*|[–—*-]\s+")
_BULLETS = frozenset("•‣◦▪▸●○■□◆◇➢➤✓✔\uf0b7\uf0a7\uf0d8–—*-")
_END = re.compile(r"[.!?:;。！？：；…][\"'”’」』）)]?\Z")
_HEADING_LENGTH = 160
_LETTERS = re.compile(r"[^\W\d_].*[^\W\d_]")
_NO_LETTERS = re.compile(r"[\W\d_]+")
_NO_ASCII_LETTERS = {code: None for code in range(128) if not chr(code).isalpha()}
_PAGE, _NOTE = -1.0, -2.0  # instead of a size: a page begins, a comment
_LARGER = 1.12  # how much larger than the text a heading is


class Reading:
    """Collects pages; `parts` gives all of them once the size of the text is known."""

    def __init__(self) -> None:
        self._blocks: list[tuple[str, float]] = []  # text and size
        self._weight: dict[float, int] = {}

    def page(self, lines: Sequence[Line], notes: Sequence[str] = (), plain: bool = False) -> None:
        """The lines of the next page in reading order, and the comments on it; `plain`: see pdf_text.is_plain."""
        self._blocks.append(("", _PAGE))
        block: list[Line] = []
        right = 0.0
        weight = self._weight
        for line in lines:
            size = line[1]
            weight[size] = weight.get(size, 0) + len(line[0])
            if block:
                if _goes_on(block, line, right):
                    block.append(line)
                    if line[3] > right:
                        right = line[3]
                    continue
                self._close(block, plain)
            block, right = [line], line[3]
        if block:
            self._close(block, plain)
        self._blocks += [(note, _NOTE) for note in notes]

    def parts(self, outline: dict[str, int]) -> tuple[Part, ...]:
        """Everything so far; `outline` gives the depth (1 = outermost) of its entries by their keys."""
        weight: Counter[float] = Counter()
        for size, letters in self._weight.items():
            weight[_rounded(size)] += letters
        body = weight.most_common(1)[0][0] if weight else 0.0
        sizes = sorted({_rounded(s) for text, s in self._blocks if s > body * _LARGER and _heading(text)}, reverse=True)
        levels = {size: min(6, level) for level, size in enumerate(sizes, 1)}
        found = []
        for text, size in self._blocks:
            if size == _PAGE:
                found.append(Part("paragraph", "", role="page"))
            elif size == _NOTE:
                found.append(Part("paragraph", text, role="comment"))
            elif (level := _level(text, size, outline, levels)) > 0:
                found.append(Part("heading", text, level))
            elif bullet := _BULLET.match(text):
                found.append(Part("item", text[bullet.end() :], 1))
            else:
                found.append(Part("paragraph", text))
        return tuple(found)

    def _close(self, block: list[Line], plain: bool) -> None:
        text = pdf_blocks.joined([line[0] for line in block], plain)
        if text:
            self._blocks.append((text, block[0][1]))


def _level(text: str, size: float, outline: dict[str, int], levels: dict[float, int]) -> int:
    """The level of a heading, as the outline tells or else its size; 0 = none."""
    if len(text) > _HEADING_LENGTH:
        return 0
    level = outline.get(heading_key(text), 0) if outline else 0
    return level or (levels.get(_rounded(size), 0) if levels and _heading(text) else 0)


def heading_key(text: str) -> str:
    """What of a heading is compared with the entries of the outline: letters, without its number."""
    if text.isascii():
        return text.lower().translate(_NO_ASCII_LETTERS)
    return _NO_LETTERS.sub("", text.casefold())


def _goes_on(block: list[Line], line: Line, right: float) -> bool:
    """Does the line belong to the paragraph?"""
    before, last_size, last_left, last_right, last_baseline, last_turned, _ = block[-1]
    text, size, left, line_right, baseline, turned, _ = line
    if size == last_size:
        larger = size
    else:
        larger, smaller = (size, last_size) if size > last_size else (last_size, size)
        if larger - smaller > 0.08 * larger:
            return False
    if last_turned != turned or (text[0] in _BULLETS and _BULLET.match(text)):
        return False
    gap = last_baseline - baseline
    near = 0.3 * larger
    if -near < gap < near:  # pieces of one row
        return 0 <= left - last_right < 2 * larger
    if gap < 0 or gap > 6 * larger:  # the next column
        return before[-1] == "\u00ad" or (not _END.search(before) and text[0].islower())
    leading = block[-2].baseline - last_baseline if len(block) > 1 else 1.45 * larger
    if gap > 1.25 * (leading if leading > larger else larger) or left > last_right or line_right < last_left:
        return False
    indented = len(block) > 1 and left - last_left > 0.8 * larger
    if (indented or last_right < right - 4 * larger) and _END.search(before):
        return False  # the last line of a paragraph is short, the first line of the next may be indented
    return not (len(block) == 1 and last_right < line_right - 12 * larger and _heading(before))


def _heading(text: str) -> bool:
    return len(text) <= _HEADING_LENGTH and _LETTERS.search(text) is not None


def _rounded(size: float) -> float:
    return round(size * 2) / 2
