"""What a query finds beside what it says: Chinese words apart from one another, and other forms of English words.

Only words without quotation marks are taken loosely: of a stretch of Chinese that is several words all of them are to be
found, wherever they stand, and of an English word on wish any form. Both find more and nothing less, and what is found
so ranks behind what says the query as it is written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from itertools import islice

import tantivy

from app.search.query import Node, Several, Text
from app.words.folding import fold
from app.words.segmenting import segmented
from app.words.stopwords import is_unspaced, stop_words
from app.words.wording import UNSPACED

_RUN = re.compile(rf"[{UNSPACED}]+|[^\W_{UNSPACED}]+")
_ENGLISH = re.compile(r"[a-z]{3,30}")
_MOST_FORMS = 30

Terms = Callable[[str], Iterable[str]]
"""The words of an index that begin so, the most frequent first."""


def loosened(node: Node, terms: Terms | None = None) -> Node | None:
    """The query taken loosely, with the forms of English words that the `terms` of an index have, if these are given;
    None where that is the query itself. What is not to be found stays as it is."""
    made = _loosened(node, terms)
    return None if made == node else made


def _loosened(node: Node, forms: Terms | None) -> Node:
    if isinstance(node, Several):
        return Several(node.how, tuple(_loosened(one, forms) for one in node.of))
    if not isinstance(node, Text) or not node.loose or node.prefix or node.slop:
        return node
    pieces = _pieces(node.text)
    if len(pieces) < 2 or not any(map(is_unspaced, pieces)):
        return _in_forms(node, forms) if forms else node
    texts = [Text(piece, node.field) for piece in pieces]
    return Several("all", tuple(_in_forms(one, forms) if forms else one for one in texts))


@lru_cache(500)  # as the query itself
def _pieces(text: str) -> tuple[str, ...]:
    """The folded words of a text that say something; the whole text where it is no more than one of them."""
    found = list[str]()
    for run in _RUN.findall(fold(text)):
        words = segmented(run) if is_unspaced(run) else [run]
        found += words or [run]  # kana, Thai and other scripts stay whole
    said = [word for word in found if word not in stop_words()]
    return tuple(dict.fromkeys(said or found))


def _in_forms(text: Text, terms: Terms) -> Node:
    others = forms_of(fold(text.text), terms)
    return Several("any", (text, *(Text(one, text.field) for one in others))) if others else text


def forms_of(word: str, terms: Terms) -> list[str]:
    """Other forms of an English word: those of the index's `terms` with a beginning that have the same stem, the most
    frequent first. None of a word that is none."""
    if not _ENGLISH.fullmatch(word):
        return []
    stem = _stem(word)
    beginning = stem[:-1] if len(stem) > 3 and stem[-1] in "iy" else stem  # study, studied
    same = (one for one in terms(beginning) if one != word and _ENGLISH.fullmatch(one) and _stem(one) == stem)
    return list(islice(same, _MOST_FORMS))


def _stem(word: str) -> str:
    stems: list[str] = _stemmer().analyze(word)
    return stems[0] if stems else word


@cache
def _stemmer() -> tantivy.TextAnalyzer:
    """The stemmer of the index's engine (Snowball's English), which needs no index."""
    builder = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace())
    return builder.filter(tantivy.Filter.stemmer("english")).build()
