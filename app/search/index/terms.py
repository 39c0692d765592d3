"""Folded text as the terms of the index: words, and of scripts without spaces every two characters.

“内核调度 linux” is 内核, 核调, 调度, linux: pairs that overlap. So every stretch of two characters or more is found as a
phrase of pairs. Where the next run begins with the character that a run ends with (“内核，核心”) that character stands
between them, since their pairs would be those of 内核心. Characters that end runs of a text and begin none of its pairs
are told apart from it (`ends`), without places: a single character is the beginning of a term, or among them. To keep
the last character of every run as a term took 8 % of the index.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from operator import add, itemgetter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from app.words.folding import fold, stands_alone
from app.words.wording import UNSPACED

LONGEST = 64
"""Characters of a term; what is longer is known by its beginning."""

_MANY = 400
"""Characters from which on a text is cut as an array, in a quarter of the time; a shorter one would take longer."""

_BETWEEN = re.compile(rf"(?:[^\w{UNSPACED}]|_)+")
_RUN = re.compile(rf"([{UNSPACED}]+)")
_LONG = re.compile(rf"(\S{{{LONGEST}}})\S+")
_UNSPACED = re.compile(f"[{UNSPACED}]")

_Codes = NDArray[np.uint32]
_Mask = NDArray[np.bool_]


def indexed(text: str) -> str:
    """The terms of a text in order, with spaces between them."""
    if text.isascii():
        terms = text.translate(_table)
        return terms if len(terms) >= _MANY and not _has_long(_codes(terms) != _SPACE) else _shortened(terms)
    return _indexed_as_array(text) if len(text) >= _MANY else _indexed_as_text(text)


class _Table(dict[int, str]):
    """What a character is in the index, a space for what is of no word; found out when it is met first."""

    def __missing__(self, code: int) -> str:
        made = self[code] = _BETWEEN.sub(" ", fold(chr(code)))
        return made


_table = _Table()
_OTHER = re.compile(r"([^\x00-\x7f]+)")


def _indexed_as_text(text: str) -> str:
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
    return _shortened(runs)


def _folded(text: str) -> str:
    """The folded text with spaces in place of what is of no word. One table does both, in two thirds of the time."""
    if not stands_alone(text):
        return _BETWEEN.sub(" ", fold(text))
    return "".join(
        [part.translate(_table) for part in _OTHER.split(text)]
    )  # plain letters take a tenth of the time


def _shortened(terms: str) -> str:
    return terms if len(terms) <= LONGEST else _LONG.sub(r"\1", terms)


_SPACE = ord(" ")
_WORD, _OF_RUN, _SEVERAL, _UNKNOWN = 1 << 24, 2 << 24, 3 << 24, 0xFFFFFFFF
_CODE = _WORD - 1


class _Alphabet:
    """What characters are in the index, as an array by their codes: a space, or the code with what it is of (`_WORD`,
    `_OF_RUN`); `_SEVERAL` becomes none or several characters. Found out when they are met first."""

    def __init__(self) -> None:
        self._made = np.full(0x110000, _UNKNOWN, np.uint32)
        self._several: dict[int, _Codes] = {}

    def folded(self, codes: _Codes) -> _Codes:
        """What characters become that stand alone."""
        made = self._made.take(codes)
        highest = made.max(initial=0)
        if highest == _UNKNOWN:
            self._learn(np.unique(codes[made == _UNKNOWN]))
            made = self._made.take(codes)
            highest = made.max(initial=0)
        if highest < _SEVERAL:
            return made
        parts, begin = list[_Codes](), 0
        for place in np.flatnonzero(made >= _SEVERAL).tolist():
            parts += (made[begin:place], self._several[int(codes[place])])
            begin = place + 1
        return np.concatenate([*parts, made[begin:]])

    def _learn(self, codes: _Codes) -> None:
        for code in codes.tolist():
            made = np.array([_marked(one) for one in _table[code]], np.uint32)
            if len(made) != 1:
                self._several[code] = made
            self._made[code] = made[0] if len(made) == 1 else _SEVERAL


def _marked(one: str) -> int:
    return _SPACE if one == " " else ord(one) | (_OF_RUN if _UNSPACED.match(one) else _WORD)


@cache
def _alphabet() -> _Alphabet:
    return _Alphabet()


def _codes(text: str) -> _Codes:
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4")


def _has_long(words: _Mask) -> bool:
    """Whether more than `LONGEST` characters of words stand together. The expression looks at each five times."""
    length = 1
    while length < LONGEST:
        words = words[:-length] & words[length:]
        length *= 2
    return bool((words[:-1] & words[1:]).any())


def _indexed_as_array(text: str) -> str:
    """Three characters stand for each of the text: a space, itself and the next one; those that are terms are kept."""
    if not stands_alone(text):
        text = unicodedata.normalize("NFKC", text)
    folded = _alphabet().folded(_codes(text))
    if not len(folded):
        return ""
    of_run = folded >= _OF_RUN
    begins = np.append(of_run[:-1] & of_run[1:], False)  # a pair
    made = np.full((len(folded), 3), _SPACE, np.uint32)
    np.bitwise_and(folded, _CODE, out=made[:, 1])
    made[:-1, 2] = made[1:, 1]
    kept = np.ones((len(folded), 3), np.bool_)
    kept[:, 0], kept[:, 2] = of_run, begins
    last = np.flatnonzero(of_run & ~begins)
    alone = (last == 0) | ~begins[last - 1]
    kept[last, 1], kept[last[alone], 2], made[last[alone], 2] = alone, True, _SPACE
    for place in _repeated(folded, of_run, last[~alone]):
        kept[place, 1] = True
    terms = made.reshape(-1).take(np.flatnonzero(kept)).tobytes().decode("utf-32-le")
    return _LONG.sub(r"\1", terms) if _has_long((folded >> 24) == 1) else terms


def _repeated(folded: _Codes, of_run: _Mask, last: NDArray[np.int64]) -> Iterator[int]:
    """Which of the last characters of runs is the first of the next one, with no word between."""
    first = np.append(np.flatnonzero(of_run[1:] & ~of_run[:-1]) + 1, -1)
    following = first[np.searchsorted(first[:-1], last)]
    same = np.flatnonzero((folded[last] == folded[following]) & (following > 0))
    for place, end in zip(last[same].tolist(), following[same].tolist(), strict=True):
        if folded[place + 1 : end].max() == _SPACE:
            yield place


_first = itemgetter(0)


def ends(terms: str) -> set[str]:
    """The characters of scripts without spaces that end runs of a text and begin none of its terms (`indexed`)."""
    if terms.isascii():
        return set()
    if len(terms) >= _MANY:
        return _ends_as_array(terms)
    every = set(terms.split())
    found = {term[1] for term in every if len(term) == 2}.difference(map(_first, every))
    return {one for one in found if not one.isascii() and _UNSPACED.match(one)}


def _ends_as_array(terms: str) -> set[str]:
    codes = _codes(f" {terms}  ")
    between = codes == _SPACE
    begin = np.flatnonzero(between[:-2] & ~between[1:-1]) + 1
    second = codes[begin[between[begin + 2] & ~between[begin + 1]] + 1]
    ending = np.zeros(int(codes.max()) + 1, np.bool_)
    ending[second] = True
    ending[codes[begin]] = False
    found = map(chr, np.flatnonzero(ending).tolist())
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
