"""How much a text has to do with what a person looks for: guide words with weights."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from urllib.parse import unquote

GuideWords = Iterable[tuple[str, float]]


def occurrences(text: str, words: GuideWords) -> dict[str, int]:
    """How often each guide word stands in a text, upper and lower case alike; words that do not occur are left out."""
    folded = text.casefold()
    found = {word: folded.count(_folded(word)) for word, _ in words}
    return {word: count for word, count in found.items() if count}


def relevance(text: str, words: GuideWords) -> float:
    """Σ weight × occurrences: 电影 (weight 10) twice and 奥斯卡 (5) once are 25."""
    folded = text.casefold()
    return float(sum(weight * folded.count(_folded(word)) for word, weight in words))


def link_relevance(url: str, anchor: str, words: GuideWords) -> float:
    """What an address and the text of the link to it promise; escapes in the address are read as what they mean."""
    return relevance(f"{anchor}\n{unquote(url)}", words)


@lru_cache(maxsize=1024)
def _folded(word: str) -> str:
    # an empty word would stand everywhere
    return word.strip().casefold() or "\0"
