"""The lines of a text in which a query was found, and where its words stand in them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from app.search.query import Text
from app.words.folding import fold, fold_apart, places_apart, stands_alone
from app.words.wording import UNSPACED

LENGTH = 220
"""Characters of a snippet."""

_LEAD = 60  # characters before the first word that is marked
_MOST_MATCHES = 2000  # that are looked at in one text
_RUN = re.compile(rf"[{UNSPACED}]+|[^\W_{UNSPACED}]+")
_LETTER = rf"[^\W_{UNSPACED}]"
_BETWEEN = rf"(?:[^\w{UNSPACED}]|_)*"
_APART = rf"(?:[^\w{UNSPACED}]|_)+"
_SPACE = re.compile(r"\s")


class Snippet(NamedTuple):
    """Part of a text on one line; `marks` are the (begin, end) of what was sought in it, `place` is where it begins in
    the text."""

    text: str
    marks: tuple[tuple[int, int], ...] = ()
    place: int = 0


def pattern(sought: Iterable[Text]) -> re.Pattern[str] | None:
    """What finds the words of a query in folded text, as the index finds them; None for no words. Words that may stand
    apart from one another are found one by one."""
    found = dict.fromkeys(expression for one in sought for expression in _expressions(one))
    # the longest first: of two that begin at one place, the one that says more
    return re.compile("|".join(sorted(found, key=len, reverse=True))) if found else None


def _expressions(one: Text) -> list[str]:
    runs = _RUN.findall(fold(one.text))
    if one.slop:
        return [_expression([run], False) for run in runs]
    return [_expression(runs, one.prefix)] if runs else []


def _expression(runs: Sequence[str], prefix: bool) -> str:
    words = [bool(re.match(_LETTER, run)) for run in runs]
    pieces = [rf"(?<!{_LETTER})" if words[0] else ""]
    for number, run in enumerate(runs):
        if number:
            pieces.append(_BETWEEN if words[number] != words[number - 1] else _APART)
        pieces.append(re.escape(run))
    pieces.append(rf"{_LETTER}*" if words[-1] and prefix else rf"(?!{_LETTER})" if words[-1] else "")
    return "".join(pieces)


def says(text: str, sought: re.Pattern[str]) -> bool:
    """Whether anything is found in a text."""
    return sought.search(fold(text)) is not None


def marks(text: str, sought: re.Pattern[str], most: int = _MOST_MATCHES) -> list[tuple[int, int]]:
    """(begin, end) of what is found in a text."""
    alone = stands_alone(text)
    folded = fold_apart(text) if alone else fold(text)
    found = [match.span() for _, match in zip(range(most), sought.finditer(folded), strict=False)]
    if not found or text.isascii():
        return found
    places = places_apart(text)
    if not alone and (checked := fold_apart(text)) != folded:
        # composed over the border of two characters: what stands there is not marked
        found = [match.span() for _, match in zip(range(most), sought.finditer(checked), strict=False)]
    return [(places[begin], _end(places, end)) for begin, end in found]


def _end(places: list[int], end: int) -> int:
    """Behind the character that the last folded one comes from."""
    last = places[end - 1]
    while end < len(places) - 1 and places[end] == last:
        end += 1
    return places[end]


def snippet(text: str, sought: re.Pattern[str] | None, length: int = LENGTH) -> Snippet | None:
    """The part of a text in which most different words of a query stand, None where there is none of them."""
    found = marks(text, sought) if sought else []
    if not found:
        return None
    words = [text[begin:end] for begin, end in found]
    known = {word: fold(word) for word in set(words)}  # neighbours share most of their words
    words = [known[word] for word in words]
    best, most = 0, (0, 0)
    last = 0
    for first, (begin, _) in enumerate(found):
        last = max(last, first)
        while last + 1 < len(found) and found[last + 1][1] <= begin + length - _LEAD:
            last += 1
        said = set(words[first : last + 1])
        if (len(said), last - first) > most:
            best, most = first, (len(said), last - first)
        if first > 200:
            break
    return _cut(text, found[best:], length)


def beginning(text: str, length: int = LENGTH) -> Snippet:
    """The first lines of a text."""
    return _cut(text, [], length)


def around(text: str, place: int, found: Sequence[tuple[int, int]] = (), length: int = LENGTH) -> Snippet:
    """The part of a text at a place, with those of some ranges marked that begin there or behind it."""
    shown = _cut(text, [(place, place), *(one for one in found if one[0] >= place)], length)
    return shown._replace(marks=shown.marks[1:])


def _cut(text: str, found: list[tuple[int, int]], length: int) -> Snippet:
    first = found[0][0] if found else 0
    begin = max(0, first - _LEAD)
    if begin:  # at the end of a sentence or line, else of a word, if there is one
        before = text[begin:first]
        ends = [match.end() for match in re.finditer(r"[\n。！？]|[.!?]\s", before)] or [
            match.end() for match in re.finditer(r"\s", before)
        ][:1]
        begin += ends[-1] if ends else 0
    end = min(len(text), begin + length)
    shown = [(a - begin, min(b, end) - begin) for a, b in found if a < end]
    return Snippet(_SPACE.sub(" ", text[begin:end]), tuple(shown), begin)
