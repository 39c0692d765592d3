"""Which of the texts of a document is its title: one weigher with one scale for all formats.

A format supplies what could be the title with its features, and what only it can tell as marks with their points. What
the words say, the properties of the file and its name are weighed here, the same way for all. The weights are ours.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from extractors.base import spacing
from extractors.base.sentences import Message
from extractors.base.types import Candidate, Document, several
from extractors.titles import against, who, wording
from extractors.titles.ranking import ENOUGH, key, take
from extractors.titles.rows import Row

LARGER = 1.04
_LETTERHEAD = 28.0
_HEAD = 3000  # characters in which a title of the properties is looked for
_AHEAD = 30.0  # points by which a title is ahead when nothing else is worth a second look
_BEGINNING = 20_000  # characters of the text that the second look knows
_ABOUT = 300  # characters of a text that is about something
_TELLING = 8  # characters of a file's name that are no chance when the text says the same
_EXACT = 5  # the same where the text says nothing else
# The name of a file that is a title.
_SAYING = re.compile(r"[^\W\d_]{3,}\s+[^\W\d_]{2,}\s+[^\W\d_]{3,}|[\u3040-\u9fff\uac00-\ud7af]{5}")
_SIGNS = re.compile(r"""\s*[!"#$%&'()*+,./:;<=>?@-]{2,}\s*""")
_LABEL = Message("label")  # in the style for titles there is none
_MARK = re.compile(r"\s+[-–—|·]+\s")
_BEFORE_SIGN = re.compile(r"\s+(?=[:;,.!?])|\s+[-–—:|/·](?=\s)")

Marks = Iterator[tuple[float, str]]
"""How much speaks for a text, or against it, each with its reason; "" when that goes without saying."""


class Features(NamedTuple):
    """A text that could be the title, and what makes it stand out.

    `size` is that of its letters as a multiple of the running text's, `level` that of a heading (0 = none), `titled`
    whether it stands in the style or the place for titles; `place` grows from 0 for the first line of a text, from 0.6
    for the top of a page, by 1 to where no title stands; `coverage` is the share of its words that the text comes back
    to; `marks` are what only its format knows, repetition among it.
    """

    text: str
    size: float = 1.0
    largest: bool = False
    bold: bool = False
    centred: bool = False
    capitals: bool = False
    level: int = 0
    titled: bool = False
    kind: bool = False
    place: float = 0.0
    coverage: float = 0.0
    source: str = ""
    marks: Iterable[tuple[float, str]] = ()


def weigh(one: Features) -> Candidate:
    """What speaks for a text and against it, in one sum."""
    points = [*_looks(one), (24 * (1 - one.place), ""), (8 * one.coverage, "")]
    penalties = against.penalties(one.text)
    points += ((-penalty, said) for penalty, said in penalties if not one.titled or said != _LABEL)
    points += one.marks
    score = sum(worth for worth, _ in points)
    if who.organ(one.text):
        score = score - _LETTERHEAD if one.titled else min(score, _LETTERHEAD)
    return Candidate(one.text, _source(one), score, several(dict.fromkeys(reason for _, reason in points)))


def _looks(one: Features) -> Marks:
    larger = one.size > LARGER
    yield 60 * min(one.size - 1, 1), Message("times-large-text", times=f"{one.size:.1f}") if larger else ""
    if larger:
        yield 8, ""
    if one.largest:
        yield 12, Message("largest-page")
    if one.bold:
        yield 9, Message("bold")
    if one.centred:
        yield 11, Message("centred")
    if one.capitals:
        yield 15, Message("capitals")
    if one.level:
        yield 34 - 8 * (min(one.level, 4) - 1), Message("heading")
    if one.titled:
        yield 60, Message("title-style")
    if one.kind:
        yield 8, Message("says-kind")


def _source(one: Features) -> str:
    kinds = (one.titled, "title style"), (one.level, "heading"), (one.size > LARGER, "largest text")
    return one.source or next((name for said, name in kinds if said), "first line")


def settle(
    document: Document,
    found: list[Candidate],
    named: str = "",
    *,
    source: str = "metadata",
    name: str | None = None,
    visible: str | None = None,
    unseen: float = 15.0,
    rows: Sequence[Row] = (),
    body: float = 0.0,
    form: int = 0,
) -> None:
    """Set candidates and title of a document from what its text shows and what its properties say (`named`, from
    `source`) and its file is called (`name`). `visible` is what is written large enough for a title, `unseen` what
    properties are worth that the text does not show. `rows` are those of the first page for a second look at it (see
    `signs.Seen`), `body` the size of running text and `form` the way they were read."""
    named = spacing.line(named)
    file = spacing.line(re.split(r"[/\\]", (name or "").partition("?")[0])[-1])
    found = _readable(found, wording.file_title(file))
    if named and not wording.junk(named):
        found = _with_properties(found, Candidate(named, source, unseen), document.text, visible)
    elif named:
        found = _supported(found, wording.file_title(named), 30, Message("properties-say-same"))
        found.append(_named_by_program(named, source, bare=not document.text and unseen >= ENOUGH))
    if file:
        found = _supported(found, wording.file_title(file), 10, Message("name-file-says"))
        found.append(Candidate(file, "file name", 0.0, Message("name-of-file")))
    take(document, found)
    if rows and _doubtful(document.candidates):
        from extractors.titles import judge, signs  # few documents come so far, and numpy takes a while

        text, stem = document.text[:_BEGINNING].casefold(), wording.file_title(file)
        judge.revise(
            document,
            signs.Seen(rows, body, form, named, document.author, stem, text, document.candidates),
        )


def _doubtful(candidates: Sequence[Candidate]) -> bool:
    """Is it worth a second look which of the candidates, in their order, is the title?"""
    points = [one.score for one in candidates if one.source not in ("file name", "official title")]
    return bool(points) and points[0] >= ENOUGH and (len(points) < 2 or points[0] - points[1] < _AHEAD)


def _readable(found: list[Candidate], stem: str) -> list[Candidate]:
    """The candidates; one in which letters of a font came out as signs says what the name of the file says there."""
    for at, one in enumerate(found):
        pieces = [piece.strip() for piece in _SIGNS.split(one.text)]
        said = sum(map(len, pieces))
        if len(pieces) < 2 or said < _TELLING or 3 * said < len(stem):
            continue
        if re.fullmatch(r".{1,40}".join(map(re.escape, pieces)), stem):
            found[at] = one._replace(text=stem, score=max(one.score, 2 * ENOUGH))
    return found


def _named_by_program(named: str, source: str, bare: bool) -> Candidate:
    """What a program wrote into the properties; the name of a file that says something where the document has no
    text: a drawing, or fonts that do not tell their letters."""
    stem = wording.file_title(named)
    if bare and wording.is_document(named) and _SAYING.search(stem):
        return Candidate(stem, source, ENOUGH, Message("properties-say-pages"))
    return Candidate(named, source, -15.0, Message("properties-name-program"))


def _supported(found: list[Candidate], stem: str, worth: float, reason: str) -> list[Candidate]:
    """The candidates, the best of them stronger that the name of a file repeats."""
    found = sorted(found, key=lambda one: -one.score)
    said = key(stem)
    if len(said) >= _EXACT and wording.sayable(stem):
        for at, one in enumerate(found):
            if key(one.text) == said if len(said) < _TELLING else wording.alike(stem, one.text):
                share = min(1.0, len(key(one.text)) / len(key(stem)))
                found[at] = one._replace(
                    score=one.score + share * worth, reason=several((one.reason, reason))
                )
                break
    return found


def _with_properties(
    found: list[Candidate], said: Candidate, text: str, visible: str | None
) -> list[Candidate]:
    """The candidates with the title of the properties: on its own, or supporting what the text shows."""
    asked = key(said.text)
    found = sorted(found, key=lambda one: -one.score)
    for at, one in enumerate(found):
        if not wording.alike(said.text, one.text) or len(key(one.text)) > 2 * len(asked):
            continue
        if who.organ(said.text):
            issuer = Message("properties-name-issuer")
            return [*found, said._replace(score=min(20.0, said.score), reason=issuer)]
        shown = key(one.text)
        exact = len(asked) >= len(shown) and asked in (shown if visible is None else visible)
        better = exact and not _shown_better(one.text, said.text, found)
        reason = several((one.reason, Message("properties-say-same")))
        share = min(1.0, len(shown) / len(asked))  # of what the properties say
        found[at] = one._replace(score=one.score + (30 * share if share >= 0.5 else 0.0), reason=reason)
        if better:
            found[at] = found[at]._replace(text=said.text, source=said.source)
        return found
    return [*found, _unsupported(said, asked, text)]


def _unsupported(said: Candidate, asked: str, text: str) -> Candidate:
    """How much a title of the properties is worth that no candidate says."""
    whole = key(text[:_HEAD])
    if whole == asked:  # nothing it could be the title of
        return said._replace(score=15.0, reason=Message("properties-name-how"))
    if len(asked) > 3 and any(key(line) == asked for line in text[:_HEAD].split("\n")):
        return said._replace(score=45.0, reason=Message("properties-name-text"))
    if whole.startswith(asked):  # programs take the first words when nobody gives a title
        return said._replace(score=15.0, reason=Message("properties-name-how"))
    if len(asked) > 3 and asked in whole:
        return said._replace(score=40.0, reason=Message("properties-name-text"))
    told = said.text.count(" ") > 1 or not said.text.isascii()
    about = (
        told
        and len(text) >= _ABOUT
        and wording.coverage(said.text, text[:40_000].casefold(), itself=False) > 0.5
    )
    if about or said.score >= ENOUGH:
        return said._replace(
            score=ENOUGH, reason=Message("properties-say-text" if about else "properties-name")
        )
    return said._replace(reason=Message("properties-name-text-not"))


def _shown_better(shown: str, named: str, found: list[Candidate]) -> bool:
    """Is what is shown the better spelling, though the properties say the same? They may lack its blanks, add what
    stands below it after a mark, a date, or who wrote it."""
    gaps, same = shown.count(" "), key(shown) == key(named)
    if same:
        blanks = gaps == _BEFORE_SIGN.sub("", named).count(" ") or " " not in named
        return (
            blanks and shown.casefold() != named.casefold() and not shown.isupper() and len(shown) > 4 * gaps
        )
    if named.casefold().startswith(shown.casefold()):
        rest = named[len(shown) :].strip(" ,-–—")
        return bool(_MARK.match(named, len(shown)) or (rest and wording.dated(rest)))
    before = key(named).removesuffix(key(shown))
    return before != key(named) and any(key(one.text) == before for one in found)
