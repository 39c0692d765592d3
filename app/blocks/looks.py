"""Whole leaves as they are compared with several others, to find those that are one block that changed."""

from __future__ import annotations

import re

from app.blocks.pieces import Piece, Reading
from app.blocks.sequences import Pair
from app.blocks.similarity import Features, features, likeness, sample

_ALIKE_BLOCKS = 0.3  # likeness from which two leaves are one
_ALIKE_ROUGHLY = 0.05  # of leaves that were not read line by line, of which others may hold some of the words, too
_LARGE, _MANY_TIMES = 20_000, 16  # no leaf of so many characters has become one of a part of its size
_BEGIN = 2_000  # characters of a large leaf
SHORT = 60  # in short texts at the same place all words may have changed: a date, a counter, a price
_TEXT = re.compile("(?<=>)[^<>]+")
_POSITION = re.compile(r"\[\d+\]")


def _some(places: Pair) -> Pair:
    """The middle of a stretch that is not read."""
    start, end = places
    middle = (start + end) // 2
    return max(start, middle - _BEGIN), min(end, middle + _BEGIN)


class Look:
    """A whole leaf, as it is compared with several others."""

    __slots__ = ("_features", "_said", "_topic", "_unread", "_whole", "rough", "shape", "size", "stretch")

    def __init__(self, reading: Reading, piece: Piece, *, whole: bool) -> None:
        self.shape = _POSITION.sub("", reading.side.leaves[piece.leaf].path)
        self.size = piece.size
        self.stretch = reading.stretch(piece)
        self.rough = piece.leaf in reading.rough and piece.size > 0
        self._said = reading.lines[piece.first : piece.last] if self.rough else []
        self._unread = self.rough and not self._said
        self._whole = whole
        self._features: Features | None = None
        self._topic: str | None = None

    @property
    def features(self) -> Features:
        if self._features is None:
            stretch = self.stretch
            if self._unread:
                self._features = sample(" ".join(_TEXT.findall(stretch.side.tree.scan.text, *_some(stretch.places))))
            elif self.rough:
                self._features = sample(" ".join([line.text for line in self._said])[: 100 * _BEGIN])
            else:
                self._features = features(stretch.text if self._whole else stretch.text[:_BEGIN])
        return self._features

    @property
    def topic(self) -> str:
        """What it is about; "" for a large block that is not to be read for it."""
        if self._topic is None:
            self._topic = self.stretch.topic if self._whole else ""
        return self._topic


def likeness_of(a: Look, b: Look, *, at_place: bool) -> int:
    """How much two leaves are one block that changed, 0 when they are not."""
    same_shape = a.shape == b.shape
    if not a.size or not b.size:
        return (2 if at_place else 1) if same_shape and not a.size and not b.size else 0
    if max(a.size, b.size) > max(_LARGE, _MANY_TIMES * min(a.size, b.size)):
        return 0
    alike = likeness(a.features, b.features)
    if alike >= (_ALIKE_ROUGHLY if a.rough else _ALIKE_BLOCKS):
        return int(100 * alike) + 10 * same_shape
    if a.rough:
        return 0
    if at_place and same_shape and max(a.size, b.size) <= SHORT:
        return 10
    return 5 if a.topic and a.topic == b.topic else 0
