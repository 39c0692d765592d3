"""Text as a search compares it: case, diacritics, width and the Chinese way of writing do not count.

NFKC, case folding, no diacritics of Latin, Greek, Cyrillic, Hebrew and Arabic (those of kana and of Indic scripts make
other letters and stay), traditional Chinese characters as simplified ones by OpenCC's table `TSCharacters` (its first
choice where there are several; words are not looked at, so 乾 is 干 and both are found).
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from importlib.resources import files

VERSION = 1
"""Raised when a text is folded otherwise than before: what was made of folded texts is made anew."""

_DIACRITICS = (
    (0x0300, 0x036F),
    (0x0591, 0x05C7),
    (0x0610, 0x061A),
    (0x064B, 0x065F),
    (0x1AB0, 0x1AFF),
    (0x1DC0, 0x1DFF),
    (0x20D0, 0x20FF),
    (0xFE20, 0xFE2F),
)
_OTHER = re.compile(r"([^\x00-\x7f]+)")
_COMPOSING = re.compile(
    "[^\x00-\u02ff\u0370-\u0482\u048a-\u052f\u2000-\u20cf\u2100-\u2bff\u3000-\u3029\u3030-\u3098"
    "\u309b-\u30ff\u3105-\u312f\u3200-\u9fff\uf900-\ufaff\uff01-\uff9d\uffe0-\uffe6\U0001f000-\U0003ffff]"
)
"""Characters that may become one with those before them, and many that do not."""


def fold(text: str) -> str:
    """The folded text; its length may differ."""
    if text.isascii():
        return text.lower()
    return fold_apart(text if stands_alone(text) else unicodedata.normalize("NFKC", text))


def stands_alone(text: str) -> bool:
    """Whether each character is folded by itself, whatever stands before it; False also where that is not known."""
    return _COMPOSING.search(text) is None


def fold_apart(text: str) -> str:
    """The text folded character by character, as `folded_with_places` has it."""
    if text.isascii():
        return text.lower()
    table = _table()
    parts = _OTHER.split(text)  # plain letters need no table, which takes ten times as long
    return "".join(part.translate(table) if at % 2 else part.lower() for at, part in enumerate(parts))


def folded_with_places(text: str) -> tuple[str, list[int]]:
    """The text folded character by character, and the place in `text` of each folded one (with the end of the text
    behind the last). Differs from `fold` only where characters compose over their border, as halfwidth kana do."""
    return fold_apart(text), places_apart(text)


def places_apart(text: str) -> list[int]:
    """Where each character of `fold_apart` comes from, with the end of the text behind the last."""
    begin, places, table = 0, list[int](), _table()
    # most characters become one: the others are a few different ones, and one in a hundred of a text
    different = () if text.isascii() else set(text)
    if uneven := [one for one in different if len(table[ord(one)]) != 1]:
        for found in re.finditer(f"[{re.escape(''.join(sorted(uneven)))}]", text):
            places += range(begin, found.start())
            places += [found.start()] * len(table[ord(found[0])])
            begin = found.end()
    places += range(begin, len(text) + 1)
    return places


@cache
def _table() -> _Folding:
    return _Folding()


class _Folding(dict[int, str]):
    """What becomes of each character, found out when it is met first."""

    def __missing__(self, code: int) -> str:
        text = unicodedata.normalize("NFKC", chr(code)).casefold()
        bare = "".join(
            one
            for one in unicodedata.normalize("NFKD", text)
            if not any(first <= ord(one) <= last for first, last in _DIACRITICS)
        )
        simplified = _simplified()
        folded = "".join(simplified.get(one, one) for one in unicodedata.normalize("NFC", bare))
        self[code] = folded
        return folded


@cache
def _simplified() -> dict[str, str]:
    """Traditional characters and the simplified one that stands for each."""
    table = (files("opencc") / "dictionary" / "TSCharacters.txt").read_text("utf-8")
    pairs = (line.split("\t") for line in table.splitlines() if "\t" in line)
    return {traditional: choices.split()[0] for traditional, choices in pairs}
