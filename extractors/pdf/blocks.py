"""The lines of PDF pages as headings, list items and paragraphs for the reading view."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from extractors.base import spacing
from extractors.base.types import Part
from extractors.pdf.lines import FontStyle, Line, whole
from extractors.titles import who, wording

# Lines of a page that belong together by size, boldness, colour and place: what could be its title as a whole.

_LEADING = 2.0  # baselines further apart than this many sizes begin something else
_LINES = 6
_CLOCK = re.compile(r"\d[:：]\d\d\s*(?:[AaPp][Mm])?\s*[-–—~至]\s*\d")
_DIVIDED = re.compile("(?<=[^\\W\\d_][-\u2010])\n(?=[^\\W\\d_])")
# What takes more than blanks to be joined: scripts without them, marks that belong to another letter.
_INTRICATE = re.compile("[\u0300-\u036f\u2e80-\U0010ffff]")


@dataclass
class Block:
    """Neighbouring lines of one look. `order` is its place in reading order, `top` the baseline of its first line. Its
    text is kept once it was asked for."""

    size: float
    bold: bool
    colour: int
    faint: bool
    hidden: bool
    turned: int
    order: int
    left: float
    right: float
    top: float
    baseline: float
    lines: list[str] = field(default_factory=list)

    @cached_property
    def text(self) -> str:
        text = spacing.line(joined([wording.closed(line) for line in self.lines]))
        half = len(text) // 2  # drawn twice in one go
        return text[:half] if half > 5 and text[:half] == text[half:].lstrip() else text


def blocks(page: Sequence[tuple[Line, FontStyle]]) -> list[Block]:
    """The blocks of a page in the order of its content."""
    found: list[Block] = []
    drawn: dict[str, Line] = {}
    for order, (line, look) in enumerate(page):
        again = drawn.setdefault(line.text, line)
        if (
            again is not line
            and max(abs(again.left - line.left), abs(again.baseline - line.baseline)) < 0.3 * line.size
        ):
            continue  # its shadow, or made bold by being drawn twice
        before = found[-1] if found else None
        if before is not None and _pdf_blocks_goes_on(before, line, look):
            if abs(before.baseline - line.baseline) < 0.3 * look.size:
                before.lines[-1] += " " + line.text
            else:
                before.lines.append(line.text)
            before.left, before.right = min(before.left, line.left), max(before.right, line.right)
            before.baseline = line.baseline
            continue
        found.append(
            Block(
                look.size,
                look.bold,
                look.colour,
                look.faint,
                look.hidden,
                line.turned,
                order,
                line.left,
                line.right,
                line.baseline,
                line.baseline,
                [line.text],
            )
        )
    return found


def joined(lines: Sequence[str], plain: bool = False) -> str:
    """Lines as one; a word divided at the end of a line is put together. `plain`: are they of a page that is? (see
    pdf_text.is_plain)"""
    text = lines[0] if len(lines) == 1 else " ".join(lines)
    if (
        (plain or text.isascii())
        and not ("  " in text or "- " in text or "\u2010 " in text)
        and text.isprintable()
    ):
        return text  # as most are; a line begins and ends with letters
    text = "\n".join(lines)
    if not text.isascii():
        text = whole(text.replace("\u00ad\n", "\ufffe"), plain)
    if not (plain or text.isascii()) and _INTRICATE.search(text):
        return spacing.join_lines(text.split("\n"))
    if len(lines) > 1 and ("-\n" in text or "\u2010\n" in text):
        text = _DIVIDED.sub("", text)
    line = " ".join(text.split())
    if line.isprintable():
        return line
    return spacing.join_lines(text.split("\n"))


def body_size(pages: Sequence[Sequence[Line]]) -> float:
    """The size most letters of these pages have, in points; 0.0 without any."""
    weight: Counter[float] = Counter()
    for page in pages:
        for line in page:
            weight[round(line.size * 2) / 2] += len(line.text)
    return weight.most_common(1)[0][0] if weight else 0.0


def _parted(before: str, after: str) -> bool:
    """Whether a heading in capitals ends between two lines, or begins there behind a speaker's name."""
    if _CLOCK.search(after):
        return True
    if before.isupper():
        return len(before) > 12 and " " in before and after.upper() != after
    return before.endswith(":") and len(after) > 12 and " " in after and after.isupper()


def _pdf_blocks_goes_on(block: Block, line: Line, look: FontStyle) -> bool:
    gap = block.baseline - line.baseline
    size = max(block.size, look.size)
    same_row = abs(gap) < 0.3 * size and -0.5 * size < line.left - block.right < 3 * size
    below = 0.3 * size <= gap <= _LEADING * size and line.left < block.right and line.right > block.left
    return (
        (same_row or below)
        and abs(block.size - look.size) <= 0.07 * size
        and block.bold == look.bold
        and block.colour == look.colour
        and block.turned == line.turned
        and (len(block.lines) < _LINES or block.size < 11)
        and not _parted(block.lines[-1], line.text)
        and not (len(block.lines) == 1 and not same_row and who.organ(block.lines[0]))
        and (same_row or not _apart(block.lines[-1], line.text))
    )


def _apart(before: str, after: str) -> bool:
    """Whether two lines of one look say different things: a label, who wrote it, what students hand in."""
    return bool(
        after.casefold() == "by"
        or wording.titled(before) == len(before)
        or wording.titled(after)
        or wording.first_part(after)
        or wording.field(after)
        or (wording.work(after) and not wording.OPEN_END.search(before))
    )


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

    def replace(self, number: int, lines: Sequence[Line]) -> None:
        """Give page `number`, counted from 0, other lines; the comments on it stay."""
        starts = [at for at, (_, size) in enumerate(self._blocks) if size == _PAGE]
        end = starts[number + 1] if number + 1 < len(starts) else len(self._blocks)
        notes = [text for text, size in self._blocks[starts[number] : end] if size == _NOTE]
        later = self._blocks[end:]
        del self._blocks[starts[number] :]
        self.page(lines, notes)
        self._blocks += later

    def parts(self, outline: dict[str, int]) -> tuple[Part, ...]:
        """Everything so far; `outline` gives the depth (1 = outermost) of its entries by their keys."""
        weight: Counter[float] = Counter()
        for size, letters in self._weight.items():
            weight[_rounded(size)] += letters
        body = weight.most_common(1)[0][0] if weight else 0.0
        sizes = sorted(
            {_rounded(s) for text, s in self._blocks if s > body * _LARGER and _heading(text)}, reverse=True
        )
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
        text = joined([line[0] for line in block], plain)
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
    """Whether the line belongs to the paragraph."""
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
