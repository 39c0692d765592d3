"""A document's parts as rich text for the reading view: pure functions, colours, sizes and words passed in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import groupby, islice

from extractors import Document, Part
from widgets.page.chapters import Block

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
    """What the reading view looks like; sizes in pixels, colours as #rrggbb. `words` are the names of what is set apart
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
    cells = "".join(f'<tr><td class="name">{escape(name)}</td><td>{_linked(value)}</td></tr>' for name, value in rows)
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
