"""A document in the formats people read: text, Markdown, HTML, Word."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from extractors.base.types import Document, Part

EXTENSIONS = {"text": ".txt", "markdown": ".md", "html": ".html", "docx": ".docx"}


def render(document: Document, format: str, url: str = "", date: datetime | None = None) -> bytes:
    """A document as a file that begins with `url` and `date`: where it comes from, and when it was captured."""
    if format == "docx":
        from app.exporting.word import to_docx

        return to_docx(document, url, date)
    captured = date.strftime("%Y-%m-%d %H:%M:%S UTC") if date else ""
    return text_of(document, format, url, captured).encode("utf-8", "replace")


def text_of(document: Document, format: str, url: str = "", captured: str = "") -> str:
    """A document as "text", "markdown" or "html", above it where it comes from and when it was captured."""
    from extractors.door.rendering import to_html, to_markdown

    if format == "markdown":
        return to_markdown(document, url, captured)
    if format == "html":
        return to_html(document, url, captured)
    source = ", ".join(filter(None, (url, captured)))
    return (f"{source}\n\n" if source else "") + document.text.rstrip() + "\n"


def main_part(document: Document) -> Document:
    """Only the main text, where a document has more than that."""
    return replace(document, parts=document.main, text=_text(document.main)) if document.main else document


def _text(parts: Sequence[Part]) -> str:
    lines = []
    for part in parts:
        if part.kind == "table" and part.rows:
            lines += ["\t".join(row) for row in part.rows]
        elif part.text and part.kind != "image":
            lines.append(part.text)
    return "\n".join(lines)
