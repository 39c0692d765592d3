"""A document's parts as rich text for the reading view: pure functions, colours and sizes passed in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape

from extractors import Document, Part


@dataclass(frozen=True, slots=True)
class Typography:
    """What the reading view looks like; sizes in pixels, colours as #rrggbb."""

    text: str
    muted: str
    accent: str
    surface: str
    border: str
    size: int = 16
    mono: str = "monospace"

    def style_sheet(self) -> str:
        """For QTextDocument.setDefaultStyleSheet."""
        return f"""
            body {{ color: {self.text}; font-size: {self.size}px; }}
            p, li {{ line-height: 155%; margin-top: 0px; margin-bottom: {self.size * 3 // 4}px; }}
            h1 {{ font-size: {self.size * 7 // 4}px; font-weight: 600; margin-top: 8px; margin-bottom: 12px; }}
            h2 {{ font-size: {self.size * 11 // 8}px; font-weight: 600; margin-top: 24px; margin-bottom: 8px; }}
            h3 {{ font-size: {self.size * 9 // 8}px; font-weight: 600; margin-top: 20px; margin-bottom: 8px; }}
            h4 {{ font-size: {self.size}px; font-weight: 600; margin-top: 16px; margin-bottom: 4px; }}
            .item {{ margin-bottom: {self.size // 4}px; }}
            a {{ color: {self.accent}; text-decoration: none; }}
            pre {{ font-family: {self.mono}; font-size: {self.size * 7 // 8}px;
                   background-color: {self.surface}; margin-top: 4px; margin-bottom: 16px; }}
            td, th {{ padding: 4px 8px; border-color: {self.border}; }}
            th {{ font-weight: 600; background-color: {self.surface}; text-align: left; }}
            .quote {{ color: {self.muted}; margin-left: 24px; font-style: italic; }}
            .figure, .byline {{ color: {self.muted}; font-size: {self.size * 7 // 8}px; }}
        """


def heading(document: Document, facts: Iterable[str]) -> str:
    """Title and byline above the text."""
    byline = " · ".join(escape(fact) for fact in facts if fact)
    title = f"<h1>{escape(document.title)}</h1>" if document.title else ""
    return title + (f'<p class="byline">{byline}</p>' if byline else "")


def pieces(document: Document, *, budget: int = 24_000) -> Iterator[str]:
    """The document as pieces of rich text of about `budget` characters, so that a view can show them in slices."""
    piece: list[str] = []
    size = 0
    for html in _blocks(document):
        piece.append(html)
        size += len(html)
        if size >= budget:
            yield "".join(piece)
            piece, size = [], 0
    if piece:
        yield "".join(piece)


def _blocks(document: Document) -> Iterator[str]:
    if not document.parts:
        for paragraph in document.text.split("\n"):
            if paragraph.strip():
                yield f"<p>{escape(paragraph.strip())}</p>"
        return
    skipped = False
    for part in document.parts:
        repeats_title = part.kind == "heading" and part.text.strip() == document.title.strip()
        if repeats_title and not skipped:
            skipped = True
            continue
        yield render(part)


def render(part: Part) -> str:
    """One part as rich text."""
    text = escape(part.text)
    match part.kind:
        case "heading":
            level = min(4, max(1, part.level or 2) + (1 if part.level <= 1 else 0))
            return f"<h{level}>{text}</h{level}>"
        case "item":
            indent = 24 * max(1, part.level)
            return f'<p class="item" style="margin-left:{indent}px; text-indent:-14px">•&nbsp;&nbsp;{text}</p>'
        case "table":
            return _table(part)
        case "quote":
            return f'<p class="quote">{_lines(text)}</p>'
        case "code":
            return f"<pre>{text}</pre>"
        case "image":
            label = text or escape(part.url.rsplit("/", 1)[-1])
            link = f'<a href="{escape(part.url)}">{label}</a>' if part.url else label
            return f'<p class="figure">▨&nbsp; {link}</p>'
        case _:
            return f"<p>{_lines(text)}</p>"


def _lines(text: str) -> str:
    return text.replace("\n", "<br>")


def _table(part: Part) -> str:
    rows: list[str] = []
    for number, row in enumerate(part.rows):
        tag = "th" if number == 0 and len(part.rows) > 1 else "td"
        cells = "".join(f"<{tag}>{_lines(escape(cell))}</{tag}>" for cell in row)
        rows.append(f"<tr>{cells}</tr>")
    caption = f'<p class="figure">{escape(part.text)}</p>' if part.text and not part.rows else ""
    return f'{caption}<table border="1" cellspacing="0" style="border-collapse:collapse">{"".join(rows)}</table><p></p>'
