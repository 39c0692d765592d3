"""Words found in one text, folded as the search over all texts has them, with the places where they stand.

White space is as long as it likes; between characters of scripts without spaces it does not count, since lines are
broken there. Paragraphs are borders (U+2029) that no hit crosses. Signs that nobody sees do not count either.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from app.words.folding import fold_apart, folded_with_places
from app.words.wording import UNSPACED

MOST = 2000
"""Hits that are looked for; nobody goes through more of them."""

_PIECE = 16_384  # characters folded in one go
_WINDOW = 1 << 18  # characters looked through in one go
_REACH = 4096  # folded characters of the longest hit
_UNSEEN = re.compile("[\u00ad\u200b\u200c\u200d\u2060\ufeff\ufffe\x02]")
_GAP = r"[^\S\u2029]"
_IS_UNSPACED = re.compile(f"[{UNSPACED}]")
_MARKS = "\u3099\u309a"  # of kana: written apart where they were halfwidth
_LETTER = rf"[^\W_{UNSPACED}]"
_QUOTED = re.compile(r'"\s*([^"\s][^"]*?)\s*"|(\S+)')
_NEAR = 220  # characters, those of a snippet


class Findable:
    """A text made ready once. `exact`: nothing is folded, upper and lower case count. `check` is called between two
    pieces of the work, which it ends by raising."""

    def __init__(self, text: str, *, exact: bool = False, check: Callable[[], object] = lambda: None) -> None:
        self.text, self.exact = text, exact
        self._starts: list[int] = []  # of each piece, in the folded text
        self._wide: list[int] = []  # places of characters that are two units of UTF-16
        pieces: list[str] = []
        length = 0
        for begin in range(0, len(text), _PIECE):
            check()
            piece = text[begin : begin + _PIECE]
            folded = _UNSEEN.sub("", piece if exact else fold_apart(piece))
            if not piece.isascii() and max(piece) > "\uffff":
                self._wide += [begin + place for place, sign in enumerate(piece) if sign > "\uffff"]
            self._starts.append(length)
            pieces.append(folded)
            length += len(folded)
        self._folded = "".join(pieces)
        self._places = lru_cache(maxsize=64)(self._places_of)

    def find(
        self,
        words: str,
        *,
        apart: bool = False,
        most: int = MOST,
        check: Callable[[], object] = lambda: None,
    ) -> list[tuple[int, int]]:
        """Where the words begin and end, counted in units of UTF-16, as Qt and JavaScript count; at most `most`. `apart`:
        each of the words, wherever it stands as a whole; words in "quotation marks" stay together."""
        found: list[tuple[int, int]] = []
        for start, end in self._hits(words, check, apart):
            span = self._unit(self._place(start)[0]), self._unit(self._place(end - 1)[1])
            if not found or found[-1] != span:  # one letter may be two when it is folded
                found.append(span)
            if len(found) >= most:
                break
        return found

    def fullest(self, hits: list[tuple[int, int]]) -> int:
        """The first of those hits that have most different words near them."""
        units = self.text.encode("utf-16-le", "surrogatepass")
        said = [units[2 * begin : 2 * end].decode("utf-16-le", "replace").casefold() for begin, end in hits]
        best = most = last = 0
        for first, (begin, _) in enumerate(hits):
            while last < len(hits) and hits[last][1] <= begin + _NEAR:
                last += 1
            different = len(set(said[first:last]))
            if different > most:
                best, most = first, different
        return best

    def count(self, words: str, *, apart: bool = False, check: Callable[[], object] = lambda: None) -> int:
        """How often the words stand in the text."""
        return sum(1 for _ in self._hits(words, check, apart))

    def _hits(
        self, words: str, check: Callable[[], object], apart: bool = False
    ) -> Iterator[tuple[int, int]]:
        pattern = _pattern(words, exact=self.exact, apart=apart)
        if pattern is None:
            return
        at = 0
        while at < len(self._folded):
            check()
            border = at + _WINDOW
            after = border
            for hit in pattern.finditer(self._folded, at, border + _REACH):
                if hit.start() >= border:
                    break
                after = max(border, hit.end())
                yield hit.span()
            at = after

    def _place(self, at: int) -> tuple[int, int]:
        """Where the character begins and ends that one of the folded text comes from, with the accents behind it."""
        piece = bisect_right(self._starts, at) - 1
        places = self._places(piece)
        inside = at - self._starts[piece]
        first = places[inside]
        after = next((place for place in places[inside + 1 : inside + 20] if place > first), first + 1)
        return piece * _PIECE + first, piece * _PIECE + after

    def _places_of(self, piece: int) -> list[int]:
        text = self.text[piece * _PIECE : (piece + 1) * _PIECE]
        if self.exact:
            folded, places = text, list(range(len(text) + 1))
        else:
            folded, places = folded_with_places(text)
        seen = [place for sign, place in zip(folded, places, strict=False) if not _UNSEEN.match(sign)]
        return [*seen, len(text)]

    def _unit(self, place: int) -> int:
        return place + bisect_left(self._wide, place)


@lru_cache(maxsize=16)
def _pattern(words: str, *, exact: bool, apart: bool) -> re.Pattern[str] | None:
    """What finds the words, together or `apart`, in a folded text; None for words of which nothing is left."""
    folded = words if exact else fold_apart(words)
    folded = _UNSEEN.sub("", folded)
    parts = folded.split()
    if not parts or len(folded) > _REACH // 2:
        return None
    if apart:
        each = [phrase or word for phrase, word in _QUOTED.findall(folded)]
        return re.compile("|".join(_alone(one) for one in sorted(each, key=len, reverse=True)))
    return re.compile(_together(parts))


def _alone(words: str) -> str:
    """What finds words in a row, the first and the last of which are no parts of longer ones, where words have spaces
    between them."""
    before = rf"(?<!{_LETTER})" if re.match(_LETTER, words[0]) else ""
    behind = rf"(?!{_LETTER})" if re.match(_LETTER, words[-1]) else ""
    return f"{before}{_together(words.split())}{behind}"


def _together(words: Sequence[str]) -> str:
    return f"{_GAP}+".join(_spelled(word) for word in words)


def _spelled(word: str) -> str:
    pieces = [_either(word[0])]
    for before, sign in pairwise(word):
        unspaced = _IS_UNSPACED.match(before) and _IS_UNSPACED.match(sign)
        pieces.append((f"{_GAP}*" if unspaced else "") + _either(sign))
    return "".join(pieces)


def _either(sign: str) -> str:
    """A character of a pattern; kana with a mark also in two characters."""
    apart = unicodedata.normalize("NFD", sign)
    if len(apart) == 2 and apart[1] in _MARKS:
        return f"(?:{sign}|{apart})"
    return re.escape(sign)
