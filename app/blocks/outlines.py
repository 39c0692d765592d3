"""What is in the elements of a page that was read without a parser, child by child, out of its scan alone.

Each element of an exact scan knows where it ends, so its children are the start tags that no other child holds. What
the scan does not number is found again: texts, parts of tables whose start tags were left out, and the empty `p` that
`</p>` makes where none is open. Only elements that are asked about are looked into. Places are characters.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

from app.blocks.children import TEXT, Between, Children, says
from app.blocks.grammar import HEAD_PARTS, IN_TABLES, LINE_END, NO_WORDS, Does, tag_of
from app.blocks.nodes import element, weight_of
from app.blocks.references import unescape
from app.blocks.rules import SMALLEST
from app.blocks.spans import Scan
from app.blocks.styles import StaticStyle
from app.blocks.tags import MEDIA, kind_of

_CELLS = frozenset({"td", "th"})
_IMPLIED = {"col": "colgroup", "tr": "tbody", "td": "tbody", "th": "tbody"}  # directly in a table
_MEDIA = frozenset(tag for tag, weight in MEDIA.items() if weight)
_STYLE = StaticStyle()
_FRAME = HEAD_PARTS | {"html", "head"}


class Outline:
    """The elements of an exact scan."""

    def __init__(self, scan: Scan) -> None:
        self._scan = scan
        names = scan.names
        self.body = names.index("body") if "body" in names else -1
        first = self.body + 1
        while self.body < 0 and first < len(names) and names[first] in _FRAME:
            first += 1
        self._first = first  # start tag in the body
        self._known: dict[int, Children] = {}
        self._shown = self._find_shown()
        outermost = max(self.body, 0)
        # elements behind the end tag of the page: places in its body do not rise then
        self._goes_on = scan.starts[-1] >= scan.inner_ends[outermost] and names[outermost] in ("body", "html")

    @property
    def certain(self) -> bool:
        """Whether it is known where the body begins."""
        return self.body >= 0 or "noscript" not in self._scan.names[: self._first]

    def body_places(self) -> tuple[int, int]:
        """Start and end of the body."""
        scan = self._scan
        if self.body >= 0:
            return scan.starts[self.body], max(scan.closes[self.body], self.inside(self.body).reach)
        html = int(scan.names[:1] == ["html"])
        start = max([scan.ends[0] if html else 0, *scan.closes[html : self._first]])
        return start, scan.inner_ends[0] if html else len(scan.text)

    @property
    def any_seen(self) -> bool:
        """Whether anything is seen of the page."""
        return bool(self._shown)

    def seen(self, start: int, end: int) -> bool:
        """Whether something is seen of what begins between two places."""
        shown = self._shown
        place = bisect_left(shown, start)
        return place < len(shown) and shown[place] < end

    def shows(self, inside: Children, index: int) -> bool:
        """Whether something is seen of a child."""
        number, closes = inside.numbers[index], self._scan.closes
        if number >= 0:
            return self.seen(self._scan.starts[number], closes[number])
        group = inside.groups.get(index)
        if group is None:
            return inside.tags[index] == TEXT
        return self.seen(self._scan.starts[group[0]], closes[group[-1]])

    def holds(self, number: int, start: int, end: int) -> bool:
        """Whether a stretch is a part of what is in an element, and in no other one."""
        first, last = self._scan.ends[number], self._scan.inner_ends[number]
        return first <= start < last and end <= last and not self._goes_on

    def inside(self, number: int) -> Children:
        """What is in the element with this number; -1 for a body without a start tag."""
        found = self._known.get(number)
        if found is None:
            found = self._known[number] = self._look(number)
        return found

    def below(self, inside: Children, index: int) -> Children:
        """What is in a child that is no text."""
        number = inside.numbers[index]
        if number >= 0:
            return self.inside(number)
        found = inside.below.get(index)
        if found is None:
            found = inside.below[index] = Children(inside.starts[index])
            self._put(found, inside.tags[index], inside.groups[index])
            found.finish(inside.ends[index])
        return found

    def is_short(self, inside: Children, index: int) -> bool:
        """Whether a child has nothing but a text that is read as a part of it, since it is so short."""
        scan, number = self._scan, inside.numbers[index]
        if number < 0 or number in inside.fresh:
            return False
        tag, start, stop = tag_of(scan.names[number]), scan.starts[number], scan.inner_ends[number]
        written = scan.text[start + 1 : scan.name_ends[number]]
        said = scan.text[scan.ends[number] : stop]
        if not tag.ordinary or tag.bars < 0 or "<" in said or scan.text[stop : scan.closes[number]] != f"</{written}>":
            return False
        before = inside.numbers[index - 1] if index else -1
        if before >= 0 and scan.closes[before] == start == scan.inner_ends[before] and not self._empty(before):
            return False  # its start tag ended the one before
        return tag.weight + weight_of(unescape(said)) < SMALLEST

    def _empty(self, number: int) -> bool:
        """Whether an element can have no content."""
        scan, name = self._scan, self._scan.names[number]
        return tag_of(name).empty or (name == "svg" and scan.text[scan.ends[number] - 2] == "/")

    def _look(self, number: int) -> Children:
        scan = self._scan
        if number < 0:
            start, end = self.body_places()
            begin, stop, tag = start, len(scan.text), "body"
        else:
            begin, stop, tag = scan.ends[number], scan.inner_ends[number], scan.names[number]
            end = stop
            if number == self.body:
                stop = len(scan.text)  # behind its end tag the body goes on
        found = Children(begin)
        if number < 0:
            found.fresh.add(self._first)
        if tag_of(tag).add & NO_WORDS:
            self._put(found, tag, list(self._numbers(number + 1, stop)))
        elif tag_of(tag).does is Does.HOLDS_RAW:
            if tag in ("textarea", "iframe") and says(scan.text[begin:stop], entities=tag == "textarea"):
                found.add_unnumbered(TEXT, 1)
        else:
            first = self._first if number < 0 else number + 1
            place = scan.starts[first] if number < 0 else begin
            self._mix(found, first, place, stop, drops=tag_of(tag).add & LINE_END > 0)
        found.finish(end)
        return found

    def _numbers(self, number: int, stop: int) -> Iterator[int]:
        """Those of the start tags from one on that no other one holds."""
        starts, closes = self._scan.starts, self._scan.closes
        while number < len(starts) and starts[number] < stop:
            yield number
            end = closes[number]
            number += 1
            if number < len(starts) and starts[number] < end:
                number = bisect_left(starts, end, number)

    def _put(self, found: Children, tag: str, numbers: list[int]) -> None:
        """Elements that stand in a part of a table, where others imply theirs."""
        scan, kind, group = self._scan, "", list[int]()
        for number in numbers:
            name = scan.names[number]
            if name not in IN_TABLES:  # a script stays where it is
                implied = ""
                if tag == "table":
                    implied = _IMPLIED.get(name, "")
                elif tag != "tr" and name in _CELLS:
                    implied = "tr"
                if implied != kind:
                    self._put_group(found, kind, group)
                    kind, group = implied, []
            if kind:
                group.append(number)
            else:
                found.add(name, number, scan.starts[number], scan.closes[number])
        self._put_group(found, kind, group)

    def _put_group(self, found: Children, kind: str, group: list[int]) -> None:
        if group:
            found.add_group(kind, group, self._scan.starts[group[0]], self._scan.closes[group[-1]])

    def _mix(self, found: Children, number: int, begin: int, stop: int, *, drops: bool) -> None:
        """Elements from a number on, and the texts around them."""
        scan = self._scan
        names, starts, closes = scan.names, scan.starts, scan.closes
        between = Between(scan.text, found, drops=drops)
        place = begin
        for inner in self._numbers(number, stop):
            start = starts[inner]
            if place < start and between.read(place, start):
                found.fresh.add(inner)
            place = closes[inner]
            found.add(names[inner], inner, start, place)
        if place < stop:
            between.read(place, stop)

    def _find_shown(self) -> list[int]:
        """Where something is seen: texts, and media by their start tags."""
        scan = self._scan
        text, names = scan.text, scan.names
        shown = []
        for start, end, _ in scan.texts:
            said = text[start:end]
            if not said.isspace() and ("&" not in said or says(said)):
                shown.append(start)
        every = set(names)
        if "svg" in every and "title" in every:  # in pictures it is an element like others, and shows nothing
            for number, name in enumerate(names):
                if name == "title":
                    begin, end = scan.ends[number], scan.inner_ends[number]
                    del shown[bisect_left(shown, begin) : bisect_left(shown, end)]
        if every & _MEDIA:
            for number, name in enumerate(names):
                if name in _MEDIA and (name != "input" or not self._is_hidden(number)):
                    shown.append(scan.starts[number])
            shown.sort()
        return shown

    def _is_hidden(self, number: int) -> bool:
        """Whether a field is one that is never seen."""
        node = element(None, "input", kind_of("input"))
        node.number = number
        _STYLE.own(node, self._scan)
        return not node.weight
