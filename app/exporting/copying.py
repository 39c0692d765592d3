"""Documents as one text for the clipboard: to read, as Markdown, or cited."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC
from typing import NamedTuple

from app.archive.model import Capture
from app.archive.reader import ArchiveReader
from app.errors import TianwangError
from app.exporting.citing import bibtex, cited
from app.exporting.formats import main_part, text_of
from app.templates.known import template_of
from extractors.base.types import Document

FORMS = ("text", "markdown", "citation", "gbt7714", "bibtex")
MOST = 500
"""Documents taken at once; more belong into files."""

_MOST_CHARACTERS = 20_000_000


class Copied(NamedTuple):
    """`unread` could not be read or have no text; `more`: there were more than are taken."""

    text: str
    documents: int
    unread: int
    more: bool


def copied(
    reader: ArchiveReader,
    captures: Iterable[Capture],
    form: str,
    progress: Callable[[int], object] = lambda _: None,
) -> Copied:
    """Documents in one of the FORMS; `progress` gets how many are done, and ends the work by raising."""
    pieces: list[str] = []
    size = unread = 0
    for number, capture in enumerate(captures):
        if number >= MOST or size > _MOST_CHARACTERS:
            return Copied(_joined(pieces, form), len(pieces), unread, True)
        progress(number)
        try:
            piece = _piece(reader, capture, form)
        except (TianwangError, OSError):
            piece = ""
        if piece:
            pieces.append(piece)
            size += len(piece)
        else:
            unread += 1
    return Copied(_joined(pieces, form), len(pieces), unread, False)


def _piece(reader: ArchiveReader, capture: Capture, form: str) -> str:
    readable = form in ("text", "markdown")
    template = template_of(reader.path, capture.url) if readable else frozenset[int]()
    document = reader.document(capture, main=readable, template=template, ocr=True)
    if readable:
        return _read(capture, main_part(document), form)
    if form == "bibtex":
        return bibtex(capture, document)
    found = cited(capture, document)
    return found.by_gbt7714() if form == "gbt7714" else found.in_words()


def _read(capture: Capture, document: Document, form: str) -> str:
    if not (document.text.strip() or document.parts):
        return ""
    date = capture.date.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    return text_of(document, form, capture.url, date).rstrip("\n")


def _joined(pieces: list[str], form: str) -> str:
    between = {"text": "\n\n\n", "markdown": "\n\n---\n\n", "bibtex": "\n\n"}.get(form, "\n")
    return between.join(pieces) + ("\n" if len(pieces) > 1 else "")
