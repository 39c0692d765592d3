"""The terms of a text with their weights: words of the segmentation, TF·IDF over the texts of an archive.

A term is a folded word that is no stop word; of Chinese words of two characters and more. What a word is worth is learned
from the first `SAMPLE` distinct texts of an archive and holds from then on, so a fingerprint does not change with every page
that comes.
"""

from __future__ import annotations

import json
import re
import zlib
from collections import Counter
from collections.abc import Iterable, Mapping
from math import log
from typing import NamedTuple

from app.words.folding import fold
from app.words.segmenting import tagged
from app.words.stopwords import is_unspaced, stop_words
from app.words.wording import UNSPACED

SAMPLE = 4096
"""Texts from which weights of words are learned."""

_LONGEST = 40  # characters of a term
_MOST_TERMS = 5000  # of one text, in the order of its words
_MOST_BYTES = 4 << 20
_RUN = re.compile(rf"[{UNSPACED}]+|[^\W_{UNSPACED}]+(?:['’-][^\W_{UNSPACED}]+)*")
_NAMES = ("nr", "ns", "nt", "nz")  # persons, places, organisations, other names
_INSIDE = re.compile(r"[\w,，、;；:：(（\"“'‘&/–-]\s*$")


class Terms(NamedTuple):
    """How often each term occurs, and which of them are names."""

    counts: dict[str, int]
    names: frozenset[str]

    def packed(self) -> bytes:
        """For keeping; `unpacked_terms` reads it."""
        return zlib.compress(json.dumps([self.counts, sorted(self.names)], ensure_ascii=False).encode(), 6)


def unpacked_terms(data: bytes) -> Terms:
    """ValueError for anything else than `Terms.packed` gives."""
    try:
        unpacking = zlib.decompressobj()
        counts, names = json.loads(unpacking.decompress(data, _MOST_BYTES))
        return Terms({str(term): int(count) for term, count in counts.items()}, frozenset(map(str, names)))
    except (zlib.error, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(str(error)) from error


def terms_of(text: str) -> Terms:
    """The terms of a text. A word with a capital is a name where it has one inside a sentence, too, and mostly; Chinese
    names are those of the dictionary."""
    counts: Counter[str] = Counter()
    large: Counter[str] = Counter()
    names: set[str] = set()
    stops = stop_words()
    for found in _RUN.finditer(text):
        run = found[0]
        if is_unspaced(run):
            for word, kind in tagged(fold(run)):
                if len(word) > 1 and word not in stops:
                    counts[word] += 1
                    if kind.startswith(_NAMES):
                        names.add(word)
        else:
            word = fold(run)[:_LONGEST]
            if len(word) > 1 and word not in stops:
                counts[word] += 1
                if run[0].isupper() and _INSIDE.search(text, max(0, found.start() - 3), found.start()):
                    large[word] += 1
        if len(counts) > _MOST_TERMS:
            break
    names.update(word for word, times in large.items() if 2 * times >= counts[word])
    return Terms(dict(counts), frozenset(names))


class Weights:
    """What terms are worth: ln((1 + texts) / (1 + texts with the term)) + 1."""

    def __init__(self, texts: int = 0, frequencies: Mapping[str, int] | None = None) -> None:
        self.texts = texts
        self.frequencies = Counter(frequencies or {})
        """How many of the texts have each term."""

    @classmethod
    def of(cls, texts: Iterable[Terms]) -> Weights:
        """Learned from some texts."""
        found = cls()
        for one in texts:
            found.learn(one)
        return found

    def learn(self, terms: Terms) -> None:
        """Count one more text."""
        self.texts += 1
        self.frequencies.update(terms.counts.keys())

    @property
    def settled(self) -> bool:
        """Whether no further text counts."""
        return self.texts >= SAMPLE

    def idf(self, term: str) -> float:
        return log((1 + self.texts) / (1 + self.frequencies[term])) + 1.0

    def weighed(self, terms: Terms) -> dict[str, float]:
        """TF·IDF of each term."""
        return {term: count * self.idf(term) for term, count in terms.counts.items()}
