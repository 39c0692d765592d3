"""A document's parts as rich text for the reading view: pure functions, colours, sizes and words passed in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import groupby, islice
from typing import NamedTuple

from extractors.base.types import Document, Part

# A document cut into chapters that a view can hold: a text of 50 million characters is shown a stretch at a
# time.
#
# Pure functions: they run in a worker, for a long document takes a moment to go through.

CHAPTER = 400_000
"""Characters of a chapter: what a text view lays out without anybody noticing. A cell of a table weighs _CELL."""

_CELL = 150
_CELLS_AT_ONCE = 60  # cells of a table shown at once: a text view lays out a table as a whole
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
    """A part as it is shown: the `number` of the slide, sheet or page that begins with it (0: none), whether it continues
    the part before it, and the widths of the columns and of the whole of a table, as `columns` gives them."""

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
        yield from _as_lines(part, number)
        return
    step = max(2, _CELLS_AT_ONCE // max(1, len(widths)))
    for first in range(0, len(part.rows), step):
        text = "" if first else part.text
        some = Part("table", text, part.level, part.rows[first : first + step], "", part.role)
        yield Block(some, 0 if first else number, bool(first), widths, letters)


def _as_lines(part: Part, number: int) -> Iterator[Block]:
    """A table too wide for a text view to lay out: its rows as lines."""
    if number or part.text:
        yield Block(
            Part("heading" if number else "paragraph", part.text, part.level, (), "", part.role), number
        )
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
    """Widths of the columns of a table, by its first rows: shares of 100, and 0. Where whole words have no room in the
    column of text: letters of each column, and of the whole table."""
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


_BULLETS = ("•", "◦", "▪")
_INDENT = 24  # pixels a level of a list stands further right
_ADDRESS = re.compile(r"https?://[^\s<>\"'“”‘’（）()【】《》，。；、]+", re.IGNORECASE)
_FIGURE = re.compile(r"[-+−]?[\d.,\u00a0 ]*\d[\d.,]*\s*[%€$¥£]?")
_SET_APART = ("note", "comment")
_LABELLED = ("hidden", "formulas")
_NUMBERED = re.compile(  # a number or letter that an item brings along
    r"\s*(\(?(?:\d{1,4}(?:\.\d{1,3}){0,4}|[A-Za-z]|[ivxlc]{1,6})[.)](?!\d)"
    r"|[（(]?[一二三四五六七八九十]{1,3}[、．）)]|第[\d一二三四五六七八九十百]{1,5}[章节条款项])\s*"
)
_TABLE = 1_000  # characters that are laid out while a table or box is
_NOTES = 12  # notes in a box
_LETTER = 0.56  # of the size of the letters: how wide one is
_MARKS = ("slide", "sheet", "page")


@dataclass(frozen=True, slots=True)
class Typography:
    """The look of the reading view; sizes in pixels, colours as #rrggbb. `words` are the names of parts that are set apart
    ("note", "comment", "header", "footer", "formulas"), and of marks with their number ("slide", "sheet", "page")."""

    text: str
    muted: str
    accent: str
    surface: str
    border: str
    size: int = 16
    mono: str = "monospace"
    families: tuple[str, ...] = ()
    note: str = ""
    words: Mapping[str, str] = field(default_factory=dict)

    def style_sheet(self) -> str:
        """For QTextDocument.setDefaultStyleSheet."""
        small = self.size * 7 // 8
        families = ", ".join(f"'{name}'" for name in self.families)
        family = f"font-family: {families};" if families else ""
        return f"""
            body {{ color: {self.text}; font-size: {self.size}px; {family} }}
            p, li {{ line-height: 160%; margin-top: 0px; margin-bottom: {self.size * 3 // 4}px; }}
            h1 {{ font-size: {self.size * 7 // 4}px; font-weight: 600; line-height: 125%;
                  margin-top: 8px; margin-bottom: 12px; }}
            h2 {{ font-size: {self.size * 11 // 8}px; font-weight: 600; line-height: 130%;
                  margin-top: 24px; margin-bottom: 8px; }}
            h3 {{ font-size: {self.size * 9 // 8}px; font-weight: 600; margin-top: 20px; margin-bottom: 8px; }}
            h4 {{ font-size: {self.size}px; font-weight: 600; margin-top: 16px; margin-bottom: 4px; }}
            .item {{ margin-bottom: {self.size // 4}px; }}
            a {{ color: {self.accent}; text-decoration: none; }}
            pre {{ font-family: {self.mono}; font-size: {small}px; white-space: pre-wrap; line-height: 140%;
                   margin-top: 4px; margin-bottom: 4px; }}
            td, th {{ padding: 4px 8px; }}
            td.cell, th.cell {{ border: 1px solid {self.border}; }}
            th {{ font-weight: 600; background-color: {self.surface}; text-align: left; }}
            td.box {{ padding: 6px 12px; }}
            td.bar {{ padding: 0px; }}
            .boxed {{ margin-bottom: 4px; line-height: 150%; }}
            .label {{ color: {self.muted}; font-size: {small}px; font-weight: 600; margin-bottom: 2px; }}
            .rule {{ font-size: 1px; line-height: 1px; background-color: {self.border}; margin-top: 24px;
                     margin-bottom: 0px; }}
            .after {{ font-size: 4px; margin-bottom: 8px; }}
            .mark {{ color: {self.muted}; font-size: {small}px; margin-top: 8px; margin-bottom: 4px; }}
            .edge, .figure, .byline {{ color: {self.muted}; font-size: {small}px; }}
            td.name {{ color: {self.muted}; }}
        """


def heading(document: Document, facts: Iterable[str]) -> str:
    """Title and byline above the text."""
    byline = " · ".join(escape(fact) for fact in facts if fact)
    title = f"<h1>{escape(document.title)}</h1>" if document.title else ""
    return title + (f'<p class="byline">{byline}</p>' if byline else "")


def facts_box(rows: Sequence[tuple[str, str]], look: Typography, label: str = "") -> str:
    """Names and values in a box of their own: what an official document says of itself, the tags of a sound."""
    if not rows:
        return ""
    cells = "".join(
        f'<tr><td class="name">{escape(name)}</td><td>{_linked(value)}</td></tr>' for name, value in rows
    )
    above = f'<p class="label">{escape(label)}</p>' if label else ""
    return _box(f'{above}<table cellspacing="0">{cells}</table>', look)


def warnings_box(sentences: Sequence[str], look: Typography) -> str:
    """What could be read only in part."""
    shown = "".join(f'<p class="boxed">{escape(text)}</p>' for text in sentences)
    return _box(shown, look, look.note or look.border) if shown else ""


def pieces(blocks: Iterable[Block], look: Typography, *, budget: int = 8_000) -> Iterator[str]:
    """Blocks as pieces of rich text of about `budget` characters, so that a view can show them in slices."""
    piece: list[str] = []
    size = 0
    for html in _runs(blocks, look):
        piece.append(html)
        size += len(html) + _TABLE * html.count("<table")
        if size >= budget:
            yield "".join(piece)
            piece, size = [], 0
    if piece:
        yield "".join(piece)


def _runs(blocks: Iterable[Block], look: Typography) -> Iterator[str]:
    """Each block; notes that follow one another share a box."""
    for role, run in groupby(blocks, lambda block: block.part.role if block.part.role in _SET_APART else ""):
        if role:
            label = f'<p class="label">{escape(look.words.get(role, role))}</p>'
            while some := list(islice(run, _NOTES)):
                shown = "".join(render(block, look) for block in some)
                yield _box(label + shown, look, look.note or look.border)
        else:
            yield from (render(block, look) for block in run)


def render(block: Block, look: Typography) -> str:
    """One block as rich text."""
    part = block.part
    mark = _mark(block, look)
    if part.role in _MARKS and not part.rows:
        # a page has no title of its own; slides and sheets do
        return mark + (f"<h2>{_linked(part.text)}</h2>" if part.text and part.role != "page" else "")
    if part.role in ("header", "footer"):
        label = look.words.get(part.role, "")
        return mark + f'<p class="edge">{escape(label)}{": " if label else ""}{_linked(part.text)}</p>'
    if part.role in _LABELLED and not block.goes_on:
        mark += f'<p class="label">{escape(look.words.get(part.role, part.role))}</p>'
    return mark + _by_kind(block, look)


def _mark(block: Block, look: Typography) -> str:
    """A line above the beginning of a slide, sheet or page, with its number."""
    if not block.number:
        return ""
    words = look.words.get(block.part.role, "{n}").format(n=block.number)
    rule = '<p class="rule">&nbsp;</p>' if block.number > 1 else ""
    return f'{rule}<p class="mark">{escape(words)}</p>'


def _by_kind(block: Block, look: Typography) -> str:
    part = block.part
    boxed = ' class="boxed"' if part.role in _SET_APART else ""
    match part.kind:
        case "heading":
            level = min(4, max(1, part.level or 2) + (1 if part.level <= 1 else 0))
            text = f'<a href="{escape(part.url)}">{escape(part.text)}</a>' if part.url else _linked(part.text)
            return f"<h{level}>{text}</h{level}>"
        case "item":
            return _item(part, look)
        case "table":
            return _table(block, look)
        case "quote":
            return _box(f'<p class="boxed">{_linked(part.text)}</p>', look, look.border)
        case "code":
            return _box(f"<pre>{escape(part.text)}</pre>", look)
        case "image":
            label = escape(part.text) or escape(part.url.rsplit("/", 1)[-1])
            link = f'<a href="{escape(part.url)}">{label}</a>' if part.url else label
            return f'<p class="figure">▨&nbsp; {link}</p>'
        case _:
            return f"<p{boxed}>{_linked(part.text)}</p>"


def _item(part: Part, look: Typography) -> str:
    level = max(1, part.level)
    own = _NUMBERED.match(part.text)
    bullet = escape(own.group(1)) if own else _BULLETS[min(level, len(_BULLETS)) - 1]
    text = part.text[own.end() :] if own else part.text
    if part.places:
        bullet, text = escape(part.places), part.text
    # the bullet or number hangs to the left of all lines of its item
    hang = look.size * (2 if own or part.places else 1)
    style = f"margin-left:{_INDENT * level + (hang - look.size)}px; text-indent:-{hang}px"
    return f'<p class="item" style="{style}">{bullet}&nbsp;&nbsp;{_linked(text)}</p>'


def _box(inside: str, look: Typography, bar: str = "") -> str:
    """Rich text on a ground of its own, with a bar at its left when it is set apart from the text."""
    left = f'<td class="bar" width="3" bgcolor="{bar}"></td>' if bar else ""
    return (
        f'<table width="100%" cellspacing="0" cellpadding="0"><tr>{left}'
        f'<td class="box" bgcolor="{look.surface}">{inside}</td></tr></table><p class="after">&nbsp;</p>'
    )


def _table(block: Block, look: Typography) -> str:
    part, rows = block.part, []
    count = len(block.widths) or max((len(row) for row in part.rows), default=0)
    # wide tables get their room to the right rather than columns of single letters
    letter = look.size * _LETTER if block.letters else 0.0
    widths = [f"{round(width * letter)}" if letter else f"{width}%" for width in block.widths]
    for number, row in enumerate(part.rows):
        tag = "th" if number == 0 and not block.goes_on and len(part.rows) > 1 else "td"
        cells = "".join(
            _cell(tag, row[column] if column < len(row) else "", widths[column] if widths else "")
            for column in range(count)
        )
        rows.append(f"<tr>{cells}</tr>")
    if not rows:
        return f'<p class="figure">{_linked(part.text)}</p>' if part.text else ""
    width = f"{round(letter * block.letters)}" if letter else "100%"
    return f'<table width="{width}" cellspacing="0" style="border-collapse:collapse">{"".join(rows)}</table>'


def _cell(tag: str, text: str, width: str) -> str:
    align = ' align="right"' if text and _FIGURE.fullmatch(text.strip()) else ""
    room = f' width="{width}"' if width else ""
    return f'<{tag} class="cell"{room}{align}>{_linked(text)}</{tag}>'


def _linked(text: str) -> str:
    """Text with its lines, and with what is an address as a link."""
    found, last = [], 0
    for match in _ADDRESS.finditer(text):
        address = match.group().rstrip(".,;:!?")
        found.append(_lines(text[last : match.start()]))
        found.append(f'<a href="{escape(address)}">{escape(address)}</a>')
        last = match.start() + len(address)
    return "".join(found) + _lines(text[last:])


def _lines(text: str) -> str:
    return escape(text).replace("\n", "<br>")
