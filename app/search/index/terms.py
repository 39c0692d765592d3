"""Folded text as the terms of the index: words, and of scripts without spaces every two characters.

“内核调度 linux” is 内核, 核调, 调度, linux: pairs that overlap. So every stretch of two characters or more is found as a
phrase of pairs. Where the next run begins with the character that a run ends with (“内核，核心”) that character stands
between them, since their pairs would be those of 内核心. Characters that end runs of a text and begin none of its pairs
are told apart from it (`ends`), without places: a single character is the beginning of a term, or among them. To keep
the last character of every run as a term took 8 % of the index.
"""

from __future__ import annotations

import re
from functools import lru_cache
from operator import add, itemgetter
from typing import NamedTuple

from app.words.folding import fold, stands_alone
from app.words.wording import UNSPACED

LONGEST = 64
"""Characters of a term; what is longer is known by its beginning."""

_BETWEEN = re.compile(rf"(?:[^\w{UNSPACED}]|_)+")
_RUN = re.compile(rf"([{UNSPACED}]+)")
_LONG = re.compile(rf"(\S{{{LONGEST}}})\S+")
_UNSPACED = re.compile(f"[{UNSPACED}]")


def indexed(text: str) -> str:
    """The terms of a text in order, with spaces between them."""
    runs = _folded(text)
    if not runs.isascii():
        pieces = _RUN.split(runs)
        own, gaps = pieces[1::2], pieces[2::2]
        pieces[1::2] = [
            f" {' '.join(map(add, run, run[1:]))} " if len(run) > 1 else f" {run} " for run in own
        ]
        for number, (run, gap, following) in enumerate(zip(own, gaps, own[1:], strict=False)):
            if gap.isspace() and run[-1] == following[0] and len(run) > 1:
                pieces[2 * number + 2] = f" {run[-1]} "
        runs = "".join(pieces)
    return _LONG.sub(r"\1", runs)


class _Table(dict[int, str]):
    """What a character is in the index, a space for what is of no word; found out when it is met first."""

    def __missing__(self, code: int) -> str:
        made = self[code] = _BETWEEN.sub(" ", fold(chr(code)))
        return made


_table = _Table()
_OTHER = re.compile(r"([^\x00-\x7f]+)")


def _folded(text: str) -> str:
    """The folded text with spaces in place of what is of no word. One table does both, in two thirds of the time."""
    if text.isascii():
        return text.translate(_table)
    if not stands_alone(text):
        return _BETWEEN.sub(" ", fold(text))
    return "".join(
        [part.translate(_table) for part in _OTHER.split(text)]
    )  # plain letters take a tenth of the time


_first = itemgetter(0)


def ends(terms: str) -> set[str]:
    """The characters of scripts without spaces that end runs of a text and begin none of its terms (`indexed`)."""
    every = set(terms.split())
    found = {term[1] for term in every if len(term) == 2}.difference(map(_first, every))
    return {one for one in found if not one.isascii() and _UNSPACED.match(one)}


class Phrase(NamedTuple):
    """Terms that stand one behind another. With `open_end` the last is the beginning of a term: a single character of a
    script without spaces, or a word that goes on. With `open_begin` the first is such a character at the end of a run:
    alone, or the second of a pair."""

    terms: tuple[str, ...]
    open_end: bool = False
    open_begin: bool = False

    @property
    def single(self) -> bool:
        """Whether it is one character of a script without spaces."""
        return self.open_end and len(self.terms) == 1 and is_single(self.terms[0])


def is_single(term: str) -> bool:
    """Whether a term is one character of a script without spaces."""
    return len(term) == 1 and _UNSPACED.match(term) is not None


@lru_cache(1000)  # every field and every part of an answer asks anew
def phrase(text: str, *, prefix: bool = False) -> Phrase:
    """What the index has where a text stands; with `prefix` its last word may go on. No terms where the text has
    none."""
    terms = tuple(indexed(text).split())
    if not terms:
        return Phrase(())
    # what stands in the text that is sought before its first run, and behind its last one, is not known; a character
    # that stands between two runs is a term of its own in any text
    first, last = is_single(terms[0]), is_single(terms[-1])
    begins = first and len(terms) > 1 and not (_UNSPACED.match(terms[1]) and terms[1][0] == terms[0])
    if not last and _UNSPACED.match(terms[-1]):
        return Phrase(terms, open_begin=begins)
    return Phrase(terms, last or (prefix and len(terms[-1]) < LONGEST), begins)
