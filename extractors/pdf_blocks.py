"""Lines of a page that belong together by size, boldness, colour and place: what could be its title as a whole."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from extractors import pdf_text, pdf_title_words, spacing
from extractors.pdf_lines import Line, Look

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
        text = spacing.line(joined(self.lines))
        half = len(text) // 2  # drawn twice in one go
        return text[:half] if half > 5 and text[:half] == text[half:].lstrip() else text


def blocks(page: Sequence[tuple[Line, Look]]) -> list[Block]:
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
        if before is not None and _goes_on(before, line, look):
            if abs(before.baseline - line.baseline) < 0.3 * look.size:
                before.lines[-1] += " " + line.text
            else:
                before.lines.append(line.text)
            before.left, before.right = min(before.left, line.left), max(before.right, line.right)
            before.baseline = line.baseline
            continue
        found.append(
            Block(look.size, look.bold, look.colour, look.faint, look.hidden, line.turned, order, line.left, line.right,
                  line.baseline, line.baseline, [line.text])
        )  # fmt: skip
    return found


def joined(lines: Sequence[str], plain: bool = False) -> str:
    """Lines as one; a word divided at the end of a line is put together. `plain`: are they of a page that is? (see
    pdf_text.is_plain)"""
    text = lines[0] if len(lines) == 1 else " ".join(lines)
    if (plain or text.isascii()) and not ("  " in text or "- " in text or "\u2010 " in text) and text.isprintable():
        return text  # as most are; a line begins and ends with letters
    text = "\n".join(lines)
    if not text.isascii():
        text = pdf_text.whole(text.replace("\u00ad\n", "\ufffe"), plain)
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
    """Does a heading in capitals end between two lines, or begin after who says it?"""
    if _CLOCK.search(after):
        return True
    if before.isupper():
        return len(before) > 12 and " " in before and after.upper() != after
    return before.endswith(":") and len(after) > 12 and " " in after and after.isupper()


def _goes_on(block: Block, line: Line, look: Look) -> bool:
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
        and not (len(block.lines) == 1 and not same_row and pdf_title_words.organ(block.lines[0]))
        and line.text.casefold() != "by"
    )
