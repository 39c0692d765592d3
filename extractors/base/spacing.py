"""White space as a person would type it: one set of rules for the titles and texts of all formats."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

_LONGEST = 500
# Invisible: soft hyphen, zero-width space, word joiner, byte order mark, variation selectors of text. Joiners
# (U+200C, U+200D) and marks of direction change what is seen and stay.
_UNSEEN = dict.fromkeys(map(ord, "\u00ad\u200b\u2060\ufeff\ufe0e"))
_CONTROL = dict.fromkeys((*range(9), 11, 12, *range(14, 32), *range(127, 160), 0x2028, 0x2029), " ")
_HIDDEN = _UNSEEN | _CONTROL
_HAN = "\u2e80-\u2fdf\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
# Scripts that have no blanks between words, with their punctuation. Korean has blanks.
_DENSE = _HAN + "\u3001-\u3004\u3008-\u30ff\u31f0-\u31ff\uff01-\uff9f"
_DENSE_CHARACTER = re.compile(f"[{_DENSE}]")
_QUOTES = "\u2018\u2019\u201c\u201d"  # of all scripts: what stands beside them tells
_BREAK = re.compile(
    rf"(?:(?<=[{_DENSE}])|(?<=[{_DENSE}][{_QUOTES}]))[^\S\n]*(?:\r?\n|\r)\s*(?=[{_QUOTES}]?[{_DENSE}])"
)
_BLANKS = re.compile(r"[^\S\n]+")
_SPACED = re.compile(rf"(?<!\S)[{_HAN}](?: [{_HAN}]){{2,}}(?!\S)")
_PAIR = re.compile(rf"(?<!\S)([{_HAN}]) ([{_HAN}])(?!\S)")
# A letter and its marks, which NFC makes one character. Whatever else it would change stays as it was written.
_MARKS = re.compile("[^\\W\\d_][\u0300-\u036f\u3099\u309a]+")
_COUNTED = frozenset("一二三四五六七八九十日〇 ")
_HYPHENS = ("-", "\u2010")


def names(text: str) -> frozenset[str]:
    """The words of a text as a set: for tables of names."""
    return frozenset(text.split())


def listed(text: str) -> tuple[str, ...]:
    """The words of a text in their order."""
    return tuple(text.split())


def line(text: str | None) -> str:
    """One line of at most 500 characters, marks composed with their letters: what a title or a name is shown as."""
    if not text:
        return ""
    text = text[: _LONGEST * 4]
    if text.isascii():
        plain = " ".join(text.split())
        return (plain if plain.isprintable() else " ".join(plain.translate(_HIDDEN).split()))[:_LONGEST]
    if "\n" in text or "\r" in text:
        text = _BREAK.sub("", text.strip())
    plain = " ".join(text.split())
    if not plain.isprintable():
        plain = " ".join("".join(map(_seen, plain.translate(_UNSEEN))).split())
    if _MARKS.search(plain):
        plain = _MARKS.sub(lambda marked: unicodedata.normalize("NFC", marked[0]), plain)
    return (unspaced(plain) if " " in plain else plain)[:_LONGEST]


def paragraph(text: str) -> str:
    """Text whose line breaks are meant: every line tidied on its own, empty ones at both ends dropped."""
    if text.isprintable() and "  " not in text and "\ufe0e" not in text:
        return unspaced(text.strip())  # one line in which there is nothing to hide
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = _BLANKS.sub(" ", text.translate(_HIDDEN))
    lines = (unspaced(one.strip()) for one in text.split("\n"))
    return "\n".join(lines).strip("\n")


def join_lines(lines: Iterable[str]) -> str:
    """Lines that were wrapped, as one: with a blank between them where the script has blanks between words."""
    joined: list[str] = []
    last = ""
    for one in lines:
        one = one.strip()
        if not one:
            continue
        if last.endswith("\u00ad"):
            joined[-1] = last[:-1]
        elif last:
            joined.append(seam(last, one))
        joined.append(one)
        last = one
    return paragraph("".join(joined))


def seam(before: str, after: str) -> str:
    """What belongs between two lines that were one before they were wrapped: a blank or nothing."""
    if not before or not after or before[-1].isspace() or after[0].isspace():
        return ""
    if before.endswith(_HYPHENS) and before[-2:-1].isalpha() and after[0].isalpha():
        return ""
    first, second = before[-2:].rstrip(_QUOTES)[-1:], after[:2].lstrip(_QUOTES)[:1]
    return "" if dense(first) and dense(second) else " "


def unspaced(text: str) -> str:
    """A line without the blanks that only spread its characters (广 东 省 文 件), which has single blanks already."""
    if " " not in text or text.isascii():
        return text
    spread = _SPACED.sub(_together, text)
    if spread == text and not _PAIR.fullmatch(text):
        return text
    return _PAIR.sub(r"\1\2", spread)


def dense(character: str) -> bool:
    """Whether the character belongs to a script without blanks between words."""
    return _DENSE_CHARACTER.match(character) is not None


def tidy(text: str) -> str:
    """A whole text with one kind of line break and without invisible characters; blanks and indents stay."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text if text.isascii() else text.translate(_UNSEEN)


def _together(spread: re.Match[str]) -> str:
    text = spread[0]
    return text if _COUNTED.issuperset(text) else text.replace(" ", "")


def _seen(character: str) -> str:
    if character.isprintable() or character.isspace() or character in "\u200c\u200d":
        return character
    category = unicodedata.category(character)
    return character if category == "Cf" else " "
