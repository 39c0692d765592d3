"""What is known of a text to compare it with others: digests, SimHash, MinHash, marks of its passages, terms.

Compared is the main text of a document without what its site repeats on its pages: two pages of one site would be alike by
their menus alone. Whole documents are read here, in any process.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from app.archive.documents import pages
from app.archive.documents.pages import Page
from app.likeness.passages import Marks, marks
from app.likeness.shingles import MinHash, minhash, normal, shingles
from app.likeness.synonyms import Synonyms, read_synonyms
from app.likeness.terms import Terms, terms_of
from extractors.base.types import Document, Part

LONGEST = 1_000_000
"""Characters of a text that are compared."""
LEAST = 40
"""Letters and figures below which texts are compared by their digests alone: short ones are alike by chance."""


@dataclass(slots=True)
class Prints:
    """The fingerprints of a text. `exact` is a digest of it as it is, `normal` of its letters and figures alone; `said`
    are these, of which everything else but the terms is made."""

    exact: bytes
    normal: bytes
    said: str
    minhash: MinHash
    marks: Marks
    terms: Terms
    title: str = ""


class Sheet(NamedTuple):
    """A page to be read in any process: `archive` is the folder whose synonyms count, `synonyms` their digest."""

    page: Page
    archive: Path
    synonyms: str


def read(sheet: Sheet) -> Prints | None:
    """The fingerprints of a page; None without text. Never raises for bad content."""
    return of_document(pages.read(sheet.page), _synonyms(sheet.archive, sheet.synonyms))


def of_document(document: Document, synonyms: Synonyms | None = None) -> Prints | None:
    """The fingerprints of a document that was read with its main text; None where it has no text."""
    return of_text(main_text(document), document.title, synonyms)


def of_text(text: str, title: str = "", synonyms: Synonyms | None = None) -> Prints | None:
    """The fingerprints of a text; None where it says nothing. The title is in the terms alone."""
    text = text[:LONGEST]
    exact = blake2b(" ".join(text.split()).encode("utf-8", "surrogatepass"), digest_size=16).digest()
    if synonyms:
        text, title = synonyms.replaced(text), synonyms.replaced(title)
    said = normal(text)
    if not said:
        return None
    found = shingles(said)
    return Prints(
        exact,
        blake2b(said.encode("utf-8", "surrogatepass"), digest_size=16).digest(),
        said,
        minhash(found),
        marks(said),
        terms_of(f"{title}. {text}" if title else text),
        title,
    )


def main_text(document: Document) -> str:
    """The text of a document that is compared: its main text, without the parts that its site repeats."""
    if document.main:
        return _joined(document.main)
    if document.template:
        of_site = frozenset(document.template)
        return _joined(part for number, part in enumerate(document.parts) if number not in of_site)
    return document.text


def _joined(parts: Iterable[Part]) -> str:
    lines: list[str] = []
    for part in parts:
        if part.kind == "table" and part.rows:
            lines += ["\t".join(row) for row in part.rows]
        elif part.text and part.kind != "image":
            lines.append(part.text)
    return "\n".join(lines)


@lru_cache(maxsize=4)
def _synonyms(archive: Path, digest: str) -> Synonyms | None:
    return read_synonyms(archive) if digest else None
