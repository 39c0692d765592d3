"""A document cut into chapters that a view can hold: a text of 50 million characters is shown a stretch at a time.

Pure functions: they run in a worker, for a long document takes a moment to go through.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from extractors import Document, Part

CHAPTER = 400_000
"""Characters of a chapter: what a text view lays out without anybody noticing. A cell of a table weighs _CELL."""

_CELL = 150
_ROWS_CELLS = 60  # cells of a table shown at once: a text view lays out a table as a whole
_COLUMNS = 250  # of a table that is shown as one
_LONGEST = 3_000  # characters of one paragraph
_BOX = 600  # what a box around a part weighs
_BOXED = ("quote", "code")
_COUNTED = ("slide", "sheet", "page")
_TEXT = 84  # letters that stand beside each other in the column of text
_PADDING = 3  # letters that the edges of a cell take
_LEAST, _WORD, _BEST = 5, 16, 44  # letters of a column: at least, so that words stay whole, at most
_UNBROKEN = re.compile(r"[\u2e80-\uffff]|[^\s\u2e80-\uffff]+")  # Chinese is broken anywhere


class Block(NamedTuple):
    """A part as it is shown: which slide, sheet or page it begins (0: none), whether it goes on with the part before
    it, and for a table how wide its columns and the whole are, as `columns` says."""

    part: Part
    number: int = 0
    goes_on: bool = False
    widths: tuple[int, ...] = ()
    letters: int = 0


@dataclass(frozen=True, slots=True)
class Chapter:
    """Some blocks that follow one another; `text` is what find looks through, block by block on lines of its own."""

    blocks: tuple[Block, ...]
    text: str


def chapters(document: Document, *, main: bool = False, budget: int = CHAPTER) -> list[Chapter]:
    """The document, or its main text, as chapters of about `budget` characters; at least one."""
    made: list[Chapter] = []
    blocks: list[Block] = []
    weight = 0
    for block in _blocks(shown_parts(document, main=main)):
        size = _weight(block.part)
        if blocks and weight + size > budget:
            made.append(_chapter(blocks))
            blocks, weight = [], 0
        blocks.append(block)
        weight += size
    if blocks or not made:
        made.append(_chapter(blocks))
    return made


def shown_parts(document: Document, *, main: bool = False) -> Iterable[Part]:
    """What is read: the parts without a first heading that only repeats the title, or paragraphs of the bare text."""
    parts: Iterable[Part] = (document.main if main else ()) or document.parts
    if not parts:
        return (Part("paragraph", line.strip()) for line in document.text.split("\n") if line.strip())
    return _without_title(parts, document.title.strip())


def _without_title(parts: Iterable[Part], title: str) -> Iterator[Part]:
    left_out = not title
    for part in parts:
        if not left_out and part.kind == "heading" and not part.role and part.text.strip() == title:
            left_out = True
            continue
        yield part


def _chapter(blocks: list[Block]) -> Chapter:
    return Chapter(tuple(blocks), "\n".join(_words(block.part) for block in blocks))


def _words(part: Part) -> str:
    return "\n".join(cell for row in part.rows for cell in row) if part.rows else part.text


def _weight(part: Part) -> int:
    if part.rows:
        return sum(len(row) for row in part.rows) * _CELL
    return len(part.text) + (_BOX if part.kind in _BOXED or part.role else 20)


def _blocks(parts: Iterable[Part]) -> Iterator[Block]:
    counts = dict.fromkeys(_COUNTED, 0)
    for part in parts:
        number = 0
        if part.role in counts:
            counts[part.role] += 1
            number = counts[part.role]
        if part.rows:
            yield from _rows(part, number)
        elif len(part.text) > _LONGEST:
            for place, text in enumerate(_stretches(part.text)):
                shorter = Part(part.kind, text, part.level, (), part.url, part.role)
                yield Block(shorter, 0 if place else number, bool(place))
        else:
            yield Block(part, number)


def _rows(part: Part, number: int) -> Iterator[Block]:
    """A table as tables of a few rows each whose columns are alike."""
    widths, letters = columns(part.rows)
    if len(widths) > _COLUMNS:
        yield from _lines(part, number)
        return
    step = max(2, _ROWS_CELLS // max(1, len(widths)))
    for first in range(0, len(part.rows), step):
        text = "" if first else part.text
        some = Part("table", text, part.level, part.rows[first : first + step], "", part.role)
        yield Block(some, 0 if first else number, bool(first), widths, letters)


def _lines(part: Part, number: int) -> Iterator[Block]:
    """A table too wide for a text view to lay out: its rows as lines."""
    if number or part.text:
        yield Block(Part("heading" if number else "paragraph", part.text, part.level, (), "", part.role), number)
    for row in part.rows:
        for place, text in enumerate(_stretches(" · ".join(filter(None, row)))):
            yield Block(Part("paragraph", text), 0, bool(place))


def _stretches(text: str) -> Iterator[str]:
    """Long text in stretches, broken after a line, a sentence or a word where there is one near."""
    start = 0
    while len(text) - start > _LONGEST:
        end = start + _LONGEST
        for mark in ("\n", "。", ". ", " "):
            found = text.rfind(mark, start + _LONGEST // 2, end)
            if found > 0:
                end = found + len(mark)
                break
        yield text[start:end].strip("\n")
        start = end
    yield text[start:].strip("\n")


def columns(rows: tuple[tuple[str, ...], ...], *, looked_at: int = 500) -> tuple[tuple[int, ...], int]:
    """How wide the columns of a table should be by what stands in its first rows: shares that make 100, and 0. Where
    the column of text has no room for whole words: the letters of each column, and of the whole table."""
    count = max((len(row) for row in rows), default=0)
    if not count:
        return (), 0
    least, best = [_LEAST] * count, [_LEAST] * count
    for row in rows[:looked_at]:
        for column, cell in enumerate(row):
            # capped first: a long cell wraps, it does not need the whole width
            lines = cell[:200].split("\n")
            best[column] = max(best[column], min(max(map(_letters, lines)), _BEST) + _PADDING)
            words = _UNBROKEN.findall(cell, 0, 200)
            least[column] = max(least[column], min(max(map(_letters, words), default=0), _WORD) + _PADDING)
    wanted, needed = sum(best), sum(least)
    if wanted <= _TEXT:
        return _shares(best), 0
    if needed <= _TEXT:
        more = (_TEXT - needed) / (wanted - needed)
        return _shares([low + (high - low) * more for low, high in zip(least, best, strict=True)]), 0
    comfortable = [min(high, low + 13) for low, high in zip(least, best, strict=True)]
    return tuple(comfortable), sum(comfortable)


def _shares(wants: Sequence[float]) -> tuple[int, ...]:
    """Whole shares that make 100; what rounding leaves over goes where it took most."""
    exact = [want * 100 / sum(wants) for want in wants]
    shares = [max(1, int(share)) for share in exact]
    by_loss = sorted(range(len(shares)), key=lambda column: shares[column] - exact[column])
    for column in by_loss[: max(0, 100 - sum(shares))]:
        shares[column] += 1
    return tuple(shares)


def _letters(line: str) -> int:
    """How many narrow letters wide a line is; a Chinese character takes two."""
    return sum(2 if char >= "\u2e80" else 1 for char in line)
