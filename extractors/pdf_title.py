"""The title of a PDF: candidates from the first page, the properties, the outline and the file's name, weighed."""

from __future__ import annotations

import re

from extractors import pdf_title_page, pdf_title_weights, titles
from extractors import pdf_title_words as words
from extractors.pdf_title_compared import alike, coverage, file_title, is_document, key
from extractors.pdf_title_page import LONGEST, Page
from extractors.types import Candidate

__all__ = ["Page", "candidates"]

_MOST = 12
_ENOUGH = 2.0
_TELLING = 8  # characters of a file's name that are no chance when the page says the same
_ABOUT = 1000  # characters of a text that is about something
_PHRASE = re.compile(r"\w\s+\w|[\u3040-\u9fff\uac00-\ud7af]{4}")  # more than the name of a picture
# The name of a file that is a title.
_SAYING = re.compile(r"[^\W\d_]{3,}\s+[^\W\d_]{2,}\s+[^\W\d_]{3,}|[\u3040-\u9fff\uac00-\ud7af]{5}")
_MARK = re.compile(r"\s+[-–—|·]+\s")
_BEFORE_SIGN = re.compile(r"\s+(?=[:;,.!?])|\s+[-–—:|/·](?=\s)")


def candidates(page: Page) -> tuple[list[Candidate], str]:
    """All that was weighed, best first, and the title: the first one's text when enough speaks for it, else ""."""
    plain = pdf_title_page.plain(page)
    found = [pdf_title_weights.weigh(block, page, plain) for block in plain.blocks]
    found.sort(key=lambda one: -one.score)
    found = _heads(found)
    named = page.named if titles.believable(page.named) and not words.junk(page.named) else ""
    if named:
        found = _with_named(found, named, page)
    elif page.named:
        stem = file_title(page.named)
        said = (
            not found and is_document(page.named) and _SAYING.search(stem)
        )  # drawn, or in fonts that do not tell their letters
        found = _with_named([], stem, page) if said else _supported(found, stem, 2.0, "the properties say the same")
    found = _supported(found, page.file_name, 0.7, "the name of the file says the same")
    if page.official:
        score = (found[0].score if found else 0.0) + 3.0
        found.append(Candidate(page.official, "official title", score, "reads like the title of an official document"))
    if page.outline and not any(alike(page.outline, one.text) for one in found):
        found.append(Candidate(page.outline, "outline", 0.8, "first entry of the outline"))
    if page.named and not named:
        found.append(Candidate(page.named, "metadata", -1.0, "the properties hold what a program wrote there"))
    if page.file_name:
        found.append(Candidate(page.file_name, "file name", -2.0, "the name of the file is never taken"))
    found.sort(key=lambda one: -one.score)
    found = [one._replace(text=one.text[:LONGEST], score=round(one.score, 2)) for one in found[:_MOST]]
    title = found[0].text if found and found[0].score >= _ENOUGH else ""
    return found, title


def _heads(found: list[Candidate]) -> list[Candidate]:
    """The candidates; where none is a title, what stands above every page is one if it has words enough and is no name
    of who wrote it."""
    if not found or found[0].score >= _ENOUGH:
        return found
    heads = [
        one._replace(score=_ENOUGH)
        if one.reason.endswith(pdf_title_weights.ELSEWHERE)
        and one.score + pdf_title_weights.STAMPED >= 2 * _ENOUGH
        and one.text.count(" ") > 1
        and not words.issuer(one.text)
        else one
        for one in found
    ]
    return sorted(heads, key=lambda one: -one.score)


def _spelled(shown: str, named: str) -> bool:
    """Are the two the same letters, the blanks of what is shown at least as good?"""
    gaps = shown.count(" ")
    return (
        key(shown) == key(named)
        and shown.casefold() != named.casefold()
        and not shown.isupper()
        and (gaps == _BEFORE_SIGN.sub("", named).count(" ") or " " not in named)
        and len(shown) > 4 * gaps
    )


def _added(shown: str, named: str) -> bool:
    """Does the title of the properties add to what is shown, after a mark that is not shown, what stands below it?"""
    return named.casefold().startswith(shown.casefold()) and bool(_MARK.match(named, len(shown)))


def _signed(shown: str, named: str, page: Page) -> bool:
    """Is the title of the properties what is shown, with who wrote it before that, who is shown apart?"""
    before = key(named).removesuffix(key(shown))
    return before != key(named) and any(key(block.text) == before for block in page.blocks)


def _dated(shown: str, named: str) -> bool:
    """Is the title of the properties what is shown, with a date after it?"""
    rest = named[len(shown) :].strip(" ,-–—")
    return bool(rest) and named.casefold().startswith(shown.casefold()) and words.dated(rest)


def _supported(found: list[Candidate], stem: str, worth: float, reason: str) -> list[Candidate]:
    """The candidates, that of them stronger which the name of a file repeats."""
    if len(key(stem)) < _TELLING or not words.sayable(stem):
        return found
    for at, one in enumerate(found):
        if alike(stem, one.text):
            better = one._replace(score=one.score + worth, reason=", ".join(filter(None, (one.reason, reason))))
            return sorted([*found[:at], better, *found[at + 1 :]], key=lambda one: -one.score)
    return found


def _with_named(found: list[Candidate], named: str, page: Page) -> list[Candidate]:
    """The candidates with the title of the properties: on its own, or supporting what the page shows."""
    for at, one in enumerate(found):
        if alike(named, one.text) and len(key(one.text)) <= 2 * len(key(named)):
            large = key("".join(block.text for block in page.blocks if block.size > 0.95 * page.body))
            exact = key(named) in large and len(key(named)) >= len(key(one.text)) and not _dated(one.text, named)
            reason = ", ".join(filter(None, (one.reason, "the properties say the same")))
            kept = _spelled(one.text, named) or _added(one.text, named) or _signed(one.text, named, page)
            text, source = (named, "metadata") if exact and not kept else (one.text, one.source)
            supported = Candidate(text, source, one.score + 2.0, reason)
            return sorted([*found[:at], supported, *found[at + 1 :]], key=lambda one: -one.score)
    if page.blank:
        return [*found, Candidate(named, "metadata", 1.0, "the properties say so, but the page is empty")]
    if not found and _PHRASE.search(named):
        if page.text:
            return [Candidate(named, "metadata", _ENOUGH, "the properties say so; the first page holds no text")]
        return [Candidate(named, "metadata", _ENOUGH, "the properties say so; the pages hold no text")]
    if len(page.text) >= _ABOUT and coverage(named, page.text, itself=False) > 0.5:
        return [*found, Candidate(named, "metadata", _ENOUGH, "the properties say so, and the text is about it")]
    return [*found, Candidate(named, "metadata", 1.0, "the properties say so, but the text does not")]
