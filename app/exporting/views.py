"""A document in the formats people read: text, Markdown, HTML, Word."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from extractors import Document, Part

EXTENSIONS = {"text": ".txt", "markdown": ".md", "html": ".html", "docx": ".docx"}


def render(document: Document, format: str, url: str = "", date: datetime | None = None) -> bytes:
    """A document as a file; `url` and `date` say in Word files where and when it was stored."""
    if format == "docx":
        from app.exporting.word import to_docx

        return to_docx(document, url, date)
    return text_of(document, format).encode("utf-8", "replace")


def text_of(document: Document, format: str) -> str:
    """A document as "text", "markdown" or "html"."""
    from extractors.rendering import to_html, to_markdown

    if format == "markdown":
        return to_markdown(document)
    if format == "html":
        return to_html(document)
    return document.text.rstrip() + "\n"


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
