"""What else could be sought when a query finds nothing, or next to nothing: other spellings, fewer conditions, words in
place of a phrase, any of the words in place of all.

Each suggestion is a query with the number of pages it finds; none is made that finds no more. Spellings are words of the
index that differ by a letter or two, the most frequent first, or two words that were written as one.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from app.search.query import SIGNS, TOKEN, QueryFault, lists_changes, parse
from app.search.searching import Searcher
from app.words.folding import fold
from app.words.segmenting import segmented
from app.words.stopwords import stop_words

Kind = Literal["spelling", "without", "unquoted", "any"]

FEW = 3
"""Pages that are so few that something else may have been meant."""

_SECONDS = 2.0
_MOST = 6
_TEXTS = ("", "title", "author", "anchor", "note")
_LATIN = re.compile(r"(?<![^\W\d_])[^\W\d_]{4,40}(?![^\W\d_])")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_MUCH = 20  # times as frequent as what was written is what was meant
_LONG = 6  # letters of a word from which on two may be wrong


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A query that finds `total` pages. `words` are what is written otherwise, left out or no longer a phrase."""

    kind: Kind
    query: str
    total: int
    words: str = ""


def suggestions(
    searcher: Searcher,
    text: str,
    found: int = 0,
    *,
    seconds: float = _SECONDS,
    cancelled: Callable[[], bool] | None = None,
) -> list[Suggestion]:
    """What finds more pages than the `found` ones of a query, within some seconds. Nothing for a query that lists
    changes. QueryFault."""
    end, made, asked = time.monotonic() + seconds, list[Suggestion](), {" ".join(text.split())}
    if lists_changes(parse(text)):
        return []
    for kind, query, words in _candidates(searcher, text):
        query = " ".join(query.split())
        late = time.monotonic() > end and len(asked) > 1  # the nearest one is counted all the same
        if late or (cancelled is not None and cancelled()):
            break
        if query in asked:
            continue
        asked.add(query)
        try:
            total = searcher.search(query, limit=0, shown=False).total
        except QueryFault:  # nothing is left of it
            continue
        if total > found:
            made.append(Suggestion(kind, query, total, words))
            if len(made) >= _MOST:
                break
    return made


_Candidate = tuple[Kind, str, str]


def _candidates(searcher: Searcher, text: str) -> Iterator[_Candidate]:
    """Kind, query and words of what could be asked, the nearest first."""
    better = _better(searcher, text)
    spelled = _respelled(text, better)
    if better:
        yield "spelling", spelled, " ".join(word for _, _, word in better)
    if len(better) > 1:
        for one in better:
            yield "spelling", _respelled(text, [one]), one[2]
    yield from _looser(text)
    # spelled otherwise, and even so with a condition too many
    if better and not searcher.search(spelled, limit=0, shown=False).total:
        for _, query, words in _looser(spelled):
            yield "spelling", query, words


def _looser(text: str) -> Iterator[_Candidate]:
    """The query as words in place of phrases, without each condition, with any of its words, without each word."""
    pieces = list(_pieces(text))
    texts = [one for one in pieces if _is_text(one)]
    for one in texts:
        quoted = one["quoted"]
        if quoted is not None and not one["slop"] and len(quoted.split()) + len(_chinese(one)) > 1:
            loose = " ".join(_named(one, word) for word in quoted.split())
            yield "unquoted", text[: one.start()] + loose + text[one.end() :], quoted
    for one in pieces:
        if not _is_text(one) and not one["open"] and not one["close"] and not _is_or(one):
            yield "without", text[: one.start()] + text[one.end() :], text[one.start() : one.end()]
    yield from _any_of(text, pieces, texts)
    if len(texts) > 1:
        for one in texts:
            yield "without", text[: one.start()] + text[one.end() :], text[one.start() : one.end()]


def _pieces(text: str) -> Iterator[re.Match[str]]:
    """The conditions and signs of a query at their places."""
    plain, place = text.translate(SIGNS), 0
    while place < len(plain):
        found = None if plain[place].isspace() else TOKEN.match(plain, place)
        if found is None:
            place += 1
        else:
            yield found
            place = found.end()


def _is_or(piece: re.Match[str]) -> bool:
    return piece["word"] == "OR" and not piece["name"]


def _is_text(piece: re.Match[str]) -> bool:
    """Whether it is words that are to be found."""
    said = piece["word"] is not None or piece["quoted"] is not None
    return said and not piece["not"] and not _is_or(piece) and (piece["name"] or "").lower() in _TEXTS


def _named(piece: re.Match[str], word: str) -> str:
    return f"{piece['name']}:{word}" if piece["name"] else word


def _chinese(piece: re.Match[str]) -> list[str]:
    """The Chinese words of a text that say something."""
    return [
        word for word in segmented(fold(piece["quoted"] or piece["word"] or "")) if word not in stop_words()
    ]


def _any_of(text: str, pieces: list[re.Match[str]], texts: list[re.Match[str]]) -> Iterator[_Candidate]:
    """Any of the words in place of all; of one stretch of Chinese any of its words."""
    if any(one["open"] or _is_or(one) for one in pieces):
        return
    words = [text[one.start() : one.end()] for one in texts]
    if len(texts) == 1:
        words = [_named(texts[0], word) for word in dict.fromkeys(_chinese(texts[0]))]
    if len(words) < 2:
        return
    rest = [text[one.start() : one.end()] for one in pieces if not _is_text(one)]
    any_of = " OR ".join(words)
    yield "any", " ".join([f"({any_of})", *rest]) if rest else any_of, any_of


_Better = tuple[int, int, str]  # begin and end of a word in the query, and what was probably meant


def _better(searcher: Searcher, text: str) -> list[_Better]:
    """The words that the index hardly knows, as it knows them."""
    found = list[_Better]()
    for piece in filter(_is_text, _pieces(text)):
        group = "quoted" if piece["quoted"] is not None else "word"
        for word in _LATIN.finditer(text, piece.start(group), piece.end(group)):
            spelled = spelling(searcher, fold(word[0]))
            if spelled:
                found.append((*word.span(), spelled))
    return found


def _respelled(text: str, better: list[_Better]) -> str:
    for begin, end, spelled in reversed(better):
        text = text[:begin] + spelled + text[end:]
    return text


def spelling(searcher: Searcher, word: str) -> str:
    """The word of an index that was probably meant, or the two words; "" where the word itself is as good."""
    known = searcher.frequencies([word])[word]
    near = searcher.frequencies(_neighbours(word))
    if not any(near.values()) and len(word) >= _LONG:
        near = searcher.frequencies(
            one
            for beginning in {word[:2], word[0] + word[2]}  # of two letters one may be wrong
            for one in searcher.terms(beginning)
            if abs(len(one) - len(word)) <= 2 and _distance(one, word) <= 2
        )
    best = max(near, key=lambda one: near[one], default="")
    if best and near[best] > _MUCH * known:
        return best
    if not known:
        parts = [(word[:at], word[at:]) for at in range(3, len(word) - 2)]
        found = searcher.frequencies(part for pair in parts for part in pair)
        count, split = max(((min(found[a], found[b]), f"{a} {b}") for a, b in parts), default=(0, ""))
        return split if count else ""
    return ""


def _neighbours(word: str) -> set[str]:
    """What is one letter more, less, other, or two letters in the other order; of words in Latin letters."""
    parts = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    made = {a + b[1:] for a, b in parts if b} | {a + b[1] + b[0] + b[2:] for a, b in parts if len(b) > 1}
    if word.isascii():
        made |= {a + letter + b[1:] for a, b in parts if b for letter in _LETTERS}
        made |= {a + letter + b for a, b in parts for letter in _LETTERS}
    return made - {word}


def _distance(one: str, other: str) -> int:
    """Letters that are more, less, other or exchanged with their neighbour."""
    before, last = list[int](), list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        row = [i]
        for j, b in enumerate(other, 1):
            cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and one[i - 2] == b:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        before, last = last, row
    return last[-1]
