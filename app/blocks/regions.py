"""Read again what has changed of a page, in both versions."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence

from app.blocks.building import Unusual
from app.blocks.grammar import CAREFUL, IMPLIED, IN_FOREIGN, LINE_END, OVER, TABLE_PARTS, tag_of
from app.blocks.nodes import Node, element, release, text_node, weight_of
from app.blocks.reading import Reader
from app.blocks.references import unescape
from app.blocks.spans import Scan, scan
from app.blocks.stretches import Part, Region, Stretches
from app.blocks.styles import StaticStyle

_INERT = re.compile(r"(?>(?:[ \t\n\f\r]++|<!--(?!-?>)(?>(?:[^-]++|-(?!-!?>))*)--!?>)*)")
_START_TAG = re.compile(r"<([a-zA-Z][^\s/>]*)")
_TEXT, _TEXT_NODE = "text()", "-text"  # in paths and as a node


class Regions(Stretches):
    """The regions of a page that was read without a parser. They have the new parts of its tree until `release`."""

    def __init__(self, scan: Scan, nodes: Sequence[Node], new: str) -> None:
        super().__init__(scan, nodes, new)
        self._kept: list[Node] = []

    def release(self) -> None:
        """Take apart what was kept."""
        for root in self._kept:
            release(root)

    def read(self, region: Region) -> None:
        """Read a region, the old one to compare. Unusual where the page has to be read as a whole."""
        if region.in_tag:
            return
        start, end, new_start, new_end = region.hunk
        old, new = self._scan.text[start:end], self._new[new_start:new_end]
        if not region.around or self._scan.names[region.around[-1]] == "html":
            if not (_INERT.fullmatch(old) and _INERT.fullmatch(new)):
                raise Unusual
            region.scan = scan(new)
            for start, end, _ in region.scan.texts[:1]:
                region.scan.texts[0] = start, end, self._own_line(region)
            return
        if any(self._scan.closes[number] > end for number in range(region.first, region.last)):
            raise Unusual
        if self._taken_in(region, new):
            raise Unusual
        own_line = self._own_line(region)
        if self._only_words(region, old, new):
            was, now = self._words(old, own_line), self._words(new, own_line)
        else:
            was, now = self._part(old, region.around, own_line), self._part(new, region.around, own_line)
        if was.open != now.open or was.scan.names != self._scan.names[region.first : region.last]:
            raise Unusual
        if self._joins(region, now):
            raise Unusual
        region.scan, region.texts = now.scan, was.container.texts
        region.part = now
        region.gain = now.container.weight - was.container.weight
        region.shows = bool(was.container.weight or now.container.weight)
        region.row_changed = was.row != now.row
        if region.row_changed or was.container.texts != now.container.texts:
            more = Counter({**Counter(now.row), _TEXT: now.container.texts})
            more.subtract({**Counter(was.row), _TEXT: was.container.texts})
            region.more = {name: count for name, count in more.items() if count}
        if was.own_line != now.own_line and not self._line_ends(region):
            if was.own_line:
                raise Unusual
            region.own_line = True

    def _line_ends(self, region: Region) -> bool:
        """Whether the tag behind a region begins another line in any case."""
        names, end = self._scan.names, region.hunk.end
        if region.last < len(names) and self._scan.starts[region.last] == end:
            return tag_of(names[region.last]).own_line
        return self._scan.inner_ends[region.around[-1]] == end and tag_of(names[region.around[-1]]).own_line

    def _joins(self, region: Region, new: Part) -> bool:
        """Whether a text before or behind the region goes on in the new one."""
        texts = self._scan.texts
        first = bisect_left(texts, (region.hunk.start, -1, False))
        last = bisect_left(texts, (region.hunk.end, -1, False))
        start, end = region.hunk.start, region.hunk.end
        before = first > 0 and self._goes_on(texts[first - 1][1], start, region.first - 1)
        ignored = self._scan.text.startswith("</", end) and end != self._scan.inner_ends[region.around[-1]]
        behind = last < len(texts) and (ignored or texts[last][0] == end)
        if before and behind and not new.scan.names:
            return True
        begins = new.scan.text.startswith("</") or (bool(new.scan.texts) and new.scan.texts[0][0] == 0)
        return (before and begins) or (behind and new.words_end == len(new.scan.text))

    def _goes_on(self, text_end: int, place: int, number: int) -> bool:
        """Whether nothing but an end tag that the parser ignores may stand between a text and a place behind it."""
        if text_end == place:
            return True
        if "</" not in self._scan.text[text_end:place]:
            return False
        while number >= 0 and self._scan.closes[number] != place:
            number = self._parent(number)
        return number < 0

    def _part(self, text: str, around: list[int], own_line: bool) -> Part:
        """Read a stretch as the content of these elements."""
        reader = Reader(text, StaticStyle())
        self._kept.append(reader.root)
        container = reader.inside([self._scan.names[number] for number in around])
        if container.around & IN_FOREIGN:
            raise Unusual
        container.around &= ~LINE_END
        container.weight = 0
        own_line = reader.run(own_line=own_line)
        reader.check()
        open_tags = []
        while reader.top is not container:
            if reader.top.number < 0 or reader.top.tag not in IMPLIED:
                raise Unusual
            open_tags.append(reader.top.tag)
            reader.leave(reader.top, len(text), len(text))
        if "\0" in text or container.around & OVER:
            raise Unusual
        row = [child.tag for child in container.children]
        return Part(container, reader.nodes, reader.implied, reader.words_end, reader.scan, row, open_tags, own_line)

    def _only_words(self, region: Region, old: str, new: str) -> bool:
        """Whether both versions are nothing but a text, as most changes are."""
        if "<" in new or "<" in old or not new or not old or "\r" in new or "\r" in old:
            return False
        names = [self._scan.names[number] for number in region.around]
        return not tag_of(names[-1]).add & (CAREFUL | IN_FOREIGN) and "svg" not in names and "body" in names

    def _words(self, text: str, own_line: bool) -> Part:
        """A text as it would be read."""
        container = element(None, "div", "layout")
        container.texts = 1
        weight = weight_of(unescape(text) if "&" in text else text)
        if weight:
            container.children.append(text_node(container, 1, weight))
            container.weight = weight
        self._kept.append(container)
        found = Scan(text, texts=[(0, len(text), own_line)], exact=True)
        return Part(container, [], [], len(text), found, [_TEXT_NODE] if weight else [], [], False)

    def _own_line(self, region: Region) -> bool:
        """Whether a text at the beginning of a region stands on a line of its own."""
        scan, start = self._scan, region.hunk.start
        number = bisect_left(scan.texts, (start, -1, False)) - 1
        if number < 0:
            return True
        behind = scan.texts[number][1]
        first = bisect_left(scan.starts, behind)
        names = scan.names[first : region.first]
        chain = self._chain(first - 1)
        names += [scan.names[n] for n in chain if behind <= scan.inner_ends[n] < scan.closes[n] <= start]
        return any(tag_of(name).own_line for name in names)

    def _taken_in(self, region: Region, new: str) -> bool:
        """Whether an element before a region, which has no end tag, may go on in the new one."""
        scan, names = self._scan, self._scan.names
        before = self._child(region.around[-1], region.first - 1)
        if before < 0 or scan.closes[before] != region.hunk.start:
            return False
        if scan.inner_ends[before] < scan.closes[before] or self._empty(before):
            return False
        following = region.first if new else region.last
        at = region.hunk.start if new else region.hunk.end
        ended_by = names[following] if following < len(names) and scan.starts[following] == at else ""
        first = _START_TAG.match(new)
        if first:
            return first[1].lower() not in (names[before], ended_by)
        return bool(new or ended_by) or names[before] not in IMPLIED | TABLE_PARTS
