"""What a page shows, line by line, each line with the stretch of the source that it comes from."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from html import unescape

from app.blocks.elements import BLOCK_LEVEL, FOREIGN, PREFORMATTED, SEPARATE
from app.blocks.spans import Scan, scan

_SPACES = re.compile(r"[ \t\f\r\n]+")
_SEPARATE = re.compile(rf"</?(?:{'|'.join(sorted(SEPARATE))})\b", re.IGNORECASE)
_LINK, _LINK_END = re.compile(r"<a\b", re.IGNORECASE), re.compile(r"</a\b", re.IGNORECASE)
_WITHOUT = frozenset({"noscript", "noframes", "noembed", "iframe"})
_TEMPLATES = frozenset({"template"})
_UNSEEN = _TEMPLATES | {"script", "style"}  # in pictures and formulas these are not read as raw text
Text = tuple[int, int, bool]


def _begin(stretch: tuple[int, int]) -> int:
    return stretch[0]


class Line:
    """A line of text. `start` and `end` are the characters of the source that belong to it, tags included."""

    __slots__ = ("end", "joined", "leaf", "mate", "moved", "start", "text")

    def __init__(self, text: str, start: int, end: int, *, joined: bool) -> None:
        self.text = text
        self.start, self.end = start, end
        self.joined = joined  # to the line before: both are of one preformatted text
        self.leaf = -1  # number of the leaf block
        self.mate = -1  # number of the line of the other version that it is; -2 when others stand in its place
        self.moved = False


class Shown:
    """The visible texts of a scanned page, with what `noscript` holds; white space counts in preformatted ones."""

    def __init__(self, found: Scan) -> None:
        self._scan = found
        names = set(found.names)
        self.texts: list[Text] = found.texts
        hidden = [*self._otherwise(names), *self._late_title(names)]
        if hidden:
            self.texts = sorted([*found.texts, *hidden])
        unseen = names & (_UNSEEN if names & FOREIGN else _TEMPLATES)
        if unseen:
            self.texts = self._without(unseen)
        self._preformatted = [
            (found.ends[n], found.inner_ends[n])
            for n, name in enumerate(found.names if names & PREFORMATTED else ())
            if name in PREFORMATTED
        ]

    def lines(self, start: int, end: int) -> list[Line]:
        """The lines between two places. Together their stretches are all from `start` to `end`."""
        source, texts = self._scan.text, self.texts
        found: list[Line] = []
        parts: list[str] = []
        begin = stop = start
        fresh = preformatted = pre = joined = (
            False  # what comes begins a line; white space counts in this one, or in all
        )
        some = bool(self._preformatted)
        for first, last, own_line in texts[bisect_left(texts, (start,)) : bisect_left(texts, (end,))]:
            if own_line:
                fresh = True
            if last > end:
                last = end
            written = source[first:last]
            if some:
                pre = self._is_preformatted(first)
            if not pre and written.isspace():
                if not fresh and parts:
                    parts.append(" ")
                continue
            if fresh and parts:
                _finish(found, parts, begin, stop, pre=preformatted, joined=joined)
                parts = []
            if not parts:
                begin, joined = first, False
            elif first - stop > 3 and _are_apart(source, stop, first):
                parts.append(" ")
            fresh = False
            if pre:
                *whole, written = written.split("\n")
                for part in whole:
                    parts.append(part)
                    _finish(found, parts, begin, first + len(part), pre=True, joined=joined)
                    parts, joined = [], True
                    begin = first = first + len(part) + 1
            parts.append(written)
            preformatted = pre
            stop = last
        _finish(found, parts, begin, stop, pre=preformatted, joined=joined)
        self._share_out(found, start, end)
        return found

    def _share_out(self, found: list[Line], start: int, end: int) -> None:
        """Give each line what stands before it, from the first tag on that begins a line of its own."""
        starts, names = self._scan.starts, self._scan.names
        before: Line | None = None
        for line in found:
            if before is None:
                line.start, before = start, line
                continue
            number = bisect_left(starts, before.end)
            border = max(line.start, before.end)  # line breaks belong to the line before them
            while number < len(starts) and starts[number] < border:
                if names[number] in BLOCK_LEVEL:
                    border = starts[number]
                    break
                number += 1
            before.end = line.start = border
            before = line
        if before is not None:
            before.end = end

    def _is_preformatted(self, place: int) -> bool:
        number = bisect_right(self._preformatted, place, key=_begin) - 1
        return number >= 0 and place < self._preformatted[number][1]

    def _otherwise(self, names: set[str]) -> Iterator[Text]:
        """What a browser without scripts, frames or plug-ins would show, too."""
        found = self._scan
        for n, name in enumerate(found.names if names & _WITHOUT else ()):
            if name in _WITHOUT:
                begin, end = found.ends[n], found.inner_ends[n]
                at = bisect_left(found.texts, (begin,))
                if at < len(found.texts) and found.texts[at][0] < end:
                    continue  # in pictures and formulas it is an element like others
                for first, last, apart in scan(found.text[begin:end]).texts:
                    yield begin + first, begin + last, apart

    def _without(self, unseen: set[str]) -> list[Text]:
        """The texts without those inside elements that show nothing of theirs."""
        found = self._scan
        texts: list[Text] = []
        stretches = [(found.ends[n], found.inner_ends[n]) for n, name in enumerate(found.names) if name in unseen]
        at = end = 0
        for text in self.texts:
            while at < len(stretches) and stretches[at][0] <= text[0]:
                end = max(end, stretches[at][1])
                at += 1
            if text[0] >= end:
                texts.append(text)
        return texts

    def _late_title(self, names: set[str]) -> Iterator[Text]:
        """A title behind the beginning of the page's text is hidden text as other hidden text is."""
        found = self._scan
        if "title" in names:
            n = found.names.index("title")
            shown = next((begin for begin, end, _ in found.texts if not found.text[begin:end].isspace()), found.ends[n])
            if shown < found.starts[n]:
                yield found.ends[n], found.inner_ends[n], True


def _are_apart(source: str, start: int, end: int) -> bool:
    """Whether a space is seen between two texts though none is written. Links side by side are entries of a menu."""
    if _SEPARATE.search(source, start, end):
        return True
    left = _LINK_END.search(source, start, end)
    return left is not None and _LINK.search(source, left.end(), end) is not None


def _finish(found: list[Line], parts: list[str], begin: int, stop: int, *, pre: bool, joined: bool) -> None:
    text = parts[0] if len(parts) == 1 else "".join(parts)
    if "&" in text:
        text = unescape(text)
    if pre:
        text = text.rstrip()
    elif text.isascii():
        text = " ".join(text.split())
    else:
        text = _SPACES.sub(" ", text).strip()
    if text and not (pre and text.isspace()):
        found.append(Line(text, begin, stop, joined=joined))
