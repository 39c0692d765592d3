"""The parts of a page with the places they stand in, for what has to weigh them."""

from __future__ import annotations

import re
from typing import NamedTuple

from lxml import etree

from extractors.addresses import Resolver
from extractors.html_elements import BLOCKS
from extractors.html_parts import Walk
from extractors.types import Part

# No characters of any text (Unicode, section 23.7); they mark where anchors begin and end.
_BEGIN, _END = "\ufdd0", "\ufdd1"
_MARK = re.compile(f"([{_BEGIN}{_END}])")


class Block(NamedTuple):
    """A part, the innermost block element around it, how many of its characters are those of anchors, and how many
    anchors it has."""

    part: Part
    place: etree._Element
    linked: int
    anchors: int


def blocks(root: etree._Element, resolver: Resolver) -> list[Block]:
    walk = _Placed(root, resolver)
    walk.run(root)
    return walk.blocks


class _Placed(Walk):
    def __init__(self, root: etree._Element, resolver: Resolver) -> None:
        super().__init__(resolver)
        self.blocks: list[Block] = []
        self._places = [root]
        self._depth = 0  # of open anchors
        self._linked = self._anchors = 0

    def _enter(self, name: str, element: etree._Element) -> None:
        if name == "a":
            self._words.append(_BEGIN)
        super()._enter(name, element)
        if name in BLOCKS:
            self._places.append(element)

    def _leave(self, name: str, element: etree._Element, tail: str | None) -> None:
        super()._leave(name, element, tail)
        if name == "a":
            self._words.append(_END)
        if name in BLOCKS:
            self._places.pop()

    def _table(self, table: etree._Element, rows: tuple[tuple[str, ...], ...]) -> None:
        super()._table(table, rows)
        anchors = list(table.iter("a"))
        self._linked = sum(len("".join("".join(anchor.itertext()).split())) for anchor in anchors)
        self._anchors = len(anchors)
        self._place(table)

    def _flush(self) -> None:
        super()._flush()
        self._place(self._places[-1])

    def _finish(self, words: str) -> None:
        if _BEGIN in words or _END in words:
            pieces = _MARK.split(words)
            for piece in pieces:
                if piece == _BEGIN:
                    self._depth += 1
                    self._anchors += 1
                elif piece == _END:
                    self._depth -= 1
                elif self._depth > 0:
                    self._linked += len("".join(piece.split()))
            words = "".join(piece for piece in pieces if piece not in (_BEGIN, _END))
            if not words:
                return
        elif self._depth > 0:
            self._anchors += 1
            self._linked += len("".join(words.split()))
        super()._finish(words)

    def _place(self, place: etree._Element) -> None:
        for part in self.parts[len(self.blocks) :]:
            self.blocks.append(Block(part, place, self._linked, self._anchors))
        self._linked = self._anchors = 0
