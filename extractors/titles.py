"""Titles of documents that have no field for one that can be trusted: which of the first lines it is, and whether what
the properties say is believable."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from extractors import official, spacing, title_lines
from extractors.title_lines import Line
from extractors.types import Candidate, Document

__all__ = ["Line", "believable", "choose", "same"]

_MOST = 12
_LONGEST = 300
_HEAD = 3000  # characters in which a title of the properties is looked for
_ENOUGH = 30.0
"""What a candidate needs to be the title. Below, it only stands among those that were weighed."""

# What programs write into the title field by themselves: file names, their own name, placeholders.
_MACHINE = re.compile(
    r"""(?:microsoft\s+(?:word|powerpoint|excel)\b.*|.*\.(?:docx?|dot|rtf|xlsx?|pptx?|pdf|dvi|e?ps|tex|indd|qxd|cdr|pmd
    |html?|txt|odt|wpd|fm|tmp|jpe?g|png|tiff?)|(?:untitled(?:\s+(?:document|presentation|spreadsheet))?|no\s+title|title|unknown|document|doc|slide|presentation
    |powerpoint\s+presentation|new\s+document|word\s+document|normal|template|title\s+layout|titolo\s+documento|无标题|未命名|無題
    |新建.{0,20}文档|pdf-title)[\s\d()._-]*|[\W\d_]*|(?:file|https?):.*)""",
    re.IGNORECASE | re.VERBOSE,
)


def believable(title: str) -> bool:
    """Could a person have written this title? (No file name, no placeholder, not garbled.)"""
    if not title or _MACHINE.fullmatch(title) or "�" in title:
        return False
    strange = sum(1 for c in title if "\x80" <= c <= "\xff" or c in "ƒ‚„…†‡ˆ‰Š‹ŒŽ•˜™š›œžŸ‰")
    odd = sum(1 for c in title if unicodedata.category(c) in ("Co", "Cn", "Cs"))
    return strange * 3 <= len(title) and not odd


def same(a: str, b: str) -> bool:
    """Is one title found in the other text, white space and case apart?"""
    return _key(a) in _key(b)


def _key(text: str) -> str:
    return "".join(unicodedata.normalize("NFKC", text).casefold().split())


def choose(
    document: Document, lines: Sequence[Line], named: str, *, source: str = "metadata", name: str | None = None
) -> None:
    """Set title, candidates and what an official document says of itself, from the first lines of the body and the
    title its properties hold (`named`; `source` says which properties)."""
    found = title_lines.weigh(lines)
    issued = official.find(official.Line(line.text, line.size, line.red, line.centred, line.bold) for line in lines)
    if issued:
        document.official = issued.official
        if issued.title:
            reason = "It reads like the title of an official document."
            found.append(Candidate(spacing.line(issued.title), "official title", 95.0, reason))
    named = spacing.line(named)
    if named:
        found.append(_of_properties(named, source, document.text, found))
    if name:
        file = re.split(r"[/\\]", name.partition("?")[0])[-1]
        found.append(Candidate(spacing.line(file), "file name", 0.0, "The name of the file."))
    if all(candidate.score < _ENOUGH for candidate in found if candidate.source != "file name"):
        found += _headers(document)
    best: dict[str, Candidate] = {}
    for candidate in sorted(found, key=lambda one: -one.score):
        if candidate.text:
            best.setdefault(_key(candidate.text) + ("\0" if candidate.source == "file name" else ""), candidate)
    ranked = list(best.values())
    document.candidates = tuple(
        one._replace(text=one.text[:_LONGEST], score=round(one.score, 1)) for one in ranked[:_MOST]
    )
    if ranked and ranked[0].score >= _ENOUGH and ranked[0].source != "file name":
        document.title, document.title_source = ranked[0].text, ranked[0].source


def _headers(document: Document) -> list[Candidate]:
    """What stands above each page and says what kind of document this is: the title where the pages are a form."""
    texts = [spacing.line(part.text) for part in document.parts if part.role == "header" and "\n" not in part.text]
    return [
        Candidate(text, "header", 35.0, "It stands above the page, and says what kind of document this is.")
        for text in texts[:1]
        if title_lines.kind(text) and not title_lines.issuer(text)
    ]


def _of_properties(named: str, source: str, text: str, found: list[Candidate]) -> Candidate:
    """How much a title of the properties is worth; a line that says the same becomes better by it."""
    if not believable(named):
        return Candidate(named, source, 0.0, "The properties name it, but a program wrote it.")
    key = _key(named)
    for index, candidate in enumerate(found):
        shown = _key(candidate.text)
        if shown == key and title_lines.issuer(named):
            return Candidate(named, source, 20.0, "The properties name it, but it is who issued it.")
        if shown == key or (key in shown and len(shown) < 1.3 * len(key)):
            found[index] = candidate._replace(score=candidate.score + 30)
            score = candidate.score + (30.5 if shown == key else 29.5)  # what is seen counts more than a part of it
            return Candidate(named, source, score, "The properties name it, and the text shows it.")
    for index, candidate in enumerate(found):
        if candidate.score >= _ENOUGH and len(key) > 3 and _key(candidate.text).startswith(key):
            found[index] = candidate._replace(score=candidate.score + 15)
            return Candidate(named, source, candidate.score, "The properties name it, and the text goes on with it.")
    if len(key) > 3 and any(_key(line) == key for line in text[:_HEAD].split("\n")):
        return Candidate(named, source, 45.0, "The properties name it, and the text shows it.")
    if _key(text[: 4 * _LONGEST]).startswith(key):  # programs take the first words when nobody gives a title
        return Candidate(named, source, 15.0, "The properties name it, but it is only how the text begins.")
    if len(key) > 3 and key in _key(text[:_HEAD]):
        return Candidate(named, source, 40.0, "The properties name it, and the text shows it.")
    return Candidate(named, source, 25.0, "The properties name it, but the text does not show it.")
