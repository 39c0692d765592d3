"""Pages with so many elements that reading all of them takes too long: their texts alone, in a row of blocks."""

from __future__ import annotations

import math
import re
import zlib
from bisect import bisect_left
from itertools import pairwise

from app.blocks.cutting import put_in_bytes
from app.blocks.elements import ATTRIBUTES as SAID
from app.blocks.rules import CUT, SMALLEST, WHOLE
from app.blocks.source import Source
from app.blocks.spans import ATTRIBUTES, OWN_LINE, RAW, SHOWN_RAW, Scan
from app.blocks.styles import Style
from app.blocks.tree import Block, BlockTree

MOST_ELEMENTS = 80_000  # of both versions: half a second to read
WARNING = "it has so many elements that it was divided by its texts alone, without their structure"
_OLDER = 0.75  # of these in the older version at most, where little has changed
_SAMPLES, _SAMPLE, _MOST_MISSED = 64, 200, 8  # the second in characters
_ROW = 400  # blocks a page, about
_MOST = 8  # times as many texts as usual: then a cut follows in any case
_BODY = "/html[1]/body[1]"


def _any(names: frozenset[str]) -> str:
    """Any of these names in both ways of writing, sorted by first letters: long lists are slow otherwise."""
    rests: dict[str, list[str]] = {}
    for name in sorted(names, key=len, reverse=True):
        rests.setdefault(name[0], []).append("".join(f"[{c}{c.upper()}]" if c.isalpha() else c for c in name[1:]))
    every = "|".join(f"[{first}{first.upper()}](?:{'|'.join(rest)})" for first, rest in sorted(rests.items()))
    return rf"(?:{every})(?=[ \t\n\f\r/>])"


_END = rf"{ATTRIBUTES}(?:>|\Z)"
_OWN = rf"/?({_any(OWN_LINE - {'title'} | SHOWN_RAW)}){_END}"
_HIDDEN = rf"(?P<raw>{_any(frozenset(RAW) - SHOWN_RAW)}){_END}[^<]*+(?>(?:<(?!/(?i:(?P=raw))[ \t\n\f\r/>])[^<]*+)*)"
_COMMENT = r"!--(?:-?>|[^-]*+(?>(?:-(?!-!?>)[^-]*+)*)(?:--!?>|\Z))"
_SAYING = rf"(?P<says>{_any(frozenset(SAID))}){_END}"
_INLINE = rf"{_HIDDEN}|{_SAYING}|/?[a-zA-Z][^ \t\n\f\r/>]*+{_END}|{_COMMENT}|[!?/](?=[^>])[^>]*+(?:>|\Z)"
# What stands between two texts; of more tags a few at a time, for each takes room while they are looked at.
_BETWEEN = re.compile(rf"(?:<(?=[a-zA-Z/!?])(?:{_OWN}[ \t\n\f\r]*+|{_INLINE})){{1,64}}")
_SAYING_TAG = re.compile(rf"<({_any(frozenset(SAID))}){_END}")
_BODY_TAG = re.compile(rf"<body(?=[ \t\n\f\r/>]){_END}", re.IGNORECASE)
_TITLE = re.compile(rf"<(title)(?=[ \t\n\f\r/>]){_END}([^<]*+)", re.IGNORECASE)


def count_elements(*texts: str) -> int:
    """About how many start tags pages have; 0 for short ones."""
    if sum(map(len, texts)) < MOST_ELEMENTS:
        return 0
    return sum(text.count("<") - text.count("</") for text in texts)


def is_too_much(a: str, b: str, *, anew: bool = False) -> bool:
    """Whether reading two versions of a page takes too long: the second one `anew`, or what has changed in it."""
    if count_elements(a, b) <= MOST_ELEMENTS:
        return False
    return anew or count_elements(a) > _OLDER * MOST_ELEMENTS or not _is_alike(a, b)


def _is_alike(a: str, b: str) -> bool:
    """Whether samples of one text are found in the other, in order."""
    before = missed = 0
    for sample in range(_SAMPLES):
        start = len(b) * sample // _SAMPLES
        place = a.find(b[start : start + _SAMPLE], before)
        if place >= 0:
            before = place
        else:
            missed += 1
            if missed > _MOST_MISSED:
                return False
    return True


def divide_both(a: Source, b: Source, styles: tuple[Style, Style], level: int) -> tuple[BlockTree, BlockTree]:
    """The block trees of two versions of a page. A block ends where a text says so, so that equal texts are equal
    blocks in both."""
    one, two = scan_texts(a.text), scan_texts(b.text)
    weights = [sum([end - start for start, end, _ in found.texts]) for found in (one, two)]
    larger = max(range(2), key=weights.__getitem__)
    room = max(SMALLEST, weights[larger] // _ROW)
    found = (one, two)[larger]
    by_texts = 2 * len(found.texts) > len(found.names)
    if by_texts:
        modulus = 1 << max(0, round(math.log2(max(1.0, room * len(found.texts) / max(1, weights[larger])))))
    else:  # pictures, say
        modulus = 1 << (len(found.names) // _ROW).bit_length()
    trees = [
        BlockTree(source.data, source.charset, [], level, room, style, found, (WARNING,))
        for source, found, style in ((a, one, styles[0]), (b, two, styles[1]))
    ]
    for tree, source in zip(trees, (a, b), strict=True):
        tree.blocks = _blocks(tree.scan, modulus, by_texts=by_texts)
        if not put_in_bytes(tree.blocks, source):
            whole = Block("/html[1]", (0, len(source.data)), 1, WHOLE, len(source.text), "html")
            whole.places, whole.numbers = (0, len(source.text)), (0, len(tree.scan.names))
            tree.blocks = [whole]
    return trees[0], trees[1]


def scan_texts(text: str) -> Scan:
    """The visible texts of a page; of its elements only those that lead somewhere or show something, and its title."""
    found = Scan(text, rough=True)
    texts = found.texts
    position, own_line = 0, True
    for between in _BETWEEN.finditer(text):
        start, end = between.span()
        if start > position:
            texts.append((position, start, own_line))
            own_line = False
        own, raw, says = between.groups()
        if own is not None:
            own_line = True
        if says is not None or (raw is not None and raw.lower() in SAID):
            for tag in _SAYING_TAG.finditer(text, start, end):
                stop = tag.end()
                until = text.find("<", stop)
                _add(found, len(found.names), tag[1].lower(), tag.start(), stop, until if until >= 0 else len(text))
        position = end
    if position < len(text):
        texts.append((position, len(text), own_line))
    title = _TITLE.search(text)
    if title is not None:
        _add(found, bisect_left(found.starts, title.start()), "title", title.start(), title.start(2), title.end())
    return found


def _add(found: Scan, number: int, name: str, start: int, end: int, until: int) -> None:
    found.names.insert(number, name)
    found.starts.insert(number, start)
    for places, place in ((found.ends, end), (found.inner_ends, until), (found.closes, until)):
        places.insert(number, place)


def _edges(text: str) -> tuple[int, int]:
    """Where the body begins and ends."""
    tag = _BODY_TAG.search(text)
    begin = tag.end() if tag is not None else 0
    end = max(text.rfind("</body"), text.rfind("</BODY"))
    return begin, end if end > begin else len(text)


def _blocks(found: Scan, modulus: int, *, by_texts: bool) -> list[Block]:
    """The body in a row of blocks, ended by texts or by tags that were chosen by what they say."""
    text = found.text
    parts = list(zip(found.starts, found.ends, strict=True))
    if by_texts:
        parts = [(start, stop) for start, stop, _ in found.texts]
    begin, end = _edges(text)
    places = [begin]
    waiting = 0
    for start, stop in parts[bisect_left(parts, (begin,)) :]:
        if stop > end:
            break
        waiting += 1
        if waiting >= _MOST * modulus or zlib.crc32(text[start:stop].encode("utf-8", "replace")) % modulus == 0:
            while text.startswith("</", stop):
                place = text.find(">", stop) + 1
                if not place:
                    break
                stop = place
            if places[-1] < stop < end:
                places.append(stop)
            waiting = 0
    places.append(end)
    blocks = []
    for number, (start, stop) in enumerate(pairwise(places), 1):
        block = Block(f"{_BODY}#{number}", (0, 0), 1, CUT, stop - start, "")
        block.places = start, stop
        block.numbers = bisect_left(found.starts, start), bisect_left(found.starts, stop)
        blocks.append(block)
    return blocks
