"""Folded text as the terms of the index: words, and of scripts without spaces every two characters.

“内核 linux” is 内核, 核, linux: pairs that overlap, and the last character of a run alone. So every stretch of two
characters or more is found as a phrase of pairs, and a single character as the beginning of a term.
"""

from __future__ import annotations

import re
from functools import lru_cache
from operator import add
from typing import NamedTuple

from app.words.folding import fold
from app.words.wording import UNSPACED

LONGEST = 64
"""Characters of a term; what is longer is known by its beginning."""

_BETWEEN = re.compile(rf"(?:[^\w{UNSPACED}]|_)+")
_RUN = re.compile(rf"([{UNSPACED}]+)")
_LONG = re.compile(rf"(\S{{{LONGEST}}})\S+")
_UNSPACED = re.compile(f"[{UNSPACED}]")


def indexed(text: str) -> str:
    """The terms of a text in order, with spaces between them."""
    runs = _BETWEEN.sub(" ", fold(text))
    if not runs.isascii():
        pieces = _RUN.split(runs)
        pieces[1::2] = [f" {' '.join(map(add, run, run[1:]))} {run[-1]} " for run in pieces[1::2]]
        runs = "".join(pieces)
    return _LONG.sub(r"\1", runs)


class Phrase(NamedTuple):
    """Terms that stand one behind another. With `open_end` the last is the beginning of a term: a single character of a
    script without spaces, or a word that goes on."""

    terms: tuple[str, ...]
    open_end: bool = False


@lru_cache(1000)  # every field and every part of an answer asks anew
def phrase(text: str, *, prefix: bool = False) -> Phrase:
    """What the index has where a text stands; with `prefix` its last word may go on. No terms where the text has
    none."""
    terms = indexed(text).split()
    if not terms:
        return Phrase(())
    if _UNSPACED.match(terms[-1]):
        # the last character of the run: what follows it in the text that is sought is not known
        if (
            len(terms) > 1
            and len(terms[-2]) == 2
            and terms[-2][1] == terms[-1]
            and _UNSPACED.match(terms[-2])
        ):
            return Phrase(tuple(terms[:-1]))
        return Phrase(tuple(terms), open_end=True)
    return Phrase(tuple(terms), prefix and len(terms[-1]) < LONGEST)
