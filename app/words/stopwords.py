"""Words that say nothing about a topic, from the lists in `resources/stoplists`."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from app.words.wording import UNSPACED

_WORD = re.compile(rf"[{UNSPACED}]+|[^\W_{UNSPACED}]+(?:[-'’.][^\W_{UNSPACED}]+)*")
_UNSPACED_START = re.compile(f"[{UNSPACED}]")


@cache
def stop_words() -> frozenset[str]:
    """All words of all lists, in lower case."""
    folder = files("resources") / "stoplists"
    lists = [file.read_text("utf-8") for file in folder.iterdir() if file.name.endswith(".txt")]
    return frozenset(word for text in lists for word in text.split())


@cache
def _stops_in_runs() -> re.Pattern[str]:
    """The stop words of scripts without spaces, longest first."""
    stops = sorted(
        (word for word in stop_words() if _UNSPACED_START.match(word)), key=lambda word: (-len(word), word)
    )
    return re.compile("|".join(stops))


def is_unspaced(word: str) -> bool:
    """Whether a word is of a script that is written without spaces."""
    return not word.isascii() and _UNSPACED_START.match(word) is not None


def words(text: str) -> list[str]:
    """The words of a text as they are written; a stretch of a script without spaces is one."""
    return _WORD.findall(text)


def has_words(text: str) -> bool:
    """Whether a text has a word at all."""
    return _WORD.search(text) is not None


def content_words(text: str) -> list[str]:
    """The words that are no stop words; stretches of scripts without spaces are divided at stop words."""
    found: list[str] = []
    for word in words(text):
        if is_unspaced(word):
            found += [part for part in _stops_in_runs().split(word) if part]
        elif word.lower() not in stop_words():
            found.append(word)
    return found
