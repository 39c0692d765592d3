"""The visible lines of a page, each with its stretch of the source."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator

from app.blocks.page.elements import BLOCK_LEVEL, FOREIGN, PREFORMATTED, SEPARATE
from app.blocks.page.source import is_blank, unescape
from app.blocks.page.spans import Scan, scan

_SPACES = re.compile(r"[ \t\f\r\n]+")
_SEPARATE = re.compile(rf"</?(?:{'|'.join(sorted(SEPARATE))})\b", re.IGNORECASE)
_LINK, _LINK_END = re.compile(r"<a\b", re.IGNORECASE), re.compile(r"</a\b", re.IGNORECASE)
_WRITTEN = frozenset({"noframes", "noembed", "iframe"})  # tags in these are text for a browser
_WITHOUT = _WRITTEN | {"noscript"}
_TEMPLATES = frozenset({"template"})
_UNSEEN = _TEMPLATES | {"script", "style"}  # in pictures and formulas these are not read as raw text
_MANY, _PART = 64, 8  # from so many texts on, one of so many speaks for the others
_SHORT_LINK = 30  # characters of links that are beside others, on average
_SAMPLE = 64  # texts, of many, that are looked at to tell how many are lines
_PARTS = 4  # of lines, or stretches of white space, are as much work as a line
_DEPTH = 6  # elements inside a link around its text
Text = tuple[int, int, bool]
Link = tuple[int, int, int]  # number of the part, end of the text before, begin of its own


def _begin(stretch: tuple[int, int]) -> int:
    return stretch[0]


class Line:
    """A line of text. `start` and `end` are the characters of the source that belong to it, tags included."""

    __slots__ = ("beside", "end", "joined", "leaf", "mate", "moved", "start", "text")

    def __init__(self, text: str, start: int, end: int, *, joined: bool) -> None:
        self.text = text
        self.start, self.end = start, end
        self.joined = joined  # to the line before: both are of one preformatted text
        self.beside = False  # the line before: both are links of one row
        self.leaf = -1  # number of the leaf block
        self.mate = (
            -1
        )  # number of the line of the other version that it is; -2 when others stand in its place
        self.moved = False


class Shown:
    """The visible texts of a scanned page, with what `noscript` holds; white space counts in preformatted ones."""

    def __init__(self, found: Scan) -> None:
        self._scan = found
        names = set(found.names)
        self._written: set[int] = set()  # begins of texts in which "&" stands for itself
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

    def count(self, start: int, end: int) -> int:
        """About how many lines stand between two places, without reading them; a text that is but a part of one, or
        nothing but white space, is less work."""
        texts, source = self.texts, self._scan.text
        first = bisect_left(texts, (start,))
        inside = bisect_left(texts, (end,), first) - first
        if self._preformatted:
            return inside + source.count("\n", start, end)
        if inside <= _SAMPLE:
            return inside
        some = range(first + 1, first + inside, inside // _SAMPLE)
        lines = 0
        for n in some:
            begin, stop, apart = texts[n]
            if not source[begin:stop].isspace():
                lines += apart or source[slice(*texts[n - 1][:2])].isspace()
        return inside * (lines + (len(some) - lines) // _PARTS) // len(some)

    def size(self, start: int, end: int) -> int:
        """How many texts begin between two places."""
        first = bisect_left(self.texts, (start,))
        return bisect_left(self.texts, (end,), first) - first

    def between(self, start: int, end: int) -> list[Text]:
        """The texts between two places; one preformatted text can be several blocks."""
        first = bisect_left(self.texts, (start,))
        texts = self.texts[first : bisect_left(self.texts, (end,), first)]
        if first and self.texts[first - 1][1] > start:
            texts.insert(0, (start, self.texts[first - 1][1], self.texts[first - 1][2]))
        if texts and texts[-1][1] > end:
            texts[-1] = texts[-1][0], end, texts[-1][2]
        return texts

    def squeezed(self, start: int, end: int) -> str:
        """All that is shown between two places, without white space; with lines that are equal these are equal, too."""
        source = self._scan.text
        written = "".join([source[first:last] for first, last, _ in self.between(start, end)])
        return "".join((unescape(written) if "&" in written else written).split())

    def shows(self, start: int, end: int) -> bool:
        """Whether any text is shown between two places."""
        return not all(is_blank(self._scan.text[first:last]) for first, last, _ in self.between(start, end))

    def some(self, start: int, end: int) -> list[Line]:
        """A few of very many texts between two places, chosen by their lengths and ends, so that the same ones are of
        the same; each as a line, as it is written. Together their stretches are all from `start` to `end`."""
        source, texts = self._scan.text, self.between(start, end)
        if len(texts) > _MANY:
            chosen = [
                text
                for text in texts
                if not (text[1] - text[0] + ord(source[text[0]]) + ord(source[text[1] - 1])) % _PART
            ]
            usual = len(texts) // (4 * _PART) <= len(chosen) <= len(texts) // 2
            texts = chosen if usual else texts[::_PART]
        found = [
            Line(text, first, last, joined=False)
            for first, last, _ in texts
            if (text := " ".join(source[first:last].split()))
        ]
        self._share_out(found, start, end)
        return found

    def lines(self, start: int, end: int) -> list[Line]:
        """The lines between two places. Together their stretches are all from `start` to `end`."""
        source, texts = self._scan.text, self.texts
        found: list[Line] = []
        parts: list[str] = []
        links: list[Link] = []  # that stand beside the one before
        begin = stop = start
        fresh = preformatted = pre = joined = (
            False  # what comes begins a line; white space counts in this one, or in all
        )
        some = bool(self._preformatted)
        number = bisect_left(texts, (start,))
        if number and texts[number - 1][1] > start:
            number -= 1  # one preformatted text can be several blocks
        for first, last, own_line in texts[number : bisect_left(texts, (end,), number)]:
            if first < start:
                first = start
            if own_line:
                fresh = True
            if last > end:
                last = end
            written = source[first:last]
            if first in self._written:
                written = written.replace("&", "&amp;")
            if some:
                pre = self._is_preformatted(first)
            if not pre and is_blank(written):
                if not fresh and parts:
                    parts.append(" ")
                continue
            if fresh and parts:
                if links:
                    self._finish_row(found, parts, links, (begin, stop))
                    links = []
                else:
                    _finish(found, parts, begin, stop, pre=preformatted, joined=joined)
                parts = []
            if not parts:
                begin, joined = first, False
            elif first - stop > 3:
                if not (pre or preformatted) and _are_links(source, stop, first):
                    links.append((len(parts), stop, first))
                    parts.append(" ")
                elif _SEPARATE.search(source, stop, first):
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
        if links:
            self._finish_row(found, parts, links, (begin, stop))
        else:
            _finish(found, parts, begin, stop, pre=preformatted, joined=joined)
        self._share_out(found, start, end)
        return found

    def _finish_row(
        self, found: list[Line], parts: list[str], links: list[Link], whole: tuple[int, int]
    ) -> None:
        """Menus and tags: each link of a row of nothing else is a line, and so is each of many short ones."""
        places = [0, *(at for at, _, _ in links), len(parts)]
        begins, stops = (
            [whole[0], *(first for _, _, first in links)],
            [*(stop for _, stop, _ in links), whole[1]],
        )
        short = len(links) > 1 and sum(map(len, parts)) <= _SHORT_LINK * len(begins)
        if not short and not all(map(self._is_link, begins, stops)):
            _finish(found, parts, *whole, pre=False, joined=False)
            return
        for n, (begin, stop) in enumerate(zip(begins, stops, strict=True)):
            size = len(found)
            _finish(found, parts[places[n] : places[n + 1]], begin, stop, pre=False, joined=False)
            if n and len(found) > size:
                found[-1].beside = True

    def _is_link(self, begin: int, stop: int) -> bool:
        """Whether all between two places is inside one link."""
        found = self._scan
        number = bisect_right(found.starts, begin) - 1
        for n in range(number, max(-1, number - _DEPTH), -1):
            if found.names[n] == "a":
                return found.inner_ends[n] >= stop
        return False

    def _share_out(self, found: list[Line], start: int, end: int) -> None:
        """Give each line the source before it, from the first tag that begins a line."""
        starts, names = self._scan.starts, self._scan.names
        number, last = bisect_left(starts, start), bisect_left(starts, end)
        before: Line | None = None
        for line in found:
            if before is None:
                line.start, before = start, line
                continue
            number = bisect_left(starts, before.end, number, last)
            border = max(line.start, before.end)  # line breaks belong to the line before them
            while number < last and starts[number] < border:
                if line.beside or names[number] in BLOCK_LEVEL:
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
        """Texts that a browser without scripts, frames or plug-ins shows."""
        found = self._scan
        for n, name in enumerate(found.names if names & _WITHOUT else ()):
            if name in _WITHOUT:
                begin, end = found.ends[n], found.inner_ends[n]
                at = bisect_left(found.texts, (begin,))
                if at < len(found.texts) and found.texts[at][0] < end:
                    continue  # in pictures and formulas it is an element like others
                if name in _WRITTEN:
                    self._written.add(begin)
                    yield begin, end, True
                    continue
                for first, last, apart in scan(found.text[begin:end]).texts:
                    yield begin + first, begin + last, apart

    def _without(self, unseen: set[str]) -> list[Text]:
        """The texts outside elements that show nothing."""
        found = self._scan
        texts: list[Text] = []
        stretches = [
            (found.ends[n], found.inner_ends[n]) for n, name in enumerate(found.names) if name in unseen
        ]
        at = end = 0
        for text in self.texts:
            while at < len(stretches) and stretches[at][0] <= text[0]:
                end = max(end, stretches[at][1])
                at += 1
            if text[0] >= end:
                texts.append(text)
        return texts

    def _late_title(self, names: set[str]) -> Iterator[Text]:
        """A title that is not in the head, or a second one, is hidden text as other hidden text is."""
        found = self._scan
        numbers = [n for n, name in enumerate(found.names) if name == "title"] if "title" in names else []
        for n in numbers:
            if n == numbers[0] and not ("body" in names and found.names.index("body") < n):
                seen = (begin for begin, end, _ in found.texts if not found.text[begin:end].isspace())
                if next(seen, found.ends[n]) >= found.starts[n]:
                    continue
            at = bisect_left(found.texts, (found.ends[n],))
            if (
                at == len(found.texts) or found.texts[at][0] >= found.inner_ends[n]
            ):  # in pictures it is an element
                yield found.ends[n], found.inner_ends[n], True


def _are_links(source: str, start: int, end: int) -> bool:
    """Whether one link ends and another begins between two texts: entries of a menu, though no space is written."""
    left = _LINK_END.search(source, start, end)
    return left is not None and _LINK.search(source, left.end(), end) is not None


def _finish(found: list[Line], parts: list[str], begin: int, stop: int, *, pre: bool, joined: bool) -> None:
    text = parts[0] if len(parts) == 1 else "".join(parts)
    if "&" in text:
        text = unescape(text)
    if pre:
        text = text.rstrip()
    elif "  " in text or not text.isprintable():
        text = " ".join(text.split()) if text.isascii() else _SPACES.sub(" ", text).strip()
    else:
        text = text.strip()
    if text and not (pre and text.isspace()):
        found.append(Line(text, begin, stop, joined=joined))
