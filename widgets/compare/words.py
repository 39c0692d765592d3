"""What of a change is worth reading in a list: the differing words with a little around them. No Qt."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

Words = Sequence[tuple[str, str, str]]  # operation, text in a, text in b, as Change.words gives them
Run = tuple[str, bool]  # text, and whether it is what differs

CELLS = " │ "  # shown between the cells of a row
LINE = " ↵ "  # shown where a line ends: lines of their own, such as links, would read as one sentence
_CONTEXT = 28  # characters of what is the same, kept on either side of a difference
_PART = 14  # characters of a word at most that are left out rather than cut
_LONGEST = 240
SIGNS = {"\n": "⏎", " ": "␣", "\t": "⇥"}  # white space where that is what differs
_NO_INK = re.compile(r"[\s│↵⏎␣⇥]+")
_DATA = re.compile(r'(data:[\w/+.-]*)[;,][^"\s]{24,}')
_LINK = re.compile(r'^\[a href="(.*)"\]$')
_TITLE = re.compile(r'^\[title "(.*)"\]$', re.DOTALL)
_ENCODED = re.compile(r"(?:%[89A-Fa-f][0-9A-Fa-f])+")


def runs(words: Words, side: int) -> list[Run]:
    """One side (1 = before, 2 = after) of a word comparison as stretches of same and different text."""
    found: list[Run] = []
    for entry in words:
        text, differs = entry[side], entry[0] != "unchanged"
        if not text:
            continue
        if found and found[-1][1] == differs:
            found[-1] = (found[-1][0] + text, differs)
        else:
            found.append((text, differs))
    return found


def excerpt(found: Iterable[Run], context: int = _CONTEXT, longest: int = _LONGEST) -> list[Run]:
    """Shorten what is the same, so that the first difference is seen at once."""
    every = list(found)
    shown: list[Run] = []
    left = longest
    for number, (text, differs) in enumerate(every):
        if differs and not text.strip():
            flat = f" {''.join(SIGNS.get(space, '␣') for space in text[:longest])} "
        else:
            flat = LINE.join((text[: 4 * longest] if differs or len(every) == 1 else text).split("\n"))
        if not differs:
            flat = _shorten(flat, context, first=number == 0, last=number == len(every) - 1)
        if len(flat) > left:
            flat = flat[: max(0, left - 1)] + "…"
        flat = flat.replace("\t", CELLS)
        shown.append((flat, differs))
        left -= len(flat)
        if left <= 0:
            break
    return shown


def breaks(words: Words) -> tuple[list[tuple[int, str]], list[tuple[int, str]]]:
    """Where white space alone differs, in either version: (characters before it, white space apart, its sign); the
    sign is "" where only the other version has some."""
    at = [0, 0]
    found: tuple[list[tuple[int, str]], list[tuple[int, str]]] = ([], [])
    for how, *texts in words:
        if how != "unchanged" and not any(text.strip() for text in texts):
            for side, text in enumerate(texts):
                sign = SIGNS["\n"] if "\n" in text else SIGNS[" "] if text else ""
                found[side].append((at[side], sign))
        at = [so_far + len("".join(text.split())) for so_far, text in zip(at, texts, strict=True)]
    return found


def cut(text: str, longest: int) -> str:
    """A text of so many characters at most, cut between words where there are some."""
    return text if len(text) <= longest else _to_word(text[: longest - 1]).rstrip(" ,;:，；：–-") + "…"


def extent(found: Iterable[Run]) -> int:
    """Characters that differ, white space and what stands for it apart."""
    return sum(len("".join(_NO_INK.split(text))) for text, differs in found if differs)


def readable(attribute: str) -> str:
    """A link, a title or a picture as a person reads it: letters for their numbers in an address, no data inside of it,
    a link as ↗ and where it leads."""
    if found := _TITLE.match(attribute):
        return found[1]
    attribute = _LINK.sub(r"↗ \1", attribute)
    return _ENCODED.sub(_letters, _DATA.sub(r"\1…", attribute))


def _letters(found: re.Match[str]) -> str:
    try:
        text = bytes.fromhex(found[0].replace("%", "")).decode("utf-8")
    except UnicodeDecodeError:
        return found[0]
    # ASCII was encoded for a reason
    return text if text.isprintable() and not any(c.isascii() for c in text) else found[0]


def _shorten(text: str, context: int, *, first: bool, last: bool) -> str:
    if first and last:
        return text
    if first:
        return text if len(text) <= context * 2 else "…" + _from_word(text[-context:])
    if last:
        return text if len(text) <= context * 2 else _to_word(text[: context * 2]) + "…"
    return text if len(text) <= context * 3 else f"{_to_word(text[:context])} … {_from_word(text[-context:])}"


def _from_word(text: str) -> str:
    """Without the end of a word at the beginning, where words have spaces between them."""
    _, space, rest = text.partition(" ")
    return (rest if space and len(rest) >= len(text) - _PART else text).lstrip(" ↵.,;:!?。，、；：！？")


def _to_word(text: str) -> str:
    start, space, _ = text.rpartition(" ")
    return (start if space and len(start) >= len(text) - _PART else text).rstrip()
