"""Pages with too many elements to be read as a tree: a row of blocks, without structure."""

from __future__ import annotations

import re
import zlib
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from app.blocks.cutting.cutting import put_in_bytes
from app.blocks.page.elements import ATTRIBUTES as SAID
from app.blocks.page.source import Source
from app.blocks.page.spans import ATTRIBUTES, OWN_LINE, RAW, SHOWN_RAW, Scan
from app.blocks.page.styles import Style
from app.blocks.page.tree import CUT, SMALLEST, WHOLE, Block, BlockTree
from app.messages import Message


def _any(names: frozenset[str]) -> str:
    """Any of these names in both ways of writing, sorted by first letters: long lists are slow otherwise."""
    rests: dict[str, list[str]] = {}
    for name in sorted(names, key=len, reverse=True):
        rests.setdefault(name[0], []).append(
            "".join(f"[{c}{c.upper()}]" if c.isalpha() else c for c in name[1:])
        )
    every = "|".join(f"[{first}{first.upper()}](?:{'|'.join(rest)})" for first, rest in sorted(rests.items()))
    return rf"(?:{every})(?=[ \t\n\f\r/>])"


_END = rf"{ATTRIBUTES}(?:>|\Z)"
_OWN = rf"/?({_any(OWN_LINE - {'title'} | SHOWN_RAW)}){_END}"
_HIDDEN = (
    rf"(?P<raw>{_any(frozenset(RAW) - SHOWN_RAW)}){_END}[^<]*+(?>(?:<(?!/(?i:(?P=raw))[ \t\n\f\r/>])[^<]*+)*)"
)
_COMMENT = r"!--(?:-?>|[^-]*+(?>(?:-(?!-!?>)[^-]*+)*)(?:--!?>|\Z))"
_SAYING = rf"(?P<says>{_any(frozenset(SAID))}){_END}"
_INLINE = rf"{_HIDDEN}|{_SAYING}|/?[a-zA-Z][^ \t\n\f\r/>]*+{_END}|{_COMMENT}|[!?/](?=[^>])[^>]*+(?:>|\Z)"
# What stands between two texts; of more tags a few at a time, for each takes room while they are looked at.
_BETWEEN = re.compile(rf"(?:<(?=[a-zA-Z/!?])(?:{_OWN}[ \t\n\f\r]*+|{_INLINE})){{1,64}}")
_SAYING_TAG = re.compile(rf"<({_any(frozenset(SAID))}){_END}")
_TITLE = re.compile(rf"<(title)(?=[ \t\n\f\r/>]){_END}([^<]*+)", re.IGNORECASE)


_REFERENCES = 4  # are as much work as an element
_READ = ("names", "starts", "ends", "inner_ends", "closes", "texts", "name_ends")


def count_between(text: str, start: int, end: int) -> int:
    """The approximate number of elements between two places; character references count in part."""
    ends = text.count("</", start, end)
    return max(text.count("<", start, end) - ends, ends) + text.count("&", start, end) // _REFERENCES


class LaterScan(Scan):
    """A page that is not read before something of it is asked for."""

    __slots__ = ()

    def __getattr__(self, name: str) -> object:
        if name not in _READ:
            raise AttributeError(name)
        found = scan_texts(self.text)
        for each in _READ:
            setattr(self, each, getattr(found, each))
        return getattr(self, name)


def later(text: str) -> LaterScan:
    """A scan that is made when it is asked for."""
    found = LaterScan(text, rough=True)
    for each in _READ:
        delattr(found, each)
    return found


def scan_texts(text: str, stretches: Sequence[tuple[int, int]] | None = None) -> Scan:
    """The visible texts of a page, or of rising stretches with whole tags; of its elements links, media and the title."""
    found = Scan(text, rough=True)
    titled = False
    for start, end in [(0, len(text))] if stretches is None else stretches:
        first = len(found.names)
        _read(found, start, end)
        title = None if titled else _TITLE.search(text, start, end)
        if title is not None:
            titled = True
            number = bisect_left(found.starts, title.start(), first)
            found.names.insert(number, "title")
            found.starts.insert(number, title.start())
            found.ends.insert(number, title.start(2))
            found.inner_ends.insert(number, title.end())
            found.closes.insert(number, title.end())
    return found


def _read(found: Scan, position: int, last: int) -> None:
    """Take in a stretch."""
    text, texts = found.text, found.texts
    own_line = True
    for between in _BETWEEN.finditer(text, position, last):
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
                until = until if until >= 0 else len(text)
                found.names.append(tag[1].lower())
                found.starts.append(tag.start())
                found.ends.append(stop)
                found.inner_ends.append(until)
                found.closes.append(until)
        position = end
    if position < last:
        texts.append((position, last, own_line))


# Where to cut two versions of a page with very many tags: where both say the same before a tag, here and there.
#
# A few endings are looked for in all of the page that are as rare as the cuts are to be; to find them, and to
# cut, the page need not be read.

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
    """Places between tags of both texts, rising, that divide the larger one into about `wanted` parts."""
    size = max(map(len, texts))
    hidden = [_hidden(text) for text in texts]
    endings: list[str] = []
    found: list[list[int]] = [[] for _ in texts]
    for _ in range(_ROUNDS):
        gaps = [(*gap, n) for n, text in enumerate(texts) for gap in pairwise([0, *found[n], len(text)])]
        begin, end, n = max(gaps, key=lambda gap: gap[1] - gap[0])
        if end - begin <= size // _FAR:
            break
        spots = {
            texts[n].find("<", begin + (end - begin) * spot // _SPOTS, end) for spot in range(_SPOTS)
        } - {-1}
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
        likely = [
            ending for ending, count in counts.items() if count * share <= 2 * wanted and ending not in known
        ]
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
    raw = "|".join(
        ["".join(f"[{c}{c.upper()}]" for c in name) for name in sorted(RAW) if f"<{name}" in lower]
    )
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
            end = (
                _COMMENT_END.search(text, start + 2)
                if comment
                else RAW.get(way, _TAG_END).search(text, place)
            )
            stop = ends[way] = end.start() if end is not None else len(text)
        doubtful += not (comment or name)
        last = max(last, stop) if doubtful <= _MOST_DOUBTFUL else len(text)
        found.append((start, last))
        begin = hiding.search(text, place if comment or name else start + 1)
    return found


MOST_ELEMENTS = 80_000  # of both versions: half a second to read
WARNING = Message("divided-by-texts")
_WHERE_ALIKE = 1.5  # times as many may be read where little has changed
_SAMPLES, _SAMPLE, _MOST_MISSED = 64, 200, 8  # the second in characters
_ROW = 400  # blocks a page, about
_BODY = "/html[1]/body[1]"
_BODY_TAG = re.compile(rf"<body(?=[ \t\n\f\r/>]){ATTRIBUTES}(?:>|\Z)", re.IGNORECASE)


def count_elements(*texts: str) -> int:
    """The approximate number of elements of pages; 0 for short ones."""
    if sum(map(len, texts)) < MOST_ELEMENTS:
        return 0
    return sum(count_between(text, 0, len(text)) for text in texts)


def is_too_much(a: str, b: str) -> bool:
    """Whether two versions of a page take too long to read; more may be read where little has changed."""
    elements = count_elements(a, b)
    if elements <= MOST_ELEMENTS:
        return False
    return elements > _WHERE_ALIKE * MOST_ELEMENTS or not _is_alike(a, b)


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
    """The block trees of two versions of a page, cut after equal texts, so that equal texts are equal blocks."""
    cuts = cuts_of((a.text, b.text), _ROW)
    room = max(SMALLEST, max(len(a.text), len(b.text)) // _ROW)
    trees = []
    for source, style, places in zip((a, b), styles, cuts, strict=True):
        blocks = _blocks(source.text, places)
        if not put_in_bytes(blocks, source):
            blocks = [Block("/html[1]", (0, len(source.data)), 1, WHOLE, len(source.text), "html")]
            blocks[0].places = 0, len(source.text)
        scan = later(source.text)
        trees.append(BlockTree(source.data, source.charset, blocks, level, room, style, scan, (WARNING,)))
    return trees[0], trees[1]


def _edges(text: str) -> tuple[int, int]:
    """Where the body begins and ends."""
    tag = _BODY_TAG.search(text)
    begin = tag.end() if tag is not None else 0
    end = max(text.rfind("</body"), text.rfind("</BODY"))
    return begin, end if end > begin else len(text)


def _blocks(text: str, cuts: list[int]) -> list[Block]:
    """The body in a row of blocks."""
    begin, end = _edges(text)
    blocks = []
    for number, (start, stop) in enumerate(
        pairwise([begin, *(cut for cut in cuts if begin < cut < end), end]), 1
    ):
        block = Block(f"{_BODY}#{number}", (0, 0), 1, CUT, stop - start, "")
        block.places = start, stop
        blocks.append(block)
    return blocks
