"""Where to cut two versions of a page with very many tags: where both say the same before a tag, here and there.

A few endings are looked for in all of the page that are as rare as the cuts are to be; to find them, and to cut, the
page need not be read.
"""

from __future__ import annotations

import re
import zlib
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from app.blocks.spans import RAW

_SPOTS = 1_000  # places looked at to find endings
_SIZES = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192)  # characters of an ending
_MOST_TRIED, _IN_VAIN = 24, 2  # endings, and in vain of one size
_RAREST = 40  # an ending makes at least this part of the cuts
_USUAL = 8  # parts of the cuts that one ending best makes
_BLANK = "> \n\r\t"  # endings that say little of the text
_MOST_ENDS = 100  # end tags before a cut
_ROUNDS = 6  # in which cuts are looked for between those that are far apart: by so many parts of the page …
_FAR = 8
_MOST_DOUBTFUL = 10_000  # tags with a "<" inside; behind these there is no cut
_TAG, _TAG_END, _COMMENT_END = re.compile("<[a-zA-Z/!?]"), re.compile(">"), re.compile("--!?>")
_QUOTED = r"=[ \t\n\f\r]*+(?:\"[^\"<]*+<[^\"]*+|'[^'<]*+<[^']*+)"  # in these a "<" is no tag …
_UNFINISHED = r"[^<>]*+(?=<)"  # … and in tags without their ">" perhaps


def cuts_of(texts: Sequence[str], wanted: int) -> list[list[int]]:
    """Places between tags of both texts, rising, by which the larger one is cut into about so many parts."""
    size = max(map(len, texts))
    hidden = [_hidden(text) for text in texts]
    endings: list[str] = []
    found: list[list[int]] = [[] for _ in texts]
    for _ in range(_ROUNDS):
        gaps = [(*gap, n) for n, text in enumerate(texts) for gap in pairwise([0, *found[n], len(text)])]
        begin, end, n = max(gaps, key=lambda gap: gap[1] - gap[0])
        if end - begin <= size // _FAR:
            break
        spots = {texts[n].find("<", begin + (end - begin) * spot // _SPOTS, end) for spot in range(_SPOTS)} - {-1}
        share = texts[n].count("<", begin, end) / max(1, len(spots))
        spots = {spot for spot in spots if not _is_in(hidden[n], spot)}
        more = _endings(texts, texts[n], spots, share, max(1, wanted * (end - begin) // size), endings)
        if not more:
            break
        endings += more
        for text, cuts, out in zip(texts, found, hidden, strict=True):
            cuts[:] = sorted({*cuts, *_tags(text, _places(text, more), out)})
    if not endings:  # nothing that is said tells one place from another
        step = max(1, size // wanted)
        for text, cuts, out in zip(texts, found, hidden, strict=True):
            cuts[:] = sorted(_tags(text, range(step, len(text), step), out))
    return found


def _endings(
    texts: Sequence[str], text: str, spots: Iterable[int], share: float, wanted: int, known: Sequence[str]
) -> list[str]:
    """What to look for, to cut about so often: it stands before some spots in one text, each for a `share` of tags."""
    chosen: list[str] = []
    total, left = 0, _MOST_TRIED
    for size in _SIZES:
        counts = Counter([text[spot - size : spot + 1] for spot in spots if spot >= size])
        likely = [ending for ending, count in counts.items() if count * share <= 2 * wanted and ending not in known]
        sums = [zlib.crc32(ending.encode("utf-8", "replace")) for ending in likely]
        keys = [
            (ending[-2] in _BLANK, abs(counts[ending] * share - wanted / _USUAL), chosen_by)
            for ending, chosen_by in zip(likely, sums, strict=True)
        ]
        in_vain = 0
        for _, ending in sorted(zip(keys, likely, strict=True)):
            left -= 1
            count = max([each.count(ending) for each in texts])
            in_vain += not wanted <= count * _RAREST <= wanted * _RAREST
            if left <= 0 or in_vain == _IN_VAIN or 2 * total >= wanted:
                break
            if wanted <= count * _RAREST <= wanted * _RAREST:
                chosen.append(ending)
                total += count
        if left <= 0 or 2 * total >= wanted:
            break
    return chosen


def _places(text: str, endings: Iterable[str]) -> list[int]:
    """Where these endings end."""
    found: list[int] = []
    for ending in endings:
        at = text.find(ending)
        while at >= 0:
            found.append(at + len(ending) - 1)
            at = text.find(ending, at + 1)
    return found


def _tags(text: str, places: Iterable[int], hidden: Sequence[tuple[int, int]]) -> set[int]:
    """The tags at places or next to them, or what follows end tags there; none where there is another "<"."""
    found: set[int] = set()
    for place in places:
        cut = text.find("<", place)
        if cut < 0 or not _TAG.match(text, cut) or _is_in(hidden, cut):
            continue
        for _ in range(_MOST_ENDS):
            if not text.startswith("</", cut):
                break
            cut = text.find(">", cut) + 1 or len(text)
        if cut < len(text) and not _is_in(hidden, cut):
            found.add(cut)
    return found


def _is_in(stretches: Sequence[tuple[int, int]], place: int) -> bool:
    """Whether a place is in one of these."""
    number = bisect_left(stretches, (place,)) - 1
    return number >= 0 and place < stretches[number][1]


def _hidden(text: str) -> list[tuple[int, int]]:
    """Stretches in which there may be no cut, rising by where they begin and where they end: also those that something
    else hides, for what begins first is not looked into."""
    lower = text.lower()
    raw = "|".join(["".join(f"[{c}{c.upper()}]" for c in name) for name in sorted(RAW) if f"<{name}" in lower])
    begins = rf"(!--)|({raw})(?=[ \t\n\f\r/>])|" if raw else "(!--)()|"
    hiding = re.compile(f"{_QUOTED}|<(?:{begins}{_UNFINISHED})")
    ends: dict[str, int] = {}  # of what begins in one of these ways, the next one
    found: list[tuple[int, int]] = []
    last = doubtful = 0
    begin = hiding.search(text)
    while begin is not None and last < len(text):
        start, place = begin.span()
        comment, name = begin.groups()
        way = comment or (name or ">").lower()
        if text[start] == "=":
            stop = place
        elif ends.get(way, -1) >= place:
            stop = ends[way]
        else:
            end = _COMMENT_END.search(text, start + 2) if comment else RAW.get(way, _TAG_END).search(text, place)
            stop = ends[way] = end.start() if end is not None else len(text)
        doubtful += not (comment or name)
        last = max(last, stop) if doubtful <= _MOST_DOUBTFUL else len(text)
        found.append((start, last))
        begin = hiding.search(text, place if comment or name else start + 1)
    return found
