"""Titles of PDFs compared: with each other, with what the text is about, with what stands on other pages."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher

from extractors import pdf_title_words as words
from extractors import spacing
from extractors.pdf_lines import Line

_LONGEST = 300
_ENDING = re.compile(r"\.(?:pdf|docx?|odt|rtf|pptx?|odp|xlsx?|ods|key|pages|numbers|html?|txt|tex|dvi|indd|pub)$", re.I)
_MODE = re.compile(r"\s*\[[^\[\]]{4,40}\]$")  # [Compatibility Mode], as Office says it
_PROGRAM = re.compile(r"(?:Microsoft )?(?:Office )?(?:Word|PowerPoint|Excel|Publisher|Visio) - ", re.I)
_WORD = re.compile(r"[^\W\d_]{3,}|[\u3400-\u9fff]")
_NO_WORD = re.compile(r"[\W_]+")
_NO_ASCII_WORD = {code: None for code in range(128) if not chr(code).isalnum()}


def alike(a: str, b: str) -> bool:
    """Do two titles say the same, but for case, white space, punctuation, or a subtitle?"""
    a, b = key(a), key(b)
    if not a or not b:
        return False
    short, long = sorted((a, b), key=len)
    if short in long and (len(short) >= 0.5 * len(long) or len(short) >= 12):
        return True
    if len(long) > 300 or len(short) <= 0.7 * len(long):
        return False
    # no ratio is above what the letters alone allow, whatever their order: that is seen far sooner
    if 2 * (Counter(a) & Counter(b)).total() / (len(a) + len(b)) <= 0.85:
        return False
    return SequenceMatcher(None, a, b, False).ratio() > 0.85


def key(text: str) -> str:
    """A title without what two ways to write it differ in."""
    if text.isascii():
        return text.lower().translate(_NO_ASCII_WORD)
    return _NO_WORD.sub("", unicodedata.normalize("NFKC", text).casefold())


def coverage(text: str, whole: str, itself: bool = True) -> float:
    """How much of what the title says the text (its case folded) comes back to: 0–0.6. `itself`: is the title in it?"""
    said = set(_WORD.findall(text.casefold())) - words.EMPTY
    if not said:
        return 0.0
    found = 0
    for word in said:
        at = whole.find(word)
        if itself and at >= 0:
            at = whole.find(word, at + len(word))
        found += at >= 0
    return 0.6 * found / len(said)


def is_document(name: str) -> bool:
    """Is this the name of a file that holds a document, or what a program makes of it?"""
    return bool(_ENDING.search(_MODE.sub("", name)) or _PROGRAM.match(name))


def file_title(name: str) -> str:
    """What the name of a file says, without its ending."""
    stem = _ENDING.sub("", _MODE.sub("", _PROGRAM.sub("", name)).replace("\\", "/").rpartition("/")[2])
    return spacing.line(stem.replace("_", " "))


def keys(pages: Sequence[Sequence[Line]]) -> list[list[str]]:
    """The keys of the lines of pages, "" for those longer than a title."""
    return [[key(line.text) if len(line.text) <= _LONGEST else "" for line in page] for page in pages]


def repeated(pages: Sequence[Sequence[str]]) -> frozenset[str]:
    """Of the keys of the pages after the first those of first and last lines, and of what stands on several of them:
    running heads and feet, watermarks."""
    edges = {line for page in pages for line in (*page[:2], *page[-2:])}
    often = Counter(one for page in pages for one in set(page))
    return frozenset(edges | {one for one, times in often.items() if times > 1})


def stamped(pages: Sequence[Sequence[Line]], told: Sequence[Sequence[str]]) -> frozenset[tuple[str, int]]:
    """Of pages and the keys of their lines, the keys and rounded sizes of what the first page shares with another in
    place and size: letterheads, marks of programs. None when that is most of the page, as with slides that fill step by
    step."""
    if len(pages) < 2:
        return frozenset()
    places = [
        {(said, round(line[4]), round(line[1])) for line, said in zip(page, page_keys, strict=True)}
        for page, page_keys in zip(pages, told, strict=True)
    ]
    first = places[0]
    shared = first & set().union(*places[1:])
    return frozenset((text, size) for text, _, size in shared) if 2 * len(shared) < len(first) else frozenset()
